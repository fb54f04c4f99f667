// What was forgotten in a chat does not come back: not by the day's digest, and not from the archive.

import { describe, expect, it } from "vitest";
import { makeWarmWorld as makeWorld, type World } from "../../kit.ts";

const chat = (world: World, ...lines: string[]) =>
  world.run(["chat", "--model", "offline"], { input: `${[...lines, "/quit"].join("\n")}\n` }).out;

const written = (world: World) =>
  ["MEMORY.md", "archive/MEMORY.md", ...world.names("home/daily").map((name) => `daily/${name}`)]
    .filter((name) => name.endsWith(".md") && world.has(`home/${name}`))
    .map((name) => world.read(`home/${name}`))
    .join("\n");

describe("what was forgotten in a chat", () => {
  it("is not in the digest, in its title neither, and what else was said is", () => {
    const world = makeWorld();
    const said = ["remember that my cat is called Florimond", "forget my cat", "Which box do we use?"];
    expect(chat(world, ...said)).toContain("Removed.");
    expect(written(world)).not.toContain("Florimond");
    expect(written(world)).toContain("- asked: Which box do we use?");
    const alone = makeWorld();
    chat(alone, ...said.slice(0, 2));
    expect(written(alone)).not.toMatch(/Florimond|my cat/);
  });

  it("what was undone is not in the digest either, unless it was said again", () => {
    const world = makeWorld();
    chat(world, "remember that my cat is called Florimond", "/undo", "Which box do we use?");
    expect(written(world)).not.toMatch(/Florimond|my cat/);
    expect(written(world)).toContain("- asked: Which box do we use?");
    const again = makeWorld();
    chat(again, "remember that my cat is called Florimond", "/undo", "remember that my cat is called Florimond");
    expect(again.read("home/MEMORY.md")).toContain("Florimond");
    expect(written(again)).toContain("- asked: remember that my cat is called Florimond");
  });

  it("a fact that is in memory and in the day's log is one of the list, and goes from both", () => {
    const world = makeWorld();
    const out = chat(world, "remember that Ada likes tea", "remember that Bob likes tea", "forget likes tea", "2");
    expect(out).toMatch(/2 matches: type 1-2 or all\n1\. Ada likes tea \(MEMORY\.md § Notes, daily\/\S+ § Remembered\)\n2\. Bob/);
    expect(written(world)).not.toContain("Bob likes tea");
    expect(written(world).match(/^- Ada likes tea$/gm)).toHaveLength(2);
  });

  it("is no foreign text: the chat's own tools leave nothing quarantined and nothing behind", () => {
    const world = makeWorld();
    chat(world, "remember that Ada likes tea", "remember that Bob likes tea", "forget likes tea", "2", "undo");
    expect(world.run(["status"]).out).not.toMatch(/journalled|quarantine/);
    expect(written(world)).toContain("- asked: remember that Ada likes tea · remember that Bob likes tea");
  });

  it("negative control: what an undo brought back is in the digest", () => {
    const world = makeWorld();
    chat(world, "remember that my cat is called Florimond", "forget my cat", "undo");
    expect(written(world)).toContain("- asked: remember that my cat is called Florimond");
    expect(world.read("home/MEMORY.md")).toContain("Florimond");
  });

  it("a full memory: the chat says that it is in the archive, and takes it out there too", () => {
    const world = makeWorld();
    world.write("home/MEMORY.md", `# Memory\n\n## Own\n\n${"- something that I wrote by hand\n".repeat(80)}`);
    expect(chat(world, "remember that my dog is called Basil")).toMatch(/Recorded in .* and in \S*archive\/MEMORY\.md § Notes/);
    expect(world.read("home/archive/MEMORY.md")).toContain("Basil");
    expect(chat(world, "forget my dog is called Basil")).toContain("Removed.");
    expect(written(world)).not.toContain("Basil");
  });

  it("a memory that a person made too large takes a new line where an agent's line can leave", () => {
    const world = makeWorld();
    expect(world.run(["memory", "add", "an old note of an agent that may leave again", "--session", "s1"]).code).toBe(0);
    world.write("home/MEMORY.md", `${world.read("home/MEMORY.md")}\n## Own\n\n${"- something that I wrote by hand\n".repeat(80)}`);
    const out = chat(world, "remember that my dog is called Rex");
    expect(out).toMatch(/Recorded in .* and in \S*MEMORY\.md § Notes/);
    expect(world.read("home/MEMORY.md")).toContain("Rex");
    expect(world.read("home/archive/MEMORY.md")).toContain("an old note of an agent");
    expect(world.read("home/MEMORY.md").split("wrote by hand")).toHaveLength(81);
  });
});
