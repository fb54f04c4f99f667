// Globs: matching names, and expanding a pattern against the disk. In a pattern, a backslash takes the meaning from the
// character after it; holes match anything.

import { byName, quickTest } from "../../base/index.ts";
import { type Disk, kindOf, namesIn, normalise } from "../run/disk.ts";

const cache = new Map<string, (name: string) => boolean>();

/** Tests names against a glob (no slash inside matters). What takes too long to tell counts as a match. */
export function globTest(pattern: string): (name: string) => boolean {
  let found = cache.get(pattern);
  if (found === undefined) {
    found = quickTest(`^${translate(pattern)}$`, true);
    if (cache.size > 500) cache.clear();
    cache.set(pattern, found);
  }
  return found;
}

export function globMatches(pattern: string, name: string): boolean {
  return globTest(pattern)(name);
}

export function translate(pattern: string): string {
  let out = "";
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at] ?? "";
    if (char === "\\") out += escaped(pattern[++at] ?? "\\");
    else if ("?*+@!".includes(char) && pattern[at + 1] === "(") {
      const end = closing(pattern, at + 1);
      if (end < 0) {
        out += escaped(char);
        continue;
      }
      out += extended(char, pattern.slice(at + 2, end));
      at = end;
    } else if (char === "?") out += ".";
    else if (char === "[") {
      const end = bracketEnd(pattern, at);
      if (end < 0) {
        out += "\\[";
        continue;
      }
      out += bracket(pattern.slice(at + 1, end));
      at = end;
    } else out += /[*\uE000-\uE002]/.test(char) ? ".*" : escaped(char);
  }
  return out;
}

/** `@(a|b)` and its like. */
function extended(sign: string, body: string): string {
  const inner = body.split("|").map(translate).join("|");
  return sign === "!" ? `(?:(?!(?:${inner})$).*)` : `(?:${inner})${sign === "@" ? "" : sign}`;
}

function escaped(char: string): string {
  return /[\\^$.*+?()[\]{}|/]/.test(char) ? `\\${char}` : char;
}

function closing(pattern: string, open: number): number {
  let depth = 0;
  for (let at = open; at < pattern.length; at++) {
    if (pattern[at] === "(") depth++;
    if (pattern[at] === ")" && --depth === 0) return at;
  }
  return -1;
}

function bracketEnd(pattern: string, open: number): number {
  let at = open + 1;
  if (pattern[at] === "!" || pattern[at] === "^") at++;
  if (pattern[at] === "]") at++;
  for (; at < pattern.length; at++) {
    if (pattern[at] === "[" && ":.=".includes(pattern[at + 1] ?? " ")) {
      const end = pattern.indexOf(`${pattern[at + 1]}]`, at + 2);
      if (end > 0) at = end + 1;
    } else if (pattern[at] === "]") return at;
  }
  return -1;
}

const CLASSES: Readonly<Record<string, string>> = byName({
  alpha: "\\p{L}",
  digit: "\\d",
  alnum: "\\p{L}\\d",
  upper: "\\p{Lu}",
  lower: "\\p{Ll}",
  space: "\\s",
  punct: "\\p{P}\\p{S}",
  xdigit: "\\da-fA-F",
  blank: " \\t",
  print: "\\P{C}",
  graph: "\\P{Z}",
  cntrl: "\\p{Cc}",
  word: "\\w",
});

function bracket(body: string): string {
  const negated = body[0] === "!" || body[0] === "^";
  const inner = (negated ? body.slice(1) : body)
    .replace(/\\(.)/gs, "$1")
    .replace(/[\\[\]&~^]/g, (char, at: number, whole: string) => (char === "[" && whole[at + 1] === ":" ? char : `\\${char}`))
    .replace(/\[:(\w+):\\\]/g, (_, name: string) => CLASSES[name] ?? "")
    // A range that runs backwards is none: its dash is a character.
    .replace(/([^\\])-([^\\])/gu, (range, from: string, to: string) => (from <= to ? range : `${from}\\-${to}`));
  return inner === "" ? "(?!)" : `[${negated ? "^" : ""}${inner.replace(/^-|-$/g, "\\-")}]`;
}

/** A regular expression that cannot be built is a pattern that cannot be told: it matches everything. */
function safely(pattern: string): (name: string) => boolean {
  try {
    return globTest(pattern);
  } catch {
    // A range out of order such as [z-a]: bash matches nothing or fails; everything is the careful answer.
    return () => true;
  }
}

export interface Expansion {
  readonly words: readonly string[];
  /** The folder could not be listed, so the pattern stands for something unknown. */
  readonly unknown: boolean;
}

const MOST_MATCHES = 400;

/** A path that fits the pattern so far; null: its folder is not known. */
interface Found {
  readonly spelled: string;
  readonly path: string | null;
}

/** The words that a pattern stands for; [] and known: nothing matches, the word stays as it is. */
export function expandGlob(disk: Disk, cwd: string | null, pattern: string): Expansion {
  const isAbsolute = pattern.startsWith("/");
  const steps = pattern.split("/").filter((step, index) => step !== "" || index === 0);
  const parts = isAbsolute ? steps.slice(1) : steps;
  let found: readonly Found[] = [{ spelled: isAbsolute ? "/" : "", path: isAbsolute ? "/" : cwd }];
  for (const [index, part] of parts.entries()) {
    const next: Found[] = [];
    for (const base of found) {
      const names = base.path === null ? null : namesFor(disk, base.path, part, index === parts.length - 1);
      if (names === null || next.length + names.length > MOST_MATCHES) return { words: [], unknown: true };
      next.push(...names.map((name) => ({ spelled: joinSpelled(base.spelled, name), path: normalise(`${base.path}/${name}`) })));
    }
    found = next;
  }
  return { words: found.map((each) => (pattern.endsWith("/") ? `${each.spelled}/` : each.spelled)).sort(), unknown: false };
}

/** Names in the folder that a part of the pattern stands for; null: they cannot be listed. */
function namesFor(disk: Disk, folder: string, part: string, isLast: boolean): readonly string[] | null {
  if (!/[*?[(]/.test(part.replace(/\\./gs, ""))) {
    const name = part.replace(/\\(.)/gs, "$1");
    const isAbsent = isLast && name !== "." && name !== ".." && kindOf(disk, normalise(`${folder}/${name}`)) === null;
    return isAbsent ? [] : [name];
  }
  const names = namesIn(disk, folder);
  if (names === null) return null;
  const matches = safely(part === "**" ? "*" : part);
  const fitting: string[] = [];
  for (const name of names) {
    if ((name.startsWith(".") && !part.startsWith(".")) || !matches(name)) continue;
    if (isLast || kindOf(disk, normalise(`${folder}/${name}`)) !== "file") fitting.push(name);
    // More are not looked at.
    if (fitting.length > MOST_MATCHES) break;
  }
  return fitting;
}

function joinSpelled(base: string, name: string): string {
  return base === "" ? name : base.endsWith("/") ? base + name : `${base}/${name}`;
}
