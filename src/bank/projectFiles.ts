// The names of a project's files, for suggestions where to look: bounded, in a fixed order, without output and hidden folders.

import { mayRead } from "../knowledge/index.ts";
import type { DiskFacts } from "../store/index.ts";

const MOST_LOOKED_AT = 3000;
const DEEPEST = 6;

/** Nearest to the root first, so that a large project is known by its upper floors. */
export function projectFiles(project: string, disk: DiskFacts): string[] {
  const found: string[] = [];
  let looked = 0;
  let folders = [""];
  for (let depth = 0; depth < DEEPEST && folders.length > 0; depth++) {
    const next: string[] = [];
    for (const folder of folders) {
      for (const name of [...disk.list(folder === "" ? project : `${project}/${folder}`)].sort()) {
        if (++looked > MOST_LOOKED_AT) return found;
        const path = folder === "" ? name : `${folder}/${name}`;
        if (name.startsWith(".") || name === "node_modules" || path === "memory-bank") continue;
        const kind = disk.lstat(`${project}/${path}`);
        if (kind === "dir") next.push(path);
        else if (kind === "file" && mayRead(path)) found.push(path);
      }
    }
    folders = next;
  }
  return found;
}
