// Where a line's meaning comes from: headings, lead-ins, lists, code blocks, tables; and what is no line of rules at all.

import { describe, expect, it } from "vitest";
import { compileFile } from "../../src/policy/index.ts";
import { verdictOn } from "./compileKit.ts";

const edit = (path: string) => ({ tool: "edit", path });

describe("a line is read with what is around it", () => {
  it.each([
    "Never",
    "Don't",
    "Prohibited",
    "Anti-patterns",
    "Forbidden",
    "Off limits",
    "Red lines",
    "What agents must never do",
    "禁止",
    "红线",
    "不要做",
  ])("under «%s» an imperative is a prohibition", (heading) => {
    const text = `## ${heading}\n\n- Run \`make wipe\`\n- Write long functions\n`;
    expect(verdictOn(text, "make wipe")).toBe("deny");
    expect(verdictOn(text, "make build")).toBe("pass");
  });

  it("under «Never», «Use npm or yarn» forbids them", () => {
    const text = "## Never\n\n- Use npm or yarn\n";
    expect(verdictOn(text, "npm install")).toBe("deny");
    expect(verdictOn(text, "yarn add x")).toBe("deny");
    expect(verdictOn(text, "pnpm install")).toBe("pass");
  });

  it.each(["You may", "Allowed", "可以放手去做"])("under «%s» nothing is held", (heading) => {
    expect(verdictOn(`## ${heading}\n\n- Push to \`main\`\n- Delete \`tmp/\`\n`, "git push origin main")).toBe("pass");
  });

  it.each(["Ask first", "Needs approval", "需要先问我", "先问再做"])("under «%s» a person is asked", (heading) => {
    expect(verdictOn(`## ${heading}\n\n- Any edit to \`mkdocs.yml\`\n- \`make release\`\n`, "make release")).toBe("ask");
  });

  it("a heading reaches through its subsections, and the next heading ends it", () => {
    const text = "## Never\n\n### Git\n\n- Push to `main`\n\n## Usual\n\n- Run `make wipe`\n";
    expect(verdictOn(text, "git push origin main")).toBe("deny");
    expect(verdictOn(text, "make wipe")).toBe("pass");
  });

  it("a lead-in governs the list and the code block below it", () => {
    expect(verdictOn("Never edit:\n\n- `legal/`\n- `brand/`\n", edit("brand/a.svg"))).toBe("deny");
    expect(verdictOn("You must not run:\n\n```sh\nhelm uninstall\n```\n", "helm uninstall a")).toBe("deny");
    expect(verdictOn("Before committing, run:\n\n```sh\nmake fmt && make lint\n```\n", "git commit -m x")).toBe("deny");
  });

  it("a nested list has its parent's lead-in", () => {
    const text = "- Agents must never:\n  - run `make wipe`\n  - edit `legal/`\n- Tests are in `test/`\n";
    expect(verdictOn(text, "make wipe")).toBe("deny");
    expect(verdictOn(text, edit("legal/a.md"))).toBe("deny");
    expect(verdictOn(text, edit("test/a.ts"))).toBe("pass");
  });

  it("a lead-in that says it all is a rule of its own and forbids nothing below", () => {
    const text = "Never push to `main`:\n\n- Make a branch with `git switch -c x`\n- Push it with `git push origin x`\n";
    expect(verdictOn(text, "git push origin main")).toBe("deny");
    expect(verdictOn(text, "git switch -c x")).toBe("pass");
    expect(verdictOn(text, "git push origin x")).toBe("pass");
  });

  it("a table's header gives its cells their meaning", () => {
    expect(verdictOn("| Instead of | Use |\n|---|---|\n| `npm` | `pnpm` |\n", "npm install")).toBe("rewrite");
    expect(verdictOn("| Command | Policy |\n|---|---|\n| `git push` | ask first |\n| `git pull` | free |\n", "git push")).toBe("ask");
    expect(verdictOn("| Command | What it does |\n|---|---|\n| `make nuke` | removes everything |\n", "make nuke")).toBe("pass");
  });

  it("a bold label governs its line, and so does a forbidding sign", () => {
    expect(verdictOn("- **Never:** edit `vendor/`\n", edit("vendor/a.js"))).toBe("deny");
    expect(verdictOn("- ⚠️ **Ask first:** changes in `infra/`\n", edit("infra/a.tf"))).toBe("ask");
    expect(verdictOn("- 🚫 `git push --force`\n", "git push -f")).toBe("deny");
  });
});

describe("what is not read for rules", () => {
  it("code blocks, comments and front matter hold nothing", () => {
    const text = "---\nnote: never push\n---\n\n<!-- Never run `make a`. -->\n\n```\nNever run `make a`.\n```\n\nPlain words.\n";
    const file = compileFile("AGENTS.md", text);
    expect(file.rules).toEqual([]);
    expect(file.clauses.map((clause) => clause.text)).toEqual(["Plain words."]);
  });

  it("quoted words, questions and descriptions hold nothing", () => {
    expect(verdictOn('Bad reviews just say "do not push this".', "git push")).toBe("pass");
    expect(verdictOn("- *May I delete a page?* Yes, with a redirect.", { tool: "delete", path: "docs/a.md" })).toBe("pass");
    expect(verdictOn("`git push` triggers the pipeline, never a deploy.", "git push")).toBe("pass");
  });

  it("a rule's words in a message, a pattern or a comment of a call are no violation", () => {
    const text = "Never force-push. Never run `make wipe`.";
    for (const command of [
      'git commit -m "never push --force, never make wipe"',
      "grep -rn 'make wipe' docs",
      "echo make wipe # git push --force",
    ])
      expect([command, verdictOn(text, command)]).toEqual([command, "pass"]);
  });
});

describe("every clause ends in one state, with its line and its reason", () => {
  const text = [
    "# Rules",
    "",
    "- Never edit `vendor/`.",
    "- Ask before you run `make deploy`.",
    "- Use `pnpm`, not `npm`.",
    "- Run `make lint` before committing.",
    "- At most one emoji per reply.",
    "- Do not use `mut`.",
    "- Prefer small functions.",
    "",
    "Some text. Never run `make wipe`.",
    "",
  ].join("\n");
  const file = compileFile("AGENTS.md", text);

  it("gated, asked, rewritten, ordered, limited, advice", () => {
    expect(file.clauses.map((clause) => [clause.line, clause.state])).toEqual([
      [3, "gated"],
      [4, "asked"],
      [5, "rewritten"],
      [6, "ordered"],
      [7, "limited"],
      [8, "advice"],
      [9, "advice"],
      [11, "gated"],
    ]);
  });

  it.each([
    ["Keep PRs under 400 lines.", "no tool signal"],
    ["Squash before merging.", "no tool signal"],
    ["Secrets go in Doppler, not in the repo.", "no tool signal"],
    ["Limit yourself to 3 files per change.", "no tool signal"],
    ["After changing native code run `pod install`.", "use not understood"],
    ["`fastlane` is for CI only.", "use not understood"],
    ["All migrations must be generated with `python manage.py makemigrations`, never hand-written.", "use not understood"],
  ])("an instruction without a force is advice with its true reason: %s", (said, why) => {
    expect(compileFile("AGENTS.md", said).clauses).toMatchObject([{ state: "advice", directive: true, why }]);
  });

  it.each(["The backend is written in Go.", "When the tests run `make x` is called.", "The app belongs to the platform team."])(
    "what only tells is no instruction: %s",
    (said) => {
      expect(compileFile("AGENTS.md", said).clauses.filter(({ directive }) => directive)).toEqual([]);
    },
  );

  it("advice has one of the six reasons", () => {
    expect(["no tool signal", "target not named", "needs judgement", "outside state", "code style", "use not understood"]).toContain(
      file.clauses.find((clause) => clause.state === "advice")?.why,
    );
  });

  it("a held clause names its rules, and each rule its file, line and text", () => {
    const [rule] = file.rules;
    expect(rule).toMatchObject({ file: "AGENTS.md", line: 3, text: "Never edit `vendor/`.", effect: "deny" });
    expect(file.clauses[0]?.rules).toEqual([rule?.id]);
  });
});
