// The recall index: never the truth, so nothing is lost with it; but a damaged one makes the next question slow, and one of
// a newer program is not used at all.

import { indexHealth } from "../../recall/index.ts";
import type { Mind } from "../../mind/open.ts";
import { recallIndexPath } from "../../finding/recall.ts";
import type { Diagnosis } from "../texts/finding.ts";

const SAYS = {
  damaged: "the recall index is damaged; the next recall makes it anew from the documents",
  newer: "the recall index is of a newer program and is left alone; recall works from memory, more slowly",
};

export function checkIndexes(mind: Mind): Diagnosis[] {
  const file = recallIndexPath(mind);
  const health = indexHealth(file);
  return health !== "damaged" && health !== "newer"
    ? []
    : [{ code: "damaged", severity: "info", file, message: SAYS[health], key: "index" }];
}
