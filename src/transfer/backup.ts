// backup and restore: a whole mind in one .tar.gz that any tool can open, with a manifest of hashes.
// A backup is checked in full before the first file of it is written anywhere.

import { createWriteStream, existsSync, renameSync, rmSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { AppError, openHash } from "../base/index.ts";
import { diskError, openSpool, type Spool } from "../store/index.ts";
import { type Arrived, readArchive } from "./archive/archive.ts";
import { bringIn, type Brought } from "./archive/bringIn.ts";
import { type LeftOut, listed, manifestOf, type MindFile, namesOf, openEach } from "./archive/archivedFiles.ts";
import { LIMITS, type ListedFile, MANIFEST, tooLarge } from "./archive/manifest.ts";
import { endTar, type Write, writeFile } from "./archive/tar.ts";
import type { Mind } from "../mind/open.ts";
import { needPerson, type Person } from "../mind/person.ts";

/** Writes the whole mind, with its history, into one .tar.gz. */
export async function backup(mind: Mind, target: string): Promise<{ file: string; files: number; left: readonly LeftOut[] }> {
  const file = resolve(target);
  const there = statSync(file, { throwIfNoEntry: false });
  if (there !== undefined)
    throw new AppError("ALREADY_EXISTS", there.isDirectory() ? "that is a folder" : "the backup file exists already", {
      file,
      hint: there.isDirectory()
        ? `A backup is one file: codicil backup ${join(target, "mind.tar.gz")}`
        : "Choose another name; backups are never overwritten.",
    });
  const unfinished = `${file}.${process.pid}.part`;
  try {
    const written = await writeArchive(mind, unfinished);
    renameSync(unfinished, file);
    return { file, ...written };
  } catch (error) {
    if (existsSync(unfinished)) rmSync(unfinished);
    throw diskError(error, { doing: "write", file });
  }
}

/** The manifest is first, so every file is read twice: once for its hash, once for its bytes. None has to fit into memory. */
async function writeArchive(mind: Mind, file: string): Promise<{ files: number; left: readonly LeftOut[] }> {
  const left: LeftOut[] = [];
  const files: ListedFile[] = [];
  let size = 0;
  for await (const each of openEach(mind, await namesOf(mind, left), left)) {
    size += each.size;
    if (size > LIMITS.bytes) throw tooLarge(mind.where.state, `the mind has more than ${LIMITS.bytes / 2 ** 30} GiB`);
    files.push(await listed(each));
  }
  if (files.length === 0)
    throw new AppError("NOT_FOUND", "this mind has no files yet, so there is nothing to back up", {
      file: mind.where.home,
      hint: "codicil init makes one; --home DIR or $CODICIL_HOME names another.",
    });
  const zip = createGzip();
  const written = pipeline(zip, createWriteStream(file, { mode: 0o600, flags: "wx" }));
  const write: Write = (part) => new Promise((taken, failed) => zip.write(part, (error) => (error ? failed(error) : taken())));
  const packed = packFiles(mind, files, write).then(() => zip.end());
  // A disk that refuses ends the writing; then nobody takes what is still packed.
  await Promise.race([written, packed]);
  await Promise.all([written, packed]);
  return { files: files.length, left };
}

async function packFiles(mind: Mind, files: readonly ListedFile[], write: Write): Promise<void> {
  const modified = mind.deps.clock.now();
  const size = [...manifestOf(modified, files)].reduce((sum, piece) => sum + piece.length, 0);
  await writeFile(write, { name: MANIFEST, size, modified }, async (take) => {
    for (const piece of manifestOf(modified, files)) await take(piece);
  });
  let at = 0;
  for await (const each of openEach(mind, files, [])) {
    const wanted = files[at++];
    const name = `${each.root}/${each.path}`;
    // One that is gone leaves another in its place.
    if (wanted?.root !== each.root || wanted.path !== each.path) throw changed(name);
    await writeFile(write, { name, size: wanted.size, modified }, (take) => packSame(each, wanted, take));
  }
  if (at < files.length) throw changed("a file");
  await endTar(write);
}

/** A log that grew meanwhile is taken as far as the manifest says; whatever else changed, the backup has to begin again. */
async function packSame(file: MindFile, wanted: ListedFile, write: Write): Promise<void> {
  const hash = openHash();
  let room = wanted.size;
  for (const part of file.parts()) {
    const taken = part.subarray(0, room);
    hash.update(taken);
    room -= taken.length;
    if (taken.length > 0) await write(taken);
    if (room === 0) break;
  }
  if (room > 0 || hash.digest("hex") !== wanted.sha256) throw changed(`${wanted.root}/${wanted.path}`);
}

function changed(name: string): AppError {
  return new AppError("STALE", `${name} changed while the backup was written`, {
    file: name,
    hint: "Nothing was kept. Run the backup again.",
  });
}

/** Restores a mind from a backup. */
export async function restore(mind: Mind, source: string, options: { readonly person: Person; readonly over?: boolean }): Promise<Brought> {
  needPerson(options?.person, "restore");
  return takeIn(mind, options.over === true, (spool) => readArchive(resolve(source), spool));
}

/** What is here and would be replaced is put away as a backup first. */
export async function takeIn(
  mind: Mind,
  over: boolean,
  read: (spool: Spool) => Promise<readonly Arrived[]> | readonly Arrived[],
): Promise<Brought> {
  const spool = openSpool(mind.where.state, mind.deps.clock.now());
  try {
    return await bringIn(mind, await read(spool), { spool, over, putAway: (saved) => backup(mind, saved) });
  } finally {
    spool.remove();
  }
}
