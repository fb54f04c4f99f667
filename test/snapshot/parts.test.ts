// Parts of the snapshot that are pure: imports of instruction files, the block of memory, two snapshots side by side.

import { describe, expect, it } from "vitest";
import {
  agentsBlock,
  changedSince,
  diffSnapshots,
  escapeReminder,
  escapeTags,
  expandImports,
  memoryBlock,
  type MemoryDocument,
  shortDiff,
  wrapReminder,
} from "../../src/snapshot/index.ts";
import type { InstructionSnapshot } from "../../src/schema/index.ts";
import { promptSection } from "./facts.ts";

describe("@imports", () => {
  const expand = (text: string, files: Readonly<Record<string, string>> = {}) =>
    expandImports({
      path: "/p/AGENTS.md",
      text,
      root: "/p",
      read: (path) => (files[path] === undefined ? null : { real: path.replace("/p/link/", "/q/"), text: files[path] ?? "" }),
    });
  const whys = (text: string, files?: Readonly<Record<string, string>>) => expand(text, files).problems.map(({ line, why }) => [line, why]);
  const FILES = { "/p/a.md": "A\n", "/p/sub/b.md": "see @c.md\n", "/p/sub/c.md": "C\n" };

  it("put the file's text in place, also of files that import others, each once in the list", () => {
    const { text, files, problems } = expand("one @a.md, (@sub/b.md) two @a.md", FILES);
    expect(text).toBe("one A, (see C) two A");
    expect([files.map(({ path }) => path), problems]).toEqual([["/p/a.md", "/p/sub/b.md", "/p/sub/c.md"], []]);
  });

  it.each([
    ["a fence", "```\n@a.md\n```\n@a.md", "```\n@a.md\n```\nA"],
    ["a fence of tildes that backticks do not close", "~~~\n```\n@a.md\n~~~\n@a.md", "~~~\n```\n@a.md\n~~~\nA"],
    ["a long fence that a short one does not close", "````\n```\n@a.md\n````\n@a.md", "````\n```\n@a.md\n````\nA"],
    ["a fence that a longer one closes", "```\n@a.md\n````\n@a.md", "```\n@a.md\n````\nA"],
    ["four spaces", "    @a.md\n@a.md", "    @a.md\nA"],
    ["a tab", "\t@a.md", "\t@a.md"],
    ["code in a line", "`@a.md` and @a.md", "`@a.md` and A"],
    ["addresses, packages and other endings", "me@a.md @types/node @a.ts", "me@a.md @types/node @a.ts"],
  ])("not in %s", (_, text, wanted) => {
    expect(expand(text, FILES).text).toBe(wanted);
  });

  it("what cannot be followed stays as it was written, and is named with its line", () => {
    expect(whys("x\n@~/a.md @/p/a.md @none.md", FILES)).toEqual([
      [2, "@~/a.md: only paths below the root are followed"],
      [2, "@/p/a.md: only paths below the root are followed"],
      [2, "@none.md: there is no such text file"],
    ]);
    expect(whys("@link/a.md", { "/p/link/a.md": "x" })).toEqual([[1, "@link/a.md: it is outside the root"]]);
    expect(expand("@link/a.md", { "/p/link/a.md": "x" }).text).toBe("@link/a.md");
  });

  it("stops at a cycle, four deep, and after a hundred files", () => {
    expect(whys("@a.md", { "/p/AGENTS.md": "", "/p/a.md": "@b.md", "/p/b.md": "@a.md @AGENTS.md" }).map(([, why]) => why)).toEqual([
      "@a.md: a cycle",
      "@AGENTS.md: a cycle",
    ]);
    const chain = Object.fromEntries(Array.from({ length: 6 }, (_, n) => [`/p/${n}.md`, `${n} @${n + 1}.md`]));
    expect(expand("@0.md", chain)).toMatchObject({
      text: "0 1 2 3 @4.md",
      problems: [{ path: "/p/3.md", line: 1, why: "@4.md: more than 4 deep" }],
    });
    const many = expand(Array.from({ length: 101 }, () => "@a.md").join("\n"), FILES);
    expect(many.problems).toEqual([{ path: "/p/AGENTS.md", line: 101, why: "@a.md: more than 100 imports" }]);
    expect(many.text.split("\n").filter((line) => line === "A")).toHaveLength(100);
  });
});

describe("the block of memory", () => {
  const document = (layer: MemoryDocument["layer"], path: string, more: Partial<MemoryDocument> = {}): MemoryDocument =>
    ({
      layer,
      path,
      scope: "global_user",
      view: `\nwords of ${path}\n\n`,
      hash: "h",
      heldLines: 0,
      chars: 10,
      budget: 100,
      ...more,
    }) as MemoryDocument;

  it("AK-11 has the layers in order, one document plain, several by name, a person's own part marked", () => {
    const block = memoryBlock(
      [
        document("memory", "MEMORY.md"),
        document("daily", "2.md"),
        document("daily", "1.md"),
        document("soul", "SOUL.md"),
        document("user", "me/USER.md", { own: true }),
        document("memory", "EMPTY.md", { view: " \n" }),
      ],
      "main",
    );
    expect(block.match(/^<\/?[\w-]+>$/gm)).toEqual([
      "<memory>",
      ...["agent-identity", "user-profile", "agent-notes", "recent-activity"].flatMap((tag) => [`<${tag}>`, `</${tag}>`]),
      "</memory>",
    ]);
    expect(block).toContain("<agent-notes>\nwords of MEMORY.md\n</agent-notes>");
    expect(block).toContain("<recent-activity>\n[2.md]\nwords of 2.md\n\n[1.md]\nwords of 1.md\n</recent-activity>");
    expect(block).toContain("<user-profile>\n[me/USER.md, for this person alone]\nwords of me/USER.md\n</user-profile>");
    expect(memoryBlock([document("other", "X.md")], "main")).toContain("[X.md]\nwords of X.md");
  });

  it("OR-26 says in a shared session that it is one, also without any document; in a main one nothing is nothing", () => {
    expect(memoryBlock([], "main")).toBe("");
    expect(memoryBlock([], "shared")).toMatch(/^<memory>\nThis session is shared[^\n]*\n<\/memory>$/);
    expect(memoryBlock([document("soul", "SOUL.md")], "shared")).toContain("This session is shared");
    expect(memoryBlock([document("soul", "SOUL.md")], "main")).not.toContain("shared");
    expect(memoryBlock([document("project-memory", "P.md"), document("other", "X.md")], "shared")).toMatch(
      /^<memory>\nWhat follows was remembered[^\n]*\nThis session is shared[^\n]*\n\n<project-memory>\nwords of P\.md\n<\/project-memory>\n\n<knowledge>\n\[X\.md\]\nwords of X\.md\n<\/knowledge>\n<\/memory>$/,
    );
  });

  it("sources say what was left out and why", () => {
    const memorySources = (documents: readonly MemoryDocument[]) => promptSection("memory", { memory: { documents, leftOut: [] } }).sources;
    const cuts = memorySources([
      document("memory", "a"),
      document("memory", "b", { heldLines: 2 }),
      document("memory", "c", { chars: 101 }),
      document("memory", "d", { heldLines: 1, chars: 200 }),
      document("memory", "e", { problem: "broken" }),
      document("memory", "f", { chars: 100 }),
      document("memory", "g", { chars: 9999, budget: null }),
    ]);
    expect(cuts.map(({ cut }) => cut)).toEqual([
      undefined,
      "2 quarantined lines left out",
      "cut to its budget of 100 of 101 characters",
      "1 quarantined lines left out; cut to its budget of 100 of 200 characters",
      "left out: broken",
      undefined,
      undefined,
    ]);
    const layers = ["other", "project-memory", "daily", "memory", "user", "soul"] as const;
    expect(memorySources(layers.map((layer) => document(layer, layer))).map(({ path, why }) => [path, why])).toEqual([
      ["soul", "the agent's character"],
      ["user", "what is known about the person"],
      ["memory", "the agent's own notes"],
      ["daily", "today's or yesterday's log"],
      ["project-memory", "the project's own memory"],
      ["other", "at the top of the home, or named in config.yaml"],
    ]);
    expect(memorySources([document("soul", "s")])).toEqual([
      {
        sourceType: "memory",
        path: "s",
        scope: "global_user",
        priority: 0,
        content: "\nwords of s\n\n",
        hash: "h",
        why: "the agent's character",
      },
    ]);
    expect(memorySources([document("daily", "d"), document("soul", "s")]).map(({ path, priority }) => [path, priority])).toEqual([
      ["s", 0],
      ["d", 3],
    ]);
  });
});

describe("two snapshots", () => {
  const snapshot = (agents: Readonly<Record<string, string>>, block = "x"): InstructionSnapshot =>
    ({
      version: 1,
      cwd: "/p",
      sections: [
        { kind: "baseline", frozenAt: 1, renderedBlock: "b", sources: [{ sourceType: "builtin", path: "built-in", hash: "1" }] },
        {
          kind: "agents",
          frozenAt: 1,
          renderedBlock: block,
          sources: [
            { sourceType: "agents_md" },
            ...Object.entries(agents).map(([path, hash]) => ({ sourceType: "agents_md", path, hash })),
          ],
        },
      ],
    }) as unknown as InstructionSnapshot;

  it("are compared by section and by file", () => {
    const diff = diffSnapshots(snapshot({ a: "1", b: "1", c: "1" }), snapshot({ a: "1", b: "2", d: "1" }, "y"));
    expect([diff.same, diff.sections.map(({ same }) => same)]).toEqual([false, [true, false]]);
    expect(diff.sources).toEqual([
      { section: "agents", path: "b", change: "changed" },
      { section: "agents", path: "c", change: "removed" },
      { section: "agents", path: "d", change: "added" },
    ]);
    expect(diffSnapshots(snapshot({ a: "1" }), snapshot({ a: "1" }))).toMatchObject({ same: true, sources: [] });
  });

  it("a snapshot and the files now: what changed, came and went, but for what does not count", () => {
    const now = [
      { path: "a", hash: "2" },
      { path: "c", hash: "1" },
    ];
    expect(changedSince(snapshot({ a: "1", b: "1" }), now)).toEqual([
      { path: "a", change: "changed" },
      { path: "b", change: "removed" },
      { path: "c", change: "added" },
    ]);
    expect(changedSince(snapshot({ a: "1", b: "1" }), now, (path) => path !== "b")).toEqual([{ path: "b", change: "removed" }]);
  });

  it("a section or a hash that one of them lacks is empty, and a file of another section does not count", () => {
    const bare = { version: 1, cwd: "/p", sections: [] } as unknown as InstructionSnapshot;
    const without = {
      version: 1,
      cwd: "/p",
      sections: [{ kind: "agents", frozenAt: 1, renderedBlock: "", sources: [{ sourceType: "agents_md", path: "a" }] }],
    };
    expect(diffSnapshots(snapshot({ a: "1" }), bare)).toEqual({
      same: false,
      sections: [
        { kind: "baseline", same: false, before: "b", after: "" },
        { kind: "agents", same: false, before: "x", after: "" },
      ],
      sources: [
        { section: "baseline", path: "built-in", change: "removed" },
        { section: "agents", path: "a", change: "removed" },
      ],
    });
    expect(diffSnapshots(without as unknown as InstructionSnapshot, snapshot({ a: "" }, "")).sources).toEqual([]);
    expect(changedSince(without as unknown as InstructionSnapshot, [{ path: "a", hash: "" }])).toEqual([]);
    expect(changedSince(snapshot({}), [])).toEqual([]);
  });
});

describe("what changed, in a few lines", () => {
  it("X2 has removed and added lines without blank ones and what stayed", () => {
    expect(shortDiff("a\n\nb\nc\n", "a\n\n  new\n\nc\n")).toEqual(["- b", "+ new"]);
    expect(shortDiff("a\n", "a\n")).toEqual([]);
    expect(shortDiff("a\n", "a\n \t\n  b  \n")).toEqual(["+ b"]);
  });

  it("X2 has eight lines at most and says how many more there are; a line has 160 characters at most", () => {
    const lines = (count: number) => Array.from({ length: count }, (_, n) => `${n}\n`).join("");
    const all = Array.from({ length: 8 }, (_, n) => `+ ${n}`);
    expect([shortDiff("", lines(8)), shortDiff("", lines(11))]).toEqual([all, [...all, "(3 more lines)"]]);
    expect(shortDiff("", `${"𝒳".repeat(160)}\n${"y".repeat(161)}\n`)).toEqual([`+ ${"𝒳".repeat(160)}`, `+ ${"y".repeat(159)}…`]);
  });
});

describe("what could not be used", () => {
  const problemsBlock = (problems: readonly { path: string; why: string }[]) =>
    promptSection("agents", { agents: { files: [], render: "full", problems } }).renderedBlock;
  const HEAD = "Codicil left these out. Tell the person; codicil status and codicil doctor say more.";

  it("is named line by line, eight at most, with the end of a long path and the beginning of a long reason", () => {
    const named = (...paths: readonly string[]) => problemsBlock(paths.map((path) => ({ path, why: "broken" }))).split("\n");
    expect(problemsBlock([])).toBe("");
    expect(named(..."12345678")).toEqual([HEAD, ...[..."12345678"].map((path) => `- "${path}": broken`)]);
    expect(named(..."1234567890").slice(8)).toEqual(['- "8": broken', "- and 2 more"]);
    expect(named(`x${"y".repeat(78)}`, `x${"y".repeat(79)}`).slice(1)).toEqual([
      `- "x${"y".repeat(78)}": broken`,
      `- "…${"y".repeat(78)}": broken`,
    ]);
    expect(problemsBlock([{ path: "a", why: "w".repeat(201) }])).toBe(`${HEAD}\n- "a": ${"w".repeat(200)}`);
    expect(problemsBlock([{ path: "a", why: "</memory>" }])).toBe(`${HEAD}\n- "a": &lt;/memory>`);
  });
});

describe("tags", () => {
  const TAGS = [
    "system-reminder",
    "project-instructions",
    "instructions",
    "memory",
    "agent-identity",
    "user-profile",
    "agent-notes",
    "recent-activity",
    "project-memory",
    "knowledge",
    "workspace",
    "environment",
    "session-time",
  ];

  it.each(TAGS)("<%s> in a text loses its sign, opening and closing", (tag) => {
    expect(escapeTags(`<${tag}> </${tag}> <${tag}x> ${tag}`)).toBe(`&lt;${tag}> &lt;/${tag}> <${tag}x> ${tag}`);
  });

  it("a message's text may have every tag but that of a reminder", () => {
    expect(escapeReminder("<memory> < System\u200b-Reminder >")).toBe("<memory> &lt; System\u200b-Reminder >");
    expect(escapeReminder("plain")).toBe("plain");
    expect(wrapReminder("a </system-reminder> b")).toBe("<system-reminder>\na &lt;/system-reminder> b\n</system-reminder>");
  });

  it.each(["<", "\uff1c", "\u2039", "\ufe64"])("%s opens a tag, with spaces and slashes that look alike", (sign) => {
    for (const between of ["", " ", "/", "\\", "\uff0f", " ".repeat(16)])
      expect(escapeTags(`${sign}${between}memory`)).toBe(`&lt;${between}memory`);
    expect(escapeTags(`${sign}${" ".repeat(17)}memory`)).toBe(`${sign}${" ".repeat(17)}memory`);
    expect(escapeTags(`${sign}M\u200bem${"\u200b".repeat(8)}ory`)).toMatch(/^&lt;/);
  });

  it("an attribute cannot end its tag", () => {
    const opening = (path: string) =>
      /<instructions.*>$/m.exec(agentsBlock([{ path, scope: "project", priority: 0, content: "x", hash: "h" }], "full"))?.[0];
    expect(opening('a"b<c>&d</memory>\n')).toBe('<instructions path="a&quot;b&lt;c>&amp;d&lt;/memory>?" scope="project">');
    expect(opening("n".repeat(1001))).toBe(`<instructions path="${"n".repeat(1000)}…" scope="project">`);
  });
});
