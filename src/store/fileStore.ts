// The driver that keeps a mind in plain files.

import { readdirSync } from "node:fs";
import { basename } from "node:path";
import { type Clock, type Random, unlessRefused } from "../base/index.ts";
import { BROUGHT } from "./common/commonPlaces.ts";
import { readCurrent, removeFile, replaceFile, sweepTemps } from "./disk/atomic.ts";
import { commitChange, ownersOf } from "./disk/commit.ts";
import { takeLock } from "./disk/lock.ts";
import { appendLines, type LogTools, readLogFile, replaceLog, settleExisting } from "./disk/log.ts";
import { mayHaveEntries, readEndOfLog } from "./disk/logEnd.ts";
import { isAbsent, onDisk } from "./disk/osErrors.ts";
import { openParts, openSideFile, wholeLines, writeSideFile, stampAt } from "./disk/parts.ts";
import { describePlace, findFolder, findSpot, lstatOrNull, type Roots, type Spot } from "./disk/realPlaces.ts";
import { openSegments, startSegment } from "./disk/segments.ts";
import { ownSpot } from "./disk/settle.ts";
import { entriesAmong } from "./port/entryLines.ts";
import { walkChosen } from "./port/facts.ts";
import { checkLines } from "./port/frames.ts";
import { isTempName, lockFileName, tempOwner } from "./port/placeNames.ts";
import { BROUGHT_LIMIT, DOCUMENT_LIMIT, LOG_LIMIT } from "./port/limits.ts";
import type { Place, Root, Store, Writer } from "./port/port.ts";
import { isEndless, SEGMENT_BYTES } from "./port/stateLog.ts";
import { runLocked, Turns } from "./port/turns.ts";
import { registerWriter } from "./port/pen.ts";

/** For more entries than this a log is read once instead of searched for each. */
const FEW = 8;

export interface FilesOptions {
  /** Absolute directories. They need not exist yet; the first write creates them. */
  readonly home: string;
  readonly project: string | null;
  readonly state: string;
  readonly random: Random;
  /** Puts the hour into the names of what is kept aside. */
  readonly clock?: Clock;
  /** For fault tests: makes the names of temp files recognisable. */
  readonly tempSuffix?: string;
}

export function openFiles(options: FilesOptions): Store {
  const roots: Roots = { home: options.home, project: options.project, state: options.state };
  const { random, clock, tempSuffix = "" } = options;
  const store = filesStore(roots, random);
  registerWriter(store, filesWriter({ roots, random, clock, tempSuffix, marks: new Map() }));
  return store;
}

function filesStore(roots: Roots, random: Random): Store {
  const turns = new Turns();
  const onPlace = at(roots, "read");
  return {
    describe: (place) => describePlace(roots, place),
    async canonical(place) {
      return findSpot(roots, place).place;
    },
    async lockName(place) {
      return findSpot(roots, place).file;
    },
    async read(place) {
      const current = onPlace(place, (spot) => readCurrent(spot, limitOf(place)));
      if (!current) return null;
      return {
        bytes: current.bytes,
        get version() {
          return current.version;
        },
        modified: current.stat.mtime,
      };
    },
    async list(root, folder) {
      return onDisk({ doing: "read", file: describePlace(roots, { root, path: folder }) }, () => listFolder(roots, root, folder));
    },
    async paths(root) {
      const folder = roots[root];
      return folder === null ? [] : onDisk({ doing: "read", file: folder }, () => walkChosen(folder));
    },
    async readLog(place) {
      return onPlace(place, (spot) => readLogFile(spot, roots));
    },
    async readLogEnd(place, count) {
      return onPlace(place, (spot) => readEndOfLog(spot, roots, count));
    },
    async entriesIn(place, entries) {
      return onPlace(place, (spot) => {
        const isWorthReading = entries.length > FEW || mayHaveEntries(spot, entries);
        return entriesAmong(isWorthReading ? readLogFile(spot, roots).lines : [], entries);
      });
    },
    standing: async ({ root, path }) => (root === "home" && path === BROUGHT ? "common" : "own"),
    openLog: (place, alone = false) => (isEndless(place) && !alone ? openSegments : openParts)(findSpot(roots, place)),
    stampOf: (place) => stampAt(roots, place),
    openIndex: (name) => openSideFile(roots, name),
    lock: (name, run, lockOptions = {}) =>
      runLocked(turns, lockFileName(name), { take: () => takeLock(roots, name), run, options: lockOptions, random }),
    async close() {
      // Nothing stays open between calls.
    },
  };
}

function filesWriter(tools: LogTools): Writer {
  const { roots } = tools;
  const onPlace = at(roots, "write");
  return {
    async write(place, bytes, expect) {
      return onPlace(place, (spot) => replaceFile(spot, bytes, expect, { ...tools, limit: limitOf(place) }));
    },
    async bring(place, source, expect, isSwept) {
      // Nothing is held of it: history has no limit here.
      const limit = place.root === "state" ? Infinity : limitOf(place);
      return onPlace(place, (spot) => replaceFile(spot, source, expect, { ...tools, limit, isSwept }));
    },
    async remove(place, expect) {
      return onPlace(place, (spot) => removeFile(spot, expect));
    },
    async append(place, lines, options = {}) {
      onPlace(place, (spot) => {
        checkLines(lines, spot.shown);
        const { plain, later, wholeTo = plain === true ? wholeLines(spot) : undefined } = options;
        if (lines.length > 0) appendLines(spot, lines, tools, { wholeTo, later });
        if (isEndless(place)) startSegment(spot, SEGMENT_BYTES);
      });
    },
    writeIndex: (name, parts) => writeSideFile(roots, name, parts, tools.random),
    async commit({ place, expect, bytes, log, lines }) {
      return onPlace(place, (document) => {
        checkLines(lines, describePlace(roots, log));
        return commitChange({ document, expect, bytes, log: findSpot(roots, log), lines }, tools);
      });
    },
    async recover(log, document) {
      onPlace(log, (spot) => {
        const seen = settleExisting(spot, tools).flatMap((batch) => ownSpot(batch, roots) ?? []);
        const given = document ? [findSpot(roots, document)] : [];
        const byFile = new Map([...seen, ...given].map((found) => [found.file, found]));
        for (const found of byFile.values()) sweepTemps(found, ownersOf({ document: found, log: spot }));
        sweepTemps(spot, [tempOwner(basename(spot.file), null)]);
      });
    },
    async rewriteLog(place, lines) {
      onPlace(place, (spot) => {
        replaceLog(spot, lines, tools);
      });
    },
  };
}

/** Does something with the file behind a place. */
function at(roots: Roots, doing: "read" | "write"): <T>(place: Place, work: (spot: Spot) => T) => T {
  return (place, work) => {
    const spot = findSpot(roots, place);
    return onDisk({ doing, file: spot.shown }, () => work(spot));
  };
}

function listFolder(roots: Roots, root: Root, folder: string): readonly string[] {
  const directory = findFolder(roots, root, folder);
  let found;
  try {
    found = readdirSync(directory, { withFileTypes: true });
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
  const isShown = (name: string) => isReadable(roots, { root, path: folder === "" ? name : `${folder}/${name}` });
  return found
    .filter((entry) => !isTempName(entry.name) && (entry.isFile() || (entry.isSymbolicLink() && isShown(entry.name))))
    .map((entry) => entry.name)
    .sort();
}

/** A link counts as a file when it leads to one inside the same root. */
function isReadable(roots: Roots, place: Place): boolean {
  // It leads out, to nothing or in a circle: `read` says so by name.
  const spot = unlessRefused(() => findSpot(roots, place));
  return spot !== null && lstatOrNull(spot.file)?.isFile() === true;
}

/** What is in the state is history, whole files of it too when a backup reads or brings them. */
function limitOf({ root, path }: Place): number {
  if (root === "project" && path.endsWith(".yaml")) return BROUGHT_LIMIT;
  return root === "state" ? LOG_LIMIT : DOCUMENT_LIMIT;
}
