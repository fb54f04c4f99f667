// Exactly once over HTTP: answers that are lost, a process that is killed around its write, and what a person says afterwards.

import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import type { Proposal, Receipt } from "codicil";
import { apply } from "codicil";
import { bodyOf } from "../documentServer.ts";
import { PROGRAM, type World } from "../kit.ts";
import { freshMind, noPostgres, withPostgres } from "../postgres.ts";
import { makeMachines } from "./rig.ts";
import { applied, put, putAll, remoteWorld, serve, statusOf, TEAM } from "./remoteRig.ts";

const statuses = async (world: World) => (await applied(world)).map(({ status }) => status);

/** `apply` in a process whose id is known, so that it can be killed. */
function applyIn(world: World): { pid: number; ended: Promise<unknown> } {
  const child = spawn(process.execPath, [...PROGRAM, "apply", "--json"], { cwd: world.project, env: world.env, stdio: "ignore" });
  return { pid: child.pid ?? 0, ended: new Promise((resolve) => child.on("close", resolve)) };
}

describe("LW-90 exactly once on another server", () => {
  const MOMENTS = {
    "before the server took the text": { keeps: false, at: "PUT" },
    "when the server has taken the text and not answered": { keeps: true, at: "PUT" },
    "when the answer has come and the writer looks whether it is true": { keeps: true, at: "second GET" },
    "while it reads": { keeps: false, at: "first GET" },
  } as const;

  it.each(Object.keys(MOMENTS) as (keyof typeof MOMENTS)[])("killed %s: the next apply brings the entry there once", async (moment) => {
    const { keeps, at } = MOMENTS[moment];
    let victim: number | null = null;
    let gets = 0;
    const kill = () => {
      const pid = victim;
      victim = null;
      if (pid !== null) process.kill(pid, "SIGKILL");
    };
    const { url, host, shelf } = await serve((request: IncomingMessage, _, own) => {
      if (victim === null) return false;
      if (request.method === "GET" && at === `${++gets === 1 ? "first" : "second"} GET`) return (kill(), true);
      if (request.method !== "PUT" || at !== "PUT") return false;
      void bodyOf(request).then((body) => {
        if (keeps) {
          own.text = String(body);
          own.writes++;
        }
        kill();
      });
      return true;
    });
    const world = remoteWorld(host);
    put(world, url, "- two", "e_1");
    const first = applyIn(world);
    victim = first.pid;
    await first.ended;
    expect(victim).toBe(null);
    expect(shelf.writes).toBe(keeps ? 1 : 0);
    expect(await statuses(world)).toEqual([keeps ? "unchanged" : "applied"]);
    expect([shelf.writes, shelf.text.match(/- two/g)?.length]).toEqual([1, 1]);
    // And a third time, after the person put the same file there again.
    put(world, url, "- two", "e_1");
    expect(await statuses(world)).toEqual(["unchanged"]);
    expect(shelf.writes).toBe(1);
  });

  it("negative control: without the notes the same loss brings the entry there twice", async () => {
    let lost = true;
    const { url, host, shelf } = await serve((request, response, own) => {
      if (request.method !== "PUT" || !lost) return false;
      void bodyOf(request).then((body) => {
        own.text = String(body);
        response.destroy();
      });
      return true;
    });
    const world = remoteWorld(host);
    put(world, url, "- two", "e_1");
    expect(await statuses(world)).toEqual(["pending"]);
    lost = false;
    rmSync(`${world.state}/remote`, { recursive: true });
    expect(await statuses(world)).toEqual(["applied"]);
    expect(shelf.text.match(/- two/g)?.length).toBe(2);
  });

  it("what was lost goes again alone and as it was, before anything new", async () => {
    const bodies: string[] = [];
    let lost = true;
    const { url, host, shelf } = await serve((request, response) => {
      if (request.method !== "PUT") return false;
      if (!lost) return false;
      void bodyOf(request).then((body) => {
        bodies.push(String(body));
        response.destroy();
      });
      return true;
    });
    const world = remoteWorld(host);
    put(world, url, "- two", "e_1");
    expect(await statuses(world)).toEqual(["pending"]);
    putAll(world, url, [
      { content: "- three", id: "e_2" },
      { content: "- two", id: "e_1" },
    ]);
    expect(await statuses(world)).toEqual(["pending", "pending"]);
    expect(bodies.length).toBe(2);
    expect(bodies[1]).toBe(bodies[0]);
    lost = false;
    expect((await statuses(world)).sort()).toEqual(["applied", "applied"]);
    expect([shelf.writes, shelf.text]).toEqual([2, TEAM.replace("- one\n", "- one\n- two\n- three\n")]);
  });

  it("an answer was lost and somebody changed the document since: a person decides, and the entry is not sent by itself", async () => {
    let lost = true;
    const { url, host, shelf } = await serve((request, response, own) => {
      if (request.method !== "PUT" || !lost) return false;
      void bodyOf(request).then((body) => {
        own.text = `${String(body)}- by another\n`;
        response.destroy();
      });
      return true;
    });
    const world = remoteWorld(host);
    put(world, url, "- two", "e_1");
    expect(await statuses(world)).toEqual(["pending"]);
    lost = false;
    expect(await statuses(world)).toEqual(["staged"]);
    expect((await statusOf(world)).staged[0]?.message).toContain("cannot be told");
    expect(shelf.writes).toBe(0);
    // The person looked: it is there.
    const dropped = (await world.ask(["resolve", url, "--take", "document", "--json"])).json<Receipt[]>();
    expect(dropped.map(({ status }) => status)).toEqual(["refused"]);
    expect([(await statusOf(world)).staged, shelf.writes]).toEqual([[], 0]);
  });

  it("a server that is too busy to take it, while somebody else changes the document: it surely did not arrive, and goes later", async () => {
    let mood: "busy" | "faster" | "well" = "busy";
    let gets = 0;
    const { url, host, shelf } = await serve((request, response, own) => {
      if (mood === "busy" && request.method === "PUT") {
        void bodyOf(request).then(() => response.writeHead(429).end());
        return true;
      }
      // Somebody was faster (412), and then the connection is lost.
      if (mood === "faster" && request.method === "PUT") own.text = own.text.replace("kept", "kept twice");
      if (mood === "faster" && request.method === "GET" && ++gets > 1) return (response.destroy(), true);
      return false;
    });
    const world = remoteWorld(host);
    put(world, url, "- two", "e_1");
    expect(await statuses(world)).toEqual(["pending"]);
    shelf.text = shelf.text.replace("kept", "kept once");
    mood = "faster";
    expect(await statuses(world)).toEqual(["pending"]);
    mood = "well";
    expect(await statuses(world)).toEqual(["applied"]);
    expect([shelf.writes, shelf.text.match(/- two/g)?.length]).toEqual([1, 1]);
  });

  it("202: a person there has to accept; the entry is handed over once and never again", async () => {
    const { url, host, shelf } = await serve((request, response, own) => {
      if (request.method !== "PUT") return false;
      own.writes++;
      void bodyOf(request).then(() => response.writeHead(202).end());
      return true;
    });
    const world = remoteWorld(host);
    put(world, url, "- two", "e_1");
    const [receipt] = await applied(world);
    expect([receipt?.status, receipt?.why?.includes("a person there")]).toEqual(["proposed", true]);
    expect((await statusOf(world)).pending).toEqual([]);
    put(world, url, "- two", "e_1");
    expect(await statuses(world)).toEqual(["unchanged"]);
    expect(shelf.writes).toBe(1);
  });
});

describe("LW-90 nobody waits long for another server", () => {
  it("a host that is away is asked once, whatever the number of its documents", async () => {
    const { host, shelf } = await serve((_, response) => (response.destroy(), true));
    const world = remoteWorld(host);
    const entries = [1, 2, 3].map(
      (each) =>
        `  - key: { url: "${host}/${each}.md", heading: Facts }\n    operation: append\n    content: "- x"\n    meta: { id: e_${each}, origin: user }\n`,
    );
    world.write("home/last-word/remote.yaml", `version: "1.1.0"\nsource: test\nentries:\n${entries.join("")}`);
    expect(await statuses(world)).toEqual(["pending", "pending", "pending"]);
    expect(shelf.requests.length).toBe(1);
  });

  it("a slow document does not hold up the others of its host: it is asked last, and after a second failure only by apply", async () => {
    let hangs = true;
    const { url, host, shelf } = await serve((request) => hangs && request.url === "/slow.md");
    const world = remoteWorld(host);
    const entry = (to: string, id: string) =>
      `  - key: { url: "${to}", heading: Facts }\n    operation: append\n    content: "- two"\n    meta: { id: ${id}, origin: user }\n`;
    world.write(
      "home/last-word/remote.yaml",
      `version: "1.1.0"\nsource: test\nentries:\n${entry(`${host}/slow.md`, "e_slow")}${entry(url, "e_1")}`,
    );
    const mind = await world.open();
    const round = async (patience: number) =>
      Object.fromEntries((await apply(mind, { patience })).receipts.map(({ entry: id, status }) => [id, status]));
    // Negative control: in the order in which they are, the slow one takes all the time.
    expect(await round(1_000)).toEqual({ e_slow: "pending", e_1: "pending" });
    expect(shelf.writes).toBe(0);
    expect(await round(1_000)).toEqual({ e_slow: "pending", e_1: "applied" });
    const asked = shelf.requests.length;
    expect(await round(8_000)).toEqual({ e_slow: "pending" });
    expect(shelf.requests.length).toBe(asked);
    hangs = false;
    expect((await apply(mind)).receipts.map(({ status }) => status)).toEqual(["staged"]);
  });

  it("with no time nothing is asked, and a question that outlasts it is broken off; the entry waits, and arrives once", async () => {
    let hangs = true;
    const { url, host, shelf } = await serve(() => hangs);
    const world = remoteWorld(host);
    put(world, url, "- two", "e_1");
    const mind = await world.open();
    const why = async (patience: number) => (await apply(mind, { patience })).receipts.map((each) => [each.status, each.why?.slice(0, 60)]);
    expect(await why(0)).toEqual([["pending", "REMOTE: there was no time to ask the other server; the next "]]);
    expect(shelf.requests.length).toBe(0);
    expect(await why(1_500)).toEqual([["pending", "REMOTE: the remote document cannot be reached: it took too l"]]);
    expect(shelf.requests.length).toBe(1);
    hangs = false;
    expect((await apply(mind, { patience: 8_000 })).receipts.map(({ status }) => status)).toEqual(["applied"]);
    expect(shelf.writes).toBe(1);
  });
});

describe("LW-90 a person's decision on what goes to another server", () => {
  it("a document that is not there is created when a person resolves for the entry, and not before", async () => {
    const { host, shelf } = await serve();
    const url = `${host}/new.md`;
    const world = remoteWorld(host);
    put(world, url, "- two", "e_1");
    expect(await statuses(world)).toEqual(["staged"]);
    expect(shelf.writes).toBe(0);
    const resolved = (await world.ask(["resolve", url, "--take", "entry", "--json"])).json<Receipt[]>();
    expect(resolved.map(({ status }) => status)).toEqual(["applied"]);
    expect(shelf.requests.at(-2)?.headers["if-none-match"]).toBe("*");
    expect((await statusOf(world)).staged).toEqual([]);
    expect(shelf.writes).toBe(1);
  });

  it("what came from the web waits in review before it goes there", async () => {
    const { url, host, shelf } = await serve();
    const world = remoteWorld(host);
    await world.ask([
      "plan",
      "--url",
      url,
      "--heading",
      "Facts",
      "--op",
      "append",
      "--content",
      "- from a page",
      "--origin",
      "web",
      "--session",
      "s1",
      "--json",
    ]);
    await world.ask(["flush", "--session", "s1", "--json"]);
    expect(await statuses(world)).toEqual(["proposed"]);
    expect(shelf.requests).toEqual([]);
    const [proposal] = (await world.ask(["review", "--json"])).json<Proposal[]>();
    expect([proposal?.document, proposal?.content]).toEqual([url, "- from a page"]);
    const mind = await world.open();
    const { accept, asOwner } = await import("codicil");
    const receipt = await accept(mind, proposal?.id ?? "", { person: asOwner(), hash: proposal?.hash });
    expect([receipt.status, shelf.text.includes("- from a page")]).toEqual(["applied", true]);
  });

  it("an entry for a host that is not listed can be dropped", async () => {
    const { url } = await serve();
    const world = remoteWorld("kb.example.org");
    put(world, url, "- two", "e_1");
    expect(await statuses(world)).toEqual(["staged"]);
    await world.ask(["resolve", url, "--take", "document", "--json"]);
    expect((await statusOf(world)).staged).toEqual([]);
  });

  it("this machine by its name counts where it is listed by its name", async () => {
    const { url, host, shelf } = await serve();
    const named = (text: string) => text.replace("127.0.0.1", "localhost");
    const world = remoteWorld(named(host));
    put(world, named(url), "- two", "e_1");
    expect(await statuses(world)).toEqual(["applied"]);
    expect(shelf.writes).toBe(1);
  });
});

describe.skipIf(noPostgres !== null)(`LW-90 X26 two machines of one mind${noPostgres === null ? "" : ` (skipped: ${noPostgres})`}`, () => {
  const postgres = withPostgres();

  it("the one is killed when the server has taken the text; the other finds that out and sends nothing", async () => {
    let victim: number | null = null;
    const { url, host, shelf } = await serve((request, _, own) => {
      if (request.method !== "PUT" || victim === null) return false;
      void bodyOf(request).then((body) => {
        own.text = String(body);
        own.writes++;
        process.kill(victim as number, "SIGKILL");
        victim = null;
      });
      return true;
    });
    const [a, b] = makeMachines(postgres(), freshMind(), 2) as [World, World];
    for (const machine of [a, b])
      machine.write("home/last-word/config.yaml", `${machine.read("home/last-word/config.yaml")}\nremotes: ["${host}"]\n`);
    await a.ask(["plan", "--url", url, "--heading", "Facts", "--op", "append", "--content", "- two", "--session", "s1"]);
    await a.ask(["flush", "--session", "s1"]);
    const first = applyIn(a);
    victim = first.pid;
    await first.ended;
    expect([victim, shelf.writes]).toEqual([null, 1]);
    expect(await statuses(b)).toEqual(["unchanged"]);
    expect([shelf.writes, shelf.text.match(/- two/g)?.length]).toEqual([1, 1]);
    expect(await statuses(a)).toEqual([]);
  });
});
