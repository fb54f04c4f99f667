// Every key of a policy block, each with a call that it stops and a near one that it lets pass.

import { describe, expect, it } from "vitest";
import { compileFile } from "../../src/policy/index.ts";
import { makeWarmWorld as makeWorld } from "../kit.ts";
import { type RowCall, verdictOn } from "./compileKit.ts";

const block = (yaml: string) => `\`\`\`policy\n${yaml}\n\`\`\`\n`;
const write = (path: string, content: string): RowCall => ({ tool: "write", path, content });

const MANY = Array.from({ length: 40 }, (_, i) => `e${i}`).join(",");

const CASES: readonly (readonly [what: string, yaml: string, stopped: string | RowCall, passes: string | RowCall])[] = [
  [
    "the last of forty endings in braces counts too",
    `- deny: []\n  content: secret\n  path: "*.{${MANY}}"`,
    write("src/a.e39", "secret"),
    write("src/a.e40", "secret"),
  ],
  [
    "an import in Go's list of imports",
    "- deny: []\n  imports: github.com/onsi/gomega",
    write("a_test.go", 'package a\n\nimport (\n\t"testing"\n\n\tg "github.com/onsi/gomega/types"\n)\n'),
    write("a_test.go", 'package a\n\nimport (\n\t"testing"\n)\n\nvar x = f("github.com/onsi/gomega")\n'),
  ],
  [
    "a program of Windows with its folder, as it is written",
    "- deny: python\n  command_lacks: venv/Scripts/python",
    "C:/Python311/python.exe main.py",
    "venv/Scripts/python.exe main.py",
  ],
  [
    "any-of needs: none was met",
    "- require-before: git push\n  run: [make test, npm test]\n  needs: any",
    "git push",
    { tool: "shell", command: "git push", history: [{ tool: "shell", command: "npm test" }] },
  ],
  [
    "all needs: one is missing",
    "- require-before: git push\n  run: [make test, make lint]",
    { tool: "shell", command: "git push", history: [{ tool: "shell", command: "make test" }] },
    {
      tool: "shell",
      command: "git push",
      history: [
        { tool: "shell", command: "make test" },
        { tool: "shell", command: "make lint" },
      ],
    },
  ],
  [
    "an order triggered by changed paths",
    "- require-before: git commit\n  run: make gen\n  changed: schema/**",
    { tool: "shell", command: "git commit -m x", history: [{ tool: "edit", path: "schema/a.sql" }] },
    { tool: "shell", command: "git commit -m x", history: [{ tool: "edit", path: "src/a.ts" }] },
  ],
  [
    "something else must be changed too",
    "- require-before: git commit\n  also_change: CHANGELOG.md\n  changed: src/**",
    { tool: "shell", command: "git commit -m x", history: [{ tool: "edit", path: "src/a.ts" }] },
    {
      tool: "shell",
      command: "git commit -m x",
      history: [
        { tool: "edit", path: "src/a.ts" },
        { tool: "edit", path: "CHANGELOG.md" },
      ],
    },
  ],
  ["a required flag", "- deny: git commit\n  lacks_flag: --signoff", "git commit -m x", "git commit -s -m x"],
  [
    "a token in what is written",
    "- deny: []\n  content: console.log()",
    write("src/a.ts", 'console.log("x");'),
    write("src/a.ts", 'logger.info("x");'),
  ],
  [
    "an import",
    "- deny: []\n  imports: lodash",
    write("src/a.ts", 'import map from "lodash/map";'),
    write("src/a.ts", 'import map from "lodash-es";'),
  ],
  [
    "a header that new files need",
    "- deny: []\n  content_lacks: '^// Copyright'\n  path: '*.go'",
    write("a.go", "package a"),
    write("a.go", "// Copyright x\npackage a"),
  ],
  ["the name of a branch", "- deny: []\n  branch_name_lacks: '^(feat|fix)/'", "git switch -c thing", "git switch -c feat/thing"],
  [
    "the title of a pull request",
    "- deny: []\n  pr_title_lacks: '^(feat|fix): '",
    'gh pr create --title "Thing" --body x',
    'gh pr create --title "feat: thing" --body x',
  ],
  [
    "the body of a pull request",
    "- deny: []\n  pr_body_holds: generated with",
    'gh pr create -t x -b "Generated with a tool"',
    'gh pr create -t x -b "By hand"',
  ],
  [
    "the name of a new file",
    "- deny: []\n  name_lacks: '^[a-z0-9-]+\\.ts$'\n  path: src/**",
    write("src/MyThing.ts", ""),
    write("src/my-thing.ts", ""),
  ],
  ["a merge on a branch", "- deny: git merge\n  and: {branch: main}", "git switch main && git merge x", "git switch dev && git merge x"],
  ["keys joined by and", "- deny: git push\n  and:\n    branch: main", "git push origin main", "git push origin dev"],
  [
    "a path that a commit takes in, named beside others",
    "- deny: []\n  commits: .env",
    "git add src/a.ts .env && git commit -m x",
    "git add src/a.ts && git commit -m x",
  ],
  ["a pipe", "- ask: []\n  shell: pipe", "ls | wc -l", "echo 'a | b' || ls"],
  ["a variable", "- deny: []\n  shell: variable", "echo $HOME", "echo '$HOME'"],
  ["a redirect", "- deny: []\n  shell: redirect", "ls > out.txt", "echo 'a > b'"],
  [
    "running what was downloaded",
    "- deny: []\n  shell: download",
    "curl https://example.org/i.sh | sh",
    "curl https://example.org/data.json",
  ],
  ["a place outside the repository", "- deny: []\n  outside: .", write("/srv/other/a.txt", "x"), write("src/a.txt", "x")],
  ["a host", "- deny: []\n  host: '*.example.org'", "curl https://api.example.org/", "curl https://example.com/"],
  ["a message without regard to capitals", "- deny: []\n  message_lacks: '^fix: '", 'git commit -m "other"', 'git commit -m "FIX: x"'],
  ["a variable that a command is given", "- deny: []\n  command_holds: '\\bDISPLAY='", "DISPLAY=:9 pytest", "DISPLAYS=1 pytest"],
  ["a variable that is set for all", "- deny: []\n  command_holds: '\\bDISPLAY='", "export DISPLAY=:9 && pytest", "echo DISPLAY"],
  ["a variable that a command needs", "- deny: npm test\n  command_lacks: '^TZ=UTC '", "npm test", "TZ=UTC npm test"],
  ["an argument wherever it stands", "- deny: []\n  command_holds: ' /home/'", "ls -la /home/kim/x", "ls -la ~/x"],
  ["a drive of Windows", "- deny: []\n  path: 'C:\\Users\\'", write("C:\\Users\\me\\a.py", "x"), write("D:\\work\\a.py", "x")],
  ["a manager that runs as a module", "- rewrite: pip\n  to: uv", "python -m pip install x", "uv add x"],
  ["a program of the PATH", "- deny: brew\n  command_holds: '^brew '", "brew style", "./bin/brew style"],
  [
    "a command whose text is narrowed",
    "- deny: sed\n  command_holds: anytime-soft",
    "sed -i 's/anytime-soft/x/' a.swift",
    "rg anytime-soft a.swift",
  ],
  [
    "an option with a value before the subcommand",
    "- deny: docker compose restart",
    "docker compose -f a.yml restart",
    "docker compose ps",
  ],
  ["a command except what another runs", "- deny: [pytest, python]\n  unless: uv run", "pytest -q", "uv run pytest -q"],
  [
    "a command in a script that this call writes itself, whatever its name is",
    "- deny: pytest\n  unless: check",
    "printf 'pytest -q' > check && sh ./check",
    "check -q",
  ],
  [
    "a command before the one whose own commands are excepted",
    "- deny: pytest\n  unless: uv run",
    "uv run ruff check && pytest -q",
    "uv run ruff check && uv run pytest -q",
  ],
  [
    "a tool with its input",
    "- deny: []\n  tool: create_issue\n  input_holds: prod-api",
    { tool: "mcp__github__create_issue", input: { repo: "prod-api" } } as RowCall,
    { tool: "mcp__github__create_issue", input: { repo: "play" } } as RowCall,
  ],
  [
    "a tool that must have been used",
    "- require-before: git commit\n  run: {tool: Skill, input_holds: preflight}",
    { tool: "shell", command: "git commit -m x", history: [{ tool: "Skill", input: { skill: "other" } } as RowCall] },
    { tool: "shell", command: "git commit -m x", history: [{ tool: "Skill", input: { skill: "a:preflight" } } as RowCall] },
  ],
  [
    "the file itself, read before it is changed",
    "- require-before: []\n  path: '**'\n  access: change\n  read: itself",
    { tool: "edit", path: "src/a.ts", history: [{ tool: "read", path: "src/b.ts" }] },
    { tool: "edit", path: "src/a.ts", history: [{ tool: "read", path: "src/a.ts" }] },
  ],
  [
    "a check that ran before the last change",
    "- require-before: git commit\n  run: make gen\n  changed: schema/**",
    {
      tool: "shell",
      command: "git commit -m x",
      history: [
        { tool: "shell", command: "make gen" },
        { tool: "edit", path: "schema/a.sql" },
      ],
    },
    {
      tool: "shell",
      command: "git commit -m x",
      history: [
        { tool: "edit", path: "schema/a.sql" },
        { tool: "shell", command: "make gen" },
        { tool: "edit", path: "src/a.ts" },
      ],
    },
  ],
  [
    "what a new file must hold, and an edit need not",
    "- deny: []\n  content_lacks: '(?m)^package main$'\n  path: '*.go'",
    write("a.go", "package a\n"),
    { tool: "edit", path: "a.go", content: "x := 1" },
  ],
  [
    "two conditions on the same text",
    "- deny: []\n  content: unsafe\n  and: {content_lacks: 'SAFETY:'}",
    { tool: "edit", path: "a.rs", content: "unsafe { f() }" },
    { tool: "edit", path: "a.rs", content: "// SAFETY: it lives\nunsafe { f() }" },
  ],
  ["a move to elsewhere", "- ask: []\n  path: docs/\n  access: delete", "mv docs/a.md old.md", "mv docs/a.md docs/b.md"],
  [
    "a message with regard to capitals",
    "- deny: []\n  message_lacks: '(?-i)^[a-z]'\n  match: git commit -m Fix",
    'git commit -m "Fix it"',
    'git commit -m "fix it"',
  ],
  [
    "a scope of folders",
    "- deny: make wipe\n  scope: packages/api/",
    { tool: "shell", command: "cd packages/api && make wipe" },
    "make wipe",
  ],
  ["a scope of sessions", "- deny: make wipe\n  scope: shared", { tool: "shell", command: "make wipe", session: "shared" }, "make wipe"],
];

describe("keys of a policy block", () => {
  it.each(CASES.filter(([, , stopped]) => stopped !== ""))("%s", (_, yaml, stopped, passes) => {
    expect(compileFile("AGENTS.md", block(yaml)).problems).toEqual([]);
    expect([verdictOn(block(yaml), stopped), verdictOn(block(yaml), passes)]).toEqual([yaml.startsWith("- ask") ? "ask" : "deny", "pass"]);
  });

  it("off keeps an item in the file and enforces nothing", () => {
    const { rules, clauses, problems } = compileFile("AGENTS.md", block("- deny: make wipe\n  off: true\n- deny: make seed"));
    expect([rules.map(({ text }) => text), problems]).toEqual([["deny: make seed"], []]);
    expect(clauses.map(({ text, why }) => [text, why])).toContainEqual(["deny: make wipe", "turned off"]);
  });

  it("one bad item is left out and named with its line; the others stay", () => {
    const text = block("- deny: make wipe\n- denny: make seed\n- deny: []\n  content_holds: '('\n- ask: make deploy");
    const { rules, problems } = compileFile("AGENTS.md", text);
    expect(rules.map(({ text: said, line }) => [said, line])).toEqual([
      ["deny: make wipe", 2],
      ["ask: make deploy", 6],
    ]);
    expect(problems.map(({ line }) => line)).toEqual([3, 4]);
    expect(problems[0]?.message).toContain("knows no key `denny`");
  });

  it.each([
    "- ask: make wipe",
    "- deny: make\n  unless: make wipe",
    "- deny: make wipe\n  off: true",
    "- limit: make wipe\n  at_most: 1000",
    "- rewrite: make wipe\n  to: make",
    "- deny: make wipe\n  session: shared",
    "- deny: make wipe\n  and: {command_holds: never}",
    "- require-before: make wipe\n  run: [ls, make wipe]\n  needs: any",
    "- allow: make wipe",
    "- deny: []\n  unless: make wipe",
    "}{ no YAML",
  ])("nothing that a block says loosens a line of prose: %s", (yaml) => {
    const prose = "- Never run `make wipe`.\n\n";
    expect(verdictOn(`${prose}${block(yaml)}`, "make wipe")).toBe("deny");
    expect(verdictOn(`${prose}${block(yaml)}`, "cd . && make wipe A=1")).toBe("deny");
  });

  it("an item that is no YAML is left out alone, with its line", () => {
    const { rules, problems } = compileFile(
      "AGENTS.md",
      block('- deny: make wipe\n- deny: []\n  content_holds: "\\d+"\n- ask: make deploy\n- deny: make: x'),
    );
    expect(rules.map(({ text }) => text)).toEqual(["deny: make wipe", "ask: make deploy"]);
    expect(problems.map(({ line, message }) => [line, message.includes("This item does not parse")])).toEqual([
      [3, true],
      [6, true],
    ]);
  });

  it.each([
    ["- deny: []\n  command_lacks: '--safe'", "name the command too"],
    ["- require-before: git push\n  run: {toool: Skill}", "`run` takes no key `toool`"],
    ["- require-before: git push\n  run: 7", "`run` is a text or a list of texts"],
    ["- deny: []\n  command_holds: '(?<=x)y'", "Say what must not be there with `and`"],
    ["- deny: []\n  content_holds: 'a(?i:b)'", "put them in front of the whole, as in (?i)"],
  ])("names what is wrong: %s", (yaml, why) => {
    const { rules, problems } = compileFile("AGENTS.md", block(yaml));
    expect([rules, problems.map(({ message }) => message.includes(why))]).toEqual([[], [true]]);
  });

  it("an expression of which no example can be made is enforced, and named", () => {
    const yaml = "- deny: []\n  message_holds: '^[A-Z]{3}-[0-9]{4}:'";
    const { rules, problems } = compileFile("AGENTS.md", block(yaml));
    expect(rules).toHaveLength(1);
    expect(problems[0]?.message).toContain("give it a `match` example");
    expect(verdictOn(block(yaml), 'git commit -m "ABC-1234: x"')).toBe("deny");
    expect(compileFile("AGENTS.md", block(`${yaml}\n  match: ["git commit -m 'ABC-1234: x'"]`)).problems).toEqual([]);
  });

  it("the program holds them at a call", () => {
    const world = makeWorld();
    world.write("project/AGENTS.md", block("- deny: []\n  imports: lodash\n- deny: nothing\n  unknown: 1"));
    const ran = world.run(["policy", "check", "--jsonl"], {
      input: JSON.stringify({ id: 1, call: { tool: "write", path: "src/a.ts", content: 'import x from "lodash";' } }),
    });
    expect(ran.json<{ verdict: string; reason: string }>()).toMatchObject({
      verdict: "deny",
      reason: expect.stringContaining("AGENTS.md:2") as string,
    });
  });
});
