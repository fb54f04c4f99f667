import { chmodSync, linkSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Receipt } from "codicil";
import { bringHome, makeWarmWorld as makeWorld, plan, USER, type World } from "../kit.ts";

const HEAD = 'version: "1.0.0"\nsource: me\n';
const ENTRY = "  - key: {path: USER.md, heading: Identity}\n    operation: update\n    content: changed\n";

/** The error that `validate` gives, while `apply` leaves both the file and the document alone. */
function refusal(world: World, yaml: string | Uint8Array): { code: string; line?: number; hint?: string } {
  const file = world.write("home/last-word/USER.md.yaml", yaml);
  const { error } = world
    .run(["validate", "USER.md.yaml", "--json"])
    .json<{ error: { code: string; file: string; line?: number; hint?: string } }>();
  expect(error.file).toBe(file);
  const applied = world.run(["apply"]);
  expect(applied.code).not.toBe(0);
  expect(applied.err).toContain(error.code);
  expect(world.read("home/USER.md")).toBe(USER);
  expect(Buffer.from(world.read("home/last-word/USER.md.yaml"))).toEqual(
    Buffer.from(typeof yaml === "string" ? yaml : Buffer.from(yaml).toString()),
  );
  return error;
}

function worldWithUser(): World {
  const world = makeWorld();
  world.write("home/USER.md", USER);
  return world;
}

describe("broken pending files: a coded error with file and line, nothing changed, nothing lost", () => {
  it.each([
    ["an unknown version", `version: "3.0.0"\nsource: me\nentries: []\n`, "UNKNOWN_VERSION", 1],
    ["no version", `source: me\nentries:\n${ENTRY}`, "BAD_ENTRY", 1],
    ["broken YAML", `${HEAD}entries:\n  - key: {path: USER.md\n`, "BAD_YAML", undefined],
    ["a tab for indentation", `${HEAD}entries:\n\t- key: x\n`, "BAD_YAML", 4],
    [
      "an alias",
      `${HEAD}entries:\n  - &a\n    key: {path: USER.md, heading: Identity}\n    operation: no-op\n  - *a\n`,
      "BAD_YAML",
      undefined,
    ],
    ["a tag", `${HEAD}entries:\n  - key: {path: !!str USER.md, heading: Identity}\n    content: x\n`, "BAD_YAML", 4],
    ["a tag of its own", `${HEAD}entries: !!js/function "x"\n`, "BAD_YAML", 3],
    ["a duplicate key", `${HEAD}entries:\n${ENTRY}    content: twice\n`, "BAD_YAML", 7],
    [
      "both path and url",
      `${HEAD}entries:\n  - key: {path: USER.md, url: "https://example.com/a.md", heading: Identity}\n    content: x\n`,
      "BAD_KEY",
      4,
    ],
    ["neither path nor url", `${HEAD}entries:\n  - key: {heading: Identity}\n    content: x\n`, "BAD_KEY", 4],
    ["a heading of two lines", `${HEAD}entries:\n  - key: {path: USER.md, heading: "a\\nb"}\n    content: x\n`, "BAD_HEADING", 4],
    ["a level of seven", `${HEAD}entries:\n  - key: {path: USER.md, heading: A, level: 7}\n    content: x\n`, "BAD_ENTRY", 4],
    ["an unknown operation", `${HEAD}entries:\n  - key: {path: USER.md, heading: A}\n    operation: destroy\n`, "BAD_ENTRY", 5],
    [
      "content that is a number",
      `${HEAD}entries:\n  - key: {path: USER.md, heading: A}\n    operation: update\n    content: 7\n`,
      "BAD_ENTRY",
      6,
    ],
    ["a list instead of a mapping", "- a\n- b\n", "BAD_ENTRY", 1],
    ["an empty file", "", "BAD_ENTRY", undefined],
    ["two documents", `${HEAD}entries: []\n---\n${HEAD}entries: []\n`, "BAD_YAML", undefined],
    ["text that is not UTF-8", Buffer.from(`${HEAD}entries:\n${ENTRY.replace("changed", "caf\xe9")}`, "latin1"), "NOT_UTF8", 6],
    ["a bomb of brackets", `${HEAD}entries: ${"[".repeat(100_000)}\n`, "BAD_YAML", 3],
    ["a key outside the roots", `${HEAD}entries:\n  - key: {path: /etc/passwd, heading: A}\n    content: x\n`, "BAD_PATH", 4],
  ])("%s", (_, yaml, code, line) => {
    const world = worldWithUser();
    if (code === "BAD_PATH") {
      // A key is judged entry by entry: the bad one is staged, and validate says which line.
      world.write("home/last-word/USER.md.yaml", yaml);
      expect(world.run(["validate", "USER.md.yaml", "--json"]).json<{ error: unknown }>().error).toMatchObject({ code, line });
      expect(world.run(["apply", "--json"]).json<Receipt[]>()[0]).toMatchObject({
        status: "staged",
        why: expect.stringContaining("BAD_PATH") as string,
      });
      expect(world.names("home/last-word/staging")).toHaveLength(1);
      return;
    }
    const error = refusal(world, yaml);
    expect(error.code).toBe(code);
    if (line !== undefined) expect(error.line).toBe(line);
  });

  it("a billion laughs is refused at its first anchor, at once", () => {
    const lines = Array.from(
      { length: 20 },
      (_, index) =>
        `a${index}: &a${index} [${
          index === 0
            ? '"x"'
            : Array(9)
                .fill(`*a${index - 1}`)
                .join(",")
        }]`,
    );
    expect(refusal(worldWithUser(), `${lines.join("\n")}\n${HEAD}entries: []\n`).code).toBe("BAD_YAML");
  });

  it("the negative control: a good file beside them is applied", () => {
    const world = worldWithUser();
    world.write("home/last-word/USER.md.yaml", `${HEAD}entries:\n${ENTRY}`);
    expect(world.run(["apply"]).code).toBe(0);
    expect(world.read("home/USER.md")).toContain("changed");
  });
});

describe("documents that cannot be documents", () => {
  it("a document that is not UTF-8 is refused with its line and stays as it is", () => {
    const world = makeWorld();
    const bytes = Buffer.concat([Buffer.from("## Identity\n\nfine\n"), Buffer.from([0xff, 0xfe, 0x0a]), Buffer.from("more\n")]);
    const file = world.write("home/USER.md", bytes);
    const ran = world.run(["plan", "--path", "USER.md", "--heading", "Identity", "--content", "x", "--session", "s1", "--json"]);
    expect([ran.code, ran.json<{ error: unknown }>().error]).toMatchObject([3, { code: "NOT_UTF8", line: 4, file }]);
    world.write("home/last-word/USER.md.yaml", `${HEAD}entries:\n${ENTRY}`);
    expect(world.run(["apply", "--json"]).json<Receipt[]>()[0]).toMatchObject({
      status: "staged",
      why: expect.stringContaining("NOT_UTF8") as string,
    });
    expect(Buffer.from(spawnSync("cat", [file]).stdout)).toEqual(bytes);
  });

  it("a directory, a FIFO and a hard link are refused at once, without waiting", () => {
    const world = makeWorld();
    mkdirSync(join(world.project, "dir.md"), { recursive: true });
    spawnSync("mkfifo", [join(world.project, "fifo.md")]);
    world.write("project/one.md", "## A\n");
    linkSync(join(world.project, "one.md"), join(world.project, "two.md"));
    for (const path of ["./dir.md", "./fifo.md", "./two.md"]) {
      const ran = world.run(["plan", "--path", path, "--heading", "A", "--content", "x", "--json"]);
      expect([path, ran.code]).toEqual([path, 3]);
      expect(["BAD_PATH", "NOT_A_FILE"]).toContain(ran.json<{ error: { code: string } }>().error.code);
    }
  });

  it("P6 a link that leaves the project is never written through", () => {
    const world = makeWorld();
    const outside = world.write("outside.md", "## A\n\nkept\n");
    symlinkSync(outside, join(world.project, "link.md"));
    expect(
      world.run(["plan", "--path", "./link.md", "--heading", "A", "--content", "x", "--json"]).json<{ error: { code: string } }>().error
        .code,
    ).toBe("BAD_PATH");
    expect(world.read("outside.md")).toBe("## A\n\nkept\n");
  });

  it("a document of 1 GB is refused without being read", () => {
    const world = makeWorld();
    const file = world.write("home/USER.md", "");
    truncateSync(file, 1024 ** 3);
    const ran = world.run(["plan", "--path", "USER.md", "--heading", "A", "--content", "x", "--json"]);
    expect([ran.code, ran.json<{ error: { code: string } }>().error.code]).toEqual([3, "TOO_LARGE"]);
  });

  it.skipIf(process.getuid?.() === 0 && spawnSync("chattr", ["-V"]).error !== undefined)(
    "a read-only home: the entry stays pending or journalled and the error says so (skipped where root cannot be held off)",
    () => {
      const world = makeWorld();
      world.write("home/USER.md", USER);
      if (process.getuid?.() === 0) {
        // Root writes through mode bits; only an immutable folder stops it, where the file system knows that.
        if (spawnSync("chattr", ["+i", world.home]).status !== 0) return;
      } else chmodSync(world.home, 0o500);
      try {
        plan(world, { path: "USER.md", heading: "Identity", content: "x", session: "s1" });
        const flushed = world.run(["flush", "--session", "s1", "--json"]);
        expect(flushed.code).not.toBe(-1);
        expect(world.read("home/USER.md")).toBe(USER);
        expect(world.run(["status"]).out).toContain("s1 (1)");
      } finally {
        if (process.getuid?.() === 0) spawnSync("chattr", ["-i", world.home]);
        else chmodSync(world.home, 0o700);
      }
      world.run(["flush", "--session", "s1"]);
      world.run(["apply"]);
      expect(world.read("home/USER.md")).toContain("## Identity\n\nx\n");
    },
  );

  it("P8 content that tries to break out of its section stays inside it", () => {
    const world = worldWithUser();
    const attack = "## Identity\n\nnot me\n\n```\nunclosed\n\n<!-- MACHINE_BLOCK_START -->\n\n<!--\n";
    plan(world, { path: "USER.md", heading: "Research Interests", content: attack, session: "s1" });
    expect(bringHome(world).applied[0]?.status).toBe("applied");
    const headings = world.read("home/USER.md").match(/^#+ .*$/gm);
    expect(headings).toEqual(["# About me", "## Identity", "## Research Interests", "## Temporary Notes", "## Outdated Project"]);
    plan(world, { path: "USER.md", heading: "Identity", content: "still found", session: "s2" });
    expect(bringHome(world, "s2").applied[0]?.status).toBe("applied");
  });

  it("a person edits a pending file while apply runs: what they added is kept, what was applied is not applied again", async () => {
    const world = worldWithUser();
    const file = world.write(
      "home/last-word/mine.yaml",
      `${HEAD}entries:\n  # a comment of mine\n  - key: {path: USER.md, heading: Research Interests}\n    operation: update\n    content: once\n`,
    );
    const { openMind, apply } = await import("codicil");
    const mind = await openMind({
      home: world.home,
      state: world.state,
      cwd: world.project,
      validators: [
        {
          name: "a person at the keyboard",
          check: () => {
            writeFileSync(
              file,
              `${HEAD}entries:\n  # a comment of mine\n  - key: {path: USER.md, heading: Research Interests}\n    operation: update\n    content: once\n  - key: {path: USER.md, heading: Added}\n    operation: update\n    content: meanwhile\n`,
            );
            return null;
          },
        },
      ],
    });
    expect((await apply(mind)).receipts.map((receipt) => receipt.status)).toEqual(["applied"]);
    expect(world.read("home/last-word/mine.yaml")).toContain("meanwhile");
    expect(world.read("home/last-word/mine.yaml")).toContain("# a comment of mine");
    expect(world.read("home/last-word/mine.yaml")).not.toContain("once");
    await mind.close();
    expect(
      world
        .run(["apply", "--json"])
        .json<Receipt[]>()
        .map((receipt) => receipt.status),
    ).toEqual(["applied"]);
  });
});

describe("the command line itself", () => {
  it.each([
    [["nonsense"], "BAD_USAGE"],
    [["plan"], "BAD_USAGE"],
    [["plan", "--no-such-option"], "BAD_USAGE"],
    [["memory", "fly"], "BAD_USAGE"],
    [["show"], "BAD_USAGE"],
    [["plan", "--path", "USER.md", "--heading", "H", "--op", "explode", "--json"], "BAD_USAGE"],
    [["plan", "--path", "USER.md", "--heading", "H", "--content", "x", "--session", "../../x"], "BAD_INPUT"],
    [["status", "--cwd", "/no/such/folder"], "BAD_INPUT"],
    [["undo", "c_nothing"], "NOT_FOUND"],
  ])("%j answers %s with exit 3 and says what to do", (args, code) => {
    const ran = makeWorld().run(args);
    expect(ran.code).toBe(3);
    expect(ran.err).toContain(code);
    expect(ran.err.trim().split("\n").length).toBeGreaterThan(1);
  });

  it("path check reads lines, keeps going, and a line that is not JSON is an error with its number", () => {
    const world = makeWorld();
    const ran = world.run(["path", "check", "--jsonl"], {
      input:
        '{"id":"a","kind":"delta-key","input":"USER.md"}\n{"id":"b","kind":"delta-key","input":"../x.md"}\n{"id":"c","kind":"what","input":1}\n',
    });
    expect(
      ran.out
        .trim()
        .split("\n")
        .map((line) => (JSON.parse(line) as { verdict: string }).verdict),
    ).toEqual(["accept", "reject", "reject"]);
    const broken = world.run(["path", "check", "--jsonl"], { input: "{nope\n" });
    expect([broken.code, JSON.parse(broken.out)]).toMatchObject([3, { id: null, error: { code: "BAD_JSON", file: "stdin", line: 1 } }]);
  });
});
