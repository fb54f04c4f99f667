// Instruction files of the known hosts, in the project: read where they are, because their rules are meant for every agent
// that works there. Facts of the disk come in as an argument.

import type { DiskFacts } from "../store/index.ts";
import { foldersAbove, type InstructionFile } from "./discovery.ts";

/** In every folder from the repository's root to the working directory. */
const NAMES = ["CLAUDE.md", ".claude/CLAUDE.md", "GEMINI.md", "QWEN.md", ".cursorrules", ".github/copilot-instructions.md"];
const FOLDERS: readonly (readonly [folder: string, ending: string])[] = [
  [".claude/rules", ".md"],
  [".cursor/rules", ".mdc"],
];
/** More than this in one folder is no set of rules that a person keeps. */
const MOST = 100;

export interface HostRequest {
  readonly cwd: string;
  readonly userHome: string;
  readonly disk: DiskFacts;
  /** Files that are read already; a link to one of them is not read twice. */
  readonly known: readonly InstructionFile[];
}

export function discoverHostInstructions({ cwd, userHome, disk, known }: HostRequest): InstructionFile[] {
  const seen = new Set(known.map(({ path }) => disk.realpath(path) ?? path));
  const paths = foldersAbove(cwd, userHome, disk).folders.flatMap((folder) => {
    const at = folder === "/" ? "" : folder;
    const listed = FOLDERS.flatMap(([below, ending]) => {
      const names = disk.list(`${at}/${below}`).filter((name) => name.endsWith(ending));
      return names
        .toSorted()
        .map((name) => `${below}/${name}`)
        .slice(0, MOST);
    });
    return [...NAMES, ...listed].map((name) => `${at}/${name}`);
  });
  const found = paths.filter((path) => {
    if (!["file", "hardlinked", "link"].includes(disk.lstat(path) ?? "")) return false;
    const real = disk.realpath(path) ?? path;
    return seen.has(real) ? false : (seen.add(real), true);
  });
  return found.map((path, at) => ({ path, scope: "project", priority: known.length + at }));
}
