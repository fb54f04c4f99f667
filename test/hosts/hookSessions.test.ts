// Sessions of hosts: the block once by id and the same bytes again, what the person should know with their message, what
// was read and what changed after a call, and entries that come home at the end.

import { spawn } from "node:child_process";
import { describe, expect, it } from "vitest";
import { makeWarmWorld as makeWorld, PROGRAM, type World } from "../kit.ts";
import { contextOf, fire, fireCall } from "./hookKit.ts";

function worldWithMind(): World {
  const world = makeWorld();
  world.write("home/AGENTS.md", "- GLOBAL-ADVICE: think twice.\n");
  world.write("home/MEMORY.md", "# Memory\n\n## Tools\n\nTHE-PERSON-LIKES-PNPM\n");
  world.write("project/AGENTS.md", "- PROJECT-ADVICE: small commits.\n");
  return world;
}

const count = (text: string | null, part: string) => (text ?? "").split(part).length - 1;
const START: Readonly<Record<string, string>> = {
  codex: "SessionStart",
  claude: "SessionStart",
  qwen: "SessionStart",
  gemini: "BeforeAgent",
  copilot: "sessionStart",
  cursor: "sessionStart",
};

describe("the block of a session", () => {
  it.each(Object.entries(START))(
    "%s: memory and the person's own advice once; files that the host loads itself are left to it",
    (host, event) => {
      const world = worldWithMind();
      const text = contextOf(fire(world, host, event, { source: "startup", prompt: "hi" }));
      expect([count(text, "THE-PERSON-LIKES-PNPM"), count(text, "GLOBAL-ADVICE")]).toEqual([1, 1]);
      // Gemini CLI reads AGENTS.md only where its settings say it.
      expect(count(text, "PROJECT-ADVICE")).toBe(host === "gemini" ? 1 : 0);
    },
  );

  it("gemini: leaves out what its settings make it load", () => {
    const world = worldWithMind();
    world.write("person/.gemini/settings.json", '{ "context": { "fileName": ["AGENTS.md", "GEMINI.md"] } }');
    expect(count(contextOf(fire(world, "gemini", "BeforeAgent", { prompt: "hi" })), "PROJECT-ADVICE")).toBe(0);
  });

  const mode = (instructionFiles: string) =>
    JSON.stringify({ pluginConfigs: { "cc-plugin-agents-md@builtin": { options: { instructionFiles } } } });
  /** Measured on the real program: files beside the project's AGENTS.md, its version, and how often the block has to carry that file. */
  it.each<[what: string, files: Record<string, string>, version: string, carried: number]>([
    ["it reads AGENTS.md where there is no CLAUDE.md", {}, "2-1-325", 0],
    ["a version before 2.1.277 did not", {}, "2-1-276", 1],
    ["a newer one is taken as the newest known", {}, "3-0-0", 0],
    ["a CLAUDE.md that does not import it", { "project/CLAUDE.md": "mine\n" }, "2-1-325", 1],
    ["a CLAUDE.local.md alone", { "project/CLAUDE.local.md": "mine\n" }, "2-1-325", 1],
    ["a CLAUDE.md in a folder above", { "CLAUDE.md": "mine\n" }, "2-1-325", 1],
    ["a CLAUDE.md below", { "project/sub/CLAUDE.md": "mine\n" }, "2-1-325", 0],
    ["the person's own CLAUDE.md is not the project's", { "person/.claude/CLAUDE.md": "mine\n" }, "2-1-325", 0],
    ["its settings say CLAUDE.md only", { "person/.claude/settings.json": mode("claude-md") }, "2-1-325", 1],
    [
      "its settings say both",
      { "project/CLAUDE.md": "mine\n", "person/.claude/settings.json": mode("claude-md-and-agents-md") },
      "2-1-325",
      0,
    ],
    ["its settings say neither", { "person/.claude/settings.json": mode("managed-only") }, "2-1-325", 1],
    [
      "its reader of AGENTS.md is switched off",
      { "person/.claude/settings.json": '{ // c\n "enabledPlugins": { "cc-plugin-agents-md@builtin": false }, }' },
      "2-1-325",
      1,
    ],
    ["settings that nobody can read", { "person/.claude/settings.json": "{ nothing" }, "2-1-325", 0],
  ])("claude: %s: the model gets AGENTS.md once", (_, files, version, carried) => {
    const world = worldWithMind();
    for (const [path, text] of Object.entries(files)) world.write(path, text);
    const ran = world.run(["hook", "claude", "SessionStart"], {
      env: { AI_AGENT: `claude-code_${version}_harness` },
      input: JSON.stringify({ session_id: "s1", cwd: world.project, hook_event_name: "SessionStart", source: "startup" }),
    });
    expect(count(contextOf(ran), "PROJECT-ADVICE")).toBe(carried);
    if (version === "2-1-325")
      expect(world.run(["where", "."]).out.split("codex")[0]?.split("claude-code")[1]?.includes("project/AGENTS.md")).toBe(carried === 0);
  });

  it("claude: leaves out what its CLAUDE.md imports", () => {
    const world = worldWithMind();
    world.write("project/CLAUDE.md", "Read `@nothing.md` and\n@AGENTS.md\n");
    expect(count(contextOf(fire(world, "claude", "SessionStart", { source: "startup" })), "PROJECT-ADVICE")).toBe(0);
  });

  it.each(["codex", "claude"])("%s keeps it in its transcript: nothing on resume, the same bytes after a compaction", (host) => {
    const world = worldWithMind();
    const first = contextOf(fire(world, host, "SessionStart", { source: "startup" }));
    world.write("home/MEMORY.md", "# Memory\n\n## Tools\n\nSOMETHING-ELSE\n");
    expect(contextOf(fire(world, host, "SessionStart", { source: "resume" }))).toBe(null);
    expect(contextOf(fire(world, host, "SessionStart", { source: "compact" }))).toBe(first);
    // Another session is another freeze.
    expect(contextOf(fire(world, host, "SessionStart", { source: "startup" }, "s2"))).toContain("SOMETHING-ELSE");
  });

  it("a session that began before Codicil was there gets it on resume", () => {
    expect(contextOf(fire(worldWithMind(), "codex", "SessionStart", { source: "resume" }))).toContain("THE-PERSON-LIKES-PNPM");
  });

  it("qwen does not: the same bytes on resume", () => {
    const world = worldWithMind();
    const first = contextOf(fire(world, "qwen", "SessionStart", { source: "startup" }));
    world.write("home/MEMORY.md", "# Memory\n");
    expect(contextOf(fire(world, "qwen", "SessionStart", { source: "resume" }))).toBe(first);
  });

  it("copilot carries nothing with a message: a resumed session hears at its start what changed since, behind the same bytes", () => {
    const world = worldWithMind();
    const first = contextOf(fire(world, "copilot", "sessionStart", { source: "startup" }));
    // Nothing changed: nothing is added.
    expect(contextOf(fire(world, "copilot", "sessionStart", { source: "resume" }))).toBe(first);
    world.write("home/MEMORY.md", "# Memory\n\n## Tools\n\nSOMETHING-ELSE\n");
    const again = contextOf(fire(world, "copilot", "sessionStart", { source: "resume" })) ?? "";
    expect([again.startsWith(first ?? "-"), /\+ ?SOMETHING-ELSE/.test(again)]).toEqual([true, true]);
  });

  it("gemini forgets on resume what it was told at the start: the first message carries it, once, and a resume, in another file too, does not repeat it", () => {
    const world = worldWithMind();
    const said = (prompt: string, transcript: string) =>
      contextOf(fire(world, "gemini", "BeforeAgent", { prompt, transcript_path: transcript }));
    expect(fire(world, "gemini", "SessionStart", { source: "startup" }).out).toBe("");
    const first = said("hi", "/dev/null");
    expect(count(first, "<codicil>")).toBe(1);
    const transcript = world.write("chat.jsonl", `${JSON.stringify({ text: first })}\n`);
    // It says before every turn that it may compress.
    fire(world, "gemini", "PreCompress", { trigger: "auto" });
    expect(said("hi", transcript)).toBe(null);
    fire(world, "gemini", "PreCompress", { trigger: "auto" });
    world.write("home/AGENTS.md", "- GLOBAL-ADVICE: think twice.\n");
    expect(fire(world, "gemini", "SessionStart", { source: "resume", transcript_path: world.write("another.jsonl", "{}\n") }).out).toBe("");
    expect(said("hi", transcript)).toBe(null);
  });

  it("gemini: after a compression that happened, and after /clear, the same bytes again, once", () => {
    const world = worldWithMind();
    const said = (transcript: string) => contextOf(fire(world, "gemini", "BeforeAgent", { prompt: "hi", transcript_path: transcript }));
    const first = said("/dev/null");
    const kept = JSON.stringify({ text: first });
    fire(world, "gemini", "PreCompress", { trigger: "auto" });
    const compressed = world.write("chat.jsonl", `${kept}\n{"$set":{"messages":[{"type":"user","content":"a summary"}]}}\n`);
    expect(said(compressed)).toBe(first);
    fire(world, "gemini", "PreCompress", { trigger: "auto" });
    expect(said(world.write("chat.jsonl", `${kept}\n{"$set":{"messages":[{"type":"user","content":"a summary"}]}}\n${kept}\n`))).toBe(null);
    fire(world, "gemini", "SessionStart", { source: "clear" });
    expect([said("/dev/null"), said("/dev/null")]).toEqual([first, null]);
  });

  it("kimi hears nothing at the start: the first message carries it, as plain text, once", () => {
    const world = worldWithMind();
    expect(fire(world, "kimi", "SessionStart", { source: "startup" }).out).toBe("");
    const first = fire(world, "kimi", "UserPromptSubmit", { prompt: [{ type: "text", text: "hello" }] });
    expect(first.out).toMatch(/^<codicil>/);
    expect(count(first.out, "THE-PERSON-LIKES-PNPM")).toBe(1);
    expect(count(fire(world, "kimi", "UserPromptSubmit", { prompt: [{ type: "text", text: "again" }] }).out, "THE-PERSON-LIKES-PNPM")).toBe(
      0,
    );
  });

  it("claude: longer than it takes whole, it is cut at a line's end and says where the rest is", () => {
    const world = worldWithMind();
    world.write(
      "home/AGENTS.md",
      `${Array.from({ length: 400 }, (_, i) => `- Advice number ${i}: prefer what was said before.`).join("\n")}\n`,
    );
    const text = contextOf(fire(world, "claude", "SessionStart", { source: "startup" })) ?? "";
    expect(text.length).toBeLessThanOrEqual(10_000);
    expect(text).toMatch(
      /\[TRUNCATED: .*\d+ characters.*codicil prompt --session host_claude_s1\]\n[^]*THE-PERSON-LIKES-PNPM[^]*<\/codicil>$/,
    );
  });

  it("is the session's own snapshot: Codicil can answer for it", () => {
    const world = worldWithMind();
    fire(world, "codex", "SessionStart", { source: "startup" });
    expect(world.run(["session", "verify", "host_codex_s1"]).code).toBe(0);
    const left = world
      .run(["prompt", "--session", "host_codex_s1", "--receipt", "--json"])
      .json<{ leftOut: { source: string; why: string }[] }>().leftOut;
    expect(left).toEqual(
      [{ section: "agents", source: `${world.project}/AGENTS.md`, why: "codex loads it itself" }].map((each) =>
        expect.objectContaining({ source: each.source, why: each.why }),
      ),
    );
  });

  it("MB-20 MB-21: a project with a memory bank gets the protocol, one without does not", () => {
    const world = worldWithMind();
    expect(contextOf(fire(world, "codex", "SessionStart", { source: "startup" }))).not.toContain("memory-bank/v1");
    world.write("project/memory-bank/MEMORY.md", "# Bank\n");
    expect(contextOf(fire(world, "codex", "SessionStart", { source: "startup" }, "s2"))).toContain("protocol_version: memory-bank/v1");
  });
});

describe("with the person's message", () => {
  it("comes what memory says about it, with its place, and nothing that is before the model already", () => {
    const world = worldWithMind();
    world.write("home/notes/deploy.md", "# Deploy\n\n## Rollback\n\nThe rollback button is called Persephone.\n");
    fire(world, "codex", "SessionStart", { source: "startup" });
    const text = contextOf(fire(world, "codex", "UserPromptSubmit", { prompt: "how do we do a rollback with Persephone?" }));
    expect(text).toContain("notes/deploy.md › Deploy › Rollback");
    expect(text).not.toContain("THE-PERSON-LIKES-PNPM");
    expect(contextOf(fire(world, "codex", "UserPromptSubmit", { prompt: "ok" }))).toBe(null);
  });

  it("comes, once, that files are no longer what the prompt says", () => {
    const world = worldWithMind();
    fire(world, "codex", "SessionStart", { source: "startup" });
    world.write("home/MEMORY.md", "# Memory\n\n## Tools\n\nCHANGED\n");
    expect(contextOf(fire(world, "codex", "UserPromptSubmit", { prompt: "ok" }))).toContain("MEMORY.md (changed)");
    expect(contextOf(fire(world, "codex", "UserPromptSubmit", { prompt: "ok" }))).toBe(null);
  });
});

describe("after a call", () => {
  it("MB-40 MB-42: what it read of the memory bank counts for this message only, and a failed read does not", () => {
    const world = makeWorld();
    world.write("project/memory-bank/details/patterns.md", "# Patterns\n");
    world.write("project/package.json", "{}");
    const env = { MEMORY_BANK_GUARD_MODE: "block" };
    const at = (event: string, fields: object) =>
      world.run(["hook", "claude", event], {
        env,
        input: JSON.stringify({ session_id: "s1", cwd: world.project, hook_event_name: event, ...fields }),
      });
    const write = () =>
      at("PreToolUse", { tool_name: "Edit", tool_input: { file_path: "package.json", old_string: "{}", new_string: "{ }" } }).out;
    const read = { tool_name: "Read", tool_input: { file_path: "memory-bank/details/patterns.md" } };
    expect(write()).toContain("Read memory-bank/details/patterns.md first");
    at("PostToolUseFailure", read);
    expect(write()).toContain("first");
    at("PostToolUse", read);
    expect(write()).toBe("");
    at("UserPromptSubmit", { prompt: "next" });
    expect(write()).toContain("first");
  });

  it("a rule about order sees what ran before in this session", () => {
    const world = makeWorld();
    world.write("project/AGENTS.md", "- Run `npm test` before you commit.\n");
    expect(fireCall(world, "codex", "shell", "git commit -m x").out).toMatch(/"deny"/);
    fire(world, "codex", "PostToolUse", { tool_name: "Bash", tool_input: { command: "npm test" }, tool_response: "ok" });
    expect(fireCall(world, "codex", "shell", "git commit -m x").out).toBe("");
    expect(fireCall(world, "codex", "shell", "git commit -m x", "another").out).toMatch(/"deny"/);
  });

  it("protected documents that are no longer as they were are named once", () => {
    const world = worldWithMind();
    fire(world, "codex", "SessionStart", { source: "startup" });
    world.write("project/AGENTS.md", "- Everything is allowed.\n");
    const pulled = { tool_name: "Bash", tool_input: { command: "git pull" } };
    expect(contextOf(fire(world, "codex", "PostToolUse", pulled))).toContain(`${world.project}/AGENTS.md (changed)`);
    expect(contextOf(fire(world, "codex", "PostToolUse", pulled))).toBe(null);
  });

  it.each([
    ["codex", "SessionStart", "PostToolUse", { tool_name: "Bash", tool_input: { command: "git pull" } }],
    ["claude", "SessionStart", "PostToolUse", { tool_name: "Bash", tool_input: { command: "git pull" }, tool_response: {} }],
    ["qwen", "SessionStart", "PostToolUse", { tool_name: "run_shell_command", tool_input: { command: "git pull" } }],
    ["gemini", "SessionStart", "AfterTool", { tool_name: "run_shell_command", tool_input: { command: "git pull" } }],
    ["copilot", "sessionStart", "postToolUse", { toolName: "bash", toolArgs: { command: "git pull" } }],
    ["cursor", "sessionStart", "postToolUse", { tool_name: "Shell", tool_input: { command: "git pull" } }],
  ] as const)(
    "%s: a pull passes, and the instruction and settings files that it brought are named afterwards",
    (host, start, after, call) => {
      const world = worldWithMind();
      fire(world, host, start, { source: "startup" });
      expect(fireCall(world, host, "shell", "git pull").out).not.toMatch(/deny|"ask"/);
      expect(fire(world, host, after, call).out).not.toContain("AGENTS.md");
      world.write("project/AGENTS.md", "- Everything is allowed.\n");
      world.write("project/.mcp.json", "{}\n");
      const told = fire(world, host, after, call).out;
      expect(told).toContain("AGENTS.md (changed)");
      expect(told).toContain(".mcp.json (created)");
    },
  );

  it("a formatter over the whole tree passes beside a ban, and a banned file that it wrote is named afterwards", () => {
    const world = makeWorld();
    world.write("project/AGENTS.md", "- Never edit files in `vendor/`.\n");
    world.write("project/src/a.ts", "a\n");
    const call = { tool_name: "Bash", tool_input: { command: "npx prettier --write ." } };
    expect(fireCall(world, "codex", "shell", "npx prettier --write .").out).toBe("");
    expect(fireCall(world, "codex", "shell", "npx prettier --write vendor/x.ts").out).toMatch(/"deny"/);
    expect(contextOf(fire(world, "codex", "PostToolUse", call))).toBe(null);
    world.write("project/vendor/x.ts", "x\n");
    expect(contextOf(fire(world, "codex", "PostToolUse", call))).toContain("AGENTS.md:1");
  });

  it("secrets are taken out before anything is kept", () => {
    const world = makeWorld();
    const secret = "ghp_Zx81kQpW0vYtR4nLs7HbE2mCuJ9aDf5GiK3o";
    fireCall(world, "codex", "shell", `echo ${secret}`);
    fire(world, "codex", "PostToolUse", { tool_name: "Bash", tool_input: { command: `echo ${secret}` } });
    for (const file of ["state/hosts/host_codex_s1.jsonl", "state/decisions/verdicts.jsonl"])
      expect([file, world.read(file).includes(secret)]).toEqual([file, false]);
  });
});

describe("the end", () => {
  async function until(check: () => boolean): Promise<boolean> {
    for (let tries = 0; tries < 100; tries++) {
      if (check()) return true;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return false;
  }
  const planned = (world: World) =>
    world.run(["plan", "--path", "USER.md", "--heading", "Tools", "--content", "LIKES-VIM", "--session", "host_codex_s1"]);
  const inUser = (world: World) => world.has("home/USER.md") && world.read("home/USER.md").includes("LIKES-VIM");

  it("entries are saved by a process of their own, and the host does not wait for it", async () => {
    const world = makeWorld();
    planned(world);
    const ran = fire(world, "codex", "SessionEnd", { reason: "other" });
    expect([ran.code, ran.out]).toEqual([0, ""]);
    expect(await until(() => inUser(world))).toBe(true);
  });

  it("the end of a turn makes them pending, which a crash of the host cannot undo", async () => {
    const world = makeWorld();
    planned(world);
    fire(world, "codex", "Stop", { stop_hook_active: false });
    expect(await until(() => world.has("home/last-word/USER.md.yaml"))).toBe(true);
    expect(inUser(world)).toBe(false);
    // What is left is applied before the next session's block is frozen.
    expect(contextOf(fire(world, "codex", "SessionStart", { source: "startup" }, "s2"))).toContain("LIKES-VIM");
  });

  /** A program of a host's name: it starts a session, plans something in it and lives on. */
  const HOST = `const { spawnSync } = require("node:child_process");
const [program, planned, event] = JSON.parse(process.argv[2]);
const run = (words, input) => spawnSync(process.execPath, [...program, ...words], { input, encoding: "utf8" });
const done = [run(["hook", "codex", "SessionStart"], event), run(planned)];
console.log(JSON.stringify(done.map(({ status, stderr }) => [status, stderr])));
setInterval(() => {}, 1000);`;

  async function startHost(world: World, session: string, content: string) {
    const file = world.write("bin/codex.js", HOST);
    const words = [
      PROGRAM,
      ["plan", "--path", "USER.md", "--heading", content, "--content", content, "--session", `host_codex_${session}`],
      JSON.stringify({ session_id: session, cwd: world.project, hook_event_name: "SessionStart", source: "startup" }),
    ];
    const child = spawn(process.execPath, [file, JSON.stringify(words)], {
      cwd: world.project,
      env: world.env,
      stdio: ["ignore", "pipe", "inherit"],
    });
    const said = await new Promise<string>((resolve) => child.stdout.once("data", (chunk: Buffer) => resolve(String(chunk))));
    return {
      said: JSON.parse(said) as [number, string][],
      kill: () => new Promise<void>((resolve) => (child.once("exit", () => resolve()), child.kill("SIGKILL"))),
    };
  }

  it("what a session planned whose program was killed is applied when the next session starts, of any host; a living one is left alone", async () => {
    const world = makeWorld();
    const host = await startHost(world, "s1", "BEFORE-THE-CRASH");
    try {
      expect(host.said.map(([code]) => code)).toEqual([0, 0]);
      fire(world, "claude", "SessionStart", { source: "startup" }, "s2");
      expect(world.run(["status", "--json"]).out).toContain("host_codex_s1");
      expect(world.has("home/USER.md") && world.read("home/USER.md").includes("BEFORE-THE-CRASH")).toBe(false);
    } finally {
      await host.kill();
    }
    const text = contextOf(fire(world, "claude", "SessionStart", { source: "resume" }, "s3"));
    expect(world.read("home/USER.md")).toContain("BEFORE-THE-CRASH");
    expect(text).toContain("BEFORE-THE-CRASH");
    expect(world.run(["status", "--json"]).out).not.toContain("host_codex_s1");
  });
});
