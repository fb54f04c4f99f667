// Clearance: what the gate, the skill's class and the person leave of a call. Arguments to run, or a refusal to tell.

import type { Language } from "../../base/index.ts";
import { decide, type Decision } from "../../mind/session/decide.ts";
import { allowOnce } from "../../calls/approvalKeys.ts";
import { personFrom } from "../../mind/person.ts";
import { asksAboutDanger, type Call, DANGER } from "../../policy/index.ts";
import type { Approval, ApprovalRequest, Approver } from "../ports/approver.ts";
import type { Args, Tool, ToolContext } from "../ports/tool.ts";
import { isChinese } from "../memory/wordings.ts";
import { operationClass } from "../skills/find.ts";
import { meetLines, type Met } from "./firstUse.ts";
import type { WorkbenchOptions } from "./workbench.ts";

export type Cleared =
  | { readonly kind: "run"; readonly args: Args; readonly call: Call; readonly decision: Decision }
  | { readonly kind: "refused"; readonly why: string; readonly call: Call; readonly decision: Decision };

interface Wanted {
  readonly id: string;
  readonly args: Args;
  readonly context: ToolContext;
}

/** A call on its way to being run or refused. */
interface Judged {
  readonly bench: WorkbenchOptions;
  readonly tool: Tool;
  readonly args: Args;
  readonly context: ToolContext;
  readonly call: Call;
  readonly decision: Decision;
}

/** The gate's verdict, carried out: allow runs, rewrite runs the other call, ask needs the person's approval, deny refuses. */
export async function clear(bench: WorkbenchOptions, tool: Tool, { id, args, context }: Wanted): Promise<Cleared> {
  const call = tool.toCall(args, context);
  const decision = await askGate(bench, call, context.cwd);
  const judged: Judged = { bench, tool, args, context, call, decision };
  const skill = await operationClass(bench.mind, tool.name, call);
  if (decision.verdict !== "allow" || decision.reason !== "") bench.listener({ type: "verdict", id, name: tool.name, decision });
  const skillFile = skill.skill?.path;
  if (skill.operation === "forbidden")
    return refused(judged, `Refused: ${skillFile ?? "its SKILL.md"} says that this operation is forbidden.`);
  if (decision.verdict === "deny") return refused(judged, `Refused by policy: ${decision.reason}`);
  const met = await meetLines(bench, {
    call,
    decision,
    cwd: context.cwd,
    toolName: tool.name,
    signal: context.signal,
    ask: (request) => askOrCancelled(bench.approver, request),
    person: () => personFrom("chat"),
  });
  if (met.kind === "refused") return refused(judged, met.why);
  const reasons = [
    ...(met.kind === "ask" ? [met.reason] : []),
    ...(skill.operation === "ask" ? [`${skillFile ?? "Its SKILL.md"} says that a person is asked first.`] : []),
  ];
  const no = decision.verdict === "ask" || reasons.length > 0 ? await askPerson(judged, reasons, met) : null;
  return no ?? carryOut(judged, met.kind === "pass" ? met.note : "");
}

function askGate(bench: WorkbenchOptions, call: Call, cwd: string): Promise<Decision> {
  return decide(bench.mind, {
    call,
    session: bench.sessionType,
    sessionId: bench.sessionId,
    history: bench.history.calls(),
    context: bench.history.context(),
    mode: bench.mode,
    cwd,
    policy: bench.policy,
  });
}

function refused({ call, decision }: Pick<Judged, "call" | "decision">, why: string): Cleared {
  return { kind: "refused", why, call, decision };
}

/** null where the person says yes. */
async function askPerson(judged: Judged, reasons: readonly string[], met: Met): Promise<Cleared | null> {
  const { bench, tool, context, call, decision } = judged;
  const language = languageOf(bench);
  const reason = joinReasons([decision.reason, ...reasons]);
  const approval = await askOrCancelled(bench.approver, {
    call,
    hash: decision.hash,
    sessionId: bench.sessionId,
    cwd: context.cwd,
    toolName: tool.name,
    reason: asksAboutDanger(decision) ? (DANGER[language] === "" ? reason : `${DANGER[language]} ${reason}`) : reason,
    language,
    rules: [...decision.rules, ...(met.kind === "ask" ? met.rules : [])],
    signal: context.signal,
  });
  // An answer to another question is no answer.
  if (approval.decision === "allow" && approval.hash === decision.hash) return null;
  return refused(judged, `The person did not allow this: ${(approval.reason ?? "refused").replace(/\.$/, "")}. ${reason}`);
}

function joinReasons(reasons: readonly string[]): string {
  return reasons.filter((each) => each !== "").join(" ");
}

function carryOut(judged: Judged, note: string): Cleared | Promise<Cleared> {
  const { args, call, decision } = judged;
  if (decision.verdict === "rewrite") return runRewritten(judged);
  if (decision.verdict !== "allow") return runOnce(judged);
  const noted = note === "" ? decision : { ...decision, reason: joinReasons([decision.reason, note]) };
  return { kind: "run", args, call, decision: noted };
}

function runRewritten(judged: Judged): Cleared {
  const { tool, args, call, decision } = judged;
  const rewritten = decision.call ?? call;
  // Nobody is asked about what runs here, so the person's AGENTS.md names it and the model calls it itself.
  if (decision.rewrite === "free") {
    const instead = "command" in rewritten ? ` Run this instead: ${String(rewritten.command)}` : "";
    return refused(judged, `Refused by policy: ${decision.reason}${instead}`);
  }
  const changed = tool.fromCall?.(rewritten, args) ?? null;
  if (changed === null)
    return refused(judged, `Refused by policy: it would have to run as another call, which ${tool.name} cannot: ${decision.reason}`);
  return { kind: "run", args: changed, call: rewritten, decision };
}

/** The person's decision becomes a key for this exact call and is used up by asking again, so that the log has both. */
async function runOnce({ bench, args, context, call, decision }: Judged): Promise<Cleared> {
  await allowOnce(bench.mind, decision.hash, { person: personFrom("chat"), session: bench.sessionId });
  const second = await askGate(bench, call, context.cwd);
  return second.verdict === "allow"
    ? { kind: "run", args, call, decision: second }
    : refused({ call, decision: second }, `Refused by policy: ${second.reason}`);
}

/** In which the person speaks now, else that of their locale. */
function languageOf({ userText, mind }: WorkbenchOptions): Language {
  return isChinese(userText) ? "zh" : (mind.language ?? "en");
}

/** A question that nobody waits for any more is answered with no, whether or not the approver noticed. */
async function askOrCancelled(approver: Approver, request: ApprovalRequest): Promise<Approval> {
  const { signal, hash } = request;
  const cancelled = new Promise<Approval>((resolve) => {
    const deny = () => resolve({ decision: "deny", hash, reason: "the turn was cancelled" });
    if (signal.aborted) deny();
    else signal.addEventListener("abort", deny, { once: true });
  });
  return Promise.race([approver.ask(request), cancelled]);
}
