// bundle: a whole mind as a folder of plain files, for looking at, for another machine, for version control. The same
// content as a backup, without its limit on size.

import { closeSync, lstatSync, mkdirSync, openSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { bytesOf, checked, diskError, isAbsent, partsAt } from "../store/index.ts";
import { takeIn } from "./backup.ts";
import type { Arrived } from "./archive/archive.ts";
import type { Brought } from "./archive/bringIn.ts";
import { type LeftOut, listed, manifestOf, namesOf, openEach, fillFolder } from "./archive/archivedFiles.ts";
import { LIMITS, type ListedFile, MANIFEST, readManifest, refused } from "./archive/manifest.ts";
import type { Mind } from "../mind/open.ts";
import { needPerson, type Person } from "../mind/person.ts";

/** Writes a mind as a folder of plain files. */
export async function exportBundle(mind: Mind, target: string): Promise<{ folder: string; files: number; left: readonly LeftOut[] }> {
  const folder = resolve(target);
  const left: LeftOut[] = [];
  const files: ListedFile[] = [];
  await fillFolder(folder, async () => {
    for await (const each of openEach(mind, await namesOf(mind, left), left)) {
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
    for (const piece of manifestOf(mind.deps.clock.now(), files)) writeFileSync(join(folder, MANIFEST), piece, { mode: 0o600, flag: "a" });
  });
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
  const manifest = plainFile(folder, MANIFEST, LIMITS.manifestBytes);
  if (manifest === null) throw refused(folder, `there is no ${MANIFEST}; it is not a mind that Codicil wrote`);
  const arrived = readManifest(folder, bytesOf(manifest)).files.map((each): Arrived => ({ ...each, parts: () => partsOf(folder, each) }));
  // All of them before the first is brought in; each is compared again when it is.
  for (const each of arrived) for (const _ of each.parts());
  return takeIn(mind, options.over === true, () => arrived);
}

function partsOf(folder: string, { root, path, sha256: expected, size }: ListedFile): Iterable<Uint8Array> {
  const refuse = () => refused(folder, `${JSON.stringify(`${root}/${path}`)} is missing or damaged`);
  const found = plainFile(folder, `${root}/${path}`, size);
  if (found === null) throw refuse();
  return checked(found.parts(), expected, refuse);
}

/** A link in a bundle could bring any file of this machine into the mind: only plain files count, below no link. */
function plainFile(folder: string, name: string, most: number): Pick<Arrived, "size" | "parts"> | null {
  const file = join(folder, name);
  try {
    const facts = lstatSync(file);
    const isPlain = facts.isFile() && facts.size <= most && realpathSync.native(file) === join(realpathSync.native(folder), name);
    return isPlain ? { size: facts.size, parts: () => partsAt(file) } : null;
  } catch (error) {
    if (isAbsent(error)) return null;
    throw diskError(error, { doing: "read", file });
  }
}
