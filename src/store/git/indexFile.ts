// Git's index, read as a file (gitformat-index, versions 2 to 4 with SHA-1): which paths are tracked, and with which content.
// Everything is bounded. null means "unknown", which is never the same as "nothing is tracked".

import { readFileSync } from "node:fs";
import { diskFacts, readSmallText, withPlainFile } from "../port/facts.ts";

export interface IndexEntry {
  /** Relative to the root. A folder of a sparse index ends with a slash. */
  readonly path: string;
  /** Git's name of the staged content. */
  readonly blob: string;
}

const LARGEST_INDEX = 16 * 1024 * 1024;
const HEADER = 12;
const ENTRY = 62;
const HASH = 20;

/** The .git folder itself, or the folder that the .git file of a worktree names. */
export function gitFolder(root: string): string | null {
  const kind = diskFacts.lstat(`${root}/.git`);
  if (kind === "dir") return `${root}/.git`;
  const named = kind === "file" ? /^gitdir: (.*)$/m.exec(readSmallText(`${root}/.git`, 4096) ?? "")?.[1]?.trim() : undefined;
  return named === undefined ? null : named.startsWith("/") ? named : `${root}/${named}`;
}

export function commonFolder(folder: string): string {
  const named = readSmallText(`${folder}/commondir`, 4096)?.trim();
  return named === undefined ? folder : named.startsWith("/") ? named : `${folder}/${named}`;
}

/** The branch that is checked out, also in a worktree; null when detached or outside Git. */
export function branchAt(root: string): string | null {
  const head = readSmallText(`${gitFolder(root) ?? `${root}/.git`}/HEAD`, 4096);
  return /^ref: refs\/heads\/(.+)$/m.exec(head ?? "")?.[1]?.trim() ?? null;
}

/** null: unknown (too large, split, of another format, damaged). A repository without an index tracks nothing. */
export function readIndex(folder: string, most = Number.POSITIVE_INFINITY): readonly IndexEntry[] | null {
  if (diskFacts.lstat(`${folder}/index`) === null) return [];
  // Longer hashes would shift every entry.
  if (/objectformat\s*=\s*(?!sha1\b)/i.test(readSmallText(`${commonFolder(folder)}/config`, 256 * 1024) ?? "")) return null;
  const bytes = bytesOf(`${folder}/index`);
  if (bytes === null || bytes.length < HEADER + HASH || bytes.toString("latin1", 0, 4) !== "DIRC") return null;
  const version = bytes.readUInt32BE(4);
  return version < 2 || version > 4 ? null : entriesIn(bytes, version, most);
}

/** Of a plain file that is not too large. */
export function bytesOf(path: string): Buffer | null {
  return withPlainFile(path, (descriptor, { size }) => (size <= LARGEST_INDEX ? readFileSync(descriptor) : null));
}

function entriesIn(bytes: Buffer, version: number, most: number): readonly IndexEntry[] | null {
  const entries: IndexEntry[] = [];
  const count = bytes.readUInt32BE(8);
  let at = HEADER;
  let before: Buffer = Buffer.alloc(0);
  for (let left = Math.min(count, most); left > 0; left--) {
    const start = at;
    if (start + ENTRY >= bytes.length) return null;
    at += ENTRY + ((bytes.readUInt16BE(start + 60) & 0x4000) === 0 ? 0 : 2);
    let kept = 0;
    if (version === 4) {
      const strip = varint(bytes, at);
      at = strip.next;
      if (strip.value > before.length) return null;
      kept = before.length - strip.value;
    }
    const end = bytes.indexOf(0, at);
    if (end === -1 || end + kept === at) return null;
    const name = kept === 0 ? bytes.subarray(at, end) : Buffer.concat([before.subarray(0, kept), bytes.subarray(at, end)]);
    entries.push({ path: name.toString("utf8"), blob: bytes.toString("hex", start + 40, start + 60) });
    before = name;
    at = version === 4 ? end + 1 : start + Math.ceil((end - start + 1) / 8) * 8;
  }
  return count <= most && isSplit(bytes, at) ? null : entries;
}

/** The extension `link`: most entries are in another file. */
function isSplit(bytes: Buffer, from: number): boolean {
  for (let at = from; at + 8 <= bytes.length - HASH; at += 8 + bytes.readUInt32BE(at + 4)) {
    if (bytes.toString("latin1", at, at + 4) === "link") return true;
  }
  return false;
}

/** Git's own variable-length number: each further byte adds one to what came before. */
function varint(bytes: Buffer, from: number): { readonly value: number; readonly next: number } {
  let at = from;
  let byte = bytes[at++] ?? 0;
  let value = byte & 0x7f;
  while ((byte & 0x80) !== 0 && at < bytes.length) {
    byte = bytes[at++] ?? 0;
    value = ((value + 1) << 7) | (byte & 0x7f);
  }
  return { value, next: at };
}
