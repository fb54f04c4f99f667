// Readings that are only likely: what is written, names and places of files, signs of the shell, pull requests.

import { describe, expect, it } from "vitest";
import { asIfConfirmed, combine, compileFile } from "../../src/policy/index.ts";
import { PROJECT } from "../analysis/analysisWorld.ts";
import { linesOf, listed, stops } from "./lineRows.ts";

const LINES = linesOf("likely.txt").map(([text = "", stop, pass]) => ({ text, stop: listed(stop), pass: listed(pass) }));

describe("lines that are only likely", () => {
  it.each(LINES.map((line) => [line.text, line] as const))("%s", (_, { text, stop, pass }) => {
    const certain = combine([compileFile(`${PROJECT}/AGENTS.md`, text)]);
    const all = asIfConfirmed(certain);
    expect(stop.filter((call) => !stops(all, call))).toEqual([]);
    expect(
      stop.filter((call) => stops(certain, call)),
      "nothing is enforced before a person confirms it",
    ).toEqual([]);
    expect(pass.filter((call) => stops(all, call))).toEqual([]);
  });

  it("control: a file without a rule stops none of the calls", () => {
    const policy = asIfConfirmed(combine([compileFile(`${PROJECT}/AGENTS.md`, "This is a small project.")]));
    const calls = LINES.flatMap(({ stop }) => stop);
    expect(calls.length).toBeGreaterThan(50);
    expect(calls.filter((call) => stops(policy, call))).toEqual([]);
  });
});
