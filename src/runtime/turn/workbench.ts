// The workbench: every call of a tool takes the same way, and there is no other. Read the arguments, find the tool, ask
// the gate, carry out its verdict, ask the hooks, run, look whether protected files changed, remember (OR-30…33).

import { AppError } from "../../base/index.ts";
import { decide, type Decision } from "../../mind/decide.ts";
import { allowOnce } from "../../mind/keys.ts";
import type { Mind } from "../../mind/open.ts";
import { type After, afterCall } from "../../mind/afterCall.ts";
import { readProtected } from "../../mind/protectedFiles.ts";
import type { Draft } from "../../mind/sessions.ts";
import type { Call, GuardMode, Policy, SessionType } from "../../policy/index.ts";
import type { Approver } from "../ports/approver.ts";
import type { TurnListener } from "../ports/events.ts";
import type { ModelCall } from "../ports/model.ts";
import type { DoneCall, TurnHooks, TurnView } from "../ports/steps.ts";
import type { Args, Tool, ToolContext, ToolOutcome, ToolSpec } from "../ports/tool.ts";
import { operationClass } from "../skills/classes.ts";
import { checkArgs, readArgs } from "./args.ts";
import type { CallHistory } from "./history.ts";

export interface Workbench {
  readonly specs: readonly ToolSpec[];
  run(call: ModelCall, signal: AbortSignal): Promise<{ readonly done: DoneCall; readonly draft: Draft }>;
  /** The event for a call that never ran: every call has an answer in the log. */
  skip(call: ModelCall, why: string): Draft;
}

export interface WorkbenchOptions {
  readonly mind: Mind;
  readonly sessionId: string;
  readonly sessionType: SessionType;
  readonly tools: readonly Tool[];
  readonly approver: Approver;
  readonly hooks: TurnHooks;
  readonly view: TurnView;
  readonly history: CallHistory;
  readonly mode: GuardMode;
  readonly listener: TurnListener;
  /** As it stood when the person's message came in. */
  readonly policy: Policy;
}

/** What the gate and the hooks left of a call: arguments to run, or a refusal to tell. */
type Cleared = { readonly kind: "run"; readonly args: Args; readonly call: Call; readonly decision: Decision } | { readonly kind: "refused"; readonly why: string; readonly call: Call; readonly decision: Decision };

export function openWorkbench(bench: WorkbenchOptions): Workbench {
  return {
    specs: bench.tools.map(({ name, description, parameters }) => ({ name, description, parameters })),
    run: (call, signal) => runCall(bench, call, signal),
    skip: (call, why) => resultDraft(call, { text: why, isError: true }, {}),
  };
}

export const noTools: Workbench = {
  specs: [],
  run: async (call) => {
    const outcome = { text: `There is no tool ${call.name}.`, isError: true };
    return { done: { id: call.id, name: call.name, args: {}, call: null, outcome }, draft: resultDraft(call, outcome, {}) };
  },
  skip: (call, why) => resultDraft(call, { text: why, isError: true }, {}),
};

async function runCall(bench: WorkbenchOptions, modelCall: ModelCall, signal: AbortSignal): Promise<{ done: DoneCall; draft: Draft }> {
  const { listener } = bench;
  const { id, name } = modelCall;
  const finish = (args: Args, outcome: ToolOutcome, about: { call?: Call; decision?: Decision; ms?: number } = {}) => {
    listener({ type: "tool_finished", id, name, outcome, ms: about.ms ?? 0 });
    const done: DoneCall = { id, name, args, call: about.call ?? null, outcome };
    return { done, draft: resultDraft(modelCall, outcome, about) };
  };
  const refuse = (args: Args, why: string, about: { call?: Call; decision?: Decision } = {}) => finish(args, { text: why, isError: true }, about);

  if (signal.aborted) return refuse({}, "The person cancelled the turn before this ran.");
  const read = readArgs(modelCall.input);
  listener({ type: "tool_started", id, name, args: read.kind === "fine" ? read.args : {} });
  if (read.kind === "wrong") return refuse({}, read.why);
  const tool = bench.tools.find((each) => each.name === name);
  if (tool === undefined) return refuse(read.args, `There is no tool ${JSON.stringify(name)}. There are: ${bench.tools.map((each) => each.name).join(", ")}.`);
  const checked = checkArgs(read.args, tool.parameters);
  if (checked.kind === "wrong") return refuse(read.args, checked.why);

  const context: ToolContext = { mind: bench.mind, sessionId: bench.sessionId, sessionType: bench.sessionType, signal, cwd: bench.mind.where.cwd };
  const cleared = await clear(bench, tool, { id, args: checked.args, context });
  if (cleared.kind === "refused") return refuse(checked.args, cleared.why, cleared);
  const hook = await bench.hooks.beforeTool(bench.view, { id, name, args: cleared.args });
  if (hook.kind === "block") return refuse(cleared.args, `A hook refused this call: ${hook.reason}`, cleared);

  const began = performance.now();
  const outcome = await watched(bench, cleared.call, () => runSafely(tool, cleared.args, context));
  const finished = finish(cleared.args, tell(outcome, cleared.decision), { ...cleared, ms: Math.round(performance.now() - began) });
  bench.history.add(cleared.call, outcome.isError !== true);
  await bench.hooks.afterTool(bench.view, finished.done);
  return finished;
}

/** The gate's verdict, carried out: allow runs, rewrite runs the other call, ask waits for the person, deny refuses. */
async function clear(bench: WorkbenchOptions, tool: Tool, { id, args, context }: { id: string; args: Args; context: ToolContext }): Promise<Cleared> {
  const call = tool.toCall(args, context);
  const ask = () => decide(bench.mind, { call, session: bench.sessionType, sessionId: bench.sessionId, history: bench.history.calls(), context: bench.history.context(), mode: bench.mode, cwd: context.cwd, policy: bench.policy });
  const decision = await ask();
  const skill = await operationClass(bench.mind, tool.name, call);
  if (decision.verdict !== "allow" || decision.reason !== "") bench.listener({ type: "verdict", id, name: tool.name, decision });
  if (skill.operation === "forbidden") return { kind: "refused", why: `Refused: ${skill.skill?.path ?? "its SKILL.md"} says that this operation is forbidden.`, call, decision };
  if (decision.verdict === "deny") return { kind: "refused", why: `Refused by policy: ${decision.reason}`, call, decision };
  const needsPerson = decision.verdict === "ask" || skill.operation === "ask";
  const reason = [decision.reason, ...(skill.operation === "ask" ? [`${skill.skill?.path ?? "Its SKILL.md"} says that a person is asked first.`] : [])].filter((each) => each !== "").join(" ");
  if (needsPerson) {
    const approval = await bench.approver.ask({ call, hash: decision.hash, toolName: tool.name, reason, rules: decision.rules, signal: context.signal });
    // An answer to another question is no answer.
    const isYes = approval.decision === "allow" && approval.hash === decision.hash;
    if (!isYes) return { kind: "refused", why: `The person did not allow this: ${approval.reason ?? "refused"}. ${reason}`, call, decision };
  }
  if (decision.verdict === "allow") return { kind: "run", args, call, decision };
  if (decision.verdict === "rewrite") {
    const rewritten = decision.call ?? call;
    const changed = tool.fromCall?.(rewritten, args) ?? null;
    if (changed === null) return { kind: "refused", why: `Refused by policy: it would have to run as another call, which ${tool.name} cannot: ${decision.reason}`, call, decision };
    return { kind: "run", args: changed, call: rewritten, decision };
  }
  // The person's word becomes a key for this exact call and is used up by asking again, so that the log has both.
  await allowOnce(bench.mind, decision.hash, { session: bench.sessionId });
  const second = await ask();
  return second.verdict === "allow" ? { kind: "run", args, call, decision: second } : { kind: "refused", why: `Refused by policy: ${second.reason}`, call, decision: second };
}

async function runSafely(tool: Tool, args: Args, context: ToolContext): Promise<ToolOutcome> {
  try {
    return await tool.run(args, context);
  } catch (error) {
    // What a tool refuses is the model's to read and correct; a defect is told as one, and the turn goes on.
    if (error instanceof AppError) return { text: `${error.code}: ${error.message}${error.hint === undefined ? "" : ` ${error.hint}`}`, isError: true, data: { code: error.code } };
    if ((error as Error).name === "SecurityViolation") return { text: `Refused: ${(error as Error).message}.`, isError: true };
    return { text: `${tool.name} failed: ${(error as Error).message}`, isError: true, data: { code: "INTERNAL" } };
  }
}

/** A command may change what no gate saw coming (`git pull` brings another AGENTS.md): look before and after. */
async function watched(bench: WorkbenchOptions, call: Call, run: () => Promise<ToolOutcome>): Promise<ToolOutcome> {
  const before = call.tool === "shell" ? readProtected(bench.mind) : undefined;
  const outcome = await run();
  const { changes, broken } = afterCall(bench.mind, { call, policy: bench.policy, ...(before === undefined ? {} : { before }) });
  return tellChanges(bench, tellBroken(outcome, broken), changes);
}

/** What was written breaks a rule that no gate can hold: the model is told, with the line, and can put it right. */
function tellBroken(outcome: ToolOutcome, broken: After["broken"]): ToolOutcome {
  if (outcome.isError === true || broken.length === 0) return outcome;
  const list = broken.map(({ file, line, text }) => `${file}:${line} ${text}`).join("; ");
  return { ...outcome, text: `${outcome.text}\n\n[Checked afterwards: what was written breaks ${list}]`, data: { ...outcome.data, brokenRules: broken } };
}

function tellChanges(bench: WorkbenchOptions, outcome: ToolOutcome, changes: After["changes"]): ToolOutcome {
  if (changes.length === 0) return outcome;
  const list = changes.map(({ path, change }) => `${path} (${change})`).join(", ");
  bench.listener({ type: "notice", text: `The command touched protected files: ${list}. codicil log shows them, codicil undo takes it back.` });
  return { ...outcome, text: `${outcome.text}\n\n[Protected files were touched by this command: ${list}. The person was told. Do not go on changing them.]`, data: { ...outcome.data, protectedChanges: changes } };
}

/** The model learns that something else ran than it asked for, and of warnings. */
function tell(outcome: ToolOutcome, decision: Decision): ToolOutcome {
  if (decision.reason === "" || (decision.verdict !== "rewrite" && decision.verdict !== "allow")) return outcome;
  const lead = decision.verdict === "rewrite" ? `[Policy rewrote this call: ${decision.reason}${decision.call !== undefined && "command" in decision.call ? ` It ran as: ${String(decision.call.command)}` : ""}]` : `[Policy: ${decision.reason}]`;
  return { ...outcome, text: `${lead}\n${outcome.text}` };
}

function resultDraft(call: ModelCall, outcome: ToolOutcome, about: { call?: Call; decision?: Decision; ms?: number }): Draft {
  return {
    type: "tool_result",
    message: {
      role: "tool_result",
      content: [{ type: "tool_result", toolCallId: call.id, toolName: call.name, result: { content: [{ type: "text", text: outcome.text }] }, isError: outcome.isError === true }],
    },
    meta: {
      ok: outcome.isError !== true,
      ...(about.call === undefined ? {} : { call: about.call }),
      ...(about.decision === undefined ? {} : { verdict: about.decision.verdict, decision: about.decision.id }),
      ...(about.ms === undefined ? {} : { ms: about.ms }),
    },
  };
}
