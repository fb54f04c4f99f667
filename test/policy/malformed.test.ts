// Calls come as JSON from programs that were written elsewhere. Whatever it is, the gate has a word for it.

import { describe, expect, it } from "vitest";
import { combine, compileFile, givenWorld, judge } from "../../src/policy/index.ts";
import { makeWarmWorld as makeWorld } from "../kit.ts";

const AGENTS = "- Never push to main.\n- Run tests before committing.\n- Do not edit files in `vendor/`.\n- 回复不要超过 200 字。\n";
const TOOLS = [
  "shell",
  "read",
  "write",
  "edit",
  "delete",
  "load",
  "fetch",
  "reply",
  "Bash",
  "mcp__x__y",
  "constructor",
  "__proto__",
  "",
  "工具",
];
const FIELDS = ["tool", "command", "path", "content", "document", "url", "input", "file_path", "query", "edits"];

/** A small generator with a seed, so that a failure comes again. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
}

function anyValue(random: () => number, depth = 0): unknown {
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const kind = Math.floor(random() * (depth > 2 ? 6 : 8));
  if (kind === 0) return null;
  if (kind === 1) return random() < 0.5;
  if (kind === 2) return pick([0, -1, 1e308, 0.5]);
  if (kind === 3)
    return pick([
      "",
      "rm -rf /",
      "git push origin main",
      "\u0000",
      "\ud800",
      "../../x",
      "文.md",
      "a".repeat(3000),
      "$(",
      "'",
      "https://",
      "file:///etc/passwd",
      "~",
      "/",
      "\u202egpj",
    ]);
  if (kind === 4) return pick(TOOLS);
  if (kind === 5) return "vendor/a.js";
  if (kind === 6) return Array.from({ length: Math.floor(random() * 4) }, () => anyValue(random, depth + 1));
  return Object.fromEntries(Array.from({ length: Math.floor(random() * 5) }, () => [pick(FIELDS), anyValue(random, depth + 1)]));
}

function anyCall(random: () => number): unknown {
  if (random() < 0.1) return anyValue(random);
  const call = Object.fromEntries(FIELDS.slice(1).flatMap((name) => (random() < 0.35 ? [[name, anyValue(random, 1)]] : [])));
  return { tool: random() < 0.8 ? TOOLS[Math.floor(random() * TOOLS.length)] : anyValue(random, 1), ...call };
}

describe("whatever comes in as a call", () => {
  it("gets a verdict and never an exception: 6,000 made at random, in the call and in the history", () => {
    const random = seeded(20261115);
    const policy = combine([compileFile("AGENTS.md", AGENTS)]);
    const world = givenWorld({ project: "/home/u/proj", files: ["vendor/a.js", "memory-bank/MEMORY.md"] });
    const counts: Record<string, number> = {};
    for (let i = 0; i < 6000; i++) {
      const [call, history] = [anyCall(random), Array.from({ length: i % 4 }, () => anyCall(random))];
      const { verdict } = judge({ call, history, policy, session: i % 2 === 0 ? "main" : "shared", world, mode: "block" } as Parameters<
        typeof judge
      >[0]);
      counts[verdict] = (counts[verdict] ?? 0) + 1;
    }
    expect(Object.keys(counts).every((verdict) => ["allow", "ask", "deny", "rewrite"].includes(verdict))).toBe(true);
    expect(counts["ask"]).toBeGreaterThan(1000);
    // The generator makes good calls too: not everything is refused.
    expect(counts["allow"]).toBeGreaterThan(50);
  });

  it("is asked about where it does not say what it does", () => {
    const world = makeWorld();
    const calls = [
      { tool: "shell" },
      { tool: "shell", command: 5 },
      { tool: "write", path: ["a"] },
      { tool: "fetch" },
      { tool: "x", input: 5 },
      {},
      [],
      7,
      { tool: "write", path: "a", content: {} },
      // A shell by another name, with its command beside the tool.
      { tool: "bash", command: "git push origin main" },
      { tool: "Bash", tool_input: { command: "git push origin main" } },
    ];
    const ran = world.run(["policy", "check", "--jsonl"], { input: calls.map((call, id) => JSON.stringify({ id, call })).join("\n") });
    const answers = ran.out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { id: number; verdict: string; reason: string });
    expect(answers.map(({ id, verdict }) => `${id} ${verdict}`)).toEqual(calls.map((_, id) => `${id} ask`));
    expect(answers[0]?.reason).toBe("Codicil cannot see what this does: shell has no command that is a text.");
    expect(ran.code).toBe(0);
  });

  it("gets the verdict of any other name where it has a name that every object has", () => {
    const places =
      "% x; ./%; git % x; npm %; sudo %; timeout 5 %; black %; codicil %; cmd /c '% /%'; pwsh -c '% x'; cat x.%; make %; %=1 ls"
        .split("; ")
        .concat("sqlite3 a.db '% x'", "node -e 'a.%.b()'", "declare -A a; a[%]=1; echo ${a[%]}");
    const named = (name: string): unknown[] => [
      ...places.map((place) => ({ tool: "shell", command: place.replaceAll("%", name) })),
      { tool: name, input: { [name]: "x" } },
      { tool: `mcp__${name}__${name}`, input: { action: name } },
      { tool: "write", path: `${name}/${name}.${name}`, content: "x" },
    ];
    const names = ["constructor", "__proto__", "toString", "hasOwnProperty", "valueOf"];
    const rows = ["frobnicate", ...names].flatMap(named);
    const agents = "- Never run `git constructor`.\n- Use `toString` instead of `valueOf x`.\n- Never edit `__proto__`.\n";
    const judged = (withRules: string) =>
      makeWorld()
        .run(["policy", "check", "--jsonl"], {
          input: rows.map((call, id) => JSON.stringify({ id, call, agents: withRules, project: "/p", cwd: "/p", files: [] })).join("\n"),
        })
        .out.trim()
        .split("\n")
        .map((line) => JSON.parse(line) as { verdict: string; reason: string });
    const answers = judged("");
    const each = rows.length / (names.length + 1);
    const verdicts = (from: number) => answers.slice(from * each, (from + 1) * each).map(({ verdict }) => verdict);
    for (const [at, name] of names.entries()) expect(verdicts(at + 1), name).toEqual(verdicts(0));
    const broken = (all: readonly { reason: string }[]) => all.filter(({ reason }) => /not a function|undefined|Cannot read/.test(reason));
    expect(broken(answers)).toEqual([]);
    expect(broken(judged(agents))).toEqual([]);
    // Rules may be about such names, too; and not every row is allowed.
    expect(judged(agents)[each + 2]?.verdict).toBe("deny");
    expect(new Set(verdicts(0))).toEqual(new Set(["allow", "ask", "deny"]));
  });
});
