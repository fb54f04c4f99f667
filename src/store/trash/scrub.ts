// forget, in the trash: a text leaves every file that was deleted or overwritten; the rest of the file can still be restored.

import { chmodSync, closeSync, lstatSync, openSync, readdirSync, readSync, renameSync, rmSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { escapePattern } from "../../base/index.ts";
import { isAbsent } from "../disk/osErrors.ts";
import { scrubNotes } from "./trashNotes.ts";
import type { Trash } from "./open.ts";

interface Needle {
  readonly pattern: RegExp;
  readonly length: number;
}

const AT_ONCE = 4 * 1024 * 1024;

/** How many files have it; with `isTrial` they keep it. */
export function scrubTrash({ folder }: Pick<Trash, "folder">, text: string, { isTrial = false } = {}): number {
  const needle = bytesInAnyCase(text);
  // Stored once for several names, and found again by its hash: under that name it would be another content.
  if (!isTrial) for (const path of filesBelow(join(folder, "content"))) if (isIn(path, needle)) rmSync(path);
  const found = filesBelow(join(folder, "files")).filter((path) => isIn(path, needle));
  if (!isTrial) for (const path of found) rewrite(path, needle);
  return found.length + scrubNotes(join(folder, "info"), text, isTrial);
}

/** Byte by byte as latin1, where only letters of ASCII have two cases. */
function bytesInAnyCase(text: string): Needle {
  const bytes = Buffer.from(text);
  const either = (each: string) => (/[a-z]/i.test(each) ? `[${each.toLowerCase()}${each.toUpperCase()}]` : escapePattern(each));
  return { pattern: new RegExp(Array.from(bytes.toString("latin1"), either).join("")), length: bytes.length };
}

function filesBelow(folder: string): string[] {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
  return names.flatMap((name) => {
    const path = join(folder, name);
    const facts = lstatSync(path);
    return facts.isDirectory() ? filesBelow(path) : facts.isFile() ? [path] : [];
  });
}

function isIn(path: string, needle: Needle): boolean {
  for (const { cut } of pieces(path, needle)) if (cut) return true;
  return false;
}

/** Beside it and by a rename: a crash leaves the file as it was, or without the text. */
function rewrite(path: string, needle: Needle): void {
  const fresh = `${path}.without`;
  const to = openSync(fresh, "wx", 0o600);
  try {
    for (const { bytes } of pieces(path, needle)) for (let at = 0; at < bytes.length;) at += writeSync(to, bytes, at);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  } finally {
    closeSync(to);
  }
  chmodSync(fresh, statSync(path).mode & 0o7777);
  renameSync(fresh, path);
}

/** The file without the text, a part at a time; `cut`: the text was in this part. */
function* pieces(path: string, needle: Needle): Generator<{ readonly bytes: Buffer; readonly cut: boolean }> {
  const from = openSync(path, "r");
  try {
    let rest: Buffer = Buffer.alloc(0);
    for (;;) {
      const part = Buffer.allocUnsafe(AT_ONCE);
      const length = readSync(from, part, 0, AT_ONCE, null);
      rest = Buffer.concat([rest, part.subarray(0, length)]);
      const indexIn = (bytes: Buffer) => bytes.toString("latin1").search(needle.pattern);
      for (let at = indexIn(rest); at !== -1; at = indexIn(rest)) {
        yield { bytes: rest.subarray(0, at), cut: true };
        rest = rest.subarray(at + needle.length);
      }
      // Its beginning may be at the end of what was read.
      const end = length === 0 ? rest.length : Math.max(0, rest.length - needle.length + 1);
      yield { bytes: rest.subarray(0, end), cut: false };
      if (length === 0) return;
      rest = rest.subarray(end);
    }
  } finally {
    closeSync(from);
  }
}
