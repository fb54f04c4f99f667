// What a project's recipe files and package scripts run. One way for all of them: the file is found, its lines are noted for
// the red lines, and where Git does not have the file as it is they are walked. Of a recipe that
// Git has, only what runs a script that it has not.

import { byName, rowOf, sameRow, whole, wordSet } from "../../base/index.ts";
import { innerShell } from "./readScript.ts";
import { absolute, isBelow, kindOf, nameOf, namesIn, parentOf, realOf } from "../run/disk.ts";
import type { PackageEffect } from "../call/effects.ts";
import { addHidden, addOpaque, type Command } from "../run/record.ts";
import { madeBefore, writtenBefore } from "./earlier.ts";
import { readJustfile, readTaskfile } from "./justfiles.ts";
import { LOADERS } from "./loaders.ts";
import { includedByMakefile, readMakefile } from "./makefiles.ts";
import { asShellText, insideOwn, ownScript } from "./ownScripts.ts";
import { linesUnder, type Recipes } from "./recipe.ts";
import { cargoAliases, tomlTasks } from "./tomlTasks.ts";

interface RecipeFile {
  readonly names: readonly string[];
  /** null: its code is read, and no lines for a shell. */
  readonly read: Recipes | null;
  /** Other files that belong to it. */
  readonly includes?: (text: string) => readonly string[];
}

const RECIPE_FILES: Readonly<Record<string, RecipeFile>> = byName({
  make: { names: ["GNUmakefile", "makefile", "Makefile"], read: readMakefile, includes: includedByMakefile },
  just: { names: ["justfile", "Justfile", ".justfile"], read: readJustfile },
  task: { names: ["Taskfile.yml", "Taskfile.yaml", "taskfile.yml"], read: readTaskfile },
  ...sameRow("pre-commit prek", { names: [".pre-commit-config.yaml"], read: linesUnder(wordSet("entry")) }),
  lefthook: { names: ["lefthook.yml", ".lefthook.yml", "lefthook.yaml"], read: linesUnder(wordSet("run")) },
  tox: { names: ["tox.ini"], read: linesUnder(wordSet("commands commands_pre commands_post")) },
  ...sameRow("foreman honcho overmind", { names: ["Procfile", "Procfile.dev"], read: linesUnder(null) }),
  rake: { names: ["Rakefile", "rakefile"], read: null },
  poe: { names: ["poe_tasks.toml", "pyproject.toml"], read: tomlTasks(/^(?:tool\.poe\.)?tasks((?:\.[^.]+)?)$/) },
  pdm: { names: ["pyproject.toml"], read: tomlTasks(/^tool\.pdm\.scripts((?:\.[^.]+)?)$/) },
  hatch: { names: ["hatch.toml", "pyproject.toml"], read: tomlTasks(/^(?:tool\.hatch\.)?envs\.[^.]+\.scripts((?:\.[^.]+)?)$/) },
  mise: { names: ["mise.toml", ".mise.toml", ".config/mise.toml"], read: tomlTasks(/^tasks((?:\.[^.]+)?)$/) },
  cargo: { names: [".cargo/config.toml", ".cargo/config"], read: cargoAliases },
});

/** `make clean`, `just deploy`: `words` are the command's without the options that have values. */
export function runRecipes(
  command: Command,
  { folder, file, words }: { readonly folder: string | null; readonly file?: string; readonly words: readonly string[] },
): void {
  const known = RECIPE_FILES[command.name];
  if (known === undefined || folder === null || command.run.elsewhere) return;
  const path = file ?? known.names.map((name) => `${folder}/${name}`).find((each) => stands(command, each));
  if (path === undefined) return;
  const main = noteText(command, path, path);
  if (main.text === null || known.read === null) return;
  const included = (known.includes?.(main.text) ?? []).flatMap((name) => filesNamed(command, folder, name));
  const parts = [main, ...included.map((each) => noteText(command, each, each))];
  const lines = known.read(parts.map(({ text }) => text ?? "").join("\n"), words);
  const isChanged = parts.some((part) => part.isChanged);
  if (lines !== null) walkLines(command, { key: `${path} ${words.join(" ")}`, folder, lines, isChanged });
  else if (isChanged) addHidden(command.run, "it runs more recipes than can be looked at", command.index);
}

/** `rules.mk`, or every file that `build/*.mk` stands for. */
function filesNamed(command: Command, folder: string, name: string): readonly string[] {
  const { run } = command;
  const path = absolute(run.disk, folder, name)?.path;
  if (path === undefined || !path.includes("*")) return path === undefined || !stands(command, path) ? [] : [path];
  const [before = "", after = ""] = nameOf(path).split("*");
  const fits = (each: string) => parentOf(each) === parentOf(path) && nameOf(each).startsWith(before) && each.endsWith(after);
  const there = (namesIn(run.disk, parentOf(path)) ?? []).map((each) => `${parentOf(path)}/${each}`);
  return [...new Set([...there, ...writtenBefore(run, [after])])].filter(fits);
}

/** `npm run clean`, with the scripts around it; `args` are added to the script itself. */
export function runPackageScripts(
  command: Command,
  names: readonly string[],
  { folder, args = "" }: { readonly folder: string | null; readonly args?: string },
): void {
  const { run } = command;
  const path = folder === null || names.length === 0 || run.elsewhere ? null : manifestFrom(command, folder);
  if (path === null) return;
  const own = ownScript(run, path);
  if (own.kind === "unseen") noteUnseen(command, path);
  const manifest = own.kind === "changed" ? own.text : own.kind === "ordinary" ? run.world.readText(path) : null;
  const scripts = scriptsOf(manifest);
  for (const name of names) {
    const lines = linesOf(rowOf(scripts, name));
    if (lines.length === 0) continue;
    run.scripts.push({ what: `The script \`${name}\``, text: lines.join("\n"), program: command.index });
    const isMain = name === names.at(names.length === 3 ? 1 : 0);
    walkLines(command, {
      key: `${path} ${name}`,
      folder: parentOf(path),
      lines: lines.map((line) => (isMain ? `${line} ${args}` : line)),
      isChanged: own.kind === "changed",
    });
  }
}

/** `turbo run build`: the scripts of that name of every package, as far as the session wrote to them; the root's too. */
export function runWorkspaceScripts(command: Command, words: readonly string[]): void {
  const { run, shell } = command;
  const names = words.flatMap((word) => (word.startsWith("-") ? [] : word.split(","))).map((word) => word.replace(/^.*[#:]/, ""));
  const written = writtenBefore(run, ["package.json"]).filter((path) => nameOf(path) === "package.json");
  const folders = new Set([...(shell.cwd === null ? [] : [shell.cwd]), ...written.map(parentOf)]);
  for (const folder of folders) runPackageScripts(command, names, { folder });
}

/** One line, the lines that Composer lists, or a task of Deno's with its description beside it. */
function linesOf(script: unknown): readonly string[] {
  const { command = script } = (script ?? {}) as { readonly command?: unknown };
  return [command].flat().filter((line): line is string => typeof line === "string");
}

/** Where a program has its scripts, the nearest first. */
const MANIFESTS: Readonly<Record<string, readonly string[]>> = byName({
  deno: ["deno.json", "deno.jsonc", "package.json"],
  composer: ["composer.json"],
});

/** Scripts that run with a manager's own commands. */
const INSTALLED = ["preinstall", "install", "postinstall", "prepare"];
const PACKED = ["prepublishOnly", "prepack", "prepare", "postpack"];

export function scriptsWith(action: PackageEffect["action"], sub: string): readonly (readonly string[])[] {
  return [
    ...(action === "install" || action === "add" ? [INSTALLED] : []),
    ...(/^(?:\w*-)*test$|^[cs]?it$/.test(sub) && sub !== "test" ? [aroundScript("test")] : []),
    ...(/^(?:publish|pack)$/.test(sub) ? [PACKED] : []),
    ...(sub === "restart" ? [aroundScript("stop"), aroundScript("start")] : []),
  ];
}

export function aroundScript(script: string | null): readonly string[] {
  return script === null ? [] : [`pre${script}`, script, `post${script}`];
}

/** Whatever the program would open: also a pipe or a device, which nobody can look into. */
function stands(command: Command, path: string): boolean {
  const kind = kindOf(command.run.disk, path);
  return (kind !== null && kind !== "dir") || madeBefore(command.run, path) !== null;
}

/** What is new and too large, or no file at all, would run unseen. */
function noteUnseen(command: Command, path: string): void {
  addOpaque(command.run, `it runs \`${nameOf(path)}\`, which is not committed and cannot be read`, command.index);
}

/** The text of a file of recipes, and whether it is new or changed. Either way it is noted. */
function noteText(command: Command, path: string, what: string): { readonly text: string | null; readonly isChanged: boolean } {
  const { run } = command;
  const own = isBelow(path, run.world.project) ? ownScript(run, path) : { kind: "ordinary" as const };
  const text = own.kind === "changed" ? own.text : run.world.readText(path);
  if (own.kind === "unseen") noteUnseen(command, path);
  run.scripts.push({ what, text, program: command.index });
  return { text, isChanged: own.kind === "changed" };
}

const RUNS_FILES = whole`\., source, (?:ba|da|z|k)?sh, node, bun, deno, tsx, ts-node, python[\d.]*, ruby, perl, php`;

/** The commands of a recipe's lines, roughly: no quotes are looked at. */
function commandsIn(lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => asShellText(line).split(/&&|[;|\n]/)).map((part) => part.trim());
}

/** It runs a new or changed script of the project. */
function runsChanged({ run }: Command, folder: string, [first = "", ...rest]: readonly string[]): boolean {
  const isChanged = (word: string): boolean => {
    const found = /[./]/.test(word) ? absolute(run.disk, folder, word) : null;
    if (found?.exact !== true || !isBelow(found.path, run.world.project) || kindOf(run.disk, found.path) !== "file") return false;
    return ownScript(run, realOf(run.disk, found.path, true)).kind === "changed";
  };
  return (RUNS_FILES.test(first) ? rest : [first]).some(isChanged);
}

const CARRIES = whole`npx, bunx, pnpm, yarn, uv, uvx, poetry, pdm, pipenv, hatch, bundle, cross-env, python[\d.]*`;

/** `vitest`, `npx vitest`, `python -m pytest`: a program that loads code by itself. */
function loadsCode([first = "", ...rest]: readonly string[]): boolean {
  const isLoader = (word: string) => rowOf(LOADERS, word) !== undefined;
  return isLoader(first) || (CARRIES.test(first) && rest.some(isLoader)) || (first === "node" && rest.includes("--test"));
}

function manifestFrom(command: Command, folder: string): string | null {
  for (let at = folder; isBelow(at, command.run.world.project); at = parentOf(at)) {
    const found = (MANIFESTS[command.name] ?? ["package.json"]).find((name) => stands(command, `${at}/${name}`));
    if (found !== undefined) return `${at}/${found}`;
    if (at === "/") break;
  }
  return null;
}

function scriptsOf(manifest: string | null): Readonly<Record<string, unknown>> {
  try {
    // A task file may have comments, and commas at the end of lists.
    const lines = (manifest ?? "{}").split("\n").flatMap((line) => (line.trim().startsWith("//") ? [] : [line.trim()]));
    const plain = lines.map((line, at) => (line.endsWith(",") && /^[}\]]/.test(lines[at + 1] ?? "") ? line.slice(0, -1) : line)).join("\n");
    const { scripts, tasks } = JSON.parse(plain) as Record<"scripts" | "tasks", Readonly<Record<string, unknown>> | undefined>;
    return { ...tasks, ...scripts };
  } catch {
    // A manifest that cannot be read runs nothing.
    return {};
  }
}

interface Walk {
  readonly key: string;
  readonly folder: string;
  readonly lines: readonly string[];
  /** False: Git had the recipe before the session. */
  readonly isChanged: boolean;
}

function walkLines(command: Command, { key, folder, lines, isChanged }: Walk): void {
  const { run } = command;
  insideOwn(run, key, () => {
    if (isChanged) return lines.forEach((line) => walkLine(command, folder, line));
    const { onlyLoads } = run;
    for (const part of commandsIn(lines)) {
      const words = part.split(/\s+/).filter((word) => !/^\w+=/.test(word));
      const isScript = runsChanged(command, folder, words);
      if (!isScript && !loadsCode(words)) continue;
      run.onlyLoads = onlyLoads || !isScript;
      walkLine(command, folder, part);
      run.onlyLoads = onlyLoads;
    }
  });
}

function walkLine(command: Command, folder: string, line: string): void {
  const { run, how } = command;
  const inner = innerShell(command);
  inner.cwd = folder;
  run.runText(run, inner, asShellText(line), { via: [...how.via, command.name], env: {}, span: null, stdin: null });
}
