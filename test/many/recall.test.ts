// Recall in a database: what is in common is indexed once, for those who may see it, and answers are those of the index file.

import { DatabaseSync } from "node:sqlite";
import { inflateRawSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { appendToSession, startSession } from "codicil";
import { sendLogs } from "codicil/transfer";
import { indexCommon, recall, recallStatus } from "../../src/finding/recall.ts";
import { createSearcher, joinShelves, openCommonIndex, openIndexFile, type Source, shelfOf, type ToIndex } from "../../src/recall/index.ts";
import { makeWarmWorld as makeWorld, type World } from "../kit.ts";
import { freshMind, noPostgres, startPostgres, withPostgres } from "../postgres.ts";
import { agent, user } from "../session/rig.ts";
import { random } from "../store/rig.ts";
import { addressFor, makeLogins, type Sql } from "./logins.ts";
import { database } from "./rig.ts";

const today = "2026-11-15";
const toIndex = (source: Source, key = "1"): ToIndex => ({ id: `home/${source.id}`, key, read: async () => source });

/** Deterministic, in two languages, with speakers, days, headings, questions, and one document longer than a packed row. */
function corpus(count: number): Source[] {
  const english = [
    "bees",
    "honey",
    "the garden",
    "gate",
    "oak",
    "rm -rf /tmp",
    "tea",
    "SQLite",
    "index",
    "We went home",
    "C++",
    "a café",
    "two ducks",
    "yesterday",
  ];
  const chinese = ["蜜蜂", "花园", "冰灯", "哈尔滨", "我们去了", "数据库", "三个人", "茶", "周三"];
  let state = 11;
  const next = (below: number) => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) % below;
  return Array.from({ length: count }, (_, number) => ({
    id: number % 5 === 0 ? `notes/${number}.md` : `${number}.md`,
    ...(number % 7 === 3 ? { session: `s${number}` } : {}),
    units: Array.from({ length: number === 4 ? 150 : next(6) }, (_unused, ordinal) => ({
      id: `${number}.${ordinal}`,
      text:
        Array.from({ length: 1 + next(12) }, () => (number % 2 === 0 ? english[next(english.length)] : chinese[next(chinese.length)])).join(
          number % 2 === 0 ? " " : "，",
        ) + (ordinal % 3 === 0 ? "?" : ""),
      ...(ordinal % 2 === 0 ? { speaker: ordinal % 4 === 0 ? "Ada" : "Ben" } : {}),
      ...(number % 3 === 0 ? { day: `2026-0${1 + (number % 9)}-0${1 + (ordinal % 3)}` } : {}),
      ...(number % 4 === 0 ? { heading: "Things › Animals" } : {}),
    })),
  }));
}

const QUERIES = [
  "bees",
  "honey garden",
  "When did Ada go to the garden?",
  "how many ducks",
  "蜜蜂",
  "冰",
  "哈尔滨的冰灯",
  '"honey tea"',
  'honey "oak gate"',
  "garden not:bees",
  "蜂 not:花园",
  "doc:notes tea",
  "day:2026-01 honey",
  "session:s10 茶",
  "rm -rf",
  "C++",
  "the",
  "???",
  "day:2026-04-01",
  "nothingness",
  "Ada Ben yesterday",
  '"we went home"',
  "数据库 SQLite index",
  "",
];

describe.skipIf(noPostgres !== null)(`recall in a database${noPostgres === null ? "" : ` (skipped: ${noPostgres})`}`, () => {
  const server = withPostgres();
  const stores: { close(): Promise<void> }[] = [];
  afterAll(async () => {
    for (const store of stores) await store.close();
  });
  const opened = (mind = freshMind()) => {
    const store = database.open({ address: server().address(mind), random, machine: "m", mayMigrate: true });
    stores.push(store);
    return { mind, store, index: openCommonIndex(store.packed) };
  };
  const wanted = (sources: readonly Source[]) => sources.map(({ id }) => ({ id: `home/${id}`, stands: id, name: id }));

  it("OR-23 the same shelf and query give the same hits in the same order, from memory, a file, the database, or both", async () => {
    const sources = corpus(60);
    const { index } = opened();
    await index.put(sources.map((source) => toIndex(source)));
    const file = openIndexFile(null);
    await file.sync(
      sources.map((source) => ({ id: source.id, owner: "o", stamp: null, key: async () => "1", read: async () => source })),
      { owners: [] },
    );
    const ids = sources.map(({ id }) => id);
    const inMemory = createSearcher(shelfOf(sources));
    const inFile = createSearcher(file.shelf(ids));
    const inDatabase = createSearcher(await index.shelf(wanted(sources)));
    const [some, others] = [sources.filter((_, at) => at % 2 === 0), sources.filter((_, at) => at % 2 === 1)];
    const inBoth = createSearcher(joinShelves(ids, [file.shelf(some.map(({ id }) => id)), await index.shelf(wanted(others))]));
    let found = 0;
    for (const query of QUERIES) {
      const hits = inMemory.search(query, { today, limit: 30 });
      found += hits.length;
      for (const searcher of [inFile, inDatabase, inBoth])
        expect([query, await searcher.ask(query, { today, limit: 30 })]).toEqual([query, hits]);
    }
    expect(found).toBeGreaterThan(200);
    // The control: a shelf that lacks one document gives others.
    const short = createSearcher(await index.shelf(wanted(sources.filter(({ id }) => id !== "4.md"))));
    expect(await short.ask("tea", { today, limit: 30 })).not.toEqual(inMemory.search("tea", { today, limit: 30 }));
    file.close();
  });

  it("X14 what is not on the shelf is neither found nor counted", async () => {
    const sources = corpus(20);
    const { index } = opened();
    await index.put(sources.map((source) => toIndex(source)));
    const some = sources.slice(0, 7);
    const searcher = createSearcher(await index.shelf(wanted(some)));
    for (const query of QUERIES)
      expect(await searcher.ask(query, { today })).toEqual(createSearcher(shelfOf(some)).search(query, { today }));
  });

  it("two questions at once do not get into each other's way", async () => {
    const sources = corpus(30);
    const { index } = opened();
    await index.put(sources.map((source) => toIndex(source)));
    const searcher = createSearcher(await index.shelf(wanted(sources)));
    const answers = await Promise.all(QUERIES.map((query) => searcher.ask(query, { today })));
    const alone = createSearcher(shelfOf(sources));
    QUERIES.forEach((query, at) => expect(answers[at]).toEqual(alone.search(query, { today })));
  });

  it("documents that come one by one, again and again, are gathered; what is gone leaves nothing behind that counts", async () => {
    const { index, mind } = opened();
    const count = async (table: string) =>
      Number((await server().sql.unsafe(`select count(*) from codicil_${mind}.${table}`))[0]?.["count"]);
    const sources = corpus(40);
    for (const source of sources) await index.put([toIndex(source)]);
    expect(await count("recall_segments")).toBeLessThan(20);
    for (let round = 0; round < 20; round++)
      await index.put([toIndex({ ...(sources[4] as Source), units: [{ id: "x", text: `bees round ${round}` }] }, String(round))]);
    await index.put([toIndex(sources[4] as Source, "back")]);
    await index.remove(["home/0.md", `home/${sources[5]?.id ?? ""}`]);
    const left = sources.filter((_, at) => at !== 5 && sources[at]?.id !== "0.md");
    const searcher = createSearcher(await index.shelf(wanted(sources)));
    for (const query of QUERIES)
      expect(await searcher.ask(query, { today, limit: 30 })).toEqual(createSearcher(shelfOf(left)).search(query, { today, limit: 30 }));
    expect(await count("recall_segments")).toBeLessThan(24);
    await index.clear();
    for (const table of ["recall_segments", "recall_documents", "recall_entries", "recall_units"])
      expect([table, await count(table)]).toEqual([table, 0]);
  });

  it("a batch that was cut off is seen by nobody, and one that met an emptied index comes to nothing", async () => {
    const { index, store, mind } = opened();
    const [source] = corpus(5).filter(({ units }) => units.length > 2) as [Source];
    await index.put([toIndex(source)]);
    const before = await createSearcher(await index.shelf(wanted([source]))).ask("bees", { today });
    await server().sql.unsafe(`select codicil_${mind}.recall_begin('', '[{"id":"home/half.md","key":"1 1","units":1,"facts":""}]')`);
    await server().sql.unsafe(`update codicil_${mind}.recall_state set version = version + 1`);
    expect([...(await index.standing()).keys()]).toEqual([`home/${source.id}`]);
    expect(await createSearcher(await index.shelf(wanted([source]))).ask("bees", { today })).toEqual(before);
    let emptied = false;
    await store.packed.put({
      audience: "",
      documents: [{ id: "home/late.md", key: "1 1", session: null, facts: new Uint8Array([0, 2, 91, 93]), units: ["{}"] }],
      entries: () => ((emptied = true), [["late", new Uint8Array([1, 0])] as const]),
    });
    expect([emptied, [...(await index.standing()).keys()].includes("home/late.md")]).toEqual([true, true]);
    const [begun] = await server().sql.unsafe(
      `select codicil_${mind}.recall_begin('', '[{"id":"home/late2.md","key":"1 1","units":1,"facts":""}]') as begun`,
    );
    await index.clear();
    await server().sql.unsafe(
      `select codicil_${mind}.recall_finish(${String((begun as unknown as { begun: { segment: number } }).begun.segment)})`,
    );
    expect((await index.standing()).size).toBe(0);
  });
});

describe.skipIf(noPostgres !== null)(`recall on several machines${noPostgres === null ? "" : ` (skipped: ${noPostgres})`}`, () => {
  const server = withPostgres();
  const mind = freshMind();
  const schema = `codicil_${mind}`;
  const LOGINS = { rita: "reader", carl: "contributor", mona: "maintainer", max: "maintainer" } as const;
  type Login = keyof typeof LOGINS;
  const logins = {} as Record<Login, Sql>;
  const machineOf = (name?: Login): World => {
    const machine = makeWorld();
    const moved = machine.run(["move", "--to", name === undefined ? server().address(mind) : addressFor(server(), mind, name)]);
    expect([moved.code, moved.err]).toEqual([0, expect.any(String)]);
    return machine;
  };
  /** Units of this machine's own index. */
  const ownUnits = (machine: World): string => {
    const database = new DatabaseSync(`${machine.state}/recall/index.sqlite`, { readOnly: true });
    const rows = database.prepare("SELECT units FROM unit").all() as { units: Uint8Array }[];
    const text = rows.map(({ units }) => inflateRawSync(units).toString()).join("\n");
    database.close();
    return text;
  };
  const as = async (name: Login, statement: string) =>
    (await logins[name].unsafe(statement.replaceAll("{s}", schema))).map((row) => ({ ...row }));

  beforeAll(async () => {
    const owner = makeWorld();
    owner.run(["init", "--yes"]);
    owner.write(
      "home/MEMORY.md",
      "# Memory\n\n## Tools\n\nWe chose SQLite for the index, said the okapi.\n\n## 旅行\n\n冬天想去哈尔滨看冰灯。\n",
    );
    owner.write("home/DIARY.md", "# Diary\n\nThe okapi and the narwhal met mona.\n");
    owner.write("home/notes/loose.md", "A loose note on the okapi.\n");
    expect(owner.run(["move", "--to", server().address(mind)]).code).toBe(0);
    Object.assign(logins, await makeLogins(server(), mind, LOGINS));
    await server().sql.unsafe(`select ${schema}.keep_for('DIARY.md', 'mona')`);
  });
  afterAll(async () => {
    for (const sql of Object.values(logins)) await sql.end({ timeout: 0 });
  });

  it("OR-23 LW-90 one machine indexes, the others find without indexing; a change is indexed once, and roles that may not write are told", async () => {
    const rita = machineOf("rita");
    const early = await recall(await rita.open(), "okapi");
    // Nobody who may has indexed yet: the reader's machine does it for itself, and says so.
    expect(early.notices).toEqual([expect.stringContaining("this login may not put them there")]);
    expect(early.hits.map(({ document }) => document)).toEqual(expect.arrayContaining(["MEMORY.md", "~/.config/agents/notes/loose.md"]));
    const [mona, max] = [machineOf("mona"), machineOf("max")];
    const found = await recall(await mona.open(), "okapi");
    expect([found.notices, found.hits.some(({ document }) => document.endsWith("DIARY.md"))]).toEqual([[], true]);
    expect(ownUnits(mona)).not.toContain("okapi");
    const theirs = await recall(await max.open(), "okapi");
    expect([theirs.notices, ownUnits(max).includes("okapi")]).toEqual([[], false]);
    // What max may not see is neither found nor counted: as on the reader's machine, which had no index but its own.
    expect(theirs.hits).toEqual(early.hits);
    expect((await recall(await rita.open(), "okapi")).notices).toEqual([]);
    expect((await recall(await rita.open(), "okapi")).hits).toEqual(early.hits);
    expect((await recall(await max.open(), "冰灯")).hits[0]).toMatchObject({
      document: "MEMORY.md",
      heading: "Memory › 旅行",
      lines: [7, 9],
    });
    const version = async () => (await server().sql.unsafe(`select version from ${schema}.recall_state`))[0]?.["version"] as string;
    const before = await version();
    await recall(await max.open(), "index");
    expect(await version()).toBe(before);
    max.write("home/MEMORY.md", "# Memory\n\nNow it is about walruses.\n");
    expect((await recall(await max.open(), "walrus")).hits[0]?.document).toBe("MEMORY.md");
    expect((await recall(await mona.open(), "walrus")).hits[0]?.document).toBe("MEMORY.md");
    expect((await recall(await mona.open(), "冰灯")).hits).toEqual([]);
    expect(Number(await version())).toBe(Number(before) + 1);
    const status = await recallStatus(await mona.open());
    expect(status.common).toMatchObject({ documents: expect.any(Number), index: expect.not.stringContaining("word") });
    expect(mona.run(["recall", "--status"]).out).toMatch(/in common: \d+ of them are indexed in the database/);
  });

  it("X14 tried in SQL: nobody sees or counts index rows of what they may not see, nor changes them", async () => {
    await recall(await machineOf("mona").open(), "okapi");
    const rows = (name: Login) =>
      as(
        name,
        "select (select count(*) from {s}.recall_documents where id = 'home/DIARY.md')::int as documents, (select count(*) from {s}.recall_entries where term like 'narwhal%')::int as entries, (select count(*) from {s}.recall_find('[\"narwhal\"]'))::int as found, (select count(*) from {s}.recall_units where units::text like '%narwhal%')::int as units, (select count(*) from {s}.recall_segments where audience not in ('', session_user))::int as segments",
      );
    for (const name of ["rita", "carl", "max"] as const)
      expect([name, await rows(name)]).toEqual([name, [{ documents: 0, entries: 0, found: 0, units: 0, segments: 0 }]]);
    expect(await rows("mona")).toEqual([{ documents: 1, entries: 1, found: 1, units: 1, segments: 0 }]);
    const all = async () =>
      JSON.stringify(
        await server().sql.unsafe(
          `select (select count(*) from ${schema}.recall_documents), (select count(*) from ${schema}.recall_entries), (select md5(string_agg(entries::text, '' order by segment, term)) from ${schema}.recall_entries), (select count(*) from ${schema}.recall_units)`,
        ),
      );
    const before = await all();
    const HARM = [
      "delete from {s}.recall_segments",
      "delete from {s}.recall_entries",
      "update {s}.recall_entries set entries = ''",
      "update {s}.recall_documents set key = 'x'",
      "select {s}.recall_drop()",
      "select {s}.recall_remove('[\"home/MEMORY.md\"]')",
      "select {s}.recall_begin('', '[]')",
      "select {s}.recall_begin('mona', '[]')",
      "insert into {s}.recall_entries select segment, 'poison', audience, '' from {s}.recall_segments",
      "insert into {s}.recall_units select number, 99, audience, '{}' from {s}.recall_documents",
      "truncate {s}.recall_entries",
      "update {s}.recall_state set version = 0",
    ];
    for (const name of ["rita", "carl"] as const)
      for (const statement of HARM)
        await as(name, statement).catch((error: { code: string }) => expect([statement, error.code]).toEqual([statement, "42501"]));
    expect(await all()).toBe(before);
    // The control: the same does harm in hands that may.
    await server()
      .sql.begin(async (sql) => {
        await sql.unsafe(`delete from ${schema}.recall_segments`);
        expect((await sql.unsafe(`select count(*)::int from ${schema}.recall_entries`))[0]).toEqual({ count: 0 });
        throw new Error("undone");
      })
      .catch((error: Error) => expect(error.message).toBe("undone"));
  });

  it("when a document becomes somebody's own, what was indexed of it for all is gone at once", async () => {
    const owner = machineOf();
    owner.write("home/PLANS.md", "# Plans\n\nThe axolotl moves in.\n");
    // Whoever still believes that everybody may see it comes to nothing.
    await server().sql.unsafe(`select ${schema}.keep_for('DIARY.md', 'mona')`);
    expect(
      await server().sql.unsafe(`select ${schema}.recall_begin('', '[{"id":"home/DIARY.md","key":"1 1","units":1,"facts":""}]') as begun`),
    ).toEqual([{ begun: null }]);
    const seen = async () => (await as("rita", "select count(*)::int from {s}.recall_entries where term like 'axolotl%'"))[0]?.["count"];
    await recall(await owner.open(), "axolotl");
    expect(await seen()).toBe(1);
    await server().sql.unsafe(`select ${schema}.keep_for('PLANS.md', 'max')`);
    expect(await seen()).toBe(0);
    expect((await recall(await machineOf("max").open(), "axolotl")).hits.length).toBeGreaterThan(0);
    expect(await seen()).toBe(0);
    expect((await recall(await machineOf("rita").open(), "axolotl")).hits).toEqual([]);
    await server().sql.unsafe(`select ${schema}.keep_for('PLANS.md', null)`);
    await recall(await machineOf("mona").open(), "axolotl");
    expect(await seen()).toBe(1);
  });

  it("X14 a session that one machine sends is found on the same person's other machine, and by nobody else, in no other scope", async () => {
    const [here, there, other] = [machineOf("carl"), machineOf("carl"), machineOf("mona")];
    const units = [{ id: "1", text: "The quokka drawings are in the blue folder.", speaker: "agent", day: today, lines: [3, 3] as const }];
    await indexCommon(await here.open(), [{ id: "session:s1", key: "1", read: async () => ({ id: "session:s1", session: "s1", units }) }]);
    expect((await recall(await there.open(), "quokka")).hits[0]).toMatchObject({ document: "session:s1", lines: [3, 3], speaker: "agent" });
    expect((await recall(await there.open(), "quokka session:s1")).hits.length).toBe(1);
    expect((await recall(await there.open(), "quokka", { without: "s1" })).hits).toEqual([]);
    for (const scope of ["shared", "project"] as const)
      expect(JSON.stringify(await recall(await there.open(), "quokka", { scope }))).not.toContain("quokka");
    expect((await recall(await other.open(), "quokka")).hits).toEqual([]);
    expect(await as("mona", "select * from {s}.recall_documents where id like 'session:%'")).toEqual([]);
    // Nor by whoever owns the database, whom row security does not stop.
    expect((await recall(await machineOf().open(), "quokka")).hits).toEqual([]);
  });

  it("X14 OR-23 what was said on one machine is found on the person's other machine once it was sent, also after the index was emptied", async () => {
    const [here, there, other] = [machineOf("carl"), machineOf("carl"), machineOf("max")];
    const [a, b] = [await here.open(), await there.open()];
    const { header } = await startSession(a);
    await appendToSession(a, header.sessionId, [
      user("Where did we put the tapir drawings?"),
      agent("In the green folder, said the tapir."),
    ]);
    expect((await sendLogs(a)).problems).toEqual([]);
    const found = (await recall(b, "tapir green folder")).hits;
    expect(found[0]).toMatchObject({
      document: `session:${header.sessionId}`,
      speaker: "agent",
      text: "In the green folder, said the tapir.",
    });
    // As on the machine that has it.
    expect((await recall(a, "tapir green folder")).hits.filter(({ document }) => document === found[0]?.document)).toEqual(
      found.filter(({ document }) => document === found[0]?.document),
    );
    expect(ownUnits(there)).not.toContain("tapir");
    expect(there.has(`state/elsewhere/${header.sessionId}.jsonl`)).toBe(false);
    expect((await recall(await other.open(), "tapir")).hits).toEqual([]);
    await appendToSession(a, header.sessionId, [user("And the okapi of the tapir?")]);
    await sendLogs(a, { session: header.sessionId });
    expect((await recall(b, "tapir", { limit: 20 })).hits.length).toBe(3);
    await server().sql.unsafe(`delete from ${schema}.recall_segments; update ${schema}.recall_state set version = version + 1`);
    expect((await recall(await there.open(), "tapir", { limit: 20 })).hits.length).toBe(3);
    expect(here.run(["recall", "--rebuild"]).code).toBe(0);
    expect((await as("carl", `select count(*)::int from {s}.recall_documents where id = 'session:${header.sessionId}'`))[0]).toEqual({
      count: 1,
    });
    await as("carl", `select {s}.withdraw('session', '${header.sessionId}')`);
    expect((await recall(b, "tapir")).hits).toEqual([]);
    expect((await as("carl", "select count(*)::int from {s}.recall_entries where term like 'tapir%'"))[0]).toEqual({ count: 0 });
  });

  it("the index is never the truth: emptied, it is made anew; forget leaves nothing in it, and rebuild fills it", async () => {
    const owner = machineOf();
    owner.write("home/SECRETIVE.md", "# S\n\nThe pangolin is called Gerald.\n");
    const open = await owner.open();
    expect((await recall(open, "pangolin")).hits[0]?.document).toContain("SECRETIVE.md");
    await server().sql.unsafe(`delete from ${schema}.recall_segments; update ${schema}.recall_state set version = version + 1`);
    expect((await recall(open, "pangolin")).hits[0]?.document).toContain("SECRETIVE.md");
    expect(owner.onTerminal(["forget", "The pangolin is called Gerald.", "--everywhere"]).code).toBe(0);
    const left = async () =>
      JSON.stringify(
        await server().sql.unsafe(
          `select (select count(*) from ${schema}.recall_entries where term like 'pangolin%')::int as entries, (select count(*) from ${schema}.recall_units where units::text like '%angolin%')::int as units`,
        ),
      );
    expect(await left()).toBe('[{"entries":0,"units":0}]');
    expect(owner.run(["recall", "--rebuild", "--json"]).code).toBe(0);
    expect(await left()).toBe('[{"entries":0,"units":0}]');
    expect((await recall(await owner.open(), "walruses okapi")).hits.length).toBeGreaterThan(0);
  });
});

describe.skipIf(noPostgres !== null)(`recall while the database is away${noPostgres === null ? "" : ` (skipped: ${noPostgres})`}`, () => {
  it("answers from this machine's copies and says so; an open process finds its way back", async () => {
    const server = await startPostgres();
    try {
      const machine = makeWorld();
      machine.run(["init", "--yes"]);
      machine.write("home/MEMORY.md", "# Memory\n\nThe capybara bathes.\n");
      expect(machine.run(["move", "--to", server.address(freshMind())]).code).toBe(0);
      const mind = await machine.open();
      const before = await recall(mind, "capybara");
      expect(before.notices).toEqual([]);
      await server.stop();
      const away = await recall(mind, "capybara");
      expect(away).toEqual({
        hits: before.hits,
        notices: [expect.stringContaining("found in this machine's copies alone: the database does not answer")],
      });
      expect((await recall(mind, "capybara")).hits).toEqual(before.hits);
      const ran = machine.run(["recall", "capybara", "--json"]);
      expect([ran.code, ran.json(), ran.err]).toEqual([0, before.hits, expect.stringContaining("copies")]);
      await server.start();
      await expect.poll(() => recall(mind, "capybara"), { timeout: 30_000 }).toEqual(before);
    } finally {
      await server.remove();
    }
  });
});
