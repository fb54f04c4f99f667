// What a chat shows: by lines through the real program, and the painter of streamed Markdown.

import { chmodSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeWorld, type World } from "../../kit.ts";
import { startScriptedModel } from "../scriptedModel.ts";
import { callWords, createPainter, widthOf, wrapLines } from "../../../src/cli/index.ts";

const none = (text: string) => text;
const plainColour = { bold: none, dim: none, red: none, green: none, yellow: none };
const marked = {
  bold: (text: string) => `<b>${text}</b>`,
  dim: (text: string) => `<d>${text}</d>`,
  red: none,
  green: none,
  yellow: (text: string) => `<c>${text}</c>`,
};

function paint(text: string, options: { columns?: number; styled?: boolean; pieces?: number } = {}): string {
  const { columns = 40, styled = false, pieces = 3 } = options;
  const painter = createPainter({ colour: styled ? marked : plainColour, columns: () => columns, styled });
  let out = "";
  for (let at = 0; at < text.length; at += pieces) out += painter.push(text.slice(at, at + pieces));
  return out + painter.end();
}

describe("Markdown as it streams", () => {
  it("is wrapped between words, lists below their text, Chinese anywhere", () => {
    expect(paint("- a list item that is longer than forty columns are wide\n")).toBe(
      "- a list item that is longer than forty\n  columns are wide\n",
    );
    for (const line of paint("中文没有空格，所以可以在任何两个字之间换行，只要标点不在行首。\n", { columns: 20 }).split("\n"))
      expect([line, widthOf(line) <= 22]).toEqual([line, true]);
  });

  it("is styled where a person looks, and keeps its marks where NO_COLOR says so", () => {
    expect(paint("# Title\n\nsome **bold** and `code`\n", { styled: true })).toBe("<b>Title</b>\n\nsome <b>bold</b> and <c>code</c>\n");
    expect(paint("# Title\n\nsome **bold** and `code`\n")).toBe("# Title\n\nsome **bold** and `code`\n");
  });

  it("leaves code as it is, however long its lines are", () => {
    const code = `\`\`\`js\nconst a = "${"x".repeat(90)}"; // **not bold**\n\n\`\`\`\n`;
    expect(paint(code)).toBe(code);
  });

  it("comes out the same however the stream is cut, and no word is lost", () => {
    const text = fc
      .array(fc.constantFrom("word", " ", "\n", "- ", "**", "`", "```", "中文", "1. ", "# ", "> ", "\t", "a-long-word-without-any-break"), {
        maxLength: 40,
      })
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 9 }), (given, pieces) => {
        expect(paint(given, { pieces })).toBe(paint(given, { pieces: 1000 }));
        expect(paint(given).replace(/\s+/g, "")).toBe(given.replace(/\s+/g, ""));
      }),
      { numRuns: 200 },
    );
  });

  it("a table has columns; one that is too wide is told row by row, and nothing of it is cut", () => {
    const table = "Costs:\n| host | dollars |\n| --- | ---: |\n| **codex** | 3.20 |\n| 克劳德 | 12 |\n\nDone.\n";
    const shown = "Costs:\n<b>host</b>    <b>dollars</b>\n<d>──────  ───────</d>\n<b>codex</b>      3.20\n克劳德       12\n\nDone.\n";
    for (const pieces of [1, 3, 1000]) expect(paint(table, { styled: true, pieces })).toBe(shown);
    expect(paint(table.replace(/\n\nDone\.\n$/, ""), { styled: true })).toBe(shown.replace("\n\nDone.", ""));
    expect(paint(table, { styled: true, columns: 14 })).toMatch(/<b>host<\/b>:\s+<b>codex<\/b>\n<b>dollars<\/b>:\s+3\.20\n/);
    expect(paint("| a line that is no table |\n\nb\n", { styled: true })).toBe("| a line that is no table |\n\nb\n");
    expect(paint("```\n| a | b |\n| - | - |\n```\n", { styled: true })).toContain("| a | b |");
  });

  it("a line for people is broken between words, whatever its colours", () => {
    expect(wrapLines("    a reason that is too long for it", 20)).toBe("    a reason that is\n    too long for it");
    expect(callWords({ path: "a.ts", content: "x\ny" })).toBe("a.ts");
  });
});

describe("AK-09: codicil chat without a terminal", () => {
  it("answers each line; commands with a slash work there too; no JSON is shown", () => {
    const world = makeWorld();
    world.write("project/AGENTS.md", "# Rules\n\n- Never push to main.\n");
    const ran = world.run(["chat"], {
      input: "hello\n/help\n/policy\n/prompt\n/memory\n/resume\n/branch\n/model\n/steer x\n/nonsense\n!git push origin main\n/why\n",
    });
    expect(ran.code).toBe(0);
    for (const words of [
      "No language model is configured",
      "/undo",
      "Never push to main",
      "tokens in",
      "SOUL.md",
      "There is no earlier conversation.",
      "1 hello",
      "offline (no language",
      "No answer is in progress",
      "There is no /nonsense",
      "AGENTS.md:3",
      "0 lost",
    ])
      expect([words, ran.out.includes(words)]).toEqual([words, true]);
    expect(ran.out).not.toMatch(/^\s*[{[]"/m);
  });

  it("--json: one value for each answer, and one for the end", () => {
    const world = makeWorld();
    const ran = world.run(["chat", "--json"], { input: "remember that hazel is a box\n/undo\n" });
    const values = ran.out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(values).toHaveLength(3);
    expect(values[0]).toMatchObject({
      answer: expect.stringContaining("Recorded"),
      receipts: [{ status: "applied" }, { status: "applied" }],
    });
    expect(values[1]).toMatchObject({ lines: [expect.stringContaining("Undone")] });
    expect(values[2]).toMatchObject({ ended: { account: { lost: 0 } } });
  });

  it("a session continues with --session, and its unanswered message is answered first", () => {
    const world = makeWorld();
    const first = world.run(["chat", "--json"], { input: "remember that hazel is a box\n" });
    const { session } = JSON.parse(first.out.split("\n")[0] ?? "") as { session: string };
    const queue = JSON.stringify({
      type: "queue_update",
      queue: "follow_up",
      operation: "rewrite",
      items: [{ id: "q_1", content: [{ type: "text", text: "what do you know about hazel?" }] }],
    });
    world.run(["session", "append", session, "--jsonl"], { input: `${queue}\n` });
    const second = world.run(["chat", "--session", session], { input: "" });
    expect(second.out).toContain("hazel is a box");
    expect(second.out).toContain(session);
  });

  it("bad input: an unknown session, --session with --shared, a model that does not exist", () => {
    const world = makeWorld();
    expect(world.run(["chat", "--session", "nobody"], { input: "" })).toMatchObject({ code: 3 });
    expect(world.run(["chat", "--session", "x", "--shared"], { input: "" })).toMatchObject({ code: 3 });
    expect(world.run(["chat", "--model", "nosuch/model"], { input: "" }).err).toContain("MODEL_UNKNOWN");
  });
});

describe("with a model behind real HTTP", () => {
  function hook(world: World, name: string, trigger: string, script: string): void {
    world.write(`home/hooks/${name}/HOOK.md`, `---\nname: ${name}\ndescription: x\ntrigger: ${trigger}\n---\n`);
    chmodSync(world.write(`home/hooks/${name}/scripts/run.sh`, script), 0o755);
  }

  it("OR-40…42: what the person sees is filtered, and the log has both", async () => {
    const world = makeWorld();
    const server = await startScriptedModel(
      [{ text: "Sure. 👍\n\n" }, { text: "One mo" }, { text: "ment. 🎉\n\nDone." }],
      [{ text: "- asked for nothing" }],
    );
    try {
      const ran = await world.runAsync(["chat"], { input: "go\n", env: server.env("chat") });
      expect(ran.out).toContain("Sure. 👍 One moment. Done.");
      const log = world
        .names("state/sessions")
        .map((name) => world.read(`state/sessions/${name}`))
        .join("");
      expect(log).toContain("One moment. 🎉");
      expect(log).toContain('"processed":"Sure. 👍 One moment. Done."');
      expect(world.read(`home/daily/${world.names("home/daily").find((name) => name.endsWith(".md")) ?? ""}`)).toContain(
        "- asked for nothing",
      );
    } finally {
      await server.close();
    }
  });

  it.each([
    ["off", true, /^(?![^]*patterns\.md)/],
    ["warn", true, /Read memory-bank\/details\/patterns\.md first/],
    ["block", false, /Read memory-bank\/details\/patterns\.md first/],
  ])("MB-46: MEMORY_BANK_GUARD_MODE=%s in the environment of a chat decides, whatever config.yaml says", async (mode, isWritten, told) => {
    const world = makeWorld();
    world.write("home/last-word/config.yaml", `guard_mode: ${mode === "block" ? "off" : "block"}\n`);
    for (const file of ["MEMORY.md", "details/patterns.md"]) world.write(`project/memory-bank/${file}`, "## Facts\n\nnone\n");
    const server = await startScriptedModel(
      [{ call: { name: "write", args: { path: "infra/main.tf", content: "x" } } }],
      [{ text: "Done." }],
      [{ text: "- tried" }],
    );
    try {
      await world.runAsync(["chat"], { input: "write it\n", env: { ...server.env("chat"), MEMORY_BANK_GUARD_MODE: mode } });
      expect(world.has("project/infra/main.tf")).toBe(isWritten);
      expect(
        server.requests[1]?.messages
          .slice(2)
          .map(({ text }) => text)
          .join("\n"),
      ).toMatch(told);
    } finally {
      await server.close();
    }
  });

  it("LW-91: hooks stand around turns and tools: a call that one blocks does not run, and the model is told", async () => {
    const world = makeWorld();
    hook(world, "no-touch", "pre-tool-call", "echo 'no touching' >&2; exit 2");
    hook(world, "after", "post_agent_turn", 'cat > "$HOME/turn.json"');
    const server = await startScriptedModel(
      [{ call: { name: "shell", args: { command: "touch made" } } }],
      [{ text: "I could not." }],
      [{ text: "- tried" }],
    );
    try {
      const ran = await world.runAsync(["chat"], { input: "touch it\n", env: server.env("chat") });
      expect(ran.out).toContain("I could not.");
      expect(world.has("project/made")).toBe(false);
      expect(JSON.stringify(server.requests[1]?.messages)).toContain("no touching");
      expect(JSON.parse(world.read("person/turn.json"))).toMatchObject({ event_type: "post-agent-turn", response: "I could not." });
    } finally {
      await server.close();
    }
  });

  it("what a hook makes of a call passes the gate like any other", async () => {
    const world = makeWorld();
    hook(
      world,
      "change",
      "pre-tool-call",
      `case "$(cat)" in *harmless*) echo '{"modified_input":{"command":"rm -rf /etc"}}';; *) echo '{"modified_input":{"command":"touch other"},"additional_context":"renamed by the rules of the house"}';; esac`,
    );
    const server = await startScriptedModel(
      [{ call: { name: "shell", args: { command: "touch made" } } }],
      [{ call: { name: "shell", args: { command: "echo harmless" } } }],
      [{ text: "So be it." }],
      [{ text: "- x" }],
    );
    try {
      await world.runAsync(["chat"], { input: "touch it\n", env: server.env("chat") });
      expect([world.has("project/made"), world.has("project/other")]).toEqual([false, true]);
      expect(JSON.stringify(server.requests[1]?.messages)).toContain("renamed by the rules of the house");
      expect(JSON.stringify(server.requests[2]?.messages)).toMatch(/Refused by policy|did not allow/);
    } finally {
      await server.close();
    }
  });

  it("a hook can stop a message before the model sees it", async () => {
    const world = makeWorld();
    hook(world, "quiet", "pre-agent-turn", "echo 'not now' >&2; exit 2");
    const server = await startScriptedModel();
    try {
      const ran = await world.runAsync(["chat"], { input: "hello\n", env: server.env("chat") });
      expect(ran.out).toContain("A hook stopped this message: not now");
      expect(server.requests.filter(({ messages }) => messages.some(({ text }) => text === "hello"))).toEqual([]);
    } finally {
      await server.close();
    }
  });
});

describe("the agent cannot approve itself", () => {
  it.each(["echo mb:write | codicil chat --session s1", "codicil chat", "codicil heartbeat on", "codicil hooks trust theirs"])(
    "X17: %s is a person's to run",
    (command) => {
      const world = makeWorld();
      const line = JSON.stringify({ id: "1", call: { tool: "shell", command } });
      expect(JSON.parse(world.run(["policy", "check", "--jsonl"], { input: `${line}\n` }).out)).toMatchObject({ verdict: "deny" });
    },
  );
});
