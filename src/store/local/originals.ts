// Originals: what another program wrote, kept byte for byte below `state/vault/HOST/`, each under the SHA-256 of its
// bytes. They are copied and read in parts, so that their size does not matter, and only their owner may read them.
//
//   O1 a file's name is the hash of its bytes: whoever doubts it can count again
//   O2 a copy is whole or absent: it gets its name after its last byte is on the disk
//   O3 one is replaced only by a longer one that begins with all of its bytes, or by the person's approval (forget)

import {
  closeSync,
  createReadStream,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import { openHash, sha256 as hashOf } from "../../base/index.ts";
import { onDisk } from "../disk/osErrors.ts";
import { syncFolder, writeWhole } from "../disk/regular.ts";

export interface Kept {
  readonly sha256: string;
  readonly size: number;
  /** Whether these bytes were here before. */
  readonly known: boolean;
  /** Whether they begin with all bytes of `before`. */
  readonly extends: boolean;
}

export interface OriginalLine {
  /** 1-based. */
  readonly number: number;
  /** null: too long to be looked at, or not UTF-8. */
  readonly text: string | null;
  /** False for a last line without its newline. */
  readonly whole: boolean;
}

export interface Originals {
  /** `owner` names the copy while it is not finished; callers hold a lock of that name. */
  keep(
    host: string,
    owner: string,
    bytes: AsyncIterable<Uint8Array>,
    before?: { readonly sha256: string; readonly size: number },
  ): Promise<Kept>;
  lines(host: string, sha256: string): AsyncIterable<OriginalLine>;
  /** The hash of the bytes as they are now; null when the file is gone. */
  hash(host: string, sha256: string): Promise<string | null>;
  file(host: string, sha256: string): string;
  has(host: string, sha256: string): boolean;
  remove(host: string, sha256: string): void;
  /** Every original: its host and name. */
  list(): { readonly host: string; readonly sha256: string; readonly size: number }[];
}

/** A line beyond this is reported and not looked at; the bytes are kept all the same. */
const LONGEST_LINE = 64 * 1024 * 1024;
const NAME = /^[0-9a-f]{64}$/;

export function openOriginals(state: string): Originals {
  const folder = join(state, "vault");
  const file = (host: string, sha256: string) => join(folder, host, sha256);

  return {
    async keep(host, owner, bytes, before) {
      mkdirSync(join(folder, host), { recursive: true, mode: 0o700 });
      const unfinished = join(folder, host, `.${hashOf(owner).slice(0, 16)}.tmp`);
      const copied = await copyTo(unfinished, bytes, before?.size ?? -1);
      const target = file(host, copied.sha256);
      const known = existsSync(target);
      onDisk({ doing: "write", file: target }, () => {
        if (known) return rmSync(unfinished, { force: true });
        renameSync(unfinished, target);
        syncFolder(join(folder, host));
      });
      return { sha256: copied.sha256, size: copied.size, known, extends: before !== undefined && copied.start === before.sha256 };
    },
    lines: (host, sha256) => readLines(file(host, sha256)),
    async hash(host, sha256) {
      const path = file(host, sha256);
      if (!existsSync(path)) return null;
      const hash = openHash();
      for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
      return hash.digest("hex");
    },
    file,
    has: (host, sha256) => existsSync(file(host, sha256)),
    remove: (host, sha256) => rmSync(file(host, sha256), { force: true }),
    list: () =>
      (existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : []).flatMap((host) =>
        host.isDirectory()
          ? readdirSync(join(folder, host.name))
              .filter((name) => NAME.test(name))
              .map((name) => ({ host: host.name, sha256: name, size: statSync(file(host.name, name)).size }))
          : [],
      ),
  };
}

/** `start` is the hash of the first `mark` bytes; empty when there are fewer. */
async function copyTo(path: string, bytes: AsyncIterable<Uint8Array>, mark: number) {
  const hash = openHash();
  let size = 0;
  let start = "";
  const descriptor = onDisk({ doing: "write", file: path }, () => {
    rmSync(path, { force: true });
    return openSync(path, "wx", 0o600);
  });
  try {
    for await (const chunk of bytes) {
      if (size < mark && size + chunk.length >= mark)
        start = hash
          .copy()
          .update(chunk.subarray(0, mark - size))
          .digest("hex");
      hash.update(chunk);
      size += chunk.length;
      onDisk({ doing: "write", file: path }, () => writeWhole(descriptor, chunk));
    }
    fsyncSync(descriptor);
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(descriptor);
  }
  return { sha256: hash.digest("hex"), size, start };
}

async function* readLines(path: string): AsyncIterable<OriginalLine> {
  let number = 0;
  let parts: Buffer[] = [];
  let length = 0;
  const take = (whole: boolean): OriginalLine => {
    const text = length > LONGEST_LINE ? null : decode(Buffer.concat(parts));
    parts = [];
    length = 0;
    return { number: ++number, text, whole };
  };
  for await (const each of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
    const chunk = each as Buffer;
    let from = 0;
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
      add(chunk.subarray(from, at));
      yield take(true);
      from = at + 1;
    }
    add(chunk.subarray(from));
  }
  if (length > 0) yield take(false);

  function add(part: Buffer): void {
    length += part.length;
    // Beyond the limit only the length is counted.
    if (length <= LONGEST_LINE) parts.push(part);
  }
}

function decode(bytes: Buffer): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    // No text: the caller reports the line.
    return null;
  }
}
