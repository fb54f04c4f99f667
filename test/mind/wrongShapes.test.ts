// The library called from plain JavaScript, with values that no compiler has looked at.

import {
  appendToSession,
  apply,
  decide,
  enforce,
  flush,
  freeze,
  gateTools,
  isAuthorized,
  memoryReplace,
  openMind,
  plan,
  recall,
  redact,
  resolve,
  review,
  startSession,
  status,
} from "codicil";
import { load } from "codicil/documents";
import { describe, expect, it } from "vitest";
import { makeWorld } from "../kit.ts";

const call = { tool: "shell", command: "ls" } as const;
type Verb = (...given: readonly unknown[]) => unknown;

/** What is wrong in each, and what the message must name. */
const WRONG: readonly (readonly [title: string, verb: unknown, given: (mind: unknown) => readonly unknown[], names: string])[] = [
  ["decide without a call around it", decide, (mind) => [mind, { tool: "shell", input: { command: "ls" } }], "request.call"],
  ["decide without a request", decide, (mind) => [mind], "request"],
  ["decide with a call that is a number", decide, (mind) => [mind, { call: 5 }], "request.call"],
  ["decide without a mind", decide, () => [{}, { call }], "mind"],
  ["plan without a mind", plan, () => [{ path: "USER.md", heading: "H" }], "mind"],
  ["plan without a request", plan, (mind) => [mind], "request"],
  ["flush of a number", flush, (mind) => [mind, 5], "session"],
  ["apply without a mind", apply, () => [], "mind"],
  ["recall of a number", recall, (mind) => [mind, 5], "query"],
  ["one event instead of a list", appendToSession, (mind) => [mind, "s1", { type: "user_message" }], "events"],
  ["status of nothing", status, () => [null], "mind"],
  ["review of a promise", review, () => [Promise.resolve()], "mind"],
  ["a home that is a number", openMind, () => [{ home: 5 }], "options.home"],
  ["an event that is null", appendToSession, (mind) => [mind, "s1", [null]], "events.0"],
  ["resolve without a choice", resolve, (mind) => [mind, "x.yaml"], "choice"],
  ["redact without a mind", redact, () => ["text"], "mind"],
  ["memoryReplace with names of another program", memoryReplace, (mind) => [mind, { file: "user", section: "A" }], "request.oldText"],
  // Any other kind would be as open as a main session.
  ["decide for an unknown kind of session", decide, (mind) => [mind, { call, session: "Shared" }], "request.session"],
  ["a prompt for an unknown kind of session", freeze, (mind) => [mind, { sessionType: "group" }], "session"],
  ["a session of an unknown kind", startSession, (mind) => [mind, { sessionType: "Shared" }], "session"],
  ["documents for an unknown kind of session", load, (mind) => [mind, "USER.md"], "session"],
  ["enforce for an unknown kind of session", enforce, (mind) => ["Shared", "load_memory", mind], "sessionType"],
  ["isAuthorized for what has no kind", isAuthorized, (mind) => [{ type: "shared" }, "load_memory", mind], "sessionType"],
  ["gateTools with its arguments exchanged", gateTools, (mind) => [mind, {}], "mind"],
];

describe("a value of the wrong shape is BAD_INPUT", () => {
  it.each(WRONG)("%s", async (_, verb, given, names) => {
    const mind = await makeWorld().open();
    const attempt = async () => (verb as Verb)(...given(mind));
    await expect(attempt()).rejects.toMatchObject({ name: "AppError", code: "BAD_INPUT" });
    await expect(attempt()).rejects.toThrow(`: ${names} must be`);
  });

  it("negative control: the same verbs take what is right", async () => {
    const mind = await makeWorld().open();
    expect((await decide(mind, { call })).verdict).toBe("allow");
    expect(await flush(mind, "s1")).toEqual([]);
    expect((await recall(mind, "tea")).hits).toEqual([]);
    expect([enforce("shared", "load_memory", mind), isAuthorized({ sessionType: "main" }, "load_memory", mind)]).toEqual([false, true]);
  });
});

describe("gateTools", () => {
  const rules =
    "# Rules\n\n- Never run `terraform apply`.\n- Ask before you run `npm publish`.\n- Run `npm test` before you run `git commit`.\n";
  const make = async (options: Parameters<typeof gateTools>[2] = {}) => {
    const world = makeWorld();
    world.write("project/AGENTS.md", rules);
    const ran: string[] = [];
    const bash = { description: "d", execute: async ({ command }: { command: string }) => void ran.push(command) };
    const mine = { description: "no execute" };
    const streamed = {
      execute: async function* (_: { command: string }) {
        yield "part";
        yield "whole";
      },
    };
    return { ran, tools: gateTools({ bash, mine, streamed }, await world.open(), options), mine };
  };

  it("runs what is allowed, and throws the reason for what is denied", async () => {
    const { ran, tools, mine } = await make();
    await tools.bash.execute({ command: "npm test" });
    await expect(tools.bash.execute({ command: "terraform apply" })).rejects.toMatchObject({
      code: "CALL_REFUSED",
      message: expect.stringContaining("terraform apply") as string,
    });
    expect(ran).toEqual(["npm test"]);
    expect([tools.bash.description, tools.mine]).toEqual(["d", mine]);
  });

  it("refuses what needs approval unless somebody approves", async () => {
    await expect((await make()).tools.bash.execute({ command: "npm publish" })).rejects.toMatchObject({ code: "CALL_REFUSED" });
    const { ran, tools } = await make({ approve: async ({ tool, decision }) => tool === "bash" && decision.verdict === "ask" });
    await tools.bash.execute({ command: "npm publish" });
    await expect(tools.bash.execute({ command: "terraform apply" })).rejects.toMatchObject({ code: "CALL_REFUSED" });
    expect(ran).toEqual(["npm publish"]);
  });

  it("knows what ran before, and gives the last part of a streamed result", async () => {
    const { ran, tools } = await make();
    await expect(tools.bash.execute({ command: "git commit -m x" })).rejects.toMatchObject({ code: "CALL_REFUSED" });
    await tools.bash.execute({ command: "npm test" });
    await tools.bash.execute({ command: "git commit -m x" });
    expect(ran).toEqual(["npm test", "git commit -m x"]);
    expect(await tools.streamed.execute({ command: "ls" })).toBe("whole");
  });
});
