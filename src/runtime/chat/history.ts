// What happened in this session so far, for rules that want an order, and what was read for this message, for the
// memory bank's context gate. One read counts for one message (the fault that the original shipped).

import { contextOf } from "../../mind/session/contextOfSession.ts";
import type { Mind } from "../../mind/open.ts";
import type { Session } from "../../activity/sessions.ts";
import { diskWorld } from "../../gate/index.ts";
import {
  afterCompaction,
  analyse,
  type Call,
  type ContextState,
  freshContext,
  nextMessage,
  profileOf,
  recordCall,
} from "../../policy/index.ts";

export interface CallHistory {
  /** Calls that succeeded, oldest first. */
  calls(): readonly Call[];
  context(): ContextState;
  add(call: Call, ok: boolean): void;
  nextMessage(): void;
  /** What was read before is out of the model's sight (MB-40). */
  compacted(): void;
}

export function openHistory(mind: Mind, session: Session): CallHistory {
  const calls = [...callsOf(session)];
  const profile = profileOf(mind.config);
  let context: ContextState = contextOf(session, { world: diskWorld(mind), profile }) ?? freshContext;
  return {
    calls: () => calls,
    context: () => context,
    add: (call, ok) => {
      if (ok) calls.push(call);
      const world = diskWorld(mind);
      context = recordCall(context, { call, effects: analyse(call, world), ok }, world, profile);
    },
    nextMessage: () => {
      context = nextMessage(context);
    },
    compacted: () => {
      context = afterCompaction(context);
    },
  };
}

/** A resumed session knows what it did: each result says which call it was of. */
function callsOf(session: Session): Call[] {
  return session.events.flatMap((event) => {
    if (event.type !== "tool_result" || !("meta" in event)) return [];
    const meta = event.meta as { ok?: unknown; call?: unknown } | undefined;
    return meta?.ok === true && meta.call !== undefined ? [meta.call as Call] : [];
  });
}
