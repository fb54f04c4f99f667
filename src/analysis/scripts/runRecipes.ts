// What a project's recipe files and package scripts run. One way for all of them: the file is found, its lines are noted for
// the red lines, and where Git does not have the file as it is they are walked. Of a recipe that
// Git has, only what runs a script that it has not.

import { byName, rowOf } from "../../base/index.ts";
import { innerShell } from "./readScript.ts";
import { absolute, isBelow, kindOf, parentOf, realOf } from "../run/disk.ts";
import type { PackageEffect } from "../call/effects.ts";
import type { Command } from "../run/record.ts";
import { madeBefore } from "./earlier.ts";
import { readJustfile, readTaskfile } from "./justfiles.ts";
import { readMakefile } from "./makefiles.ts";
import { asShellText, insideOwn, ownScript } from "./ownScripts.ts";
import type { Recipes } from "./recipe.ts";

interface RecipeFile {
  readonly names: readonly string[];
  /** null: nobody here reads its lines. */
  readonly read: Recipes | null;
}

const RECIPE_FILES: Readonly<Record<string, RecipeFile>> = byName({
  make: { names: ["GNUmakefile", "makefile", "Makefile"], read: readMakefile },
  just: { names: ["justfile", "Justfile", ".justfile"], read: readJustfile },
  task: { names: ["Taskfile.yml", "Taskfile.yaml", "taskfile.yml"], read: readTaskfile },
  rake: { names: ["Rakefile", "rakefile"], read: null },
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
  const { text, isChanged } = noteText(command, path, path);
  if (text === null || known.read === null) return;
  walkLines(command, { key: `${path} ${words.join(" ")}`, folder, lines: known.read(text, words), isChanged });
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

function stands(command: Command, path: string): boolean {
  return kindOf(command.run.disk, path) === "file" || madeBefore(command.run, path) !== null;
}

/** The text of a file of recipes, and whether it is new or changed. Either way it is noted. */
function noteText(command: Command, path: string, what: string): { readonly text: string | null; readonly isChanged: boolean } {
  const { run } = command;
  const own = isBelow(path, run.world.project) ? ownScript(run, path) : { kind: "ordinary" as const };
  const text = own.kind === "changed" ? own.text : run.world.readText(path);
  run.scripts.push({ what, text, program: command.index });
  return { text, isChanged: own.kind === "changed" };
}

const RUNS_FILES = /^(?:\.|source|(?:ba|da|z|k)?sh|node|bun|deno|tsx|ts-node|python[\d.]*|ruby|perl|php)$/;

/** Of an ordinary recipe: the commands that run a new or changed script of the project. */
function runningChanged({ run }: Command, folder: string, lines: readonly string[]): readonly string[] {
  const isChanged = (word: string): boolean => {
    const found = /[./]/.test(word) ? absolute(run.disk, folder, word) : null;
    if (found?.exact !== true || !isBelow(found.path, run.world.project) || kindOf(run.disk, found.path) !== "file") return false;
    return ownScript(run, realOf(run.disk, found.path, true)).kind === "changed";
  };
  const parts = lines.flatMap((line) => asShellText(line).split(/&&|[;|\n]/)).map((part) => part.trim());
  return parts.filter((part) => {
    const [first = "", ...rest] = part.split(/\s+/).filter((word) => !/^\w+=/.test(word));
    return (RUNS_FILES.test(first) ? rest : [first]).some(isChanged);
  });
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
  const { run, how } = command;
  insideOwn(run, key, () => {
    for (const line of isChanged ? lines : runningChanged(command, folder, lines)) {
      const inner = innerShell(command);
      inner.cwd = folder;
      run.runText(run, inner, asShellText(line), { via: [...how.via, command.name], env: {}, span: null, stdin: null });
    }
  });
}
