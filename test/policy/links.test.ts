// Links: a rule, or what protects a file by its name, holds by the name that was used and by where the link leads.

import { mkdirSync, symlinkSync } from "node:fs";
import { expect, test } from "vitest";
import { makeWarmWorld as makeWorld, type World } from "../kit.ts";

function linkedWorld(): World {
  const world = makeWorld();
  world.write("project/rules/agents.txt", "- Never edit files in `legal/`.\n- Never edit files in `outside/`.\n");
  for (const folder of ["project/texts", "shared", "dots/claude", "person/.gemini"])
    mkdirSync(`${world.root}/${folder}`, { recursive: true });
  world.write("dots/bash_rc", "");
  world.write("dots/gemini.json", "{}");
  const links = {
    "project/AGENTS.md": "project/rules/agents.txt",
    "project/legal": "project/texts",
    "project/outside": "shared",
    "person/.claude": "dots/claude",
    "person/.bashrc": "dots/bash_rc",
    "person/.gemini/settings.json": "dots/gemini.json",
  };
  for (const [from, to] of Object.entries(links)) symlinkSync(`${world.root}/${to}`, `${world.root}/${from}`);
  return world;
}

const verdictsOf = (world: World, calls: readonly object[]) =>
  world
    .run(["policy", "check", "--jsonl"], { input: calls.map((call, id) => JSON.stringify({ id: String(id), call })).join("\n") })
    .out.trim()
    .split("\n")
    .map((line) => (JSON.parse(line) as { verdict: string }).verdict);

const shell = (command: string) => ({ tool: "shell", command });

test("a rule about a folder, and a protected file, hold where the name is a link", () => {
  const world = linkedWorld();
  const stopped = [
    shell("touch legal/a.md"),
    shell("echo x > outside/a.md"),
    { tool: "write", path: `${world.project}/legal/a.md`, content: "x" },
    shell("echo x >> AGENTS.md"),
    shell("echo x >> ~/.bashrc"),
    shell("echo '{}' > ~/.claude/settings.json"),
    shell("rm ~/.claude/settings.json"),
    { tool: "write", path: `${world.root}/person/.gemini/settings.json`, content: "{}" },
  ];
  expect(verdictsOf(world, stopped)).toEqual(stopped.map(() => "deny"));
});

test("negative control: what no rule names passes, by a link too", () => {
  const world = linkedWorld();
  symlinkSync(`${world.project}/texts`, `${world.project}/drafts`);
  const free = ["touch drafts/a.md", "touch texts/a.md", "cat legal/a.md", "cat AGENTS.md"].map(shell);
  expect(verdictsOf(world, free)).toEqual(free.map(() => "allow"));
});
