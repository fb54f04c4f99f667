// Who wrote each line is kept beside a long ledger. It must say what the whole ledger says, whatever happened since.

import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { apply, asOwner, flush, forget, type Mind, plan, undo } from "../../src/index.ts";
import { log } from "../../src/library/history.ts";
import { blame, originsOfLines } from "../../src/deltas/index.ts";
import { resolveDocument } from "../../src/knowledge/index.ts";
import { makeWarmWorld as makeWorld, type World } from "../kit.ts";

const PATH = "~/.config/agents/TEAM.md";

async function enter(mind: Mind, contents: readonly string[], origin: "user" | "agent"): Promise<void> {
  for (const content of contents)
    await plan(mind, { path: PATH, heading: "Log", operation: "append", content, session: origin, origin, person: asOwner() });
  await flush(mind, origin);
  await apply(mind);
}

/** What is kept, and what the whole ledger says; they must be the same. */
async function both(world: World): Promise<{ kept: unknown[]; whole: unknown[] }> {
  const mind = await world.open();
  const document = resolveDocument(mind.environment, PATH, { file: "test" });
  const text = world.read("home/TEAM.md");
  const origins = await originsOfLines(mind.deps, document, text);
  const lines = await blame(mind.deps, document);
  return {
    kept: lines.map(({ line }) => origins.of(line) ?? null),
    whole: lines.map(({ change }) => (change.kind === "entry" ? change.by : null)),
  };
}

async function longHistory(world: World): Promise<string> {
  const mind = await world.open();
  await enter(mind, ["- by an agent"], "agent");
  await enter(
    mind,
    Array.from({ length: 300 }, (_, number) => `- note ${number}`),
    "user",
  );
  await both(world);
  const name = readdirSync(join(world.state, "index")).find((each) => each.startsWith("origins-TEAM.md"));
  return join(world.state, "index", name ?? "none");
}

it("X35 is the same as the whole ledger says: after entries, edits outside Codicil, an undo and something forgotten", async () => {
  const world = makeWorld();
  const file = await longHistory(world);
  expect(existsSync(file)).toBe(true);
  expect(readFileSync(file, "utf8")).not.toContain("note");
  const steps: Record<string, () => Promise<unknown>> = {
    nothing: async () => {},
    entries: async () => enter(await world.open(), ["- later", "- later still"], "agent"),
    hand: async () => world.write("home/TEAM.md", world.read("home/TEAM.md").replace("- note 7\n", "- note 7, by hand\n- and more\n")),
    undo: async () => {
      const mind = await world.open();
      const [first] = await log(mind, PATH, { limit: 1 });
      await undo(mind, first?.id ?? "", { person: asOwner() });
    },
    forgotten: async () => forget(await world.open(), "- note 12\n", { person: asOwner() }),
    more: async () =>
      enter(
        await world.open(),
        Array.from({ length: 300 }, (_, number) => `- new ${number}`),
        "agent",
      ),
  };
  for (const [step, act] of Object.entries(steps)) {
    await act();
    const { kept, whole } = await both(world);
    expect(kept, step).toEqual(whole);
    // Forgetting leaves one full copy, of which nobody is known.
    expect(new Set(whole).size, step).toBeGreaterThan(step === "forgotten" ? 0 : 1);
  }
});

it("is believed only of the very file that it was made from, and not needed", async () => {
  const world = makeWorld();
  const file = await longHistory(world);
  const right = (await both(world)).whole;
  // What is kept is used...
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replaceAll('"user"', '"web"'));
  expect((await both(world)).kept).toContain("web");
  // ...but not of another file, of another version, or cut off.
  for (const other of [
    text.replaceAll('"user"', '"web"').replace(/"identity":"[^"]*"/, '"identity":"1:1:1"'),
    text.replace('"v":1', '"v":9').replaceAll('"user"', '"web"'),
    text.slice(0, 100),
    "null",
  ]) {
    writeFileSync(file, other);
    expect((await both(world)).kept).toEqual(right);
  }
});
