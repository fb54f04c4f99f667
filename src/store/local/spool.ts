// A spool: bytes on their way from an archive into a mind, in a private folder of the state, so that an archive is checked
// in full before anything of it counts, and never has to fit into memory.

import { closeSync, mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { openHash, sha256 } from "../../base/index.ts";
import { onDisk } from "../disk/osErrors.ts";

export interface Spooled {
  readonly sha256: string;
  readonly size: number;
  read(): Uint8Array;
}

export interface Spool {
  put(bytes: AsyncIterable<Uint8Array>): Promise<Spooled>;
  remove(): void;
}

const PREFIX = "restoring-";
/** A restore that was killed leaves its folder behind; the next one removes it. */
const STALE_MS = 24 * 3600 * 1000;

export function openSpool(state: string, now: Date): Spool {
  const folder = makeFolder(state, now);
  let count = 0;
  return {
    async put(bytes) {
      const file = join(folder, String(count++));
      const hash = openHash();
      let size = 0;
      const descriptor = onSpool(file, () => openSync(file, "wx", 0o600));
      try {
        for await (const chunk of bytes) {
          hash.update(chunk);
          size += chunk.length;
          onSpool(file, () => writeSync(descriptor, chunk));
        }
      } finally {
        closeSync(descriptor);
      }
      const digest = hash.digest("hex");
      return { sha256: digest, size, read: () => readSame(file, digest) };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function makeFolder(state: string, now: Date): string {
  return onSpool(state, () => {
    mkdirSync(state, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(state)) {
      const left = join(state, name);
      if (name.startsWith(PREFIX) && now.getTime() - statSync(left).mtimeMs > STALE_MS) rmSync(left, { recursive: true, force: true });
    }
    return mkdtempSync(join(state, PREFIX));
  });
}

function readSame(file: string, expected: string): Uint8Array {
  const bytes = onSpool(file, () => readFileSync(file));
  if (sha256(bytes) !== expected) throw new Error(`${file} changed while it was being restored`);
  return bytes;
}

function onSpool<T>(file: string, work: () => T): T {
  return onDisk({ doing: "write", file }, work);
}
