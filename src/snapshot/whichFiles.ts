// Which instruction files apply to a path, for Codicil and for the hosts whose rules are known. Pure: the disk comes in.
// Only what a host loads by itself is listed; imports inside of files are not followed.

import { discoverInstructions, type DiscoveryRequest, gitRootOf } from "../knowledge/index.ts";
import type { DiskFacts } from "../store/index.ts";

/** Programs whose way of finding instruction files is known. */
export const READERS = ["codicil", "claude-code", "codex", "copilot", "gemini", "opencode", "pi", "qwen"] as const;
/** A program that reads instruction files. */
export type Reader = (typeof READERS)[number];

/** `cwd`: where the host was started; some read nothing below it. */
export interface WhichRequest extends Omit<DiscoveryRequest, "override"> {
  /** The folder of the file that is asked about. */
  readonly folder: string;
  /** config.yaml's agents.override; it is Codicil's own, hosts have their rules. */
  readonly override?: boolean;
  /** What the hosts' own settings say; absent: what they do without any. */
  readonly told?: ToldToLoad;
}

/** What hosts' own settings say about instruction files. */
export interface ToldToLoad {
  /** Names of the files that Gemini CLI looks for. */
  readonly gemini: readonly string[];
  /** Which files Claude Code reads, in its own words. */
  readonly claude: "claude-md" | "claude-md-or-agents-md" | "claude-md-and-agents-md" | "managed-only";
  /** Its folder in the person's home, or wherever they put it. */
  readonly claudeFolder?: string;
}

/** Lowest priority first, each once. */
export function whichFiles(reader: Reader, request: WhichRequest): string[] {
  return [...new Set(FINDERS[reader](request))];
}

const FINDERS: Readonly<Record<Reader, (request: WhichRequest) => string[]>> = {
  codicil: ({ folder, userHome, globals, disk, override, detect }) =>
    discoverInstructions({ cwd: folder, userHome, globals, disk, detect, override: override === true ? "instead" : undefined }).map(
      ({ path }) => path,
    ),
  "claude-code": claudeCode,
  codex: ({ cwd, userHome, disk }) => [
    ...firstOf(disk, `${userHome}/.codex/AGENTS.override.md`, `${userHome}/.codex/AGENTS.md`),
    ...folders(gitRootOf(cwd, disk) ?? cwd, cwd).flatMap((each) => firstOf(disk, `${each}/AGENTS.override.md`, `${each}/AGENTS.md`)),
  ],
  copilot: ({ cwd, disk }) => {
    const root = gitRootOf(cwd, disk) ?? cwd;
    return present(disk, `${root}/.github/copilot-instructions.md`, `${root}/AGENTS.md`);
  },
  gemini: ({ folder, userHome, disk, told }) => {
    const names = told?.gemini ?? ["GEMINI.md"];
    return [
      ...present(disk, ...names.map((name) => `${userHome}/.gemini/${name}`)),
      ...inRepository(folder, disk).flatMap((each) => present(disk, ...names.map((name) => `${each}/${name}`))),
    ];
  },
  opencode: ({ folder, userHome, disk }) => {
    const all = inRepository(folder, disk);
    const named = ["AGENTS.md", "CLAUDE.md", "CONTEXT.md"]
      .map((name) => all.flatMap((each) => present(disk, `${each}/${name}`)))
      .find((found) => found.length > 0);
    return [...firstOf(disk, `${userHome}/.config/opencode/AGENTS.md`, `${userHome}/.claude/CLAUDE.md`), ...(named ?? [])];
  },
  pi: ({ cwd, userHome, disk }) =>
    [`${userHome}/.pi/agent`, ...folders(null, cwd)].flatMap((each) =>
      firstOf(disk, `${each}/AGENTS.override.md`, `${each}/AGENTS.md`, `${each}/CLAUDE.md`),
    ),
  qwen: ({ folder, userHome, disk }) => [
    ...present(disk, `${userHome}/.qwen/QWEN.md`),
    ...inRepository(folder, disk).flatMap((each) => present(disk, `${each}/AGENTS.md`, `${each}/QWEN.md`)),
  ],
};

/**
 * Since 2.1.277 a project without a CLAUDE.md of its own, here or in any folder above, gets its AGENTS.md files instead
 * (measured with 2.1.276 and 2.1.325). The person's own CLAUDE.md is not the project's.
 */
function claudeCode({ folder, userHome, disk, told }: WhichRequest): string[] {
  const mode = told?.claude ?? "claude-md-or-agents-md";
  const managed = present(disk, "/etc/claude-code/CLAUDE.md");
  if (mode === "managed-only") return managed;
  const own = `${told?.claudeFolder ?? `${userHome}/.claude`}/CLAUDE.md`;
  const walk = folders(null, folder).map((each) => ({
    claude: present(disk, `${each}/CLAUDE.md`, `${each}/.claude/CLAUDE.md`, `${each}/CLAUDE.local.md`).filter((path) => path !== own),
    agents: present(disk, `${each}/AGENTS.md`, `${each}/.claude/AGENTS.md`),
  }));
  const isClaudeProject = walk.some(({ claude }) => claude.length > 0);
  const withAgents = mode === "claude-md-and-agents-md" || (mode === "claude-md-or-agents-md" && !isClaudeProject);
  return [...managed, ...present(disk, own), ...walk.flatMap(({ claude, agents }) => [...claude, ...(withAgents ? agents : [])])];
}

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
