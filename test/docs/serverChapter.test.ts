// "Running the server" in docs/many-machines.md, run as it is written: making a mind's database, backing it up, restoring it,
// moving it to a server without the roles, upgrading. Needs PostgreSQL's own programs, of which pg_dump must fit the server.

import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { makeWorld, PROGRAM, USER, type World } from "../kit.ts";
import { addLine } from "../many/rig.ts";

const BIN = programs();
const why = BIN === null ? "initdb, postgres, psql, pg_dump and pg_restore are not installed" : null;
const CHAPTER = /^## Running the server\n([\s\S]*?)^## /m.exec(readFileSync(new URL("../../docs/many-machines.md", import.meta.url), "utf8"))?.[1] ?? "";
const STEPS = new Map(
  [...CHAPTER.matchAll(/^```sh\n# (.+)\n([\s\S]*?)^```$/gm)].map(([, name = "", commands = ""]): [string, string] => [name, commands]),
);

/** Where Debian puts them, newest first. */
function programs(): string | null {
  try {
    const root = "/usr/lib/postgresql";
    const versions = readdirSync(root).sort((a, b) => Number(b) - Number(a));
    const found = versions.map((version) => join(root, version, "bin"));
    return found.find((bin) => ["initdb", "postgres", "psql", "pg_dump", "pg_restore"].every((name) => readdirSync(bin).includes(name))) ?? null;
  } catch {
    return null;
  }
}

const asPostgres =
  process.getuid?.() === 0 && why === null
    ? { uid: Number(execFileSync("id", ["-u", "postgres"])), gid: Number(execFileSync("id", ["-g", "postgres"])) }
    : {};
const servers: { child: ChildProcess; folder: string }[] = [];

async function startServer(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "codicil-chapter-"));
  chmodSync(folder, 0o777);
  const bin = BIN ?? "";
  execFileSync(join(bin, "initdb"), ["-D", `${folder}/data`, "-U", "admin", "--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C"], {
    ...asPostgres,
    stdio: "ignore",
    cwd: folder,
  });
  const port = await new Promise<number>((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port: free } = probe.address() as { port: number };
      probe.close(() => resolve(free));
    });
  });
  const flags = ["-D", `${folder}/data`, "-p", String(port), "-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=", "-c", "fsync=off"];
  const child = spawn(join(bin, "postgres"), flags, { ...asPostgres, stdio: "ignore", cwd: folder });
  servers.push({ child, folder });
  for (let tries = 0; tries < 200; tries++) {
    const up = spawnSync(join(bin, "psql"), [`postgres://admin@127.0.0.1:${port}/postgres`, "-c", "select 1"], { stdio: "ignore" });
    if (up.status === 0) return port;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("PostgreSQL did not start");
}

describe.skipIf(why !== null)(`running the server, as docs/many-machines.md says${why === null ? "" : ` (skipped: ${why})`}`, () => {
  afterAll(() => {
    for (const { child, folder } of servers) {
      child.kill("SIGQUIT");
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    }
  });

  it("X26 make, back up, restore, move, upgrade: each step works, and nothing acknowledged is lost", { timeout: 600_000 }, async () => {
    expect([...STEPS.keys()]).toEqual(["make", "back up", "restore", "move", "upgrade"]);
    const ports = [await startServer(), await startServer()];
    const step = (world: World, name: string) => {
      const program = [process.execPath, ...PROGRAM].map((word) => `'${word}'`).join(" ");
      const commands = (STEPS.get(name) ?? "").replaceAll("db.example", `127.0.0.1:${ports[0]}`).replaceAll("new.example", `127.0.0.1:${ports[1]}`);
      const ran = spawnSync("bash", ["-c", `set -euo pipefail\ncodicil() { ${program} "$@"; }\n${commands}`], {
        cwd: world.root,
        env: { ...world.env, PATH: `${BIN}:${process.env["PATH"]}` },
        encoding: "utf8",
      });
      expect([name, ran.status, ran.status === 0 ? "" : ran.stdout + ran.stderr]).toEqual([name, 0, ""]);
      return ran.stdout + ran.stderr;
    };
    const ada = makeWorld();
    ada.run(["init", "--yes"]);
    ada.write("home/USER.md", USER);
    step(ada, "make");
    expect(addLine(ada, "before the dump").code).toBe(0);
    step(ada, "back up");
    expect(addLine(ada, "after the dump", "s2").code).toBe(0);
    expect(step(ada, "restore")).not.toContain("the database lacks");
    expect(ada.read("home/USER.md")).toContain("- before the dump\n- after the dump\n");
    expect(step(ada, "move")).not.toContain("the database lacks");
    expect(ada.read("home/last-word/config.yaml")).toContain(`ada@127.0.0.1:${ports[1]}/agents`);
    expect(addLine(ada, "on the new server", "s3").code).toBe(0);
    step(ada, "upgrade");
    ada.run(["sync"]);
    expect(ada.read("home/USER.md")).toContain("- before the dump\n- after the dump\n- on the new server\n");
    // Row security is whole again: a login without a role sees nothing.
    const psql = (user: string, text: string) =>
      spawnSync(join(BIN ?? "", "psql"), [`postgres://${user}@127.0.0.1:${ports[1]}/agents`, "-Atc", text], { encoding: "utf8" });
    psql("admin", "create role eve login");
    expect(psql("eve", "select count(*) from codicil_team.places").stderr).toContain("permission denied");
    expect(psql("ada", "delete from codicil_team.lines").stderr).toContain("permission denied");
    expect(psql("admin", "select count(*) from pg_policies where schemaname = 'codicil_team'").stdout.trim()).toBe("25");
  });
});
