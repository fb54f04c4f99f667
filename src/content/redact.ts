// Redaction: text in, the same text with a visible marker in place of every secret out.
//
// Invariants, each tested by its number:
// R1  Idempotent: redacting again changes nothing and finds nothing.
// R2  A stream gives the same text however it is cut, and the same as the whole at once.
// R3  What is held back of a stream is bounded.
// R4  Linear time on any input.
// R5  Text without secrets comes back unchanged, unit by unit.

import type { Known } from "./secretFinders/known.ts";
import { clean, isColour, type Noise } from "./secretShapes/noise.ts";
import { advance, BEHIND, type Finding, newScan, type Scan } from "./secrets/scan.ts";
import { triggersFor } from "./secrets/triggers.ts";

export { type Known, knownSecrets } from "./secretFinders/known.ts";

export interface Redaction {
  readonly text: string;
  /** What was replaced, with its place in the input. */
  readonly found: readonly { readonly type: string; readonly start: number; readonly end: number }[];
}

export interface Redactor {
  /** Takes the next piece of the stream; answers what is decided by now. */
  push(chunk: string): string;
  /** Ends the stream; answers the rest. The next push begins a new stream. */
  flush(): string;
  /** What was found so far, in order. */
  found(): readonly { readonly type: string }[];
}

/** Replaces every secret in `text` by `[redacted:type]`. */
export function redact(text: string, known?: Known): Redaction {
  const { text: plain, noise } = clean(text, { final: true });
  const scan = newScan(plain);
  advance(scan, triggersFor(known), { final: true });
  if (scan.findings.length === 0) return { text, found: [] };
  const shown = write(scan, noise, { from: 0, to: plain.length, last: true });
  return { text: shown, found: placed(scan.findings, noise) };
}

/** Below this many units a stream's pieces are only collected, unless one of them ends a word. */
const SMALLEST_STEP = 64;
const WORD_END = /[\s，。；！？、]/;
const SHIFT_AFTER = 4 * BEHIND;

/** Redacts a stream, holding back only what is not decided yet. */
export function createRedactor(known?: Known): Redactor {
  const triggers = triggersFor(known);
  const found: { readonly type: string }[] = [];
  let scan = newScan("");
  let raw = "";
  let noise: Noise[] = [];
  let written = 0;

  function take(final: boolean): string {
    const next = clean(raw, { final });
    raw = next.rest;
    for (const piece of next.noise) noise.push({ at: piece.at + scan.text.length, raw: piece.raw });
    scan.text += next.text;
    if (!final && scan.text.length < scan.need) return "";
    // What is written stays written.
    const to = Math.max(written, advance(scan, triggers, { final }));
    const shown = write(scan, noise, { from: written, to, last: final });
    for (const finding of scan.findings)
      if (finding.shown && finding.start >= written && finding.start < to) found.push({ type: finding.type });
    written = to;
    if (written > SHIFT_AFTER) shift();
    return shown;
  }

  /** Forgets the text that is written and out of every detector's sight. */
  function shift(): void {
    const by = written - BEHIND;
    noise = noise.filter((piece) => piece.at >= written).map((piece) => ({ at: piece.at - by, raw: piece.raw }));
    scan = shifted(scan, by, written);
    written = BEHIND;
  }

  return {
    push(chunk) {
      raw += chunk;
      return raw.length < SMALLEST_STEP && !WORD_END.test(chunk) ? "" : take(false);
    },
    flush() {
      const shown = take(true);
      scan = newScan("");
      noise = [];
      written = 0;
      return shown;
    },
    found: () => found,
  };
}

function shifted(scan: Scan, by: number, written: number): Scan {
  return {
    ...scan,
    text: scan.text.slice(by),
    at: scan.at - by,
    run: scan.run - by,
    floor: Math.max(0, scan.floor - by),
    need: Math.max(0, scan.need - by),
    recent: scan.recent.map(({ at, trigger }) => ({ at: at - by, trigger })),
    pending: scan.pending.map((match) => ({
      ...match,
      start: match.start - by,
      end: match.end - by,
      ...(match.more === undefined ? {} : { more: match.more.map((range) => ({ start: range.start - by, end: range.end - by })) }),
    })),
    findings: scan.findings
      .filter((finding) => finding.end > written)
      .map((finding) => ({ ...finding, start: finding.start - by, end: finding.end - by })),
  };
}

/**
 * The part of the text as it is shown: markers for findings, noise back in its place. Noise goes with the
 * character after it; at the very end (`last`) there is none to wait for.
 */
function write(scan: Scan, noise: readonly Noise[], part: { readonly from: number; readonly to: number; readonly last: boolean }): string {
  let shown = "";
  let from = part.from;
  let next = 0;
  const atOf = (index: number): number => noise[index]?.at ?? Number.POSITIVE_INFINITY;
  const plain = (to: number, before: number): void => {
    for (; atOf(next) < before; next++) {
      const piece = noise[next] as Noise;
      shown += scan.text.slice(from, piece.at) + piece.raw;
      from = piece.at;
    }
    shown += scan.text.slice(from, to);
    from = to;
  };
  while (atOf(next) < from) next++;
  for (const finding of scan.findings) {
    if (finding.end <= part.from || finding.start >= part.to) continue;
    if (finding.shown) {
      plain(finding.start, finding.start + 1);
      shown += marker(finding);
    }
    for (; atOf(next) < finding.end; next++) if (isColour(noise[next] as Noise)) shown += (noise[next] as Noise).raw;
    from = finding.end;
  }
  plain(part.to, part.last ? Number.POSITIVE_INFINITY : part.to);
  return shown;
}

function marker(finding: Finding): string {
  return `[redacted:${finding.type}]`;
}

/** The findings with their places in the raw text; both lists are in order, so one walk does. */
function placed(findings: readonly Finding[], noise: readonly Noise[]): Redaction["found"] {
  let passed = 0;
  let next = 0;
  const skip = (before: number): number => {
    for (; next < noise.length && (noise[next] as Noise).at < before; next++) passed += (noise[next] as Noise).raw.length;
    return passed;
  };
  return findings.map(({ type, start, end }) => ({ type, start: start + skip(start + 1), end: end + skip(end) }));
}
