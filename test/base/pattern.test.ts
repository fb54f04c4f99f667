// Expressions that come from a file run on an engine whose time grows only with the text.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { linearPattern, quickTest, worstCase } from "../../src/base/index.ts";

const SOURCES = [
  "^fix",
  "a+b",
  "(a|b)*c$",
  String.raw`\bfoo\b`,
  "[^x-z]{2,3}q",
  "(?:ab?){0,3}$",
  "x*",
  String.raw`\p{Lu}.`,
  "^$",
  "a|",
  "(?<n>a)b",
  String.raw`\u{1F600}+`,
  "^(([a-z])+.)+[A-Z]([a-z])+$",
  String.raw`\Ba`,
  String.raw`[\]a]`,
  String.raw`\/`,
  "/",
  "a{2}",
  "(a{0,2}){2}b",
  "a{2,}?b",
];
const texts = fc
  .array(fc.constantFrom("a", "b", "c", "x", "z", "q", "A", "F", " ", "foo", "fix", "😀", "/", "]", "\n", "é"), { maxLength: 8 })
  .map((parts) => parts.join(""));

describe("the linear engine", () => {
  test.each([
    [String.raw`\"name\"\s*:\s*\'x`, `"name": 'x`, `name: x`],
    [String.raw`--public\b|visibility\=\"[\w\-\.]+\"`, `visibility="a-b.c"`, `visibility=a`],
    [String.raw`\\"`, `\\"`, `"`],
  ])("signs that mean nothing may be escaped, as other engines let them be: %s", (source, yes, no) => {
    const made = linearPattern(source, "i");
    if (made.kind === "refused") throw new Error(made.why);
    expect([made.pattern.test(yes), made.pattern.test(no)]).toEqual([true, false]);
  });

  test("a letter that means nothing is still refused: another engine may mean something by it", () => {
    expect(linearPattern(String.raw`\Qa\E`, "").kind).toBe("refused");
  });

  test.each(SOURCES)("answers like the platform's engine: %s", (source) => {
    for (const flags of ["", "i"] as const) {
      const made = linearPattern(source, flags);
      if (made.kind === "refused") throw new Error(made.why);
      fc.assert(
        fc.property(texts, (text) => made.pattern.test(text) === new RegExp(source, `u${flags}`).test(text)),
        { numRuns: 200 },
      );
    }
  });

  test("answers where the platform's engine would not come to an end", () => {
    const made = linearPattern("^(([a-z])+.)+[A-Z]([a-z])+$");
    expect(made.kind === "pattern" && made.pattern.test(`${"a".repeat(50_000)}!`)).toBe(false);
    expect(made.kind === "pattern" && made.pattern.test(`${"a".repeat(50_000)}!Ab`)).toBe(true);
  });

  test.each([
    ["(?=a)", "lookaround"],
    ["(?<!a)b", "lookaround"],
    [String.raw`(a)\1`, "backreference"],
    [String.raw`\k<n>(?<n>a)`, "backreference"],
    ["(?i:a)", "flags in a group"],
    ["(", "Unterminated group"],
    ["(?:a{100}){100}", "repeats too much"],
    ["a".repeat(3000), "the limit is 2000"],
  ])("refuses %s and says why", (source, why) => {
    expect(linearPattern(source)).toMatchObject({ kind: "refused", why: expect.stringContaining(why) as string });
  });
});

describe("globs as expressions", () => {
  test("a glob of many stars is answered for a long text", () => {
    const matches = quickTest(`^${"[^/]*a".repeat(12)}b$`, true);
    expect(matches(`${"a".repeat(250)}`)).toBe(false);
    expect(matches(`${"a".repeat(250)}b`)).toBe(true);
  });

  test("what neither engine can tell gets the answer that the caller chose", () => {
    expect(quickTest("^(?:(?!(?:a)$).*)(?:(?:a)+)+b$", true)("a".repeat(200))).toBe(true);
    expect(quickTest("^(?:(?!(?:a)$).*)(?:(?:a)+)+b$", false)("a".repeat(200))).toBe(false);
  });

  test("the worst case counts loops, and a group that repeats has none", () => {
    expect(worstCase("^abc$")(100)).toBe(1);
    expect(worstCase(String.raw`^.*\*[*]$`)(100)).toBe(100);
    expect(worstCase("^.*a.*$")(100)).toBe(10_000);
    expect(worstCase("^(?:a*)+$")(100)).toBe(Infinity);
  });
});
