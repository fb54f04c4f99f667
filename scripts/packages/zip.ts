// A ZIP archive of files in memory: deflated, without times, so that the same files give the same bytes.

import { crc32, deflateRawSync } from "node:zlib";

export interface ZipFile {
  readonly path: string;
  readonly bytes: Buffer;
}

/** 1 January 1980, the earliest day that the format has. */
const DAY = 0x21;
const UTF8 = 0x0800;
const DEFLATE = 8;
/** Version 2.0 of the format. */
const VERSION = 20;

export function zipOf(files: readonly ZipFile[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { path, bytes } of files) {
    const name = Buffer.from(path);
    const packed = deflateRawSync(bytes, { level: 9 });
    const facts = numbers(
      [2, VERSION],
      [2, UTF8],
      [2, DEFLATE],
      [2, 0],
      [2, DAY],
      [4, crc32(bytes)],
      [4, packed.length],
      [4, bytes.length],
    );
    const local = Buffer.concat([numbers([4, 0x04034b50]), facts, numbers([2, name.length], [2, 0]), name, packed]);
    // Extra field, comment and disk: none. Attributes: a plain file.
    const rest = numbers([2, name.length], [2, 0], [2, 0], [2, 0], [2, 0], [4, 0], [4, at]);
    directory.push(Buffer.concat([numbers([4, 0x02014b50], [2, VERSION]), facts, rest, name]));
    parts.push(local);
    at += local.length;
  }
  const length = directory.reduce((sum, each) => sum + each.length, 0);
  const end = numbers([4, 0x06054b50], [2, 0], [2, 0], [2, files.length], [2, files.length], [4, length], [4, at], [2, 0]);
  return Buffer.concat([...parts, ...directory, end]);
}

/** Little-endian, each with its number of bytes. */
function numbers(...values: readonly (readonly [bytes: 2 | 4, value: number])[]): Buffer {
  return Buffer.concat(
    values.map(([bytes, value]) => {
      const buffer = Buffer.alloc(bytes);
      buffer.writeUIntLE(value, 0, bytes);
      return buffer;
    }),
  );
}
