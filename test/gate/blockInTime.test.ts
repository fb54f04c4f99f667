// The block of a session, when reading the mind fails or never ends: there is always one, it says what is left out, and the
// person's memory is in it where it can be read.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { spokenInTime } from "../../src/hosts/hook/inTime.ts";
import { makeWorld } from "../kit.ts";
import { contextOf, fire } from "../hosts/hookKit.ts";

const INPUT = {
  event: "SessionStart",
  kind: "start",
  session: "s1",
  cwd: "/",
  tool: null,
  input: null,
  prompt: null,
  source: "startup",
  transcript: null,
  byAgent: false,
  unseen: false,
  again: false,
  neverAsks: false,
  seen: false,
  toolUse: null,
  output: null,
} as const;

async function answered(body: string) {
  const rest = pathToFileURL(makeWorld().write("rest.mjs", `export async function answerPlainEvent(event) { ${body} }`)).href;
  const { spoken, problem } = await spokenInTime({ host: "claude", input: INPUT, session: "host_claude_s1" }, { rest, ms: [1500, 1500] });
  return { context: spoken.context ?? "", problem };
}

describe("a session's block", () => {
  it("is what was read, where reading ends", async () => {
    expect(await answered('return { context: "MEMORY", person: null }')).toEqual({ context: "MEMORY", problem: null });
  });

  it.each([
    ["never ends", "for (;;);", /could not be read in 1.5 seconds/],
    ["fails", 'throw new Error("a part is broken")', /a part is broken/],
    ["ends silently", "process.exit()", /ended without a message/],
    [
      "waits for what never comes",
      "const { execSync } = await import('node:child_process'); execSync('sleep 4');",
      /could not be read in 1.5 seconds/,
    ],
    ["takes all memory", "const all = []; for (;;) all.push(new Array(1e6).fill(1.5));", /memory|could not be read in/],
  ])("where reading the project %s: the person's memory without it, and the reason", async (_, body, why) => {
    const { context, problem } = await answered(`if (event.cwd === undefined) { ${body} } return { context: "MEMORY", person: null }`);
    expect(context).toMatch(why);
    expect(context).toMatch(/MEMORY$/);
    expect(problem).toMatch(why);
  });

  it("where nothing can be read: it says so", async () => {
    const { context } = await answered("for (;;);");
    expect(context).toMatch(/^<codicil>\nCodicil checks every tool call[^]*could not be read in 1.5 seconds[^]*<\/codicil>$/);
  });

  it("through the real hook: a config.yaml that cannot be read leaves a block that names it", () => {
    const world = makeWorld();
    world.write("home/last-word/config.yaml", "profile: [\n");
    const ran = fire(world, "claude", "SessionStart", { source: "startup" });
    expect(ran.code).toBe(0);
    expect(contextOf(ran)).toContain(join(world.home, "last-word/config.yaml"));
    expect(ran.err).not.toBe("");
  });

  it.skipIf(process.env["CODICIL_FROM_SOURCE"] === "1")("what its thread loads is kept compiled, in one folder, for the next start", () => {
    const world = makeWorld();
    const ran = world.run(["hook", "claude", "SessionStart"], {
      env: { NODE_COMPILE_CACHE: "" },
      input: JSON.stringify({ session_id: "s1", cwd: world.project, hook_event_name: "SessionStart", source: "startup" }),
    });
    expect(contextOf(ran)).toContain("<codicil>");
    const kept = readdirSync(join(world.state, "compiled"), { recursive: true, withFileTypes: true });
    expect(kept.filter((each) => each.isDirectory())).toHaveLength(1);
    // The start of the program alone is two files.
    expect(kept.filter((each) => each.isFile()).length).toBeGreaterThan(20);
  });
});
