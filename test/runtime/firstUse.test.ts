// Lines that are only proposed, in our own chat: the person is asked what the line means, and the answer settles it.

import { describe, expect, it } from "vitest";
import { answerApproval, listApprovals } from "../../src/calls/approvals.ts";
import { asOwner } from "../../src/mind/person.ts";
import { listReadings } from "../../src/rules/index.ts";
import { type Approver, makeTools, onlyInThePage, runTurn, unattended } from "../../src/runtime/index.ts";
import type { ReadingDecided } from "../../src/schema/index.ts";
import { makeWorld, type World } from "../kit.ts";
import { calls, chatWith, playing, says } from "./kit.ts";

/** The document itself shows `make deploy`, so the ban is only proposed. */
const RULES = "# Rules\n\nNever run `make deploy`.\n\n## Release\n\n```sh\nmake deploy\n```\n";

function worldWith(config?: string): World {
  const world = makeWorld();
  world.write("project/AGENTS.md", RULES);
  world.write("project/Makefile", "deploy:\n\t@echo deployed\n");
  if (config !== undefined) world.write("home/last-word/config.yaml", config);
  return world;
}

/** A turn in which the model runs `make deploy` so many times; what it was told each time. */
async function deploy(world: World, approver: Approver, times = 1) {
  const mind = await world.open();
  const lines = Array.from({ length: times }, (_, at) => calls("shell", { command: "make deploy" }, `c${at}`));
  const { chat } = await chatWith(mind, {
    model: playing(...lines, says("ok")),
    tools: makeTools({ env: { PATH: process.env["PATH"], ...world.env } }),
    approver,
    maxRounds: 5,
  });
  const { calls: done } = await runTurn(chat, "go");
  return { mind, chat, told: done.map(({ outcome }) => outcome.text), ran: done.map(({ outcome }) => outcome.text.includes("deployed")) };
}

interface Asker extends Approver {
  readonly asked: { readonly reason: string; readonly about: string | undefined; readonly lines: readonly number[] }[];
}

/** Says what the line means when asked about it, and yes to every other question. */
function meaning(as: ReadingDecided | undefined): Asker {
  const asked: { reason: string; about: string | undefined; lines: number[] }[] = [];
  return {
    settlesLines: true,
    asked,
    ask: async ({ hash, reason, line, rules }) => {
      asked.push({ reason, about: line?.text, lines: rules.map((rule) => rule.line) });
      return line === undefined
        ? { decision: "allow", hash }
        : { decision: as === "hold" || as === undefined ? "deny" : "allow", hash, as };
    },
  };
}

const verdict = (world: World) => world.run(["policy", "check", "--json", "--", "make", "deploy"]).out;

describe("a proposed line in our own chat", () => {
  it("hold: the call does not run, the line is enforced from then on, and nobody is asked again", async () => {
    const world = worldWith();
    const approver = meaning("hold");
    const { ran, told } = await deploy(world, approver, 2);
    expect(approver.asked).toEqual([
      {
        reason: "AGENTS.md:3 seems to forbid this: “Never run `make deploy`.” (read as: denies every `make deploy`).",
        about: "Never run `make deploy`.",
        lines: [3],
      },
    ]);
    expect(ran).toEqual([false, false]);
    expect(told[1]).toContain("the person enforces AGENTS.md:3");
    expect(verdict(world)).toContain('"deny"');
  });

  it("advice: the call runs, in this turn and in later ones, and nobody is asked again", async () => {
    const world = worldWith();
    const approver = meaning("advice");
    expect((await deploy(world, approver, 2)).ran).toEqual([true, true]);
    expect((await deploy(world, approver)).ran).toEqual([true]);
    expect(approver.asked).toHaveLength(1);
  });

  it("ask: each call is asked about, this one too", async () => {
    const world = worldWith();
    const approver = meaning("ask");
    expect((await deploy(world, approver, 2)).ran).toEqual([true, true]);
    expect(approver.asked.map(({ about }) => about !== undefined)).toEqual([true, false, false]);
    // The question about this call names the line too, though the call was judged before the line was settled.
    expect(approver.asked.map(({ lines }) => lines)).toEqual([[3], [3], [3]]);
    expect(verdict(world)).toContain('"ask"');
  });

  it("no answer: the call does not run, nothing is settled, and the next call asks again", async () => {
    const world = worldWith();
    const approver = meaning(undefined);
    expect((await deploy(world, approver, 2)).ran).toEqual([false, false]);
    expect(approver.asked).toHaveLength(2);
    expect(verdict(world)).toContain('"allow"');
  });

  it("an answer to another call settles nothing", async () => {
    const world = worldWith();
    const forger: Approver = { settlesLines: true, ask: async () => ({ decision: "allow", hash: "0".repeat(64), as: "advice" }) };
    expect((await deploy(world, forger)).ran).toEqual([false]);
    expect((await listReadings(await world.open()))[0]?.state).toBe("proposed");
  });

  it("where nobody sits, the call passes, the model is told once, and a card counts", async () => {
    const world = worldWith();
    const { ran, told, mind } = await deploy(world, unattended, 2);
    expect(ran).toEqual([true, true]);
    expect(told.map((text) => text.includes("It is not enforced until a person confirms it."))).toEqual([true, false]);
    expect(await listReadings(mind)).toMatchObject([
      { state: "proposed", count: 2, example: "make deploy", here: true, stops: ["make deploy"] },
    ]);
  });

  it.each([
    ["pass", true],
    ["hold", false],
  ] as const)("proposed: %s asks nobody", async (mode, runs) => {
    const approver = meaning("advice");
    expect((await deploy(worldWith(`proposed: ${mode}\n`), approver)).ran).toEqual([runs]);
    expect(approver.asked).toEqual([]);
  });

  it("the page's chat asks in the page, with the line, and its answer settles it", async () => {
    const world = worldWith();
    const mind = await world.open();
    const { chat } = await chatWith(mind, {
      model: playing(calls("shell", { command: "make deploy" }), says("ok")),
      tools: makeTools({ env: { PATH: process.env["PATH"], ...world.env } }),
      approver: onlyInThePage(mind, 20_000, { settlesLines: true }),
    });
    const turn = runTurn(chat, "go");
    const open = async () => {
      for (;;) {
        const [first] = await listApprovals(mind);
        if (first !== undefined) return first;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    };
    const question = await open();
    expect(question.line).toMatchObject({ line: 3, text: "Never run `make deploy`.", readings: ["denies every `make deploy`"] });
    await answerApproval(mind, question.id, { decision: "deny", as: "hold", hash: question.hash, by: "page", person: asOwner() });
    expect((await turn).calls[0]?.outcome.text).toContain("the person enforces AGENTS.md:3");
    expect(verdict(world)).toContain('"deny"');
  });
});
