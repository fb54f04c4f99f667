// What several machines have in common is indexed once, in the database: the documents of the home, and sessions that were
// sent there. A document is taken from that index only under the version that it has now; what the index lacks, and this
// login may not put there, is indexed on this machine as everything else is.

import { AppError, orNull } from "../base/index.ts";
import type { Shelf, Standing, ToIndex, Wanted } from "../recall/index.ts";
import { isCommonDocument, isOwn, type SharedStore } from "../store/index.ts";
import { deviceOf } from "../mind/device.ts";
import type { Mind } from "../mind/open.ts";
import { commonIndexOf } from "./commonIndex.ts";
import { type ListedDocument, sourceOf } from "./documents.ts";
import { fillElsewhere } from "./sentSessions.ts";

export interface CommonPart {
  /** Documents that are in the database, by their ids on this machine. */
  readonly ids: ReadonlySet<string>;
  /** Sessions of this login that are in the database, and not on this machine. */
  readonly sessions: readonly string[];
  readonly notices: readonly string[];
  /** All of these, as the index knows them. */
  readonly indexed: readonly string[];
  /** With the vectors of this embedder, where the database keeps any. */
  shelf(embedder: string | undefined): Promise<Shelf>;
}

export async function commonPart(
  mind: Mind,
  shared: SharedStore,
  {
    documents,
    ownSessions,
    without,
  }: {
    readonly documents: readonly ListedDocument[];
    readonly ownSessions: ReadonlySet<string> | null;
    readonly without: string | undefined;
  },
): Promise<CommonPart> {
  const index = commonIndexOf(shared);
  // Asked at once: each costs a round trip.
  const [versions, before, sent] = await Promise.all([
    shared.versions("home"),
    index.standing(),
    ownSessions === null ? 0 : shared.sent.count("session", { notOf: deviceOf(mind.where) }),
  ]);
  // Vectors are kept beside the units: where the database keeps none, who has an embedder indexes here.
  const isHere = mind.config.recall.embedder !== undefined && !(await index.keepsVectors());
  const wanted = isHere ? [] : await commonDocuments(mind, versions, documents);
  const documentsSaid = await bringUpToDate(mind, shared, { wanted, versions, standing: before });
  const missing = await fillElsewhere(mind, shared, { sent, standing: before });
  const notices = [
    ...documentsSaid,
    ...(missing === 0
      ? []
      : [
          `${missing} sessions of other machines are not indexed yet and were not searched; ` +
            "the next recall continues, codicil recall --rebuild does it at once",
        ]),
  ];
  const standing = index.known() ?? (await index.standing());
  const there = wanted.filter(({ id, version }) => standing.get(id)?.key === version);
  // Sessions are the person's own, and this machine's are in its own index, whole to the last word.
  const sessions =
    ownSessions === null
      ? []
      : [...standing]
          .filter(([id, { session }]) => session !== null && session !== without && !ownSessions.has(id))
          .map(([id]) => id)
          .sort();
  const shelved: Wanted[] = [
    ...there.map(({ id, listed }) => ({ id, stands: listed.id, name: listed.document.key })),
    ...sessions.map((id) => ({ id, stands: id, name: id })),
  ];
  return {
    ids: new Set(there.map(({ listed }) => listed.id)),
    sessions,
    notices,
    indexed: shelved.map(({ id }) => id),
    shelf: (embedder) => index.shelf(shelved, embedder),
  };
}

/**
 * Puts sources into the index in common: for whoever sends something there, such as a session. What it is seen by is the
 * database's to say: a document by everybody, unless somebody keeps it; everything else by this login alone.
 */
export async function indexCommon(mind: Mind, sources: readonly ToIndex[]): Promise<void> {
  if (mind.common !== null) await commonIndexOf(mind.common).put(sources);
}

/** What was sent there is gone. */
export async function dropFromCommon(mind: Mind, ids: readonly string[]): Promise<void> {
  if (mind.common !== null) await commonIndexOf(mind.common).remove(ids);
}

interface CommonDocument {
  /** The same on every machine. */
  readonly id: string;
  readonly version: string;
  readonly listed: ListedDocument;
}

/** Where this machine let a line through that others hold back, its text is its own. */
async function commonDocuments(
  mind: Mind,
  versions: ReadonlyMap<string, string>,
  documents: readonly ListedDocument[],
): Promise<CommonDocument[]> {
  // Late: a mind on one machine asks without the Markdown parser.
  const { readReleases } = await import("../deltas/index.ts");
  const releases = await readReleases(mind.deps);
  return documents.flatMap((listed) => {
    const { document } = listed;
    // What is a person's own is indexed on their machines alone.
    const version = isCommonDocument(document) && !isOwn(document) && !releases.hasSome(document) ? versions.get(document.path) : undefined;
    return version === undefined ? [] : [{ id: `${HOME_IDS}${document.path}`, version, listed }];
  });
}

const HOME_IDS = "home/";

/** Only a change of content is indexed again, by the first machine that may and asks. */
async function bringUpToDate(
  mind: Mind,
  shared: SharedStore,
  {
    wanted,
    versions,
    standing,
  }: {
    readonly wanted: readonly CommonDocument[];
    readonly versions: ReadonlyMap<string, string>;
    readonly standing: ReadonlyMap<string, Standing>;
  },
): Promise<string[]> {
  const index = commonIndexOf(shared);
  const missing = wanted.filter(({ id, version }) => standing.get(id)?.key !== version);
  const gone = [...standing.keys()].filter((id) => id.startsWith(HOME_IDS) && !versions.has(id.slice(HOME_IDS.length)));
  if (missing.length + gone.length === 0) return [];
  const several = missing.length === 1 ? "1 document is" : `${missing.length} documents are`;
  if (missing.some(({ id }) => standing.get(id)?.isNewer === true))
    return [`the recall index in the database is of a newer program; ${several} indexed on this machine`];
  try {
    if (!(await shared.packed.mayWrite()))
      return missing.length === 0
        ? []
        : [`${several} not in the database's recall index yet, and this login may not put them there; they are indexed on this machine`];
    await index.remove(gone);
    await index.put(missing.map(({ id, version, listed }) => ({ id, key: version, read: () => sourceOrNothing(mind, listed) })));
    return [];
  } catch (error) {
    if (!(error instanceof AppError) || !REFUSED.has(error.code)) throw error;
    return [`the recall index in the database cannot be written: ${error.message}; ${several} indexed on this machine`];
  }
}

const REFUSED: ReadonlySet<AppError["code"]> = new Set(["STORE_DENIED", "READ_ONLY", "DISK_FULL"]);

/** What cannot be read is left to this machine's own index, which says so. */
async function sourceOrNothing(mind: Mind, { document }: ListedDocument): ReturnType<ToIndex["read"]> {
  return orNull(sourceOf(mind, document));
}
