// The person runs a command of their own (`!cmd`). It takes the same way as a tool's call, gate and trash included, and
// is in the conversation as an attachment of theirs, so that the model knows what happened.

import { policySource } from "../../mind/session/decide.ts";
import { append } from "../../activity/sessions.ts";
import type { Chat } from "../chat/openChat.ts";
import type { ToolOutcome } from "../ports/tool.ts";
import { openWorkbench } from "../turn/workbench.ts";

const KEPT_CHARS = 4000;

export async function runPersonCommand(chat: Chat, command: string, signal: AbortSignal): Promise<ToolOutcome> {
  const { mind, sessionId, sessionType, tools, approver, history, mode, listener, steps } = chat;
  const view = { mind, sessionId, sessionType, userText: `!${command}`, listener, signal };
  const bench = openWorkbench({
    mind,
    sessionId,
    sessionType,
    tools,
    approver,
    hooks: steps.hooks,
    view,
    history,
    mode,
    listener,
    policy: policySource(mind).capture(),
    lines: new Map(),
  });
  const { done } = await bench.run({ id: `person_${mind.deps.random.hex(4)}`, name: "shell", input: JSON.stringify({ command }) }, signal);
  const { text } = done.outcome;
  const content = `The person ran a command themselves: ${command}\n\n${text.length <= KEPT_CHARS ? text : `${text.slice(0, KEPT_CHARS)}\n[…]`}`;
  await append(mind, sessionId, [{ type: "harness_item", item: { kind: "attachment", origin: "user", visibility: "compact", content } }]);
  return done.outcome;
}
