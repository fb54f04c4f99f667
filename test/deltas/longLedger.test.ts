// A ledger is read from its end. What is further back than that is still found where it matters.

import { entriesInHistory } from "../../src/deltas/index.ts";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { asOwner, apply, flush, type Mind, openMind, plan, undo } from "../../src/index.ts";
import { log } from "../../src/library/history.ts";
import { makeWarmWorld as makeWorld, type World } from "../kit.ts";

const PATH = "~/.config/agents/TEAM.md";
const open = (world: World): Promise<Mind> => openMind({ home: world.home, state: world.state, cwd: world.project, env: world.env });

async function enter(
  mind: Mind,
  entries: readonly { heading: string; operation?: "append" | "update"; content: string }[],
  session: string,
): Promise<string[]> {
  for (const { heading, operation = "append", content } of entries)
    await plan(mind, { path: PATH, heading, operation, content, session, origin: "user", person: asOwner() });
  await flush(mind, session);
  return (await apply(mind)).receipts.map(({ status }) => status);
}

const hundred = (name: string) => Array.from({ length: 100 }, (_, index) => ({ heading: "Log", content: `- ${name} ${index}` }));

it("an outside edit a hundred changes ago is a conflict for an entry that was planned before it; an agent's change is none", async () => {
  for (const byHand of [true, false]) {
    const world = makeWorld();
    world.write("home/TEAM.md", "# Team\n\n## Plans\n\n- sail\n\n## Log\n\n- begun\n");
    const mind = await open(world);
    expect(await enter(mind, [{ heading: "Log", content: "- first" }], "s0")).toEqual(["applied"]);
    await plan(mind, {
      path: PATH,
      heading: "Plans",
      operation: "update",
      content: "- fly",
      session: "waits",
      origin: "user",
      person: asOwner(),
    });
    if (byHand) world.write("home/TEAM.md", world.read("home/TEAM.md").replace("- sail", "- sail to Samos"));
    else await enter(mind, [{ heading: "Plans", content: "- row" }], "s1");
    await enter(mind, hundred("later"), "s2");
    await flush(mind, "waits");
    expect((await apply(mind)).receipts.map(({ status }) => status)).toEqual([byHand ? "staged" : "applied"]);
    expect(world.read("home/TEAM.md").includes("- sail to Samos")).toBe(byHand);
    await mind.close();
  }
});

it("LW-62 L1 L3 an outside edit behind a batch of a hundred entries is entered into the ledger, and nothing is applied twice", async () => {
  const world = makeWorld();
  const mind = await open(world);
  await enter(mind, [{ heading: "Log", content: "- first" }], "s0");
  await enter(mind, hundred("batch"), "s1");
  world.write("home/TEAM.md", world.read("home/TEAM.md").replace("- batch 50\n", "- batch 50, by hand\n"));
  const delta = join(world.home, "last-word/TEAM.md.yaml");
  await plan(mind, {
    path: PATH,
    heading: "Log",
    operation: "append",
    content: "- once",
    session: "s2",
    origin: "user",
    person: asOwner(),
  });
  await flush(mind, "s2");
  const again = readFileSync(delta, "utf8");
  expect((await apply(mind)).receipts.map(({ status }) => status)).toEqual(["applied"]);
  await enter(mind, hundred("later"), "s3");
  // A delta that comes again, as after a crash or from a backup.
  writeFileSync(delta, again);
  expect((await apply(mind)).receipts.map(({ status }) => status)).toEqual(["unchanged"]);
  await mind.close();

  const text = world.read("home/TEAM.md");
  expect(text.match(/- once/g)).toHaveLength(1);
  expect(text).toContain("- batch 50, by hand\n");
  expect(world.run(["show", PATH, "--at", new Date(Date.now() + 60_000).toISOString()]).out).toBe(text);
  expect(
    world
      .run(["log", PATH, "--json"])
      .json<{ kind: string }[]>()
      .map(({ kind }) => kind),
  ).toContain("hand");
});

it("a damaged line near the end of a long ledger is told with its number", async () => {
  const world = makeWorld();
  const mind = await open(world);
  await enter(mind, hundred("batch"), "s1");
  const [name = ""] = readdirSync(join(world.state, "ledger"));
  const file = join(world.state, "ledger", name);
  const lines = readFileSync(file, "utf8").split("\n");
  const damaged = lines.findLastIndex((line) => line.includes('"kind":"entry"'));
  writeFileSync(file, lines.with(damaged, "{").join("\n"));
  await plan(mind, {
    path: PATH,
    heading: "Log",
    operation: "append",
    content: "- more",
    session: "s2",
    origin: "user",
    person: asOwner(),
  });
  await flush(mind, "s2");
  const { problems } = await apply(mind);
  // A header and a hundred changes; the frames of the store are not counted.
  expect(problems.map(({ error }) => [error.code, error.line])).toEqual([["DAMAGED", 101]]);
  await mind.close();
});

it("the newest changes and the undo of one of them are read from the end: a damaged line far back is met only by who asks for all", async () => {
  const world = makeWorld();
  const mind = await open(world);
  for (const batch of ["one", "two", "three", "four"]) await enter(mind, hundred(batch), batch);
  await enter(mind, [{ heading: "Log", content: "- the last" }], "last");
  world.write("home/TEAM.md", `${world.read("home/TEAM.md")}- by hand\n`);
  const whole = await log(mind, PATH);
  expect(whole.length).toBeGreaterThan(400);
  const [name = ""] = readdirSync(join(world.state, "ledger"));
  const file = join(world.state, "ledger", name);
  const lines = readFileSync(file, "utf8").split("\n");
  writeFileSync(file, lines.with(5, "{").join("\n"));

  const ids = (changes: readonly { id: string }[]) => changes.map(({ id }) => id);
  expect(ids(await log(mind, PATH, { limit: 3 }))).toEqual(ids(whole.slice(0, 3)));
  expect((await log(mind, undefined, { limit: 1 }))[0]?.kind).toBe("hand");
  // By time and by entry as well: what a chat undoes last, and what became of what it planned.
  const newest = whole.filter(({ session }) => session === "last");
  const since = newest.at(-1)?.at ?? "";
  expect(ids(await log(mind, PATH, { since }))).toEqual(ids(whole.filter(({ at }) => at >= since)));
  const entry = newest[0]?.entry ?? "";
  expect([...(await entriesInHistory(mind.deps, [entry, "e_never"]))]).toEqual([entry]);
  await expect(log(mind, PATH, { since: "2000-01-01T00:00:00.000Z" })).rejects.toMatchObject({ code: "DAMAGED" });
  expect((await undo(mind, whole[1]?.id ?? "", { person: asOwner() })).status).toBe("applied");
  expect(world.read("home/TEAM.md")).not.toContain("- the last");
  await expect(log(mind, PATH)).rejects.toMatchObject({ code: "DAMAGED", line: 5 });
  await mind.close();

  const shown = world.run(["log", PATH, "-n", "2"]);
  expect([shown.code, shown.out.split("\n").length - 1, shown.err]).toEqual([0, 2, expect.stringContaining("there are older changes")]);
});
