// A document on another server that is not the newest any more, or not the same one: what this machine wrote there and the
// server lost is on a card, another document in its place gets nothing without a person, and ordinary changes ask nobody.

import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import * as fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { apply, asOwner, conflicts, forget, type Receipt, resolve, type Take } from "codicil";
import { makeWarmWorld as makeWorld, type World } from "../kit.ts";
import { freshMind, noPostgres, withPostgres } from "../postgres.ts";
import { machineToken, type Served, serveWorld } from "../servedWorld.ts";
import { giveKey, put, remoteWorld, serve, TEAM } from "./remoteRig.ts";
import { makeMachines } from "./rig.ts";

const told = (receipts: readonly Receipt[]) => receipts.map(({ entry, status }) => `${entry} ${status}`);
const statuses = async (world: World) => told((await apply(await world.open())).receipts);
const send = async (world: World, url: string, name: string) => (put(world, url, `- ${name}`, `e_${name.split(" ")[0]}`), statuses(world));
const cardsOf = async (world: World) => conflicts(await world.open());
const take = async (world: World, url: string, side: Take) =>
  told(await resolve(await world.open(), url, { take: side, person: asOwner() }));
const count = (text: string, name: string) => text.split("\n").filter((line) => line === `- ${name}`).length;

describe("a document on another server that was set back", () => {
  it("to a version that this machine has gone past: the new entry is written, what is missing is on a card, and goes again once", async () => {
    const { url, host, shelf } = await serve();
    const world = remoteWorld(host);
    expect(await send(world, url, "monday")).toEqual(["e_monday applied"]);
    const yesterday = shelf.text;
    expect(await send(world, url, "tuesday")).toEqual(["e_tuesday applied"]);
    expect(await send(world, url, "wednesday")).toEqual(["e_wednesday applied"]);
    shelf.text = yesterday;
    expect(await send(world, url, "thursday")).toEqual(["e_tuesday staged", "e_wednesday staged", "e_thursday applied"]);
    const cards = await cardsOf(world);
    expect(cards.map(({ content, code }) => [content, code])).toEqual([
      ["- tuesday", "REMOTE"],
      ["- wednesday", "REMOTE"],
    ]);
    expect(cards[0]?.message).toContain("an older version");
    // It is told once, and the card stays.
    expect(await send(world, url, "friday")).toEqual(["e_friday applied"]);
    expect(await take(world, url, "entry")).toEqual(["e_tuesday applied", "e_wednesday applied"]);
    for (const day of ["monday", "tuesday", "wednesday", "thursday", "friday"]) expect([day, count(shelf.text, day)]).toEqual([day, 1]);
    expect(await cardsOf(world)).toEqual([]);
  });

  it("to one that it never saw, and others went on from there: the same", async () => {
    const { url, host, shelf } = await serve();
    const world = remoteWorld(host);
    await send(world, url, "monday");
    shelf.text = shelf.text.replace("kept", "kept by another");
    const unseen = shelf.text;
    await send(world, url, "tuesday");
    shelf.text = unseen.replace("- monday\n", "- monday\n- of another\n");
    expect(await send(world, url, "wednesday")).toEqual(["e_tuesday staged", "e_wednesday applied"]);
    expect(await take(world, url, "document")).toEqual(["e_tuesday refused"]);
    expect(await send(world, url, "thursday")).toEqual(["e_thursday applied"]);
    expect(["of another", "tuesday", "wednesday"].map((name) => count(shelf.text, name))).toEqual([1, 0, 1]);
  });

  it("what removes or changes text without leaving a line is known by the version", async () => {
    const { url, host, shelf } = await serve();
    const world = remoteWorld(host);
    const before = shelf.text;
    world.write(
      "home/last-word/remote.yaml",
      `version: "1.1.0"\nsource: test\nentries:\n  - key: { url: "${url}", heading: Other }\n    operation: delete\n    content: null\n    meta: { id: e_gone, origin: user }\n`,
    );
    expect(await statuses(world)).toEqual(["e_gone applied"]);
    shelf.text = before;
    expect(await send(world, url, "monday")).toEqual(["e_gone staged", "e_monday applied"]);
    expect(await take(world, url, "entry")).toEqual(["e_gone applied"]);
    expect(shelf.text).toBe("# Team\n\n## Facts\n\n- one\n- monday\n\n");
  });

  it("and forward again: what is on the card is there already, and is not written twice", async () => {
    const { url, host, shelf } = await serve();
    const world = remoteWorld(host);
    await send(world, url, "monday");
    const newest = shelf.text;
    shelf.text = TEAM;
    expect(await send(world, url, "tuesday")).toEqual(["e_monday staged", "e_tuesday applied"]);
    shelf.text = newest;
    expect(await take(world, url, "entry")).toEqual(["e_tuesday staged", "e_monday unchanged"]);
    expect(shelf.text).toBe(newest);
  });

  it("removed: what was written there is on a card too, and one word of the person brings everything back", async () => {
    const { url, host, shelf } = await serve();
    const world = remoteWorld(host);
    await send(world, url, "monday");
    shelf.isGone = true;
    expect(await send(world, url, "tuesday")).toEqual(["e_monday staged", "e_tuesday staged"]);
    expect((await cardsOf(world)).map(({ message }) => message.includes("the document is no longer there"))).toEqual([true, true]);
    expect([shelf.writes, shelf.isGone]).toEqual([1, true]);
    expect((await take(world, url, "entry")).toSorted()).toEqual(["e_monday applied", "e_tuesday applied"]);
    expect(["monday", "tuesday"].map((day) => count(shelf.text, day))).toEqual([1, 1]);
  });

  it("two minds, and the server loses the last write: each entry is in the document or on a card of the one who wrote it", async () => {
    const { url, host, shelf } = await serve();
    const [a, b] = [remoteWorld(host), remoteWorld(host)];
    await send(a, url, "a1");
    await send(b, url, "b1");
    const before = shelf.text;
    await send(b, url, "b2");
    shelf.text = before;
    // The one whose write was not lost sees nothing of it and goes on.
    expect(await send(a, url, "a2")).toEqual(["e_a2 applied"]);
    expect(await send(b, url, "b3")).toEqual(["e_b2 staged", "e_b3 applied"]);
    expect(["a1", "a2", "b1", "b2", "b3"].map((name) => count(shelf.text, name))).toEqual([1, 1, 1, 0, 1]);
    expect([(await cardsOf(a)).length, (await cardsOf(b)).length]).toEqual([0, 1]);
  });

  it("what was forgotten meanwhile does not come back by a card", async () => {
    const { url, host, shelf } = await serve();
    const world = remoteWorld(host);
    await send(world, url, "monday");
    await send(world, url, "cellar is flooded");
    await forget(await world.open(), "cellar is flooded", { person: asOwner() });
    expect(
      readdirSync(`${world.state}/remote`)
        .map((name) => readFileSync(`${world.state}/remote/${name}`, "utf8"))
        .join(""),
    ).not.toContain("flooded");
    shelf.text = TEAM;
    expect(await send(world, url, "tuesday")).toEqual(["e_monday staged", "e_tuesday applied"]);
  });
});

describe("random histories of two minds, other hands, and a server that is set back and forth", () => {
  it("every acknowledged entry is in the document or on a card, and never twice in the document", { timeout: 600_000 }, async () => {
    const step = fc.record({
      act: fc.constantFrom("write", "write", "write", "edit", "set back", "take"),
      who: fc.nat({ max: 1 }),
      to: fc.nat({ max: 99 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 16 }), async (steps) => {
        const { url, host, shelf } = await serve();
        const worlds = [remoteWorld(host), remoteWorld(host)] as const;
        const versions = [shelf.text];
        const names: string[][] = [[], []];
        const write = async (who: number) => {
          const name = `${"ab"[who]}${names[who]?.length}`;
          names[who]?.push(name);
          expect((await send(worlds[who] as World, url, name)).at(-1)).toBe(`e_${name} applied`);
        };
        for (const { act, who, to } of steps) {
          if (act === "write") await write(who);
          else if (act === "edit") shelf.text = shelf.text.replace("kept", `kept\n\nnote ${to}`);
          else if (act === "set back") shelf.text = versions[to % versions.length] ?? "";
          else if ((await cardsOf(worlds[who] as World)).length > 0) await take(worlds[who] as World, url, "entry");
          versions.push(shelf.text);
        }
        for (const who of [0, 1, 0]) await write(who);
        for (const who of [0, 1]) {
          const cards = (await cardsOf(worlds[who] as World)).map(({ content }) => content);
          for (const name of names[who] ?? [])
            expect([
              name,
              count(shelf.text, name) <= 1,
              count(shelf.text, name) + cards.filter((each) => each === `- ${name}`).length > 0,
            ]).toEqual([name, true, true]);
        }
      }),
      { numRuns: 12 },
    );
  });
});

describe("another document under the same address", () => {
  const OTHER = "# Team\n\n## Facts\n\n- we sell shoes\n";

  it.each([
    ["of somebody else", OTHER],
    ["an empty one", ""],
  ])("%s: nothing is written until a person says so, and then what was written before is on a card", async (_, text) => {
    const { url, host, shelf } = await serve();
    const world = remoteWorld(host);
    await send(world, url, "monday");
    shelf.text = text;
    expect(await send(world, url, "tuesday")).toEqual(["e_tuesday staged"]);
    expect([shelf.text, shelf.writes]).toEqual([text, 1]);
    const [card] = await cardsOf(world);
    expect([card?.code, card?.message.includes("another document")]).toEqual(["OTHER_MIND", true]);
    expect(await take(world, url, "entry")).toEqual(["e_monday staged", "e_tuesday applied"]);
    expect(count(shelf.text, "tuesday")).toBe(1);
    // The person's decision counts from now on, and only for what they were told.
    expect(await send(world, url, "wednesday")).toEqual(["e_wednesday applied"]);
    shelf.text = "# Third\n\n## Facts\n\n- nobody knows this one\n";
    expect(await take(world, url, "entry")).toEqual(["e_monday staged"]);
    expect([(await cardsOf(world)).map(({ code }) => code), shelf.writes]).toEqual([["OTHER_MIND"], 3]);
  });
});

describe("negative controls: what asks nobody", () => {
  it("a newer version, by others and by this machine, also in another format", async () => {
    const { url, host, shelf } = await serve();
    const world = remoteWorld(host);
    for (const day of ["monday", "tuesday", "wednesday"]) expect(await send(world, url, day)).toEqual([`e_${day} applied`]);
    shelf.text = shelf.text.replace("- one\n", "- one\n- of another\n").replace("kept", "rewritten");
    expect(await send(world, url, "thursday")).toEqual(["e_thursday applied"]);
    // A formatter on the server, and somebody who tidies up older lines.
    shelf.text = shelf.text.replaceAll("\n", "\r\n").replaceAll("- ", "*   ");
    expect(await send(world, url, "friday")).toEqual(["e_friday applied"]);
    shelf.text = shelf.text.replace(/.*(?:one|monday|of another)\r?\n/g, "");
    expect(await send(world, url, "saturday")).toEqual(["e_saturday applied"]);
    expect(await cardsOf(world)).toEqual([]);
  });

  it("a document that this machine never wrote to, whatever becomes of it", async () => {
    const { url, host, shelf } = await serve();
    const world = remoteWorld(host);
    shelf.text = "# Other\n\n## Facts\n\n- quite another\n";
    expect(await send(world, url, "monday")).toEqual(["e_monday applied"]);
  });

  it("notes of an older Codicil, which say neither what was sent nor what was there", async () => {
    const { url, host, shelf } = await serve();
    const world = remoteWorld(host);
    await send(world, url, "monday");
    const file = `${world.state}/remote/${readdirSync(`${world.state}/remote`)[0]}`;
    const older = readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.stringify({ ...(JSON.parse(line) as object), lines: undefined, items: undefined, gone: undefined }));
    writeFileSync(file, `${older.join("\n")}\n`);
    shelf.text = "# Other\n\n## Facts\n\n- quite another\n";
    expect(await send(world, url, "tuesday")).toEqual(["e_tuesday applied"]);
  });
});

describe("another Codicil as the server", () => {
  const daemons: Served[] = [];
  afterEach(async () => {
    for (const daemon of daemons.splice(0)) await daemon.stop();
  });
  const MEMORY = "# Memory\n\n## Facts\n\n- one\n";

  const serving = async (there: World, port = 0) => {
    const daemon = await serveWorld(there, port);
    daemons.push(daemon);
    return daemon;
  };

  async function pair() {
    const there = makeWorld();
    there.write("home/MEMORY.md", MEMORY);
    const daemon = await serving(there);
    const here = remoteWorld({ host: daemon.host, key_file: "there.secret" });
    giveKey(here, machineToken(there, "laptop", "MEMORY.md"));
    return { there, here, daemon, url: `${daemon.host}/api/text/home/MEMORY.md` };
  }

  it("another mind behind the same address is known by its id, however alike the documents are", async () => {
    const { there, here, daemon, url } = await pair();
    expect(await send(here, url, "monday")).toEqual(["e_monday applied"]);
    await daemon.stop();
    const other = makeWorld();
    other.write("home/MEMORY.md", there.read("home/MEMORY.md"));
    const second = await serving(other, daemon.port);
    giveKey(here, machineToken(other, "laptop", "MEMORY.md"));
    expect(await send(here, url, "tuesday")).toEqual(["e_tuesday staged"]);
    const [card] = await cardsOf(here);
    expect([card?.code, card?.message.includes("another mind")]).toEqual(["OTHER_MIND", true]);
    expect(other.read("home/MEMORY.md")).toBe(there.read("home/MEMORY.md"));
    // And the right one again.
    await second.stop();
    await serving(there, daemon.port);
    giveKey(here, machineToken(there, "laptop", "MEMORY.md"));
    expect(await send(here, url, "wednesday")).toEqual(["e_wednesday applied"]);
  });

  it("what a person undoes there asks nobody here; what the server lost does", async () => {
    const { there, here, daemon, url } = await pair();
    await send(here, url, "monday");
    await send(here, url, "tuesday");
    expect((await there.ask(["undo", "last", "--json"])).code).toBe(0);
    expect(count(there.read("home/MEMORY.md"), "tuesday")).toBe(0);
    await daemon.stop();
    cpSync(there.home, `${there.home}.then`, { recursive: true });
    cpSync(there.state, `${there.state}.then`, { recursive: true });
    await serving(there, daemon.port);
    expect(await send(here, url, "wednesday")).toEqual(["e_wednesday applied"]);
    for (const each of daemons.splice(0)) await each.stop();
    for (const folder of [there.home, there.state]) {
      rmSync(folder, { recursive: true });
      cpSync(`${folder}.then`, folder, { recursive: true });
    }
    await serving(there, daemon.port);
    expect(await send(here, url, "thursday")).toEqual(["e_wednesday staged", "e_thursday applied"]);
    expect(await take(here, url, "entry")).toEqual(["e_wednesday applied"]);
    expect(["monday", "tuesday", "wednesday", "thursday"].map((day) => count(there.read("home/MEMORY.md"), day))).toEqual([1, 0, 1, 1]);
  });
});

describe.skipIf(noPostgres !== null)(`X26 two machines of one mind${noPostgres === null ? "" : ` (skipped: ${noPostgres})`}`, () => {
  const postgres = withPostgres();

  it("the server loses what one wrote: the other finds that out before it writes", async () => {
    const { url, host, shelf } = await serve();
    const [a, b] = makeMachines(postgres(), freshMind(), 2) as [World, World];
    for (const machine of [a, b])
      machine.write("home/last-word/config.yaml", `${machine.read("home/last-word/config.yaml")}\nremotes: ["${host}"]\n`);
    const plan = async (world: World, name: string) => {
      await world.ask(["plan", "--url", url, "--heading", "Facts", "--op", "append", "--content", `- ${name}`, "--session", name]);
      await world.ask(["flush", "--session", name]);
      return (await statuses(world)).map((each) => each.split(" ")[1]);
    };
    expect(await plan(a, "monday")).toEqual(["applied"]);
    const yesterday = shelf.text;
    expect(await plan(b, "tuesday")).toEqual(["applied"]);
    shelf.text = yesterday;
    expect(await plan(a, "wednesday")).toEqual(["staged", "applied"]);
    expect((await cardsOf(b)).map(({ content }) => content)).toEqual(["- tuesday"]);
  });
});
