// Which instruction files apply in a directory (SC-01…07, X23, X24). Facts of the disk come in as an argument.
//
// From cwd upward to the Git root (included), or outside Git to before the person's home; every hit counts, the nearest last.
// Global sources are first: lowest priority, and text order is priority order. A door of its own, as layouts.ts is: the hook
// looks for the files before every call, and needs no documents for it.

import type { DiskFacts } from "../store/index.ts";

export interface InstructionFile {
  readonly path: string;
  readonly scope: "global_user" | "project";
  /** 0 is the lowest; the nearest file has the highest. */
  readonly priority: number;
}

export interface DiscoveryRequest {
  readonly cwd: string;
  readonly userHome: string;
  /** Global sources, in order: the mind's own AGENTS.md, then other profiles'. */
  readonly globals: readonly string[];
  readonly disk: DiskFacts;
  /**
   * AGENTS.override.md beside an AGENTS.md: not looked at (SC-09), read `instead` of it (what a prompt shows), or `also`
   * (what is enforced: a file may add rules, and never take any away).
   */
  readonly override?: "instead" | "also" | undefined;
  /** config.yaml's auto_detect: the first that exists, seen from the project's root, is read besides (LW-41). */
  readonly detect?: readonly string[] | undefined;
}

const DETECT = ["./AGENTS.md", "./.agents/AGENTS.md"];

export function discoverInstructions({ cwd, userHome, globals, disk, override, detect = DETECT }: DiscoveryRequest): InstructionFile[] {
  const { root, folders } = foldersAbove(cwd, userHome, disk);
  const withOverride = (path: string) => {
    const other = path.replace(/AGENTS\.md$/, "AGENTS.override.md");
    const own = isFile(path, disk) ? [path] : [];
    if (override === undefined || other === path || !isFile(other, disk)) return own;
    return override === "instead" ? [other] : [...own, other];
  };
  const projects = folders.flatMap((folder) => {
    const at = (path: string) => withOverride(`${folder === "/" ? "" : folder}/${path}`);
    const detected = folder === (root ?? cwd) ? inside(detect).map(at) : [];
    return [...at("AGENTS.md"), ...(detected.find((found) => found.length > 0) ?? [])];
  });
  const seen = new Set<string>();
  const once = (path: string) => {
    const real = disk.realpath(path) ?? path;
    return seen.has(real) ? [] : (seen.add(real), [path]);
  };
  const everywhere = globals.flatMap(withOverride).flatMap(once);
  const paths = [...everywhere, ...projects.flatMap(once)];
  return paths.map((path, priority) => ({ path, scope: priority < everywhere.length ? "global_user" : "project", priority }));
}

/** Paths below the project; a list that leads out of it is not followed. */
function inside(paths: readonly string[]): string[] {
  const plain = paths.map((path) => path.replace(/^\.\//, ""));
  return plain.filter((path) => path !== "" && !/^[/~]/.test(path) && !path.split("/").includes(".."));
}

/** Where an instruction file is looked for and something else is: a folder, a FIFO, a device. */
export function unusableInstructions({ cwd, userHome, globals, disk }: DiscoveryRequest): string[] {
  const wanted = [...globals, ...foldersAbove(cwd, userHome, disk).folders.map((folder) => `${folder === "/" ? "" : folder}/AGENTS.md`)];
  return wanted.filter((path) => disk.lstat(path) !== null && !isFile(path, disk));
}

/** From the Git root, or from below the person's home, down to the directory. */
export function foldersAbove(cwd: string, userHome: string, disk: DiskFacts): { root: string | null; folders: string[] } {
  const root = gitRootOf(cwd, disk);
  const folders: string[] = [];
  for (let folder = cwd; ; folder = parentOf(folder)) {
    if (root === null && folder === userHome) break;
    folders.unshift(folder);
    if (folder === root || parentOf(folder) === folder) break;
  }
  return { root, folders };
}

/** The nearest folder with a .git (a folder, or the file of a worktree). */
export function gitRootOf(cwd: string, disk: DiskFacts): string | null {
  for (let folder = cwd; ; folder = parentOf(folder)) {
    if (disk.lstat(`${folder === "/" ? "" : folder}/.git`) !== null) return folder;
    if (parentOf(folder) === folder) return null;
  }
}

/** A link of the project's that leads out of it: its rules may hold, and its text is not the project's to put before a model. */
export function leavesProject(path: string, cwd: string, disk: DiskFacts): boolean {
  const root = gitRootOf(cwd, disk) ?? (path.startsWith(`${cwd}/`) ? cwd : parentOf(path));
  const real = disk.realpath(path);
  return real !== null && isFile(real, disk) && !real.startsWith(`${disk.realpath(root) ?? root}/`);
}

function isFile(path: string, disk: DiskFacts): boolean {
  const kind = disk.lstat(path);
  return kind === "file" || kind === "hardlinked" || kind === "link";
}

function parentOf(folder: string): string {
  const cut = folder.slice(0, folder.lastIndexOf("/"));
  return cut === "" ? "/" : cut;
}

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

/**
 * Instruction files of the known hosts, in the project: read where they are, because their rules are meant for every agent that works
 * there.
 */
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
