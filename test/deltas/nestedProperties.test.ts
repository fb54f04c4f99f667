import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { apply, asOwner, flush, plan } from "codicil";
import { findSection, readOutline } from "../../src/markdown/index.ts";
import type { Change } from "../../src/schema/index.ts";
import { makeWorld, type World } from "../kit.ts";
import { documentOf, type Listener, story, tell, tree } from "./nestedStory.ts";
import { type EditContext, editText, hashOf, type Item, newerBelow, NO_PAST } from "../../src/deltas/index.ts";

const RUNS = Number(process.env["NESTED_RUNS"] ?? 600);
const SEED = process.env["NESTED_SEED"];
const SETTINGS = { numRuns: RUNS, ...(SEED === undefined ? {} : { seed: Number(SEED) }) };

/** The pure core, with a clock that ticks at every step. */
function inMemory(start: string, past: (ledger: readonly Change[]) => Pick<EditContext, "newerBelow">): Listener {
  let text = start;
  let ticks = 0;
  const tick = () => String(++ticks).padStart(4, "0");
  const ledger: Change[] = [];
  const open = new Map<number, Item[]>();
  return {
    plan: async ({ session, heading, level, operation, content }) => {
      const time = tick();
      const id = `e${time}`;
      const outline = readOutline(text);
      const found = findSection(outline, heading, level);
      const base =
        found.kind === "found"
          ? { base: hashOf(outline.text.slice(found.section.start, found.section.end)) }
          : found.kind === "missing"
            ? { base: null }
            : {};
      open.set(session, [
        ...(open.get(session) ?? []),
        {
          id,
          entry: { key: { path: "USER.md", heading, level }, operation, content, meta: { time, ...base } },
          ...("base" in base ? {} : { since: time }),
        },
      ]);
      return id;
    },
    apply: async (sessions) => {
      const items = sessions.flatMap((session) => open.get(session) ?? []);
      for (const session of sessions) open.delete(session);
      const edited = editText(text, items, { applied: new Set(), now: tick(), ...NO_PAST, ...past(ledger) });
      text = edited.text ?? "";
      ledger.push(...edited.changes);
      return edited.changes.flatMap(({ entry }) => entry ?? []);
    },
    text: async () => text,
  };
}

const withLedger = (ledger: readonly Change[]): Pick<EditContext, "newerBelow"> => ({
  newerBelow: (entry, asked) => {
    const newer = newerBelow(ledger.toReversed(), entry, asked);
    if (typeof newer === "symbol") throw new Error("the whole ledger was given");
    return newer;
  },
});

/** In the order of the ledger. */
function entriesOf(world: World): string[] {
  const lines = world.names("state/ledger").flatMap((name) => world.read(`state/ledger/${name}`).split("\n"));
  return lines.flatMap((line) => (line === "" ? [] : ((JSON.parse(line) as { entry?: string }).entry ?? [])));
}

describe("LW-70 nothing that was acknowledged disappears", () => {
  it("in any tree and any order: every applied text is in the document unless somebody replaced it who knew of it", async () => {
    await fc.assert(
      fc.asyncProperty(tree, story, async (sections, steps) => {
        expect(await tell(steps, inMemory(documentOf(sections), withLedger))).toEqual([]);
      }),
      SETTINGS,
    );
  }, 600_000);

  it("negative control: without the ledger's word texts are lost, and the story tells", async () => {
    const failed = await fc.check(
      fc.asyncProperty(
        tree,
        story,
        async (sections, steps) =>
          (
            await tell(
              steps,
              inMemory(documentOf(sections), () => ({ newerBelow: () => [] })),
            )
          ).length === 0,
      ),
      // One seed: by chance it could find nothing.
      { numRuns: 2000, seed: 1 },
    );
    expect(failed.failed).toBe(true);
  });

  it("the same through a mind on disk", async () => {
    await fc.assert(
      fc.asyncProperty(tree, story, async (sections, steps) => {
        const world = makeWorld();
        world.write("home/USER.md", documentOf(sections));
        const mind = await world.open();
        let applies = 0;
        const listener: Listener = {
          plan: async ({ session, heading, level, operation, content }) =>
            (
              await plan(mind, {
                path: "USER.md",
                heading,
                level,
                operation,
                content,
                session: `s${session}-${applies}`,
                origin: "user",
                person: asOwner(),
              })
            ).entry,
          apply: async (sessions) => {
            for (let round = 0; round <= applies; round++) for (const session of sessions) await flush(mind, `s${session}-${round}`);
            applies++;
            const { receipts } = await apply(mind);
            const applied = new Set(receipts.filter(({ status }) => status === "applied").map(({ entry }) => entry));
            return entriesOf(world).filter((id) => applied.has(id));
          },
          text: async () => (world.has("home/USER.md") ? world.read("home/USER.md") : ""),
        };
        expect(await tell(steps, listener)).toEqual([]);
        await mind.close();
      }),
      { numRuns: Math.min(RUNS, 15) },
    );
  }, 120_000);
});
