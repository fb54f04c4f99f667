// sync: this machine's working copies and the database say the same. What opening the mind found and did counts too.

import { AppError } from "../base/index.ts";
import { type Synced, syncDocuments } from "../deltas/index.ts";
import type { Mind } from "./open.ts";

export async function sync(mind: Mind): Promise<Synced> {
  if (mind.common === null) throw new AppError("BAD_CONFIG", "this mind is in files on this machine alone; there is nothing to sync with", { hint: "codicil move --to postgres://… makes it common (docs/many-machines.md)." });
  const { opened } = mind;
  const now = await syncDocuments(mind.desk);
  const both = (name: "received" | "sent" | "conflicts") => [...new Set([...(opened?.[name] ?? []), ...now[name]])];
  return { received: both("received"), sent: both("sent"), conflicts: both("conflicts"), problems: now.problems };
}
