// undo: one change is undone, wherever the document has gone since. Its splices are carried forward through every
// later change; where a later change touched the same text, that is a conflict and nothing happens.

import { AppError, given, newId } from "../../base/index.ts";
import type { DocumentRef } from "../../knowledge/index.ts";
import type { Change, Receipt, Splice } from "../../schema/index.ts";
import { type Deps, unlessBusy } from "../records/deps.ts";
import { touchedSections } from "../editing/outsideEdits.ts";
import { askLedger, BEYOND, splicesOf } from "../records/ledger.ts";
import { proposeAgain } from "../records/rejected.ts";
import { applySplices } from "../records/textPieces.ts";
import { commitPage, withPage } from "../editing/page.ts";

export async function undoChange(deps: Deps, document: DocumentRef, id: string): Promise<Receipt> {
  const locked = await withPage(deps, document, async (page) => {
    // From the change on: what came before it does not matter.
    const found = await askLedger(page.store, page.ledger, (read) => {
      const some = splicesOf(read);
      return read.isWhole || some.some((change) => change.id === id) ? some : BEYOND;
    });
    const changes = [...found, ...page.hand];
    const index = changes.findIndex((change) => change.id === id);
    const change = changes[index];
    if (!change || page.text === null) throw new AppError("NOT_FOUND", `there is no change ${id} in this document`, { file: page.file });
    const hint = "codicil log shows the undo; undo that instead.";
    if (changes.some((other) => other.undoes === id))
      throw new AppError("CONFLICT", `change ${id} was undone before`, { file: page.file, hint });
    const splices = inverse(change, changes.slice(index + 1), page.file);
    const text = applySplices(page.text, splices);
    const now = deps.clock.now();
    const undo: Change = {
      v: 1,
      id: newId("c", now, deps.random),
      kind: "undo",
      at: now.toISOString(),
      by: "user",
      undoes: id,
      ...given({ heading: change.heading }),
      touched: touchedSections(page.text, text),
      splices,
    };
    if (text !== page.text) await commitPage(page, text, [undo]);
    return {
      entry: change.entry ?? id,
      status: text === page.text ? ("unchanged" as const) : ("applied" as const),
      document: document.key,
      heading: change.heading ?? "",
      before: change.after ?? null,
      after: change.before ?? null,
      undo: undo.id,
    };
  });
  return unlessBusy(locked, "another process holds the document");
}

/** What was accepted in the last minutes is pending again when its change is undone, as the receipt's entry. */
export async function undoDecided(deps: Deps, document: DocumentRef, id: string): Promise<Receipt> {
  const receipt = await undoChange(deps, document, id);
  const entry = await proposeAgain(deps, id);
  return entry === null ? receipt : { ...receipt, entry };
}

/** The splices that take `change` back out of the present text. Pure. */
export function inverse(change: Change, later: readonly Change[], file: string): Splice[] {
  const hint = "Use codicil show --at and codicil edit.";
  if (change.kind === "first" || change.kind === "removed" || change.kind === "forgotten" || change.splices.length === 0)
    throw new AppError("CONFLICT", `a change of kind ${change.kind} cannot be undone`, { file, hint });
  const standing = cancelUndone(later);
  // Last splice first: each was written in the coordinates that the ones before it left.
  const back = change.splices.toReversed().map((splice) => ({ at: splice.at, removed: splice.inserted, inserted: splice.removed }));
  return back.map((splice) => {
    // The inverses before this one in the list do not move it (they lie behind it), later changes may.
    let at = splice.at;
    for (const other of standing) {
      for (const step of other.splices) at = carry({ at, length: splice.removed.length }, step, { file, by: other.id });
      if (other.full !== undefined && other.splices.length === 0 && other.kind !== "considered")
        throw new AppError("CONFLICT", "the whole document was replaced since", { file, hint });
    }
    return { ...splice, at };
  });
}

function carry(range: { at: number; length: number }, step: Splice, where: { file: string; by: string }): number {
  const end = range.at + range.length;
  const stepEnd = step.at + step.removed.length;
  if (stepEnd <= range.at && !(step.at === range.at && step.removed === "" && range.length === 0))
    return range.at + step.inserted.length - step.removed.length;
  if (step.at >= end) return range.at;
  const hint = `Undo ${where.by} first, or edit the document yourself.`;
  throw new AppError("CONFLICT", `change ${where.by} touched the same text since`, { file: where.file, hint });
}

/**
 * A change that was undone is as if it had never been: it is not in the way of undoing an earlier one. The changes between it and its undo
 * are written as they would be without it. Pure.
 */
export function cancelUndone(changes: readonly Change[]): readonly Change[] {
  for (const [to, undo] of changes.entries()) {
    const from = changes.findIndex(({ id }) => id === undo.undoes);
    if (from === -1 || from > to) continue;
    const between = passAll(changes[from]?.splices ?? [], changes.slice(from + 1, to));
    if (between !== null) return cancelUndone([...changes.slice(0, from), ...between, ...changes.slice(to + 1)]);
  }
  return changes;
}

/** The changes as they would be before those splices; null where one of them touches the same text, or the text next to it. */
function passAll(splices: readonly Splice[], changes: readonly Change[]): Change[] | null {
  let moved = splices;
  const passed: Change[] = [];
  for (const change of changes) {
    const own: Splice[] = [];
    for (const splice of change.splices) {
      const result = pass(moved, splice);
      if (result === null) return null;
      own.push(result.splice);
      moved = result.moved;
    }
    passed.push({ ...change, splices: own });
  }
  return passed;
}

/** One splice behind others becomes the first of them: the last of the others is passed first. */
function pass(others: readonly Splice[], splice: Splice): { readonly splice: Splice; readonly moved: readonly Splice[] } | null {
  let now = splice;
  const moved: Splice[] = [];
  for (const other of others.toReversed()) {
    if (now.at > other.at + other.inserted.length) {
      moved.unshift(other);
      now = { ...now, at: now.at - other.inserted.length + other.removed.length };
    } else if (now.at + now.removed.length < other.at) moved.unshift({ ...other, at: other.at + now.inserted.length - now.removed.length });
    else return null;
  }
  return { splice: now, moved };
}
