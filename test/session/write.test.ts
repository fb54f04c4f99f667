// Writing sessions in this process, on real files: transcripts of other programs, drafts, clones, branches, hidden turns.

import { describe, expect, it } from "vitest";
import {
  type AdoptedStep,
  adoptedId,
  adoptEvents,
  appendEvents,
  branchSession,
  buildContext,
  cloneSession,
  createSession,
  hideTurn,
  loadSession,
  type SessionDeps,
  verifyLog,
} from "../../src/session/index.ts";
import { begun, header, newDeps, NOW, steps } from "./deps.ts";
import { agent, item, toolCall, toolResult, user } from "./rig.ts";

const step = (key: string, draft: object, more: Partial<AdoptedStep & { kind: "event" }> = {}): AdoptedStep =>
  ({ kind: "event", key, ts: 1, line: 1, draft, ...more }) as AdoptedStep;
const texts = async (deps: SessionDeps, at?: string) =>
  buildContext(await loadSession(deps.store, "s"), { at }).messages.map(({ content }) => String(content[0]?.["text"] ?? content[0]?.type));

describe("a transcript of another program", () => {
  it("is adopted once: the same again adds nothing, more of it is appended, and secrets are marked", async () => {
    const deps = newDeps();
    const first = [step("a", user("hello")), step("b", agent("hi"))];
    const secret = step("c", user(`the password is password=hunter2-Xy9`), { ts: null });
    expect(await adoptEvents(deps, "s", header, steps(...first))).toEqual({ added: 2, created: true, secrets: 0, refused: [] });
    expect(await adoptEvents(deps, "s", header, steps(...first))).toEqual({ added: 0, created: false, secrets: 0, refused: [] });
    expect(await adoptEvents(deps, "s", header, steps(...first, secret))).toEqual({ added: 1, created: false, secrets: 1, refused: [] });
    const session = await loadSession(deps.store, "s");
    expect(session.events.map(({ type, seq, ts, clientId }) => [type, seq, ts, clientId])).toEqual([
      ["user_message", 1, 1, "codicil-vault"],
      ["assistant_message", 2, 1, "codicil-vault"],
      ["user_message", 3, 1, "codicil-vault"],
    ]);
    expect(session.events.map(({ parentId }) => parentId)).toEqual([null, session.events[0]?.id, session.events[1]?.id]);
    expect([session.header.createdAt, session.problems, (await texts(deps)).join().includes("hunter2")]).toEqual([5, [], false]);
  });

  it("that was rewritten begins a branch; helpers stand aside, aliases are passed through, a title is told once", async () => {
    const deps = newDeps();
    await adoptEvents(deps, "s", header, steps(step("a", user("one")), step("b", agent("two")), { kind: "title", title: "T" }));
    const told = steps(
      { kind: "title", title: "T" },
      step("a", user("one")),
      { kind: "alias", key: "x", parent: "a" },
      step("c", agent("instead"), { parent: "x" }),
      step("d", user("helper"), { parent: null, aside: true }),
      step("e", agent("helper's answer"), { parent: "d", aside: true }),
      step("f", user("lost"), { parent: "nobody", aside: true }),
    );
    expect(await adoptEvents(deps, "s", header, told)).toMatchObject({ added: 5, refused: [] });
    const session = await loadSession(deps.store, "s");
    expect(await texts(deps)).toEqual(["one", "instead"]);
    expect(session.events.map(({ type }) => type)).toEqual([
      "user_message",
      "assistant_message",
      "session_title_updated",
      "assistant_message",
      "user_message",
      "assistant_message",
      "user_message",
      "context_control",
    ]);
    expect(session.events.slice(4, 7).map(({ parentId }) => parentId)).toEqual([null, session.events[4]?.id, null]);
  });

  it("what is no event is named with its line, and what hung below it hangs below its parent", async () => {
    const deps = newDeps();
    const wrong = step("b", { type: "user_message" }, { line: 7 });
    const adopted = await adoptEvents(deps, "s", header, steps(step("a", user("one")), wrong, step("c", agent("two"), { parent: "b" })));
    expect([adopted.added, adopted.refused.map(({ line }) => line), await texts(deps)]).toEqual([2, [7], ["one", "two"]]);
    const none = newDeps();
    expect(await adoptEvents(none, "s", header, steps(wrong))).toMatchObject({ added: 0, created: false });
    expect([adoptedId("claude", "a-1"), adoptedId("claude", "a/1"), adoptedId("claude", "a/1").length]).toEqual([
      "claude_a-1",
      expect.stringMatching(/^claude_[0-9a-f]{32}$/),
      39,
    ]);
  });
});

describe("a draft", () => {
  it("SC-11 SC-12 is completed from what is there, or refused with the reason and what to do", async () => {
    const deps = newDeps();
    const [first = "", second = ""] = await begun(deps, user("one"), agent("two"));
    const [added] = await appendEvents(deps, "s", [item("memory", "m")], { clientId: "me" });
    expect(added).toMatchObject({
      parentId: second,
      seq: 3,
      sessionId: "s",
      clientId: "me",
      ts: NOW.getTime(),
      item: { visibility: "compact" },
    });
    const refused = (draft: object) =>
      appendEvents(deps, "s", [draft as never], { file: "in.jsonl" }).then(
        () => null,
        (error: { code: string; message: string; hint: string; file: string; line: number }) => [
          error.code,
          error.file,
          error.line,
          error.message,
          error.hint,
        ],
      );
    const at = ["BAD_EVENT", "in.jsonl", 1];
    expect(await refused({})).toEqual([...at, "an event has no type", 'Each event is {"type":…} and its fields.']);
    expect(await refused({ type: "from_the_future" })).toEqual([
      ...at,
      'there is no event type "from_the_future"',
      expect.stringMatching(/^The types are user_message, .* Nothing was appended\.$/),
    ]);
    expect(await refused({ type: "user_message" })).toEqual([...at, expect.stringMatching(/^user_message: /), "Nothing was appended."]);
    expect(await refused({ ...user("x"), sessionId: "t" })).toEqual([...at, "the event belongs to session t", "Leave sessionId out."]);
    expect(await refused({ ...user("x"), id: first })).toEqual([...at, `the session has an event ${first} already`, "Leave the id out."]);
    expect(await refused({ ...user("x"), seq: 3 })).toEqual([...at, "seq 3 is not above 3", "Leave seq out."]);
    expect(await refused({ ...user("x"), parentId: "none" })).toEqual([
      ...at,
      "its parent none is not an event of the conversation",
      "Leave parentId out to append at the active leaf.",
    ]);
    const snapshot = { type: "instruction_snapshot", snapshot: { sections: [], sources: [] } };
    expect((await refused(snapshot))?.[0]).toBe("BAD_EVENT");
    expect((await loadSession(deps.store, "s")).count).toBe(3);
    expect(await appendEvents(deps, "s", [])).toEqual([]);
  });

  it("a batch is on itself, all of it or nothing; each answer has the hash of what the model got", async () => {
    const deps = newDeps();
    const [first = ""] = await begun(deps, user("one"));
    const mine = { ...user("mine"), id: "m1" };
    await appendEvents(deps, "s", [mine, { ...agent("to mine"), parentId: "m1" }, { ...agent("aside"), parentId: first }]);
    const session = await loadSession(deps.store, "s");
    expect(session.events.map(({ parentId }) => parentId)).toEqual([null, first, "m1", first]);
    expect(await verifyLog(deps.store, "s")).toMatchObject({ ok: true, contexts: { checked: 2, differ: [] }, events: 4, unknownEvents: 0 });
    await expect(appendEvents(deps, "s", [user("kept?"), { type: "nonsense" }])).rejects.toMatchObject({ code: "BAD_EVENT" });
    expect((await loadSession(deps.store, "s")).count).toBe(4);
    await appendEvents(deps, "s", [{ ...agent("wrong"), contextHash: "0".repeat(64) }]);
    const { ok, contexts } = await verifyLog(deps.store, "s");
    expect([ok, contexts.checked, contexts.differ.length]).toEqual([false, 3, 1]);
  });
});

describe("branches, hidden turns and clones", () => {
  it("SC-37 a chosen leaf and a hidden turn change what the model gets, and nothing is removed", async () => {
    const deps = newDeps();
    const [, second = ""] = await begun(deps, user("one"), agent("two"), user("three"), agent("four"));
    await branchSession(deps, "s", second);
    expect(await texts(deps)).toEqual(["one", "two"]);
    await appendEvents(deps, "s", [user("five"), toolCall("1"), toolResult("1"), agent("six"), user("seven"), agent("eight")]);
    const { events } = await loadSession(deps.store, "s");
    const five = events.find(({ seq }) => seq === 6)?.id ?? "";
    const hid = await hideTurn(deps, "s", five, { actor: "user", reason: "off" });
    expect(hid).toMatchObject({
      operation: "hide_user_turn",
      anchorUserEventId: five,
      throughEventId: events.find(({ seq }) => seq === 9)?.id,
      actor: "user",
      reason: "off",
    });
    expect(await texts(deps)).toEqual(["one", "two", "seven", "eight"]);
    expect(await texts(deps, events.find(({ seq }) => seq === 9)?.id)).toEqual(["one", "two", "five", "tool_call", "tool_result", "six"]);
    expect((await loadSession(deps.store, "s")).count).toBe(12);
    await expect(hideTurn(deps, "s", second, { actor: "user" })).rejects.toMatchObject({ code: "BAD_INPUT" });
    await expect(branchSession(deps, "s", "none")).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect((await verifyLog(deps.store, "s")).ok).toBe(true);
  });

  it("SC-36 a clone has the events as they are, or one branch of them, and says where it comes from", async () => {
    const deps = newDeps();
    const [, second = ""] = await begun(deps, user("one"), agent("two"), user("three"));
    await branchSession(deps, "s", second);
    await appendEvents(deps, "s", [{ type: "session_title_updated", title: "T" }]);
    const source = await loadSession(deps.store, "s");
    const whole = await cloneSession(deps, source, { id: "all", deviceId: "other" });
    expect([whole.header, whole.events.map(({ type, seq, sessionId }) => `${seq} ${type} ${sessionId}`), whole.leafId]).toEqual([
      { ...header("all"), createdAt: NOW.getTime(), clonedFrom: "s", deviceId: "other" },
      ["1 user_message all", "2 assistant_message all", "3 user_message all", "4 context_control all", "5 session_title_updated all"],
      second,
    ]);
    const part = await cloneSession(deps, source, { id: "part", at: second });
    expect([part.events.map(({ type }) => type), part.header.deviceId]).toEqual([
      ["user_message", "assistant_message", "session_title_updated"],
      "d",
    ]);
    await expect(cloneSession(deps, source, { id: "all" })).rejects.toMatchObject({ code: "ALREADY_EXISTS" });
  });
});

describe("writing a session", () => {
  it("SC-11 begins with its header and its prompt; what was told with it is behind", async () => {
    const deps = newDeps();
    const kinds = ["baseline", "agents", "memory", "workspace", "environment", "time"];
    const snapshot = { version: 1, cwd: "/p", sections: kinds.map((kind) => ({ kind, frozenAt: 1, renderedBlock: `The ${kind}.` })) };
    const session = await createSession(deps, header(), snapshot as never, [user("hello"), agent("hi")]);
    expect(session.events.map(({ type, seq, parentId }) => [type, seq, parentId === null])).toEqual([
      ["instruction_snapshot", 1, true],
      ["user_message", 2, true],
      ["assistant_message", 3, false],
    ]);
    expect(await verifyLog(deps.store, "s")).toMatchObject({ ok: true, contexts: { checked: 1, differ: [] }, events: 3 });
    await expect(createSession(deps, header(), snapshot as never)).rejects.toMatchObject({
      code: "ALREADY_EXISTS",
      message: "there is a session s already",
    });
    const frozen = { type: "instruction_snapshot", snapshot };
    await expect(appendEvents(deps, "s", [frozen])).rejects.toMatchObject({ message: "the session has its snapshot already" });
    const bare = newDeps();
    await begun(bare, user("one"));
    await expect(appendEvents(bare, "s", [frozen])).rejects.toMatchObject({ message: "a snapshot must come before the first message" });
  });

  it("SC-36 a clone of a log that is not held comes from the file, one as held from what is held", async () => {
    const deps = newDeps();
    const ids = await begun(deps, ...Array.from({ length: 6 }, (_, at) => user(`question ${at}`)));
    const source = { ...(await loadSession(deps.store, "s")), whole: false };
    const part = { ...source, events: source.events.slice(0, 2) };
    const all = await cloneSession(deps, part, { id: "all" });
    expect(all.events.map(({ id, seq, sessionId }) => [id, seq, sessionId])).toEqual(ids.map((id, at) => [id, at + 1, "all"]));
    const held = await cloneSession(deps, part, { id: "held", asHeld: true });
    expect(held.events.map(({ id }) => id)).toEqual(ids.slice(0, 2));
  });

  it("nothing is appended while another process has the session's lock", async () => {
    const deps = newDeps();
    await begun(deps, user("one"));
    const hasty = { ...deps, lock: { base: 1, cap: 1, retries: 0 } };
    const refused = deps.store.lock(
      "session s",
      () => appendEvents(hasty, "s", [user("two")]).catch((error: { code: string; message: string }) => `${error.code}: ${error.message}`),
      hasty.lock,
    );
    expect(await refused).toEqual({ kind: "done", value: "LOCKED: session s is locked by another process" });
    expect((await loadSession(deps.store, "s")).count).toBe(1);
  });

  it("a transcript that adds nothing chooses no leaf, nor does one that only has helpers", async () => {
    const deps = newDeps();
    const told = () => [user("one"), agent("two")].map((draft, at) => ({ kind: "event" as const, key: `k${at}`, ts: 1, line: 1, draft }));
    await adoptEvents(deps, "s", header, steps(...told()));
    const [first = ""] = (await loadSession(deps.store, "s")).events.map(({ id }) => id);
    await branchSession(deps, "s", first);
    expect((await adoptEvents(deps, "s", header, steps(...told()))).added).toBe(0);
    expect((await loadSession(deps.store, "s")).leafId).toBe(first);
    const helpers = newDeps();
    await adoptEvents(helpers, "s", header, steps(...told().map((step) => ({ ...step, aside: true, parent: null }))));
    expect((await loadSession(helpers.store, "s")).events.map(({ type }) => type)).toEqual(["user_message", "assistant_message"]);
  });

  it("answers carry the hash of what the model got, with reminders, hidden turns and other branches in between", async () => {
    const deps = newDeps();
    const [one = ""] = await begun(deps, user("one"), toolCall("1"), toolResult("1"));
    await appendEvents(deps, "s", [
      item("memory", "note"),
      agent("two"),
      { type: "context_control", operation: "select_leaf", leafId: one },
      agent("other"),
    ]);
    await appendEvents(deps, "s", [
      { type: "context_control", operation: "hide_user_turn", anchorUserEventId: one, throughEventId: one, actor: "user" },
      agent("third"),
      { type: "compact", summary: "s" },
      agent("fourth"),
    ]);
    expect(await verifyLog(deps.store, "s")).toMatchObject({ ok: true, contexts: { checked: 4, differ: [] } });
    expect(await texts(deps)).toHaveLength(2);
  });
});
