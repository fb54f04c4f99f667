// The person runs a command of their own (`!cmd`). It takes the same way as a tool's call, gate and trash included, and
// is in the conversation as an attachment of theirs, so that the model knows what happened.

import { policySource } from "../../mind/session/decide.ts";
import { append } from "../../activity/sessions.ts";
import type { Chat } from "../chat/openChat.ts";
import type { ToolOutcome } from "../ports/tool.ts";
import { workbenchOf } from "../turn/workbench.ts";

const KEPT_CHARS = 4000;

export async function runPersonCommand(chat: Chat, command: string, signal: AbortSignal): Promise<ToolOutcome> {
  const { mind, sessionId, sessionType, tools, listener } = chat;
  const view = { mind, sessionId, sessionType, userText: `!${command}`, listener, signal };
  const bench = workbenchOf(chat, view, { tools, policy: policySource(mind).capture() });
  const { done } = await bench.run({ id: `person_${mind.deps.random.hex(4)}`, name: "shell", input: JSON.stringify({ command }) }, signal);
  const { text } = done.outcome;
  const kept = text.length <= KEPT_CHARS ? text : `${text.slice(0, KEPT_CHARS)}\n[…]`;
  const content = `The person ran a command themselves: ${command}\n\n${kept}`;
  await append(mind, sessionId, [{ type: "harness_item", item: { kind: "attachment", origin: "user", visibility: "compact", content } }]);
  return done.outcome;
}
