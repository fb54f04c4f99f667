// Which document an entry of a pending file means, and whether it needs a person's approval before it is applied.

import { AppError, unlessRefused } from "../../base/index.ts";
import { commitPolicyFor, type DocumentRef, fromProjectRoot, isOwnDocument, resolveTarget, type Target } from "../../knowledge/index.ts";
import type { Entry } from "../../schema/index.ts";
import { isOwn } from "../../store/index.ts";
import { type Deps } from "./deps.ts";
import type { PendingFile } from "./pending.ts";

/** Throws BAD_PATH, BAD_URL, and AUDIENCE where others could write the file and it names a document of one person's own. */
export function targetIn(deps: Deps, file: Pick<PendingFile, "place" | "standing">, key: Entry["key"]): Target {
  const target = resolveTarget(file.place.root === "project" ? fromProjectRoot(deps.environment) : deps.environment, key);
  if (target.kind === "remote" || !isOwnDocument(target.document)) return target;
  const isMine = isOwn(file.place) || (file.place.root === "home" && file.standing === "own");
  if (isMine) return target;
  throw new AppError("AUDIENCE", `${target.document.key} belongs to one person, and this delta does not`, {
    hint: "Plan it yourself: codicil plan --audience me.",
  });
}

/** The same where a key that means nothing is somebody else's to report: apply stages it with its error. */
export function targetOrNull(deps: Deps, file: Pick<PendingFile, "place" | "standing">, key: Entry["key"]): Target | null {
  return unlessRefused(() => targetIn(deps, file, key));
}

export function keyOf(target: Target): string {
  return target.kind === "remote" ? target.url : target.document.key;
}

export function needsApproval(deps: Deps, entry: Entry, document: DocumentRef | null): boolean {
  const origin = entry.meta.origin ?? "agent";
  if (entry.meta["ask"] === true) return true;
  return entry.meta["quarantined"] !== undefined || commitPolicyFor(document?.role ?? null, origin, deps.environment.config) === "proposal";
}
