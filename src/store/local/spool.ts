// A spool: bytes on their way from an archive into a mind, in a private folder of the state, so that an archive is checked
// in full before anything of it counts, and never has to fit into memory.

import { closeSync, constants, mkdirSync, mkdtempSync, openSync, readdirSync, rmSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { openHash, sha256 } from "../../base/index.ts";
import { onDisk } from "../disk/osErrors.ts";
import { CAREFULLY, partsOfFile } from "../disk/regular.ts";
import type { Source } from "../port/port.ts";

export interface Spool {
  put(bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Source>;
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
      return {
        sha256: digest,
        size,
        parts: () => checked(partsAt(file), digest, () => new Error(`${file} changed while it was being restored`)),
      };
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

/** A file outside of a mind, as it is when the first part is asked for. */
export function* partsAt(file: string): Generator<Uint8Array, void> {
  const descriptor = onDisk({ doing: "read", file }, () => openSync(file, constants.O_RDONLY | CAREFULLY));
  try {
    yield* partsOfFile(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function onSpool<T>(file: string, work: () => T): T {
  return onDisk({ doing: "write", file }, work);
}

export function sourceOf(bytes: Uint8Array): Source {
  return { size: bytes.length, sha256: sha256(bytes), parts: () => [bytes] };
}

/** All of it at once: for what is short. */
export function bytesOf({ size, parts }: Pick<Source, "size" | "parts">): Uint8Array {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of parts()) {
    const taken = part.subarray(0, size - at);
    bytes.set(taken, at);
    at += taken.length;
  }
  return bytes;
}

/** The same parts, and an error behind the last of them where they are not what was expected. */
export function* checked(parts: Iterable<Uint8Array>, expected: string, refuse: () => Error): Generator<Uint8Array, void> {
  const hash = openHash();
  for (const part of parts) {
    hash.update(part);
    yield part;
  }
  if (hash.digest("hex") !== expected) throw refuse();
}
