// The lossless escape. A line of content that would reach beyond its section (grammar/watch.ts says which) gets a backslash
// before its first character that is not a space, so that Markdown shows it as the text it is. A line that already
// looks like an escaped one gets one backslash more, and taking one away from every such line gives the content back.
//
// Which lines *look* escaped depends on the line alone (not on a level, nor on what is around the section), so
// that content stays readable when a person moves or demotes its section. Code fences and HTML blocks are opaque: what
// is in them is neither escaped nor unescaped.

import type { Token } from "markdown-it";
import { parseBlocks } from "../grammar/grammar.ts";
import { createGuard, TOO_INTRICATE } from "../grammar/watch.ts";
import { plainContent } from "./blockLines.ts";

/** Any line that an escape may ever have to be before. */
const TRIGGER =
  "(?:#{1,6}(?:[ \\t]|$)|=+[ \\t]*$|-+[ \\t]*$|" +
  "`{3,}[^`]*$|~{3,}|<(?:!--|\\?|![A-Za-z]|!\\[CDATA\\[|(?:script|pre|style|textarea)(?=\\s|>|$)))";
const LOOKS_ESCAPED = new RegExp(`^ {0,3}\\\\+${TRIGGER}`, "i");
/** Finds in a whole text whether anything in it could matter; may be wrong only by finding too much. */
const ANYTHING = new RegExp(`^ {0,3}(?:\\\\|<|${TRIGGER})`, "im");
const ESCAPED_LINE = /^ {0,3}\\/m;

const MOST_ROUNDS = 12;

export interface Shielded {
  /** Lines end in "\n". */
  readonly text: string;
  /** How the text is read, where it was read at all: plain prose is known to hold no headings without looking. */
  readonly tokens: readonly Token[] | null;
}

export interface ShieldOptions {
  /** Headings of this level or a higher one are escaped. */
  readonly level: number;
  /** Only these lines may get a backslash. Default: all. */
  readonly from?: number;
  readonly to?: number;
  /** Whether lines that look escaped get one more backslash. Not for text that is given as it is in the document. */
  readonly verbatim?: boolean;
}

/** The text made safe, or null where that cannot be done within the lines allowed. Lines must end in "\n". */
export function shield(text: string, options: ShieldOptions): Shielded | null {
  if (!ANYTHING.test(text)) return { text, tokens: null };
  const lines = text.split("\n");
  const { level, from = 0, to = lines.length } = options;
  const lookalikes = options.verbatim
    ? []
    : [...lines.keys()].filter((line) => line >= from && line < to && LOOKS_ESCAPED.test(lines[line] ?? ""));

  // Each round reads what the one before wrote. Nearly always the second finds nothing left to do.
  const forced = new Set<number>();
  const spared = new Set<number>();
  let doubled: readonly number[] = [];
  let current = text;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const guard = createGuard({ level, from, to, spared });
    const tokens = readGuarded(current, guard);
    if (tokens === null) return null;
    const opaque = opaqueLines(tokens);
    const nowDoubled = lookalikes.filter((line) => !opaque.has(line));
    if (guard.escaped.size === 0 && String(nowDoubled) === String(doubled)) {
      const needless = [...forced].filter((line) => opaque.has(line));
      if (needless.length === 0) return guard.blocked ? null : { text: current, tokens };
      // A backslash in an opaque block would never be taken away again, and nothing there needs one.
      for (const line of needless) {
        forced.delete(line);
        spared.add(line);
      }
    }
    for (const line of guard.escaped) forced.add(line);
    doubled = nowDoubled;
    const marked = new Set([...forced, ...doubled]);
    current = lines.map((line, index) => (marked.has(index) ? addBackslash(line) : line)).join("\n");
  }
  return null;
}

function readGuarded(text: string, guard: ReturnType<typeof createGuard>): Token[] | null {
  try {
    return parseBlocks(text, guard);
  } catch (error) {
    if (error === TOO_INTRICATE) return null;
    throw error;
  }
}

/**
 * Content as it may be in a section of that level, or null where it is too intricate to be read safely.
 * `unescapeContent(escapeContent(x, level)) === x` for every x in its plain form.
 */
export function escapeContent(content: string, level: number): string | null {
  return shield(plainContent(content), { level })?.text ?? null;
}

/** The content that a section's raw text stands for: the inverse of escapeContent. */
export function unescapeContent(raw: string): string {
  const text = plainContent(raw);
  if (!ESCAPED_LINE.test(text)) return text;
  const lines = text.split("\n");
  if (!lines.some((line) => LOOKS_ESCAPED.test(line))) return text;
  const opaque = opaqueLines(parseBlocks(text));
  return lines.map((line, index) => (LOOKS_ESCAPED.test(line) && !opaque.has(index) ? line.replace("\\", "") : line)).join("\n");
}

function addBackslash(line: string): string {
  const indent = line.length - line.trimStart().length;
  return `${line.slice(0, indent)}\\${line.slice(indent)}`;
}

function opaqueLines(tokens: readonly Token[]): Set<number> {
  const lines = new Set<number>();
  for (const { type, map } of tokens) {
    if (map === null || (type !== "fence" && type !== "html_block")) continue;
    for (let line = map[0]; line < map[1]; line++) lines.add(line);
  }
  return lines;
}
