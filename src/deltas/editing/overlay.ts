// What a document will say once everything that waits for it without needing a word is applied (X5). Reading only.

import { type DocumentRef, type Target, targetOf } from "../../knowledge/index.ts";
import { type Deps, textOf } from "../records/deps.ts";
import { editText, type Item, NO_PAST } from "./edit.ts";
import { readJournal } from "../records/journal.ts";
import { ledgerPlace } from "../records/ledger.ts";
import { listPending } from "../records/pending.ts";
import { targetOrNull } from "../records/pendingTarget.ts";

interface Overlaid {
  readonly disk: string;
  readonly text: string;
  readonly waiting: number;
}

export async function overlay(deps: Deps, document: DocumentRef, session?: string): Promise<Overlaid> {
  const disk = (await textOf(deps, document)) ?? "";
  const items = [...(await pendingFor(deps, document)), ...(session === undefined ? [] : await plannedFor(deps, document, session))];
  if (items.length === 0) return { disk, text: disk, waiting: 0 };
  const ids = items.map(({ id }) => id);
  const applied = await deps.storeFor(document.project).entriesIn(ledgerPlace(document), ids);
  const edited = editText(disk, items, { applied, now: "", ...NO_PAST });
  return { disk, text: edited.text ?? "", waiting: edited.outcomes.filter((outcome) => outcome.kind === "applied").length };
}

async function pendingFor(deps: Deps, document: DocumentRef): Promise<Item[]> {
  const { files } = await listPending(deps);
  return files.flatMap((file) =>
    file.entries.filter(({ entry }) => entry.meta.state !== "proposed" && names(targetOrNull(deps, file, entry.key), document)),
  );
}

async function plannedFor(deps: Deps, document: DocumentRef, session: string): Promise<Item[]> {
  const { open } = await readJournal(deps, session);
  return open.filter((planned) => names(targetOf(deps.environment, planned.target), document));
}

function names(target: Target | null, document: DocumentRef): boolean {
  return target?.kind === "document" && target.document.id === document.id;
}
