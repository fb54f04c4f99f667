// Which of the person's keys fit: one exact call, once; or a time in which the gate lets pass what it would refuse. They are
// made by the hall's verbs (mind/keys.ts), from a terminal or the page.

import type { KeyLine } from "../schema/index.ts";
import { settleStateLog, stateLogPlace } from "../store/index.ts";
import type { GateDesk } from "./desk.ts";

export const KEY_LOG = "keys";

/** null: the gate is locked. */
export async function unlockedUntil({ store, clock }: Pick<GateDesk, "store" | "clock">): Promise<Date | null> {
  const { lines } = await store.readLog(stateLogPlace(KEY_LOG));
  const last = lines.map((line) => JSON.parse(line) as KeyLine).findLast(({ kind }) => kind === "unlock");
  const until = last?.kind === "unlock" ? new Date(last.until) : null;
  return until !== null && until > clock.now() ? until : null;
}

/** Takes the allowance of this call, if there is one. Of two processes that try at once, one gets it. */
export async function useAllowance({ store, clock, lock }: GateDesk, hash: string, session: string | undefined): Promise<boolean> {
  const now = clock.now();
  const isOpen = (lines: readonly string[]): boolean =>
    lines.reduce((open, line) => {
      const key = JSON.parse(line) as KeyLine;
      if (key.kind === "unlock" || key.hash !== hash) return open;
      return key.kind === "allow" ? open || (new Date(key.until) > now && (key.session === undefined || key.session === session)) : false;
    }, false);
  const used: KeyLine = { v: 1, kind: "used", hash, at: now.toISOString() };
  // Most refusals have no allowance: looking needs no lock.
  if (!isOpen((await store.readLog(stateLogPlace(KEY_LOG))).lines)) return false;
  const added = await settleStateLog(store, KEY_LOG, (lines) => (isOpen(lines) ? [JSON.stringify(used)] : []), lock);
  return added.length > 0;
}
