// Changes that this machine saw in the store and the store does not know: it was restored from an older copy, or made anew.
// Then the machine's copy is not older than the store's document, whatever else is there, and both are joined.

import { given } from "../../base/index.ts";
import { basePlace, type Common, readSeen, type SeenChange } from "../../store/index.ts";
import type { Change, Origin } from "../../schema/index.ts";
import { decodeText, placeOf } from "../records/deps.ts";
import { advance, changesOf } from "../records/ledger.ts";
import { type Page, wholeLedger } from "../editing/page.ts";

export interface Ground {
  /** The text from which both sides went on, as far as that is known; null: none is. */
  readonly base: string | null;
  /** null: the store knows everything that this machine saw. */
  readonly lost: readonly Change[] | null;
}

/** On what this machine's copy and the store's document are compared. */
export async function groundOf(common: Common, page: Page): Promise<Ground> {
  const place = placeOf(page.document);
  const seen = await readSeen(common.files, place);
  const newest = seen?.changes.at(-1);
  if (seen === null || (newest === undefined ? isSameStore(common, seen.generation) : await isKnown(page, newest.id))) {
    const stored = await common.files.read(basePlace(place));
    return { base: stored === null ? null : decodeText(stored.bytes, page.file), lost: null };
  }
  const changes = changesOf(await wholeLedger(page));
  const known = new Set(changes.flatMap(({ id, entry }) => [id, ...(entry === undefined ? [] : [entry])]));
  const ids = new Set(seen.changes.map(({ id }) => id));
  // The store has a version that this machine had before its own: it is only behind, and nobody wrote there since.
  const isBehind = page.version !== null && seen.versions.includes(page.version);
  const last = changes.findLastIndex(({ id }) => ids.has(id));
  return {
    base: isBehind ? page.text : last === -1 ? null : advance(null, changes.slice(0, last + 1)),
    lost: seen.changes.filter(({ id, entry }) => !known.has(id) && !(entry !== undefined && known.has(entry))).map(withoutText),
  };
}

/** Of a document without a history only the store's generation tells. */
function isSameStore({ contact }: Common, generation: string | null): boolean {
  return generation === null || contact.generation === null || generation === contact.generation;
}

async function isKnown(page: Page, id: string): Promise<boolean> {
  const names = (line: string) => line.includes(`"id":${JSON.stringify(id)}`);
  return page.ledger.lines.some(names) || (!page.ledger.isWhole && (await wholeLedger(page)).lines.some(names));
}

/** Its text comes with the joined document; its id is in the ledger again, so that an old delta does not apply it twice. */
function withoutText({ id, at, by, entry }: SeenChange): Change {
  return { v: 1, id, kind: entry === undefined ? "hand" : "entry", at, by: by as Origin, ...given({ entry }), splices: [] };
}
