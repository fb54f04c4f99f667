// Decisions: the person's decision on proposals. A confirmation is bound to the proposal's id and to the hash of what it
// confirms, and is used once (X16). A rejection forever is bound to the content alone, whoever proposes it again.

import { sha256, keptIn } from "../../base/index.ts";
import { isOwnDocument, type Target } from "../../knowledge/index.ts";
import { type Decision, type Entry, readDecision } from "../../schema/index.ts";
import { OWN_PREFIX, type Place } from "../../store/index.ts";
import { writerOf } from "../../store/write.ts";
import { type Deps, home, unlessBusy } from "./deps.ts";

export const DECISIONS: Place = { root: "state", path: "decisions/proposals.jsonl" };
/** Of what a person keeps to themselves the word is their own as well: its hash would tell a guess from a miss. */
const PLACES: Readonly<Record<"own" | "common", Place>> = {
  own: { root: "state", path: `decisions/${OWN_PREFIX}proposals.jsonl` },
  common: DECISIONS,
};

function placeFor(target: Target): Place {
  return PLACES[target.kind === "document" && isOwnDocument(target.document) ? "own" : "common"];
}

export interface Decisions {
  /** Accepted with this very content, and not yet used up. */
  accepted(entry: string, hash: string): boolean;
  rejectedForEver(hash: string): boolean;
}

export function confirmationHash(entry: Entry, target: Target): string {
  const where = target.kind === "remote" ? target.url : target.document.id;
  const { heading, level } = entry.key;
  return sha256(JSON.stringify([where, heading, level ?? null, entry.operation, entry.old ?? null, entry.content?.trim() ?? null]));
}

/** The word on proposals for such a target. */
export async function readDecisions(deps: Deps, target: Target): Promise<Decisions> {
  const store = home(deps);
  const place = placeFor(target);
  const { lines } = await store.readLog(place);
  const open = new Set<string>();
  const never = new Set<string>();
  for (const [index, text] of lines.entries()) {
    const decision = readDecision(text, store.describe(place), index + 1);
    const key = `${decision.entry} ${decision.hash}`;
    if (decision.kind === "accepted") open.add(key);
    else open.delete(key);
    if (decision.kind === "rejected-for-ever") never.add(decision.hash);
    if (decision.kind === "reject-undone") never.delete(decision.hash);
  }
  return { accepted: (entry, hash) => open.has(`${entry} ${hash}`), rejectedForEver: (hash) => never.has(hash) };
}

/** The same log for a whole batch: asked once for each of the two. */
export function decisionsOf(deps: Deps): (target: Target) => Promise<Decisions> {
  const read = new Map<Place, Promise<Decisions>>();
  return (target) => {
    const place = placeFor(target);
    return keptIn(read, place, () => readDecisions(deps, target));
  };
}

export type Word = Omit<Decision, "v" | "at"> & { readonly target: Target };

export async function decide(deps: Deps, words: readonly Word[]): Promise<void> {
  const at = deps.clock.now().toISOString();
  for (const place of Object.values(PLACES)) {
    const lines = words
      .filter(({ target }) => placeFor(target) === place)
      .map(({ target: _, ...word }) => JSON.stringify({ v: 1, ...word, at } satisfies Decision));
    if (lines.length > 0) await append(deps, place, lines);
  }
}

async function append(deps: Deps, place: Place, lines: readonly string[]): Promise<void> {
  const store = home(deps);
  const done = await store.lock("decisions", () => writerOf(store).append(place, lines), deps.lock);
  unlessBusy(done, "the decisions are locked by another process", "Try again; nothing was decided.");
}
