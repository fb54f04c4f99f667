// Files of a backup come back: the only writing that goes around entries, because it brings the history itself.

import { AppError, sha256 } from "../../base/index.ts";
import type { Place } from "../../store/index.ts";
import { writerOf } from "../../store/write.ts";
import { type Deps, home } from "../records/deps.ts";

/** A file on its way: its bytes as they came, and as they are to be written. */
export interface Arriving extends Place {
  load(): Promise<{ readonly came: Uint8Array; readonly bytes: Uint8Array }>;
}

export type Restored = Place & { readonly outcome: "created" | "replaced" | "same" };

/** One after the other: of all the bytes only one file's are held. */
export async function restoreFiles(deps: Deps, files: readonly Arriving[], options: { readonly dryRun: boolean }): Promise<Restored[]> {
  const store = home(deps);
  const restored: Restored[] = [];
  for (const { root, path, load } of files) {
    const present = await store.read({ root, path });
    const { came, bytes } = await load();
    // What is here as it came is this mind's own: it keeps the authority that it has here.
    const isSame = present !== null && (present.version === sha256(came) || present.version === sha256(bytes));
    if (!isSame && !options.dryRun) {
      const outcome = await writerOf(store).write({ root, path }, bytes, present?.version ?? null);
      const file = store.describe({ root, path });
      if (outcome.kind === "stale") throw new AppError("STALE", "a file changed during the restore", { file, hint: "Run restore again." });
    }
    restored.push({ root, path, outcome: isSame ? "same" : present === null ? "created" : "replaced" });
  }
  return restored;
}
