// A policy is kept by what it was made from: another folder with the same texts does not compile them again, and its verdicts
// are those that a compilation there would give.

import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sumOf } from "../../src/gate/kept/keptNotes.ts";
import { isMovable, isNear, moved } from "../../src/gate/kept/moving.ts";
import { combine, compileFile, fileOfParts, type Part, partsOf, type Policy } from "../../src/policy/index.ts";
import { makeWorld, type World } from "../kit.ts";
import { fire } from "../hosts/hookKit.ts";

const FROM_SOURCE = process.env["CODICIL_FROM_SOURCE"] === "1";
const RULES = "# Rules\n\n- Never run `git push --force`.\n- Do not edit files in `generated/`.\n";

let sessions = 0;
function ask(world: World, folder: string, command: string): string {
  const cwd = join(world.root, folder);
  const input = { session_id: `s${++sessions}`, cwd, tool_name: "Bash", tool_input: { command } };
  return fire(world, "claude", "PreToolUse", input).out;
}
function project(world: World, name: string, text: string): void {
  mkdirSync(join(world.root, name, ".git"), { recursive: true });
  world.write(`${name}/AGENTS.md`, text);
}
/** Each kept policy with the time it was written. */
function kept(world: World): string[] {
  const folder = join(world.state, "cache");
  const names = readdirSync(folder).filter((name) => name.startsWith("policy-"));
  return names.map((name) => `${name} ${statSync(join(folder, name)).mtimeMs}`).sort();
}
const rulesOfLastVerdict = (world: World) =>
  (JSON.parse(world.read("state/decisions/verdicts.jsonl").trimEnd().split("\n").at(-1) ?? "") as { rules: unknown }).rules;

describe.skipIf(FROM_SOURCE)("a kept policy (the source keeps none: only a build can say who made it)", () => {
  it("serves another project with the same AGENTS.md, which is named with its own path and the ids of a compilation there", () => {
    const world = makeWorld();
    for (const name of ["one", "work/two"]) project(world, name, RULES);
    expect(ask(world, "one", "git push --force")).toContain("one/AGENTS.md:3");
    const before = kept(world);
    const answer = ask(world, "work/two", "git push --force");
    const rules = rulesOfLastVerdict(world);
    expect([kept(world), before.length]).toEqual([before, 1]);
    expect(answer).toContain("work/two/AGENTS.md:3");
    rmSync(join(world.state, "cache"), { recursive: true });
    expect([ask(world, "work/two", "git push --force"), rulesOfLastVerdict(world)]).toEqual([answer, rules]);
  });

  it("serves a folder of the same project, also with a nearer AGENTS.md of its own compiled anew", () => {
    const world = makeWorld();
    project(world, "one", RULES);
    mkdirSync(join(world.root, "one/src/deep"), { recursive: true });
    ask(world, "one", "git status");
    const before = kept(world);
    expect(ask(world, "one/src/deep", "git push --force")).toContain("one/AGENTS.md:3");
    expect(kept(world)).toEqual(before);
    world.write("one/src/AGENTS.md", "- Never run `terraform`.\n");
    expect(ask(world, "one/src/deep", "terraform plan")).toContain("src/AGENTS.md:1");
    expect(kept(world).length).toBe(2);
  });

  it("negative control: one changed word, a lock file or a rule that names a path near the project is compiled there", () => {
    const world = makeWorld();
    project(world, "one", RULES);
    ask(world, "one", "git status");
    project(world, "changed", RULES.replace("--force", "--tags"));
    expect(ask(world, "changed", "git push --tags")).toContain("changed/AGENTS.md:3");
    project(world, "locked", RULES);
    world.write("locked/.agents/policy.lock.yaml", "v: 1\nreadings: []\n");
    ask(world, "locked", "git status");
    expect(kept(world).length).toBe(3);
    for (const name of ["near", "near2"]) project(world, name, `- Do not edit files in \`${world.root}/near/\`.\n`);
    for (const name of ["near", "near2"]) ask(world, name, "git status");
    expect(kept(world).length).toBe(5);
  });

  it("is not believed where the note of a folder names another one, or something else", () => {
    const world = makeWorld();
    project(world, "one", RULES);
    project(world, "free", "- Be kind.\n");
    for (const name of ["free", "one"]) ask(world, name, "git status");
    const folder = join(world.state, "cache");
    const notes = readdirSync(folder).filter((name) => name.startsWith("folder-"));
    for (const text of [...notes.map((name) => readFileSync(join(folder, name), "utf8")), '"policy-../../x"', "{", ""]) {
      for (const name of notes) writeFileSync(join(folder, name), text);
      expect(ask(world, "one", "git push --force")).toContain("one/AGENTS.md:3");
      expect(ask(world, "free", "git push --force")).not.toContain("AGENTS.md");
    }
  });

  it("is compiled from its clauses after an edit, and they are believed only as this build wrote them for this file", () => {
    const world = makeWorld();
    project(world, "one", RULES);
    ask(world, "one", "git status");
    const folder = join(world.state, "cache");
    const names = () => readdirSync(folder).filter((name) => name.startsWith("parts-"));
    const [name = ""] = names();
    const written = readFileSync(join(folder, name), "utf8");
    // Without its sum a clause that was made harmless would be believed.
    const harmless = written.replaceAll("Never run", "Feel free");
    expect(harmless).not.toBe(written);
    for (const [at, text] of [
      written,
      harmless,
      written.replace('"path":"', '"path":"/x'),
      written.replace('"build":"', '"build":"x'),
      "{",
    ].entries()) {
      writeFileSync(join(folder, name), text);
      world.write("one/AGENTS.md", `${RULES}- Never run \`terraform ${at}\`.\n`);
      expect(ask(world, "one", "git push --force")).toContain("one/AGENTS.md:3");
      expect(ask(world, "one", `terraform ${at}`)).toContain("one/AGENTS.md:5");
      expect(names()).toEqual([name]);
    }
  });

  it("lends a report the files that did not change; one that changed, is damaged or of another build is compiled", () => {
    const world = makeWorld();
    project(world, "one", RULES);
    const report = () => world.run(["policy", "report", "--json"], { cwd: join(world.root, "one") }).out;
    const compiled = report();
    ask(world, "one", "git status");
    expect(report()).toBe(compiled);
    const folder = join(world.state, "cache");
    const file = join(folder, readdirSync(folder).find((name) => name.startsWith("parts-")) ?? "");
    const note = JSON.parse(readFileSync(file, "utf8")) as { made: string; sum: string };
    const made = note.made.replace(/"why":"[^"]*"/, '"why":"as it was kept"');
    const put = (more: object) => writeFileSync(file, JSON.stringify({ ...note, ...more }));
    put({ made, sum: sumOf(made) });
    expect(report()).toContain("as it was kept");
    for (const bad of [{ made }, { made, sum: sumOf(made), build: "x" }, { made, sum: sumOf(made), path: "/x/AGENTS.md" }]) {
      put(bad);
      expect(report()).toBe(compiled);
    }
    put({ made, sum: sumOf(made) });
    world.write("one/AGENTS.md", `${RULES}\n`);
    expect(report()).toBe(compiled);
  });

  it("is one of 64 at most: the oldest go", () => {
    const world = makeWorld();
    project(world, "one", RULES);
    mkdirSync(join(world.state, "cache"), { recursive: true });
    for (let i = 0; i < 80; i++) {
      const file = join(world.state, "cache", `policy-old${i}.json`);
      writeFileSync(file, "{}");
      utimesSync(file, 1_000_000 + i, 1_000_000 + i);
    }
    ask(world, "one", "git status");
    const names = readdirSync(join(world.state, "cache")).filter((name) => name.startsWith("policy-"));
    expect([names.length, names.includes("policy-old16.json"), names.includes("policy-old17.json")]).toEqual([64, false, true]);
  });
});

describe("a policy moved to another folder", () => {
  const FILES: readonly Readonly<Record<string, string>>[] = [
    { "AGENTS.md": RULES },
    {
      "AGENTS.md": "- Use pnpm, not npm, and never yarn.\n- Run `pnpm test` before you commit.\n",
      "CLAUDE.md": "- Use pnpm, not npm, and never yarn.\n",
    },
    {
      "AGENTS.md": "- Never edit `src/`.\n",
      "sub/AGENTS.md": "- Only edit files below `sub/`.\n- Never run `make clean` or `make deploy`.\n",
    },
    {
      "AGENTS.md": "# Be kind\n",
      ".cursor/rules/a.mdc": "---\nglobs: src/**\n---\n- Never use `eval` in code.\n- Do not delete migrations.\n",
    },
    { "AGENTS.md": "```policy\n- deny: shell terraform\n```\n\n```sh\nnpm run build\n```\n- Never run `npm run build`.\n" },
  ];
  const compiled = (root: string, files: Readonly<Record<string, string>>): Policy => {
    const policy = combine(
      Object.entries(files).map(([name, text]) => compileFile(`${root}/${name}`, text)),
      { root },
    );
    return { ...policy, files: [], hash: "" };
  };

  it.each(FILES.map((files) => [Object.keys(files).join(", "), files] as const))("is the one that is compiled there: %s", (_, files) => {
    const [here, there] = ["/home/me/one", "/home/me/work/two"];
    expect(isMovable(here, Object.values(files))).toBe(true);
    const policy = compiled(here, files);
    expect(policy.rules.length + policy.proposed.length).toBeGreaterThan(0);
    expect(moved(policy, here, there)).toEqual(compiled(there, files));
    expect(compiled(here, files)).not.toEqual(compiled(there, files));
  });

  it.each([
    ["names a path near it", "- Never edit `/home/shared/`.\n"],
    ["goes up", "- Never edit `../../other/`.\n"],
    ["begins a pattern at the top of the disk", "- Never edit `/ho*/`.\n"],
  ])("is none where a text %s", (_, text) => {
    expect(isMovable("/home/me/one", ["- Never edit `src/**`, see https://example.org/home.\n"])).toBe(false);
    expect(isMovable("/home/me/one", ["- Never edit `src/**` or `./*.ts`, see https://example.org/x and and/or.\n"])).toBe(true);
    expect(isMovable("/home/me/one", [text])).toBe(false);
  });

  it("stays among folders of one kind", () => {
    expect(isNear("/home/me/one", "/home/me/a/b")).toBe(true);
    for (const other of ["/home/you/one", "/tmp/me/one", "/home/me", "/home/me/.claude/rules/one"])
      expect([other, isNear("/home/me/one", other)]).toEqual([other, false]);
  });

  it("is none where an id was not made by the compiler", () => {
    const policy = compiled("/home/me/one", { "AGENTS.md": RULES });
    const odd = { ...policy, rules: policy.rules.map((rule) => ({ ...rule, id: "r_000000000000" })) };
    expect(moved(odd, "/home/me/one", "/home/me/two")).toBe(null);
  });
});

describe("a file compiled from its clauses of before", () => {
  const AT = "/home/me/one/AGENTS.md";
  const TEXT = `${RULES}- Use pnpm, not npm.\n\n## Never run\n\n- \`make clean\`\n- \`make clean\`\n- Be kind.\n\n\`\`\`policy\n- deny: shell terraform\n\`\`\`\n`;
  const throughDisk = (text: string): [string, Part[]][] =>
    JSON.parse(JSON.stringify(partsOf(compileFile(AT, text)))) as [string, Part[]][];

  it.each([
    ["nothing", TEXT],
    ["a line at its end", `${TEXT}\n- Never run \`rm -rf build\`.\n`],
    ["a line at its beginning", `- Never run \`rm -rf build\`.\n${TEXT}`],
    ["a word", TEXT.replace("generated/", "made/")],
    ["a heading", TEXT.replace("## Never run", "## Run")],
    ["a line less", TEXT.replace("- `make clean`\n", "")],
    ["a line of the policy block", TEXT.replace("terraform", "kubectl")],
    ["everything", "- Never edit `src/`.\n"],
  ])("is what a whole compilation gives: %s changed", (_, text) => {
    expect(compileFile(AT, text, fileOfParts(AT, throughDisk(TEXT)))).toEqual(compileFile(AT, text));
  });

  it("has the clauses that did not change as they were, and none of another file's", () => {
    const marked = throughDisk(TEXT).map(([identity, parts]): [string, Part[]] => [
      identity,
      parts.map((part) => ({ ...part, reports: part.reports.map((report) => ({ ...report, why: "as before" })) })),
    ]);
    const why = (path: string) => {
      const { clauses } = compileFile(path, `${TEXT}\n- Never run \`rm -rf build\`.\n`, fileOfParts(AT, marked));
      return clauses.filter((clause) => clause.why !== "as before").length;
    };
    expect([why(AT), why("/home/me/two/AGENTS.md") > 5]).toEqual([1, true]);
  });
});
