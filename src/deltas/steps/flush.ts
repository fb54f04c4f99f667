// flush: a session stops. Its journal is grouped by document, each group is checked by itself, a good one joins its
// pending file and a bad one goes to staging; one bad group never stops another (LW-53…58).

import { AppError } from "../../base/index.ts";
import { fullKey, type Target, targetOf } from "../../knowledge/index.ts";
import type { Entry, Receipt } from "../../schema/index.ts";
import { finishMoves, isMove } from "../audience/move.ts";
import { movedSince } from "../audience/narrow.ts";
import { describeRepeat, findRepeat } from "../records/batch.ts";
import { confirmationHash, readDecisions } from "../records/decisions.ts";
import { type Deps, home, unlessBusy } from "../records/deps.ts";
import { type Journal, type Planned, readJournal, retireJournal, writeSettled } from "../records/journal.ts";
import { ledgerPlace } from "../records/ledger.ts";
import { joinPending, pendingPlaceFor } from "../records/pending.ts";
import { mustWait } from "../../store/index.ts";
import { asPlanned, stage } from "../editing/staging.ts";
import { noteUnsent } from "../records/unsentNote.ts";
import { keyOf, needsApproval } from "../records/pendingTarget.ts";

interface Group {
  readonly target: Target;
  readonly planned: Planned[];
}

export async function flush(deps: Deps, session: string): Promise<Receipt[]> {
  const store = home(deps);
  if (isMove(session)) {
    await finishMoves(deps);
    return [];
  }
  // One flush of a session at a time: two would each see the same open entries.
  const flushAndRetire = async () => {
    const receipts = await flushOpen(deps, await readJournal(deps, session));
    await retireJournal(deps, session);
    return receipts;
  };
  const locked = await store.lock(`flush ${session}`, flushAndRetire, deps.lock);
  return unlessBusy(locked, `session ${session} is being flushed by another process`, "Nothing is lost; the journal keeps it.");
}

async function flushOpen(deps: Deps, journal: Journal): Promise<Receipt[]> {
  const receipts: Receipt[] = [];
  for (const group of await groupByTarget(deps, journal.open)) {
    try {
      receipts.push(...(await flushGroup(deps, journal.session, group)));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (mustWait(error)) noteUnsent(deps, journal.session);
      // A locked file or a full disk stops this group only. It stays open in the journal for the next flush.
      const why = `${error.code}: ${error.message}; the entry stays in the journal`;
      receipts.push(...group.planned.map((each) => ({ ...asPlanned(each, keyOf(group.target), "pending"), why })));
    }
  }
  return receipts;
}

async function flushGroup(deps: Deps, session: string, group: Group): Promise<Receipt[]> {
  const { target, planned } = group;
  const repeat = findRepeat(planned.map((each) => each.entry));
  const repeated = (why: string) => stage(deps, { document: { key: keyOf(target) }, items: planned, code: "DUPLICATE_HEADING", why });
  const receipts = await (repeat ? repeated(describeRepeat(repeat)) : toPending(deps, session, group));
  // Settled group by group, so that a crash between two groups repeats none of them.
  const ids = planned.map(({ id }) => id);
  await writeSettled(deps, session, ids, repeat ? "staged" : "flushed");
  return receipts;
}

async function toPending(deps: Deps, session: string, group: Group): Promise<Receipt[]> {
  const document = group.target.kind === "document" ? group.target.document : null;
  const store = deps.storeFor(document?.project ?? deps.environment.project);
  const place = pendingPlaceFor(document ?? { url: keyOf(group.target) });
  const decisions = await readDecisions(deps, group.target);
  // A flush that was cut short is repeated; what got through the first time is known by its id.
  const ids = group.planned.map(({ id }) => id);
  const applied = document === null ? new Set<string>() : await store.entriesIn(ledgerPlace(document), ids);
  const isSettled = ({ id, entry }: Planned) => applied.has(id) || decisions.rejectedForEver(confirmationHash(entry, group.target));
  const entries = group.planned.flatMap((each): Entry[] => {
    const { entry } = each;
    if (isSettled(each)) return [];
    return needsApproval(deps, entry, document) ? [{ ...entry, meta: { ...entry.meta, state: "proposed" } }] : [entry];
  });
  if (entries.length > 0) await joinPending(deps, store, place, { source: session, entries });
  return group.planned.map((each): Receipt => {
    const waiting = entries.find((entry) => entry.meta.id === each.id);
    const status = waiting === undefined ? "unchanged" : waiting.meta.state === "proposed" ? "proposed" : "pending";
    return asPlanned(each, keyOf(group.target), status);
  });
}

async function groupByTarget(deps: Deps, planned: readonly Planned[]): Promise<Group[]> {
  const groups = new Map<string, Group>();
  for (const each of planned) {
    const before = targetOf(deps.environment, each.target);
    const target = await movedSince(deps, before, each.entry.key);
    const id = target.kind === "remote" ? target.url : target.document.id;
    const { entry } = each;
    const isMoved = target !== before && target.kind !== "remote";
    const group = groups.get(id) ?? { target, planned: [] };
    group.planned.push(isMoved ? { ...each, entry: { ...entry, key: { ...entry.key, path: fullKey(target.document) } } } : each);
    groups.set(id, group);
  }
  return [...groups.values()];
}
