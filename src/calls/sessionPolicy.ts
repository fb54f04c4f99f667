// sessionPolicy: what a session of a kind may do, answered from the policy that holds now: policies[session][action].
// The files are read again at every question, so the next one sees a changed AGENTS.md (OR-10 to OR-15).

import { bareWorld, ACTION_NAMES, type Call, judgeAction, SecurityViolation, type SessionType, type VerdictKind } from "../policy/index.ts";
import { diskWorld } from "../gate/index.ts";
import { checkKind } from "../mind/checkArguments.ts";
import { policySource } from "../mind/session/decide.ts";
import type { Mind } from "../mind/open.ts";

export { SecurityViolation };

/** A kind of session, or something that has one. */
export type OfSession = SessionType | { readonly sessionType: SessionType };

/**
 * The document's own form (OR-12): true where it may happen, false where it is denied or a person must be asked first. An action
 * is a name such as `load_memory`, a command line, or a call; an unknown one is allowed. Without a mind only built-in limits answer.
 *
 *   if (!enforce("shared", "load_memory", mind)) throw new SecurityViolation("共享上下文禁止加载 MEMORY.md");
 */
export function enforce(sessionType: SessionType, action: string | Call, mind?: Mind): boolean {
  return isAuthorized(sessionType, action, mind);
}

/** The throwing form (OR-13): `SecurityViolation` where it is denied; what a person must be asked about passes. */
export function enforceOrThrow(sessionType: SessionType, action: string | Call, mind?: Mind): void {
  if (verdictOn(sessionType, action, mind) === "deny")
    throw new SecurityViolation(sessionType, typeof action === "string" ? action : JSON.stringify(action));
}

/** Whether it may happen without asking anybody. */
export function isAuthorized(session: OfSession, action: string | Call, mind?: Mind): boolean {
  const verdict = verdictOn(typeof session === "string" ? session : session?.sessionType, action, mind);
  return verdict === "allow" || verdict === "rewrite";
}

/** For both kinds of sessions, whether each known action is allowed. */
export type SessionPolicies = Readonly<Record<SessionType, Readonly<Record<string, boolean>>>>;

/** The known actions, for both kinds of sessions. */
export function policiesOf(mind: Mind): SessionPolicies {
  const of = (session: SessionType) => Object.fromEntries(ACTION_NAMES.map((action) => [action, isAuthorized(session, action, mind)]));
  return { main: of("main"), shared: of("shared") };
}

function verdictOn(session: SessionType, action: string | Call, mind: Mind | undefined): VerdictKind {
  checkKind("enforce: sessionType", session);
  return judgeAction(
    session,
    action,
    mind === undefined ? { policy: null, world: bareWorld() } : { policy: policySource(mind).capture(), world: diskWorld(mind) },
  );
}
