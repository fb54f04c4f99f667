// The instruction files that a host loads without us: by its own rules, because its settings say so, or because one of those
// files imports another. What it loads is left out of our block, so that the model reads every file once.

import { dirname, resolve } from "node:path";
import { hostFacts, HOSTS } from "../base/index.ts";
import { type Reader, READERS, whichFiles } from "../snapshot/index.ts";
import { INSTRUCTIONS_LIMIT } from "../store/index.ts";
import type { Mind } from "../mind/open.ts";
import { readHostFile, toldToLoad } from "./hostFiles.ts";

const factsOf = (name: string) => HOSTS.filter((host) => host === name).map(hostFacts)[0];

export function hostLoads(mind: Mind, host: string): Set<string> {
  const { environment, where } = mind;
  const real = (path: string) => environment.disk.realpath(path) ?? path;
  const itself = loadedByRule(mind, host);
  // What is no text for us is named in our block, whatever the host makes of it.
  const isText = (path: string) => readHostFile(path, INSTRUCTIONS_LIMIT) !== null;
  const all =
    factsOf(host)?.followsImports === true ? withImports(itself, (path) => environment.disk.lstat(path) !== null, where.userHome) : itself;
  return new Set(all.filter(isText).map(real));
}

/** Without what these files import. */
export function loadedByRule({ environment, where }: Mind, host: string): string[] {
  const reader: Reader | undefined = factsOf(host)?.readsLike ?? READERS.find((each) => each === host);
  if (reader === undefined) return [];
  return whichFiles(reader, {
    folder: where.cwd,
    cwd: where.cwd,
    userHome: environment.disk.realpath(where.userHome) ?? where.userHome,
    globals: [],
    disk: environment.disk,
    told: toldToLoad(where),
  });
}

/** Those of them that another one imports. */
export function hostImports(mind: Mind, host: string): Set<string> {
  if (factsOf(host)?.followsImports !== true) return new Set();
  return new Set(
    [...hostLoads(mind, host)]
      .flatMap((file) => importsIn(file, mind.where.userHome))
      .map((path) => mind.environment.disk.realpath(path) ?? path),
  );
}

/** Imports nest; nobody nests them deeper than this. */
const DEEPEST = 5;
const MOST_IMPORTS = 100;

function withImports(files: readonly string[], isThere: (path: string) => boolean, userHome: string, depth = 0): string[] {
  const found = files.filter(isThere);
  const imported = depth >= DEEPEST ? [] : found.flatMap((file) => importsIn(file, userHome)).filter((file) => !found.includes(file));
  return imported.length === 0 ? found : [...new Set([...found, ...withImports(imported, isThere, userHome, depth + 1)])];
}

function importsIn(file: string, userHome: string): string[] {
  const text = outsideFences(readHostFile(file) ?? "").replace(/`[^`\n]*`/g, "");
  return [...text.matchAll(/(?:^|\s)@([\w./~-]+\.md)\b/g)]
    .map((match) => resolve(dirname(file), (match[1] ?? "").replace(/^~/, userHome)))
    .slice(0, MOST_IMPORTS);
}

function outsideFences(text: string): string {
  let fence = "";
  return text
    .split("\n")
    .filter((line) => {
      const mark = /^`{3,}/.exec(line)?.[0] ?? "";
      if (fence === "") fence = mark;
      else if (mark.length >= fence.length) {
        fence = "";
        return false;
      }
      return fence === "";
    })
    .join("\n");
}
