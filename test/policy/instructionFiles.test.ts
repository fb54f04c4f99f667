// The instruction files of the known hosts are read where they are; the same line counts once; what cannot be read is named.

import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeWarmWorld as makeWorld, type World } from "../kit.ts";

interface Report {
  readonly files: readonly {
    readonly path: string;
    readonly clauses: readonly {
      readonly line: number;
      readonly state: string;
      readonly why: string;
      readonly directive: boolean;
      readonly doubts?: string[];
    }[];
    readonly problems: readonly { readonly message: string }[];
  }[];
  readonly totals: Readonly<Record<string, number>>;
}

const reportOf = (world: World) => world.run(["policy", "report", "--json"]).json<Report>();

function verdict(world: World, call: object | string): string {
  const asked = typeof call === "string" ? { tool: "shell", command: call } : call;
  return world.run(["policy", "check", "--jsonl"], { input: JSON.stringify({ id: 1, call: asked }) }).json<{ verdict: string }>().verdict;
}

const FILES = [
  "AGENTS.md",
  "CLAUDE.md",
  ".claude/rules/git.md",
  "GEMINI.md",
  "QWEN.md",
  ".cursorrules",
  ".cursor/rules/git.mdc",
  ".github/copilot-instructions.md",
];

describe("instruction files of hosts", () => {
  it.each(FILES)("%s is read where it is", (file) => {
    const world = makeWorld();
    expect(verdict(world, "make wipe")).toBe("allow");
    world.write(`project/${file}`, "Never run `make wipe`.\n");
    expect(verdict(world, "make wipe")).toBe("deny");
  });

  it("the same line in several of them counts once, and a link is not read twice", () => {
    const world = makeWorld();
    world.write("project/AGENTS.md", "Never run `make wipe`.\n");
    world.write("project/CLAUDE.md", "@AGENTS.md\n\nNever run `make wipe`.\n\nNever run `make seed`.\n");
    symlinkSync(join(world.project, "AGENTS.md"), join(world.project, "GEMINI.md"));
    const { totals, files } = reportOf(world);
    expect(totals["gated"]).toBe(2);
    expect(files.map(({ path }) => path.slice(world.project.length + 1))).toEqual(["AGENTS.md", "CLAUDE.md"]);
    expect(files[1]?.clauses.find(({ line }) => line === 3)).toMatchObject({
      directive: false,
      why: expect.stringContaining("the same as") as string,
    });
    expect(verdict(world, "make wipe")).toBe("deny");
  });

  it("a path in a rule file starts at the project, not at the rule file's folder", () => {
    const world = makeWorld();
    world.write("project/.cursor/rules/paths.mdc", "---\nalwaysApply: true\n---\n\nNever edit `legal/terms.md`.\n");
    expect(verdict(world, { tool: "edit", path: "legal/terms.md", content: "x" })).toBe("deny");
    expect(verdict(world, { tool: "edit", path: "src/a.ts", content: "x" })).toBe("allow");
  });

  it.each([
    ["globs: src/**/*.ts\nalwaysApply: false", "its file applies only to `src/**/*.ts`"],
    ["description: releases\nalwaysApply: false", "its file applies only when the agent asks for it"],
  ])("a rule file that applies only sometimes is proposed: %s", (front, doubt) => {
    const world = makeWorld();
    world.write("project/.cursor/rules/a.mdc", `---\n${front}\n---\n\nNever run \`make wipe\`.\n`);
    expect(verdict(world, "make wipe")).toBe("allow");
    expect(reportOf(world).files[0]?.clauses[0]).toMatchObject({ state: "proposed", doubts: [doubt] });
  });

  it.each([
    [".cursor/rules/a.mdc", "globs: src/**/*.ts, lib/**\nalwaysApply: false"],
    [".cursor/rules/b.mdc", 'globs: ["src/**/*.{ts,tsx}"]'],
    [".claude/rules/c.md", "paths:\n  - src/**\n  - lib/**"],
  ])("what a rule file with paths says about files is enforced for those paths: %s %s", (name, front) => {
    const world = makeWorld();
    world.write(
      `project/${name}`,
      `---\n${front}\n---\n\nDo not use \`@ts-ignore\`.\n\nNever edit \`src/api/gen.ts\`.\n\nNever edit \`docs/a.md\`.\n`,
    );
    expect(verdict(world, { tool: "write", path: "src/a.ts", content: "// @ts-ignore\n" })).toBe("deny");
    expect(verdict(world, { tool: "write", path: "test/a.ts", content: "// @ts-ignore\n" })).toBe("allow");
    expect(verdict(world, { tool: "write", path: "src/a.ts", content: "x\n" })).toBe("allow");
    expect(verdict(world, { tool: "edit", path: "src/api/gen.ts", content: "x" })).toBe("deny");
    expect(verdict(world, { tool: "edit", path: "docs/a.md", content: "x" })).toBe("allow");
  });

  it("a file that is not UTF-8 is named in the report", () => {
    const world = makeWorld();
    world.write("project/CLAUDE.md", Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("Never run `make wipe`.\n", "utf16le")]));
    const [file] = reportOf(world).files;
    expect(file?.problems[0]?.message).toContain("it looks like UTF-16");
    expect(world.run(["policy", "report"]).out).toContain("None of its rules is enforced");
  });

  it.each(["QWEN.md", ".claude/rules/git.md", ".cursor/rules/git.mdc", ".github/copilot-instructions.md"])(
    "an agent may not change %s",
    (path) => {
      expect(["deny", "ask"]).toContain(verdict(makeWorld(), { tool: "write", path, content: "x" }));
    },
  );
});
