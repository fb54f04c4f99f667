// day_log: what a chat leaves in the day's document (X9, OR-50).

import { describe, expect, it } from "vitest";
import { runTurn } from "../../src/runtime/index.ts";
import { makeWarmWorld as makeWorld, type World } from "../kit.ts";
import { chatWith, playing, says } from "./kit.ts";

const SECRET = "ghp_16C7e42F292c6912E7710c838347Ae178B4a";
const today = (world: World) =>
  world
    .names("home/daily")
    .filter((name) => name.endsWith(".md"))
    .map((name) => world.read(`home/daily/${name}`))
    .join("\n");

function worldWith(dayLog: string): World {
  const world = makeWorld();
  world.write("home/last-word/config.yaml", dayLog === "" ? "" : `day_log: ${dayLog}\n`);
  return world;
}

describe("the raw log of a day", () => {
  it("X9 raw: each exchange is in the day's document as soon as it is over, both sides, secrets marked", async () => {
    const world = worldWith("raw");
    const { chat } = await chatWith(await world.open(), { model: playing(says("# The hazel box\n\nis painted green."), says("It is.")) });
    await runTurn(chat, `Which box?\nMy token is ${SECRET}.`);
    expect(today(world)).toMatch(/^## Exchanges\n\n- \d\d:\d\d person: Which box\?\n {2}My token is /m);
    expect(today(world)).toMatch(/^- \d\d:\d\d agent: .*The hazel box\n\n {2}is painted green\.$/m);
    expect(today(world)).not.toContain(SECRET);
    expect(today(world)).not.toContain("It is.");
    await runTurn(chat, "Is it?");
    expect(today(world)).toContain("agent: It is.");
    expect(today(world).split("## ")).toHaveLength(2);
    // Through the writer: the ledger knows each of them.
    expect(
      world
        .run(["log", "--json"])
        .json<{ reason?: string }[]>()
        .filter(({ reason }) => reason?.startsWith("exchange in ")),
    ).toHaveLength(2);
  });

  it("X9 raw has no limit and is in no prompt; both adds the digest, which is", () => {
    const input = `${Array.from({ length: 12 }, (_, at) => `Tell me about box number ${at}, ${"which is long ".repeat(8)}`).join("\n")}\n/quit\n`;
    const [raw, both, digest] = ["raw", "both", ""].map((dayLog) => {
      const world = worldWith(dayLog);
      world.run(["chat"], { input });
      return { text: today(world), prompt: world.run(["prompt"]).out, overflow: world.names("home/archive") };
    });
    const seen = (world: typeof raw) => ({
      raw: world?.text.includes("person: Tell me about box number 11"),
      digest: world?.text.includes("- asked: "),
      rawInPrompt: world?.prompt.includes("person: Tell"),
      digestInPrompt: world?.prompt.includes("- asked: "),
    });
    expect(seen(raw)).toEqual({ raw: true, digest: false, rawInPrompt: false, digestInPrompt: false });
    expect(seen(both)).toEqual({ raw: true, digest: true, rawInPrompt: false, digestInPrompt: true });
    expect(seen(digest)).toEqual({ raw: false, digest: true, rawInPrompt: false, digestInPrompt: true });
    expect([raw?.overflow, both?.overflow]).toEqual([[], []]);
  });

  it("a shared session leaves nothing in it", async () => {
    const world = worldWith("raw");
    const { chat } = await chatWith(await world.open(), { model: playing(says("Fine.")), sessionType: "shared" });
    await runTurn(chat, "Hello there, everybody.");
    expect(today(world)).toBe("");
  });
});
