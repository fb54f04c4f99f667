// The page connects agents: what would change is shown before, and to a person only.

import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { HostsDoor } from "../../src/daemon/index.ts";
import { decide } from "../../src/mind/session/decide.ts";
import { startSession } from "../../src/activity/sessions.ts";
import { type Daemon, startDaemon } from "./rig.ts";
import { hostsDoor } from "../../src/cli/index.ts";

describe("agents in the page", () => {
  let daemon: Daemon;
  afterEach(() => daemon.stop());

  /** A machine with one program on its path. */
  const withClaude = async () => {
    let door: HostsDoor | undefined;
    let home = "";
    daemon = await startDaemon({
      before: async (mind) => {
        home = dirname(mind.where.home);
        mkdirSync(join(home, "bin"));
        mkdirSync(join(home, "claude/2.1.4"), { recursive: true });
        writeFileSync(join(home, "claude/2.1.4/claude"), "#!/bin/sh\n", { mode: 0o755 });
        symlinkSync(join(home, "claude/2.1.4/claude"), join(home, "bin/claude"));
        door = hostsDoor(mind, { HOME: home, PATH: join(home, "bin") });
      },
      hosts: {
        list: () => (door as HostsDoor).list(),
        plan: (host) => (door as HostsDoor).plan(host),
        connect: (host) => (door as HostsDoor).connect(host),
        disconnect: (host) => (door as HostsDoor).disconnect(host),
        transcripts: () => (door as HostsDoor).transcripts(),
        importFrom: (host, going) => (door as HostsDoor).importFrom(host, going),
      },
    });
    return { home, settings: join(home, ".claude/settings.json"), door: door as HostsDoor };
  };
  const claude = async () => (await daemon.ask("GET", "/api/hosts")).json.find(({ host }: { host: string }) => host === "claude");

  it("tells a program's version by its own package, and not by another one in a folder above", async () => {
    const { home } = await withClaude();
    const link = join(home, "bin/claude");
    rmSync(link);
    const folder = join(home, "tools");
    mkdirSync(folder);
    writeFileSync(join(folder, "claude"), "#!/bin/sh\n", { mode: 0o755 });
    symlinkSync(join(folder, "claude"), link);
    writeFileSync(join(home, "package.json"), JSON.stringify({ name: "mine", version: "7.0.0", bin: { mine: "x.js" } }));
    expect((await claude()).version).toBeUndefined();
    writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "@maker/claude", version: "3.1.0", bin: { claude: "claude" } }));
    expect((await claude()).version).toBe("3.1.0");
  });

  it("says which agents are here, what connecting changes, connects, and restores every file", async () => {
    const { settings } = await withClaude();
    mkdirSync(dirname(settings));
    writeFileSync(settings, '{ "apiKey": "sk-mine" }\n');
    expect(await claude()).toMatchObject({ found: true, connected: false, running: 0, version: "2.1.4" });
    expect((await daemon.ask("GET", "/api/hosts")).json).toHaveLength(9);
    const { json: planned } = await daemon.ask("POST", "/api/hosts/claude/plan", { json: {} });
    const change = planned.changes.find(({ path }: { path: string }) => path === "~/.claude/settings.json");
    expect(change).toMatchObject({ kind: "change" });
    expect(change.added).toBeGreaterThan(3);
    // Nothing was written by looking.
    expect(readFileSync(settings, "utf8")).toBe('{ "apiKey": "sk-mine" }\n');
    let isConnected = false;
    const connecting = daemon.ask("POST", "/api/hosts/claude/connect", { json: {} }).finally(() => (isConnected = true));
    // The daemon answers while the host's own hooks are tried.
    await expect.poll(() => existsSync(`${daemon.state}/bin/codicil-hook`)).toBe(true);
    expect([(await daemon.ask("GET", "/api/health")).status, isConnected]).toEqual([200, false]);
    expect((await connecting).status).toBe(200);
    expect(readFileSync(settings, "utf8")).toContain("hooks");
    expect(await claude()).toMatchObject({ connected: true });
    await daemon.ask("POST", "/api/hosts/claude/disconnect", { json: {} });
    expect(readFileSync(settings, "utf8")).toBe('{ "apiKey": "sk-mine" }\n');
    expect(await claude()).toMatchObject({ connected: false });
  });

  it("an agent's token learns which agents are here, and can neither see what would change nor connect", async () => {
    const { settings } = await withClaude();
    expect((await daemon.ask("GET", "/api/hosts", { token: daemon.agent })).status).toBe(200);
    for (const act of ["plan", "connect", "disconnect"])
      expect((await daemon.ask("POST", `/api/hosts/claude/${act}`, { token: daemon.agent, json: {} })).status).toBe(403);
    expect(existsSync(settings)).toBe(false);
    // The same by a person works: the path is right.
    expect((await daemon.ask("POST", "/api/hosts/claude/plan", { json: {} })).status).toBe(200);
  });

  it("counts a session as running while its calls come", async () => {
    await withClaude();
    const { header } = await startSession(daemon.mind, { id: "c-1", host: { name: "claude", baseline: "", loads: new Set() } });
    expect(await claude()).toMatchObject({ running: 0 });
    await decide(daemon.mind, { call: { tool: "shell", command: "ls" }, sessionId: header.sessionId });
    expect(await claude()).toMatchObject({ running: 1 });
    expect((await claude()).last).toMatch(/^\d{4}-/);
    const { json: running } = await daemon.ask("GET", "/api/running");
    expect(running).toMatchObject([{ id: "c-1", host: "claude", last: { verdict: "allow", call: { command: "ls" } } }]);
  });

  it("counts transcripts without reading them, and imports them by a person only", async () => {
    const { home } = await withClaude();
    const folder = join(home, ".claude/projects/p");
    expect((await daemon.ask("GET", "/api/transcripts")).json).toEqual([]);
    mkdirSync(folder, { recursive: true });
    const id = "0b9e4c3a-6f5d-4a51-9d8e-1f2a3b4c5d6e";
    const line = {
      type: "user",
      uuid: "u1",
      parentUuid: null,
      sessionId: id,
      timestamp: "2026-11-01T10:00:00.000Z",
      cwd: home,
      message: { role: "user", content: "hello" },
    };
    writeFileSync(join(folder, `${id}.jsonl`), `${JSON.stringify(line)}\n`);
    utimesSync(join(folder, `${id}.jsonl`), new Date(), new Date(Date.now() - 25 * 86_400_000));
    expect((await daemon.ask("GET", "/api/transcripts")).json).toMatchObject([{ host: "claude", found: 1, leaving: 1 }]);
    expect((await daemon.ask("POST", "/api/transcripts/claude/import", { token: daemon.agent, json: {} })).status).toBe(403);
    expect((await daemon.ask("GET", "/api/sessions")).json).toEqual([]);
    expect((await daemon.ask("POST", "/api/transcripts/claude/import", { json: {} })).json).toEqual({ found: 1, fresh: 1, problems: 0 });
    expect((await daemon.ask("GET", "/api/sessions")).json).toMatchObject([{ host: "claude", title: "hello" }]);
  });

  it("says how far an import is, and ends it after the transcript at hand", async () => {
    const { home, door } = await withClaude();
    const folder = join(home, ".claude/projects/p");
    mkdirSync(folder, { recursive: true });
    for (const n of [1, 2, 3]) {
      const id = `0b9e4c3a-6f5d-4a51-9d8e-1f2a3b4c5d6${n}`;
      const message = { role: "user", content: `hello ${n}` };
      const line = {
        type: "user",
        uuid: `u${n}`,
        parentUuid: null,
        sessionId: id,
        timestamp: "2026-11-01T10:00:00.000Z",
        cwd: home,
        message,
      };
      writeFileSync(join(folder, `${id}.jsonl`), `${JSON.stringify(line)}\n`);
    }
    const end = new AbortController();
    const told: number[][] = [];
    const tell = (done: number, of: number) => {
      told.push([done, of]);
      if (done === 1) end.abort();
    };
    expect(await door.importFrom("claude", { tell, signal: end.signal })).toMatchObject({ found: 2, fresh: 2 });
    expect(told).toEqual([
      [0, 3],
      [1, 3],
    ]);
    expect((await daemon.ask("POST", "/api/work/import-own1/cancel", { json: {} })).status).toBe(404);
    expect((await daemon.ask("POST", "/api/transcripts/claude/import", { json: {} })).json).toMatchObject({ found: 3, fresh: 1 });
  });

  it("a daemon without the way to other programs says so", async () => {
    daemon = await startDaemon();
    expect((await daemon.ask("GET", "/api/hosts")).json).toEqual([]);
    expect((await daemon.ask("POST", "/api/hosts/claude/connect", { json: {} })).status).toBe(404);
  });

  it("a person writes one fact, and undoes it", async () => {
    daemon = await startDaemon();
    const fact = { section: "Notes", content: "- Keeps bees." };
    expect((await daemon.ask("POST", "/api/remember", { token: daemon.agent, json: fact })).status).toBe(403);
    const { json } = await daemon.ask("POST", "/api/remember", { json: fact });
    expect(readFileSync(join(daemon.home, "MEMORY.md"), "utf8")).toContain("Keeps bees.");
    expect((await daemon.ask("POST", `/api/undo/${json.undo}`, { json: {} })).status).toBe(200);
    expect(readFileSync(join(daemon.home, "MEMORY.md"), "utf8")).not.toContain("Keeps bees.");
  });
});
