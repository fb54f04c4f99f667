// The documents that there are: what a session would begin with, and whatever else of this mind and project has a history.

import type { DocumentRef } from "../knowledge/index.ts";
import { knownDocuments } from "./explain.ts";
import { load, type LoadedDocument, loadOne } from "./load.ts";
import type { Mind } from "./open.ts";

export async function presentDocuments(mind: Mind): Promise<LoadedDocument[]> {
  const loaded = await load(mind);
  const seen = new Set(loaded.map(({ document }) => document.id));
  for (const document of await otherDocuments(mind, seen)) {
    const one = await loadOne(mind, document);
    if (one) loaded.push(one);
  }
  return loaded;
}

/** With a history, and not among those that were seen. */
export async function otherDocuments(mind: Mind, seen: ReadonlySet<string>): Promise<DocumentRef[]> {
  const known = await knownDocuments(mind);
  return known.filter(({ id, project }) => !seen.has(id) && (project === null || project === mind.where.project));
}
