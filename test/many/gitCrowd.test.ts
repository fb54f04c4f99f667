// Eight processes on three machines with a Git remote between them, all of them writing and syncing. The oracle is outside:
// what each process was told is acknowledged is counted in the documents and ledgers of every machine at the end.

import { describe, expect, it } from "vitest";
import type { World } from "../kit.ts";
import { faults, startWriter } from "./crowdKit.ts";
import { hashOf, ledgerLines, makeCarried } from "./gitRig.ts";

const FULL = process.env["CODICIL_FAULT"] === "full";
const SECONDS = FULL ? 60 : 6;
const PROCESSES = 8;
const CHILD = new URL("children/gitWriter.ts", import.meta.url);

describe("a crowd with a Git remote between them", () => {
  it(
    `LW-70 X26 P3 ${PROCESSES} processes on three machines, ${SECONDS} s of writing and syncing: every acknowledged entry exactly once, machines equal by hash`,
    { timeout: (SECONDS + 240) * 1000 },
    async () => {
      const { machines } = await makeCarried(3, (bare) => `file://${bare}`);
      const writers = Array.from({ length: PROCESSES }, (_, index) => startWriter(CHILD, machines[index % 3] as World, `agent${index}`));
      await Promise.all(writers.map(({ ready }) => ready));
      const until = Date.now() + SECONDS * 1000;
      const acknowledged = (await Promise.all(writers.map(({ begin }) => begin(until)))).flat();
      expect(acknowledged.length).toBeGreaterThan(PROCESSES);
      // What each machine wrote last goes round once.
      for (const machine of [...machines, ...machines]) {
        machine.run(["flush"]);
        machine.run(["apply"]);
        expect(machine.run(["sync", "--json"]).json()).toMatchObject({ conflicts: [], problems: [] });
      }
      const [first] = machines as [World];
      expect(machines.map(hashOf)).toEqual(machines.map(() => hashOf(first)));
      for (const machine of machines) {
        const { pending, staged } = machine.run(["status", "--json"]).json<{ pending: unknown[]; staged: unknown[] }>();
        expect([pending, staged]).toEqual([[], []]);
        const ledger = machine
          .names("state/ledger")
          .filter((name) => /^(?:USER|2026)/.test(name))
          .flatMap((name) => ledgerLines(machine, name));
        expect(faults(acknowledged, [machine.read("home/USER.md"), machine.read("home/daily/2026-11-15.md")], ledger)).toEqual({
          missing: [],
          twice: [],
          unledgered: [],
          ledgeredTwice: [],
        });
      }
      // And the ledger replays to the document: undo and history rely on it.
      for (const name of ["USER.md", "~/.config/agents/daily/2026-11-15.md"])
        expect(first.run(["show", name, "--at", new Date(Date.now() + 60_000).toISOString()]).out).toBe(
          first.read(`home/${name.replace("~/.config/agents/", "")}`),
        );
      console.log(`${acknowledged.length} entries acknowledged`);
    },
  );
});
