// X1, OR-01: what of an AGENTS.md is in a prompt. Enforced lines are one short line each, advice is whole.

import { describe, expect, it } from "vitest";
import { asOwner } from "codicil";
import { decideReading } from "codicil/gate";
import type { InstructionSnapshot } from "../../src/schema/index.ts";
import { contextOf, fire } from "../hosts/hookKit.ts";
import { makeWarmWorld as makeWorld, type World } from "../kit.ts";
import { sectionOf } from "./facts.ts";

const AGENTS = `# Rules

- Never force push to \`main\`. It cost us a week once, and nobody wants to see that again in this house.
- Use \`pnpm\` instead of \`npm\`.
- Ask before running \`make deploy\`, because the whole team gets a message and a pager goes off when it fails at night.
- Prefer small functions with honest names, and say in a comment why something is done, never what is done, in every file of this project.
- Be kind in reviews. Never run \`git rebase\`. Write a short plan first for every larger change of the public interface.

Run \`pnpm test\` before you commit.

\`\`\`policy
- deny: git stash
- ask: git tag
\`\`\`
`;
const ADVICE = [
  "- Prefer small functions with honest names, and say in a comment why something is done, never what is done, in every file of this project.",
  "Be kind in reviews.",
  "Write a short plan first for every larger change of the public interface.",
];
const DROPPED = ["It cost us a week once", "a pager goes off", "deny: git stash"];

const blockOf = (world: World, ...args: string[]) =>
  sectionOf(world.run(["prompt", "--json", ...args]).json<InstructionSnapshot>(), "agents")?.renderedBlock ?? "";

function worldWith(text = AGENTS, file = "project/AGENTS.md"): World {
  const world = makeWorld();
  world.write(file, text);
  return world;
}

describe("X1 OR-01 the block of an AGENTS.md", () => {
  it("has one short line for each enforced clause and for a policy block, and every sentence of advice as it stands", () => {
    const block = blockOf(worldWith());
    const enforced = block.split("\n").filter((line) => line.includes("(enforced by Codicil)"));
    expect(enforced).toEqual([
      "- Never force push to `main`. (enforced by Codicil)",
      "- Use `pnpm` instead of `npm`. (enforced by Codicil)",
      "- asks before every `make deploy` (enforced by Codicil)",
      "- Never run `git rebase`. (enforced by Codicil) Be kind in reviews. Write a short plan first for every larger change of the public interface.",
      "- Run `pnpm test` before you commit. (enforced by Codicil)",
      "- 2 rules of a policy block (enforced by Codicil)",
    ]);
    for (const advice of ADVICE) expect(block).toContain(advice);
    for (const dropped of DROPPED) expect(block).not.toContain(dropped);
  });

  it("render: full keeps all of it, by option and by config.yaml; the raw text is in the sources either way", () => {
    const world = worldWith();
    const full = blockOf(world, "--render", "full");
    for (const each of [...ADVICE, ...DROPPED]) expect(full).toContain(each);
    expect(full).not.toContain("(enforced by Codicil)");
    world.write("home/last-word/config.yaml", "agents: { render: full }\n");
    expect(blockOf(world)).toBe(full);
    world.write("home/last-word/config.yaml", "agents: { render: distilled }\n");
    expect(sectionOf(world.run(["prompt", "--json"]).json<InstructionSnapshot>(), "agents")?.sources?.[0]?.content).toBe(AGENTS);
  });

  it("counts certain and confirmed readings only: a proposed line is whole until it is confirmed, a dismissed one is whole again", async () => {
    const text =
      "- Always prefer `trash` over `rm` in this repository, because what is gone is gone and nobody has a backup of it anywhere.\n- Never run `git rebase`. It hides what happened, and the reviewers want to see every step as it was made.\n";
    const world = worldWith(text);
    const mind = await world.open();
    const [proposed, certain] = text.trim().split("\n");
    const before = blockOf(world);
    expect([before.includes(proposed ?? ""), before.includes(certain ?? "")]).toEqual([true, false]);
    await decideReading(mind, { file: `${world.project}/AGENTS.md`, line: 1 }, { as: "hold", person: asOwner() });
    await decideReading(mind, { file: `${world.project}/AGENTS.md`, line: 2 }, { as: "advice", person: asOwner() });
    const after = blockOf(world);
    expect([after.includes(proposed ?? ""), after.includes(certain ?? "")]).toEqual([false, true]);
  });

  it("is the same in a host's block, for the person's own AGENTS.md, and the same bytes when the session is resumed", () => {
    const world = worldWith(AGENTS, "home/AGENTS.md");
    const first = contextOf(fire(world, "codex", "SessionStart", { source: "startup" })) ?? "";
    expect(first).toContain("- Never force push to `main`. (enforced by Codicil)");
    for (const advice of ADVICE) expect(first).toContain(advice);
    for (const dropped of DROPPED) expect(first).not.toContain(dropped);
    world.write("home/AGENTS.md", "- Other rules.\n");
    expect(contextOf(fire(world, "codex", "SessionStart", { source: "compact" }))).toBe(first);
  });
});
