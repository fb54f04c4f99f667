// The table of the terminal's Chinese and the code that asks for it: neither has what the other lacks.

import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { COMMANDS, GLOBAL_OPTIONS } from "../../src/cli/index.ts";
import { SCREENS } from "../../words/terminal.ts";
import { FAILURES } from "../../words/terminal/failures.ts";
import { MACHINE_FAILURES } from "../../words/terminal/machineFailures.ts";
import { MIND_FAILURES } from "../../words/terminal/mindFailures.ts";
import { errorAtTerminal } from "../../words/terminal/told.ts";

const read = (pattern: string) =>
  globSync(pattern, { exclude: ["src/cli/terminal/translated.ts"] }).map((file) => readFileSync(file, "utf8").replaceAll("\\`", "ˋ"));
const code = read("src/cli/**/*.ts");

/** words`…` and words.counted(n, "…"): an expression within may have templates of its own. */
function askedFor(text: string): string[] {
  const found: string[] = [];
  for (const { index } of text.matchAll(/(?<!`)\bwords`/g)) {
    let [key, depth, at] = ["", 0, index + "words`".length];
    for (; at < text.length && !(depth === 0 && text[at] === "`"); at++) {
      const opens = depth === 0 ? text.startsWith("${", at) : text[at] === "{";
      if (opens) {
        if (depth++ === 0) [key, at] = [`${key}{}`, at + 1];
      } else if (depth > 0 && text[at] === "}") depth--;
      else if (depth === 0) key += text[at];
    }
    found.push(key.replaceAll("ˋ", "`"));
  }
  for (const [, one = "", many = `${one}s`] of text.matchAll(/words\.counted\((?:[^"`(),]|\([^()]*\))*, "([^"]+)"(?:, "([^"]+)")?\)/g))
    found.push(`{} ${many}`);
  return found;
}

/** What help says of every command and option. */
const help = [
  ...COMMANDS.flatMap(({ group, summary, notes = "", options = {} }) => [
    group,
    summary,
    notes,
    ...Object.values(options).map((option) => option.help),
  ]),
  ...Object.values(GLOBAL_OPTIONS).map((option) => option.help),
].filter((text) => text !== "");

describe("the table of words", () => {
  const asked = new Set([...code.flatMap(askedFor), ...help]);

  it("has the Chinese of everything that the code asks for", () => {
    expect([...asked].filter((key) => SCREENS[key] === undefined)).toEqual([]);
    expect(asked.size).toBeGreaterThan(20);
  });

  it("has nothing that the code does not say", () => {
    // What is counted may have its name from a room below: "{} blocked".
    const all = read("src/**/*.ts").join("\n");
    const isSaid = (key: string) => asked.has(key) || all.includes(JSON.stringify(key.replace(/^\{\} /, "")).slice(1, -1));
    expect(Object.keys(SCREENS).filter((key) => !isSaid(key))).toEqual([]);
    expect(isSaid("a text that no room of the house says")).toBe(false);
  });

  it("has no failure that the code does not tell, and tells each in Chinese", () => {
    const all = read("src/**/*.ts")
      .join("\n")
      .replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, "{}")
      .replaceAll("ˋ", "`")
      .replaceAll(/" \+\s+"/g, "")
      .replaceAll('\\"', '"');
    const isTold = (english: string) => all.includes(english);
    const failures = [...FAILURES, ...MACHINE_FAILURES, ...MIND_FAILURES];
    expect(failures.map(([english]) => english).filter((english) => !isTold(english))).toEqual([]);
    expect(isTold("a failure that no room of the house tells")).toBe(false);
    const said = failures.map(
      ([english]) => errorAtTerminal({ code: "UNKNOWN", message: "", hint: english.replaceAll(/\{\d?\}/g, "A1") }).hint ?? "",
    );
    expect(said.filter((chinese) => !/\p{Script=Han}/u.test(chinese))).toEqual([]);
  });

  it("keeps every value", () => {
    const slots = (text: string) => [...text.matchAll(/\{(\d?)\}/g)];
    const isWrong = ([english, chinese]: readonly [string, string]) => {
      const [wanted, given] = [slots(english).length, slots(chinese).map(([, nth]) => nth)];
      return given.includes("")
        ? given.length !== wanted || new Set(given).size > 1
        : given.toSorted().join("") !== "123456".slice(0, wanted);
    };
    expect(Object.entries(SCREENS).filter(isWrong)).toEqual([]);
  });

  it("negative control: a text without Chinese is seen", () => {
    expect(askedFor('say(words`${n} of ${words.counted(m, "box", "boxes")} are open`)')).toEqual(["{} of {} are open", "{} boxes"]);
  });
});
