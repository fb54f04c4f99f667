// What the person types in a chat: their lines before, for the arrow keys (secrets are marked before anything is kept), and a
// command of their own.

import { redact } from "../../content/index.ts";
import type { Mind } from "../../mind/open.ts";
import { addToStateLog, readStateLog } from "../../mind/session/sessionDeps.ts";
import { policySource } from "../../mind/session/decide.ts";
import { append } from "../../activity/sessions.ts";
import type { Chat } from "../chat/openChat.ts";
import type { ToolOutcome } from "../ports/tool.ts";
import { workbenchOf } from "../turn/workbench.ts";

const LOG = "input";
const MOST = 500;

/** Newest first, as line editors want it. */
export async function readInputHistory(mind: Mind): Promise<string[]> {
  const lines = await readStateLog<{ readonly text: string }>(mind, LOG);
  return lines
    .slice(-MOST)
    .map(({ text }) => text)
    .reverse();
}

export async function noteInput(mind: Mind, text: string): Promise<void> {
  const line = { v: 1, text: redact(text, await mind.deps.known()).text } as const;
  await addToStateLog(mind, LOG, line);
}

const KEPT_CHARS = 4000;

/** The person runs a command (`!cmd`): it takes the same way as a tool's call, gate and trash included, and is in the conversation. */
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
