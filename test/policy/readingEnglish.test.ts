// English lines of our own by family (Git actions, commands, orders, paths, messages, packages, secrets, tokens), with traps.

import { describe, expect, it } from "vitest";
import { asIfConfirmed, combine, compileFile } from "../../src/policy/index.ts";
import { PROJECT } from "../analysis/analysisWorld.ts";
import { linesOf, listed, stops } from "./lineRows.ts";

interface Line {
  readonly tier: string;
  readonly text: string;
  readonly stop: readonly string[];
  readonly pass: readonly string[];
}

const LINES: readonly Line[] = linesOf("english.txt").map(([tier = "", text = "", stop, pass]) => ({
  tier,
  text,
  stop: listed(stop),
  pass: listed(pass),
}));

describe("English lines", () => {
  it.each(LINES.map((line) => [line.text, line] as const))("%s", (_, { tier, text, stop, pass }) => {
    const certain = combine([compileFile(`${PROJECT}/AGENTS.md`, text)]);
    const all = asIfConfirmed(certain);
    expect(stop.filter((call) => !stops(tier === "c" ? certain : all, call))).toEqual([]);
    if (tier === "d")
      expect(
        stop.filter((call) => stops(certain, call)),
        "only proposed",
      ).toEqual([]);
    expect(pass.filter((call) => stops(all, call))).toEqual([]);
  });

  it("control: the table has each kind of line, and a line without a rule stops nothing", () => {
    expect(new Set(LINES.map(({ tier }) => tier))).toEqual(new Set(["c", "p", "d", "n"]));
    expect(LINES.some(({ tier, stop }) => tier !== "n" && stop.length > 0)).toBe(true);
    const policy = asIfConfirmed(combine([compileFile(`${PROJECT}/AGENTS.md`, "This is a small project.")]));
    expect(LINES.flatMap(({ stop }) => stop).filter((call) => stops(policy, call))).toEqual([]);
  });
});
