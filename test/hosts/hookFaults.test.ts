// Every fault that makes a host continue with a call, on our own hook: before a call the outcome is exit 2 with a reason.

import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeWarmWorld as makeWorld } from "../kit.ts";
import { CALLS, fire, fireCall } from "./hookKit.ts";

const FROM_SOURCE = process.env["CODICIL_FROM_SOURCE"] === "1";

describe("what a host shows", () => {
  it.each(Object.keys(CALLS))("%s: names Codicil once, whatever the reason begins with", (host) => {
    const world = makeWorld();
    expect(fireCall(world, host, "shell", '"$TOOL" --now').out).toMatch(/"Codicil cannot see what this does/);
    expect(fireCall(world, host, "shell", "rm -rf /").out).toMatch(/"Codicil: /);
  });
});

describe("a message that cannot be read", () => {
  const whole = '{"session_id":"s1","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"git status"}}';
  const messages = {
    "no JSON": "some log line",
    "half of the JSON": whole.slice(0, 60),
    nothing: "",
    "a list": "[1]",
    "a number": "7",
    "JSON after a stray line": `note\n${whole}`,
  };

  it.each(["codex", "gemini", "copilot"].flatMap((host) => Object.entries(messages).map(([what, input]) => ({ host, what, input }))))(
    "$host: $what is refused before a call, with a reason and a silent stdout",
    ({ host, input }) => {
      const ran = makeWorld().run(["hook", host, CALLS[host]?.event ?? ""], { input });
      expect([ran.code, ran.out]).toEqual([2, ""]);
      expect(ran.err).toMatch(/^Codicil cannot read this call/);
    },
  );

  it("without an event's name it counts as a call too", () => {
    expect(makeWorld().run(["hook", "codex"], { input: "x" }).code).toBe(2);
  });

  const unnamed = (host: string, value: string, more: Readonly<Record<string, unknown>>): string => {
    const fields = { ...CALLS[host]?.call("shell", value), ...more };
    return JSON.stringify(host === "copilot" ? { sessionId: "s1", ...fields } : { session_id: "s1", conversation_id: "s1", ...fields });
  };

  it.each(Object.keys(CALLS))("%s: a call is judged where no event, or one that nobody knows, is named", (host) => {
    const world = makeWorld();
    for (const more of [{}, { hook_event_name: "" }, { hook_event_name: "BeforeEverything" }]) {
      expect(world.run(["hook", host], { input: unnamed(host, "rm -rf /", more) }).out).toMatch(/"deny"/);
      const harmless = world.run(["hook", host], { input: unnamed(host, "git status", more) });
      expect([harmless.code, harmless.out]).toEqual([0, expect.not.stringContaining("deny")]);
    }
  });

  it.each(Object.keys(CALLS))("%s: a mark of the byte order before the message is passed by", (host) => {
    const world = makeWorld();
    const answered = (value: string) => world.run(["hook", host], { input: `\ufeff${unnamed(host, value, {})}` });
    expect(answered("rm -rf /").out).toMatch(/"deny"/);
    expect([answered("git status").code, answered("git status").err]).toEqual([0, ""]);
  });

  it("what a tool answered is no call, whatever the event is called", () => {
    const input = unnamed("claude", "rm -rf /", { hook_event_name: "AfterEverything", tool_response: "gone" });
    const ran = makeWorld().run(["hook", "claude"], { input });
    expect([ran.code, ran.out]).toEqual([0, ""]);
  });

  it.each(Object.keys(CALLS))("%s: without an event and without a tool it is refused", (host) => {
    const ran = makeWorld().run(["hook", host], { input: "{}" });
    expect([ran.code, ran.out, ran.err]).toEqual([2, "", expect.stringContaining("names no event")]);
  });

  it("at an event that stops nothing it stops nothing", () => {
    const ran = makeWorld().run(["hook", "codex", "UserPromptSubmit"], { input: "x" });
    expect([ran.code, ran.out]).toEqual([0, ""]);
    expect(ran.err).not.toBe("");
  });

  it("one that is too large to look through is refused", () => {
    const input = JSON.stringify({
      session_id: "s1",
      hook_event_name: "PreToolUse",
      tool_name: "Bash",
      tool_input: { command: `echo ${"x".repeat(33 * 1024 * 1024)}` },
    });
    const ran = makeWorld().run(["hook", "codex", "PreToolUse"], { input });
    expect([ran.code, ran.err]).toEqual([2, expect.stringContaining("32 MB")]);
  });

  it("a large one that can be looked through is judged", () => {
    expect(fireCall(makeWorld(), "codex", "shell", `echo ${"word ".repeat(200_000)}; rm -rf /`).out).toMatch(/"deny"/);
  });

  it("the installed event's name counts where the message says something milder", () => {
    const ran = makeWorld().run(["hook", "codex", "PreToolUse"], {
      input: JSON.stringify({ session_id: "s", hook_event_name: "Notification", tool_name: "Bash", tool_input: { command: "rm -rf /" } }),
    });
    expect(ran.out).toMatch(/"deny"/);
  });
});

describe("a call that cannot be read", () => {
  it.each([
    ["no tool", { tool_input: { command: "ls" } }],
    ["a shell without a command", { tool_name: "Bash", tool_input: { description: "x" } }],
    ["a shell whose command is a number", { tool_name: "Bash", tool_input: { command: 7 } }],
    ["an edit without a path", { tool_name: "Edit", tool_input: { new_string: "x" } }],
  ])("%s is refused", (_, fields) => {
    expect(fire(makeWorld(), "codex", "PreToolUse", fields).out).toMatch(/cannot read this call/);
  });

  it("a tool that nobody knows is judged by what its input names", () => {
    const world = makeWorld();
    expect(fire(world, "codex", "PreToolUse", { tool_name: "frobnicate", tool_input: { level: 3 } }).out).toBe("");
    expect(fire(world, "codex", "PreToolUse", { tool_name: "frobnicate", tool_input: { command: "rm -rf /" } }).out).toMatch(/"deny"/);
  });
});

describe("the machine", () => {
  it("no home and no state yet: the built-in red lines hold", () => {
    const world = makeWorld();
    const env = { CODICIL_HOME: join(world.root, "nowhere/home"), CODICIL_STATE: join(world.root, "nowhere/state") };
    const input = JSON.stringify({
      session_id: "s",
      cwd: world.project,
      hook_event_name: "PreToolUse",
      tool_name: "Bash",
      tool_input: { command: "rm -rf ~" },
    });
    expect(world.run(["hook", "codex", "PreToolUse"], { input, env }).out).toMatch(/"deny"/);
  });

  it("a state that cannot be written to: what would be allowed is allowed, what would be refused is refused", () => {
    const world = makeWorld();
    world.write("state", "a file where the folder should be");
    expect([fireCall(world, "codex", "shell", "git status").code, fireCall(world, "codex", "shell", "git status").out]).toEqual([0, ""]);
    const ran = fireCall(world, "codex", "shell", "rm -rf /");
    expect([ran.code === 2 || /"deny"/.test(ran.out), ran.code === 2 ? ran.err : ran.out]).toEqual([
      true,
      expect.stringMatching(/refused|Codicil/),
    ]);
  });

  it.each([
    ["broken YAML", "profile: [\n", 2],
    ["a value that nobody knows", "# mine\ngate: { resident: maybe }\n", 2],
  ])("a config.yaml with %s: no call passes, and the reason names the file and the line", (_, text, line) => {
    const world = makeWorld();
    world.write("home/last-word/config.yaml", text);
    const ran = fireCall(world, "codex", "shell", "git status");
    expect([ran.code, ran.out]).toEqual([2, ""]);
    expect(ran.err).toContain(`could not judge this call, so it is refused: ${join(world.root, "home/last-word/config.yaml")}:${line}: `);
  });

  it("a folder that is gone: refused", () => {
    const world = makeWorld();
    const input = JSON.stringify({
      session_id: "s",
      cwd: join(world.root, "gone"),
      hook_event_name: "PreToolUse",
      tool_name: "Bash",
      tool_input: { command: "ls" },
    });
    expect(world.run(["hook", "codex", "PreToolUse"], { input }).code).toBe(2);
  });

  it("a host that nobody knows: refused", () => {
    const ran = makeWorld().run(["hook", "frob", "PreToolUse"], { input: "{}" });
    expect([ran.code, ran.err]).toEqual([2, expect.stringContaining("is not a host")]);
  });

  it("an event that nobody knows passes, with a line in the log", () => {
    const world = makeWorld();
    const ran = fire(world, "codex", "PreModelRequest");
    expect([ran.code, ran.out]).toEqual([0, ""]);
    expect(world.read("state/hosts/hook.log")).toContain('"PreModelRequest"; passed');
  });
});

// The source keeps no cache: only a build can say whether another one made it.
describe.skipIf(FROM_SOURCE)("the cache of the compiled policy", () => {
  function worldWithCache() {
    const world = makeWorld();
    world.write("project/AGENTS.md", "- Never run `git push --force`.\n");
    expect(fireCall(world, "codex", "shell", "git status").out).toBe("");
    const name = readdirSync(join(world.state, "cache")).find((each) => each.startsWith("policy-")) ?? "";
    return { world, file: join(world.state, "cache", name) };
  }
  const isHeld = (world: ReturnType<typeof makeWorld>) => /"deny"/.test(fireCall(world, "codex", "shell", "git push --force").out);

  it.each([
    ["cut short", (text: string) => text.slice(0, text.length / 2)],
    ["no JSON", () => "\u0000\u0001"],
    ["empty", () => ""],
    ["a rule taken out of it", (text: string) => text.replace(/\\"rules\\":\[.*?\]/, '\\"rules\\":[]')],
    ["another build's", (text: string) => text.replace(/"build":"\w+"/, '"build":"0000"')],
  ])("%s: compiled again, never believed", (_, damage) => {
    const { world, file } = worldWithCache();
    const good = readFileSync(file, "utf8");
    expect(damage(good)).not.toBe(good);
    writeFileSync(file, damage(good));
    expect(isHeld(world)).toBe(true);
  });

  it("a changed AGENTS.md is held at the next call, and so is a new one and a removed one", () => {
    const { world } = worldWithCache();
    expect(isHeld(world)).toBe(true);
    world.write("project/AGENTS.md", "- Be kind.\n");
    expect(fireCall(world, "codex", "shell", "git push --force").out).not.toContain("AGENTS.md");
    world.write("home/AGENTS.md", "- Never run `terraform`.\n");
    expect(fireCall(world, "codex", "shell", "terraform plan").out).toContain("AGENTS.md:1");
  });

  it("negative control: it is read at all", () => {
    const { world, file } = worldWithCache();
    const before = readFileSync(file, "utf8");
    fireCall(world, "codex", "shell", "git status");
    expect(existsSync(file) && readFileSync(file, "utf8") === before).toBe(true);
  });

  it("an agent's call cannot write it", () => {
    const { world, file } = worldWithCache();
    expect(fireCall(world, "codex", "shell", `echo '{}' > ${file}`).out).toMatch(/"deny"/);
  });
});
