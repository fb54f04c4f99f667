// A lock by SQLite, where the native library cannot be used (musl, Deno, a program that was bundled without it). It is a
// lock of the kernel too: SQLite locks a range of the file, and the kernel releases it when the holder dies. The native library
// locks the whole file, so that each keeps the other out. Nothing is ever written to the file: it stays empty.
//
// Such a lock belongs to the process: to close any other descriptor of the file would release it. So the file is opened here
// by nobody but SQLite; it is made only where there is none, and looked at without opening it.

import { closeSync, constants, openSync } from "node:fs";
import { lstatOrNull, type Spot } from "./places.ts";
import { refuseUnlessRegular } from "./regular.ts";

type Sqlite = typeof import("node:sqlite");

function sqlite(): Sqlite | undefined {
  return process.getBuiltinModule("node:sqlite") as Sqlite | undefined;
}

export function hasSqlite(): boolean {
  return sqlite() !== undefined;
}

/** SQLite's own number. */
const BUSY = 5;

/** The function that releases the lock, or null while another holds it. */
export function takeBySqlite(spot: Spot): (() => void) | null {
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
