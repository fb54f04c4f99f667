// Decided a moment ago: the entry is kept in this process alone, so that its person can undo the decision. On disk
// a rejection leaves only a hash, and an accepted entry stays applied, whatever is undone.

import { AppError, newId } from "../../base/index.ts";
import type { Target } from "../../knowledge/index.ts";
import { decide } from "./decisions.ts";
import { type Deps, home } from "./deps.ts";
import { joinPending, type PendingEntry, type PendingFile } from "./pending.ts";

/** A proposal where it was found. */
export interface FoundProposal {
  readonly file: PendingFile;
  readonly pending: PendingEntry;
  readonly target: Target;
  readonly hash: string;
}

const KEPT_MS = 10 * 60_000;
const MOST_KEPT = 100;
const kept = new WeakMap<Deps, Map<string, FoundProposal & { readonly until: number }>>();

/** By the name that its undo has: a rejection by its entry, an accept by the change that it made. */
export function keepDecided(deps: Deps, id: string, decided: FoundProposal): void {
  const now = deps.clock.now().getTime();
  const before = [...(kept.get(deps) ?? [])].filter(([, { until }]) => until > now).slice(1 - MOST_KEPT);
  kept.set(deps, new Map([...before, [id, { ...decided, until: now + KEPT_MS }]]));
}

function keptDecision(deps: Deps, id: string): FoundProposal | undefined {
  const found = kept.get(deps)?.get(id);
  return found !== undefined && found.until > deps.clock.now().getTime() ? found : undefined;
}

export function isKeptRejection(deps: Deps, id: string): boolean {
  return keptDecision(deps, id)?.pending.id === id;
}

/** The proposal is pending again, as it was; a rejection forever holds no longer. */
export async function undoReject(deps: Deps, id: string): Promise<void> {
  const rejected = keptDecision(deps, id);
  if (rejected === undefined)
    throw new AppError("NOT_FOUND", `the rejection of ${id} can no longer be undone`, { hint: "Let it be proposed again." });
  const { file, pending, target, hash } = rejected;
  await decide(deps, [{ kind: "reject-undone", entry: id, hash, target }]);
  await joinPending(deps, home(deps), file.place, { source: file.delta.source, entries: [pending.written ?? pending.entry] });
  kept.get(deps)?.delete(id);
}

/** The change of an accept was undone: what was accepted is proposed again, under a new id. null: that change was no accept of the last minutes. */
export async function proposeAgain(deps: Deps, change: string): Promise<string | null> {
  const accepted = keptDecision(deps, change);
  if (accepted === undefined) return null;
  const { file, pending } = accepted;
  const { meta, ...entry } = pending.written ?? pending.entry;
  const id = newId("e", deps.clock.now(), deps.random);
  const again = { ...entry, meta: { ...meta, id, state: "proposed" as const } };
  await joinPending(deps, home(deps), file.place, { source: file.delta.source, entries: [again] });
  kept.get(deps)?.delete(change);
  return id;
}
