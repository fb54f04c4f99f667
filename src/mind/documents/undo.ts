// undo: one change is undone, now or a year later.

import {
  isKeptRejection,
  isMove,
  rollBack as rollBackChanges,
  type RolledBack,
  undoDecided,
  undoMove,
  undoReject,
} from "../../deltas/index.ts";
import type { Origin, Receipt } from "../../schema/index.ts";
import { whereIsChange } from "./explain.ts";
import type { Mind } from "../open.ts";
import { type ByPerson, needPerson } from "../person.ts";

/** Undoes one change, as a new change. What was accepted in the last minutes is then pending again, as the receipt's entry. */
export async function undo(mind: Mind, id: string, by: ByPerson): Promise<Receipt> {
  needPerson(by?.person, "undo");
  const { document, change } = await whereIsChange(mind, id);
  // A section that changed its audience did so in two documents, and comes back in both.
  if (change.kind === "entry" && change.session !== undefined && isMove(change.session)) return undoMove(mind.deps, change.session);
  return undoDecided(mind.deps, document, change.id);
}

/** A rejection of the last minutes is undone: the proposal is pending again. null: there was none of this entry. */
export async function undoRejection(mind: Mind, id: string, by: ByPerson): Promise<{ entry: string; status: "proposed" } | null> {
  needPerson(by?.person, "undo");
  if (!isKeptRejection(mind.deps, id)) return null;
  await undoReject(mind.deps, id);
  return { entry: id, status: "proposed" };
}

/** Everything of one session or one origin, newest first. */
export async function rollBack(
  mind: Mind,
  what: { readonly session?: string | undefined; readonly origin?: Origin | undefined },
  by: ByPerson,
): Promise<RolledBack> {
  needPerson(by?.person, "undo");
  return rollBackChanges(mind.deps, what);
}
