// Files that a host loads because its settings or its own instruction files say so: Gemini CLI reads GEMINI.md unless
// context.fileName names others, and both Gemini CLI and Claude Code follow @imports. What they load is left out of our block.

import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { readHostFile } from "../../mind/hosting/hostFiles.ts";
import type { Whereabouts } from "../../mind/whereabouts.ts";

export function alsoLoads(host: string, where: Whereabouts): string[] {
  const top = where.project ?? where.cwd;
  const folders = ancestors(where.cwd, top);
  if (host === "gemini") {
    const named = [join(where.userHome, ".gemini/settings.json"), join(top, ".gemini/settings.json")].flatMap(namesIn);
    const files = (named.length === 0 ? ["GEMINI.md"] : named).flatMap((name) => folders.map((folder) => join(folder, name))).filter((file) => existsSync(file));
    return withImports([join(where.userHome, ".gemini/GEMINI.md"), ...files]);
  }
  if (host === "claude") return withImports([join(where.userHome, ".claude/CLAUDE.md"), ...folders.flatMap((folder) => [join(folder, "CLAUDE.md"), join(folder, ".claude/CLAUDE.md"), join(folder, "CLAUDE.local.md")])]);
  return [];
}

function namesIn(file: string): string[] {
  try {
    const { context } = JSON.parse((readHostFile(file) ?? "{}").replace(/^[ \t]*\/\/.*$/gm, "")) as { context?: { fileName?: unknown } };
    const given = context?.fileName;
    return typeof given === "string" ? [given] : Array.isArray(given) ? given.filter((each) => typeof each === "string") : [];
  } catch {
    // No settings, or settings that Gemini cannot read either: its default stands.
    return [];
  }
}

/** Imports nest; nobody nests them deeper than this. */
const DEEPEST = 5;
const MOST_IMPORTS = 100;

function withImports(files: readonly string[], depth = 0): string[] {
  const found = files.filter((file) => existsSync(file));
  const imported = depth >= DEEPEST ? [] : found.flatMap(importsIn).filter((file) => !found.includes(file));
  return imported.length === 0 ? found : [...new Set([...found, ...withImports(imported, depth + 1)])];
}

function importsIn(file: string): string[] {
  const text = outsideFences((readHostFile(file) ?? "")).replace(/`[^`\n]*`/g, "");
  return [...text.matchAll(/(?:^|\s)@([\w./~-]+\.md)\b/g)].map((match) => resolve(dirname(file), (match[1] ?? "").replace(/^~/, process.env["HOME"] ?? "~"))).slice(0, MOST_IMPORTS);
}

function outsideFences(text: string): string {
  let fence = "";
  return text.split("\n").filter((line) => {
    const mark = /^`{3,}/.exec(line)?.[0] ?? "";
    if (fence === "") fence = mark;
    else if (mark.length >= fence.length) {
      fence = "";
      return false;
    }
    return fence === "";
  }).join("\n");
}

function ancestors(folder: string, top: string): string[] {
  const found: string[] = [];
  for (let at = folder; ; at = dirname(at)) {
    found.push(at);
    if (at === top || dirname(at) === at) return found;
  }
}
