// Who wrote each line is kept beside a long ledger. It must say what the whole ledger says, whatever happened since.

import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { apply, asOwner, flush, forget, type Mind, plan, undo } from "../../src/index.ts";
import { log } from "../../src/library/history.ts";
import { sha256 } from "../../src/base/index.ts";
import { blame, originsOfLines, type WrittenLine, writtenLines } from "../../src/deltas/index.ts";
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
  const origins = await originsOfLines(mind.deps, document, world.read("home/TEAM.md"));
  const lines = await blame(mind.deps, document);
  return {
    kept: [...lines.map(({ line }) => origins.of(line) ?? null), ...(await writtenLines(mind.deps, document)).map(said)],
    whole: [...lines.map(({ change }) => (change.kind === "entry" ? change.by : null)), ...lines.map(said)],
  };
}

function said({ line, text, change: { kind, by, at, session, from } }: WrittenLine): string {
  // An edit that was not entered yet is as old as the look at it.
  return [line, text, kind, by, kind === "hand" ? "" : at, session, from].join(" | ");
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

it("is believed only as it was written and of the very file that it was made from, and not needed", async () => {
  const world = makeWorld();
  const file = await longHistory(world);
  const right = (await both(world)).whole;
  const [hash = "", words = ""] = readFileSync(file, "utf8").split("\n");
  const signed = (text: string) => `${sha256(text)}\n${text}`;
  const other = words.replaceAll('"user"', '"web"');
  // What is kept is used...
  writeFileSync(file, signed(other));
  expect((await both(world)).kept).toContain("web");
  // ...but not changed by somebody, of another file, of another version, or cut off.
  for (const wrong of [
    `${hash}\n${other}`,
    `${hash}\n${words.replace('"runs":[', '"runs":[1,')}`,
    other,
    signed(other.replace(/"identity":"[^"]*"/, '"identity":"1:1:1"')),
    signed(other.replace('"v":2', '"v":9')),
    signed(other).slice(0, 100),
    signed("null"),
    "null",
    "",
  ]) {
    writeFileSync(file, wrong);
    expect((await both(world)).kept).toEqual(right);
  }
  rmSync(file);
  expect((await both(world)).kept).toEqual(right);
});

it("blame prints the same with what is kept, without it, and with one that somebody changed", async () => {
  const world = makeWorld();
  const file = await longHistory(world);
  const kept = readFileSync(file, "utf8");
  const blamed = () => world.run(["blame", PATH]).out;
  const right = blamed();
  expect(right.match(/ user .* - note /g)).toHaveLength(300);
  writeFileSync(file, kept.replaceAll('"user"', '"web"'));
  expect(blamed()).toBe(right);
  rmSync(file);
  expect(blamed()).toBe(right);
  // The long reading kept it anew, and it is used.
  const words = (readFileSync(file, "utf8").split("\n")[1] ?? "").replaceAll('"user"', '"web"');
  writeFileSync(file, `${sha256(words)}\n${words}`);
  expect(blamed().match(/ web .* - note /g)).toHaveLength(300);
});

it("a session's name that was forgotten is not kept either", async () => {
  const world = makeWorld();
  const mind = await world.open();
  const contents = Array.from({ length: 300 }, (_, number) => `- note ${number}`);
  for (const content of contents)
    await plan(mind, {
      path: PATH,
      heading: "Log",
      operation: "append",
      content,
      session: "hunter2-talk",
      origin: "user",
      person: asOwner(),
    });
  await flush(mind, "hunter2-talk");
  await apply(mind);
  world.run(["blame", PATH]);
  const folder = join(world.state, "index");
  const texts = () =>
    readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), "utf8"))
      .join("\n");
  expect(texts()).toContain("hunter2");
  await forget(mind, "hunter2-talk", { person: asOwner() });
  expect(texts()).not.toContain("hunter2");
});
