// Workspace, environment and time as text. Summaries only: never a tree, and no clock before the last section.

import { oneLine, wrap } from "./tags.ts";

/** The folder of a session, and its repository. */
export interface WorkspaceFacts {
  readonly cwd: string;
  readonly repoRoot: string | null;
  /** "npm workspaces: packages/*, apps/* (7 packages)"; null where it is no monorepo. */
  readonly monorepo: string | null;
  /** Top-level folders and files that say what the project is, most telling first. */
  readonly modules: readonly string[];
  /** How many more there are. */
  readonly more: number;
}

/** The system, the shell and the Git state of a session. */
export interface EnvironmentFacts {
  readonly platform: string;
  readonly osVersion: string;
  readonly shell: string | null;
  readonly git: "none" | "repository" | "worktree";
  readonly branch: string | null;
}

/** When a session began. */
export interface TimeFacts {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly timeZone: string;
}

/** How many modules of a workspace are named. */
export const MOST_MODULES = 24;

export function workspaceBlock({ cwd, repoRoot, monorepo, modules, more }: WorkspaceFacts): string {
  const shown = modules.slice(0, MOST_MODULES);
  const left = more + modules.length - shown.length;
  const lines = [`Working directory: ${oneLine(cwd, 500)}`, `Repository root: ${repoRoot === null ? "none" : oneLine(repoRoot, 500)}`];
  if (monorepo !== null) lines.push(`Monorepo: ${oneLine(monorepo)}`);
  if (shown.length > 0)
    lines.push(`Top level: ${shown.map((name) => oneLine(name, 60)).join(", ")}${left > 0 ? `, and ${left} more` : ""}`);
  return wrap("workspace", lines.join("\n"));
}

export function environmentBlock({ platform, osVersion, shell, git, branch }: EnvironmentFacts): string {
  const where = {
    none: "not a Git repository",
    repository: "a Git repository",
    worktree: "a linked Git worktree: other worktrees share its branches; do not switch or delete theirs",
  }[git];
  return wrap(
    "environment",
    [
      `Platform: ${oneLine(platform, 60)}`,
      `OS version: ${oneLine(osVersion, 120)}`,
      `Shell: ${shell === null ? "unknown" : oneLine(shell, 120)}`,
      `Git: ${where}${branch === null ? "" : `, on branch ${oneLine(branch, 120)}`}`,
    ].join("\n"),
  );
}

export function timeBlock({ startedAt, timeZone }: TimeFacts): string {
  return wrap(
    "session-time",
    [
      `Session started: ${new Date(startedAt).toISOString()}`,
      `Time zone: ${oneLine(timeZone, 60)}`,
      `Date: ${humanDate(startedAt, timeZone)}`,
      "This does not advance during the session; a reminder tells when a new day begins.",
    ].join("\n"),
  );
}

/** A day as people write it. */
export function humanDate(at: number, timeZone: string): string {
  return new Intl.DateTimeFormat("en-GB", { timeZone, weekday: "long", day: "numeric", month: "long", year: "numeric" }).format(
    new Date(at),
  );
}
