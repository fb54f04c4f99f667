// History in the database can only be extended, says who extended it, and shows where somebody rewrote it; rows are checked
// by the schema, and a login that may only propose has a limit.

import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeWarmWorld as makeWorld, type World } from "../kit.ts";
import { freshMind, noPostgres, withPostgres } from "../postgres.ts";
import { bytes, home, random, state, text } from "../store/rig.ts";
import { addressFor, makeLogins, type Sql, tried } from "./logins.ts";
import { addLine, database, makeMachines } from "./rig.ts";

const { open: openPostgres, writerOf } = database;

interface Found {
  readonly findings: readonly { readonly code: string; readonly severity: string; readonly message: string }[];
}

describe.skipIf(noPostgres !== null)(`history in the database${noPostgres === null ? "" : ` (skipped: ${noPostgres})`}`, () => {
  const server = withPostgres();
  const mind = freshMind();
  const schema = `codicil_${mind}`;
  const LOGINS = { gcarl: "contributor", gmona: "maintainer" } as const;
  type Login = keyof typeof LOGINS;
  const logins = {} as Record<Login, Sql>;
  const addressOf = (user: Login) => addressFor(server(), mind, user);
  const tries = (name: Login, statement: string) => tried(logins[name], statement.replaceAll("{s}", schema));
  const owner = (statement: string) => server().sql.unsafe(statement.replaceAll("{s}", schema));
  const findings = (world: World) =>
    world
      .run(["doctor", "--json"])
      .json<Found>()
      .findings.filter(({ code }) => code === "common");
  const machineOf = (name?: Login): World => {
    const world = makeWorld();
    expect(world.run(["move", "--to", name === undefined ? server().address(mind) : addressOf(name)]).code).toBe(0);
    return world;
  };

  beforeAll(async () => {
    const [first] = makeMachines(server(), mind, 1) as [World];
    expect(addLine(first, "one").code).toBe(0);
    Object.assign(logins, await makeLogins(server(), mind, LOGINS, { connection: { application_name: "psql" } }));
  });
  afterAll(async () => {
    for (const sql of Object.values(logins)) await sql.end({ timeout: 0 });
  });

  it("a maintainer extends it through the program, and can change or delete no line with psql", { timeout: 240_000 }, async () => {
    const mona = machineOf("gmona");
    expect(addLine(mona, "two", "g2").code).toBe(0);
    const before = JSON.stringify(await owner("select * from {s}.lines order by root, path, n"));
    for (const statement of [
      "update {s}.lines set line = 'x' where path like 'ledger/%'",
      "delete from {s}.lines where path like 'ledger/%'",
      "insert into {s}.lines (root, path, n, line) select root, path, 999, '{}' from {s}.places where path like 'ledger/%' limit 1",
      "delete from {s}.places where path like 'ledger/%'",
      "update {s}.places set lines = 0 where path like 'ledger/%'",
      "update {s}.places set kind = 'document', bytes = '', version = encode(sha256(''), 'hex') where path like 'ledger/%'",
      "update {s}.marks set login = 'x'",
      "select {s}.mark('state', 'ledger/x', 'rewritten')",
    ])
      expect([statement, await tries("gmona", statement)]).toEqual([statement, expect.toSatisfy((came) => came === 0 || came === "42501")]);
    expect(JSON.stringify(await owner("select * from {s}.lines order by root, path, n"))).toBe(before);
    // Who entered it is said by the database.
    const [row] = await owner("select login, program from {s}.lines where line like '%- two%' limit 1");
    expect(row).toMatchObject({ login: "gmona", program: expect.stringMatching(/^codicil /) });
    expect(findings(mona)).toEqual([]);
  });

  it("a change that says it is another's is shown with who entered it", { timeout: 240_000 }, async () => {
    const mona = machineOf("gmona");
    const [ledger] = await owner("select path from {s}.places where path like 'ledger/USER.md-%'");
    const lie = JSON.stringify({
      v: 1,
      id: "c_lie",
      kind: "considered",
      at: "2026-11-16T00:00:00.000Z",
      by: "user",
      from: "ada@laptop",
      splices: [],
    });
    expect(
      await tries(
        "gmona",
        `select {s}.append(gen_random_uuid(), null, 'state', '${String(ledger?.["path"])}', '${JSON.stringify([lie])}')`,
      ),
    ).toBe(1);
    const told = mona.run(["log", "USER.md", "--json"]).json<{ id: string; from?: string; entered?: string }[]>();
    expect(told.find(({ id }) => id === "c_lie")).toMatchObject({ from: "ada@laptop", entered: "gmona (psql)" });
    // Negative control: what a login says of itself truly is not said twice.
    expect(told.find(({ from }) => from?.startsWith("gmona@") === true)).not.toHaveProperty("entered");
    expect(mona.run(["log", "USER.md"]).out).toContain("entered by gmona (psql)");
  });

  it("X26 a proposal says who planned it, and who last changed its delta", { timeout: 240_000 }, async () => {
    const carl = machineOf("gcarl");
    for (const args of [
      ["plan", "--path", "MEMORY.md", "--heading", "Notes", "--op", "append", "--content", "- from carl", "--session", "gc"],
      ["flush", "--session", "gc"],
    ])
      expect(carl.run(args).code).toBe(0);
    const mona = machineOf("gmona");
    const first = mona.run(["review", "--json"]).json<{ id: string; from?: string; changedBy?: string }[]>();
    expect(first).toMatchObject([{ from: expect.stringMatching(/^gcarl@/) }]);
    expect(first[0]).not.toHaveProperty("changedBy");
    expect(mona.run(["review"]).out).toContain(first[0]?.from);
    await owner(
      "update {s}.places set bytes = bytes || E'\\n', version = encode(sha256(bytes || E'\\n'), 'hex') where path like 'last-word/MEMORY%'",
    );
    expect(mona.run(["review", "--json"]).json()).toMatchObject([{ changedBy: "owner (postgres.js)" }]);
    expect(mona.onTerminal(["accept", first[0]?.id ?? ""]).code).toBe(0);
    const [applied] = mona.run(["log", "MEMORY.md", "--json"]).json<{ from?: string; entered?: string }[]>();
    expect(applied).toMatchObject({ from: expect.stringMatching(/^gcarl@/), entered: expect.stringMatching(/^gmona \(codicil /) });
  });

  it("doctor names a line that was changed, deleted, or cut off the end with psql", { timeout: 240_000 }, async () => {
    const store = openPostgres({ address: server().address(mind), random, machine: "m" });
    const broken = async () => (await store.inspect()).broken.map(({ line, what }) => `${line} ${what}`);
    const ledger = "root = 'state' and path like 'ledger/USER.md-%'";
    await owner(`create table kept_lines as select root, path, n, line, login, program, at, link from {s}.lines where ${ledger}`);
    const [{ last } = { last: 0 }] = await owner("select max(n) as last from kept_lines");
    const mend = async () => {
      await owner(`delete from {s}.lines where ${ledger}`);
      await owner("insert into {s}.lines (root, path, n, line, login, program, at, link) select * from kept_lines");
    };
    expect(await broken()).toEqual([]);
    for (const [harm, said] of [
      [`delete from {s}.lines where ${ledger} and n = 3`, "4 gone"],
      [`delete from {s}.lines where ${ledger} and n = ${last}`, `${last} ends early`],
      [`update {s}.lines set login = 'gcarl' where ${ledger} and n = 3`, "3 changed"],
      [`update {s}.lines set line = line || ' ' where ${ledger} and n = 3`, "3 changed"],
    ] as const) {
      await mend();
      await owner(harm);
      expect([harm, await broken()]).toEqual([harm, [said]]);
    }
    expect(findings(machineOf())).toMatchObject([
      { severity: "error", message: expect.stringMatching(/^USER\.md: line 3 of its history was changed outside Codicil/) as string },
    ]);
    await mend();
    await owner("drop table kept_lines");
    expect(await broken()).toEqual([]);
    await store.close();
  });

  it(
    "the schema's owner rewrites a history and links it again: a machine that saw it says so, until a person has looked",
    { timeout: 240_000 },
    async () => {
      const [saw, never] = [machineOf(), machineOf()];
      const warnings = (world: World) =>
        findings(world)
          .filter(({ severity }) => severity !== "info")
          .map(({ message }) => message);
      expect(warnings(saw)).toEqual([]);
      // Negative controls: lines that are added, and a history that is rewritten by the function that is meant for it.
      expect(addLine(saw, "a line more", "h1").code).toBe(0);
      expect(addLine(saw, "words that must go", "h2").code).toBe(0);
      expect(warnings(saw)).toEqual([]);
      expect(saw.onTerminal(["forget", "words that must go", "--everywhere"]).code).toBe(0);
      expect(warnings(saw)).toEqual([]);
      const carl = machineOf("gcarl");
      expect([warnings(carl), carl.read("state/heads.json").includes("USER.md")]).toEqual([[], true]);
      expect(await tries("gmona", "select {s}.keep_for('USER.md', 'gmona')")).toBe(1);
      expect(warnings(carl)).toEqual([]);
      expect(await tries("gmona", "select {s}.keep_for('USER.md', null)")).toBe(1);
      const relink = `do $$ declare each record; head bytea; begin
      for each in select * from {s}.lines where root = 'state' and path like 'ledger/USER.md-%' order by n loop
        head := {s}.link(head, each.line, each.login, each.program, each.at);
        update {s}.lines set link = head where root = each.root and path = each.path and n = each.n;
      end loop;
      update {s}.places set link = head where root = 'state' and path like 'ledger/USER.md-%';
    end $$`;
      const sign = (login: string) =>
        owner(`update {s}.lines set login = '${login}' where root = 'state' and path like 'ledger/USER.md-%' and n = 3`);
      const [{ login } = { login: "" }] = await owner("select login from {s}.lines where path like 'ledger/USER.md-%' and n = 3");
      await sign("nobody");
      await owner(relink);
      expect(warnings(never)).toEqual([]);
      const told = [expect.stringMatching(/^USER\.md \(line \d+\): the history up to there is not the one that this machine saw/)];
      expect([warnings(saw), warnings(saw)]).toEqual([told, told]);
      await sign(String(login));
      await owner(relink);
      expect(warnings(saw)).toEqual([]);
      // The function that compares the links is the owner's, too.
      await owner("update {s}.lines set login = 'nobody' where root = 'state' and path like 'ledger/USER.md-%' and n = 3");
      await owner(
        "create or replace function {s}.broken_links() returns table (root text, path text, n bigint, what text, login text) language sql stable as $$ select '', '', 0::bigint, '', '' where false $$",
      );
      expect(warnings(saw)).toEqual([expect.stringMatching(/^USER\.md: line 3 of its history was changed/)]);
      await sign(String(login));
    },
  );

  it("X32 forget leaves a mark, breaks no link, and lines stay signed by who wrote them", { timeout: 240_000 }, async () => {
    const here = machineOf();
    expect(addLine(here, "a word to forget", "g3").code).toBe(0);
    expect(here.onTerminal(["forget", "a word to forget", "--everywhere"]).code).toBe(0);
    const found = findings(here);
    expect(found.map(({ severity }) => severity)).toEqual(found.map(() => "info"));
    expect(found.map(({ message }) => message)).toContainEqual(expect.stringMatching(/^USER\.md: rewritten by owner \(codicil /));
    expect((await owner("select count(*) as count from {s}.lines where line like '%a word to forget%'"))[0]).toEqual({ count: "0" });
    expect(
      (await owner(`select distinct login from {s}.lines where line like '%"kind":"entry"%- two%' and line not like '%"full"%'`)).map(
        (row) => String(row["login"]),
      ),
    ).toEqual(["gmona"]);
  });

  it("the schema refuses a version that is no hash, a path with escapes, and more than a login that proposes may have", async () => {
    const place = (path: string, content: string, version = `encode(sha256(${content}), 'hex')`) =>
      `insert into {s}.places (root, path, folder, kind, bytes, version) values ('home', ${path}, '', 'document', ${content}, ${version})`;
    expect(await tries("gmona", place("'V.md'", "'x'", "'v'"))).toBe("23514");
    for (const path of ["E'\\x1b[2J.md'", "E'a\\u202Eb.md'", "E'a\\u009Bb.md'", "'a/../b.md'", "repeat('a', 1025)"])
      expect([path, await tries("gmona", place(path, "'x'"))]).toEqual([path, "42501"]);
    expect(await tries("gcarl", place("'last-word/big.yaml'", "convert_to(repeat('x', 262145), 'UTF8')"))).toBe("CL002");
    // Negative controls: the same for a maintainer, and as much as is allowed.
    expect(await tries("gmona", place("'last-word/big.yaml'", "convert_to(repeat('x', 262145), 'UTF8')"))).toBe(1);
    expect(await tries("gcarl", place("'last-word/c0.yaml'", "convert_to(repeat('x', 262144), 'UTF8')"))).toBe(1);
    for (let n = 1; n < 4; n++)
      expect(await tries("gcarl", place(`'last-word/c${n}.yaml'`, "convert_to(repeat('x', 262144), 'UTF8')"))).toBe(1);
    expect(await tries("gcarl", place("'last-word/c5.yaml'", "'x'"))).toBe("CL002");
    const carl = openPostgres({ address: addressOf("gcarl"), random, machine: "carl" });
    await expect(writerOf(carl).write(home("last-word/c6.yaml"), bytes("x"), null)).rejects.toMatchObject({
      code: "TOO_LARGE",
      message: expect.stringContaining("takes no more proposals of this login") as string,
    });
    await carl.close();
    await owner("delete from {s}.places where path like 'last-word/c%.yaml' or path like 'last-word/big%'");
    for (let n = 0; n < 100; n++) await tries("gcarl", place(`'last-word/n${n}.yaml'`, "'x'"));
    expect(await tries("gcarl", place("'last-word/n100.yaml'", "'x'"))).toBe("CL002");
    await owner("delete from {s}.places where path like 'last-word/n%.yaml'");
  });

  it("a mind of 0.1.0 is brought up to date: nothing is lost, wrong versions are put right, odd paths are left alone", async () => {
    const old = `codicil_${freshMind()}`;
    const sql = (statement: string) => server().sql.unsafe(statement.replaceAll("{s}", old));
    await sql("create schema {s}; create table {s}.migrations (version int primary key, at timestamptz not null default now())");
    await sql(readFileSync(new URL("../fixtures/postgres-0.1.0.sql", import.meta.url), "utf8"));
    await sql("insert into {s}.migrations (version) select generate_series(1, 8)");
    await sql(
      "select {s}.commit(gen_random_uuid(), null, 'home', 'A.md', null, 'a', 'v', 'state', 'ledger/A.jsonl', '[\"h\", \"1\", \"2\"]')",
    );
    await sql("select {s}.append(gen_random_uuid(), null, 'state', 'decisions/proposals.jsonl', '[\"d\"]')");
    await sql(
      "insert into {s}.places (root, path, folder, kind, bytes, version) values ('home', E'\\x1b[2J.md', '', 'document', 'x', 'v')",
    );
    const address = server().address(old.slice("codicil_".length));
    const early = openPostgres({ address, random, machine: "early" });
    await expect(early.read(home("A.md"))).rejects.toMatchObject({ code: "STORE_SCHEMA" });
    const store = openPostgres({ address, random, machine: "m", mayMigrate: true });
    expect(text(await store.read(home("A.md")))).toBe("a");
    expect(text(await early.read(home("A.md")))).toBe("a");
    await early.close();
    expect([...(await store.versions("home")).keys()]).toEqual(["A.md"]);
    await writerOf(store).append(state("ledger/A.jsonl"), ["3"]);
    expect((await store.readLog(state("ledger/A.jsonl"))).lines).toEqual(["h", "1", "2", "3"]);
    expect(await store.inspect()).toMatchObject({ broken: [], marks: [], missing: null, replaced: [] });
    const [row] = await sql("select version = encode(sha256(bytes), 'hex') as good, changed_by from {s}.places where path = 'A.md'");
    expect(row).toEqual({ good: true, changed_by: "owner" });
    const made = (schema: string) =>
      server().sql.unsafe(
        `select proname::text as name, regexp_replace(prosrc, '\\s|${schema}', '', 'g') as does from pg_proc where pronamespace = '${schema}'::regnamespace
          union all select tablename || ' ' || policyname, concat(regexp_replace(qual, '${schema}', '', 'g'), with_check is null) from pg_policies where schemaname = '${schema}'
          union all select table_name || '.' || column_name, ordinal_position || data_type from information_schema.columns where table_schema = '${schema}'
          order by 1, 2`,
      );
    const fresh = freshMind();
    const beside = openPostgres({ address: server().address(fresh), random, machine: "m", mayMigrate: true });
    await beside.now();
    await beside.close();
    expect([...(await made(old))]).toEqual([...(await made(`codicil_${fresh}`))]);
    await store.close();
  });
});
