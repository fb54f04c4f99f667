// Git as the carrier of a mind: two clones, real merges, no markers, no lost line.

import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeWarmWorld as makeWorld, PROGRAM, USER, type World } from "../kit.ts";
import { addLine } from "./rig.ts";

function git(world: World, folder: string, ...args: string[]): string {
  return execFileSync(
    "git",
    ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false", "-c", "init.defaultBranch=main", ...args],
    { cwd: folder, env: world.env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] },
  );
}

/** The mind's home is a repository; the driver is the program itself. */
function homeInGit(driven: boolean): {
  world: World;
  write: (text: string) => void;
  commit: (message: string) => void;
  run: (...args: string[]) => string;
} {
  const world = makeWorld();
  const run = (...args: string[]) => git(world, world.home, ...args);
  const write = (text: string) => {
    mkdirSync(dirname(join(world.home, "USER.md")), { recursive: true });
    writeFileSync(join(world.home, "USER.md"), text);
  };
  write(USER);
  run("init", "-q");
  writeFileSync(join(world.home, ".gitattributes"), driven ? "*.md merge=codicil\n" : "");
  const command = [process.execPath, ...PROGRAM].map((word) => `'${word}'`).join(" ");
  run("config", "merge.codicil.driver", `${command} merge-driver %O %A %B %P`);
  const commit = (message: string) => {
    run("add", "-A");
    run("commit", "-qm", message);
  };
  commit("begin");
  return { world, write, commit, run };
}

/** Two branches from one beginning, merged. */
function merged(mine: string, theirs: string, driven = true): { text: string; failed: boolean; world: World } {
  const { world, write, commit, run } = homeInGit(driven);
  run("checkout", "-qb", "other");
  write(theirs);
  commit("theirs");
  run("checkout", "-q", "main");
  write(mine);
  commit("mine");
  let failed = false;
  try {
    run("merge", "-q", "--no-edit", "other");
  } catch {
    failed = true;
  }
  return { text: readFileSync(join(world.home, "USER.md"), "utf8"), failed, world };
}

describe("Git carries a mind", () => {
  it("lines added at one place by two machines are both there, without a marker", () => {
    const { text, failed } = merged(
      USER.replace("- compilers\n", "- compilers\n- mine\n"),
      USER.replace("- compilers\n", "- compilers\n- theirs\n"),
    );
    expect(failed).toBe(false);
    expect(text).toBe(USER.replace("- compilers\n", "- compilers\n- theirs\n- mine\n"));
  });

  it("negative control: without the driver the same merge stops with markers", () => {
    const { text, failed } = merged(
      USER.replace("- compilers\n", "- compilers\n- mine\n"),
      USER.replace("- compilers\n", "- compilers\n- theirs\n"),
      false,
    );
    expect([failed, text.includes("<<<<<<<")]).toEqual([true, true]);
  });

  it("the same line changed on both sides: one in the document, the other in staging", () => {
    const { text, failed, world } = merged(USER.replace("Ada, engineer.", "Ada, gardener."), USER.replace("Ada, engineer.", "Ada, pilot."));
    expect(failed).toBe(false);
    expect(text).toBe(USER.replace("Ada, engineer.", "Ada, pilot."));
    const [card] = world.run(["status", "--json"]).json<{ staged: { file: string; code: string }[] }>().staged;
    expect(card?.code).toBe("CONFLICT");
    expect(world.read(`home/last-word/staging/${card?.file ?? ""}`)).toContain("Ada, gardener.");
    expect(world.run(["resolve", card?.file ?? "", "--take", "entry"]).code).toBe(0);
    expect(world.read("home/USER.md")).toBe(USER.replace("Ada, engineer.", "Ada, gardener."));
  });

  it("two ledgers become one: every entry once, and the next write goes on from there", () => {
    const world = makeWorld();
    world.write("home/USER.md", USER);
    addLine(world, "before");
    const name = world.names("state/ledger").find((each) => each.startsWith("USER.md")) ?? "";
    const [base, document] = [world.read(`state/ledger/${name}`), world.read("home/USER.md")];
    addLine(world, "mine", "s2");
    const [mine, mineDocument] = [world.read(`state/ledger/${name}`), world.read("home/USER.md")];
    // The other machine, from the same beginning.
    world.write(`state/ledger/${name}`, base);
    world.write("home/USER.md", document);
    addLine(world, "theirs", "s3");
    const files = {
      base: world.write("m/base", base),
      ours: world.write("m/ours", mine),
      theirs: world.write("m/theirs", world.read(`state/ledger/${name}`)),
    };
    const texts = {
      base: world.write("m/base.md", document),
      ours: world.write("m/ours.md", mineDocument),
      theirs: world.write("m/theirs.md", world.read("home/USER.md")),
    };
    expect(world.run(["merge-driver", files.base, files.ours, files.theirs, `ledger/${name}`]).code).toBe(0);
    expect(world.run(["merge-driver", texts.base, texts.ours, texts.theirs, "USER.md"]).code).toBe(0);
    world.write(`state/ledger/${name}`, world.read("m/ours"));
    world.write("home/USER.md", world.read("m/ours.md"));
    expect(world.read("home/USER.md")).toContain("- before\n- theirs\n- mine\n");
    expect(addLine(world, "after", "s4")).toEqual({ code: 0, err: "" });
    const history = world.run(["log", "USER.md", "--json"]).json<{ kind: string; entry?: string }[]>();
    const entries = history.filter(({ kind }) => kind === "entry").map(({ entry }) => entry);
    expect([entries.length, new Set(entries).size]).toEqual([4, 4]);
    expect(world.run(["show", "USER.md", "--at", new Date(Date.now() + 60_000).toISOString()]).out).toBe(world.read("home/USER.md"));
  });
});
