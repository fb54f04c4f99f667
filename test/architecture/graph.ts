// The import graph of src/, read with the TypeScript-free way that Node itself resolves it: relative specifiers.

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

export const SRC = fileURLToPath(new URL("../../src/", import.meta.url));

export interface Import {
  readonly from: string;
  /** A file of src/ (relative to it), or a package's name. */
  readonly to: string;
  readonly kind: "static" | "late" | "type";
  readonly line: number;
}

/** Every rule asks for the same files. */
const known = new Map<string, { readonly text: string; readonly found: Import[] }>();

/** The line in which the rooms are; a room imports only rooms to its left. */
export const ROOMS = [
  "base",
  "schema",
  "markdown",
  "content",
  "store",
  "knowledge",
  "deltas",
  "analysis",
  "policy",
  "snapshot",
  "session",
  "recall",
  "gate",
  "mind",
  "calls",
  "activity",
  "finding",
  "sharing",
  "rules",
  "doctor",
  "bank",
  "hostSessions",
  "transfer",
  "runtime",
  "hosts",
  "daemon",
  "cli",
] as const;

export function sourceFiles(root = SRC): Map<string, string> {
  const files = new Map<string, string>();
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith(".ts")) continue;
    const path = join(entry.parentPath, entry.name);
    files.set(relative(root, path), readFileSync(path, "utf8"));
  }
  return files;
}

export function importsOf(files: ReadonlyMap<string, string>): Import[] {
  return [...files].flatMap(([from, text]) => {
    const before = known.get(from);
    if (before?.text === text) return before.found;
    const found: Import[] = [];
    known.set(from, { text, found });
    const code = withoutComments(text);
    const pattern =
      /(?:^|\n)\s*(import|export)\b([^;"'`]*?)\bfrom\s*["']([^"']+)["']|(?:^|\n)\s*import\s*["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']\s*\)|\brequire\(\s*["']([^"']+)["']\s*\)/g;
    for (const match of code.matchAll(pattern)) {
      const specifier = match[3] ?? match[4] ?? match[5] ?? match[6] ?? "";
      const late = match[5] !== undefined || match[6] !== undefined;
      const type = match[2] !== undefined && /^\s*type\b/.test(match[2]);
      const to = specifier.startsWith(".") ? join(dirname(from), specifier) : specifier;
      found.push({ from, to, kind: late ? "late" : type ? "type" : "static", line: code.slice(0, match.index).split("\n").length });
    }
    return found;
  });
}

/** Comments go, line numbers stay. Strings are kept: specifiers are strings. */
function withoutComments(text: string): string {
  return text.replace(
    /("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)|\/\/[^\n]*|\/\*[^]*?\*\//g,
    (whole, string: string | undefined) => string ?? whole.replace(/[^\n]/g, " "),
  );
}

export function roomOf(path: string): string | null {
  const room = path.split("/")[0] ?? "";
  return path.includes("/") && (ROOMS as readonly string[]).includes(room) ? room : null;
}
