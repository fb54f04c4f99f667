// What tests of sessions share: a world with every document, and short words for events.

import { join } from "node:path";
import type { Message } from "../../src/schema/index.ts";
import { makeWarmWorld, type Ran, type World } from "../kit.ts";

export const CANARY = "canary-7d1f-private";

/** Soul, user, memory, a daily log, a global and a project AGENTS.md. */
export function furnished(world = makeWarmWorld()): World {
  world.write("home/SOUL.md", "## Character\n\nCalm and exact.\n");
  world.write("home/USER.md", `## Name\n\nAda ${CANARY}-user\n`);
  world.write("home/MEMORY.md", `## Facts\n\n- drinks tea ${CANARY}-memory\n`);
  world.write(`home/daily/${new Date().toISOString().slice(0, 10)}.md`, `## Log\n\n- met ${CANARY}-daily\n`);
  world.write("home/AGENTS.md", "# Everywhere\n\n- Answer in English.\n");
  world.write("project/AGENTS.md", "# Here\n\n- Tests stand in test/.\n");
  return world;
}

export const user = (words: string) => ({ type: "user_message", message: { role: "user", content: [{ type: "text", text: words }] } });
export const agent = (words: string) => ({
  type: "assistant_message",
  message: { role: "assistant", content: [{ type: "text", text: words }] },
});
export const toolCall = (id: string, args: unknown = {}) => ({
  type: "assistant_message",
  message: { role: "assistant", content: [{ type: "tool_call", toolCallId: id, toolName: "shell", args }] },
});
export const toolResult = (id: string, content: readonly unknown[] = [{ type: "text", text: `result of ${id}` }]) => ({
  type: "tool_result",
  message: { role: "tool_result", content: [{ type: "tool_result", toolCallId: id, toolName: "shell", result: { content } }] },
});
export const item = (kind: string, content: string, more: Record<string, unknown> = {}) => ({
  type: "harness_item",
  item: { kind, origin: "system", content, ...more },
});

/** An event as it is in the log of session "s"; its number is in its id. */
export const eventOf = (id: string, parentId: string | null, body: object, seq = Number(id.slice(1))) => ({
  id,
  parentId,
  seq,
  sessionId: "s",
  clientId: "c",
  ts: 0,
  ...body,
});

export function start(world: World, ...args: string[]): string {
  return world.run(["session", "start", "--json", ...args]).json<{ id: string }>().id;
}

export function append(world: World, id: string, ...events: readonly object[]): Ran {
  return world.run(["session", "append", id, "--jsonl", "--json"], { input: events.map((event) => `${JSON.stringify(event)}\n`).join("") });
}

export interface ContextAnswer {
  systemPrompt: string;
  messages: Message[];
}

export function context(world: World, id: string, ...args: string[]): ContextAnswer {
  return world.run(["session", "context", id, "--json", ...args]).json<ContextAnswer>();
}

export const fileOf = (id: string) => join("state", "sessions", `${id}.jsonl`);

export function linesOf(world: World, id: string): Record<string, unknown>[] {
  return world
    .read(fileOf(id))
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** The text of a message, results of tools included. */
export function wordsOf(message: Message | undefined): string {
  const inner = (part: Record<string, unknown>): string =>
    part["type"] === "text"
      ? String(part["text"])
      : part["type"] === "tool_result"
        ? (part["result"] as { content: Record<string, unknown>[] }).content.map(inner).join("")
        : "";
  return (message?.content ?? []).map((part) => inner(part as Record<string, unknown>)).join("");
}
