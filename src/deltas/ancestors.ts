// Provenance of what was made from something else: trusted no more than the least of its ancestors.

import { AppError } from "../base/index.ts";
import { documentAt } from "../knowledge/index.ts";
import type { Origin } from "../schema/index.ts";
import type { Desk } from "./desk.ts";
import { findChange } from "./history.ts";
import { journalSessions, readJournal } from "./journal.ts";

/** From what the person said down to what a web page said. */
const TRUST: readonly Origin[] = ["user", "agent", "file", "tool", "web"];

export async function leastTrusted(desk: Desk, own: Origin, ancestors: readonly string[]): Promise<Origin> {
  const origins = [own];
  for (const id of ancestors) origins.push(await originOf(desk, id));
  return leastTrustedOf(origins);
}

/** Of none: the person's. */
export function leastTrustedOf(origins: readonly Origin[]): Origin {
  return TRUST[Math.max(0, ...origins.map((origin) => TRUST.indexOf(origin)))] ?? "web";
}

async function originOf(desk: Desk, id: string): Promise<Origin> {
  const found = await findChange(desk, id, (ref) => documentAt(desk.around, ref.root, ref.path, ref.project));
  if (found) return found.change.by;
  for (const session of await journalSessions(desk)) {
    const planned = (await readJournal(desk, session)).known.get(id);
    if (planned) return planned.entry.meta.origin ?? "agent";
  }
  throw new AppError("NOT_FOUND", `there is no entry ${id} that this could come from`, { hint: "codicil log lists the entries." });
}
