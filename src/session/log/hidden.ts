// hide_user_turn: a turn of the person's, with all that was answered to it, leaves the contexts that are built from now
// on. The events stay, and people still see them.

import { isUnknown, type KnownEvent } from "../../schema/index.ts";
import type { SessionEvent } from "./read.ts";

export const HIDE_USER_TURN = "hide_user_turn";

/** The person's message that a hidden turn begins with → its last event. */
export type HiddenTurns = ReadonlyMap<string, string>;

export const NOTHING_HIDDEN: HiddenTurns = new Map();

/** Of all that was said so far; with `before`, of what is before this event in the file. */
export function hiddenTurns(events: readonly SessionEvent[], before?: string): HiddenTurns {
  const turns = new Map<string, string>();
  for (const event of events) {
    if (event.id === before) break;
    const turn = hiddenTurnOf(event);
    if (turn !== null) turns.set(turn.anchor, turn.through);
  }
  return turns.size === 0 ? NOTHING_HIDDEN : turns;
}

export function hiddenTurnOf(event: SessionEvent): { readonly anchor: string; readonly through: string } | null {
  if (isUnknown(event) || event.type !== "context_control" || event.operation !== HIDE_USER_TURN) return null;
  return { anchor: event.anchorUserEventId ?? "", through: event.throughEventId ?? "" };
}

/**
 * One step along a branch. A turn ends with its last event, and in any case with the next message of the person's, so
 * that a branch that left the turn in its middle does not stay hidden.
 */
export function stillHidden(
  hiding: string | null,
  event: KnownEvent,
  hidden: HiddenTurns,
): { readonly isHidden: boolean; readonly hiding: string | null } {
  const through = event.type === "user_message" ? (hidden.get(event.id) ?? null) : hiding;
  return { isHidden: through !== null, hiding: through === event.id ? null : through };
}

/** The last event of the turn that begins with a message of the person's, on a branch; null where no turn begins there. */
export function endOfTurn(branch: readonly KnownEvent[], anchor: string): KnownEvent | null {
  const at = branch.findIndex(({ id, type }) => id === anchor && type === "user_message");
  if (at === -1) return null;
  const next = branch.findIndex(({ type }, index) => index > at && type === "user_message");
  return branch[next === -1 ? branch.length - 1 : next - 1] ?? null;
}
