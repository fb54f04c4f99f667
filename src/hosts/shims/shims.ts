// Shims: CLAUDE.md and GEMINI.md beside an AGENTS.md, for hosts that read only their own name. Each is one line that imports
// AGENTS.md: a pointer, not a copy that goes stale and not a link that some systems and archives lose. A file that
// somebody wrote is never touched; ours is known by being exactly ours.

import { existsSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Whereabouts } from "../../mind/whereabouts.ts";
import { writeSettings } from "../install/settingsFiles.ts";

const NAMES = ["CLAUDE.md", "GEMINI.md"];
const TEXT = "@AGENTS.md\n";

export interface Shim {
  readonly path: string;
  readonly state: "write" | "there" | "by-hand" | "remove";
}

/** Beside every AGENTS.md from the project's top down to where we are. */
export function planShims({ cwd, project }: Whereabouts, options: { readonly remove: boolean }): Shim[] {
  return folders(cwd, project ?? cwd)
    .filter((folder) => existsSync(join(folder, "AGENTS.md")))
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    .flatMap((path): Shim[] => {
      if (!existsSync(path)) return options.remove ? [] : [{ path, state: "write" }];
      const isOurs = readFileSync(path, "utf8") === TEXT;
      return [{ path, state: !isOurs ? "by-hand" : options.remove ? "remove" : "there" }];
    });
}

export function carryOutShims(shims: readonly Shim[]): void {
  for (const { path, state } of shims) {
    if (state === "write") writeSettings(path, TEXT);
    if (state === "remove") rmSync(path);
  }
}

function folders(cwd: string, top: string): string[] {
  const found: string[] = [];
  for (let at = cwd; ; at = dirname(at)) {
    found.unshift(at);
    if (at === top || dirname(at) === at) return found;
  }
}
