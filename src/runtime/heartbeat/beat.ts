// One beat: queue today's distillation and, where the memory is nearly full, its tidying; work off what is queued, archive old
// days. Nothing of this happens by itself unless the person switched it on, or the daemon runs.

import { localDay } from "../../base/index.ts";
import { archiveOldDailies } from "../../mind/overview/daily.ts";
import type { Mind } from "../../mind/open.ts";
import { addToStateLog, readStateLog } from "../../mind/session/sessionDeps.ts";
import type { Model } from "../ports/model.ts";
import { type Distilled, distil } from "./distil.ts";
import { isTidyDue, proposeTidy, tidyKey } from "./tidyDaily.ts";
import { type Job, queueJob, readJobs, type Worked, workOff } from "./jobs.ts";

export interface Beat {
  readonly worked: readonly Worked[];
  readonly distilled: Distilled | null;
  readonly archived: readonly string[];
  /** Another process beats. */
  readonly busy: boolean;
}

const SWITCH = "heartbeat";
const NEVER = new AbortController().signal;

export async function beat(mind: Mind, options: { readonly model: Model | null; readonly signal?: AbortSignal }): Promise<Beat> {
  await queueJob(mind, `distil ${localDay(mind.deps.clock)}`);
  if (await isTidyDue(mind)) await queueJob(mind, tidyKey(mind));
  let distilled: Distilled | null = null;
  const worked = await workOff(mind, async (key) => {
    if (key.startsWith("tidy ")) return { cost: 0, result: await proposeTidy(mind) };
    distilled = await distil(mind, { model: options.model, signal: options.signal ?? NEVER });
    return { cost: distilled.cost, result: distilled };
  });
  if (worked === "busy") return { worked: [], distilled: null, archived: [], busy: true };
  return { worked, distilled, archived: await archiveOldDailies(mind), busy: false };
}

/** For the end of a chat: only where the person switched it on, and once a day. */
export async function beatIfOn(mind: Mind, model: Model | null): Promise<Beat | null> {
  const { on, due } = await heartbeatState(mind);
  return on && due ? beat(mind, { model }) : null;
}

export async function isBeatDue(mind: Mind): Promise<boolean> {
  const key = `distil ${localDay(mind.deps.clock)}`;
  return !(await readJobs(mind)).some((job) => job.key === key && job.state !== "queued");
}

export async function switchHeartbeat(mind: Mind, on: boolean): Promise<void> {
  const line = { v: 1, on, at: mind.deps.clock.now().toISOString() } as const;
  await addToStateLog(mind, SWITCH, line);
}

export async function heartbeatState(mind: Mind): Promise<{ readonly on: boolean; readonly due: boolean; readonly last: Job | null }> {
  const switched = (await readStateLog<{ readonly on: boolean }>(mind, SWITCH)).at(-1);
  return {
    on: switched?.on === true,
    due: (await isBeatDue(mind)) || (await isTidyDue(mind)),
    last: (await readJobs(mind)).findLast(({ state }) => state === "done") ?? null,
  };
}
