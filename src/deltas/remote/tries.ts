// Which documents on other servers did not answer lately, on this machine: they are asked last, and after a second failure
// not by what somebody waits for, until a pause is over. So one slow document does not hold up the others of its host.

import { AppError, objectIn, sha256 } from "../../base/index.ts";
import type { Place, Store } from "../../store/index.ts";
import { writerOf } from "../../store/write.ts";

interface Tried {
  readonly fails: number;
  /** ms since 1970 */
  readonly at: number;
}

export interface Tries {
  /** The others first, then those that were asked longest ago. */
  inOrder(urls: Iterable<string>): string[];
  isResting(url: string, now: number): boolean;
  note(url: string, now: number, isAnswered: boolean): void;
  save(): Promise<void>;
}

const PLACE: Place = { root: "state", path: "remote-tries.json" };
const FIRST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 30 * 60_000;
const MOST = 500;

export async function readTries(store: Store): Promise<Tries> {
  const stored = await store.read(PLACE);
  // Damaged: nobody failed lately.
  const kept = Object.entries(objectIn<Record<string, Tried>>(stored === null ? null : new TextDecoder().decode(stored.bytes)) ?? {});
  const tried = new Map(kept.flatMap(([name, each]) => (Number.isFinite(each?.fails) && Number.isFinite(each?.at) ? [[name, each]] : [])));
  let isChanged = false;
  const of = (url: string): Tried => tried.get(nameOf(url)) ?? { fails: 0, at: 0 };
  return {
    inOrder: (urls) => [...urls].sort((a, b) => of(a).fails - of(b).fails || of(a).at - of(b).at),
    isResting: (url, now) => {
      const { fails, at } = of(url);
      return fails > 1 && now < at + Math.min(FIRST_PAUSE_MS * 2 ** (fails - 2), LONGEST_PAUSE_MS);
    },
    note(url, now, isAnswered) {
      if (isAnswered && !tried.has(nameOf(url))) return;
      isChanged = true;
      const { fails } = of(url);
      tried.delete(nameOf(url));
      if (!isAnswered) tried.set(nameOf(url), { fails: fails + 1, at: now });
    },
    async save() {
      if (!isChanged) return;
      const text = JSON.stringify(Object.fromEntries([...tried].slice(-MOST)));
      try {
        await writerOf(store).write(PLACE, new TextEncoder().encode(`${text}\n`), stored?.version ?? null);
      } catch (error) {
        // Then they are asked in the order in which they are, as before.
        if (!(error instanceof AppError)) throw error;
      }
    },
  };
}

/** A URL is another's business: its hash is enough to know it again. */
function nameOf(url: string): string {
  return sha256(url).slice(0, 24);
}
