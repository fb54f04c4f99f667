// Sixteen processes on three machines, one mind, and connections that die at random. The oracle is outside: what each
// process was told is acknowledged is counted in the documents and in the ledger, by SQL, at the end.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { World } from "../kit.ts";
import { freshMind, noPostgres, type Server, withPostgres } from "../postgres.ts";
import { faults, startWriter } from "./crowdKit.ts";
import { makeMachines } from "./rig.ts";

const FULL = process.env["CODICIL_FAULT"] === "full";
const SECONDS = FULL ? 120 : 6;
const PROCESSES = 16;
const CHILD = new URL("children/writer.ts", import.meta.url);

/** Cuts a connection of some process every now and then: idle, holding a lock, or in the middle of a write. */
async function cutAtRandom(server: Server, isOver: () => boolean): Promise<number> {
  let cuts = 0;
  while (!isOver()) {
    const [row] =
      await server.sql`select count(pg_terminate_backend(pid)) as cut from (select pid from pg_stat_activity where application_name like 'codicil %' order by random() limit 1) as one`;
    cuts += Number(row?.["cut"]);
    await new Promise((resolve) => setTimeout(resolve, 30 + Math.random() * 150));
  }
  return cuts;
}

describe.skipIf(noPostgres !== null)(`a crowd on three machines${noPostgres === null ? "" : ` (skipped: ${noPostgres})`}`, () => {
  const server = withPostgres();

  it(
    `LW-70 X26 P3 ${PROCESSES} processes, ${SECONDS} s of cut connections: every acknowledged entry exactly once, ledger complete, documents equal by hash`,
    { timeout: (SECONDS + 240) * 1000 },
    async () => {
      const mind = freshMind();
      const machines = makeMachines(server(), mind, 3);
      const writers = Array.from({ length: PROCESSES }, (_, index) => startWriter(CHILD, machines[index % 3] as World, `agent${index}`));
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
      for (const machine of machines) expect(machine.run(["status"]).out).toBe("nothing is pending\n");

      const documents = await server().sql.unsafe(
        `select path, version, convert_from(bytes, 'UTF8') as text from codicil_${mind}.places where root = 'home' and kind = 'document' order by path`,
      );
      const ledger = await server().sql.unsafe(`select line from codicil_${mind}.lines where path like 'ledger/%' order by path, n`);
      const texts = documents.filter(({ path }) => path === "USER.md" || path === "TEAM.md").map(({ text }) => text as string);
      expect(texts).toHaveLength(2);
      expect(
        faults(
          acknowledged,
          texts,
          ledger.map(({ line }) => line as string),
        ),
      ).toEqual({ missing: [], twice: [], unledgered: [], ledgeredTwice: [] });
      // Every machine has every document, byte for byte what the database has.
      for (const machine of machines) {
        const here = documents.map(({ path }) =>
          createHash("sha256")
            .update(readFileSync(join(machine.home, path as string)))
            .digest("hex"),
        );
        expect(here).toEqual(documents.map(({ version }) => version as string));
      }
      // And the ledger replays to the document: undo and history rely on it.
      const [first] = machines as [World];
      for (const name of ["USER.md", "~/.config/agents/TEAM.md"])
        expect(first.run(["show", name, "--at", new Date(Date.now() + 60_000).toISOString()]).out).toBe(
          first.read(`home/${name.replace(/^.*\//, "")}`),
        );
      console.log(`${acknowledged.length} entries acknowledged, ${await cutting} connections cut`);
    },
  );

  it("negative control: a lost line, a line twice, an entry without a ledger line and one with two are seen", () => {
    const acknowledged = [
      { line: "a-1", entry: "e_1" },
      { line: "b-1", entry: "e_2" },
    ];
    expect(faults(acknowledged, ["- a-1\n- a-1\n"], ['{"entry":"e_1"}', '{"entry":"e_1"}'])).toEqual({
      missing: ["b-1"],
      twice: ["a-1"],
      unledgered: ["b-1"],
      ledgeredTwice: ["e_1"],
    });
  });
});
