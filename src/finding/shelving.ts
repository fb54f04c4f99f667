// The shelf of a recall: everything that a scope lists, brought up to date in the index of this machine or in the one that
// several machines have in common. While the database is away, this machine's index has to do, and that is said.

import { AppError, localDay } from "../base/index.ts";
import {
  createSearcher,
  type Indexed,
  type IndexFile,
  joinShelves,
  newRows,
  type Rows,
  type Searcher,
  type Shelf,
} from "../recall/index.ts";
import { isAway, type SharedStore } from "../store/index.ts";
import type { Mind } from "../mind/open.ts";
import { commonPart } from "./commonRecall.ts";
import { HOME, listDocuments, type RecallScope } from "./documents.ts";
import { embedderName } from "./meaning.ts";
import { listSessionSources, SESSIONS } from "./sessions.ts";

export interface Shelved {
  readonly shelf: Shelf;
  /** What is in this machine's own index. */
  readonly ownIds: readonly string[];
  /** What is in the database, by its ids there; null: nothing was asked there. */
  readonly commonIds: readonly string[] | null;
  readonly notices: readonly string[];
}

export interface Shelving {
  readonly scope: RecallScope;
  /** A session that is not searched. */
  readonly without?: string | undefined;
  /** False: as if there were no database. */
  readonly common?: boolean;
  readonly indexing?: ((done: number, of: number) => void) | undefined;
}

/** Runs `use` with the shelf; once more without the database where that went away in the middle. */
export async function withShelf<T>(mind: Mind, index: IndexFile, shelving: Shelving, use: (shelved: Shelved) => Promise<T>): Promise<T> {
  const shared = mind.common;
  const away = shared === null ? undefined : awayUntil.get(shared);
  if (away !== undefined && away.until > performance.now())
    return use(await shelve(mind, index, { ...shelving, common: false }, [away.said]));
  try {
    return await use(await shelve(mind, index, shelving));
  } catch (error) {
    if (shared === null || !(error instanceof AppError) || !isAway(error)) throw error;
    const said = `found in this machine's copies alone: ${error.message}`;
    awayUntil.set(shared, { until: performance.now() + AWAY_MS, said });
    return use(await shelve(mind, index, { ...shelving, common: false }, [said]));
  }
}

/** After a try in vain, the database is left alone for so long. */
const AWAY_MS = 5000;
const awayUntil = new WeakMap<SharedStore, { readonly until: number; readonly said: string }>();

async function shelve(
  mind: Mind,
  index: IndexFile,
  { scope, without, common = true, indexing }: Shelving,
  said: readonly string[] = [],
): Promise<Shelved> {
  const problems: string[] = [];
  const isMain = scope === "main";
  const documents = await listDocuments(mind, { scope, today: localDay(mind.deps.clock), problems });
  const sessions = isMain ? await listSessionSources(mind, problems, without) : [];
  const shared = common ? mind.common : null;
  const ownSessions = isMain ? new Set(shared === null ? [] : sessions.map(({ id }) => id)) : null;
  const part = shared === null ? null : await commonPart(mind, shared, { documents, ownSessions, without });
  const { ids = new Set<string>(), sessions: theirs = [], notices = [], indexed = null } = part ?? {};
  const everything: readonly Indexed[] = [...documents, ...sessions];
  const own = everything.filter(({ id }) => !ids.has(id));
  // Only the main scope lists everything, so only there does "not listed" mean "gone".
  await index.sync(own, { owners: isMain ? ownersOf(mind) : [], spared: [...ids], indexing });
  const ownIds = own.map(({ id }) => id);
  const shelves = [index.shelf(ownIds), ...(part === null ? [] : [await part.shelf(await embedderName(mind))])];
  return {
    shelf: joinShelves([...everything.map(({ id }) => id), ...theirs], shelves),
    ownIds,
    commonIds: indexed,
    notices: [...said, ...problems, ...notices],
  };
}

function ownersOf({ where }: Mind): string[] {
  return [HOME, SESSIONS, ...(where.project === null ? [] : [where.project])];
}

/** What every query on a shelf shares is reckoned once for as long as the same contents stand on it. */
const reckoned = new WeakMap<Mind, { readonly documents: Shelf["documents"]; readonly rows: Rows }>();
/** Below this it is not worth the memory. */
const FEWEST_KEPT = 1000;

export function searcherOf(mind: Mind, shelf: Shelf): Searcher {
  if (shelf.documents.length < FEWEST_KEPT) return createSearcher(shelf);
  const before = reckoned.get(mind);
  const rows = before !== undefined && areSame(before.documents, shelf.documents) ? before.rows : newRows();
  reckoned.set(mind, { documents: shelf.documents, rows });
  return createSearcher(shelf, rows);
}

function areSame(before: Shelf["documents"], now: Shelf["documents"]): boolean {
  return before.length === now.length && before.every((each, at) => each.stands === now[at]?.stands && each.version === now[at]?.version);
}
