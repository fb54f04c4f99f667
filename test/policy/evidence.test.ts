// Evidence from the repository: what its documents, scripts, CI and history show to be right is not forbidden by a guess.

import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeWarmWorld as makeWorld, type World } from "../kit.ts";

function worldWith(rules: string, files: Readonly<Record<string, string>> = {}): World {
  const world = makeWorld();
  world.write("project/AGENTS.md", rules);
  for (const [path, text] of Object.entries(files)) world.write(`project/${path}`, text);
  return world;
}

function verdict(world: World, command: string): string {
  const ran = world.run(["policy", "check", "--jsonl"], { input: JSON.stringify({ id: 1, call: { tool: "shell", command } }) });
  return ran.json<{ verdict: string }>().verdict;
}

const MANIFEST = JSON.stringify({ scripts: { test: "vitest run", dev: "tsx src" } });

describe("which package manager runs the scripts of package.json", () => {
  const rules = "- Use pnpm, not npm.\n";

  it.each([
    ["nothing says", { "package.json": MANIFEST }],
    ["README.md shows pnpm", { "package.json": MANIFEST, "README.md": "```sh\npnpm install\n```\n" }],
    ["package.json names pnpm", { "package.json": MANIFEST.replace("{", '{"packageManager":"pnpm@10.1.0",') }],
  ])("%s: a rule that replaces npm by pnpm is certain", (_, files) => {
    const world = worldWith(rules, files);
    gather(world);
    expect(verdict(world, "npm install left-pad")).toBe("rewrite");
  });

  it.each([
    ["package-lock.json", { "package.json": MANIFEST, "package-lock.json": "{}" }],
    ["README.md shows npm", { "package.json": MANIFEST, "README.md": "```sh\nnpm test\nnpm run dev\n```\n" }],
  ])("negative control, %s: the same rule is doubted", (_, files) => {
    const world = worldWith(rules, files);
    gather(world);
    expect(verdict(world, "npm install left-pad")).toBe("allow");
  });
});

function gather(world: World): void {
  expect(world.run(["policy", "report", "--json"]).code).toBe(0);
}

describe("evidence from the repository", () => {
  it.each([
    ["README.md", "make wipe", "# Use\n\n```sh\nmake wipe\n```\n"],
    ["CONTRIBUTING.md", "make wipe", "Maintainers run `make wipe` on Fridays.\n"],
    ["package.json", "npm run wipe", JSON.stringify({ scripts: { wipe: "node wipe.js" } })],
    ["Makefile", "make wipe", "build:\n\tcc x.c\n\nwipe: build\n\trm -rf out\n"],
    ["justfile", "just wipe", "wipe target='all':\n  echo {{target}}\n"],
    [
      ".github/workflows/ci.yml",
      "make wipe",
      "jobs:\n  a:\n    steps:\n      - run: |\n          make init\n          make wipe\n      - run: make test\n",
    ],
  ])("a command that %s shows is only proposed to be forbidden", (file, command, text) => {
    const world = worldWith(`Never run \`${command}\`.\n\nNever run \`make seed\`.\n`, { [file]: text });
    gather(world);
    expect(verdict(world, command)).toBe("allow");
    expect(verdict(world, "make seed")).toBe("deny");
  });

  it("is gathered when a session begins, and never while a call waits", () => {
    const world = worldWith("Never run `make wipe`.\n", { "README.md": "```sh\nmake wipe\n```\n" });
    expect(verdict(world, "make wipe")).toBe("deny");
    expect(world.has("state/cache") && world.names("state/cache").some((name) => name.startsWith("evidence-"))).toBe(false);
    expect(world.run(["session", "start"]).code).toBe(0);
    expect(verdict(world, "make wipe")).toBe("allow");
  });

  it("is gathered again when a source changes", () => {
    const world = worldWith("Never run `make wipe`.\n", { "README.md": "```sh\nmake wipe\n```\n" });
    gather(world);
    expect(verdict(world, "make wipe")).toBe("allow");
    world.write("project/README.md", "# Nothing\n");
    gather(world);
    expect(verdict(world, "make wipe")).toBe("deny");
  });

  const ran = (world: World, session: string, command: string) =>
    expect(
      world.run(["hook", "claude", "PostToolUse"], {
        input: JSON.stringify({
          session_id: session,
          cwd: world.project,
          hook_event_name: "PostToolUse",
          tool_name: "Bash",
          tool_input: { command },
          tool_response: { stdout: "done" },
        }),
      }).code,
    ).toBe(0);

  it("what two sessions of the person ran is only proposed to be forbidden; what one ran, or ran elsewhere, is not", () => {
    const world = worldWith("# Notes\n");
    for (const session of ["s1", "s2"]) ran(world, session, "make wipe");
    for (const command of ["make seed", "make seed"]) ran(world, "s3", command);
    const log = world.read("state/decisions/verdicts.jsonl").trimEnd().split("\n");
    const elsewhere = log
      .slice(0, 2)
      .map((line) => line.replace("make wipe", "make burn").replaceAll(world.project, `${world.project}-other`));
    const restored = log.slice(0, 2).map((line) => line.replace("make wipe", "make melt").replace('"v":1', '"v":1,"restored":true'));
    world.write("state/decisions/verdicts.jsonl", `${[...log, ...elsewhere, ...restored, "{torn"].join("\n")}\n`);
    const names = ["wipe", "seed", "burn", "melt"];
    world.write("project/AGENTS.md", names.map((name) => `- Never run \`make ${name}\`.\n`).join(""));
    expect(verdict(world, "make wipe")).toBe("deny");
    gather(world);
    expect(names.map((name) => verdict(world, `make ${name}`))).toEqual(["allow", "deny", "deny", "deny"]);
    expect(world.run(["policy", "report", "--json"]).out).toContain("it would stop `make wipe`, which the log of your sessions shows");
  });

  it("the report shows the evidence as a doubt", () => {
    const world = worldWith("Never run `make wipe`.\n", { "README.md": "# Use\n\n```sh\nmake wipe\n```\n" });
    const [clause] =
      world.run(["policy", "report", "--json"]).json<{ files: { clauses: { state: string; doubts?: string[] }[] }[] }>().files[0]
        ?.clauses ?? [];
    expect(clause).toMatchObject({ state: "proposed", doubts: ["it would stop `make wipe`, which README.md:4 shows"] });
  });

  it("recent commit subjects speak against a rule for messages, read without running Git", () => {
    const block = "Commit messages must start with `feat:` or `fix:`.\n";
    const commit = (world: World, subject: string) => {
      const git = (...args: string[]) => execFileSync("git", args, { cwd: world.project, env: { ...world.env, GIT_CONFIG_NOSYSTEM: "1" } });
      rmSync(join(world.project, ".git"), { recursive: true });
      git("init", "-q", "-b", "main");
      world.write("project/docs/a.md", "x\n");
      git("add", "-A");
      git("-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "-qm", subject);
    };
    const [against, fits] = [worldWith(block), worldWith(block)];
    commit(against, "docs: say more");
    commit(fits, "feat: say more");
    for (const world of [against, fits]) gather(world);
    const evidence = JSON.parse(
      against.read(`state/cache/${against.names("state/cache").find((name) => /^evidence-.*json$/.test(name)) ?? ""}`),
    ) as { evidence: { subjects: string[]; files: string[] } };
    expect(evidence.evidence.subjects).toEqual(["docs: say more"]);
    expect(evidence.evidence.files).toEqual(["AGENTS.md", "docs/a.md"]);
    const before = verdict(worldWith(block), "git commit -m 'docs: x'");
    expect(verdict(against, "git commit -m 'docs: x'")).toBe("allow");
    expect(verdict(fits, "git commit -m 'docs: x'")).toBe(before);
  });

  const pushes = { "README.md": "# Use\n\n```sh\nmake wipe\n```\n" };

  it("a repository does not lift the person's own rules", () => {
    const [own, control] = [worldWith("# Notes\n", pushes), worldWith("Never run `make wipe`.\n", pushes)];
    own.write("home/AGENTS.md", "- Never run `make wipe`.\n");
    for (const world of [own, control]) gather(world);
    expect([verdict(own, "make wipe"), verdict(control, "make wipe")]).toEqual(["deny", "allow"]);
  });

  it("a rule that is enforced is not lifted by what the repository shows later; a new line is weighed against it", () => {
    const world = worldWith("Never run `make wipe`.\n");
    expect(world.run(["session", "start"]).code).toBe(0);
    expect(verdict(world, "make wipe")).toBe("deny");
    world.write("project/README.md", "```sh\nmake wipe\nmake melt\n```\n");
    world.write("project/AGENTS.md", "Never run `make wipe`.\n\nNever run `make melt`.\n");
    for (const again of [
      ["policy", "report"],
      ["session", "start"],
      ["session", "start"],
    ])
      expect(world.run(again).code).toBe(0);
    expect([verdict(world, "make wipe"), verdict(world, "make melt")]).toEqual(["deny", "allow"]);
  });

  it("an order that needs a script which does not exist is only proposed", () => {
    const rule = "Run `npm run lint` before you commit.\n";
    const [has, lacks] = ["lint", "format"].map((name) =>
      worldWith(rule, { "package.json": JSON.stringify({ scripts: { [name]: "x" } }) }),
    );
    for (const world of [has, lacks]) gather(world as World);
    expect(verdict(has as World, "git commit -m x")).toBe("deny");
    expect(verdict(lacks as World, "git commit -m x")).toBe("allow");
  });
});
