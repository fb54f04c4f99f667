// Package managers: what they would add, install, run or publish. Installing what a manifest or a known registry says is
// ordinary; from an address, another registry or a stranger's package run on the spot is not.

import { byName } from "../../../base/index.ts";
import { packageName } from "../../packageName.ts";
import type { PackageEffect } from "../../effects.ts";
import { readOptions, table } from "../options.ts";
import { addHazard, addHidden, addOpaque, type Command, type Tool, touch } from "../record.ts";
import { type Field, field, isDynamic, pathsBelow, said, unknownOutput, withoutHoles } from "../shell/values.ts";
import { isKnownGoTool, isKnownPackage } from "./knownPackages.ts";
import { readScript } from "../scripts/readScript.ts";
import { isOrdinaryInstall } from "./systemPackages.ts";
import { noteForeignFolder } from "./builds.ts";
import { runCarried } from "./wrappers.ts";
import { absolute, isBelow } from "../disk.ts";
import { aroundScript, LIFECYCLE, runPackageScripts } from "../scripts/runRecipes.ts";
import { quoted } from "../../rewrite/overwrites.ts";

type Action = PackageEffect["action"];

interface PackageManager {
  /** `add=install,i remove=rm`: which subcommands do what; read on first use, because every start pays for this table. */
  readonly verbs: string;
  /** Options that take a value. */
  readonly options: string;
  /** No subcommand means this. */
  readonly bare?: Action;
  /** Any other subcommand is a script. */
  readonly scripts?: boolean;
}

const readVerbs = new Map<string, ReadonlyMap<string, Action>>();

function verbsOf({ verbs }: PackageManager): ReadonlyMap<string, Action> {
  let found = readVerbs.get(verbs);
  if (found === undefined) {
    found = new Map(
      verbs.split(" ").flatMap((group) => {
        const [action = "other", names = ""] = group.split("=");
        return names.split(",").map((name): [string, Action] => [name, action as Action]);
      }),
    );
    readVerbs.set(verbs, found);
  }
  return found;
}

const NODE_OPTIONS =
  "prefix: C,dir,cwd: w,workspace: F,filter: registry: tag: cache: userconfig: loglevel: omit: include: otp: access: c,call: p,package: reporter: config: store-dir: modules-dir: D,save-dev,dev g,global,location:? P,save-prod O,save-optional E,save-exact,exact y,yes ignore-scripts script-shell: r,recursive,ws,workspaces W if-present silent s dry-run";

const MANAGERS: Readonly<Record<string, PackageManager>> = byName({
  npm: {
    options: NODE_OPTIONS,
    verbs:
      "add=add install=i,install,in,ins,inst,isntall,ci,clean-install,install-test,it,cit remove=uninstall,un,unlink,remove,rm,r update=update,up,upgrade run=run,run-script,rum,urn,test,t,tst,start,stop,restart exec=exec,x publish=publish,pub,unpublish,deprecate,dist-tag,access,owner,token,adduser,login,logout,star other=link",
  },
  pnpm: {
    options: NODE_OPTIONS,
    verbs:
      "add=add install=install,i,ci,fetch remove=remove,rm,uninstall,un update=update,up,upgrade run=run,test,t,start exec=exec,dlx,x publish=publish,unpublish,deprecate,dist-tag,owner,login,logout",
    scripts: true,
  },
  yarn: {
    options: NODE_OPTIONS,
    bare: "install",
    verbs:
      "add=add install=install,ci remove=remove update=up,upgrade,upgrade-interactive run=run,test,start exec=exec,dlx publish=publish,npm other=global,workspace,workspaces,set,config,why,info,list,cache,version,versions,plugin,node,pack,audit,outdated,dedupe,patch,link,unlink,init,create",
    scripts: true,
  },
  bun: {
    options: `${NODE_OPTIONS} e,eval: print: preload: port:`,
    verbs: "add=add,a install=install,i,ci remove=remove,rm update=update,upgrade run=run,test exec=x publish=publish",
    scripts: true,
  },
  pip: {
    options:
      "r,requirement: c,constraint: e,editable: t,target: i,index-url: extra-index-url: f,find-links: no-index U,upgrade user prefix: root: src: pre proxy: trusted-host: cache-dir: python:",
    verbs: "add=install remove=uninstall other=download,wheel,list,show,freeze,check,config,cache,index,inspect,hash,debug",
  },
  uv: {
    options:
      "r,requirement: c,constraint: e,editable: i,index-url,index,default-index: extra-index-url: f,find-links: p,python: with: with-editable: with-requirements: from: group: extra: directory: project: env-file: package: dev optional: m,module",
    verbs:
      "add=add remove=remove install=sync,lock run=run exec=tool publish=publish other=pip,venv,python,cache,init,build,export,tree,version,self",
  },
  poetry: {
    options: "G,group: E,extras: source: C,directory,project: D,dev python: with: without: only:",
    verbs: "add=add remove=remove install=install,sync,lock update=update run=run publish=publish",
  },
  pdm: {
    options: "G,group: p,project: d,dev",
    verbs: "add=add remove=remove install=install,sync,lock update=update run=run publish=publish",
  },
  pipenv: {
    options: "i,index: r,requirements: d,dev categories: python:",
    verbs: "add=install remove=uninstall install=sync,lock update=update,upgrade run=run exec=shell",
  },
  hatch: { options: "e,env: p,project:", verbs: "run=run,test publish=publish" },
  pipx: {
    options: "spec: index-url: python: pip-args: i:",
    verbs: "add=install,inject remove=uninstall,uninstall-all update=upgrade,upgrade-all exec=run",
  },
  cargo: {
    options:
      "git: branch: tag: rev: path: registry: index: features: F,features: p,package: manifest-path: target: target-dir: j,jobs: profile: bin: example: test: bench: color: config: Z: dev D build B,build rename: version,vers: root: message-format:",
    verbs:
      "add=add remove=remove,rm install=fetch,vendor update=update run=run,r,test,t,bench publish=publish,yank,owner,login other=install,build,b,check,c,clippy,fmt,doc,clean,metadata,tree,search,init,new,fix,nextest,audit,deny,expand,uninstall,package,generate-lockfile,locate-project,pkgid,report,logout,verify-project,watch,make,xtask",
  },
  go: {
    options:
      "C: o: tags: mod: modfile: overlay: p: run: exec: toolexec: count: timeout: coverprofile: ldflags: gcflags: asmflags: covermode: coverpkg: bench: cpu: parallel: pkgdir: buildmode: compiler: json",
    verbs: "add=get install=mod run=run,test,generate other=build,vet,fmt,install,list,env,version,doc,clean,tool,work,bug,fix,telemetry",
  },
  gem: {
    options: "v,version: s,source: i,install-dir: n,bindir: P,trust-policy: g,file: key: host:",
    verbs: "add=install remove=uninstall update=update publish=push,yank,owner,signin",
  },
  bundle: {
    options: "gemfile: path: jobs: j,jobs: without: with: group: source: version: git:",
    bare: "install",
    verbs: "add=add remove=remove install=install,package,lock update=update exec=exec",
  },
  composer: {
    options: "d,working-dir: dev prefer-dist W",
    verbs: "add=require,req remove=remove install=install,i update=update,u,upgrade run=run-script,run exec=exec",
  },
  brew: {
    options: "cask formula HEAD",
    verbs:
      "add=install,reinstall remove=uninstall,remove,rm,autoremove update=update,upgrade other=tap,untap,list,info,search,services,doctor,cleanup,bundle,link,unlink,pin,outdated,deps,config",
  },
  "apt-get": {
    options: "o,option: t,target-release: c,config-file: y,yes,assume-yes q,quiet",
    verbs:
      "add=install,build-dep,source,in remove=remove,purge,autoremove,autopurge,rm,erase,del update=update,upgrade,dist-upgrade,full-upgrade other=clean,autoclean,check,download",
  },
  conda: {
    options: "n,name: p,prefix: c,channel: f,file: y,yes override-channels",
    verbs:
      "add=install,create remove=remove,uninstall update=update,upgrade run=run other=list,info,search,env,config,activate,deactivate,clean,init",
  },
  deno: {
    options: "c,config: import-map: allow-read:? allow-net:? L,log-level: lock: cert: A,allow-all",
    verbs:
      "add=add,install,i remove=remove,uninstall update=outdated run=run,test,task,bench,serve other=fmt,lint,check,cache,compile,doc,info,repl,eval,init,types,upgrade,publish,jsr,clean,completions,coverage,bundle,vendor",
  },
});
const AUR: PackageManager = { options: "", verbs: "add=-S,-U,-Sy,-Syu remove=-R,-Rs,-Rns" };
const SYSTEM_MANAGERS: Readonly<Record<string, PackageManager>> = byName(
  Object.fromEntries(
    ["apt", "aptitude", "dnf", "yum", "zypper", "microdnf"]
      .map((name): [string, PackageManager] => [name, MANAGERS["apt-get"] as PackageManager])
      .concat([
        ["apk", { options: "X,repository: t,virtual: p,root:", verbs: "add=add remove=del update=update,upgrade" }],
        ["pacman", { options: "", verbs: "add=-S,-U,-Sy,-Syu remove=-R,-Rs,-Rns update=-Syy" }],
        ["yay", AUR],
        ["paru", AUR],
        ["pikaur", AUR],
        ["snap", { options: "channel: classic", verbs: "add=install remove=remove,purge update=refresh" }],
        ["port", { options: "", verbs: "add=install remove=uninstall update=selfupdate,upgrade" }],
        ["nix-env", { options: "i: iA: f: e:", verbs: "" }],
        ["choco", { options: "", verbs: "add=install remove=uninstall update=upgrade" }],
        ["winget", { options: "", verbs: "add=install remove=uninstall update=upgrade" }],
        ["scoop", { options: "", verbs: "add=install remove=uninstall update=update" }],
      ]),
  ),
);

const ADDRESS =
  /^(?:https?|git|ssh|file|git\+\w+|hg\+\w+|svn\+\w+):|^(?:github|gitlab|bitbucket|gist):|\.(?:tgz|tar\.gz|tar\.bz2|whl|zip|gem|deb|rpm)$|^git@|^[\w.-]+\.[a-z]{2,}\/\S+\.git$/i;

export const packages: Tool = (command) => {
  const manager = MANAGERS[command.name] ?? SYSTEM_MANAGERS[command.name];
  if (manager === undefined) return undefined;
  const { args, run, index, name } = command;
  const parsed = readOptions(args, table(manager.options), { stopAtOperand: false });
  const flags = new Set(args.map((each) => each.text));
  if (name === "bun") {
    const code = parsed.options.get("eval")?.at(-1) ?? parsed.options.get("print")?.at(-1);
    if (code !== undefined)
      return run.runWords(run, command.shell, [{ ...code, text: "node" }, { ...code, text: "-e" }, code], {
        ...command.how,
        via: [...command.how.via, "bun"],
        external: true,
      });
  }
  noteForeignFolder(command, command.shell.cwd);
  let words = parsed.operands;
  const verb = words[0]?.text ?? "";
  if (name === "uv" && verb === "pip")
    return packages({ ...command, name: "pip", args: args.slice(args.findIndex((each) => each.text === "pip") + 1) });
  // `cargo +nightly publish`: the toolchain stands in front.
  if (name === "cargo" && verb.startsWith("+")) words = words.slice(1);
  if (name === "yarn" && verb === "global") words = words.slice(1);
  if (name === "yarn" && verb === "workspace" && words.length > 2) words = words.slice(2);
  const sub = words[0]?.text ?? "";
  if (words[0] !== undefined && isDynamic(sub)) addOpaque(run, "the package manager's command is only known when it runs", index);
  let action: Action = sub === "" ? (manager.bare ?? "other") : (verbsOf(manager).get(sub) ?? (manager.scripts === true ? "run" : "other"));
  const operands = words.slice(1);
  if (action === "install" && /^(?:npm|pnpm|bun)$/.test(name) && operands.length > 0) action = "add";
  if (action === "add" && operands.length === 0 && (name === "pip" || name === "pipenv" || name === "go")) action = "install";
  const script =
    action === "run"
      ? /^(?:run|run-script|rum|urn|task)$/.test(sub)
        ? (operands[0]?.text ?? null)
        : /^(?:t|tst)$/.test(sub)
          ? "test"
          : sub
      : null;
  run.packages.push({
    manager: name,
    action,
    packages:
      action === "add" || action === "remove" || action === "update" || action === "exec"
        ? operands.map((each) => withoutHoles(each.text))
        : [],
    script: script === null ? null : withoutHoles(script),
    dev:
      flags.has("-D") ||
      flags.has("--dev") ||
      flags.has("--save-dev") ||
      flags.has("-d") ||
      /^(?:dev|test)$/.test(parsed.options.get("group")?.at(-1)?.text ?? ""),
    global:
      flags.has("-g") ||
      flags.has("--global") ||
      (name === "yarn" && verb === "global") ||
      /^(?:brew|pipx|apt|apt-get|dnf|yum|snap|apk|pacman|gem)$/.test(name),
    program: index,
  });
  noteSources(command, action, operands);
  const prefix = (parsed.options.get("prefix") ?? parsed.options.get("cwd"))?.at(-1)?.text;
  const folder = prefix === undefined ? command.shell.cwd : (absolute(run.disk, command.shell.cwd, prefix)?.path ?? null);
  const names =
    action === "run" ? aroundScript(script) : (action === "install" || action === "add") && !flags.has("--ignore-scripts") ? LIFECYCLE : [];
  if (RUNS_SCRIPTS.test(name)) runPackageScripts(command, names, { folder, args: argsOfScript(args, operands) });
  if (name === "go" && args.length === 2 && /^GO(?:PATH|BIN)$/.test(args[1]?.text ?? ""))
    return said(`${run.world.userHome}/go${args[1]?.text === "GOBIN" ? "/bin" : ""}\n`);
  return inner(command, action, sub, operands) ?? unknownOutput(`cmd:${name}`);
};

const RUNS_SCRIPTS = /^(?:npm|pnpm|yarn|bun)$/;

/** What stands behind `--`, or behind the script's name, is added to it. */
function argsOfScript(args: readonly Field[], operands: readonly Field[]): string {
  const marker = args.findIndex(({ text }) => text === "--");
  const words = marker >= 0 ? args.slice(marker + 1) : operands.slice(1);
  return words.some(({ text }) => isDynamic(text)) ? "" : words.map(({ text }) => quoted(text)).join(" ");
}

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
function noteSources(command: Command, action: Action, operands: readonly Field[]): void {
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

const JS_FILE = /^(?!\w+:)\S+\.[cm]?[jt]sx?$/;

/** Commands inside: `npm exec -c '…'`, `pnpm exec rm`, `uv run pytest`. */
function inner(command: Command, action: Action, sub: string, operands: readonly Field[]): ReturnType<Tool> {
  const { args, run, shell, how, name } = command;
  const rest = afterWord(args, sub);
  if (action === "exec" && /^(?:npm|pnpm|yarn|bun)$/.test(name) && /^(?:exec|x|dlx)$/.test(sub))
    return runPackage({ ...command, args: rest }, sub === "dlx" || name === "npm" || name === "bun" ? "npx" : "exec");
  if (
    /^(?:npm|pnpm|yarn|bun)$/.test(name) &&
    /^(?:init|create|innit|c)$/.test(sub) &&
    operands[0] !== undefined &&
    !operands[0].text.startsWith(".")
  ) {
    const asked = packageName(operands[0].text);
    const made = asked.startsWith("@") ? (asked.includes("/") ? asked.replace("/", "/create-") : `${asked}/create`) : `create-${asked}`;
    if (
      !isKnownPackage(made) &&
      !/^(?:react-app|next-app|vite|svelte|vue|astro|expo-app|remix|nuxt-app|@vitejs|@angular|@sveltejs)/.test(asked)
    )
      addHidden(run, `it fetches and runs \`${made}\`, which the project does not have`, command.index);
  }
  const manifest = manifestOf(name, sub, operands);
  if (manifest !== null) touch(command, "write", field(manifest), { inPlace: true });
  if (name === "uv" && sub === "tool" && operands[0]?.text === "run")
    return runPackage({ ...command, args: afterWord(args, "run") }, "uvx");
  if (name === "pipx" && sub === "run") return runPackage({ ...command, args: rest }, "uvx");
  if (/^(?:uv|poetry|pdm|pipenv|conda|bundle|composer|hatch)$/.test(name) && (sub === "run" || sub === "exec")) {
    const words = readOptions(
      rest,
      table("p,python: with: with-editable: with-requirements: group: extra: env-file: package: n,name: directory: project: m,module"),
      { stopAtOperand: true },
    ).operands;
    if (words.length > 0 && !/\.py$/.test(words[0]?.text ?? ""))
      return run.runWords(run, shell, words, { ...how, via: [...how.via, `${name} ${sub}`], external: true });
    if (words[0] !== undefined && /\.py$/.test(words[0].text))
      return run.runWords(run, shell, [{ ...words[0], text: "python", start: -1, end: -1 }, ...words], {
        ...how,
        via: [...how.via, `${name} run`],
        external: true,
      });
    return undefined;
  }
  // Files of the package come first; what follows is the program's own.
  const files = name === "go" && sub === "run" ? operands.findIndex(({ text }) => !text.endsWith(".go")) : 0;
  for (const word of files < 0 ? operands : operands.slice(0, files)) {
    const script = readScript(command, word);
    if (script.kind !== "ordinary") addOpaque(run, "it runs code that cannot be seen", command.index);
  }
  if (name === "go" && sub === "run" && /^[\w.-]+\.[a-z]{2,}\/.*@/.test(operands[0]?.text ?? "") && !isKnownGoTool(operands[0]?.text ?? ""))
    addHidden(run, "it runs a program from the network", command.index);
  if (
    (name === "deno" || name === "bun") &&
    (sub === "run" || sub === "serve") &&
    operands.some((each) => /^https?:|^npm:|^jsr:/.test(each.text))
  )
    addHidden(run, "it runs a program from the network", command.index);
  if (name === "deno" || name === "bun") {
    const file =
      sub === "run" || sub === "serve" || JS_FILE.test(sub) ? args.findIndex(({ text }) => JS_FILE.test(text) || text === "-") : -1;
    if (file >= 0)
      return run.runWords(run, shell, [field("node"), ...args.slice(file)], { ...how, via: [...how.via, name], external: true });
  }
  if (name === "deno" && sub === "fmt" && !args.some((each) => each.text === "--check"))
    for (const word of operands.length === 0 ? [pathsBelow(".", "*.ts,*.js,*.json,*.md,*.tsx,*.jsx")] : operands)
      touch(command, "write", word, { inPlace: true, tidy: true });
  if (name === "deno" && sub === "eval")
    return run.runWords(
      run,
      shell,
      [
        { text: "node", quoted: false, from: [], start: -1, end: -1 },
        { text: "-e", quoted: false, from: [], start: -1, end: -1 },
        ...operands,
      ],
      { ...how, via: [...how.via, "deno eval"], external: true },
    );
  if (name === "cargo" && /^(?:watch)$/.test(sub))
    for (const [at, each] of rest.entries())
      if (/^-[sx]$/.test(each.text)) runCarried(command, `${each.text === "-x" ? "cargo " : ""}${rest[at + 1]?.text ?? ""}`, "cargo watch");
  // `yarn codicil accept`: a program of the project's own by its bare name.
  if (/^(?:yarn|pnpm|bun)$/.test(name) && /^codicil(?:-hook)?$/.test(sub))
    return run.runWords(run, shell, [field(sub), ...rest], { ...how, via: [...how.via, name], external: true });
  if (name === "yarn" && sub === "node")
    return run.runWords(run, shell, [{ text: "node", quoted: false, from: [], start: -1, end: -1 }, ...rest], {
      ...how,
      via: [...how.via, "yarn node"],
      external: true,
    });
  if (name === "pip" && sub === "install")
    for (const [at, each] of args.entries()) if (/^(?:-t|--target)$/.test(each.text)) touch(command, "create", args[at + 1] as Field);
  return undefined;
}

/** The manifest that a manager edits in place: `npm pkg set`, `npm version minor`, `poetry version 2.0`. */
function manifestOf(name: string, sub: string, operands: readonly Field[]): string | null {
  const [first] = operands;
  if (/^(?:npm|pnpm|bun)$/.test(name) && sub === "pkg") return /^(?:set|delete|fix)$/.test(first?.text ?? "") ? "package.json" : null;
  if (first === undefined || sub !== "version") return null;
  return /^(?:npm|pnpm|yarn)$/.test(name) ? "package.json" : /^(?:poetry|uv|hatch)$/.test(name) ? "pyproject.toml" : null;
}

function afterWord(args: readonly Field[], word: string): readonly Field[] {
  return args.slice(args.findIndex((each) => each.text === word) + 1);
}

const NPX =
  "p,package: c,call: y,yes no no-install q,quiet workspace: w: ignore-existing shell-auto-fallback:? node-arg: prefer-offline offline from: python: with: refresh isolated spec: bun index-url: silent s";

/** npx, bunx, uvx: a program that may come from the network. Known ones, and ones that the project has, are ordinary. */
function runPackage(command: Command, kind: "npx" | "uvx" | "exec"): ReturnType<Tool> {
  const { run, shell, args, how, index, name } = command;
  const parsed = readOptions(args, table(NPX), { stopAtOperand: true });
  for (const text of parsed.options.get("call") ?? []) runCarried(command, text.text, `${name} -c`);
  const words = parsed.operands[0]?.text === "--" ? parsed.operands.slice(1) : parsed.operands;
  const first = words[0];
  const asked = [...(parsed.options.get("package") ?? []), ...(parsed.options.get("from") ?? []), ...(parsed.options.get("spec") ?? [])];
  if (first === undefined) return undefined;
  const via = [...how.via, kind === "exec" ? `${name} exec` : name];
  const bare = packageName(first.text);
  const program = bare.slice(bare.lastIndexOf("/") + 1);
  run.packages.push({
    manager: name,
    action: "exec",
    packages: [withoutHoles(first.text)],
    script: null,
    dev: false,
    global: false,
    program: index,
  });
  const local =
    run.world.kind(`${run.world.project}/node_modules/.bin/${program}`) !== null ||
    run.world.kind(`${run.world.project}/.venv/bin/${program}`) !== null;
  if (kind !== "exec" && !local && !isDynamic(first.text)) {
    for (const word of asked.length > 0 ? asked : [first]) {
      if (ADDRESS.test(word.text)) addHazard(run, "escalation", "it runs a program from an address", index);
      else if (isOwnFolder(command, word)) continue;
      else if (!isKnownPackage(packageName(word.text).replace(/(?<=\w)[=<>~[].*$/s, "")) && !isDeclared(command, bare))
        addHidden(run, `it fetches and runs \`${word.text}\`, which the project does not have`, index);
    }
  }
  return run.runWords(
    run,
    shell,
    [{ ...first, text: isDynamic(first.text) ? first.text : program, start: -1, end: -1 }, ...words.slice(1)],
    { ...how, via, external: true },
  );
}

/** `uvx --from ./tools/check`: a package of the project's own, which no part of this call has fetched. */
function isOwnFolder({ run, shell }: Command, { text }: Field): boolean {
  if (!/^\.{0,2}\/|^\.$/.test(text)) return false;
  const found = absolute(run.disk, shell.cwd, text);
  return found !== null && found.exact && isBelow(found.path, run.world.project) && !run.disk.made.has(found.path);
}

/** Does the manifest name it? */
function isDeclared(command: Command, name: string): boolean {
  const { world } = command.run;
  const manifests = new Set([world.project, command.shell.cwd ?? world.project]);
  return [...manifests].some((folder) => {
    const text = world.readText(`${folder}/package.json`);
    // `@dotenvx/dotenvx` brings `dotenvx`.
    return text !== null && (text.includes(`"${name}":`) || text.includes(`/${name}":`));
  });
}

export const PACKAGES: Readonly<Record<string, Tool>> = byName({
  ...Object.fromEntries([...Object.keys(MANAGERS), ...Object.keys(SYSTEM_MANAGERS)].map((name): [string, Tool] => [name, packages])),
  npx: (command) => runPackage(command, "npx"),
  bunx: (command) => runPackage(command, "npx"),
  pnpx: (command) => runPackage(command, "npx"),
  uvx: (command) => runPackage(command, "uvx"),
});
