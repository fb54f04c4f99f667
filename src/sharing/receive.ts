// receive: another machine reads a document of this mind, or sends its whole text. What it sends is not the person's own word.

import { AppError } from "../base/index.ts";
import { type Arrival, type Received, receiveText, type Standing, standingOf } from "../deltas/index.ts";
import { type DocumentRef, fromProjectRoot, resolveDocument } from "../knowledge/index.ts";
import { ensureHome } from "../mind/documents/begin.ts";
import type { Mind } from "../mind/open.ts";
import type { StoredFile } from "../store/index.ts";

export type { Arrival, Received };

/** A document by its root and path, as it is in an address; judged like any key. */
export function documentBelow(mind: Mind, root: string, path: string): DocumentRef {
  if (root === "home") return resolveDocument(mind.environment, `~/.config/agents/${path}`);
  if (root === "project") return resolveDocument(fromProjectRoot(mind.environment), `./${path}`);
  throw new AppError("NOT_FOUND", "documents are below home/ or project/");
}

/** Its bytes as they are; null: there is none. */
export async function documentBytes(mind: Mind, document: DocumentRef): Promise<StoredFile | null> {
  return mind.deps.storeFor(document.project).read({ root: document.root, path: document.path });
}

/** Which mind this is, and whether the document ever had that version. */
export async function documentStanding(mind: Mind, document: DocumentRef, version: string): Promise<Standing> {
  return standingOf(mind.deps, document, version);
}

export async function receive(mind: Mind, document: DocumentRef, arrival: Arrival): Promise<Received> {
  if (!arrival.text.isWellFormed())
    throw new AppError("NOT_UTF8", "the text has half of a surrogate pair and cannot be stored as UTF-8", {
      hint: "Send whole characters; nothing was changed.",
    });
  await ensureHome(mind);
  return receiveText(mind.deps, document, arrival);
}
