// Machines: worlds (a home, a state, a project each) that have one mind in common in a database.

import { appendToSession, type Mind, startSession } from "codicil";
import { openPostgres } from "../../src/store/postgres/open.ts";
import { writerOf } from "../../src/store/write.ts";
import { makeWarmWorld as makeWorld, USER, type World } from "../kit.ts";
import type { Server } from "../postgres.ts";
import { agent, user } from "../session/rig.ts";
import { random } from "../store/rig.ts";

/** For tests that speak to the database without a mind around it. */
export const database = { open: openPostgres, writerOf } as const;

/** The first machine has a mind and moves it to the database; the others join. */
export function makeMachines(server: Server, mind: string, count: number): World[] {
  const machines = Array.from({ length: count }, () => makeWorld());
  const [first] = machines as [World];
  first.run(["init", "--yes"]);
  first.write("home/USER.md", USER);
  for (const machine of machines) {
    const moved = machine.run(["move", "--to", server.address(mind), "--json"]);
    if (moved.code !== 0) throw new Error(`${moved.out}${moved.err}`);
  }
  return machines;
}

/** Plans one line for a section of USER.md, and brings it home. */
export function addLine(machine: World, line: string, session = "s1"): { code: number; err: string } {
  for (const args of [
    ["plan", "--path", "USER.md", "--heading", "Research Interests", "--op", "append", "--content", `- ${line}`, "--session", session],
    ["flush", "--session", session],
    ["apply"],
  ]) {
    const ran = machine.run(args);
    if (ran.code !== 0) return { code: ran.code, err: `${args[0] ?? ""}: ${ran.out}${ran.err}` };
  }
  return { code: 0, err: "" };
}

/** Machines without a command run: a config that names the database is all that makes them one mind. */
export async function machines(server: Server, mind: string, count: number, more = ""): Promise<World[]> {
  const store = openPostgres({ address: server.address(mind), random, machine: "first", mayMigrate: true });
  await store.now();
  await store.close();
  return Array.from({ length: count }, () => machineAt(server.address(mind), more));
}

export function machineAt(address: string, more = ""): World {
  const world = makeWorld();
  world.write("home/last-word/config.yaml", `store: "${address}"\n${more}`);
  return world;
}

/** A session in which each of the words is said and answered. */
export async function talk(mind: Mind, ...words: string[]): Promise<string> {
  const { header } = await startSession(mind);
  await appendToSession(
    mind,
    header.sessionId,
    words.flatMap((each) => [user(each), agent(`${each}, indeed`)]),
  );
  return header.sessionId;
}

/** A copy of what the mind's tables hold now, and the way back to it: what pg_dump and pg_restore of its data do. */
export async function dumpOf({ sql }: Server, mind: string): Promise<() => Promise<void>> {
  const schema = `codicil_${mind}`;
  const tables = ["places", "lines", "kept"];
  const name = `${mind}_${++dumps}`;
  const columns = new Map<string, string>();
  for (const table of tables) {
    const rows = await sql.unsafe(
      `select column_name from information_schema.columns where table_schema = '${schema}' and table_name = '${table}' and is_generated = 'NEVER' order by ordinal_position`,
    );
    columns.set(table, rows.map((row) => String(row["column_name"])).join(", "));
    await sql.unsafe(`create table public.dump_${name}_${table} as select * from ${schema}.${table}`);
  }
  return async () => {
    await sql.unsafe(`delete from ${schema}.places`);
    await sql.unsafe(`delete from ${schema}.kept`);
    for (const table of tables)
      await sql.unsafe(
        `insert into ${schema}.${table} (${columns.get(table) ?? ""}) select ${columns.get(table) ?? ""} from public.dump_${name}_${table}`,
      );
  };
}
let dumps = 0;

/** The machine's config names an address where nobody answers; what it has on disk stays. Answers the way back. */
export function pointElsewhere(world: World, address = "postgres://owner@127.0.0.1:1/postgres?mind=m"): () => void {
  const config = world.read("home/last-word/config.yaml");
  world.write("home/last-word/config.yaml", config.replace(/^store: .*$/m, `store: "${address}"`));
  return () => void world.write("home/last-word/config.yaml", config);
}
