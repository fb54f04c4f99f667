// Watching: a folder is watched, never a file, because editors replace files by rename. What changed is for the caller to
// find out by reading; correctness never depends on a notice arriving (X33).

import { type FSWatcher, watch } from "node:fs";

export interface Watching {
  close(): void;
}

/** Calls `notice` after something happened in any of the folders; a folder that is not there is passed over. */
export function watchFolders(folders: readonly string[], notice: () => void): Watching {
  const watchers: FSWatcher[] = [];
  for (const folder of new Set(folders)) {
    try {
      const watcher = watch(folder, { persistent: false }, () => notice());
      // A watcher that breaks (folder removed) goes silent: the next request reads the files anyway.
      watcher.on("error", () => watcher.close());
      watchers.push(watcher);
    } catch {
      // Absent or out of watches: the same holds.
    }
  }
  return { close: () => watchers.forEach((watcher) => watcher.close()) };
}
