// A text taken out of other texts and of a document's history, as values. A history costs as much as it is long: a change that is
// not near to the words is the same change of the text without them, only further ahead.

import { anyCase } from "../../base/index.ts";
import type { Splice } from "../../markdown/index.ts";
import type { Change } from "../../schema/index.ts";
import { advance, spliceBetween } from "../records/ledger.ts";
import { endOfLine, linesAround, type Pieces, piecesOf, splicePieces, startOfLine } from "../records/textPieces.ts";

type Range = readonly [from: number, to: number];

/** What nobody would keep a line for. */
const NOTHING_ELSE = /^[\s>*+\-\d.:：]*$/;

/** The text goes; a line that held nothing else goes with it. */
export function scrub(text: string, needle: string): string {
  return without(text, rangesOf(text, needle));
}

/** A change without the words. */
export interface Scrubbed {
  readonly change: Change;
  /** The change or the version behind it had them. */
  readonly held: boolean;
}

/** Every version is rebuilt, scrubbed, and the splices between the scrubbed versions are taken anew. One after the other, as they are asked for. */
export function* scrubHistory(changes: Iterable<Change>, needle: string): Generator<Scrubbed> {
  let now: Version = { pieces: null, gone: [] };
  for (const change of changes) {
    const [last, holds] = [now, mentions(change, needle)];
    const carried = holds ? null : carry(last, change, needle);
    const text = carried === null ? advance(textOf(last), [change]) : null;
    now = carried ?? versionOf(text, needle);
    const held = now.gone.length > 0 || holds;
    const { before: _, after: __, document: ___, touched: ____, ...rest } = change;
    const kept = held ? rest : change;
    const clean = text === null ? null : without(text, now.gone);
    yield { change: carried === null ? searched(kept, needle, last, clean) : { ...kept, splices: carried.splices }, held };
  }
}

/** A change that is near to the words, from the version before it to this one, both without them. */
function searched(change: Change, needle: string, last: Version, clean: string | null): Change {
  const scrubbed = scrubDeep({ ...change, full: undefined, splices: [] }, needle) as Change;
  const isOther = change.splices.length > 0 && clean !== null;
  const splices = isOther ? [spliceBetween(without(textOf(last) ?? "", last.gone), clean)] : [];
  return { ...scrubbed, ...(change.full === undefined ? {} : { full: clean ?? "" }), splices };
}

function textOf({ pieces }: Version): string | null {
  return pieces?.join("") ?? null;
}

/** A version, and what goes of it. */
interface Version {
  readonly pieces: Pieces | null;
  readonly gone: readonly Range[];
}

function versionOf(text: string | null, needle: string): Version {
  return { pieces: text === null ? null : piecesOf(text), gone: text === null ? [] : rangesOf(text, needle) };
}

/** The next version and its change without the words; null: the change is near to them, or is no splice, and all is searched. */
function carry({ pieces, gone }: Version, change: Change, needle: string): (Version & { readonly splices: Splice[] }) | null {
  if (pieces === null || change.full !== undefined || change.kind === "removed") return null;
  // In another letter case it may be longer.
  const reach = 2 * needle.length;
  const splices: Splice[] = [];
  let [now, ranges] = [pieces, gone];
  for (const splice of change.splices) {
    const by = splice.inserted.length - splice.removed.length;
    const behind = splice.at + splice.removed.length;
    const { from, text } = linesAround(now, splice.at - reach, behind + reach);
    const to = from + text.length;
    if (ranges.some(([start, end]) => start <= to && end >= from)) return null;
    // Not what the change was made for: whoever applies it says so.
    if (text.slice(splice.at - from, behind - from) !== splice.removed) return null;
    const lines = text.slice(0, splice.at - from) + splice.inserted + text.slice(behind - from);
    if (lines.search(anyCase(needle)) !== -1) return null;
    now = splicePieces(now, splice);
    const ahead = ranges.filter(([, end]) => end < from).reduce((sum, [start, end]) => sum + end - start, 0);
    splices.push({ ...splice, at: splice.at - ahead });
    ranges = by === 0 ? ranges : ranges.map(([start, end]): Range => (start > to ? [start + by, end + by] : [start, end]));
  }
  return { pieces: now, gone: ranges, splices };
}

/** What goes of a text, in order: each place with the words, or the line with its end where it held nothing else. */
function rangesOf(text: string, needle: string): Range[] {
  const found = [...text.matchAll(anyCase(needle))].map(({ index, 0: words }): Range => [index, index + words.length]);
  if (needle.includes("\n")) return found;
  const ranges = [...Map.groupBy(found, ([from]) => startOfLine(text, from))].flatMap(([start, inLine]): Range[] => {
    const end = endOfLine(text, start);
    const left = without(
      text.slice(start, end),
      inLine.map(([from, to]) => [from - start, to - start]),
    );
    return NOTHING_ELSE.test(left) ? [[start, end + 1]] : inLine;
  });
  // Where the last line goes, what ended the line before goes with it.
  if ((ranges.at(-1)?.[1] ?? 0) <= text.length) return ranges;
  let first = ranges.length - 1;
  while (first > 0 && ranges[first - 1]?.[1] === ranges[first]?.[0]) first--;
  return [...ranges.slice(0, first), [Math.max(0, (ranges[first]?.[0] ?? 0) - 1), text.length]];
}

function without(text: string, ranges: readonly Range[]): string {
  return ranges.length === 0 ? text : [0, ...ranges.map(([, to]) => to)].map((at, place) => text.slice(at, ranges[place]?.[0])).join("");
}

export function mentions(value: unknown, needle: string): boolean {
  if (typeof value === "string") return value.search(anyCase(needle)) !== -1;
  if (value === null || typeof value !== "object") return false;
  return Object.values(value).some((each) => mentions(each, needle));
}

export function scrubDeep(value: unknown, needle: string): unknown {
  if (typeof value === "string") return scrub(value, needle);
  if (Array.isArray(value)) return value.map((each) => scrubDeep(each, needle));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, scrubDeep(each, needle)]));
}
