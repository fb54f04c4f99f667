// sync: this machine and the others say the same, by the database that they have in common or by the Git remote that carries
// the mind. What opening the mind found and did counts too. Then what this machine keeps by itself, sessions and verdicts, is
// sent to the database.

import { AppError } from "../base/index.ts";
import { type Synced, syncDocuments } from "../deltas/index.ts";
import { carrierAddress, syncWithCarrier } from "./carrier.ts";
import type { Mind } from "../mind/open.ts";
import { type Sent, sendOrSay } from "./sending.ts";

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
