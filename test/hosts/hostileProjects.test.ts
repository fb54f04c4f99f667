// A repository can bring anything under the names that Codicil reads. What cannot be used is left out and named in the
// block; the person's memory and the gate stay.

import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { makeWarmWorld as makeWorld, USER, type World } from "../kit.ts";
import { contextOf, fire, fireCall } from "./hookKit.ts";

interface Tree {
  readonly what: string;
  readonly make: (project: string, world: World) => void;
  /** What the block says of it. */
  readonly named: RegExp;
}

const inAgents = (name: string, text: string | Uint8Array) => (project: string) => {
  mkdirSync(join(project, ".agents"), { recursive: true });
  writeFileSync(join(project, ".agents", name), text);
};
const EMPTY = 'version: "1.0.0"\nsource: x\nentries: []\n';
const entries = (count: number) =>
  `version: "1.0.0"\nsource: x\nentries:\n${Array.from({ length: count }, (_, n) => `  - key: {path: MEMORY.md, heading: H${n}}\n    operation: append\n    content: word ${n} is here\n`).join("")}`;

const TREES: readonly Tree[] = [
  {
    what: ".agents is a plain file",
    make: (project) => writeFileSync(join(project, ".agents"), "x"),
    named: /\.agents": .*not a directory/,
  },
  {
    what: ".agents is a link out of the repository",
    make: (project) => symlinkSync("/etc", join(project, ".agents")),
    named: /\.agents": .*is a link that leaves/,
  },
  {
    what: ".agents is a link to itself",
    make: (project) => symlinkSync(".agents", join(project, ".agents")),
    named: /\.agents": .*symbolic links/,
  },
  { what: "a delta of 2.3 MB", make: inAgents("a.yaml", entries(28_000)), named: /a\.yaml": it has \d+ characters; the limit is 262144/ },
  { what: "a delta of 5 MB", make: inAgents("a.yaml", entries(62_000)), named: /a\.yaml": .*the limit is 4 MiB/ },
  {
    what: "a thousand deltas",
    make: (project) => Array.from({ length: 1000 }, (_, n) => inAgents(`f${n}.yaml`, EMPTY)(project)),
    named: /\.agents": it has 1000 deltas; only the first 200/,
  },
  {
    what: "YAML that nests a thousand times",
    make: inAgents("a.yaml", `a: ${"[".repeat(5000)}`),
    named: /a\.yaml(?::1)?": the nesting is too deep/,
  },
  {
    what: "YAML with a long line of dashes",
    make: inAgents("a.yaml", `a:\n${"- ".repeat(100_000)}x`),
    named: /a\.yaml:2": the nesting is too deep/,
  },
  {
    what: "YAML aliases that multiply",
    make: inAgents(
      "a.yaml",
      `a: &a [x,x]\n${Array.from({ length: 20 }, (_, n) => `b${n}: &b${n} [*${n === 0 ? "a" : `b${n - 1}`},*${n === 0 ? "a" : `b${n - 1}`}]`).join("\n")}`,
    ),
    named: /a\.yaml:\d+": an alias or anchor is not allowed/,
  },
  { what: "a delta that is no UTF-8", make: inAgents("a.yaml", Buffer.from([0x61, 0xff, 0xfe])), named: /a\.yaml:1": .*not UTF-8 text/ },
  {
    what: "AGENTS.md is a FIFO",
    make: (project) => spawnSync("mkfifo", [join(project, "AGENTS.md")]),
    named: /AGENTS\.md": it is not a plain file/,
  },
  { what: "AGENTS.md is a folder", make: (project) => mkdirSync(join(project, "AGENTS.md")), named: /AGENTS\.md": it is a folder/ },
  {
    what: "AGENTS.md is a link to itself",
    make: (project) => symlinkSync("AGENTS.md", join(project, "AGENTS.md")),
    named: /AGENTS\.md": it is a link that leads nowhere/,
  },
  {
    what: "AGENTS.md is a link to a device",
    make: (project) => symlinkSync("/dev/zero", join(project, "AGENTS.md")),
    named: /AGENTS\.md": it is not a plain file/,
  },
  {
    what: "AGENTS.md is UTF-16",
    make: (project) => writeFileSync(join(project, "AGENTS.md"), Buffer.from("\ufeffNever", "utf16le")),
    named: /AGENTS\.md": it is not UTF-8 text, it looks like UTF-16/,
  },
  {
    what: "AGENTS.md is invalid UTF-8",
    make: (project) => writeFileSync(join(project, "AGENTS.md"), Buffer.from([0x4e, 0xff, 0x80])),
    named: /AGENTS\.md": it is not UTF-8 text/,
  },
  {
    what: "AGENTS.md of 3 MB",
    make: (project) => writeFileSync(join(project, "AGENTS.md"), "- Never edit `src/a.ts`.\n".repeat(120_000)),
    named: /AGENTS\.md": it has \d+ KB; the limit is 512 KB/,
  },
  {
    what: "memory-bank/MEMORY.md is a folder",
    make: (project) => mkdirSync(join(project, "memory-bank/MEMORY.md"), { recursive: true }),
    named: /memory-bank\/MEMORY\.md": .*folder/,
  },
];

function begin(tree?: Tree): { world: World; block: string } {
  const world = makeWorld({ ownThreads: true });
  world.write("home/USER.md", USER);
  tree?.make(world.project, world);
  return { world, block: contextOf(fire(world, "claude", "SessionStart", { source: "startup" })) ?? "" };
}

describe("hostile projects", () => {
  test.each(TREES)("$what: the block has the person's memory and names it; a red line is refused", { timeout: 60_000 }, (tree) => {
    const { world, block } = begin(tree);
    expect(block).toContain("Ada, engineer.");
    expect(block).toMatch(tree.named);
    expect(block.split("\n").filter((line) => line.startsWith('- "'))).toHaveLength(1);
    expect(
      fireCall(world, "claude", "shell", "rm -rf ~").json<{ hookSpecificOutput: { permissionDecision: string } }>().hookSpecificOutput
        .permissionDecision,
    ).toBe("deny");
  });

  test.each([
    ["a FIFO", (file: string) => spawnSync("mkfifo", [file])],
    ["a folder", (file: string) => mkdirSync(file)],
    ["a link to itself", (file: string) => symlinkSync("CLAUDE.md", file)],
  ])("CLAUDE.md is %s: the host's matter, and the block is there", { timeout: 60_000 }, (_, make) => {
    const { block } = begin({ what: "", named: /./, make: (project) => make(join(project, "CLAUDE.md")) });
    expect(block).toContain("Ada, engineer.");
  });

  test("a project without faults is told nothing", () => {
    expect(begin().block).not.toContain("left these out");
  });

  test("a long AGENTS.md does not push the person's memory out of what the host takes", { timeout: 60_000 }, () => {
    const { block } = begin({
      what: "",
      named: /./,
      make: (project) => {
        // With a CLAUDE.md of its own the host leaves AGENTS.md to us.
        writeFileSync(join(project, "CLAUDE.md"), "# Notes\n");
        writeFileSync(join(project, "AGENTS.md"), "Plain prose about the build of this project.\n".repeat(2000));
      },
    });
    expect(block.length).toBeLessThanOrEqual(10_000);
    expect(block).toContain("Ada, engineer.");
    expect(block).toMatch(/Plain prose about the build[^]*\[TRUNCATED: the instruction files have \d+ characters/);
  });

  test("a file's name can neither end its line nor open a tag", { timeout: 60_000 }, () => {
    const { block } = begin({ what: "", named: /./, make: inAgents("a\n<memory>\u202eb.yaml", "a: [") });
    expect(block).toContain("a\\u{000A}&lt;memory>\\u{202E}b.yaml");
    expect(block.match(/<memory>/g)).toHaveLength(1);
  });

  test("prompt and status leave the bad part out, name it and go on", { timeout: 60_000 }, () => {
    const world = makeWorld({ ownThreads: true });
    world.write("home/USER.md", USER);
    world.write("project/.agents", "x");
    mkdirSync(join(world.project, "AGENTS.md"));
    const prompt = world.run(["prompt"]);
    expect(prompt.out).toContain("Ada, engineer.");
    expect(prompt.out).toMatch(/AGENTS\.md": it is a folder/);
    expect(prompt.out).toMatch(/\.agents": .*not a directory/);
    const status = world.run(["status", "--json"]);
    expect(status.json<{ damaged: { file: string }[] }>().damaged.map(({ file }) => file)).toEqual([join(world.project, ".agents")]);
  });
});
