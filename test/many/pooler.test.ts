// A pooler in front of the database: one session for each connection works as if it were not there; one for each transaction
// is refused with the reason, before any lock is taken.

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeWorld, type World } from "../kit.ts";
import { freshMind, noPostgres, type Server, withPostgres } from "../postgres.ts";
import { addLine, makeMachines } from "./rig.ts";

const PGBOUNCER = whereIs("pgbouncer");
const why = noPostgres ?? (PGBOUNCER === null ? "pgbouncer is not installed" : null);

function whereIs(name: string): string | null {
  try {
    return execFileSync("sh", ["-c", `PATH=$PATH:/usr/sbin; command -v ${name}`], { encoding: "utf8" }).trim();
  } catch {
    return null;
  }
}

async function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}

/** A pooler with no settings but those that people begin with. */
async function startPooler(server: Server, mode: "session" | "transaction"): Promise<{ port: number; stop(): void }> {
  const folder = mkdtempSync(join(tmpdir(), "codicil-pool-"));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const { username, password } = new URL(server.address());
  writeFileSync(join(folder, "users.txt"), `"${username}" "${password}"\n`);
  writeFileSync(
    join(folder, "pgbouncer.ini"),
    `[databases]\n* = host=127.0.0.1 port=${server.port}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =\nauth_type = plain\nauth_file = ${folder}/users.txt\npool_mode = ${mode}\n`,
  );
  const asRoot = process.getuid?.() === 0;
  const child: ChildProcess = spawn(PGBOUNCER ?? "", [...(asRoot ? ["-u", "postgres"] : []), join(folder, "pgbouncer.ini")], {
    stdio: "ignore",
  });
  await answered(port);
  return {
    port,
    stop: () => {
      child.kill("SIGKILL");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function answered(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const isUp = await new Promise<boolean>((resolve) => {
      const socket = connect(port, "127.0.0.1", () => resolve(true)).on("error", () => resolve(false));
      socket.on("connect", () => socket.destroy());
    });
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("the pooler did not start");
}

describe.skipIf(why !== null)(`PgBouncer in front of the database${why === null ? "" : ` (skipped: ${why})`}`, () => {
  const server = withPostgres();
  const poolers: Partial<Record<"session" | "transaction", Awaited<ReturnType<typeof startPooler>>>> = {};
  beforeAll(async () => {
    for (const mode of ["session", "transaction"] as const) poolers[mode] = await startPooler(server(), mode);
  });
  afterAll(() => {
    for (const pooler of Object.values(poolers)) pooler.stop();
  });
  const through = (mode: "session" | "transaction", mind: string) =>
    server()
      .address(mind)
      .replace(`:${server().port}/`, `:${poolers[mode]?.port ?? 0}/`);

  it("one session for each connection: move, entries, sync and history work as without it", { timeout: 240_000 }, () => {
    const mind = freshMind();
    const [direct] = makeMachines(server(), mind, 1) as [World];
    const pooled = makeWorld();
    expect(pooled.run(["move", "--to", through("session", mind)])).toMatchObject({ code: 0, err: "" });
    expect(addLine(pooled, "through the pooler").code).toBe(0);
    expect(direct.run(["sync"]).code).toBe(0);
    expect(direct.read("home/USER.md")).toContain("- through the pooler");
  });

  it("one session for each transaction: refused with the reason, nothing is made, no lock stays", { timeout: 240_000 }, async () => {
    const mind = freshMind();
    const world = makeWorld();
    world.run(["init", "--yes"]);
    const refused = world.run(["move", "--to", through("transaction", mind), "--json"]);
    expect([refused.code, refused.json()]).toMatchObject([3, { error: { code: "STORE_POOLED" } }]);
    expect(await server().sql.unsafe(`select 1 from pg_namespace where nspname = 'codicil_${mind}'`)).toHaveLength(0);
    // A machine whose address led there before continues with its copies.
    const [machine] = makeMachines(server(), mind, 1) as [World];
    machine.write(
      "home/last-word/config.yaml",
      machine.read("home/last-word/config.yaml").replace(/^store: .*$/m, `store: "${through("transaction", mind)}"`),
    );
    const status = machine.run(["status"]);
    expect([status.code, status.err]).toEqual([0, expect.stringContaining("gives each transaction another session")]);
    expect(await server().sql.unsafe("select 1 from pg_locks where locktype = 'advisory'")).toHaveLength(0);
  });
});
