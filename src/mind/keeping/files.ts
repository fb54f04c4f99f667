// What a mind consists of when it is taken elsewhere: every file of its home, and of its state what cannot be made again.
// What gives power over this machine is left here (power.ts), and so is what could not be brought in again.

import { AppError, sha256 } from "../../base/index.ts";
import { commonPlaces, type Place, type Store, type StoredFile, walkFiles } from "../../store/index.ts";
import type { Mind } from "../open.ts";
import { foldedName, LIMITS, type ListedFile, type Manifest, nameProblem, tooLarge } from "./manifest.ts";
import { isKept, judgeFile } from "./power.ts";

export interface MindFile {
  readonly root: "home" | "state";
  readonly path: string;
  readonly bytes: Uint8Array;
}

export interface LeftOut {
  readonly file: string;
  readonly why: string;
}

/** One after the other, so that whoever writes them away need not hold all. What a person has to copy by hand is in `left`. */
export async function* mindFiles(mind: Mind, left: LeftOut[]): AsyncIterable<MindFile> {
  const store = mind.desk.storeFor(mind.where.project);
  const names = new Set<string>();
  for (const root of ["home", "state"] as const) {
    for (const path of walkFiles(root === "home" ? mind.where.home : mind.where.state).toSorted()) {
      if ((root === "state" && !isKept(path)) || judgeFile(root, path).kind === "power") continue;
      const twin = names.has(foldedName(root, path)) ? "differs from another file's only in case or Unicode form" : null;
      const problem = nameProblem(path) ?? twin;
      const stored = problem === null ? await readOrLeave(store, { root, path }, left) : null;
      if (problem !== null) left.push({ file: store.describe({ root, path }), why: `its name ${problem}` });
      names.add(foldedName(root, path));
      if (stored) yield { root, path, bytes: stored.bytes };
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
    if (root === "project" || mind.around.disk.lstat(`${folder}/${path}`) !== null) continue;
    const stored = await mind.common.read({ root, path });
    if (stored) yield { root, path, bytes: stored.bytes };
  }
}

/** One session that is too large to be read as a whole must not keep the rest from being kept. */
async function readOrLeave(store: Store, place: Place, left: LeftOut[]): Promise<StoredFile | null> {
  try {
    return await store.read(place);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "TOO_LARGE") throw error;
    left.push({ file: store.describe(place), why: "too large" });
    return null;
  }
}

export function listed({ root, path, bytes }: MindFile): ListedFile {
  return { root, path, sha256: sha256(bytes), size: bytes.length };
}

export function manifestOf(mind: Mind, files: readonly ListedFile[]): string {
  return JSON.stringify({ v: 1, created: mind.desk.clock.now().toISOString(), files } satisfies Manifest, null, 2);
}
