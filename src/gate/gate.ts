// The gate: one call, judged once. Every caller comes through here: the hook, the plugins by way of it, our own chat, MCP, the
// daemon and `policy check`. What they have themselves (a policy, a world, a past) they give; the rest is read from the kept
// policy, the disk and the session's notes.

import type { Whereabouts } from "../knowledge/index.ts";
import type { Call, ContextProfile, GuardMode, Policy, SessionType, Verdict, World } from "../policy/judging.ts";
import { type Bounded, type Deadline, deadlineIn } from "./kept/deadline.ts";
import { diskWorld } from "./diskWorld.ts";
import type { JudgedCall } from "./judging.ts";
import { keptPolicy, type KeptPolicy, policyAt, type PolicyNow } from "./keptPolicy.ts";
import { withEarlierCalls, beganAt, readSoFar, type SessionSoFar } from "./notes/callNotes.ts";
import { readSeenRules, type SeenRules, withHeldRules } from "./heldRules.ts";
import type { ProposedMode } from "../schema/index.ts";
import { keepPrivate } from "../store/onDisk.ts";
import { keepPassed, keyOfCall, type Passing, passesAgain, rememberPassed, watched } from "./notes/passedBefore.ts";

export interface GateRequest {
  readonly call: Call;
  /** Which mind, and where its caller works. */
  readonly where: Whereabouts;
  /** Where the call runs, when that is elsewhere. */
  readonly callCwd?: string | undefined;
  /** The host's session as Codicil calls it: its past is in its notes. */
  readonly notes?: string | undefined;
  /** What the session did, where the caller knows it itself. */
  readonly past?: Partial<SessionSoFar>;
  readonly session?: SessionType | undefined;
  /** Overrides config.yaml's guard_mode. */
  readonly mode?: GuardMode | undefined;
  /** The agent can type into a program that is running, and nobody sees what. */
  readonly typesInto?: boolean | undefined;
  /** Captured when the request began, so that nothing the request itself does to the files can loosen it (OR-15). */
  readonly policy?: { readonly policy: Policy; readonly mode: GuardMode; readonly profile: ContextProfile };
  /** Another world than this disk. */
  readonly world?: World;
  /** false: the given policy alone. */
  readonly builtins?: boolean | undefined;
  /** After so many milliseconds the call is refused. */
  readonly limitMs?: number;
  /** Somebody else can judge it too: what needs the compiler or more time is left to them (`NotHere`), and nothing is noted. */
  readonly shared?: boolean;
}

export class NotHere extends Error {}

export interface Judged {
  readonly verdict: Verdict;
  /** Where the call runs. */
  readonly cwd: string;
  /** config.yaml's, where the gate read it; the keys that they name are secrets. */
  readonly remotes: PolicyNow["remotes"];
  /** config.yaml's, where the gate read it: what becomes of a call that only a proposed reading would stop. */
  readonly proposed: ProposedMode;
}

/** Reading the policy and judging, together. Less than every limit that install writes, with room for a slow start and the log. */
export const LIMIT_MS = 7000;

/** What does not come to an end is refused. */
export const TOO_LATE: Verdict = {
  verdict: "deny",
  reason: "Codicil did not reach a verdict on this call in time, so the call is refused.",
  rules: [{ id: "builtin:deadline", file: "built in", line: 0, effect: "deny" }],
  // Nobody knows whether it crosses one.
  redLine: true,
};
const ALLOWED: Verdict = { verdict: "allow", reason: "", rules: [] };

/** Once for each process: also to find a module that is loaded takes a while. */
let judging: Promise<typeof import("./judging.ts")> | undefined;

/** For a process that stays: the analysis, before the first call. */
export async function loadJudging(): Promise<void> {
  await (judging ??= import("./judging.ts"));
}

/** Judges, and writes nothing but its own caches. What becomes of a verdict that is not "allow": settling.ts. */
export async function gate(request: GateRequest): Promise<Judged> {
  const { where, notes } = request;
  const deadline = deadlineIn(request.limitMs ?? LIMIT_MS);
  // Where others may write, neither the rules nor the keys are the person's: no verdict would be worth anything.
  if (request.world === undefined) keepPrivate(where);
  // Step 1: the policy that was kept, and what the session did so far.
  const kept = request.policy === undefined ? keptPolicy(where) : null;
  const past = request.past ?? (notes === undefined ? {} : readSoFar(where.state, notes));
  const world = withEarlierCalls(request.world ?? diskWorld(request, request.callCwd, beganAt(where.state, notes)), past.history);
  // Step 2: it passed before, and nothing that it depends on has changed.
  const seen = notes === undefined || request.policy !== undefined ? null : readSeenRules(where.state, notes);
  const passing = passingOf(request, { kept, past, seen });
  if (passing !== null && passesAgain(where.state, passing, world))
    return { verdict: ALLOWED, cwd: world.cwd, remotes: [], proposed: "ask" };
  // Step 3: it is judged, once.
  const watching = watched(world);
  const { remotes, proposed, judged } = await judgeOnce(request, { kept, past, seen, world: watching.world, deadline });
  if (judged.kind === "late" && request.shared === true) throw new NotHere("too slow");
  if (judged.kind === "late") return { verdict: TOO_LATE, cwd: world.cwd, remotes, proposed };
  // Step 4: what is allowed is kept for the next time.
  if (judged.value.verdict.verdict === "allow") keepAllowed(request, passing, judged.value, watching.looks);
  return { verdict: judged.value.verdict, cwd: world.cwd, remotes, proposed };
}

/** By what a call that passed is found again; null: it is judged each time. */
function passingOf(request: GateRequest, { kept, past, seen }: Pick<Ground, "kept" | "past" | "seen">): Passing | null {
  // Where the rules are others than the session saw last, those that are gone are looked at first.
  if (kept === null || seen === null || seen.policies[request.where.cwd] !== kept.sum) return null;
  const key = keyOf(request, past);
  return key === null ? null : { key, policy: kept.identity + seen.held };
}

/** A call passes again only where nothing of the session's past was asked for and nothing was said or kept because of it. */
function keepAllowed({ where, shared }: GateRequest, passing: Passing | null, judged: JudgedCall, looksNow: Looks): void {
  const { verdict, usedPast } = judged;
  if (passing === null || usedPast || verdict.reason !== "" || verdict.proposed !== undefined || verdict.keep !== undefined) return;
  const looks = looksNow();
  if (looks === null) return;
  if (shared === true) rememberPassed({ ...passing, looks });
  else keepQuietly(() => keepPassed(where.state, { ...passing, looks }));
}

type Looks = ReturnType<typeof watched>["looks"];

function keyOf({ where, call, callCwd, session, mode, typesInto }: GateRequest, { context }: Partial<SessionSoFar>): string | null {
  return keyOfCall([
    where.cwd,
    call,
    callCwd,
    session ?? "main",
    mode,
    typesInto,
    [...(context?.readFiles ?? [])],
    context?.contextSatisfied,
    context?.recovering,
  ]);
}

interface Ground {
  readonly kept: KeptPolicy | null;
  readonly past: Partial<SessionSoFar>;
  /** null: there is no session, or the caller has a policy of its own. */
  readonly seen: SeenRules | null;
  readonly world: World;
  readonly deadline: Deadline;
}

/** By the policy that the caller captured, the kept one, or one that is compiled now. */
async function judgeOnce(
  request: GateRequest,
  { kept, past, seen, world, deadline }: Ground,
): Promise<Pick<PolicyNow, "remotes" | "proposed"> & { readonly judged: Bounded<JudgedCall> }> {
  if (request.shared === true && (kept?.load() ?? null) === null) throw new NotHere("no kept policy");
  const found =
    request.policy === undefined
      ? await policyAt(request.where, deadline, kept)
      : { remotes: [], proposed: "ask" as const, sum: "", ...request.policy };
  const isCompiledNow = request.policy === undefined && kept?.load() !== found;
  const now = seen === null ? found : { ...found, policy: withHeldRules(request.where, request.notes ?? "", seen, found) };
  // The compiler has the analysis with it: it is not loaded twice.
  const { judgeCall } = await (isCompiledNow ? import("./compiling.ts") : (judging ??= import("./judging.ts")));
  return { remotes: now.remotes, proposed: now.proposed, judged: judgeCall(request, { now, past, world }, deadline) };
}

/** A cache that cannot be written makes the next call slower, and takes nothing back. */
function keepQuietly(write: () => void): void {
  try {
    write();
  } catch {
    // A full or read-only disk: the verdict stands.
  }
}
