// Roles as somebody with psql would attack them: every table and every function of the schema, names laid in the way,
// functions that look at hidden rows, the channels beside the tables. What they may not have is nowhere in what they get.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freshMind, noPostgres, withPostgres } from "../postgres.ts";
import { bytes, home, random, state, text } from "../store/rig.ts";
import { addressFor, connectAs, makeLogins, type Sql } from "./logins.ts";
import { database } from "./rig.ts";

const { open: openPostgres, writerOf } = database;

describe.skipIf(noPostgres !== null)(`roles under attack${noPostgres === null ? "" : ` (skipped: ${noPostgres})`}`, () => {
  const server = withPostgres();
  const mind = freshMind();
  const schema = `codicil_${mind}`;
  const LOGINS = { rita: "reader", carl: "contributor", mona: "maintainer", nina: "maintainer", olga: null } as const;
  type Name = keyof typeof LOGINS;
  const logins = {} as Record<Name, Sql>;
  const storeOf = (name: Name) => openPostgres({ address: addressFor(server(), mind, name), random, machine: name });

  /** Is in a kept document, in documents of mona's own, and in everything that belongs to them. */
  const CANARY = "zebrafinch";

  beforeAll(async () => {
    const owner = openPostgres({ address: server().address(mind), random, machine: "owner", mayMigrate: true });
    const write = writerOf(owner);
    await write.write(home("USER.md"), bytes("# Everybody's\n"), null);
    await write.append(state("decisions/proposals.jsonl"), ['{"v":1}']);
    Object.assign(logins, await makeLogins(server(), mind, LOGINS));
    const mona = storeOf("mona");
    const hers = writerOf(mona);
    await hers.commit({
      place: home("DIARY.md"),
      expect: null,
      bytes: bytes(`# ${CANARY}\n`),
      log: state("ledger/DIARY.md-1.jsonl"),
      lines: ['{"v":1,"kind":"ledger","root":"home","project":null,"path":"DIARY.md"}', `{"full":"${CANARY}"}`],
    });
    await server().sql.unsafe(`select ${schema}.keep_for('DIARY.md', 'mona')`);
    await hers.write(home("last-word/DIARY.md.yaml"), bytes(`content: ${CANARY}`), null);
    await hers.write(home("last-word/DIARY.md-20261115-143022-1a2b.yaml"), bytes(`content: ${CANARY}`), null);
    await hers.write(
      home("last-word/staging/20261115-143022-1a2b.yaml"),
      bytes(`version: "1.0.0"\ntarget_file: "~/.config/agents/DIARY.md"\ncontent: ${CANARY}`),
      null,
    );
    await hers.commit({
      place: home("me/USER.md"),
      expect: null,
      bytes: bytes(`# ${CANARY}\n`),
      log: state("ledger/me--USER.md-2.jsonl"),
      lines: ["{}", `{"full":"${CANARY}"}`],
    });
    await hers.write(home("last-word/me--USER.md.yaml"), bytes(`content: ${CANARY}`), null);
    await hers.write(home("last-word/staging/me--1.yaml"), bytes(`content: ${CANARY}`), null);
    await hers.append(state("decisions/me--proposals.jsonl"), [`{"hash":"${CANARY}"}`]);
    await mona.close();
    await owner.close();
  });
  afterAll(async () => {
    for (const sql of Object.values(logins)) await sql.end({ timeout: 0 });
  });

  const spell = (statement: string) => statement.replaceAll("{s}", schema);
  /** What a login gets: its rows, or the error with everything that the database says of it. */
  const gets = (name: Name, statement: string): Promise<string> =>
    logins[name].unsafe(spell(statement)).then(
      (rows) => JSON.stringify(rows, showBytes),
      (error: Error) => `refused ${JSON.stringify({ ...error, message: error.message })}`,
    );
  const codeOf = (name: Name, statement: string): Promise<string> =>
    logins[name].unsafe(spell(statement)).then(
      () => "done",
      (error: { code: string }) => error.code,
    );
  const tablesOf = async () =>
    (
      await server().sql.unsafe(
        `select relname from pg_class where relnamespace = '${schema}'::regnamespace and relkind in ('r', 'v', 'm', 'p')`,
      )
    ).map((row) => row["relname"] as string);
  /** Every row that is not the attackers' own, and no mere counter. */
  const everything = async (): Promise<string[]> => {
    const rows: string[] = [];
    for (const table of (await tablesOf()).filter((each) => !["writes", "persons", "recall_state"].includes(each))) {
      const found = await server().sql.unsafe(
        `select t::text as row from ${schema}.${table} t where not exists (select from ${schema}.persons p where p.login in ('rita', 'carl') and t::text like '%me/' || p.token || '/%')`,
      );
      rows.push(...found.map(({ row }) => `${table} ${String(row)}`));
    }
    return rows.sort();
  };

  it("whoever keeps it sees all of it, and the program finds its own; negative control: the word is there to be found", async () => {
    for (const table of ["places", "lines"]) expect(await gets("mona", `select * from {s}.${table}`)).toContain(CANARY);
    const mona = storeOf("mona");
    expect(text(await mona.read(home("me/USER.md")))).toContain(CANARY);
    expect(await mona.list("home", "last-word")).toEqual(["DIARY.md-20261115-143022-1a2b.yaml", "DIARY.md.yaml", "me--USER.md.yaml"]);
    expect(await mona.list("home", "last-word/staging")).toEqual(["20261115-143022-1a2b.yaml", "me--1.yaml"]);
    expect([...(await mona.versions("home")).keys()]).toContain("me/USER.md");
    expect((await mona.readLog(state("decisions/me--proposals.jsonl"))).lines).toHaveLength(1);
    expect(await mona.signature(home("last-word/me--USER.md.yaml"))).toMatchObject({ isProposed: false });
    await mona.close();
  });

  it("no table, view or function of the schema shows another login what is not theirs", async () => {
    const functions = await server().sql.unsafe(`select proname, pronargs from pg_proc where pronamespace = '${schema}'::regnamespace`);
    for (const name of ["rita", "carl", "nina", "olga"] as const) {
      for (const table of await tablesOf()) {
        for (const way of [
          `select t.* from {s}.${table} t`,
          `copy {s}.${table} to stdout`,
          `table {s}.${table}`,
          `select count(*) from {s}.${table} t where t::text like '%${CANARY}%' having count(*) > 0`,
          `select query_to_xml('select * from {s}.${table}', true, false, '')`,
        ]) {
          expect([way, (await gets(name, way)).includes(CANARY)]).toEqual([way, false]);
        }
      }
      for (const { proname, pronargs } of functions) {
        for (const place of ["'home', 'me/USER.md'", "'home', 'DIARY.md'", "'home/DIARY.md'", "'state', 'ledger/DIARY.md-1.jsonl'"]) {
          const args = place
            .split(", ")
            .concat(Array.from({ length: 10 }, () => "null"))
            .slice(0, Number(pronargs))
            .join(", ");
          const got = await gets(name, `select {s}.${String(proname)}(${args})`);
          expect([proname, args, got.includes(CANARY) || /:"mona"/.test(got)]).toEqual([proname, args, false]);
        }
      }
    }
  });

  it("the owner's program, above row security, has nobody's own but its own", async () => {
    const owner = openPostgres({ address: server().address(mind), random, machine: "owner" });
    expect(await owner.read(home("me/USER.md"))).toBeNull();
    expect((await owner.readLog(state("ledger/me--USER.md-2.jsonl"))).lines).toEqual([]);
    const all = [
      await owner.paths?.("home"),
      await owner.paths?.("state"),
      [...(await owner.versions("home")).keys()],
      await owner.list("home", "last-word"),
      await owner.list("home", "last-word/staging"),
      await owner.list("state", "ledger"),
      await owner.list("state", "decisions"),
    ].flat();
    expect(all.filter((path) => /(^|\/)me(\/|--)/.test(path ?? ""))).toEqual([]);
    expect(all).toContain("DIARY.md");
    await owner.close();
  });

  it("everybody has a me/ of their own under the same name, a reader too", async () => {
    for (const name of ["rita", "carl", "nina"] as const) {
      const store = storeOf(name);
      await writerOf(store).commit({
        place: home("me/USER.md"),
        expect: null,
        bytes: bytes(`${name}'s\n`),
        log: state("ledger/me--USER.md-2.jsonl"),
        lines: ["{}"],
      });
      await writerOf(store).append(state("ledger/me--USER.md-2.jsonl"), ["{}"]);
      await writerOf(store).rewriteLog(state("ledger/me--USER.md-2.jsonl"), ["{}"]);
      expect(text(await store.read(home("me/USER.md")))).toBe(`${name}'s\n`);
      const locked = await store.lock(await store.lockName(home("me/USER.md")), async () =>
        writerOf(store).remove(home("me/USER.md"), (await store.read(home("me/USER.md")))?.version ?? ""),
      );
      expect(locked).toEqual({ kind: "done", value: { kind: "removed" } });
      await store.close();
    }
    const mona = storeOf("mona");
    expect(text(await mona.read(home("me/USER.md")))).toContain(CANARY);
    await mona.close();
  });

  const TRICKS: Readonly<Record<string, string>> = {
    "a table of the catalog laid in the way":
      "create temp table pg_namespace as select (select oid from pg_roles where rolname = session_user) as nspowner, '{s}'::name as nspname;; create temp table pg_roles as select 'mona'::name as rolname, 0::oid as oid",
    "a table of the schema laid in the way":
      "create temp table kept (root text, path text, login text);; create temp table persons (login text, token text)",
    "types laid in the way, with a check that would run as the owner": `create function pg_temp.evil(anyelement) returns pg_catalog.bool language plpgsql as $$ begin execute 'grant {s}_maintainer to rita, carl'; execute 'update {s}.places set version = version || current_user'; return true; end $$;; ${["text", "jsonb", "bytea", "int8", "json"].map((type) => `create domain pg_temp.${type} as pg_catalog.${type} check (pg_temp.evil(value))`).join(";; ")}`,
    "another search path": "set search_path = pg_temp, {s}, pg_catalog",
    "row security switched off": "set row_security = off",
    "another role": "set role {s}_maintainer",
    "another person's session": "set session authorization mona",
    "a setting of ours": "set codicil.holder = 'x';; set session.session_user = 'mona'",
  };

  it("a name laid in the way, a setting, a role: none makes a reader or a contributor more than they are", async () => {
    const before = await everything();
    for (const name of ["rita", "carl"] as const) {
      for (const [trick, statement] of Object.entries(TRICKS)) {
        const one = connectAs(server(), name);
        for (const part of spell(statement).split(";; ")) await one.unsafe(part).catch(() => undefined);
        const asked = async (question: string) =>
          one.unsafe(spell(question)).then(
            (rows) => JSON.stringify(rows, showBytes),
            (error: Error) => error.message,
          );
        expect([name, trick, await asked("select {s}.is_maintainer()")]).not.toEqual([name, trick, '[{"is_maintainer":true}]']);
        for (const question of [
          "select * from {s}.places",
          "select * from {s}.lines",
          "select * from {s}.persons",
          "select * from {s}.kept",
        ])
          expect([trick, (await asked(question)).includes(CANARY)]).toEqual([trick, false]);
        for (const call of [
          "keep_for('USER.md', session_user)",
          "mine()",
          "is_own('x')",
          "tell('home', 'x', 'y')",
          "may_see('home', 'USER.md', 'x')",
          "keep_beside('state', 'ledger/x', 'home', 'USER.md')",
          "send('a', 'b', 'session', 'n', '{\"count\":0,\"origin\":\"\"}', '[\"x\"]', '{\"origin\":\"o\",\"bytes\":1}', null)",
          "withdraw('session')",
        ])
          await asked(`select {s}.${call}`);
        await asked("update {s}.places set bytes = 'x'");
        await one.end();
      }
      // The mark on a contributor's delta is what keeps it from being taken at its word.
      const one = connectAs(server(), "carl");
      await one.unsafe(spell(TRICKS["a table of the catalog laid in the way"]?.split(";; ")[0] ?? ""));
      await one.unsafe(
        spell(
          "insert into {s}.places (root, path, folder, kind, bytes, version) values ('home', 'last-word/carl.yaml', '', 'document', 'x', encode(sha256('x'), 'hex'))",
        ),
      );
      const [row] = await server().sql.unsafe(
        spell("select proposed, folder, changed_by from {s}.places where path = 'last-word/carl.yaml'"),
      );
      expect(row).toEqual({ proposed: true, folder: "last-word", changed_by: "carl" });
      await one.unsafe(spell("delete from {s}.places where path = 'last-word/carl.yaml'"));
      await one.end();
    }
    expect((await everything()).filter((row) => !before.includes(row))).toEqual([]);
    expect(await everything()).toHaveLength(before.length);
  });

  it("every function that runs with the owner's rights looks for names in pg_temp last, also those of later migrations", async () => {
    const found = await server().sql.unsafe(
      `select proname, proconfig from pg_proc where pronamespace = '${schema}'::regnamespace and prosecdef`,
    );
    expect(found.length).toBeGreaterThan(10);
    for (const { proname, proconfig } of found) expect([proname, proconfig]).toEqual([proname, ["search_path=pg_catalog, pg_temp"]]);
  });

  it("a function or operator of the attacker's is never given a hidden row", async () => {
    for (const name of ["rita", "carl", "nina"] as const) {
      const one = connectAs(server(), name, { onnotice: (notice) => heard.push(JSON.stringify(notice)) });
      const heard: string[] = [];
      await one.unsafe(
        "create function pg_temp.peek(anyelement) returns boolean language plpgsql cost 0.0000001 as $$ begin raise notice '%', $1; return true; end $$",
      );
      await one.unsafe(
        "create function pg_temp.peek2(text, text) returns boolean language plpgsql cost 0.0000001 as $$ begin raise notice '% %', $1, $2; return true; end $$",
      );
      await one.unsafe("create operator pg_temp.<<<< (function = pg_temp.peek2, leftarg = text, rightarg = text)");
      await one.unsafe(spell("select 1 from {s}.places where pg_temp.peek(path) and pg_temp.peek(convert_from(bytes, 'UTF8'))"));
      await one.unsafe(spell("select 1 from {s}.lines where pg_temp.peek(line) and line operator(pg_temp.<<<<) path"));
      await one.unsafe(spell("select 1 from {s}.lines l join {s}.places p using (root, path) where pg_temp.peek(l) or pg_temp.peek(p)"));
      // An error that would quote what it stumbles over.
      for (const cast of [
        "select line::int from {s}.lines",
        "select convert_from(bytes, 'UTF8')::int from {s}.places where kind = 'document'",
      ])
        heard.push(
          await one.unsafe(spell(`${cast} where true`.replace("where kind = 'document' where true", "where kind = 'document'"))).then(
            (rows) => JSON.stringify(rows),
            (error: Error) => JSON.stringify({ ...error, m: error.message }),
          ),
        );
      expect(heard.join("\n")).toContain("USER.md");
      expect(heard.filter((line) => line.includes(CANARY) || line.includes("DIARY"))).toEqual([]);
      await one.end();
    }
  });

  const HARM = [
    "select {s}.keep_beside('home', 'USER.md', 'home', 'DIARY.md')",
    "select {s}.keep_beside('state', 'decisions/proposals.jsonl', 'home', 'DIARY.md')",
    "select {s}.keep_beside('state', 'ledger/new.jsonl', 'home', 'DIARY.md')",
    "select {s}.keeper('home', 'DIARY.md')",
    "insert into {s}.persons select 'x', token from {s}.persons",
    "update {s}.persons set login = session_user where login = 'mona'",
    "insert into {s}.places (root, path, folder, kind, bytes, version) values ('home', 'me/x/me/USER.md', '', 'document', 'x', encode(sha256('x'), 'hex'))",
    "insert into {s}.places (root, path, folder, kind, bytes, version) values ('home', 'last-word/../USER.md.yaml', 'last-word', 'document', 'x', encode(sha256('x'), 'hex'))",
    "update {s}.places set path = 'me/' || {s}.mine() || '/me/taken.md' where path = 'USER.md'",
    "update {s}.places set path = 'last-word/taken.yaml' where path = 'USER.md'",
    "with gone as (delete from {s}.places returning *) select * from gone where path like 'DIARY%' or path like 'USER%'",
    "insert into {s}.lines (root, path, n, line) select root, path, 1000, 'x' from {s}.places",
    "insert into {s}.lines (root, path, n, line) values ('state', 'decisions/proposals.jsonl', 1000, 'x')",
    "select {s}.extend('state', 'decisions/proposals.jsonl', '[\"x\"]')",
    "select {s}.put('home', 'USER.md', (select version from {s}.places where path = 'USER.md'), 'x', encode(sha256('x'), 'hex'))",
    "truncate {s}.writes",
    "delete from {s}.writes where login <> session_user",
    "update {s}.writes set outcome = null",
    "select * from {s}.places for update nowait",
    "create table {s}.x ()",
    "create function {s}.x() returns int language sql as 'select 1'",
    "create trigger t before insert on {s}.places for each row execute function {s}.sign()",
    "create table public_x () inherits ({s}.places)",
    "create rule r as on select to {s}.places do instead select 1",
    "create policy p on {s}.places using (true)",
    "alter table {s}.places no force row level security",
    "alter function {s}.may_see(text, text, text) security invoker",
    "alter schema {s} owner to rita",
    "grant all on all tables in schema {s} to rita",
    "grant {s}_maintainer to carl",
    "create role more in role {s}_maintainer",
    "alter role rita superuser",
    "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'mona'",
    "select pg_read_file('pg_hba.conf')",
    "copy {s}.places to program 'cat'",
  ];

  it("a reader can change nothing but what is their own, by any statement or function", async () => {
    const before = await everything();
    for (const name of ["rita", "carl"] as const) for (const statement of HARM) await gets(name, statement);
    expect((await everything()).filter((row) => !before.includes(row))).toEqual([]);
    expect(await everything()).toHaveLength(before.length);
    // A missing token would make somebody's write happen twice.
    const [{ count } = { count: "0" }] = await server().sql.unsafe(spell("select count(*) from {s}.writes where login = 'mona'"));
    expect(Number(count)).toBeGreaterThan(5);
    for (const name of ["rita", "carl", "nina"] as const)
      expect(await gets(name, "select * from {s}.writes where login <> session_user")).toBe("[]");
    expect(await codeOf("rita", "select {s}.keeper('home', 'DIARY.md')")).toBe("42501");
    expect(await codeOf("olga", "select {s}.mine()")).toBe("42501");
  });

  it("negative control: the same statements do harm in the owner's hands", async () => {
    const undone = new Error("undone");
    for (const statement of [
      "select {s}.keep_for('USER.md', 'mona')",
      "update {s}.writes set outcome = null",
      "update {s}.places set path = 'last-word/taken.yaml' where path = 'USER.md'",
    ]) {
      let after = "";
      await server()
        .sql.begin(async (sql) => {
          await sql.unsafe(spell(statement));
          after = JSON.stringify([
            await sql.unsafe(spell("select * from {s}.kept")),
            await sql.unsafe(spell("select * from {s}.places where path like '%taken%'")),
            await sql.unsafe(spell("select * from {s}.writes where outcome is null")),
          ]);
          throw undone;
        })
        .catch((error: unknown) => expect(error).toBe(undone));
      expect(after).not.toBe("[[],[],[]]");
    }
  });

  it("listening tells nobody of what is somebody's own, and nobody which kept document changed", async () => {
    const heard: string[] = [];
    const mine: unknown[] = [];
    const outsider = connectAs(server(), "olga");
    await outsider.listen(schema, (payload) => heard.push(payload));
    const [mona, other] = [storeOf("mona"), storeOf("mona")];
    const listening = await other.listen((notice) => mine.push(notice.place));
    await writerOf(mona).write(home("me/MEMORY.md"), bytes("one"), null);
    expect(await until(() => mine.some((place) => JSON.stringify(place) === '{"root":"home","path":"me/MEMORY.md"}'))).toBe(true);
    await writerOf(mona).write(home("DIARY.md"), bytes("two"), (await mona.read(home("DIARY.md")))?.version ?? null);
    await writerOf(mona).write(home("notes.md"), bytes("three"), null);
    expect(await until(() => heard.length >= 2)).toBe(true);
    expect(heard[0]).toBe("{}");
    expect(heard[1]).toContain("notes.md");
    expect(heard).toHaveLength(2);
    await listening.close();
    await Promise.all([mona.close(), other.close(), outsider.end({ timeout: 0 })]);
  });

  it("what others do is not shown with what it holds: activity, locks and statistics", async () => {
    const mona = storeOf("mona");
    await mona.lock("common home:me/USER.md", async () => {
      await mona.read(home("me/USER.md"));
      await server().sql.unsafe(`analyze ${schema}.places; analyze ${schema}.lines`);
      for (const name of ["rita", "carl", "nina", "olga"] as const) {
        for (const view of [
          "pg_stat_activity",
          "pg_stats",
          "pg_stats_ext",
          "pg_prepared_statements",
          "pg_cursors",
          "pg_listening_channels()",
          "pg_locks",
        ]) {
          const got = await gets(name, `select * from ${view}`);
          expect([view, got.includes(CANARY), got.includes("DIARY"), /me\/[0-9a-f]{32}/.test(got)]).toEqual([view, false, false, false]);
        }
      }
    });
    await mona.close();
  });
});

function showBytes(_: string, value: unknown): unknown {
  if (typeof value === "object" && value !== null && (value as { type?: unknown }).type === "Buffer")
    return Buffer.from((value as { data: number[] }).data).toString("utf8");
  return value;
}

async function until(holds: () => boolean): Promise<boolean> {
  for (let tries = 0; tries < 200 && !holds(); tries++) await new Promise((resolve) => setTimeout(resolve, 25));
  return holds();
}
