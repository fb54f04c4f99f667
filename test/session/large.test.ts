// Logs that are too large to hold. The same files are read whole and in parts (the line between the two is an argument
// here), and both must answer the same.

import { appendFileSync, chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { systemRandom } from "../../src/mind/machine.ts";
import { buildContext, readSession, showSession, verifySession } from "../../src/session/index.ts";
import { SessionLog } from "../../src/session/kept/sessionLog.ts";
import { writeIndexParts } from "../../src/session/log/sideIndex.ts";
import { openFiles } from "../../src/store/index.ts";
import { makeWarmWorld as makeWorld, type World } from "../kit.ts";
import { agent, append, context, fileOf, item, linesOf, toolResult, user, wordsOf } from "./rig.ts";

const HEADER = { version: 1, sessionId: "s", deviceId: "d", createdAt: 0, meta: {} };
const event = (number: number, parent: string | null, body: object) => ({
  id: `e${number}`,
  parentId: parent,
  seq: number + 1,
  sessionId: "s",
  clientId: "c",
  ts: 0,
  ...body,
});
const textOf = (lines: readonly (object | string)[]) =>
  lines.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join("");

function worldWith(text: string): {
  world: World;
  file: string;
  index: string;
  log: (limits?: { whole: number; index: number }) => SessionLog;
} {
  const world = makeWorld();
  const file = world.write(fileOf("s"), text);
  const store = openFiles({ home: world.home, state: world.state, project: null, random: systemRandom });
  return {
    world,
    file,
    index: join(world.state, "index/sessions/s.idx"),
    log: (limits = { whole: 0, index: 0 }) => new SessionLog(store, { root: "state", path: "sessions/s.jsonl" }, "s", limits),
  };
}

/** Branches that leave one another, with what else a log may hold. */
const rows = fc.array(
  fc.tuple(
    fc.constantFrom(
      "user",
      "agent",
      "result",
      "item",
      "compact",
      "title",
      "select",
      "hide",
      "strange",
      "broken",
      "torn body",
      "other session",
      "twice",
    ),
    fc.nat(6),
  ),
  { minLength: 1, maxLength: 30 },
);

function linesFrom(made: readonly (readonly [string, number])[]): (object | string)[] {
  const trees: string[] = [];
  return [
    HEADER,
    ...made.map(([what, back], number) => {
      const parent = trees.at(-1 - back) ?? trees.at(-1) ?? null;
      const any = `e${Math.max(0, number - 1 - back)}`;
      const tree = (body: object) => (trees.push(`e${number}`), event(number, parent, body));
      if (what === "user") return tree(user(`u${number}`));
      if (what === "agent") return tree(agent(`a${number}`));
      if (what === "result") return tree(toolResult(`c${number}`));
      if (what === "item") return tree(item("memory", `i${number}`, { visibility: "compact" }));
      if (what === "compact") return tree({ type: "compact", summary: `s${number}`, ...(back > 2 ? { compactedThrough: any } : {}) });
      if (what === "title") return event(number, null, { type: "session_title_updated", title: `t${number}` });
      if (what === "select") return event(number, null, { type: "context_control", operation: "select_leaf", leafId: any });
      if (what === "hide")
        return event(number, null, {
          type: "context_control",
          operation: "hide_user_turn",
          anchorUserEventId: any,
          throughEventId: `e${number}`,
          actor: "user",
        });
      if (what === "strange") return event(number, null, { type: "hologram" });
      if (what === "broken") return "{ no json";
      if (what === "torn body") return JSON.stringify(event(number, parent, user("lost"))).replace('"content":[', '"content":[}');
      if (what === "other session") return { ...event(number, parent, user("x")), sessionId: "t" };
      // An id whose first line is broken is another matter: read in parts, nobody may ever ask for that line.
      return made[0]?.[0] === "torn body" ? "{ no json" : event(0, parent, user("again"));
    }),
  ];
}

describe("a log that is too large to hold", () => {
  it("the branch up to a named event is read, and not the active one", async () => {
    const lines = [HEADER, event(0, null, user("a")), event(1, "e0", user("b")), event(2, "e0", user("c")), event(3, "e2", user("d"))];
    const { log } = worldWith(textOf(lines));
    const ids = async (at?: string) => (await log().session({ at })).events.map(({ id }) => id);
    expect([await ids("e1"), await ids()]).toEqual([
      ["e0", "e1", "e3"],
      ["e0", "e2", "e3"],
    ]);
  });

  it("answers from its parts what it answers as a whole, with a new index, an old one and none", async () => {
    await fc.assert(
      fc.asyncProperty(rows, rows, async (first, second) => {
        const all = linesFrom([...first, ...second]);
        const text = textOf(all);
        const whole = readSession({ lines: text.trimEnd().split("\n"), torn: null, file: "s" });
        const { file, index, log } = worldWith(textOf(all.slice(0, first.length + 1)));
        await log().session();
        writeFileSync(file, text);
        for (const what of ["old index", "new index", "no index"]) {
          if (what === "no index") rmSync(index, { force: true });
          const parts = await log().session();
          expect(buildContext(parts)).toEqual(buildContext(whole));
          expect(showSession(parts)).toEqual(showSession(whole));
          expect([parts.whole, parts.leafId]).toEqual([false, whole.leafId]);
          expect(buildContext(await log().session({ fromBarrier: true }))).toEqual(buildContext(whole));
          for (const { id, type } of whole.events)
            if (["user_message", "compact"].includes(type))
              expect(buildContext(await log().session({ at: id }), { at: id })).toEqual(buildContext(whole, { at: id }));
        }
      }),
      { numRuns: 60 },
    );
  });

  it("a line whose body is broken is reported with its line as soon as it is asked for, and the branch ends there", async () => {
    const lines = [HEADER, event(0, null, user("one")), event(1, "e0", user("two")), event(2, "e1", user("three"))].map((line) =>
      JSON.stringify(line),
    );
    lines[2] = (lines[2] as string).replace('"content":[', '"content":[,');
    const session = await worldWith(textOf(lines)).log().session();
    expect(buildContext(session).messages.map(wordsOf)).toEqual(["three"]);
    expect(session.problems.map(({ code, line }) => [code, line])).toEqual([
      ["BAD_JSON", 3],
      ["BAD_EVENT", 4],
    ]);
  });

  it("an event that names itself twice does not count", async () => {
    const twice = JSON.stringify(event(1, "e0", user("two"))).replace(/}$/, ',"id":"e9"}');
    const session = await worldWith(textOf([HEADER, event(0, null, user("one")), twice]))
      .log()
      .session();
    expect(session.leafId).toBe("e0");
    expect(session.problems).toMatchObject([{ code: "BAD_EVENT", line: 3 }]);
  });

  describe("the side index", () => {
    const three = [HEADER, event(0, null, user("one")), event(1, "e0", agent("two")), event(2, "e1", user("three"))];
    const words = async (log: SessionLog) => buildContext(await log.session()).messages.map(wordsOf);

    it("is written beside, can be deleted, and is never the truth", async () => {
      const { index, log } = worldWith(textOf(three));
      expect(await words(log())).toEqual(["one", "two", "three"]);
      expect(existsSync(index)).toBe(true);
      const made = readFileSync(index);
      rmSync(index);
      expect(await words(log())).toEqual(["one", "two", "three"]);
      expect(readFileSync(index).equals(made)).toBe(true);
    });

    it("is used where it fits: only what is new is read", async () => {
      const { file, log, index } = worldWith(textOf(three));
      await log().session();
      const before = readFileSync(index);
      appendFileSync(file, textOf([event(3, "e2", agent("four"))]));
      // Written anew only where enough had to be read without it.
      expect(await words(log({ whole: 0, index: 1e9 }))).toEqual(["one", "two", "three", "four"]);
      expect(readFileSync(index).equals(before)).toBe(true);
    });

    it("negative control: an index that fits and lies is believed, so the index is what is read", async () => {
      const { index, log, file } = worldWith(textOf(three));
      const bytes = readFileSync(file);
      const made = log();
      await made.session();
      const catalogue = await made.look((known) => Object.assign(known, { leaf: 1 }));
      const parts = writeIndexParts(catalogue, {
        size: bytes.length,
        identity: "",
        modified: statSync(file).mtimeMs,
        read: (target, at) => bytes.copy(target, 0, at),
        close: () => {},
      });
      writeFileSync(index, Buffer.concat(parts));
      expect(await words(log())).toEqual(["one", "two"]);
    });

    it.each([
      ["cut off at any byte", (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length / 2))],
      ["changed in one byte", (bytes: Buffer) => (bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1), bytes)],
      ["changed in its first line", (bytes: Buffer) => Buffer.from(bytes.toString("latin1").replace('"leaf":2', '"leaf":1'), "latin1")],
      ["another program's", () => Buffer.from("hello\n")],
      ["of another version", (bytes: Buffer) => Buffer.from(bytes.toString("latin1").replace('"version":1', '"version":9'), "latin1")],
      ["empty", () => Buffer.alloc(0)],
    ])("%s, it is ignored and made anew", async (_, change) => {
      const { index, log } = worldWith(textOf(three));
      await log().session();
      const good = readFileSync(index);
      writeFileSync(index, change(Buffer.from(good)));
      expect(await words(log())).toEqual(["one", "two", "three"]);
      expect(readFileSync(index).equals(good)).toBe(true);
    });

    it("does not fit a log that was changed in place, shortened, or replaced", async () => {
      for (const lines of [
        [three[0], three[1], event(1, "e0", agent("TWO")), three[3]],
        three.slice(0, 3),
        [
          HEADER,
          ...Array.from({ length: 9 }, (_, number) => event(number, number === 0 ? null : `e${number - 1}`, user(`other ${number}`))),
        ],
      ] as object[][]) {
        const { file, log } = worldWith(textOf(three));
        await log().session();
        writeFileSync(file, textOf(lines));
        utimesSync(file, 1, 1);
        const expected = buildContext(readSession({ lines: textOf(lines).trimEnd().split("\n"), torn: null, file: "s" })).messages.map(
          wordsOf,
        );
        expect(await words(log())).toEqual(expected);
      }
    });

    it("is not needed: a state that cannot be written gives the same answer", async () => {
      const { world, index, log } = worldWith(textOf(three));
      // A file where the folder should be keeps everybody out, root included.
      world.write("state/index", "in the way");
      chmodSync(join(world.state, "index"), 0o400);
      expect(await words(log())).toEqual(["one", "two", "three"]);
      expect(existsSync(index)).toBe(false);
    });
  });

  it("through the command line: context, verify, append, branch, clone and export of a log that is read in parts", () => {
    const world = makeWorld();
    const words = "y".repeat(9000);
    const events = Array.from({ length: 1200 }, (_, number) =>
      event(
        number,
        number % 40 === 0 ? null : `e${number - 1}`,
        number % 2 === 0 ? user(`${number} ${words}`) : agent(`${number} ${words}`),
      ),
    );
    world.write(fileOf("s"), textOf([HEADER, ...events]));
    expect(statSync(join(world.root, fileOf("s"))).size).toBeGreaterThan(8 * 1024 * 1024);
    expect(context(world, "s").messages.length).toBe(40);
    expect(existsSync(join(world.state, "index/sessions/s.idx"))).toBe(true);
    expect(append(world, "s", user("next"), agent("answer")).code).toBe(0);
    expect(context(world, "s").messages.map(wordsOf).slice(-2)).toEqual(["next", "answer"]);
    expect(world.run(["session", "verify", "s", "--json"]).json()).toMatchObject({
      ok: true,
      contexts: { checked: 1, differ: [] },
      events: 1202,
    });
    expect(append(world, "s", { ...user("x"), id: "e77" }).json()).toMatchObject({ error: { code: "BAD_EVENT" } });
    expect(world.run(["session", "branch", "s", "--at", "e85", "--json"]).code).toBe(0);
    expect(context(world, "s").messages.length).toBe(6);
    expect(world.run(["session", "branch", "s", "--at", "nobody", "--json"]).json()).toMatchObject({ error: { code: "NOT_FOUND" } });
    const clone = world.run(["session", "clone", "s", "--json"]).json<{ id: string }>().id;
    expect(context(world, clone)).toEqual(context(world, "s"));
    expect(linesOf(world, clone).length).toBe(linesOf(world, "s").length);
    expect(world.run(["session", "export", "s", "--format", "jsonl"]).out).toBe(world.read(fileOf("s")));
    expect(
      world
        .run(["session", "list", "--json"])
        .json<{ id: string; events: number }[]>()
        .find(({ id }) => id === "s")?.events,
    ).toBe(1203);
    // verify reads every line, also those that no branch has asked for.
    const broken = world.read(fileOf("s")).replace('"text":"3 ', '"text":');
    world.write(fileOf("s"), broken);
    expect(world.run(["session", "verify", "s", "--json"]).json<{ problems: object[] }>().problems[0]).toMatchObject({
      code: "BAD_JSON",
      line: 5,
    });
    expect(world.read(fileOf("s"))).toBe(broken);
  });
});

describe("a log that a long-lived process holds", () => {
  it("several processes append in turn, and each sees what the others did", async () => {
    const world = makeWorld();
    mkdirSync(join(world.state, "sessions"), { recursive: true });
    const [one, two] = [await world.open(), await world.open()];
    const { append: add, openSession, startSession } = await import("../../src/activity/sessions.ts");
    const { header } = await startSession(one);
    for (let round = 0; round < 5; round++) {
      for (const mind of [one, two]) await add(mind, header.sessionId, [user(`${round} ${mind === one ? "one" : "two"}`)]);
      if (round === 2) append(world, header.sessionId, user("from the command line"));
    }
    const session = await openSession(one, header.sessionId);
    expect(session.problems).toEqual([]);
    expect(buildContext(session)).toEqual(buildContext(await openSession(two, header.sessionId)));
    expect(buildContext(session).messages.length).toBe(11);
    expect(session.events.map(({ seq }) => seq)).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
    expect(verifySession(session).ok).toBe(true);
  });

  it("a file that was rewritten, shortened or torn meanwhile is noticed at its end, and nothing is built on what is gone", async () => {
    const world = makeWorld();
    const mind = await world.open();
    const { append: add, openSession, startSession } = await import("../../src/activity/sessions.ts");
    const { header } = await startSession(mind);
    const id = header.sessionId;
    await add(mind, id, [user("one"), user("two"), user("three")]);
    const lines = world.read(fileOf(id)).trimEnd().split("\n");
    world.write(fileOf(id), `${lines.slice(0, -1).join("\n")}\n{"torn`);
    const [event_] = await add(mind, id, [user("four")]);
    expect(event_?.parentId).toBe((JSON.parse(lines.at(-2) ?? "") as { id: string }).id);
    expect(buildContext(await openSession(mind, id)).messages.map(wordsOf)).toEqual(["one", "two", "four"]);
    world.write(fileOf(id), world.read(fileOf(id)).replace('"one"', '"ONE"'));
    expect(buildContext(await openSession(mind, id)).messages.map(wordsOf)).toEqual(["ONE", "two", "four"]);
  });

  it("a refused batch leaves no trace in what the process holds", async () => {
    const world = makeWorld();
    const mind = await world.open();
    const { append: add, startSession, verify } = await import("../../src/activity/sessions.ts");
    const { header } = await startSession(mind);
    const id = header.sessionId;
    await add(mind, id, [user("one")]);
    await expect(add(mind, id, [{ ...user("never"), id: "x1" }, agent("never"), { type: "nonsense" }])).rejects.toMatchObject({
      code: "BAD_EVENT",
    });
    await add(mind, id, [{ ...user("after all"), id: "x1" }, agent("answer")]);
    expect(await verify(mind, id)).toMatchObject({ ok: true, contexts: { checked: 1 } });
  });
});
