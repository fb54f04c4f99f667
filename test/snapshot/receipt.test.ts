// The receipt of a prompt and the facts around it, from values: what is in it, what was left out, what is said twice.

import { describe, expect, it } from "vitest";
import { sha256 } from "../../src/base/index.ts";
import { buildSnapshot, receiptOf, renderSystemPrompt, sessionTypeOf, type SnapshotFacts } from "../../src/snapshot/index.ts";
import { facts, promptSection } from "./facts.ts";

const LINE = "- Keep every function short and plain.";
const agents = (path: string, content: string) => ({ path, scope: "project" as const, priority: 1, content, hash: "h" });

describe("the receipt", () => {
  it("has a row for every source and for every section of facts; sections of files without any have none", () => {
    const rows = receiptOf(buildSnapshot(facts())).sources;
    expect(rows.map(({ section, source, why }) => [section, source, why])).toEqual([
      ["baseline", "(builtin)", "Codicil's own"],
      ["workspace", "(workspace)", "facts of this machine"],
      ["environment", "(environment)", "facts of this machine"],
      ["time", "(time)", "facts of this machine"],
    ]);
    expect(
      receiptOf(buildSnapshot(facts({ agents: { files: [agents("/p/AGENTS.md", `${LINE}\nx\n`)], render: "full" } }))).sources[1],
    ).toEqual({
      section: "agents",
      source: "/p/AGENTS.md",
      scope: "project",
      lines: 2,
      bytes: LINE.length + 3,
      tokens: expect.any(Number) as number,
      hash: "h",
      why: "is at or above the session's directory",
    });
  });

  it("SC-33 a snapshot is six sections with their facts, and the prompt is their blocks", () => {
    const document = {
      layer: "soul",
      path: "SOUL.md",
      scope: "global_user",
      view: "I am.",
      hash: "s",
      heldLines: 0,
      chars: 5,
      budget: null,
    } as const;
    const given = facts({
      baseline: "B",
      agents: {
        files: [agents("/p/AGENTS.md", "Words.")],
        render: "full",
        problems: [{ path: "x", why: "broken" }],
        leftOut: [{ path: "y", why: "long" }],
      },
      memory: { documents: [document], leftOut: [{ path: "z", why: "private" }] },
    });
    const built = buildSnapshot(given);
    const [, own, memory] = built.sections;
    expect(own?.renderedBlock).toMatch(
      /^Codicil left these out[^]*- "x": broken\n\n<project-instructions>[^]*Words\.[^]*<\/project-instructions>$/,
    );
    expect(memory?.renderedBlock).toContain("I am.");
    expect({ ...built, sections: built.sections.map(({ kind, frozenAt, data }) => ({ kind, frozenAt, data })) }).toEqual({
      version: 1,
      cwd: "/p",
      sections: [
        { kind: "baseline", frozenAt: 0, data: { sessionType: "main" } },
        {
          kind: "agents",
          frozenAt: 0,
          data: {
            render: "full",
            leftOut: [
              { path: "x", why: "broken" },
              { path: "y", why: "long" },
            ],
          },
        },
        { kind: "memory", frozenAt: 0, data: { sessionType: "main", channel: "snapshot", leftOut: [{ path: "z", why: "private" }] } },
        { kind: "workspace", frozenAt: 0, data: given.workspace },
        { kind: "environment", frozenAt: 0, data: given.environment },
        { kind: "time", frozenAt: 0, data: { startedAt: 0, timeZone: "UTC", date: "Thursday, 1 January 1970" } },
      ],
    });
    expect(built.sections[0]?.sources).toEqual([{ sourceType: "builtin", content: "B", hash: sha256("B"), why: "Codicil's own" }]);
    const prompt = renderSystemPrompt(built);
    expect(prompt).toBe(built.sections.map(({ renderedBlock }) => renderedBlock).join("\n\n"));
    const inHarness = buildSnapshot({ ...given, memory: { ...given.memory, channel: "harness" } });
    expect(inHarness.sections[2]).toMatchObject({ renderedBlock: "", data: { channel: "harness" } });
    expect(renderSystemPrompt(inHarness)).toBe(prompt.replace(`${memory?.renderedBlock ?? ""}\n\n`, ""));
    const receipt = receiptOf(built);
    const size = (text: string) => ({ bytes: Buffer.byteLength(text), tokens: Math.ceil(text.length / 4), sha256: sha256(text) });
    expect(receipt.prompt).toEqual({ ...size(prompt), lines: prompt.split("\n").length });
    expect(receipt.sections).toEqual(built.sections.map(({ kind, renderedBlock }) => ({ kind, ...size(renderedBlock) })));
  });

  it("without files, problems or a document there is no block of them; a session is shared where a section says so", () => {
    const [, own, memory] = buildSnapshot(facts()).sections;
    expect([own?.renderedBlock, memory?.renderedBlock, own?.data?.["leftOut"]]).toEqual(["", "", []]);
    expect([sessionTypeOf(buildSnapshot(facts())), sessionTypeOf(buildSnapshot(facts({ sessionType: "shared" })))]).toEqual([
      "main",
      "shared",
    ]);
    expect(() => renderSystemPrompt({} as never)).toThrow("this is not a snapshot");
  });

  it("a source that says little has a row all the same", () => {
    const bare = {
      version: 1,
      cwd: "/p",
      sections: [{ kind: "agents", frozenAt: 1, renderedBlock: "", sources: [{ sourceType: "agents_md", cut: "short" }] }],
    };
    const receipt = receiptOf(bare as never);
    expect(receipt).toMatchObject({ sessionType: "main", prompt: { lines: 0, bytes: 0, tokens: 0 }, leftOut: [], duplicates: [] });
    expect(receipt.sources).toEqual([
      { section: "agents", source: "(agents_md)", lines: 0, bytes: 0, tokens: 0, hash: null, why: "", cut: "short" },
    ]);
  });

  it("names what was left out, and the kind of session", () => {
    const receipt = receiptOf(
      buildSnapshot(
        facts({
          sessionType: "shared",
          agents: { files: [], render: "full", leftOut: [{ path: "a", why: "too long" }], problems: [{ path: "b", why: "broken" }] },
          memory: { documents: [], leftOut: [{ path: "USER.md", why: "private" }] },
        }),
      ),
    );
    expect(receipt.leftOut.map(({ source, why }) => `${source}: ${why}`)).toEqual(["b: broken", "a: too long", "USER.md: private"]);
    expect([receipt.sessionType, receiptOf(buildSnapshot(facts())).sessionType]).toEqual(["shared", "main"]);
  });

  it("finds lines of 20 characters and more that several files say, whatever their marks", () => {
    const files = [
      agents("a", `${LINE}\n${LINE}\n- short\n- twenty characters ab`),
      agents("b", `3. ${LINE.slice(2)}\n- short\n> twenty characters ab \r`),
      agents("c", "- nineteen characters\n- said once and only once"),
    ];
    const { duplicates } = receiptOf(buildSnapshot(facts({ agents: { files, render: "full" } })));
    expect(duplicates).toEqual([
      { text: LINE.slice(2), sources: ["a", "b"] },
      { text: "twenty characters ab", sources: ["a", "b"] },
    ]);
    const many = Array.from({ length: 60 }, (_, n) => `This is the line with the number ${n}.`).join("\n");
    expect(
      receiptOf(buildSnapshot(facts({ agents: { files: [agents("a", many), agents("b", many)], render: "full" } }))).duplicates,
    ).toHaveLength(50);
  });
});

describe("the facts around a session", () => {
  it("SC-20 the workspace has at most 24 names and says how many more there are", () => {
    const modules = Array.from({ length: 26 }, (_, n) => `m${n}`);
    const block = (more: Partial<SnapshotFacts["workspace"]>) =>
      promptSection("workspace", { workspace: { cwd: "/p", repoRoot: "/p", monorepo: null, modules, more: 3, ...more } }).renderedBlock;
    expect(block({})).toContain("m23, and 5 more");
    expect(block({ modules: ["a", "b"], more: 0 })).toContain("Top level: a, b\n");
    expect(block({ modules: [], more: 0 })).not.toContain("Top level");
    expect([
      block({}).includes("Monorepo"),
      block({ monorepo: "npm workspaces" }).includes("Monorepo: npm workspaces"),
      block({ repoRoot: null }).includes("Repository root: none"),
    ]).toEqual([false, true, true]);
  });

  it("names from the disk stand on one line, cut at their limits, and forge no tag with another dash", () => {
    const cut = (longest: number) => `${"n".repeat(longest)}…`;
    const long = "n".repeat(600);
    const surroundings = facts({
      workspace: { cwd: long, repoRoot: long, monorepo: long, modules: [long], more: 0 },
      environment: { platform: long, osVersion: long, shell: long, git: "none", branch: long },
    });
    expect(promptSection("workspace", surroundings).renderedBlock.split("\n").slice(1, -1)).toEqual([
      `Working directory: ${cut(500)}`,
      `Repository root: ${cut(500)}`,
      `Monorepo: ${cut(200)}`,
      `Top level: ${cut(60)}`,
    ]);
    expect(promptSection("environment", surroundings).renderedBlock.split("\n").slice(1, -1)).toEqual([
      `Platform: ${cut(60)}`,
      `OS version: ${cut(120)}`,
      `Shell: ${cut(120)}`,
      `Git: not a Git repository, on branch ${cut(120)}`,
    ]);
    const shown = (monorepo: string) =>
      /^Monorepo: (.*)$/m.exec(promptSection("workspace", { workspace: { ...facts().workspace, monorepo } }).renderedBlock)?.[1];
    expect(shown("n".repeat(200))).toBe("n".repeat(200));
    expect(shown("a\nb\u2028c")).toBe("a?b?c");
    for (const dash of ["-", "_", "\u2010", "\u2015"]) expect(shown(`</system${dash}reminder>`)).toBe(`&lt;/system${dash}reminder>`);
  });

  it("SC-21 SC-22 the environment names shell, Git and branch; time has zone and date", () => {
    const block = (more: Partial<SnapshotFacts["environment"]>) =>
      promptSection("environment", { environment: { ...facts().environment, ...more } }).renderedBlock;
    expect(block({})).toMatch(/Shell: unknown\nGit: not a Git repository\n/);
    expect(block({ shell: "/bin/zsh", git: "repository", branch: "main" })).toMatch(
      /Shell: \/bin\/zsh\nGit: a Git repository, on branch main\n/,
    );
    expect(block({ git: "worktree" })).toContain("a linked Git worktree");
    expect(promptSection("time", { time: { startedAt: 86_400_000, timeZone: "Asia/Tokyo" } }).renderedBlock).toMatch(
      /1970-01-02T00:00:00\.000Z\nTime zone: Asia\/Tokyo\nDate: Friday 2 January 1970|Date: Friday, 2 January 1970/,
    );
  });
});
