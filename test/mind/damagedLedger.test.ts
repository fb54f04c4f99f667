// A line of a document's history that nobody can read: doctor keeps it aside, and history, undo and forget work again.

import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { asOwner, type DoctorReport, forget, openMind } from "codicil";
import { log, show } from "../../src/mind/documents/explain.ts";
import { makeWarmWorld as makeWorld, type World } from "../kit.ts";

const SECRET = "hunter2-is-my-password";
const mindOf = (world: World) => openMind({ home: world.home, state: world.state, cwd: world.project });

const add = (world: World, content: string) => world.run(["memory", "add", content, "--session", "s1", "--json"]).json<{ undo: string }>();

/** `which`: of the lines that are changes. */
function damage(world: World, which: number, garbage: string): string {
  const name = world.names("state/ledger").find((each) => each.startsWith("MEMORY")) ?? "";
  const lines = world.read(`state/ledger/${name}`).split("\n");
  const changes = lines.flatMap((line, at) => (line.includes('"splices"') ? [at] : []));
  lines[changes[which] ?? -1] = garbage;
  world.write(`state/ledger/${name}`, lines.join("\n"));
  return name;
}

function fix(world: World): string {
  const { findings } = world.run(["doctor", "--json"]).json<DoctorReport>();
  const found = findings.find(({ code, file }) => code === "damaged" && file.includes("ledger/MEMORY"));
  expect(found?.fix?.command).toBe(`codicil doctor --fix ${found?.id}`);
  const ran = world.run(["doctor", "--fix", found?.id ?? ""]);
  expect(ran.code).toBe(0);
  return `${ran.out}${ran.err}`;
}

describe("a damaged line in a document's ledger", () => {
  it.each([0, 1, 2, 3])("change %i of four is kept aside; log, blame, undo and forget work, and the text stays", async (which) => {
    const world = makeWorld();
    for (const content of ["likes tea", `password ${SECRET}`, "likes cake"]) add(world, content);
    const last = add(world, "likes rain");
    const before = world.read("home/MEMORY.md");
    damage(world, which, `{garbage ${SECRET}`);
    expect(world.run(["log", "MEMORY.md"]).err).toMatch(/DAMAGED[^]*codicil doctor/);
    expect(fix(world)).toContain("kept in");
    expect(world.read("home/MEMORY.md")).toBe(before);
    const mind = await mindOf(world);
    const ids = (await log(mind, "MEMORY.md")).map(({ id }) => id);
    expect(await show(mind, "MEMORY.md", ids[0] ?? "")).toBe(before);
    expect(world.run(["blame", "MEMORY.md"]).out).toContain("likes cake");
    if (which < 3) {
      expect(world.run(["undo", last.undo]).code).toBe(0);
      expect(world.read("home/MEMORY.md")).not.toContain("likes rain");
    }
    expect(
      world
        .names("state/damaged")
        .map((name) => world.read(`state/damaged/${name}`))
        .join(""),
    ).toContain(SECRET);
    await forget(mind, SECRET, { person: asOwner() });
    expect(execFileSync("sh", ["-c", `grep -rl "${SECRET}" "${world.home}" "${world.state}" || true`], { encoding: "utf8" })).toBe("");
    add(world, "likes snow");
    expect(
      world
        .run(["doctor", "--json"])
        .json<DoctorReport>()
        .findings.filter(({ code }) => code === "damaged"),
    ).toEqual([]);
  });

  it("negative control: a line of a newer version is no damage, and is not taken out", () => {
    const world = makeWorld();
    for (const content of ["likes tea", "likes cake"]) add(world, content);
    damage(world, 1, '{"v":9,"splices":[]}');
    const { findings } = world.run(["doctor", "--json"]).json<DoctorReport>();
    expect(findings.find(({ file }) => file.includes("ledger/MEMORY"))).toMatchObject({ code: "damaged" });
    expect(findings.find(({ file }) => file.includes("ledger/MEMORY"))?.fix).toBeUndefined();
  });
});
