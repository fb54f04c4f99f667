// forget, in what was sent: the text leaves the lines in the store too, of every machine of this login. A log of this
// machine was rewritten on its disk before; its mark is set anew, so that sending goes on behind it.

import { AppError } from "../../base/index.ts";
import type { LockOptions, Place, SentLine, SentLog, SharedStore, Store } from "../../store/index.ts";
import { writerOf } from "../../store/write.ts";
import { markThrough } from "./prefix.ts";

export interface ForgettingSent {
  readonly store: Store;
  readonly shared: SharedStore;
  readonly log: SentLog;
  /** Where this machine keeps it; null: it is another machine's. */
  readonly place: Place | null;
  readonly lock: LockOptions;
  /** How the text may be spelled in a line: finds candidates. */
  readonly spellings: readonly string[];
  /** The line without the text; null: it does not hold it. */
  scrub(line: string): string | null;
  scrubAbout(about: unknown): unknown;
}

const AT_A_TIME = 200;

/** How many lines it was taken out of. Nobody sends the log meanwhile. */
export async function forgetSent(forgetting: ForgettingSent): Promise<number> {
  const { store, log } = forgetting;
  const done = await store.lock(`sending ${log.kind} ${log.name}`, () => forgetLocked(forgetting), forgetting.lock);
  if (done.kind === "busy") throw new AppError("LOCKED", `another process sends ${log.name}`, { hint: "Run forget again to finish." });
  return done.value;
}

async function forgetLocked(forgetting: ForgettingSent): Promise<number> {
  const { shared, log, place, spellings, scrub, scrubAbout } = forgetting;
  const pen = writerOf(shared).sent;
  if (pen === undefined) throw new Error("nothing was sent to this store");
  let count = 0;
  for (let after = 0; ;) {
    const found = await shared.sent.holding(log, spellings, { after, limit: AT_A_TIME });
    const clean = found.flatMap(({ n, line }): SentLine[] => {
      const scrubbed = scrub(line);
      return scrubbed === null ? [] : [{ n, line: scrubbed }];
    });
    if (clean.length > 0) await pen.amend(log, clean, scrubAbout(log.about));
    count += clean.length;
    const last = found.at(-1);
    if (last === undefined || found.length < AT_A_TIME) break;
    after = last.n;
  }
  if (place !== null) await markAnew(forgetting, place);
  return count;
}

async function markAnew({ store, shared, log }: ForgettingSent, place: Place): Promise<void> {
  const bytes = store.openLog?.(place) ?? null;
  if (bytes === null) return;
  try {
    const [now] = await shared.sent.named(log.kind, log.name).then((all) => all.filter(({ device }) => device === log.device));
    const mark = now === undefined ? null : markThrough(bytes, now.count);
    if (now !== undefined && mark !== null && mark.origin !== now.origin) await writerOf(shared).sent?.remark(now, mark);
  } finally {
    bytes.close();
  }
}
