import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { createLastWord, type Receipt } from "codicil";
import { bringHome, makeWarmWorld as makeWorld, plan, USER } from "../kit.ts";

const BUNDLE = process.env["CODICIL_TEST_DIST"];
const MIND_USER = "~/.config/agents/USER.md";

function worldWithUser(text = USER) {
  const world = makeWorld();
  world.write("home/USER.md", text);
  return world;
}

describe("the four bases and where things lie", () => {
  it("LW-01 LW-02 LW-51 a triple of path, heading and content updates each of the four default bases", () => {
    const world = makeWorld();
    for (const path of [MIND_USER, "~/.config/agents/SOUL.md", "~/.config/agents/AGENTS.md", "./AGENTS.md"]) {
      expect(plan(world, { path, heading: "Told", content: `for ${path}`, op: "update", session: "s1", origin: "user" }).status).toBe(
        "pending",
      );
    }
    bringHome(world);
    for (const file of ["home/USER.md", "home/SOUL.md", "home/AGENTS.md", "project/AGENTS.md"])
      expect(world.read(file)).toContain("## Told\n\nfor ");
  });

  it("LW-03 everything outside the addressed section stays, byte for byte", () => {
    const world = worldWithUser();
    plan(world, { path: "USER.md", heading: "Research Interests", content: "- agents\n", session: "s1" });
    bringHome(world);
    expect(world.read("home/USER.md")).toBe(USER.replace("- compilers", "- agents"));
  });

  it("LW-04 LW-05 last-word/ holds schema.yaml, config.yaml, a pending file for each document, and staging/", () => {
    const world = makeWorld();
    for (const path of ["USER.md", "SOUL.md", "AGENTS.md"]) plan(world, { path, heading: "H", content: "x", session: "s1" });
    plan(world, { path: "USER.md", heading: "Twice", content: "a", session: "s2" });
    plan(world, { path: "USER.md", heading: "Twice", content: "b", session: "s2" });
    world.run(["flush", "--session", "s1"]);
    world.run(["flush", "--session", "s2"]);
    expect(world.names("home/last-word")).toEqual([
      "AGENTS.md.yaml",
      "SOUL.md.yaml",
      "USER.md.yaml",
      "config.yaml",
      "schema.yaml",
      "staging",
    ]);
    expect(world.read("home/last-word/schema.yaml")).toContain("$schema: http://json-schema.org/draft-07/schema#");
  });

  it("LW-06 LW-07 USER.md waits in USER.md.yaml; a project's AGENTS.md waits in ./.agents/AGENTS.md.yaml", () => {
    const world = makeWorld();
    plan(world, { path: "USER.md", heading: "A", content: "x", session: "s1" });
    plan(world, { path: "./AGENTS.md", heading: "B", content: "y", session: "s1", origin: "user" });
    world.run(["flush", "--session", "s1"]);
    expect(world.read("home/last-word/USER.md.yaml")).toContain('heading: "A"');
    expect(world.read("project/.agents/AGENTS.md.yaml")).toContain('heading: "B"');
    expect(world.has("project/.agents/last-word")).toBe(false);
  });

  it("LW-08 LW-56 a failing group goes to staging/YYYYMMDD-HHMMSS-xxxx.yaml with its error", () => {
    const world = makeWorld();
    for (const content of ["a", "b"]) plan(world, { path: "USER.md", heading: "Projects", level: 2, content, session: "s1" });
    const flushed = world.run(["flush", "--session", "s1", "--json"]);
    expect(flushed.code).toBe(4);
    expect(flushed.json<Receipt[]>().map((receipt) => receipt.status)).toEqual(["staged", "staged"]);
    const [name] = world.names("home/last-word/staging");
    expect(name).toMatch(/^\d{8}-\d{6}-[0-9a-f]{4}\.yaml$/);
    const staged = world.read(`home/last-word/staging/${name}`);
    for (const part of ['version: "1.0.0"', 'source: "s1"', "code: DUPLICATE_HEADING", 'target_file: "USER.md"', "entries:"])
      expect(staged).toContain(part);
  });
});

describe("what each operation does", () => {
  it("LW-20 no-op leaves the document alone and is recorded as considered", () => {
    const world = worldWithUser();
    plan(world, { path: "USER.md", heading: "Identity", op: "no-op", session: "s1" });
    const { applied } = bringHome(world);
    expect(applied[0]).toMatchObject({ status: "unchanged", why: "considered, not modified" });
    expect(world.read("home/USER.md")).toBe(USER);
    expect(world.run(["log", "USER.md"]).out).toContain('no-op "Identity"');
  });

  it("LW-21 update overwrites what is under an existing heading", () => {
    const world = worldWithUser();
    plan(world, { path: "USER.md", heading: "Identity", op: "update", content: "Ada L.", session: "s1" });
    expect(bringHome(world).applied[0]?.status).toBe("applied");
    expect(world.read("home/USER.md")).toContain("## Identity\n\nAda L.\n\n## Research");
    expect(world.read("home/USER.md")).not.toContain("engineer");
  });

  it("LW-22 update of a missing heading creates it at its level, or at ## without one", () => {
    const world = worldWithUser();
    plan(world, { path: "USER.md", heading: "Three", level: 3, content: "c", session: "s1" });
    plan(world, { path: "USER.md", heading: "Two", content: "b", session: "s1" });
    bringHome(world);
    expect(world.read("home/USER.md")).toMatch(/\n### Three\n\nc\n/);
    expect(world.read("home/USER.md")).toMatch(/\n## Two\n\nb\n/);
  });

  it("LW-23 clear keeps the heading and empties everything under it", () => {
    const world = worldWithUser(USER.replace("soon gone", "soon gone\n\n### Sub\n\ntoo"));
    plan(world, { path: "USER.md", heading: "Temporary Notes", op: "clear", session: "s1" });
    bringHome(world);
    expect(world.read("home/USER.md")).toContain("## Temporary Notes\n\n## Outdated Project");
    expect(world.read("home/USER.md")).not.toContain("Sub");
  });

  it("LW-24 delete removes heading and content", () => {
    const world = worldWithUser();
    plan(world, { path: "USER.md", heading: "Outdated Project", op: "delete", session: "s1" });
    bringHome(world);
    expect(world.read("home/USER.md")).toBe(USER.slice(0, USER.indexOf("## Outdated")));
  });

  it("LW-17 LW-25 X29 operation and content must go together; update with null never becomes a delete", () => {
    const world = worldWithUser();
    const pairs: [string, string | null][] = [
      ["update", null],
      ["update", '""'],
      ["clear", "text"],
      ["clear", null],
      ["delete", "text"],
      ["delete", '""'],
      ["no-op", "text"],
    ];
    for (const [operation, content] of pairs) {
      world.write(
        "home/last-word/USER.md.yaml",
        `version: "1.0.0"\nsource: s\nentries:\n  - key: {path: USER.md, heading: Identity}\n    operation: ${operation}\n    content: ${content}\n`,
      );
      const ran = world.run(["validate", "USER.md.yaml", "--json"]);
      expect([operation, content, ran.code, ran.json<{ error: { code: string; line: number } }>().error.code]).toEqual([
        operation,
        content,
        3,
        "BAD_PAIRING",
      ]);
      expect(world.run(["apply"]).code).toBe(3);
      expect(world.read("home/USER.md")).toBe(USER);
    }
  });

  it("LW-16 a missing operation with null content is a no-op; delete is never implied", () => {
    const world = worldWithUser();
    world.write("home/last-word/USER.md.yaml", 'version: "1.0.0"\nsource: me\nentries:\n  - key: {path: USER.md, heading: Identity}\n');
    expect(world.run(["apply", "--json"]).json<Receipt[]>()[0]).toMatchObject({ status: "unchanged" });
    expect(world.read("home/USER.md")).toBe(USER);
  });

  it("X4 version 1.1.0 appends and replaces; a 1.0.0 file that uses them is refused with its line", () => {
    const world = worldWithUser();
    plan(world, { path: "USER.md", heading: "Research Interests", op: "append", content: "- agents", session: "s1" });
    plan(world, { path: "USER.md", heading: "Identity", op: "replace", old: "engineer", content: "mathematician", session: "s1" });
    bringHome(world);
    expect(world.read("home/USER.md")).toContain("- compilers\n- agents\n");
    expect(world.read("home/USER.md")).toContain("Ada, mathematician.");
    world.write(
      "home/last-word/USER.md.yaml",
      'version: "1.0.0"\nsource: me\nentries:\n  - key: {path: USER.md, heading: Identity}\n    operation: append\n    content: x\n',
    );
    const error = world.run(["validate", "USER.md.yaml", "--json"]).json<{ error: { code: string; line: number } }>().error;
    expect(error).toMatchObject({ code: "UNKNOWN_VERSION", line: 4 });
  });
});

describe("keys", () => {
  it("LW-12 exactly one of path and url: neither and both are refused", () => {
    const world = makeWorld();
    const neither = world.run(["plan", "--heading", "H", "--content", "x", "--json"]);
    const both = world.run([
      "plan",
      "--path",
      "USER.md",
      "--url",
      "https://example.com/a.md",
      "--heading",
      "H",
      "--content",
      "x",
      "--json",
    ]);
    for (const ran of [neither, both]) {
      expect(ran.code).toBe(3);
      expect(ran.json<{ error: { code: string } }>().error.code).toBe("BAD_KEY");
    }
  });

  it("LW-13 ~ expands and relative paths are the project's; spellings of one file are one target", () => {
    const world = worldWithUser();
    const spellings = ["USER.md", MIND_USER, `${world.home}/USER.md`, `${world.home}/./USER.md`];
    for (const [index, path] of spellings.entries()) plan(world, { path, heading: `H${index}`, content: "x", session: "s1" });
    plan(world, { path: "./docs/../AGENTS.md", heading: "P", content: "x", session: "s1", origin: "user" });
    world.run(["flush", "--session", "s1"]);
    expect(world.names("home/last-word").filter((name) => name.startsWith("USER"))).toEqual(["USER.md.yaml"]);
    expect(world.read("home/last-word/USER.md.yaml").match(/- key:/g)).toHaveLength(4);
    expect(world.has("project/.agents/AGENTS.md.yaml")).toBe(true);
  });

  it("LW-14 a heading matches exactly, with its case", () => {
    const world = worldWithUser();
    plan(world, { path: "USER.md", heading: "identity", content: "other", session: "s1" });
    bringHome(world);
    expect(world.read("home/USER.md")).toContain("## Identity\n\nAda, engineer.");
    expect(world.read("home/USER.md")).toContain("## identity\n\nother");
  });

  it("LW-15 a level verifies the heading and takes part in uniqueness; 0, 7 and text are refused", () => {
    const world = worldWithUser("## A\n\ntwo\n\n### A\n\nthree\n");
    plan(world, { path: "USER.md", heading: "A", level: 3, content: "changed", session: "s1" });
    bringHome(world);
    expect(world.read("home/USER.md")).toBe("## A\n\ntwo\n\n### A\n\nchanged\n");
    for (const level of ["0", "7", "two"])
      expect(world.run(["plan", "--path", "USER.md", "--heading", "A", "--level", level, "--content", "x"]).code).toBe(3);
  });

  it("LW-18 LW-93 confidence and reason are optional, checked, and come out again as JSON", () => {
    const world = worldWithUser();
    plan(world, { path: "USER.md", heading: "Identity", content: "x", confidence: "0.9", reason: "she said so", session: "s1" });
    bringHome(world);
    const [change] = world.run(["log", "USER.md", "--json"]).json<{ reason?: string; entry?: string }[]>();
    expect(change).toMatchObject({ confidence: 0.9, reason: "she said so", session: "s1", operation: "update" });
    expect(world.run(["blame", "USER.md", "--json"]).out).toContain('"confidence": 0.9');
    expect(world.run(["log", "USER.md"]).out).toContain("confidence 0.9");
    expect(world.run(["plan", "--path", "USER.md", "--heading", "H", "--content", "x", "--confidence", "1.5"]).code).toBe(3);
  });

  it("an ellipsis is no delimiter: it is stored as it is, and nothing is said about it", async () => {
    const world = worldWithUser();
    const receipt = plan(world, { path: "USER.md", heading: "Research Interests", content: "...", op: "update", session: "s1" });
    expect(receipt).toMatchObject({ status: "pending" });
    expect(receipt.why).toBeUndefined();
    plan(world, { path: "USER.md", heading: "Identity", content: "Ada\n...\nengineer", session: "s1" });
    bringHome(world);
    expect(world.read("home/USER.md")).toContain("## Research Interests\n\n...\n");
    expect(world.read("home/USER.md")).toContain("Ada\n...\nengineer");
    // What does forge one is still escaped.
    expect(plan(world, { path: "USER.md", heading: "Notes", content: "a\n\n=====\n\nb", session: "s2" }).why).toContain(
      "forges a delimiter",
    );
  });

  it("LW-90 a url key is accepted by the schema and waits; a host that is not listed is refused", () => {
    const world = makeWorld();
    world.write("home/last-word/config.yaml", "remotes: [agent-network.org]\n");
    const url = "https://agent-network.org/kb/common/python.md";
    expect(plan(world, { url, heading: "Preferred Patterns", content: "- pathlib", session: "s1" }).status).toBe("pending");
    const { applied } = bringHome(world);
    expect(applied[0]).toMatchObject({ status: "pending", document: url });
    expect(world.run(["status"]).out).toContain(url);
    expect(
      world
        .run(["plan", "--url", "https://evil.example/x.md", "--heading", "H", "--content", "x", "--json"])
        .json<{ error: { code: string } }>().error.code,
    ).toBe("BAD_URL");
  });
});

describe("what may not repeat", () => {
  it("LW-30 LW-33 LW-55 the same heading and level twice in one batch is an error, judged for each document", () => {
    const world = makeWorld();
    plan(world, { path: "USER.md", heading: "Projects", level: 2, content: "A", session: "s1" });
    plan(world, { path: "MEMORY.md", heading: "Projects", level: 2, content: "B", session: "s1" });
    expect(
      world
        .run(["flush", "--session", "s1", "--json"])
        .json<Receipt[]>()
        .map((receipt) => receipt.status),
    ).toEqual(["pending", "pending"]);
    for (const content of ["C", "D"]) plan(world, { path: "USER.md", heading: "Again", level: 2, content, session: "s2" });
    expect(world.run(["flush", "--session", "s2"]).out).toContain("DUPLICATE_HEADING");
  });

  it("LW-31 X28 the same heading at different levels is allowed, as in the document's own example", () => {
    const world = makeWorld();
    world.write(
      "home/last-word/USER.md.yaml",
      'version: "1.0.0"\nsource: me\nentries:\n  - key: { path: "USER.md", heading: "Projects", level: 2 }\n    content: "## Projects 总览"\n  - key: { path: "USER.md", heading: "Projects", level: 3 }\n    content: "### Projects 详细列表"\n',
    );
    expect(
      world
        .run(["apply", "--json"])
        .json<Receipt[]>()
        .map((receipt) => receipt.status),
    ).toEqual(["applied", "applied"]);
    expect(world.read("home/USER.md")).toContain("\\## Projects 总览");
    expect(world.run(["show", "USER.md"]).out.match(/^## /gm)).toHaveLength(1);
  });

  it("LW-32 without a level an entry stands for every level, in the batch and in the document", () => {
    const world = worldWithUser("## A\n\ntwo\n\n### A\n\nthree\n");
    plan(world, { path: "USER.md", heading: "B", content: "x", session: "s1" });
    plan(world, { path: "USER.md", heading: "B", level: 4, content: "y", session: "s1" });
    expect(world.run(["flush", "--session", "s1"]).out).toContain("DUPLICATE_HEADING");
    plan(world, { path: "USER.md", heading: "A", content: "which?", session: "s2" });
    const { applied } = bringHome(world, "s2");
    expect(applied[0]).toMatchObject({ status: "staged", why: expect.stringContaining("AMBIGUOUS_HEADING") as string });
    expect(world.read("home/USER.md")).toBe("## A\n\ntwo\n\n### A\n\nthree\n");
  });
});

describe("from session to document", () => {
  it("LW-52 LW-60 no document changes while a session runs or when it stops; apply is a process of its own", () => {
    const world = worldWithUser();
    plan(world, { path: "USER.md", heading: "Identity", content: "changed", session: "s1" });
    expect(world.read("home/USER.md")).toBe(USER);
    world.run(["flush", "--session", "s1"]);
    expect(world.read("home/USER.md")).toBe(USER);
    world.run(["apply"]);
    expect(world.read("home/USER.md")).toContain("changed");
  });

  it("LW-54 LW-57 LW-58 a session's entries are grouped by document, and one bad group does not stop the others", () => {
    const world = makeWorld();
    for (const content of ["a", "b"]) plan(world, { path: "SOUL.md", heading: "Values", content, session: "s1" });
    plan(world, { path: "USER.md", heading: "Fine", content: "kept", session: "s1" });
    const { flushed, applied } = bringHome(world);
    expect(flushed.map((receipt) => receipt.status)).toEqual(["staged", "staged", "pending"]);
    expect(applied.map((receipt) => receipt.status)).toEqual(["applied"]);
    expect(world.read("home/USER.md")).toContain("kept");
  });

  it("LW-61 LW-62 an applied pending file is gone, and applying again changes nothing", () => {
    const world = worldWithUser();
    plan(world, { path: "USER.md", heading: "Research Interests", op: "append", content: "- once", session: "s1" });
    world.run(["flush", "--session", "s1"]);
    const pending = world.read("home/last-word/USER.md.yaml");
    world.run(["apply"]);
    expect(world.has("home/last-word/USER.md.yaml")).toBe(false);
    // The same file again, as after a crash between the document and the clean-up.
    world.write("home/last-word/USER.md.yaml", pending);
    expect(world.run(["apply", "--json"]).json<Receipt[]>()[0]).toMatchObject({
      status: "unchanged",
      why: "this entry was applied before",
    });
    expect(world.read("home/USER.md").match(/- once/g)).toHaveLength(1);
    expect(world.has("home/last-word/USER.md.yaml")).toBe(false);
  });

  it("a newer entry of the same session takes the place of the one that still waits", () => {
    const world = worldWithUser();
    plan(world, { path: "USER.md", heading: "Identity", content: "first", session: "s1" });
    world.run(["flush", "--session", "s1"]);
    plan(world, { path: "USER.md", heading: "Identity", content: "second", session: "s1" });
    const { applied } = bringHome(world);
    expect(applied).toHaveLength(1);
    expect(world.read("home/USER.md")).toContain("second");
  });

  it("two sessions for one section: the later wins and the former stays in history", () => {
    const world = worldWithUser();
    plan(world, { path: "USER.md", heading: "Identity", content: "from one", session: "s1" });
    plan(world, { path: "USER.md", heading: "Identity", content: "from two", session: "s2" });
    world.run(["flush"]);
    expect(
      world
        .run(["apply", "--json"])
        .json<Receipt[]>()
        .map((receipt) => receipt.status),
    ).toEqual(["applied", "applied"]);
    expect(world.read("home/USER.md")).toContain("from two");
    const [latest, former] = world.run(["log", "USER.md", "--json"]).json<{ id: string; session: string }[]>();
    expect([latest?.session, former?.session]).toEqual(["s2", "s1"]);
    expect(world.run(["show", "USER.md", "--at", former?.id ?? ""]).out).toContain("from one");
  });

  it("an edit outside Codicil made after the plan is a conflict for resolve, never overwritten", () => {
    const world = worldWithUser();
    plan(world, { path: "USER.md", heading: "Identity", content: "the agent's", session: "s1" });
    world.write("home/USER.md", USER.replace("Ada, engineer.", "Ada, by hand."));
    const { applied } = bringHome(world);
    expect(applied[0]).toMatchObject({ status: "staged", why: expect.stringContaining("CONFLICT") as string });
    expect(world.read("home/USER.md")).toContain("by hand");
    const shown = world.run(["resolve", "USER.md.yaml"]);
    expect(shown.code).toBe(2);
    expect(shown.out).toContain("the agent's");
    expect(world.run(["last-word", "resolve", "USER.md.yaml", "--take", "entry"]).code).toBe(0);
    expect(world.read("home/USER.md")).toContain("the agent's");
    expect(world.names("home/last-word/staging")).toEqual([]);
  });

  it("the library's lastWord.plan declares, flushes and applies in this process", async () => {
    const world = worldWithUser();
    const lastWord = createLastWord({ home: world.home, state: world.state, cwd: world.project });
    expect(await lastWord.plan({ path: "USER.md", heading: "Research Interests", content: "- minds", operation: "update" })).toMatchObject({
      status: "pending",
    });
    await lastWord.flush();
    expect((await lastWord.apply()).receipts[0]?.status).toBe("applied");
    expect(world.read("home/USER.md")).toContain("- minds");
  });
});

describe("the command line of last-word", () => {
  it("LW-80 status lists what is pending, with or without the word last-word", () => {
    const world = worldWithUser();
    plan(world, { path: "USER.md", heading: "Identity", content: "x", session: "s1" });
    world.run(["flush", "--session", "s1"]);
    for (const args of [["last-word", "status"], ["status"]])
      expect(world.run(args).out).toMatch(/pending \(1\)[^]*update\s+~\/\.config\/agents\/USER\.md "Identity"/);
  });

  it.skipIf(BUNDLE === undefined)(
    "LW-80 LW-81 `agents` is a second name of the program, linked as npm links it (skipped from source: npm links the bundle)",
    () => {
      const world = worldWithUser();
      plan(world, { path: "USER.md", heading: "Identity", content: "x", session: "s1" });
      world.run(["flush", "--session", "s1"]);
      const { bin } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as { bin: Record<string, string> };
      mkdirSync(join(world.root, "bin"));
      for (const [name, file] of Object.entries(bin)) symlinkSync(join(BUNDLE ?? "", basename(file)), join(world.root, "bin", name));
      const env = { ...world.env, PATH: `${join(world.root, "bin")}:${dirname(process.execPath)}:${world.env["PATH"] ?? ""}` };
      const agents = (line: string) => spawnSync("sh", ["-c", `agents ${line}`], { cwd: world.project, env, encoding: "utf8" });
      expect(agents("last-word status")).toMatchObject({ status: 0, stdout: world.run(["status"]).out });
      expect(agents("last-word status").stdout).toContain("pending (1)");
      expect(agents("last-word apply --file USER.md").stdout).toContain("applied");
      expect(world.read("home/USER.md")).toContain("## Identity\n\nx\n");
      expect(agents("last-word nonsense").status).toBe(3);
    },
  );

  it("LW-81 apply --dry-run says what would happen and changes nothing; --file limits it to one document", () => {
    const world = worldWithUser();
    plan(world, { path: "USER.md", heading: "Identity", content: "x", session: "s1" });
    plan(world, { path: "MEMORY.md", heading: "Notes", content: "y", session: "s1" });
    world.run(["flush", "--session", "s1"]);
    const dry = world.run(["last-word", "apply", "--dry-run", "--json"]).json<Receipt[]>();
    expect(dry.map((receipt) => receipt.status)).toEqual(["applied", "applied"]);
    expect(world.read("home/USER.md")).toBe(USER);
    expect(world.has("home/MEMORY.md")).toBe(false);
    expect(world.run(["last-word", "apply", "--file", "USER.md", "--json"]).json<Receipt[]>()).toHaveLength(1);
    expect(world.has("home/MEMORY.md")).toBe(false);
    expect(world.has("home/last-word/MEMORY.md.yaml")).toBe(true);
  });

  it("LW-82 resolve settles a duplicate: the chosen entry is applied, the other dropped", () => {
    const world = worldWithUser();
    const first = plan(world, { path: "USER.md", heading: "Identity", content: "one", session: "s1" });
    plan(world, { path: "USER.md", heading: "Identity", content: "two", session: "s1" });
    world.run(["flush", "--session", "s1"]);
    const resolved = world.run(["resolve", "USER.md.yaml", "--take", "entry", "--entry", first.entry, "--json"]).json<Receipt[]>();
    expect(resolved.map((receipt) => receipt.status).sort()).toEqual(["applied", "refused"]);
    expect(world.read("home/USER.md")).toContain("one");
    expect(world.names("home/last-word/staging")).toEqual([]);
  });

  it("LW-83 validate names file, line and what to do", () => {
    const world = makeWorld();
    world.write(
      "home/last-word/USER.md.yaml",
      'version: "1.0.0"\nsource: me\nentries:\n  - key: {path: USER.md, heading: A}\n    operation: update\n    content: ok\n  - key: {path: USER.md, heading: A}\n    operation: update\n    content: again\n',
    );
    const ran = world.run(["last-word", "validate", "USER.md.yaml", "--json"]);
    expect(ran.json<{ error: unknown }>().error).toMatchObject({
      code: "DUPLICATE_HEADING",
      line: 7,
      file: expect.stringContaining("USER.md.yaml") as string,
    });
    world.write("home/last-word/USER.md.yaml", 'version: "1.0.0"\nsource: me\nentries: []\n');
    expect(world.run(["validate", "USER.md.yaml"]).out).toContain("0 entries, fine");
  });
});

describe("configuration", () => {
  it("LW-40 LW-41 LW-42 config.yaml is written with the documented keys and read back", async () => {
    const world = makeWorld();
    world.run(["init", "--yes"]);
    const mind = await world.open();
    expect(mind.config.default_knowledge_bases.map((base) => base.id)).toEqual(["global-agents", "soul", "user"]);
    expect(mind.config.project_knowledge).toEqual({ enabled: true, auto_detect: ["./AGENTS.md", "./.agents/AGENTS.md"] });
    expect(mind.config.session_bootstrap).toEqual(["global-agents", "soul", "user", "project"]);
  });

  it("a key of the wrong shape is an error with its line, and nothing else happens", () => {
    const world = makeWorld();
    world.write("home/last-word/config.yaml", "profile: agents\ncommit:\n  soul: sometimes\n");
    const ran = world.run(["status", "--json"]);
    expect([ran.code, ran.json<{ error: { code: string; line: number } }>().error]).toMatchObject([3, { code: "BAD_CONFIG", line: 3 }]);
  });

  it("a key that is not known is named with its line, and everything else counts", () => {
    const world = makeWorld();
    world.write("home/last-word/config.yaml", "profile: agents\nguardmode: block\nmax_rounds: 5\n");
    const ran = world.run(["status"]);
    expect([ran.code, ran.err]).toEqual([0, expect.stringContaining("last-word/config.yaml:2: the key guardmode is not known")]);
    expect(ran.err).not.toContain("max_rounds");
    expect(world.run(["doctor"]).out).toContain("the key guardmode is not known");
  });

  it("LW-92 a validator refuses the document that would result, and the entries are staged", async () => {
    const world = worldWithUser();
    const validators = [{ name: "typed", check: (_: unknown, text: string) => (text.includes("TODO") ? "has a TODO" : null) }];
    const mind = await world.open({ validators });
    const { plan: planIn, flush, apply } = await import("codicil");
    await planIn(mind, { path: "USER.md", heading: "Identity", content: "TODO", session: "s1" });
    await flush(mind, "s1");
    expect((await apply(mind)).receipts[0]).toMatchObject({ status: "staged", why: "VALIDATOR: typed: has a TODO" });
    expect(world.read("home/USER.md")).toBe(USER);
  });
});

describe("the entry format", () => {
  it("LW-10 LW-11 a file has version, source and entries with key, operation, content and meta; unknown fields are refused with their line", () => {
    const world = worldWithUser();
    world.write(
      "home/last-word/mine.yaml",
      'version: "1.0.0"\nsource: session_x\nentries:\n  - key:\n      path: "~/.config/agents/USER.md"\n      heading: "Research Interests"\n      level: 2\n    operation: "update"\n    content: |\n      - AI Agents\n      - Domain Modeling\n    meta:\n      confidence: 0.95\n      reason: "用户深入讨论了"\n',
    );
    expect(world.run(["apply", "--json"]).json<Receipt[]>()[0]?.status).toBe("applied");
    expect(world.read("home/USER.md")).toContain("- AI Agents\n- Domain Modeling\n");
    world.write(
      "home/last-word/mine.yaml",
      'version: "1.0.0"\nsource: s\nentries:\n  - key: {path: USER.md, heading: A}\n    operation: update\n    conten: x\n',
    );
    expect(world.run(["validate", "mine.yaml", "--json"]).json<{ error: unknown }>().error).toMatchObject({ code: "BAD_ENTRY" });
  });
});
