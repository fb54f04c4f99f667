// Decisions: the person's word on proposals. A confirmation is bound to the proposal's id and to the hash of what it
// confirms, and is used once (X16). A rejection for ever is bound to the content alone, whoever proposes it again.

import { AppError, sha256 } from "../base/index.ts";
import type { Target } from "../knowledge/index.ts";
import { type Decision, type Entry, readDecision } from "../schema/index.ts";
import type { Place } from "../store/index.ts";
import { writerOf } from "../store/write.ts";
import { type Desk, home } from "./desk.ts";

export const WORDS: Place = { root: "state", path: "decisions/proposals.jsonl" };

export interface Decisions {
  /** Accepted with this very content, and not yet used up. */
  accepted(entry: string, hash: string): boolean;
  rejectedForEver(hash: string): boolean;
}

export function confirmationHash(entry: Entry, target: Target): string {
  const where = target.kind === "remote" ? target.url : target.document.id;
  const { heading, level } = entry.key;
  return sha256(JSON.stringify([where, heading, level ?? null, entry.operation, entry.old ?? null, entry.content?.trim() ?? null]));
}

export async function readDecisions(desk: Desk): Promise<Decisions> {
  const store = home(desk);
  const { lines } = await store.readLog(WORDS);
  const open = new Set<string>();
  const never = new Set<string>();
  for (const [index, text] of lines.entries()) {
    const decision = readDecision(text, store.describe(WORDS), index + 1);
    const key = `${decision.entry} ${decision.hash}`;
    if (decision.kind === "accepted") open.add(key);
    else open.delete(key);
    if (decision.kind === "rejected-for-ever") never.add(decision.hash);
  }
  return { accepted: (entry, hash) => open.has(`${entry} ${hash}`), rejectedForEver: (hash) => never.has(hash) };
}

export async function decide(desk: Desk, decisions: readonly Omit<Decision, "v" | "at">[]): Promise<void> {
  if (decisions.length === 0) return;
  const store = home(desk);
  const at = desk.clock.now().toISOString();
  const lines = decisions.map((decision) => JSON.stringify({ v: 1, ...decision, at } satisfies Decision));
  const done = await store.lock("decisions", () => writerOf(store).append(WORDS, lines), desk.lock);
  if (done.kind === "busy") throw new AppError("LOCKED", "the decisions are locked by another process", { hint: "Try again; nothing was decided." });
}
