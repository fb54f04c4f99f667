// What lists and notices say of sessions, and that no secret is written into one: in this process, on real files.

import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  adoptEvents,
  appendEvents,
  beganAt,
  changesNotice,
  dateChange,
  defaultVisibility,
  dropShelfNotes,
  firstWordsOf,
  glanceAtSession,
  isOwnSession,
  keepShelfNotes,
  listSessionIds,
  loadSession,
  placeOf,
  readShelfNotes,
  redactEvent,
  type Session,
  stampOf,
} from "../../src/session/index.ts";
import { begun, header, newDeps, steps } from "./deps.ts";
import { agent, item, user } from "./rig.ts";

describe("the shelf", () => {
  it("lists what may be a session, tells when each began and whether it changed", async () => {
    const deps = newDeps();
    await begun(deps, user("one"));
    writeFileSync(join(deps.folder, "state/sessions/notes.txt"), "x");
    writeFileSync(join(deps.folder, "state/sessions/a b.jsonl"), "x");
    writeFileSync(join(deps.folder, "state/sessions/broken.jsonl"), "x\ny\n");
    writeFileSync(join(deps.folder, "state/sessions/short.jsonl"), JSON.stringify(header("short")));
    expect((await listSessionIds(deps.store)).sort()).toEqual(["broken", "s", "short"]);
    expect(["s", "broken", "short", "none"].map((id) => beganAt(deps.store, id))).toEqual([5, null, null, null]);
    const stamp = stampOf(deps.store, "s");
    expect([stamp === stampOf(deps.store, "s"), stampOf(deps.store, "none")]).toEqual([true, null]);
    // One look says what opening the file says, and a link or a second name is opened, which refuses it.
    const { stampOf: _, ...opening } = deps.store;
    expect([deps.store.stampOf?.(placeOf("s")), stampOf(opening, "s")]).toEqual([stamp, stamp]);
    symlinkSync(join(deps.folder, "state/sessions/s.jsonl"), join(deps.folder, "state/sessions/link.jsonl"));
    expect(deps.store.stampOf?.(placeOf("link"))).toBe(null);
    await appendEvents(deps, "s", [user("two")]);
    expect(stampOf(deps.store, "s")).not.toBe(stamp);
    expect(() => placeOf("../s")).toThrow(expect.objectContaining({ code: "BAD_INPUT" }));
    const glance = await glanceAtSession(deps.store, "s");
    expect([glance.count, firstWordsOf(glance), glance.problems]).toEqual([2, "one", []]);
    await expect(loadSession(deps.store, "none")).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("a store that keeps lines and no files gives the same session, an unfinished line told", async () => {
    const deps = newDeps();
    await begun(deps, user("one"), agent("two"));
    const { openLog: _, stampOf: __, ...lines } = deps.store;
    const plain = (session: Session) => ({ ...session, byId: [...session.byId], orphans: [...session.orphans] });
    expect(plain(await loadSession(lines, "s"))).toEqual(plain(await loadSession(deps.store, "s")));
    expect([beganAt(lines, "s"), stampOf(lines, "s"), isOwnSession(lines, "none")]).toEqual([null, null, true]);
    await expect(loadSession(lines, "none")).rejects.toMatchObject({ code: "NOT_FOUND", message: "there is no session none" });
    const torn = { ...lines, readLog: async () => ({ ...(await lines.readLog(placeOf("s"))), torn: '{"id' }) };
    const session = await loadSession(torn, "s");
    expect([session.count, session.torn, session.problems.map(({ line }) => line)]).toEqual([2, true, [4]]);
  });

  it("notes for lists come back as they were kept; those of another program or version are none", () => {
    const deps = newDeps();
    const notes = new Map([["s", { stamp: "1", said: { title: "T" } }]]);
    expect(readShelfNotes(deps.store)).toEqual(new Map());
    keepShelfNotes(deps.store, notes);
    expect(readShelfNotes(deps.store)).toEqual(notes);
    const file = join(deps.folder, "state/index/sessions.json");
    for (const text of ["{", '{"v":2}', '{"v":1,"notes":[["s","1",{}]]}', "null"]) {
      writeFileSync(file, text);
      expect(readShelfNotes(deps.store)).toEqual(new Map());
    }
    keepShelfNotes(deps.store, notes);
    dropShelfNotes(deps.store);
    expect(readShelfNotes(deps.store)).toEqual(new Map());
  });

  it("notes have the version that is on people's disks, and where there are none nothing is written", () => {
    const deps = newDeps();
    const notes = new Map([["s", { stamp: "1", said: 7 }]]);
    dropShelfNotes(deps.store);
    expect(existsSync(join(deps.folder, "state/index/sessions.json"))).toBe(false);
    keepShelfNotes(deps.store, notes);
    keepShelfNotes(deps.store, notes, "usage");
    const text = (name: string) => readFileSync(join(deps.folder, "state/index", name), "utf8");
    expect([text("sessions.json"), text("usage.json")]).toEqual(['{"v":2,"notes":[["s","1",7]]}', '{"v":1,"notes":[["s","1",7]]}']);
    dropShelfNotes(deps.store);
    expect([readShelfNotes(deps.store), readShelfNotes(deps.store, "usage")]).toEqual([new Map(), notes]);
  });

  it("X26 a copy of another machine's session is read, also when this process knew none of that name, and is never written", async () => {
    const deps = newDeps();
    await begun(deps, user("here"));
    const place = (folder: string, id: string) => join(deps.folder, "state", folder, `${id}.jsonl`);
    const text = readFileSync(place("sessions", "s"), "utf8");
    mkdirSync(join(deps.folder, "state/elsewhere"));
    const copy = (id: string, words: string) =>
      writeFileSync(place("elsewhere", id), text.replaceAll('"sessionId":"s"', `"sessionId":"${id}"`).replace("here", words), {
        mode: 0o600,
      });
    copy("s", "there");
    copy("t", "there");
    const words = async (id: string) => firstWordsOf(await loadSession(deps.store, id));
    expect([await words("s"), await words("t"), await listSessionIds(deps.store)]).toEqual(["here", "there", ["s"]]);
    expect(["s", "t", "none"].map((id) => isOwnSession(deps.store, id))).toEqual([true, false, false]);
    await expect(loadSession(deps.store, "none")).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(appendEvents(deps, "t", [user("more")])).rejects.toMatchObject({
      code: "ELSEWHERE",
      message: "session t is written on another machine",
      hint: "Continue a copy of it here: codicil session clone t",
    });
    expect(existsSync(place("sessions", "t"))).toBe(false);
    // It begins here after all: from then on this one is read.
    await adoptEvents(deps, "t", () => header("t"), steps({ kind: "event", key: "k", ts: 0, line: 1, draft: user("mine") }));
    expect(await words("t")).toBe("mine");
  });

  it("a session without a title is named by the first line that the person wrote, shortened", async () => {
    const named = async (...texts: readonly string[]) => {
      const deps = newDeps();
      await begun(deps, agent("before"), ...texts.map(user));
      return firstWordsOf(await loadSession(deps.store, "s"));
    };
    expect(await named("<context>\n\n  fix   the\tparser \nmore", "second")).toBe("fix the parser");
    expect(await named("x".repeat(72))).toBe("x".repeat(72));
    expect(await named("x".repeat(73))).toBe(`${"x".repeat(71)}…`);
    expect(await named(`${"x".repeat(70)} yz`)).toBe(`${"x".repeat(70)}…`);
    const parts = [{ type: "image", text: "not said" }, { type: "text" }, { type: "text", text: "said" }];
    const message = { type: "user_message", message: { role: "user", content: parts } } as never;
    expect([firstWordsOf({ events: [message] }), await named("", "x")]).toEqual(["said", null]);
    expect([await named("<tag>"), await named()]).toEqual([null, null]);
  });
});

describe("notices", () => {
  it("X30 SC-61 a new day is told once; how items are shown by default", async () => {
    const deps = newDeps();
    await begun(deps, user("one"));
    const clock = (day: string) => ({ now: () => new Date(`${day}T12:00:00Z`), timeZone: "UTC" });
    const told = dateChange(await loadSession(deps.store, "s"), clock("1970-01-02"));
    expect(told).toEqual({
      kind: "date_change",
      origin: "system",
      visibility: "compact",
      content: expect.stringMatching(/^A new day has begun: it is .*1970.* now\.$/),
      data: { day: "1970-01-02" },
    });
    expect(dateChange(await loadSession(deps.store, "s"), clock("1970-01-01"))).toBeNull();
    await appendEvents(deps, "s", [{ type: "harness_item", item: told }]);
    const days = await loadSession(deps.store, "s");
    expect([dateChange(days, clock("1970-01-02")), dateChange(days, clock("1970-01-03"))?.data]).toEqual([null, { day: "1970-01-03" }]);
    expect(["skill_listing", "skill_delta", "memory", "runtime_notice", "date_change", "steer"].map(defaultVisibility)).toEqual([
      "hidden",
      "hidden",
      "compact",
      "compact",
      "compact",
      "display",
    ]);
  });

  it("X2 changed files are told once with what changed, and so is that they are as they were", async () => {
    const deps = newDeps();
    await begun(deps, user("one"));
    const session = () => loadSession(deps.store, "s");
    const one = { path: "USER.md", change: "changed", hash: "h", lines: ["- a", "+ b"] } as never;
    const two = { path: "SOUL.md", change: "removed" } as never;
    expect(changesNotice(await session(), [])).toBeNull();
    const notice = changesNotice(await session(), [one]);
    expect(notice).toEqual({
      kind: "runtime_notice",
      origin: "system",
      visibility: "compact",
      content:
        "1 edit is not in this prompt: USER.md (changed). It takes effect in the next session; rules that are enforced take effect at once.\n\nUSER.md:\n- a\n+ b",
      data: { changes: [{ path: "USER.md", change: "changed", hash: "h" }] },
    });
    await appendEvents(deps, "s", [{ type: "harness_item", item: notice }, item("runtime_notice", "another")]);
    expect(changesNotice(await session(), [one])).toBeNull();
    expect(changesNotice(await session(), [one, two])?.content).toMatch(
      /^2 edits are not in this prompt: USER\.md \(changed\), SOUL\.md \(removed\)\. They take effect/,
    );
    expect(changesNotice(await session(), [])?.content).toBe("The files of this prompt are again as they were when the session began.");
  });

  it("a value of up to 512 characters on one line is looked at together with its name", () => {
    const secret = (length: number, more = "") => `${"hunter2-Xy9".padEnd(length - more.length, "q8Zt3LmW9xKc2VbN7pRdT5sYh4Jf")}${more}`;
    const kept = (value: string) => (redactEvent({ password: value }, [] as never) as { password: string }).password === value;
    expect([kept(secret(40)), kept(secret(512)), kept(secret(513)), kept(secret(40, "\n"))]).toEqual([false, false, true, true]);
  });

  it("no secret is written: neither in a text nor under a name; ids and hashes stay", () => {
    const ids = {
      id: "token=abcdefgh12345678",
      parentId: "p",
      type: "t",
      promptHash: "h",
      contextHash: "h",
      leafId: "l",
      throughEventId: "password=hunter2-Xy9",
    };
    expect(redactEvent(ids, [] as never)).toEqual(ids);
    const clean = JSON.stringify(
      redactEvent({ item: { password: "hunter2-Xy9", list: [{ api_key: "sk-q8Zt3LmW9xKc2VbN7pRd" }], n: 1, none: null } }, [] as never),
    );
    expect([clean.includes("hunter2"), clean.includes("q8Zt3LmW"), clean.includes('"n":1,"none":null')]).toEqual([false, false, true]);
    expect(redactEvent({ text: "an ordinary sentence\nof two lines" }, [] as never)).toEqual({
      text: "an ordinary sentence\nof two lines",
    });
  });
});
