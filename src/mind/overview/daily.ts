// Daily documents: one a day, the last two injected, older ones moved to the archive and never lost (AK-18, AK-36, X10).

import { daysBefore, localDay } from "../../base/index.ts";
import { moveDocument } from "../../deltas/index.ts";
import { documentAt } from "../../knowledge/index.ts";
import type { Mind } from "../open.ts";

/** Moves daily notes that are older than so many days into the archive. */
export async function archiveOldDailies(mind: Mind, days = 2): Promise<string[]> {
  const { environment, deps } = mind;
  const oldest = daysBefore(localDay(deps.clock), days - 1);
  const names = await deps.storeFor(mind.where.project).list("home", environment.layout.dailyFolder);
  const old = names.filter((name) => /^\d{4}-\d{2}-\d{2}\.md$/.test(name) && name.slice(0, 10) < oldest);
  for (const name of old) {
    const from = documentAt(environment, "home", `${environment.layout.dailyFolder}/${name}`);
    const to = documentAt(environment, "home", `${environment.layout.dailyArchive}/${name}`);
    await moveDocument(deps, from, to, "older than the injected days");
  }
  return old.map((name) => name.slice(0, 10));
}
