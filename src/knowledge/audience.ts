// Audience: for whom a section is. It is a matter of where the section is, because that is what can be enforced: below
// `me/` of the home for one person alone, elsewhere in the home for everybody of the mind, in a project for its sessions.

import type { Audience, Role } from "../schema/index.ts";
import { isOwn, OWN_FOLDER } from "../store/index.ts";
import { BANK_INDEX } from "./bank/index.ts";
import { documentAt, type DocumentRef, type Environment } from "./documents.ts";

export function isOwnDocument(document: Pick<DocumentRef, "root" | "path">): boolean {
  return isOwn(document);
}

/** The same of a key as it is written into deltas and receipts. */
export function isOwnKey(key: string): boolean {
  const inHome = /^~\/\.config\/agents\/(.*)$/s.exec(key)?.[1];
  return inHome !== undefined && isOwn({ root: "home", path: inHome });
}

export function audienceOf(document: Pick<DocumentRef, "root" | "path">): Audience {
  if (document.root === "project") return "project";
  return isOwnDocument(document) ? "me" : "team";
}

/** `USER.md` → `me/USER.md`: the person's own document beside everybody's. Of one that is their own, itself. */
export function ownTwin(environment: Environment, document: DocumentRef): DocumentRef {
  return isOwnDocument(document) ? document : documentAt(environment, "home", `${OWN_FOLDER}/${document.path}`);
}

/** The other way. */
export function teamTwin(environment: Environment, document: DocumentRef): DocumentRef {
  return isOwnDocument(document) ? documentAt(environment, "home", document.path.slice(OWN_FOLDER.length + 1)) : document;
}

/** What of the home a project has a document for: notes of its own. Who the person or the agent is, is no matter of a project. */
const IN_PROJECT: ReadonlySet<Role | null> = new Set(["memory", "project-memory"]);

/** The document that has this one's role for that audience; null: there is none. */
export function documentFor(environment: Environment, document: DocumentRef, audience: Audience): DocumentRef | null {
  // Rules hold for everybody or for a project: a file of them that only one person has would hold for nobody.
  if (document.role === "agents") return audienceOf(document) === audience ? document : null;
  if (document.root === "project") {
    if (audience === "project") return document;
    if (document.role !== "project-memory") return null;
    const memory = documentAt(environment, "home", environment.layout.path("memory"));
    return audience === "me" ? ownTwin(environment, memory) : memory;
  }
  if (audience === "project")
    return environment.project !== null && IN_PROJECT.has(document.role) ? documentAt(environment, "project", BANK_INDEX) : null;
  return audience === "me" ? ownTwin(environment, document) : teamTwin(environment, document);
}
