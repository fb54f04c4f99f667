// What a prompt says of the workspace and the machine: looked up once, when a session begins. Summaries only.

import { objectIn, wordSet } from "../../base/index.ts";
import { release, type as osType } from "node:os";
import { gitRootOf } from "../../knowledge/index.ts";
import type { EnvironmentFacts, WorkspaceFacts } from "../../snapshot/index.ts";
import { branchAt, type DiskFacts, readSmallText } from "../../store/index.ts";

/** Files whose presence says what a project is. */
const TELLING = wordSet(
  "package.json pnpm-workspace.yaml Cargo.toml go.mod go.work pyproject.toml pom.xml build.gradle Makefile CMakeLists.txt",
  "Gemfile composer.json Dockerfile README.md",
);
const JUNK = new Set(["node_modules", "dist", "build", "target", "vendor", "coverage", "__pycache__", "venv"]);
/** A folder of twenty thousand files is not asked about each of them. */
const MOST_LOOKED_AT = 400;
const MOST_NAMED = 24;

export function workspaceFacts(cwd: string, disk: DiskFacts): WorkspaceFacts {
  const repoRoot = gitRootOf(cwd, disk);
  const root = repoRoot ?? cwd;
  const names = disk
    .list(root)
    .filter((name) => !name.startsWith(".") && !JUNK.has(name))
    .sort();
  const files = names.filter((name) => TELLING.has(name));
  // Names without an ending are the likely folders; they are looked at first.
  const likely = [
    ...names.filter((name) => !name.includes(".")),
    ...names.filter((name) => name.includes(".") && !TELLING.has(name)),
  ].slice(0, MOST_LOOKED_AT);
  const folders = likely.filter((name) => disk.lstat(`${root}/${name}`) === "dir").map((name) => `${name}/`);
  const all = [...folders, ...files];
  return { cwd, repoRoot, monorepo: monorepoOf(root, disk), modules: all.slice(0, MOST_NAMED), more: Math.max(0, all.length - MOST_NAMED) };
}

function monorepoOf(root: string, disk: DiskFacts): string | null {
  const text = (name: string) => readSmallText(`${root}/${name}`, 256 * 1024) ?? "";
  const globs = npmWorkspaces(text("package.json"));
  if (globs.length > 0) return summary("npm workspaces", globs, root, disk);
  const items = text("pnpm-workspace.yaml")
    .split(/[\r\n]/)
    .map((line) => line.trim())
    .filter((line) => /^-[^#!]*$/.test(line));
  const pnpm = items
    .map((line) =>
      line
        .slice(1)
        .trim()
        .replace(/^["']|["']$/g, ""),
    )
    .filter((each) => each !== "");
  if (pnpm.length > 0) return summary("pnpm workspaces", pnpm, root, disk);
  const cargo = /\[workspace\][^[]*?members\s*=\s*\[([^\]]*)\]/.exec(text("Cargo.toml"))?.[1];
  if (cargo !== undefined)
    return summary(
      "Cargo workspace",
      [...cargo.matchAll(/"([^"]+)"/g)].map((match) => match[1] ?? ""),
      root,
      disk,
    );
  const go = [...text("go.work").matchAll(/^[ \t]*(?:use[ \t]+)?(\.\/[\w./-]+)[^\S\n]*$/gm)].map((match) => match[1] ?? "");
  return go.length > 0 ? summary("Go workspace", go, root, disk) : null;
}

function npmWorkspaces(text: string): string[] {
  const { workspaces } = objectIn(text) ?? {};
  const list = Array.isArray(workspaces) ? workspaces : (workspaces as { packages?: unknown } | null | undefined)?.packages;
  return Array.isArray(list) ? list.filter((each) => typeof each === "string") : [];
}

const MOST_GLOBS = 6;

function summary(kind: string, globs: readonly string[], root: string, disk: DiskFacts): string {
  const packages = globs.reduce(
    (sum, glob) =>
      sum + (glob.endsWith("/*") ? disk.list(`${root}/${glob.slice(0, -2)}`).filter((name) => !name.startsWith(".")).length : 1),
    0,
  );
  const shown = globs.slice(0, MOST_GLOBS).join(", ");
  return `${kind}: ${shown}${globs.length > MOST_GLOBS ? ", …" : ""} (${packages} ${packages === 1 ? "package" : "packages"})`;
}

export function environmentFacts(cwd: string, disk: DiskFacts): EnvironmentFacts {
  const root = gitRootOf(cwd, disk);
  return {
    platform: process.platform,
    osVersion: `${osType()} ${release()}`,
    shell: process.env["SHELL"] || null,
    git: root === null ? "none" : disk.lstat(`${root}/.git`) === "file" ? "worktree" : "repository",
    branch: root === null ? null : branchAt(root),
  };
}
