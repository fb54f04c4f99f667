// Machines that have one mind in common by a Git remote, and Git itself as the tests use it.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { apply, begin, flush, plan } from "codicil";
import { sync } from "codicil/transfer";
import { logLines } from "../../src/store/index.ts";
import { makeWarmWorld as makeWorld, USER, type World } from "../kit.ts";

export const HAND = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false", "-c", "init.defaultBranch=main"];

export function git(folder: string, args: readonly string[], input?: string | Uint8Array): string {
  return execFileSync("git", [...HAND, ...args], {
    cwd: folder,
    env: { PATH: process.env["PATH"], HOME: "/nonexistent" },
    encoding: "utf8",
    stdio: ["pipe", "pipe", "pipe"],
    ...(input === undefined ? {} : { input }),
  });
}

/** A bare repository inside a world's folder, so that it goes with it. */
export function bareRepository(world: World, name = "remote.git"): string {
  const path = join(world.root, name);
  git(world.root, ["init", "--quiet", "--bare", path]);
  return path;
}

/** The first machine has a mind; all of them have a carrier, and meet it in order. */
export async function makeCarried(
  count: number,
  address: (bare: string) => string = (bare) => bare,
): Promise<{ machines: World[]; bare: string; address: string }> {
  const machines = Array.from({ length: count }, () => makeWorld());
  const [first] = machines as [World];
  const bare = bareRepository(first);
  const mind = await first.open();
  await begin(mind);
  await mind.close();
  first.write("home/USER.md", USER);
  for (const machine of machines) {
    const config = machine.has("home/last-word/config.yaml") ? machine.read("home/last-word/config.yaml") : "";
    machine.write("home/last-word/config.yaml", `${config}carrier: ${address(bare)}\n`);
    const [problem] = (await synced(machine)).problems;
    if (problem !== undefined) throw new Error(problem.message);
  }
  return { machines, bare, address: address(bare) };
}

/** What a machine has in common with the others, as one hash: documents, and the lines of their histories. */
export function hashOf(machine: World): string {
  const hash = createHash("sha256");
  for (const path of walk(machine)) hash.update(`${path}\n`).update(readFileSync(join(machine.home, path)));
  for (const name of machine.names("state/ledger")) hash.update(`${name}\n${ledgerLines(machine, name).join("\n")}\n`);
  return hash.digest("hex");
}

function walk(machine: World): string[] {
  return readdirSync(machine.home, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".md"))
    .sort();
}

/** Without the store's own lines, and without batches of which the document never came: both are about one disk. */
export function ledgerLines(machine: World, name: string): string[] {
  return logLines(machine.read(`state/ledger/${name}`));
}

export interface EvilEntry {
  readonly mode: string;
  readonly type: "blob" | "commit";
  readonly path: string;
  readonly bytes?: string | Uint8Array;
  readonly oid?: string;
}

/** Puts a commit on the carrier's branch by plumbing alone, so that it may hold what no checkout would make. */
export function pushTree(bare: string, entries: readonly EvilEntry[], options: { keep?: boolean } = {}): string {
  const present = options.keep === false ? "" : git(bare, ["ls-tree", "-r", "refs/heads/codicil"]);
  const index = join(realpathSync(mkdtempSync(join(tmpdir(), "codicil-test-index-"))), "index");
  const env = { PATH: process.env["PATH"], HOME: "/nonexistent", GIT_INDEX_FILE: index };
  const lines = entries.map(
    (entry) => `${entry.mode} ${entry.oid ?? git(bare, ["hash-object", "-w", "--stdin"], entry.bytes ?? "").trim()}\t${entry.path}\0`,
  );
  const kept = present
    .split("\n")
    .filter(Boolean)
    .map((line) => `${line}\0`);
  execFileSync("git", [...HAND, "update-index", "-z", "--index-info"], { cwd: bare, env, input: [...kept, ...lines].join("") });
  const tree = execFileSync("git", [...HAND, "write-tree"], { cwd: bare, env, encoding: "utf8" }).trim();
  const parents = options.keep === false ? [] : ["-p", "refs/heads/codicil"];
  const commit = git(bare, ["commit-tree", tree, ...parents, "-m", "evil"]).trim();
  git(bare, ["update-ref", "refs/heads/codicil", commit]);
  return commit;
}

export interface Synced {
  readonly removed?: readonly string[];
  readonly received: readonly string[];
  readonly sent: readonly string[];
  readonly conflicts: readonly string[];
  readonly problems: readonly {
    readonly document: string;
    readonly code: string;
    readonly message: string;
    readonly file?: string;
    readonly line?: number;
  }[];
}

/** As `codicil sync --json` says it, by the library: a process each would take most of a test's time. */
export async function synced(machine: World): Promise<Synced> {
  const mind = await machine.open();
  try {
    const { received, removed, sent, conflicts, problems } = await sync(mind);
    const gone = removed === undefined ? {} : { removed };
    return { received, ...gone, sent, conflicts, problems: problems.map(({ document, error }) => ({ document, ...error.toJSON().error })) };
  } finally {
    await mind.close();
  }
}

/** Plans one line for a section of USER.md, and brings it home. */
export async function add(machine: World, line: string, session = "s1"): Promise<void> {
  const mind = await machine.open();
  await plan(mind, { path: "USER.md", heading: "Research Interests", operation: "append", content: `- ${line}`, session });
  await flush(mind, session);
  const { problems } = await apply(mind);
  await mind.close();
  if (problems[0] !== undefined) throw problems[0].error;
}
