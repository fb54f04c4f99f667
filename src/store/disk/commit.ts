// A document and the lines that tell of it: both or neither, whatever happens in between (P3).
//
//   Step 1  settle the log: nothing undecided is before the new batch
//   Step 2  temp file beside the document, fsync
//   Step 3  header and lines to the log in one write, fsync          ← from here on a crash is judged by `judge`
//   Step 4  look once more whether the document is still what the caller read
//   Step 5  rename, fsync of the folder                              ← the change
//   Step 6  "done" in the log, so that nobody needs to judge; acknowledge
//
// A removal moves the document aside in step 5 instead and deletes it after step 6.

import { fsyncSync, renameSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { sha256 } from "../../base/index.ts";
import { type Batch, frameBatch, frameVerdict, joinLines } from "../port/frames.ts";
import { tempName, tempOwner } from "../port/placeNames.ts";
import type { CommitOutcome } from "../port/port.ts";
import { appendDurably, cutBack, type OpenLog } from "./append.ts";
import { dropTemp, readCurrent, refuseReadOnly, sweepTemps, writeTemp } from "./atomic.ts";
import { type LogTools, withLog } from "./log.ts";
import type { Spot } from "./realPlaces.ts";
import { syncFolder, writeWhole } from "./regular.ts";

export interface Change {
  readonly document: Spot;
  readonly expect: string | null;
  readonly bytes: Uint8Array | null;
  readonly log: Spot;
  readonly lines: readonly string[];
}

export function commitChange(change: Change, tools: LogTools): CommitOutcome {
  const before = readCurrent(change.document);
  if ((before?.version ?? null) !== change.expect) return { kind: "stale", version: before?.version ?? null };
  return withLog(change.log, tools, (log) => {
    sweepTemps(change.document, ownersOf(change));
    if (change.bytes !== null) return replaceDocument({ ...change, bytes: change.bytes, like: before?.stat ?? null }, log, tools);
    if (before === null) {
      appendDurably(log, joinLines(change.lines)); // nothing to remove: only the lines
      return { kind: "committed", version: null };
    }
    refuseReadOnly(change.document, before.stat);
    return removeDocument(change, log, tools);
  });
}

/** Temp files that a sweep under this document's lock may take away, once the log is settled. */
export function ownersOf(change: { readonly document: Spot; readonly log: Spot }): readonly string[] {
  const name = basename(change.document.file);
  return [tempOwner(name, null), tempOwner(name, change.log.file)];
}

function replaceDocument(
  change: Change & { readonly bytes: Uint8Array; readonly like: Parameters<typeof writeTemp>[2]["like"] },
  log: OpenLog,
  tools: LogTools,
): CommitOutcome {
  const { document, bytes } = change;
  const owner = tempOwner(basename(document.file), change.log.file);
  const temp = writeTemp(document, bytes, { ...tools, owner, like: change.like });
  const batch = batchFor(change, { temp, after: sha256(bytes), id: tools.random.hex(8) });
  const written = announce(log, batch, { lines: change.lines, temp });
  const outcome = move({ log, batch, written, document, from: temp, to: document.file, temp });
  if (outcome !== null) return outcome;
  conclude(log, batch);
  return { kind: "committed", version: batch.after };
}

function removeDocument(change: Change, log: OpenLog, tools: LogTools): CommitOutcome {
  const { document } = change;
  const owner = tempOwner(basename(document.file), change.log.file);
  const temp = join(dirname(document.file), tempName(owner, tools.random.hex(6), tools.tempSuffix));
  const batch = batchFor(change, { temp, after: null, id: tools.random.hex(8) });
  const written = announce(log, batch, { lines: change.lines, temp: null });
  const outcome = move({ log, batch, written, document, from: document.file, to: temp, temp: null });
  if (outcome !== null) return outcome;
  // The document that was moved aside is the evidence until "done" would survive power loss.
  if (conclude(log, batch) && syncOrLeave(log)) dropTemp(temp);
  return { kind: "committed", version: null };
}

function batchFor(change: Change, made: { readonly temp: string; readonly after: string | null; readonly id: string }): Batch {
  const { place, base } = change.document;
  return {
    id: made.id,
    lines: change.lines.length,
    root: place.root,
    base,
    path: place.path,
    temp: basename(made.temp),
    before: change.expect,
    after: made.after,
  };
}

/** Step 3. Gives the number of bytes the batch takes. */
function announce(log: OpenLog, batch: Batch, with_: { readonly lines: readonly string[]; readonly temp: string | null }): number {
  const bytes = frameBatch(batch, with_.lines);
  const start = log.size;
  try {
    appendDurably(log, bytes);
  } catch (error) {
    // If the log still holds the batch, the temp file must stay: it is what tells recovery that nothing happened.
    if (with_.temp !== null && cutBack(log, { to: start, written: bytes.length })) dropTemp(with_.temp);
    throw error;
  }
  return bytes.length;
}

interface Move {
  readonly log: OpenLog;
  readonly batch: Batch;
  readonly written: number;
  readonly document: Spot;
  readonly from: string;
  readonly to: string;
  readonly temp: string | null;
}

/** Steps 4 and 5. null when the document was moved; an error after the rename leaves it to recovery to say "done". */
function move(step: Move): CommitOutcome | null {
  try {
    const now = readCurrent(step.document)?.version ?? null;
    if (now !== step.batch.before) {
      abandon(step);
      return { kind: "stale", version: now };
    }
    renameSync(step.from, step.to);
  } catch (error) {
    abandon(step);
    throw error;
  }
  syncFolder(dirname(step.document.file));
  return null;
}

/** The batch is in the log and the document did not follow: void it, or undo it, and only then drop the temp. */
function abandon(step: Move): void {
  const { log, batch, written } = step;
  const end = log.size;
  let undone: boolean;
  try {
    appendDurably(log, frameVerdict(batch.id, "void"));
    undone = true;
  } catch {
    // No room for a word more: cutting needs none. If that fails too, the temp file stays and recovery voids the batch.
    undone = cutBack(log, { to: end - written, written });
  }
  if (undone && step.temp !== null) dropTemp(step.temp);
}

/** Step 6. Not synced: if power loss takes it away, the document itself gives the same answer. */
function conclude(log: OpenLog, batch: Batch): boolean {
  const bytes = frameVerdict(batch.id, "done");
  try {
    writeWhole(log.fd, bytes);
    log.size += bytes.length;
    return true;
  } catch {
    // The change is durable and stays acknowledged; the next `settle` will find it out and say so.
    cutBack(log, { to: log.size, written: bytes.length });
    log.hasUndecided = true;
    return false;
  }
}

function syncOrLeave(log: OpenLog): boolean {
  try {
    fsyncSync(log.fd);
    return true;
  } catch {
    return false; // the removal itself is durable; its leftover is removed by the next `settle`
  }
}
