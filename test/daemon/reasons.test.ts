// What the page says in Chinese of reasons, readings and errors: nothing of Codicil's own English is left.

import { describe, expect, it } from "vitest";
import { ERRORS } from "../../src/base/index.ts";
import { compileFile, judge } from "../../src/policy/index.ts";
import { builtInWords } from "../../words/reasons/builtIn.ts";
import { errorIn, readingIn, reasonIn } from "../../words/reasons/say.ts";
import { PROJECT, worldOf } from "../analysis/analysisWorld.ts";
import { documentOf, readRows } from "../policy/compileKit.ts";
import { globSync, readFileSync } from "node:fs";

const world = worldOf();
const isChinese = (text: string) => /\p{Script=Han}/u.test(text);

const judged = (command: string) =>
  judge({ policy: null, call: { tool: "shell", command }, world, history: [], session: "main", mode: "off" });

const commands = readFileSync(new URL("../corpora/gate.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => (JSON.parse(line) as { cmd: string }).cmd);

describe("reasons in Chinese", () => {
  const stopped = commands.map(judged).filter(({ reason }) => reason !== "");

  it("every reason of the gate's corpus is Chinese, and nine in ten are told in their own words", () => {
    const said = stopped.map(({ reason, rules }) => reasonIn("zh", reason, rules));
    expect(said.filter((text) => !isChinese(text))).toEqual([]);
    expect(said.filter((text) => !text.startsWith("内置规则")).length / said.length).toBeGreaterThan(0.9);
    expect(stopped.length).toBeGreaterThan(400);
  });

  it("every built-in rule that stopped something has its row, with the same names in both languages", () => {
    const ids = new Set(stopped.flatMap(({ rules }) => rules.map(({ id }) => id.replace("builtin:", ""))));
    expect([...ids].filter((id) => builtInWords.en[id] === undefined)).toEqual([]);
    expect(Object.keys(builtInWords.zh)).toEqual(Object.keys(builtInWords.en));
  });

  it("an example of a built-in rule is stopped by that rule", () => {
    const wrong = Object.entries(builtInWords.en).filter(([id, { example }]) => {
      if (example === undefined || !id.startsWith("red:")) return false;
      return !judged(example).rules.some((rule) => rule.id === `builtin:${id}`);
    });
    expect(wrong.map(([id]) => id)).toEqual([]);
  });

  it("a rule's own refusal keeps the file's words and says the rest in Chinese", () => {
    const reason =
      "Forbidden here: “Never push to main.” Codicil reads AGENTS.md:3 as: denies every `git push` on or to `main`. " +
      "If the line does not mean that, a person can run: codicil policy dismiss AGENTS.md:3 " +
      "A person may allow it once with: codicil allow 0123456789abcdef";
    const said = reasonIn("zh", reason);
    expect(said).toContain("“Never push to main.”");
    expect(said).toContain("禁止任何 `git push`，分支 `main`");
    expect(said).not.toMatch(/Forbidden|reads|denies|person|allow/);
    // What an agent should do is not told to a person, in either language.
    expect(reasonIn("en", reason)).toBe(
      "Forbidden here: “Never push to main.” Codicil reads AGENTS.md:3 as: denies every `git push` on or to `main`.",
    );
  });

  it("every doubt that the rules' code spells out has its Chinese", () => {
    const spelled = globSync("src/policy/{acts,forms,clause}/*.ts").flatMap((file) =>
      [
        ...readFileSync(file, "utf8").matchAll(/"((?:which|what|that|how|where) [^"]+ (?:is a guess|is not said|was not understood))"/g),
      ].map(([, doubt = ""]) => doubt),
    );
    expect(spelled.length).toBeGreaterThan(40);
    expect(spelled.filter((doubt) => !isChinese(readingIn("zh", doubt)))).toEqual([]);
  });

  it("a guess is told as one, in both languages", () => {
    expect(readingIn("en", "which files are meant is a guess")).toBe("Codicil guesses which files are meant");
    expect(readingIn("zh", "what it is done to is a guess")).toBe("Codicil 推测：对什么操作");
  });

  it("readings and doubts of the rules' corpus are Chinese, all but one in a hundred", () => {
    const said = readRows("rules-own").flatMap((row) =>
      [compileFile(`${PROJECT}/AGENTS.md`, documentOf(row))].flatMap(({ clauses, rules }) => [
        ...clauses.map(({ why }) => why),
        ...rules.flatMap(({ reading, doubts }) => [reading, ...doubts]),
      ]),
    );
    expect(said.filter((text) => !isChinese(readingIn("zh", text))).length / said.length).toBeLessThan(0.01);
    expect(said.length).toBeGreaterThan(300);
  });

  it("an error is told by its sentence or by its code", () => {
    expect(errorIn("zh", { code: "STALE", message: "the question has expired", hint: "Let the agent try again." })).toBe(
      "这个问题已过期。请让代理再试一次。",
    );
    expect(errorIn("zh", { code: "DISK_FULL", message: "ENOSPC" })).toBe("磁盘已满。");
    const withoutWords = Object.keys(ERRORS).filter((code) => !isChinese(errorIn("zh", { code, message: "something else" })));
    expect(withoutWords).toEqual([]);
  });

  it("what nobody knows how to say stays as it is", () => {
    expect(reasonIn("zh", "Something that no part of Codicil says.")).toBe("Something that no part of Codicil says.");
    expect(readingIn("zh", "denies sunshine")).toBe("denies sunshine");
  });
});
