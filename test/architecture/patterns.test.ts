// Regular expressions take time in proportion to the text they read, whoever wrote that text. A backtracking engine does
// not promise this; a check of the expression's automaton does.

import { describe, expect, test } from "vitest";
import { growthOf } from "./patterns/ambiguity.ts";
import { builtAtLoad, codeFiles, expressionsIn } from "./patterns/collect.ts";
import { BOUNDED, BUILT_LATER } from "./patterns/exceptions.ts";

const LONG = 120_000;
const atLoad = builtAtLoad();
const files = [...codeFiles()].map(([file, text]) => ({ file, ...expressionsIn(file, text) }));

describe("regular expressions are linear", () => {
  test("every expression of src and web is linear, or reads a text whose length is bounded", { timeout: LONG }, () => {
    const all = [...files.flatMap(({ literals }) => literals), ...atLoad];
    const known = new Map<string, string>();
    const left: string[] = [];
    for (const { file, line, source, flags } of all) {
      const key = `/${source}/${flags}`;
      const growth = known.get(key) ?? growthOf(source, flags);
      known.set(key, growth);
      if (growth === "linear" || BOUNDED.some((each) => each.file === file && each.source === source)) continue;
      left.push(`${file}:${line} is ${growth}: ${key}`);
    }
    expect(all.length).toBeGreaterThan(1500);
    expect(left).toEqual([]);
  });

  test("an expression that is built while the program runs is named with the reason why it is safe", () => {
    const seen = new Set(atLoad.map(({ file, line }) => `${file}:${line}`));
    const later = files.flatMap(({ sites }) => sites).filter(({ file, line }) => !seen.has(`${file}:${line}`));
    const counted = Object.fromEntries([...Map.groupBy(later, ({ file }) => file)].map(([file, sites]) => [file, sites.length]));
    expect(counted).toEqual(Object.fromEntries(Object.entries(BUILT_LATER).map(([file, { count }]) => [file, count])));
  });

  test("each exception is still needed", () => {
    const sources = new Set([...files.flatMap(({ literals }) => literals), ...atLoad].map(({ file, source }) => `${file} ${source}`));
    expect(BOUNDED.filter(({ file, source }) => !sources.has(`${file} ${source}`))).toEqual([]);
    expect(BOUNDED.filter(({ source, flags }) => growthOf(source, flags ?? "") === "linear")).toEqual([]);
  });

  test("the check tells linear, polynomial and exponential expressions apart", () => {
    const growths = (sources: readonly string[], flags = "") => sources.map((source) => growthOf(source, flags));
    expect(
      new Set(
        growths([
          String.raw`\s+`,
          "^a*b*$",
          '"[^"]*"',
          String.raw`\bfail\w*\b`,
          "^[^:]*:.*$",
          "a{1,40}b{1,40}c",
          "^(?:ab|cd)*$",
          "(?:a|b)*",
        ]),
      ),
    ).toEqual(new Set(["linear"]));
    expect(
      new Set(growths([String.raw`\s+$`, "^a*a*$", "a.*b", String.raw`"(?:[^"\\]|\\.)*"`, "^(?=.*x.*y$)", "(?<=x.*)y", "(?:a*){2}b"])),
    ).toEqual(new Set(["polynomial"]));
    expect(new Set(growths(["^(a+)+$", "^(a|a)*$", String.raw`^(?:\w+\s?)+$`, "^(a*)*b", "^(?:a|ab|b)*c"]))).toEqual(
      new Set(["exponential"]),
    );
    expect(
      new Set(growths([String.raw`(?<!\s)\s+$`, "^(?=.*a)(?=.*b)", "[#?][^]*$", String.raw`"(?:[^"\\]|\\(?:[^]|$))*(?:"|$)`])),
    ).toEqual(new Set(["linear"]));
    expect(new Set(growths([String.raw`(?<=\s)\s+$`, "x(?=.*a)", "[#?].*$", String.raw`(?<!a)\s+$`]))).toEqual(new Set(["polynomial"]));
    expect(growths([String.raw`(a)\1`])).toEqual(["unknown"]);
    expect(growths([String.raw`^[ \t]+x`, "^gitdir: (.*)$"], "m")).toEqual(["linear", "linear"]);
  });

  test("an expression that is planted in a file is found, however it is written", () => {
    const planted =
      'const slow = /(a+)+$/u; const text = "/(b+)+$/"; const made = new RegExp("(c+)+$"); // /(d+)+$/\nconst shown = `${/(e+)+$/.source}`;';
    const { literals, sites } = expressionsIn("planted.ts", planted);
    expect(literals.map(({ source, flags, line }) => [source, flags, line, growthOf(source, flags)])).toEqual([
      ["(a+)+$", "u", 1, "exponential"],
      ["(e+)+$", "", 2, "exponential"],
    ]);
    expect(sites).toEqual([{ file: "planted.ts", line: 1 }]);
  });
});
