// The side index of a large log: its catalogue on disk, so that the next process need not survey the log again. It can be
// deleted at any time. It counts only where it fits the log: the same beginning, the same bytes before its end, its own
// checksum; where the log has grown since, only what is new is surveyed. Otherwise it is ignored and made anew.
//
// One line of JSON, spaces up to a multiple of 8, then offsets (f64), lengths (u32), parents (i32), digests (2 x u32) and
// kinds (u8) of all lines.

import { objectIn, sha256 } from "../../base/index.ts";
import type { OpenBytes } from "../../store/index.ts";
import { Catalogue, type Problem, type Selection } from "./catalogue.ts";
import { IdTable } from "./ids.ts";
import { readPart } from "./logLines.ts";
import { beginCatalogue } from "./survey.ts";

const NAME = "codicil session index";
const VERSION = 1;
/** How much of the beginning and of the end is compared. */
const SAMPLE = 4096;

interface Cover {
  readonly index: typeof NAME;
  readonly version: typeof VERSION;
  readonly end: number;
  /** Of the log when the index was made; a log of the same length and another hour was changed in place. */
  readonly modified: number;
  readonly beginning: string;
  readonly ending: string;
  readonly checksum: number;
  readonly lines: number;
  readonly leaf: number;
  readonly lastSeq: number;
  readonly snapshot: number;
  readonly events: number;
  readonly unknown: number;
  readonly trees: number;
  readonly contextControls: readonly number[];
  readonly latest: Readonly<Record<string, number>>;
  readonly selections: readonly Selection[];
  readonly problems: readonly Problem[];
  readonly problemCount: number;
}

const BYTES_A_LINE = 8 + 4 + 4 + 4 + 4 + 1;

export function writeIndexParts(catalogue: Catalogue, log: OpenBytes): Uint8Array[] {
  const { lines, ids } = catalogue;
  const columns = [catalogue.offsets, catalogue.lengths, catalogue.parents, ids.a, ids.b, catalogue.kinds].map((column) =>
    asBytes(column.subarray(0, lines)),
  );
  const { end, leaf, lastSeq, snapshot, events, unknown, trees, contextControls, latest, selections, problems, problemCount } = catalogue;
  const counted = { lines, leaf, lastSeq, snapshot, events, unknown, trees, contextControls, latest, selections, problems, problemCount };
  const modified = log.size === end ? log.modified : 0;
  const cover: Omit<Cover, "checksum"> = { index: NAME, version: VERSION, end, modified, ...samples(log, end), ...counted };
  const text = JSON.stringify({ ...cover, checksum: checksumOf(cover, columns) });
  const bytes = Buffer.byteLength(text) + 1;
  return [Buffer.from(`${text}${" ".repeat((8 - (bytes % 8)) % 8)}\n`), ...columns];
}

/** The catalogue that an index holds; null where it does not fit this log. */
export function readIndex(index: OpenBytes, log: OpenBytes, file: string): Catalogue | null {
  // Of its own, so that it begins at a multiple of 8.
  const room = Buffer.allocUnsafeSlow(index.size);
  if (index.read(room, 0) !== index.size) return null;
  const stop = room.indexOf(10);
  const cover = stop === -1 ? null : readCover(room.toString("utf8", 0, stop));
  if (cover === null || !fits(cover, log) || room.length !== stop + 1 + cover.lines * BYTES_A_LINE) return null;
  const { checksum, ...rest } = cover;
  if (checksumOf(rest, [room.subarray(stop + 1)]) !== checksum) return null;
  const catalogue = beginCatalogue(log, file);
  const { lines } = cover;
  let at = room.byteOffset + stop + 1;
  const next = (width: number) => ((at += lines * width), at - lines * width);
  catalogue.offsets = new Float64Array(room.buffer, next(8), lines);
  catalogue.lengths = new Uint32Array(room.buffer, next(4), lines);
  catalogue.parents = new Int32Array(room.buffer, next(4), lines);
  catalogue.ids = new IdTable(new Uint32Array(room.buffer, next(4), lines), new Uint32Array(room.buffer, next(4), lines), lines);
  catalogue.kinds = new Uint8Array(room.buffer, next(1), lines);
  // What it holds was parsed for this catalogue alone.
  const { end, leaf, lastSeq, snapshot, events, unknown, trees, problemCount, contextControls, latest, selections, problems } = cover;
  const counts = { lines, end, leaf, lastSeq, snapshot, events, unknown, trees, problemCount };
  return Object.assign(catalogue, counts, { contextControls, latest, selections, problems });
}

/** Broken or another program's: it is made anew. */
function readCover(text: string): Cover | null {
  const cover = objectIn<Cover>(text);
  return cover?.index === NAME && cover.version === VERSION ? (cover as Cover) : null;
}

function fits(cover: Cover, log: OpenBytes): boolean {
  if (log.size < cover.end || (log.size === cover.end && log.modified !== cover.modified)) return false;
  const { beginning, ending } = samples(log, cover.end);
  return beginning === cover.beginning && ending === cover.ending;
}

function samples(log: OpenBytes, end: number): { beginning: string; ending: string } {
  return { beginning: sha256(readPart(log, 0, Math.min(SAMPLE, end))), ending: sha256(readPart(log, Math.max(0, end - SAMPLE), end)) };
}

function checksumOf(cover: Omit<Cover, "checksum">, columns: readonly Uint8Array[]): number {
  // Loaded late: Node brings streams with it, and few commands read a long session.
  const { crc32 } = process.getBuiltinModule("node:zlib");
  return columns.reduce((sum, column) => crc32(column, sum), crc32(JSON.stringify(cover)));
}

function asBytes(column: Float64Array | Uint32Array | Int32Array | Uint8Array): Uint8Array {
  return new Uint8Array(column.buffer, column.byteOffset, column.byteLength);
}
