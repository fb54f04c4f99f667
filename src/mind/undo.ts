// undo: one change is taken back, now or a year later.

import { undoChange } from "../deltas/index.ts";
import type { Receipt } from "../schema/index.ts";
import { whereIsChange } from "./explain.ts";
import type { Mind } from "./open.ts";

export async function undo(mind: Mind, id: string): Promise<Receipt> {
  const { document, change } = await whereIsChange(mind, id);
  return undoChange(mind.desk, document, change.id);
}
