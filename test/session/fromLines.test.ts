// A session from its lines alone: how it is shown, which turns it has, what leads to an event. No disk, no program.

import { describe, expect, it } from "vitest";
import {
  branchTo,
  queueOf,
  readSession,
  showSession,
  titleOf,
  toMarkdown,
  transcript,
  treeEvent,
  turnReader,
  turnsOf,
} from "../../src/session/index.ts";
import { agent, item, toolCall, toolResult, user } from "./rig.ts";

type Draft = Record<string, unknown>;
const CONTROL = /^(?:instruction_snapshot|queue_update|session_title_updated|context_control|skill_)/;

/** Each event below the one before it, unless it says otherwise; e1, e2, … */
function session(...drafts: readonly Draft[]) {
  const header = { version: 1, sessionId: "s", deviceId: "d", createdAt: 0, meta: { projectId: "p" } };
  let leaf: string | null = null;
  const events = drafts.map((draft, index) => {
    const isControl = CONTROL.test(String(draft["type"]));
    const event = {
      id: `e${index + 1}`,
      parentId: isControl ? null : leaf,
      seq: index + 1,
      sessionId: "s",
      clientId: "c",
      ts: (index + 1) * 1000,
      ...draft,
    };
    if (!isControl) leaf = event.id;
    return event;
  });
  return readSession({ lines: [header, ...events].map((line) => JSON.stringify(line)), torn: false, file: "s.jsonl" } as never);
}

const shownItem = (kind: string, visibility: string, origin = "system") => item(kind, `about ${kind}`, { visibility, origin });
const title = (text: string) => ({ type: "session_title_updated", title: text });
const queue = (name: string, ...texts: readonly string[]) => ({
  type: "queue_update",
  queue: name,
  operation: "rewrite",
  items: texts.map((text) => ({ id: text, content: [{ type: "text", text }] })),
});

describe("the header", () => {
  const header = { version: 1, sessionId: "s", deviceId: "d", createdAt: 0, meta: {} };
  it.each([
    ["is not there", undefined, "DAMAGED", "the session has no whole header"],
    ["is no JSON", "{", "DAMAGED", "the session's header is not JSON"],
    ["is nothing", "null", "DAMAGED", "the session's header: "],
    ["is a list", "[]", "DAMAGED", "the session's header: "],
    ["has no id", JSON.stringify({ ...header, sessionId: 7 }), "DAMAGED", "the session's header: sessionId: "],
    ["has no version", JSON.stringify({ ...header, version: undefined }), "DAMAGED", "the session's header: version: "],
    ["has an older version", JSON.stringify({ ...header, version: 0 }), "DAMAGED", "the session's header: version: "],
    ["has a newer version", JSON.stringify({ ...header, version: 2 }), "UNKNOWN_VERSION", "the session has version 2"],
    ["has a version in words", JSON.stringify({ ...header, version: "2" }), "DAMAGED", "the session's header: version: "],
  ])("that %s is refused with its line, and what to do", (_, line, code, message) => {
    const read = () => readSession({ lines: line === undefined ? [] : [line], torn: null, file: "s.jsonl" });
    expect(read).toThrow(expect.objectContaining({ code, file: "s.jsonl", line: 1, hint: expect.stringMatching(/./) }));
    expect(read).toThrow(message);
  });

  it("negative control: one that is whole is read, also of a session without an event", () => {
    const empty = readSession({ lines: [JSON.stringify(header)], torn: "{", file: "s.jsonl" });
    expect([empty.header.sessionId, empty.leafId, empty.count, empty.problems.map(({ line }) => line)]).toEqual(["s", null, 0, [2]]);
  });
});

describe("how a session is shown", () => {
  const all = session(
    user("hello"),
    toolCall("1", { command: "ls" }),
    toolResult("1"),
    { ...agent("raw 👍👍"), meta: { processed: "shown 👍" } },
    shownItem("steer", "display", "user"),
    shownItem("steer", "display"),
    shownItem("date_change", "compact"),
    shownItem("memory", "hidden"),
    { type: "compact", summary: "a summary" },
    title("A title"),
  );

  it("SC-61 each kind of event in its own way", () => {
    expect(showSession(all).map(({ as, label, text, compact }) => [as, label, text, compact])).toEqual([
      ["user", "you", "hello", false],
      ["assistant", "agent", '→ shell {"command":"ls"}', false],
      ["tool", "tool", "← shell: result of 1", true],
      ["assistant", "agent", "shown 👍", false],
      ["guidance", "in-run guidance", "about steer", false],
      ["notice", "steer", "about steer", false],
      ["notice", "date change", "about date_change", true],
      ["summary", "summary", "a summary", true],
    ]);
  });

  it("SC-61 diagnostics have everything: hidden items, control events, other branches, each marked as hidden", () => {
    const shown = showSession(all, { diagnostics: true });
    expect(shown.filter(({ hidden }) => hidden).map(({ as, label, text }) => [as, label, text])).toEqual([
      ["notice", "memory", "about memory"],
      ["control", "session_title_updated", "A title"],
    ]);
    const branched = session(user("one"), user("two"), { ...user("instead"), parentId: "e1" });
    expect(showSession(branched).map(({ text }) => text)).toEqual(["one", "instead"]);
    expect(showSession(branched, { diagnostics: true }).map(({ text, hidden }) => [text, hidden])).toEqual([
      ["one", false],
      ["two", true],
      ["instead", false],
    ]);
    expect(showSession(branched, { at: "e2" }).map(({ text }) => text)).toEqual(["one", "two"]);
  });

  it("errors of tools, images and empty parts are named", () => {
    const failed = {
      type: "tool_result",
      message: {
        role: "tool_result",
        content: [
          {
            type: "tool_result",
            toolCallId: "1",
            toolName: "shell",
            isError: true,
            result: { content: [{ type: "text", text: "no" }, { type: "image" }] },
          },
          { type: "text", text: "" },
        ],
      },
    };
    expect(showSession(session(failed)).map(({ text }) => text)).toEqual(["← shell (error): no\n[image]"]);
  });

  it("the transcript has compact events on one line of at most a hundred characters", () => {
    const long = session(
      user("a\nb"),
      { type: "compact", summary: `x ${"y".repeat(98)}` },
      { type: "compact", summary: `x\n ${"y".repeat(99)}` },
    );
    expect(transcript(showSession(long)).split("\n")).toEqual([
      "you: a",
      "b",
      `  (summary) x ${"y".repeat(98)}`,
      `  (summary) x ${"y".repeat(98)}…`,
      "",
    ]);
  });

  it("as Markdown: a heading for each speaker, their words quoted, everything else in a fence that it cannot close", () => {
    const text = toMarkdown(
      session(title("My\n title"), user("# no heading\n\nx"), item("runtime_notice", "````", { visibility: "display" }), agent("yes")),
    );
    expect(text).toContain("# My title\n\n- session: `s`\n- begun: 1970-01-01T00:00:00.000Z\n");
    expect(text).not.toContain("cloned from");
    expect(text).toContain("## You\n\n<!-- 1970-01-01T00:00:02.000Z -->\n\n> # no heading\n>\n> x\n");
    expect(text).toContain("### Runtime notice\n\n<!-- 1970-01-01T00:00:03.000Z -->\n\n`````\n````\n`````\n");
    expect(text).toContain("## Agent\n");
    expect(toMarkdown(session(user("x")))).toMatch(/^# Session s\n/);
  });
});

describe("the tree", () => {
  it("a branch goes from the beginning to an event; unknown events are passed over, a missing parent ends it", () => {
    const given = session(user("one"), { type: "from_the_future" }, user("two"));
    expect(branchTo(given, "e3").map(({ id }) => id)).toEqual(expect.arrayContaining(["e1", "e3"]));
    expect([branchTo(given, null), branchTo(given, "none")]).toEqual([[], []]);
    expect(() => treeEvent(given, "none")).toThrow(expect.objectContaining({ code: "NOT_FOUND" }));
    expect(() => treeEvent(session(user("x"), title("t")), "e2")).toThrow(expect.objectContaining({ code: "BAD_INPUT" }));
    expect(treeEvent(given, "e1").id).toBe("e1");
  });

  it("the last title and the last rewrite of each queue hold", () => {
    const given = session(title("one"), queue("follow_up", "a"), queue("steer", "s"), title("two"), queue("follow_up", "b", "c"));
    expect([titleOf(given), queueOf(given).map(({ id }) => id), queueOf(given, "steer").map(({ id }) => id)]).toEqual([
      "two",
      ["b", "c"],
      ["s"],
    ]);
    expect([titleOf(session()), queueOf(session())]).toEqual([null, []]);
  });
});

describe("turns", () => {
  it("have what was said, answered and called, and how each call ended", () => {
    const failed = {
      type: "tool_result",
      message: {
        role: "tool_result",
        content: [
          { type: "text", text: "x" },
          {
            type: "tool_result",
            toolCallId: "2",
            toolName: "shell",
            isError: true,
            result: { content: [{ type: "image" }, { type: "text", text: "no" }] },
          },
        ],
      },
    };
    const turns = turnsOf(
      session(
        agent("before"),
        user("first"),
        toolCall("1", { command: "ls" }),
        toolResult("1"),
        toolCall("2", "text"),
        failed,
        agent("done"),
        agent("really"),
        user("second"),
        toolCall("3", [1]),
      ),
    );
    expect(turns.map(({ event, user: said, answer, afterCompaction }) => [event, said, answer, afterCompaction])).toEqual([
      [null, "", "before", false],
      ["e2", "first", "done\nreally", false],
      ["e9", "second", "", false],
    ]);
    expect(turns.flatMap(({ calls }) => calls.map(({ id, tool, args, ok, output, event }) => [id, tool, args, ok, output, event]))).toEqual(
      [
        ["1", "shell", { command: "ls" }, true, "result of 1", "e3"],
        ["2", "shell", { input: "text" }, false, "\nno", "e5"],
        ["3", "shell", { input: [1] }, null, "", "e10"],
      ],
    );
  });

  it("ids that a host counts anew: an answer belongs to the newest open call, in this turn or the one before", () => {
    const turns = turnsOf(
      session(
        user("a"),
        toolCall("1"),
        toolResult("1"),
        user("b"),
        toolCall("1"),
        user("c"),
        toolResult("1"),
        user("d"),
        user("e"),
        toolResult("1"),
      ),
    );
    expect(turns.map(({ calls }) => calls.map(({ ok }) => ok))).toEqual([[true], [true], [], [], []]);
  });

  it("an answer belongs to the call of its id, also where a later one is open", () => {
    const [turn] = turnsOf(session(user("a"), toolCall("1"), toolCall("2"), toolResult("1"), toolResult("3")));
    expect(turn?.calls.map(({ id, ok }) => [id, ok])).toEqual([
      ["1", true],
      ["2", null],
    ]);
  });

  it("a compaction is marked on what comes behind it, also where nothing has come yet", () => {
    const compact = { type: "compact", summary: "s" };
    const marks = (...drafts: readonly Draft[]) =>
      turnsOf(session(...drafts)).map(({ user: said, afterCompaction, ts }) => [said, afterCompaction, ts]);
    expect(marks(user("a"), compact, user("b"), user("c"))).toEqual([
      ["a", false, 1000],
      ["b", true, 3000],
      ["c", false, 4000],
    ]);
    expect(marks(user("a"), compact, agent("on"))).toEqual([
      ["a", false, 1000],
      ["", true, 3000],
    ]);
    expect(marks(user("a"), compact)).toEqual([
      ["a", false, 1000],
      ["", true, 1000],
    ]);
    expect(marks(compact)).toEqual([["", true, 0]]);
  });

  it("calls alone hold no text", () => {
    const reader = turnReader({ callsOnly: true });
    for (const event of branchTo(session(user("a"), toolCall("1"), toolResult("1"), agent("b")), "e4")) reader.take(event);
    expect(reader.end()).toMatchObject([{ user: "", answer: "", calls: [{ ok: true, output: "" }] }]);
  });
});
