// Random histories of a mind on three machines: entries, edits in files, outages, and a database that is rewound to an older
// copy or emptied. Whatever happens, every acknowledged line is in the document or on a card, on every machine, never twice
// in the document, and all machines end with the same text. CODICIL_HISTORIES sets how many histories are tried.

import { apply, flush, plan } from "codicil";
import { sync } from "codicil/transfer";
import { describe, expect, it } from "vitest";
import { USER, type World } from "../kit.ts";
import { freshMind, noPostgres, type Server, withPostgres } from "../postgres.ts";
import { dumpOf, machines, pointElsewhere } from "./rig.ts";

const HISTORIES = Number(process.env["CODICIL_HISTORIES"] ?? 2);
const STEPS = Number(process.env["CODICIL_HISTORY_STEPS"] ?? 14);
const FIRST_SEED = Number(process.env["CODICIL_HISTORY_SEED"] ?? 21);

/** The same seed gives the same history. */
function randomFrom(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}

interface Told {
  readonly steps: string[];
  readonly lines: string[];
}

async function withMind<T>(world: World, run: (mind: Awaited<ReturnType<World["open"]>>) => Promise<T>): Promise<T> {
  const mind = await world.open();
  try {
    return await run(mind);
  } finally {
    await mind.close();
  }
}

async function addEntry(world: World, line: string): Promise<void> {
  await withMind(world, async (mind) => {
    const receipt = await plan(mind, {
      path: "USER.md",
      heading: "Research Interests",
      operation: "append",
      content: `- ${line}`,
      session: line,
    });
    if (receipt.status === "refused") throw new Error(`refused: ${receipt.why ?? ""}`);
    await flush(mind, line);
    await apply(mind);
  });
}

interface Life {
  readonly server: Server;
  readonly mind: string;
  readonly dumps: (() => Promise<void>)[];
  /** The ways back of machines that are offline. */
  readonly offline: Map<World, () => void>;
  pick(most: number): number;
}

/** What can happen, with how often. Each says what it did; `line` is acknowledged where it answers true. */
const HAPPENINGS: readonly (readonly [number, (life: Life, world: World, line: string) => Promise<readonly [string, boolean]>])[] = [
  [
    40,
    async ({ offline }, world, line) => {
      await addEntry(world, line);
      return [offline.has(world) ? "adds offline" : "adds", true];
    },
  ],
  [
    15,
    async (_, world, line) => {
      const text = world.has("home/USER.md") ? world.read("home/USER.md") : USER;
      world.write("home/USER.md", `${text.trimEnd()}\n\nBy hand: ${line}\n`);
      return ["edits", true];
    },
  ],
  [
    15,
    async ({ offline }, world) => {
      if (!offline.has(world)) await withMind(world, sync);
      return ["syncs", false];
    },
  ],
  [
    10,
    async ({ offline }, world) => {
      const back = offline.get(world);
      if (back === undefined) offline.set(world, pointElsewhere(world));
      else back();
      if (back !== undefined) offline.delete(world);
      return [back === undefined ? "goes offline" : "is back", false];
    },
  ],
  [
    10,
    async ({ dumps, server, mind }) => {
      dumps.push(await dumpOf(server, mind));
      return ["dump", false];
    },
  ],
  [
    10,
    async ({ dumps, pick }) => {
      const which = pick(dumps.length);
      await dumps[which]?.();
      return [`restore ${which} of ${dumps.length}`, false];
    },
  ],
];

async function live(server: Server, mind: string, worlds: readonly World[], seed: number): Promise<Told> {
  const life: Life = { server, mind, dumps: [await dumpOf(server, mind)], offline: new Map(), pick: randomFrom(seed) };
  const told: Told = { steps: [], lines: [] };
  for (let step = 0; step < STEPS; step++) {
    const at = life.pick(worlds.length);
    const line = `line-${seed}-${step}-`;
    let chance = life.pick(100);
    const [, happen] = HAPPENINGS.find(([often]) => (chance -= often) < 0) ?? HAPPENINGS[0] ?? [];
    const [said, isAcknowledged] = (await happen?.(life, worlds[at] as World, line)) ?? ["", false];
    told.steps.push(`${at} ${said} ${line}`);
    if (isAcknowledged) told.lines.push(line);
  }
  for (const back of life.offline.values()) back();
  for (let round = 0; round < 3; round++)
    for (const world of worlds)
      await withMind(world, async (mindThere) => {
        await sync(mindThere);
        await apply(mindThere);
      });
  for (const world of worlds) await withMind(world, sync);
  return told;
}

describe.skipIf(noPostgres !== null)(`random histories${noPostgres === null ? "" : ` (skipped: ${noPostgres})`}`, () => {
  const server = withPostgres();

  it.each(Array.from({ length: HISTORIES }, (_, index) => FIRST_SEED + index))(
    "X26 of loss, rewind and rejoin: every acknowledged line is in the document or on a card (seed %i)",
    { timeout: 600_000 },
    async (seed) => {
      const mind = freshMind();
      const worlds = await machines(server(), mind, 3);
      worlds[0]?.write("home/USER.md", USER);
      for (const world of worlds) await withMind(world, sync);
      const { steps, lines } = await live(server(), mind, worlds, seed);
      const cards = (
        await server().sql.unsafe(
          `select convert_from(bytes, 'UTF8') as text from codicil_${mind}.places where path like 'last-word/staging/%'`,
        )
      )
        .map((row) => String(row["text"]))
        .join("\n");
      const [text, ...others] = worlds.map((world) => world.read("home/USER.md"));
      const faults: string[] = others.flatMap((other, index) => (other === text ? [] : [`machine ${index + 1} has another text`]));
      for (const line of lines) {
        const inText = (text ?? "").split("\n").filter((each) => each === `- ${line}` || each === `By hand: ${line}`).length;
        if (inText > 1) faults.push(`${line} is there ${inText} times`);
        if (inText === 0 && !cards.includes(line)) faults.push(`${line} is lost`);
      }
      expect({ seed, steps: faults.length === 0 ? [] : steps, faults }).toEqual({ seed, steps: [], faults: [] });
    },
  );
});

describe.skipIf(noPostgres !== null)(`written offline${noPostgres === null ? "" : ` (skipped: ${noPostgres})`}`, () => {
  const server = withPostgres();
  const COUNT = Number(process.env["CODICIL_OFFLINE_WRITES"] ?? 25);

  it(
    `X26 ${COUNT} entries on each of two machines while the database is away: together, all are there once`,
    { timeout: 900_000 },
    async () => {
      const worlds = await machines(server(), freshMind(), 2);
      for (const world of worlds) await withMind(world, sync);
      for (const [at, world] of worlds.entries()) {
        const mend = pointElsewhere(world);
        await withMind(world, async (mind) => {
          for (let n = 0; n < COUNT; n++)
            await plan(mind, {
              path: "MEMORY.md",
              heading: "Notes",
              operation: "append",
              content: `- ${at} wrote ${n}`,
              session: `s${at}`,
            });
          await flush(mind, `s${at}`);
        });
        mend();
      }
      for (let round = 0; round < 2; round++)
        for (const [at, world] of worlds.entries())
          await withMind(world, async (mind) => {
            await flush(mind, `s${at}`);
            await apply(mind);
            await sync(mind);
          });
      for (const world of worlds) await withMind(world, sync);
      const texts = worlds.map((world) => world.read("home/MEMORY.md"));
      expect(texts[1]).toBe(texts[0]);
      const lines = (texts[0] ?? "").split("\n").filter((line) => / wrote \d+$/.test(line));
      expect([lines.length, new Set(lines).size]).toEqual([2 * COUNT, 2 * COUNT]);
    },
  );
});
