// How a text is cut: at its paragraphs and list items, and where one of them is long, at its lines and sentences. One way
// for documents, sessions and data of others, so that a hit is the smallest piece that answers.

/** Longer pieces are cut: a hit points to lines and not to a page. */
export const LONGEST_UNIT = 700;

export type Range = readonly [from: number, to: number];

const FENCE = /^ {0,3}(?:`{3,}|~{3,})/;
const ITEM = /^ ?(?:[-*+]|\d{1,9}[.)])[ \t]/;
const INDENTED = /^(?: {2,}|\t)/;
/** Behind the sign that ends a sentence, with the quotes and brackets that close it. */
const SENTENCE_END = /[.!?]["'”’)\]]{0,3}[ \t]+|[。！？；][”』」）]{0,3}/g;

/** The paragraphs and list items of a text, none longer than a unit. What is fenced stays together as far as it fits. */
export function blocksOf(text: string, start = 0, end = text.length): Range[] {
  return paragraphsOf(text, start, end)
    .flatMap((range) => shortened(text, range))
    .flatMap((range) => trimmed(text, range));
}

/** A text that is one thing, such as a turn: itself, or the fewest pieces of it where it is long. */
export function piecesOf(text: string): Range[] {
  if (text.length <= LONGEST_UNIT) return trimmed(text, [0, text.length]);
  return packed(paragraphsOf(text, 0, text.length).flatMap((range) => shortened(text, range))).flatMap((range) => trimmed(text, range));
}

function paragraphsOf(text: string, start: number, end: number): Range[] {
  const borders: number[] = [];
  let [isFenced, isBlank, inItem] = [false, false, false];
  for (const [from, to] of linesOf(text, start, end)) {
    const line = text.slice(from, to);
    const fence = FENCE.test(line);
    if (isFenced) {
      if (fence) isFenced = false;
      continue;
    }
    if (line.trim() === "") {
      isBlank = true;
      continue;
    }
    const item = ITEM.test(line);
    // What is indented below an item belongs to it, also behind a blank line.
    if (item || (isBlank && !(inItem && INDENTED.test(line)))) borders.push(from);
    inItem = item || (inItem && (!isBlank || INDENTED.test(line)));
    isBlank = false;
    isFenced = fence;
  }
  return between(start, borders, end);
}

/** At its lines, then at its sentences, then anywhere: no piece is longer than a unit. */
function shortened(text: string, range: Range): Range[] {
  const [start, end] = range;
  if (end - start <= LONGEST_UNIT) return [range];
  const lines = linesOf(text, start, end);
  const sentences = lines.flatMap(([from, to]): Range[] =>
    to - from <= LONGEST_UNIT
      ? [[from, to]]
      : between(
          from,
          [...text.slice(from, to).matchAll(SENTENCE_END)].map(({ index, 0: sign }) => from + index + sign.length),
          to,
        ),
  );
  return packed(sentences.flatMap(([from, to]) => hardCut(text, from, to)));
}

/** A run without any end, such as base64: at a space near the end of each piece, or between two characters. */
function hardCut(text: string, from: number, to: number): Range[] {
  const borders: number[] = [];
  for (let at = from; to - at > LONGEST_UNIT;) {
    const space = text.lastIndexOf(" ", at + LONGEST_UNIT);
    const hard = at + LONGEST_UNIT - (isHighSurrogate(text, at + LONGEST_UNIT - 1) ? 1 : 0);
    at = space > at + LONGEST_UNIT / 2 ? space + 1 : hard;
    borders.push(at);
  }
  return between(from, borders, to);
}

function isHighSurrogate(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0xd800 && code <= 0xdbff;
}

/** Neighbours together, as many as make one unit. */
function packed(ranges: readonly Range[]): Range[] {
  const made: [number, number][] = [];
  for (const [from, to] of ranges) {
    const last = made.at(-1);
    if (last !== undefined && to - last[0] <= LONGEST_UNIT) last[1] = to;
    else made.push([from, to]);
  }
  return made;
}

function linesOf(text: string, start: number, end: number): Range[] {
  return between(
    start,
    [...text.slice(start, end).matchAll(/\r\n|\n|\r/g)].map(({ index, 0: sign }) => start + index + sign.length),
    end,
  );
}

function between(start: number, borders: readonly number[], end: number): Range[] {
  const all = [start, ...borders.filter((border) => border > start && border < end), end];
  return all.slice(1).map((to, index): Range => [all[index] as number, to]);
}

function trimmed(text: string, [from, to]: Range): Range[] {
  const written = text.slice(from, to);
  const body = written.trim();
  const lead = written.length - written.trimStart().length;
  return body === "" ? [] : [[from + lead, from + lead + body.length]];
}
