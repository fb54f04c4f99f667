// For whom a section is, in a mind of one machine: where it is, what a shared session gets, what an agent may do with it.

import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Receipt } from "codicil";
import { bringHome, hasTerminal, makeWarmWorld as makeWorld, plan, USER, type World } from "../kit.ts";

const CANARY = "penicillin makes me ill";
const HEALTH = `## Health\n\n- ${CANARY}\n`;

function world(): World {
  const made = makeWorld();
  made.run(["init", "--yes", "--project"]);
  made.write("home/USER.md", `${USER}\n${HEALTH}`);
  return made;
}

const audienceOf = (made: World, name: string) =>
  made
    .run(["audience", name, "--json"])
    .json<{ audience: string; document: string }[]>()
    .map(({ audience, document }) => `${audience} ${document}`);
const OWN_USER = "~/.config/agents/me/USER.md";

describe("codicil audience", () => {
  it("shows where a section is, and moves it as one change with both histories, which can be undone", () => {
    const made = world();
    const before = made.read("home/USER.md");
    expect(audienceOf(made, "USER.md#Health")).toEqual(["team USER.md"]);
    const moved = made.run(["audience", "USER.md#Health", "me"]);
    expect(moved.code).toBe(0);
    expect(moved.err).toContain("stays in the history of USER.md");
    expect(moved.err).toContain("codicil forget");
    expect(audienceOf(made, "user#Health")).toEqual([`me ${OWN_USER}`]);
    expect(made.read("home/USER.md").trim()).toBe(USER.trim());
    expect(made.read("home/me/USER.md")).toBe(HEALTH);
    expect(made.run(["log", OWN_USER, "--json"]).json<{ reason?: string }[]>()[0]?.reason).toBe("audience me: from USER.md");
    expect(made.run(["log", "USER.md", "--json"]).json<{ reason?: string }[]>()[0]?.reason).toBe(`audience me: to ${OWN_USER}`);
    // Saying it twice changes nothing.
    expect(made.run(["audience", "USER.md#Health", "me", "--json"]).json()).toMatchObject({ before: "me", after: "me", receipts: [] });
    const undo = /codicil undo (\S+)/.exec(moved.err)?.[1] ?? "";
    expect(made.run(["undo", undo]).code).toBe(0);
    expect(made.read("home/USER.md")).toBe(before);
    expect(made.read("home/me/USER.md").trim()).toBe("");
    expect(made.run(["undo", undo]).code).toBe(4);
  });

  it.skipIf(!hasTerminal)("wants a person at a terminal to bring it to others; to the team and to the project", () => {
    const made = world();
    made.write("home/me/MEMORY.md", "## Build\n\nthe compiler needs four gigabytes\n");
    for (const wanted of ["team", "project"]) expect(made.run(["audience", "MEMORY.md#Build", wanted]).code).toBe(2);
    expect(made.onTerminal(["audience", "MEMORY.md#Build", "team"]).code).toBe(0);
    expect(made.read("home/MEMORY.md")).toContain("## Build\n\nthe compiler needs four gigabytes\n");
    expect(made.onTerminal(["audience", "MEMORY.md#Build", "project"]).code).toBe(0);
    expect(made.read("project/memory-bank/MEMORY.md")).toContain("## Build\n\nthe compiler needs four gigabytes");
    expect(made.read("home/MEMORY.md")).not.toContain("Build");
    expect(audienceOf(made, "memory#Build")).toEqual(["project ./memory-bank/MEMORY.md"]);
    expect(made.run(["audience", "memory#Build", "me"]).code).toBe(0);
    expect(made.read("home/me/MEMORY.md")).toContain("four gigabytes");
    // Who the person is, is no matter of a project; and rules have no audience.
    expect(made.onTerminal(["audience", "USER.md#Health", "project"]).out).toContain("AUDIENCE");
    expect(made.run(["audience", "AGENTS.md#Rules", "me", "--json"]).json()).toMatchObject({ error: { code: "AUDIENCE" } });
  });

  it("refuses what it could not finish, and changes nothing: another text there, a USER_BLOCK, no such section, a secret", () => {
    const made = world();
    made.write("home/me/USER.md", "## Health\n\n- something else\n");
    made.write("home/USER.md", `${made.read("home/USER.md")}\n<!-- USER_BLOCK_START -->\n## Mine\n\nby hand\n<!-- USER_BLOCK_END -->\n`);
    const before = [made.read("home/USER.md"), made.read("home/me/USER.md")];
    const code = (name: string) => made.run(["audience", name, "me", "--json"]).json<{ error: { code: string } }>().error.code;
    expect([code("USER.md#Health"), code("USER.md#Mine"), code("USER.md#Nothing")]).toEqual([
      "CONFLICT",
      "USER_BLOCK_PROTECTED",
      "HEADING_NOT_FOUND",
    ]);
    expect([made.read("home/USER.md"), made.read("home/me/USER.md")]).toEqual(before);
    made.write("home/me/MEMORY.md", `## Keys\n\nAKIA${"IOSFODNN7"}${"EXAMPLQ"}\n`);
    if (hasTerminal) expect(made.onTerminal(["audience", "MEMORY.md#Keys", "team"]).out).toContain("SECRET");
    expect(made.read("home/MEMORY.md")).not.toContain("Keys");
  });

  it("is a person's command: the gate refuses an agent that runs it", () => {
    const made = world();
    for (const command of ["codicil audience USER.md#Health team", "codicil audience USER.md#Health me", "npx codicil audience user"]) {
      expect(
        made.run(["policy", "check", "--jsonl"], { input: `${JSON.stringify({ id: "1", call: { tool: "shell", command } })}\n` }).json(),
      ).toMatchObject({ verdict: "deny" });
    }
  });

  it("a move that died between its two halves is finished by the next run: never lost, at worst in both", async () => {
    const made = world();
    const { openMind } = await import("codicil");
    const { setAudience } = await import("codicil/documents");
    const mind = await openMind({ home: made.home, state: made.state, cwd: made.project, env: { HOME: made.root } });
    // The disk refuses the second half: the lock of USER.md is held by somebody who never lets go.
    const held = mind.deps.storeFor(mind.where.project);
    const short = await openMind({
      home: made.home,
      state: made.state,
      cwd: made.project,
      env: { HOME: made.root },
      lock: { base: 1, cap: 1, retries: 1 },
    });
    await held.lock(await held.lockName({ root: "home", path: "USER.md" }), async () => {
      await expect(setAudience(short, "USER.md#Health", "me")).rejects.toMatchObject({ code: "LOCKED" });
    });
    await Promise.all([mind.close(), short.close()]);
    expect(made.read("home/USER.md")).toContain(CANARY);
    expect(made.read("home/me/USER.md")).toContain(CANARY);
    expect(made.run(["status", "--json"]).json<{ journalled: unknown[] }>().journalled).toHaveLength(1);
    expect(made.run(["apply"]).code).toBe(0);
    expect(made.read("home/USER.md").trim()).toBe(USER.trim());
    expect(made.read("home/me/USER.md")).toBe(HEALTH);
    expect(made.run(["status", "--json"]).json<{ journalled: unknown[] }>().journalled).toEqual([]);
  });
});

describe("a shared session", () => {
  it("X14 OR-22 never has what is the person's own, whatever its role: prompt, recall, tools; a main session has it, marked", () => {
    const made = world();
    made.write("home/me/SOUL.md", `## Mood\n\n${CANARY}\n`);
    made.write("home/me/notes/x.md", `# X\n\n${CANARY} too\n`);
    const main = made.run(["prompt"]).out;
    expect(main).toContain(`[~/.config/agents/me/SOUL.md, for this person alone]\n## Mood\n\n${CANARY}`);
    expect(made.run(["recall", "penicillin", "--json"]).json<unknown[]>().length).toBeGreaterThan(1);
    const { receipt } = { receipt: made.run(["prompt", "--session-type", "shared", "--receipt"]).out };
    expect(receipt).toContain("private: never loaded in a shared session");
    for (const args of [
      ["prompt", "--session-type", "shared"],
      ["prompt", "--session-type", "shared", "--json"],
      ["recall", "penicillin", "--scope", "shared"],
      ["recall", "penicillin", "--scope", "project"],
    ]) {
      expect([args, made.run(args).out.includes("penicillin")]).toEqual([args, false]);
    }
    const check = (call: unknown) =>
      made
        .run(["policy", "check", "--jsonl"], { input: `${JSON.stringify({ id: "1", call, session: "shared" })}\n` })
        .json<{ verdict: string }>().verdict;
    expect(check({ tool: "load", document: "me/SOUL.md" })).toBe("deny");
    expect(check({ tool: "read", path: `${made.home}/me/SOUL.md` })).toBe("deny");
    expect(check({ tool: "read", path: `${made.home}/SOUL.md` })).toBe("allow");
  });
});

describe("entries and the person's own", () => {
  it("go where their section is: never a public twin of a private section, by plan, by the memory tool, or from before", () => {
    const made = world();
    plan(made, { path: "USER.md", heading: "Health", op: "append", content: "- planned before", session: "s1" });
    made.run(["audience", "USER.md#Health", "me"]);
    const planned = plan(made, { path: "USER.md", heading: "Health", op: "append", content: "- planned after", session: "s1" });
    expect(planned).toMatchObject({ status: "pending", document: OWN_USER });
    bringHome(made);
    expect(made.read("home/me/USER.md")).toBe(`${HEALTH}- planned before\n- planned after\n`);
    expect(made.read("home/USER.md").trim()).toBe(USER.trim());
    // A pending file from before the section moved.
    made.write(
      "home/last-word/by-hand.yaml",
      `version: "1.0.0"\nsource: "me"\nentries:\n  - key: { path: "USER.md", heading: "Health" }\n    content: "- by hand"\n`,
    );
    made.run(["apply"]);
    expect([made.read("home/me/USER.md"), made.read("home/USER.md").trim()]).toEqual(["## Health\n\n- by hand\n", USER.trim()]);
    made.write("home/me/MEMORY.md", "## Doctor\n\n- Tuesday\n");
    expect(made.run(["memory", "add", "--section", "Doctor", "--content", "- at nine", "--json"]).json()).toMatchObject({
      status: "applied",
      document: "~/.config/agents/me/MEMORY.md",
    });
    expect(
      made.run(["memory", "replace", "--file", "memory", "--section", "Doctor", "--old", "Tuesday", "--new", "Friday", "--json"]).json(),
    ).toMatchObject({ status: "applied" });
    expect(made.read("home/me/MEMORY.md")).toBe("## Doctor\n\n- Friday\n- at nine\n");
    expect(made.run(["memory", "read", "memory"]).out).toContain("[~/.config/agents/me/MEMORY.md, for this person alone]\n\n## Doctor");
  });

  it("--audience me makes a section of the person's own, with its own pending file, ledger and archive", () => {
    const made = world();
    expect(
      plan(made, { path: "USER.md", heading: "Family", op: "update", content: "- two sisters", audience: "me", session: "s1" }),
    ).toMatchObject({ document: OWN_USER });
    // It exists only as planned: the next entry for that section goes there all the same.
    expect(plan(made, { path: "USER.md", heading: "Family", op: "append", content: "- one brother", session: "s1" })).toMatchObject({
      document: OWN_USER,
    });
    made.run(["flush", "--session", "s1"]);
    expect(made.names("home/last-word")).toContain("me--USER.md.yaml");
    made.run(["apply"]);
    expect(made.read("home/me/USER.md")).toBe("## Family\n\n- two sisters\n- one brother\n");
    expect(made.names("state/ledger").filter((name) => name.startsWith("me--USER.md-"))).toHaveLength(1);
    const long = Array.from({ length: 60 }, (_, index) => `- a line that fills the budget, number ${index}`).join("\n");
    made.write("home/me/MEMORY.md", "## Doctor\n\n- Tuesday\n");
    expect(made.run(["memory", "add", "--section", "Doctor", "--content", long, "--json"]).json<Receipt>().overflow?.moved_to).toBe(
      "~/.config/agents/me/archive/MEMORY.md",
    );
    expect(made.has("home/archive/MEMORY.md")).toBe(false);
  });

  it("an agent's entry cannot widen: neither by --audience team nor by repeating a line; the person's can", () => {
    const made = world();
    made.run(["audience", "USER.md#Health", "me"]);
    const tried = [
      plan(made, { path: "USER.md", heading: "Health", op: "append", content: "- allergic", audience: "team", session: "s1" }),
      plan(made, { path: "USER.md", heading: "Notes", op: "append", content: `* ${CANARY.toUpperCase()}, said Ada`, session: "s1" }),
      plan(made, { path: "./memory-bank/MEMORY.md", heading: "Notes", op: "append", content: `${CANARY}`, session: "s1" }),
      made.run(["memory", "add", "--section", "Notes", "--content", `- ${CANARY}`, "--json"]).json<Receipt>(),
    ];
    for (const { status, why } of tried) expect([status, why?.startsWith("AUDIENCE")]).toEqual(["refused", true]);
    expect(
      plan(made, { path: "USER.md", heading: "Notes", op: "append", content: `- ${CANARY}`, session: "s2", origin: "user" }).status,
    ).toBe("pending");
    // Negative control: what nobody keeps to themselves is nobody's secret.
    rmSync(join(made.home, "me"), { recursive: true });
    expect(plan(made, { path: "USER.md", heading: "Notes", op: "append", content: `- ${CANARY}`, session: "s3" }).status).toBe("pending");
  });

  it("a delta that a repository brings cannot name the person's own", () => {
    const made = world();
    made.write(
      "project/.agents/x.yaml",
      `version: "1.0.0"\nsource: "them"\nentries:\n  - key: { path: "~/.config/agents/me/USER.md", heading: "Health" }\n    content: "brought by a clone"\n`,
    );
    expect(
      made
        .run(["apply", "--json"])
        .json<Receipt[]>()
        .map(({ status, why }) => [status, why?.startsWith("AUDIENCE")]),
    ).toEqual([["staged", true]]);
    expect(made.has("home/me/USER.md")).toBe(false);
  });
});
