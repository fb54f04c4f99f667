// Roles are held by the database, whatever program speaks to it: tried with real logins, directly in SQL, and through the
// program.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Receipt } from "codicil";
import { makeWarmWorld as makeWorld, type World } from "../kit.ts";
import { freshMind, noPostgres, withPostgres } from "../postgres.ts";
import { bytes, home, random, state } from "../store/rig.ts";
import { addressFor, makeLogins, type Sql, tried } from "./logins.ts";
import { addLine, database, makeMachines } from "./rig.ts";

const { open: openPostgres, writerOf } = database;

describe.skipIf(noPostgres !== null)(`roles${noPostgres === null ? "" : ` (skipped: ${noPostgres})`}`, () => {
  const server = withPostgres();
  const mind = freshMind();
  const schema = `codicil_${mind}`;
  const LOGINS = { rita: "reader", carl: "contributor", mona: "maintainer" } as const;
  const logins = {} as Record<keyof typeof LOGINS, Sql>;
  /** A machine of one of the logins, or of the owner; worlds last for one test. */
  const machineOf = (name?: keyof typeof LOGINS): World => {
    const machine = makeWorld();
    const joined = machine.run(["move", "--to", name === undefined ? server().address(mind) : addressFor(server(), mind, name)]);
    expect(joined.code).toBe(0);
    return machine;
  };

  beforeAll(async () => {
    const [owner] = makeMachines(server(), mind, 1) as [World];
    addLine(owner, "one");
    owner.run(["plan", "--path", "SOUL.md", "--heading", "Values", "--op", "update", "--content", "Patience.", "--session", "s2"]);
    owner.run(["flush", "--session", "s2"]);
    owner.write("home/DIARY.md", "# Diary\n\nonly mona\n");
    owner.run(["sync"]);
    Object.assign(logins, await makeLogins(server(), mind, LOGINS));
    await server().sql.unsafe(`select ${schema}.keep_for('DIARY.md', 'mona')`);
  });
  afterAll(async () => {
    for (const sql of Object.values(logins)) await sql.end({ timeout: 0 });
  });

  const tries = (name: keyof typeof LOGINS, statement: string) => tried(logins[name], statement.replaceAll("{s}", schema));
  const everything = async () =>
    JSON.stringify([
      await server().sql.unsafe(`select * from ${schema}.places order by root, path`),
      await server().sql.unsafe(`select * from ${schema}.lines order by root, path, n`),
      await server().sql.unsafe(`select * from ${schema}.kept order by path`),
    ]);

  const HARM = [
    "update {s}.places set bytes = 'x' where path = 'USER.md'",
    "insert into {s}.places (root, path, folder, kind, bytes, version) values ('home', 'NEW.md', '', 'document', 'x', encode(sha256('x'), 'hex'))",
    "delete from {s}.places where path = 'USER.md'",
    "insert into {s}.lines select root, path, 999, '{}' from {s}.places where path like 'ledger/%' limit 1",
    "update {s}.lines set line = 'x'",
    "delete from {s}.lines",
    "truncate {s}.lines",
    "drop table {s}.lines",
    "alter table {s}.places disable row level security",
    "drop policy see on {s}.places",
    "drop trigger sign on {s}.places",
    "create or replace function {s}.is_maintainer() returns boolean language sql as 'select true'",
    "insert into {s}.kept values ('home', 'USER.md', 'rita')",
    "delete from {s}.kept",
    "select {s}.keep_for('DIARY.md', null)",
    "select {s}.keep_for('USER.md', 'rita')",
    "grant {s}_maintainer to rita",
    "set role {s}_maintainer",
    "select {s}.append(gen_random_uuid(), null, 'state', 'decisions/proposals.jsonl', '[\"{\\\"kind\\\":\\\"accepted\\\"}\"]')",
    "select {s}.write(gen_random_uuid(), null, 'home', 'USER.md', (select version from {s}.places where path = 'USER.md'), 'x', encode(sha256('x'), 'hex'))",
    "select {s}.commit(gen_random_uuid(), null, 'home', 'NEW.md', null, 'x', encode(sha256('x'), 'hex'), 'state', 'ledger/x.jsonl', '[\"x\"]')",
    "select {s}.rewrite(gen_random_uuid(), null, 'state', 'decisions/proposals.jsonl', '[]')",
    "insert into {s}.migrations values (99)",
  ];

  it("a reader reads, and can neither change nor approve anything, tried directly in SQL", async () => {
    expect(await tries("rita", "select * from {s}.places where path = 'USER.md'")).toBe(1);
    const before = await everything();
    for (const statement of [
      ...HARM,
      "insert into {s}.places (root, path, folder, kind, bytes, version) values ('home', 'last-word/x.yaml', 'last-word', 'document', 'x', encode(sha256('x'), 'hex'))",
      "update {s}.places set bytes = 'x' where path like 'last-word/%'",
    ]) {
      const came = await tries("rita", statement);
      expect([statement, came === 0 || came === "42501"]).toEqual([statement, true]);
    }
    expect(await everything()).toBe(before);
  });

  it("negative control: the same statements do harm in the owner's hands", async () => {
    const undone = new Error("undone");
    let changed = 0;
    await server()
      .sql.begin(async (sql) => {
        changed = (await sql.unsafe(`update ${schema}.places set bytes = 'x', version = encode(sha256('x'), 'hex') where path = 'USER.md'`))
          .count;
        throw undone;
      })
      .catch((error: unknown) => expect(error).toBe(undone));
    expect(changed).toBe(1);
  });

  it("nobody but its keeper sees a kept document, its ledger or its pending entries", async () => {
    for (const name of ["rita", "carl"] as const) {
      expect(await tries(name, "select * from {s}.places where path = 'DIARY.md'")).toBe(0);
      expect(await tries(name, "select * from {s}.places where path like 'ledger/DIARY%'")).toBe(0);
      expect(await tries(name, "select * from {s}.lines where line like '%only mona%'")).toBe(0);
      expect(await tries(name, "select * from {s}.kept")).toBe("42501");
    }
    expect(await tries("mona", "select * from {s}.places where path = 'DIARY.md'")).toBe(1);
    expect(await tries("mona", "select * from {s}.lines where line like '%only mona%'")).toBeGreaterThan(0);
    await server().sql.unsafe(
      `insert into ${schema}.places (root, path, folder, kind, bytes, version) values ('home', 'last-word/DIARY.md.yaml', 'last-word', 'document', 'x', encode(sha256('x'), 'hex')), ('home', 'last-word/staging/1.yaml', 'last-word/staging', 'document', 'x', encode(sha256('x'), 'hex'))`,
    );
    expect(await tries("carl", "select * from {s}.places where path like 'last-word/DIARY%' or path like '%staging%'")).toBe(0);
    expect(await tries("mona", "select * from {s}.places where path like 'last-word/DIARY%' or path like '%staging%'")).toBe(2);
    await server().sql.unsafe(`delete from ${schema}.places where path in ('last-word/DIARY.md.yaml', 'last-word/staging/1.yaml')`);
  });

  it("a contributor proposes, and can neither write a document nor accept, whatever the delta says of itself", async () => {
    const before = await everything();
    for (const statement of HARM) {
      const came = await tries("carl", statement);
      expect([statement, came === 0 || came === "42501"]).toEqual([statement, true]);
    }
    expect(await everything()).toBe(before);
    const store = openPostgres({ address: addressFor(server(), mind, "carl"), random, machine: "carl" });
    const delta = `version: "1.0.0"\nsource: carl\nentries:\n  - key:\n      path: ~/.config/agents/USER.md\n      heading: Identity\n    operation: update\n    content: "Carl's, without a word."\n    meta: { id: e_carl_1, origin: user }\n`;
    await writerOf(store).write(home("last-word/CARL.yaml"), bytes(delta), null);
    await expect(
      writerOf(store).write(home("USER.md"), bytes("mine"), (await store.read(home("USER.md")))?.version ?? null),
    ).rejects.toMatchObject({ code: "STORE_DENIED" });
    await expect(writerOf(store).append(state("decisions/proposals.jsonl"), ["{}"])).rejects.toMatchObject({ code: "STORE_DENIED" });
    await store.close();
    // It calls itself the person's own and asks for nothing; on a maintainer's machine it waits all the same.
    await tries("carl", "update {s}.places set proposed = false, changed_by = 'mona' where path = 'last-word/CARL.yaml'");
    const mona = machineOf("mona");
    const waits = mona
      .run(["apply", "--json"])
      .json<Receipt[]>()
      .find(({ entry }) => entry === "e_carl_1");
    expect(waits?.status).toBe("proposed");
    expect(mona.read("home/USER.md")).not.toContain("Carl's");
    expect(mona.onTerminal(["accept", "e_carl_1"]).code).toBe(0);
    expect(mona.read("home/USER.md")).toContain("Carl's, without a word.");
  });

  it("through the program: a reader's machine has the documents, and is told what it may not do", () => {
    const rita = machineOf("rita");
    expect(rita.run(["status"]).code).toBe(0);
    expect(rita.read("home/USER.md")).toContain("# About me");
    expect(rita.has("home/DIARY.md")).toBe(false);
    rita.write("home/USER.md", "# About me\n\nchanged by a reader\n");
    const synced = rita.run(["sync", "--json"]);
    expect(synced.json<{ problems: { code: string }[] }>().problems.map(({ code }) => code)).toEqual(["STORE_DENIED"]);
    expect(machineOf().read("home/USER.md")).not.toContain("changed by a reader");
  });

  it("secrets are refused in what others read, from an entry and from somebody", () => {
    const owner = machineOf();
    const secret = `AKIA${"IOSFODNN7"}${"EXAMPLQ"}`;
    const planned = owner
      .run([
        "plan",
        "--path",
        "MEMORY.md",
        "--heading",
        "Notes",
        "--op",
        "append",
        "--content",
        `key ${secret}`,
        "--session",
        "s3",
        "--json",
      ])
      .json<Receipt>();
    expect([planned.status, planned.why?.startsWith("SECRET")]).toEqual(["refused", true]);
    const kept = owner.read("home/MEMORY.md");
    owner.write("home/MEMORY.md", `${kept}\nkey ${secret}\n`);
    const synced = owner.run(["sync", "--json"]);
    expect(synced.json<{ problems: { code: string }[] }>().problems.map(({ code }) => code)).toEqual(["SECRET"]);
    owner.write("home/MEMORY.md", kept);
    expect(owner.run(["sync"]).code).toBe(0);
  });
});
