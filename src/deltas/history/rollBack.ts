// rollBack: everything of one session, or of one origin, is undone in one act; newest first, so that later changes
// never stand in the way of earlier ones of the same kind.

import { AppError } from "../../base/index.ts";
import { documentAt } from "../../knowledge/index.ts";
import type { Change, Origin, Receipt } from "../../schema/index.ts";
import type { Deps } from "../records/deps.ts";
import { changesFor } from "./history.ts";
import { listLedgers } from "../records/ledger.ts";
import { undoChange } from "./undo.ts";

export interface RolledBack {
  readonly receipts: readonly Receipt[];
  /** Changes that something later has grown over; each names what to do. */
  readonly conflicts: readonly { readonly change: string; readonly document: string; readonly error: AppError }[];
}

export async function rollBack(
  deps: Deps,
  what: { readonly session?: string | undefined; readonly origin?: Origin | undefined },
): Promise<RolledBack> {
  const receipts: Receipt[] = [];
  const conflicts: { change: string; document: string; error: AppError }[] = [];
  for (const ref of await listLedgers(deps.storeFor(deps.environment.project))) {
    const document = documentAt(deps.environment, ref.root, ref.path, ref.project);
    const { changes } = await changesFor(deps, document);
    const undone = new Set(changes.map((change) => change.undoes));
    const meant = changes.filter((change) => change.kind === "entry" && !undone.has(change.id) && isMeant(change, what));
    for (const change of meant.toReversed()) {
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

function isMeant(change: Change, { session, origin }: { session?: string | undefined; origin?: Origin | undefined }): boolean {
  return (session === undefined || change.session === session) && (origin === undefined || change.by === origin);
}
