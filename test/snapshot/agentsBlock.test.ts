// The block of AGENTS.md from files as they may come: any order, any length.

import { describe, expect, it } from "vitest";
import { agentsBlock, type AgentsFile, agentsSources, distil } from "../../src/snapshot/agents.ts";

const file = (path: string, scope: AgentsFile["scope"], priority: number): AgentsFile => ({
  path,
  scope,
  priority,
  content: `Words of ${path}.\n`,
  hash: path,
});

describe("the block of AGENTS.md", () => {
  it("SC-07 X24 stands in the order of priority, the person's own files first, however they were found", () => {
    const found = [
      file("c", "project", 3),
      file("a", "project", 1),
      file("y", "global_user", 1),
      file("b", "project", 2),
      file("x", "global_user", 0),
    ];
    expect(agentsSources(found, "full").map(({ path }) => path)).toEqual(["x", "y", "a", "b", "c"]);
    expect(agentsBlock(found, "full").match(/Words of \w/g)).toEqual(["x", "y", "a", "b", "c"].map((path) => `Words of ${path}`));
  });

  it("files without words are not shown, and stay in the sources", () => {
    const empty = { ...file("e", "project", 1), content: " \n" };
    expect(agentsBlock([empty], "full")).toBe("");
    expect(agentsSources([empty], "full")).toHaveLength(1);
  });

  it("SC-09 imported files are sources too; that they are not rendered is said where it is so", () => {
    const importing = { ...file("a", "project", 1), expanded: { text: "all", files: [{ path: "b", content: "B", hash: "h" }] } };
    const cuts = (render: "full" | "none") => agentsSources([importing], render).map(({ path, cut, why }) => [path, cut, why]);
    expect(cuts("full")).toEqual([
      ["a", undefined, "is at or above the session's directory"],
      ["b", undefined, "imported by a"],
    ]);
    expect(cuts("none").map(([, cut]) => cut)).toEqual(["not rendered: agents.render is none", "not rendered: agents.render is none"]);
    expect(agentsBlock([importing], "none")).toBe("");
  });

  it.each([
    ["a short rule is whole", `Never run make deploy${" at night".repeat(3)}.`, `Never run make deploy${" at night".repeat(3)}.`],
    ["of 72 characters too", `Never run ${"y".repeat(62)}`, `Never run ${"y".repeat(62)}`],
    ["of 73 its first sentence", `Never run make wipe. ${"y".repeat(52)}`, "Never run make wipe."],
    [
      "of a long one the first sentence",
      `Never run make deploy on a Friday. ${"It takes the whole day. ".repeat(6)}`,
      "Never run make deploy on a Friday.",
    ],
    [
      "of a long sentence the beginning, cut between words",
      `Never run ${"make deploy and ".repeat(12)}anything else.`,
      "Never run make deploy and make deploy and make deploy and make deploy…",
    ],
    ["of a long word its first part", `Never run ${"x".repeat(200)}`, `Never run ${"x".repeat(26)}…`],
  ])("X1 %s", (_, rule, short) => {
    expect(distil({ content: `- ${rule}\n- Be kind.`, clauses: [{ line: 1, text: rule, state: "gated" }] })).toBe(
      `- ${short} (enforced by Codicil)\n- Be kind.`,
    );
  });
});
