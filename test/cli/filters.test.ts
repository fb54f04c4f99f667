// The filters answer every line with a line, whatever is in it.

import { describe, expect, it } from "vitest";
import { makeWarmWorld as makeWorld } from "../kit.ts";

const FILTERS = [
  {
    args: ["policy", "check", "--jsonl"],
    good: { call: { tool: "shell", command: "ls" } },
    says: { verdict: "allow" },
    wrong: [
      { call: null },
      {},
      { call: { tool: "shell", command: "ls" }, history: 5 },
      { call: { tool: "shell", command: "ls" }, files: [5] },
      { call: { tool: "shell", command: "ls" }, mode: "loud" },
    ],
  },
  {
    args: ["memory", "scan", "--jsonl"],
    good: { content: "likes tea", origin: "user", target: "USER.md" },
    says: { verdict: "accept" },
    wrong: [{}, { content: 5 }, { content: ["a"] }],
  },
  {
    args: ["redact", "--jsonl"],
    good: { text: "hello" },
    says: { text: "hello", found: [] },
    wrong: [{}, { text: null }, { text: { a: 1 } }],
  },
  { args: ["path", "check", "--jsonl"], good: { kind: "delta-key", input: "./a.md" }, says: { verdict: "accept" }, wrong: [] },
] as const;

describe.each(FILTERS)("$args", ({ args, good, says, wrong }) => {
  it("answers each line with one, a broken one with its error, and goes on", () => {
    const lines = [
      ...wrong.map((row, id) => JSON.stringify({ id, ...row })),
      "null",
      "[]",
      '"text"',
      "7",
      "not json",
      "\u0000\ufffd",
      '{"id":"half',
      "",
      JSON.stringify({ id: "last", ...good }),
    ];
    const ran = makeWorld().run(args, { input: lines.join("\n") });
    const answers = ran.out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { id: unknown; error?: { code: string; line: number } });
    expect(answers).toHaveLength(lines.length - 1);
    for (const [index, { error }] of answers.slice(0, -1).entries())
      expect(error, lines[index]).toMatchObject({ code: index < wrong.length ? "BAD_INPUT" : "BAD_JSON", line: index + 1 });
    expect(answers.slice(0, wrong.length).map(({ id }) => id)).toEqual(wrong.map((_, id) => id));
    expect(answers.at(-1)).toMatchObject({ id: "last", ...says });
    expect(ran.code).toBe(3);
  });

  it("ends with 0 where every line was good", () => {
    expect(makeWorld().run(args, { input: `${JSON.stringify({ id: 1, ...good })}\n\n` }).code).toBe(0);
  });
});

it("policy check refuses a history with something in it that is no call", () => {
  const row = { id: "1", call: { tool: "shell", command: "ls" }, history: [5] };
  const ran = makeWorld().run(["policy", "check", "--jsonl"], { input: JSON.stringify(row) });
  expect([ran.code, ran.json()]).toMatchObject([3, { id: "1", error: { code: "BAD_INPUT", message: "history is not a list of calls" } }]);
});

it("recall over a corpus answers every query with a line, a broken one with its error", () => {
  const world = makeWorld();
  world.write(
    "units.jsonl",
    `${JSON.stringify({ id: "a", text: "The cat sat on the mat" })}\n${JSON.stringify({ id: "b", text: "昨天我们去了上海" })}\n`,
  );
  const queries = [
    JSON.stringify({ id: 1, query: "cat" }),
    JSON.stringify({ id: 2 }),
    JSON.stringify({ id: 3, query: 5, day: {} }),
    "not json",
    "null",
    JSON.stringify({ id: 4, query: "" }),
    JSON.stringify({ id: "五", query: "上海" }),
  ];
  world.write("queries.jsonl", queries.join("\n"));
  const ran = world.run([
    "recall",
    "--corpus",
    `${world.root}/units.jsonl`,
    "--queries",
    `${world.root}/queries.jsonl`,
    "-k",
    "1",
    "--jsonl",
  ]);
  const answers = ran.out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { id: unknown; hits?: string[]; error?: { code: string; line: number } });
  expect(answers.map(({ id }) => id)).toEqual(["1", 2, 3, null, null, "4", "五"]);
  expect(answers.map(({ hits, error }) => hits?.[0] ?? error?.line ?? "nothing")).toEqual(["a", 2, 3, 4, 5, "nothing", "b"]);
  expect(ran.code).toBe(3);
});

it("a line of 40 megabytes is read as fast as it comes", () => {
  const ran = makeWorld().run(["path", "check", "--jsonl"], {
    input: `${JSON.stringify({ id: 1, kind: "delta-key", input: "x".repeat(40_000_000) })}\n${JSON.stringify({ id: 2, kind: "delta-key", input: "./a.md" })}\n`,
  });
  expect(
    ran.out
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { verdict: string }).verdict),
  ).toEqual(["reject", "accept"]);
}, 20_000);
