// Provenance of what was made from something else: trusted no more than the least of its ancestors.

import { AppError } from "../../base/index.ts";
import type { Origin } from "../../schema/index.ts";
import type { Deps } from "../records/deps.ts";
import { findChange } from "./history.ts";
import { journalSessions, readJournal } from "../records/journal.ts";

/** From what the person said down to what a web page said. */
const TRUST: readonly Origin[] = ["user", "agent", "file", "tool", "web"];

export interface Ancestry {
  /** The least trusted of all. */
  readonly origin: Origin;
  /** In which they were written: what those sessions had read counts as well. */
  readonly sessions: readonly string[];
}

export async function ancestryOf(deps: Deps, own: Origin, ancestors: readonly string[]): Promise<Ancestry> {
  const found: Ancestor[] = [];
  for (const id of ancestors) found.push(await ancestorOf(deps, id));
  return { origin: leastTrustedOf([own, ...found.map(({ origin }) => origin)]), sessions: found.flatMap(({ session }) => session ?? []) };
}

interface Ancestor {
  readonly origin: Origin;
  readonly session: string | undefined;
}

/** Of none: the person's. */
export function leastTrustedOf(origins: readonly Origin[]): Origin {
  return TRUST[Math.max(0, ...origins.map((origin) => TRUST.indexOf(origin)))] ?? "web";
}

async function ancestorOf(deps: Deps, id: string): Promise<Ancestor> {
  const found = await findChange(deps, id);
  if (found) return { origin: found.change.by, session: found.change.session };
  for (const session of await journalSessions(deps, { settled: true })) {
    const planned = (await readJournal(deps, session)).known.get(id);
    if (planned) return { origin: planned.entry.meta.origin ?? "agent", session: planned.entry.meta.session };
  }
  throw new AppError("NOT_FOUND", `there is no entry ${id} that this could come from`, { hint: "codicil log lists the entries." });
}
