// Before a tool overwrites files that Git does not have as they are, copies go to the trash: `codicil trash restore` brings
// them back. For hosts; the tools of our own turns keep theirs themselves. Loaded late: most calls overwrite nothing.

import type { Whereabouts } from "../knowledge/index.ts";
import { keepSmall, openTrashes } from "../store/index.ts";
import { systemClock, systemRandom } from "../mind/machine.ts";

/** Larger files are data that some program makes, and copying them would hold up every edit. */
const LARGEST_BYTES = 16 * 1024 * 1024;

/** What went wrong, for the agent; an empty text: every copy is kept. The call passes all the same: the person asked for it. */
export function keepOverwritten(where: Whereabouts, paths: readonly string[]): string {
  const trashes = openTrashes(where, systemClock, systemRandom);
  const failed: string[] = [];
  for (const path of paths) {
    try {
      keepSmall(trashes, path, LARGEST_BYTES);
    } catch (error) {
      failed.push((error as Error).message);
    }
  }
  return failed.length === 0 ? "" : `Before this call ${failed.join("; ")}`;
}
