// The plugins as their hosts load them: the built file, imported, with a hook program behind it that is the real one.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import { makeWarmWorld as makeWorld, type World } from "../kit.ts";

const FROM_SOURCE = process.env["CODICIL_FROM_SOURCE"] === "1";

interface OpenCode {
  "experimental.chat.system.transform"(input: { sessionID?: string }, output: { system: string[] }): Promise<void>;
  "chat.message"(input: { sessionID: string }, output: { message: { id: string }; parts: object[] }): Promise<void>;
  "tool.execute.before"(input: { tool: string; sessionID: string }, output: { args: Record<string, unknown> }): Promise<void>;
}
type Handler = (event: object, context: object) => unknown;

const saved = { ...process.env };
afterEach(() => {
  for (const name of Object.keys(process.env)) if (name.startsWith("MEMORY_BANK_")) delete process.env[name];
  Object.assign(process.env, saved);
});

function worldWith(host: "opencode" | "pi"): { world: World; file: string } {
  const world = makeWorld();
  world.write("home/MEMORY.md", "# Memory\n\n## Tools\n\nTHE-PERSON-LIKES-PNPM\n");
  world.write("project/AGENTS.md", "- Never run `git push --force`.\n- Use pnpm, not npm.\n");
  expect(world.run(["install", host, "--yes"]).code).toBe(0);
  return {
    world,
    file: join(world.root, "person", host === "pi" ? ".pi/agent/extensions/codicil.js" : ".config/opencode/plugins/codicil.js"),
  };
}

async function opencodeIn(world: World, file: string): Promise<OpenCode> {
  // Each world's own copy: the name keeps Node from giving back another world's module.
  const loaded = (await import(pathToFileURL(file).href)) as {
    default: { id: string; server(input: { directory: string; client: object }): Promise<OpenCode>; setup(context: object): Promise<void> };
  };
  expect([loaded.default.id, typeof loaded.default.setup]).toEqual(["codicil", "function"]);
  // A sub-agent's session has a parent.
  const client = {
    session: {
      get: async ({ path: { id } }: { path: { id: string } }) => ({ data: id.startsWith("child") ? { id, parentID: "s1" } : { id } }),
    },
  };
  return loaded.default.server({ directory: world.project, client });
}

describe.skipIf(FROM_SOURCE)("the plugin for OpenCode", () => {
  it("MB-48: injection, gate and writer boundary live in the plugin; no other agent, no MCP server", async () => {
    const { world, file } = worldWith("opencode");
    world.write("project/memory-bank/MEMORY.md", "# Bank\n");
    const plugin = await opencodeIn(world, file);
    const output = { system: ["base"] };
    await plugin["experimental.chat.system.transform"]({ sessionID: "s1" }, output);
    expect(output.system.join("\n")).toContain("THE-PERSON-LIKES-PNPM");
    expect(output.system.join("\n")).toContain("protocol_version: memory-bank/v1");
    const write = plugin["tool.execute.before"](
      { tool: "write", sessionID: "s1" },
      { args: { filePath: join(world.project, "memory-bank/MEMORY.md"), content: "x" } },
    );
    await expect(write).rejects.toThrow(/document of the mind/);
  });

  it("the same bytes in every request of a session, whatever the files say by now", async () => {
    const { world, file } = worldWith("opencode");
    const plugin = await opencodeIn(world, file);
    const first = { system: [] as string[] };
    await plugin["experimental.chat.system.transform"]({ sessionID: "s1" }, first);
    world.write("home/MEMORY.md", "# Memory\n\n## Tools\n\nSOMETHING-ELSE\n");
    const second = { system: [] as string[] };
    await plugin["experimental.chat.system.transform"]({ sessionID: "s1" }, second);
    expect(second).toEqual(first);
  });

  it("refuses by throwing, rewrites in place, lets pass in silence", async () => {
    const { world, file } = worldWith("opencode");
    const before = (await opencodeIn(world, file))["tool.execute.before"];
    await expect(before({ tool: "bash", sessionID: "s1" }, { args: { command: "git push --force" } })).rejects.toThrow(
      /Never run `git push --force`/,
    );
    const args: Record<string, unknown> = { command: "npm install left-pad", description: "d" };
    await before({ tool: "bash", sessionID: "s1" }, { args });
    expect(args).toEqual({ command: "pnpm add left-pad", description: "d" });
    await before({ tool: "bash", sessionID: "s1" }, { args: { command: "git status" } });
    await before({ tool: "bash", sessionID: "a-sub-agent" }, { args: { command: "git status" } });
    await expect(before({ tool: "bash", sessionID: "a-sub-agent" }, { args: { command: "rm -rf /" } })).rejects.toThrow(/Codicil/);
  });

  it("a hook that is gone: every call is refused, and the prompt goes on without a block", async () => {
    const { world, file } = worldWith("opencode");
    const plugin = await opencodeIn(world, file);
    writeFileSync(join(world.state, "bin/codicil-hook"), "#!/bin/sh\nexit 1\n");
    for (const command of ["git status", "git push --force"])
      await expect(plugin["tool.execute.before"]({ tool: "bash", sessionID: "s1" }, { args: { command } })).rejects.toThrow(
        /could not judge/,
      );
    const output = { system: ["base"] };
    await plugin["experimental.chat.system.transform"]({ sessionID: "s9" }, output);
    expect(output.system).toEqual(["base"]);
  });

  it("a changed AGENTS.md is held at the next call", async () => {
    const { world, file } = worldWith("opencode");
    const before = (await opencodeIn(world, file))["tool.execute.before"];
    await before({ tool: "bash", sessionID: "s1" }, { args: { command: "terraform plan" } });
    world.write("project/AGENTS.md", "- Never run `terraform`.\n");
    await expect(before({ tool: "bash", sessionID: "s1" }, { args: { command: "terraform plan" } })).rejects.toThrow(/terraform/);
  });

  it("the original's variables: disabled, a limit, and documents first", async () => {
    const { world, file } = worldWith("opencode");
    world.write("project/memory-bank/MEMORY.md", "# Bank\n");
    Object.assign(process.env, { MEMORY_BANK_DISABLED: "1", MEMORY_BANK_MAX_CHARS: "900", MEMORY_BANK_DOC_FIRST_MODE: "block" });
    const plugin = await opencodeIn(world, file);
    const output = { system: [] as string[] };
    await plugin["experimental.chat.system.transform"]({ sessionID: "s1" }, output);
    expect(output.system[0]).not.toContain("memory-bank/v1");
    expect(output.system[0]).toContain("[TRUNCATED: MEMORY_BANK_MAX_CHARS is 900]");
    const edit = () =>
      plugin["tool.execute.before"]({ tool: "edit", sessionID: "s1" }, { args: { filePath: join(world.project, "a.ts"), newString: "x" } });
    await expect(edit()).rejects.toThrow(/Documents first/);
    await plugin["tool.execute.before"]({ tool: "read", sessionID: "s1" }, { args: { filePath: join(world.project, "docs/a.md") } });
    await edit();
    // Policy holds whatever the variables say.
    await expect(
      plugin["tool.execute.before"]({ tool: "bash", sessionID: "s1" }, { args: { command: "git push --force" } }),
    ).rejects.toThrow(/Never run/);
  });

  it("what memory says goes with the message, behind what was typed, and is not shown as the person's", async () => {
    const { world, file } = worldWith("opencode");
    world.write("home/notes/deploy.md", "# Deploy\n\n## Rollback\n\nThe rollback button is called Persephone.\n");
    const plugin = await opencodeIn(world, file);
    const parts: { id: string; type: string; text: string; synthetic?: boolean }[] = [
      { id: "prt_1", type: "text", text: "how do we do a rollback with Persephone?" },
    ];
    await plugin["chat.message"]({ sessionID: "s1" }, { message: { id: "msg_1" }, parts });
    expect(parts).toEqual([
      expect.objectContaining({ id: "prt_1" }),
      {
        id: "prt_1codicil",
        messageID: "msg_1",
        sessionID: "s1",
        type: "text",
        synthetic: true,
        text: expect.stringContaining("notes/deploy.md › Deploy › Rollback") as string,
      },
    ]);
    expect(parts[1]?.text).not.toContain("THE-PERSON-LIKES-PNPM");
  });

  it("MB-30 MB-36: the person's decision counts; a sub-agent's task and text that was not typed do not", async () => {
    const { world, file } = worldWith("opencode");
    world.write("project/memory-bank/MEMORY.md", "# Bank\n\n## Decisions\n\n- Old.\n");
    const plugin = await opencodeIn(world, file);
    const say = async (text: string, sessionID: string, more: object = {}) => {
      const parts: { text?: string }[] = [{ id: "prt_1", type: "text", text, ...more } as object];
      await plugin["chat.message"]({ sessionID }, { message: { id: "msg_1" }, parts });
      return parts[1]?.text ?? "";
    };
    world.run([
      "plan",
      "--path",
      "./memory-bank/MEMORY.md",
      "--heading",
      "Decisions",
      "--op",
      "append",
      "--content",
      "- Use pnpm.",
      "--session",
      "host_opencode_mcp",
    ]);
    expect(await say("what now?", "s1")).toContain("+ - Use pnpm.");
    await say("mb:write", "child1");
    await say("mb:write", "child1");
    await say("mb:write", "s1", { synthetic: true });
    expect(world.read("project/memory-bank/MEMORY.md")).not.toContain("pnpm");
    expect(await say("mb:write", "s1")).toContain("Written");
    expect(world.read("project/memory-bank/MEMORY.md")).toContain("pnpm");
  });

  it("a prompt that has the protocol already gets no second one", async () => {
    const { world, file } = worldWith("opencode");
    world.write("project/memory-bank/MEMORY.md", "# Bank\n");
    const output = { system: ["protocol_version: memory-bank/v1"] };
    await (await opencodeIn(world, file))["experimental.chat.system.transform"]({ sessionID: "s1" }, output);
    expect(output.system[1]).not.toContain("memory-bank/v1");
  });
});

describe.skipIf(FROM_SOURCE)("the extension for pi", () => {
  async function piIn(world: World, file: string) {
    const handlers = new Map<string, Handler>();
    const loaded = (await import(pathToFileURL(file).href)) as { default(api: { on(event: string, run: Handler): void }): void };
    loaded.default({ on: (event, run) => handlers.set(event, run) });
    const context = { cwd: world.project, hasUI: false, sessionManager: { getSessionId: () => "s1" } };
    return (event: string, fields: object, more: object = {}) => handlers.get(event)?.(fields, { ...context, ...more });
  }

  it("blocks with the reason, rewrites in place, asks where a person sits, and puts the block into a section of its own", async () => {
    const { world, file } = worldWith("pi");
    const fire = await piIn(world, file);
    const options: { sections?: Record<string, string> } = {};
    await fire("before_agent_start", { prompt: "hello", systemPrompt: "base", systemPromptOptions: options });
    expect(options.sections?.["codicil"]).toContain("THE-PERSON-LIKES-PNPM");
    expect(await fire("tool_call", { toolName: "bash", input: { command: "git push --force" } })).toMatchObject({
      block: true,
      reason: expect.stringContaining("Never run") as string,
    });
    const input = { command: "npm install left-pad" };
    expect(await fire("tool_call", { toolName: "bash", input })).toBe(undefined);
    expect(input.command).toBe("pnpm add left-pad");
    const asking = { toolName: "bash", input: { command: "bash" } };
    expect(await fire("tool_call", asking)).toMatchObject({ block: true });
    expect(await fire("tool_call", asking, { hasUI: true, ui: { confirm: async () => true } })).toBe(undefined);
    expect(await fire("tool_call", asking, { hasUI: true, ui: { confirm: async () => false } })).toMatchObject({ block: true });
  });

  describe("a line that is only proposed", () => {
    const deploy = { toolName: "bash", input: { command: "make deploy" } };
    const RULES = "# Rules\n\nNever run `make deploy`.\n\n## Release\n\n```sh\nmake deploy\n```\n";

    async function piWithLine(answer: number | undefined) {
      const { world, file } = worldWith("pi");
      world.write("project/AGENTS.md", RULES);
      const asked: string[] = [];
      const confirmed: string[] = [];
      const ui = {
        select: async (title: string, choices: readonly string[]) => (
          asked.push(title),
          answer === undefined ? undefined : choices[answer]
        ),
        confirm: async (_: string, message: string) => (confirmed.push(message), true),
      };
      const fire = await piIn(world, file);
      return { world, asked, confirmed, call: (more: object = { hasUI: true, ui }) => fire("tool_call", deploy, more) };
    }

    it("is asked about once where a person sits; hold blocks the call and settles the line", async () => {
      const { asked, call } = await piWithLine(0);
      expect(await call()).toMatchObject({ block: true, reason: expect.stringContaining("The line is enforced from now on.") as string });
      expect(asked).toEqual([
        expect.stringContaining("AGENTS.md:3 seems to forbid this: “Never run `make deploy`.” (read as: denies every `make deploy`)."),
      ]);
      expect(await call()).toMatchObject({ block: true, reason: expect.stringContaining("codicil policy dismiss AGENTS.md:3") as string });
      expect(asked).toHaveLength(1);
    });

    it("passes from then on when that is not what it means", async () => {
      const { asked, call, world } = await piWithLine(1);
      expect([await call(), await call()]).toEqual([undefined, undefined]);
      expect(asked).toHaveLength(1);
      expect(JSON.parse(world.read("state/decisions/readings.jsonl").trim())).toMatchObject({ as: "advice", line: 3 });
    });

    it("is asked about at each call when the person says so", async () => {
      const { asked, confirmed, call } = await piWithLine(2);
      expect([await call(), await call()]).toEqual([undefined, undefined]);
      expect([asked.length, confirmed.length]).toEqual([1, 2]);
    });

    it("settles nothing when the dialog is closed, and nothing by an event of an agent's", async () => {
      const { asked, call, world } = await piWithLine(undefined);
      expect(await call()).toMatchObject({ block: true });
      for (const event of ["LineAnswer", "PreToolUse"])
        world.run(["hook", "pi", event], {
          input: JSON.stringify({ id: "0".repeat(32), as: "advice", session_id: "s1", cwd: world.project }),
        });
      expect(await call()).toMatchObject({ block: true });
      expect([asked.length, world.has("state/decisions/readings.jsonl")]).toEqual([2, false]);
    });

    it("passes with a card where nobody sits", async () => {
      const { asked, call, world } = await piWithLine(0);
      expect(await call({})).toBe(undefined);
      expect([asked.length, world.names("state/readings").length]).toEqual([0, 1]);
    });
  });

  it("MB-30 MB-36: what memory says goes with the message; proposals are shown on the screen, and the typed word counts, another extension's does not", async () => {
    const { world, file } = worldWith("pi");
    world.write("home/notes/deploy.md", "# Deploy\n\n## Rollback\n\nThe rollback button is called Persephone.\n");
    world.write("project/memory-bank/MEMORY.md", "# Bank\n\n## Decisions\n\n- Old.\n");
    const fire = await piIn(world, file);
    const screen: string[] = [];
    const seen = { hasUI: true, ui: { notify: (text: string) => screen.push(text) } };
    const say = async (text: string, source = "interactive") => {
      await fire("input", { text, source }, seen);
      return (
        (await fire("before_agent_start", { messageType: "user", prompt: text, systemPrompt: "base", systemPromptOptions: {} }, seen)) as {
          message?: { content: string; display: boolean };
        }
      ).message;
    };
    expect(await say("how do we do a rollback with Persephone?")).toEqual({
      customType: "codicil",
      content: expect.stringContaining("notes/deploy.md") as string,
      display: false,
    });
    world.run([
      "plan",
      "--path",
      "./memory-bank/MEMORY.md",
      "--heading",
      "Decisions",
      "--op",
      "append",
      "--content",
      "- Use pnpm.",
      "--session",
      "host_pi_s1",
    ]);
    await fire("agent_settled", {}, seen);
    expect(screen).toEqual([expect.stringContaining("+ - Use pnpm.")]);
    await say("mb:write", "extension");
    expect(world.read("project/memory-bank/MEMORY.md")).not.toContain("pnpm");
    expect((await say("mb:write"))?.content).toContain("Written");
    expect([screen.length, world.read("project/memory-bank/MEMORY.md").includes("- Use pnpm.")]).toEqual([2, true]);
  });
});
