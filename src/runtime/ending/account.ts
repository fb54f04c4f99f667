// What became of everything that a session declared: every entry that was ever planned is looked for, so that "0 lost" is
// a count and not a phrase.

import { entriesInHistory } from "../../deltas/index.ts";
import { listStaged, readJournal } from "../../deltas/waiting.ts";
import type { Mind } from "../../mind/open.ts";
import { status } from "../../mind/overview/status.ts";
import { type Decision } from "../../schema/index.ts";

export interface Account {
  /** In a document, or on its way there. */
  readonly saved: number;
  /** Needs a person's decision: proposals and what is staged. */
  readonly waiting: number;
  /** A person said no. */
  readonly dropped: number;
  readonly lost: number;
  readonly lostIds: readonly string[];
}

export async function accountFor(mind: Mind, session: string): Promise<Account> {
  const planned = [...(await readJournal(mind.deps, session)).known.keys()];
  if (planned.length === 0) return { saved: 0, waiting: 0, dropped: 0, lost: 0, lostIds: [] };
  const now = await status(mind);
  const pending = new Map(now.pending.map(({ entry, state }) => [entry, state]));
  const staged = new Set(
    (await listStaged(mind.deps)).files.flatMap(({ staged: { entries } }) => entries.map((entry) => entry.meta.id ?? "")),
  );
  const applied = await entriesInHistory(
    mind.deps,
    planned.flatMap((id) => [id, `${id}.overflow`]),
  );
  const open = new Set((await readJournal(mind.deps, session)).open.map(({ id }) => id));
  const rejected = await rejectedEntries(mind);
  const kindOf = (id: string): "saved" | "waiting" | "dropped" | "lost" => {
    if (applied.has(id) || applied.has(`${id}.overflow`) || open.has(id)) return "saved";
    const state = pending.get(id);
    if (state !== undefined) return state === "proposed" ? "waiting" : "saved";
    if (staged.has(id)) return "waiting";
    return rejected.has(id) ? "dropped" : "lost";
  };
  const kinds = planned.map((id) => ({ id, kind: kindOf(id) }));
  const count = (kind: string) => kinds.filter((each) => each.kind === kind).length;
  return {
    saved: count("saved"),
    waiting: count("waiting"),
    dropped: count("dropped"),
    lost: count("lost"),
    lostIds: kinds.filter(({ kind }) => kind === "lost").map(({ id }) => id),
  };
}

async function rejectedEntries(mind: Mind): Promise<ReadonlySet<string>> {
  const { lines } = await mind.deps.storeFor(mind.where.project).readLog({ root: "state", path: "decisions/proposals.jsonl" });
  return new Set(
    lines
      .map((line) => JSON.parse(line) as Decision)
      .filter(({ kind }) => kind.startsWith("rejected"))
      .map(({ entry }) => entry),
  );
}
