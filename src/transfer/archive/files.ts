// What a mind consists of when it is taken elsewhere: every file of its home, and of its state what cannot be made again.
// What gives power over this machine is left here (power.ts), and so is what could not be brought in again.

import { AppError, openHash } from "../../base/index.ts";
import { commonPlaces, isEndless, type OpenBytes, type Store, walkFiles } from "../../store/index.ts";
import type { Mind } from "../../mind/open.ts";
import { foldedName, LIMITS, type ListedFile, type Manifest, nameProblem, tooLarge } from "./manifest.ts";
import { isKept, judgeFile } from "../../sharing/power.ts";

/** A file as it was when it was opened: a log that grows meanwhile ends there. */
export interface MindFile {
  readonly root: "home" | "state";
  readonly path: string;
  readonly size: number;
  /** From the first byte, in parts of a few megabytes. Once. */
  parts(): Iterable<Uint8Array>;
}

export interface LeftOut {
  readonly file: string;
  readonly why: string;
}

/** One after the other, so that whoever writes them away need not hold all. What a person has to copy by hand is in `left`. */
export async function* mindFiles(mind: Mind, left: LeftOut[]): AsyncIterable<MindFile> {
  const store = mind.deps.storeFor(mind.where.project);
  const names = new Set<string>();
  for (const root of ["home", "state"] as const) {
    for (const path of walkFiles(root === "home" ? mind.where.home : mind.where.state).toSorted()) {
      if ((root === "state" && !isKept(path)) || judgeFile(root, path).kind === "power") continue;
      const twin = names.has(foldedName(root, path)) ? "differs from another file's only in case or Unicode form" : null;
      const problem = nameProblem(path) ?? twin;
      if (problem !== null) left.push({ file: store.describe({ root, path }), why: `its name ${problem}` });
      names.add(foldedName(root, path));
      if (problem === null) yield* fileAt(store, { root, path }, left);
      if (names.size > LIMITS.files) throw tooLarge(mind.where.home, `the mind has more than ${LIMITS.files} files`);
    }
  }
  yield* commonFiles(mind);
}

/** What several machines have in common and this disk has not: ledgers, deltas that wait, the answers to proposals. */
async function* commonFiles(mind: Mind): AsyncIterable<MindFile> {
  if (mind.common === null) return;
  for (const { root, path } of await commonPlaces(mind.common)) {
    const folder = root === "home" ? mind.where.home : mind.where.state;
    if (root === "project" || mind.environment.disk.lstat(`${folder}/${path}`) !== null) continue;
    const stored = await mind.common.read({ root, path });
    if (stored) yield fromMemory({ root, path }, stored.bytes);
  }
}

type Named = Pick<MindFile, "root" | "path">;

const PART_BYTES = 4 * 1024 * 1024;

/** Small ones at once, large ones in parts. One that could not be brought in again must not keep the rest from being kept. */
async function* fileAt(store: Store, named: Named, left: LeftOut[]): AsyncIterable<MindFile> {
  const opened = isEndless(named) ? null : (store.openLog?.(named) ?? null);
  try {
    if (opened !== null && opened.size > LIMITS.fileBytes) return void left.push({ file: store.describe(named), why: "too large" });
    if (opened !== null && opened.size > PART_BYTES) return yield { ...named, size: opened.size, parts: () => partsOf(opened) };
    const stored = await store.read(named);
    if (stored !== null) yield fromMemory(named, stored.bytes);
  } finally {
    opened?.close();
  }
}

function* partsOf(opened: OpenBytes): Iterable<Uint8Array> {
  for (let at = 0; at < opened.size; at += PART_BYTES) {
    const part = new Uint8Array(Math.min(PART_BYTES, opened.size - at));
    if (opened.read(part, at) < part.length)
      throw new AppError("STALE", "a file became shorter while it was being read", { hint: "Try again." });
    yield part;
  }
}

function fromMemory(named: Named, bytes: Uint8Array): MindFile {
  return { ...named, size: bytes.length, parts: () => [bytes] };
}

/** Reads it to the end; `take` gets the parts. */
export async function listed(file: MindFile, take: (part: Uint8Array) => unknown = () => {}): Promise<ListedFile> {
  const hash = openHash();
  for (const part of file.parts()) {
    hash.update(part);
    await take(part);
  }
  return { root: file.root, path: file.path, sha256: hash.digest("hex"), size: file.size };
}

export function manifestOf(mind: Mind, files: readonly ListedFile[]): string {
  return JSON.stringify({ v: 1, created: mind.deps.clock.now().toISOString(), files } satisfies Manifest, null, 2);
}
