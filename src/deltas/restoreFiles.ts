// Files of a backup come back: the only writing that goes around entries, because it brings the history itself.

import { AppError, sha256 } from "../base/index.ts";
import type { Place } from "../store/index.ts";
import { writerOf } from "../store/write.ts";
import { type Desk, home } from "./desk.ts";

export interface Restored {
  readonly created: number;
  readonly replaced: number;
  readonly same: number;
}

export async function restoreFiles(desk: Desk, files: readonly (Place & { readonly bytes: Uint8Array })[], options: { readonly dryRun: boolean }): Promise<Restored> {
  const store = home(desk);
  const count = { created: 0, replaced: 0, same: 0 };
  for (const { root, path, bytes } of files) {
    const present = await store.read({ root, path });
    if (present?.version === sha256(bytes)) {
      count.same++;
      continue;
    }
    if (!options.dryRun) {
      const outcome = await writerOf(store).write({ root, path }, bytes, present?.version ?? null);
      if (outcome.kind === "stale") throw new AppError("STALE", "a file changed during the restore", { file: store.describe({ root, path }), hint: "Run restore again." });
    }
    if (present === null) count.created++;
    else count.replaced++;
  }
  return count;
}
