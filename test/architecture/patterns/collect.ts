// Every regular expression of src/ and web/: the literals, from the syntax tree, and those that `new RegExp` builds
// while the modules load. What is built later, from a text that only a call knows, is counted by its place.

import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync } from "oxc-parser";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

export interface Expression {
  readonly file: string;
  readonly line: number;
  readonly source: string;
  readonly flags: string;
}

export interface Site {
  readonly file: string;
  readonly line: number;
}

export function codeFiles(): Map<string, string> {
  const files = new Map<string, string>();
  for (const root of ["src", "words", "web"]) {
    for (const entry of readdirSync(join(ROOT, root), { recursive: true, withFileTypes: true })) {
      const path = relative(ROOT, join(entry.parentPath, entry.name));
      if (entry.isFile() && /\.[cm]?[jt]sx?$/.test(entry.name) && !path.includes("node_modules/"))
        files.set(path, readFileSync(join(ROOT, path), "utf8"));
    }
  }
  return files;
}

export function expressionsIn(file: string, text: string): { literals: Expression[]; sites: Site[] } {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message ?? ""}`);
  const literals: Expression[] = [];
  const sites: Site[] = [];
  const lineAt = (offset: number): number => text.slice(0, offset).split("\n").length;
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(visit);
    if (typeof node !== "object" || node === null || !("type" in node)) return;
    const { type, start, regex, callee } = node as {
      type: string;
      start: number;
      regex?: { pattern: string; flags: string };
      callee?: { name?: string };
    };
    if (type === "Literal" && regex) literals.push({ file, line: lineAt(start), source: regex.pattern, flags: regex.flags });
    if ((type === "NewExpression" || type === "CallExpression") && callee?.name === "RegExp") sites.push({ file, line: lineAt(start) });
    Object.values(node).forEach(visit);
  };
  visit(program);
  return { literals, sites };
}

/** What `new RegExp` makes while all modules of src/ load, in a process of its own. */
export function builtAtLoad(): Expression[] {
  const run = spawnSync(process.execPath, ["--disable-warning=ExperimentalWarning", join(ROOT, "test/architecture/patterns/record.ts")], {
    cwd: ROOT,
    encoding: "utf8",
    maxBuffer: 1 << 26,
  });
  if (run.status !== 0) throw new Error(run.stderr);
  return JSON.parse(run.stdout.slice(run.stdout.lastIndexOf("\n[") + 1)) as Expression[];
}
