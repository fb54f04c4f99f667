// npm run test:conformance: the Model Context Protocol's own conformance suite against `codicil mcp --http`. The suite is fetched from
// the registry into a cache folder. Most of its scenarios ask for tools of its own test server, or for parts of the protocol that we do
// not offer: scripts/conformance/scenarios.ts names them with the reason, and docs/mcp.md has the table. Every other check must pass.

import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { startProxy } from "./conformance/proxy.ts";
import { type Check, faultsIn, SUITE } from "./conformance/scenarios.ts";

const MINUTES = 60_000;
const cache = join(process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "codicil-conformance", SUITE.replace(/\W+/g, "-"));
const program = join(cache, "node_modules/@modelcontextprotocol/conformance/dist/index.js");
const folder = mkdtempSync(join(tmpdir(), "codicil-conformance-"));

function fetchSuite(): boolean {
  if (existsSync(program)) return true;
  mkdirSync(cache, { recursive: true });
  writeFileSync(join(cache, "package.json"), '{ "private": true }\n');
  console.log(`fetching ${SUITE}`);
  const words = ["install", "--no-audit", "--no-fund", "--ignore-scripts", SUITE];
  spawnSync("npm", words, { cwd: cache, stdio: "ignore", timeout: 4 * MINUTES });
  return existsSync(program);
}

async function startServer(): Promise<{ readonly port: number; readonly token: string; stop(): Promise<void> }> {
  const project = join(folder, "project");
  mkdirSync(join(project, ".git"), { recursive: true });
  const env = { ...process.env, CODICIL_HOME: join(folder, "home"), CODICIL_STATE: join(folder, "state") };
  const child = spawn(process.execPath, [resolve("dist/codicil.cjs"), "mcp", "--http", "--json"], {
    cwd: project,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const line = await new Promise<string>((done, fail) => {
    child.stdout.once("data", (chunk: Buffer) => done(String(chunk)));
    child.once("exit", (code) => fail(new Error(`the server ended with ${String(code)}`)));
  });
  const { port, tokenFile } = JSON.parse(line) as { port: number; tokenFile: string };
  return { port, token: readFileSync(tokenFile, "utf8").trim(), stop: () => ended(child) };
}

function ended(child: ReturnType<typeof spawn>): Promise<void> {
  return new Promise((done) => {
    child.once("close", () => done());
    child.kill("SIGTERM");
  });
}

/** By scenario. */
function run(url: string, words: readonly string[]): Promise<ReadonlyMap<string, readonly Check[]>> {
  const out = mkdtempSync(join(folder, "results-"));
  return new Promise((done) => {
    const child = spawn(process.execPath, [program, "server", "--url", url, "-o", out, ...words], { stdio: "ignore" });
    const timer = setTimeout(() => child.kill("SIGKILL"), 4 * MINUTES);
    child.on("close", () => {
      clearTimeout(timer);
      done(new Map(readdirSync(out).map((name) => [nameOf(name), checksIn(join(out, name))])));
    });
  });
}

/** The suite adds the time. */
function nameOf(name: string): string {
  return name.replace(/^server-/, "").replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, "");
}

function checksIn(path: string): readonly Check[] {
  return JSON.parse(readFileSync(join(path, "checks.json"), "utf8")) as Check[];
}

try {
  if (fetchSuite()) process.exitCode = await test();
  else console.log(`skipped: ${SUITE} is not there and could not be fetched`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function test(): Promise<number> {
  const server = await startServer();
  const proxy = await startProxy(server, { hidesHost: false });
  const broken = await startProxy(server, { hidesHost: true });
  try {
    const faults = faultsIn(await run(proxy.url, ["--suite", "all"]));
    for (const each of faults.lines) console.log(each);
    // Negative control: behind a proxy that hides who asks, the same server is not protected, and the suite has to say so.
    const control = faultsIn(await run(broken.url, ["--scenario", "dns-rebinding-protection"]), { partial: true });
    const isSeen = control.failures.length > 0;
    console.log(`negative control: ${isSeen ? "a server without protection fails" : "NOT SEEN"}`);
    console.log(faults.failures.length === 0 ? "conforms" : `failed: ${faults.failures.join(", ")}`);
    return faults.failures.length === 0 && isSeen ? 0 : 1;
  } finally {
    proxy.close();
    broken.close();
    await server.stop();
  }
}
