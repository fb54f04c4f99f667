// Entries for documents on other servers, as far as this room decides: when a server is asked, what the receipt says where it
// is not, and what a person does about it.

import type { IncomingMessage, ServerResponse } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { AppError } from "../../src/base/index.ts";
import { apply, flush, listConflicts, listProposals, plan, resolve } from "../../src/deltas/index.ts";
import { type DocumentServer, serveDocuments } from "../documentServer.ts";
import { room } from "./deps.ts";

const servers: DocumentServer[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

const TEAM = "## Facts\n\n- one\n";

/** Servers with `a.md` and `b.md`, a mind that may write to them, and entries of a person for the paths. */
async function rooms(count: number, other: (request: IncomingMessage, response: ServerResponse) => boolean | void = () => false) {
  const own: DocumentServer[] = [];
  for (let at = 0; at < count; at++) own.push(await serveDocuments({ other }));
  servers.push(...own);
  for (const { shelf } of own) for (const path of ["/a.md", "/b.md"]) shelf.documents.set(path, Buffer.from(TEAM));
  const all = await room({ "home/last-word/config.yaml": `remotes: ${JSON.stringify(own.map(({ host }) => host))}\n` });
  let time = Date.parse("2026-03-04T10:00:00Z");
  const deps = { ...all.deps, clock: { ...all.deps.clock, now: () => new Date(time) } };
  const put = (...urls: readonly string[]) =>
    all.world.write(
      "home/last-word/remote.yaml",
      `version: "1.1.0"\nsource: me\nentries:\n${urls
        .map(
          (url, at) =>
            `  - key: { url: "${url}", heading: Facts }\n    operation: append\n    content: "- two"\n    meta: { id: e_${at} }\n`,
        )
        .join("")}`,
    );
  const hosts = own.map(({ host }) => host);
  const short = (text: string) => hosts.reduce((words, host, at) => words.replaceAll(host, `//${at}`), text);
  const told = async (options = {}) =>
    (await apply(deps, options)).receipts.map(({ document, status, why }) => short(`${document} ${status}: ${why ?? ""}`));
  const asked = () => own.map(({ shelf }) => shelf.requests.splice(0).map(({ method, url }) => `${method} ${url}`));
  return { ...all, deps, hosts, own, put, told, asked, pass: (ms: number) => (time += ms) };
}

const down = (_: IncomingMessage, response: ServerResponse) => {
  response.writeHead(503).end();
  return true;
};

describe("other servers", () => {
  it("LW-90 each document is written once; what is done leaves the pending file, what is named alone is asked", async () => {
    const { hosts, own, put, told, asked, world, deps } = await rooms(2);
    const [a, b] = hosts as [string, string];
    put(`${a}/a.md`, `${a}/a.md`, `${b}/b.md`);
    expect(await told({ dryRun: true })).toEqual([
      "//0/a.md pending: dry run: the other server was not asked",
      "//0/a.md pending: dry run: the other server was not asked",
      "//1/b.md pending: dry run: the other server was not asked",
    ]);
    expect(asked()).toEqual([[], []]);
    expect(await told({ only: `${b}/b.md` })).toEqual(["//1/b.md applied: "]);
    expect([asked(), own[1]?.shelf.documents.get("/b.md")?.toString()]).toEqual([
      [[], ["GET /b.md", "PUT /b.md", "GET /b.md"]],
      "## Facts\n\n- one\n- two\n",
    ]);
    expect(world.read("home/last-word/remote.yaml").match(/id: .*/g)).toEqual(["id: e_0 }", "id: e_1 }"]);
    expect(await told({ entries: new Set(["e_1"]) })).toEqual(["//0/a.md applied: "]);
    expect(await told()).toEqual(["//0/a.md applied: "]);
    expect([own[0]?.shelf.documents.get("/a.md")?.toString(), world.has("home/last-word/remote.yaml")]).toEqual([
      "## Facts\n\n- one\n- two\n- two\n",
      false,
    ]);
    expect((await apply(deps)).receipts).toEqual([]);
  });

  it("one that has no time holds up no other, and rests after it failed twice", async () => {
    const { hosts, put, told, asked, pass } = await rooms(2, (request, response) =>
      request.headers.host === new URL(hostsDown[0] ?? "http://x").host ? down(request, response) : false,
    );
    const [a, b] = hosts as [string, string];
    hostsDown[0] = a;
    put(`${a}/a.md`, `${a}/b.md`, `${b}/a.md`);
    expect(await told()).toEqual([
      expect.stringMatching(/^\/\/0\/a\.md pending: REMOTE: /),
      expect.stringMatching(/^\/\/0\/b\.md pending: REMOTE: /),
      "//1/a.md applied: ",
    ]);
    asked();
    // Whoever waits for it (a session that begins) has patience for the first time, not for what failed twice.
    expect(await told({ patience: 5000 })).toHaveLength(2);
    expect(asked()[0]?.length).toBeGreaterThan(0);
    const resting = "REMOTE: it did not answer the last times; codicil apply asks it at once";
    expect([await told({ patience: 5000 }), asked()[0]]).toEqual([[`//0/a.md pending: ${resting}`, `//0/b.md pending: ${resting}`], []]);
    pass(29_999);
    expect((await told({ patience: 5000 }))[0]).toBe(`//0/a.md pending: ${resting}`);
    pass(2);
    expect((await told({ patience: 5000 }))[0]).not.toContain(resting);
    hostsDown[0] = "http://nobody";
    expect(await told()).toEqual(["//0/a.md applied: ", "//0/b.md applied: "]);
  });
  const hostsDown: string[] = [];

  it("one that cannot be reached is tried once for all its documents, and no other is held up", async () => {
    const { hosts, own, put, told } = await rooms(2);
    own[0]?.close();
    put(`${hosts[0] ?? ""}/a.md`, `${hosts[0] ?? ""}/b.md`, `${hosts[1] ?? ""}/a.md`);
    expect(await told()).toEqual([
      expect.stringMatching(/^\/\/0\/a\.md pending: REMOTE: (?!its server was just asked)/),
      "//0/b.md pending: REMOTE: its server was just asked and did not answer",
      "//1/a.md applied: ",
    ]);
  });

  it("a fault of our own leaves the entry pending, is told with its file, and the others are still written", async () => {
    const { hosts, put, deps, world } = await rooms(1);
    put(`${hosts[0] ?? ""}/a.md`, `${hosts[0] ?? ""}/b.md`);
    let asked = 0;
    const known = () => (++asked === 1 ? Promise.reject(new AppError("IO", "no space left")) : deps.known());
    const { receipts, problems } = await apply({ ...deps, known });
    expect([receipts.map(({ document, status }) => [document, status]), problems.map(({ file, error }) => [file, error.code])]).toEqual([
      [[`${hosts[0] ?? ""}/b.md`, "applied"]],
      [[`${hosts[0] ?? ""}/a.md`, "IO"]],
    ]);
    expect(world.read("home/last-word/remote.yaml").match(/id: .*/g)).toEqual(["id: e_0 }"]);
    await expect(apply({ ...deps, known: () => Promise.reject(new TypeError("a fault of the program")) })).rejects.toThrow(TypeError);
  });

  it("nobody is asked where there is no time left, and everything stays pending", async () => {
    const { hosts, put, told, asked, world } = await rooms(1);
    put(`${hosts[0] ?? ""}/a.md`);
    expect([await told({ patience: 0 }), asked(), world.has("home/last-word/remote.yaml")]).toEqual([
      ["//0/a.md pending: REMOTE: there was no time to ask the other server; the next apply does"],
      [[]],
      true,
    ]);
    expect(await told({ patience: 60_000 })).toEqual(["//0/a.md applied: "]);
  });

  it("LW-82 what cannot be settled there is staged without its present text; a person's decision creates the document, or drops the entry", async () => {
    const { hosts, own, put, told, deps, world } = await rooms(1);
    const url = `${hosts[0] ?? ""}/new.md`;
    put(url, `${hosts[0] ?? ""}/other.md`);
    expect((await told()).map((line) => line.split(":")[0])).toEqual(["//0/new.md staged", "//0/other.md staged"]);
    const conflicts = await listConflicts(deps);
    expect(conflicts.map(({ document, present, content }) => [document.slice((hosts[0] ?? "").length), present, content])).toEqual([
      ["/new.md", null, "- two"],
      ["/other.md", null, "- two"],
    ]);
    expect((await resolve(deps, url, { take: "entry" })).map(({ status }) => status)).toEqual(["applied"]);
    expect(own[0]?.shelf.documents.get("/new.md")?.toString()).toBe("## Facts\n\n- two\n");
    expect((await resolve(deps, `${hosts[0] ?? ""}/other.md`, { take: "document" })).map(({ status }) => status)).toEqual(["refused"]);
    expect([own[0]?.shelf.documents.has("/other.md"), await listConflicts(deps), world.names("home/last-word/staging")]).toEqual([
      false,
      [],
      [],
    ]);
  });

  it("X3 an agent's entry needs a person's approval where the policy says so; a server that is away while it is settled leaves it staged", async () => {
    const { hosts, deps, own, told, put } = await rooms(1, (request, response) => (isDown ? down(request, response) : false));
    const url = `${hosts[0] ?? ""}/a.md`;
    await plan(deps, { url, heading: "Facts", operation: "append", content: "- three", session: "s1", ask: true });
    expect((await flush(deps, "s1")).map(({ status }) => status)).toEqual(["proposed"]);
    expect((await told()).map((line) => line.split(":")[0])).toEqual(["//0/a.md proposed"]);
    expect((await listProposals(deps)).map(({ document, before, after }) => [document === url, before, after])).toEqual([
      [true, null, "- three"],
    ]);
    put(`${hosts[0] ?? ""}/none.md`);
    await told();
    isDown = true;
    expect((await resolve(deps, `${hosts[0] ?? ""}/none.md`, { take: "entry" })).map(({ status }) => status)).toEqual(["pending"]);
    expect((await listConflicts(deps)).map(({ id }) => id)).toEqual(["e_0"]);
    isDown = false;
    expect((await resolve(deps, `${hosts[0] ?? ""}/none.md`, { take: "both" })).map(({ status }) => status)).toEqual(["applied"]);
    expect([await listConflicts(deps), own[0]?.shelf.documents.get("/none.md")?.toString()]).toEqual([[], "## Facts\n\n- two\n"]);
  });
  let isDown = false;
});
