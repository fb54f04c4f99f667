// Tools that run what a build file says. The project's own is ordinary work; one that this same call fetched or wrote is not.

import { byName } from "../../../base/index.ts";
import { absolute, isBelow } from "../disk.ts";
import { has, readOptions, table, valueOf } from "../options.ts";
import { addHazard, addOpaque, type Command, type Tool, runOther } from "../record.ts";
import { field } from "../shell/values.ts";
import { runRecipes } from "../scripts/runRecipes.ts";
import { readScript } from "./shells.ts";
import { runCarried } from "./wrappers.ts";

const MAKE_OPTIONS = table(
  "C,directory: f,makefile,file: I,include-dir: o,old-file: W,what-if: j,jobs:? l,load-average:? eval: B b d e i k L m n,dry-run,recon,just-print O:? p q r R s S t v w debug:?",
);

const make: Tool = (command) => {
  const { run, index, args, shell } = command;
  for (const [at, word] of args.entries()) {
    const { text } = word;
    if (
      /^(?:SHELL|MAKE|CC|CXX|RM|LD_PRELOAD|LD_LIBRARY_PATH|DYLD_\w+)=/.test(text) &&
      !/^(?:SHELL=(?:\/usr)?\/?(?:bin\/)?(?:ba)?sh|(?:CC|CXX)=(?:gcc|g\+\+|clang\+?\+?|cc|c\+\+)(?:-\d+)?)$/.test(text)
    )
      addHazard(run, "tampering", "make would run another program", index);
    const evaluated = /^--eval=([\s\S]*)$/.exec(text)?.[1] ?? (text === "--eval" ? args[at + 1]?.text : undefined);
    if (evaluated !== undefined) {
      addOpaque(run, "make is given rules on the command line", index);
      const shellText = /\$\(shell\s([^)]*)(?:\)|$)/.exec(evaluated)?.[1]?.trim();
      if (shellText !== undefined) runCarried(command, shellText, "make --eval");
    }
    if (/^(?:-f|--file|--makefile)$/.test(text) || /^(?:-f.+|--(?:make)?file=)/.test(text)) {
      noteRulesFile(command, /^--(?:make)?file=(.*)$/s.exec(text)?.[1] ?? /^-f(.+)$/s.exec(text)?.[1] ?? args[at + 1]?.text ?? "");
    }
  }
  const parsed = readOptions(args, MAKE_OPTIONS);
  const named = valueOf(parsed, "directory")?.text;
  const folder = named === undefined ? shell.cwd : (absolute(run.disk, shell.cwd, named)?.path ?? null);
  if (named !== undefined && folder !== null && !isBelow(folder, run.world.project))
    addOpaque(run, "the rules of make come from outside the project", index);
  noteForeignFolder(command, folder);
  const file = absolute(run.disk, folder, valueOf(parsed, "file")?.text ?? "");
  const isGiven = valueOf(parsed, "file") !== undefined && file !== null;
  if (!has(parsed, "just-print"))
    runRecipes(command, { folder, words: parsed.operands.map(({ text }) => text), ...(isGiven ? { file: file.path } : {}) });
  return undefined;
};

/** A file of rules that is named: the project's own is ordinary. */
function noteRulesFile(command: Command, name: string): void {
  const { run, index } = command;
  if (name === "-" || name === "/dev/stdin" || name.startsWith("/dev/fd/")) {
    addOpaque(run, `the rules of ${command.name} come from a pipe`, index);
    return;
  }
  const script = readScript(command, field(name));
  if (script.kind === "opaque") addOpaque(run, script.why, index);
  if (script.kind === "text" && script.own === undefined)
    addOpaque(run, `the rules of ${command.name} come from outside the project`, index);
}

const BUILD_FILE =
  /\/(?:GNUmakefile|[Mm]akefile|justfile|Justfile|package\.json|Rakefile|pyproject\.toml|setup\.(?:py|cfg)|tox\.ini|noxfile\.py|conftest\.py|build\.gradle(?:\.kts)?|pom\.xml|CMakeLists\.txt|Cargo\.toml|build\.rs|deno\.jsonc?|docker-compose\.ya?ml|compose\.ya?ml|Dockerfile|Taskfile\.ya?ml|\.npmrc|\.yarnrc(?:\.yml)?|\.pnpmfile\.cjs|vitest\.config\.\w+|jest\.config\.\w+|webpack\.config\.\w+|\.eslintrc[^\s/]*|eslint\.config\.\w+|\.pre-commit-config\.yaml)$/;

/** Building what this same call fetched runs a stranger's code. */
export function noteForeignFolder(command: Command, cwd: string | null): void {
  const { run, index } = command;
  if (cwd === null) return;
  for (const [path, made] of run.disk.made)
    if (made.kind === "file" && path.startsWith(`${cwd}/`) && BUILD_FILE.test(path))
      addOpaque(run, "it runs what this same call wrote into a build file", index);
  for (const [path, made] of run.disk.made) {
    if ((made.by === "clone" || made.by === "extract") && (cwd === path || cwd.startsWith(`${path}/`)) && path !== run.world.project)
      addOpaque(run, "it builds or runs what this same call fetched", index);
  }
}

/** `-DCMAKE_C_COMPILER=/opt/gcc/bin/gcc`. */
const COMPILER = /^-DCMAKE_\w*(?:COMPILER|LINKER|LAUNCHER)(?::\w+)?=(.+)$/;
const INSTALLED = /^\/(?:usr|opt|nix|Library|Applications)\//;

const cmake: Tool = (command) => {
  const { run, shell, args, how } = command;
  if (args[0]?.text !== "-E") {
    const script = args.findIndex(({ text }) => text === "-P");
    if (script >= 0) noteRulesFile(command, args[script + 1]?.text ?? "");
    const compiler = args.map(({ text }) => COMPILER.exec(text)?.[1] ?? "").find((path) => path.startsWith("/") && !INSTALLED.test(path));
    if (compiler !== undefined && !isBelow(compiler, run.world.project))
      addHazard(run, "tampering", `it builds with \`${compiler}\``, command.index);
    return undefined;
  }
  const [verb, ...rest] = args.slice(1);
  const as = (...words: readonly string[]) => runOther(command, [...words.map((each) => field(each)), ...rest], "cmake -E");
  switch (verb?.text) {
    case "rm":
      return as("rm");
    case "remove":
      return as("rm");
    case "remove_directory":
      return as("rm", "-r");
    case "copy":
    case "copy_if_different":
      return as("cp");
    case "copy_directory":
    case "copy_directory_if_different":
      return as("cp", "-r");
    case "rename":
      return as("mv");
    case "create_symlink":
      return as("ln", "-s");
    case "create_hardlink":
      return as("ln");
    case "tar":
      return as("tar");
    case "touch":
      return as("touch");
    case "make_directory":
      return as("mkdir", "-p");
    case "env":
    case "time":
      return as(verb.text);
    case "chdir":
      return run.runWords(run, { ...shell, cwd: null }, rest.slice(1), { ...how, via: [...how.via, "cmake -E"], external: true });
    default:
      return undefined;
  }
};

/** Builds and package scripts of a folder that this same call fetched are a stranger's. */
export const builder: Tool = (command) => {
  noteForeignFolder(command, command.shell.cwd);
  const file = RULES_FILE[command.name];
  if (file !== undefined) {
    const { options } = readOptions(command.args, table(file));
    for (const value of options.get("file") ?? []) noteRulesFile(command, value.text);
    for (const value of options.get("init-script") ?? []) noteRulesFile(command, value.text);
  }
  noteCarried(command);
  if (!command.args.some(({ text }) => LISTS.test(text)))
    runRecipes(command, { folder: command.shell.cwd, words: command.args.map(({ text }) => text) });
  return undefined;
};

/** Words that give a builder a command or code to run, and tasks that publish what was built. */
const CARRIED: readonly (readonly [program: string, words: RegExp])[] = [
  ["bazel", /^--run_under=(.+)$/s],
  ["sbt", /^\s*eval\s(.+)$/s],
];
const PUBLISHES = /^(?:publish\w*|uploadArchives|closeAndRelease\w*|release)$/;
/** Tasks of migration tools: `flywayClean`, `liquibase:dropAll`. */
const EMPTIES: ReadonlySet<string> = new Set(
  "flywayclean flyway:clean flyway:undo liquibase:dropall dropall liquibase:rollback".split(" "),
);

export function emptiesDatabase(task: string): boolean {
  const parts = task.toLowerCase().split(":");
  return EMPTIES.has(parts.at(-1) ?? "") || EMPTIES.has(parts.slice(-2).join(":"));
}
const PUBLISHES_HERE = /Local$|M2$/;
const PUBLISHERS = new Set(["gradle", "gradlew", "sbt", "lein", "mill"]);

/** `//services/web:push`, `//deploy:prod`: a label whose target or last folder says so. */
function isSent(text: string): boolean {
  const label = /^(?:@[\w.-]*)?\/\/([\w./-]*)(?::([\w.-]+))?$/.exec(text);
  const words = label === null ? [] : [label[1]?.split("/").at(-1) ?? "", label[2] ?? ""].flatMap((each) => each.split(/[_.-]/));
  return words.some((word) => /^(?:deploy|publish|push|release|upload|destroy|delete)$/.test(word));
}

function isPublishing(task: string): boolean {
  return PUBLISHES.test(task) && !PUBLISHES_HERE.test(task);
}

function noteCarried(command: Command): void {
  const { args, name, run, index } = command;
  for (const { text } of args) {
    const carried = CARRIED.find(([program]) => program === name)?.[1].exec(text)?.[1];
    if (carried === undefined) continue;
    addOpaque(run, `${name} is given a command to run`, index);
    runCarried(command, carried, name);
  }
  // `just --shell sh --shell-arg -c 'rm -r data'` gives the recipes' names to the shell.
  const shell = name === "just" ? args.findIndex(({ text }) => /^--shell(?:=|$)/.test(text)) : -1;
  if (shell >= 0) addHazard(run, "tampering", "recipes would run in another shell", index);
  if (PUBLISHERS.has(name) && args.some(({ text }) => emptiesDatabase(text))) addHazard(run, "destructive", "it empties a database", index);
  if (name === "bazel" && args[0]?.text === "run" && args.some(({ text }) => isSent(text)))
    addHazard(run, "remote", "its target says that it deploys or publishes something", index);
  if (PUBLISHERS.has(name) && args.some(({ text }) => isPublishing(text.slice(text.lastIndexOf(":") + 1))))
    addHazard(run, "exfiltration", "it publishes to a registry", index);
}

/** Builders that can be given another file of rules than the project's. */
const RULES_FILE: Readonly<Record<string, string>> = byName({
  ninja: "f,file: C: j: k: l: t: d: w:",
  just: "f,justfile,file: d,working-directory: set:",
  task: "t,taskfile,file: d,dir:",
  ant: "f,buildfile,file: lib: logger:",
  scons: "f,sconstruct,file: C,directory: j:",
  gradle: "b,build-file,file: I,init-script: p,project-dir: P: D:",
  gradlew: "b,build-file,file: p,project-dir: P: D:",
});

const LISTS = /^(?:-l|--list(?:-all)?|--summary|--show|--dry-run|-n|--evaluate|--dump|--choose|-T|-P)$/;

const PLAIN = "just task ninja configure gradle gradlew ant scons meson sbt lein stack cabal zig bazel".split(" ");

export const BUILDS: Readonly<Record<string, Tool>> = byName({
  ...Object.fromEntries(PLAIN.map((name): [string, Tool] => [name, builder])),
  make,
  cmake,
});
