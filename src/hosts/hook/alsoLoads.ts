// Files that a host loads because its settings say so. Gemini CLI reads GEMINI.md unless context.fileName names others.

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Whereabouts } from "../../mind/whereabouts.ts";
import type { HookHost } from "./dialect.ts";

export function alsoLoads(host: HookHost, where: Whereabouts): string[] {
  if (host !== "gemini") return [];
  const folders = ancestors(where.cwd, where.project ?? where.cwd);
  const names = [join(where.userHome, ".gemini/settings.json"), join(where.project ?? where.cwd, ".gemini/settings.json")].flatMap(namesIn);
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

function namesIn(file: string): string[] {
  try {
    const { context } = JSON.parse(readFileSync(file, "utf8").replace(/^\s*\/\/.*$/gm, "")) as { context?: { fileName?: unknown } };
    const given = context?.fileName;
    return typeof given === "string" ? [given] : Array.isArray(given) ? given.filter((each) => typeof each === "string") : [];
  } catch {
    // No settings, or settings that Gemini cannot read either: its default stands.
    return [];
  }
}

function ancestors(folder: string, top: string): string[] {
  const found: string[] = [];
  for (let at = folder; ; at = dirname(at)) {
    found.push(at);
    if (at === top || dirname(at) === at) return found;
  }
}
