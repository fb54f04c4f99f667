// A decision on a reading is written: the log first, then its mark of this machine. Without the mark it may tighten and not
// loosen. For an open mind, and for a hook that opens none.

import { newId, sha256 } from "../base/index.ts";
import { OWN_READINGS, READINGS_LOG } from "../gate/index.ts";
import type { GateDeps } from "../gate/settling.ts";
import type { ReadingDecisionLine } from "../schema/index.ts";
import { addToNote, appendStateLog } from "../store/index.ts";

export type MakeDecision = (shared: { readonly v: 1; readonly id: string; readonly at: string }) => ReadingDecisionLine;

export async function appendDecision(deps: GateDeps, state: string, make: MakeDecision): Promise<string> {
  const now = deps.clock.now();
  const id = newId("d", now, deps.random);
  const text = JSON.stringify(make({ v: 1, id, at: now.toISOString() }));
  await appendStateLog(deps.store, READINGS_LOG, [text], deps.lock);
  addToNote(state, OWN_READINGS, sha256(text));
  return id;
}
