import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { accept, asOwner, type Mind, reject, review } from "codicil";
import { memoryAdd } from "../../../src/mind/documents/memory.ts";
import { beat } from "../../../src/runtime/index.ts";
import { makeWorld } from "../../kit.ts";

const FILLER = Array.from(
  { length: 25 },
  (_, at) => `- note ${at}: the ${at}th thing about this work, long enough to fill a line of a memory`,
);

/** A memory that agents wrote, line by line, and a clock that the test moves. */
async function withMemory(
  lines: readonly string[],
  byPerson: readonly string[] = [],
): Promise<{ mind: Mind; memory(): string; tomorrow(): void }> {
  const world = makeWorld();
  let now = Date.UTC(2026, 10, 15, 12);
  const mind = await world.open({ clock: { now: () => new Date(now), timeZone: "UTC" } });
  for (const content of byPerson) await memoryAdd(mind, { section: "Notes", content, origin: "user", person: asOwner() });
  for (const content of lines) await memoryAdd(mind, { section: "Notes", content, session: "s1" });
  return { mind, memory: () => readFileSync(join(mind.where.home, "MEMORY.md"), "utf8"), tomorrow: () => void (now += 86_400_000) };
}
const tidyProposals = async (mind: Mind) => (await review(mind)).filter(({ session }) => session?.startsWith("heartbeat_tidy") === true);
const REPEATED = "- tests run in vitest";

describe("one proposal a day to tidy a memory that is nearly full", () => {
  it("takes out what a later line repeats, says how full the memory is, and changes nothing by itself", async () => {
    const { mind, memory } = await withMemory([REPEATED, ...FILLER, "- Tests run in Vitest."]);
    const before = memory();
    await beat(mind, { model: null });
    const [proposal, ...others] = await tidyProposals(mind);
    expect(others).toEqual([]);
    expect(memory()).toBe(before);
    expect(proposal?.reason).toMatch(/^MEMORY\.md is \d+ % full\. Takes out lines that a later line repeats \(1\)/);
    await accept(mind, proposal?.id ?? "", { person: asOwner() });
    expect(memory()).toBe(before.replace(`${REPEATED}\n`, ""));
  });

  it("negative control: with room left, or with nothing repeated, there is none", async () => {
    const roomy = await withMemory([REPEATED, "- something else", REPEATED.toUpperCase()]);
    const full = await withMemory([...FILLER, "- one more line that says something of its own"]);
    for (const { mind } of [roomy, full]) {
      await beat(mind, { model: null });
      expect(await tidyProposals(mind)).toEqual([]);
    }
  });

  it("leaves what a person wrote or pinned", async () => {
    const { mind } = await withMemory(
      ["- 📌 deploys on Friday", ...FILLER, "- 📌 deploys on Friday!", "- tests run in vitest!"],
      [REPEATED],
    );
    await beat(mind, { model: null });
    expect(await tidyProposals(mind)).toEqual([]);
  });

  it("comes once a day, and never again with what was rejected", async () => {
    const { mind, tomorrow } = await withMemory([REPEATED, "- lint with oxlint", ...FILLER, "- Tests run in Vitest."]);
    await beat(mind, { model: null });
    const [first] = await tidyProposals(mind);
    await reject(mind, first?.id ?? "", { person: asOwner() });
    await beat(mind, { model: null });
    expect(await tidyProposals(mind)).toEqual([]);
    tomorrow();
    await beat(mind, { model: null });
    expect(await tidyProposals(mind)).toEqual([]);
    await memoryAdd(mind, { section: "Notes", content: "- Lint with oxlint!", session: "s1" });
    tomorrow();
    await beat(mind, { model: null });
    expect((await tidyProposals(mind)).map(({ content }) => content?.includes("lint"))).toEqual([false]);
  });
});
