// The daemon brings the mind to its carrier and back: now and then, and soon after something changed here. Bounded both ways:
// a writer that never rests is synced no more often than this, and a remote that is away is asked again only then.

import { AppError } from "../base/index.ts";
import { carrierAddress, syncWithCarrier } from "../sharing/carrier.ts";
import type { Mind } from "../mind/open.ts";

const EVERY_MS = 5 * 60_000;
const FIRST_MS = 5_000;
/** After a change; more changes until then are brought along. */
const CALM_MS = 20_000;

export interface Carrying {
  /** Something here changed. */
  changed(): void;
  close(): Promise<void>;
}

export function startCarrying(
  mind: Mind,
  {
    log,
    firstAfter = FIRST_MS,
    calm = CALM_MS,
  }: { readonly log: (line: string) => void; readonly firstAfter?: number | undefined; readonly calm?: number | undefined },
): Carrying {
  let running: Promise<void> = Promise.resolve();
  let soon: NodeJS.Timeout | undefined;
  let closed = false;
  const round = async () => {
    const address = mind.common === null ? await carrierAddress(mind) : null;
    if (address === null || closed) return;
    const { received, removed = [], sent, conflicts, problems } = await syncWithCarrier(mind, address);
    if (received.length + removed.length + sent.length > 0)
      log(`synced with ${address}: ${received.length} received, ${removed.length} removed, ${sent.length} sent`);
    for (const document of conflicts) log(`${document} was changed here and elsewhere; this machine's version is in staging`);
    for (const { document, error } of problems) log(`${document} could not be synced: ${error.message}`);
  };
  const inTurn = () => {
    running = running.then(round).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      log(`not synced, tried again later: ${error.message}`);
    });
  };
  const timers = [setTimeout(inTurn, firstAfter), setInterval(inTurn, EVERY_MS)];
  timers.forEach((timer) => timer.unref());
  return {
    changed() {
      soon ??= setTimeout(() => {
        soon = undefined;
        inTurn();
      }, calm).unref();
    },
    async close() {
      closed = true;
      timers.forEach((timer) => clearTimeout(timer));
      clearTimeout(soon);
      await running;
    },
  };
}
