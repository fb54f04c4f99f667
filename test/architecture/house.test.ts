import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ERRORS } from "../../src/base/index.ts";
import { goldenFiles } from "../../scripts/goldenFiles.ts";
import { importsOf, sourceFiles } from "./graph.ts";
import {
  cycles,
  deepDoors,
  importsToTheRight,
  impurities,
  namedButGone,
  otherHandsOnDisk,
  sideDoors,
  starExports,
  startUpGraph,
  strangersWithAPen,
  vagueNames,
} from "./house.ts";
import { commandOf, COMMANDS, VERSION } from "../../src/cli/index.ts";

const src = sourceFiles();
const root = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

const HEAVY_FOR_A_HOOK =
  /^(recall|activity|finding|sharing|rules|doctor|bank|transfer|runtime|daemon|cli|deltas|session|snapshot|content|markdown)\/|^mind\/(open|session\/decide)\.ts$|^(postgres|graphile-worker|ai|@ai-sdk\/.*|@modelcontextprotocol\/.*|valibot|yaml|markdown-it|hono|node:http|node:sqlite|node:child_process)$/;

const RULES = [
  { rule: "imports go to the left only", check: importsToTheRight, broken: ["markdown/a.ts", 'import { x } from "../deltas/index.ts";'] },
  { rule: "also through a late import", check: importsToTheRight, broken: ["store/a.ts", 'const x = await import("../mind/open.ts");'] },
  { rule: "rooms are entered through index.ts", check: sideDoors, broken: ["deltas/a.ts", 'import { x } from "../markdown/escape.ts";'] },
  {
    rule: "doors touch only the hall, the gate, schema and base",
    check: deepDoors,
    broken: ["cli/a.ts", 'import { x } from "../deltas/index.ts";'],
  },
  {
    rule: "pure rooms import nothing of the machine",
    check: impurities,
    broken: ["markdown/a.ts", 'import { readFileSync } from "node:fs";'],
  },
  { rule: "pure rooms ask for no clock, environment or randomness", check: impurities, broken: ["base/a.ts", "const now = Date.now();"] },
  {
    rule: "only deltas and session hold the pen",
    check: strangersWithAPen,
    broken: ["mind/a.ts", 'import { writerOf } from "../store/write.ts";'],
  },
  { rule: "only the store touches the disk", check: otherHandsOnDisk, broken: ["deltas/a.ts", 'import { writeFileSync } from "node:fs";'] },
  {
    rule: "no cycles",
    check: cycles,
    broken: ["base/a.ts", 'import { b } from "./b.ts";'],
    also: ["base/b.ts", 'import { a } from "./a.ts";'],
  },
  { rule: "no export *", check: starExports, broken: ["base/a.ts", 'export * from "./b.ts";'] },
  { rule: "a file's name says what is in it", check: vagueNames, broken: ["base/words.ts", ""] },
] as const;

describe("the house", () => {
  it.each(RULES)("$rule", ({ check }) => {
    expect(check(src)).toEqual([]);
  });

  it.each(RULES)("negative control: a house that breaks «$rule» is seen", (each) => {
    const house = new Map([each.broken as readonly [string, string], ...("also" in each ? [each.also as readonly [string, string]] : [])]);
    expect(each.check(house)).not.toEqual([]);
  });

  it("every file that an exception names is there", () => {
    expect(namedButGone(src)).toEqual([]);
    const without = new Map([...src].filter(([path]) => path !== "store/write.ts"));
    expect(namedButGone(without)).toEqual(["store/write.ts"]);
  });

  it("the start of the program loads no parser, no store and no server", () => {
    const loaded = [...startUpGraph(src, "cli/entry.ts")];
    expect(loaded.filter((path) => !/^(cli|base)\//.test(path) && !path.startsWith("node:"))).toEqual([]);
    expect(loaded.length).toBeLessThan(20);
  });

  it("planning and applying load no server, no prompts and no archive", () => {
    for (const entry of ["cli/documents/plan.ts", "cli/documents/deltas.ts"]) {
      const loaded = startUpGraph(src, entry);
      for (const heavy of ["hono", "@hono/node-server", "@clack/prompts", "tar-stream"]) expect(loaded.has(heavy)).toBe(false);
    }
  });

  it("the hook's way to a verdict loads no database, no model provider, no server, no recall, no parser of YAML or Markdown", () => {
    const loaded = [...startUpGraph(src, "hosts/hook/entry.ts")];
    expect(loaded.filter((path) => HEAVY_FOR_A_HOOK.test(path))).toEqual([]);
    // Nor the analysis of commands, which a call that passed before does not need; and the list is not empty for want of looking.
    expect(loaded.filter((path) => /^(?:policy|analysis)\//.test(path))).toEqual(["analysis/call/junk.ts"]);
    expect(loaded).toContain("gate/notes/passedBefore.ts");
  });

  it("negative control: a hook that loads recall, or opens the mind at once, is seen", () => {
    for (const broken of ['import { recall } from "../../recall/index.ts";', 'import { openMind } from "../../mind/open.ts";']) {
      const house = new Map([...src, ["hosts/hook/beforeCall.ts", `${broken}\n${src.get("hosts/hook/beforeCall.ts") ?? ""}`]]);
      expect([...startUpGraph(house, "hosts/hook/entry.ts")].filter((path) => HEAVY_FOR_A_HOOK.test(path))).not.toEqual([]);
    }
  });

  it("documents, their history and sessions are read without what compiles rules or analyses calls", () => {
    const ofRules = (entry: string) => [...startUpGraph(src, entry)].filter((path) => /^(?:policy|analysis)\//.test(path));
    for (const name of ["documents/docs", "documents/history", "documents/memory", "sessions/prompt", "sessions/session"])
      expect(ofRules(`cli/${name}.ts`).filter((path) => path !== "analysis/call/junk.ts")).toEqual([]);
    // And the list is not empty for want of looking.
    expect(ofRules("cli/policy/policy.ts").length).toBeGreaterThan(100);
  });

  it("the model providers are loaded late, and by one file only", () => {
    const isProvider = (path: string) => path === "ai" || path.startsWith("@ai-sdk/");
    for (const entry of ["runtime/index.ts", "index.ts"]) expect([...startUpGraph(src, entry)].filter(isProvider)).toEqual([]);
    expect([
      ...new Set(
        importsOf(src)
          .filter((each) => isProvider(each.to))
          .map((each) => each.from),
      ),
    ]).toEqual(["runtime/models/sdk.ts"]);
    expect([...startUpGraph(src, "runtime/models/sdk.ts")].filter(isProvider).length).toBe(4);
  });

  it("the front door of the hosts loads nothing of MCP before it is asked for", () => {
    const loaded = [...startUpGraph(src, "hosts/index.ts")];
    expect(loaded.filter((path) => path.startsWith("@modelcontextprotocol") || path.startsWith("hosts/mcp/"))).toEqual([
      "hosts/mcp/front.ts",
    ]);
    expect([...startUpGraph(src, "hosts/mcp/library.ts")].some((path) => path.startsWith("@modelcontextprotocol"))).toBe(true);
  });

  it("negative control: the start-up graph follows imports", () => {
    expect(startUpGraph(new Map([["cli/entry.ts", 'import "hono";']]), "cli/entry.ts").has("hono")).toBe(true);
  });
});

describe("what is generated or stated twice is equal", () => {
  it("npm run golden has nothing to write", async () => {
    for (const [path, text] of Object.entries(await goldenFiles())) expect([path, root(path) === text]).toEqual([path, true]);
  });

  it("the version is package.json's", () => {
    expect(VERSION).toBe((JSON.parse(root("package.json")) as { version: string }).version);
  });

  it("docs/errors.md names every code and no other", () => {
    const named = [...root("docs/errors.md").matchAll(/^\| `([A-Z0-9_]+)`/gm)].map((match) => match[1]);
    expect(named.sort()).toEqual(Object.keys(ERRORS).sort());
  });

  it("every code that the source raises is in the table, and every code is raised somewhere", () => {
    const text = [...src.values()].join("\n");
    const unused = Object.keys(ERRORS).filter((code) => (text.match(new RegExp(`["\`]${code}["\`:]`, "g")) ?? []).length < 1);
    expect(unused).toEqual([]);
  });

  it("docs/cli.md describes every command", () => {
    for (const command of COMMANDS) expect(root("docs/cli.md")).toContain(`## ${command.name}\n`);
  });

  it("CONTEXT.md's forbidden words do not name types in the source", () => {
    const declared = [...src.values()].join("\n").match(/\b(?:class|interface|type) (\w+)/g) ?? [];
    expect(
      declared.filter((name) => /\b(?:class|interface|type) \w*(Workspace|(?<!Package)Manager|Service|Helper|Util)\b/.test(name)),
    ).toEqual([]);
  });
});

describe("the commands", () => {
  it("every row of the table names a function that exists", async () => {
    for (const command of COMMANDS) {
      expect([command.name, typeof (await commandOf(command.run))]).toEqual([command.name, "function"]);
    }
  });
});
