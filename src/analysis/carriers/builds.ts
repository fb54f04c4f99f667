// Tools that run what a build file says. The project's own is ordinary work; one that this same call fetched or wrote is not.

import { byName, either, sameRow, whole, wordSet } from "../../base/index.ts";
import { absolute, isBelow } from "../run/disk.ts";
import { has, readOptions, table, valueOf, valuesOf } from "../run/options.ts";
import { addHazard, addOpaque, type Command, type Tool, runOther } from "../run/record.ts";
import { field, textAt } from "../run/values.ts";
import { runRecipes } from "../scripts/runRecipes.ts";
import { readScript } from "../scripts/readScript.ts";
import { runCarried } from "./wrappers.ts";

const MAKE_OPTIONS = table(
  `
    C,directory: f,makefile,file: I,include-dir: o,old-file: W,what-if: j,jobs:? l,load-average:? eval: B b d e i k L m
    n,dry-run,recon,just-print O:? p q r R s S t v w debug:?`,
);

/** Variables of make that name the programs which it runs, and values of them that everybody has. */
const RUNS_PROGRAM = /^(?:SHELL|MAKE|CC|CXX|RM|LD_PRELOAD|LD_LIBRARY_PATH|DYLD_\w+)=/;
const ORDINARY = whole`SHELL=(?:\/usr)?\/?(?:bin\/)?(?:ba)?sh, (?:CC|CXX)=(?:gcc|g\+\+|clang\+?\+?|cc|c\+\+)(?:-\d+)?`;

function noteWordOfMake(command: Command, at: number): void {
  const { run, index, args } = command;
  const text = textAt(args, at);
  const next = args[at + 1]?.text;
  if (RUNS_PROGRAM.test(text) && !ORDINARY.test(text)) addHazard(run, "tampering", "make would run another program", index);
  const evaluated = text === "--eval" ? next : /^--eval=([\s\S]*)$/.exec(text)?.[1];
  if (evaluated !== undefined) evaluateRules(command, evaluated);
}

function evaluateRules(command: Command, rules: string): void {
  addOpaque(command.run, "make is given rules on the command line", command.index);
  const text = /\$\(shell\s([^)]*)(?:\)|$)/.exec(rules)?.[1]?.trim();
  if (text !== undefined) runCarried(command, text, "make --eval");
}

const make: Tool = (command) => {
  const { run, index, args, shell } = command;
  for (const at of args.keys()) noteWordOfMake(command, at);
  const parsed = readOptions(args, MAKE_OPTIONS);
  for (const each of valuesOf(parsed, "file")) noteRulesFile(command, each.text);
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

const BUILD_FILES = either`GNUmakefile, [Mm]akefile, justfile, Justfile, package\.json, Rakefile, pyproject\.toml, setup\.(?:py|cfg),
  tox\.ini, noxfile\.py, conftest\.py, build\.gradle(?:\.kts)?, pom\.xml, CMakeLists\.txt, Cargo\.toml, build\.rs, deno\.jsonc?,
  docker-compose\.ya?ml, compose\.ya?ml, Dockerfile, Taskfile\.ya?ml, \.npmrc, \.yarnrc(?:\.yml)?, \.pnpmfile\.cjs,
  vitest\.config\.\w+, jest\.config\.\w+, webpack\.config\.\w+, \.eslintrc[^\s/]*, eslint\.config\.\w+, \.pre-commit-config\.yaml`;
const BUILD_FILE = new RegExp(`\\/(?:${BUILD_FILES})$`);

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

/** Verbs of `cmake -E`, and the programs that do the same with the same words. */
const CMAKE_VERBS: Readonly<Record<string, string>> = byName({
  ...sameRow("rm remove", "rm"),
  remove_directory: "rm -r",
  ...sameRow("copy copy_if_different", "cp"),
  ...sameRow("copy_directory copy_directory_if_different", "cp -r"),
  rename: "mv",
  create_symlink: "ln -s",
  create_hardlink: "ln",
  make_directory: "mkdir -p",
  tar: "tar",
  touch: "touch",
  env: "env",
  time: "time",
});

const cmake: Tool = (command) => {
  const { run, shell, args } = command;
  if (args[0]?.text !== "-E") {
    const script = args.findIndex(({ text }) => text === "-P");
    if (script >= 0) noteRulesFile(command, textAt(args, script + 1));
    const compiler = args.map(({ text }) => COMPILER.exec(text)?.[1] ?? "").find((path) => path.startsWith("/") && !INSTALLED.test(path));
    if (compiler !== undefined && !isBelow(compiler, run.world.project))
      addHazard(run, "tampering", `it builds with \`${compiler}\``, command.index);
    return undefined;
  }
  const [verb, ...rest] = args.slice(1);
  if (verb?.text === "chdir") return runOther({ ...command, shell: { ...shell, cwd: null } }, rest.slice(1), "cmake -E");
  const words = CMAKE_VERBS[verb?.text ?? ""]?.split(" ").map((each) => field(each));
  return words === undefined ? undefined : runOther(command, [...words, ...rest], "cmake -E");
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
const EMPTIES = wordSet("flywayclean flyway:clean flyway:undo liquibase:dropall dropall liquibase:rollback");

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

const LISTS = whole`-l, --list(?:-all)?, --summary, --show, --dry-run, -n, --evaluate, --dump, --choose, -T, -P`;

const PLAIN = "just task ninja configure gradle gradlew ant scons meson sbt lein stack cabal zig bazel";

export const BUILDS: Readonly<Record<string, Tool>> = byName({ ...sameRow(PLAIN, builder), make, cmake });
