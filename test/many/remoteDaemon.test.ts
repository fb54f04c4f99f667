// Two minds: entries of the one go to documents of the other, through `codicil serve` and a token that was made for it.

import { afterEach, describe, expect, it } from "vitest";
import type { Proposal, Receipt } from "codicil";
import { asOwner, accept } from "codicil";
import { makeWarmWorld as makeWorld, type World } from "../kit.ts";
import { machineToken, type Served, serveWorld } from "../servedWorld.ts";
import { applied, giveKey, putAll, remoteWorld, statusOf } from "./remoteRig.ts";

const daemons: Served[] = [];
afterEach(async () => {
  for (const daemon of daemons.splice(0)) await daemon.stop();
});

interface Pair {
  /** Has the documents and the daemon. */
  readonly there: World;
  /** Sends. */
  readonly here: World;
  readonly daemon: Served;
  url(name: string): string;
}

const MEMORY = "# Memory\n\n## Facts\n\n- one\n";
const SOUL = "# Soul\n\n## Tone\n\nCalm.\n\n## Facts\n\n- honest\n";

async function pair(documents = "MEMORY.md,SOUL.md"): Promise<Pair> {
  const there = makeWorld();
  there.write("home/MEMORY.md", MEMORY);
  there.write("home/SOUL.md", SOUL);
  const daemon = await serveWorld(there);
  daemons.push(daemon);
  const here = remoteWorld({ host: daemon.host, key_file: "there.secret" });
  giveKey(here, machineToken(there, "laptop", documents));
  return { there, here, daemon, url: (name) => `${daemon.host}/api/text/home/${name}` };
}

const statuses = (receipts: readonly Receipt[]) => receipts.map(({ status }) => status);
const proposalsOf = (world: World) => world.run(["review", "--json"]).json<Proposal[]>();

describe("LW-90 a document on another Codicil", () => {
  it("an entry arrives, once, with who sent it in the other's history", async () => {
    const { there, here, url } = await pair();
    putAll(here, url("MEMORY.md"), [{ content: "- two", id: "e_1" }]);
    expect(statuses(await applied(here))).toEqual(["applied"]);
    expect(there.read("home/MEMORY.md")).toBe("# Memory\n\n## Facts\n\n- one\n- two\n");
    putAll(here, url("MEMORY.md"), [{ content: "- two", id: "e_1" }]);
    expect(statuses(await applied(here))).toEqual(["unchanged"]);
    const [newest] = there.run(["log", "MEMORY.md", "--json"]).json<{ by: string; reason: string }[]>();
    expect([newest?.by, newest?.reason]).toEqual(["agent", "sent by the machine laptop"]);
  });

  it("what needs approval there is handed over once; that person's approval applies it", async () => {
    const { there, here, url } = await pair();
    putAll(here, url("SOUL.md"), [{ content: "- quick", id: "e_1" }]);
    const [receipt] = await applied(here);
    expect([receipt?.status, receipt?.why?.includes("a person there")]).toEqual(["proposed", true]);
    expect((await statusOf(here)).pending).toEqual([]);
    // Another entry before that word, over the same text: a proposal of its own, and the first is not told twice.
    putAll(here, url("SOUL.md"), [
      { content: "- quick", id: "e_1" },
      { content: "- kind", id: "e_2" },
    ]);
    expect(statuses(await applied(here))).toEqual(["unchanged", "proposed"]);
    expect(there.read("home/SOUL.md")).toBe(SOUL);
    const waiting = proposalsOf(there);
    expect(waiting.map(({ content, operation }) => [content, operation])).toEqual([
      ["- quick", "append"],
      ["- kind", "append"],
    ]);
    const mind = await there.open();
    for (const { id, hash } of waiting) await accept(mind, id, { person: asOwner(), hash });
    expect(there.read("home/SOUL.md")).toBe(`${SOUL}- quick\n- kind\n`);
  });

  it("a secret is refused there and is in staging here, without being kept there", async () => {
    const { there, here, url } = await pair();
    const secret = ["ghp", "9fK2mQ7xW4vB8nT1cR6zL3yH5dJ0aSgUeP2q"].join("_");
    putAll(here, url("MEMORY.md"), [{ content: `- the token is ${secret}`, id: "e_1" }]);
    expect(statuses(await applied(here))).toEqual(["staged"]);
    expect((await statusOf(here)).staged[0]?.message).toContain("422 (SECRET)");
    expect(there.read("home/MEMORY.md")).toBe(MEMORY);
    expect(
      there
        .names("state/journal")
        .map((name) => there.read(`state/journal/${name}`))
        .join(""),
    ).not.toContain(secret);
  });

  it("a document that the token does not name, and a token that was taken away: staging, with what to do", async () => {
    const { there, here, url } = await pair("MEMORY.md");
    putAll(here, url("SOUL.md"), [{ content: "- two", id: "e_1" }]);
    expect(statuses(await applied(here))).toEqual(["staged"]);
    there.run(["token", "--machine", "laptop", "--revoke"]);
    putAll(here, url("MEMORY.md"), [{ content: "- two", id: "e_2" }]);
    expect(statuses(await applied(here))).toEqual(["staged"]);
    expect((await statusOf(here)).staged.every(({ message }) => message.includes("it needs a key"))).toBe(true);
    expect([there.read("home/MEMORY.md"), there.read("home/SOUL.md")]).toEqual([MEMORY, SOUL]);
    // A new key, and the person says: again.
    giveKey(here, machineToken(there, "laptop", "MEMORY.md"));
    const resolved = here.run(["resolve", url("MEMORY.md"), "--take", "entry", "--json"]).json<Receipt[]>();
    expect(statuses(resolved)).toEqual(["applied"]);
  });

  it("the daemon is away, killed, and back with the same token: the entry waits and arrives once", async () => {
    const { there, here, daemon, url } = await pair();
    await daemon.stop("SIGKILL");
    putAll(here, url("MEMORY.md"), [{ content: "- two", id: "e_1" }]);
    expect(statuses(await applied(here))).toEqual(["pending"]);
    daemons.push(await serveWorld(there, daemon.port));
    expect(statuses(await applied(here))).toEqual(["applied"]);
    expect(there.read("home/MEMORY.md").match(/- two/g)?.length).toBe(1);
  });

  it("X26 four machines at once: every entry is there once", async () => {
    const { there, daemon, url } = await pair();
    const senders = Array.from({ length: 4 }, (_, index) => {
      const world = remoteWorld({ host: daemon.host, key_file: "there.secret" });
      giveKey(world, machineToken(there, `m${index}`, "MEMORY.md"));
      putAll(world, url("MEMORY.md"), [{ content: `- from ${index}`, id: "e_1" }]);
      return world;
    });
    const waiting = new Set(senders);
    for (let round = 0; round < 12 && waiting.size > 0; round++) {
      await Promise.all(
        [...waiting].map(async (world) => {
          const receipts = (await world.runAsync(["apply", "--json"])).json<Receipt[]>();
          if (receipts[0]?.status !== "pending") waiting.delete(world);
        }),
      );
    }
    expect(waiting.size).toBe(0);
    const lines = there
      .read("home/MEMORY.md")
      .split("\n")
      .filter((line) => line.startsWith("- from "));
    expect(lines.sort()).toEqual(senders.map((_, index) => `- from ${index}`));
    for (const world of senders) expect((await statusOf(world)).staged).toEqual([]);
  }, 120_000);

  it("a person lists and names the machines; a token is shown once and needs documents", async () => {
    const { there } = await pair();
    expect(there.run(["token", "--machines", "--json"]).json()).toEqual([{ machine: "laptop", documents: ["MEMORY.md", "SOUL.md"] }]);
    for (const args of [
      ["--machine", "x"],
      ["--machine", "../x", "--documents", "all"],
      ["--machine", "x", "--documents", "../../etc/passwd"],
      ["--revoke"],
      ["--documents", "all"],
    ]) {
      const ran = there.run(["token", ...args, "--json"]);
      expect([args, ran.code]).toEqual([args, 3]);
      expect(ran.out).not.toMatch(/[0-9a-f]{64}/);
    }
    expect(there.run(["token", "--machine", "nobody", "--revoke"]).code).toBe(3);
    expect(there.names("state/daemon").filter((name) => name.startsWith("machine-"))).toEqual(["machine-laptop.json"]);
  });
});
