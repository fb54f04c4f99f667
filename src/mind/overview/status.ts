// status: what is pending, and where.

import { journalSessions, listPending, listStaged, readJournal } from "../../deltas/waiting.ts";
import { checkArguments } from "../checkArguments.ts";
import { type LastSync, lastSync } from "./lastSync.ts";
import type { Mind } from "../open.ts";

/** What is pending, staged and proposed. */
export interface Status {
  readonly pending: readonly {
    readonly file: string;
    readonly line: number;
    readonly entry: string;
    readonly document: string;
    readonly heading: string;
    readonly operation: string;
    readonly state: "pending" | "proposed";
  }[];
  readonly staged: readonly {
    readonly file: string;
    readonly code: string;
    readonly message: string;
    readonly document: string;
    readonly entries: number;
  }[];
  /** Sessions that planned and were not flushed: a crash, or still running. */
  readonly journalled: readonly { readonly session: string; readonly entries: number }[];
  readonly damaged: readonly { readonly file: string; readonly code: string; readonly message: string; readonly line?: number }[];
  /** The Git remote that carries the mind; absent: none. */
  readonly carrier?: { readonly address: string; readonly last: Omit<LastSync, "address"> | null };
}

/** LW-80. */
export async function status(mind: Mind): Promise<Status> {
  checkArguments("status", { mind: [mind, "mind"] });
  const pending = await listPending(mind.deps);
  const staged = await listStaged(mind.deps);
  const journalled: { session: string; entries: number }[] = [];
  for (const session of await journalSessions(mind.deps)) {
    const { open } = await readJournal(mind.deps, session);
    if (open.length > 0) journalled.push({ session, entries: open.length });
  }
  const { carrier } = mind.config;
  return {
    ...(carrier === undefined ? {} : { carrier: { address: carrier, last: withoutAddress(lastSync(mind, carrier)) } }),
    pending: pending.files.flatMap((file) =>
      file.entries.map(({ id, entry, line }) => ({
        file: file.file,
        line,
        entry: id,
        document: entry.key.path ?? entry.key.url ?? "",
        heading: entry.key.heading,
        operation: entry.operation,
        state: entry.meta.state ?? ("pending" as const),
      })),
    ),
    staged: staged.files.map(({ name, staged: each }) => ({
      file: name,
      code: each.error.code,
      message: each.error.message,
      document: each.target_file,
      entries: each.entries.length,
    })),
    journalled,
    damaged: [...pending.damaged, ...staged.damaged].map(({ file, error }) => ({
      file,
      code: error.code,
      message: error.message,
      ...(error.line === undefined ? {} : { line: error.line }),
    })),
  };
}

function withoutAddress(last: LastSync | null): Omit<LastSync, "address"> | null {
  if (last === null) return null;
  const { address: _, ...rest } = last;
  return rest;
}
