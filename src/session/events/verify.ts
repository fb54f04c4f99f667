// verify: rebuild prompt and contexts from the session's file alone and compare with the hashes that were stored when the
// model got them. One pass in the file's order: what was hidden from the model counts from where it is in the file.

import { sha256 } from "../../base/index.ts";
import { isUnknown } from "../../schema/index.ts";
import { renderSystemPrompt } from "../../snapshot/index.ts";
import { type Digests, digestsOf } from "../kept/digests.ts";
import { hiddenTurnOf } from "../log/hidden.ts";
import { parentOf, type Problem, type Session, type SessionEvent, type Tree } from "../log/read.ts";

/** Whether a log is whole, and what is wrong with it. */
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

/** Of a session that is held whole. */
export function verifySession(session: Session): Verification {
  const verifier = newVerifier(session);
  for (const event of session.events) verifier.take(event);
  return verifier.end({ events: session.count, unknownEvents: session.unknownCount, problems: session.problems });
}

export interface Verifier {
  /** Events in the order of the file. */
  take(event: SessionEvent): void;
  end(counted: Pick<Verification, "events" | "unknownEvents" | "problems">): Verification;
}

export function newVerifier(tree: Tree): Verifier {
  const hidden = new Map<string, string>();
  let digests: Digests = digestsOf(tree);
  let prompt: Verification["prompt"] = { stored: null, rebuilt: null, same: true };
  let checked = 0;
  const differ: string[] = [];
  const take = (event: SessionEvent) => {
    if (isUnknown(event)) return;
    const turn = hiddenTurnOf(event);
    if (turn !== null) {
      hidden.set(turn.anchor, turn.through);
      digests = digestsOf(tree, { hidden });
    }
    if (event.type === "instruction_snapshot") {
      const [stored, rebuilt] = [event.promptHash ?? null, sha256(renderSystemPrompt(event.snapshot))];
      prompt = { stored, rebuilt, same: stored === rebuilt };
    }
    if (event.type !== "assistant_message" || event.contextHash === undefined) return;
    checked++;
    if (digests.at(parentOf(tree, event)) !== event.contextHash) differ.push(event.id);
  };
  const end: Verifier["end"] = (counted) => ({
    ok: prompt.same && differ.length === 0 && counted.problems.length === 0,
    prompt,
    contexts: { checked, differ },
    ...counted,
  });
  return { take, end };
}
