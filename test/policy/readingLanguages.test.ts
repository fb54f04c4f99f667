// Rules in other languages than English: what their usual sentences hold, and what sentences that look like rules do not.

import { describe, expect, it } from "vitest";
import { asIfConfirmed, combine, compileFile } from "../../src/policy/index.ts";
import { PROJECT } from "../analysis/analysisWorld.ts";
import { judgeRow, type RowCall } from "./compileKit.ts";
import { FREE, HELD, type LanguageRow, PROPOSED } from "./languageRows.ts";

const policyOf = (text: string) => combine([compileFile(`${PROJECT}/AGENTS.md`, text)]);

function callOf(text: string): RowCall {
  const [, tool, path] = /^(edit|read|delete) (\S+)$/.exec(text) ?? [];
  return tool === undefined ? { tool: "shell", command: text } : { tool, path };
}

describe.each(Object.entries(HELD))("what is held with certainty in %s", (_, rows) => {
  it.each(rows.map((row): [string, LanguageRow] => [row.text, row]))("%s", (text, { stops, passes }) => {
    const policy = policyOf(text);
    expect(stops).not.toEqual([]);
    expect(
      stops.filter((call) => judgeRow(policy, callOf(call)).length === 0),
      "calls that should stop",
    ).toEqual([]);
    expect(
      passes.filter((call) => judgeRow(asIfConfirmed(policy), callOf(call)).length > 0),
      "calls that should pass",
    ).toEqual([]);
  });
});

describe.each(Object.entries(PROPOSED))("what is only proposed in %s", (_, rows) => {
  it.each(rows.map((row): [string, LanguageRow] => [row.text, row]))("%s", (text, { stops, passes }) => {
    const policy = policyOf(text);
    expect(
      stops.filter((call) => judgeRow(asIfConfirmed(policy), callOf(call)).length === 0),
      "calls that should stop",
    ).toEqual([]);
    expect(
      stops.filter((call) => judgeRow(policy, callOf(call)).length > 0),
      "calls that are stopped at once",
    ).toEqual([]);
    expect(
      passes.filter((call) => judgeRow(asIfConfirmed(policy), callOf(call)).length > 0),
      "calls that should pass",
    ).toEqual([]);
  });
});

describe.each(Object.entries(FREE))("what stops nothing in %s, not even as a proposal", (_, rows) => {
  it.each(rows.map((row): [string, LanguageRow] => [row.text, row]))("%s", (text, { passes }) => {
    const policy = asIfConfirmed(policyOf(text));
    expect(passes.filter((call) => judgeRow(policy, callOf(call)).length > 0)).toEqual([]);
  });
});
