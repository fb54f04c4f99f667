// npm run mutate: which changes it makes, and that a text with sleeping mutants in it does what it did before.

import { describe, expect, it } from "vitest";
import { sample } from "../../scripts/mutate/choose.ts";
import { inOrder } from "../../scripts/mutate/cover.ts";
import { instrument, type PlacedMutant } from "../../scripts/mutate/instrument.ts";
import { mutantsOf } from "../../scripts/mutate/mutants.ts";

const changes = (source: string) => mutantsOf(source).map(({ original, replacement }) => `${original} → ${replacement}`);
const place = (source: string): PlacedMutant[] =>
  mutantsOf(source).map((mutant, index) => ({ ...mutant, id: index + 1, file: "a.ts", line: 1 }));

describe("mutants", () => {
  it.each([
    ["if (a) f();", ["a → true", "a → false", "f() → undefined"]],
    ["x = a && !b;", ["a && !b → (a) || (!b)", "a && !b → a", "a && !b → !b", "!b → b"]],
    [
      "x = a < 2 ? 'y' : '';",
      ["a < 2 ? 'y' : '' → 'y'", "a < 2 ? 'y' : '' → ''", "a < 2 → a <= 2", "a < 2 → a >= 2", "2 → 3", "'y' → \"\"", "'' → \"mutated\""],
    ],
    ["x = list.filter(f).some(g);", ["list.filter(f).some(g) → list.filter(f).every(g)", "list.filter(f) → list"]],
    ["x = a ?? b;", ["a ?? b → b"]],
    ["x = a.toString(b);", []],
    ["x = /a/u;", ["/a/u → /(?!)/"]],
  ])("%s", (source, wanted) => {
    expect(changes(source)).toEqual(wanted);
  });

  it("types, imports, keys, the words of errors and parts of optional chains are left alone", () => {
    expect(changes('import a from "b";\nexport { c } from "d";\ntype T = "x" | 3;\nconst o: "y" = a?.b.filter(c).d as "z";\n')).toEqual([]);
    expect(changes('throw new AppError("CODE", "words");')).toEqual(['"CODE" → ""']);
    expect(changes("x = { 'key': y };")).toEqual([]);
  });
});

describe("instrumented text", () => {
  const source = "const f = (a, b) => (a > 1 && b !== 'x' ? [a, b].filter((c) => c !== 0).length : 0);";
  const run = (text: string, awake: number, a: number, b: unknown) =>
    (new Function("__isAwake", `${text}\nreturn f;`)((id: number) => id === awake) as (a: number, b: unknown) => unknown)(a, b);

  it("does what the original does while all mutants sleep, also where they are inside each other", () => {
    const mutants = place(source);
    for (const [a, b] of [
      [0, "x"],
      [2, "x"],
      [2, "y"],
      [2, 0],
    ] as const)
      expect(run(instrument(source, mutants), 0, a, b)).toBe(run(source, 0, a, b));
  });

  it("does what the mutant does when it is awake", () => {
    const mutants = place(source);
    const text = instrument(source, mutants);
    for (const { id, start, end, replacement } of mutants) {
      const alone = `${source.slice(0, start)}(${replacement})${source.slice(end)}`;
      for (const [a, b] of [
        [0, "x"],
        [2, "y"],
        [2, 0],
      ] as const)
        expect([id, run(text, id, a, b)]).toEqual([id, run(alone, 0, a, b)]);
    }
  });

  it("the sample is the same for the same seed, and another for another", () => {
    const mutants = place(source);
    expect(sample(mutants, 4, "1")).toEqual(sample(mutants, 4, "1"));
    expect(sample(mutants, 4, "1")).not.toEqual(sample(mutants, 4, "2"));
    expect(sample(mutants, 4, "1")).toHaveLength(4);
  });
});

describe("the tests of a place", () => {
  const test = (id: string, file: string, ms: number, breadth = 1) => ({ id, file, ms, breadth });

  it("are tried in two stages: what is quick, then the rest, those first that pass few places", () => {
    expect(inOrder([test("a", "A", 500, 9), test("b", "A", 10, 3), test("c", "B", 700, 2), test("d", "B", 20, 1)], 30_000)).toEqual({
      stages: [
        [
          ["B", ["d"]],
          ["A", ["b"]],
        ],
        [
          ["B", ["c"]],
          ["A", ["a"]],
        ],
      ],
      ms: 1230,
      leftOut: 0,
    });
    expect(inOrder([test("a", "A", 1)], 0).stages).toEqual([[["A", ["a"]]]]);
  });

  it("of what is not quick only as much is tried as fits, but always one; what is too long stops nothing behind it", () => {
    const chosen = inOrder(
      [test("a", "A", 10_000), test("b", "A", 60_000, 2), test("c", "A", 16_000, 3), test("d", "A", 16_000, 4)],
      30_000,
    );
    expect(chosen).toEqual({ stages: [[["A", ["a", "c"]]]], ms: 26_000, leftOut: 2 });
    expect(inOrder([test("a", "A", 60_000), test("b", "A", 500, 2)], 30_000)).toMatchObject({ stages: [[["A", ["a"]]]], leftOut: 1 });
  });
});
