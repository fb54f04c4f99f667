// The calls of a session, in one pass that parses nothing else.

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { callTurns, eventBatches, turnReader } from "../../src/session/index.ts";
import { isUnknown } from "../../src/schema/index.ts";
import { header, newDeps } from "./deps.ts";
import { agent, eventOf, item, toolCall, toolResult, user } from "./rig.ts";

const compact = { type: "compact", summary: "so far" };
const failed = (id: string) => ({
  type: "tool_result",
  message: {
    role: "tool_result",
    content: [{ type: "tool_result", toolCallId: id, toolName: "shell", result: { content: [] }, isError: true }],
  },
});

function storeWith(lines: readonly string[], of = header()) {
  const { store, folder } = newDeps();
  const file = join(folder, "state/sessions/s.jsonl");
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${[JSON.stringify(of), ...lines].join("\n")}\n`, { mode: 0o600 });
  return store;
}

const linesOf = (...drafts: readonly object[]) =>
  drafts.map((draft, at) => JSON.stringify(eventOf(`e${at + 1}`, at === 0 ? null : `e${at}`, draft)));

/** As whoever parses every line has them: the calls, and by which turn and compaction each is divided from the one before. */
async function thorough(store: ReturnType<typeof storeWith>) {
  const reader = turnReader({ callsOnly: true });
  for await (const events of eventBatches(store, "s")) for (const event of events) if (!isUnknown(event)) reader.take(event);
  return reader.end().map(({ calls, afterCompaction }) => ({ calls, afterCompaction }));
}

const found = async (store: ReturnType<typeof storeWith>) =>
  (await callTurns(store, "s")).turns.map(({ calls, afterCompaction }) => ({ calls, afterCompaction }));

describe("#20 the calls of a session without what was said around them", () => {
  const drafts = [
    user("what has a tool_call in it"),
    agent("words"),
    toolCall("1", { command: "ls" }),
    toolResult("1"),
    item("reminder", "later"),
    user("again"),
    toolCall("1", { command: "pwd" }),
    failed("1"),
    compact,
    agent("behind it"),
    toolCall("2"),
    user("open"),
  ];

  it.each([
    ["in a short log", linesOf(...drafts)],
    ["in a long one", linesOf(user("x".repeat(200_000)), ...drafts)],
    [
      "with an event that is there twice, a line that is no JSON, and one of another session",
      [
        ...linesOf(...drafts),
        ...linesOf(...drafts),
        "{damaged",
        JSON.stringify({ ...eventOf("f1", null, user("elsewhere"), 20), sessionId: "other" }),
        JSON.stringify(eventOf("f2", null, toolCall("3"), 21)),
        "{never finished",
      ],
    ],
    [
      "written by another program, which puts the type in front",
      linesOf(...drafts).map((line) => {
        const { type, ...rest } = JSON.parse(line) as { type: string };
        return JSON.stringify({ type, ...rest });
      }),
    ],
  ])("%s they are what a reader of every line finds", async (_, lines) => {
    const store = storeWith(lines);
    const all = await thorough(store);
    expect(
      all
        .flatMap(({ calls }) => calls)
        .map(({ ok }) => ok)
        .slice(0, 3),
    ).toEqual([true, false, null]);
    expect(await found(store)).toEqual(all);
  });

  it("a session in which nothing was called has none, and its header is read all the same", async () => {
    const store = storeWith(linesOf(user("a"), agent("b")));
    expect(await callTurns(store, "s")).toEqual({ header: expect.objectContaining({ sessionId: "s" }), turns: [] });
    await expect(callTurns(storeWith(linesOf(user("a")), header("other")), "s")).rejects.toMatchObject({ code: "DAMAGED" });
    await expect(callTurns(newDeps().store, "s")).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});
