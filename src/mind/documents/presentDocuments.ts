// The documents that there are: what a session would begin with, and whatever else of this mind and project has a history.

import type { DocumentRef } from "../../knowledge/index.ts";
import { knownDocuments } from "./explain.ts";
import { type ReadDocument, readOne, readVisible, visibleDocuments } from "./load.ts";
import type { Mind } from "../open.ts";

export async function presentDocuments(mind: Mind): Promise<ReadDocument[]> {
  const found = await readVisible(mind);
  for (const document of await otherDocuments(mind, new Set(found.map((each) => each.document.id)))) {
    const one = await readOne(mind, document);
    if (one) found.push(one);
  }
  return found;
}

/** The first that fits; what a session begins with comes before the rest. */
export async function documentWhere(mind: Mind, isMeant: (document: DocumentRef) => boolean): Promise<DocumentRef | undefined> {
  return visibleDocuments(mind).find(isMeant) ?? (await otherDocuments(mind, new Set())).find(isMeant);
}

/** With a history, and not among those that were seen. */
async function otherDocuments(mind: Mind, seen: ReadonlySet<string>): Promise<DocumentRef[]> {
  const known = await knownDocuments(mind);
  return known.filter(({ id, project }) => !seen.has(id) && (project === null || project === mind.where.project));
}
