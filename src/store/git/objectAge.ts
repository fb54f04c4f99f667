// Since when a repository has a content, by the times of Git's own files: no Git runs. The system alone sets them (ctime); what
// rewrites a file of Git's, such as `git gc`, makes its content look younger than it is, never older.

import { readSync, statSync } from "node:fs";
import { diskFacts, readSmallText, withPlainFile } from "../port/facts.ts";

const FANOUT = 8;
const NAMES = FANOUT + 256 * 4;
const HASH = 20;

/** Whether the objects of a repository held the blob at a time already. */
export function hadBlob(objects: string, blob: string, at: number): boolean {
  if (isBefore(`${objects}/${blob.slice(0, 2)}/${blob.slice(2)}`, at)) return true;
  // `git add` gives a pack a new time where it holds the content already, and its index none.
  const packs = diskFacts.list(`${objects}/pack`).filter((name) => name.endsWith(".idx"));
  if (packs.some((name) => isBefore(`${objects}/pack/${name}`, at) && isInPack(`${objects}/pack/${name}`, blob))) return true;
  const others = (readSmallText(`${objects}/info/alternates`, 4096) ?? "").split("\n").filter((line) => line.startsWith("/"));
  return others.some((other) => other !== objects && hadBlob(other, blob, at));
}

function isBefore(path: string, at: number): boolean {
  const facts = statSync(path, { throwIfNoEntry: false });
  return facts !== undefined && facts.ctimeMs <= at;
}

/** The index of a pack (gitformat-pack, version 2): names in order, and how many begin with each first byte. */
function isInPack(path: string, blob: string): boolean {
  const found = withPlainFile(path, (descriptor) => {
    const bytesAt = (length: number, position: number) => {
      const bytes = Buffer.alloc(length);
      readSync(descriptor, bytes, 0, length, position);
      return bytes;
    };
    if (bytesAt(FANOUT, 0).toString("hex") !== "ff744f6300000002") return false;
    const first = Number.parseInt(blob.slice(0, 2), 16);
    let low = first === 0 ? 0 : bytesAt(4, FANOUT + (first - 1) * 4).readUInt32BE();
    let high = bytesAt(4, FANOUT + first * 4).readUInt32BE();
    while (low < high) {
      const middle = (low + high) >> 1;
      const name = bytesAt(HASH, NAMES + middle * HASH).toString("hex");
      if (name === blob) return true;
      if (name < blob) low = middle + 1;
      else high = middle;
    }
    return false;
  });
  return found === true;
}
