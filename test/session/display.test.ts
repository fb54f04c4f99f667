// How a session is shown to people, and read as turns: lines in, values out.

import { describe, expect, it } from "vitest";
import {
  queueOf,
  readSession,
  type Session,
  showSession,
  titleOf,
  toMarkdown,
  transcript,
  turnReader,
  turnsOf,
} from "../../src/session/index.ts";
import { agent, item, toolCall, toolResult, user } from "./rig.ts";

const HEADER = { version: 1, sessionId: "s", deviceId: "d", createdAt: 0, meta: {} };
const TREE = ["user_message", "assistant_message", "tool_result", "harness_item", "compact"];

/** A session of these events, each behind the one before; their ids are e1, e2, … */
function sessionOf(...drafts: readonly object[]): Session {
  let parentId: string | null = null;
  const events = drafts.map((draft, index) => {
    const isTree = TREE.includes((draft as { type: string }).type);
    const event = {
      id: `e${index + 1}`,
      parentId: isTree ? parentId : null,
      seq: index + 1,
      sessionId: "s",
      clientId: "c",
      ts: 1000 * index,
    };
    if (isTree) parentId = event.id;
    return { ...event, ...draft };
  });
  return readSession({ lines: [HEADER, ...events].map((line) => JSON.stringify(line)), torn: null, file: "s.jsonl" });
}

const parts = (type: string, ...content: readonly object[]) => ({ type, message: { role: type.replace("_message", ""), content } });
const call = (id: string, args?: unknown) => ({
  type: "tool_call",
  toolCallId: id,
  toolName: "shell",
  ...(args === undefined ? {} : { args }),
});
const text = (words: string) => ({ type: "text", text: words });
const result = (id: string, more: object = {}) => ({
  type: "tool_result",
  toolCallId: id,
  toolName: "shell",
  result: { content: [text("r")] },
  ...more,
});
const plain = { compact: false, hidden: false };

describe("a session as people see it", () => {
  it("SC-61 shows every kind of event with its label, its text and how much of it", () => {
    const session = sessionOf(
      user("hello"),
      { ...parts("assistant_message", text("I look"), call("c1", { command: "ls" })), meta: { model: "m1" } },
      parts("tool_result", result("c1", { isError: true }), result("c2")),
      item("date_change", "day", { visibility: "compact" }),
      item("steer", "left", { origin: "user", visibility: "display" }),
      item("steer", "right", { visibility: "hidden" }),
      { type: "compact", summary: "so far" },
      agent("done"),
      { type: "session_title_updated", title: "T" },
      { type: "context_control", operation: "select_leaf", leafId: "e8", reason: "why" },
      { type: "hologram" },
    );
    const base = (at: number) => ({ id: `e${at}`, ts: 1000 * (at - 1), ...plain });
    const shown = [
      { ...base(1), as: "user", label: "you", text: "hello" },
      {
        ...base(2),
        as: "assistant",
        label: "agent",
        text: 'I look\n→ shell {"command":"ls"}',
        model: "m1",
        said: "I look",
        calls: [{ id: "c1", tool: "shell", what: "ls" }],
      },
      {
        ...base(3),
        as: "tool",
        label: "tool",
        text: "← shell (error): r\n← shell: r",
        compact: true,
        answers: [
          { id: "c1", failed: true },
          { id: "c2", failed: false },
        ],
      },
      { ...base(4), as: "notice", label: "date change", text: "day", compact: true },
      { ...base(5), as: "guidance", label: "in-run guidance", text: "left" },
      { ...base(6), as: "notice", label: "steer", text: "right", hidden: true },
      { ...base(7), as: "summary", label: "summary", text: "so far", compact: true },
      { ...base(8), as: "assistant", label: "agent", text: "done" },
      { ...base(9), as: "control", label: "session_title_updated", text: "T", compact: true, hidden: true },
      { ...base(10), as: "control", label: "context_control", text: "select_leaf e8 why", compact: true, hidden: true },
      { ...base(11), as: "unknown", label: "hologram", text: "", hidden: true },
    ];
    expect(showSession(session, { diagnostics: true })).toEqual(shown);
    expect(showSession(session)).toEqual(shown.filter(({ hidden }) => !hidden));
    expect(showSession(session, { at: "e2" })).toEqual(shown.slice(0, 2));
    expect(() => showSession(session, { at: "e9" })).toThrow("e9 is a session_title_updated, which is not part of the conversation");
    expect(() => showSession(session, { at: "e99" })).toThrow("the session has no event e99");
    expect([titleOf(session), titleOf(sessionOf(user("a")))]).toEqual(["T", null]);
  });

  it("diagnostics hide what is not on the branch", () => {
    const session = sessionOf(user("a"), agent("b"), { type: "context_control", operation: "select_leaf", leafId: "e1" });
    expect(showSession(session, { diagnostics: true }).map(({ hidden, text: words }) => [hidden, words])).toEqual([
      [false, "a"],
      [true, "b"],
      [true, "select_leaf e1"],
    ]);
  });

  it("an answer with other parts than text says what was said without them; a processed one is shown for it", () => {
    const [answer] = showSession(sessionOf(parts("assistant_message", text(""), { type: "image" }, text("a"), text("b"))));
    expect(answer).toMatchObject({ text: "[image]\na\nb", said: "\na\nb", calls: [] });
    const [processed] = showSession(
      sessionOf({ ...parts("assistant_message", text("raw"), call("c1", {})), meta: { processed: "fine", model: 7 } }),
    );
    expect(processed).toEqual({
      id: "e1",
      ts: 0,
      ...plain,
      as: "assistant",
      label: "agent",
      text: "fine",
      said: "fine",
      calls: [{ id: "c1", tool: "shell", what: "{}" }],
    });
  });

  it.each([
    ["command", { command: "ls", path: "p" }, "ls"],
    ["cmd", { path: "p", cmd: "ls" }, "ls"],
    ...["path", "file_path", "filePath", "absolute_path", "notebook_path", "url", "query", "pattern", "document"].map(
      (name) => [name, { other: 1, [name]: "x" }, "x"] as const,
    ),
    ["an empty field is passed over", { command: "", path: "p" }, "p"],
    ["a field that is no text is passed over", { command: ["ls"], path: "p" }, "p"],
    ["nothing that is known", { other: 1 }, '{"other":1}'],
    ["a text alone", "words", '"words"'],
    ["null", null, "{}"],
    ["300 characters", { command: "x".repeat(301) }, "x".repeat(300)],
  ] as const)("a call in a few words: %s", (_, args, what) => {
    expect(showSession(sessionOf(parts("assistant_message", call("c1", args))))[0]?.calls).toEqual([{ id: "c1", tool: "shell", what }]);
  });

  it("the transcript has compact events on one line of a hundred characters", () => {
    const shown = [user("a\nb"), item("memory", " x\n\ny ", { visibility: "compact" }), { type: "compact", summary: "z".repeat(100) }];
    expect(transcript(showSession(sessionOf(...shown, { type: "compact", summary: "z".repeat(101) })))).toBe(
      `you: a\nb\n  (memory) x y\n  (summary) ${"z".repeat(100)}\n  (summary) ${"z".repeat(100)}…\n`,
    );
  });

  it("an export is one Markdown document", () => {
    const lines = sessionOf(user(" a\r\n\nb "), item("runtime_notice", "has ```` in it", { visibility: "display" }), agent("c"), {
      type: "session_title_updated",
      title: "Two\n words",
    });
    const cloned = { ...lines, header: { ...lines.header, clonedFrom: "o" } } as Session;
    expect(toMarkdown(cloned)).toBe(
      [
        "# Two words\n\n- session: `s`\n- begun: 1970-01-01T00:00:00.000Z\n- cloned from: `o`\n",
        "## You\n\n<!-- 1970-01-01T00:00:00.000Z -->\n\n> a\n>\n> b\n",
        "### Runtime notice\n\n<!-- 1970-01-01T00:00:01.000Z -->\n\n`````\nhas ```` in it\n`````\n",
        "## Agent\n\n<!-- 1970-01-01T00:00:02.000Z -->\n\n> c\n",
      ].join("\n"),
    );
    expect(toMarkdown(sessionOf(item("memory", "m", { visibility: "display" })))).toBe(
      "# Session s\n\n- session: `s`\n- begun: 1970-01-01T00:00:00.000Z\n\n### Memory\n\n<!-- 1970-01-01T00:00:00.000Z -->\n\n```\nm\n```\n",
    );
  });

  it("a queue is what it was rewritten to last, each by its name", () => {
    const queue = (name: string, id: string) => ({
      type: "queue_update",
      queue: name,
      operation: "rewrite",
      items: [{ id, content: [text("x")] }],
    });
    const session = sessionOf(queue("follow_up", "a"), queue("steer", "b"), queue("follow_up", "c"), user("z"));
    expect([queueOf(session), queueOf(session, "steer"), queueOf(sessionOf(user("z")))].map((items) => items.map(({ id }) => id))).toEqual([
      ["c"],
      ["b"],
      [],
    ]);
  });
});

describe("a session as turns", () => {
  const none = { user: "", answer: "", calls: [], afterCompaction: false };
  const past = (event: string, ts: number, id: string, more: object = {}) => ({
    event,
    ts,
    id,
    tool: "shell",
    args: {},
    ok: null,
    output: "",
    ...more,
  });

  it("has what was said, what was answered and how each call ended", () => {
    expect(
      turnsOf(
        sessionOf(
          agent("before"),
          parts("user_message", text("one"), { type: "image" }, text("two")),
          parts("assistant_message", text("I look"), call("c1", { a: 1 }), call("c2", ["x"]), call("c3", null)),
          parts(
            "tool_result",
            result("c1"),
            text("aside"),
            result("c2", { isError: true, result: { content: [text("a"), { type: "image" }, text("b")] } }),
          ),
          agent("done"),
          user("next"),
          parts("tool_result", result("c3", { result: { content: [] } })),
          parts("tool_result", result("c9")),
        ),
      ),
    ).toEqual([
      { ...none, event: null, ts: 0, answer: "before" },
      {
        ...none,
        event: "e2",
        ts: 1000,
        user: "one\ntwo",
        answer: "I look\ndone",
        calls: [
          past("e3", 2000, "c1", { args: { a: 1 }, ok: true, output: "r" }),
          past("e3", 2000, "c2", { args: { input: ["x"] }, ok: false, output: "a\n\nb" }),
          past("e3", 2000, "c3", { args: { input: null }, ok: true }),
        ],
      },
      { ...none, event: "e6", ts: 5000, user: "next" },
    ]);
  });

  it("an answer belongs to the newest open call of its id, in this turn or the one before", () => {
    const turns = turnsOf(
      sessionOf(
        user("a"),
        toolCall("1"),
        user("b"),
        toolCall("1"),
        toolResult("1"),
        toolResult("1"),
        user("c"),
        user("d"),
        toolCall("1"),
        user("e"),
        user("f"),
        toolResult("1"),
      ),
    );
    expect(turns.map(({ calls }) => calls.map(({ ok }) => ok))).toEqual([[true], [true], [], [null], [], []]);
  });

  it("a compaction begins a turn for what comes behind it, also where nothing does", () => {
    const compact = { type: "compact", summary: "s" };
    expect(turnsOf(sessionOf(user("a"), compact, agent("b"), agent("c"), user("d"), compact))).toEqual([
      { ...none, event: "e1", ts: 0, user: "a" },
      { ...none, event: null, ts: 2000, answer: "b\nc", afterCompaction: true },
      { ...none, event: "e5", ts: 4000, user: "d" },
      { ...none, event: null, ts: 4000, afterCompaction: true },
    ]);
    expect(turnsOf(sessionOf(compact))).toEqual([{ ...none, event: null, ts: 0, afterCompaction: true }]);
    expect(turnsOf(sessionOf(compact, user("a"), user("b"))).map(({ afterCompaction }) => afterCompaction)).toEqual([true, false]);
  });

  it("calls alone are read without texts and outputs", () => {
    const reader = turnReader({ callsOnly: true });
    for (const event of sessionOf(user("a"), toolCall("1"), toolResult("1"), agent("b")).events) reader.take(event as never);
    expect(reader.end()).toEqual([{ ...none, event: "e1", ts: 0, calls: [past("e2", 1000, "1", { ok: true })] }]);
  });
});
