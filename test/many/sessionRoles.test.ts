// Whose sessions and verdicts are whose is held by the database: tried with real logins, directly in SQL.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { appendToSession, decide, openSession, startSession } from "codicil";
import { listEverywhere } from "codicil/sessions";
import { listVerdicts } from "codicil/gate";
import { sendLogs } from "codicil/transfer";
import { makeWorld, type World } from "../kit.ts";
import { freshMind, noPostgres, withPostgres } from "../postgres.ts";
import { user } from "../session/rig.ts";
import { random } from "../store/rig.ts";
import { addressFor, connectAs, makeLogins, type Sql, tried } from "./logins.ts";
import { database } from "./rig.ts";

describe.skipIf(noPostgres !== null)(`whose sessions${noPostgres === null ? "" : ` (skipped: ${noPostgres})`}`, () => {
  const server = withPostgres();
  const mind = freshMind();
  const schema = `codicil_${mind}`;
  const LOGINS = { rita: "reader", carl: "contributor", mona: "maintainer" } as const;
  type Name = keyof typeof LOGINS;
  const logins = {} as Record<Name | "olga", Sql>;
  const machineOf = (name: Name): World => {
    const world = makeWorld();
    world.write("home/last-word/config.yaml", `store: "${addressFor(server(), mind, name)}"\n`);
    return world;
  };
  const said = (name: Name) => `only ${name} said this`;
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    // The owner is no superuser, as the owner of a real mind is none.
    await server().sql.unsafe("create role olga login createrole password 'olga-word'; grant create on database postgres to olga");
    const store = database.open({ address: addressFor(server(), mind, "olga"), random, machine: "first", mayMigrate: true });
    await store.now();
    await store.close();
    Object.assign(logins, await makeLogins(server(), mind, LOGINS), { olga: connectAs(server(), "olga") });
    for (const name of Object.keys(LOGINS) as Name[]) {
      const world = machineOf(name);
      const opened = await world.open();
      const { header } = await startSession(opened);
      ids[name] = header.sessionId;
      await appendToSession(opened, header.sessionId, [user(said(name))]);
      await decide(opened, { call: { tool: "shell", command: `echo ${name}` }, sessionId: header.sessionId });
      // A reader's own sessions are theirs: they may be sent.
      expect(await sendLogs(opened)).toMatchObject({ events: 2, verdicts: 1, problems: [] });
      await opened.close();
      world.remove();
    }
  });
  afterAll(async () => {
    for (const sql of Object.values(logins)) await sql.end({ timeout: 0 });
  });

  const as = (name: Name | "olga", statement: string) => logins[name].unsafe(statement.replaceAll("{s}", schema));
  const tries = (name: Name | "olga", statement: string) => tried(logins[name], statement.replaceAll("{s}", schema));
  const everything = async () =>
    JSON.stringify([
      await server().sql.unsafe(`select * from ${schema}.sent order by id`),
      await server().sql.unsafe(`select * from ${schema}.events order by log, n`),
    ]);

  it("nobody sees another login's session, a maintainer and the owner of the schema neither", async () => {
    for (const name of ["rita", "carl", "mona"] as const) {
      const seen = await as(name, "select login, kind, name from {s}.sent where kind = 'session'");
      expect(seen.map((row) => [row["login"], row["name"]])).toEqual([[name, ids[name]]]);
      for (const other of ["rita", "carl", "mona"] as const) {
        expect([name, other, await tries(name, `select 1 from {s}.events where line like '%${said(other)}%'`)]).toEqual([
          name,
          other,
          name === other ? 1 : 0,
        ]);
      }
    }
    expect(await tries("olga", "select 1 from {s}.events where kind = 'session'")).toBe(0);
  });

  it("verdicts are seen by the login that made them, and by maintainers", async () => {
    const whose = async (name: Name) =>
      (await as(name, "select login from {s}.events where kind = 'verdicts' order by login")).map((row) => row["login"]);
    expect([await whose("rita"), await whose("carl"), await whose("mona")]).toEqual([["rita"], ["carl"], ["carl", "mona", "rita"]]);
    const mona = await machineOf("mona").open();
    const everywhere = await listVerdicts(mona, { limit: 10, everywhere: true });
    expect(everywhere.map(({ login }) => login).sort()).toEqual(["carl", "mona", "rita"]);
    expect(everywhere[0]).toMatchObject({ verdict: "allow", machine: expect.any(String) as string });
    const rita = await machineOf("rita").open();
    expect((await listVerdicts(rita, { limit: 10, everywhere: true })).map(({ login }) => login)).toEqual(["rita"]);
    expect(await listVerdicts(rita, { limit: 10 })).toEqual([]);
  });

  const HARM = [
    "insert into {s}.sent (login, device, machine, kind, name) values ('rita', 'd', 'm', 'session', 'x')",
    "insert into {s}.events select id, 99, login, kind, '{}' from {s}.sent",
    "update {s}.events set line = 'x'",
    "update {s}.sent set login = 'mona'",
    "delete from {s}.events",
    "delete from {s}.sent",
    "truncate {s}.events",
    "alter table {s}.events disable row level security",
    "drop policy own on {s}.events",
    "create policy all_mine on {s}.events using (true)",
    "set session authorization olga",
  ];

  it("nobody writes the tables but by the functions, and these only reach one's own", async () => {
    const before = await everything();
    for (const name of ["rita", "carl", "mona"] as const)
      for (const statement of HARM) expect([name, statement, await tries(name, statement)]).toEqual([name, statement, "42501"]);
    const [found] = await server().sql.unsafe(`select id, device from ${schema}.sent where login = 'mona' and kind = 'session'`);
    const { id: monas, device } = found as unknown as { id: string; device: string };
    for (const name of ["rita", "carl"] as const) {
      expect(JSON.stringify(await as(name, `select {s}.amend(${monas}, '[[1, "gone"]]', null) as done`))).toContain("stale");
      expect(
        JSON.stringify(
          await as(
            name,
            `select {s}.remark(${monas}, (select jsonb_build_object('count', 4, 'origin', '')), '{"origin": "x", "bytes": 1}') as done`,
          ),
        ),
      ).toContain("stale");
      expect(JSON.stringify(await as(name, `select {s}.withdraw('session', '${ids["mona"] ?? ""}') as gone`))).toContain('"0"');
    }
    expect(await everything()).toBe(before);
    // Under the same device and name it becomes rita's own, beside mona's.
    await as(
      "rita",
      `select {s}.send('${device}', 'm', 'session', '${ids["mona"] ?? ""}', '{"count": 0, "origin": ""}', '["{}"]', '{"origin": "x", "bytes": 3}', null)`,
    );
    expect(await tries("mona", `select 1 from {s}.sent where name = '${ids["mona"] ?? ""}'`)).toBe(1);
    expect(await as("rita", `select {s}.withdraw('session', '${ids["mona"] ?? ""}') as gone`)).toMatchObject([{ gone: "1" }]);
    expect(await everything()).toBe(before);
  });

  it("negative control: the same statements do harm in a superuser's hands, and row security is what hides", async () => {
    const undone = new Error("undone");
    let [changed, seen] = [0, 0];
    await server()
      .sql.begin(async (sql) => {
        changed = (await sql.unsafe(`update ${schema}.events set line = 'x'`)).count;
        await sql.unsafe(`alter table ${schema}.events disable row level security; set local role ${schema}_reader`);
        seen = (await sql.unsafe(`select 1 from ${schema}.events where kind = 'session'`)).count;
        throw undone;
      })
      .catch((error: unknown) => expect(error).toBe(undone));
    expect([changed > 6, seen]).toEqual([true, 9]);
  });

  it("through the program: a login sees its own on every machine, and asks in vain for another's", async () => {
    const rita = await machineOf("rita").open();
    expect((await listEverywhere(rita)).sessions.map(({ id }) => id)).toEqual([ids["rita"]]);
    expect((await openSession(rita, ids["rita"] ?? "")).count).toBe(2);
    await expect(openSession(rita, ids["mona"] ?? "")).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});
