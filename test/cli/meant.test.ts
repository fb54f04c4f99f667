// What a wrong command line is answered with: up to three commands, the likeliest first, with what the person typed in its place.

import { describe, expect, it } from "vitest";
import { hasTerminal, makeWarmWorld as makeWorld } from "../kit.ts";
import { typeAtTerminal } from "../typing.ts";

const asked = (words: readonly string[], env: Record<string, string> = {}) => makeWorld().run([...words], { env }).err;

/** The commands that an answer names, in its order. */
function named(err: string): string[] {
  const [, question = ""] = /Did you mean ([^?]*)\?/.exec(err) ?? [];
  const rows = err.split("\n").flatMap((line) => /^ {4}(codicil .*?)(?: {2}|$)/.exec(line)?.[1] ?? []);
  return rows.length > 0 ? rows : question === "" ? [] : [question];
}

describe("an answer with several commands", () => {
  const line = ["disable"];

  it("has them one below the other, each with what it does, in 80 columns and without colour in a pipe", () => {
    const err = asked(line);
    expect(named(err)).toEqual(["codicil unlock 10m", "codicil uninstall HOST"]);
    expect(err).toContain("uninstall HOST  disconnect another agent");
    expect(err.split("\n").filter((each) => each.length > 80)).toEqual([]);
    expect(err).not.toContain("\u001b");
  });

  it("is one line of JSON for programs, with all of them", () => {
    const { error } = makeWorld()
      .run([...line, "--json"])
      .json<{ error: { hint: string } }>();
    expect(error.hint).toBe("Did you mean codicil unlock 10m --json or codicil uninstall HOST --json?");
  });

  it("tells in Chinese what they do", () => {
    const err = asked(line, { LANG: "zh_CN.UTF-8" });
    expect(err).toContain("是不是想用其中一个？");
    expect(err).toMatch(/codicil uninstall HOST {2}\p{Script=Han}/u);
  });

  it.runIf(hasTerminal)("fits the screen of a terminal", async () => {
    const { screen } = await typeAtTerminal(makeWorld(), line, []);
    expect(screen).toContain("codicil uninstall HOST  disconnect another agent");
  });

  it("has at most three, and one alone where it is certain", () => {
    for (const words of ["memory ls", "approve", "why", "check"]) expect(named(asked(words.split(" "))).length).toBeLessThanOrEqual(3);
    for (const words of ["statsu", "recal tea", "connect cursor", "policy reprot"]) expect(named(asked(words.split(" ")))).toHaveLength(1);
  });
});

describe("first is never", () => {
  it.each([
    ["unstall kimi", "codicil uninstall kimi", "codicil install kimi"],
    ["memory del port", "codicil memory remove", "codicil forget"],
    ["allow npm publish", "codicil policy check -- npm publish", "codicil unlock"],
    ["exempt AGENTS.md:8", "codicil policy dismiss AGENTS.md:8", "codicil unlock"],
  ])("the opposite, or what deletes or loosens more: %s", (line, first, never) => {
    const [best = ""] = named(asked(line.split(" ")));
    expect(best.startsWith(first)).toBe(true);
    expect(best.startsWith(never)).toBe(false);
  });

  it("what a shell would read as something else, wherever it was typed", () => {
    for (const words of [
      ["why", "git", "push", "$(date)"],
      ["test", "npm", "publish", "`date`"],
      ["chat", "--llm", "$(date)"],
      ["聊天", "--模型", "a;date"],
      ["policy", "confirm", "AGENTS.md:3", "--enforce", "$(date)"],
      ["look for", "$HOME"],
      ["log", "--tail", "5|sh"],
    ])
      expect(
        asked(words)
          .split("\n")
          .filter((each) => each.includes("Did you mean") || each.startsWith("    "))
          .join("\n"),
      ).not.toMatch(/[$`;|]/);
    // Negative control: the same words without it are copied.
    expect(asked(["why", "git", "push", "origin"])).toContain("policy check -- git push origin");
  });
});

describe("what is no command", () => {
  it.each([
    ["change language", "the language of LANG"],
    ["--locale=zh serve", "the language of LANG"],
    ["语言", "the language of LANG"],
    ["lock", "codicil unlock 0"],
    ["resume enforcement", "codicil unlock 0"],
    ["turn off notifications", "turns the page's notifications on and off"],
    ["budget", "Budgets are in last-word/config.yaml"],
    ["spending", "shows on its page what sessions cost"],
    ["turn off enforcement", "codicil unlock 10m"],
    ["open browser", "opens the page in a browser"],
    ["rules add no tabs", "Rules are lines of AGENTS.md"],
    ["uninstall codicil", "npm uninstall -g codicil"],
    ["quit", "Ctrl+C stops"],
    ["restore", "codicil trash restore ID restores a deleted file"],
  ])("%s: is answered in a sentence, or with the command that does it", (line, said) => {
    expect(asked(line.split(" "))).toContain(said);
  });
});

describe("a question or a sentence", () => {
  it.each([
    ["how do i undo the last change", "codicil undo last"],
    ["can i roll back what it wrote?", "codicil undo"],
    ["what did my agent learn today?", "codicil log"],
    ["what does claude remember about this project", "codicil memory read"],
    ["what have you learned about tides", 'codicil recall "what have you learned about tides"'],
    ["which of my rules are only advice", "codicil policy report"],
    ["is claude connected and working", "codicil doctor"],
    ["what do i have to approve?", "codicil review"],
    ["let codex push once", "codicil allow"],
    ["the page does not load", "codicil doctor"],
    ["remove that key from all documents and history", "codicil forget"],
  ])("about the program is answered with its commands: %s", (line, meant) => {
    expect(named(asked(line.split(" "))).join("\n")).toContain(meant);
  });

  it.each([["which port does the server use"], ["where did we put the keys"], ["when was the fair moved"]])(
    "negative control: about what a memory has, with recall: %s",
    (line) => {
      expect(named(asked(line.split(" ")))[0]).toMatch(/^codicil recall/);
    },
  );

  it("a text behind a family is what its add takes", () => {
    expect(named(asked(["memory", "we deploy on Tuesdays"]))).toEqual(['codicil memory add "we deploy on Tuesdays"']);
    expect(asked(["memory", "frobnicate"])).toContain("One of memory add");
  });

  it("behind -p is a message", () => {
    expect(named(asked(["-p", "which port is it"]))).toEqual(["codicil chat", 'codicil recall "which port is it"']);
  });
});

describe("options, values and arguments", () => {
  it.each([
    ["policy confirm AGENTS.md 7 --as deny", "codicil policy confirm AGENTS.md:7 --as enforce"],
    ["policy confirm AGENTS.md:7 --warn", "codicil policy confirm AGENTS.md:7 --as ask"],
    ["聊天 --模型 qwen-max", "codicil chat --model qwen-max"],
    ["memory add tea --tag home", "codicil memory add tea"],
    ["handoff codex", "codicil session handoff last --to codex"],
    ["解锁 15分钟", "codicil unlock 15m"],
    ["note list", "codicil memory read"],
    ["deny 4b1f", "codicil reject 4b1f"],
    ["logs --since 2h", "codicil log"],
    ["why npm publish", "codicil policy check -- npm publish"],
    ["memory edit tea", "codicil edit MEMORY.md"],
    ["check status", "codicil status"],
    ["recall tea --until 2026-05", "codicil recall tea before:2026-05"],
    ["forget tea --all", "codicil forget tea --everywhere"],
    ["policy undismiss AGENTS.md:6", "codicil policy confirm AGENTS.md:6"],
    ["diary add tea", "codicil memory add --file daily tea"],
    ["move to another laptop", "codicil sync"],
    ["allow 3 minutes", "codicil unlock 3m"],
    ["review approve 12 --body ok", "codicil accept 12"],
    ["mcp add codicil --scope user", "codicil install"],
    ["MEMORY.md budget", "codicil docs"],
  ])("%s: %s", (line, meant) => {
    expect(named(asked(line.split(" "))).join("\n")).toContain(meant);
  });

  it("a call in quotes is one that is to be judged", () => {
    expect(named(asked(["test", "rm -rf build"]))[0]).toBe("codicil policy check -- rm -rf build");
  });

  it("negative control: the value of an option that there is not is no argument", () => {
    expect(asked(["logs", "--since", "2h"])).not.toContain("2h?");
  });
});
