// Functions that ordinary calls run are in brackets in the release, so that V8 compiles them with their file and Node keeps that.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Script } from "node:vm";
import { describe, expect, it } from "vitest";
import { withBrackets } from "../../scripts/build/eager.ts";

/** Every function that is written in the text. */
function all(text: string): Set<string> {
  const ends = [...text.matchAll(/[}\d]/g)].map(({ index }) => index + 1);
  return new Set([...text].flatMap((_, start) => ends.map((end) => `${start}-${end}`)));
}

const keptSize = (text: string) => new Script(text).createCachedData().length;

describe("functions in brackets (issue 20)", () => {
  it.each([
    ["var f=a=>a+1;", "var f=(a=>a+1);"],
    ["g();function g(a){return a}", "var g=(function (a){return a});g();"],
    ['"use strict";async function*g(){}', '"use strict";var g=(async function*(){});'],
    ["function g(){return[1].map(b=>b+1)}", "var g=(function (){return[1].map((b=>b+1))});"],
    [
      "var o={m(){return 1},get n(){return 2},k:()=>3};class C{m(){return 4}}",
      "var o={m(){return 1},get n(){return 2},k:(()=>3)};class C{m(){return 4}}",
    ],
  ])("%s", (text, wanted) => {
    expect(withBrackets(text, all(text))).toBe(wanted);
    expect(withBrackets(text, new Set())).toBe(text);
  });

  it("V8 compiles them with their file, and only them", () => {
    const text = `function f(a){${"a=a*a+a.b;".repeat(50)}return 1}`;
    const early = withBrackets(text, all(text));
    expect(keptSize(early)).toBeGreaterThan(2 * keptSize(text));
  });

  it.skipIf(process.env["CODICIL_FROM_SOURCE"] === "1")("those of the hook are", () => {
    const core = join(process.env["CODICIL_TEST_DIST"] ?? "", "hookCore.cjs");
    expect(readFileSync(core, "utf8")).toMatch(/^(?:"use strict";)?var \w+=\((?:async )?function/);
  });
});
