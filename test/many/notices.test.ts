// What one machine does, the others have without asking: the database tells, the copy on disk changes, and from there it
// holds for every program, also for a hook that never heard of a database.

import { describe, expect, it } from "vitest";
import { follow, followQuietly } from "../../src/sharing/follow.ts";
import type { World } from "../kit.ts";
import { fireCall } from "../hosts/hookKit.ts";
import { freshMind, noPostgres, withPostgres } from "../postgres.ts";
import { addLine, makeMachines } from "./rig.ts";

async function until(isThere: () => boolean | Promise<boolean>): Promise<boolean> {
  for (let tries = 0; tries < 400; tries++) {
    if (await isThere()) return true;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return false;
}

describe.skipIf(noPostgres !== null)(`notices${noPostgres === null ? "" : ` (skipped: ${noPostgres})`}`, () => {
  const server = withPostgres();
  const RULE = "# Rules\n\n- Never run npm install.\n";
  const denies = (world: World) => fireCall(world, "codex", "shell", "npm install left-pad").out.includes("deny");

  it("OR-10 a rule written on one machine is enforced by the other's hook on its next call", async () => {
    const [a, b] = makeMachines(server(), freshMind(), 2);
    if (!a || !b) throw new Error("no machines");
    const there = await b.open();
    // `run` holds up this process, and with it the follower: first let a round end.
    let rounds = 0;
    const following = await follow(there, { synced: () => rounds++ });
    const writes = async (text: string) => {
      const before = rounds;
      a.write("home/AGENTS.md", text);
      expect((await a.runAsync(["sync"])).code).toBe(0);
      expect(await until(() => rounds > before && b.has("home/AGENTS.md") && b.read("home/AGENTS.md") === text)).toBe(true);
    };
    expect(denies(b)).toBe(false);
    await writes(RULE);
    expect(denies(b)).toBe(true);
    // And gone again, when it is undone.
    await writes("# Rules\n");
    expect(denies(b)).toBe(false);
    await following.close();
  });

  it("an entry applied here appears there, also when the connection that listens was lost in between", async () => {
    const [a, b] = makeMachines(server(), freshMind(), 2);
    if (!a || !b) throw new Error("no machines");
    const there = await b.open();
    const following = await follow(there);
    addLine(a, "first");
    expect(await until(() => b.read("home/USER.md").includes("- first"))).toBe(true);
    await server().sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'codicil % listening'`;
    addLine(a, "second");
    expect(await until(() => b.read("home/USER.md").includes("- second"))).toBe(true);
    expect(b.read("home/USER.md")).toBe(a.read("home/USER.md"));
    await following.close();
  });

  it("who begins while the database is away follows as soon as it is back", async () => {
    const [a, b] = makeMachines(server(), freshMind(), 2);
    if (!a || !b) throw new Error("no machines");
    await server().stop();
    const there = await b.open();
    const said: string[] = [];
    const following = await followQuietly(there, { log: (line) => said.push(line) }, { first: 50, most: 200 });
    expect(said.join()).toContain("not followed yet");
    await server().start();
    expect(addLine(a, "the ferry leaves at nine").code).toBe(0);
    expect(await until(() => b.read("home/USER.md").includes("ferry"))).toBe(true);
    await following.close();
  });

  it("negative control: without following, the disk of the other machine stays as it was until it opens the mind", async () => {
    const [a, b] = makeMachines(server(), freshMind(), 2);
    if (!a || !b) throw new Error("no machines");
    addLine(a, "unheard");
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(b.read("home/USER.md")).not.toContain("unheard");
    b.run(["status"]);
    expect(b.read("home/USER.md")).toContain("unheard");
  });
});
