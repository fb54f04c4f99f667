// The workbench: every call of a tool takes the same way, and there is no other. Read the arguments, find the tool, ask
// the gate, carry out its verdict, ask the hooks, run, look whether protected files changed, remember (OR-30…33).

import type { Decision } from "../../mind/session/decide.ts";
import type { Draft } from "../../activity/sessions.ts";
import { noteForeignRead } from "../../activity/taintWatch.ts";
import type { Call, GuardMode, Policy } from "../../policy/index.ts";
import type { Approver } from "../ports/approver.ts";
import type { ModelCall } from "../ports/model.ts";
import type { DoneCall, TurnHooks, TurnView } from "../ports/steps.ts";
import { type Args, type Tool, type ToolContext, type ToolOutcome, type ToolSpec, checkArgs, readArgs } from "../ports/tool.ts";
import { escapeReminder } from "../../snapshot/index.ts";
import { clear } from "./clear.ts";
import { carryOut } from "./carryOut.ts";
import type { LinesMet } from "./firstUse.ts";
import type { CallHistory, Chat } from "../chat/openChat.ts";

export interface Workbench {
  readonly specs: readonly ToolSpec[];
  run(call: ModelCall, signal: AbortSignal): Promise<{ readonly done: DoneCall; readonly draft: Draft }>;
  /** The event for a call that never ran: every call has an answer in the log. */
  skip(call: ModelCall, why: string): Draft;
}

export interface WorkbenchOptions extends TurnView {
  readonly tools: readonly Tool[];
  readonly approver: Approver;
  readonly hooks: TurnHooks;
  readonly history: CallHistory;
  readonly mode: GuardMode;
  /** As it was when the person's message came in. */
  readonly policy: Policy;
  /** How lines were settled since then, by clause: the captured policy does not know. */
  readonly lines: LinesMet;
}

/** For one turn of a chat. */
export function workbenchOf(chat: Chat, view: TurnView, { tools, policy }: Pick<WorkbenchOptions, "tools" | "policy">): Workbench {
  const { approver, history, mode, steps } = chat;
  return openWorkbench({ ...view, tools, approver, hooks: steps.hooks, history, mode, policy, lines: new Map() });
}

function openWorkbench(bench: WorkbenchOptions): Workbench {
  return {
    specs: bench.tools.map(({ name, description, parameters }) => ({ name, description, parameters })),
    run: (call, signal) => runCall({ ...bench, signal }, call),
    skip,
  };
}

export const noTools: Workbench = {
  specs: [],
  run: async (call) => {
    const outcome = { text: `There is no tool ${call.name}.`, isError: true };
    return { done: { id: call.id, name: call.name, args: {}, outcome }, draft: answerOf(call, outcome, {}) };
  },
  skip,
};

function skip(call: ModelCall, why: string): Draft {
  return answerOf(call, { text: why, isError: true }, {});
}

interface About {
  readonly call?: Call;
  readonly decision?: Decision;
  readonly ms?: number;
}

async function runCall(bench: WorkbenchOptions, modelCall: ModelCall): Promise<{ done: DoneCall; draft: Draft }> {
  const { mind, sessionId, sessionType, signal, listener, hooks } = bench;
  const { id, name } = modelCall;
  const finish = (args: Args, outcome: ToolOutcome, about: About = {}) => {
    listener({ type: "tool_finished", id, name, outcome, ms: about.ms ?? 0 });
    const done: DoneCall = { id, name, args, outcome };
    return { done, draft: answerOf(modelCall, outcome, about) };
  };
  const refuse = (args: Args, why: string, about?: About) => finish(args, { text: why, isError: true }, about);
  if (signal.aborted) return refuse({}, "The person cancelled the turn before this ran.");
  const wanted = readCall(bench, modelCall);
  listener({ type: "tool_started", id, name, args: wanted.given });
  if (wanted.kind === "wrong") return refuse(wanted.given, wanted.why);
  const { tool, args } = wanted;
  const context: ToolContext = { mind, sessionId, sessionType, signal, cwd: mind.where.cwd };
  const first = await clear(bench, tool, { id, args, context });
  if (first.kind === "refused") return refuse(args, first.why, first);
  const hook = await hooks.beforeTool(bench, { id, name, args: first.args });
  if (hook.kind === "block") return refuse(first.args, `A hook refused this call: ${hook.reason}`, first);
  // What a hook made of the arguments is another call: it is read and judged like the model's own.
  const changed = hook.args === undefined ? null : checkArgs(hook.args, tool.parameters);
  if (changed?.kind === "wrong") return refuse(first.args, `A hook changed this call into one that cannot run: ${changed.why}`, first);
  const cleared = changed === null ? first : await clear(bench, tool, { id, args: changed.args, context });
  if (cleared.kind === "refused") return refuse(changed?.args ?? first.args, cleared.why, cleared);
  const began = performance.now();
  const outcome = withHookWords(await carryOut(bench, tool, { cleared, context }), {
    changed: changed !== null,
    words: hook.context ?? [],
  });
  const finished = finish(cleared.args, outcome, { ...cleared, ms: Math.round(performance.now() - began) });
  await noteForeignRead(mind, sessionId, { call: cleared.call, output: outcome.text, cwd: context.cwd });
  bench.history.add(cleared.call, outcome.isError !== true);
  await hooks.afterTool(bench, finished.done);
  return finished;
}

type WantedCall =
  | { readonly kind: "fine"; readonly tool: Tool; readonly args: Args; readonly given: Args }
  | { readonly kind: "wrong"; readonly why: string; readonly given: Args };

/** The tool that the model means, and the arguments as they came and as the tool takes them. */
function readCall({ tools }: WorkbenchOptions, { name, input }: ModelCall): WantedCall {
  const read = readArgs(input);
  if (read.kind === "wrong") return { ...read, given: {} };
  const given = read.args;
  const tool = tools.find((each) => each.name === name);
  if (tool === undefined)
    return {
      kind: "wrong",
      why: `There is no tool ${JSON.stringify(name)}. There are: ${tools.map((each) => each.name).join(", ")}.`,
      given,
    };
  const checked = checkArgs(given, tool.parameters);
  return checked.kind === "wrong" ? { ...checked, given } : { kind: "fine", tool, args: checked.args, given };
}

/** The model learns that a hook changed its call, and what a hook has to say. */
function withHookWords(
  outcome: ToolOutcome,
  { changed, words }: { readonly changed: boolean; readonly words: readonly string[] },
): ToolOutcome {
  const lines = [...(changed ? ["[A hook changed the arguments of this call.]"] : []), ...words.map((text) => `[From a hook: ${text}]`)];
  return lines.length === 0 ? outcome : { ...outcome, text: [outcome.text, ...lines].join("\n") };
}

function answerOf(call: ModelCall, outcome: ToolOutcome, { call: ran, decision, ms }: About): Draft {
  const isError = outcome.isError === true;
  return resultDraft(call, resultText(outcome.text), {
    isError,
    meta: {
      ok: !isError,
      ...(ran === undefined ? {} : { call: ran }),
      ...(decision === undefined ? {} : { verdict: decision.verdict, decision: decision.id }),
      ...(ms === undefined ? {} : { ms }),
    },
  });
}

/** The event with the answer of a call. */
export function resultDraft(
  { id: toolCallId, name: toolName }: Pick<ModelCall, "id" | "name">,
  text: string,
  { isError, meta }: { readonly isError: boolean; readonly meta: object },
): Draft {
  const result = { content: [{ type: "text", text }] };
  return {
    type: "tool_result",
    message: { role: "tool_result", content: [{ type: "tool_result", toolCallId, toolName, result, isError }] },
    meta,
  };
}

/** No tool's answer needs more; what a model cannot read it can ask for in parts. */
const LONGEST_RESULT = 120_000;

/** A file or a page may say anything; it cannot say it in the harness' own envelope. */
function resultText(text: string): string {
  return escapeReminder(
    text.length > LONGEST_RESULT ? `${text.slice(0, LONGEST_RESULT)}\n[${text.length - LONGEST_RESULT} more characters left out]` : text,
  );
}
