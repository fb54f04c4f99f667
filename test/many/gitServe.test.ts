// The carrier over HTTP, with a real Git server on loopback, and over what stands in for ssh; and the daemon, which syncs by itself.

import { spawn } from "node:child_process";
import { chmodSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { serve } from "../../src/daemon/index.ts";
import { makeWorld, USER, type World } from "../kit.ts";
import { add, bareRepository, hashOf, makeCarried, synced } from "./gitRig.ts";

const servers: Server[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close()));

/** `git http-backend` behind Node's server. `refuse`: how often a push is answered with an error after it was done. */
async function gitServer(root: string, trouble: { lose: number; redirect?: string } = { lose: 0 }): Promise<string> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "", "http://127.0.0.1");
    if (trouble.redirect !== undefined)
      return void response.writeHead(302, { location: `${trouble.redirect}${url.pathname}${url.search}` }).end();
    const child = spawn("git", ["http-backend"], {
      env: {
        PATH: process.env["PATH"],
        GIT_PROJECT_ROOT: root,
        GIT_HTTP_EXPORT_ALL: "1",
        REMOTE_USER: "t",
        REQUEST_METHOD: request.method,
        PATH_INFO: decodeURIComponent(url.pathname),
        QUERY_STRING: url.search.slice(1),
        CONTENT_TYPE: request.headers["content-type"] ?? "",
        HTTP_CONTENT_ENCODING: request.headers["content-encoding"] ?? "",
        HTTP_GIT_PROTOCOL: String(request.headers["git-protocol"] ?? ""),
        ...(request.headers["content-length"] === undefined ? {} : { CONTENT_LENGTH: request.headers["content-length"] }),
      },
      stdio: ["pipe", "pipe", "ignore"],
    });
    request.pipe(child.stdin);
    const chunks: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.on("close", () => {
      const out = Buffer.concat(chunks);
      const split = out.indexOf("\r\n\r\n");
      const headers = out
        .toString("latin1", 0, split)
        .split("\r\n")
        .map((line) => line.split(/: (.*)/) as [string, string]);
      if (request.method === "POST" && url.pathname.endsWith("git-receive-pack") && trouble.lose-- > 0) return void response.destroy();
      const status = headers.find(([name]) => name === "Status")?.[1] ?? "200";
      response
        .writeHead(Number.parseInt(status, 10), Object.fromEntries(headers.filter(([name]) => name !== "Status")))
        .end(out.subarray(split + 4));
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function carriedOverHttp(
  trouble: { lose: number; redirect?: string } = { lose: 0 },
): Promise<{ a: World; b: World; address: string }> {
  const [a, b] = [makeWorld(), makeWorld()];
  const bare = bareRepository(a);
  a.write("home/USER.md", USER);
  const address = `${await gitServer(a.root, trouble)}${bare.slice(a.root.length)}`;
  for (const machine of [a, b]) machine.write("home/last-word/config.yaml", `carrier: ${address}\n`);
  return { a, b, address };
}

describe("a Git server over HTTP", () => {
  it("carries a mind like any other remote", async () => {
    const { a, b, address } = await carriedOverHttp();
    const named = await a.runAsync(["sync", "--with", address, "--json"]);
    expect([named.code, named.json<{ sent: string[] }>().sent]).toEqual([0, ["USER.md"]]);
    expect((await synced(b)).received).toEqual(["USER.md"]);
    await add(a, "from a");
    await add(b, "from b", "s2");
    for (const machine of [a, b, a]) expect(await synced(machine)).toMatchObject({ conflicts: [], problems: [] });
    expect(a.read("home/USER.md")).toContain("- from a\n- from b\n");
    expect(hashOf(b)).toBe(hashOf(a));
  });

  it("P3 a push whose answer was lost happened once", async () => {
    const trouble = { lose: 0 };
    const { a, b } = await carriedOverHttp(trouble);
    await synced(a);
    await synced(b);
    await add(a, "once");
    trouble.lose = 1;
    await synced(a);
    await synced(b);
    for (const machine of [a, b])
      expect(
        machine
          .read("home/USER.md")
          .split("\n")
          .filter((line) => line === "- once"),
      ).toHaveLength(1);
    expect(hashOf(b)).toBe(hashOf(a));
  });

  it("that leads elsewhere is not followed", async () => {
    const { a, b } = await carriedOverHttp();
    await synced(a);
    const elsewhere = await gitServer(a.root, {
      lose: 0,
      redirect: a.read("home/last-word/config.yaml").trim().slice("carrier: ".length).replace("/remote.git", ""),
    });
    b.write("home/last-word/config.yaml", `carrier: ${elsewhere}/remote.git\n`);
    await expect(synced(b)).rejects.toMatchObject({ code: "CARRIER" });
    expect(b.has("home/USER.md")).toBe(false);
  });
});

describe("a Git server over ssh", () => {
  it("is reached as the person's own Git configuration says; what the environment says of Git does not count", () => {
    const [a, b] = [makeWorld(), makeWorld()];
    const bare = bareRepository(a);
    a.write("home/USER.md", USER);
    for (const machine of [a, b]) {
      // Is in for ssh: runs here what it is asked to run there, and notes whom it was asked for.
      const ssh = machine.write("ssh.sh", `#!/bin/sh\necho "$@" >> ${machine.root}/asked\nfor last; do :; done\nexec sh -c "$last"\n`);
      chmodSync(ssh, 0o755);
      machine.write("person/.gitconfig", `[core]\n\tsshCommand = ${ssh}\n`);
      const ran = machine.run(["sync", "--with", `git@host.example:${bare}`], {
        env: {
          GIT_SSH_COMMAND: `touch ${machine.root}/pwned; false`,
          GIT_DIR: "/nonexistent",
          GIT_CONFIG_COUNT: "1",
          GIT_CONFIG_KEY_0: "core.sshCommand",
          GIT_CONFIG_VALUE_0: "false",
        },
      });
      expect([ran.code, ran.err]).toEqual([0, ""]);
      expect(machine.read("asked")).toMatch(/git@host\.example git-upload-pack/);
      expect(machine.has("pwned")).toBe(false);
    }
    expect(a.read("asked")).toContain("git-receive-pack");
    expect(b.read("home/USER.md")).toBe(USER);
  });
});

describe("a daemon whose mind is carried", () => {
  it("brings what others did, and sends what changes here, by itself", async () => {
    const { machines } = await makeCarried(2);
    const [a, b] = machines as [World, World];
    await add(a, "from a");
    await synced(a);
    const mind = await b.open();
    const said: string[] = [];
    const serving = await serve(mind, { port: 0, page: new Map(), log: (line) => said.push(line), carry: { firstAfter: 10, calm: 50 } });
    const until = async (done: () => boolean | Promise<boolean>) => {
      for (let tries = 0; tries < 300 && !(await done()); tries++) await pause(100);
    };
    try {
      await until(() => b.read("home/USER.md").includes("- from a"));
      expect(b.read("home/USER.md")).toContain("- from a");
      b.write("home/USER.md", b.read("home/USER.md").replace("soon gone", "seen by the daemon"));
      await until(() => said.some((line) => /1 sent/.test(line)));
    } finally {
      await serving.stop();
    }
    expect((await synced(a)).received).toEqual(["USER.md"]);
    expect(a.read("home/USER.md")).toContain("seen by the daemon");
  });
});
