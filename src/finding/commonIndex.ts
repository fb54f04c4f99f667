// The index that a mind's machines have in common, one for each open store: what a process fetched from it serves its next
// question too.

import { keptIn } from "../base/index.ts";
import { type CommonIndex, openCommonIndex } from "../recall/index.ts";
import type { SharedStore } from "../store/index.ts";

const opened = new WeakMap<SharedStore, CommonIndex>();

export function commonIndexOf(shared: SharedStore): CommonIndex {
  return keptIn(opened, shared, () => openCommonIndex(shared.packed));
}
