// What a long-lived process reads of a session's file, and what it holds: a store that notes every read.

import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  adoptEvents,
  appendEvents,
  branchSession,
  buildContext,
  cloneSession,
  createSession,
  loadSession,
  type Session,
  type SessionDesk,
  verifyLog,
} from "../../src/session/index.ts";
import { SessionLog } from "../../src/session/log/sessionLog.ts";
import { bytesOf } from "../../src/session/log/lines.ts";
import { writeIndexParts } from "../../src/session/log/sideIndex.ts";
import { beginCatalogue, survey } from "../../src/session/log/survey.ts";
import type { OpenBytes, Store } from "../../src/store/index.ts";
import { begun, header, newDesk, steps } from "./desk.ts";
import { agent, item, toolCall, toolResult, user } from "./rig.ts";

/** The desk's store, with every read of a log noted as its place and length. */
function noting(desk: SessionDesk): { readonly store: Store; readonly reads: [at: number, bytes: number][] } {
  const reads: [number, number][] = [];
  const openLog = (place: Parameters<NonNullable<Store["openLog"]>>[0]): OpenBytes | null => {
    const log = desk.store.openLog?.(place) ?? null;
    if (log === null) return null;
    return {
      size: log.size,
      identity: log.identity,
      modified: log.modified,
      read: (target, position) => {
        const count = log.read(target, position);
        reads.push([position, count]);
        return count;
      },
      close: () => log.close(),
    };
  };
  return { store: { ...desk.store, openLog }, reads };
}

const PLACE = { root: "state" as const, path: "sessions/s.jsonl" };
const words = (session: Session) => buildContext(session).messages.map(({ content }) => String(content[0]?.["text"] ?? ""));

async function long(count = 40): Promise<{ desk: ReturnType<typeof newDesk>; file: string; ids: string[] }> {
  const desk = newDesk();
  const drafts = Array.from({ length: count }, (_, at) =>
    at % 2 === 0 ? user(`question ${at} ${"x".repeat(200)}`) : agent(`answer ${at}`),
  );
  return { desk, file: join(desk.folder, "state/sessions/s.jsonl"), ids: await begun(desk, ...drafts) };
}

describe("looking at a session again", () => {
  it.each([
    ["held whole", { whole: 1e9, index: 1e9 }],
    ["too large to hold", { whole: 0, index: 1e9 }],
  ])("reads its end and what is new, of a log that is %s", async (_, limits) => {
    const { desk, file } = await long();
    const { store, reads } = noting(desk);
    const log = new SessionLog(store, PLACE, "s", limits);
    const first = await log.session();
    expect([first.count, first.whole, log.isKnown]).toEqual([40, limits.whole > 0, true]);
    const size = readFileSync(file).length;
    reads.length = 0;
    expect((await log.session()) === first).toBe(limits.whole > 0);
    expect(reads.every(([at]) => at >= size - 1024)).toBe(true);
    await appendEvents(desk, "s", [user("one more")]);
    reads.length = 0;
    const more = await log.session();
    expect([more.count, words(more).at(-1)]).toEqual([41, "one more"]);
    expect(Math.min(...reads.map(([at]) => at))).toBeGreaterThanOrEqual(size - 1024);
    expect(reads.reduce((sum, [, bytes]) => sum + bytes, 0)).toBeLessThan(3 * 1024);
  });

  it("reads all of it anew where it was cut, changed in place or replaced by another file", async () => {
    const { desk, file } = await long(4);
    const log = new SessionLog(desk.store, PLACE, "s");
    expect(words(await log.session()).at(-1)).toBe("answer 3");
    const text = readFileSync(file, "utf8");
    writeFileSync(file, text.replace("answer 3", "answer 4"));
    expect(words(await log.session()).at(-1)).toBe("answer 4");
    writeFileSync(file, text.split("\n").slice(0, 3).join("\n") + "\n");
    expect((await log.session()).count).toBe(2);
    appendFileSync(file, "{");
    const torn = await log.session();
    expect([torn.torn, torn.count, torn.problems.at(-1)]).toEqual([
      true,
      2,
      { code: "DAMAGED", line: 4, message: "the last line was never finished; it does not count" },
    ]);
    writeFileSync(file, text.replaceAll('"sessionId":"s"', '"sessionId":"t"'));
    await expect(log.session()).rejects.toMatchObject({ code: "DAMAGED", message: "the file of session s says that it is t" });
  });

  it("holds a log whole until it has four times the size up to which it is", async () => {
    const { desk, file } = await long(4);
    const size = readFileSync(file).length;
    const log = new SessionLog(desk.store, PLACE, "s", { whole: size, index: 1e9 });
    expect((await log.session()).whole).toBe(true);
    for (let at = 0; readFileSync(file).length < 3 * size; at++) await appendEvents(desk, "s", [user(`more ${at} ${"x".repeat(200)}`)]);
    expect((await log.session()).whole).toBe(true);
    for (let at = 0; readFileSync(file).length <= 4 * size; at++) await appendEvents(desk, "s", [user(`most ${at} ${"x".repeat(200)}`)]);
    const large = await log.session();
    expect([large.whole, words(large)[0]?.slice(0, 10), large.count]).toEqual([
      false,
      "question 0",
      (await loadSession(desk.store, "s")).count,
    ]);
  });

  it("of a large log loads no more than is asked for: behind a compaction, one branch, or a title", async () => {
    const { desk, ids } = await long(6);
    await appendEvents(desk, "s", [
      { type: "compact", summary: "so far", compactedThrough: ids[3] },
      user("after"),
      { type: "session_title_updated", title: "T" },
    ]);
    const log = () => new SessionLog(desk.store, PLACE, "s", { whole: 0, index: 1e9 });
    const whole = await loadSession(desk.store, "s");
    const behind = await log().session({ fromBarrier: true });
    expect(words(behind)).toEqual(words(whole));
    expect(behind.events.map(({ id }) => id)).toEqual(whole.events.slice(3).map(({ id }) => id));
    expect((await log().session()).events).toEqual(whole.events);
    expect((await log().session({ at: ids[1] })).events.map(({ seq }) => seq)).toEqual([1, 2, 8, 9]);
    const glance = await log().glance();
    expect([glance.events.map(({ type }) => type), glance.count, glance.problems, glance.header.sessionId]).toEqual([
      ["session_title_updated"],
      9,
      [],
      "s",
    ]);
    const prepared = log();
    await prepared.prepare([]);
    expect([
      prepared.tree.byId.get(ids[0] ?? ""),
      prepared.tree.byId.get(ids[4] ?? "")?.id,
      prepared.tree.orphans.has(ids[0] ?? ""),
    ]).toEqual([undefined, ids[4], false]);
    await prepared.prepare([ids[1] ?? ""]);
    expect(prepared.tree.byId.get(ids[0] ?? "")?.id).toBe(ids[0]);
  });

  it("of a session without a title a glance has the first message", async () => {
    const { desk, ids } = await long(2);
    const log = new SessionLog(desk.store, PLACE, "s", { whole: 0, index: 1e9 });
    expect((await log.glance()).events.map(({ id }) => id)).toEqual([ids[0]]);
  });

  it("an index that is written while the log grows does not say when it was changed", async () => {
    const { file } = await long(2);
    const bytes = readFileSync(file);
    const log = { ...bytesOf(bytes), modified: 7 };
    const catalogue = beginCatalogue(log, "s.jsonl");
    survey(log, catalogue, { thorough: true });
    const cover = (of: OpenBytes) =>
      JSON.parse(Buffer.from(writeIndexParts(catalogue, of)[0] ?? []).toString("utf8")) as { modified: number; end: number };
    expect([cover(log).modified, cover({ ...log, size: log.size + 1 }).modified, cover(log).end]).toEqual([7, 0, bytes.length]);
    expect(writeIndexParts(catalogue, log)[0]?.length).toBe(Math.ceil((writeIndexParts(catalogue, log)[0]?.length ?? 0) / 8) * 8);
  });
});

describe("writing a session", () => {
  it("SC-11 begins with its header and its prompt; what was told with it stands behind", async () => {
    const desk = newDesk();
    const kinds = ["baseline", "agents", "memory", "workspace", "environment", "time"];
    const snapshot = { version: 1, cwd: "/p", sections: kinds.map((kind) => ({ kind, frozenAt: 1, renderedBlock: `The ${kind}.` })) };
    const session = await createSession(desk, header(), snapshot as never, [user("hello"), agent("hi")]);
    expect(session.events.map(({ type, seq, parentId }) => [type, seq, parentId === null])).toEqual([
      ["instruction_snapshot", 1, true],
      ["user_message", 2, true],
      ["assistant_message", 3, false],
    ]);
    expect(await verifyLog(desk.store, "s")).toMatchObject({ ok: true, contexts: { checked: 1, differ: [] }, events: 3 });
    await expect(createSession(desk, header(), snapshot as never)).rejects.toMatchObject({
      code: "ALREADY_EXISTS",
      message: "there is a session s already",
    });
    const frozen = { type: "instruction_snapshot", snapshot };
    await expect(appendEvents(desk, "s", [frozen])).rejects.toMatchObject({ message: "the session has its snapshot already" });
    const bare = newDesk();
    await begun(bare, user("one"));
    await expect(appendEvents(bare, "s", [frozen])).rejects.toMatchObject({ message: "a snapshot must come before the first message" });
  });

  it("SC-36 a clone of a log that is not held comes from the file, one as held from what is held", async () => {
    const { desk, ids } = await long(6);
    const source = { ...(await loadSession(desk.store, "s")), whole: false };
    const part = { ...source, events: source.events.slice(0, 2) };
    const all = await cloneSession(desk, part, { id: "all" });
    expect(all.events.map(({ id, seq, sessionId }) => [id, seq, sessionId])).toEqual(ids.map((id, at) => [id, at + 1, "all"]));
    const held = await cloneSession(desk, part, { id: "held", asHeld: true });
    expect(held.events.map(({ id }) => id)).toEqual(ids.slice(0, 2));
  });

  it("a transcript that adds nothing chooses no leaf, nor does one that only has helpers", async () => {
    const desk = newDesk();
    const told = () => [user("one"), agent("two")].map((draft, at) => ({ kind: "event" as const, key: `k${at}`, ts: 1, line: 1, draft }));
    await adoptEvents(desk, "s", () => header(), steps(...told()));
    const [first = ""] = (await loadSession(desk.store, "s")).events.map(({ id }) => id);
    await branchSession(desk, "s", first);
    expect((await adoptEvents(desk, "s", () => header(), steps(...told()))).added).toBe(0);
    expect((await loadSession(desk.store, "s")).leafId).toBe(first);
    const helpers = newDesk();
    await adoptEvents(helpers, "s", () => header(), steps(...told().map((step) => ({ ...step, aside: true, parent: null }))));
    expect((await loadSession(helpers.store, "s")).events.map(({ type }) => type)).toEqual(["user_message", "assistant_message"]);
  });

  it("answers carry the hash of what the model got, with reminders, hidden turns and other branches in between", async () => {
    const desk = newDesk();
    const [one = ""] = await begun(desk, user("one"), toolCall("1"), toolResult("1"));
    await appendEvents(desk, "s", [
      item("memory", "note"),
      agent("two"),
      { type: "context_control", operation: "select_leaf", leafId: one },
      agent("other"),
    ]);
    await appendEvents(desk, "s", [
      { type: "context_control", operation: "hide_user_turn", anchorUserEventId: one, throughEventId: one, actor: "user" },
      agent("third"),
      { type: "compact", summary: "s" },
      agent("fourth"),
    ]);
    expect(await verifyLog(desk.store, "s")).toMatchObject({ ok: true, contexts: { checked: 4, differ: [] } });
    expect(words(await loadSession(desk.store, "s"))).toHaveLength(2);
  });
});
