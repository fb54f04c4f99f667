// The catalogue of a log and its index: lines in, values out. What a long-lived process reads of a log, and what it holds.

import { appendFileSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { appendEvents, buildContext, loadSession, type Session } from "../../src/session/index.ts";
import type { OpenBytes } from "../../src/store/index.ts";
import { BAD, CONTROL, NO_PARENT, ORPHAN, TREE, UNKNOWN } from "../../src/session/log/catalogue.ts";
import { bytesOf } from "../../src/session/log/logLines.ts";
import { Pass } from "../../src/session/log/read.ts";
import { SessionLog } from "../../src/session/kept/sessionLog.ts";
import { readIndex, writeIndexParts } from "../../src/session/log/sideIndex.ts";
import { beginCatalogue, survey } from "../../src/session/log/survey.ts";
import { begun, newDeps, noting } from "./deps.ts";
import { agent, eventOf as event, item, user } from "./rig.ts";

const HEADER = { version: 1, sessionId: "s", deviceId: "d", createdAt: 0, meta: {} };
const logOf = (...lines: readonly (object | string)[]) =>
  bytesOf(Buffer.from(lines.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join("")));

describe("the catalogue", () => {
  const lines = [
    HEADER,
    event("e1", null, user("one")),
    event("e2", "e1", agent("two")),
    "broken",
    event("e3", "none", user("three")),
    event("e4", "e2", { type: "from_the_future" }),
    event("e5", null, { type: "session_title_updated", title: "t" }),
    event("e6", "e2", item("memory", "i", { visibility: "compact" })),
    event("e7", null, { type: "queue_update", queue: "steer", operation: "rewrite", items: [] }),
    event("e8", null, { type: "context_control", operation: "select_leaf", leafId: "e2" }),
    event("e2", "e1", agent("again"), 9),
  ];
  const surveyed = (thorough: boolean, log = logOf(...lines)) => {
    const catalogue = beginCatalogue(log, "s.jsonl");
    survey(log, catalogue, { thorough });
    return { catalogue, log };
  };

  it.each([true, false])(
    "knows of each line its parent and what it is, of a session its leaf and what it says now (parsed: %s)",
    (thorough) => {
      const { catalogue } = surveyed(thorough);
      expect([...catalogue.kinds.subarray(0, catalogue.lines)]).toEqual([
        TREE,
        TREE + 1,
        BAD,
        TREE,
        UNKNOWN,
        CONTROL,
        TREE + 3,
        CONTROL,
        CONTROL,
        BAD,
      ]);
      expect([...catalogue.parents.subarray(0, catalogue.lines)]).toEqual([-1, 0, -1, ORPHAN, 1, -1, 1, -1, -1, -1]);
      expect(catalogue).toMatchObject({
        leaf: 1,
        lastSeq: 8,
        events: 8,
        unknown: 1,
        trees: 4,
        contextControls: [8],
        latest: { session_title_updated: 5, "queue_update:steer": 7 },
        selections: [{ number: 8, leaf: 1 }],
      });
      expect(catalogue.allProblems()).toEqual([
        { code: "BAD_JSON", line: 4, message: "the line is not JSON; it does not count" },
        { code: "BAD_EVENT", line: 5, message: "its parent none is not above it; earlier events of this branch cannot be shown" },
        { code: "BAD_EVENT", line: 11, message: "the id e2 occurs twice; the first one counts" },
      ]);
      expect([
        catalogue.branchTo(6),
        catalogue.firstOf("user_message"),
        catalogue.firstOf("compact"),
        catalogue.typeOf(1),
        catalogue.typeOf(5),
      ]).toEqual([[0, 1, 6], 0, -1, "assistant_message", null]);
      expect([catalogue.find("e6"), catalogue.find("e9"), NO_PARENT]).toEqual([6, -1, -1]);
    },
  );

  it("a line that turns out to be bad no longer counts: what hung below it begins a branch, and the leaf is looked for again", () => {
    const { catalogue } = surveyed(true);
    catalogue.strike(1, "BAD_EVENT", "no");
    expect([catalogue.events, catalogue.trees, catalogue.leaf, catalogue.find("e2")]).toEqual([7, 3, 6, -1]);
    expect([...catalogue.parents.subarray(0, 7)]).toEqual([-1, 0, -1, ORPHAN, ORPHAN, -1, ORPHAN]);
    expect(catalogue.allProblems().map(({ line }) => line)).toEqual([4, 5, 11, 3, 6, 8]);
    catalogue.strike(5, "BAD_EVENT", "no");
    expect([catalogue.events, catalogue.trees]).toEqual([6, 3]);
  });

  it("keeps a thousand problems and counts the rest", () => {
    const { catalogue } = surveyed(true, logOf(HEADER, ...Array.from({ length: 1002 }, () => "broken")));
    expect([catalogue.allProblems().length, catalogue.allProblems().at(-1)]).toEqual([
      1001,
      { code: "DAMAGED", line: 1, message: "and 2 more problems" },
    ]);
  });

  it("comes back from its index, where that fits the log; a log that has grown is known up to there", () => {
    const { catalogue, log } = surveyed(true);
    const written = Buffer.concat(writeIndexParts(catalogue, log));
    const again = (index: Buffer, of: OpenBytes = log) => readIndex(bytesOf(index), of, "s.jsonl");
    const back = again(written);
    const plain = (each: typeof catalogue | null) => ({
      ...each,
      ids: undefined,
      ...Object.fromEntries(
        (["offsets", "lengths", "parents", "kinds"] as const).map((column) => [
          column,
          Array.from(each?.[column] ?? []).slice(0, each?.lines),
        ]),
      ),
    });
    expect(plain(back)).toEqual(plain(catalogue));
    expect(["e1", "e6", "e9"].map((id) => back?.find(id))).toEqual([0, 6, -1]);
    expect(again(written, logOf(...lines, event("e9", "e6", user("more"))))?.end).toBe(catalogue.end);

    const text = written.toString("latin1");
    const changed = (from: string, to: string) => Buffer.from(text.replace(from, to), "latin1");
    expect(changed('"version":1', '"version":2').equals(written)).toBe(false);
    expect(
      [
        again(changed('"version":1', '"version":2')),
        again(changed('"index":"codicil', '"index":"another')),
        again(changed('"leaf":1', '"leaf":3')),
        again(written.subarray(0, -1)),
        again(Buffer.from("{}")),
        again(Buffer.from("not json\n")),
        again(Buffer.concat([written.subarray(0, -1), Buffer.from([9])])),
        again(written, { ...log, modified: 1 }),
        again(written, logOf(...lines.slice(0, -1))),
        again(written, logOf(HEADER, event("e1", null, user("eno")), ...lines.slice(2))),
      ].map((each) => each === null),
    ).toEqual(Array.from({ length: 10 }, () => true));
  });

  it("has the numbers that indexes on disk hold", () => {
    expect([BAD, UNKNOWN, CONTROL, TREE, NO_PARENT, ORPHAN]).toEqual([0, 1, 2, 3, -1, -2]);
  });

  it("a pass over all events gives them in the order of the file, and any of them by its id", () => {
    const pass = new Pass(logOf(...lines), "s.jsonl");
    const ids = [...pass.batches()].flat().map(({ id }) => id);
    expect([ids, pass.torn]).toEqual([["e1", "e2", "e3", "e4", "e5", "e6", "e7", "e8"], false]);
    expect(["e1", "e3", "none"].map((id) => pass.tree.byId.get(id)?.id)).toEqual(["e1", "e3", undefined]);
    expect(["e1", "e3"].map((id) => pass.tree.orphans.has(id))).toEqual([false, true]);
  });
});

const PLACE = { root: "state" as const, path: "sessions/s.jsonl" };
const words = (session: Session) => buildContext(session).messages.map(({ content }) => String(content[0]?.["text"] ?? ""));

async function long(count = 40): Promise<{ deps: ReturnType<typeof newDeps>; file: string; ids: string[] }> {
  const deps = newDeps();
  const drafts = Array.from({ length: count }, (_, at) =>
    at % 2 === 0 ? user(`question ${at} ${"x".repeat(200)}`) : agent(`answer ${at}`),
  );
  return { deps, file: join(deps.folder, "state/sessions/s.jsonl"), ids: await begun(deps, ...drafts) };
}

describe("looking at a session again", () => {
  it.each([
    ["held whole", { whole: 1e9, index: 1e9 }],
    ["too large to hold", { whole: 0, index: 1e9 }],
  ])("reads its end and what is new, of a log that is %s", async (_, limits) => {
    const { deps, file } = await long();
    const { store, reads } = noting(deps);
    const log = new SessionLog(store, PLACE, "s", limits);
    const first = await log.session();
    expect([first.count, first.whole, log.isKnown]).toEqual([40, limits.whole > 0, true]);
    const size = readFileSync(file).length;
    reads.length = 0;
    expect((await log.session()) === first).toBe(limits.whole > 0);
    expect(reads.map(([at]) => at).filter((at) => at < size - 1024 || limits.whole > 0)).toEqual(limits.whole > 0 ? [size - 1024] : []);
    await appendEvents(deps, "s", [user("one more")]);
    reads.length = 0;
    const more = await log.session();
    expect([more.count, words(more).at(-1)]).toEqual([41, "one more"]);
    expect(Math.min(...reads.map(([at]) => at))).toBeGreaterThanOrEqual(size - 1024);
    expect(reads.reduce((sum, [, bytes]) => sum + bytes, 0)).toBeLessThan(3 * 1024);
  });

  it("reads all of it anew where it was cut, changed in place or replaced by another file", async () => {
    const { deps, file } = await long(4);
    const log = new SessionLog(deps.store, PLACE, "s");
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

  it("reads all of it anew where another file has taken its place, even one that ends alike and is longer", async () => {
    const { deps, file } = await long();
    const log = new SessionLog(deps.store, PLACE, "s");
    await log.session();
    await appendEvents(deps, "s", [user("one more")]);
    writeFileSync(`${file}.new`, readFileSync(file, "utf8").replace("question 0", "question 9"), { mode: 0o600 });
    renameSync(`${file}.new`, file);
    expect(words(await log.session())[0]?.slice(0, 10)).toBe("question 9");
  });

  it("holds a log whole until it has four times the size up to which it is", async () => {
    const { deps, file } = await long(4);
    const size = readFileSync(file).length;
    const log = new SessionLog(deps.store, PLACE, "s", { whole: size, index: 1e9 });
    expect((await log.session()).whole).toBe(true);
    for (let at = 0; readFileSync(file).length < 3 * size; at++) await appendEvents(deps, "s", [user(`more ${at} ${"x".repeat(200)}`)]);
    expect((await log.session()).whole).toBe(true);
    for (let at = 0; readFileSync(file).length <= 4 * size; at++) await appendEvents(deps, "s", [user(`most ${at} ${"x".repeat(200)}`)]);
    const large = await log.session();
    expect([large.whole, words(large)[0]?.slice(0, 10), large.count]).toEqual([
      false,
      "question 0",
      (await loadSession(deps.store, "s")).count,
    ]);
  });

  it("of a large log loads no more than is asked for: behind a compaction, one branch, or a title", async () => {
    const { deps, ids } = await long(6);
    await appendEvents(deps, "s", [
      { type: "compact", summary: "so far", compactedThrough: ids[3] },
      user("after"),
      { type: "session_title_updated", title: "T" },
    ]);
    const log = () => new SessionLog(deps.store, PLACE, "s", { whole: 0, index: 1e9 });
    const whole = await loadSession(deps.store, "s");
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
    const { deps, ids } = await long(2);
    const log = new SessionLog(deps.store, PLACE, "s", { whole: 0, index: 1e9 });
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
