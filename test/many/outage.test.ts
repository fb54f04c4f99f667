// A database that is gone, silent, denies its login, has a newer schema, takes no writes: this machine continues with its
// copies, says so in one line, and what was acknowledged is applied once when the database is back.

import { createServer, type Server as Listener, type Socket } from "node:net";
import { afterAll, describe, expect, it } from "vitest";
import { makeWorld, type World } from "../kit.ts";
import { freshMind, noPostgres, type Server, withPostgres } from "../postgres.ts";
import { makeMachines, pointElsewhere } from "./rig.ts";

const NOTES = "home/MEMORY.md";
const count = (text: string, line: string) => text.split("\n").filter((each) => each === line).length;

/** Accepts, and never says a word. */
async function silentServer(): Promise<{ port: number; close(): void }> {
  const sockets = new Set<Socket>();
  const listener: Listener = await new Promise((resolve) => {
    const made = createServer((socket) => sockets.add(socket)).listen(0, "127.0.0.1", () => resolve(made));
  });
  return {
    port: (listener.address() as { port: number }).port,
    close: () => {
      for (const socket of sockets) socket.destroy();
      listener.close();
    },
  };
}

const quick = { env: { CODICIL_STORE_WAIT: "300" } };
const add = (world: World, line: string, more: readonly string[] = []) =>
  world.run(["memory", "add", "--section", "Notes", "--content", `- ${line}`, "--session", "s1", "--json", ...more], quick);

describe.skipIf(noPostgres !== null)(`without the database${noPostgres === null ? "" : ` (skipped: ${noPostgres})`}`, () => {
  const server = withPostgres();
  const silent = silentServer();
  afterAll(async () => (await silent).close());

  /** Ways in which a database is away: each breaks it for one machine, and gives the way back. */
  const WAYS: readonly [string, (world: World, server: Server, mind: string) => Promise<() => Promise<void> | void>][] = [
    ["gone", async (world) => pointElsewhere(world, "postgres://owner@127.0.0.1:1/postgres?mind=m")],
    ["silent", async (world) => pointElsewhere(world, `postgres://owner@127.0.0.1:${(await silent).port}/postgres?mind=m`)],
    ["denied", async (world, { port }, mind) => pointElsewhere(world, `postgres://owner:wrong@127.0.0.1:${port}/postgres?mind=${mind}`)],
    [
      "of a newer schema",
      async (_, { sql }, mind) => {
        await sql.unsafe(`insert into codicil_${mind}.migrations (version) values (99)`);
        return async () => void (await sql.unsafe(`delete from codicil_${mind}.migrations where version = 99`));
      },
    ],
  ];

  it.each(WAYS)(
    "%s: documents are read from the copies, an entry is pending and no error, and it is there once afterwards",
    { timeout: 240_000 },
    async (_, breakIt) => {
      const mind = freshMind();
      const [a] = makeMachines(server(), mind, 1) as [World];
      expect(add(a, "before").json()).toMatchObject({ status: "applied" });
      const mend = await breakIt(a, server(), mind);
      const prompt = a.run(["prompt"], quick);
      expect([prompt.code, prompt.out.includes("Ada, engineer.")]).toEqual([0, true]);
      expect(prompt.err).toMatch(/^no database since .*: this machine's copies are used/);
      expect(prompt.err.trim().split("\n")).toHaveLength(1);
      expect(a.run(["status"], quick).code).toBe(0);
      const tried = add(a, "offline");
      const first = tried.json<{ entry: string; status: string }>();
      expect([tried.code, first.status]).toEqual([0, "pending"]);
      // A retry with the same text in the same session is the same entry.
      expect(add(a, "offline").json()).toMatchObject({ entry: first.entry, status: "pending" });
      const begun = a.run(["hook", "claude", "SessionStart"], {
        ...quick,
        input: JSON.stringify({ hook_event_name: "SessionStart", session_id: "h1", cwd: a.project, source: "startup" }),
      });
      expect(begun.out).toContain("Ada, engineer.");
      expect(a.run(["sync"], quick).code).not.toBe(0);
      await mend();
      expect(a.run(["sync"]).code).toBe(0);
      expect(count(a.read(NOTES), "- offline")).toBe(1);
      expect(a.run(["status"]).err).toBe("");
    },
  );

  it(
    "read only: the entry is pending, tried again it is the same, and it is applied once when the database takes it",
    { timeout: 240_000 },
    async () => {
      const [a] = makeMachines(server(), freshMind(), 1) as [World];
      await server().sql.unsafe("alter database postgres set default_transaction_read_only = on");
      try {
        const first = add(a, "read only").json<{ entry: string; status: string; why: string }>();
        expect(first).toMatchObject({ status: "pending", why: expect.stringContaining("READ_ONLY") as string });
        expect(add(a, "read only").json()).toMatchObject({ entry: first.entry });
      } finally {
        await server().sql.unsafe("set default_transaction_read_only = off; alter database postgres reset default_transaction_read_only");
      }
      a.run(["status"]);
      expect(count(a.read(NOTES), "- read only")).toBe(1);
    },
  );

  it(
    "full: a plan on this machine is not refused, the entry is pending, and it is applied once when there is room",
    { timeout: 240_000 },
    async () => {
      const mind = freshMind();
      const [a] = makeMachines(server(), mind, 1) as [World];
      const tables = ["places", "lines", "writes", "persons"].map((name) => `codicil_${mind}.${name}`);
      const { sql } = server();
      // A login that was never here before would get its first row now.
      await sql.unsafe(`delete from codicil_${mind}.persons`);
      await sql.unsafe(
        "create or replace function public.no_room() returns trigger language plpgsql as $$ begin raise exception 'No space left on device' using errcode = '53100'; end $$",
      );
      for (const table of tables)
        await sql.unsafe(`create trigger no_room before insert or update or delete on ${table} execute function public.no_room()`);
      const planned = a.run([
        "plan",
        "--path",
        "MEMORY.md",
        "--heading",
        "Notes",
        "--op",
        "append",
        "--content",
        "- planned",
        "--session",
        "p1",
        "--json",
      ]);
      expect([planned.code, planned.json<{ status: string }>().status]).toEqual([0, "pending"]);
      expect(add(a, "full").json()).toMatchObject({ status: "pending", why: expect.stringContaining("DISK_FULL") as string });
      for (const table of tables) await sql.unsafe(`drop trigger no_room on ${table}`);
      a.run(["flush", "--session", "p1"]);
      a.run(["apply"]);
      for (const line of ["- full", "- planned"]) expect([line, count(a.read(NOTES), line)]).toEqual([line, 1]);
    },
  );

  it("a silent database is asked once, and then left alone for a while by every command of the machine", { timeout: 240_000 }, async () => {
    let asked = 0;
    const counter: Listener = await new Promise((resolve) => {
      const made = createServer(() => void asked++).listen(0, "127.0.0.1", () => resolve(made));
    });
    const [a] = makeMachines(server(), freshMind(), 1) as [World];
    pointElsewhere(a, `postgres://owner@127.0.0.1:${(counter.address() as { port: number }).port}/postgres?mind=m`);
    // The listener is in this process: the commands must not block it.
    for (let round = 0; round < 3; round++) expect((await a.runAsync(["status"], { env: { CODICIL_STORE_WAIT: "2000" } })).code).toBe(0);
    expect(asked).toBe(1);
    await a.runAsync(["sync"], { env: { CODICIL_STORE_WAIT: "500" } });
    expect(asked).toBe(2);
    counter.close();
  });
});

describe("a mind in files alone", () => {
  it("the same line given twice in a session is two entries, as before", () => {
    const world = makeWorld();
    world.run(["init", "--yes"]);
    const entries = [add(world, "twice"), add(world, "twice")].map((ran) => ran.json<{ entry: string }>().entry);
    expect(new Set(entries).size).toBe(2);
  });
});
