// A change of audience undone: first the section is where it was again, then it leaves where it had gone. In between
// it is in both.

import { AppError } from "../../base/index.ts";
import { documentAt, type DocumentRef } from "../../knowledge/index.ts";
import type { Change, Receipt } from "../../schema/index.ts";
import type { Deps } from "../records/deps.ts";
import { changesFor } from "../history/history.ts";
import { listLedgers } from "../records/ledger.ts";
import { undoChange } from "../history/undo.ts";

export async function undoMove(deps: Deps, session: string): Promise<Receipt> {
  const halves: { document: DocumentRef; change: Change }[] = [];
  for (const ref of await listLedgers(deps.storeFor(deps.environment.project))) {
    const document = documentAt(deps.environment, ref.root, ref.path, ref.project);
    const { changes } = await changesFor(deps, document);
    const undone = new Set(changes.map((change) => change.undoes));
    halves.push(
      ...changes
        .filter((change) => change.session === session && change.kind === "entry" && !undone.has(change.id))
        .map((change) => ({ document, change })),
    );
  }
  const removalFirst = halves.toSorted((a, b) => Number(b.change.operation === "delete") - Number(a.change.operation === "delete"));
  const receipts: Receipt[] = [];
  for (const { document, change } of removalFirst) receipts.push(await undoChange(deps, document, change.id));
  const [receipt] = receipts;
  if (receipt === undefined) throw new AppError("CONFLICT", "this change of audience was undone before", { hint: "codicil log shows it." });
  return receipt;
}
