// Hidden, bidirectional and control characters, found by Unicode property and never by list: what a new Unicode version
// adds is covered. What follows below are the places where such characters belong: emoji, and scripts that need joiners.

import {
  findMarkFloods,
  findSpaceMixes,
  isEmoji,
  isIdeograph,
  isIgnorable,
  isVisibleFormat,
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
  runsRightToLeft,
  suspectRunAt,
} from "./properties.ts";

/** Reasons never quote the text: they may be shown where the text may not. */
export interface HiddenFinding {
  /**
   * payload: carries text or turns it around, whoever wrote it;
   * hidden: has no business here;
   * odd: has honest uses, but nobody sees it;
   * break: ends a line for some readers and not for others.
   */
  readonly severity: "payload" | "hidden" | "odd" | "break";
  readonly why: string;
  readonly index: number;
  readonly length: number;
}

/** No script and no emoji needs so many in a row. */
const LONGEST_RUN = 64;

/**
 * Ranges that hold nothing suspect, so that most text passes without asking for properties. A test asks the property
 * of every code point in them.
 */
export function isPlainCode(code: number): boolean {
  if (code < 0x7f) return code >= 0x20 || code === 10 || code === 9 || code === 13;
  if (code < 0x300) return code > 0xa0 && code !== 0xad;
  if (code < 0x2010) return code >= 0x400 && code < 0x530 && (code < 0x483 || code > 0x489);
  if (code < 0x3001) return (code < 0x205f && code !== 0x202f && (code < 0x2028 || code > 0x202e)) || (code >= 0x2190 && code < 0x2400);
  return (
    (code >= 0x4e00 && code <= 0x9fff) ||
    code < 0x302a ||
    (code >= 0x30a0 && code < 0x3100) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xff01 && code < 0xffa0)
  );
}

/** Every suspect run that does not belong where it stands, in order. */
export function findHidden(text: string): HiddenFinding[] {
  const findings: HiddenFinding[] = [];
  const isRightToLeft = watchDirection(text);
  // marks can pile up only where nine characters that are not plain stood in a row
  let last = -1;
  let row = 0;
  let dense = false;
  let spaces = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if ((code >= 0x20 && code < 0x7f) || isPlainCode(code)) continue;
    row = i === last + 1 ? row + 1 : 1;
    last = i;
    dense ||= row >= 9;
    spaces ||=
      code === 0xa0 || code === 0x3000 || code === 0x1680 || (code >= 0x2000 && code <= 0x200a) || code === 0x202f || code === 0x205f;
    const run = suspectRunAt(text, i);
    if (run !== undefined) {
      judgeRun(text, i, run, { findings, isRightToLeft });
      i += run.length - 1;
      last = i;
    } else if ((text.codePointAt(i) ?? 0) > 0xffff) last = ++i;
  }
  for (const match of dense ? findMarkFloods(text) : [])
    findings.push({ severity: "hidden", why: "piles up combining marks", index: match.index, length: match[0].length });
  for (const match of spaces ? findSpaceMixes(text) : []) {
    if (new Set(match[0]).size > 1)
      findings.push({ severity: "hidden", why: "mixes kinds of spaces in a row", index: match.index, length: match[0].length });
  }
  return findings.sort((a, b) => a.index - b.index);
}

interface Run {
  readonly findings: HiddenFinding[];
  readonly isRightToLeft: (at: number) => boolean;
}

function judgeRun(text: string, start: number, run: string, { findings, isRightToLeft }: Run): void {
  const points = [...run];
  const add = (severity: HiddenFinding["severity"], why: string, index: number, length: number): void =>
    void findings.push({ severity, why, index, length });

  const tags = points.filter(isTag);
  if (tags.length > 0) {
    if (before(text, start) === "\u{1f3f4}" && tags.length === points.length && /^[a-z0-9]{3,6}\x7f$/.test(asciiOfTags(tags))) return;
    return add("payload", "hides text in tag characters", start, run.length);
  }
  if (points.filter(isSelector).length > 1) return add("payload", "hides data in variation selectors", start, run.length);
  if (points.filter((char) => /[\u200b-\u200d\u2060-\u2064\ufeff]/.test(char)).length > 3)
    return add("payload", "hides data in zero-width characters", start, run.length);

  if (points.length > LONGEST_RUN) return add("payload", "is a long run of characters that nobody sees", start, run.length);

  let at = start;
  for (const char of points) {
    judgeOne(text, at, char, { alone: points.length === 1, isRightToLeft, add });
    at += char.length;
  }
}

interface Place {
  /** True where the run is this one character. */
  readonly alone: boolean;
  readonly isRightToLeft: (at: number) => boolean;
  readonly add: (severity: HiddenFinding["severity"], why: string, index: number, length: number) => void;
}

function judgeOne(text: string, at: number, char: string, { alone, isRightToLeft, add }: Place): void {
  const code = char.codePointAt(0) ?? 0;
  const previous = before(text, at);
  const next = after(text, at + char.length);
  const name = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
  const report = (severity: HiddenFinding["severity"], what: string): void => add(severity, `${what} ${name}`, at, char.length);

  if (code >= 0xd800 && code <= 0xdfff) return report("hidden", "half of a surrogate pair");
  if (code === 0x0b || code === 0x0c || code === 0x85 || code === 0x2028 || code === 0x2029) return report("break", "odd line break");
  if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return report("hidden", "control character");
  if (code === 0x202d || code === 0x202e) return report("payload", "turns the direction of text around");
  if (code === 0x200e || code === 0x200f || code === 0x061c) {
    if (!isRightToLeft(at)) report(alone ? "odd" : "hidden", "direction mark");
    return;
  }
  if ((code >= 0x202a && code <= 0x202c) || (code >= 0x2066 && code <= 0x2069)) {
    if (!isRightToLeft(at)) report("hidden", "bidirectional control");
    return;
  }
  if (code === 0x200d) {
    const base = previous === "\ufe0f" ? before(text, at - 1) : previous;
    if (isPicture(base) && isEmoji(next)) return;
    if (alone && isJoining(previous)) return;
  }
  if (code === 0x200c && alone) {
    if (isJoining(previous)) return;
    if (isLetter(previous) && isLetter(next)) return report("odd", "zero-width non-joiner");
  }
  if (code === 0x200b && alone && (isUnspaced(previous) || isUnspaced(next))) return;
  if (code === 0xfe0e || code === 0xfe0f) {
    if (isEmoji(previous)) return;
  } else if (code >= 0xfe00 && code <= 0xfe0d) {
    if (isVariable(previous)) return;
  } else if (code >= 0xe0100 && code <= 0xe01ef) {
    if (isIdeograph(previous)) return;
  } else if (code >= 0x180b && code <= 0x180f && isMongolian(previous)) return;
  if (code === 0xad && alone && isLetter(previous) && isLetter(next)) return report("odd", "soft hyphen");
  if (code === 0xfeff && at === 0) return report("odd", "byte order mark");
  if (code === 0x34f && isMark(previous) && isMark(next)) return;
  if ((code === 0x115f || code === 0x1160) && (isJamo(previous) || isJamo(next))) return;
  if ((code === 0x17b4 || code === 0x17b5) && alone && isKhmer(previous)) return;
  if (code === 0x2800 && (/^[\u2801-\u28ff]$/.test(previous) || /^[\u2801-\u28ff]$/.test(next))) return;
  if (isVisibleFormat(char) && !(code >= 0xfff9 && code <= 0xfffb)) return;
  if (isPrivate(char)) return report("hidden", "private-use character");
  if (isUnassigned(char) && !isNoncharacter(char) && !isIgnorable(char)) return report("odd", "unassigned character");
  report("hidden", "invisible character");
}

function isTag(char: string): boolean {
  const code = char.codePointAt(0) ?? 0;
  return code >= 0xe0000 && code <= 0xe007f;
}

function isSelector(char: string): boolean {
  const code = char.codePointAt(0) ?? 0;
  return (code >= 0xfe00 && code <= 0xfe0f) || (code >= 0xe0100 && code <= 0xe01ef);
}

function asciiOfTags(tags: readonly string[]): string {
  return tags.map((char) => String.fromCharCode((char.codePointAt(0) ?? 0xe003f) - 0xe0000)).join("");
}

function before(text: string, at: number): string {
  const unit = text.charCodeAt(at - 1);
  const low = unit >= 0xdc00 && unit <= 0xdfff && text.charCodeAt(at - 2) >= 0xd800 && text.charCodeAt(at - 2) <= 0xdbff;
  return at === 0 ? "" : text.slice(at - (low ? 2 : 1), at);
}

function after(text: string, at: number): string {
  const point = text.codePointAt(at);
  return point === undefined ? "" : String.fromCodePoint(point);
}

/** Direction marks are at home in a line with letters that run from right to left; each line is looked at once. */
function watchDirection(text: string): (at: number) => boolean {
  let end = -1;
  let answer = false;
  return (at) => {
    if (at > end) {
      const start = text.lastIndexOf("\n", at - 1) + 1;
      const stop = text.indexOf("\n", at);
      end = stop < 0 ? text.length : stop;
      answer = runsRightToLeft(text.slice(start, end));
    }
    return answer;
  };
}
