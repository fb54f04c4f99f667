// What a document will say once everything that waits for it without needing a word is applied (X5). Reading only.

import { type DocumentRef, type Target, targetOf } from "../../knowledge/index.ts";
import type { Desk } from "../records/desk.ts";
import { decodeText, placeOf } from "../records/desk.ts";
import { editText, type Item, NO_PAST } from "./edit.ts";
import { readJournal } from "../records/journal.ts";
import { ledgerPlace } from "../records/ledger.ts";
import { listPending } from "../records/pending.ts";
import { targetOrNull } from "../records/pendingTarget.ts";

export async function overlay(
  desk: Desk,
  document: DocumentRef,
  session?: string,
): Promise<{ disk: string; text: string; waiting: number }> {
  const store = desk.storeFor(document.project);
  const stored = await store.read(placeOf(document));
  const disk = stored === null ? "" : decodeText(stored.bytes, store.describe(placeOf(document)));
  const items = [...(await pendingFor(desk, document)), ...(session === undefined ? [] : await plannedFor(desk, document, session))];
  if (items.length === 0) return { disk, text: disk, waiting: 0 };
  const applied = await store.entriesIn(
    ledgerPlace(document),
    items.map(({ id }) => id),
  );
  const edited = editText(disk, items, { applied, now: "", ...NO_PAST });
  return { disk, text: edited.text ?? "", waiting: edited.outcomes.filter((outcome) => outcome.kind === "applied").length };
}

async function pendingFor(desk: Desk, document: DocumentRef): Promise<Item[]> {
  const { files } = await listPending(desk);
  return files.flatMap((file) =>
    file.entries.filter(({ entry }) => entry.meta.state !== "proposed" && names(targetOrNull(desk, file, entry.key), document)),
  );
}

async function plannedFor(desk: Desk, document: DocumentRef, session: string): Promise<Item[]> {
  const { open } = await readJournal(desk, session);
  return open.filter((planned) => names(targetOf(desk.around, planned.target), document));
}

function names(target: Target | null, document: DocumentRef): boolean {
  return target?.kind === "document" && target.document.id === document.id;
}
