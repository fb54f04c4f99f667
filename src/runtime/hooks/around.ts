// HOOK.md hooks as steps of a turn: agenthooks' events at the places where they belong.

import type { HookAnswer, TurnHooks, TurnView } from "../ports/steps.ts";
import type { Fired, Hooks } from "./fire.ts";

export function hooksAround(hooks: Hooks): TurnHooks {
  const tell = (turn: TurnView, fired: Fired): Fired => {
    for (const text of fired.warnings) turn.listener({ type: "notice", text });
    return fired;
  };
  return {
    beforeTurn: async (turn) => answer(tell(turn, await hooks.fire("pre-agent-turn", { user_input: turn.userText }, turn.signal))),
    afterTurn: async (turn) => {
      const final = {
        stop_reason: "no_tool_calls",
        step_count: turn.calls.length,
        final_message: { role: "assistant", content: turn.shown },
      };
      tell(turn, await hooks.fire("post-agent-turn-stop", final));
      tell(turn, await hooks.fire("post-agent-turn", { user_input: turn.userText, response: turn.shown }));
    },
    beforeStop: async (turn, { shown, steps }) =>
      answer(
        tell(
          turn,
          await hooks.fire(
            "pre-agent-turn-stop",
            { stop_reason: "no_tool_calls", step_count: steps, final_message: { role: "assistant", content: shown } },
            turn.signal,
          ),
        ),
      ),
    beforeTool: async (turn, call) =>
      answer(
        tell(turn, await hooks.fire("pre-tool-call", { tool_name: call.name, tool_input: call.args, tool_use_id: call.id }, turn.signal)),
      ),
    afterTool: async (turn, done) => {
      const data = { tool_name: done.name, tool_input: done.args, tool_use_id: done.id };
      if (done.outcome.isError === true) tell(turn, await hooks.fire("post-tool-call-failure", { ...data, error: done.outcome.text }));
      else tell(turn, await hooks.fire("post-tool-call", { ...data, tool_output: done.outcome.text }));
    },
    beforeCompact: async (turn, { reason, tokens }) =>
      answer(tell(turn, await hooks.fire("pre-context-compact", { trigger: reason, context_tokens: tokens }, turn.signal))),
    afterCompact: async (turn, { reason, before, after }) =>
      void tell(turn, await hooks.fire("post-context-compact", { trigger: reason, context_tokens: before, tokens_after: after })),
  };
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
