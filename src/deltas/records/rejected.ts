// Rejected a moment ago: the entry is kept in this process alone, so that its person can take the rejection back. On disk
// a rejection leaves only a hash.

import { AppError } from "../../base/index.ts";
import type { Target } from "../../knowledge/index.ts";
import { decide } from "./decisions.ts";
import { type Deps, home } from "./deps.ts";
import { joinPending, type PendingEntry, type PendingFile } from "./pending.ts";

export interface Rejected {
  readonly file: PendingFile;
  readonly pending: PendingEntry;
  readonly target: Target;
  readonly hash: string;
}

const KEPT_MS = 10 * 60_000;
const MOST_KEPT = 100;
const kept = new WeakMap<Deps, Map<string, Rejected & { readonly until: number }>>();

export function keepRejected(deps: Deps, rejected: Rejected): void {
  const now = deps.clock.now().getTime();
  const before = [...(kept.get(deps) ?? [])].filter(([, { until }]) => until > now).slice(1 - MOST_KEPT);
  kept.set(deps, new Map([...before, [rejected.pending.id, { ...rejected, until: now + KEPT_MS }]]));
}

function keptRejection(deps: Deps, id: string): Rejected | undefined {
  const found = kept.get(deps)?.get(id);
  return found !== undefined && found.until > deps.clock.now().getTime() ? found : undefined;
}

export function isKeptRejection(deps: Deps, id: string): boolean {
  return keptRejection(deps, id) !== undefined;
}

/** The proposal is pending again, as it was; a rejection forever holds no longer. */
export async function undoReject(deps: Deps, id: string): Promise<void> {
  const rejected = keptRejection(deps, id);
  if (rejected === undefined)
    throw new AppError("NOT_FOUND", `the rejection of ${id} can no longer be undone`, { hint: "Let it be proposed again." });
  const { file, pending, target, hash } = rejected;
  await decide(deps, [{ kind: "reject-undone", entry: id, hash, target }]);
  await joinPending(deps, home(deps), file.place, { source: file.delta.source, entries: [pending.written ?? pending.entry] });
  kept.get(deps)?.delete(id);
}
