// A whole mind out and in, and other tools' memory in: as proposals, never directly.

import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { makeWarmWorld as makeWorld, PROGRAM, type World } from "../kit.ts";

interface Imported {
  readonly files: number;
  readonly receipts: readonly { readonly entry: string; readonly status: string; readonly document: string; readonly heading: string }[];
  readonly known: number;
  readonly left: readonly { readonly file: string; readonly why: string }[];
}

interface Waiting {
  readonly document: string;
  readonly heading: string;
  readonly content: string;
  readonly origin: string;
  readonly reason?: string;
}

function importFrom(world: World, ...args: string[]): Imported {
  const ran = world.run(["import", ...args, "--json"]);
  expect(ran.code, ran.out).toBe(0);
  return ran.json<Imported>();
}

const waitingIn = (world: World) => world.run(["review", "--json"]).json<Waiting[]>();
const codeOf = (world: World, ...args: string[]) => world.run([...args, "--json"]).json<{ error: { code: string } }>().error.code;

describe("a bundle", () => {
  it("takes a mind with history and sessions into a folder, and another machine takes it in", () => {
    const world = makeWorld();
    world.run(["init", "--yes"]);
    world.run(["memory", "add", "--section", "茶", "--content", "喜欢绿茶"]);
    const { id } = world.run(["session", "start", "--json"]).json<{ id: string }>();
    const folder = `${world.root}/bundle`;
    expect(world.run(["export", "bundle", folder, "--json"]).json<{ left: string[] }>().left).toEqual([]);
    expect(world.read("bundle/home/MEMORY.md")).toContain("喜欢绿茶");
    expect(codeOf(world, "export", "bundle", folder)).toBe("ALREADY_EXISTS");

    const other = makeWorld();
    expect(other.run(["import", "bundle", folder]).code).toBe(0);
    expect(other.read("home/MEMORY.md")).toBe(world.read("home/MEMORY.md"));
    expect(other.run(["log", "MEMORY.md"]).out).toBe(world.run(["log", "MEMORY.md"]).out);
    expect(other.run(["session", "verify", id]).code).toBe(0);

    other.write("home/MEMORY.md", "mine\n");
    expect(other.run(["import", "codicil", folder]).code).toBe(4);
    expect(other.read("home/MEMORY.md")).toBe("mine\n");
    expect(other.run(["import", "codicil", folder, "--over"]).code).toBe(0);
    expect(other.names("").some((name) => name.startsWith("home-before-restore-"))).toBe(true);
  });

  it("of a mind whose home is a link has all of it, and a link in the home is named", () => {
    const world = makeWorld();
    mkdirSync(`${world.root}/dotfiles/notes`, { recursive: true });
    symlinkSync(`${world.root}/dotfiles`, world.home);
    world.run(["init", "--yes"]);
    world.write("dotfiles/notes/zebra.md", "## Zebra\n\n- stripes\n");
    world.write("elsewhere.md", "## Elsewhere\n");
    symlinkSync(`${world.root}/elsewhere.md`, `${world.home}/FAR.md`);
    const { left } = world.run(["export", "bundle", `${world.root}/bundle`, "--json"]).json<{ left: unknown[] }>();
    expect(left).toEqual([{ file: `${world.home}/FAR.md`, why: "it is a link" }]);
    for (const name of ["MEMORY.md", "notes/zebra.md"]) expect(world.read(`bundle/home/${name}`)).toBe(world.read(`dotfiles/${name}`));
    expect(world.run(["recall", "zebra stripes"]).out).toContain("notes/zebra.md");
    const { findings } = world.run(["doctor", "--own", "--json"]).json<{ findings: { code: string; file: string }[] }>();
    expect(findings.filter(({ file }) => file.endsWith("FAR.md")).map(({ code }) => code)).toEqual(["unreadable"]);
  });

  it.skipIf(spawnSync("prlimit", ["--fsize=100000", "true"]).status !== 0)("that cannot be written whole leaves nothing in the way", () => {
    const world = makeWorld();
    world.run(["init", "--yes"]);
    world.write("home/notes.md", "## Long\n\n" + "a line of the notes\n".repeat(20_000));
    const folder = `${world.root}/new/bundle`;
    mkdirSync(`${world.root}/empty`);
    for (const target of [folder, `${world.root}/empty`]) {
      const words = ["--fsize=100000", process.execPath, ...PROGRAM, "export", "bundle", target, "--json"];
      const cut = spawnSync("prlimit", words, { cwd: world.project, env: world.env, encoding: "utf8" });
      expect(JSON.parse(cut.stdout)).toMatchObject({ error: { code: "DISK_FULL" } });
    }
    expect([world.has("new/bundle"), world.names("empty")]).toEqual([false, []]);
    expect(world.run(["export", "bundle", folder]).code).toBe(0);
    expect(world.read("new/bundle/home/notes.md")).toBe(world.read("home/notes.md"));
  });

  it("is refused whole where a file is changed, a link, or no part of a mind", () => {
    const world = makeWorld();
    world.run(["init", "--yes"]);
    world.run(["export", "bundle", `${world.root}/bundle`]);
    const other = makeWorld();
    const good = world.read("bundle/codicil-backup.json");
    world.write("bundle/home/SOUL.md", "changed");
    expect(codeOf(other, "import", "codicil", `${world.root}/bundle`)).toBe("DAMAGED");
    for (const path of ["../../evil.md", "/etc/x", "bin/codicil", "daemon/user.token"]) {
      const manifest = { v: 1, created: "", files: [{ root: "state", path, sha256: "0".repeat(64), size: 0 }] };
      world.write("bundle/codicil-backup.json", JSON.stringify(manifest));
      expect(codeOf(other, "import", "codicil", `${world.root}/bundle`), path).toBe("DAMAGED");
    }
    world.write("bundle/codicil-backup.json", good);
    mkdirSync(`${world.root}/linked`);
    symlinkSync(`${world.root}/bundle/codicil-backup.json`, `${world.root}/linked/codicil-backup.json`);
    expect(codeOf(other, "import", "codicil", `${world.root}/linked`)).toBe("DAMAGED");
    expect(other.has("home/SOUL.md")).toBe(false);
    expect(codeOf(other, "import", "codicil")).toBe("BAD_USAGE");
    expect(codeOf(other, "export", "bundle", "")).toBe("BAD_USAGE");
  });
});

describe("other tools' memory", () => {
  it("comes in as proposals of origin file that name where they was, and no document changes (X7)", () => {
    const world = makeWorld();
    world.run(["init", "--yes"]);
    const before = ["SOUL.md", "USER.md", "MEMORY.md"].map((name) => world.read(`home/${name}`));
    world.write("person/.hermes/memories/MEMORY.md", "Deploys go through staging first.\n§\nThe shop runs on port 8080.\n");
    world.write("person/.hermes/memories/USER.md", "名字叫小林\n");
    world.write("person/.hermes/SOUL.md", "# Soul\n\n## Voice\n\nCalm.\n");
    const imported = importFrom(world, "hermes");
    expect(imported.receipts.map(({ document, heading, status }) => `${document} ${heading} ${status}`).sort()).toEqual([
      "MEMORY.md MEMORY proposed",
      "SOUL.md Voice proposed",
      "USER.md USER proposed",
    ]);
    const waiting = waitingIn(world);
    expect(waiting.map(({ origin }) => origin)).toEqual(["file", "file", "file"]);
    expect(waiting.find(({ heading }) => heading === "MEMORY")?.content).toBe(
      "- Deploys go through staging first.\n- The shop runs on port 8080.",
    );
    expect(
      world
        .run(["apply", "--json"])
        .json<{ status: string }[]>()
        .map(({ status }) => status),
    ).toEqual(["proposed", "proposed", "proposed"]);
    expect(["SOUL.md", "USER.md", "MEMORY.md"].map((name) => world.read(`home/${name}`))).toEqual(before);
  });

  it("is proposed once: importing again knows what is pending and what was accepted", () => {
    const world = makeWorld();
    world.run(["init", "--yes"]);
    world.write("person/.codex/memories/tools.md", "# Tools\n\n## Editor\n\nUses helix.\n\n## Shell\n\nUses fish.\n");
    const first = importFrom(world, "codex");
    expect(first.receipts).toHaveLength(2);
    expect(importFrom(world, "codex")).toMatchObject({ known: 2, receipts: [] });
    expect(world.onTerminal(["accept", first.receipts[0]?.entry ?? ""]).code).toBe(0);
    expect(world.read("home/MEMORY.md")).toContain("Uses helix.");
    expect(importFrom(world, "codex")).toMatchObject({ known: 2, receipts: [] });
    world.write("person/.codex/memories/more.md", "Prefers tabs.\n");
    expect(importFrom(world, "codex").receipts.map(({ heading }) => heading)).toEqual(["more"]);
  });

  it("of Claude Code: the notes of this project, by their front matter; an index and other projects bring nothing", () => {
    const world = makeWorld();
    world.run(["init", "--yes"]);
    const own = `person/.claude/projects/${world.project.replace(/[^A-Za-z0-9]/g, "-")}/memory`;
    world.write(`${own}/MEMORY.md`, "- [Role](user_role.md) — what the person does\n- [Style](style.md) — how\n");
    world.write(`${own}/user_role.md`, "---\nname: Role\ndescription: d\nmetadata:\n  type: user\n---\nIs a nurse.\n");
    world.write(`${own}/style.md`, "---\nname: Style\ntype: feedback\n---\nShort answers.\n");
    world.write("person/.claude/projects/-somewhere-else/memory/secret.md", "Of another project.\n");
    world.write("person/.claude/CLAUDE.md", "# Me\n\n- Never push to main.\n");
    const imported = importFrom(world, "claude");
    expect(imported.receipts.map(({ document, heading }) => `${document} ${heading}`).sort()).toEqual(
      ["AGENTS.md Me", "MEMORY.md Style", "USER.md Role"].sort(),
    );
    expect(imported.left.map(({ why }) => why)).toEqual(["it belongs to another project; import it there"]);
  });

  it("of Gemini CLI and OpenClaw, or of any folder of notes; secrets are marked", () => {
    const world = makeWorld();
    world.run(["init", "--yes"]);
    world.write("person/.gemini/GEMINI.md", "## Gemini Added Memories\n- Has two cats\n\n## Rules\n- Use pnpm.\n");
    expect(importFrom(world, "gemini").receipts.map(({ document, heading }) => `${document} ${heading}`)).toEqual([
      "MEMORY.md Gemini Added Memories",
      "AGENTS.md Rules",
    ]);
    world.write("person/.openclaw/workspace/USER.md", "## Basics\n\nLives in Oslo.\n");
    world.write("person/.openclaw/workspace/memory/2026-11-01.md", "Talked about boats.\n");
    const claw = importFrom(world, "openclaw");
    expect(claw.receipts.map(({ document }) => document)).toEqual(["USER.md"]);
    expect(claw.left).toHaveLength(1);
    world.write("notes/keys.md", `The key is AKIA${"Q3XJZ7RLM2WTB9ND"}.\n`);
    importFrom(world, "claude", `${world.root}/notes`);
    const kept = waitingIn(world).find(({ heading }) => heading === "keys")?.content;
    expect(kept).toContain("The key is");
    expect(kept).not.toContain("Q3XJZ7RLM2WTB9ND");
  });

  it("a tool that is not known or has nothing is an error that says so", () => {
    const world = makeWorld();
    expect(codeOf(world, "import", "nobody")).toBe("BAD_USAGE");
    expect(codeOf(world, "import")).toBe("BAD_USAGE");
    expect(codeOf(world, "import", "")).toBe("BAD_USAGE");
    expect(codeOf(world, "import", "hermes")).toBe("NOT_FOUND");
    expect(codeOf(world, "import", "hermes", "/nowhere")).toBe("NOT_FOUND");
    world.write("odd/bin.md", new Uint8Array([0xff, 0x00, 0xfe, 0x0a]));
    expect(importFrom(world, "hermes", `${world.root}/odd`).files).toBe(1);
  });
});
