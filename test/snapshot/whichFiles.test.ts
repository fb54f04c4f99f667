// Which instruction files each host loads by itself, from a disk that is only a list of paths.

import { describe, expect, it } from "vitest";
import { type Reader, READERS, type ToldToLoad, whichFiles } from "../../src/snapshot/index.ts";

const HOME = "/u";
const EVERYWHERE = [
  "/AGENTS.md",
  "/CLAUDE.md",
  "/etc/claude-code/CLAUDE.md",
  ...[
    ".claude/CLAUDE.md",
    ".codex/AGENTS.md",
    ".gemini/GEMINI.md",
    ".config/opencode/AGENTS.md",
    ".pi/agent/AGENTS.md",
    ".qwen/QWEN.md",
  ].map((path) => `${HOME}/${path}`),
  ...["AGENTS.md", "CLAUDE.md", "CONTEXT.md", "GEMINI.md", "QWEN.md", ".github/copilot-instructions.md", ".claude/CLAUDE.md"].flatMap(
    (path) => ["/r", "/r/a", "/r/a/b"].map((folder) => `${folder}/${path}`),
  ),
];

interface Case {
  readonly files: readonly string[];
  readonly git?: string | null;
  readonly folder?: string;
  readonly cwd?: string;
  readonly told?: ToldToLoad;
  readonly override?: boolean;
  readonly kinds?: Readonly<Record<string, "dir" | "link" | "hardlinked" | "other">>;
}

function found(reader: Reader, { files, git = "/r", folder = "/r/a/b", cwd = "/r/a", told, override, kinds = {} }: Case): string[] {
  const lstat = (path: string) => kinds[path] ?? (path === `${git ?? "none"}/.git` ? "dir" : files.includes(path) ? "file" : null);
  const disk = { lstat, realpath: (path: string) => path, list: () => [] };
  const asked = { ...(told === undefined ? {} : { told }), ...(override === undefined ? {} : { override }) };
  return whichFiles(reader, { folder, cwd, userHome: HOME, globals: ["/g/AGENTS.md"], disk, ...asked });
}

describe("which instruction files a host loads", () => {
  it.each([
    ["codicil", ["/r/AGENTS.md", "/r/a/AGENTS.md", "/r/a/b/AGENTS.md"]],
    [
      "claude-code",
      [
        "/etc/claude-code/CLAUDE.md",
        "/u/.claude/CLAUDE.md",
        "/CLAUDE.md",
        ...["/r", "/r/a", "/r/a/b"].flatMap((each) => [`${each}/CLAUDE.md`, `${each}/.claude/CLAUDE.md`]),
      ],
    ],
    ["codex", ["/u/.codex/AGENTS.md", "/r/AGENTS.md", "/r/a/AGENTS.md"]],
    ["copilot", ["/r/.github/copilot-instructions.md", "/r/AGENTS.md"]],
    ["gemini", ["/u/.gemini/GEMINI.md", "/r/GEMINI.md", "/r/a/GEMINI.md", "/r/a/b/GEMINI.md"]],
    ["opencode", ["/u/.config/opencode/AGENTS.md", "/r/AGENTS.md", "/r/a/AGENTS.md", "/r/a/b/AGENTS.md"]],
    ["pi", ["/u/.pi/agent/AGENTS.md", "/AGENTS.md", "/r/AGENTS.md", "/r/a/AGENTS.md"]],
    ["qwen", ["/u/.qwen/QWEN.md", ...["/r", "/r/a", "/r/a/b"].flatMap((each) => [`${each}/AGENTS.md`, `${each}/QWEN.md`])]],
  ] as const)("%s, where every file exists", (reader, wanted) => {
    expect(found(reader, { files: EVERYWHERE })).toEqual(wanted);
  });

  it("every reader is in that table, and none loads anything where nothing exists", () => {
    expect(READERS.map((reader) => found(reader, { files: [] }))).toEqual(READERS.map(() => []));
  });

  it("outside a repository: from the folder itself, and no further up", () => {
    const outside = (reader: Reader) => found(reader, { files: EVERYWHERE, git: null });
    expect(outside("codex")).toEqual(["/u/.codex/AGENTS.md", "/r/a/AGENTS.md"]);
    expect(outside("copilot")).toEqual(["/r/a/.github/copilot-instructions.md", "/r/a/AGENTS.md"]);
    expect(outside("gemini")).toEqual(["/u/.gemini/GEMINI.md", "/r/a/b/GEMINI.md"]);
  });

  it("a folder at the root of the file system has no empty name in its path", () => {
    const files = ["/AGENTS.md", "/GEMINI.md"];
    expect(found("pi", { files, cwd: "/", git: null })).toEqual(["/AGENTS.md"]);
    expect(found("gemini", { files, folder: "/", git: "" })).toEqual(["/GEMINI.md"]);
  });

  it("Codicil reads the person's own file first, and an override only where the configuration wants it", () => {
    const files = ["/g/AGENTS.md", "/r/AGENTS.md", "/r/AGENTS.override.md"];
    expect(
      [undefined, false, true].map((override) => found("codicil", { files, ...(override === undefined ? {} : { override }) })),
    ).toEqual([
      ["/g/AGENTS.md", "/r/AGENTS.md"],
      ["/g/AGENTS.md", "/r/AGENTS.md"],
      ["/g/AGENTS.md", "/r/AGENTS.override.md"],
    ]);
  });

  it("an override stands for the file beside it in Codex and Pi, in the home and in the project", () => {
    const files = ["/u/.codex", "/u/.pi/agent", "/r"].flatMap((each) =>
      ["AGENTS.md", "AGENTS.override.md"].map((name) => `${each}/${name}`),
    );
    expect(found("codex", { files })).toEqual(["/u/.codex/AGENTS.override.md", "/r/AGENTS.override.md"]);
    expect(found("pi", { files })).toEqual(["/u/.pi/agent/AGENTS.override.md", "/r/AGENTS.override.md"]);
    expect(found("pi", { files: ["/r/CLAUDE.md"] })).toEqual(["/r/CLAUDE.md"]);
  });

  it("OpenCode takes the first name that any folder has, and the person's CLAUDE.md where they have no AGENTS.md", () => {
    expect(found("opencode", { files: ["/r/CLAUDE.md", "/r/a/CONTEXT.md", "/u/.claude/CLAUDE.md"] })).toEqual([
      "/u/.claude/CLAUDE.md",
      "/r/CLAUDE.md",
    ]);
    expect(found("opencode", { files: ["/r/a/CONTEXT.md"] })).toEqual(["/r/a/CONTEXT.md"]);
  });

  it("Gemini CLI looks for the names that its settings give", () => {
    const told = { gemini: ["RULES.md", "AGENTS.md"], claude: "claude-md" } as const;
    expect(found("gemini", { files: [...EVERYWHERE, "/u/.gemini/RULES.md"], told })).toEqual([
      "/u/.gemini/RULES.md",
      "/r/AGENTS.md",
      "/r/a/AGENTS.md",
      "/r/a/b/AGENTS.md",
    ]);
  });

  it("Claude Code reads AGENTS.md by its mode: never, instead where the project has no CLAUDE.md, or also", () => {
    const both = ["/r/CLAUDE.md", "/r/a/AGENTS.md", "/r/a/.claude/AGENTS.md", "/r/a/CLAUDE.local.md", "/etc/claude-code/CLAUDE.md"];
    const agents = ["/r/a/AGENTS.md", "/r/a/.claude/AGENTS.md"];
    const by = (claude: ToldToLoad["claude"], files: readonly string[]) => found("claude-code", { files, told: { gemini: [], claude } });
    const claudes = ["/etc/claude-code/CLAUDE.md", "/r/CLAUDE.md", "/r/a/CLAUDE.local.md"];
    expect(by("claude-md", both)).toEqual(claudes);
    expect(by("claude-md-or-agents-md", both)).toEqual(claudes);
    expect(by("claude-md-and-agents-md", both)).toEqual([...claudes, ...agents]);
    expect(by("managed-only", both)).toEqual(["/etc/claude-code/CLAUDE.md"]);
    expect([by("claude-md", agents), by("claude-md-or-agents-md", agents), found("claude-code", { files: agents })]).toEqual([
      [],
      agents,
      agents,
    ]);
  });

  it("Claude Code's own folder may be elsewhere; the person's CLAUDE.md is not the project's, also below the home", () => {
    const told = { gemini: [], claude: "claude-md-or-agents-md", claudeFolder: "/c" } as const;
    expect(found("claude-code", { files: ["/c/CLAUDE.md", "/u/.claude/CLAUDE.md"], told })).toEqual(["/c/CLAUDE.md"]);
    const inHome = { files: ["/u/.claude/CLAUDE.md", "/u/p/AGENTS.md"], folder: "/u/p" };
    expect(found("claude-code", inHome)).toEqual(["/u/.claude/CLAUDE.md", "/u/p/AGENTS.md"]);
  });

  it("links and files with several names count, folders and devices do not", () => {
    const path = "/r/AGENTS.md";
    const kinds = ["link", "hardlinked", "dir", "other"] as const;
    expect(kinds.map((kind) => found("copilot", { files: [], kinds: { [path]: kind } }).length)).toEqual([1, 1, 0, 0]);
  });
});
