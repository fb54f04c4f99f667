import { describe, expect, it } from "vitest";
import { appendToSession, type Mind, review, startSession } from "codicil";
import { writeWhole } from "../../../src/deltas/index.ts";
import { resolveDocument } from "../../../src/knowledge/index.ts";
import { beat, distil, type Model, queueJob, readJobs, workOff } from "../../../src/runtime/index.ts";
import { makeWarmWorld as makeWorld, type World } from "../../kit.ts";

const NEVER = new AbortController().signal;

/** A mind whose clock the test holds, and sessions in which these things were said. */
async function withSaid(
  world: World,
  said: readonly (readonly string[])[],
  at = "2026-11-15T12:00:00Z",
): Promise<{ mind: Mind; set(time: string): void; ids: string[] }> {
  let now = new Date(at);
  const mind = await world.open({ clock: { now: () => now, timeZone: "UTC" } });
  const ids: string[] = [];
  for (const messages of said) {
    const session = await startSession(mind);
    for (const text of messages) {
      const [event] = await appendToSession(mind, session.header.sessionId, [
        { type: "user_message", message: { role: "user", content: [{ type: "text", text }] } },
      ]);
      ids.push(event?.id ?? "");
    }
  }
  return { mind, set: (time) => (now = new Date(time)), ids };
}

function says(text: string, cost = 0.001): Model {
  return {
    id: "scripted/1",
    isLanguageModel: true,
    cost: ({ inputTokens, outputTokens }) => (inputTokens + outputTokens) * (cost / 1000),
    async *stream() {
      yield { type: "text", text };
      yield { type: "usage", usage: { inputTokens: 500, outputTokens: 100, cacheReadTokens: 0, cacheWriteTokens: 0 } };
      yield { type: "finish", reason: "stop" };
    },
  };
}

describe("OR-51, OR-52: the heartbeat distils a week", () => {
  it("without a model: what was said explicitly, as proposals with the words quoted (X3)", async () => {
    const world = makeWorld();
    const { mind } = await withSaid(world, [["I prefer tabs over spaces.", "How are you?"], ["教训：上线前先备份"]]);
    const { distilled } = await beat(mind, { model: null });
    expect(distilled).toMatchObject({ by: "extract", read: 3 });
    const proposals = await review(mind);
    expect(
      proposals
        .map(({ document, heading, content, reason }) => [
          document,
          heading,
          content,
          reason?.includes("tabs over spaces") === true || reason?.includes("上线前先备份") === true,
        ])
        .sort(),
    ).toEqual([
      ["MEMORY.md", "Lessons", "- 上线前先备份", true],
      ["MEMORY.md", "Preferences", "- I prefer tabs over spaces", true],
    ]);
    expect(world.has("home/MEMORY.md") && world.read("home/MEMORY.md").includes("tabs")).toBe(false);
    expect(distilled?.notices.join()).toContain("no language model");
  });

  it("promotes from importance 4 of 5; a decision that was said in two sessions gets there", async () => {
    const world = makeWorld();
    const once = await withSaid(world, [["We decided to use Postgres 17."]]);
    expect(await distil(once.mind, { model: null, signal: NEVER, dryRun: true })).toMatchObject({ proposed: [], unimportant: 1 });
    const twice = await withSaid(world, [["We decided to use Postgres 17."]]);
    expect((await distil(twice.mind, { model: null, signal: NEVER, dryRun: true })).proposed).toHaveLength(1);
  });

  it("X9, X10: reads seven days of session logs, not more", async () => {
    const world = makeWorld();
    const { mind, set } = await withSaid(world, [["I prefer tabs over spaces."]], "2026-11-01T12:00:00Z");
    set("2026-11-07T12:00:00Z");
    expect((await distil(mind, { model: null, signal: NEVER, dryRun: true })).read).toBe(1);
    set("2026-11-08T12:00:00Z");
    expect((await distil(mind, { model: null, signal: NEVER, dryRun: true })).read).toBe(0);
  });

  it("a model's quotation that nobody said makes its line worthless: code looks into the log", async () => {
    const world = makeWorld();
    const { mind, ids } = await withSaid(world, [["The deploy key lives in the vault.", "We ship on Thursdays."]]);
    const row = (line: string, quote: string, id = ids[1]) =>
      JSON.stringify({ section: "Notes", line, importance: 5, evidence: [{ id, quote }] });
    const model = says(
      [
        row("Releases are on Thursdays", "We ship on Thursdays"),
        row("The person wants sudo without asking", "always allow sudo"),
        row("Something else", "We ship on Thursdays", "ev_nobody"),
        "Here is my list:",
        '{"broken',
      ].join("\n"),
    );
    const { distilled } = await beat(mind, { model });
    expect(distilled).toMatchObject({ by: "model", unproven: 2 });
    expect(distilled?.proposed.map(({ line }) => line)).toEqual(["Releases are on Thursdays"]);
    expect((await review(mind)).map(({ content }) => content)).toEqual(["- Releases are on Thursdays"]);
  });

  it("does not propose what the person had taken out of MEMORY.md since; said again later, it does", async () => {
    const world = makeWorld();
    world.write("home/MEMORY.md", "## Notes\n\n- the door code is on the card\n- Mei has the key\n");
    const said = [["remember that the door code is on the card", "remember that the cellar is dry"]];
    const { mind, set } = await withSaid(world, said, new Date().toISOString());
    const document = resolveDocument(mind.environment, "MEMORY.md");
    await writeWhole(mind.deps, document, "## Notes\n\n- Mei has the key\n", { reason: "edited" });
    const proposed = async () =>
      (await distil(mind, { model: null, signal: NEVER, dryRun: true })).proposed.map(({ line }) => line.toLowerCase());
    expect(await proposed()).toEqual(["the cellar is dry"]);
    set(new Date(Date.now() + 86_400_000).toISOString());
    const again = await startSession(mind);
    await appendToSession(mind, again.header.sessionId, [
      { type: "user_message", message: { role: "user", content: [{ type: "text", text: "remember that the door code is on the card" }] } },
    ]);
    expect((await proposed()).toSorted()).toEqual(["the cellar is dry", "the door code is on the card"]);
  });

  it("proposes nothing twice: not what is there, waits, or was refused", async () => {
    const world = makeWorld();
    world.write("home/MEMORY.md", "## Preferences\n\n- I prefer tabs over spaces\n");
    const { mind, set } = await withSaid(world, [["I prefer tabs over spaces.", "Lesson learned: always back up"]]);
    expect((await beat(mind, { model: null })).distilled).toMatchObject({ known: 1 });
    const [waiting] = await review(mind);
    world.run(["reject", waiting?.id ?? ""]);
    set("2026-11-16T12:00:00Z");
    expect((await beat(mind, { model: null })).distilled).toMatchObject({ proposed: [], known: 2 });
  });

  it("undoes what nobody answered in two weeks", async () => {
    const world = makeWorld();
    const { mind, set } = await withSaid(world, [["I prefer tabs over spaces."]]);
    await beat(mind, { model: null });
    set("2026-11-30T12:00:00Z");
    expect((await beat(mind, { model: null })).distilled).toMatchObject({ expired: 1 });
    expect(await review(mind)).toEqual([]);
  });

  it("touches at most a quarter of the document; the rest comes again", async () => {
    const world = makeWorld();
    world.write("home/MEMORY.md", `# Notes\n\n${"- a line that stands there already, and is long\n".repeat(40)}`);
    const lessons = Array.from({ length: 12 }, (_, index) => `Lesson learned: number ${index} is ${"rather ".repeat(12)}long`);
    const { mind } = await withSaid(world, [lessons]);
    const { distilled } = await beat(mind, { model: null });
    const size = (distilled?.proposed ?? []).reduce((sum, { line }) => sum + line.length, 0);
    expect(size).toBeGreaterThan(0);
    expect(size).toBeLessThanOrEqual(world.read("home/MEMORY.md").length / 4);
    expect(distilled?.postponed).toBeGreaterThan(0);
  });

  it("a hard cost cap: what a model may not read is not sent to it", async () => {
    const world = makeWorld();
    world.write("home/last-word/config.yaml", "heartbeat: { max_cost: 0.0001 }\n");
    const { mind } = await withSaid(world, [["I prefer tabs over spaces."]]);
    let asked = 0;
    const model = says("", 1);
    const { distilled } = await beat(mind, { model: { ...model, stream: (request) => (asked++, model.stream(request)) } });
    expect([asked, distilled?.by, distilled?.cost]).toEqual([0, "extract", 0]);
    expect(distilled?.proposed).toHaveLength(1);
  });

  it("X14: what was said in a shared session is not distilled into private memory", async () => {
    const world = makeWorld();
    const { mind } = await withSaid(world, []);
    const session = await startSession(mind, { sessionType: "shared" });
    await appendToSession(mind, session.header.sessionId, [
      { type: "user_message", message: { role: "user", content: [{ type: "text", text: "I prefer tabs over spaces." }] } },
    ]);
    expect((await distil(mind, { model: null, signal: NEVER, dryRun: true })).read).toBe(0);
  });
});

describe("OR-51: the queue of jobs", () => {
  it("is durable: a job that died with its process is tried again, three times", async () => {
    const world = makeWorld();
    const mind = await world.open();
    await queueJob(mind, "work 1");
    for (let tries = 0; tries < 3; tries++) {
      await expect(
        workOff(await world.open(), async () => {
          throw new Error("the machine went away");
        }),
      ).rejects.toThrow();
    }
    const worked = await workOff(mind, async () => ({ cost: 0, result: null }));
    expect(worked).toMatchObject([{ outcome: { kind: "failed" } }]);
  });

  it("runs a key once, however often it is queued, and one process at a time", async () => {
    const world = makeWorld();
    const mind = await world.open();
    expect([await queueJob(mind, "work 1"), await queueJob(mind, "work 1")]).toEqual([true, false]);
    let ran = 0;
    const [first, second] = await Promise.all([
      workOff(mind, async () => {
        ran++;
        await new Promise((resolve) => setTimeout(resolve, 200));
        return { cost: 0, result: null };
      }),
      new Promise((resolve) => setTimeout(resolve, 50)).then(async () =>
        workOff(await world.open(), async () => ({ cost: 0, result: null })),
      ),
    ]);
    expect([ran, Array.isArray(first), second]).toEqual([1, true, "busy"]);
    expect((await readJobs(mind)).map(({ state }) => state)).toEqual(["done"]);
  });
});

describe("codicil heartbeat", () => {
  it("beats only when told to; on, a chat beats when it ends, once a day", () => {
    const world = makeWorld();
    world.write("home/daily/2026-01-02.md", "- old\n");
    world.run(["chat"], { input: "Lesson learned: measure twice\n" });
    expect(world.run(["review", "--json"]).json<unknown[]>()).toEqual([]);
    expect(world.run(["heartbeat", "--dry-run", "--json"]).json<{ proposed: unknown[]; known: number }>()).toMatchObject({
      proposed: [],
      known: 1,
    });
    expect(world.run(["heartbeat", "on"]).out).toContain("heartbeat on");
    expect(world.run(["heartbeat", "status", "--json"]).json()).toMatchObject({ on: true, due: true });
    world.run(["chat"], { input: "hello\n" });
    expect(world.run(["heartbeat", "status", "--json"]).json()).toMatchObject({ on: true, due: false });
    expect(world.run(["heartbeat"]).err).toContain("done already");
    expect(world.names("home/daily/archive")).toEqual(["2026-01-02.md", "MEMORY.md"]);
  });
});
