// Which document a key, a role or an audience means, and which instruction files apply in a folder. The disk is a table.

import { describe, expect, it } from "vitest";
import {
  audienceOf,
  defaultCharacter,
  discoverHostInstructions,
  discoverInstructions,
  documentAt,
  documentFor,
  documentOfRole,
  type Environment,
  fullKey,
  gitRootOf,
  instructs,
  isDefaultText,
  isOwnKey,
  keyWorld,
  languageFor,
  layoutOf,
  MEMORY_TEXT,
  recogniseProfile,
  remoteJudge,
  resolveDocument,
  resolveTarget,
  soulText,
  targetOf,
  targetRef,
  unusableInstructions,
  USER_TEXT,
} from "../../src/knowledge/index.ts";
import { DEFAULT_CONFIG } from "../../src/schema/index.ts";
import type { DiskFacts } from "../../src/store/index.ts";

type Kind = ReturnType<DiskFacts["lstat"]>;

/** Folders are those above the given files. `links` lead to other paths. */
function diskWith(files: Readonly<Record<string, Kind>>, links: Readonly<Record<string, string>> = {}): DiskFacts {
  const all: Record<string, Kind> = { "/": "dir", ...files };
  for (const path of [...Object.keys(files), ...Object.keys(links)])
    for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1)) all[path.slice(0, at)] ??= "dir";
  for (const path of Object.keys(links)) all[path] = "link";
  return {
    lstat: (path) => all[path] ?? null,
    realpath: (path) => links[path] ?? (all[path] === undefined ? null : path),
    list: (folder) =>
      Object.keys(all)
        .filter((path) => path.startsWith(`${folder}/`) && !path.slice(folder.length + 1).includes("/"))
        .map((path) => path.slice(folder.length + 1)),
  };
}

const environment = (more: Partial<Environment> = {}): Environment => ({
  home: "/me/mind",
  project: "/work/app",
  cwd: "/work/app",
  userHome: "/me",
  config: DEFAULT_CONFIG,
  layout: layoutOf("agents", () => false),
  disk: diskWith({ "/me/mind/USER.md": "file", "/work/app/src/a.md": "file" }),
  state: "/me/state",
  ...more,
});

describe("a document", () => {
  it("has a role by its place: instruction files everywhere, the core files and days of the home, the bank of a project", () => {
    const role = (root: "home" | "project", path: string) => documentAt(environment(), root, path).role;
    expect(
      ["SOUL.md", "USER.md", "MEMORY.md", "AGENTS.md", "me/USER.md", "daily/2026-01-02.md", "x/HOOK.md"].map((path) => role("home", path)),
    ).toEqual(["soul", "user", "memory", "agents", "user", "daily", "agents"]);
    expect(["notes.md", "daily/archive/2026-01-02.md", "daily/today.md", "x/USER.md"].map((path) => role("home", path))).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect(
      ["Memory-Bank/details/a.md", "docs/CLAUDE.md", "USER.md", "daily/2026-01-02.md", "memory-banks/a.md"].map((path) =>
        role("project", path),
      ),
    ).toEqual(["project-memory", "agents", null, null, null]);
    expect(documentOfRole(environment(), "daily", "2026-01-02").path).toBe("daily/2026-01-02.md");
  });

  it("has a key that means it from where the command runs, and one id however it is spelled", () => {
    const { key, id, project } = documentAt(environment(), "home", "USER.md");
    expect([key, id, project]).toEqual(["USER.md", "home:user.md", null]);
    expect(documentAt(environment(), "home", "notes/a.md").key).toBe("~/.config/agents/notes/a.md");
    const inProject = documentAt(environment(), "project", "docs/A.md");
    expect([inProject.key, inProject.id, inProject.project]).toEqual(["./docs/A.md", "/work/app:docs/a.md", "/work/app"]);
    expect(documentAt(environment({ cwd: null }), "project", "a.md").key).toBe("./a.md");
    expect(documentAt(environment({ cwd: "/work/app/src" }), "project", "a.md").key).toBe("/work/app/a.md");
    expect(documentAt(environment(), "project", "a.md", "/work/other").key).toBe("/work/other/a.md");
    expect([fullKey(documentAt(environment(), "home", "USER.md")), fullKey(inProject)]).toEqual([
      "~/.config/agents/USER.md",
      "./docs/A.md",
    ]);
  });

  it("is found by its key, goes to the journal and comes back; a key that may not be one is an error with the reason", () => {
    const target = resolveTarget(environment(), { path: "./docs/a.md" });
    expect(targetRef(target)).toEqual({ kind: "document", root: "project", project: "/work/app", path: "docs/a.md" });
    expect(targetOf(environment(), targetRef(target))).toEqual(target);
    const config = { ...DEFAULT_CONFIG, remotes: [{ host: "example.com" }] };
    const remote = resolveTarget(environment({ config }), { url: "https://example.com/a.md#b" });
    expect([remote, targetRef(remote), targetOf(environment(), targetRef(remote))]).toEqual(
      [1, 2, 3].map(() => ({ kind: "remote", url: "https://example.com/a.md" })),
    );
    expect(() => resolveTarget(environment(), { url: "https://example.com/a.md" })).toThrow(
      expect.objectContaining({ code: "BAD_URL", message: expect.stringContaining("not listed under remotes") as string }),
    );
    expect(() => resolveDocument(environment(), "../a.md", { file: "delta.yaml", line: 7 })).toThrow(
      expect.objectContaining({
        code: "BAD_PATH",
        file: "delta.yaml",
        line: 7,
        message: expect.stringContaining("leaves the folder") as string,
      }),
    );
  });

  it("in the mind's own home a relative key means what is there; Codicil's own folder holds no documents", () => {
    const projectOf = (more: Partial<Environment>) => keyWorld(environment({ project: null, ...more })).project;
    expect([projectOf({ cwd: "/me/mind" }), projectOf({ cwd: "/me/mind/daily" })]).toEqual(["/me/mind", "/me/mind"]);
    expect([projectOf({ cwd: "/me/mindful" }), projectOf({ cwd: null }), keyWorld(environment({ cwd: "/me/mind" })).project]).toEqual([
      null,
      null,
      "/work/app",
    ]);
    const linked = diskWith({ "/disk/mind/USER.md": "file" }, { "/me/mind": "/disk/mind" });
    expect(projectOf({ cwd: "/disk/mind", disk: linked })).toBe("/me/mind");
    expect(keyWorld(environment()).own).toEqual(["/me/state"]);
  });

  it("instructs an agent by its name, in every folder and case", () => {
    const names = ["HOOK.md", "x/skill.md", "AGENTS.override.md", "CLAUDE.local.md", "a/b/Gemini.md", "QWEN.md", "claude.md"];
    expect(names.filter(instructs)).toEqual(names);
    expect(["agents", "MY-AGENTS.md", "agents.md/notes.md"].filter(instructs)).toEqual([]);
  });
});

describe("a remote document", () => {
  const judge = (...hosts: readonly string[]) =>
    remoteJudge(environment({ config: { ...DEFAULT_CONFIG, remotes: hosts.map((host) => ({ host })) } }));

  it("on this machine is reached only where the person wrote the address out", () => {
    for (const host of ["http://127.0.0.1:8080", "http://localhost:8080", "http://[::1]:8080"])
      expect(judge(host).url(`${host}/a.md`)).toBe(`${host}/a.md`);
    for (const host of ["127.0.0.1:8080", "localhost:8080", "http://localhost.example.com"])
      expect(() => judge(host).url("http://127.0.0.1:8080/a.md")).toThrow(expect.objectContaining({ code: "BAD_URL" }));
  });

  it("may resolve to a public address, and localhost to this machine", () => {
    const { address } = judge("example.com");
    expect([address("8.8.8.8", "example.com"), address("127.0.0.1", "localhost")]).toEqual([null, null]);
    expect(address("127.0.0.1", "example.com")).toBe("the address is not public: loopback");
    expect(address("10.0.0.1", "localhost")).toBe("the address is not public: a private network");
  });
});

describe("for whom a document is", () => {
  const place = (root: "home" | "project", path: string) => documentAt(environment(), root, path);
  const forAll = (root: "home" | "project", path: string, more: Partial<Environment> = {}) =>
    (["me", "team", "project"] as const).map((audience) => {
      const found = documentFor(environment(more), place(root, path), audience);
      return found === null ? null : `${found.root} ${found.path}`;
    });

  it("is told by its place", () => {
    expect([place("home", "USER.md"), place("home", "me/USER.md"), place("project", "me/a.md")].map(audienceOf)).toEqual([
      "team",
      "me",
      "project",
    ]);
    expect(["~/.config/agents/me/USER.md", "~/.config/agents/USER.md", "me/USER.md", "./me/USER.md"].map(isOwnKey)).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  it.each([
    ["home", "USER.md", ["home me/USER.md", "home USER.md", null]],
    ["home", "me/USER.md", ["home me/USER.md", "home USER.md", null]],
    ["home", "MEMORY.md", ["home me/MEMORY.md", "home MEMORY.md", "project memory-bank/MEMORY.md"]],
    ["home", "notes.md", ["home me/notes.md", "home notes.md", null]],
    ["home", "AGENTS.md", [null, "home AGENTS.md", null]],
    ["project", "AGENTS.md", [null, null, "project AGENTS.md"]],
    ["project", "docs/a.md", [null, null, "project docs/a.md"]],
    ["project", "memory-bank/MEMORY.md", ["home me/MEMORY.md", "home MEMORY.md", "project memory-bank/MEMORY.md"]],
  ] as const)("%s %s has a document for me, the team and the project: %j", (root, path, wanted) => {
    expect(forAll(root, path)).toEqual(wanted);
  });

  it("without a project there is none for it", () => {
    expect(forAll("home", "MEMORY.md", { project: null })).toEqual(["home me/MEMORY.md", "home MEMORY.md", null]);
  });
});

describe("instruction files", () => {
  const files = {
    "/me/mind/AGENTS.md": "file",
    "/work/AGENTS.md": "file",
    "/work/app/.git": "dir",
    "/work/app/AGENTS.md": "file",
    "/work/app/AGENTS.override.md": "file",
    "/work/app/.agents/AGENTS.md": "file",
    "/work/app/docs/AGENTS.md": "hardlinked",
    "/work/app/src/AGENTS.md": "dir",
  } as const;
  const request = (more: Partial<Parameters<typeof discoverInstructions>[0]> = {}) => ({
    cwd: "/work/app/docs",
    userHome: "/me",
    globals: ["/me/mind/AGENTS.md", "/me/other/AGENTS.md"],
    disk: diskWith(files),
    ...more,
  });
  const paths = (more: Partial<Parameters<typeof discoverInstructions>[0]> = {}) =>
    discoverInstructions(request(more)).map(({ path }) => path);

  it("SC-01 LW-41 global ones first, then from the Git root down, the nearest last; nothing above the root", () => {
    expect(discoverInstructions(request())).toEqual([
      { path: "/me/mind/AGENTS.md", scope: "global_user", priority: 0 },
      { path: "/work/app/AGENTS.md", scope: "project", priority: 1 },
      { path: "/work/app/docs/AGENTS.md", scope: "project", priority: 2 },
    ]);
  });

  it("SC-09 an override is not looked at, read instead, or read also", () => {
    const project = (override: "instead" | "also" | undefined) => paths({ cwd: "/work/app", globals: [], override });
    expect(project(undefined)).toEqual(["/work/app/AGENTS.md"]);
    expect(project("instead")).toEqual(["/work/app/AGENTS.override.md"]);
    expect(project("also")).toEqual(["/work/app/AGENTS.md", "/work/app/AGENTS.override.md"]);
  });

  it("LW-41 the first of auto_detect that exists is read besides, at the root only; a path that leads out is not followed", () => {
    const detected = (...detect: readonly string[]) => paths({ globals: [], detect });
    const both = ["/work/app/AGENTS.md", "/work/app/docs/AGENTS.md"];
    expect(detected("./no.md", "./.agents/AGENTS.md", "./docs/AGENTS.md")).toEqual([both[0], "/work/app/.agents/AGENTS.md", both[1]]);
    expect(detected("../AGENTS.md", "/work/AGENTS.md", "~/AGENTS.md", "", "docs/../../AGENTS.md")).toEqual(both);
    expect(paths({ cwd: "/work/app", globals: [], detect: ["docs/AGENTS.md"] })).toEqual(both);
  });

  it("SC-02 outside Git it goes up to before the person's home, or to the top; a link to a file that is read is not read again", () => {
    const disk = diskWith(
      { "/me/AGENTS.md": "file", "/me/a/AGENTS.md": "file", "/AGENTS.md": "file" },
      { "/me/a/b/AGENTS.md": "/me/a/AGENTS.md" },
    );
    const found = (cwd: string) => discoverInstructions({ cwd, userHome: "/me", globals: [], disk }).map(({ path }) => path);
    expect([found("/me/a/b"), found("/srv")]).toEqual([["/me/a/AGENTS.md"], ["/AGENTS.md"]]);
    expect(found("/me")).toEqual([]);
    expect([gitRootOf("/work/app/docs", diskWith(files)), gitRootOf("/me/a", disk), gitRootOf("/a", diskWith({ "/.git": "dir" }))]).toEqual(
      ["/work/app", null, "/"],
    );
  });

  it("what is no file is named and not read", () => {
    expect(paths({ cwd: "/work/app/src", globals: [] })).toEqual(["/work/app/AGENTS.md"]);
    expect(unusableInstructions(request({ cwd: "/work/app/src" }))).toEqual(["/work/app/src/AGENTS.md"]);
    expect(
      unusableInstructions({ cwd: "/", userHome: "/me", globals: ["/g.md"], disk: diskWith({ "/AGENTS.md": "other", "/g.md": "dir" }) }),
    ).toEqual(["/g.md", "/AGENTS.md"]);
  });

  it("X23 those of other hosts come after ours: by name, then their folders of rules in order, each file once", () => {
    const disk = diskWith(
      {
        "/work/app/.git": "dir",
        "/work/app/CLAUDE.md": "file",
        "/work/app/GEMINI.md": "dir",
        "/work/app/.cursorrules": "hardlinked",
        "/work/app/.claude/rules/b.md": "file",
        "/work/app/.claude/rules/a.md": "file",
        "/work/app/.claude/rules/a.txt": "file",
        "/work/app/.cursor/rules/a.mdc": "file",
        "/work/app/docs/.github/copilot-instructions.md": "file",
      },
      { "/work/app/QWEN.md": "/work/app/CLAUDE.md", "/work/app/.claude/CLAUDE.md": "/work/app/AGENTS.md" },
    );
    const known = [{ path: "/work/app/AGENTS.md", scope: "project", priority: 0 }] as const;
    expect(discoverHostInstructions({ cwd: "/work/app/docs", userHome: "/me", disk, known })).toEqual(
      [
        "/work/app/CLAUDE.md",
        "/work/app/.cursorrules",
        "/work/app/.claude/rules/a.md",
        "/work/app/.claude/rules/b.md",
        "/work/app/.cursor/rules/a.mdc",
        "/work/app/docs/.github/copilot-instructions.md",
      ].map((path, at) => ({ path, scope: "project", priority: 1 + at })),
    );
  });
});

describe("a new mind", () => {
  it("AK-54 begins with a character in the person's language, which is known as the default", () => {
    const soul = (profile: "agents" | "agentkit", locale: "en" | "zh" | null) =>
      soulText(defaultCharacter(profile, locale), languageFor(profile, locale));
    expect(soul("agentkit", null)).toBe(
      "## 身份\n\n我是AgentKit，一个 AI 助手。\n\n## 性格\n\n专业、友好、注重细节\n\n## 说话方式\n\n简洁清晰\n",
    );
    expect(soul("agents", null)).toBe(
      "## Identity\n\nI am Codicil, an AI assistant.\n\n## Personality\n\nProfessional, friendly, careful about details\n\n## Style\n\nConcise and clear\n",
    );
    expect(soul("agents", "zh")).toContain("我是Codicil，");
    const defaults = [
      soul("agents", "en"),
      soul("agents", "zh"),
      soul("agentkit", "en"),
      soul("agentkit", "zh"),
      USER_TEXT,
      MEMORY_TEXT,
      "",
      " \n",
    ];
    expect(defaults.filter((text) => !isDefaultText(text))).toEqual([]);
    expect(isDefaultText(soulText({ ...defaultCharacter("agents", "en"), name: "Ada" }, "en"))).toBe(false);
  });

  it.each([
    [["agentkit.yaml"], { profile: "agentkit", by: "agentkit.yaml" }],
    [["USER.md", "memories/daily"], { profile: "agentkit", by: "memories/daily" }],
    [["OWNER.md", "memory"], { profile: "x-agent", by: "OWNER.md" }],
    [["SPIRIT.md"], null],
    [["SPIRIT.md", "memory", "daily"], null],
    [["memory"], null],
  ])("X7 a home with %j is %j", (files, wanted) => {
    expect(recogniseProfile((path) => files.includes(path))).toEqual(wanted);
  });
});
