// How sentences are read: certain where the grammar understood every word, proposed where it has a doubt, advice where it
// has no reading. The sentences were misread by an earlier compiler, which took any negation near a command for a ban.

import { describe, expect, it } from "vitest";
import { asIfConfirmed, combine, compileFile } from "../../src/policy/index.ts";
import { PROJECT } from "../analysis/analysisWorld.ts";
import { judgeRow, type RowCall } from "./compileKit.ts";

const rulesOf = (text: string) => compileFile(`${PROJECT}/AGENTS.md`, text).rules;
const tiers = (text: string) => rulesOf(text).map((rule) => `${rule.tier} ${rule.effect}`);
const call = (given: string | RowCall): RowCall => (typeof given === "string" ? { tool: "shell", command: given } : given);
const edit = (path: string): RowCall => ({ tool: "edit", path });

/** With every reading, certain and proposed, enforced. */
function stops(text: string, given: string | RowCall): boolean {
  return judgeRow(asIfConfirmed(combine([compileFile(`${PROJECT}/AGENTS.md`, text)])), call(given)).length > 0;
}

function stopsForCertain(text: string, given: string | RowCall): boolean {
  return judgeRow(combine([compileFile(`${PROJECT}/AGENTS.md`, text)]), call(given)).length > 0;
}

describe("sentences that stop nothing, not even as a proposal", () => {
  it.each<[string, string | RowCall]>([
    ["Do not run git add, commit, push in parallel.", "git push"],
    ["Do not run git add, commit, push in parallel.", "git commit -m x"],
    ["Note: `npm run check` does not run tests.", "npm run check"],
    ["Conventional Commit prefixes such as `feat:` are not required.", "git commit -m 'update parser'"],
    ["For small fixes do not ask for approval.", "git commit -m x"],
    ["If gofumpt is not available, use goimports.", "gofumpt -w ."],
    ["If `gofumpt` is not available, use `goimports`.", "gofumpt -w ."],
    ["不要求直接修改 `docs/a.md`。", edit("docs/a.md")],
    ["You must not skip `npm test`.", "npm test"],
    ["Never leave `npm run lint` failing.", "npm run lint"],
    ["~~Never run `make deploy`.~~", "make deploy"],
    ["| Type | Use |\n|---|---|\n| `feat` | a new feature |\n| `fix` | a repaired fault |\n", "git commit -m 'docs: x'"],
    ["`include/secrets.h` holds the keys of the board; it is private, never commit.", "git commit -m x"],
    ["PR titles must follow Conventional Commits.", "git commit -m 'update parser'"],
    ["Never commit half-finished work.", "git commit -m x"],
    ["`kubectl apply` requires approval; `kubectl get` does not.", "kubectl get pods"],
    ["Never run the tests of two modules in parallel with `mvn verify`.", "mvn verify"],
    ["You may run `make deploy`.", "make deploy"],
    ["Never use emojis in code.", { tool: "reply", content: "👍" }],
    ["Is it fine to never run `make deploy`?", "make deploy"],
    ["`a.txt` is not read by `make deploy`.", "make deploy"],
    ["无需运行 `make deploy`。", "make deploy"],
    ["`make deploy` 不会运行测试。", "make deploy"],
    ["不必执行 `make lint`。", "make lint"],
  ])("%s", (text, given) => {
    expect(stops(text, given)).toBe(false);
  });

  it("negative control: the same words as a plain prohibition do stop", () => {
    expect(stops("Never run `make deploy`.", "make deploy")).toBe(true);
    expect(stops("不要执行 `make deploy`。", "make deploy")).toBe(true);
  });
});

describe("sentences that are certain", () => {
  it.each<[string, string, string | RowCall, string | RowCall]>([
    ["Never modify `*.generated.ts`.", "certain deny", edit("src/a.generated.ts"), edit("src/a.ts")],
    ["**Git**: never force-push to `main`.", "certain deny", "git push --force origin main", "git push origin main"],
    ["NEVER push directly to the master branch", "certain deny", "git push origin master", "git push origin topic"],
    ["Do not edit `vendor/` by hand.", "certain deny", edit("vendor/a.js"), { tool: "read", path: "vendor/a.js" }],
    ["Never `git push` without explicit instruction.", "certain ask", "git push", "git status"],
    ["Agents MUST NOT run `make sweep` unless the user explicitly requests it.", "certain ask", "make sweep", "make lint"],
    ["Never push automatically.", "certain ask", "git push", "git pull"],
    ["`dist/` must never be committed.", "certain deny", "git add dist/a.js", "git add src/a.js"],
    ["Ask before running `make release`.", "certain ask", "make release", "make lint"],
    ["Never run git push --force.", "certain deny", "git push --force", "git push"],
    ["禁止 git push --force", "certain deny", "git push --force", "git push"],
    ["禁止执行 git reset --hard", "certain deny", "git reset --hard HEAD~1", "git reset a.txt"],
    ["Never docker compose down -v", "certain deny", "docker compose down -v", "docker compose down"],
    ["Never force-push -- it breaks the mirrors", "certain deny", "git push --force", "git push"],
    ["Never run make deploy", "certain deny", "make deploy", "vercel deploy"],
    ["Do not run aws s3 rm", "certain deny", "aws s3 rm s3://a", "rm -f a.txt"],
    ["Run go vet ./... before every commit.", "certain require-before", "git commit -m x", "go build"],
    [
      "Run make lint and make test before each commit",
      "certain require-before",
      "make lint && git commit -m x",
      "make lint && make test && git commit -m x",
    ],
    ["No commits without my ok", "certain ask", "git commit -m x", "git status"],
    ["Never edit src/gen.", "certain deny", edit("src/gen/a.ts"), edit("src/a.ts")],
    ["Never run `make sweep`. Ask first.", "certain ask", "make sweep", "make lint"],
    ["Never run make sweep - ask me first", "certain ask", "make sweep", "make lint"],
    ["Never edit `vendor/`. If you must, ask before changing it.", "certain ask", edit("vendor/a.js"), edit("src/a.js")],
    ["不要删除 `data/`。如需删除,先征得我的同意。", "certain ask", { tool: "delete", path: "data/a" }, edit("data/a")],
    ["Never edit `vendor/`. If unsure, ask.", "certain deny", edit("vendor/a.js"), edit("src/a.js")],
    ["Never skip hooks (`--no-verify`).", "certain deny", "git commit --no-verify -m x", "git commit -m x"],
    ["Use `pnpm`, not `npm`.", "certain rewrite", "npm install", "pnpm install"],
    ["Use `./script/clippy` instead of `cargo clippy`.", "certain rewrite", "cargo clippy", "cargo test"],
    ["Never push directly to `upstream`.", "certain deny", "git push upstream topic", "git push origin topic"],
    ["Always use pnpm.", "certain rewrite", "yarn add zod", "pnpm add zod"],
    ["Run `make lint` before committing.", "certain require-before", "git commit -m x", "git status"],
    ["Never commit without running `make lint`.", "certain require-before", "git commit -m x", "make lint"],
    ["Never edit `config/` except `config/local.yml`.", "certain deny", edit("config/app.yml"), edit("config/local.yml")],
    ["Follow Conventional Commits.", "certain limit", "git commit -m 'Updated things'", "git commit -m 'fix: things'"],
    [
      "Never add AI attribution to commit messages.",
      "certain deny",
      "git commit -m 'fix: x' -m 'Co-Authored-By: Claude <a@b.c>'",
      "git commit -m 'fix: x'",
    ],
    ["Do not use emoji in replies.", "certain limit", { tool: "reply", content: "👍" }, { tool: "reply", content: "ok" }],
    ["At most one emoji per reply.", "certain limit", { tool: "reply", content: "👍👍" }, { tool: "reply", content: "👍" }],
    ["禁止修改 `legacy/` 下的文件。", "certain deny", edit("legacy/a.js"), edit("src/a.js")],
    ["未经用户确认，不得执行 `make deploy`。", "certain ask", "make deploy", "make lint"],
    ["Don't install global packages.", "certain deny", "npm install -g left-pad", "npm install left-pad"],
    ["Never run `terraform apply`; only `terraform plan`.", "certain deny", "terraform apply", "terraform plan"],
    ["Never amend commits. Only amend if the user explicitly says so.", "certain ask", "git commit --amend -m x", "git commit -m x"],
    ["Only the user may run `make deploy`.", "certain ask", "make deploy", "make lint"],
    ["`make release` is run by maintainers only.", "certain ask", "make release", "make lint"],
    ["Database migrations need my approval.", "certain ask", "npx prisma migrate deploy", "npx prisma generate"],
    ["改动 `schema.prisma` 之前要先跟我说。", "certain ask", edit("schema.prisma"), edit("src/a.ts")],
    ["不要擅自提交。", "certain ask", "git commit -m x", "git status"],
    ["提交前必须运行 `make lint`。", "certain require-before", "git commit -m x", "git status"],
    ["使用 `pnpm`，不要使用 `npm`。", "certain rewrite", "npm install", "pnpm install"],
    ["`MEMORY.md` 禁止删除。", "certain deny", { tool: "delete", path: "MEMORY.md" }, edit("MEMORY.md")],
    ["每条回复最多一个 emoji。", "certain limit", { tool: "reply", content: "👍👍" }, { tool: "reply", content: "👍" }],
  ])("%s", (text, tier, stopped, passes) => {
    expect(tiers(text)).toEqual([tier]);
    expect([stopsForCertain(text, stopped), stopsForCertain(text, passes)]).toEqual([true, false]);
  });
});

describe("what keeps a reading from being certain", () => {
  it.each([
    ["an unknown word", "Never run `make deploy` on Fridays."],
    ["a pronoun", "`make deploy` costs an hour. Never run it."],
    ["a condition", "Do not run `make deploy` when the tests are red."],
    ["a weaker word", "Avoid running `make deploy`."],
    ['"or" between needs', "Run `make style` or `make fix` before opening a PR."],
    ["a sign instead of a word", "- 🚫 `make deploy`"],
    ["an exception in a later sentence", "Never run `make deploy`. Only release managers do."],
    ["a use of it in a later sentence", "Never run `make deploy`, only `make deploy` with `--dry-run`."],
    ["a need that names no command", "Always run the linter before committing."],
    ["a need that names no command, in a ban", "Never push without running the tests first."],
    ["a part of a file", "版本号由工具管，不要手动改 package.json 的 scripts。"],
    ["a word of code without backticks", "Never use eslint-disable comments."],
    ["TypeScript's any in Chinese", "禁止使用 any。"],
    ["a flag of some program", "Never use `--all`."],
    ["emoji, but not where", "No emoji; use icons."],
  ])("%s", (_what, text) => {
    const rules = rulesOf(text);
    expect(rules.length).toBeGreaterThan(0);
    for (const rule of rules) expect([rule.tier, rule.doubts.length > 0]).toEqual(["proposed", true]);
  });

  it("a label before the force may be any words", () => {
    expect(tiers("**Quarterly blue stuff:** never run `make deploy`.")).toEqual(["certain deny"]);
  });

  it("a certain reading has no doubts and says in plain words what it does", () => {
    expect(rulesOf("Never commit.").map(({ tier, doubts, reading }) => ({ tier, doubts, reading }))).toEqual([
      { tier: "certain", doubts: [], reading: "denies every `git commit`" },
    ]);
  });
});

describe("what is said behind a ban on something that nobody knows is no part of it", () => {
  it.each(["Don't use frobnicate, use dayjs.", "不要用 frobnicate,用 dayjs"])("%s", (text) => {
    expect(rulesOf(text)).toEqual([]);
  });

  it("but a known library is banned, and the other is not", () => {
    expect(rulesOf("别用 axios，改用 dayjs").map(({ reading }) => reading)).toEqual(["denies adding or importing `axios`"]);
  });
});

describe("kinds of files and code", () => {
  it("tests are tests in any folder", () => {
    const [rule] = rulesOf("No `unwrap()` outside tests.");
    expect(JSON.stringify(rule?.exception)).toContain("**/tests/");
  });

  it("a style that is a name is no inline style", () => {
    const text = "No inline styles.";
    const write = (content: string): RowCall => ({ tool: "write", path: "src/a.tsx", content });
    expect([stops(text, write("<View style={{ margin: 4 }}>")), stops(text, write("<View style={styles.box}>"))]).toEqual([true, false]);
  });
});

describe("examples of a reading are calls as people write them", () => {
  it.each([
    ["Do not `rm -rf node_modules`.", "rm -rf node_modules", 'grep -rn "rm -rf node_modules" docs'],
    ["Never run `docker compose down -v`.", "docker compose down -v", "docker compose down"],
    ["Never run `terraform apply`.", "terraform apply", "terraform --version"],
  ])("%s", (text, stopped, passes) => {
    expect(rulesOf(text).map(({ examples }) => [examples.stopped.call, examples.passes.call])).toEqual([
      [
        { tool: "shell", command: stopped },
        { tool: "shell", command: passes },
      ],
    ]);
  });

  it("a pattern of file names becomes a name", () => {
    expect(rulesOf("Never edit `.env*`.").map(({ examples }) => examples.stopped.call)).toEqual([{ tool: "edit", path: ".env" }]);
  });
});

describe("sessions", () => {
  it("a rule for shared sessions holds there alone", () => {
    const text = "In shared sessions never run `make deploy`.";
    expect(tiers(text)).toEqual(["certain deny"]);
    expect([stops(text, { tool: "shell", command: "make deploy", session: "shared" }), stops(text, "make deploy")]).toEqual([true, false]);
  });

  it.each([
    "- 共享上下文禁用 MEMORY.md",
    "- 共享上下文禁止加载 MEMORY.md",
    "- Never load `MEMORY.md` in shared sessions",
    "## Shared sessions\n\n- Never load `MEMORY.md`\n",
  ])("OR-12 %s", (text) => {
    const load = (session: "main" | "shared"): RowCall => ({ tool: "load", document: "MEMORY.md", session });
    expect([stopsForCertain(text, load("shared")), stopsForCertain(text, load("main")), stopsForCertain(text, edit("MEMORY.md"))]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe("lists inherit what their heading or lead says", () => {
  it.each<[string, string | RowCall, string]>([
    ["## Never\n\n- Run `make wipe`\n", "make wipe", "deny"],
    ["## Ask first\n\n- `make release`\n", "make release", "ask"],
    ["**Protected — never delete:**\n\n- `README.md`\n", { tool: "delete", path: "README.md" }, "deny"],
    ["## 禁止\n\n- `git add .`\n", "git add .", "deny"],
    ["Before committing, run:\n\n```sh\nmake fmt\n```\n", "git commit -m x", "require-before"],
  ])("%s", (text, given, effect) => {
    expect([stops(text, given), rulesOf(text)[0]?.effect]).toEqual([true, effect]);
  });

  it("a heading that is not understood gives nothing", () => {
    expect(rulesOf("## Why we never liked this\n\n- Run `make wipe`\n")).toEqual([]);
  });
});

describe("a plain line that asks first", () => {
  it.each(["Ask before `git push`.", "Ask me before `git push`.", "Ask before running `git push`."])("%s is certain", (text) => {
    expect(tiers(text)).toEqual(["certain ask"]);
    expect([stopsForCertain(text, "git push origin main"), stopsForCertain(text, "git status")]).toEqual([true, false]);
  });
});
