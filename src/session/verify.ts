// verify: rebuild prompt and contexts from the session's file alone and compare with the hashes that were stored when the
// model got them. Pure.

import { sha256 } from "../base/index.ts";
import { isUnknown } from "../schema/index.ts";
import { renderSystemPrompt } from "../snapshot/index.ts";
import { digestsOf } from "./context.ts";
import { parentOf, type Problem, type Session } from "./read.ts";
import { frozenPrompt } from "./tree.ts";

export interface Verification {
  readonly ok: boolean;
  readonly prompt: { readonly stored: string | null; readonly rebuilt: string | null; readonly same: boolean };
  /** Answers whose context has a stored hash, and those of them that no longer agree. */
  readonly contexts: { readonly checked: number; readonly differ: readonly string[] };
  readonly events: number;
  /** Kept and skipped. */
  readonly unknownEvents: number;
  readonly problems: readonly Problem[];
}

export function verifySession(session: Session): Verification {
  const frozen = frozenPrompt(session);
  const stored = frozen?.promptHash ?? null;
  const rebuilt = frozen === null ? null : sha256(renderSystemPrompt(frozen.snapshot));
  const digests = digestsOf(session);
  let checked = 0;
  const differ: string[] = [];
  for (const event of session.events) {
    if (isUnknown(event) || event.type !== "assistant_message" || !("contextHash" in event) || event.contextHash === undefined) continue;
    checked++;
    if (digests.at(parentOf(session, event)) !== event.contextHash) differ.push(event.id);
  }
  const same = stored === rebuilt;
  return {
    ok: same && differ.length === 0 && session.problems.length === 0,
    prompt: { stored, rebuilt, same },
    contexts: { checked, differ },
    events: session.events.length,
    unknownEvents: session.events.filter(isUnknown).length,
    problems: session.problems,
  };
}
