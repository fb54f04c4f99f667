// Programs that run the program which follows them: taken off one by one until the program itself is found.

import { byName, sameRow } from "../../base/index.ts";
import { has, type Parsed, readOptions, table, valueOf, valuesOf } from "../run/options.ts";
import { addHazard, addHidden, addOpaque, type Command, settled, touch, type Tool, runOther } from "../run/record.ts";
import { fork } from "../run/state.ts";
import { type Field, field, isDynamic, type Output, SILENT, unknownOutput, textAt } from "../run/values.ts";
import { noteToldTo } from "./toldTo.ts";
import { noteAssignment, noteUnset } from "./environment.ts";
import { AS_ROOT, type Wrapper, WRAPPERS } from "./wrapperTable.ts";

function unwrap(command: Command, wrapper: Wrapper): Output {
  const { run, shell, args, index, name } = command;
  const parsed = readOptions(args, table(wrapper.options), { stopAtOperand: true });
  noteTraces(command, wrapper, parsed);
  noteRights(command, wrapper, parsed);
  const texts = (wrapper.texts ?? []).flatMap((option) => valuesOf(parsed, option));
  for (const { text } of texts) runCarried(command, text, name);
  const own = wrapper.operands ?? 0;
  const rest = parsed.operands.slice(textAt(parsed.operands, own) === "--" ? own + 1 : own);
  if (rest.length === 0) {
    if (wrapper.shell === true && texts.length === 0 && !has(parsed, "version", "help"))
      addOpaque(run, "it starts a shell with nothing to see of what it will run", index);
    return SILENT;
  }
  const inner = has(parsed, "chdir", "working-directory") ? { ...fork(shell), cwd: null } : shell;
  // `sudo A=1 rm` sets a variable first, as env does.
  return runAssigned(command, rest, inner, name);
}

/** Files that the wrapper itself writes: `strace -o trace`. */
function noteTraces(command: Command, { writes = [] }: Wrapper, parsed: Parsed): void {
  const access = has(parsed, "append") ? "append" : "write";
  for (const value of writes.flatMap((option) => valuesOf(parsed, option))) {
    // strace -o '|command' hands its trace to a command.
    if (/^[|!]/.test(value.text)) runCarried(command, value.text.slice(1), command.name);
    else touch(command, access, value);
  }
}

const ONLY_ASKS = /^(?:-V|--version|-h|--help|-l|--list|-K|-k)$/;

function noteRights({ run, args, index, name }: Command, { escalates }: Wrapper, parsed: Parsed): void {
  if (has(parsed, "attach") || (name === "strace" && has(parsed, "p")))
    addHazard(run, "tampering", "it reaches into a running program", index);
  if ([...parsed.options.keys()].some((option) => option.startsWith("on-")))
    addHazard(run, "persistence", "it makes a program run later", index);
  if (escalates !== undefined && !(args.length === 1 && ONLY_ASKS.test(textAt(args, 0)))) addHazard(run, "escalation", escalates, index);
}

/** Assignments in front of the command belong to its environment. */
function runAssigned(command: Command, words: readonly Field[], inner: Command["shell"], label: string): Output {
  const { run, how, index } = command;
  const env: Record<string, string> = { ...how.env };
  let at = 0;
  for (; at < words.length; at++) {
    const match = /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(textAt(words, at));
    if (match === null) break;
    noteAssignment(run, inner, match[1] ?? "", { text: match[2] ?? "", from: words[at]?.from ?? [] }, { exported: true, program: index });
    if (!isDynamic(match[2] ?? "")) env[match[1] ?? ""] = match[2] ?? "";
  }
  const rest = words.slice(at);
  return rest.length === 0
    ? unknownOutput("cmd:env")
    : run.runWords(run, inner, rest, { ...how, env, via: [...how.via, label], external: true });
}

/** A text that a wrapper hands to a shell. */
export function runCarried(command: Command, text: string, label: string): Output {
  const { run, shell, how, index } = command;
  const known = settled(run, text);
  if (known === null) {
    addOpaque(run, "it runs a text that is only known when it runs", index);
    return unknownOutput("cmd:sh");
  }
  return run.runText(run, fork(shell), known, { ...how, via: [...how.via, label], span: null });
}

const ENV = `
    i,ignore-environment 0,null u,unset: C,chdir: S,split-string: v,debug block-signal:? default-signal:? ignore-signal:?
    list-signal-handling P: argv0:`;

const env: Tool = (command) => {
  const { run, shell, args, index } = command;
  const parsed = readOptions(args, table(ENV), { stopAtOperand: true });
  for (const name of valuesOf(parsed, "unset")) noteUnset(run, name.text, index);
  // A lone dash is the old spelling of -i.
  const operands = parsed.operands[0]?.text === "-" ? parsed.operands.slice(1) : parsed.operands;
  let inner = shell;
  const folder = valueOf(parsed, "chdir");
  if (folder !== undefined) {
    inner = fork(shell);
    run.runWords(run, inner, [field("cd"), folder], { via: [], env: {}, span: null, stdin: null });
    run.programs.pop();
  }
  const split = valueOf(parsed, "split-string");
  if (split !== undefined) {
    if (isDynamic(split.text)) addOpaque(run, "it runs a text that is only known when it runs", index);
    const rest = parsed.operands.map((each) => quote(each.text)).join(" ");
    return run.runText(run, fork(inner), `${split.text} ${rest}`, {
      via: [...command.how.via, "env -S"],
      env: {},
      span: null,
      stdin: command.how.stdin,
    });
  }
  return runAssigned(command, operands, inner, "env");
};

export function quote(text: string): string {
  return /^[\w./:=@%+,-]+$/.test(text) ? text : `'${text.replace(/'/g, "'\\''")}'`;
}

export const XARGS = [
  "0,null a,arg-file: d,delimiter: E: e,eof:? I: i,replace:? L: l,max-lines:? n,max-args: o,open-tty p,interactive P,max-procs:",
  "process-slot-var: r,no-run-if-empty s,max-chars: show-limits t,verbose x,exit R: S: J:",
].join(" ");

/** `sudo -i`, `su`, `sudo -s`: a shell with another user's rights. */
const su: Tool = (command) => {
  const { run, index } = command;
  addHazard(run, "escalation", AS_ROOT, index);
  const parsed = readOptions(
    command.args,
    table(
      "c,command: session-command: f,fast g,group: G,supp-group: l,login m,p,preserve-environment P,pty s,shell: w,whitelist-environment:",
    ),
  );
  for (const option of ["command", "session-command"])
    for (const value of valuesOf(parsed, option)) runCarried(command, value.text, "su -c");
  return SILENT;
};

const flock: Tool = (command) => {
  const { args } = command;
  const parsed = readOptions(
    args,
    table("s,shared x,exclusive u,unlock n,nb,nonblock w,timeout: o,close E,conflict-exit-code: c,command: F,no-fork verbose fcntl"),
    { stopAtOperand: true },
  );
  const rest = parsed.operands.slice(1);
  if (rest[0]?.text === "-c" || rest[0]?.text === "--command") return runCarried(command, textAt(rest, 1), "flock -c");
  return rest.length === 0 ? SILENT : runOther(command, rest, "flock");
};

const script: Tool = (command) => {
  const parsed = readOptions(
    command.args,
    table(
      `a,append c,command: E,echo: e,return f,flush force I,log-in: O,log-out: B,log-io: T,log-timing: m,logging-format:
        o,output-limit: q,quiet t,timing:?`,
    ),
  );
  const text = valueOf(parsed, "command");
  const file = parsed.operands[0];
  if (file !== undefined) touch(command, has(parsed, "append") ? "append" : "write", file);
  for (const option of ["log-in", "log-out", "log-io", "log-timing"])
    for (const value of valuesOf(parsed, option)) touch(command, "write", value);
  if (text !== undefined) return runCarried(command, text.text, "script -c");
  // Without a command it opens a shell.
  return runOther(command, parsed.operands.length > 1 ? parsed.operands.slice(1) : [field("sh")], "script");
};

/** The words after it are joined and given to a shell: watch, entr -s, nodemon -x. */
const watch: Tool = (command) => {
  const parsed = readOptions(
    command.args,
    table("b,beep c,color d,differences:? e,errexit g,chgexit n,interval: p,precise q,equexit: t,no-title w,no-wrap x,exec"),
    { stopAtOperand: true },
  );
  return parsed.operands.length === 0 ? SILENT : runCarried(command, parsed.operands.map((each) => each.text).join(" "), "watch");
};

const busybox: Tool = (command) => {
  const [first, ...rest] = command.args;
  if (first === undefined || first.text.startsWith("--")) return SILENT;
  return runOther(command, [first, ...rest], "busybox");
};

/** `coreutils --coreutils-prog=rm -r x`: many programs in one file. */
const coreutils: Tool = (command) => {
  const name = /^--coreutils-prog(?:-shebang)?=(.+)$/.exec(textAt(command.args, 0))?.[1];
  if (name === undefined) return busybox(command);
  const { args } = command;
  return runOther(command, [field(name), ...args.slice(1)], "coreutils");
};

/** A context as its first word, or its parts as options; never both. */
const runcon: Tool = (command) => {
  const parts = readOptions(command.args, table(WRAPPERS["runcon"]?.options ?? ""), { stopAtOperand: true });
  return unwrap(command, { options: WRAPPERS["runcon"]?.options ?? "", operands: has(parts, "type", "user", "role", "range") ? 0 : 1 });
};

/** `arch -arm64 -e A=1 rm`: the architecture is there as an option. */
const arch: Tool = (command) => {
  const rest = command.args.filter(({ text }, at) => at > 0 || !/^-(?:arm64e?|x86_64h?|i386|32|64)$/.test(text));
  return unwrap({ ...command, args: rest }, WRAPPERS["arch"] as Wrapper);
};

/** The subcommand that runs a program: `direnv exec . rm`, `mise exec -- rm`, `perf record rm`. */
function carrier(subcommands: RegExp, options: string, operands = 0): Tool {
  return (command) => {
    const { args, name } = command;
    const at = args.findIndex((each) => !each.text.startsWith("-"));
    if (at < 0 || !subcommands.test(textAt(args, at))) return noteToldTo(command);
    const parsed = readOptions(args.slice(at + 1), table(options), { stopAtOperand: true });
    let rest = parsed.operands.slice(operands);
    const marker = rest.findIndex((each) => each.text === "--");
    if (marker >= 0) rest = rest.slice(marker + 1);
    for (const value of [...valuesOf(parsed, "command"), ...valuesOf(parsed, "c")]) runCarried(command, value.text, `${name} -c`);
    return rest.length === 0 ? SILENT : runOther(command, rest, `${name} ${textAt(args, at)}`);
  };
}

const sudo: Tool = (command) => {
  const { args, run, index } = command;
  const parsed = readOptions(args, table(WRAPPERS["sudo"]?.options ?? ""), { stopAtOperand: true });
  if (has(parsed, "edit") || command.name === "sudoedit") for (const file of parsed.operands) touch(command, "write", file);
  if ((has(parsed, "shell", "login") || parsed.operands[0]?.text === "su") && parsed.operands.length === 0)
    addOpaque(run, "it starts a shell with another user's rights", index);
  const { escalates = AS_ROOT, ...bare } = WRAPPERS["sudo"] as Wrapper;
  return unwrap(command, installsPackages(parsed) || onlyLooks(parsed) ? bare : { ...bare, escalates });
};

/** What a program tells of the machine, whoever asks: with these words it changes nothing and shows no secret. */
const LOOKS: Readonly<Record<string, RegExp>> = byName({
  ...sameRow("true id whoami lsof ss netstat lsblk lsmod lspci lsusb blkid df du ps uname uptime free", /^/),
  systemctl: /^(?:--no-pager )?(?:status|is-(?:active|enabled|failed)|list-\S+|show|cat)\b/,
  journalctl: /^(?!.*--(?:vacuum|rotate|flush|sync|relinquish|update|setup))/,
  dmesg: /^(?!.*(?:-\w*[cC]|--clear|--read-clear))/,
  nginx: /^-[tTvV]$/,
  ...sameRow("docker podman", /^(?:compose )?(?:ps|images|logs|info|version|stats|top|port)\b/),
  kubectl: /^(?!.*\bsecrets?\b)(?:get|describe|logs|top|version|cluster-info)\b/,
  ...sameRow("ls cat tail head grep zgrep less", /^(?:-\w+ ){0,3}(?:\d{1,6} )?\/var\/log\/[\w-]+(?:[./][\w-]+)*$/),
});

function onlyLooks({ options, operands, unknown }: Parsed): boolean {
  if (unknown.length > 0 || [...options.keys()].some((name) => !OWN_WORDS.has(name))) return false;
  const [program, ...words] = operands.map(({ text }) => text);
  return LOOKS[program ?? ""]?.test(words.join(" ")) === true;
}

const MANAGERS = new Set("apt apt-get aptitude apk dnf yum microdnf zypper pacman".split(" "));
const INSTALLS = new Set("install update add refresh makecache clean autoclean -S -Sy".split(" "));
const OWN_WORDS = new Set(["non-interactive", "preserve-env", "set-home"]);

/** `sudo apt-get install jq`: the manager needs these rights, and its own table says which packages are ordinary. */
function installsPackages({ options, operands, unknown }: Parsed): boolean {
  if (unknown.length > 0 || [...options.keys()].some((name) => !OWN_WORDS.has(name))) return false;
  const [program, ...words] = operands.filter(({ text }) => !/^DEBIAN_FRONTEND=\w+$/.test(text));
  const verb = words.find(({ text }) => !/^-[a-zR-Z-]/.test(text) || INSTALLS.has(text));
  return MANAGERS.has(program?.text ?? "") && INSTALLS.has(verb?.text ?? "");
}

const perf = carrier(
  /^(?:record|stat|trace|mem|c2c|kmem|lock)$/,
  `a,all-cpus e,event: o,output: g p,pid: t,tid: F,freq: c,count: r,repeat: d,detailed v,verbose q,quiet call-graph: append no-big-num
    x,field-separator: I,interval-print: D,delay: timeout: s`,
);

export const WRAPPING: Readonly<Record<string, Tool>> = byName({
  ...Object.fromEntries(Object.entries(WRAPPERS).map(([name, wrapper]): [string, Tool] => [name, (command) => unwrap(command, wrapper)])),
  env,
  sudo,
  sudoedit: sudo,
  // ast-grep has the same name.
  sg: (command) =>
    /^(?:scan|run|test|new|lsp)$/.test(textAt(command.args, 0))
      ? runOther(command, [field("ast-grep"), ...command.args], "sg")
      : unwrap(command, WRAPPERS["sg"] as Wrapper),
  su,
  flock,
  script,
  watch,
  busybox,
  toybox: busybox,
  coreutils,
  runcon,
  arch,
  direnv: (command) => {
    if (/^(?:allow|permit|grant|edit)$/.test(textAt(command.args, 0)))
      addHazard(command.run, "persistence", "it lets a file run whenever the folder is entered", command.index);
    return carrier(/^exec$/, "", 1)(command);
  },
  mise: carrier(/^(?:exec|x|en)$/, "j,jobs: c,command: C,cd: raw"),
  rtx: carrier(/^(?:exec|x)$/, "j,jobs: c,command:"),
  ...sameRow("asdf rbenv pyenv nodenv goenv jenv", carrier(/^exec$/, "")),
  devbox: carrier(/^run$/, "c,config: e,env: q,quiet"),
  "nix-shell": (command) => {
    const parsed = readOptions(command.args, table("p,packages: run: command: pure A,attr: I: keep:"));
    for (const option of ["run", "command"]) for (const value of valuesOf(parsed, option)) runCarried(command, value.text, "nix-shell");
    return SILENT;
  },
  nix: (command) => {
    if (
      /^(?:run|shell|develop|build|profile)$/.test(textAt(command.args, 0)) &&
      command.args.some((each) => /^(?:github|gitlab|git\+|https?|path:\/|sourcehut):/.test(each.text))
    )
      addHidden(command.run, "it runs a program from the network", command.index);
    const at = command.args.findIndex((each) => /^(?:-c|--command)$/.test(each.text));
    return at < 0 ? undefined : runOther(command, command.args.slice(at + 1), "nix");
  },
  perf: (command) => {
    for (const [at, each] of command.args.entries())
      if (/^(?:-o|--output)$/.test(each.text) && command.args[at + 1] !== undefined) touch(command, "write", command.args[at + 1] as Field);
    return perf(command);
  },
  op: carrier(/^run$/, "env-file: no-masking account: session:"),
  doppler: carrier(/^run$/, "p,project: c,config: command: preserve-env:? token: mount: fallback:"),
  infisical: carrier(/^run$/, "env: path: projectId: token: command: silent"),
  "aws-vault": carrier(/^exec$/, "d,duration: n,no-session s,server region: j,json", 1),
  chamber: carrier(/^exec$/, "pristine strict"),
  teller: carrier(/^run$/, "c,config: reset shell"),
  guix: carrier(/^(?:shell|environment)$/, "C,container D,development m,manifest: pure"),
  flox: carrier(/^activate$/, "d,dir: r,remote: t,trust c,command:"),
  rye: carrier(/^run$/, ""),
  fnm: carrier(/^exec$/, "using: fnm-dir:"),
  volta: carrier(/^run$/, "node: npm: yarn: pnpm: bundled-npm no-yarn env:"),
  nvm: carrier(/^(?:exec|run)$/, "silent", 1),
  mamba: carrier(/^run$/, "n,name: p,prefix:"),
  micromamba: carrier(/^run$/, "n,name: p,prefix:"),
  pixi: carrier(/^run$/, "manifest-path: e,environment: frozen locked"),
});
