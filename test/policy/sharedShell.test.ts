import { expect, it } from "vitest";
import { makeWarmWorld as makeWorld } from "../kit.ts";

it("X14 OR-22 in a shared session's shell our own program tells nothing private either, and is of use for the rest", () => {
  const world = makeWorld();
  const told = [
    "show USER.md",
    "show user",
    "memory read user",
    "log",
    "blame MEMORY.md",
    "explain USER.md:1",
    "recall tea",
    "recall tea --scope main",
    "prompt",
    "prompt diff a b --session-type shared",
    "session list",
    "session show s1",
    "session start",
    "review",
    "status",
    "doctor",
    "mcp",
    "last-word status",
  ];
  const public_ = [
    "recall tea --scope shared",
    "recall --scope=project tea",
    "prompt --session-type shared",
    "session start --session-type shared",
    "show ./AGENTS.md",
    "show SOUL.md",
    "policy report",
    "trash list",
    "bank read why",
    "memory scan --jsonl",
    "plan --path ./AGENTS.md --heading H --op update --content x",
    "--help",
    "show --help",
  ];
  const rows = (session: string) =>
    [...told, ...public_]
      .flatMap((line) => [`codicil ${line}`, `cd . && env A=1 codicil ${line}`])
      .map((command) => JSON.stringify({ id: command, call: { tool: "shell", command }, session, agents: "" }));
  const verdicts = (session: string) =>
    world
      .run(["policy", "check", "--jsonl"], { input: rows(session).join("\n") })
      .out.trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { id: string; verdict: string });
  const denied = verdicts("shared")
    .filter(({ verdict }) => verdict !== "allow")
    .map(({ id }) => id);
  expect(denied).toEqual(told.flatMap((line) => [`codicil ${line}`, `cd . && env A=1 codicil ${line}`]));
  expect(verdicts("main").filter(({ verdict }) => verdict !== "allow")).toEqual([]);
});
