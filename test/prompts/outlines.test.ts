// Golden outlines of what the model sees: a change of a prompt is a small readable diff. UPDATE_PROMPTS=1 writes them anew.

import { readFileSync, writeFileSync } from "node:fs";
import { release, type } from "node:os";
import { describe, expect, it } from "vitest";
import { makeWorld, type World } from "../kit.ts";
import { agent, append, context, item, start, toolCall, toolResult, user } from "../session/rig.ts";

function outline(world: World, id: string): string {
  const { systemPrompt, messages } = context(world, id);
  const lines = messages.map(
    (message) =>
      `[${message.role}${message["meta"] === true ? ", nobody's" : ""}]\n${message.content.map((part) => JSON.stringify(part)).join("\n")}`,
  );
  return `${["[system prompt]", systemPrompt, ...lines].join("\n\n")}\n`
    .replaceAll(world.root, "ROOT")
    .replaceAll(`${type()} ${release()}`, "OS")
    .replaceAll(`Platform: ${process.platform}`, "Platform: PLATFORM")
    .replace(/Session started: .*/, "Session started: TIME")
    .replace(/Date: \w+day, .*/, "Date: DAY");
}

function check(name: string, text: string): void {
  const file = new URL(`${name}.txt`, import.meta.url);
  if (process.env["UPDATE_PROMPTS"] === "1") writeFileSync(file, text);
  expect(text).toBe(readFileSync(file, "utf8"));
}

function world(): World {
  const made = makeWorld();
  made.write("home/SOUL.md", "## Character\n\nCalm and exact.\n");
  made.write("home/USER.md", "## Name\n\nAda\n");
  made.write("home/MEMORY.md", "## Facts\n\n- drinks tea\n");
  made.write("home/AGENTS.md", "- Answer in English.\n");
  made.write("project/AGENTS.md", "- Tests stand in test/.\n");
  made.write("project/package.json", '{"workspaces":["packages/*"]}');
  made.write("project/packages/one/package.json", "{}");
  made.write("project/.git/HEAD", "ref: refs/heads/main\n");
  made.env["SHELL"] = "/bin/sh";
  return made;
}

describe("what the model sees", () => {
  it("of a main session with tools and reminders", () => {
    const made = world();
    const id = start(made);
    append(
      made,
      id,
      user("hello"),
      item("date_change", "A new day has begun."),
      toolCall("c1", { command: "ls" }),
      toolResult("c1"),
      item("steer", "only the first file", { origin: "user" }),
      agent("done"),
    );
    check("main", outline(made, id));
  });

  it("of a shared session", () => {
    const made = world();
    check("shared", outline(made, start(made, "--session-type", "shared")));
  });

  it("of an empty mind outside any repository", () => {
    const made = makeWorld();
    made.env["SHELL"] = "/bin/sh";
    made.write("person/notes/x.txt", "");
    const { id } = made.run(["session", "start", "--json"], { cwd: `${made.root}/person/notes` }).json<{ id: string }>();
    check("empty", outline(made, id));
  });
});
