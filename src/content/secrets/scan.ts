// The scanner: one pass over the clean text, left to right. Every decision at a place depends only on the text
// since the last redaction (and a fixed distance back) and on a fixed distance ahead; so a stream may be cut
// anywhere, and a place is decided once that distance is there.

import { bitsOf, RUN, runEnd } from "../secretShapes/chars.ts";
import { heldFrom, LOOK_BACK } from "./held.ts";
import { learn, type Learned, lookAgain } from "./learned.ts";
import { LONGEST_RUN, runAt, runReach, SHORTEST_RUN } from "../secretFinders/runs.ts";
import type { Match, Sight } from "../secretShapes/sight.ts";
import { NOTE_REACH, type Trigger, type Triggers } from "./triggers.ts";

/** How far before a finding a value may start that only the finding's marker lets end. */
const SECOND_LOOK = 160;
/** A trigger is seen when its third character is. */
const SPELLED = 3;
/** How much text before a finding a second look is given; less than what a stream keeps in sight. */
const SECOND_SIGHT = 640;
/** Undecided text before `at` is never more than this; what is written stays in sight as long. */
export const BEHIND = 1024;
/** After so many more characters a trigger is asked again whether it may still find something. */
const ASK_AGAIN = 16;
/** How many decodings may lie inside each other. */
const DEEPEST = 3;

export interface Finding {
  readonly type: string;
  readonly start: number;
  end: number;
  /** False for the rest of a finding whose marker has already been written. */
  readonly shown: boolean;
}

export interface Scan extends Sight {
  /** The next character to look at. */
  at: number;
  /** Where the current run of opaque characters began. */
  run: number;
  /** The alphabet of what still belongs to the last finding, 0 for none. */
  swallow: number;
  /** Matches that lie ahead, in order; what is before them is scanned first. */
  pending: Match[];
  findings: Finding[];
  /** Values that a context gave away; where they come again without it, they are found too. */
  learned: Learned | undefined;
  /** The last triggers that found nothing. */
  recent: Candidate[];
  /** How long the text must be before another look is worth it. */
  need: number;
  readonly depth: number;
}

interface Candidate {
  readonly at: number;
  readonly trigger: Trigger;
}

const MOST_RECENT = 8;

export function newScan(text: string, depth = 0): Scan {
  return {
    text,
    at: 0,
    run: 0,
    floor: 0,
    end: text.length,
    line: 0,
    swallow: 0,
    pending: [],
    findings: [],
    learned: undefined,
    recent: [],
    need: 0,
    depth,
  };
}

/** Scans as far as can be decided; answers up to where it is. `final`: nothing will follow. */
// oxlint-disable-next-line complexity -- one automaton over characters; its state is local variables, for speed
export function advance(scan: Scan, triggers: Triggers, options: { readonly final: boolean }): number {
  const { text } = scan;
  const { table, buckets } = triggers;
  const length = text.length;
  const known = options.final ? Number.POSITIVE_INFINITY : length;
  scan.need = 0;
  let at = swallowOn(scan, scan.at, { resumed: true });
  let code = at > 1 ? ((text.charCodeAt(at - 2) & 31) << 5) | (text.charCodeAt(at - 1) & 31) : 0;
  let next = scan.pending[0]?.start ?? -1;
  while (at < length) {
    if (at === next) {
      at = commit(scan, triggers, scan.pending.shift() as Match);
      next = scan.pending[0]?.start ?? -1;
      continue;
    }
    const unit = text.charCodeAt(at);
    if ((bitsOf(unit) & RUN) === 0) {
      const size = at - scan.run;
      if (size >= SHORTEST_RUN && size <= LONGEST_RUN) {
        const reach = at + runReach(size);
        if (reach > known) return wait(scan, at, reach);
        const found = judgeRun(scan, triggers, { end: at, sight: reach });
        if (found !== undefined) {
          at = commit(scan, triggers, found);
          next = scan.pending[0]?.start ?? -1;
          continue;
        }
      }
      scan.run = at + 1;
      if (unit === 10 && text.charCodeAt(at - 1) !== 0x5c) scan.line = 0;
    }
    code = ((code << 5) | (unit & 31)) & 0x7fff;
    const bucket = table[code] as number;
    if (bucket !== 0 && at - 2 >= scan.floor) {
      const outcome = look(scan, buckets[bucket] as readonly Trigger[], { at: at - 2, known });
      if (typeof outcome === "number") return wait(scan, at, outcome);
      if (outcome !== undefined) {
        if (outcome.start <= at) {
          at = commit(scan, triggers, outcome);
          next = scan.pending[0]?.start ?? -1;
          continue;
        }
        postpone(scan, outcome);
        next = scan.pending[0]?.start ?? -1;
      }
    }
    if (scan.learned !== undefined && scan.learned.codes[code] === 1 && at - 2 >= scan.floor) {
      const outcome = lookAgain(scan.learned, text, { at: at - 2, known });
      if (typeof outcome === "number") return wait(scan, at, outcome);
      if (outcome !== undefined) {
        at = commit(scan, triggers, outcome);
        next = scan.pending[0]?.start ?? -1;
        continue;
      }
    }
    at++;
  }
  const size = at - scan.run;
  if (options.final && size >= SHORTEST_RUN && size <= LONGEST_RUN && scan.swallow === 0) {
    const found = judgeRun(scan, triggers, { end: length, sight: length });
    if (found !== undefined) at = commit(scan, triggers, found);
  }
  scan.at = at;
  return options.final ? length : settled(scan);
}

/** The first detector's answer; a number when more text is needed, and how much. */
function look(scan: Scan, bucket: readonly Trigger[], place: { readonly at: number; readonly known: number }): Match | number | undefined {
  const { text } = scan;
  for (const trigger of bucket) {
    const { literal } = trigger;
    if (place.at + literal.length > place.known && startsAlike(text, place.at, trigger)) return place.at + literal.length;
    if (!(trigger.folded ? startsFolded(text, place.at, literal) : text.startsWith(literal, place.at))) continue;
    scan.end = Math.min(text.length, place.at + trigger.reach);
    const fits = trigger.fits === undefined || trigger.fits(scan, place.at);
    if (fits === false) continue;
    if (place.at + trigger.reach > place.known) {
      if (fits === undefined) return place.known + 1;
      if (trigger.may === undefined) return place.at + trigger.reach;
      if (trigger.may(scan, place.at)) return Math.min(place.at + trigger.reach, place.known + ASK_AGAIN);
    } else {
      const found = trigger.look(scan, place.at);
      if (found !== undefined && found.start < found.end) return found;
    }
    if (trigger.reach > NOTE_REACH) remember(scan, { at: place.at, trigger });
  }
  return undefined;
}

function remember(scan: Scan, candidate: Candidate): void {
  if (scan.recent.length === MOST_RECENT) scan.recent.shift();
  scan.recent.push(candidate);
}

function startsFolded(text: string, at: number, literal: string): boolean {
  for (let i = 0; i < literal.length; i++) {
    const unit = text.charCodeAt(at + i);
    const wanted = literal.charCodeAt(i);
    if (unit !== wanted && !(unit >= 65 && unit <= 90 && unit + 32 === wanted)) return false;
  }
  return true;
}

/** Whether what is there of the literal agrees, at the end of what has come so far. */
function startsAlike(text: string, at: number, trigger: Trigger): boolean {
  const part = trigger.literal.slice(0, text.length - at);
  return trigger.folded ? startsFolded(text, at, part) : text.startsWith(part, at);
}

function judgeRun(scan: Scan, triggers: Triggers, bounds: { readonly end: number; readonly sight: number }): Match | undefined {
  scan.end = Math.min(scan.text.length, bounds.sight);
  return runAt(scan, { start: Math.max(scan.run, scan.floor), end: bounds.end }, (decoded) => {
    if (scan.depth >= DEEPEST) return undefined;
    const inner = newScan(decoded, scan.depth + 1);
    advance(inner, triggers, { final: true });
    return inner.findings[0]?.type;
  });
}

/** Takes the match as found, with whatever lies ahead and overlaps it; answers where to go on. */
function commit(scan: Scan, triggers: Triggers, match: Match): number {
  lookTwice(scan, match);
  judgeHead(scan, triggers, match.start);
  let end = match.end;
  while (scan.pending.length > 0 && (scan.pending[0] as Match).start < end) end = Math.max(end, (scan.pending.shift() as Match).end);
  if (match.type !== MARKER) scan.findings.push({ type: match.type, start: Math.max(match.start, scan.floor), end, shown: true });
  for (const range of match.more ?? []) if (range.start >= end) postpone(scan, { type: match.type, ...range });
  if (end === match.end && match.start >= scan.floor && match.swallow === undefined) {
    scan.learned = learn(scan.learned, match.type, scan.text.slice(match.start, match.end));
  }
  scan.floor = end;
  scan.run = end;
  scan.swallow = match.swallow ?? 0;
  return swallowOn(scan, end, { resumed: false });
}

/**
 * A trigger that found nothing because of what followed may find something once a marker is there instead.
 * It would in the next pass; so it is asked again now, which keeps redaction idempotent.
 */
function lookTwice(scan: Scan, match: Match): void {
  if (match.type === MARKER) return;
  const candidates = scan.recent;
  scan.recent = [];
  const base = Math.max(0, match.start - SECOND_SIGHT);
  const first = Math.max(scan.floor, base === 0 ? 0 : base + LOOK_BACK);
  let view: Sight | undefined;
  for (const { at, trigger } of candidates) {
    if (at < Math.max(first, scan.floor) || at >= match.start) continue;
    const text = view?.text ?? `${scan.text.slice(base, match.start)}[redacted:${match.type}]`;
    view = { text, floor: Math.max(0, scan.floor - base), end: text.length, line: scan.line };
    const found = trigger.look(view, at - base);
    if (found === undefined || found.type === MARKER || found.start >= found.end) continue;
    const start = found.start + base;
    if (found.end + base > match.start || start < scan.floor || start < match.start - SECOND_LOOK) continue;
    if (scan.pending.some((other) => other.start < match.start)) continue;
    scan.findings.push({ type: found.type, start, end: found.end + base, shown: true });
    scan.floor = found.end + base;
    scan.run = Math.max(scan.run, scan.floor);
  }
}

/** A finding cuts a run in two; its head is judged as the run that it will be once the marker is there. */
function judgeHead(scan: Scan, triggers: Triggers, end: number): void {
  const size = end - scan.run;
  if (size < SHORTEST_RUN || size > LONGEST_RUN) return;
  const head = judgeRun(scan, triggers, { end, sight: end });
  if (head === undefined || head.end > end) return;
  scan.findings.push({ type: head.type, start: head.start, end: head.end, shown: true });
  scan.floor = head.end;
}

/** The type of a match that is a marker already: passed over as a finding is, but not found again. */
const MARKER = "";

/** Takes what still belongs to the last finding. When `resumed`, its marker is written already. */
function swallowOn(scan: Scan, from: number, options: { readonly resumed: boolean }): number {
  if (scan.swallow === 0) return from;
  const end = runEnd(scan.text, from, { set: scan.swallow, end: scan.text.length });
  if (end > from) {
    if (options.resumed) scan.findings.push({ type: MARKER, start: from, end, shown: false });
    else (scan.findings.at(-1) as Finding).end = end;
    scan.floor = end;
    scan.run = end;
  }
  if (end < scan.text.length) scan.swallow = 0;
  return end;
}

function postpone(scan: Scan, match: Match): void {
  const { pending } = scan;
  for (let i = 0; i < pending.length; i++) {
    const other = pending[i] as Match;
    if (match.start < other.end && other.start < match.end) {
      pending[i] = { ...other, start: Math.min(other.start, match.start), end: Math.max(other.end, match.end) };
      return;
    }
  }
  pending.push(match);
  pending.sort((a, b) => a.start - b.start);
}

function wait(scan: Scan, at: number, need: number): number {
  scan.at = at;
  scan.need = need;
  return settled(scan);
}

/** Up to where nothing can change any more. */
function settled(scan: Scan): number {
  const open = scan.at - scan.run <= LONGEST_RUN ? scan.run : scan.at;
  const { text, floor } = scan;
  const ahead = Math.min(heldFrom(text, scan.at - SPELLED, floor), open, scan.pending[0]?.start ?? scan.at);
  // Only a trigger that found nothing may be looked at a second time; where there was none, nothing reaches further back.
  const earliest = scan.recent.reduce(
    (least, { at }) => (at < ahead - SECOND_LOOK ? least : Math.min(least, heldFrom(text, at, floor))),
    ahead,
  );
  return Math.max(scan.floor, Math.max(earliest, ahead - SECOND_LOOK));
}
