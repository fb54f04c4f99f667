// Clearance: what the gate, the skill's class and the person leave of a call. Arguments to run, or a refusal to tell.

import type { Language } from "../../base/index.ts";
import { decide, type Decision } from "../../mind/decide.ts";
import { allowOnce } from "../../mind/keys.ts";
import { personFrom } from "../../mind/person.ts";
import { asksAboutDanger, type Call, DANGER } from "../../policy/index.ts";
import type { Approval, ApprovalRequest, Approver } from "../ports/approver.ts";
import type { Args, Tool, ToolContext } from "../ports/tool.ts";
import { isChinese } from "../memory/words.ts";
import { operationClass } from "../skills/classes.ts";
import { meetLines } from "./firstUse.ts";
import type { WorkbenchOptions } from "./workbench.ts";

export type Cleared =
  | { readonly kind: "run"; readonly args: Args; readonly call: Call; readonly decision: Decision }
  | { readonly kind: "refused"; readonly why: string; readonly call: Call; readonly decision: Decision };

/** The gate's verdict, carried out: allow runs, rewrite runs the other call, ask waits for the person, deny refuses. */
export async function clear(
  bench: WorkbenchOptions,
  tool: Tool,
  { id, args, context }: { id: string; args: Args; context: ToolContext },
): Promise<Cleared> {
  const call = tool.toCall(args, context);
  const ask = () =>
    decide(bench.mind, {
      call,
      session: bench.sessionType,
      sessionId: bench.sessionId,
      history: bench.history.calls(),
      context: bench.history.context(),
      mode: bench.mode,
      cwd: context.cwd,
      policy: bench.policy,
    });
  const decision = await ask();
  const skill = await operationClass(bench.mind, tool.name, call);
  if (decision.verdict !== "allow" || decision.reason !== "") bench.listener({ type: "verdict", id, name: tool.name, decision });
  if (skill.operation === "forbidden")
    return {
      kind: "refused",
      why: `Refused: ${skill.skill?.path ?? "its SKILL.md"} says that this operation is forbidden.`,
      call,
      decision,
    };
  if (decision.verdict === "deny") return { kind: "refused", why: `Refused by policy: ${decision.reason}`, call, decision };
  const met = await meetLines(bench, {
    call,
    decision,
    cwd: context.cwd,
    toolName: tool.name,
    signal: context.signal,
    ask: (request) => askOrCancelled(bench.approver, request),
    person: () => personFrom("chat"),
  });
  if (met.kind === "refused") return { kind: "refused", why: met.why, call, decision };
  const needsPerson = decision.verdict === "ask" || skill.operation === "ask" || met.kind === "ask";
  const reason = [
    decision.reason,
    ...(met.kind === "ask" ? [met.reason] : []),
    ...(skill.operation === "ask" ? [`${skill.skill?.path ?? "Its SKILL.md"} says that a person is asked first.`] : []),
  ]
    .filter((each) => each !== "")
    .join(" ");
  if (needsPerson) {
    const language = languageOf(bench);
    const approval = await askOrCancelled(bench.approver, {
      call,
      hash: decision.hash,
      sessionId: bench.sessionId,
      cwd: context.cwd,
      toolName: tool.name,
      reason: asksAboutDanger(decision) ? inWords(DANGER[language], reason) : reason,
      language,
      rules: decision.rules,
      signal: context.signal,
    });
    // An answer to another question is no answer.
    const isYes = approval.decision === "allow" && approval.hash === decision.hash;
    if (!isYes)
      return { kind: "refused", why: `The person did not allow this: ${approval.reason ?? "refused"}. ${reason}`, call, decision };
  }
  if (decision.verdict === "allow")
    return {
      kind: "run",
      args,
      call,
      decision:
        met.kind === "pass" && met.note !== ""
          ? { ...decision, reason: [decision.reason, met.note].filter((each) => each !== "").join(" ") }
          : decision,
    };
  if (decision.verdict === "rewrite") {
    const rewritten = decision.call ?? call;
    // Nobody is asked about what runs here, so the person's AGENTS.md names it and the model calls it itself.
    if (decision.rewrite === "free")
      return {
        kind: "refused",
        why: `Refused by policy: ${decision.reason}${"command" in rewritten ? ` Run this instead: ${String(rewritten.command)}` : ""}`,
        call,
        decision,
      };
    const changed = tool.fromCall?.(rewritten, args) ?? null;
    if (changed === null)
      return {
        kind: "refused",
        why: `Refused by policy: it would have to run as another call, which ${tool.name} cannot: ${decision.reason}`,
        call,
        decision,
      };
    return { kind: "run", args: changed, call: rewritten, decision };
  }
  // The person's word becomes a key for this exact call and is used up by asking again, so that the log has both.
  await allowOnce(bench.mind, decision.hash, { person: personFrom("chat"), session: bench.sessionId });
  const second = await ask();
  return second.verdict === "allow"
    ? { kind: "run", args, call, decision: second }
    : { kind: "refused", why: `Refused by policy: ${second.reason}`, call, decision: second };
}

/** In which the person speaks now, else that of their locale. */
function languageOf({ view, mind }: WorkbenchOptions): Language {
  return isChinese(view.userText) ? "zh" : (mind.language ?? "en");
}

function inWords(question: string, reason: string): string {
  return question === "" ? reason : `${question} ${reason}`;
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
