// Rejected a moment ago: the entry is kept in this process alone, so that its person can take the rejection back. On disk
// a rejection leaves only a hash.

import { AppError } from "../../base/index.ts";
import type { Target } from "../../knowledge/index.ts";
import { decide } from "./decisions.ts";
import { type Desk, home } from "./desk.ts";
import { joinPending, type PendingEntry, type PendingFile } from "./pending.ts";

export interface Rejected {
  readonly file: PendingFile;
  readonly pending: PendingEntry;
  readonly target: Target;
  readonly hash: string;
}

const KEPT_MS = 10 * 60_000;
const MOST_KEPT = 100;
const kept = new WeakMap<Desk, Map<string, Rejected & { readonly until: number }>>();

export function keepRejected(desk: Desk, rejected: Rejected): void {
  const now = desk.clock.now().getTime();
  const before = [...(kept.get(desk) ?? [])].filter(([, { until }]) => until > now).slice(1 - MOST_KEPT);
  kept.set(desk, new Map([...before, [rejected.pending.id, { ...rejected, until: now + KEPT_MS }]]));
}

function keptRejection(desk: Desk, id: string): Rejected | undefined {
  const found = kept.get(desk)?.get(id);
  return found !== undefined && found.until > desk.clock.now().getTime() ? found : undefined;
}

export function isKeptRejection(desk: Desk, id: string): boolean {
  return keptRejection(desk, id) !== undefined;
}

/** The proposal is pending again, as it was; a rejection for ever holds no longer. */
export async function undoReject(desk: Desk, id: string): Promise<void> {
  const rejected = keptRejection(desk, id);
  if (rejected === undefined)
    throw new AppError("NOT_FOUND", `the rejection of ${id} can no longer be undone`, { hint: "Let it be proposed again." });
  const { file, pending, target, hash } = rejected;
  await decide(desk, [{ kind: "reject-undone", entry: id, hash, target }]);
  await joinPending(desk, home(desk), file.place, { source: file.delta.source, entries: [pending.written ?? pending.entry] });
  kept.get(desk)?.delete(id);
}
