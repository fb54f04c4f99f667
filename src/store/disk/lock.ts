// A lock that the kernel keeps: released when its holder dies, however it dies, and never taken from one that is only
// slow or stopped. A lock file is unlinked only by who holds its lock (`sweepLocks`): whoever waited for that file then finds that its
// name is gone or another file's, and tries again. Otherwise two processes could hold two files of the same name.

import { closeSync, constants, fstatSync, openSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { AppError } from "../../base/index.ts";
import { lockFileName } from "../port/placeNames.ts";
import { onDisk } from "./osErrors.ts";
import { findSpot, lstatOrNull, type Roots, type Spot } from "./realPlaces.ts";
import { CAREFULLY, closeServed, folderMode, makeFolder, namesIn, refuseUnlessRegular } from "./regular.ts";

interface Addon {
  tryLock(fd: number): boolean;
}

/** The function that releases the lock, or null while another holds it. */
type Take = (spot: Spot) => (() => void) | null;

let found: Take | undefined;

/**
 * Decided with the first lock and not before: reading must start without native code, and work where there is none. SQLite's
 * locks keep the same promises, and exclude those of the native library, so that programs of both kinds can share a mind.
 */
async function wayToLock(): Promise<Take> {
  if (process.env["CODICIL_LOCKS_BY"] === "sqlite") return takeBySqlite;
  found ??= await findWay();
  return found;
}

async function findWay(): Promise<Take> {
  try {
    // Deno ends at once when it calls the library.
    if (process.versions["deno"] !== undefined) return takeBySqlite;
    const { tryLock } = prebuilt() ?? (await import("fs-native-extensions")).default;
    return (spot) => takeByKernel(spot, tryLock);
  } catch (error) {
    // Not installed, or no build for this machine (musl).
    if (hasSqlite()) return takeBySqlite;
    throw new AppError("IO", `locks do not work on this machine (${process.platform} ${process.arch})`, {
      hint:
        "Reading works; to write, install fs-native-extensions where it has a build (Linux with glibc, macOS, Windows), " +
        "or use a Node with node:sqlite.",
      cause: error,
    });
  }
}

/**
 * The package's own build for this machine, taken without the package: its search for it loads a dozen files, which costs a
 * third of an empty start. null where it is not there or not for this machine; the package then looks for itself.
 */
function prebuilt(): Addon | null {
  try {
    const { tryLock } = createRequire(import.meta.url)(
      `fs-native-extensions/prebuilds/${process.platform}-${process.arch}/fs-native-extensions.node`,
    ) as { tryLock(fd: number, offset: number, length: number, exclusive: boolean): void };
    return {
      tryLock: (fd) => {
        try {
          tryLock(fd, 0, 0, true);
          return true;
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code === "EAGAIN") return false;
          throw error;
        }
      },
    };
  } catch {
    // Another machine, or another release of the package.
    return null;
  }
}

/** The function that releases the lock, or null while another descriptor, here or in another process, holds it. */
export async function takeLock(roots: Roots, name: string): Promise<(() => void) | null> {
  const take = await wayToLock();
  const spot = findSpot(roots, { root: "state", path: `locks/${lockFileName(name)}` });
  return onDisk({ doing: "write", file: spot.shown }, () => {
    makeFolder(dirname(spot.file), folderMode(spot));
    return take(spot);
  });
}

function takeByKernel(spot: Spot, tryLock: Addon["tryLock"]): (() => void) | null {
  const fd = openSync(spot.file, constants.O_RDWR | constants.O_CREAT | CAREFULLY, 0o600);
  let isHeld = false;
  try {
    const mine = fstatSync(fd);
    refuseUnlessRegular(spot, mine);
    // If somebody tidied the folder meanwhile, the lock of a nameless file would keep nobody out: try again.
    isHeld = tryLock(fd) && lstatOrNull(spot.file)?.ino === mine.ino;
  } finally {
    if (!isHeld) closeServed(fd);
  }
  return isHeld ? () => closeSync(fd) : null;
}

/** Fewer cost nobody anything. */
const MANY = 1000;
/** At once: whoever starts a session waits for it. */
const MOST = 500;

/** Where there are many, removes some that were made before then and that nobody holds: most belong to sessions that are over. */
export async function sweepLocks(state: string, before: Date): Promise<number> {
  const folder = join(state, "locks");
  const names = namesIn(folder).filter((name) => name.endsWith(".lock"));
  if (names.length <= MANY) return 0;
  const take = await wayToLock();
  const roots = { home: state, state, project: null };
  let swept = 0;
  for (const name of names) {
    if (swept === MOST) break;
    if ((lstatOrNull(join(folder, name))?.mtimeMs ?? Infinity) >= before.getTime()) continue;
    const spot = findSpot(roots, { root: "state", path: `locks/${name}` });
    const release = take(spot);
    if (release === null) continue;
    try {
      rmSync(spot.file);
      swept++;
    } finally {
      release();
    }
  }
  return swept;
}

// A lock by SQLite, where the native library cannot be used (musl, Deno, a program that was bundled without it). It is a
// lock of the kernel too: SQLite locks a range of the file, and the kernel releases it when the holder dies. The native library
// locks the whole file, so that each keeps the other out. Nothing is ever written to the file: it stays empty.
//
// Such a lock belongs to the process: to close any other descriptor of the file would release it. So the file is opened here
// by nobody but SQLite; it is made only where there is none, and looked at without opening it.
type Sqlite = typeof import("node:sqlite");

function sqlite(): Sqlite | undefined {
  return process.getBuiltinModule("node:sqlite") as Sqlite | undefined;
}

function hasSqlite(): boolean {
  return sqlite() !== undefined;
}

/** SQLite's own number. */
const BUSY = 5;

/** The function that releases the lock, or null while another holds it. */
function takeBySqlite(spot: Spot): (() => void) | null {
  makeIfAbsent(spot.file);
  const before = lstatOrNull(spot.file);
  if (before === null) return null;
  refuseUnlessRegular(spot, before);
  const database = new (sqlite() as Sqlite).DatabaseSync(spot.file, { timeout: 0 });
  let isHeld = false;
  try {
    database.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
    // If somebody tidied the folder meanwhile, the lock of a nameless file would keep nobody out: try again.
    isHeld = lstatOrNull(spot.file)?.ino === before.ino;
  } catch (error) {
    if ((error as { errcode?: number }).errcode !== BUSY) throw error;
  } finally {
    if (!isHeld) database.close();
  }
  return isHeld ? () => database.close() : null;
}

function makeIfAbsent(file: string): void {
  if (lstatOrNull(file) !== null) return;
  try {
    closeSync(openSync(file, constants.O_RDWR | constants.O_CREAT | constants.O_EXCL, 0o600));
  } catch (error) {
    // Another one was faster; either's file is as good.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}
