// Where packages come from: other registries, addresses, settings that change whom a manager asks.

import { addHazard, type Command, touch } from "../run/record.ts";
import { type Field, field } from "../run/values.ts";
import { isOrdinaryInstall } from "./systemPackages.ts";
import { absolute } from "../run/disk.ts";
import { type Action, AUR, SYSTEM_MANAGERS } from "./packageManagers.ts";

export const ADDRESS =
  /^(?:https?|git|ssh|file|git\+\w+|hg\+\w+|svn\+\w+):|^(?:github|gitlab|bitbucket|gist):|\.(?:tgz|tar\.gz|tar\.bz2|whl|zip|gem|deb|rpm)$|^git@|^[\w.-]+\.[a-z]{2,}\/\S+\.git$/i;

const KNOWN_GO_HOSTS =
  /^(?:golang\.org|google\.golang\.org|github\.com|gitlab\.com|gopkg\.in|go\.uber\.org|k8s\.io|sigs\.k8s\.io|mvdan\.cc|honnef\.co|gotest\.tools|entgo\.io|go\.opentelemetry\.io|cloud\.google\.com)\//;

/** Which Go the module wants; nothing of another host. */
const GO_ITSELF = /^(?:go|toolchain)@/;

const KNOWN_REGISTRIES =
  /^https:\/\/(?:registry\.npmjs\.org|registry\.yarnpkg\.com|pypi\.org|files\.pythonhosted\.org|rubygems\.org|index\.rubygems\.org|download\.pytorch\.org|pypi\.nvidia\.com|conda\.anaconda\.org|repo\.anaconda\.com|crates\.io|index\.crates\.io|proxy\.golang\.org|packagist\.org|npm\.jsr\.io|jsr\.io)(?:[/:]|$)|^https?:\/\/(?:localhost|127\.0\.0\.1)(?:[/:]|$)/;

function isForeignAddress(text: string): boolean {
  const url = /https?:\/\/\S+/.exec(text)?.[0];
  return url !== undefined && !KNOWN_REGISTRIES.test(url);
}

/** Where packages come from. */
export function noteSources(command: Command, action: Action, operands: readonly Field[]): void {
  const { args, run, index, name } = command;
  const text = args.map((each) => each.text).join(" ");
  if (action === "publish" && !/(?:^|\s)--dry-run|(?:^|\s)--help$|(?:^|\s)npm (?:info|audit|whoami)/.test(text))
    addHazard(run, "exfiltration", "it publishes to a registry", index);
  const trusts = args.some(({ text }) => /^--(?:trusted-host|allow-insecure-host)(?:=|$)/.test(text));
  if (action !== "run" && action !== "other" && (trusts || args.some((each) => isForeignAddress(each.text))))
    addHazard(run, "escalation", "it takes packages from another registry", index);
  if (changesSetting(name, text) || (name === "gem" && /^sources?\s[^]*(?:-a|--add|-r|--remove)\s/.test(text)))
    addHazard(run, "persistence", "it changes the package manager's settings", index);
  if (name === "go" && /^env\s+(?:\S+\s+)*-w/.test(text)) addHazard(run, "persistence", "it changes Go's settings", index);
  if (name === "cargo" && /^(?=[^]*--config[= ])[^]*(?:wrapper|runner|linker)|--registry[= ](?!crates-io)/.test(text))
    addHazard(run, "tampering", "it changes what Cargo runs or where it gets code", index);
  if (action === "remove" && (/(?:^|\s)(?:-g|--global|--break-system-packages)(?:\s|$)/.test(text) || /^(?:brew|pipx|gem)$/.test(name)))
    addHazard(run, "destructive", "it removes programs of the whole machine", index);
  if (/^(?=[^]*--node-options[= ])[^]*(?:require|import|loader)/.test(text))
    addHazard(run, "tampering", "scripts would load something first", index);
  const packed = /(?:^|\s)--pack-destination[= ](\S+)/.exec(text)?.[1];
  if (packed !== undefined) touch(command, "create", field(`${packed}/x.tgz`));
  if (
    action === "add" ||
    action === "exec" ||
    (name === "cargo" && /(?:^|\s)install(?:\s|$)/.test(text)) ||
    (name === "go" && /(?:^|\s)install(?:\s|$)/.test(text))
  ) {
    // What follows the name of a program that is run is the program's own.
    for (const word of action === "exec" ? operands.slice(0, 1) : operands) {
      if (
        /^(?:npm|pnpm|yarn|bun)$/.test(name) &&
        /^[\w-][\w.-]*\/[\w.-]+(?:#.*)?$/.test(word.text) &&
        command.run.world.kind(`${command.shell.cwd ?? ""}/${word.text}`) === null
      )
        addHazard(run, "escalation", "it installs from a repository instead of a registry", index);
      if (ADDRESS.test(word.text) && !isLocalArchive(command, word))
        addHazard(run, "escalation", "it installs from an address instead of a registry", index);
      if (name === "brew" && /^[\w-]+\/[\w-]+\/[\w@.+-]+$/.test(word.text) && !word.text.startsWith("homebrew/"))
        addHazard(run, "escalation", "it installs from a stranger's collection", index);
    }
    if (name === "go" && operands.some((each) => each.text.includes("@") && !KNOWN_GO_HOSTS.test(each.text) && !GO_ITSELF.test(each.text)))
      addHazard(run, "escalation", "it installs from a host that is not a usual one", index);
    if (/(?:^|\s)--git[= ]/.test(text)) addHazard(run, "escalation", "it installs from an address instead of a registry", index);
  }
  if (name === "brew" && /^\s*services\s+(?:stop|restart|kill|start|run|cleanup)/.test(text))
    addHazard(run, "escalation", "it changes the machine's services", index);
  if (name === "brew" && /^\s*tap\s+\S+/.test(text)) addHazard(run, "escalation", "it adds a stranger's collection", index);
  // They build what strangers sent in.
  if (SYSTEM_MANAGERS[name] === AUR && args.some((each) => /^-S[yu]*$/.test(each.text)))
    addHazard(run, "escalation", "it installs from a stranger's collection", index);
  if (/^(?:pacman|yay|paru|pikaur)$/.test(name) && args.some((each) => /^-(?:R|-remove)/.test(each.text)))
    addHazard(run, "destructive", "it removes programs of the whole machine", index);
  if ((SYSTEM_MANAGERS[name] !== undefined || name === "apt-get") && action !== "other" && !isOrdinaryInstall(command, action, operands))
    addHazard(run, "escalation", "it changes the programs of the whole machine", index);
  if (/(?:^|\s)--script-shell[= ]/.test(text)) addHazard(run, "tampering", "scripts would run in another shell", index);
  if (name === "go" && /(?:^|\s)-(?:toolexec|exec)[= ]/.test(text))
    addHazard(run, "tampering", "it runs a command of the caller's choice", index);
}

const SETS =
  /^(?:config\s+)?set\s+(?:-\S+\s+)*([^\s=]+)|^config\s+(?:--\S+\s+)*(?:set|edit|delete|unset)(?:\s+(?:-\S+\s+)*([^\s=]+))?|^set-registry/;
/** `poetry config KEY VALUE`. */
const SETS_BARE = /^config\s+(?:-\S+\s+)*([^\s=-]\S*)\s+\S/;
/** Settings that change neither what runs nor where packages come from. */
const HARMLESS_SETTING =
  /^(?:fund|audit|progress|save-exact|loglevel|color|update-notifier|enableTelemetry|nodeLinker|httpTimeout|networkTimeout|networkConcurrency|network-timeout|fetch-retries|fetch-retry-\w+|fetch-timeout|(?:virtual-)?store-dir|maxsockets|init[-.]\S+|virtualenvs\.(?:in-project|create|use-poetry-python|prompt)|jobs|retry|frozen|deployment|without|with|installer\.(?:parallel|max-workers))$/;

function changesSetting(name: string, text: string): boolean {
  const found =
    SETS.exec(text) ??
    (/^(?:poetry|bundle|composer|conda)$/.test(name) && !/--list|--get|\blist\b|\bget\b/.test(text) ? SETS_BARE.exec(text) : null);
  // `npm config set fund=false registry=…` sets both.
  const keys = [
    found?.[1] ?? found?.[2] ?? "",
    ...text
      .split(/\s+/)
      .filter((word) => word.includes("=") && !word.startsWith("-"))
      .map((word) => word.slice(0, word.indexOf("="))),
  ];
  const stricter = /\bignore-scripts[= ]true\b/.test(text);
  return found !== null && !keys.every((key) => HARMLESS_SETTING.test(key) || (stricter && key === "ignore-scripts"));
}

/** A package file on this machine, which no earlier part of the call has fetched. */
function isLocalArchive({ run, shell }: Command, { text }: Field): boolean {
  if (/^file:\.|^\.{0,2}\//.test(text)) return true;
  if (/^\w+:|^git@|\.git$/.test(text)) return false;
  const found = absolute(run.disk, shell.cwd, text.replace(/\[[\w,-]*\]$/, ""));
  return found !== null && run.disk.made.get(found.path)?.by !== "download";
}
