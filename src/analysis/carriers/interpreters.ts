// Interpreters: code on the command line, on standard input, in a file that this call made, or in a file of the project.

import { byName, either, sameRow, whole, wordSet } from "../../base/index.ts";
import { readCode, readGivenCode } from "../code/read.ts";
import { readLoaded } from "../code/loaded.ts";
import type { Language } from "../code/codeTokens.ts";
import { absolute, isBelow, kindOf, normalise, textOf } from "../run/disk.ts";
import { madeBefore } from "../scripts/earlier.ts";
import { aroundScript, runPackageScripts } from "../scripts/runRecipes.ts";
import { has, type Parsed, readOptions, table, valueOf, valuesOf } from "../run/options.ts";
import { addHazard, addHidden, addOpaque, type Command, touch, type Tool, runOther } from "../run/record.ts";
import { environmentOf, type Field, field, isDynamic, type Output, said, SILENT, unknownOutput, textAt } from "../run/values.ts";
import { packages } from "./packages.ts";
import { readScript, walkSeen } from "../scripts/readScript.ts";

interface Interpreter {
  readonly language: Language;
  readonly options: string;
  /** Options whose value is code. */
  readonly code: readonly string[];
  /** Edits the files it is given. */
  readonly inPlace?: string;
  /** Options that load a file or module first, and the word by which code does the same. */
  readonly loads?: Readonly<Record<string, string>>;
  readonly oneDash?: boolean;
  /** Words that may be before the file: `tsx watch`, `node inspect`. */
  readonly modes?: readonly string[];
}

const PYTHON: Interpreter = {
  language: "python",
  options: "c: m: W: X: B b d E h,help i I O OO P q s S u v V,version x check-hash-based-pycs:",
  code: ["c"],
};
const NODE: Interpreter = {
  language: "javascript",
  options: `
      e,eval: p,print r,require: import: loader,experimental-loader: input-type: C,conditions: c,check i,interactive v,version h,help
      env-file: env-file-if-exists: max-old-space-size: stack-trace-limit: title: test run: watch inspect:? inspect-brk:? test-reporter:
      test-name-pattern: test-concurrency: disable-warning: experimental-default-type: icu-data-dir: openssl-config: redirect-warnings:
      report-dir: diagnostic-dir: experimental-sea-config: build-snapshot-config: localstorage-file: cpu-prof cpu-prof-dir: heap-prof`,
  code: ["eval"],
  loads: { require: "require", import: "import", "experimental-loader": "import" },
};
const PERL: Interpreter = {
  language: "perl",
  options: "e: E: i:? p n l:# a F: M: m: I: 0:# w W X c s S t T u U v V:? x:? d:? D: f h C:# g",
  code: ["e", "E"],
  inPlace: "i",
  loads: { M: "use", m: "use" },
};
const RUBY: Interpreter = {
  language: "ruby",
  options: `
      e: i:? p n l a F: r: I: 0:# w W:# c s S T:# v version x:? d C: E: K: h help y disable: enable: encoding: external-encoding:
      internal-encoding: jit yjit verbose`,
  code: ["e"],
  inPlace: "i",
  loads: { r: "require" },
};
const PHP: Interpreter = {
  language: "php",
  options: "r: f: B: R: F: E: a c: d: e h i l m n S: t: s v w z: H rf: rc: re: ri: ini",
  code: ["r", "B", "R", "E"],
};
const LUA: Interpreter = { language: "lua", options: "e: l: i v E W", code: ["e"], loads: { l: "require" } };
const OTHER = (options: string, code: readonly string[], oneDash = false): Interpreter => ({ language: "other", options, code, oneDash });

const INTERPRETERS: Readonly<Record<string, Interpreter>> = byName({
  ...sameRow("python ipython jython micropython", PYTHON),
  py: { ...PYTHON, options: `${PYTHON.options} 2 3` },
  node: { ...NODE, modes: ["inspect"] },
  tsx: { ...NODE, options: `${NODE.options} tsconfig: no-cache`, modes: ["watch"] },
  "vite-node": NODE,
  "ts-node": { ...NODE, options: `${NODE.options} P,project: T,transpile-only O,compiler-options: cwd: files esm swc` },
  ...sameRow("jsc d8", { ...NODE, options: "e:", code: ["e"] }),
  qjs: { ...NODE, options: "e,eval: m,module i std I,include:", code: ["eval"] },
  perl: PERL,
  ...sameRow("ruby jruby irb", RUBY),
  php: PHP,
  ...sameRow("lua luajit texlua", LUA),
  tclsh: OTHER("encoding:", []),
  ...sameRow("wish escript runghc", OTHER("", [])),
  expect: OTHER("c: f,file: b d i n N", ["c"]),
  Rscript: OTHER("e: default-packages: verbose vanilla", ["e"]),
  R: { ...OTHER("e: f,file: args slave vanilla no-save quiet q s", ["e"]), modes: ["CMD", "BATCH"] },
  julia: OTHER("e,eval: E,print: L,load: p,procs: t,threads: project:? i q", ["eval", "print"]),
  groovy: OTHER("e: c: cp: classpath: d i: l: n p", ["e"]),
  ...sameRow("scala kotlin", OTHER("e: cp:", ["e"])),
  jshell: OTHER("R: s", []),
  elixir: OTHER("e,eval: r: pr: S: name: sname: cookie: no-halt", ["eval"]),
  erl: OTHER("eval: run: s: noshell noinput pa: name:", ["eval", "run"], true),
  ghc: OTHER("e: o: package:", ["e"]),
  ...sameRow("ghci swift newlisp", OTHER("e:", ["e"])),
  ocaml: OTHER("e: I:", ["e"]),
  guile: OTHER("c: s,script: e: l,load:", ["c"]),
  racket: OTHER("e,eval: f,file: l: r,script: t,load:", ["eval"]),
  sbcl: OTHER("eval: load: script:? noinform non-interactive", ["eval"]),
  clojure: OTHER("e,eval: M: X: A: Sdeps:", ["eval"]),
  clj: OTHER("e,eval: M: X:", ["eval"]),
  bb: OTHER("e,eval: f,file:", ["eval"]),
  osascript: OTHER("e: l: i s:", ["e"]),
  octave: OTHER("eval: q silent no-gui", ["eval"]),
  gnuplot: OTHER("e: p c:", ["e"]),
  maxima: OTHER("batch-string: r: b:", ["batch-string", "r"]),
  gjs: OTHER("c,command: I:", ["command"]),
  fish: OTHER("c,command: C,init-command: i l N n p:", ["command", "init-command"]),
  xonsh: OTHER("c: i l", ["c"]),
  nu: OTHER("c,commands: e,execute:", ["commands", "execute"]),
  csh: OTHER("c:", ["c"]),
  tcsh: OTHER("c: f", ["c"]),
  emacs: OTHER("batch eval: execute: f,funcall: l,load: Q q nw script: insert: file: visit: kill", ["eval", "execute"]),
  jjs: OTHER("e: scripting", ["e"]),
  jrunscript: OTHER("e: f,file: l:", ["e"]),
  ...sameRow("fsi fsharpi", OTHER("exec: use: load: quiet", [])),
  csi: OTHER("e: i", ["e"]),
  "dotnet-script": OTHER("e: eval:", ["eval", "e"]),
  raku: OTHER("e: n p I: M:", ["e"]),
  scheme: OTHER("eval: load: quiet", ["eval"]),
  chez: OTHER("script:", []),
  ...sameRow("gosh janet", OTHER("e: l,load:", ["e"])),
  ecl: OTHER("eval: load: shell:", ["eval"]),
  clisp: OTHER("x: i:", ["x"], true),
  pike: OTHER("e: x:", ["e"]),
  swipl: OTHER("g: t: f,file: s,script: l,load:", ["g", "t"]),
  deno_repl: OTHER("eval:", ["eval"]),
});

function interpret(command: Command, kind: Interpreter): Output {
  const { args } = command;
  const parsed = readOptions(args, table(kind.options), { stopAtOperand: true, oneDash: kind.oneDash === true });
  const mode = parsed.operands[0];
  // After its mode the program reads options again: `tsx watch --clear-screen=false src/a.ts`.
  if (mode !== undefined && kind.modes?.includes(mode.text) === true && parsed.operands.length > 1)
    return interpret(
      { ...command, args: args.filter((each) => each !== mode) },
      { ...kind, modes: kind.modes.filter((each) => each !== mode.text) },
    );
  if (kind === PHP) noteSettings(command, parsed);
  for (const [option, verb] of Object.entries(kind.loads ?? {}))
    for (const file of valuesOf(parsed, option)) noteLoaded(command, file, { verb, language: kind.language });
  const codes = codesIn(parsed, kind);
  const edits = kind.inPlace !== undefined && has(parsed, kind.inPlace);
  for (const file of parsed.operands) {
    if (edits) touch(command, "write", file, { inPlace: true, makes: true });
    else if (codes.length > 0) touchIfPath(command, file);
  }
  return codes.length === 0 ? interpretFile(command, kind, parsed) : interpretCode(command, kind, parsed, codes);
}

function interpretCode(command: Command, kind: Interpreter, parsed: Parsed, codes: readonly Field[]): Output {
  const { how, name } = command;
  readGivenCode(command, codes, kind.language);
  if (name === "ipython") noteShellLines(command, codes);
  if (kind.language === "other" && OTHER_SHELLS.test(name)) runLikeShell(command, codes);
  if (kind === PYTHON && has(parsed, "i") && how.stdin !== null) readCode(command, how.stdin.text, kind.language);
  return unknownOutput(`cmd:${name}`, ...(how.stdin?.from ?? []));
}

const OTHER_SHELLS = /^(?:fish|csh|tcsh|xonsh|nu)$/;

function noteSettings({ run, index }: Command, parsed: Parsed): void {
  for (const value of valuesOf(parsed, "d"))
    if (/auto_(?:pre|ap)pend_file|extension|disable_functions|open_basedir/.test(value.text))
      addHazard(run, "tampering", "it makes PHP load something first", index);
}

function noteShellLines({ run, index }: Command, codes: readonly Field[]): void {
  for (const line of codes.flatMap((each) => each.text.split("\n")))
    if (/^\s*[!%]/.test(line)) addOpaque(run, "it runs commands of the shell", index);
}

/** Code on the command line. `node -p CODE`: it may follow as an operand. */
function codesIn(parsed: Parsed, { code, language }: Interpreter): readonly Field[] {
  const codes = code.flatMap((option) => valuesOf(parsed, option)).filter((each) => each.text !== "" || isDynamic(each.text));
  return codes.length === 0 && language === "javascript" && has(parsed, "print") ? parsed.operands.slice(0, 1) : codes;
}

/** Programs whose first word may be a task of theirs instead of a file. */
const TASKS: Readonly<Record<string, RegExp>> = byName({
  ipython: /^(?:profile|locate|history|kernel|kernelspec)$/,
  R: whole`build, check, INSTALL, REMOVE, Rd2\w+, Rdconv, SHLIB, COMPILE, LINK, config, javareconf, Sweave, Stangle`,
  swift: /^(?:build|test|run|package)$/,
});

/** No code on the command line: a script of the package, a module, a file, or standard input. */
function interpretFile(command: Command, kind: Interpreter, parsed: Parsed): Output {
  const { run, index, how, name } = command;
  if (kind.language === "javascript") runNamedScript(command, valueOf(parsed, "run"));
  if (kind === PYTHON && has(parsed, "m")) return runModule(command, valueOf(parsed, "m") as Field);
  if (kind.language === "javascript" && has(parsed, "test")) readLoaded({ ...command, args: parsed.operands }, "node --test");
  if (TASKS[name]?.test(textAt(parsed.operands, 0)) === true) return unknownOutput();
  if (has(parsed, "version", "help", "V", "v", "h", "check", "test", "run", "l", "i", "m", "S", "doctor")) return unknownOutput();
  const file = parsed.operands[0] ?? fileOption(parsed, kind);
  if (file !== undefined && !/^(?:-|\/dev\/stdin)$/.test(file.text)) return runFile(command, file, kind);
  if (how.stdin === null) {
    if (file?.text === "-") addOpaque(run, "it runs code that cannot be seen", index);
    return SILENT;
  }
  readCode(command, how.stdin.text, kind.language);
  return unknownOutput(`cmd:${name}`);
}

/** `node --run NAME`. */
function runNamedScript(command: Command, script: Field | undefined): void {
  if (script !== undefined) runPackageScripts(command, aroundScript(script.text), { folder: command.shell.cwd });
}

function fileOption(parsed: Parsed, kind: Interpreter): Field | undefined {
  if (kind === PHP) return valueOf(parsed, "f");
  return kind.language === "other" ? (valueOf(parsed, "file") ?? valueOf(parsed, "load") ?? valueOf(parsed, "script")) : undefined;
}

function touchIfPath(command: Command, word: Field): void {
  if (/[./]/.test(word.text) && !word.text.startsWith("-")) touch(command, "read", word);
}

/** Shells of another kind: read as if they were this one, which is close enough to see what they run. */
function runLikeShell(command: Command, texts: readonly Field[]): void {
  for (const text of texts)
    if (!isDynamic(text.text))
      command.run.runText(command.run, command.shell, text.text, {
        via: [...command.how.via, `${command.name} -c`],
        env: {},
        span: null,
        stdin: null,
      });
}

const OUR_PROGRAM = /(?:^|\/)(?:codicil(?:-cli)?(?:\.c?js|\.mjs)?|agents\.c?js)$/;
const TASK_PROGRAMS = either`artisan, manage\.py, rails, rake, console, spark, ace, yii, cake, magento, drush, composer`;
/** Files that are programs of a framework, with tasks of their own. */
const TASK_FILE = new RegExp(String.raw`(?:^|\/)(${TASK_PROGRAMS})(?:\.phar)?$`);

function runFile(command: Command, file: Field, kind: Interpreter): Output {
  const { run, index } = command;
  if (/^https?:|^npm:|^jsr:/.test(file.text)) {
    addHidden(run, "it runs a program from the network", index);
    return unknownOutput();
  }
  const isCodicil = kind.language === "javascript" && OUR_PROGRAM.test(file.text);
  const isMade = run.disk.made.has(absolute(run.disk, command.shell.cwd, file.text)?.path ?? "");
  const known = isCodicil ? "codicil" : isMade ? undefined : TASK_FILE.exec(file.text)?.[1];
  if (known !== undefined) return runOther(command, [field(known), ...command.args.slice(command.args.indexOf(file) + 1)], command.name);
  const script = readScript(command, kind.language === "javascript" ? withEnding(command, file) : file);
  if (script.kind === "opaque") addOpaque(run, script.why, index);
  if (script.kind === "text" && OTHER_SHELLS.test(command.name)) walkSeen(run, script, () => runLikeShell(command, [field(script.text)]));
  else if (script.kind === "text")
    walkSeen(run, script, () =>
      readCode(command, script.text, kind.language, { file: script.path, args: command.args.slice(command.args.indexOf(file) + 1) }),
    );
  return unknownOutput(`cmd:${command.name}`);
}

/** `node scripts/build` is `node scripts/build.js`. */
function withEnding(command: Command, file: Field): Field {
  if (/\.\w+$/.test(file.text) || isDynamic(file.text)) return file;
  const stands = (text: string): boolean => {
    const path = absolute(command.run.disk, command.shell.cwd, text)?.path;
    return path !== undefined && (kindOf(command.run.disk, path) === "file" || madeBefore(command.run, path) !== null);
  };
  const found = stands(file.text) ? undefined : [".js", ".cjs", ".mjs", "/index.js"].find((ending) => stands(file.text + ending));
  if (found !== undefined) return { ...file, text: file.text + found };
  const bare = absolute(command.run.disk, command.shell.cwd, file.text);
  if (bare?.exact === true && kindOf(command.run.disk, `${bare.path}/package.json`) === "file")
    return { ...file, text: `${file.text}/${mainOf(command, bare.path)}` };
  // Nothing is there at all yet: what a build makes is a script by then.
  return bare?.exact === true && kindOf(command.run.disk, bare.path) === null ? { ...file, text: `${file.text}.js` } : file;
}

/** `node .` */
function mainOf({ run }: Command, folder: string): string {
  const main = /"main"\s*:\s*"([^"]+)"/.exec(textOf(run.disk, `${folder}/package.json`) ?? "")?.[1] ?? "index.js";
  return /\.\w+$/.test(main) ? main : `${main}.js`;
}

/** `python -m tools.clean`: a module of the project itself. */
function ownModule(command: Command, module: string): Field | undefined {
  const base = module.replaceAll(".", "/");
  return [`${base}.py`, `${base}/__main__.py`]
    .map((text) => field(text))
    .find(({ text }) => {
      const path = absolute(command.run.disk, command.shell.cwd, text)?.path;
      return (
        path !== undefined &&
        isBelow(path, command.run.world.project) &&
        (kindOf(command.run.disk, path) === "file" || madeBefore(command.run, path) !== null)
      );
    });
}

interface Loading {
  readonly verb: string;
  readonly language: Language;
}

/** `node -r ./setup.js`, `perl -MLocal::Setup`: the project's own is read like a module that code imports. */
function noteLoaded(command: Command, file: Field, { verb, language }: Loading): void {
  const { run, index, shell } = command;
  if (/^data:/.test(file.text)) addHidden(run, "it loads code from an address", index);
  else if (/^[./~]|^file:/.test(file.text)) {
    const path = file.text.startsWith("/") ? file.text : `${shell.cwd ?? ""}/${file.text}`;
    if (isBelow(normalise(path), run.world.project)) readCode(command, `${verb} ${JSON.stringify(file.text)}`, language);
    else addHazard(run, "tampering", `it loads code from \`${file.text}\``, index);
  } else if (isDynamic(file.text)) addOpaque(run, "it loads code that is only known when it runs", index);
  else if (verb === "use") readCode(command, `use ${file.text.replace(/^-|=.*$/gs, "")};`, language);
  else readCode(command, `${verb} ${JSON.stringify(file.text)}`, language);
}

/** Modules that are the program of the same name. */
const AS_PROGRAMS = wordSet("pytest twine alembic flask ansible dbt mkdocs scrapy prefect dagster mlflow wandb black isort yapf autopep8");

/** What modules do with their words; the rest only print. */
const MODULES: Readonly<Record<string, (command: Command, rest: readonly Field[], words: readonly Field[]) => void>> = byName({
  ...sameRow("venv virtualenv", ({ run }, _rest, [folder]) => {
    if (folder !== undefined) run.environments.add(environmentOf(folder, folder.text));
  }),
  "json.tool": (command, _rest, [, target]) => {
    if (target !== undefined) touch(command, "write", target);
  },
  zipapp: (command, rest) => {
    const at = rest.findIndex(({ text }) => /^(?:-o|--output)$/.test(text));
    if (at >= 0 && rest[at + 1] !== undefined) touch(command, "write", rest[at + 1] as Field);
  },
  timeit: (command, rest) => {
    for (const word of rest) if (!/^-(?!s$)/.test(word.text) && word.text !== "-s") readCode(command, word.text, "python");
  },
  ...sameRow("zipfile tarfile", (command, rest, words) => {
    if (rest.some((each) => /^(?:-e|--extract)$/.test(each.text))) touch(command, "write", words.at(-1) ?? field("."), { recursive: true });
  }),
  ...sameRow("pdb cProfile profile trace runpy coverage debugpy", (command, rest, words) => {
    const file = words.find((each) => each.text.endsWith(".py"));
    if (file !== undefined) runFile(command, file, PYTHON);
    if (rest.some((each) => each.text === "-c")) addOpaque(command.run, "a debugger is given commands", command.index);
  }),
});

/** `python -m pip`, `-m json.tool IN OUT`, `-m timeit CODE`. */
function runModule(command: Command, module: Field): Output {
  const { run, index } = command;
  const rest = command.args.slice(command.args.indexOf(module) + 1);
  if (isDynamic(module.text)) addOpaque(run, "the module it runs is only known when it runs", index);
  readLoaded({ ...command, args: rest }, module.text);
  if (/^(?:pipx?|poetry|uv)$/.test(module.text)) return packages({ ...command, name: module.text, args: rest }) ?? SILENT;
  if (AS_PROGRAMS.has(module.text)) return runOther(command, [module, ...rest], "python -m");
  MODULES[module.text]?.(
    command,
    rest,
    rest.filter((each) => !each.text.startsWith("-")),
  );
  const own = isDynamic(module.text) ? undefined : ownModule(command, module.text);
  if (own !== undefined) runFile(command, own, PYTHON);
  if (/^(?:pyftpdlib|uploadserver|smtpd|code|pty|IPython)$/.test(module.text))
    addOpaque(run, "what that module does is only known when it runs", index);
  return unknownOutput("cmd:python");
}

export const INTERPRETING: Readonly<Record<string, Tool>> = byName({
  ...Object.fromEntries(Object.entries(INTERPRETERS).map(([name, kind]): [string, Tool] => [name, (command) => interpret(command, kind)])),
  osascript: (command) => {
    if (command.args.some(({ text }) => /\b(?:keystroke|key code|click (?:at|button|menu))\b/.test(text)))
      addHazard(command.run, "tampering", "it types and clicks in the person's place", command.index);
    if (command.args.some(({ text }) => /\bhidden answer\b/.test(text)))
      addHazard(command.run, "exfiltration", "it asks the person for a password", command.index);
    return interpret(command, INTERPRETERS["osascript"] as Interpreter);
  },
  m4: (command) => {
    const text = `${command.how.stdin?.text ?? ""}${command.args.map((each) => each.text).join(" ")}`;
    if (/e?syscmd|maketemp/.test(text) || (isDynamic(text) && command.args.length === 0))
      addOpaque(command.run, "m4 may run commands", command.index);
    return unknownOutput("cmd:m4");
  },
  gs: (command) => {
    if (command.args.some((each) => /%pipe%|-dNOSAFER|-dDELAYSAFER/.test(each.text)) || command.how.stdin !== null)
      addOpaque(command.run, "its document may run commands", command.index);
    for (const each of command.args) if (/^-sOutputFile=./.test(each.text)) touch(command, "write", field(each.text.slice(13)));
    return unknownOutput("cmd:gs");
  },
  bc: () => said("\uE001\n"),
  dc: (command) =>
    /!/.test(`${command.how.stdin?.text ?? ""}${command.args.map((each) => each.text).join("")}`)
      ? (addOpaque(command.run, "dc may run commands", command.index), SILENT)
      : said("\uE001\n"),
});
