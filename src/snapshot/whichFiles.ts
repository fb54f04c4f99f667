// Which instruction files apply to a path, for Codicil and for the hosts whose rules are known. Pure: the disk comes in.
// Only what a host loads by itself is listed; imports inside of files and settings that name other files are not followed.

import { discoverInstructions, gitRootOf } from "../knowledge/index.ts";
import type { DiskFacts } from "../store/index.ts";

export const READERS = ["codicil", "claude-code", "codex", "copilot", "gemini", "opencode", "pi", "qwen"] as const;
export type Reader = (typeof READERS)[number];

export interface WhichRequest {
  /** The folder of the file that is asked about. */
  readonly folder: string;
  /** Where the host was started; some read nothing below it. */
  readonly cwd: string;
  readonly userHome: string;
  readonly globals: readonly string[];
  readonly disk: DiskFacts;
  /** config.yaml's agents.override; it is Codicil's own, hosts have their rules. */
  readonly override?: boolean;
}

/** Lowest priority first, each once. */
export function whichFiles(reader: Reader, request: WhichRequest): string[] {
  return [...new Set(FINDERS[reader](request))];
}

const FINDERS: Readonly<Record<Reader, (request: WhichRequest) => string[]>> = {
  codicil: ({ folder, userHome, globals, disk, override }) => discoverInstructions({ cwd: folder, userHome, globals, disk, override: override === true ? "instead" : undefined }).map(({ path }) => path),
  "claude-code": ({ folder, userHome, disk }) => [
    ...present(disk, "/etc/claude-code/CLAUDE.md", `${userHome}/.claude/CLAUDE.md`),
    ...folders(null, folder).flatMap((each) => [...firstOf(disk, `${each}/CLAUDE.md`, `${each}/.claude/CLAUDE.md`), ...present(disk, `${each}/CLAUDE.local.md`)]),
  ],
  codex: ({ cwd, userHome, disk }) => [
    ...firstOf(disk, `${userHome}/.codex/AGENTS.override.md`, `${userHome}/.codex/AGENTS.md`),
    ...folders(gitRootOf(cwd, disk) ?? cwd, cwd).flatMap((each) => firstOf(disk, `${each}/AGENTS.override.md`, `${each}/AGENTS.md`)),
  ],
  copilot: ({ cwd, disk }) => {
    const root = gitRootOf(cwd, disk) ?? cwd;
    return present(disk, `${root}/.github/copilot-instructions.md`, `${root}/AGENTS.md`);
  },
  gemini: ({ folder, userHome, disk }) => [...present(disk, `${userHome}/.gemini/GEMINI.md`), ...inRepository(folder, disk).flatMap((each) => present(disk, `${each}/GEMINI.md`))],
  opencode: ({ folder, userHome, disk }) => {
    const all = inRepository(folder, disk);
    const named = ["AGENTS.md", "CLAUDE.md", "CONTEXT.md"].map((name) => all.flatMap((each) => present(disk, `${each}/${name}`))).find((found) => found.length > 0);
    return [...firstOf(disk, `${userHome}/.config/opencode/AGENTS.md`, `${userHome}/.claude/CLAUDE.md`), ...(named ?? [])];
  },
  pi: ({ cwd, userHome, disk }) => [`${userHome}/.pi/agent`, ...folders(null, cwd)].flatMap((each) => firstOf(disk, `${each}/AGENTS.override.md`, `${each}/AGENTS.md`, `${each}/CLAUDE.md`)),
  qwen: ({ folder, userHome, disk }) => [...present(disk, `${userHome}/.qwen/QWEN.md`), ...inRepository(folder, disk).flatMap((each) => present(disk, `${each}/AGENTS.md`, `${each}/QWEN.md`))],
};

function inRepository(folder: string, disk: DiskFacts): string[] {
  return folders(gitRootOf(folder, disk) ?? folder, folder);
}

/** From the top (null: the file system's root) down to the folder. The root itself is "" so that a name can follow. */
function folders(top: string | null, folder: string): string[] {
  const found: string[] = [];
  for (let at = folder; ; at = at.slice(0, at.lastIndexOf("/"))) {
    found.unshift(at === "/" ? "" : at);
    if (at === top || at === "" || at === "/") return found;
  }
}

function present(disk: DiskFacts, ...paths: readonly string[]): string[] {
  return paths.filter((path) => ["file", "hardlinked", "link"].includes(disk.lstat(path) ?? ""));
}

function firstOf(disk: DiskFacts, ...paths: readonly string[]): string[] {
  return present(disk, ...paths).slice(0, 1);
}
