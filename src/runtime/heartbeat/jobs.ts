// The queue of jobs: lines of a log, so that a job that was queued is there after any crash. A job is known by its key;
// the same key is queued once. One process works at a time; a job that dies with its process is tried again, three times.

import { AppError } from "../../base/index.ts";
import type { Mind } from "../../mind/open.ts";
import { appendStateLog, stateLogPlace } from "../../store/index.ts";

const LOG = "jobs";
const MOST_TRIES = 3;

type JobLine =
  | { readonly v: 1; readonly kind: "queued"; readonly key: string; readonly at: string }
  | { readonly v: 1; readonly kind: "begun"; readonly key: string; readonly at: string }
  | { readonly v: 1; readonly kind: "done"; readonly key: string; readonly at: string; readonly cost: number; readonly result: unknown }
  | { readonly v: 1; readonly kind: "failed"; readonly key: string; readonly at: string; readonly why: string };

export interface Job {
  readonly key: string;
  readonly state: "queued" | "done" | "failed";
  readonly tries: number;
  readonly at: string;
  readonly cost: number;
  readonly result: unknown;
  readonly why?: string | undefined;
}

export async function readJobs(mind: Mind): Promise<Job[]> {
  const { lines } = await storeOf(mind).readLog(stateLogPlace(LOG));
  const jobs = new Map<string, Job>();
  for (const text of lines) {
    const line = JSON.parse(text) as JobLine;
    const job = jobs.get(line.key) ?? { key: line.key, state: "queued", tries: 0, at: line.at, cost: 0, result: null };
    if (line.kind === "queued") jobs.set(line.key, job);
    else if (line.kind === "begun") jobs.set(line.key, { ...job, tries: job.tries + 1, at: line.at });
    else if (line.kind === "done") jobs.set(line.key, { ...job, state: "done", at: line.at, cost: line.cost, result: line.result });
    else jobs.set(line.key, { ...job, state: job.tries >= MOST_TRIES ? "failed" : "queued", at: line.at, why: line.why });
  }
  return [...jobs.values()];
}

/** false: it was queued before. */
export async function queueJob(mind: Mind, key: string): Promise<boolean> {
  if ((await readJobs(mind)).some((job) => job.key === key)) return false;
  await write(mind, { v: 1, kind: "queued", key, at: now(mind) });
  return true;
}

export interface Worked {
  readonly key: string;
  readonly outcome: { readonly kind: "done"; readonly result: unknown } | { readonly kind: "failed"; readonly why: string };
}

/** Works off what is queued. "busy": another process does. */
export async function workOff(mind: Mind, run: (key: string) => Promise<{ readonly cost: number; readonly result: unknown }>): Promise<readonly Worked[] | "busy"> {
  const held = await storeOf(mind).lock("heartbeat", () => work(mind, run), { retries: 0, base: 1, cap: 1 });
  return held.kind === "busy" ? "busy" : held.value;
}

async function work(mind: Mind, run: (key: string) => Promise<{ cost: number; result: unknown }>): Promise<Worked[]> {
  const worked: Worked[] = [];
  for (const { key, state, tries } of await readJobs(mind)) {
    if (state !== "queued") continue;
    if (tries >= MOST_TRIES) {
      const why = `it was begun ${tries} times and never finished`;
      await write(mind, { v: 1, kind: "failed", key, at: now(mind), why });
      worked.push({ key, outcome: { kind: "failed", why } });
      continue;
    }
    await write(mind, { v: 1, kind: "begun", key, at: now(mind) });
    try {
      const { cost, result } = await run(key);
      await write(mind, { v: 1, kind: "done", key, at: now(mind), cost, result });
      worked.push({ key, outcome: { kind: "done", result } });
    } catch (error) {
      // A job's error is kept with the job and told by whoever asked; the next job still runs.
      if (!(error instanceof AppError)) throw error;
      const why = `${error.code}: ${error.message}`;
      await write(mind, { v: 1, kind: "failed", key, at: now(mind), why });
      worked.push({ key, outcome: { kind: "failed", why } });
    }
  }
  return worked;
}

async function write(mind: Mind, line: JobLine): Promise<void> {
  await appendStateLog(storeOf(mind), LOG, [JSON.stringify(line)], mind.desk.lock);
}

function storeOf(mind: Mind) {
  return mind.desk.storeFor(mind.where.project);
}

function now(mind: Mind): string {
  return mind.desk.clock.now().toISOString();
}
