// The memory bank's gate after a compaction (MB-40…44): what a session has read is in its log, and so is the moment at
// which it was out of the model's sight. The state of the present message follows from the two.

import { orNull } from "../../base/index.ts";
import {
  afterCompaction,
  analyse,
  type Call,
  type ContextProfile,
  type ContextState,
  freshContext,
  nextMessage,
  recordCall,
  type World,
} from "../../policy/index.ts";
import { loadSession, type Session, turnsOf } from "../../session/index.ts";
import type { Mind } from "../open.ts";

interface Ground {
  readonly world: World;
  readonly profile: ContextProfile;
}

/** undefined: there is no such session, or nothing was said in it. */
export async function contextOfSession(mind: Mind, id: string, ground: Ground): Promise<ContextState | undefined> {
  // A session that only its caller knows: what happened in it comes with the request, or not at all.
  const session = await orNull(loadSession(mind.deps.storeFor(mind.where.project), id), "NOT_FOUND");
  return session === null ? undefined : contextOf(session, ground);
}

export function contextOf(session: Session, { world, profile }: Ground): ContextState | undefined {
  const turns = turnsOf(session);
  if (turns.length === 0) return undefined;
  return turns.reduce((before, turn) => {
    const begun = nextMessage(turn.afterCompaction ? afterCompaction(before) : before);
    return turn.calls.reduce((state, { tool, args, ok }) => {
      const call: Call = { tool, input: args };
      return recordCall(state, { call, effects: analyse(call, world), ok: ok === true }, world, profile);
    }, begun);
  }, freshContext as ContextState);
}
