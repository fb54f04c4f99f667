// Append-only logs on disk: whole lines (P5), durable when acknowledged (P2), settled before they grow.
// Callers hold the lock that covers the log: cutting a torn tail would otherwise cut a write in progress.

import { closeSync, constants, fstatSync, fsyncSync, ftruncateSync, openSync, type Stats, statSync, unlinkSync } from "node:fs";
import { dirname } from "node:path";
import { AppError, type Clock, stamp } from "../../base/index.ts";
import { type Batch, checkLines, joinLines, parseLog, undecided, visibleLines } from "../port/frames.ts";
import { LOG_LIMIT, tooLarge } from "../port/limits.ts";
import { asidePath } from "../port/placeNames.ts";
import type { LogRead } from "../port/port.ts";
import { appendDurably, type OpenLog } from "./append.ts";
import { lookAt, replaceFile, type Tools } from "./atomic.ts";
import { findSpot, type Roots, type Spot } from "./realPlaces.ts";
import { CAREFULLY, closeServed, folderMode, makeFolder, newFileMode, openRegular, readWhole, syncFolder, writeWhole } from "./regular.ts";
import { settle, verdictOf } from "./settle.ts";

const NEAR_THE_END = 64 * 1024;
const VERDICTS = ['\n{"codicil":"done","batch":"', '\n{"codicil":"void","batch":"'] as const;

export interface LogTools extends Tools {
  readonly roots: Roots;
  readonly clock: Clock | undefined;
  /** Up to where this process knows a log to be whole and decided, so that an append need not read it all again. */
  readonly marks: Map<string, Mark>;
}

export interface Mark {
  readonly dev: number;
  readonly ino: number;
  /** Inode numbers are used again; with the hour of birth they are unique. */
  readonly born: number;
  readonly offset: number;
}

export function readLogFile(spot: Spot, roots: Roots): LogRead {
  for (let attempt = 1; ; attempt++) {
    const opened = openRegular(spot, constants.O_RDONLY);
    if (opened === null) return { lines: [], torn: null };
    try {
      const bytes = readWhole(opened, spot, { limit: LOG_LIMIT });
      const parsed = parseLog(bytes);
      const lines = visibleLines(parsed, (batch) => verdictOf(batch, roots));
      // Reading takes no lock: a commit may have gone on between the log and the look at its document. Look again.
      const moved = undecided(parsed).length > 0 && statSync(spot.file, { throwIfNoEntry: false })?.size !== bytes.length;
      if (moved && attempt < 5) continue;
      return { lines, torn: bytes.length > parsed.whole ? bytes.toString("utf8", parsed.whole) : null };
    } finally {
      closeServed(opened.fd);
    }
  }
}

/** `wholeTo`: up to where the caller, who reads this log in parts, has found whole lines. `later`: syncs them. */
export function appendLines(
  spot: Spot,
  lines: readonly string[],
  tools: LogTools,
  { wholeTo, later }: { readonly wholeTo?: number | undefined; readonly later?: ((file: number) => void) | undefined } = {},
): void {
  withLog(spot, tools, (log) => appendDurably(log, joinLines(lines), later), wholeTo);
}

/** Opens (creating it) and settles a log for `work`, and remembers how far it is settled when all went well. */
export function withLog<T>(spot: Spot, tools: LogTools, work: (log: OpenLog) => T, wholeTo?: number): T {
  const log = openLog(spot, tools, wholeTo !== undefined);
  let finished = false;
  try {
    settleLog(log, tools, wholeTo);
    const value = work(log);
    finished = true;
    remember(log, tools);
    return value;
  } finally {
    if (!finished) forget(log, tools);
    if (finished && log.takenBy !== undefined) log.takenBy(log.fd);
    else closeServed(log.fd);
  }
}

/** What `recover` does to a log that may not exist: settles it and names the batches it saw. */
export function settleExisting(spot: Spot, tools: LogTools): readonly Batch[] {
  const opened = openRegular(spot, constants.O_RDWR | constants.O_APPEND);
  if (opened === null) return [];
  const log: OpenLog = { spot, fd: opened.fd, created: false, inParts: false, hasUndecided: false, stat: null, size: 0 };
  try {
    const seen = settleLog(log, tools);
    remember(log, tools);
    return seen;
  } finally {
    closeServed(opened.fd);
  }
}

/** Rewrites a log as plain lines. The frames go: all that they decided is in `lines` or is gone already. */
export function replaceLog(spot: Spot, lines: Iterable<string>, tools: LogTools): void {
  settleExisting(spot, tools);
  const expect = lookAt(spot, LOG_LIMIT)?.version ?? null;
  // How long it is and what it hashes to is known at its end, and nobody asks before.
  const source = { size: 0, sha256: "", parts: () => checkedParts(lines, spot.shown) };
  const outcome = replaceFile(spot, source, expect, { ...tools, limit: LOG_LIMIT });
  if (outcome.kind === "stale")
    throw new AppError("STALE", `${spot.shown} changed while it was being rewritten`, { file: spot.shown, hint: "Try again." });
  tools.marks.delete(spot.file);
}

/** As bytes, some lines at a time: of a long log that is made as it is asked for, nothing else is held. */
function* checkedParts(lines: Iterable<string>, shown: string): Generator<Buffer> {
  let some: string[] = [];
  let [length, before, size] = [0, 0, 0];
  const part = () => {
    checkLines(some, shown, before);
    const bytes = joinLines(some);
    size += bytes.length;
    if (size > LOG_LIMIT) throw tooLarge(shown, size, LOG_LIMIT);
    before += some.length;
    [some, length] = [[], 0];
    return bytes;
  };
  for (const line of lines) {
    some.push(line);
    length += line.length;
    if (length >= PART) yield part();
  }
  yield part();
}

const PART = 32 * 1024;

function openLog(spot: Spot, tools: LogTools, inParts: boolean): OpenLog {
  const opened = openRegular(spot, constants.O_RDWR | constants.O_APPEND);
  if (opened !== null) return { spot, fd: opened.fd, created: false, inParts, hasUndecided: false, stat: null, size: 0 };
  tools.marks.delete(spot.file);
  makeFolder(dirname(spot.file), folderMode(spot));
  const flags = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_EXCL | CAREFULLY;
  return { spot, fd: openSync(spot.file, flags, newFileMode(spot)), created: true, inParts, hasUndecided: false, stat: null, size: 0 };
}

/** Reads what is new since the last mark, keeps a torn tail aside and decides what is undecided. */
function settleLog(log: OpenLog, tools: LogTools, wholeTo = 0): readonly Batch[] {
  const stat = fstatSync(log.fd);
  log.stat = stat;
  const mark = tools.marks.get(log.spot.file);
  const same = mark && mark.dev === stat.dev && mark.ino === stat.ino && mark.born === stat.birthtimeMs;
  const settled = [same ? mark.offset : 0, wholeTo]
    .filter((offset) => offset <= stat.size)
    .reduce((most, offset) => Math.max(most, offset), 0);
  const known = settled > 0 ? settled : lastVerdict({ fd: log.fd, stat }, log.spot);
  const bytes = readWhole({ fd: log.fd, stat }, log.spot, { limit: LOG_LIMIT, from: known });
  const parsed = parseLog(bytes);
  log.size = known + parsed.whole;
  if (bytes.length > parsed.whole) {
    keepAside(log.spot, bytes.subarray(parsed.whole), tools);
    ftruncateSync(log.fd, log.size);
    fsyncSync(log.fd);
  }
  for (const batch of undecided(parsed)) settle(log, batch, tools.roots);
  return parsed.units.flatMap(({ batch }) => (batch === null ? [] : [batch]));
}

/**
 * The end of the last verdict near the end of a log; 0: none is there. Whoever wrote it had decided everything before it,
 * so that a process that meets a long log for the first time need not read all of it.
 */
function lastVerdict(opened: { readonly fd: number; readonly stat: Stats }, spot: Spot): number {
  const from = Math.max(0, opened.stat.size - NEAR_THE_END);
  const bytes = readWhole(opened, spot, { limit: LOG_LIMIT, from });
  const start = Math.max(...VERDICTS.map((verdict) => bytes.lastIndexOf(verdict)));
  const end = start === -1 ? -1 : bytes.indexOf("\n", start + 1);
  return end === -1 ? 0 : from + end + 1;
}

/** The bytes of a write that never finished, kept below state before they are cut off the log. */
function keepAside(log: Spot, bytes: Uint8Array, tools: LogTools): void {
  const hex = tools.random.hex(6);
  const mark = tools.clock ? `${stamp(tools.clock.now())}-${hex}` : hex;
  const aside = findSpot(tools.roots, { root: "state", path: asidePath(log.place, mark) });
  makeFolder(dirname(aside.file), folderMode(aside));
  const fd = openSync(aside.file, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | CAREFULLY, 0o600);
  try {
    writeWhole(fd, bytes);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  syncFolder(dirname(aside.file));
}

/** Asks the disk nothing: what was just done must not fail any more. */
function remember(log: OpenLog, tools: LogTools): void {
  if (log.hasUndecided || log.stat === null) return void tools.marks.delete(log.spot.file);
  const { dev, ino, birthtimeMs } = log.stat;
  tools.marks.set(log.spot.file, { dev, ino, born: birthtimeMs, offset: log.size });
}

function forget(log: OpenLog, tools: LogTools): void {
  tools.marks.delete(log.spot.file);
  if (!log.created) return;
  try {
    if (fstatSync(log.fd).size === 0) unlinkSync(log.spot.file);
  } catch {
    // An empty log is the same as none; the error that led here is the one to report.
  }
}
