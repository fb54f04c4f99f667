// The recall index: never the truth, so nothing is lost with it; but a damaged one makes the next question slow, and one of
// a newer program is not used at all.

import { indexHealth } from "../../recall/index.ts";
import type { Mind } from "../../mind/open.ts";
import { recallIndexPath } from "../../finding/recall.ts";
import type { Diagnosis } from "../texts/finding.ts";

export function checkIndexes(mind: Mind): Diagnosis[] {
  const file = recallIndexPath(mind);
  const health = indexHealth(file);
  if (health === "damaged")
    return [
      {
        code: "damaged",
        severity: "info",
        file,
        message: "the recall index is damaged; the next recall makes it anew from the documents",
        key: "index",
      },
    ];
  if (health === "newer")
    return [
      {
        code: "damaged",
        severity: "info",
        file,
        message: "the recall index is of a newer program and is left alone; recall works from memory, more slowly",
        key: "index",
      },
    ];
  return [];
}
