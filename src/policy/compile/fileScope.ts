// Rule files of hosts say in their front matter when they apply: `globs` or `paths`, `alwaysApply`. What a rule says about
// files is held to those paths. At a call nobody knows which files a host has in view, so everything else that applies only
// sometimes is proposed and says when it applies.

import { compileGlob } from "../match/globs.ts";
import type { Rule } from "../match/rule.ts";
import { samplePath } from "../explain/sampling.ts";

const RULE_FILE = /\/\.(?:claude|cursor)\/rules\//;
const MOST_GLOBS = 50;

export interface FileScope {
  /** Paths that it applies to; empty where it names none. */
  readonly globs: readonly string[];
  readonly doubt: string;
}

/** null: it applies always. */
export function scopeOf(path: string, text: string): FileScope | null {
  if (!RULE_FILE.test(path) || !text.startsWith("---")) return null;
  const end = text.indexOf("\n---", 3);
  const front = end === -1 ? "" : text.slice(3, end).slice(0, 4000);
  if (/^alwaysApply:\s*true\b/m.test(front)) return null;
  const globs = globsIn(front);
  if (globs.length > 0) return { globs, doubt: `its file applies only to \`${globs.join(", ").replaceAll("`", "").slice(0, 100)}\`` };
  return /^alwaysApply:\s*false\b/m.test(front) ? { globs, doubt: "its file applies only when the agent asks for it" } : null;
}

/** `a/**, b.ts`, `["a/**"]`, or a list below; a comma in braces is part of its glob. */
function globsIn(front: string): string[] {
  const lines = front.split(/\r?\n/);
  const at = lines.findIndex((line) => /^(?:globs|paths):/.test(line));
  if (at === -1) return [];
  const given = (lines[at] as string).replace(/^\w+:/, "").trim();
  const below: string[] = [];
  for (let next = at + 1; given === "" && next < lines.length && /^\s*- /.test(lines[next] as string); next++)
    below.push((lines[next] as string).replace(/^\s*- /, ""));
  const items = given === "" ? below : splitGlobs(given.replace(/^\[|\]$/g, ""));
  return items
    .map((each) => each.trim().replace(/^["']|["']$/g, ""))
    .filter((each) => each !== "")
    .slice(0, MOST_GLOBS);
}

function splitGlobs(text: string): string[] {
  const items = [""];
  let depth = 0;
  for (const char of text) {
    if (char === "{") depth++;
    else if (char === "}") depth--;
    if (char === "," && depth <= 0) items.push("");
    else items[items.length - 1] += char;
  }
  return items;
}

export function scoped(rule: Rule, { globs, doubt }: FileScope): Rule {
  if (globs.length > 0 && rule.matcher.kind === "text") return written(rule, globs);
  if (
    globs.length > 0 &&
    rule.matcher.kind === "path" &&
    rule.order === undefined &&
    rule.matcher.globs.every((each) => isWithin(each, globs))
  )
    return rule;
  return { ...rule, tier: "proposed", doubts: [...rule.doubts, doubt] };
}

/** What must not be written, in the files of these paths. */
function written(rule: Rule, globs: readonly string[]): Rule {
  const path = samplePath(globs[0] as string);
  const at = <T extends Rule["examples"]["stopped"]>(example: T): T =>
    "path" in example.call ? { ...example, call: { ...example.call, path } } : example;
  const matcher: Rule["matcher"] = { kind: "all", of: [rule.matcher, { kind: "path", access: ["change", "create"], globs }] };
  return {
    ...rule,
    matcher,
    reading: `${rule.reading}, in \`${globs.join("`, `")}\``,
    examples: { stopped: at(rule.examples.stopped), passes: at(rule.examples.passes) },
  };
}

/** Whoever touches it has a file of these paths in view. */
function isWithin(glob: string, globs: readonly string[]): boolean {
  const place = { base: "/project", home: "/home/person" };
  const path = `/project/${samplePath(glob)}`;
  return globs.some((each) => compileGlob(each, place).test(path));
}
