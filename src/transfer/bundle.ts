// bundle: a whole mind as a folder of plain files, for looking at, for another machine, for version control. The same
// content as a backup, without its limit on size.

import { closeSync, lstatSync, mkdirSync, openSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { sha256 } from "../base/index.ts";
import { diskError, isAbsent } from "../store/index.ts";
import { backup } from "./backup.ts";
import type { Arrived } from "./archive/archive.ts";
import { bringIn, type Brought } from "./archive/bringIn.ts";
import { type LeftOut, listed, manifestOf, mindFiles } from "./archive/files.ts";
import { beginFolder } from "./archive/newFolder.ts";
import { LIMITS, type ListedFile, MANIFEST, readManifest, refused } from "./archive/manifest.ts";
import type { Mind } from "../mind/open.ts";
import { needPerson, type Person } from "../mind/person.ts";

/** Writes a mind as a folder of plain files. */
export async function exportBundle(mind: Mind, target: string): Promise<{ folder: string; files: number; left: readonly LeftOut[] }> {
  const folder = resolve(target);
  const left: LeftOut[] = [];
  const files: ListedFile[] = [];
  try {
    beginFolder(folder);
    for await (const each of mindFiles(mind, left)) {
      const file = join(folder, each.root, each.path);
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      const descriptor = openSync(file, "wx", 0o600);
      try {
        files.push(await listed(each, (part) => writeFileSync(descriptor, part)));
      } finally {
        closeSync(descriptor);
      }
    }
    // Last: a bundle without its manifest was cut short, and is not taken in.
    writeFileSync(join(folder, MANIFEST), manifestOf(mind, files), { mode: 0o600, flag: "wx" });
  } catch (error) {
    throw diskError(error, { doing: "write", file: folder });
  }
  return { folder, files: files.length, left };
}

/** Takes such a folder in: the documents and history of a whole mind. */
export async function importBundle(
  mind: Mind,
  source: string,
  options: { readonly person: Person; readonly over?: boolean },
): Promise<Brought> {
  needPerson(options?.person, "import");
  const folder = resolve(source);
  const manifest = readPlain(folder, MANIFEST, LIMITS.manifestBytes);
  if (manifest === null) throw refused(folder, `there is no ${MANIFEST}; it is not a mind that Codicil wrote`);
  const arrived = readManifest(folder, manifest).files.map((each): Arrived => ({ ...each, read: () => readListed(folder, each) }));
  // All of them before the first is brought in; each is compared again when it is.
  for (const { read } of arrived) read();
  return bringIn(mind, arrived, { over: options.over === true, putAway: (saved) => backup(mind, saved) });
}

function readListed(folder: string, { root, path, sha256: expected, size }: ListedFile): Uint8Array {
  const bytes = readPlain(folder, `${root}/${path}`, size);
  if (bytes === null || sha256(bytes) !== expected) throw refused(folder, `${JSON.stringify(`${root}/${path}`)} is missing or damaged`);
  return bytes;
}

/** A link in a bundle could bring any file of this machine into the mind: only plain files count, below no link. */
function readPlain(folder: string, name: string, most: number): Uint8Array | null {
  const file = join(folder, name);
  try {
    const facts = lstatSync(file);
    return facts.isFile() && facts.size <= most && realpathSync(file) === join(realpathSync(folder), name) ? readFileSync(file) : null;
  } catch (error) {
    if (isAbsent(error)) return null;
    throw diskError(error, { doing: "read", file });
  }
}
