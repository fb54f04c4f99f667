import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { InstructionSnapshot } from "../../src/schema/index.ts";
import { makeWarmWorld as makeWorld, type World } from "../kit.ts";

const agentsOf = (world: World, cwd: string) => {
  const snapshot = world.run(["prompt", "--json"], { cwd: join(world.root, cwd) }).json<InstructionSnapshot>();
  return snapshot.sections[1]?.sources ?? [];
};
const pathsOf = (world: World, cwd: string) => agentsOf(world, cwd).map(({ path }) => path?.slice(world.root.length + 1));

describe("which AGENTS.md are in a prompt", () => {
  it("SC-01 SC-02 SC-03 SC-06 SC-07 every file from the session's directory up to the Git root, the nearest last and with the highest priority", () => {
    const world = makeWorld();
    world.write("AGENTS.md", "above the root\n");
    world.write("project/AGENTS.md", "root\n");
    world.write("project/a/AGENTS.md", "a\n");
    world.write("project/a/b/AGENTS.md", "b\n");
    world.write("project/other/AGENTS.md", "other\n");
    expect(pathsOf(world, "project/a/b")).toEqual(["project/AGENTS.md", "project/a/AGENTS.md", "project/a/b/AGENTS.md"]);
    const priorities = agentsOf(world, "project/a/b").map(({ priority }) => priority ?? -1);
    expect(priorities).toEqual([...priorities].sort((a, b) => a - b));
  });

  it("SC-03 a linked worktree's .git is a file, and it is a root too", () => {
    const world = makeWorld();
    world.write("project/AGENTS.md", "main\n");
    world.write("project/tree/.git", "gitdir: ../.git/worktrees/tree\n");
    world.write("project/tree/AGENTS.md", "tree\n");
    expect(pathsOf(world, "project/tree")).toEqual(["project/tree/AGENTS.md"]);
  });

  it("SC-04 outside Git the walk ends before the person's home, whose AGENTS.md is no project's", () => {
    const world = makeWorld();
    world.write("person/AGENTS.md", "home\n");
    world.write("person/work/AGENTS.md", "work\n");
    world.write("person/work/deep/AGENTS.md", "deep\n");
    expect(pathsOf(world, "person/work/deep")).toEqual(["person/work/AGENTS.md", "person/work/deep/AGENTS.md"]);
  });

  it("SC-05 X24 the global files are a scope of their own, with the lowest priority, rendered first", () => {
    const world = makeWorld();
    world.write("home/AGENTS.md", "of the mind\n");
    world.write("person/.scorel/AGENTS.md", "of scorel\n");
    world.write("project/AGENTS.md", "of the project\n");
    expect(agentsOf(world, "project").map(({ scope, priority }) => [scope, priority])).toEqual([
      ["global_user", 0],
      ["global_user", 1],
      ["project", 2],
    ]);
    const prompt = world.run(["prompt"]).out;
    const places = ["of the mind", "of scorel", "of the project"].map((words) => prompt.indexOf(words));
    expect(places.every((place) => place > 0)).toBe(true);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  it("X23 one file under two names counts once", () => {
    const world = makeWorld();
    world.write("home/AGENTS.md", "once\n");
    world.write("person/.scorel/x", "");
    symlinkSync(join(world.home, "AGENTS.md"), join(world.root, "person/.scorel/AGENTS.md"));
    expect(pathsOf(world, "project")).toEqual(["home/AGENTS.md"]);
  });

  it("SC-09 no override, no other names, no imports", () => {
    const world = makeWorld();
    world.write("project/AGENTS.md", "@other.md stays as it is\n");
    for (const name of ["AGENTS.override.md", "SCOREL.md", "scrolls.md", "CLAUDE.md", "other.md"])
      world.write(`project/${name}`, `must not load ${name}\n`);
    expect(pathsOf(world, "project")).toEqual(["project/AGENTS.md"]);
    expect(world.run(["prompt"]).out).toContain("@other.md stays as it is");
    expect(world.run(["prompt"]).out).not.toContain("must not load");
  });

  it("a file that is no text is left out by name and does not stop the others", () => {
    const world = makeWorld();
    world.write("project/AGENTS.md", new Uint8Array([0xff, 0xfe, 0x00]));
    world.write("project/a/AGENTS.md", "fine\n");
    const ran = world.run(["prompt", "--receipt", "--json"], { cwd: join(world.project, "a") });
    expect(ran.json<{ leftOut: { source: string }[] }>().leftOut.map(({ source }) => source)).toEqual([join(world.project, "AGENTS.md")]);
    expect(pathsOf(world, "project/a")).toEqual(["project/a/AGENTS.md"]);
  });
});

describe("AGENTS.override.md, where config.yaml wants it", () => {
  it("stands in for the AGENTS.md beside it in the prompt, at every level, and the receipt names what it hides", () => {
    const world = makeWorld();
    world.write("home/last-word/config.yaml", "agents: { override: true }\n");
    for (const path of [
      "home/AGENTS.md",
      "project/AGENTS.md",
      "project/AGENTS.override.md",
      "project/a/AGENTS.md",
      "project/b/AGENTS.override.md",
    ])
      world.write(path, `words of ${path}\n`);
    expect(pathsOf(world, "project/a")).toEqual(["home/AGENTS.md", "project/AGENTS.override.md", "project/a/AGENTS.md"]);
    expect(pathsOf(world, "project/b")).toEqual(["home/AGENTS.md", "project/AGENTS.override.md", "project/b/AGENTS.override.md"]);
    const ran = world.run(["prompt", "--receipt", "--json"]);
    expect(ran.json<{ leftOut: { source: string; why: string }[] }>().leftOut).toMatchObject([
      { source: join(world.project, "AGENTS.md"), why: "AGENTS.override.md replaces it; its rules are enforced all the same" },
    ]);
    const codicil = world
      .run(["where", "x.ts", "--json"])
      .json<{ reader: string; files: { path: string }[] }[]>()
      .find(({ reader }) => reader === "codicil");
    expect(codicil?.files.map(({ path }) => path.slice(world.root.length + 1))).toEqual(["home/AGENTS.md", "project/AGENTS.override.md"]);
  });

  it("adds rules and takes none away: what it hides from the prompt is still enforced", () => {
    const world = makeWorld();
    world.write("project/AGENTS.md", "- Never run `make deploy`.\n");
    world.write("project/AGENTS.override.md", "- Never run `make publish`.\n");
    const verdicts = () =>
      ["make deploy", "make publish"].map(
        (command) =>
          world
            .run(["policy", "check", "--jsonl"], { input: `${JSON.stringify({ id: "1", call: { tool: "shell", command } })}\n` })
            .json<{ verdict: string }>().verdict,
      );
    expect(verdicts()).toEqual(["deny", "allow"]);
    world.write("home/last-word/config.yaml", "agents: { override: true }\n");
    expect(verdicts()).toEqual(["deny", "deny"]);
    expect(world.run(["prompt"]).out).not.toContain("make deploy");
  });
});

describe("imports, where config.yaml wants them", () => {
  it("an imported file is a source of its own in the receipt, a change of it is announced, and nothing in it is said to be enforced", () => {
    const world = makeWorld();
    world.write("home/last-word/config.yaml", "agents: { imports: true }\n");
    world.write("project/AGENTS.md", "@docs/rules.md\n- Never run `make deploy`.\n");
    world.write("project/docs/rules.md", "- Never run `make publish`.\n");
    const prompt = world.run(["prompt"]).out;
    expect(prompt).toContain("- Never run `make publish`.");
    expect(prompt).not.toContain("(enforced by Codicil)");
    const { sources } = world
      .run(["prompt", "--receipt", "--json"])
      .json<{ sources: { section: string; source: string; why: string; bytes: number }[] }>();
    expect(
      sources
        .filter(({ section }) => section === "agents")
        .map(({ source, why, bytes }) => [source.slice(world.project.length + 1), why, bytes]),
    ).toEqual([
      ["AGENTS.md", "is at or above the session's directory", 42],
      ["docs/rules.md", `imported by ${join(world.project, "AGENTS.md")}`, 28],
    ]);
    const { id } = world.run(["session", "start", "--json"]).json<{ id: string }>();
    expect(world.run(["session", "announce", id, "--json"]).json()).toEqual([]);
    world.write("project/docs/rules.md", "- Publish freely.\n");
    expect(world.run(["session", "announce", id]).out).toMatch(/^1 edit is not in this prompt: .*docs\/rules\.md \(changed\)/);
  });

  it("@path brings a file's text, at most four deep, inside the repository, not in code; cycles and the rest are reported with their line", () => {
    const world = makeWorld();
    world.write("home/last-word/config.yaml", "agents: { imports: true }\n");
    world.write("outside.md", "from outside\n");
    world.write(
      "project/AGENTS.md",
      "See @docs/one.md now.\n`@docs/one.md` stays\n```\n@docs/one.md\n```\n@../outside.md\n@gone.md\nme@example.md\n",
    );
    world.write("project/docs/one.md", "text of one\n@two.md\n");
    world.write("project/docs/two.md", "text of two\n@one.md\n@three.md\n");
    for (const [name, next] of [
      ["three", "four"],
      ["four", "five"],
      ["five", "six"],
    ])
      world.write(`project/docs/${name}.md`, `text of ${name}\n@${next}.md\n`);
    const prompt = world.run(["prompt"]).out;
    for (const words of [
      "See text of one",
      "text of two",
      "text of three",
      "text of four",
      "`@docs/one.md` stays",
      "\n@docs/one.md\n```",
      "me@example.md",
    ])
      expect(prompt).toContain(words);
    for (const words of ["text of five", "from outside"]) expect(prompt).not.toContain(words);
    const left = world.run(["prompt", "--receipt", "--json"]).json<{ leftOut: { source: string; why: string }[] }>().leftOut;
    expect(left.map(({ source, why }) => [source.slice(world.project.length + 1), why])).toEqual([
      ["docs/two.md:2", "@one.md: a cycle"],
      ["docs/four.md:2", "@five.md: more than 4 deep"],
      ["AGENTS.md:6", "@../outside.md: it is outside the root"],
      ["AGENTS.md:7", "@gone.md: there is no such text file"],
    ]);
  });
});

describe("codicil where", () => {
  it("names the files that apply to a path, in order and with tokens, for Codicil and each host by its own rules", () => {
    const world = makeWorld();
    const text = "- a rule of eight words stands in here\n";
    for (const path of [
      "home/AGENTS.md",
      "person/.claude/CLAUDE.md",
      "person/.codex/AGENTS.md",
      "project/AGENTS.md",
      "project/AGENTS.override.md",
      "project/CLAUDE.md",
      "project/src/AGENTS.md",
      "project/src/GEMINI.md",
      "project/src/CLAUDE.local.md",
      "project/.github/copilot-instructions.md",
    ])
      world.write(path, text);
    const found = world
      .run(["where", "src/new.ts", "--json"])
      .json<{ reader: string; files: { path: string; tokens: number }[]; tokens: number }[]>();
    const byReader = Object.fromEntries(
      found.map(({ reader, files }) => [reader, files.map(({ path }) => path.slice(world.root.length + 1))]),
    );
    expect(byReader).toEqual({
      codicil: ["home/AGENTS.md", "project/AGENTS.md", "project/src/AGENTS.md"],
      "claude-code": ["person/.claude/CLAUDE.md", "project/CLAUDE.md", "project/src/CLAUDE.local.md"],
      codex: ["person/.codex/AGENTS.md", "project/AGENTS.override.md"],
      copilot: ["project/.github/copilot-instructions.md", "project/AGENTS.md"],
      gemini: ["project/src/GEMINI.md"],
      opencode: ["person/.claude/CLAUDE.md", "project/AGENTS.md", "project/src/AGENTS.md"],
      pi: ["project/AGENTS.override.md"],
      qwen: ["project/AGENTS.md", "project/src/AGENTS.md"],
    });
    expect(found[0]?.tokens).toBe(3 * Math.ceil(text.length / 4));
    expect(world.run(["where", "src/new.ts"]).out).toContain("claude-code");
    expect(world.run(["where", "no/such/folder/x.ts", "--json"]).json()).toMatchObject({ error: { code: "NOT_FOUND" } });
  });
});
