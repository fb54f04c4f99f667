// `codicil demo`: a month of content beside the person's own mind.

import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeWarmWorld as makeWorld } from "../kit.ts";

describe("the demo", () => {
  it("has sessions, facts, verdicts and something to decide, each at its own day, and leaves the person's mind alone", () => {
    const world = makeWorld();
    const folder = join(world.root, "demo");
    const made = world.run(["demo", folder, "--no-page", "--json"]);
    expect(made.code).toBe(0);
    const { home, state, project } = JSON.parse(made.out) as Record<"home" | "state" | "project", string>;
    expect(world.has("home/MEMORY.md")).toBe(false);

    const env = { CODICIL_HOME: home, CODICIL_STATE: state };
    const json = (args: string[]) => JSON.parse(world.run([...args, "--json"], { env, cwd: project }).out) as unknown[];
    const sessions = json(["session", "list"]) as { id: string; createdAt?: string; title?: string }[];
    const { out } = world.run(["session", "export", sessions[0]?.id ?? "", "--format", "json"], { env, cwd: project });
    expect(out).toMatch(/"cost":\s*0\.\d*[1-9]/);
    expect(sessions.map(({ title }) => title)).toContain("Plan the price migration");
    expect(
      world
        .run(["log"], { env, cwd: project })
        .out.split("\n")
        .map((line) => line.slice(0, 10))
        .filter((day) => day !== ""),
    ).toSatisfy((days: string[]) => new Set(days).size >= 5);
    // As many as believable work leaves, and not all begun at the same minute.
    expect(sessions.length).toBeGreaterThan(30);
    expect(new Set(sessions.map(({ createdAt }) => new Date(createdAt ?? "").toISOString().slice(11, 16))).size).toBeGreaterThan(10);
    expect(json(["review"])).toHaveLength(3);
    // The line above the new one is the same line, also where it ended its section.
    const reviewed = world.run(["review"], { env, cwd: project }).out;
    expect(reviewed).toContain("   - webhooks arrive more than once");
    expect(reviewed).toContain("  +- the provider ends version 2");
    expect(reviewed).not.toContain("-- webhooks");
    expect(world.run(["status", "--json"], { env, cwd: project }).out).toContain("CONFLICT");
    // The one conflict need not be named.
    expect(world.run(["resolve", "--take", "document"], { env, cwd: project }).code).toBe(0);
    expect(world.run(["status", "--json"], { env, cwd: project }).out).not.toContain("CONFLICT");
    expect(world.run(["resolve", "--take", "document"], { env, cwd: project }).err).toContain("there is no conflict");
    expect(world.run(["policy", "log"], { env, cwd: project }).out).toMatch(/deny +shell git push origin main/);
    expect(world.run(["recall", "who leads payments"], { env, cwd: project }).out.split("\n")[1]).toContain("Mei");
  });

  it("negative control: a folder with something in it is refused and left as it is", () => {
    const world = makeWorld();
    world.write("demo/mine.txt", "mine");
    const ran = world.run(["demo", join(world.root, "demo"), "--no-page"]);
    expect(ran.err).toContain("ALREADY_EXISTS");
    expect(ran.code).not.toBe(0);
    expect(world.names("demo")).toEqual(["mine.txt"]);
  });
});
