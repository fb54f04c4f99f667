import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { asOwner, begin, decide, type Mind, openMind } from "../../src/index.ts";
import { answerApproval, askApproval, awaitApproval, listApprovals } from "../../src/library/gate.ts";

let folder: string;
let mind: Mind;
let now = Date.UTC(2026, 10, 15, 12);

beforeEach(async () => {
  now = Date.UTC(2026, 10, 15, 12);
  folder = mkdtempSync(join(tmpdir(), "codicil-approvals-"));
  mkdirSync(join(folder, "project"));
  mind = await open();
  await begin(mind);
});
afterEach(async () => {
  await mind.close();
  rmSync(folder, { recursive: true, force: true });
});

const open = () =>
  openMind({
    home: join(folder, "home"),
    state: join(folder, "state"),
    cwd: join(folder, "project"),
    env: { HOME: folder },
    clock: { now: () => new Date(now), timeZone: "UTC" },
  });
const dangerous = { tool: "shell", command: "sudo rm -rf /var/lib/data" } as const;
const question = { hash: "ab".repeat(32), session: "s1", cwd: "/p", call: dangerous, reason: "outside the project", rules: [] };

describe("a turn that waits", () => {
  it("goes on when somebody else answers, in another process' mind", async () => {
    const asked = await askApproval(mind, question);
    const waiting = awaitApproval(mind, asked);
    const other = await open();
    expect((await listApprovals(other)).map(({ id, kind }) => [id, kind])).toEqual([[asked.id, "turn"]]);
    await answerApproval(other, asked.id, { decision: "allow", hash: asked.hash, by: "page", person: asOwner() });
    await other.close();
    expect(await waiting).toBe("allow");
    expect(await listApprovals(mind)).toEqual([]);
  });

  it("is answered once, for its own call only, and not after its time", async () => {
    const asked = await askApproval(mind, question);
    const answer = (id: string, hash: string) => answerApproval(mind, id, { decision: "allow", hash, by: "page", person: asOwner() });
    await expect(answer(asked.id, "cd".repeat(32))).rejects.toMatchObject({ code: "STALE" });
    await expect(answer("a_nothing", asked.hash)).rejects.toMatchObject({ code: "NOT_FOUND" });
    const both = await Promise.allSettled([answer(asked.id, asked.hash), answer(asked.id, asked.hash)]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const late = await askApproval(mind, question);
    now += 31 * 60_000;
    await expect(answer(late.id, late.hash)).rejects.toMatchObject({ code: "STALE" });
    expect(await awaitApproval(mind, late)).toBe("deny");
  });

  it("is a no when nobody waits any more", async () => {
    const gone = new AbortController();
    const waiting = awaitApproval(mind, await askApproval(mind, question), gone.signal);
    gone.abort();
    expect(await waiting).toBe("deny");
  });
});

describe("a call that a host refused", () => {
  it("passes once after the person's decision, in that session, and no other call does", async () => {
    const refused = await decide(mind, { call: dangerous, sessionId: "host-1" });
    expect(refused.verdict).not.toBe("allow");
    const [waiting] = await listApprovals(mind);
    expect(waiting).toMatchObject({ id: refused.id, kind: "refused", session: "host-1" });
    await answerApproval(mind, refused.id, { decision: "allow", hash: refused.hash, by: "page", person: asOwner() });
    const verdict = async (command: string, sessionId: string) =>
      (await decide(mind, { call: { tool: "shell", command }, sessionId })).verdict;
    expect(await verdict(dangerous.command, "host-2")).not.toBe("allow");
    expect(await verdict("sudo rm -rf /var/lib/other", "host-1")).not.toBe("allow");
    expect(await verdict(dangerous.command, "host-1")).toBe("allow");
    expect(await verdict(dangerous.command, "host-1")).not.toBe("allow");
  });

  it("passes once however many try at the same moment", async () => {
    const refused = await decide(mind, { call: dangerous, sessionId: "host-1" });
    await answerApproval(mind, refused.id, { decision: "allow", hash: refused.hash, by: "page", person: asOwner() });
    const verdicts = await Promise.all(Array.from({ length: 6 }, () => decide(mind, { call: dangerous, sessionId: "host-1" })));
    expect(verdicts.filter(({ verdict }) => verdict === "allow")).toHaveLength(1);
  });
});
