// What becomes of a verdict: the person's keys, the reminder to an agent that does not stop trying, the log. A second door of
// this room, because a call that is allowed in a host needs none of it: locks, redaction and the writing half of the store.

import { newId, sha256 } from "../base/index.ts";
import { redact } from "../content/redact.ts";
import { type Call, CONTEXT_RULE, type Verdict } from "../policy/judging.ts";
import type { VerdictLine } from "../schema/index.ts";
import { appendStateLog, linesFromEnd, stateLogPlace, type Store } from "../store/onDisk.ts";
import { type GateDeps, turnKey } from "./keys.ts";

export type { GateDeps };
export { asksAboutDanger, DANGER } from "../policy/judging.ts";
export { KEY_LOG, unlockedUntil } from "./keys.ts";
export { isCanary } from "./notes/canary.ts";

/** A verdict that was logged: its id, its reason and the rules behind it. */
export interface Decision extends Verdict {
  readonly id: string;
  /** What `codicil allow` takes to let this exact call pass once. */
  readonly hash: string;
}

export interface SettleRequest {
  readonly verdict: Verdict;
  readonly call: Call;
  /** Where the call runs. */
  readonly cwd: string;
  /** The session that the caller named. */
  readonly session: string | undefined;
  /** Where it named none: this process' own. */
  readonly ownSession?: string;
  /** A canary: judged and answered like any call, and written down nowhere. */
  readonly canary?: boolean;
}

export const VERDICT_LOG = "verdicts";
/** From the third refusal of one intent on, the agent is told to stop. */
const PATIENCE = 3;
/** So many verdicts of a session are looked back at. */
const LOOKED_AT = 200;

const NO_KEY = "This is a red line: it cannot be allowed, even while the gate is unlocked.";

export async function settleVerdict(deps: GateDeps, request: SettleRequest): Promise<Decision> {
  const hash = callHash(request.call, request.cwd);
  const turned = await turnKeys(deps, request, hash);
  const answered = await remind(deps, turned, request);
  const id = newId("v", deps.clock.now(), deps.random);
  const { by, ...verdict } = answered;
  if (request.canary !== true) await logVerdict(deps, { id, hash, verdict, by }, request);
  return { ...verdict, id, hash };
}

interface Answered extends Verdict {
  readonly by?: "allow" | "unlock";
}

async function turnKeys(deps: GateDeps, { verdict, session }: SettleRequest, hash: string): Promise<Answered> {
  if (verdict.verdict === "allow" || verdict.verdict === "rewrite") return verdict;
  if (verdict.redLine === true) return { ...verdict, reason: `${verdict.reason} ${NO_KEY}` };
  const key = await turnKey(deps, hash, session);
  if (key.kind === "allow")
    return { ...verdict, verdict: "allow", reason: `the person allowed this exact call once (${verdict.reason})`, by: "allow" };
  if (key.kind === "unlock")
    return {
      ...verdict,
      verdict: "allow",
      reason: `unlocked by the person until ${key.until.toISOString()} (${verdict.reason})`,
      by: "unlock",
    };
  if (wantsReading(verdict)) return verdict;
  const end = /[.!?。！？][)”"’]?$/.test(verdict.reason) ? "" : ".";
  return { ...verdict, reason: `${verdict.reason}${end} A person may allow it once with: codicil allow ${hash.slice(0, 16)}` };
}

/** The same rules refused the same kind of thing before in this session: time to stop trying. */
async function remind({ store }: GateDeps, verdict: Answered, { session, call }: SettleRequest): Promise<Answered> {
  if (verdict.verdict !== "deny" || session === undefined || wantsReading(verdict)) return verdict;
  const intent = intentOf(verdict, call);
  const isSame = (line: VerdictLine) => line.session === session && line.verdict === "deny" && intentOf(line, line.call as Call) === intent;
  const before = (await lastOfSession(store, session)).filter(isSame).length;
  return before + 1 < PATIENCE
    ? verdict
    : { ...verdict, reason: `${verdict.reason} This was refused ${before + 1} times now: stop trying and ask the person.` };
}

/** In the last part of the log, which has some hundreds of verdicts of all sessions. */
async function lastOfSession(store: Store, session: string): Promise<VerdictLine[]> {
  for await (const part of linesFromEnd(store, stateLogPlace(VERDICT_LOG), session))
    return part.slice(0, LOOKED_AT).map((line) => JSON.parse(line) as VerdictLine);
  return [];
}

/** The memory bank's gate alone refused: its refusal names one next step, which the agent takes itself (MB-44). */
function wantsReading({ verdict, rules }: Pick<Verdict, "verdict" | "rules">): boolean {
  return verdict === "deny" && rules.every(({ id }) => id === `builtin:${CONTEXT_RULE}`);
}

function intentOf(verdict: Pick<Verdict, "rules">, call: Call): string {
  return `${verdict.rules[0]?.id ?? ""} ${call.tool}`;
}

export function callHash(call: Call, cwd: string): string {
  return sha256(JSON.stringify([call, cwd]));
}

async function logVerdict(
  deps: GateDeps,
  { id, hash, verdict, by }: { readonly id: string; readonly hash: string; readonly verdict: Verdict; readonly by: Answered["by"] },
  request: SettleRequest,
): Promise<void> {
  const known = await deps.known();
  const clean = (text: string) => redact(text, known).text;
  const line: VerdictLine = {
    v: 1,
    id,
    at: deps.clock.now().toISOString(),
    session: request.session ?? request.ownSession ?? "",
    ...(request.session === undefined ? {} : { named: true as const }),
    cwd: request.cwd,
    call: redactDeep(request.call, clean),
    ...(verdict.verdict === "rewrite" && verdict.call !== undefined ? { to: redactDeep(verdict.call, clean) } : {}),
    hash,
    verdict: verdict.verdict,
    reason: clean(verdict.reason),
    rules: verdict.rules,
    ...(verdict.redLine === true ? { redLine: true as const } : {}),
    ...(by === undefined ? {} : { by }),
  };
  await appendStateLog(deps.store, VERDICT_LOG, [JSON.stringify(line)], { ...deps.lock, later: deps.later });
}

/** As it may be kept and shown: secrets marked. */
export function redactDeep(value: unknown, clean: (text: string) => string): unknown {
  if (typeof value === "string") return clean(value);
  if (Array.isArray(value)) return value.map((each) => redactDeep(each, clean));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, redactDeep(each, clean)]));
}
