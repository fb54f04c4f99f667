// Sessions of a mind in a database: written on their machine first, sent in order and once, seen by one login, read on the
// login's other machines, and never written there.

import { spawn } from "node:child_process";
import { appendFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { asOwner, appendToSession, forget, type Mind, openSession, startSession } from "codicil";
import { branch, clone, contextOf, listEverywhere, resumeSession, verify } from "codicil/sessions";
import { sendLogs } from "codicil/transfer";
import { makeWarmWorld as makeWorld, PROGRAM, type World } from "../kit.ts";
import { freshMind, noPostgres, startPostgres, withPostgres } from "../postgres.ts";
import { user } from "../session/rig.ts";
import { machineAt, machines, talk } from "./rig.ts";

const sessionFile = (world: World, id: string) => join(world.state, "sessions", `${id}.jsonl`);
const copyFile = (world: World, id: string) => join(world.state, "elsewhere", `${id}.jsonl`);

describe.skipIf(noPostgres !== null)(`sessions in common${noPostgres === null ? "" : ` (skipped: ${noPostgres})`}`, () => {
  const server = withPostgres();
  const inDatabase = (mind: string, id: string) =>
    server().sql.unsafe(
      `select e.n, e.line from codicil_${mind}.events e join codicil_${mind}.sent s on s.id = e.log where s.name = '${id}' order by s.device, e.n`,
    );
  const linesThere = async (mind: string, id: string) => (await inDatabase(mind, id)).map(({ line }) => `${String(line)}\n`).join("");

  it("X26 a session is sent in order and once, and another machine reads it: list, show, context, verify, byte for byte", async () => {
    const name = freshMind();
    const [a, b] = (await machines(server(), name, 2)) as [World, World];
    const [here, there] = [await a.open(), await b.open()];
    const id = await talk(here, "one", "two");
    expect(await sendLogs(here)).toMatchObject({ sessions: [id], events: 5, problems: [] });
    expect(await sendLogs(here)).toMatchObject({ sessions: [], events: 0 });
    expect(await linesThere(name, id)).toBe(readFileSync(sessionFile(a, id), "utf8"));

    expect((await listEverywhere(here)).sessions.map(({ id: each, machine }) => [each, machine])).toEqual([[id, undefined]]);
    const [listed] = (await listEverywhere(there)).sessions;
    expect(listed).toMatchObject({ id, events: 5, sessionType: "main", host: "codicil" });
    expect(listed?.machine).toBeTruthy();
    expect((await openSession(there, id)).events).toEqual((await openSession(here, id)).events);
    expect(await verify(there, id)).toMatchObject({ ok: true, events: 5, contexts: { checked: 2, differ: [] } });
    expect((await contextOf(there, id)).context).toEqual((await contextOf(here, id)).context);
    expect(readFileSync(copyFile(b, id), "utf8")).toBe(readFileSync(sessionFile(a, id), "utf8"));

    // What comes later comes with the next look, behind what is here.
    await appendToSession(here, id, [user("three")]);
    await sendLogs(here, { session: id });
    expect((await openSession(there, id)).events.at(-1)).toMatchObject({ type: "user_message" });
    expect((await inDatabase(name, id)).map(({ n }) => Number(n))).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(readFileSync(copyFile(b, id), "utf8")).toBe(readFileSync(sessionFile(a, id), "utf8"));
  });

  it("a session has one machine that writes it: another one continues with a copy, and is told so", async () => {
    const [a, b] = (await machines(server(), freshMind(), 2)) as [World, World];
    const [here, there] = [await a.open(), await b.open()];
    const id = await talk(here, "one", "two");
    await sendLogs(here);
    const first = (await openSession(there, id)).events.find(({ type }) => type === "user_message");
    await expect(appendToSession(there, id, [user("mine")])).rejects.toMatchObject({
      code: "ELSEWHERE",
      hint: expect.stringContaining("session clone") as string,
    });
    const resumed = await resumeSession(there, id);
    expect(resumed.from).toMatchObject({ id });
    expect(resumed.session.header).toMatchObject({ clonedFrom: id });
    expect(resumed.session.header.deviceId).not.toBe((await openSession(here, id)).header.deviceId);
    await appendToSession(there, resumed.session.header.sessionId, [user("and on")]);
    const branched = await branch(there, id, first?.id ?? "");
    expect(branched).toMatchObject({ leaf: first?.id, from: { id } });
    expect((await openSession(there, branched.id)).leafId).toBe(first?.id);
    expect((await clone(there, id)).header.clonedFrom).toBe(id);
    // Here nothing happened to it, and there is no second one of its name.
    expect((await resumeSession(here, id)).from).toBeUndefined();
    await sendLogs(there);
    expect((await listEverywhere(here)).sessions.filter(({ machine }) => machine !== undefined)).toHaveLength(3);
    expect((await listEverywhere(here)).sessions.find(({ id: each }) => each === id)?.machine).toBeUndefined();
  });

  it(
    "with the database away a session ends, nothing is lost, and it is sent when the database is back; copies are read meanwhile",
    { timeout: 120_000 },
    async () => {
      const own = await startPostgres();
      try {
        const [a, b] = (await machines(own, "m", 2)) as [World, World];
        const [here, there] = [await a.open(), await b.open()];
        const before = await talk(here, "before");
        await sendLogs(here);
        await openSession(there, before);
        await own.stop();
        const { sendQuietly } = await import("../../src/sharing/sending.ts");
        const said: string[] = [];
        const id = await talk(here, "meanwhile");
        // Each machine tries for some seconds to reach it.
        const onTheFirst = async () => {
          await sendQuietly(here, { session: id, log: (line) => said.push(line) });
          expect(said.join()).toContain("were not sent");
          await expect(sendLogs(here)).rejects.toMatchObject({ code: "STORE_DOWN" });
        };
        const onTheOther = async () => {
          expect((await openSession(there, before)).count).toBe(3);
          await expect(openSession(there, id)).rejects.toMatchObject({ code: "NOT_FOUND" });
          expect((await resumeSession(there, before)).from?.id).toBe(before);
        };
        await Promise.all([onTheFirst(), onTheOther()]);
        await own.start();
        expect(await sendLogs(here)).toMatchObject({ sessions: [id], events: 3 });
        const later = await b.open();
        expect((await openSession(later, id)).count).toBe(3);
      } finally {
        await own.remove();
      }
    },
  );

  it("P3 connections are cut in mid-batch and two processes send at once: every event once, in order", async () => {
    const name = freshMind();
    const [a] = (await machines(server(), name, 1)) as [World];
    const [one, two] = [await a.open(), await a.open()];
    const { header } = await startSession(one);
    const id = header.sessionId;
    for (let batch = 0; batch < 12; batch++)
      await appendToSession(
        one,
        id,
        Array.from({ length: 1000 }, (_, index) => user(`${batch}-${index} ${"x".repeat(300)}`)),
      );
    let over = false;
    let cuts = 0;
    const cutting = (async () => {
      while (!over && cuts < 15) {
        // One that works right now: a cut in mid-batch.
        const [row] = await server()
          .sql`select count(pg_terminate_backend(pid)) as cut from (select pid from pg_stat_activity where application_name like 'codicil %' and state = 'active' limit 1) as one`;
        cuts += Number(row?.["cut"]);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    })();
    const patiently = async (mind: Mind) => {
      for (let tries = 0; tries < 200; tries++) {
        const sent = await sendLogs(mind).catch((error: unknown) => {
          if ((error as { code?: string }).code !== "STORE_DOWN") throw error;
          return null;
        });
        expect(sent?.problems ?? []).toEqual([]);
        if (sent !== null && Number((await server().sql.unsafe(`select count(*) from codicil_${name}.events`))[0]?.["count"]) === 12_002)
          return;
      }
    };
    await Promise.all([patiently(one), patiently(two)]).finally(() => (over = true));
    await cutting;
    expect(cuts).toBeGreaterThan(0);
    expect(await linesThere(name, id)).toBe(readFileSync(sessionFile(a, id), "utf8"));
    // A process that knows nothing of it finds nothing to do.
    expect(await sendLogs(await a.open())).toMatchObject({ events: 0, problems: [] });
  });

  it("a process that is killed while it sends leaves a beginning; the next one goes on behind it", { timeout: 120_000 }, async () => {
    const name = freshMind();
    const [a] = (await machines(server(), name, 1)) as [World];
    const mind = await a.open();
    const { header } = await startSession(mind);
    const id = header.sessionId;
    for (let batch = 0; batch < 10; batch++)
      await appendToSession(
        mind,
        id,
        Array.from({ length: 1000 }, (_, index) => user(`${batch}-${index} ${"y".repeat(200)}`)),
      );
    const count = async () =>
      Number(
        (await server().sql.unsafe(`select coalesce(sum(count), 0) as count from codicil_${name}.sent where name = '${id}'`))[0]?.["count"],
      );
    const seen = [0];
    while (seen.length < 3) {
      // Killed as soon as something of it arrived.
      const child = spawn(process.execPath, [...PROGRAM, "sync"], { cwd: a.project, env: a.env, stdio: "ignore" });
      const gone = new Promise((resolve) => child.on("close", resolve));
      while (child.exitCode === null && child.signalCode === null && (await count()) === seen.at(-1))
        await new Promise((resolve) => setTimeout(resolve, 3));
      child.kill("SIGKILL");
      await gone;
      seen.push(await count());
      if (seen.at(-1) === 10_002) break;
    }
    // A beginning each time, and never less than before.
    expect(seen.slice(1).every((each, at) => each > 0 && each >= (seen[at] ?? 0))).toBe(true);
    expect(seen[1]).toBeLessThan(10_002);
    await sendLogs(await a.open());
    expect(await linesThere(name, id)).toBe(readFileSync(sessionFile(a, id), "utf8"));
  });

  it("X14 a session of another machine is found by recall, by a reader too, and not by another login", async () => {
    const name = freshMind();
    await machines(server(), name, 0);
    for (const login of ["lena", "lars"])
      await server().sql.unsafe(`create role ${login} login password 'word'; grant codicil_${name}_reader to ${login}`);
    const of = (login: string) => machineAt(server().address(name, { user: login, password: "word" }));
    const { recall } = await import("codicil");
    const here = await of("lena").open();
    const id = await talk(here, "the capybara sleeps in the harbour");
    await sendLogs(here);
    const [hit] = (await recall(await of("lena").open(), "capybara harbour")).hits;
    expect(hit).toMatchObject({ document: `session:${id}` });
    expect((await recall(await of("lars").open(), "capybara harbour")).hits).toEqual([]);
    expect((await recall(await (await machines(server(), name, 1))[0]!.open(), "capybara harbour")).hits).toEqual([]);
    // Taken out of the database, it is not found from elsewhere any more.
    await server().sql.begin(
      async (sql) => void (await sql.unsafe(`set local session authorization lena; select codicil_${name}.withdraw('session')`)),
    );
    expect((await recall(await of("lena").open(), "capybara harbour")).hits).toEqual([]);
  });

  it("X32 what forget takes out leaves the database and the copies too, and sending goes on behind it", async () => {
    const name = freshMind();
    const [a, b] = (await machines(server(), name, 2)) as [World, World];
    const [here, there] = [await a.open(), await b.open()];
    const id = await talk(here, "the name is Rumpelstilzchen", '二つ目 Rumpelstilzchen "quoted"', "harmless");
    const other = await talk(there, "also Rumpelstilzchen");
    await sendLogs(here);
    await sendLogs(there);
    await openSession(there, id);
    const found = await forget(here, "Rumpelstilzchen", { person: asOwner() });
    expect(found).toMatchObject({ sent: 6, machines: [expect.any(String)] });
    const tables = ["events", "sent", "recall_units", "recall_entries"];
    const everything = async () =>
      JSON.stringify(await Promise.all(tables.map((table) => server().sql.unsafe(`select * from codicil_${name}.${table}`))));
    expect(await everything()).not.toMatch(/rumpelstil/i);
    expect(await linesThere(name, id)).toBe(readFileSync(sessionFile(a, id), "utf8"));
    await appendToSession(here, id, [user("afterwards")]);
    expect(await sendLogs(here)).toMatchObject({ events: 1, problems: [] });
    expect((await openSession(there, id)).count).toBe(8);
    expect(readFileSync(copyFile(b, id), "utf8")).toBe(readFileSync(sessionFile(a, id), "utf8"));
    // The other machine's own disk is its own; it goes on sending, and its text stays forgotten in the database.
    expect(readFileSync(sessionFile(b, other), "utf8")).toContain("Rumpelstilzchen");
    await appendToSession(there, other, [user("later")]);
    expect(await sendLogs(there)).toMatchObject({ events: 1, problems: [] });
    expect(await everything()).not.toMatch(/rumpelstil/i);
    // Until forget has run there too: then what is left of it may be found again.
    await forget(there, "Rumpelstilzchen", { person: asOwner() });
    await sendLogs(there);
    expect(await everything()).not.toMatch(/rumpelstil/i);
    expect(await everything()).toContain("later");
  });

  it("a log that is not what was sent is apart: nothing is overwritten on either side, and the person is told", async () => {
    const name = freshMind();
    const [a] = (await machines(server(), name, 1)) as [World];
    const mind = await a.open();
    const [id, fine] = [await talk(mind, "one"), await talk(mind, "fine")];
    await sendLogs(mind);
    const sent = await linesThere(name, id);
    const file = sessionFile(a, id);
    writeFileSync(file, readFileSync(file, "utf8").replace("one, indeed", "one, never"));
    appendFileSync(
      file,
      `${
        readFileSync(file, "utf8")
          .trimEnd()
          .split("\n")
          .at(-1)
          ?.replace(/"id":"[^"]*"/, '"id":"ev_new"')
          .replace(/"seq":\d+/, '"seq":99') ?? ""
      }\n`,
    );
    await appendToSession(mind, fine, [user("more")]);
    const again = await sendLogs(await a.open());
    expect(again.problems.map(({ name: log, error }) => [log, error.code])).toEqual([[id, "APART"]]);
    expect(again.sessions).toEqual([fine]);
    expect(await linesThere(name, id)).toBe(sent);
  });

  it("E6 nothing leaves the machine that looks like a secret, whatever brought it into the file", async () => {
    const name = freshMind();
    const [a, b] = (await machines(server(), name, 2)) as [World, World];
    const mind = await a.open();
    const id = await talk(mind, "one");
    const secret = `AKIA${"IOSFODNN7"}${"EXAMPLQ"}`;
    const file = sessionFile(a, id);
    const lines = readFileSync(file, "utf8").trimEnd().split("\n");
    // As a bundle of another program might bring it; and a line that is damaged.
    writeFileSync(file, `${lines.map((line) => line.replace("one, indeed", `the key is ${secret}`)).join("\n")}\nno JSON ${secret}\n`);
    expect((await sendLogs(await a.open())).problems).toEqual([]);
    expect(await linesThere(name, id)).not.toContain(secret);
    expect((await inDatabase(name, id)).length).toBe(lines.length + 1);
    await appendToSession(await a.open(), id, [user("two")]);
    expect((await sendLogs(await a.open())).problems).toEqual([]);
    expect((await openSession(await b.open(), id)).count).toBe(lines.length);
  });

  it("send: off keeps sessions and verdicts on the machine, send: verdicts only sessions", async () => {
    for (const [send, kinds] of [
      ["off", []],
      ["verdicts", ["verdicts"]],
    ] as const) {
      const name = freshMind();
      const [a] = (await machines(server(), name, 1, `send: ${send}\n`)) as [World];
      const mind = await a.open();
      await talk(mind, "private");
      const { decide } = await import("codicil");
      await decide(mind, { call: { tool: "shell", command: "ls" } });
      await sendLogs(mind);
      expect((await server().sql.unsafe(`select kind from codicil_${name}.sent`)).map(({ kind }) => String(kind))).toEqual(kinds);
    }
  });

  it("the flags of a shared session come along, and clocks an hour apart change no order", async () => {
    const name = freshMind();
    const [a, b] = (await machines(server(), name, 2)) as [World, World];
    const off = (hours: number) => ({ now: () => new Date(Date.now() + hours * 3_600_000), timeZone: "UTC" });
    const [early, late] = [await a.open({ clock: off(-1) }), await b.open({ clock: off(1) })];
    const { header } = await startSession(early, { sessionType: "shared" });
    const second = await talk(late, "after it");
    await sendLogs(early);
    await sendLogs(late);
    const [c] = (await machines(server(), name, 1)) as [World];
    const { sessions } = await listEverywhere(await c.open());
    expect(sessions.map(({ id, sessionType }) => [id, sessionType])).toEqual([
      [second, "main"],
      [header.sessionId, "shared"],
    ]);
    expect((await clone(await c.open(), header.sessionId)).header.meta["sessionType"]).toBe("shared");
  });

  it("a copy that somebody spoiled outside Codicil, or that a crash cut off, is fetched again", async () => {
    const [a, b] = (await machines(server(), freshMind(), 2)) as [World, World];
    const [here, there] = [await a.open(), await b.open()];
    const id = await talk(here, "one", "two");
    await sendLogs(here);
    await openSession(there, id);
    const whole = readFileSync(copyFile(b, id), "utf8");
    for (const spoil of [
      () => writeFileSync(copyFile(b, id), whole.slice(0, -40)),
      () => appendFileSync(copyFile(b, id), "{}\n"),
      () => rmSync(join(b.state, "index"), { recursive: true }),
    ]) {
      spoil();
      expect(await verify(await b.open(), id)).toMatchObject({ ok: true });
      expect(readFileSync(copyFile(b, id), "utf8")).toBe(whole);
    }
    // Back in files, the copy is still another machine's: it is read, and continues as a clone.
    await openSession(there, id);
    b.write("home/last-word/config.yaml", "{}\n");
    const alone = await b.open();
    expect((await openSession(alone, id)).count).toBe(5);
    expect((await resumeSession(alone, id)).from?.id).toBe(id);
  });

  it("move carries the sessions that are there, the listing says which are elsewhere, and back in files the own ones stay", () => {
    const mind = freshMind();
    const [a, b] = [makeWorld(), makeWorld()];
    const { id } = a.run(["session", "start", "--json"]).json<{ id: string }>();
    a.run(["session", "append", id, "--jsonl"], { input: `${JSON.stringify(user("hello"))}\n` });
    expect(a.run(["move", "--to", server().address(mind), "--json"]).json()).toMatchObject({
      kind: "moved",
      sentLogs: { sessions: [id], events: 2 },
      unsent: [],
    });
    b.run(["move", "--to", server().address(mind)]);
    const listed = b.run(["session", "list"]);
    expect(listed.out).toMatch(new RegExp(`^${id} .* on \\S+ `));
    expect(b.run(["session", "show", id]).out).toContain("hello");
    expect(b.run(["session", "export", id, "--format", "jsonl"]).out).toBe(a.read(`state/sessions/${id}.jsonl`));
    const refused = b.run(["session", "append", id, "--jsonl", "--json"], { input: `${JSON.stringify(user("mine"))}\n` });
    expect([refused.code, refused.json<{ error: { code: string } }>().error.code]).toEqual([4, "ELSEWHERE"]);
    const leaf = b.run(["session", "show", id, "--json"]).json<{ leaf: string }>().leaf;
    const branched = b.run(["session", "branch", id, "--at", leaf]);
    expect(branched.err).toMatch(/is written on .*; it continues here as session/);
    expect(a.run(["sync"]).out).toBe("already in sync\n");
    expect(b.run(["sync"]).out).toMatch(/^sent: 2 events of 1 session, for your own login only$/m);
    expect(a.run(["move", "--to", "files"]).code).toBe(0);
    expect(
      a
        .run(["session", "list", "--json"])
        .json<{ id: string }[]>()
        .map((each) => each.id),
    ).toEqual([id]);
  });
});
