// Sessions that were sent to the database are indexed there, for the same person's other machines: by the machine that sends
// them, and after the index was emptied by whichever machine asks next. The key is the hash that the database has of what
// was sent, so it is the same wherever a session is read.

import { keptIn } from "../base/index.ts";
import type { SharedStore } from "../store/index.ts";
import { deviceOf } from "../mind/device.ts";
import type { Mind } from "../mind/open.ts";
import { commonIndexOf } from "./commonIndex.ts";
import { sessionSource } from "./sessions.ts";

/** A session that is being written is sent every minute, and would be read as a whole each time. */
const PAUSE_MS = 5 * 60_000;

interface Due {
  /** When this process indexed a session last. */
  readonly done: Map<string, number>;
  /** Sent since then. */
  readonly waiting: Set<string>;
}

const dues = new WeakMap<Mind, Due>();

/** `sent`: of which something was sent just now. `ended`: the one that nobody writes to any more. */
export async function indexSent(
  mind: Mind,
  { sent, ended }: { readonly sent: readonly string[]; readonly ended?: string | undefined },
): Promise<void> {
  const shared = mind.common;
  if (shared === null) return;
  const due = keptIn(dues, mind, () => ({ done: new Map<string, number>(), waiting: new Set<string>() }));
  for (const id of sent) due.waiting.add(id);
  const now = performance.now();
  for (const id of [...due.waiting].filter((each) => each === ended || now - (due.done.get(each) ?? -PAUSE_MS) >= PAUSE_MS)) {
    await indexSession(mind, shared, id);
    due.waiting.delete(id);
    due.done.set(id, now);
  }
}

/** A longer one would take minutes while it is sent, and as much memory as all others; it is found on its own machine. */
const MOST_EVENTS = 100_000;

async function indexSession(mind: Mind, shared: SharedStore, id: string): Promise<void> {
  const [log] = await shared.sent.named("session", id);
  // Another machine's forget took something out there that this machine's file may still have: it waits for forget here.
  if (log?.isAmended === true && log.device === deviceOf(mind.where)) return;
  if (log !== undefined && log.count <= MOST_EVENTS)
    await commonIndexOf(shared).put([{ id: `session:${id}`, key: log.chain, read: () => sessionSource(mind, id) }]);
}

// How many sessions of other machines there were when none was missing: as long as it stays so, nobody lists them again.
const complete = new WeakMap<SharedStore, number>();
const PATIENCE_MS = 3000;

/** Sessions of other machines that the index lacks, as many as there is time for. `sent`: how many there are. Answers how many are left. */
export async function fillElsewhere(
  mind: Mind,
  shared: SharedStore,
  { sent, standing }: { readonly sent: number; readonly standing: ReadonlyMap<string, unknown> },
  isLate = lateAfter(PATIENCE_MS),
): Promise<number> {
  if (sent === 0 || complete.get(shared) === sent) return 0;
  const logs = (await shared.sent.list("session", { notOf: deviceOf(mind.where) })).filter(
    ({ name, count }) => count <= MOST_EVENTS && !standing.has(`session:${name}`),
  );
  let left = logs.length;
  for (const { name } of logs) {
    if (isLate()) return left;
    // Loaded late: as a rule there is nothing to fetch.
    const { reach } = await import("../activity/otherMachines.ts");
    await reach(mind, name);
    await indexSession(mind, shared, name);
    left--;
  }
  complete.set(shared, sent);
  return 0;
}

/** Everything that this login sent, from whichever machine: after the index was emptied. */
export async function indexAllSent(mind: Mind, shared: SharedStore): Promise<void> {
  complete.delete(shared);
  const device = deviceOf(mind.where);
  for (const id of (await shared.sent.marks("session", device)).keys()) await indexSession(mind, shared, id);
  await fillElsewhere(mind, shared, { sent: await shared.sent.count("session", { notOf: device }), standing: new Map() }, () => false);
}

function lateAfter(ms: number): () => boolean {
  const end = performance.now() + ms;
  return () => performance.now() > end;
}

/** The index was emptied. */
export function lookAgain(shared: SharedStore): void {
  complete.delete(shared);
}
