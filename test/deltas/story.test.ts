// The write path by the library, in this process: plan, flush, apply, conflicts, undo, roll back, forget.

import { describe, expect, it } from "vitest";
import {
  accept,
  apply,
  asOwner,
  conflicts,
  flush,
  forget,
  type Mind,
  plan,
  type PlanRequest,
  reject,
  resolve,
  review,
  undo,
} from "codicil";
import { blame, log, rollBack, show } from "codicil/history";
import { makeWarmWorld as makeWorld, type World } from "../kit.ts";

const person = asOwner();
const USER = "## Name\n\nAda\n\n## Likes\n\n- tea\n";

async function begun(text = USER): Promise<{ world: World; mind: Mind }> {
  const world = makeWorld();
  world.write("home/USER.md", text);
  return { world, mind: await world.open() };
}
const entry = (heading: string, content: string, more: Partial<PlanRequest> = {}): PlanRequest =>
  ({ path: "USER.md", heading, content, session: "s1", ...more }) as PlanRequest;
const statuses = (receipts: readonly { readonly status: string }[]) => receipts.map(({ status }) => status);
/** Planned in one session, flushed and applied. */
async function write(mind: Mind, request: PlanRequest) {
  await plan(mind, request);
  await flush(mind, request.session);
  return apply(mind);
}

describe("plan, flush, apply", () => {
  it("LW-50 an entry is planned, waits in a file, is applied once, and a dry run changes nothing", async () => {
    const { world, mind } = await begun();
    const planned = await plan(mind, entry("Likes", "- coffee"));
    expect(planned).toMatchObject({ status: "pending", document: "USER.md", heading: "Likes" });
    expect(world.read("home/USER.md")).toBe(USER);
    expect(statuses(await flush(mind, "s1"))).toEqual(["pending"]);
    expect(await flush(mind, "s1")).toEqual([]);
    const waiting = world.read("home/last-word/USER.md.yaml");
    const dry = await apply(mind, { dryRun: true });
    expect([statuses(dry.receipts), dry.problems, world.read("home/USER.md"), world.read("home/last-word/USER.md.yaml")]).toEqual([
      ["applied"],
      [],
      USER,
      waiting,
    ]);
    expect(statuses((await apply(mind)).receipts)).toEqual(["applied"]);
    expect(world.read("home/USER.md")).toBe("## Name\n\nAda\n\n## Likes\n\n- coffee\n");
    expect((await apply(mind)).receipts).toEqual([]);
    world.write("home/last-word/USER.md.yaml", waiting);
    expect(statuses((await apply(mind)).receipts)).toEqual(["unchanged"]);
    expect((await log(mind, "USER.md")).filter(({ kind }) => kind === "entry")).toHaveLength(1);
  });

  it("a newer entry of the same session for the same section takes the place of one that still waits; what adds to it does not", async () => {
    const { world, mind } = await begun();
    const flushed = async (request: PlanRequest) => {
      await plan(mind, request);
      await flush(mind, request.session);
    };
    await flushed(entry("Likes", "- one"));
    await flushed(entry("Likes", "- two"));
    await flushed(entry("Likes", "- three", { operation: "append" }));
    await flushed(entry("Name", "Bob", { session: "s2" }));
    await flushed(entry("Name", "Eve", { session: "s3" }));
    const { receipts } = await apply(mind);
    expect(world.read("home/USER.md")).toBe("## Name\n\nEve\n\n## Likes\n\n- two\n- three\n");
    expect(receipts).toHaveLength(4);
  });

  it("LW-55 two entries of one batch for one section go to staging, and the other document is not held up", async () => {
    const { world, mind } = await begun();
    world.write("home/MEMORY.md", "## Notes\n\n- a\n");
    for (const request of [
      entry("Likes", "x", { level: 2 }),
      entry("Likes", "y", { level: 2 }),
      entry("Notes", "- b", { path: "MEMORY.md" }),
    ])
      await plan(mind, request);
    expect(statuses(await flush(mind, "s1")).sort()).toEqual(["pending", "staged", "staged"]);
    expect(statuses((await apply(mind)).receipts)).toEqual(["applied"]);
    expect([world.read("home/USER.md"), world.read("home/MEMORY.md")]).toEqual([USER, "## Notes\n\n- b\n"]);
    const [conflict] = await conflicts(mind);
    expect(conflict?.code).toBe("DUPLICATE_HEADING");
  });

  it("LW-70 what a person edited meanwhile is kept; the entry waits for them, and either text can be taken", async () => {
    const { world, mind } = await begun();
    for (const take of ["document", "entry"] as const) {
      world.write("home/USER.md", USER);
      await plan(mind, entry("Likes", `- by the agent, ${take}`));
      await flush(mind, "s1");
      const edited = USER.replace("- tea", `- by hand, ${take}`);
      world.write("home/USER.md", edited);
      expect(statuses((await apply(mind)).receipts)).toEqual(["staged"]);
      expect(world.read("home/USER.md")).toBe(edited);
      const [conflict] = await conflicts(mind);
      expect(conflict).toMatchObject({ code: "CONFLICT" });
      await resolve(mind, "USER.md", { take, entry: conflict?.id, person });
      expect(await conflicts(mind)).toEqual([]);
      expect(world.read("home/USER.md")).toContain(take === "document" ? "by hand, document" : "by the agent, entry");
    }
  });

  it("X3 X16 a proposal is applied when it is accepted; a rejected one leaves, and one rejected forever does not come again", async () => {
    const { world, mind } = await begun();
    world.write("home/SOUL.md", "## Values\n\nHonesty.\n");
    const propose = async (content: string) => {
      await plan(mind, entry("Values", content, { path: "SOUL.md" }));
      await flush(mind, "s1");
      await apply(mind);
      return (await review(mind)).map(({ id }) => id);
    };
    const [first = ""] = await propose("Kindness.");
    expect(world.read("home/SOUL.md")).toContain("Honesty.");
    await accept(mind, first, { person });
    expect([world.read("home/SOUL.md"), await review(mind)]).toEqual(["## Values\n\nKindness.\n", []]);
    const [second = ""] = await propose("Greed.");
    await reject(mind, second, { person, forEver: true } as never);
    expect([world.read("home/SOUL.md"), await review(mind)]).toEqual(["## Values\n\nKindness.\n", []]);
  });
});

describe("history", () => {
  it("every version can be shown, blamed and undone; an edit outside Codicil is a change too", async () => {
    const { world, mind } = await begun();
    await write(mind, entry("Likes", "- coffee", { reason: "she said so" }));
    world.write("home/USER.md", world.read("home/USER.md").replace("Ada", "Ada L."));
    await write(mind, entry("Likes", "- milk", { operation: "append", session: "s2" }));
    const changes = await log(mind, "USER.md");
    expect(changes.map(({ kind }) => kind).sort()).toEqual(["entry", "entry", "first", "hand"]);
    const coffee = changes.find(({ reason }) => reason === "she said so")?.id ?? "";
    expect(await show(mind, "USER.md", coffee)).toBe("## Name\n\nAda\n\n## Likes\n\n- coffee\n");
    expect((await blame(mind, "USER.md")).map(({ text, change }) => [text, change.kind]).filter(([text]) => text !== "")).toEqual([
      ["## Name", "first"],
      ["Ada L.", "hand"],
      ["## Likes", "first"],
      ["- coffee", "entry"],
      ["- milk", "entry"],
    ]);
    await expect(undo(mind, coffee, { person })).resolves.toBeDefined();
    expect(world.read("home/USER.md")).toContain("- tea");
    await expect(undo(mind, coffee, { person })).rejects.toMatchObject({ code: expect.any(String) as string });
  });

  it("everything of one session is undone in one act, and of others nothing", async () => {
    const { world, mind } = await begun();
    await write(mind, entry("Likes", "- one"));
    await write(mind, entry("Name", "Eve", { session: "s2" }));
    await write(mind, entry("Likes", "- two"));
    const { receipts, conflicts: left } = await rollBack(mind, { session: "s1" }, { person });
    expect([receipts.length, left, world.read("home/USER.md")]).toEqual([2, [], "## Name\n\nEve\n\n## Likes\n\n- tea\n"]);
  });

  it("changes of one place are undone one after the other, the newest first, also with others in between", async () => {
    const { world, mind } = await begun();
    const ids: string[] = [];
    for (const [heading, content] of [
      ["Likes", "- one"],
      ["Likes", "- two, and longer"],
      ["Name", "Eve the Great"],
      ["Likes", "- three"],
    ] as const) {
      const { receipts } = await write(mind, entry(heading, content));
      ids.push(receipts[0]?.undo ?? "");
    }
    const [one = "", two = "", , three = ""] = ids;
    await expect(undo(mind, one, { person })).rejects.toMatchObject({ code: "CONFLICT" });
    const texts: string[] = [];
    for (const id of [three, two, one]) {
      await undo(mind, id, { person });
      texts.push(world.read("home/USER.md").replace(/^[^]*## Likes\n\n/, ""));
    }
    expect(texts).toEqual(["- two, and longer\n", "- one\n", "- tea\n"]);
    expect(world.read("home/USER.md")).toBe(USER.replace("Ada", "Eve the Great"));
  });

  it("a forgotten text is in no document, version, journal, log or waiting file, however it is quoted", async () => {
    const { world, mind } = await begun();
    const secret = 'the "code" 4711';
    await write(mind, entry("Likes", `- tea\n- ${secret}`));
    await write(mind, entry("Likes", "- tea"));
    await plan(mind, entry("Name", `Ada ${secret}`, { session: "s3" }));
    await flush(mind, "s3");
    world.write("home/MEMORY.md", `## Notes\n\n- ${secret}\n- kept\n`);
    const forgotten = await forget(mind, secret, { person });
    expect(forgotten).toMatchObject({ documents: 1, files: 1 });
    expect([forgotten.versions > 0, forgotten.logs > 0, world.read("home/MEMORY.md")]).toEqual([true, true, "## Notes\n\n- kept\n"]);
    const left = world.run(["log", "USER.md", "--json"]).out + world.read("home/last-word/USER.md.yaml");
    expect([left.includes("4711"), world.read("home/USER.md")]).toEqual([false, "## Name\n\nAda\n\n## Likes\n\n- tea\n"]);
    expect((await apply(mind)).problems).toEqual([]);
  });
});
