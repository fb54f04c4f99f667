import { forget, asOwner, flush, plan, status } from "codicil";
import { describe, expect, it } from "vitest";
import { makeWorld } from "../kit.ts";

const entry = (session: string, content: string) => ({
  path: "MEMORY.md",
  heading: "Facts",
  operation: "append" as const,
  content,
  session,
});

describe("a journal with nothing open is put away (X22)", () => {
  it("what looks for open entries meets only sessions that have some, and the entries stay known", async () => {
    const world = makeWorld();
    const mind = await world.open();
    for (let number = 0; number < 5; number++) {
      await plan(mind, entry(`done${number}`, `- fact ${number}`));
      await flush(mind, `done${number}`);
    }
    await plan(mind, entry("open", "- not yet"));
    expect(world.names("state/journal").filter((name) => name.endsWith(".jsonl"))).toEqual(["open.jsonl"]);
    expect(world.names("state/journal/settled")).toHaveLength(5);
    expect((await status(mind)).journalled).toEqual([{ session: "open", entries: 1 }]);
  });

  it("a session that goes on planning opens its journal again; flushing twice gives each entry once", async () => {
    const world = makeWorld();
    const mind = await world.open();
    for (const number of [1, 2, 3]) {
      await plan(mind, entry("long", `- fact ${number}`));
      await flush(mind, "long");
      await flush(mind);
    }
    world.run(["apply"]);
    expect(world.read("home/MEMORY.md").match(/- fact \d/g)).toEqual(["- fact 1", "- fact 2", "- fact 3"]);
    expect(world.read("state/journal/settled/long.jsonl").match(/"kind":"planned"/g)).toHaveLength(3);
  });

  it("killed between copy and removal, the next flush finds nothing open and clears up", async () => {
    const world = makeWorld();
    const mind = await world.open();
    await plan(mind, entry("cut", "- once"));
    await flush(mind, "cut");
    // As the crash leaves it: the same lines in both places, or in the second only the line that was planned.
    const lines = world.read("state/journal/settled/cut.jsonl");
    for (const left of [lines, `${lines.split("\n")[0] ?? ""}\n`]) {
      world.write("state/journal/cut.jsonl", left);
      expect((await status(mind)).journalled).toEqual([]);
      expect(await flush(mind)).toEqual([]);
      expect(world.has("state/journal/cut.jsonl")).toBe(false);
    }
  });

  it("forget reaches what was put away", async () => {
    const world = makeWorld();
    const mind = await world.open();
    await plan(mind, entry("secret", "- the meeting was in the green room"));
    await flush(mind, "secret");
    expect(world.read("state/journal/settled/secret.jsonl")).toContain("the green room");
    await forget(mind, "the green room", { person: asOwner() });
    expect(world.read("state/journal/settled/secret.jsonl")).not.toContain("the green room");
  });
});
