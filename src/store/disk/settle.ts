// What a crash left between a document and its log: look at the disk, write the verdict down, tidy up.

import { dirname, join } from "node:path";
import { AppError, unlessRefused } from "../../base/index.ts";
import { type Batch, frameVerdict, judge, type Verdict } from "../port/frames.ts";
import { isTempName } from "../port/placeNames.ts";
import { appendDurably, type OpenLog } from "./append.ts";
import { dropTemp, readCurrent } from "./atomic.ts";
import { findFolder, findSpot, lstatOrNull, type Roots, type Spot } from "./realPlaces.ts";
import { syncFolder } from "./regular.ts";

export function verdictOf(batch: Batch, roots: Roots): Verdict {
  const tempExists = isTempName(batch.temp) && lstatOrNull(tempOf(batch, roots)) !== null;
  return judge(batch, { tempExists, version: versionOf(batch, roots) });
}

/** Decides one batch forever. The caller holds the lock of the document and the log. */
export function settle(log: OpenLog, batch: Batch, roots: Roots): void {
  const verdict = verdictOf(batch, roots);
  const temp = tempOf(batch, roots);
  const folder = dirname(temp);
  // "done" may only be said of what would survive power loss: the rename may not be durable yet.
  if (verdict === "done" && lstatOrNull(folder) !== null) syncFolder(folder);
  appendDurably(log, frameVerdict(batch.id, verdict));
  // Only now: until the verdict was written, the temp file was the evidence for it.
  if (ownSpot(batch, roots) !== null && isTempName(batch.temp)) dropTemp(temp);
}

/** The document of a batch, when it lies below a root that is open here; otherwise it may be looked at, not touched. */
export function ownSpot(batch: Batch, roots: Roots): Spot | null {
  // It became a link, a folder, …: no longer ours to touch.
  return unlessRefused(() => {
    const isHere = roots[batch.root] !== null && findFolder(roots, batch.root, "") === batch.base;
    return isHere ? findSpot(roots, { root: batch.root, path: batch.path }) : null;
  });
}

function versionOf(batch: Batch, roots: Roots): string | null {
  const base = baseOf(batch, roots);
  try {
    const spot = findSpot({ home: base, project: base, state: base }, { root: batch.root, path: batch.path });
    return readCurrent(spot)?.version ?? null;
  } catch (error) {
    // Somebody put a folder, a link or a giant there: certainly neither the version before nor the one after.
    if (error instanceof AppError && ["BAD_PATH", "NOT_A_FILE", "TOO_LARGE"].includes(error.code)) return "unknown";
    throw error;
  }
}

function tempOf(batch: Batch, roots: Roots): string {
  return join(dirname(join(baseOf(batch, roots), batch.path)), batch.temp);
}

/** Where the root was when the batch was written, or, if the mind was moved since, where it is now. */
function baseOf(batch: Batch, roots: Roots): string {
  const now = roots[batch.root];
  return lstatOrNull(batch.base) !== null || now === null ? batch.base : now;
}
