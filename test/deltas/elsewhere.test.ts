// What comes from a backup or another machine, whole files, and what the ledger says of it: values and files, compared whole.

import { utimesSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  apply,
  blame,
  changesFor,
  checkBatch,
  disarmJournal,
  disarmPending,
  disarmStaged,
  disarmVerdicts,
  editWhole,
  ensureFile,
  findChange,
  flush,
  foresee,
  forgetText,
  listLedgers,
  mergeAnswers,
  moveDocument,
  newestChanges,
  plan,
  planRestore,
  restoreFiles,
  rewriteFile,
  rollBack,
  sendUnsent,
  showAt,
  undoChange,
  writeWhole,
} from "../../src/deltas/index.ts";
import { sha256 } from "../../src/base/index.ts";
import { documentAt, resolveDocument } from "../../src/knowledge/index.ts";
import { readDelta, writeStaged } from "../../src/schema/index.ts";
import { sourceOf, type Store } from "../../src/store/index.ts";
import { failure, room, type Room } from "./deps.ts";

const text = (disarmed: { readonly bytes: Uint8Array } | null) => new TextDecoder().decode(disarmed?.bytes);
const verdicts = (lines: string, cut = 1000) => {
  const bytes = new TextEncoder().encode(lines);
  const parts = Array.from({ length: Math.ceil(bytes.length / cut) }, (_, at) => bytes.subarray(at * cut, (at + 1) * cut));
  try {
    return Buffer.concat([...disarmVerdicts(parts, "v.jsonl")]).toString();
  } catch (error) {
    return (error as Error).message;
  }
};
const jsonl = (...lines: readonly object[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join("");
const user = ({ deps }: Room) => resolveDocument(deps.environment, "USER.md");

describe("entries from elsewhere", () => {
  const entry = (origin: string) =>
    `  - key: { path: USER.md, heading: A }\n    operation: update\n    content: x\n${origin === "" ? "" : `    meta: { origin: ${origin} }\n`}`;

  it("lose their authority: each is proposed, and none is the person's or the agent's any more", async () => {
    const pending = `version: "1.0.0"\nsource: s\nentries:\n${["", "user", "agent", "web"].map(entry).join("")}`;
    const disarmed = await disarmPending(pending, "a.yaml");
    const origins = (await readDelta(text(disarmed), "a.yaml")).entries.map(({ meta }) => [meta.origin, meta.state]);
    expect([disarmed?.waiting, origins]).toEqual([4, ["file", "file", "file", "web"].map((origin) => [origin, "proposed"])]);
    const applied = await disarmPending(`applied: true\n${pending}`, "a.yaml");
    expect([applied?.waiting, (await readDelta(text(applied), "a.yaml")).applied]).toEqual([0, true]);
    const staged = writeStaged({
      source: "s",
      error: { code: "CONFLICT", message: "m" },
      target_file: "USER.md",
      entries: (await readDelta(pending, "a.yaml")).entries,
    });
    const kept = await disarmStaged(staged, "b.yaml");
    expect([kept?.waiting, text(kept)]).toEqual([0, expect.stringContaining('"origin": "file"')]);
    expect([await disarmPending("entries: {", "a.yaml"), await disarmStaged("no", "b.yaml")]).toEqual([null, null]);
  });

  it("a journal's are counted while they are open; a last line without its end does not count", () => {
    const planned = (id: string) => ({ v: 1, kind: "planned", entry: { key: { heading: "A" }, meta: { id, origin: "user" } }, target: {} });
    const lines = jsonl(planned("e_1"), planned("e_2"), { v: 1, kind: "settled", entries: ["e_1"], as: "flushed" });
    const disarmed = disarmJournal(`${lines}${JSON.stringify(planned("e_3"))}`);
    expect(disarmed?.waiting).toBe(1);
    expect(text(disarmed)).toBe(lines.replaceAll('"origin":"user"', '"origin":"file","state":"proposed"'));
    for (const wrong of ["7\n", "[]\n", "null\n", "{\n"])
      expect([disarmJournal(wrong), mergeAnswers("", wrong), verdicts(wrong)]).toEqual([null, null, "a line of it is not JSON"]);
  });

  it("answers to proposals: refusals are added once, nothing is accepted by it; verdicts are marked as restored", () => {
    const [no, yes] = [
      { kind: "rejected", entry: "e_1" },
      { kind: "accepted", entry: "e_2" },
    ];
    const merged = mergeAnswers(jsonl({ kind: "used", entry: "e_0" }), jsonl(no, yes));
    expect([text(merged), merged?.waiting]).toEqual([jsonl({ kind: "used", entry: "e_0" }, no), 0]);
    expect(text(mergeAnswers(jsonl(no), jsonl(no, yes)))).toBe(jsonl(no));
    const [one, two] = [{ id: "v_é1" }, { id: "v_2" }];
    const marked = jsonl({ ...one, restored: true }, { ...two, restored: true });
    // Cut anywhere, within a letter too; the last line has no end and does not count.
    for (const cut of [1, 7, 9, 10, 20]) expect(verdicts(`${jsonl(one, two)}{"id":`, cut)).toBe(marked);
    expect(verdicts("")).toBe("");
  });

  it("files of a backup are written unless they are there; a dry run writes nothing", async () => {
    const { deps, world } = await room({ "home/same.md": "same\n", "home/came.md": "came\n", "home/other.md": "old\n" });
    const bytes = (words: string) => new TextEncoder().encode(words);
    const file = (path: string, came: string, now = came) => ({
      root: "home" as const,
      path,
      came: sha256(came),
      source: sourceOf(bytes(now)),
    });
    const files = [
      file("same.md", "x\n", "same\n"),
      file("came.md", "came\n", "y\n"),
      file("other.md", "new\n"),
      file("fresh.md", "fresh\n"),
    ];
    const outcomes = async () => (await planRestore(deps, files)).map(({ path, outcome }) => `${path} ${outcome}`);
    const wanted = ["same.md same", "came.md same", "other.md replaced", "fresh.md created"];
    expect([await outcomes(), world.read("home/other.md"), world.has("home/fresh.md")]).toEqual([wanted, "old\n", false]);
    await restoreFiles(deps, await planRestore(deps, files));
    expect(await outcomes()).toEqual(["same.md same", "came.md same", "other.md same", "fresh.md same"]);
    expect(["same.md", "came.md", "other.md", "fresh.md"].map((path) => world.read(`home/${path}`))).toEqual([
      "same\n",
      "came\n",
      "new\n",
      "fresh\n",
    ]);
  });
});

describe("whole documents", () => {
  it("are written over the version that was read, once; the ledger says why", async () => {
    const all = await room({ "home/USER.md": "old\n" });
    const { deps, world } = all;
    const document = user(all);
    expect(await writeWhole(deps, document, "x\n", { reason: "r", onlyIfAbsent: true })).toEqual({ kind: "kept" });
    expect(await failure(writeWhole(deps, document, "x\n", { reason: "r", expect: "other" }))).toBe(
      "STALE: the document changed since it was read (Read it again and repeat the change.)",
    );
    const done = await writeWhole(deps, document, "x\ny\n", { reason: "r" });
    expect([done.kind, await writeWhole(deps, document, "x\ny\n", { reason: "r" })]).toEqual(["written", { kind: "kept" }]);
    expect(await editWhole(deps, document, (now) => now)).toEqual({ kind: "kept" });
    expect((await editWhole(deps, document, (now) => now.replace("y", "z"))).kind).toBe("written");
    const { changes } = await changesFor(deps, document);
    expect(changes.map(({ kind, reason, splices }) => [kind, reason, splices])).toEqual([
      ["first", undefined, []],
      ["whole", "r", [{ at: 0, removed: "old\n", inserted: "x\ny\n" }]],
      ["whole", "codicil edit", [{ at: 2, removed: "y\n", inserted: "z\n" }]],
    ]);
    expect(changes[1]?.id).toBe(done.undo);
    expect(world.read("home/USER.md")).toBe("x\nz\n");
    const soul = resolveDocument(deps.environment, "SOUL.md");
    expect((await editWhole(deps, soul, (now) => `${now}s\n`)).kind).toBe("written");
    expect(world.read("home/SOUL.md")).toBe("s\n");
  });

  it("are moved with a word in both ledgers; one that is not there is not", async () => {
    const all = await room({ "home/USER.md": "old\n" });
    const { deps, world } = all;
    const to = documentAt(deps.environment, "home", "archive/USER.md");
    expect(await moveDocument(deps, user(all), to, "away")).toBe("moved");
    expect(await moveDocument(deps, user(all), to, "away")).toBe("absent");
    expect([world.has("home/USER.md"), world.read("home/archive/USER.md")]).toEqual([false, "old\n"]);
    const [gone, come] = [await changesFor(deps, user(all)), await changesFor(deps, to)];
    expect(gone.changes.at(-1)).toMatchObject({ kind: "removed", reason: "away", moved_to: to.key, splices: [], document: null });
    expect(come.changes.at(-1)).toMatchObject({ kind: "whole", reason: "away (from USER.md)", full: "old\n" });
    expect(await failure(showAt(deps, user(all), gone.changes.at(-1)?.id ?? ""))).toMatch(
      /^NOT_FOUND: the document did not exist at c_\w+ \(codicil log lists its changes\.\)$/,
    );
    expect(await failure(blame(deps, user(all)))).toBe("NOT_FOUND: there is no such document ()");
  });

  it("files that are no documents are made once, and rewritten only where something changes", async () => {
    const { deps, world } = await room();
    const place = { root: "home" as const, path: "last-word/x.yaml" };
    expect([await ensureFile(deps, place, "a\n"), await ensureFile(deps, place, "b\n"), world.read("home/last-word/x.yaml")]).toEqual([
      true,
      false,
      "a\n",
    ]);
    await rewriteFile(deps, place, (now) => Promise.resolve(`${now}c\n`));
    await rewriteFile(deps, place, (now) => Promise.resolve(now));
    await rewriteFile(deps, { ...place, path: "last-word/y.yaml" }, (now) => Promise.resolve(`${now}new\n`));
    expect([world.read("home/last-word/x.yaml"), world.read("home/last-word/y.yaml")]).toEqual(["a\nc\n", "new\n"]);
    const raced = rewriteFile(deps, place, (now) => (world.write("home/last-word/x.yaml", "other\n"), Promise.resolve(`${now}d\n`)));
    expect(await failure(raced)).toBe("STALE: the file changed while it was being written (Try again; nothing was changed.)");
  });
});

describe("history", () => {
  const told = async (all: Room) => {
    const { deps } = all;
    for (const [heading, content, session, origin] of [
      ["Name", "Ada", "s1", "agent"],
      ["Likes", "- tea", "s2", "user"],
      ["Name", "Eve", "s2", "agent"],
    ] as const) {
      await plan(deps, { path: "USER.md", heading, content, session, origin, reason: `${heading} said` });
      await flush(deps, session);
      await apply(deps);
    }
    return (await changesFor(deps, user(all))).changes;
  };

  it("LW-71 a document is shown at a change, an entry, a day or a time", async () => {
    const all = await room();
    const changes = await told(all);
    const at = (moment: string) => showAt(all.deps, user(all), moment);
    expect(await at(changes[0]?.id ?? "")).toBe("## Name\n\nAda\n");
    expect(await at(changes[1]?.entry ?? "")).toBe("## Name\n\nAda\n\n## Likes\n\n- tea\n");
    expect([await at("2026-03-04"), await at("2026-03-04T10:00:00Z")]).toEqual(
      Array.from({ length: 2 }, () => "## Name\n\nEve\n\n## Likes\n\n- tea\n"),
    );
    expect(await failure(at("2026-03-03"))).toBe("NOT_FOUND: the document did not exist at 2026-03-03 (codicil log lists its changes.)");
    expect(await failure(at("2026-03-04T09:59:59Z"))).toMatch(/^NOT_FOUND/);
    expect(await failure(at("some day"))).toBe(
      'BAD_INPUT: "some day" is neither a time nor a change (Give an ISO time, a day like 2026-11-15, or a change\'s id.)',
    );
    expect((await findChange(all.deps, changes[1]?.entry ?? ""))?.change.id).toBe(changes[1]?.id);
    expect(await findChange(all.deps, "c_none")).toBe(null);
    expect(await listLedgers(all.deps.storeFor(null))).toEqual([{ root: "home", project: null, path: "USER.md" }]);
  });

  it("LW-90 one change, or all of a session or an origin, is undone; what was undone is not undone again", async () => {
    const all = await room();
    const changes = await told(all);
    expect(await failure(undoChange(all.deps, user(all), "c_none"))).toMatch(/^NOT_FOUND: there is no change c_none in this document/);
    const receipt = await undoChange(all.deps, user(all), changes[2]?.id ?? "");
    expect(all.tell(receipt)).toMatchInlineSnapshot(
      `"entry: e_b | status: applied | document: USER.md | heading: Name | before: 52c9f8… | after: add0b0… | undo: c_10"`,
    );
    expect(await failure(undoChange(all.deps, user(all), changes[2]?.id ?? ""))).toMatch(
      /^CONFLICT: change c_\w+ was undone before \(codicil log shows the undo; undo that instead\.\)$/,
    );
    const back = await rollBack(all.deps, { origin: "user" });
    expect([back.receipts.map(({ heading }) => heading), back.conflicts, all.world.read("home/USER.md")]).toEqual([
      ["Likes"],
      [],
      "## Name\n\nAda\n",
    ]);
    const rest = await rollBack(all.deps, { session: "s1", origin: "user" });
    expect(rest).toEqual({ receipts: [], conflicts: [] });
  });

  it("the newest changes of all documents come first", async () => {
    const all = await room({ "home/MEMORY.md": "## A\n\n- a\n" });
    await told(all);
    await plan(all.deps, { path: "MEMORY.md", heading: "A", content: "- b", session: "s9" });
    await flush(all.deps, "s9");
    await apply(all.deps);
    const seen: string[] = [];
    for await (const { document, change } of newestChanges(all.deps.storeFor(null))) seen.push(`${document.path} ${change.kind}`);
    expect(seen.filter((line) => line.startsWith("USER.md"))).toHaveLength(3);
    expect(seen.filter((line) => line.startsWith("MEMORY.md"))).toEqual(["MEMORY.md entry", "MEMORY.md first"]);
  });

  it("the newest come first whatever their file, from ledgers of any length, each once", async () => {
    const { deps, world } = await room();
    const ledger = (path: string, hours: readonly number[]) => {
      const header = { v: 1, kind: "ledger", root: "home", project: null, path };
      const changes = hours.map((hour) => ({
        v: 1,
        id: `c_${path}_${hour}`,
        kind: "whole",
        at: new Date(hour * 3_600_000).toISOString(),
        by: "user",
        splices: [],
        full: "x",
        document: "h",
      }));
      const file = world.write(`state/ledger/${path}-1.jsonl`, jsonl(header, ...changes));
      const last = (hours.at(-1) ?? 0) * 3600;
      utimesSync(file, last, last);
    };
    const even = Array.from({ length: 300 }, (_, at) => 2 * at + 2);
    ledger("a.md", even);
    ledger("b.md", [1, 301, 601]);
    ledger("c.md", [299]);
    world.write("state/ledger/empty.jsonl", "");
    world.write("state/ledger/other.txt", "x");
    const told = async (store: Store) => {
      const seen: string[] = [];
      for await (const { change } of newestChanges(store)) seen.push(change.id);
      return seen;
    };
    const store = deps.storeFor(null);
    // A store that cannot say when a ledger was written to, as a database, gives the same.
    const { openLog: _, ...other } = store;
    const seen = await told(store);
    expect(await told(other)).toEqual(seen);
    // The newest one is told when one ledger was read.
    let opened = 0;
    const counting = { ...store, readLogEnd: (...args: Parameters<Store["readLogEnd"]>) => (opened++, store.readLogEnd(...args)) };
    const first = await newestChanges(counting).next();
    expect([first.value?.change.id, opened]).toEqual([seen[0], 1]);
    const hours = [...even.map((hour) => ["a.md", hour] as const), ["b.md", 1], ["b.md", 301], ["b.md", 601], ["c.md", 299]] as const;
    expect(seen).toEqual([...hours].sort(([, a], [, b]) => b - a).map(([path, hour]) => `c_${path}_${hour}`));
  });

  it("X22 a text is forgotten everywhere: documents, versions, logs, pending and damaged files", async () => {
    const all = await room({
      "home/last-word/mine.yaml": 'entries: {"4711-secret',
      "project/.agents/x.yaml": "a 4711-secret b",
      "home/last-word/note.txt": "4711-secret",
    });
    const { deps, world } = all;
    for (const content of ["Ada 4711-secret", "Ada"]) {
      await plan(deps, { path: "USER.md", heading: "Name", content, session: "s1", reason: "4711-secret" });
      await flush(deps, "s1");
      await apply(deps);
    }
    world.write("state/damaged/old", "x 4711-secret");
    expect(await failure(forgetText(deps, " 471 ", []))).toBe(
      "BAD_INPUT: a text of fewer than 4 characters would take too much with it (Give the whole line or secret.)",
    );
    expect(await forgetText(deps, "4711-secret", [user(all)])).toEqual({ documents: 0, versions: 2, logs: 2, files: 3 });
    expect([
      world.read("home/last-word/mine.yaml"),
      world.read("project/.agents/x.yaml"),
      world.read("state/damaged/old"),
      world.read("home/last-word/note.txt"),
    ]).toEqual(['entries: {"[forgotten]', "a [forgotten] b", "x [forgotten]", "4711-secret"]);
    const { changes } = await changesFor(deps, user(all));
    expect([changes.map(({ kind }) => kind), changes.at(-1)]).toEqual([
      ["entry", "entry", "forgotten"],
      expect.objectContaining({ by: "user", full: "## Name\n\nAda\n", splices: [] }),
    ]);
    expect(await forgetText(deps, "4711-secret", [user(all)])).toEqual({ documents: 0, versions: 0, logs: 0, files: 0 });
    expect(await forgetText(deps, "## Name", [])).toMatchObject({ documents: 1 });
  });
});

describe("a delta before anybody applies it", () => {
  type Rows = readonly (readonly [heading: string, level: number | null, operation?: string])[];
  const delta = (...entries: Rows) =>
    readDelta(
      `version: "1.1.0"\nsource: me\nentries:\n${entries
        .map(
          ([heading, level, operation = "update"]) =>
            `  - key: { path: USER.md, heading: ${heading}${level === null ? "" : `, level: ${level}`} }\n    operation: ${operation}\n    content: ${operation === "delete" ? "null" : "x"}\n`,
        )
        .join("")}`,
      "d.yaml",
    );

  it("LW-83 two entries for one section and keys that mean nothing are named with their line", async () => {
    const { deps } = await room();
    const check = async (...entries: Rows) => {
      const read = await delta(...entries);
      return failure(new Promise((done) => done(checkBatch(deps, read, "d.yaml"))));
    };
    expect(await check(["A", 2], ["B", 2])).toBe("no error");
    expect(await check(["A", 2], ["B", 2], ["A", null])).toMatch(
      /^DUPLICATE_HEADING: two entries of one batch claim the section "A" without a level \(Merge/,
    );
    expect(await check(["A", 2], ["A", 3])).toBe("no error");
    const remote = (path: string) =>
      `  - key: { url: "http://127.0.0.1:4790/${path}", heading: A }\n    operation: update\n    content: x\n`;
    const there = await readDelta(`version: "1.0.0"\nsource: me\nentries:\n${remote("a.md")}${remote("b.md")}`, "d.yaml");
    const config = { ...deps.environment.config, remotes: [{ host: "http://127.0.0.1:4790" }] };
    expect(() => checkBatch({ ...deps, environment: { ...deps.environment, config: config as never } }, there, "d.yaml")).not.toThrow();
    const bad = await readDelta(
      'version: "1.0.0"\nsource: me\nentries:\n  - key: { path: ../x.md, heading: A }\n    operation: update\n    content: x\n',
      "d.yaml",
    );
    expect(() => checkBatch(deps, bad, "d.yaml")).toThrow(expect.objectContaining({ code: "BAD_PATH", file: "d.yaml", line: 4 }));
  });

  it("LW-83 entries inside each other and entries that would be staged are foretold", async () => {
    const { deps } = await room({ "home/USER.md": "## A\n\na\n\n### B\n\nb\n" });
    const foretold = async (...entries: Rows) => foresee(deps, await delta(...entries), "2026-03-04T10:00:00Z");
    expect(await foretold(["B", 3], ["A", 2])).toEqual([
      { line: 4, message: '"B" is inside "A" (line 7): "A" is applied first, then "B"' },
    ]);
    expect(await foretold(["A", 2])).toEqual([]);
    expect(await foretold(["B", 3], ["A", 1])).toEqual([]);
    const replaced =
      'version: "1.1.0"\nsource: me\nentries:\n  - key: { path: USER.md, heading: A }\n    operation: replace\n    old: none\n    content: x\n';
    expect(await foresee(deps, await readDelta(replaced, "d.yaml"), "2026-03-04T10:00:00Z")).toEqual([
      { line: 4, message: 'TEXT_NOT_FOUND: the text to replace occurs 0 times in the section "A", not once; apply would stage it' },
    ]);
    expect((await foretold(["A", null], ["B", 2, "append"], ["C", 2, "delete"])).map(({ line }) => line)).toEqual([]);
  });
});

describe("entries that could not be sent", () => {
  it("are noted by session and sent with the next command; the note goes when all are", async () => {
    const { deps, world } = await room();
    await sendUnsent(deps);
    for (const session of ["s1", "s2"]) await plan(deps, { path: "USER.md", heading: session, content: "x", session });
    world.write("state/unsent.jsonl", "s1\ns2\n\ns1\n");
    await sendUnsent(deps);
    expect([world.has("state/unsent.jsonl"), world.read("home/USER.md")]).toEqual([false, "## s1\n\nx\n\n## s2\n\nx\n"]);
  });
});
