// backup and restore: a whole mind in one .tar.gz that any tool can open, with a manifest of hashes.
// A backup is checked in full before the first file of it is written anywhere.

import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, existsSync, renameSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { AppError, stamp } from "../base/index.ts";
import { restoreFiles } from "../deltas/index.ts";
import { diskError, type Place, type Store, type StoredFile, walkFiles } from "../store/index.ts";
import type { Mind } from "./open.ts";

const MANIFEST = "codicil-backup.json";
/** Of the state, only what cannot be made again. */
const STATE_KEPT = ["ledger/", "journal/", "decisions/", "sessions/", "vault/"];
const LARGEST = 1024 * 1024 * 1024;

interface Manifest {
  readonly v: 1;
  readonly created: string;
  readonly files: readonly { readonly root: "home" | "state"; readonly path: string; readonly sha256: string; readonly size: number }[];
}

export async function backup(mind: Mind, target: string): Promise<{ file: string; files: number; left: readonly string[] }> {
  const file = resolve(target);
  if (existsSync(file)) throw new AppError("ALREADY_EXISTS", "the backup file exists already", { file, hint: "Choose another name; backups are never overwritten." });
  const { pack } = await import("tar-stream");
  const { contents, left } = await collect(mind);
  const manifest: Manifest = { v: 1, created: mind.desk.clock.now().toISOString(), files: contents.map(({ root, path, bytes }) => ({ root, path, sha256: hash(bytes), size: bytes.length })) };
  const tar = pack();
  tar.entry({ name: MANIFEST }, JSON.stringify(manifest, null, 2));
  for (const { root, path, bytes } of contents) tar.entry({ name: `${root}/${path}`, mode: 0o600 }, Buffer.from(bytes));
  tar.finalize();
  const unfinished = `${file}.${process.pid}.part`;
  try {
    await pipeline(tar, createGzip(), createWriteStream(unfinished, { mode: 0o600, flags: "wx" }));
    renameSync(unfinished, file);
  } catch (error) {
    if (existsSync(unfinished)) rmSync(unfinished);
    throw diskError(error, { doing: "write", file });
  }
  return { file, files: contents.length, left };
}

export async function restore(mind: Mind, source: string, options: { readonly over?: boolean } = {}): Promise<{ written: number; same: number; saved?: string }> {
  const contents = await readArchive(resolve(source));
  const differing = await restoreFiles(mind.desk, contents, { dryRun: true });
  let saved: string | undefined;
  if (differing.replaced > 0) {
    if (options.over !== true) {
      throw new AppError("ALREADY_EXISTS", `${differing.replaced} files of the backup differ from what is there`, { file: mind.where.home, hint: "Nothing was written. --over backs up what is there and then replaces it." });
    }
    saved = resolve(`${mind.where.home}-before-restore-${stamp(mind.desk.clock.now())}.tar.gz`);
    await backup(mind, saved);
  }
  const done = await restoreFiles(mind.desk, contents, { dryRun: false });
  return { written: done.created + done.replaced, same: done.same, ...(saved === undefined ? {} : { saved }) };
}

async function collect(mind: Mind) {
  const store = mind.desk.storeFor(mind.where.project);
  const contents: { root: "home" | "state"; path: string; bytes: Uint8Array }[] = [];
  const left: string[] = [];
  for (const root of ["home", "state"] as const) {
    for (const path of walkFiles(root === "home" ? mind.where.home : mind.where.state)) {
      if (root === "state" && !STATE_KEPT.some((folder) => path.startsWith(folder))) continue;
      if (path.endsWith(".tmp")) continue;
      const stored = await readOrLeave(store, { root, path }, left);
      if (stored) contents.push({ root, path, bytes: stored.bytes });
    }
  }
  return { contents, left };
}

/** One session that is too large to be read as a whole must not keep the rest from being kept. It is named. */
async function readOrLeave(store: Store, place: Place, left: string[]): Promise<StoredFile | null> {
  try {
    return await store.read(place);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "TOO_LARGE") throw error;
    left.push(store.describe(place));
    return null;
  }
}

async function readArchive(file: string) {
  if (!existsSync(file)) throw new AppError("NOT_FOUND", "there is no such backup", { file });
  const { extract } = await import("tar-stream");
  const found = new Map<string, Buffer>();
  let size = 0;
  const reader = extract();
  reader.on("entry", (header, stream, next) => {
    const chunks: Buffer[] = [];
    stream.on("data", (data) => {
      const chunk = data as Buffer;
      size += chunk.length;
      if (size > LARGEST) reader.destroy(new Error("the archive is larger than 1 GiB"));
      chunks.push(chunk);
    });
    stream.on("end", () => {
      if (header.type === "file") found.set(header.name, Buffer.concat(chunks));
      next();
    });
  });
  try {
    await pipeline(createReadStream(file), createGunzip(), reader);
  } catch (cause) {
    throw new AppError("DAMAGED", `the backup cannot be read: ${(cause as Error).message}`, { file, cause, hint: "Nothing was written." });
  }
  return checkArchive(found, file);
}

function checkArchive(found: ReadonlyMap<string, Buffer>, file: string) {
  const damaged = (message: string) => new AppError("DAMAGED", message, { file, hint: "Nothing was written." });
  const text = found.get(MANIFEST);
  if (text === undefined) throw damaged("the archive has no manifest; it is not a Codicil backup");
  let manifest: Manifest;
  try {
    manifest = JSON.parse(text.toString("utf8")) as Manifest;
  } catch (cause) {
    throw new AppError("DAMAGED", "the manifest is not JSON", { file, cause, hint: "Nothing was written." });
  }
  if (manifest.v !== 1) throw new AppError("UNKNOWN_VERSION", "a newer Codicil wrote this backup", { file });
  return manifest.files.map(({ root, path, sha256 }) => {
    const bytes = found.get(`${root}/${path}`);
    if (bytes === undefined || hash(bytes) !== sha256) throw damaged(`${root}/${path} is missing or damaged`);
    if ((root !== "home" && root !== "state") || path.split("/").some((part) => part === ".." || part === "." || part === "")) throw damaged(`${path} is not a path of a mind`);
    return { root, path, bytes: new Uint8Array(bytes) };
  });
}

function hash(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
