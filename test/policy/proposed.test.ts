// Only certain and confirmed readings are enforced. What the file itself shows to be right turns a reading into a proposal.

import { describe, expect, it } from "vitest";
import { makeWarmWorld as makeWorld, type World } from "../kit.ts";

interface Answer {
  readonly id: string;
  readonly verdict: string;
  readonly reason: string;
  readonly proposed?: readonly { readonly line: number; readonly reading: string; readonly verdict: string }[];
}

const RULES = "# Rules\n\nNever run `make wipe`.\n\nNever run `make deploy`.\n\n## Release\n\n```sh\nmake deploy\n```\n";

function check(world: World, rows: readonly object[]): Answer[] {
  const ran = world.run(["policy", "check", "--jsonl"], {
    input: rows.map((row) => JSON.stringify({ builtins: false, ...row })).join("\n"),
  });
  return ran.out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Answer);
}

const shell = (command: string) => ({ tool: "shell", command });

describe("policy check", () => {
  it("enforces certain readings and lets pass what is only proposed, naming the line", () => {
    const [wipe, deploy] = check(makeWorld(), [
      { id: "wipe", agents: RULES, call: shell("make wipe") },
      { id: "deploy", agents: RULES, call: shell("make deploy") },
    ]);
    expect(wipe).toMatchObject({ verdict: "deny" });
    expect(wipe?.proposed).toBeUndefined();
    expect(deploy).toMatchObject({ verdict: "allow", proposed: [{ line: 5, reading: "denies every `make deploy`", verdict: "deny" }] });
  });

  it("with readings all it answers as if every proposed reading had been confirmed", () => {
    const rows = ["held", "all"].map((readings) => ({ id: readings, agents: RULES, readings, call: shell("make deploy") }));
    expect(check(makeWorld(), rows).map(({ verdict }) => verdict)).toEqual(["allow", "deny"]);
  });

  it("refuses a value of readings that it does not know", () => {
    const [answer] = check(makeWorld(), [{ agents: RULES, readings: "some", call: shell("ls") }]) as unknown as [{ error?: unknown }];
    expect(JSON.stringify(answer)).toContain("readings is not held or all");
  });

  it("a refusal says how the line was read and how a person can change it", () => {
    const [wipe] = check(makeWorld(), [{ agents: RULES, call: shell("make wipe") }]);
    expect(wipe?.reason).toContain("Codicil reads AGENTS.md:3 as: denies every `make wipe`.");
    expect(wipe?.reason).toContain("a person can run: codicil policy dismiss AGENTS.md:3");
  });
});

describe("what a file shows to be right", () => {
  const verdict = (text: string, command: string) => check(makeWorld(), [{ agents: text, call: shell(command) }])[0]?.verdict;

  it.each([
    ["a shell block", "Never run `make deploy`.\n\nTo release:\n\n```sh\nmake deploy\n```\n"],
    ["a code span in a plain sentence", "Never run `make deploy`.\n\nMaintainers release with `make deploy` on Fridays.\n"],
  ])("%s makes a ban of the same command only a proposal", (_, text) => {
    expect(verdict(text, "make deploy")).toBe("allow");
    expect(verdict("Never run `make deploy`.\n", "make deploy")).toBe("deny");
  });

  it.each([
    ["a block below a wrong example", "Never run `make deploy`.\n\n❌ Wrong:\n\n```sh\nmake deploy\n```\n"],
    [
      "a line below a comment that says VIOLATION",
      "Never run `make deploy`.\n\nExamples:\n\n```sh\n# VIOLATION\nmake deploy\n# good\nmake test\n```\n",
    ],
    ["a list below a heading that forbids", "Never run `make deploy`.\n\n## Don't\n\n- `make deploy` by hand\n"],
  ])("%s is no evidence", (_, text) => {
    expect(verdict(text, "make deploy")).toBe("deny");
  });

  it.each([
    ["Never run `git push`.", "git push origin feature/x"],
    ["Never run `git commit`.", "git commit -m x"],
  ])("a ban of everyday work is only a proposal: %s", (text, command) => {
    expect(verdict(text, command)).toBe("allow");
  });

  it("an ask is not demoted by everyday calls", () => {
    expect(verdict("Ask before you run `git push`.", "git push")).toBe("ask");
  });
});
