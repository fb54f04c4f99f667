// Programs that run what they are told in an option or in their words, and belong to no other family.

import { byName, either, sameRow, whole } from "../../base/index.ts";
import { has, readOptions, table, valuesOf } from "../run/options.ts";
import { addHazard, addOpaque, type Command, touch, type Tool, runOther } from "../run/record.ts";
import { type Field, field, isDynamic, SILENT, unknownOutput, textAt } from "../run/values.ts";
import { isTelling } from "../run/addresses.ts";
import { eachSign } from "../run/signs.ts";
import { aroundScript, runPackageScripts } from "../scripts/runRecipes.ts";
import { builder, emptiesDatabase } from "./builds.ts";
import { runCarried } from "./wrappers.ts";

/** Values of some options are command texts. */
function carries(options: string, names: readonly string[], writes: readonly string[] = []): Tool {
  return (command) => {
    const parsed = readOptions(command.args, table(options));
    for (const name of names) for (const value of valuesOf(parsed, name)) runCarried(command, value.text, `${command.name} --${name}`);
    for (const name of writes) for (const value of valuesOf(parsed, name)) touch(command, "write", value);
    return unknownOutput(`cmd:${command.name}`);
  };
}

/** Each operand is a script of the package. */
const eachScript: Tool = (command) => {
  const { operands } = readOptions(command.args, table("max-parallel: npm-path:"));
  for (const { text } of operands) runPackageScripts(command, aroundScript(text), { folder: command.shell.cwd });
  return undefined;
};

/** Each operand is a command text of its own. */
const eachOperand: Tool = (command) => {
  const parsed = readOptions(
    command.args,
    table(
      `n,names: c,prefix-colors: p,prefix: k,kill-others kill-others-on-fail s,success: r,raw g,group t,timestamp-format:
        m,max-processes: restart-tries: restart-after: default-input-target: passthrough-arguments,P hide: l,prefix-length: r
        v,verbose`,
    ),
  );
  for (const { text } of parsed.operands) runCarried(command, text.replace(/^(npm|yarn|pnpm|bun|node):/, "$1 run "), command.name);
  return SILENT;
};

/** The words after the options are a program, or one text. */
function rest(options: string, { texts = [], skip = 0 }: { readonly texts?: readonly string[]; readonly skip?: number } = {}): Tool {
  return (command) => {
    const { name } = command;
    const parsed = readOptions(command.args, table(options), { stopAtOperand: true });
    for (const option of texts) for (const value of valuesOf(parsed, option)) runCarried(command, value.text, `${name} --${option}`);
    const given = parsed.operands.slice(skip);
    // `cross-env A=1 B=2 program`.
    const words = given.slice(given.findIndex(({ text }) => !/^\w+=/.test(text)));
    if (words.length === 0) return SILENT;
    if (words.length === 1 && /\s/.test(textAt(words, 0))) return runCarried(command, textAt(words, 0), name);
    return runOther(command, words, name);
  };
}

const gdb: Tool = (command) => {
  const { args } = command;
  for (const [at, word] of args.entries()) {
    const text = whole`-ex, -iex, --eval-command, -eval-command, --init-eval-command, -o, -O, --one-line, --one-line-before-file`.test(
      word.text,
    )
      ? args[at + 1]?.text
      : /^--(?:init-)?eval-command=([\s\S]*)$/.exec(word.text)?.[1];
    if (text !== undefined) readDebugger(command, text);
    if (/^(?:-x|--command|-s|--source|-S)$/.test(word.text))
      addOpaque(command.run, "the debugger's commands come from a file", command.index);
  }
  if (command.how.stdin !== null) readDebugger(command, command.how.stdin.text);
  const marker = args.findIndex((each) => /^(?:--args|-args|--)$/.test(each.text));
  if (marker >= 0) return runOther(command, args.slice(marker + 1), command.name);
  return SILENT;
};

const PUBLISHING = either`\bnuget\s+(?:push|delete)\b, \bef\s+database\s+drop\b, ^(?=[^]*\btool\s+install\b)[^]*--add-source`;
const DOTNET_PUBLISHES = new RegExp(PUBLISHING);
const UNSEEN_WORDS = either`python, py, pi, guile, source, call, print\s+\$?system, expr, script, p\s+system, dump, restore, save,
  set\s+logging, log, pipe, \|`;
const DEBUGGER_RUNS = new RegExp(String.raw`^\s*(?:${UNSEEN_WORDS})`);

function readDebugger(command: Command, text: string): void {
  if (isDynamic(text)) {
    addOpaque(command.run, "the debugger's commands are only known when it runs", command.index);
    return;
  }
  for (const line of text.split("\n")) {
    const shell = /^\s*(?:shell|!|platform\s+shell|make)\s*([\s\S]+)$/.exec(line)?.[1];
    if (shell !== undefined) runCarried(command, shell, command.name);
    else if (DEBUGGER_RUNS.test(line)) addOpaque(command.run, "the debugger runs something that cannot be seen", command.index);
  }
}

/** Copies a stranger's repository without its history. */
const degit: Tool = (command) => {
  const words = command.args.filter((each) => !each.text.startsWith("-"));
  const folder = words[1] ?? field(words[0]?.text.replace(/#.*$/s, "").replace(/^.*[/:]/s, "") ?? ".");
  const path = touch(command, "create", folder);
  if (path !== null) command.run.disk.made.set(path, { kind: "dir", content: null, by: "clone" });
  return SILENT;
};

/** Converters whose last operand is the output. */
const lastIsOutput =
  (options: string): Tool =>
  (command) => {
    const parsed = readOptions(command.args, table(options), { oneDash: true });
    const files = parsed.operands;
    for (const file of files.slice(0, -1)) touch(command, "read", file);
    const last = files.at(-1);
    // ImageMagick takes the form in front: `PNG:notes.txt`.
    if (last !== undefined && files.length > 1 && last.text !== "-")
      touch(command, "write", { ...last, text: last.text.replace(/^\w{2,5}:(?!\/\/)/, "") });
    return SILENT;
  };

const ffmpeg: Tool = (command) => {
  const { args } = command;
  for (const [at, word] of args.entries())
    if (word.text === "-i" && args[at + 1] !== undefined) touch(command, "read", args[at + 1] as Field);
  const last = args.at(-1);
  if (last !== undefined && !last.text.startsWith("-") && args.at(-2)?.text !== "-i" && args.length > 2)
    touch(command, args.some((each) => each.text === "-n") ? "create" : "write", last);
  return SILENT;
};

const open: Tool = (command) => {
  for (const word of command.args) {
    if (isTelling(word.from)) addHazard(command.run, "exfiltration", "the address carries data of this machine", command.index);
    if (/^(?:https?|ftp|mailto):/.test(word.text))
      command.run.network.push({ host: null, url: word.text, sends: false, program: command.index });
    else if (/\.(?:app|command|sh|terminal|workflow|scpt|desktop|exe|pkg|dmg|msi|bat)$/i.test(word.text))
      addOpaque(command.run, "it opens a program", command.index);
  }
  return SILENT;
};

const gio: Tool = (command) => {
  const [verb, ...words] = command.args;
  const as = (...names: readonly string[]) => runOther(command, [...names.map((each) => field(each)), ...words], "gio");
  switch (verb?.text) {
    case "trash":
      if (words.some((each) => each.text === "--empty")) addHazard(command.run, "destructive", "it empties the trash", command.index);
      return words.some((each) => each.text === "--list") ? undefined : as("trash-put");
    case "remove":
      return as("rm");
    case "move":
    case "rename":
      return as("mv");
    case "copy":
      return as("cp");
    case "save":
      return as("tee");
    default:
      return undefined;
  }
};

/** Tests and hooks that are told to run something. */
const maven: Tool = (command) => {
  const { args, run, index } = command;
  const text = args.map((each) => each.text).join(" ");
  if (/\bdeploy(?:\b|:)|\brelease:perform/.test(text)) addHazard(run, "exfiltration", "it publishes to a registry", index);
  if (args.some((each) => emptiesDatabase(each.text))) addHazard(run, "destructive", "it empties a database", index);
  if (/\bexec(?:-maven-plugin(?::[\w.]+)?)?:(?:exec|java)\b/.test(text)) {
    const given = args.filter((each) => /^-Dexec\.args=/.test(each.text));
    for (const each of args.filter(({ text: word }) => /^-Dexec\.executable=/.test(word)))
      runCarried(command, [each, ...given].map((word) => word.text.replace(/^[^=]*=/, "")).join(" "), "mvn exec");
  }
  return builder(command);
};

export const RUNNERS: Readonly<Record<string, Tool>> = byName({
  pee: eachOperand,
  mispipe: eachOperand,
  rake: (command) => {
    for (const [at, each] of command.args.entries())
      if (/^-[ep]$/.test(each.text)) runOther(command, [field("ruby"), field("-e"), command.args[at + 1] ?? field("")], "rake -e");
    return undefined;
  },
  concurrently: eachOperand,
  ...sameRow("run-s run-p npm-run-all nr", eachScript),
  nodemon: carries("x,exec: w,watch: e,ext: i,ignore: d,delay: q V,verbose", ["exec"]),
  watchexec: rest("e,exts: w,watch: i,ignore: f,filter: d,debounce: r,restart c,clear:? p,postpone n s,signal: shell:"),
  chokidar: carries("c,command: p i: t d:", ["command"]),
  onchange: rest("i,initial k,kill e,exclude: d,delay: f,filter: j,jobs: v a,add", {}),
  hyperfine: (command) => {
    const parsed = readOptions(
      command.args,
      table(
        `w,warmup: r,runs: m,min-runs: M,max-runs: p,prepare: c,cleanup: s,setup: S,shell: N i,ignore-failure P,parameter-scan:
          L,parameter-list: export-json: export-csv: export-markdown: style: u,time-unit: n,command-name: output: show-output`,
      ),
    );
    for (const name of ["prepare", "cleanup", "setup"])
      for (const value of valuesOf(parsed, name)) runCarried(command, value.text, `hyperfine --${name}`);
    for (const name of ["export-json", "export-csv", "export-markdown"])
      for (const value of valuesOf(parsed, name)) touch(command, "write", value);
    for (const word of parsed.operands) runCarried(command, word.text, "hyperfine");
    return SILENT;
  },
  gdb,
  lldb: gdb,
  cgdb: gdb,
  ffmpeg,
  convert: lastIsOutput(
    `quality: resize: density: format: crop: rotate: background: fill: size: colors: depth: gravity: font: pointsize: draw: annotate:
      compose: geometry: define: strip trim flatten`,
  ),
  magick: lastIsOutput("quality: resize: density: format: crop: rotate: background: fill: size:"),
  sox: lastIsOutput("r: c: b: e: t:"),
  "qemu-img": lastIsOutput("f: F: O: o: b: S: m: t: T: s: l: object: image-opts"),
  cwebp: carries("o: q:", [], ["o"]),
  wkhtmltopdf: lastIsOutput("s: O: T: B: L: R:"),
  "rsvg-convert": carries("o,output: w: h: f:", [], ["output"]),
  pdflatex: eachSign([/(?:^|\s)--?(?:shell-escape|enable-write18)/, "tampering", "its documents may run commands"]),
  degit,
  tiged: degit,
  giget: degit,
  open,
  "xdg-open": open,
  start: open,
  gio,
  "cross-env": rest("", {}),
  dotenvx: rest("f,env-file: e,env: q,quiet o,overload", { skip: 1 }),
  "env-run": rest(""),
  retry: rest("t,times: d,delay: u,until: w,while: c: s: e:"),
  "wait-for-it": rest("h: p: s t: q strict timeout: host: port:", { skip: 1 }),
  "wait-for-it.sh": rest("h: p: s t: q strict timeout:", { skip: 1 }),
  dockerize: rest("wait: timeout: template: stdout: stderr: delims: env: no-overwrite poll"),
  "start-stop-daemon": (command) => {
    const parsed = readOptions(
      command.args,
      table("S,start K,stop x,exec: a,startas: p,pidfile: u,user: c,chuid: n,name: b,background m,make-pidfile d,chdir: o,oknodo q,quiet"),
    );
    for (const name of ["exec", "startas"])
      for (const value of valuesOf(parsed, name)) runOther(command, [value, ...parsed.operands], "start-stop-daemon");
    if (has(parsed, "stop")) addHazard(command.run, "destructive", "it ends programs", command.index);
    return SILENT;
  },
  forever: eachSign([/(?:^|\s)stop/, "destructive", "it ends programs"]),
  pm2: eachSign(
    [/^(?:delete|kill|stop)\b/, "destructive", "it ends programs"],
    [/^startup|^save/, "persistence", "it makes programs start by themselves"],
  ),
  "run-parts": (command) => {
    addOpaque(command.run, "it runs every file of a folder", command.index);
    return undefined;
  },
  mvnw: (command) => maven(command),
  mvn: (command) => maven(command),
  dotnet: (command) => {
    if (/^(?:fsi|script)$/.test(textAt(command.args, 0)))
      return runOther(command, [field(command.args[0]?.text === "fsi" ? "fsi" : "dotnet-script"), ...command.args.slice(1)], "dotnet");
    if (DOTNET_PUBLISHES.test(command.args.map((each) => each.text).join(" ")))
      addHazard(command.run, "exfiltration", "it publishes to a registry or drops a database", command.index);
    return builder(command);
  },
});
