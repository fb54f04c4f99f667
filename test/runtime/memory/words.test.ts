import { describe, expect, it } from "vitest";
import { promisesToRemember, readWishes, readWord } from "../../../src/runtime/index.ts";

describe("a person's words on a proposal (MB-30, MB-31, X17)", () => {
  it.each([
    ["mb:write", { kind: "write", id: null }],
    ["mb：write", { kind: "write", id: null }],
    ["please mb:write e_20261115000000_abcdef", { kind: "write", id: "e_20261115000000_abcdef" }],
    ["MB:NO", { kind: "no", id: null }],
    ["yes", { kind: "natural", yes: true }],
    ["好的。", { kind: "natural", yes: true }],
    ["可以！", { kind: "natural", yes: true }],
    ["不用了", { kind: "natural", yes: false }],
    ["no thanks", { kind: "natural", yes: false }],
    ["yes, but what about the tests?", null],
    ["可以解释一下吗", null],
    ["amb:write", null],
    ["how does mb:writer work", null],
  ])("%j", (text, wanted) => {
    expect(readWord(text)).toEqual(wanted);
  });
});

describe("OR-25: something to remember", () => {
  it.each([
    ["remember this", [["remember", null]]],
    ["记住这个", [["remember", null]]],
    ["remember this!", [["remember", null]]],
    ["记住这个：周五不部署", [["remember", "周五不部署"]]],
    ["Remember that the staging box is called hazel.", [["remember", "the staging box is called hazel"]]],
    ["please remember: v1.2 ships on Friday", [["remember", "v1.2 ships on Friday"]]],
    ["remember that my dentist is Dr. Okafor", [["remember", "my dentist is Dr. Okafor"]]],
    ["Remember that the office moved. The new address is Rua 5.", [["remember", "the office moved. The new address is Rua 5"]]],
    ["记住我对花生过敏。它会让我喘不过气。", [["remember", "我对花生过敏。它会让我喘不过气"]]],
    ["I moved to Berlin, please remember.", [["remember", "I moved to Berlin"]]],
    ["The release train leaves on Mondays. Please remember this.", [["remember", "The release train leaves on Mondays"]]],
    ["The lift is broken. Make a note of that! Where are the stairs?", [["remember", "The lift is broken"]]],
    ["班车周一早上八点发车。记住这个。", [["remember", "班车周一早上八点发车"]]],
    ["班车周一早上八点发车，请记住这一点", [["remember", "班车周一早上八点发车"]]],
    ["I prefer window seats. Remember that.", [["preference", "I prefer window seats"]]],
    ["What is the code of the door? Remember this.", [["remember", null]]],
    ["Great, thank you. Remember this.", [["remember", null]]],
    ["That sounds right to me. Remember it.", [["remember", null]]],
    ["好的，谢谢你。记住这个", [["remember", null]]],
    ["My name is Anna", [["preference", "My name is Anna"]]],
    ["我叫李雷", [["preference", "我叫李雷"]]],
    ["Remember that I use tabs. Now list my notes.", [["remember", "I use tabs"]]],
    ["帮我记一下，服务器在 10.0.0.7", [["remember", "服务器在 10.0.0.7"]]],
    ["别忘了周一要交报告", [["remember", "周一要交报告"]]],
    ["Remember the following:\n- a\n- b", [["remember", "- a\n- b"]]],
    ["I prefer tabs over spaces. How do I set that in vim?", [["preference", "I prefer tabs over spaces"]]],
    ["我习惯用 pnpm。", [["preference", "我习惯用 pnpm"]]],
    ["Lesson learned: never rebase a shared branch", [["lesson", "never rebase a shared branch"]]],
    ["教训：上线前先备份", [["lesson", "上线前先备份"]]],
    ["We decided to use Postgres 17.", [["decision", "We decided to use Postgres 17"]]],
    ["从现在起所有接口都要写测试", [["decision", "从现在起所有接口都要写测试"]]],
  ])("%j", (text, wanted) => {
    expect(readWishes(text).map(({ kind, content }) => [kind, content])).toEqual(wanted);
  });

  it.each([
    "Do you remember the staging box?",
    "你还记得那台服务器吗？",
    "Remember when we shipped v1?",
    "what do you remember",
    "记得我说过什么吗？",
    "the function remember() is broken",
    "I can't remember the name",
    "Does it prefer tabs?",
    "remember to run the tests",
    "Is my name remembered?",
    "What is it that I should remember",
    "That is hard to remember",
    "We should discuss what we decided.",
  ])("%j asks for nothing to be kept", (text) => {
    expect(readWishes(text)).toEqual([]);
  });
});

describe("a promise to remember", () => {
  it.each([
    "Sure, I'll remember that.",
    "I've noted this for later.",
    "Got it, saved to my notes.",
    "好的，我会记住。",
    "已经记下了。",
    "已记录到今日日志",
  ])("%j is one", (text) => {
    expect(promisesToRemember(text)).toBe(true);
  });

  it.each([
    "I remember that you asked.",
    "The file was saved in src/.",
    "> I'll remember that",
    'It said "I\'ll remember".',
    "Use `I've saved` here.",
    "这个函数会记录日志。",
    "I will run the tests.",
  ])("%j is none", (text) => {
    expect(promisesToRemember(text)).toBe(false);
  });
});
