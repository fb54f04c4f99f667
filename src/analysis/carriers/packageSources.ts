// Where packages come from: other registries, addresses, settings that change whom a manager asks.

import { either } from "../../base/index.ts";
import type { Hazard } from "../call/effects.ts";
import { addHazard, type Command, touch } from "../run/record.ts";
import { type Field, field } from "../run/values.ts";
import { isNamedHere } from "./knownPackages.ts";
import { isOrdinaryInstall } from "./systemPackages.ts";
import { absolute } from "../run/disk.ts";
import { type Action, AUR, SYSTEM_MANAGERS } from "./packageManagers.ts";

const SCHEME = either`https?, git, ssh, file, git\+\w+, hg\+\w+, svn\+\w+`;
const ARCHIVE = either`tgz, tar\.gz, tar\.bz2, whl, zip, gem, deb, rpm`;
export const ADDRESS = new RegExp(
  either`^(?:${SCHEME}):, ^(?:github|gitlab|bitbucket|gist):, \.(?:${ARCHIVE})$, ^git@, ^[\w.-]+\.[a-z]{2,}\/\S+\.git$`,
  "i",
);

const KNOWN_GO_HOSTS = new RegExp(
  `^(?:${either`
  golang\.org, google\.golang\.org, github\.com, gitlab\.com, gopkg\.in, go\.uber\.org, k8s\.io, sigs\.k8s\.io, mvdan\.cc,
  honnef\.co, gotest\.tools, entgo\.io, go\.opentelemetry\.io, cloud\.google\.com
`})\\/`,
);

/** Which Go the module wants; nothing of another host. */
const GO_ITSELF = /^(?:go|toolchain)@/;

const KNOWN_REGISTRY = either`
  registry\.npmjs\.org, registry\.yarnpkg\.com, pypi\.org, files\.pythonhosted\.org, rubygems\.org, index\.rubygems\.org,
  download\.pytorch\.org, pypi\.nvidia\.com, www\.piwheels\.org, conda\.anaconda\.org, repo\.anaconda\.com, crates\.io, index\.crates\.io,
  proxy\.golang\.org, packagist\.org, npm\.jsr\.io, jsr\.io
`;
const KNOWN_REGISTRIES = new RegExp(
  String.raw`^https:\/\/(?:${KNOWN_REGISTRY})(?:[/:]|$)|^https?:\/\/(?:localhost|127\.0\.0\.1)(?:[/:]|$)`,
);

function isForeignAddress(text: string): boolean {
  const url = /https?:\/\/\S+/.exec(text)?.[0];
  return url !== undefined && !KNOWN_REGISTRIES.test(url);
}

/** A registry of this machine, to try packages out: nobody else sees them. */
const HERE = /(?:^|\s)--registry[= ]"?https?:\/\/(?:localhost|127\.0\.0\.1)(?:[/:"\s]|$)/;

/** Where packages come from. */
export function noteSources(command: Command, action: Action, operands: readonly Field[]): void {
  const { args, run, index, name } = command;
  const text = args.map((each) => each.text).join(" ");
  if (action === "publish" && !HERE.test(text) && !/(?:^|\s)--dry-run|(?:^|\s)--help$|(?:^|\s)npm (?:info|audit|whoami)/.test(text))
    addHazard(run, "exfiltration", "it publishes to a registry", index);
  if (fetches(action) && args.some((each) => TRUSTS.test(each.text) || isForeignAddress(each.text)))
    addHazard(run, "escalation", "it takes packages from another registry", index);
  if (changesSetting(name, text)) addHazard(run, "persistence", SETTINGS, index);
  noteSigns(command, text, SIGNS_OF_SETTINGS);
  if (action === "remove" && (/^(?:brew|pipx|gem)$/.test(name) || ON_THE_MACHINE.test(text)))
    addHazard(run, "destructive", "it removes programs of the whole machine", index);
  if (/^(?=[^]*--node-options[= ])[^]*(?:require|import|loader)/.test(text))
    addHazard(run, "tampering", "scripts would load something first", index);
  const packed = /(?:^|\s)--pack-destination[= ](\S+)/.exec(text)?.[1];
  if (packed !== undefined) touch(command, "create", field(`${packed}/x.tgz`));
  if (installs(name, action, text))
    // What follows the name of a program that is run is the program's own.
    noteInstalled(command, text, operands, action === "exec" ? operands.slice(0, 1) : operands);
  noteSigns(command, text, SIGNS_OF_THE_MACHINE);
  noteMachine(command, action, operands);
  noteSigns(command, text, SIGNS_OF_ANOTHER_RUNNER);
}

const fetches = (action: Action): boolean => action !== "run" && action !== "other";
const installs = (name: string, action: Action, text: string): boolean =>
  action === "add" || action === "exec" || (/^(?:cargo|go)$/.test(name) && /(?:^|\s)install(?:\s|$)/.test(text));

const ON_THE_MACHINE = /(?:^|\s)(?:-g|--global|--break-system-packages)(?:\s|$)/;
const TRUSTS = /^--(?:trusted-host|allow-insecure-host)(?:=|$)/;

/** What the words of a manager say by themselves; no name: of each. */
type Sign = readonly [of: string, pattern: RegExp, kind: Hazard["kind"], why: string];

const CARGO = "it changes what Cargo runs or where it gets code";
const SETTINGS = "it changes the package manager's settings";

const SIGNS_OF_SETTINGS: readonly Sign[] = [
  ["gem", /^sources?\s[^]*(?:-a|--add|-r|--remove)\s/, "persistence", SETTINGS],
  ["go", /^env\s+(?:\S+\s+)*-w/, "persistence", "it changes Go's settings"],
  ["cargo", /^(?=[^]*--config[= ])[^]*(?:wrapper|runner|linker)|--registry[= ](?!crates-io)/, "tampering", CARGO],
];

const SIGNS_OF_THE_MACHINE: readonly Sign[] = [
  ["brew", /^\s*services\s+(?:stop|restart|kill|start|run|cleanup)/, "escalation", "it changes the machine's services"],
  ["brew", /^\s*tap\s+\S+/, "escalation", "it adds a stranger's collection"],
];

const SIGNS_OF_ANOTHER_RUNNER: readonly Sign[] = [
  ["", /(?:^|\s)--script-shell[= ]/, "tampering", "scripts would run in another shell"],
  ["go", /(?:^|\s)-toolexec[= ]/, "tampering", "it runs a command of the caller's choice"],
];

function noteSigns({ run, index, name }: Command, text: string, signs: readonly Sign[]): void {
  for (const [of, pattern, kind, why] of signs) if ((of || name) === name && pattern.test(text)) addHazard(run, kind, why, index);
}

/** What is installed from somewhere else than a registry. */
function noteInstalled(command: Command, text: string, operands: readonly Field[], meant: readonly Field[]): void {
  const { run, index, name, shell } = command;
  for (const word of meant) {
    if (/^(?:npm|pnpm|yarn|bun)$/.test(name) && REPOSITORY.test(word.text) && run.world.kind(`${shell.cwd ?? ""}/${word.text}`) === null)
      addHazard(run, "escalation", "it installs from a repository instead of a registry", index);
    if (ADDRESS.test(word.text) && !isLocalArchive(command, word)) addHazard(run, "escalation", FROM_ADDRESS, index);
    if (
      name === "brew" &&
      /^[\w-]+\/[\w-]+\/[\w@.+-]+$/.test(word.text) &&
      !word.text.startsWith("homebrew/") &&
      !isNamedHere(run.world, word.text)
    )
      addHazard(run, "escalation", FROM_STRANGER, index);
  }
  if (name === "go" && operands.some(({ text }) => text.includes("@") && !KNOWN_GO_HOSTS.test(text) && !GO_ITSELF.test(text)))
    addHazard(run, "escalation", "it installs from a host that is not a usual one", index);
  if (/(?:^|\s)--git[= ]/.test(text)) addHazard(run, "escalation", FROM_ADDRESS, index);
}

const REPOSITORY = /^[\w-][\w.-]*\/[\w.-]+(?:#.*)?$/;
const FROM_ADDRESS = "it installs from an address instead of a registry";
export const UPGRADES = "it changes the programs of the whole machine";
const FROM_STRANGER = "it installs from a stranger's collection";

/** Managers of the whole machine. */
function noteMachine(command: Command, action: Action, operands: readonly Field[]): void {
  const { args, run, index, name } = command;
  // They build what strangers sent in.
  if (SYSTEM_MANAGERS[name] === AUR && args.some((each) => /^-S[yu]*$/.test(each.text))) addHazard(run, "escalation", FROM_STRANGER, index);
  if (/^(?:pacman|yay|paru|pikaur)$/.test(name) && args.some((each) => /^-(?:R|-remove)/.test(each.text)))
    addHazard(run, "destructive", "it removes programs of the whole machine", index);
  if ((SYSTEM_MANAGERS[name] !== undefined || name === "apt-get") && action !== "other" && !isOrdinaryInstall(command, action, operands))
    addHazard(run, "escalation", UPGRADES, index);
}

const SETS = new RegExp(
  either`
  ^(?:config\s+)?set\s+(?:-\S+\s+)*([^\s=]+),
  ^config\s+(?:--\S+\s+)*(?:set|edit|delete|unset)(?:\s+(?:-\S+\s+)*([^\s=]+))?,
  ^set-registry,
  ^repo(?:sitory)?\s+(?:add|set-url|remove|disable)
`,
);
/** `poetry config KEY VALUE`. */
const SETS_BARE = /^config\s+(?:-\S+\s+)*([^\s=-]\S*)\s+\S/;
/** Settings that change neither what runs nor where packages come from. */
const HARMLESS_SETTING = new RegExp(
  `^(?:${either`fund, audit, path, no-cache, no-binstubs, progress, save-exact, loglevel, color, update-notifier, enableTelemetry,
    nodeLinker, httpTimeout, networkTimeout, networkConcurrency, network-timeout, fetch-retries, fetch-retry-\w+, fetch-timeout,
    (?:virtual-)?store-dir, maxsockets, init[-.]\S+, virtualenvs\.(?:in-project|create|use-poetry-python|prompt), jobs, retry, frozen,
    deployment, without, with, installer\.(?:parallel|max-workers), legacy-peer-deps, engine-strict, package-lock, save-prefix,
    prefer-offline, strict-peer-dependencies, auto-install-peers, node-linker, shamefully-hoist, save-workspace-protocol,
    tag-version-prefix, message, sign-git-tag, git-tag-version, minimum-stability, prefer-stable, platform(?:\.\S+)?, sort-packages,
    extra\.\S+, cache_all, silence_root_warning`})$`,
);

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
