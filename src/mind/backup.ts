// backup and restore: a whole mind in one .tar.gz that any tool can open, with a manifest of hashes.
// A backup is checked in full before the first file of it is written anywhere.

import { createReadStream, createWriteStream, existsSync, renameSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { AppError } from "../base/index.ts";
import { diskError } from "../store/index.ts";
import { bringIn, type Brought, checkFiles, listed, MANIFEST, manifestOf, type MindFile, mindFiles } from "./keeping/files.ts";
import type { Mind } from "./open.ts";

/** An archive is held in memory when it is brought back; what does not fit in there is for a bundle. */
const LARGEST = 1024 * 1024 * 1024;

export async function backup(mind: Mind, target: string): Promise<{ file: string; files: number; left: readonly string[] }> {
  const file = resolve(target);
  if (existsSync(file)) throw new AppError("ALREADY_EXISTS", "the backup file exists already", { file, hint: "Choose another name; backups are never overwritten." });
  const left: string[] = [];
  const contents = await collect(mind, left);
  const { pack } = await import("tar-stream");
  const tar = pack();
  tar.entry({ name: MANIFEST }, manifestOf(mind, contents.map(listed)));
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

async function collect(mind: Mind, left: string[]): Promise<MindFile[]> {
  const contents: MindFile[] = [];
  let size = 0;
  for await (const each of mindFiles(mind, left)) {
    size += each.bytes.length;
    if (size > LARGEST) throw new AppError("TOO_LARGE", "the mind has more than 1 GiB", { file: mind.where.state, hint: "codicil export bundle DIR takes a mind of any size." });
    contents.push(each);
  }
  return contents;
}

export async function restore(mind: Mind, source: string, options: { readonly over?: boolean } = {}): Promise<Brought> {
  const file = resolve(source);
  const found = await readArchive(file);
  return bringIn(mind, checkFiles(file, (name) => found.get(name) ?? null), { over: options.over === true, putAway: (saved) => backup(mind, saved) });
}

async function readArchive(file: string): Promise<ReadonlyMap<string, Buffer>> {
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
  return found;
}
