// backup and restore: a whole mind in one .tar.gz that any tool can open, with a manifest of hashes.
// A backup is checked in full before the first file of it is written anywhere.

import { createWriteStream, existsSync, renameSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { AppError } from "../base/index.ts";
import { diskError, openSpool } from "../store/index.ts";
import { readArchive } from "./keeping/archive.ts";
import { bringIn, type Brought } from "./keeping/bringIn.ts";
import { type LeftOut, listed, manifestOf, type MindFile, mindFiles } from "./keeping/files.ts";
import { LIMITS, MANIFEST } from "./keeping/manifest.ts";
import type { Mind } from "./open.ts";
import { needPerson, type Person } from "./person.ts";

export async function backup(mind: Mind, target: string): Promise<{ file: string; files: number; left: readonly LeftOut[] }> {
  const file = resolve(target);
  if (existsSync(file)) throw new AppError("ALREADY_EXISTS", "the backup file exists already", { file, hint: "Choose another name; backups are never overwritten." });
  const left: LeftOut[] = [];
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

async function collect(mind: Mind, left: LeftOut[]): Promise<MindFile[]> {
  const contents: MindFile[] = [];
  let size = 0;
  for await (const each of mindFiles(mind, left)) {
    size += each.bytes.length;
    if (size > LIMITS.bytes) throw new AppError("TOO_LARGE", "the mind has more than 1 GiB", { file: mind.where.state, hint: "codicil export bundle DIR takes a mind of any size." });
    contents.push(each);
  }
  return contents;
}

export async function restore(mind: Mind, source: string, options: { readonly person: Person; readonly over?: boolean }): Promise<Brought> {
  needPerson(options?.person, "restore");
  const spool = openSpool(mind.where.state, mind.desk.clock.now());
  try {
    const arrived = await readArchive(resolve(source), spool);
    return await bringIn(mind, arrived, { over: options.over === true, putAway: (saved) => backup(mind, saved) });
  } finally {
    spool.remove();
  }
}
