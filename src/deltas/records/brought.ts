// What a repository brought. A file in a project's `.agents/` may have come with a clone, so an entry there that no plan of
// this machine knows has no one to vouch for it: for the project's own documents it may say no more than an agent (whoever has the
// repository could have written them anyway), and for anything else, the mind's own documents above all, it waits for a
// person. Without this, opening a cloned repository would be enough to rewrite SOUL.md or the person's rules.

import type { Entry } from "../../schema/index.ts";
import type { Deps } from "./deps.ts";
import { withoutAuthority } from "./fromElsewhere.ts";
import { readJournal } from "./journal.ts";
import type { PendingEntry, PendingFile } from "./pending.ts";
import { targetOrNull } from "./pendingTarget.ts";

export async function distrustBrought(deps: Deps, file: PendingFile): Promise<PendingFile> {
  if (file.place.root !== "project") return file;
  const entries: PendingEntry[] = [];
  for (const pending of file.entries) entries.push((await isPlannedHere(deps, pending)) ? pending : asBrought(deps, file, pending));
  return { ...file, entries };
}

async function isPlannedHere(deps: Deps, { id, entry }: PendingEntry): Promise<boolean> {
  const { session } = entry.meta;
  return session !== undefined && (await readJournal(deps, session)).known.has(id);
}

function asBrought(deps: Deps, file: PendingFile, pending: PendingEntry): PendingEntry {
  const { entry } = pending;
  const target = targetOrNull(deps, file, entry.key);
  const isProjects =
    target?.kind === "document" && target.document.root === "project" && target.document.project === deps.environment.project;
  const asAgents: Entry = { ...entry, meta: { ...entry.meta, ...(entry.meta.origin === "user" ? { origin: "agent" } : {}) } };
  return { ...pending, entry: isProjects ? asAgents : withoutAuthority(entry), written: entry };
}
