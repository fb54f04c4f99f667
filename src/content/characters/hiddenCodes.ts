// Characters that nobody sees, as a table: where each belongs, and what is said of it anywhere else.

import {
  isEmoji,
  isIdeograph,
  isIgnorable,
  isJamo,
  isJoining,
  isKhmer,
  isLetter,
  isMark,
  isMongolian,
  isNoncharacter,
  isPicture,
  isPrivate,
  isUnassigned,
  isUnspaced,
  isVariable,
  isVisibleFormat,
} from "./properties.ts";

/**
 * payload: carries text or turns it around, whoever wrote it;
 * hidden: has no business here;
 * odd: has honest uses, but nobody sees it;
 * break: ends a line for some readers and not for others.
 */
export type Severity = "payload" | "hidden" | "odd" | "break";

/** One suspect character and what is around it. */
export interface Occurrence {
  readonly code: number;
  readonly char: string;
  readonly text: string;
  readonly at: number;
  readonly previous: string;
  readonly next: string;
  /** True where there is no other suspect character next to it. */
  readonly alone: boolean;
  readonly isRightToLeft: (at: number) => boolean;
}

type Test = (here: Occurrence) => boolean;

type Ranges = readonly (readonly [number, number])[];

/** The first row that has the code and an answer decides. */
interface Row {
  /** First and last code of each range; without them every code. */
  readonly codes?: Ranges;
  /** Where it belongs; nothing is said there. */
  readonly home?: Test;
  readonly says?: readonly [Severity, what: string];
  /** Where that is said; everywhere else later rows decide. */
  readonly when?: Test;
}

const one = (...codes: readonly number[]): Ranges => codes.map((code) => [code, code]);
const range = (first: number, last: number): Ranges => [[first, last]];

const alone: Test = (here) => here.alone;
const inRightToLeft: Test = (here) => here.isRightToLeft(here.at);
const betweenLetters: Test = ({ previous, next }) => isLetter(previous) && isLetter(next);
const isBraille = (char: string): boolean => /^[\u2801-\u28ff]$/.test(char);

const joinsEmoji: Test = ({ text, at, previous, next }) =>
  isPicture(previous === "\ufe0f" ? characterBefore(text, at - 1) : previous) && isEmoji(next);
const joinsLetters: Test = (here) => here.alone && isJoining(here.previous);

const ROWS: readonly Row[] = [
  { codes: range(0xd800, 0xdfff), says: ["hidden", "half of a surrogate pair"] },
  { codes: one(0x0b, 0x0c, 0x85, 0x2028, 0x2029), says: ["break", "odd line break"] },
  { codes: [...range(0, 0x1f), ...range(0x7f, 0x9f)], says: ["hidden", "control character"] },
  { codes: range(0x202d, 0x202e), says: ["payload", "turns the direction of text around"] },
  { codes: one(0x200e, 0x200f, 0x61c), home: inRightToLeft, when: alone, says: ["odd", "direction mark"] },
  { codes: one(0x200e, 0x200f, 0x61c), says: ["hidden", "direction mark"] },
  { codes: [...range(0x202a, 0x202c), ...range(0x2066, 0x2069)], home: inRightToLeft, says: ["hidden", "bidirectional control"] },
  { codes: one(0x200d), home: (here) => joinsEmoji(here) || joinsLetters(here) },
  { codes: one(0x200c), home: joinsLetters, when: (here) => here.alone && betweenLetters(here), says: ["odd", "zero-width non-joiner"] },
  { codes: one(0x200b), home: (here) => here.alone && (isUnspaced(here.previous) || isUnspaced(here.next)) },
  { codes: range(0xfe0e, 0xfe0f), home: ({ previous }) => isEmoji(previous) },
  { codes: range(0xfe00, 0xfe0d), home: ({ previous }) => isVariable(previous) },
  { codes: range(0xe0100, 0xe01ef), home: ({ previous }) => isIdeograph(previous) },
  { codes: range(0x180b, 0x180f), home: ({ previous }) => isMongolian(previous) },
  { codes: one(0xad), when: (here) => here.alone && betweenLetters(here), says: ["odd", "soft hyphen"] },
  { codes: one(0xfeff), when: ({ at }) => at === 0, says: ["odd", "byte order mark"] },
  { codes: one(0x34f), home: ({ previous, next }) => isMark(previous) && isMark(next) },
  { codes: range(0x115f, 0x1160), home: ({ previous, next }) => isJamo(previous) || isJamo(next) },
  { codes: range(0x17b4, 0x17b5), home: (here) => here.alone && isKhmer(here.previous) },
  { codes: one(0x2800), home: ({ previous, next }) => isBraille(previous) || isBraille(next) },
  { codes: range(0xfff9, 0xfffb), says: ["hidden", "invisible character"] },
  { home: ({ char }) => isVisibleFormat(char) },
  { when: ({ char }) => isPrivate(char), says: ["hidden", "private-use character"] },
  { when: ({ char }) => isUnassigned(char) && !isNoncharacter(char) && !isIgnorable(char), says: ["odd", "unassigned character"] },
  { says: ["hidden", "invisible character"] },
];

const FOR_ALL = ROWS.filter(({ codes }) => codes === undefined);

/** The rows of each code that is named in one, made when the first is asked for. */
let byCode: ReadonlyMap<number, readonly Row[]> | undefined;

function indexByCode(): ReadonlyMap<number, readonly Row[]> {
  const index = new Map<number, readonly Row[]>();
  for (const [first, last] of ROWS.flatMap(({ codes = [] }) => codes))
    for (let code = first; code <= last; code++)
      index.set(
        code,
        ROWS.filter((row) => hasCode(row, code)),
      );
  return index;
}

function hasCode({ codes }: Row, code: number): boolean {
  return codes === undefined || codes.some(([first, last]) => code >= first && code <= last);
}

/** What is said of the character here; undefined where it belongs. */
export function findingAt(here: Occurrence): Row["says"] {
  byCode ??= indexByCode();
  for (const { home, when, says } of byCode.get(here.code) ?? FOR_ALL) {
    if (home?.(here) === true) return undefined;
    if (says !== undefined && when?.(here) !== false) return says;
  }
  return undefined;
}

export function characterBefore(text: string, at: number): string {
  const unit = text.charCodeAt(at - 1);
  const low = unit >= 0xdc00 && unit <= 0xdfff && text.charCodeAt(at - 2) >= 0xd800 && text.charCodeAt(at - 2) <= 0xdbff;
  return at === 0 ? "" : text.slice(at - (low ? 2 : 1), at);
}

export function characterAt(text: string, at: number): string {
  const point = text.codePointAt(at);
  return point === undefined ? "" : String.fromCodePoint(point);
}
