// HOOK.md hooks as steps of a turn: agenthooks' events at the places where they belong.

import type { HookEvent } from "../../schema/index.ts";
import type { DoneCall, HookAnswer, TurnHooks, TurnView } from "../ports/steps.ts";
import type { Fired, Hooks } from "./fire.ts";

export function hooksAround(hooks: Hooks): TurnHooks {
  const fire = async (turn: TurnView, event: HookEvent, data: Data, signal?: AbortSignal): Promise<Fired> => {
    const fired = await hooks.fire(event, data, signal);
    for (const text of fired.warnings) turn.listener({ type: "notice", text });
    return fired;
  };
  const ask = async (turn: TurnView, event: HookEvent, data: Data) => answer(await fire(turn, event, data, turn.signal));
  return {
    beforeTurn: (turn) => ask(turn, "pre-agent-turn", { user_input: turn.userText }),
    afterTurn: async (turn) => {
      await fire(turn, "post-agent-turn-stop", stopData(turn.shown, turn.calls.length));
      await fire(turn, "post-agent-turn", { user_input: turn.userText, response: turn.shown });
    },
    beforeStop: (turn, { shown, steps }) => ask(turn, "pre-agent-turn-stop", stopData(shown, steps)),
    beforeTool: (turn, call) => ask(turn, "pre-tool-call", toolData(call)),
    afterTool: async (turn, done) => {
      const { text, isError } = done.outcome;
      if (isError === true) await fire(turn, "post-tool-call-failure", { ...toolData(done), error: text });
      else await fire(turn, "post-tool-call", { ...toolData(done), tool_output: text });
    },
    beforeCompact: (turn, { reason, tokens }) => ask(turn, "pre-context-compact", { trigger: reason, context_tokens: tokens }),
    afterCompact: async (turn, { reason, before, after }) =>
      void (await fire(turn, "post-context-compact", { trigger: reason, context_tokens: before, tokens_after: after })),
  };
}

type Data = Readonly<Record<string, unknown>>;

function stopData(shown: string, steps: number): Data {
  return { stop_reason: "no_tool_calls", step_count: steps, final_message: { role: "assistant", content: shown } };
}

function toolData({ id, name, args }: Pick<DoneCall, "id" | "name" | "args">): Data {
  return { tool_name: name, tool_input: args, tool_use_id: id };
}

/** A hook that asks is answered by stopping: the person is asked by the gate, not by hooks. */
function answer(fired: Fired): HookAnswer {
  if (fired.verdict !== "go") return { kind: "block", reason: fired.reason ?? "no reason given" };
  return {
    kind: "go",
    ...(fired.input === undefined ? {} : { args: fired.input }),
    ...(fired.context.length === 0 ? {} : { context: fired.context }),
  };
}
