// decide: a call wants to happen. Capture the policy, look at the world, judge, turn the person's keys, log, answer.

import { newId, sha256 } from "../base/index.ts";
import { redact } from "../content/index.ts";
import { type Call, type ContextState, type GuardMode, hasBank, judge, type Policy, type SessionType, type Verdict, type World } from "../policy/index.ts";
import type { VerdictLine } from "../schema/index.ts";
import { appendStateLog, stateLogPlace } from "../store/index.ts";
import { unlockedUntil, useAllowance } from "./keys.ts";
import type { Mind } from "./open.ts";
import { guardMode } from "./settings.ts";
import { openPolicySource, type PolicySource } from "./policySource.ts";
import { diskWorld } from "./world.ts";

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

export interface Decision extends Verdict {
  readonly id: string;
  /** What `codicil allow` takes to let this exact call pass once. */
  readonly hash: string;
}

const LOG = "verdicts";
/** From the third refusal of one intent on, the agent is told to stop. */
const PATIENCE = 3;

/** One for each open mind: it keeps what was compiled. */
const sources = new WeakMap<Mind, PolicySource>();

export function policySource(mind: Mind): PolicySource {
  const source = sources.get(mind) ?? openPolicySource(mind);
  sources.set(mind, source);
  return source;
}

export async function decide(mind: Mind, request: DecideRequest): Promise<Decision> {
  const policy = request.policy ?? policySource(mind).capture();
  const world = diskWorld(mind, request.cwd);
  const mode = request.mode ?? (await guardMode(mind));
  const context = request.context ?? (await contextInLog(mind, request, { world, mode }));
  const verdict = judgeWith(policy, { ...request, ...(context === undefined ? {} : { context }) }, { world, mode });
  const hash = callHash(request.call, world.cwd);
  const turned = await turnKeys(mind, verdict, { hash, session: request.sessionId });
  const answered = await remind(mind, turned, request);
  const id = newId("v", mind.desk.clock.now(), mind.desk.random);
  await log(mind, { id, request, hash, verdict: answered, by: turned.by });
  const { by: _, ...plain } = answered;
  return { ...plain, id, hash };
}

/** What was read for this message, and what a compaction took away: a session's log knows. Loaded where there is a bank to gate. */
async function contextInLog(mind: Mind, { sessionId, history }: DecideRequest, { world, mode }: { readonly world: World; readonly mode: GuardMode }): Promise<ContextState | undefined> {
  if (sessionId === undefined || mode === "off" || !hasBank(world)) return undefined;
  const logged = await (await import("./contextOfSession.ts")).contextOfSession(mind, sessionId, world);
  // A caller that tells what happened knows more than the log, but for a compaction: reads from before it do not count.
  return (history ?? []).length > 0 && logged?.recovering !== true ? undefined : logged;
}

function judgeWith(policy: Policy, request: DecideRequest, { world, mode }: { readonly world: World; readonly mode: GuardMode }): Verdict {
  return judge({
    call: request.call,
    policy,
    history: request.history ?? [],
    session: request.session ?? "main",
    world,
    mode,
    ...(request.context === undefined ? {} : { context: request.context }),
    ...(request.typesInto === undefined ? {} : { typesInto: request.typesInto }),
  });
}

interface Turned extends Verdict {
  readonly by?: "allow" | "unlock";
}

async function turnKeys(mind: Mind, verdict: Verdict, { hash, session }: { readonly hash: string; readonly session: string | undefined }): Promise<Turned> {
  if (verdict.verdict === "allow" || verdict.verdict === "rewrite") return verdict;
  if (await useAllowance(mind, hash, session)) return { ...verdict, verdict: "allow", reason: `the person allowed this exact call once (${verdict.reason})`, by: "allow" };
  const until = await unlockedUntil(mind);
  if (until !== null) return { ...verdict, verdict: "allow", reason: `unlocked by the person until ${until.toISOString()} (${verdict.reason})`, by: "unlock" };
  return { ...verdict, reason: `${verdict.reason} A person may allow it once with: codicil allow ${hash.slice(0, 16)}` };
}

/** The same rules refused the same kind of thing before in this session: time to stop trying. */
async function remind(mind: Mind, verdict: Turned, request: DecideRequest): Promise<Turned> {
  if (verdict.verdict !== "deny" || request.sessionId === undefined) return verdict;
  const intent = intentOf(verdict, request.call);
  const { lines } = await mind.desk.storeFor(mind.where.project).readLog(stateLogPlace(LOG));
  const before = lines.slice(-200).map((line) => JSON.parse(line) as VerdictLine).filter((line) => line.session === request.sessionId && line.verdict === "deny" && intentOf(line, line.call as Call) === intent).length;
  return before + 1 < PATIENCE ? verdict : { ...verdict, reason: `${verdict.reason} This was refused ${before + 1} times now: stop trying and ask the person.` };
}

function intentOf(verdict: Pick<Verdict, "rules">, call: Call): string {
  return `${verdict.rules[0]?.id ?? ""} ${call.tool}`;
}

export function callHash(call: Call, cwd: string): string {
  return sha256(JSON.stringify([call, cwd]));
}

async function log(mind: Mind, entry: { id: string; request: DecideRequest; hash: string; verdict: Verdict; by: "allow" | "unlock" | undefined }): Promise<void> {
  const { request, verdict } = entry;
  const known = await mind.desk.known();
  const line: VerdictLine = {
    v: 1,
    id: entry.id,
    at: mind.desk.clock.now().toISOString(),
    session: request.sessionId ?? mind.session,
    ...(request.sessionId === undefined ? {} : { named: true as const }),
    cwd: request.cwd ?? mind.where.cwd,
    call: await redactCall(mind, request.call),
    hash: entry.hash,
    verdict: verdict.verdict,
    reason: redact(verdict.reason, known).text,
    rules: verdict.rules,
    ...(entry.by === undefined ? {} : { by: entry.by }),
  };
  await appendStateLog(mind.desk.storeFor(mind.where.project), LOG, [JSON.stringify(line)], mind.desk.lock);
}

/** The call as it may be kept and shown: secrets marked. */
export async function redactCall(mind: Mind, call: unknown): Promise<unknown> {
  const known = await mind.desk.known();
  return redactDeep(call, (text) => redact(text, known).text);
}

export function redactDeep(value: unknown, clean: (text: string) => string): unknown {
  if (typeof value === "string") return clean(value);
  if (Array.isArray(value)) return value.map((each) => redactDeep(each, clean));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, redactDeep(each, clean)]));
}

export async function readVerdicts(mind: Mind): Promise<VerdictLine[]> {
  const { lines } = await mind.desk.storeFor(mind.where.project).readLog(stateLogPlace(LOG));
  return lines.map((line) => JSON.parse(line) as VerdictLine);
}
