// The terminal for a person whose locale is Chinese: whole screens, nothing left in English, and English as it was.

import { describe, expect, it } from "vitest";
import { hasTerminal, makeWarmWorld as makeWorld, type Ran, type World } from "../kit.ts";
import { typeAtTerminal } from "../typing.ts";
import { errorAtTerminal } from "../../words/terminal/told.ts";
import { leftInEnglish } from "./inChinese.ts";

const CHINESE = { LANG: "zh_CN.UTF-8" };

const AGENTS = [
  "# 项目约定\n",
  "- 不要直接推送到 main 分支。",
  "- 提交前必须运行 `npm test`。",
  "- 禁止使用 `git push --force`。",
  "- 删除文件前先问我。",
  "- 每个函数不超过五十行，命名要清楚。",
  "- 尽量避免引入 lodash。",
  "- 只有 ops 组可以部署，其他人运行 `make deploy` 前要确认。\n",
].join("\n");
/** Calls as they are, and what the world's file says. */
const WRITTEN = [
  "git push origin main",
  "git push origin some/other-branch",
  "npm install lodash",
  'git commit -m "x"',
  "npm test",
  "--force",
];

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

  it("policy report: states, readings, doubts, why a line is advice, the bar and the hints", () => {
    const world = makeWorld();
    world.write("project/AGENTS.md", AGENTS);
    const both = inBoth(world, ["policy", "report"]);
    isWhole(both, WRITTEN);
    expect(both.zh).toContain(
      "    4  要求       提交前必须运行 `npm test`。\n                  读作    禁止任何 `git commit`，除非 `npm test` 已运行",
    );
    expect(both.zh).toContain("疑点    措辞像建议");
    expect(both.zh).toMatch(/ {2}\d+ 条指令中有 \d+ 条强制执行，\d+ 行待确认\n/);
  });

  it.each([
    ["git push --force"],
    ["git push origin main"],
    ["rm -rf ~"],
    ["rm a.txt"],
    ["make deploy"],
    ["ls"],
    ["echo x > /etc/passwd"],
    ["npm install lodash"],
  ])("policy check -- %s", (command) => {
    const world = makeWorld();
    world.write("project/AGENTS.md", AGENTS);
    const { zh, en } = inBoth(world, ["policy", "check", "--", command]);
    expect(leftInEnglish(zh, WRITTEN)).toEqual([]);
    expect(leftInEnglish(en, WRITTEN)).not.toEqual([]);
    // What cannot be pressed here can be typed.
    expect(zh.includes("codicil policy dismiss")).toBe(en.includes("codicil policy dismiss"));
  });

  it("review: proposals, readings and receipts, as a list and as a walk", async () => {
    const world = makeWorld();
    world.write("project/AGENTS.md", AGENTS);
    world.run([
      "plan",
      "--path",
      "USER.md",
      "--heading",
      "Notes",
      "--op",
      "append",
      "--content",
      "- 来自网页",
      "--origin",
      "web",
      "--session",
      "s1",
    ]);
    expect(leftInEnglish(screen(world.run(["flush", "--session", "s1"], { env: CHINESE })))).toEqual([]);
    const both = inBoth(world, ["review"]);
    isWhole(both, WRITTEN);
    expect(both.zh).toContain("已隔离 第 1 行：来自网络或未知来源，需要审阅");
    if (!hasTerminal) return;
    const { screen: walked } = await typeAtTerminal(
      world,
      ["review"],
      [
        { waitFor: "1/3", type: "a" },
        { waitFor: "2/3", type: "h" },
        { waitFor: "3/3", type: "s" },
      ],
      CHINESE,
    );
    expect(walked).toContain("a 接受 · r 拒绝 · n 拒绝且不再提议 · s 稍后 · u 撤销上一步 · q 退出");
    expect(walked).toContain("已决定 2 项，剩余 1 项");
    expect(leftInEnglish(walked, WRITTEN)).toEqual([]);
  });

  it.each([
    ["reveiw"],
    ["policy reprot"],
    ["show", "rules"],
    ["log", "--oneline"],
    ["log", "-n"],
    ["log", "-n", "x"],
    ["undo"],
    ["undo", "c_99"],
    ["accept", "e_nope"],
    ["install"],
    ["install", "foo"],
    ["install", "claude", "codex"],
    ["explain", "USER.md"],
    ["explain", "USER.md:99"],
    ["policy", "check"],
    ["policy", "confirm", "AGENTS.md:1"],
    ["policy", "confirm", "NOPE.md:5"],
    ["show", "NOPE.md"],
    ["recall"],
    ["recall", "x", "-k", "0"],
    ["doctor", "--fix", "nope"],
    ["memory", "remove", "--file", "memory", "--section", "Nope"],
    ["resolve"],
    ["forget", "x"],
    ["backup", "list"],
    ["unlock"],
    ["session", "show", "77"],
    ["/resume"],
    ["status", "--dry-run"],
    ["config"],
  ])("an error: codicil %s %s", (...words) => {
    const world = makeWorld();
    world.run(["init", "--yes"]);
    world.write("project/AGENTS.md", AGENTS);
    const [zh, en] = [world.run(words, { env: CHINESE }), world.run(words)];
    expect(leftInEnglish(zh.err, WRITTEN)).toEqual([]);
    expect(leftInEnglish(en.err, WRITTEN)).not.toEqual([]);
    expect([zh.code, zh.err.split(" ")[0]]).toEqual([en.code, en.err.split(" ")[0]]);
  });

  it("an error that nobody translated is told by its code, with the original behind it", () => {
    const { message } = errorAtTerminal({ code: "DISK_FULL", message: "ENOSPC: no space left" });
    expect(message).toBe("磁盘已满（ENOSPC: no space left）");
  });

  it("memory add, undo, docs and recall", () => {
    const world = makeWorld();
    world.run(["init", "--yes"]);
    const say = (...words: string[]) => screen(world.run(words, { env: CHINESE }));
    const added = say("memory", "add", "数据库用 SQLite");
    expect(added).toMatch(/^已写入 {4}MEMORY\.md "Notes"[^]*MEMORY\.md：\d+ \/ 2200 字符；小节：Notes\n$/);
    const shown = [added, say("docs"), say("recall", "SQLite"), say("recall", "xyzzy"), say("undo", "last")];
    expect(shown.flatMap((each) => leftInEnglish(each, [/"Notes"/g, /\bNotes\b/g, "SQLite"]))).toEqual([]);
    expect(leftInEnglish(screen(world.run(["docs"])))).not.toEqual([]);
    // A pipe gets the log as programs read it.
    expect(world.run(["log"], { env: CHINESE }).out).toBe(world.run(["log"]).out);
  });

  it("install says what changes and the next step, doctor sums up", () => {
    const world = makeWorld();
    world.run(["init", "--yes"]);
    const installed = world.run(["install", "claude", "--yes"], { env: CHINESE });
    expect(leftInEnglish(screen(installed), ["claude", "shell", "sub-agent", "allowed", "edit", "git status"])).toEqual([]);
    expect(installed.out).toContain("新建 ~/.claude/settings.json（+");
    const checked = world.run(["doctor", "--own"], { env: CHINESE }).out;
    expect(checked).toMatch(/\d+ 个错误，\d+ 个警告，\d+ 个提示；\d+ 个文档（.*），\d+ 行/);
  });

  it("--json is the same in every language", () => {
    const world = makeWorld();
    world.write("project/AGENTS.md", AGENTS);
    for (const words of [["policy", "report"], ["policy", "check", "--", "git push --force"], ["overview"]]) {
      const { zh, en } = inBoth(world, [...words, "--json"]);
      expect(zh).toBe(en);
    }
  });

  it("LC_ALL is stronger than LC_MESSAGES, and that than LANG; a language without texts of its own gets English", () => {
    const world = makeWorld();
    const help = (env: Record<string, string>) => world.run(["help"], { env }).out;
    const english = help({});
    for (const env of [
      { LANG: "C" },
      { LANG: "zh_CN.GBK" },
      { LC_ALL: "zh_CN.gb18030" },
      { LANG: "de_DE.UTF-8" },
      { ...CHINESE, LC_ALL: "en_US.UTF-8" },
      { ...CHINESE, LC_MESSAGES: "C" },
    ])
      expect(help(env)).toBe(english);
    for (const env of [
      { LANG: "C", LC_ALL: "zh_TW" },
      { LANG: "en_US", LC_MESSAGES: "zh_CN.UTF-8" },
    ])
      expect(help(env)).not.toBe(english);
  });
});
