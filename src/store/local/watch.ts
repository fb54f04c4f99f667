// Watching: a folder is watched, never a file, because editors replace files by rename. What changed is for the caller to
// find out by reading; correctness never depends on a notice arriving (X33).

import { existsSync, type FSWatcher, watch } from "node:fs";
import { dirname } from "node:path";

export interface Watching {
  close(): void;
}

/** Calls `notice` after something happened in any of the folders. One that is not there yet is waited for. */
export function watchFolders(folders: readonly string[], notice: () => void): Watching {
  const watchings = [...new Set(folders)].map((folder) => watchFolder(folder, notice));
  return { close: () => watchings.forEach((each) => each.close()) };
}

function watchFolder(folder: string, notice: () => void): Watching {
  let watcher: FSWatcher | null = null;
  let closed = false;
  const arm = () => {
    watcher?.close();
    watcher = null;
    if (closed) return;
    const isThere = existsSync(folder);
    const target = isThere ? folder : nearestAbove(folder);
    watcher = tryWatch(target, () => {
      if (isThere && existsSync(folder)) return notice();
      // It appeared, or went, or only something beside it moved.
      if (isThere || existsSync(folder) || nearestAbove(folder) !== target) {
        arm();
        notice();
      }
    });
  };
  arm();
  return {
    close: () => {
      closed = true;
      watcher?.close();
    },
  };
}

function nearestAbove(folder: string): string {
  let above = dirname(folder);
  while (above !== dirname(above) && !existsSync(above)) above = dirname(above);
  return above;
}

function tryWatch(folder: string, heard: () => void): FSWatcher | null {
  try {
    const watcher = watch(folder, { persistent: false }, heard);
    // A watcher that breaks goes silent: the next request reads the files anyway.
    watcher.on("error", () => watcher.close());
    return watcher;
  } catch {
    // Gone again, or out of watches: the same holds.
    return null;
  }
}
