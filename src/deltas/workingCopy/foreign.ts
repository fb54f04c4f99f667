// Deltas that come from the common store to this machine's disk, where a file that no plan here knows counts as the
// person's own. So an entry that this machine did not plan, word for word, needs the person's approval from then on, and does not
// say any more that the person wrote it: whoever may propose in a database would otherwise write AGENTS.md by way of a move.

import { type Entry, readDelta, writeDelta } from "../../schema/index.ts";
import { isCommonDelta, type Place } from "../../store/index.ts";
import { decodeText, type Deps, encodeText } from "../records/deps.ts";
import { orNull, withoutAuthority } from "../records/fromElsewhere.ts";
import { readJournal } from "../records/journal.ts";

/** The bytes as they are where everything was planned here, or where it is no delta that the next apply reads. */
export async function asForeign(deps: Deps, place: Place, bytes: Uint8Array): Promise<Uint8Array> {
  if (!isCommonDelta(place) || place.path.startsWith("last-word/staging/")) return bytes;
  // One that cannot be read waits, is named by every apply, and does nothing.
  const delta = await orNull(readDelta(decodeText(bytes, place.path), place.path));
  if (delta === null) return bytes;
  const entries: Entry[] = [];
  for (const entry of delta.entries) entries.push((await isPlannedHere(deps, entry)) ? entry : withoutAuthority(entry));
  if (entries.every((entry, index) => entry === delta.entries[index])) return bytes;
  const { version, source, applied } = delta;
  return encodeText(writeDelta({ version, source, ...(applied === undefined ? {} : { applied }), entries }));
}

async function isPlannedHere(deps: Deps, entry: Entry): Promise<boolean> {
  const { session, id } = entry.meta;
  if (session === undefined || id === undefined) return false;
  // A session's name that another machine wrote may be none.
  const planned = (await orNull(readJournal(deps, session)))?.known.get(id);
  return planned !== undefined && saidBy(planned.entry) === saidBy(entry);
}

function saidBy({ key, operation, content, old, scope }: Entry): string {
  return JSON.stringify([key.path, key.url, key.heading, key.level ?? null, operation, content, old, scope]);
}
