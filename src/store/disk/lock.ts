// A lock that the kernel keeps: released when its holder dies, however it dies, and never taken from one that is only
// slow or stopped. Lock files are never unlinked, because two processes could then hold two files of the same name.

import { closeSync, constants, fstatSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { AppError } from "../../base/index.ts";
import { lockFileName } from "../names.ts";
import { onDisk } from "./osErrors.ts";
import { findSpot, lstatOrNull, type Roots } from "./places.ts";
import { CAREFULLY, closeServed, folderMode, makeFolder, refuseUnlessRegular } from "./regular.ts";

interface Addon {
  tryLock(fd: number): boolean;
}

let addon: Addon | undefined;

/** Loaded with the first lock and not before: reading must start without native code, and work where there is none. */
async function loadAddon(): Promise<Addon> {
  try {
    return (await import("fs-native-extensions")).default;
  } catch (error) {
    throw new AppError("IO", `locks do not work on this machine (${process.platform} ${process.arch})`, {
      hint: "Reading works; to write, run Codicil where fs-native-extensions has a build (Linux with glibc, macOS, Windows).",
      cause: error,
    });
  }
}

/** The function that releases the lock, or null while another descriptor, here or in another process, holds it. */
export async function takeLock(roots: Roots, name: string): Promise<(() => void) | null> {
  addon ??= await loadAddon();
  const { tryLock } = addon;
  const spot = findSpot(roots, { root: "state", path: `locks/${lockFileName(name)}` });
  return onDisk({ doing: "write", file: spot.shown }, () => {
    makeFolder(dirname(spot.file), folderMode(spot));
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
  });
}
