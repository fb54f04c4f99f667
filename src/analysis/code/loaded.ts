// Code of the project that a program loads by itself: its settings, and the tests that it finds or that are named. What is
// new or changed is read like a script; what Git had before the session is ordinary.

import { byName, rowOf, sameRow } from "../../base/index.ts";
import { absolute, isBelow, kindOf, nameOf } from "../run/disk.ts";
import type { Command } from "../run/record.ts";
import { madeBefore, writtenBefore } from "../scripts/earlier.ts";
import { type Loader, LOADERS } from "../scripts/loaders.ts";
import { runRecipes, runWorkspaceScripts } from "../scripts/runRecipes.ts";
import { readFile } from "./read.ts";
import type { Language } from "./codeTokens.ts";

const ENDINGS = ["js", "ts", "mjs", "cjs", "mts", "cts"];

const LANGUAGES: Readonly<Record<string, Language>> = byName({
  ...sameRow("py SConstruct", "python"),
  ...sameRow("js ts mjs cjs mts cts jsx tsx", "javascript"),
  ...sameRow("rb Rakefile rakefile Gemfile Podfile Capfile Guardfile Fastfile Vagrantfile", "ruby"),
  ...sameRow("ex exs gradle kts", "other"),
  php: "php",
  go: "go",
});

/** True: what the command runs by itself has been read. False: it loads nothing, or runs another program beside it. */
export function readLoaded(command: Command, name = command.name): boolean {
  const loader = rowOf(LOADERS, name);
  const { run, shell, args } = command;
  if (loader === undefined) return false;
  const isAll = loader.carries !== true;
  const isMeant = loader.when?.test(args.map(({ text }) => text).join(" ")) ?? true;
  if (run.elsewhere || shell.cwd === null || !isMeant) return isAll;
  const texts = args.map(({ text }) => text);
  if (loader.recipes === true) runRecipes(command, { folder: shell.cwd, words: texts });
  if (loader.workspaces === true) runWorkspaceScripts(command, texts);
  const words = loader.when === undefined ? args : args.slice(1);
  const named = words.flatMap(({ text }) => (text.startsWith("-") ? [] : (absolute(run.disk, shell.cwd, text)?.path ?? [])));
  const tests = [...named, ...testsWritten(command, loader, named)];
  readFiles(command, settingsOf(loader, shell.cwd));
  readFiles(command, tests, { isTest: loader.found !== undefined });
  return isAll;
}

/** Those of the paths that are code of the project. */
export function readFiles(command: Command, paths: readonly string[], { isTest = false } = {}): void {
  const { run } = command;
  for (const path of paths) {
    const language = languageOf(path);
    if (language === undefined || run.modules.has(path)) continue;
    const isThere = kindOf(run.disk, path) === "file" || (isBelow(path, run.world.project) && madeBefore(run, path) !== null);
    if (isThere) readFile(command, path, { language, isTest });
  }
}

function settingsOf({ settings = [] }: Loader, cwd: string): readonly string[] {
  return settings.flatMap((name) =>
    name.endsWith("*") ? ENDINGS.map((ending) => `${cwd}/${name.slice(0, -1)}${ending}`) : [`${cwd}/${name}`],
  );
}

/** Tests that earlier calls of the session wrote; where paths are named, only those below one of them. */
function testsWritten({ run }: Command, { found }: Loader, named: readonly string[]): readonly string[] {
  if (found === undefined) return [];
  const limits = named.filter((path) => kindOf(run.disk, path) !== null);
  const written = writtenBefore(run, found.parts).filter((path) => found.fits.test(path));
  return limits.length === 0 ? written : written.filter((path) => limits.some((limit) => isBelow(path, limit)));
}

function languageOf(path: string): Language | undefined {
  const name = nameOf(path);
  return rowOf(LANGUAGES, name.slice(name.lastIndexOf(".") + 1));
}
