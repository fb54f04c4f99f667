// Hidden, bidirectional and control characters, found by Unicode property and never by list: what a new Unicode version
// adds is covered. The places where such characters belong are a table (hiddenCodes.ts).

import { characterAt, characterBefore, findingAt, type Severity } from "./hiddenCodes.ts";
import { findMarkFloods, findSpaceMixes, runsRightToLeft, suspectRunAt } from "./properties.ts";

/** Reasons never quote the text: they may be shown where the text may not. */
export interface HiddenFinding {
  readonly severity: Severity;
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
const PLAIN_RANGES: readonly (readonly [first: number, last: number])[] = [
  [0x09, 0x0a],
  [0x0d, 0x0d],
  [0x20, 0x7e],
  [0xa1, 0xac],
  [0xae, 0x2ff],
  [0x400, 0x482],
  [0x48a, 0x52f],
  [0x2010, 0x2027],
  [0x2030, 0x205e],
  [0x2190, 0x23ff],
  [0x3001, 0x3029],
  [0x30a0, 0x30ff],
  [0x4e00, 0x9fff],
  [0xac00, 0xd7a3],
  [0xff01, 0xff9f],
];
const PLAIN = new Uint8Array(0x10000);
for (const [first, last] of PLAIN_RANGES) PLAIN.fill(1, first, last + 1);

export function isPlainCode(code: number): boolean {
  return PLAIN[code] === 1;
}

/** Spaces other than the one on the keyboard. */
function isOddSpace(code: number): boolean {
  return (code >= 0x2000 && code <= 0x200a) || ODD_SPACES.has(code);
}
const ODD_SPACES = new Set([0xa0, 0x1680, 0x202f, 0x205f, 0x3000]);

/** Every suspect run that does not belong where it is, in order. */
export function findHidden(text: string): HiddenFinding[] {
  const findings: HiddenFinding[] = [];
  const isRightToLeft = watchDirection(text);
  // marks can pile up only where nine characters that are not plain were in a row
  let last = -1;
  let row = 0;
  let dense = false;
  let spaces = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (PLAIN[code] === 1) continue;
    row = i === last + 1 ? row + 1 : 1;
    last = i;
    dense ||= row >= 9;
    spaces ||= isOddSpace(code);
    const run = suspectRunAt(text, i);
    if (run !== undefined) {
      judgeRun(text, i, run, { findings, isRightToLeft });
      i += run.length - 1;
      last = i;
    } else if ((text.codePointAt(i) ?? 0) > 0xffff) last = ++i;
  }
  if (dense) findings.push(...markFloods(text));
  if (spaces) findings.push(...spaceMixes(text));
  return findings.sort((a, b) => a.index - b.index);
}

function markFloods(text: string): HiddenFinding[] {
  return Array.from(findMarkFloods(text), (match) => hidden("piles up combining marks", match));
}

function spaceMixes(text: string): HiddenFinding[] {
  const mixes = [...findSpaceMixes(text)].filter((match) => new Set(match[0]).size > 1);
  return mixes.map((match) => hidden("mixes kinds of spaces in a row", match));
}

const hidden = (why: string, match: RegExpExecArray): HiddenFinding => ({
  severity: "hidden",
  why,
  index: match.index,
  length: match[0].length,
});

interface Run {
  readonly findings: HiddenFinding[];
  readonly isRightToLeft: (at: number) => boolean;
}

function judgeRun(text: string, start: number, run: string, { findings, isRightToLeft }: Run): void {
  const points = [...run];
  const add = (severity: Severity, why: string, index: number, length: number): void =>
    void findings.push({ severity, why, index, length });

  const tags = points.filter(isTag);
  if (tags.length > 0) {
    if (characterBefore(text, start) === "\u{1f3f4}" && tags.length === points.length && /^[a-z0-9]{3,6}\x7f$/.test(asciiOfTags(tags)))
      return;
    return add("payload", "hides text in tag characters", start, run.length);
  }
  if (points.filter(isSelector).length > 1) return add("payload", "hides data in variation selectors", start, run.length);
  if (points.filter((char) => /[\u200b-\u200d\u2060-\u2064\ufeff]/.test(char)).length > 3)
    return add("payload", "hides data in zero-width characters", start, run.length);

  if (points.length > LONGEST_RUN) return add("payload", "is a long run of characters that nobody sees", start, run.length);

  let at = start;
  for (const char of points) {
    const code = char.codePointAt(0) ?? 0;
    const [previous, next] = [characterBefore(text, at), characterAt(text, at + char.length)];
    const said = findingAt({ code, char, text, at, previous, next, alone: points.length === 1, isRightToLeft });
    if (said !== undefined) add(said[0], `${said[1]} U+${code.toString(16).toUpperCase().padStart(4, "0")}`, at, char.length);
    at += char.length;
  }
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

// The one sanitiser for every place that shows text to a person: terminal, page, log, error message. Control characters
// become their pictures, hidden ones their numbers; emoji, joiners and line breaks stay.
/** Idempotent: what comes out holds nothing that would be changed again. */
export function cleanForEcho(text: string): string {
  const parts: string[] = [];
  let done = 0;
  const hidden = findHidden(text);
  if (hidden.length === 0 && !text.includes("\r")) return text;
  for (const { index, length } of hidden) {
    if (index < done) continue;
    parts.push(text.slice(done, index));
    for (const char of text.slice(index, index + length)) parts.push(picture(char));
    done = index + length;
  }
  parts.push(text.slice(done));
  // a lone carriage return would let the rest of the line write over what is before it
  return parts.join("").replace(/\r(?!\n)/g, "␍");
}

function picture(char: string): string {
  const code = char.codePointAt(0) ?? 0xfffd;
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return "␡";
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, "0")}⟩`;
}
