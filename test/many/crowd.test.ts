// Sixteen processes on three machines, one mind, and connections that die at random. The oracle is outside: what each
// process was told is acknowledged is counted in the documents and in the ledger, by SQL, at the end.

import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { World } from "../kit.ts";
import { freshMind, noPostgres, type Server, withPostgres } from "../postgres.ts";
import { makeMachines } from "./rig.ts";

const FULL = process.env["CODICIL_FAULT"] === "full";
const SECONDS = FULL ? 120 : 12;
const PROCESSES = 16;
const CHILD = new URL("children/writer.ts", import.meta.url).pathname;

interface Acknowledged {
  readonly line: string;
  readonly entry: string;
}

interface Writer {
  readonly ready: Promise<void>;
  begin(until: number): Promise<Acknowledged[]>;
}

function writer(machine: World, name: string): Writer {
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", CHILD, machine.home, machine.state, machine.project, name], { env: machine.env, stdio: ["pipe", "pipe", "pipe"] });
  let [out, err] = ["", ""];
  let tellReady = () => {};
  const ready = new Promise<void>((resolve) => (tellReady = resolve));
  child.stdout.on("data", (chunk: Buffer) => {
    out += String(chunk);
    tellReady();
  });
  child.stderr.on("data", (chunk: Buffer) => (err += String(chunk)));
  const ended = new Promise<Acknowledged[]>((resolve, reject) => {
    child.on("close", (code) => {
      tellReady();
      if (code === 0) resolve(out.split("\n").slice(1).filter(Boolean).map((text) => JSON.parse(text) as Acknowledged));
      else reject(new Error(`${name}: ${err}`));
    });
  });
  return {
    ready,
    begin: (until) => {
      child.stdin.end(String(until));
      return ended;
    },
  };
}

/** Cuts a connection of some process every now and then: idle, holding a lock, or in the middle of a write. */
async function cutAtRandom(server: Server, isOver: () => boolean): Promise<number> {
  let cuts = 0;
  while (!isOver()) {
    const [row] = await server.sql`select count(pg_terminate_backend(pid)) as cut from (select pid from pg_stat_activity where application_name like 'codicil %' order by random() limit 1) as one`;
    cuts += Number(row?.["cut"]);
    await new Promise((resolve) => setTimeout(resolve, 30 + Math.random() * 150));
  }
  return cuts;
}

/** What the negative control must fail. */
function faults(acknowledged: readonly Acknowledged[], texts: readonly string[], ledger: readonly string[]): { missing: string[]; twice: string[]; unledgered: string[]; ledgeredTwice: string[] } {
  const lines = new Map<string, number>();
  for (const line of texts.flatMap((text) => text.split("\n"))) lines.set(line, (lines.get(line) ?? 0) + 1);
  const entries = new Map<string, number>();
  for (const text of ledger) {
    const { entry } = JSON.parse(text) as { entry?: string };
    if (entry !== undefined) entries.set(entry, (entries.get(entry) ?? 0) + 1);
  }
  return {
    missing: acknowledged.filter(({ line }) => !lines.has(`- ${line}`)).map(({ line }) => line),
    twice: acknowledged.filter(({ line }) => (lines.get(`- ${line}`) ?? 0) > 1).map(({ line }) => line),
    unledgered: acknowledged.filter(({ entry }) => !entries.has(entry)).map(({ line }) => line),
    ledgeredTwice: [...entries].filter(([, count]) => count > 1).map(([entry]) => entry),
  };
}

describe.skipIf(noPostgres !== null)(`a crowd on three machines${noPostgres === null ? "" : ` (skipped: ${noPostgres})`}`, () => {
  const server = withPostgres();

  it(`LW-70 X26 P3 ${PROCESSES} processes, ${SECONDS} s of cut connections: every acknowledged entry exactly once, ledger complete, documents equal by hash`, { timeout: (SECONDS + 240) * 1000 }, async () => {
    const mind = freshMind();
    const machines = makeMachines(server(), mind, 3);
    const writers = Array.from({ length: PROCESSES }, (_, index) => writer(machines[index % 3] as World, `agent${index}`));
    await Promise.all(writers.map(({ ready }) => ready));
    let over = false;
    const cutting = cutAtRandom(server(), () => over);
    const until = Date.now() + SECONDS * 1000;
    const acknowledged = (await Promise.all(writers.map(({ begin }) => begin(until))).finally(() => (over = true))).flat();
    expect(await cutting).toBeGreaterThan(SECONDS);
    expect(acknowledged.length).toBeGreaterThan(PROCESSES);
    for (const machine of machines) {
      machine.run(["flush"]);
      machine.run(["apply"]);
    }
    for (const machine of machines) expect(machine.run(["status"]).out).toBe("nothing waits\n");

    const documents = await server().sql.unsafe(`select path, version, convert_from(bytes, 'UTF8') as text from codicil_${mind}.places where root = 'home' and kind = 'document' order by path`);
    const ledger = await server().sql.unsafe(`select line from codicil_${mind}.lines where path like 'ledger/%' order by path, n`);
    const texts = documents.filter(({ path }) => path === "USER.md" || path === "TEAM.md").map(({ text }) => text as string);
    expect(texts).toHaveLength(2);
    expect(faults(acknowledged, texts, ledger.map(({ line }) => line as string))).toEqual({ missing: [], twice: [], unledgered: [], ledgeredTwice: [] });
    // Every machine has every document, byte for byte what the database has.
    for (const machine of machines) {
      const here = documents.map(({ path }) => createHash("sha256").update(readFileSync(join(machine.home, path as string))).digest("hex"));
      expect(here).toEqual(documents.map(({ version }) => version as string));
    }
    // And the ledger replays to the document: undo and history stand on it.
    const [first] = machines as [World];
    for (const name of ["USER.md", "~/.config/agents/TEAM.md"]) expect(first.run(["show", name, "--at", new Date(Date.now() + 60_000).toISOString()]).out).toBe(first.read(`home/${name.replace(/^.*\//, "")}`));
    console.log(`${acknowledged.length} entries acknowledged, ${await cutting} connections cut`);
  });

  it("negative control: a lost line, a line twice, an entry without a ledger line and one with two are seen", () => {
    const acknowledged = [{ line: "a-1", entry: "e_1" }, { line: "b-1", entry: "e_2" }];
    expect(faults(acknowledged, ["- a-1\n- a-1\n"], ['{"entry":"e_1"}', '{"entry":"e_1"}'])).toEqual({ missing: ["b-1"], twice: ["a-1"], unledgered: ["b-1"], ledgeredTwice: ["e_1"] });
  });
});
