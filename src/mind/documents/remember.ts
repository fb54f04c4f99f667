// remember: the way of an entry from a declaration to the text. Each verb is one step of it.

import { AppError } from "../../base/index.ts";
import {
  apply as applyPending,
  type ApplyOptions,
  type ApplyReport,
  checkBatch,
  decodeText,
  finishMoves,
  flush as flushSession,
  foresee,
  type Foreseen,
  plan as planEntry,
  type PlanRequest,
} from "../../deltas/index.ts";
import { journalSessions } from "../../deltas/waiting.ts";
import { readDelta, type Receipt } from "../../schema/index.ts";
import { checkArguments } from "../checkArguments.ts";
import { ensureHome } from "./begin.ts";
import type { Mind } from "../open.ts";
import { needPerson, type Person } from "../person.ts";

export type { ApplyReport, PlanRequest };

/** LW-51: declares one entry. Nothing changes but the journal. */
export async function plan(
  mind: Mind,
  request: Omit<PlanRequest, "session"> & { readonly session?: string | undefined; readonly person?: Person | undefined },
): Promise<Receipt> {
  checkArguments("plan", { mind: [mind, "mind"], request: [request, "object"] });
  const { person, ...entry } = request;
  if (entry.origin === "user") needPerson(person, "the origin user");
  return planEntry(mind.deps, { ...entry, session: entry.session ?? mind.session });
}

/** LW-53…58: a session stops; no id means every session that has something open. */
export async function flush(mind: Mind, session?: string): Promise<Receipt[]> {
  checkArguments("flush", { mind: [mind, "mind"], ...(session === undefined ? {} : { session: [session, "text"] }) });
  await ensureHome(mind);
  const sessions = session === undefined ? await journalSessions(mind.deps) : [session];
  const receipts: Receipt[] = [];
  for (const id of sessions) receipts.push(...(await flushSession(mind.deps, id)));
  return receipts;
}

/** LW-60…62. */
export async function apply(mind: Mind, options: ApplyOptions = {}): Promise<ApplyReport> {
  checkArguments("apply", { mind: [mind, "mind"], options: [options, "object"] });
  if (options.dryRun !== true) {
    await ensureHome(mind);
    await finishMoves(mind.deps);
  }
  return applyPending(mind.deps, options);
}

/** How long the end of a session waits for documents on other servers. */
const PATIENCE_MS = 3_000;

/** The same at the end of a session, when somebody wants to leave: what other servers do not take at once waits. */
export async function applyAtEnd(mind: Mind): Promise<ApplyReport> {
  return apply(mind, { patience: PATIENCE_MS });
}

export interface Checked {
  readonly file: string;
  readonly version: string;
  readonly entries: number;
  /** What is no mistake of the file, but good to know before it is applied. */
  readonly notes: readonly Foreseen[];
}

/** LW-83: reads a delta as apply would, and reports what is wrong with its first problem. */
export async function validate(mind: Mind, name: string): Promise<Checked> {
  const store = mind.deps.storeFor(mind.where.project);
  const bare = name.replace(/^.*\//, "");
  const places = [
    { root: "home", path: `last-word/${bare}` },
    { root: "home", path: `last-word/staging/${bare}` },
    ...(mind.where.project === null ? [] : [{ root: "project", path: `.agents/${bare}` }]),
  ] as const;
  for (const place of places) {
    const file = store.describe(place as (typeof places)[0]);
    if (name.includes("/") && file !== name && !file.endsWith(`/${name.replace(/^\.\//, "")}`)) continue;
    const stored = await store.read(place as (typeof places)[0]);
    if (stored === null) continue;
    const delta = await readDelta(decodeText(stored.bytes, file), file);
    checkBatch(mind.deps, delta, file);
    const notes = await foresee(mind.deps, delta, stored.modified.toISOString());
    return { file, version: delta.version, entries: delta.entries.length, notes };
  }
  throw new AppError("NOT_FOUND", `there is no pending file ${name}`, { hint: "codicil status lists them." });
}
