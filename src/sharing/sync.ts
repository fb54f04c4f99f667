// sync: this machine and the others say the same, by the database that they have in common or by the Git remote that carries
// the mind. What opening the mind found and did counts too. Then what this machine keeps by itself, sessions and verdicts, is
// sent to the database.

import { AppError } from "../base/index.ts";
import { type Synced, syncDocuments, type Arrival, type Received, receiveText, type Standing, standingOf } from "../deltas/index.ts";
import { carrierAddress, syncWithCarrier } from "./carrier.ts";
import type { Mind } from "../mind/open.ts";
import { type Sent, sendOrSay } from "./sending.ts";
import { type DocumentRef, fromProjectRoot, resolveDocument } from "../knowledge/index.ts";
import { ensureHome } from "../mind/documents/begin.ts";
import type { StoredFile } from "../store/index.ts";

export interface SyncedMind extends Synced {
  /** Sessions of which something was sent, events and verdicts that were; `problems` has what was not. A Git remote gets none. */
  readonly sentLogs?: Pick<Sent, "sessions" | "events" | "verdicts">;
}

/** Brings documents and database, or Git remote, together. */
export async function sync(mind: Mind): Promise<SyncedMind> {
  if (mind.common === null) {
    const address = await carrierAddress(mind);
    if (address !== null) return syncWithCarrier(mind, address);
    throw new AppError("BAD_CONFIG", "this mind is in files on this machine alone; there is nothing to sync with", {
      hint: "codicil sync --with git@host:me/mind.git, or codicil move --to postgres://… (docs/many-machines.md).",
    });
  }
  const { opened } = mind;
  mind.contact.check();
  const now = await syncDocuments(mind.deps);
  type Keys = "received" | "removed" | "sent" | "rejoined" | "conflicts";
  const both = (name: Keys) => [...new Set([...(opened?.[name] ?? []), ...(now[name] ?? [])])];
  const { problems, ...sentLogs } = await sendOrSay(mind);
  return {
    received: both("received"),
    removed: both("removed"),
    sent: both("sent"),
    rejoined: both("rejoined"),
    conflicts: both("conflicts"),
    problems: [...now.problems, ...problems.map(({ name, error }) => ({ document: name, error }))],
    sentLogs,
  };
}

// receive: another machine reads a document of this mind, or sends its whole text. What it sends is not the person's own word.
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
