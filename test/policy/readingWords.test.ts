// How a line was read, in plain words, and the name of a clause that decisions are kept by.

import { describe, expect, it } from "vitest";
import { clauseHash, compileFile } from "../../src/policy/index.ts";
import { readingIn } from "../../words/reasons/say.ts";

const block = (yaml: string) => `\`\`\`policy\n${yaml}\n\`\`\`\n`;

describe("a reading in plain words", () => {
  it.each([
    ["- deny: git push --force", "denies every `git push --force`"],
    ["- ask: make deploy", "asks before every `make deploy`"],
    ["- deny: infra/**\n  access: [change, delete]", "denies changes to `infra/**`"],
    ["- deny: secrets/\n  path: secrets/\n  access: read", "denies changes to `secrets/` and reading `secrets/`"],
    ["- require-before: git commit\n  run: make lint", "denies every `git commit` until `make lint` has run"],
    ["- deny: curl\n  unless: curl --version", "denies every `curl`, except every `curl --version`"],
    ["- deny: make wipe\n  session: shared", "denies every `make wipe` in shared sessions"],
    ["- deny: []\n  imports: [lodash, moment]\n  path: src/**", "denies importing `lodash` or `moment` in `src/**`"],
    ["- deny: []\n  content: console.log()\n  path: '*.ts'", "denies `console.log()` in new text of `*.ts`"],
    ["- deny: [git merge, git push]\n  and: {branch: main}", "denies every `git merge` and every `git push` on or to `main`"],
    ["- deny: []\n  command_holds: '\\bTZ='", "denies every command that matches `\\bTZ=`"],
    [
      "- deny: npm test\n  command_lacks: '^TZ='\n  match: npm test",
      "denies every `npm test`, where there is also every command that does not match `^TZ=`",
    ],
    ["- deny: []\n  tool: create_issue\n  input_holds: prod", "denies every call of the tool `create_issue` whose input matches `prod`"],
    ["- deny: []\n  input_lacks: dry\n  match: [{tool: x, input: {}}]", "denies every call of a tool whose input does not match `dry`"],
    ["- require-before: git push\n  run: {tool: Skill, input_holds: review}", "denies every `git push` until `Skill review` has run"],
    ["- require-before: []\n  path: src/**\n  read: itself", "denies changes to `src/**` until the same file was read"],
    ["- deny: []\n  path: '*.go'\n  content_lacks: ^package", "denies whole new text in `*.go` that does not match `^package`"],
  ])("%s", (yaml, words) => {
    const { rules, problems } = compileFile("AGENTS.md", block(yaml));
    expect(problems).toEqual([]);
    expect(rules.map(({ reading }) => reading)).toEqual([words]);
    // The page says all of it in Chinese too.
    expect(readingIn("zh", words).replaceAll(/`[^`]*`/g, "")).not.toMatch(/[a-z]/);
  });

  it.each([
    ["Never run `DROP TABLE` without approval.", "asks before database statements that match `DROP TABLE`"],
    ["Commit messages must be in Chinese.", "wants commit messages in Chinese"],
    ["Ask before creating new files.", "asks before creating new files"],
    ["Always read a file before editing it.", "denies changes to any file until the same file was read"],
    ["Never change files outside the project.", "denies changes to anything outside the project"],
    ["Never use lodash.", "denies adding or importing `lodash`"],
    ["Never create a `wip/` branch.", "denies new branches that begin with `wip/`"],
    ["Ask before adding ESLint disable comments.", "asks before comments that silence a checker, such as `eslint-disable` or `# noqa`"],
  ])("a sentence: %s", (text, words) => {
    expect(compileFile("AGENTS.md", text).rules.map(({ reading }) => reading)).toEqual([words]);
  });

  it.each([
    "Please do not delete tests to make the build pass.",
    "Don't run anything against production (`PROD_DATABASE_URL`).",
    "Do not modify the function `parseRow`.",
    "Never modify `BaseController`.",
  ])("is doubted in Chinese too, on the Chinese page: %s", (text) => {
    const found = compileFile("AGENTS.md", text).rules.flatMap(({ reading, doubts }) => [reading ?? "", ...doubts]);
    expect(found.length).toBeGreaterThan(1);
    for (const each of found)
      expect(readingIn("zh", each).replaceAll(/`[^`]*`|["“][^"”]*["”]/g, "")).not.toMatch(/(?!Codicil)\b[a-z]{3,}/i);
    if (text.includes("tests")) expect(readingIn("zh", found[0] ?? "")).toMatch(/ 或 2 项其他$/);
  });

  it("a policy block is certain and comes from its author", () => {
    const [rule] = compileFile("AGENTS.md", block("- deny: git push --force")).rules;
    expect(rule).toMatchObject({ tier: "certain", source: "block", doubts: [] });
  });
});

describe("the name of a clause", () => {
  const clause = { text: "Never push to `main`.", heading: ["Rules", "Git"] };

  it("stays when only its line or its white space changes", () => {
    expect(clauseHash({ ...clause, text: "Never  push\n to `main`." })).toBe(clauseHash(clause));
    const ids = (text: string) => compileFile("AGENTS.md", text).rules.map((rule) => rule.clause);
    expect(ids("# Git\n\nNever push to `main`.\n")).toEqual(ids("# Git\n\nHello.\n\nNever push to `main`.\n"));
  });

  it("changes with its words, its headings or its lead-in", () => {
    const others = [
      { ...clause, text: "Never push to `dev`." },
      { ...clause, heading: ["Rules", "Examples"] },
      { ...clause, leads: ["Never:"] },
    ];
    for (const other of others) expect(clauseHash(other)).not.toBe(clauseHash(clause));
  });
});
