// What may be asked of the disk before a key is accepted: facts only, nothing is opened.

import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  type Stats,
  statSync,
} from "node:fs";

export interface DiskFacts {
  lstat(path: string): "file" | "dir" | "link" | "other" | "hardlinked" | null;
  /** null when it does not exist or cannot be resolved. */
  realpath(path: string): string | null;
  list(folder: string): readonly string[];
}

export const diskFacts: DiskFacts = {
  lstat(path) {
    try {
      const facts = lstatSync(path, { throwIfNoEntry: false });
      if (!facts) return null;
      if (facts.isSymbolicLink()) return "link";
      if (facts.isDirectory()) return "dir";
      if (!facts.isFile()) return "other";
      return facts.nlink > 1 ? "hardlinked" : "file";
    } catch {
      // ENOTDIR, EACCES, ENAMETOOLONG: nothing that could be a document is there.
      return null;
    }
  },
  realpath(path) {
    try {
      return realpathSync.native(path);
    } catch {
      // Missing, looping or unreadable: the caller treats it as unresolvable.
      return null;
    }
  },
  list(folder) {
    try {
      return existsSync(folder) ? readdirSync(folder) : [];
    } catch {
      // An absent or unreadable folder has no twins to report.
      return [];
    }
  },
};

/** Every regular file below a folder, as sorted relative paths. Links are not followed; our temp files do not count. */
export function walkFiles(folder: string): string[] {
  const found: string[] = [];
  const walk = (below: string) => {
    for (const entry of readdirSync(`${folder}/${below}`, { withFileTypes: true })) {
      const path = below === "" ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) walk(path);
      else if (entry.isFile() && !entry.name.endsWith(".tmp")) found.push(path);
    }
  };
  if (diskFacts.lstat(folder) === "dir") walk("");
  return found.sort();
}

/** The same for a folder that the person chose, as the home is: it may itself be a link. */
export const walkChosen = (folder: string): string[] => walkFiles(diskFacts.realpath(folder) ?? folder);

const SKIPPED = new Set([".git", "node_modules", ".venv", "target"]);
const MOST_LOOKED_AT = 20_000;

/** Files below a folder that were written at or after a moment, as absolute paths; folders of tools are passed over. */
export function writtenSince(folder: string, since: Date): string[] {
  const found: string[] = [];
  let left = MOST_LOOKED_AT;
  const walk = (below: string) => {
    for (const entry of readdirSync(below, { withFileTypes: true })) {
      const path = `${below}/${entry.name}`;
      if (--left < 0) return;
      if (entry.isDirectory() && !SKIPPED.has(entry.name)) walk(path);
      else if (entry.isFile() && (lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) >= since.getTime()) found.push(path);
    }
  };
  if (diskFacts.lstat(folder) === "dir") walk(folder);
  return found;
}

/** Why readSmallText has no text of something that exists, for a person; null when it has one or nothing is there. */
export function whyNoText(path: string, limit: number): string | null {
  try {
    const facts = lstatSync(path, { throwIfNoEntry: false });
    if (facts === undefined) return null;
    if (facts.isSymbolicLink() && diskFacts.realpath(path) === null) return "it is a link that leads nowhere";
    const target = statSync(path);
    if (target.isDirectory()) return "it is a folder";
    if (!target.isFile()) return "it is not a plain file";
    if (target.size > limit) return `it has ${Math.ceil(target.size / 1024)} KB; the limit is ${Math.floor(limit / 1024)} KB`;
    return readSmallText(path, limit) === null ? `it is not UTF-8 text${looksWide(path) ? ", it looks like UTF-16" : ""}` : null;
  } catch {
    // No right to read it, or it changed meanwhile: there is no better word for it.
    return "it cannot be read";
  }
}

/** A byte order mark of UTF-16. */
function looksWide(path: string): boolean {
  return (
    withPlainFile(path, (descriptor) => {
      const mark = Buffer.alloc(2);
      readSync(descriptor, mark, 0, 2, 0);
      return mark.readUInt16LE() === 0xfeff || mark.readUInt16BE() === 0xfeff;
    }) === true
  );
}

/** The last whole lines of a log of any length, read from so many bytes; none where it is absent or no plain file. */
export function lastLines(path: string, bytes: number): string[] {
  const lines = withPlainFile(path, (descriptor, { size }) => {
    const tail = Buffer.alloc(Math.min(bytes, size));
    const length = readSync(descriptor, tail, 0, tail.length, size - tail.length);
    // The first one may be cut off, the last one not finished.
    return tail
      .toString("utf8", 0, length)
      .split("\n")
      .slice(tail.length < size ? 1 : 0, -1);
  });
  return lines ?? [];
}

/** What is done with a plain file; null when it is absent, unreadable or something else, or when `work` throws. */
export function withPlainFile<T>(path: string, work: (descriptor: number, facts: Stats) => T): T | null {
  try {
    // Most of what is asked for before a call is not there, and an exception costs more than a look.
    if (!existsSync(path)) return null;
    const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const facts = fstatSync(descriptor);
      return facts.isFile() ? work(descriptor, facts) : null;
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // Whoever needs it reports that; here there is nothing to speak of.
    return null;
  }
}

let utf8: InstanceType<typeof TextDecoder> | undefined;

/** The text of a small regular file anywhere on disk; null when it is absent, large, not text or not a plain file. */
export function readSmallText(path: string, limit = 8 * 1024 * 1024): string | null {
  return withPlainFile(path, (descriptor, { size }) =>
    size > limit ? null : (utf8 ??= new TextDecoder("utf-8", { fatal: true })).decode(bytesOf(descriptor, size)),
  );
}

/** One byte more than its size was shows the end. A file that has another size by now, or says none, is read by Node, which asks again. */
function bytesOf(descriptor: number, size: number): Buffer {
  const bytes = Buffer.allocUnsafe(size + 1);
  const count = readSync(descriptor, bytes, 0, size + 1, 0);
  return count === size && size > 0 ? bytes.subarray(0, size) : readFileSync(descriptor);
}
