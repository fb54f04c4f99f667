// What this machine last saw of each common document's history: the ids of its newest changes, and the generation of the
// store that had them. A store that does not know the newest of them was restored from an older copy or made anew: what
// it lacks was not removed by anybody, so a sync joins both sides and never takes the store's for the newer one.

import { objectIn, sha256 } from "../../base/index.ts";
import type { Place, Store } from "../port/port.ts";
import { writerOf } from "../port/pen.ts";
import { basePlace } from "./commonPlaces.ts";

/** A change without its text: enough to know it again, and to keep its entry from being applied twice. */
export interface SeenChange {
  readonly id: string;
  readonly at: string;
  readonly by: string;
  readonly entry?: string;
}

export interface Seen {
  readonly generation: string | null;
  /** Oldest first. */
  readonly changes: readonly SeenChange[];
  /** Hashes of the document's versions that this machine had from the store, oldest first. */
  readonly versions: readonly string[];
}

/** As many changes back two histories are compared by id; beyond them by their lines alone. */
const MOST = 200;
/** Nothing is known of what was seen: it cannot be known to the store either. */
const DAMAGED: Seen = { generation: "damaged", changes: [], versions: [] };

export const SEEN_SUFFIX = ".seen";

function seenPlace(document: Place): Place {
  const base = basePlace(document);
  return { ...base, path: `${base.path}${SEEN_SUFFIX}` };
}

/** null: this machine never noted anything of the document. */
export async function readSeen(files: Store, document: Place): Promise<Seen | null> {
  const stored = await files.read(seenPlace(document));
  return stored === null ? null : parse(new TextDecoder().decode(stored.bytes));
}

/** Notes lines of the ledger, in order, behind what was noted before. Written before the copy, so that it is never older. */
export async function noteSeen(
  files: Store,
  document: Place,
  now: { readonly generation: string | null; readonly lines: readonly string[]; readonly bytes: Uint8Array | null },
): Promise<void> {
  const place = seenPlace(document);
  const stored = await files.read(place);
  const before = stored === null ? null : parse(new TextDecoder().decode(stored.bytes));
  const changes = new Map((before?.changes ?? []).map((change) => [change.id, change]));
  for (const change of now.lines.flatMap(seenIn)) if (!changes.has(change.id)) changes.set(change.id, change);
  const next: Seen = {
    generation: now.generation ?? before?.generation ?? null,
    changes: [...changes.values()].slice(-MOST),
    versions: versionsWith(before?.versions ?? [], now.bytes),
  };
  if (before !== null && JSON.stringify(before) === JSON.stringify(next)) return;
  await writerOf(files).write(place, new TextEncoder().encode(`${JSON.stringify({ v: 1, ...next })}\n`), stored?.version ?? null);
}

function versionsWith(versions: readonly string[], bytes: Uint8Array | null): readonly string[] {
  if (bytes === null) return versions;
  const version = sha256(bytes);
  return [...versions.filter((each) => each !== version), version].slice(-MOST);
}

/** After a damaged note the next sync joins, which loses nothing. */
function parse(text: string): Seen {
  const { v, generation, changes, versions } = objectIn<Seen & { v: number }>(text) ?? {};
  return v === 1 && Array.isArray(changes) && Array.isArray(versions) ? { generation: generation ?? null, changes, versions } : DAMAGED;
}

/** Whoever reads the ledger itself reports a line that is no change. */
function seenIn(line: string): SeenChange[] {
  const { id, at, by, entry } = objectIn<SeenChange>(line) ?? {};
  if (typeof id !== "string" || typeof at !== "string" || typeof by !== "string") return [];
  return [{ id, at, by, ...(typeof entry === "string" ? { entry } : {}) }];
}
