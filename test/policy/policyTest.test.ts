// `policy test` fails where it should: the person's own cases, rules lost since a commit, too few enforced lines.

import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeWarmWorld as makeWorld, type World } from "../kit.ts";

const RULES = "# Rules\n\nNever run `make wipe`.\n\nNever run `make seed`.\n\nWrite clean code.\n";

function worldWith(rules = RULES): World {
  const world = makeWorld();
  world.write("project/AGENTS.md", rules);
  return world;
}

describe("policy test", () => {
  it("passes where every rule can fire, and names a problem of a policy block", () => {
    const world = worldWith();
    expect(world.run(["policy", "test"])).toMatchObject({ code: 0, out: expect.stringContaining("0 failed") as string });
    world.write("project/AGENTS.md", `${RULES}\n\`\`\`policy\n- denny: x\n\`\`\`\n`);
    const ran = world.run(["policy", "test"]);
    expect([ran.code, ran.out]).toEqual([1, expect.stringContaining("knows no key `denny`")]);
  });

  it("runs the person's own cases and fails with the line of each that does not hold", () => {
    const world = worldWith();
    world.write(
      "project/.agents/policy.cases.yaml",
      "- stop: make wipe\n- pass: make test\n- ask: make seed\n- pass: {tool: read, path: README.md}\n",
    );
    const ran = world.run(["policy", "test"]);
    expect(ran.code).toBe(1);
    expect(ran.out).toContain("policy.cases.yaml:3 expected ask, and the verdict is deny");
    expect(ran.out.match(/case failed/g)).toHaveLength(1);
    world.write("project/other.yaml", "- stop: make wipe\n");
    expect(world.run(["policy", "test", "--cases", "other.yaml"]).code).toBe(0);
    world.write("project/other.yaml", "- halt: make wipe\n");
    expect(world.run(["policy", "test", "--cases", "other.yaml"]).err).toContain("exactly one of stop");
  });

  it("names rules that were lost since a commit", () => {
    const world = worldWith();
    rmSync(join(world.project, ".git"), { recursive: true });
    const git = (...args: string[]) => execFileSync("git", args, { cwd: world.project, env: { ...world.env, GIT_CONFIG_NOSYSTEM: "1" } });
    git("init", "-q", "-b", "main");
    git("add", "-A");
    git("-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "-qm", "rules");
    expect(world.run(["policy", "test", "--against", "main"]).code).toBe(0);
    world.write("project/AGENTS.md", RULES.replace("Never run `make seed`.", "Please think before you run `make seed`."));
    const ran = world.run(["policy", "test", "--against", "main"]);
    expect([ran.code, ran.out]).toEqual([1, expect.stringContaining("enforced at main and not now: denies every `make seed`")]);
    expect(world.run(["policy", "test", "--against", "no-such-branch"]).err).toContain("there is no commit no-such-branch");
    expect(world.run(["policy", "test", "--against", "--upload-pack=x"]).code).not.toBe(0);
  });

  it("fails under a share of enforced lines, and annotates a GitHub workflow", () => {
    const world = worldWith();
    expect(world.run(["policy", "test", "--fail-under", "50"]).code).toBe(0);
    const ran = world.run(["policy", "test", "--fail-under", "90"], { env: { GITHUB_ACTIONS: "true", GITHUB_WORKSPACE: world.project } });
    expect(ran.code).toBe(1);
    expect(ran.out).toMatch(/^::error file=AGENTS\.md,line=1,title=codicil policy%3A too few enforced::2 of 3 instructions/m);
    expect(world.run(["policy", "test", "--fail-under", "many"]).err).toContain("from 0 to 100");
  });
});
