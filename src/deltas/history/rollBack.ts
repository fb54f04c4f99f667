// rollBack: everything of one session, or of one origin, is undone in one act; newest first, so that later changes
// never stand in the way of earlier ones of the same kind.

import { AppError } from "../../base/index.ts";
import type { DocumentRef } from "../../knowledge/index.ts";
import type { Change, Origin, Receipt } from "../../schema/index.ts";
import type { Deps } from "../records/deps.ts";
import { changesFor, documentsWithHistory } from "./history.ts";
import { undoChange } from "./undo.ts";

export interface RolledBack {
  readonly receipts: readonly Receipt[];
  /** Changes that something later has grown over; each names what to do. */
  readonly conflicts: readonly { readonly change: string; readonly document: string; readonly error: AppError }[];
}

export async function rollBack(
  deps: Deps,
  { session, origin }: { readonly session?: string | undefined; readonly origin?: Origin | undefined },
): Promise<RolledBack> {
  const receipts: Receipt[] = [];
  const conflicts: { change: string; document: string; error: AppError }[] = [];
  const isMeant = (change: Change) =>
    (session === undefined || change.session === session) && (origin === undefined || change.by === origin);
  for await (const { document, changes } of standingEntries(deps, isMeant)) {
    for (const change of changes.toReversed()) {
      try {
        receipts.push(await undoChange(deps, document, change.id));
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        conflicts.push({ change: change.id, document: document.key, error });
      }
    }
  }
  return { receipts, conflicts };
}

/** A change of audience undone: first the section is where it was again, then it leaves where it had gone. In between it is in both. */
export async function undoMove(deps: Deps, session: string): Promise<Receipt> {
  const halves: { document: DocumentRef; change: Change }[] = [];
  for await (const { document, changes } of standingEntries(deps, (change) => change.session === session))
    halves.push(...changes.map((change) => ({ document, change })));
  const removalFirst = halves.toSorted((a, b) => Number(b.change.operation === "delete") - Number(a.change.operation === "delete"));
  const receipts: Receipt[] = [];
  for (const { document, change } of removalFirst) receipts.push(await undoChange(deps, document, change.id));
  const [receipt] = receipts;
  if (receipt === undefined) throw new AppError("CONFLICT", "this change of audience was undone before", { hint: "codicil log shows it." });
  return receipt;
}

/** Entries that were applied and not undone, by document. */
async function* standingEntries(deps: Deps, isMeant: (change: Change) => boolean) {
  for (const document of await documentsWithHistory(deps)) {
    const { changes } = await changesFor(deps, document);
    const undone = new Set(changes.map((change) => change.undoes));
    yield { document, changes: changes.filter((change) => change.kind === "entry" && !undone.has(change.id) && isMeant(change)) };
  }
}
