// A person's decisions on lines of rules: written to their log, and read as the history tells them. Apart from the verbs that
// make them, which load the compiler; also for a hook, which opens no mind.

import { newId, sha256 } from "../base/index.ts";
import { OWN_READINGS, READINGS_LOG } from "../gate/index.ts";
import type { GateDeps } from "../gate/settling.ts";
import { type ReadingDecisionLine, readReadingDecision } from "../schema/index.ts";
import { addToNote, appendStateLog, stateLogPlace } from "../store/index.ts";
import type { Mind } from "../mind/open.ts";

export type MakeDecision = (shared: { readonly v: 1; readonly id: string; readonly at: string }) => ReadingDecisionLine;

/** The log first, then its mark of this machine. Without the mark it may tighten and not loosen. */
export async function appendDecision(deps: GateDeps, state: string, make: MakeDecision): Promise<string> {
  const now = deps.clock.now();
  const id = newId("d", now, deps.random);
  const text = JSON.stringify(make({ v: 1, id, at: now.toISOString() }));
  await appendStateLog(deps.store, READINGS_LOG, [text], deps.lock);
  addToNote(state, OWN_READINGS, sha256(text));
  return id;
}

type Decided = Extract<ReadingDecisionLine, { kind: "decided" }>;

/** A decision on a line, or its undo, as the history tells it. */
export interface LoggedDecision extends Pick<Decided, "id" | "at" | "file" | "line" | "text" | "as" | "by"> {
  readonly kind: "decision";
  /** The decision that was undone. */
  readonly undoes?: string;
}

/** All decisions, and what was undone of them, newest first. */
export async function decisionLog(mind: Mind): Promise<LoggedDecision[]> {
  const lines = await decisionLines(mind);
  const decided = new Map(lines.flatMap((line) => (line.kind === "decided" ? [[line.id, line] as const] : [])));
  return lines
    .flatMap(({ id, at, ...line }) => {
      const about = decided.get(line.kind === "undone" ? line.of : id);
      if (about === undefined) return [];
      const { file, line: number, text, as, by } = about;
      const how = line.kind === "undone" ? { undoes: line.of } : by === undefined ? {} : { by };
      return [{ id, at, kind: "decision" as const, file, line: number, text, as, ...how }];
    })
    .toReversed();
}

/** The newest decision that was not undone. */
export async function lastDecision(mind: Mind): Promise<Decided | undefined> {
  const lines = await decisionLines(mind);
  const undone = new Set(lines.flatMap((line) => (line.kind === "undone" ? [line.of] : [])));
  return lines.findLast((line) => line.kind === "decided" && !undone.has(line.id)) as Decided | undefined;
}

/** Oldest first. */
export async function decisionLines(mind: Mind): Promise<ReadingDecisionLine[]> {
  const { lines } = await mind.deps.storeFor(mind.where.project).readLog(stateLogPlace(READINGS_LOG));
  return lines.flatMap((line) => readReadingDecision(line) ?? []);
}
