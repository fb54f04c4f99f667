// Which documents a session may see. Filtered before anything is assembled; a violation is an error (X14).

import { isOwnDocument } from "./audience.ts";
import type { DocumentRef } from "./documents.ts";
import { isPrivate } from "./roles.ts";

export type SessionType = "main" | "shared";

export function isVisible(document: DocumentRef, session: SessionType): boolean {
  return session === "main" || !(isOwnDocument(document) || isPrivate(document.role, document.root));
}
