// What the tables of the room say: roles, who sees what, when the bank is read and how far.

import { describe, expect, it } from "vitest";
import {
  budgetOf,
  commitPolicyFor,
  DIRECT_READS,
  type DocumentRef,
  escalationOf,
  intentOf,
  isPrivate,
  isVisible,
  mayRead,
  wantsBank,
} from "../../src/knowledge/index.ts";
import { DEFAULT_CONFIG, ROLES } from "../../src/schema/index.ts";

describe("roles", () => {
  it("AK-07 X8 each has its budget, unless config.yaml says another", () => {
    expect(ROLES.map((role) => [role, budgetOf(role, DEFAULT_CONFIG)])).toEqual([
      ["soul", 2000],
      ["user", 1400],
      ["memory", 2200],
      ["daily", 1000],
      ["agents", null],
      ["project-memory", 12_000],
    ]);
    expect([budgetOf(null, DEFAULT_CONFIG), budgetOf("soul", { ...DEFAULT_CONFIG, budgets: { soul: 5 } })]).toEqual([null, 5]);
  });

  it("OR-22 X14 the person's profile, notes and days are private, and what has no role in the home; a shared session sees none of it", () => {
    expect(ROLES.filter((role) => isPrivate(role, "home"))).toEqual(["user", "memory", "daily"]);
    expect([isPrivate(null, "home"), isPrivate(null, "project")]).toEqual([true, false]);
    const document = (role: DocumentRef["role"], path: string) => ({ root: "home", role, path }) as DocumentRef;
    const seen = (session: "main" | "shared") =>
      [document("soul", "SOUL.md"), document("memory", "MEMORY.md"), document("soul", "me/SOUL.md")].map((each) =>
        isVisible(each, session),
      );
    expect([seen("main"), seen("shared")]).toEqual([
      [true, true, true],
      [true, false, false],
    ]);
  });

  it("X3 what becomes of an entry, by role and origin; no configuration opens a rule file to an agent", () => {
    const of = (origin: "user" | "agent" | "web", commit = {}) =>
      [...ROLES, null].map((role) => commitPolicyFor(role, origin, { ...DEFAULT_CONFIG, commit }));
    expect(of("agent")).toEqual(["proposal", "deferred", "direct", "direct", "proposal", "proposal", "deferred"]);
    expect(of("user")).toEqual(["deferred", "deferred", "direct", "direct", "deferred", "deferred", "deferred"]);
    expect(new Set(of("web"))).toEqual(new Set(["proposal"]));
    const all = (policy: string) => Object.fromEntries(ROLES.map((role) => [role, policy]));
    expect(of("agent", all("direct"))).toEqual(["direct", "direct", "direct", "direct", "proposal", "direct", "deferred"]);
    expect([...new Set(of("user", all("off")).slice(0, -1)), ...new Set(of("web", all("off")).slice(0, -1))]).toEqual(["off", "off"]);
  });
});

describe("when the bank is read", () => {
  const because = (text: string, more: { isFirst?: boolean; hits?: number } = {}) =>
    Object.values(wantsBank({ text, isFirst: false, hits: 2, ...more }));

  it.each([
    ["  ", [false, "nothing was said"]],
    ["please mb:write it", [false, "a command of the bank itself"]],
    ["mb:no", [false, "a command of the bank itself"]],
    ["what does the memory bank say?", [true, "the bank is asked for by name"]],
    ["项目记忆里有什么", [true, "the bank is asked for by name"]],
    ["thanks!", [false, "chat"]],
    ["谢谢", [false, "chat"]],
    ["and the other one?", [false, "a short follow-up"]],
    ["那这个呢？", [false, "a short follow-up"]],
    ["how are payments retried?", [true, "the bank has 2 places on it"]],
  ])("MB-11 %s", (text, wanted) => {
    expect(because(text)).toEqual(wanted);
  });

  it("MB-11 not for a first message by itself, not where the bank has nothing, and a long message is no follow-up", () => {
    expect(because("how are payments retried?", { isFirst: true })).toEqual([false, "the first message: the index is in the prompt"]);
    expect(because("the memory bank, please", { isFirst: true })[0]).toBe(true);
    expect(because("how are payments retried?", { hits: 0 })).toEqual([false, "the bank has nothing on it"]);
    expect(because("how are payments retried?", { hits: 1 })).toEqual([true, "the bank has 1 place on it"]);
    expect([because(`it${"?".repeat(198)}`)[0], because(`it${"?".repeat(199)}`)[0]]).toEqual([false, true]);
  });
});

describe("what somebody wants to do", () => {
  const QUESTIONS = [
    ["remember this", "write-memory"],
    ["why is it so?", "explain-why"],
    ["refactor the parser", "refactor"],
    ["change the shared types", "change-shared-module"],
    ["which database shall it be", "choose-technology"],
    ["the architecture of it", "decide-architecture"],
    ["add a new page", "add-module"],
    ["fix the crash", "fix"],
    ["what is next", "continue"],
    ["deploy it", "run"],
    ["where is it", "find"],
    ["技术选型", "choose-technology"],
    ["hm", "unsure"],
  ] as const;
  const intents = [...new Map(QUESTIONS.map(([question]) => [intentOf(question).id, intentOf(question)])).values()];

  it.each(QUESTIONS)("MB-60 %s: %s", (question, id) => {
    expect(intentOf(question).id).toBe(id);
  });

  it("MB-03 patterns.md is read for choices, new modules, architecture, shared modules and refactoring, and when unsure", () => {
    expect(intents.filter(({ patterns }) => patterns).map(({ id }) => id)).toEqual([
      "explain-why",
      "refactor",
      "change-shared-module",
      "choose-technology",
      "decide-architecture",
      "add-module",
      "unsure",
    ]);
    expect(intents.filter(({ wide }) => wide).map(({ id }) => id)).toEqual([
      "refactor",
      "change-shared-module",
      "choose-technology",
      "decide-architecture",
      "add-module",
    ]);
  });

  it("MB-15 reads on for a keyword, an operation or a number of documents, in this order, and says why", () => {
    const [narrow, wide] = [intentOf("where is it"), intentOf("refactor it")];
    const none = { documents: 1, missed: 0 };
    expect(escalationOf("show ALL of it", wide, { documents: 9, missed: 1 })).toEqual({ escalated: true, because: "keyword: all" });
    expect(escalationOf("refactor it", wide, none)).toEqual({ escalated: true, because: "operation: refactor" });
    expect(escalationOf("where", narrow, { documents: DIRECT_READS + 1, missed: 1 })).toEqual({
      escalated: true,
      because: "documents: 4 have something to say, more than 3",
    });
    expect(escalationOf("where", narrow, { documents: DIRECT_READS, missed: 1 })).toEqual({
      escalated: true,
      because: "documents: 1 with something to say would not have been read",
    });
    expect(escalationOf("where", narrow, none)).toEqual({ escalated: false, because: "documents: at most 3 are enough" });
  });

  it.each([
    ["memory-bank/details/a.md", true],
    ["src/a.ts", true],
    ["Makefile", true],
    [".nvmrc", true],
    ["src/a.bin", false],
    [".env.json", false],
    ["node_modules/a/index.js", false],
    ["config/secrets.yaml", false],
    ["src/../a.ts", false],
    ["a\\b.ts", false],
    [`${"a".repeat(4093)}.ts`, true],
    [`${"a".repeat(4094)}.ts`, false],
  ])("MB-22 the reader may open %.40s: %s", (path, wanted) => {
    expect(mayRead(path)).toBe(wanted);
  });
});
