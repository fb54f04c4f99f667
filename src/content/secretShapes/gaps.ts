// Where one value may go on after an interruption that is not part of it: a line broken by a terminal,
// a quotation prefix, a string concatenation, the envelope between two streamed chunks.
// Every pattern is bounded, so that a gap is at most GAP characters long.

import { either } from "../../base/index.ts";

export const GAP = 640;

const WRAPPED = new RegExp(
  String.raw`[ \t]{0,60}[│┃|]?[ \t]{0,4}(?:\\{1,2}|=)?(?:${either`\r?\n, \\r\\n, \\n, <br ?/?>, %0A`})` +
    String.raw`[ \t]{0,60}(?:[│┃|>+#*]{1,3}|//)?[ \t]{0,16}`,
  "y",
);
const SPACE = String.raw`[ \t]{0,8}`;
const JOINED = new RegExp(
  String.raw`(\\?["'${"`"}])${SPACE}(?:[+.&\\]|\|\||\.\.)?${SPACE}(?:\r?\n[ \t]{0,60})?(?:(?:[+.&]|\|\|)${SPACE})?f?\1`,
  "y",
);
const SPACED = /[ \t]{1,3}/y;

type GapKind = "wrapped" | "joined" | "spaced";

const KINDS: readonly (readonly [GapKind, RegExp])[] = [
  ["wrapped", WRAPPED],
  ["joined", JOINED],
  ["spaced", SPACED],
];

/** The gap that starts at `from` and lies wholly before `end`. */
export function gapAt(text: string, from: number, end: number): { readonly kind: GapKind; readonly end: number } | undefined {
  for (const [kind, pattern] of KINDS) {
    pattern.lastIndex = from;
    const found = pattern.exec(text);
    if (found !== null && pattern.lastIndex < end) return { kind, end: pattern.lastIndex };
  }
  return undefined;
}

/**
 * The value's continuation in the next streamed chunk: the value is as `"name":"value"`, and the same name
 * comes again soon. Answers where that next value starts.
 */
export function nextChunk(
  text: string,
  from: number,
  view: { readonly start: number; readonly floor: number; readonly end: number },
): number {
  const quote = text[from] === "\\" ? '\\"' : '"';
  if (!text.startsWith(quote, from)) return -1;
  const lead = text.slice(Math.max(view.floor, view.start - 48), view.start);
  const name = /\\?"[A-Za-z_]{1,32}\\?" ?: ?\\?"$/.exec(lead);
  if (name === null) return -1;
  const region = text.slice(from + quote.length, Math.min(view.end, from + GAP));
  const next = region.indexOf(name[0]);
  return next < 0 ? -1 : from + quote.length + next + name[0].length;
}
