// A Git remote as the carrier of a mind: one branch whose newest commit is what the machines have in common. This machine
// has a bare repository of its own for it, below the state. It is never checked out, so nothing in it can become a file here
// except through whoever reads it from this interface, and it can be thrown away: the next sync fetches it again.

import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { AppError, sha256 } from "../../base/index.ts";
import { onDisk } from "../disk/osErrors.ts";
import { diskFacts } from "../port/facts.ts";
import { type CarrierAddress, readCarrierAddress } from "./address.ts";
import type { Carrier, NewCommit, TreeEntry } from "./port.ts";
import { type GitAnswer, type GitRun, HARDENED, runGit } from "./run.ts";

const BRANCH = "refs/heads/codicil";
const [THEIRS, SEEN, MADE] = ["refs/codicil/theirs", "refs/codicil/seen", "refs/codicil/made"];
const LOCAL_MS = 60_000;
const NETWORK_MS = 120_000;
/** More than this is no memory: a fetch that brings it is ended. */
const MOST_FETCHED = 1024 * 1024 * 1024;
const LOOSE_OBJECTS = 40;

export async function openGit(state: string, address: string): Promise<Carrier> {
  const remote = readCarrierAddress(address);
  const folder = join(state, "carrier", `${sha256(remote.url).slice(0, 12)}.git`);
  await begin(folder);
  return gitCarrier(folder, remote);
}

/** They are fetched again when they are needed. */
export function removeCarriers(state: string): void {
  const folder = join(state, "carrier");
  onDisk({ doing: "write", file: folder }, () => {
    for (const name of existsSync(folder) ? readdirSync(folder) : [])
      if (name.endsWith(".git")) rmSync(join(folder, name), { recursive: true, force: true });
  });
}

async function begin(folder: string): Promise<void> {
  if (existsSync(join(folder, "HEAD")) && existsSync(join(folder, "objects"))) return;
  onDisk({ doing: "write", file: folder }, () => {
    // Half made by a start that died: made again.
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  });
  const made = await runGit({ args: ["init", "--quiet", "--bare", "--template=", "--object-format=sha1", folder], timeout: LOCAL_MS });
  if (made.code !== 0) throw new AppError("CARRIER", `git cannot make a repository: ${made.said}`, { file: folder });
}

function gitCarrier(folder: string, remote: CarrierAddress): Carrier {
  const git = (args: readonly string[], more: Partial<GitRun> = {}): Promise<GitAnswer> =>
    runGit({ args: [`--git-dir=${folder}`, ...args], timeout: LOCAL_MS, protocol: remote.protocol, ...more });
  const must = async (args: readonly string[], more: Partial<GitRun> = {}): Promise<Buffer> => {
    const { code, out, said } = await git(args, more);
    if (code === 0) return out;
    throw new AppError("CARRIER", `git ${args[0] ?? ""} failed: ${said}`, {
      file: folder,
      hint: "Nothing was lost. If it stays so, remove this folder; the next sync fetches it again.",
    });
  };
  const there = async (args: readonly string[], more: Partial<GitRun> = {}): Promise<Buffer> => {
    const { code, out, said } = await git(args, { timeout: NETWORK_MS, ...more });
    if (code === 0) return out;
    throw new AppError("CARRIER", `${remote.url} cannot be reached: ${said}`, {
      hint: "Nothing was changed; the next sync brings it. Try git ls-remote with the same address.",
    });
  };
  const ref = async (name: string): Promise<string | null> => {
    const { code, out } = await git(["rev-parse", "--quiet", "--verify", `${name}^{commit}`]);
    return code === 0 ? String(out).trim() : null;
  };
  const throwAway = async (): Promise<void> => {
    const seen = await ref(SEEN);
    for (const name of [THEIRS, MADE]) if (seen !== null && (await ref(name)) !== null) await must(["update-ref", name, seen]);
    await git(["gc", "--quiet", "--prune=now"]);
  };

  return {
    shown: remote.url,
    async fetch() {
      const listed = String(await there(["ls-remote", ...otherSide(remote, "upload-pack"), "--", remote.url, BRANCH]));
      const tips = listed.split("\n").map((line) => line.split("\t"));
      const tip = tips.find(([, name]) => name === BRANCH)?.[0] ?? null;
      if (tip === null) return null;
      if (tip === (await ref(THEIRS)) || tip === (await ref(MADE))) return tip;
      const quietly = ["--quiet", "--no-tags", "--no-write-fetch-head", "--refmap=", ...otherSide(remote, "upload-pack")];
      await there(["fetch", ...quietly, "--", remote.url, `+${BRANCH}:${THEIRS}`], { guard: () => tooMuch(folder) });
      await tidy(folder, git);
      const fetched = await ref(THEIRS);
      if (fetched === null) throw new AppError("CARRIER", `${remote.url} holds no commit`, { hint: "Nothing was changed." });
      return fetched;
    },
    async seen(theirs) {
      if (theirs === null) return null;
      // Made here and taken there, though the answer may have been lost.
      if (theirs === (await ref(MADE))) return theirs;
      const seen = await ref(SEEN);
      return seen !== null && (await git(["merge-base", "--is-ancestor", seen, theirs])).code === 0 ? seen : null;
    },
    async noteSeen(commit) {
      const before = await ref(SEEN);
      await must(["update-ref", SEEN, commit]);
      // A past that the remote no longer has, perhaps because something in it was to be forgotten, is not kept here either.
      if (before !== null && (await git(["merge-base", "--is-ancestor", before, commit])).code !== 0) await throwAway();
    },
    async entries(commit) {
      const listed = await must(["ls-tree", "-r", "-z", "-l", "--full-tree", commit]);
      return splitAtNul(listed).map(readTreeLine);
    },
    async blobs(oids) {
      if (oids.length === 0) return new Map();
      const out = await must(["cat-file", "--batch"], { input: Buffer.from(oids.map((oid) => `${oid}\n`).join("")), most: MOST_FETCHED });
      return readBatch(out);
    },
    async commit(change) {
      await must(["fast-import", "--quiet", "--force", "--done", "--date-format=raw"], { input: importStream(change) });
      const made = await ref(MADE);
      if (made === null) throw new AppError("CARRIER", "git made no commit", { file: folder });
      return made;
    },
    async push(commit, expect) {
      const plainly = ["--porcelain", "--no-verify", "--no-follow-tags", "--recurse-submodules=no"];
      const lease = [`--force-with-lease=${BRANCH}:${expect ?? ""}`, ...otherSide(remote, "receive-pack")];
      const args = ["push", ...plainly, ...lease, "--", remote.url, `${commit}:${BRANCH}`];
      const { code, out, said } = await git(args, { timeout: NETWORK_MS });
      return code === 0 ? null : (/^!.*$/m.exec(String(out))?.[0].split("\t").at(-1) ?? said);
    },
  };
}

/** A repository on this machine's own disk is served by a Git that runs here: what it is told in its files must not run either. */
function otherSide(remote: CarrierAddress, program: "upload-pack" | "receive-pack"): string[] {
  if (remote.protocol !== "file") return [];
  return [`--${program}=git ${HARDENED.map(([key, value]) => `-c ${key}=${value}`).join(" ")} ${program}`];
}

function importStream({ parent, put, drop, message, at }: NewCommit): Buffer {
  const parts: Uint8Array[] = [];
  const say = (text: string) => parts.push(Buffer.from(text));
  const data = (bytes: Uint8Array) => {
    say(`data ${bytes.length}\n`);
    parts.push(bytes);
    say("\n");
  };
  say(`commit ${MADE}\ncommitter Codicil <codicil@localhost> ${Math.floor(at.getTime() / 1000)} +0000\n`);
  data(Buffer.from(message));
  if (parent !== null) say(`from ${parent}\n`);
  for (const path of drop) say(`D ${quoted(path)}\n`);
  for (const [path, bytes] of put) {
    say(`M 100644 inline ${quoted(path)}\n`);
    data(bytes);
  }
  say("\ndone\n");
  return Buffer.concat(parts);
}

function quoted(path: string): string {
  return `"${path.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")}"`;
}

function splitAtNul(bytes: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  for (let start = 0, end = bytes.indexOf(0); end !== -1; start = end + 1, end = bytes.indexOf(0, start))
    parts.push(bytes.subarray(start, end));
  return parts;
}

/** `100644 blob OID    SIZE\tPATH`. A name that is not UTF-8 comes out with marks in it, which no known place has. */
function readTreeLine(line: Buffer): TreeEntry {
  const tab = line.indexOf(9);
  const [mode = "", , oid = "", size = ""] = line.toString("latin1", 0, tab).split(/ +/);
  return { path: line.toString("utf8", tab + 1), mode, oid, size: size === "-" ? 0 : Number(size) };
}

function readBatch(out: Buffer): Map<string, Uint8Array> {
  const found = new Map<string, Uint8Array>();
  for (let at = 0; at < out.length;) {
    const end = out.indexOf(10, at);
    const [oid = "", kind, size] = out.toString("latin1", at, end).split(" ");
    at = end + 1;
    if (kind !== "blob") continue;
    found.set(oid, out.subarray(at, at + Number(size)));
    at += Number(size) + 1;
  }
  return found;
}

function tooMuch(folder: string): string | null {
  const packs = join(folder, "objects", "pack");
  const sizes = diskFacts.list(packs).map((name) => statSync(join(packs, name), { throwIfNoEntry: false })?.size ?? 0);
  return sizes.reduce((sum, size) => sum + size, 0) > MOST_FETCHED ? "brings more than a mind can hold" : null;
}

/** What no ref holds any more is thrown away now and then; each folder of loose objects holds about a 256th of them. */
async function tidy(folder: string, git: (args: readonly string[]) => Promise<GitAnswer>): Promise<void> {
  const sample = join(folder, "objects", "17");
  if (existsSync(sample) && readdirSync(sample).length > LOOSE_OBJECTS) await git(["gc", "--quiet", "--prune=now"]);
}
