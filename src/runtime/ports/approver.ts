// The port to a person who is asked: the gate said "ask". An answer counts only for the call whose hash it carries.

import type { Language } from "../../base/index.ts";
import type { Call, RuleRef } from "../../policy/index.ts";
import type { AskedLine, ReadingDecided } from "../../schema/index.ts";
import type { Mind } from "../../mind/open.ts";

export interface ApprovalRequest {
  readonly call: Call;
  /** Of the exact call and folder; what `codicil allow` takes. */
  readonly hash: string;
  readonly sessionId: string;
  /** Where the call would run. */
  readonly cwd: string;
  readonly toolName: string;
  /** What the person is told: in a Chinese session, of a dangerous operation, the document's own question first (OR-33). */
  readonly reason: string;
  /** Of the conversation. */
  readonly language?: Language | undefined;
  readonly rules: readonly RuleRef[];
  readonly signal: AbortSignal;
  /** Not about the call alone: about this line, which is only proposed and would stop it. */
  readonly line?: AskedLine | undefined;
}

export interface Approval {
  readonly decision: "allow" | "deny";
  /** Must be the request's; any other answer is a refusal. */
  readonly hash: string;
  /** In the person's words, told to the model. */
  readonly reason?: string;
  /** How the line that was asked about is settled; absent: it is not. */
  readonly as?: ReadingDecided | undefined;
}

/** Answers questions about calls that need approval. */
export interface Approver {
  /** Somebody is there who can settle a line. Without it a call that only a proposed line would stop passes. */
  readonly settlesLines?: boolean;
  ask(request: ApprovalRequest): Promise<Approval>;
}

/** Nobody is there: asking is refusing. */
export const unattended: Approver = { ask: async ({ hash }) => ({ decision: "deny", hash, reason: "There is nobody to ask." }) };

/** Nobody is there, and the person said beforehand (config.yaml, unattended: allow) that what is asked may pass. Never what is denied. */
export const trusting: Approver = { ask: async ({ hash }) => ({ decision: "allow", hash, reason: "config.yaml says unattended: allow" }) };

/** `unattended: allow` lets pass what would be asked about, never what is denied. */
export function absentPerson(mind: Mind): Approver {
  return mind.config.unattended === "allow" ? trusting : unattended;
}
