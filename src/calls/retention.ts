// How long the gate's verdicts are kept. All of them, unless the person's config.yaml says otherwise: then older ones become counts
// by day and rule, and their calls are gone.

import { objectIn } from "../base/index.ts";
import { VERDICT_LOG } from "../gate/settling.ts";
import type { VerdictLine } from "../schema/index.ts";
import { reduceStateLog, stateLogPlace } from "../store/index.ts";
import type { Mind } from "../mind/open.ts";
import { timeIn } from "./verdictLog.ts";

const COUNTS = "verdict-counts";
const DAY_MS = 86_400_000;

export interface VerdictState {
  readonly bytes: number;
  /** null: all of them. */
  readonly days: number | null;
  /** How many became counts. */
  readonly counted: number;
}

/** One file of the log at most, and how many verdicts of it became counts: whoever begins a session waits for it. */
export async function reduceVerdicts(mind: Mind): Promise<number> {
  const days = mind.config.retention.verdicts;
  // In a mind in common the log must stay the beginning of what was sent.
  if (days === undefined || mind.common !== null) return 0;
  const since = new Date(mind.deps.clock.now().getTime() - days * DAY_MS).toISOString();
  return reduceStateLog(mind.deps.storeFor(null), VERDICT_LOG, {
    into: COUNTS,
    // A line without a time goes with its neighbours.
    isOld: (line) => timeIn(line) < since,
    countsOf,
    lock: mind.deps.lock,
  });
}

function countsOf(lines: readonly string[]): object {
  const days: Record<string, Record<string, number>> = {};
  const rules: Record<string, number> = {};
  for (const line of lines) {
    // A damaged line, which doctor named as long as it was near the end, counts and says nothing.
    const { at = "", verdict = "ask", rules: crossed = [] } = objectIn<VerdictLine>(line) ?? {};
    const day = (days[at.slice(0, 10)] ??= {});
    day[verdict] = (day[verdict] ?? 0) + 1;
    for (const { id } of crossed) rules[id] = (rules[id] ?? 0) + 1;
  }
  return { days, rules };
}

/** For doctor. */
export async function verdictState({ deps, config }: Mind): Promise<VerdictState> {
  const store = deps.storeFor(null);
  const log = store.openLog?.(stateLogPlace(VERDICT_LOG)) ?? null;
  log?.close();
  const { lines } = await store.readLog(stateLogPlace(COUNTS));
  const counted = lines.reduce((sum, line) => sum + (JSON.parse(line) as { lines: number }).lines, 0);
  return { bytes: log?.size ?? 0, days: config.retention.verdicts ?? null, counted };
}
