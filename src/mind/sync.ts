// sync: this machine's working copies and the database say the same. What opening the mind found and did counts too. Then
// what this machine keeps by itself, sessions and verdicts, is sent.

import { AppError } from "../base/index.ts";
import { type Synced, syncDocuments } from "../deltas/index.ts";
import type { Mind } from "./open.ts";
import { type Sent, sendLogs } from "./sending.ts";

export interface SyncedMind extends Synced {
  /** Sessions of which something was sent, events and verdicts that were; `problems` has what was not. */
  readonly sentLogs: Pick<Sent, "sessions" | "events" | "verdicts">;
}

export async function sync(mind: Mind): Promise<SyncedMind> {
  if (mind.common === null) throw new AppError("BAD_CONFIG", "this mind is in files on this machine alone; there is nothing to sync with", { hint: "codicil move --to postgres://… makes it common (docs/many-machines.md)." });
  const { opened } = mind;
  const now = await syncDocuments(mind.desk);
  const both = (name: "received" | "sent" | "conflicts") => [...new Set([...(opened?.[name] ?? []), ...now[name]])];
  const { problems, ...sentLogs } = await sendLogs(mind);
  return { received: both("received"), sent: both("sent"), conflicts: both("conflicts"), problems: [...now.problems, ...problems.map(({ name, error }) => ({ document: name, error }))], sentLogs };
}
