// What a mind consists of when it is taken elsewhere: every file of its home, and of its state what cannot be made again.
// A manifest names each with its hash; nothing is brought in before all of it was checked.

import { AppError, sha256, stamp } from "../../base/index.ts";
import { restoreFiles } from "../../deltas/index.ts";
import { commonPlaces, type Place, type Store, type StoredFile, walkFiles } from "../../store/index.ts";
import type { Mind } from "../open.ts";

export const MANIFEST = "codicil-backup.json";
const STATE_KEPT = ["ledger/", "remote/", "journal/", "decisions/", "sessions/", "vault/"];

export interface MindFile {
  readonly root: "home" | "state";
  readonly path: string;
  readonly bytes: Uint8Array;
}

export interface Manifest {
  readonly v: 1;
  readonly created: string;
  readonly files: readonly { readonly root: "home" | "state"; readonly path: string; readonly sha256: string; readonly size: number }[];
}

/** One after the other, so that whoever writes them away need not hold all. What is too large to be read is named in `left`. */
export async function* mindFiles(mind: Mind, left: string[]): AsyncIterable<MindFile> {
  const store = mind.desk.storeFor(mind.where.project);
  for (const root of ["home", "state"] as const) {
    for (const path of walkFiles(root === "home" ? mind.where.home : mind.where.state).toSorted()) {
      if (root === "state" && !isKept(path)) continue;
      const stored = await readOrLeave(store, { root, path }, left);
      if (stored) yield { root, path, bytes: stored.bytes };
    }
  }
  yield* commonFiles(mind);
}

/** What several machines have in common and this disk has not: ledgers, deltas that wait, the word on proposals. */
async function* commonFiles(mind: Mind): AsyncIterable<MindFile> {
  if (mind.common === null) return;
  for (const { root, path } of await commonPlaces(mind.common)) {
    const folder = root === "home" ? mind.where.home : mind.where.state;
    if (root === "project" || mind.around.disk.lstat(`${folder}/${path}`) !== null) continue;
    const stored = await mind.common.read({ root, path });
    if (stored) yield { root, path, bytes: stored.bytes };
  }
}

function isKept(path: string): boolean {
  return STATE_KEPT.some((folder) => path.startsWith(folder));
}

/** One session that is too large to be read as a whole must not keep the rest from being kept. */
async function readOrLeave(store: Store, place: Place, left: string[]): Promise<StoredFile | null> {
  try {
    return await store.read(place);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "TOO_LARGE") throw error;
    left.push(store.describe(place));
    return null;
  }
}

export function listed({ root, path, bytes }: MindFile): Manifest["files"][number] {
  return { root, path, sha256: sha256(bytes), size: bytes.length };
}

export function manifestOf(mind: Mind, files: Manifest["files"]): string {
  return JSON.stringify({ v: 1, created: mind.desk.clock.now().toISOString(), files } satisfies Manifest, null, 2);
}

/** Every file that the manifest names, each checked. `read` gives the bytes of a name, null where there is none. */
export function checkFiles(source: string, read: (name: string) => Uint8Array | null): MindFile[] {
  const damaged = (message: string, cause?: unknown) => new AppError("DAMAGED", message, { file: source, cause, hint: "Nothing was written." });
  const text = read(MANIFEST);
  if (text === null) throw damaged(`there is no ${MANIFEST}; it is not a mind that Codicil wrote`);
  let manifest: Manifest;
  try {
    manifest = JSON.parse(new TextDecoder().decode(text)) as Manifest;
  } catch (cause) {
    throw damaged("the manifest is not JSON", cause);
  }
  if (manifest?.v !== 1 || !Array.isArray(manifest.files)) throw new AppError("UNKNOWN_VERSION", "a newer Codicil wrote this", { file: source });
  return manifest.files.map(({ root, path, sha256: expected }) => {
    if (typeof path !== "string" || !mayBring(root, path)) throw damaged(`${String(path)} is not a path of a mind`);
    const bytes = read(`${root}/${path}`);
    if (bytes === null || sha256(bytes) !== expected) throw damaged(`${root}/${path} is missing or damaged`);
    return { root, path, bytes };
  });
}

/** A bundle may come from anywhere: it brings no tokens, no programs and nothing outside of a mind's own folders. */
function mayBring(root: string, path: string): boolean {
  if (path.split("/").some((part) => part === ".." || part === "." || part === "")) return false;
  return root === "home" || (root === "state" && isKept(path));
}

export interface Brought {
  readonly written: number;
  readonly same: number;
  /** The backup of what was replaced. */
  readonly saved?: string;
}

/** Nothing is overwritten unless `over`, and then what is there is put away first. */
export async function bringIn(mind: Mind, files: readonly MindFile[], { over, putAway }: { readonly over: boolean; putAway(file: string): Promise<unknown> }): Promise<Brought> {
  if (mind.common !== null) throw new AppError("BAD_CONFIG", "this mind is in a database, where other machines use it", { hint: "Nothing was written. codicil move --to files, bring it in, and move it again." });
  const differing = await restoreFiles(mind.desk, files, { dryRun: true });
  let saved: string | undefined;
  if (differing.replaced > 0) {
    if (!over) throw new AppError("ALREADY_EXISTS", `${differing.replaced} files differ from what is there`, { file: mind.where.home, hint: "Nothing was written. --over backs up what is there and then replaces it." });
    saved = `${mind.where.home}-before-restore-${stamp(mind.desk.clock.now())}.tar.gz`;
    await putAway(saved);
  }
  const done = await restoreFiles(mind.desk, files, { dryRun: false });
  return { written: done.created + done.replaced, same: done.same, ...(saved === undefined ? {} : { saved }) };
}
