// The gate: one pure function from a call, its history and a world to a verdict. Every door uses it.
//
//   1 the strictest wins: deny, ask, rewrite, allow
//   2 an allow on one part never covers the rest; there is no early allow
//   3 what is suggested or rewritten passes the gate itself
//   4 whatever comes in as a call gets a verdict; what is not shaped like one is asked about

import { analyse, type Call, callFault, type Effects, isCall, type SessionType, type World } from "../analysis/index.ts";
import type { Policy } from "./tiers/combine.ts";
import { judgeProposed, judgeRules } from "./tiers/judgeRules.ts";
import type { JudgeContext, Past, RuleVerdict } from "./match/judge.ts";
import { reachOf, refusedRewrite } from "./match/reach.ts";
import type { ModelItem, Rule } from "./match/rule.ts";
import {
  CONTEXT_RULE,
  type ContextProfile,
  type ContextState,
  DEFAULT_PROFILE,
  freshContext,
  type GuardMode,
  hasBank,
  judgeContext,
  recordCall,
} from "./contextGate.ts";
import { crossesRedLine } from "./redLines/crossed.ts";
import { judgeRedLines } from "./redLines/index.ts";
import { overwritten } from "./redLines/overwritten.ts";
import { openInput } from "./redLines/openInput.ts";
import { onlyOurs } from "./rewrite/onlyOurs.ts";
import { breaksPrivacy } from "./sessionKinds.ts";

/** The four answers of the gate. */
export type VerdictKind = "allow" | "ask" | "deny" | "rewrite";

/** A rule by its id, file and line. */
export interface RuleRef {
  readonly id: string;
  readonly file: string;
  readonly line: number;
  readonly effect: string;
}

/**
 * What a rewritten call may be told to a host as.
 *   ours   everything that runs is Codicil's own trash: the host may be told "allow"
 *   mixed  the rest is as it was written, or a known tool of the same family: the host's own permission decides
 *   free   the person's own AGENTS.md put another command in place: it runs only where the host's own permission decides it
 */
export type RewriteKind = "ours" | "mixed" | "free";

/** What the gate says of a call, with the rules that decided. */
export interface Verdict {
  readonly verdict: VerdictKind;
  readonly reason: string;
  readonly rules: readonly RuleRef[];
  /** The call to run instead. */
  readonly call?: Call;
  /** A built-in red line denies it: no key, button or unlock lets it pass. */
  readonly redLine?: true;
  /** With a call to run instead. */
  readonly rewrite?: RewriteKind;
  /** Files that the call overwrites and Git does not have as they are: whoever lets it happen keeps a copy first. */
  readonly keep?: readonly string[];
  /** Readings that nobody confirmed and that would stop the call: it passes, and a person may be asked about the line. */
  readonly proposed?: readonly ProposedHit[];
}

/** A proposed reading that the call would break. */
export interface ProposedHit extends RuleRef {
  /** The hash of the clause that a decision would be kept by. */
  readonly clause: string;
  readonly reading: string;
  readonly text: string;
  /** A model's reading: the item that a decision is about. */
  readonly item?: ModelItem;
  /** What the call would get if the reading were confirmed. */
  readonly verdict: "deny" | "ask" | "rewrite";
}

/** A call with everything that its verdict depends on. */
export interface GateRequest {
  readonly call: Call;
  readonly policy: Policy | null;
  /** Calls that happened and succeeded before, oldest first. */
  readonly history: readonly Call[];
  readonly session: SessionType;
  readonly world: World;
  readonly mode: GuardMode;
  readonly profile?: ContextProfile;
  /** The state of this message, where the caller keeps one; otherwise it follows from the history. */
  readonly context?: ContextState;
  /** The effects of a past call, where the caller has them already: a long history is then analysed once. */
  readonly effectsOf?: (call: Call) => Effects | undefined;
  /** The agent can type into programs that are running, and no gate sees what: such programs are asked about. */
  readonly typesInto?: boolean;
  /** false: the given policy alone, for measuring the compiler. */
  readonly builtins?: boolean;
}

const STRICTNESS: Readonly<Record<VerdictKind, number>> = { allow: 0, rewrite: 1, ask: 2, deny: 3 };
/** A rewrite of a rewrite is fine (npm → pnpm, then a copy kept first); more than this is a loop. */
const REWRITES = 4;

/** The verdict on a call. */
export function judge(given: GateRequest): Verdict {
  const fault = callFault(given.call);
  if (fault !== null)
    return { verdict: "ask", reason: `Codicil cannot see what this does: ${fault}.`, rules: [builtin("malformed-call", "ask")] };
  const request: Request = { ...given, past: pastOf(given), look: lookingAt(given.world) };
  const verdict = withCopies(judgeAll(request), request);
  const proposed = verdict.verdict === "allow" || verdict.verdict === "rewrite" ? proposedHits(request) : [];
  return proposed.length === 0 ? verdict : { ...verdict, proposed };
}

function withCopies(verdict: Verdict, { call, world, builtins, look }: Request): Verdict {
  if (verdict.verdict === "deny" || builtins === false || ("command" in call && call.tool === "shell")) return verdict;
  const keep = overwritten(look(call), world);
  return keep.length === 0 ? verdict : { ...verdict, keep };
}

function judgeAll(request: Request): Verdict {
  const first = judgeOnce(request);
  let last = first;
  const rules = [...first.rules];
  let free = false;
  for (let round = 0; last.verdict === "rewrite" && last.call !== undefined; round++) {
    if (round === REWRITES) return { verdict: "deny", reason: "the rewritten call would be rewritten again and again", rules };
    const next = judgeOnce({ ...request, call: last.call });
    free ||= last.rewrite === "free";
    if (next.verdict === "allow")
      return { ...last, reason: first.reason, rules, rewrite: free ? "free" : kindOf(last.call, request.world) };
    rules.push(...next.rules.filter((rule) => !rules.some(({ id }) => id === rule.id)));
    if (next.verdict !== "rewrite") return { ...next, rules };
    last = next;
  }
  return last;
}

function kindOf(call: Call, { codicil }: World): RewriteKind {
  return call.tool === "shell" && "command" in call && onlyOurs(call.command, codicil) ? "ours" : "mixed";
}

interface Request extends GateRequest {
  /** The history with its effects: analysed when a rule first asks for it, and once for all rounds. */
  readonly past: () => readonly Past[];
  /** One look at a call serves all who ask about it: only shell commands are remembered longer. */
  readonly look: (call: Call) => Effects;
}

function lookingAt(world: World): Request["look"] {
  let last: { readonly call: Call; readonly effects: Effects } | null = null;
  return (call) => (last?.call === call ? last : (last = { call, effects: analyse(call, world) })).effects;
}

function pastOf({ history, world, effectsOf }: GateRequest): () => readonly Past[] {
  let known: readonly Past[] | null = null;
  return () => (known ??= history.filter(isCall).map((call) => ({ call, effects: effectsOf?.(call) ?? analyse(call, world) })));
}

function judgeOnce(request: Request): Verdict {
  const { call } = request;
  const effects = request.look(call);
  const found: Verdict[] = [];
  if (request.builtins !== false) found.push(...builtinVerdicts(request, effects));
  if (request.policy?.unread !== undefined) found.push(unreadRules(request.policy.unread));
  if (request.policy !== null) {
    found.push(...judgeRules(request.policy, call, effects, contextOf(request)).map((held) => ruleVerdict(held, request)));
  }
  return strictest(found);
}

function contextOf(request: Request): JudgeContext {
  const { session, world } = request;
  return {
    get history() {
      return request.past();
    },
    session,
    world,
    ownTrash: request.builtins !== false,
  };
}

/** Said to the agent, for the person: how the line was read, and the one command that changes it. */
function howToChange({ file, line, reading, held }: Rule, { project }: World): string {
  const path = file.startsWith(`${project}/`) ? file.slice(project.length + 1) : file;
  if (held === true)
    return `Codicil reads ${path}:${line} as: ${reading}. Git took that line away while this session ran, so it holds until a person starts a new session.`;
  return `Codicil reads ${path}:${line} as: ${reading}. If the line does not mean that, a person can run: codicil policy dismiss ${path}:${line}`;
}

function proposedHits(request: Request): readonly ProposedHit[] {
  const { policy, call, look } = request;
  if (policy === null || policy.proposed.length === 0) return [];
  return judgeProposed(policy, call, look(call), contextOf(request)).map(({ rule, verdict }) => {
    const { id, file, line, effect, clause, reading, text, item } = rule;
    return { id, file, line, effect, clause, reading, text, verdict, ...(item === undefined ? {} : { item }) };
  });
}

/** Rules that nobody could read forbid nobody knows what. */
function unreadRules(paths: readonly string[]): Verdict {
  return {
    verdict: "deny",
    reason: `Codicil could not read the rules in ${paths.join(", ")} in time, so no call is allowed. Tell the person: codicil policy report names the file.`,
    rules: [builtin("unread-rules", "deny")],
  };
}

/** The rules of one call make one rewritten call together, so one of them that reaches too far holds it. */
function ruleVerdict({ rule, verdict, reason, call }: RuleVerdict, { world, builtins }: Request): Verdict {
  const { id, file, line, effect } = rule;
  const rules = [{ id, file, line, effect }];
  const reach = builtins === false || effect !== "rewrite" ? "family" : reachOf(rule, world);
  if (reach === "refused") return { verdict: "deny", reason: `${refusedRewrite(rule)} ${howToChange(rule, world)}`, rules };
  if (verdict !== "rewrite") return { verdict, reason: `${reason} ${howToChange(rule, world)}`, rules };
  return { verdict, reason, rules, ...(call === undefined ? {} : { call }), ...(reach === "free" ? { rewrite: reach } : {}) };
}

function builtinVerdicts(request: Request, effects: Effects): Verdict[] {
  const { call, world, session } = request;
  const found: Verdict[] = [];
  const red = judgeRedLines(effects, call, world);
  if (red.verdict !== "allow")
    found.push({
      verdict: red.verdict,
      reason: red.reason,
      rules: [builtin(red.rule ?? "red-line", red.verdict)],
      ...(red.call === undefined ? {} : { call: red.call }),
    });
  const open = request.typesInto === true ? openInput(effects) : null;
  if (open !== null) found.push({ verdict: "ask", reason: open, rules: [builtin("open-input", "ask")] });
  const privacy = breaksPrivacy(effects, session, world);
  if (privacy !== null) found.push({ verdict: "deny", reason: privacy, rules: [builtin("session-kind", "deny")] });
  const context = contextVerdict(request, effects);
  if (context !== null) found.push(context);
  return found;
}

function contextVerdict(request: Request, effects: Effects): Verdict | null {
  const { call, world, mode } = request;
  const profile = request.profile ?? DEFAULT_PROFILE;
  if (mode === "off" || !hasBank(world)) return null;
  const state =
    request.context ?? request.past().reduce((now, past) => recordCall(now, { ...past, ok: true }, world, profile), freshContext);
  const judged = judgeContext(call, effects, { state, mode, profile, world });
  if (judged.kind === "none") return null;
  return { verdict: judged.kind === "block" ? "deny" : "allow", reason: judged.reason, rules: [builtin(CONTEXT_RULE, judged.kind)] };
}

function builtin(id: string, effect: string): RuleRef {
  return { id: `builtin:${id}`, file: "built in", line: 0, effect };
}

function strictest(found: readonly Verdict[]): Verdict {
  if (found.length === 0) return { verdict: "allow", reason: "", rules: [] };
  const worst = found.reduce((a, b) => (STRICTNESS[b.verdict] > STRICTNESS[a.verdict] ? b : a));
  // Every rule that has something against the call is named, the deciding one first.
  const others = found.filter((each) => each !== worst && each.verdict !== "allow").flatMap((each) => each.rules);
  const free = worst.verdict === "rewrite" && found.some(({ rewrite }) => rewrite === "free");
  const rules = [...worst.rules, ...others];
  return { ...worst, rules, ...(free ? { rewrite: "free" as const } : {}), ...(crossesRedLine(rules) ? { redLine: true as const } : {}) };
}
