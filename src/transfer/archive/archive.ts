// A .tar.gz from anywhere, read as a stream under limits. Its manifest comes first; from then on every entry must be a
// plain file that the manifest names, once, with its size and hash. Nothing of it counts before the last byte was checked.

import { createReadStream, statSync } from "node:fs";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { AppError } from "../../base/index.ts";
import { bytesOf, type Source, type Spool } from "../../store/index.ts";
import { LIMITS, type ListedFile, MANIFEST, nameProblem, readManifest, refused, tooLarge } from "./manifest.ts";

export interface Arrived extends ListedFile, Source {}

type Entry = AsyncIterable<Uint8Array> & { readonly header: { readonly name: string; readonly type: string; readonly size: number } };

export async function readArchive(file: string, spool: Spool): Promise<Arrived[]> {
  const packed = sizeOf(file);
  const { extract } = await import("tar-stream");
  const reader = extract();
  const fed = pipeline(createReadStream(file), createGunzip(), limited(file, packed), reader);
  const [taken, feeding] = await Promise.allSettled([takeEntries({ file, packed }, reader as AsyncIterable<Entry>, spool), fed]);
  const failures = [taken, feeding].flatMap((each) => (each.status === "rejected" ? [each.reason as Error] : []));
  const cause = failures.find((each) => each instanceof AppError) ?? failures[0];
  if (cause instanceof AppError) throw cause;
  if (cause !== undefined || taken.status === "rejected") throw refused(file, `the backup cannot be read: ${cause?.message ?? ""}`, cause);
  return taken.value;
}

function sizeOf(file: string): number {
  const facts = statSync(file, { throwIfNoEntry: false });
  if (facts === undefined)
    throw new AppError("NOT_FOUND", "there is no such backup", { file, hint: "codicil trash list shows deleted files." });
  if (!facts.isFile()) throw refused(file, "a backup is a plain file");
  return facts.size;
}

/** Counts what comes out of the compression: a few bytes can become terabytes. */
function limited(file: string, packed: number): Transform {
  let size = 0;
  return new Transform({
    transform(chunk: Uint8Array, _, done) {
      size += chunk.length;
      const problem = excess(size, packed);
      if (problem === null) done(null, chunk);
      else done(tooLarge(file, problem));
    },
  });
}

/** What is wrong with so many bytes from an archive of that size; null: nothing. */
function excess(size: number, packed: number): string | null {
  if (size > LIMITS.ratioFrom && size > packed * LIMITS.ratio) return `the backup unpacks to more than ${LIMITS.ratio} times its size`;
  return size > LIMITS.bytes ? `the backup unpacks to more than ${LIMITS.bytes / 2 ** 30} GiB` : null;
}

async function takeEntries(
  { file, packed }: { readonly file: string; readonly packed: number },
  entries: AsyncIterable<Entry>,
  spool: Spool,
): Promise<Arrived[]> {
  let expected: Map<string, ListedFile> | undefined;
  const found = new Map<string, Source>();
  for await (const entry of entries) {
    if (expected === undefined) expected = await readFirst({ file, packed }, entry, spool);
    else if (entry.header.type === "directory") await checkFolder(file, entry);
    else {
      const { name } = entry.header;
      found.set(name, await takeFile(file, entry, { listed: expected.get(name), isTwice: found.has(name), spool }));
    }
  }
  if (expected === undefined) throw refused(file, `there is no ${MANIFEST}; it is not a mind that Codicil wrote`);
  return [...expected].map(([name, listed]) => {
    const spooled = found.get(name);
    if (spooled === undefined) throw refused(file, `${JSON.stringify(name)} is missing or damaged`);
    return { ...listed, parts: spooled.parts };
  });
}

/** The manifest is first. */
async function readFirst(
  { file, packed }: { readonly file: string; readonly packed: number },
  entry: Entry,
  spool: Spool,
): Promise<Map<string, ListedFile>> {
  const { name, type, size } = entry.header;
  if (name !== MANIFEST || type !== "file") throw refused(file, `it does not begin with ${MANIFEST}: Codicil did not write it`);
  if (size > LIMITS.manifestBytes) throw tooLarge(file, "its manifest is too large");
  return listedIn(file, packed, bytesOf(await spool.put(entry)));
}

async function checkFolder(file: string, entry: Entry): Promise<void> {
  const { name } = entry.header;
  checkName(file, name, name.replace(/\/$/, ""));
  for await (const _ of entry) throw refused(file, `${JSON.stringify(name)} is a folder with content`);
}

async function takeFile(
  file: string,
  entry: Entry,
  { listed, isTwice, spool }: { readonly listed: ListedFile | undefined; readonly isTwice: boolean; readonly spool: Spool },
): Promise<Source> {
  const { name, type, size } = entry.header;
  const shown = JSON.stringify(name);
  checkName(file, name, name);
  if (type !== "file") throw refused(file, `${shown} is not a plain file but a ${type}`);
  if (listed === undefined) throw refused(file, `${shown} is not in its manifest`);
  if (isTwice) throw refused(file, `${shown} is in it twice`);
  if (listed.size !== size) throw refused(file, `${shown} is missing or damaged`);
  const spooled = await spool.put(entry);
  if (spooled.sha256 !== listed.sha256) throw refused(file, `${shown} is missing or damaged`);
  return spooled;
}

function checkName(file: string, name: string, path: string): void {
  const problem = nameProblem(path);
  if (problem !== null) throw refused(file, `${JSON.stringify(name)} ${problem}`);
}

function listedIn(file: string, packed: number, bytes: Uint8Array): Map<string, ListedFile> {
  const { files } = readManifest(file, bytes);
  const problem = excess(
    files.reduce((sum, { size }) => sum + size, 0),
    packed,
  );
  if (problem !== null) throw tooLarge(file, problem);
  return new Map(files.map((each) => [`${each.root}/${each.path}`, each]));
}
