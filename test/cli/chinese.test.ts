// The terminal for a person whose locale is Chinese: whole screens, nothing left in English, and English as it was.

import { describe, expect, it } from "vitest";
import { makeWarmWorld as makeWorld, type Ran, type World } from "../kit.ts";
import { leftInEnglish } from "./inChinese.ts";

const CHINESE = { LANG: "zh_CN.UTF-8" };

const screen = ({ out, err }: Ran) => `${out}${err}`;

/** The same command in both languages. */
function inBoth(world: World, args: readonly string[]): { readonly zh: string; readonly en: string } {
  return { zh: screen(world.run(args, { env: CHINESE })), en: screen(world.run(args)) };
}

/** Nothing of it is English, and the check is one that sees English. */
function isWhole({ zh, en }: ReturnType<typeof inBoth>, names: readonly string[] = []): void {
  expect(leftInEnglish(zh, names)).toEqual([]);
  expect(leftInEnglish(en, names)).not.toEqual([]);
}

describe("a Chinese terminal", () => {
  it("bare codicil says where you stand, on an empty machine and where there is something to do", () => {
    const world = makeWorld();
    isWhole(inBoth(world, ["overview"]));
    world.run(["init", "--yes"]);
    world.write("project/AGENTS.md", "- 不要直接推送到 main 分支。\n- 代码要简洁。\n");
    const both = inBoth(world, ["overview"]);
    isWhole(both);
    expect(both.zh).toContain("强制执行");
    expect(both.zh).toContain("codicil policy report    查看 AGENTS.md 里哪些行被强制执行");
  });

  it("codicil help", () => {
    const both = inBoth(makeWorld(), ["help"]);
    isWhole(both, ["Claude Code", "Codex", "Gemini CLI", "Cursor", "session"]);
    expect(both.zh).toContain("  codicil recall QUERY     搜索记忆和会话\n");
  });

  it("codicil init", () => {
    isWhole({ zh: screen(makeWorld().run(["init", "--yes"], { env: CHINESE })), en: screen(makeWorld().run(["init", "--yes"])) });
  });

  it("LC_ALL is stronger than LC_MESSAGES, and that than LANG; a language without texts of its own gets English", () => {
    const world = makeWorld();
    const help = (env: Record<string, string>) => world.run(["help"], { env }).out;
    const english = help({});
    for (const env of [{ LANG: "C" }, { LANG: "de_DE.UTF-8" }, { ...CHINESE, LC_ALL: "en_US.UTF-8" }, { ...CHINESE, LC_MESSAGES: "C" }])
      expect(help(env)).toBe(english);
    for (const env of [
      { LANG: "C", LC_ALL: "zh_TW" },
      { LANG: "en_US", LC_MESSAGES: "zh_CN.UTF-8" },
    ])
      expect(help(env)).not.toBe(english);
  });
});
