// decide: a call wants to happen. The hall's verb over the gate: with this mind's policy, the session's past, keys and log.

import { keptIn } from "../../base/index.ts";
import { redact } from "../../content/index.ts";
import { diskWorld, gate } from "../../gate/index.ts";
import { type Decision, redactDeep, settleVerdict } from "../../gate/settling.ts";
import {
  type Call,
  type ContextProfile,
  type ContextState,
  type GuardMode,
  hasBank,
  type Policy,
  type SessionType,
  type World,
} from "../../policy/index.ts";
import { checkArguments, checkKind } from "../checkArguments.ts";
import type { Mind } from "../open.ts";
import { openPolicySource, type PolicySource } from "./policySource.ts";
import { sessionDeps } from "./sessionDeps.ts";
import { guardContext } from "../overview/settings.ts";

export type { Decision };

/** The call, and what is known about its session. */
export interface DecideRequest {
  readonly call: Call;
  readonly session?: SessionType;
  readonly sessionId?: string;
  /** Calls that happened and succeeded in this session, oldest first. */
  readonly history?: readonly Call[];
  readonly mode?: GuardMode;
  readonly context?: ContextState;
  readonly cwd?: string;
  /** Captured when the request began, so that nothing the request itself does to the files can loosen it (OR-15). */
  readonly policy?: Policy;
  /** The agent can type into programs that are running. */
  readonly typesInto?: boolean;
}

/** One for each open mind: it keeps what was compiled. */
const sources = new WeakMap<Mind, PolicySource>();

export function policySource(mind: Mind): PolicySource {
  return keptIn(sources, mind, () => openPolicySource(mind));
}

/** The verdict on a call before it runs: allow, ask, deny or rewrite. It is logged. */
export async function decide(mind: Mind, request: DecideRequest): Promise<Decision> {
  checkArguments("decide", { mind: [mind, "mind"], request: [request, "object"], "request.call": [request?.call, "object"] });
  checkKind("decide: request.session", request.session ?? "main");
  const { call, sessionId, history } = request;
  const policy = request.policy ?? policySource(mind).capture();
  const now = await guardContext(mind);
  const mode = request.mode ?? now.mode;
  const context =
    request.context ?? (await contextInLog(mind, request, { world: diskWorld(mind, request.cwd), mode, profile: now.profile }));
  const { verdict, cwd } = await gate({
    call,
    where: mind.where,
    callCwd: request.cwd,
    policy: { policy, mode, profile: now.profile },
    past: { history: history ?? [], ...(context === undefined ? {} : { context }) },
    session: request.session,
    typesInto: request.typesInto,
  });
  return settleVerdict(sessionDeps(mind), { verdict, call, cwd, session: sessionId, ownSession: mind.session });
}

/** What was read for this message, and what a compaction took away: a session's log knows. Loaded where there is a bank to gate. */
async function contextInLog(
  mind: Mind,
  { sessionId, history }: DecideRequest,
  { world, mode, profile }: { readonly world: World; readonly mode: GuardMode; readonly profile: ContextProfile },
): Promise<ContextState | undefined> {
  if (sessionId === undefined || mode === "off" || !hasBank(world)) return undefined;
  const logged = await (await import("./contextOfSession.ts")).contextOfSession(mind, sessionId, { world, profile });
  // A caller that tells what happened knows more than the log, but for a compaction: reads from before it do not count.
  return (history ?? []).length > 0 && logged?.recovering !== true ? undefined : logged;
}

/** The call as it may be kept and shown: secrets marked. */
export async function redactCall(mind: Mind, call: unknown): Promise<unknown> {
  const known = await mind.deps.known();
  return redactDeep(call, (text) => redact(text, known).text);
}
