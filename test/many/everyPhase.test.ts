// The network is cut in every phase of bringing an entry home: at each statement that is sent to the database, before it
// arrives and after it was done. Whatever was cut, the entry is there once in the end, and what was said to be done is.

import postgres from "postgres";
import { describe, expect, it } from "vitest";
import { asOwner, AppError, apply, flush, type Mind, plan } from "codicil";
import { makeWorld, type World } from "../kit.ts";
import { freshMind, noPostgres, withPostgres } from "../postgres.ts";
import { type Cut, startCutter } from "./cutter.ts";
import { makeMachines } from "./rig.ts";

/** Every statement in the full run; every so many in the everyday one. */
const STRIDE = process.env["CODICIL_FAULT"] === "full" ? 1 : 5;
const PATH = "~/.config/agents/TEAM.md";
const MOST = 400;

interface Tried {
  readonly entry: string | null;
  /** What the entry was said to be, in the end; null: a cut came before anything was said. */
  readonly said: string | null;
  readonly failed: string | null;
}

/** Everything from opening the mind on, as one command of a person or an agent does it. */
async function bringHome(machine: World, line: string): Promise<{ mind: Mind | null; tried: Tried }> {
  let [mind, entry, said]: [Mind | null, string | null, string | null] = [null, null, null];
  try {
    mind = await machine.open({ lock: { base: 300, cap: 300, retries: 2 } });
    entry = (
      await plan(mind, {
        path: PATH,
        heading: "Log",
        operation: "append",
        content: `- ${line}`,
        session: line,
        origin: "user",
        person: asOwner(),
      })
    ).entry;
    await flush(mind, line);
    const { receipts } = await apply(mind);
    said = receipts.find((receipt) => receipt.entry === entry)?.status ?? null;
    return { mind, tried: { entry, said, failed: null } };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { mind, tried: { entry, said, failed: error.code } };
  }
}

describe.skipIf(noPostgres !== null)(
  `a network cut in every phase of apply${noPostgres === null ? "" : ` (skipped: ${noPostgres})`}`,
  () => {
    const server = withPostgres();

    for (const how of ["unsent", "unanswered"] as const satisfies readonly Cut[])
      it(`P3 X26 each statement ${how}: the entry is there once, in the document and in the ledger`, { timeout: 600_000 }, async () => {
        const name = freshMind();
        makeMachines(server(), name, 1);
        const cutter = await startCutter(server().port);
        const machine = makeWorld();
        expect(
          (await machine.runAsync(["move", "--to", server().address(name).replace(`:${server().port}/`, `:${cutter.port}/`)])).code,
        ).toBe(0);
        const inDocument = async (line: string) => {
          const [row] = await server().sql.unsafe(
            `select convert_from(bytes, 'UTF8') as text from codicil_${name}.places where root = 'home' and path = 'TEAM.md'`,
          );
          return ((row?.["text"] as string | undefined) ?? "").split("\n").filter((each) => each === `- ${line}`).length;
        };
        const inLedger = async (entry: string) =>
          Number(
            (
              await server().sql.unsafe(
                `select count(*) as n from codicil_${name}.lines where path like 'ledger/%' and line like '%"entry":"${entry}"%'`,
              )
            )[0]?.["n"],
          );

        await bringHome(machine, "before");
        const outcomes = new Map<string, number>();
        let isWhole = false;
        for (let statement = 1; statement < MOST && !isWhole; statement += STRIDE) {
          const line = `${how}-${statement}`;
          cutter.cutAt(statement, how);
          const { mind, tried } = await bringHome(machine, line);
          isWhole = cutter.count < statement;
          cutter.cutAt(0, how);
          if (tried.failed !== null) expect(["STORE_DOWN", "LOCKED", "STALE"]).toContain(tried.failed);
          // Said to be applied is applied, before anything is tried again.
          if (tried.said === "applied") expect(await inDocument(line)).toBe(1);
          const again = mind ?? (await machine.open());
          if (tried.entry !== null) {
            await flush(again, line);
            await apply(again);
            expect({ statement, document: await inDocument(line), ledger: await inLedger(tried.entry) }).toEqual({
              statement,
              document: 1,
              ledger: 1,
            });
          }
          const outcome = tried.failed ?? tried.said ?? "waits";
          outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
          await again.close();
        }
        // It ended because there was nothing left to cut, and some cuts were felt.
        expect(isWhole).toBe(true);
        expect(outcomes.get("applied")).toBeGreaterThan(0);
        expect([...outcomes.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(outcomes.get("applied") ?? 0);
        expect((await machine.runAsync(["show", PATH, "--at", new Date(Date.now() + 60_000).toISOString()])).out).toBe(
          machine.read("home/TEAM.md"),
        );
        console.log(`${how}: ${JSON.stringify(Object.fromEntries(outcomes))}`);
        await cutter.close();
      });

    it("negative control: unsent does not happen, unanswered does, and both are felt", async () => {
      const cutter = await startCutter(server().port);
      const wire = postgres(server().address().replace(`:${server().port}/`, `:${cutter.port}/`), {
        max: 1,
        fetch_types: false,
        onnotice: () => undefined,
      });
      const made = async (table: string) =>
        (await server().sql`select to_regclass(${table}) is not null as there`)[0]?.["there"] as boolean;
      const name = freshMind();
      for (const how of ["unsent", "unanswered"] as const) {
        cutter.cutAt(1, how);
        await expect(wire.unsafe(`create table ${how}_${name} ()`).simple()).rejects.toMatchObject({ code: "CONNECTION_CLOSED" });
        expect(await made(`${how}_${name}`)).toBe(how === "unanswered");
      }
      cutter.cutAt(0, "unsent");
      await wire.unsafe(`create table whole_${name} ()`);
      expect(await made(`whole_${name}`)).toBe(true);
      await wire.end({ timeout: 0 });
      await cutter.close();
    });
  },
);
