// Where this very program is, for commands that are rewritten to call it: by its absolute path, so that no other
// program of that name on somebody's path runs in its place.

import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { diskFacts } from "../store/index.ts";

let found: string | undefined;

/** The launcher of the checkout or the package; without one the plain name. */
export function codicilPath(): string {
  found ??= findProgram();
  return found;
}

/** This file is in src/gate, or in a bundle in dist: the launcher lies in a folder above, beside package.json. */
function findProgram(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  for (let folder = here; folder !== dirname(folder); folder = dirname(folder)) {
    if (diskFacts.lstat(`${folder}/codicil`) === "file" && diskFacts.lstat(`${folder}/package.json`) !== null) return `${folder}/codicil`;
  }
  return "codicil";
}
