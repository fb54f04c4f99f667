// The queue of jobs: lines of a log, so that a job that was queued is there after any crash. A job is known by its key;
// the same key is queued once. One process works at a time; a job that dies with its process is tried again, three times.
// Where several machines have the mind in common, the database's queue says whose turn a job is and how often it was
// tried; the log stays the account of what was done.

import { AppError } from "../../base/index.ts";
import type { Mind } from "../../mind/open.ts";
import { addToStateLog, readStateLog } from "../../mind/session/sessionDeps.ts";
import { commonOf, type Jobs } from "../../store/index.ts";

const LOG = "jobs";
const MOST_TRIES = 3;

type Happened =
  | { readonly kind: "queued" }
  | { readonly kind: "begun" }
  | { readonly kind: "done"; readonly cost: number; readonly result: unknown }
  | { readonly kind: "failed"; readonly why: string; readonly final?: true };

type JobLine = Happened & { readonly v: 1; readonly key: string; readonly at: string };

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
  const jobs = new Map<string, Job>();
  for (const line of await readStateLog<JobLine>(mind, LOG)) {
    const job = jobs.get(line.key) ?? { key: line.key, state: "queued", tries: 0, at: line.at, cost: 0, result: null };
    if (line.kind === "queued") jobs.set(line.key, job);
    else if (line.kind === "begun") jobs.set(line.key, { ...job, tries: job.tries + 1, at: line.at });
    else if (line.kind === "done") jobs.set(line.key, { ...job, state: "done", at: line.at, cost: line.cost, result: line.result });
    else
      jobs.set(line.key, {
        ...job,
        state: job.tries >= MOST_TRIES || line.final === true ? "failed" : "queued",
        at: line.at,
        why: line.why,
      });
  }
  return [...jobs.values()];
}

/** false: it was queued before. */
export async function queueJob(mind: Mind, key: string): Promise<boolean> {
  await commonOf(storeOf(mind))?.shared.jobs.check();
  if ((await readJobs(mind)).some((job) => job.key === key)) return false;
  await note(mind, key, { kind: "queued" });
  return true;
}

export interface Worked {
  readonly key: string;
  readonly outcome: { readonly kind: "done"; readonly result: unknown } | { readonly kind: "failed"; readonly why: string };
}

type Run = (key: string) => Promise<{ readonly cost: number; readonly result: unknown }>;

/** Works off what is queued. "busy": another process, here or on another machine, does. */
export async function workOff(mind: Mind, run: Run): Promise<readonly Worked[] | "busy"> {
  const common = commonOf(storeOf(mind));
  const work = () => (common === null ? workLog(mind, run) : workQueue(mind, common.shared.jobs, run));
  const held = await storeOf(mind).lock("heartbeat", work, { retries: 0, base: 1, cap: 1 });
  return held.kind === "busy" ? "busy" : held.value;
}

async function workLog(mind: Mind, run: Run): Promise<Worked[]> {
  const worked: Worked[] = [];
  for (const { key, state, tries } of await readJobs(mind)) {
    if (state === "queued") worked.push(tries >= MOST_TRIES ? await giveUp(mind, key) : await tryJob(mind, key, run));
  }
  return worked;
}

async function workQueue(mind: Mind, jobs: Jobs, run: Run): Promise<Worked[]> {
  const worked: Worked[] = [];
  const broken: unknown[] = [];
  const isIn = async (key: string, state: Job["state"]) => (await readJobs(mind)).some((job) => job.key === key && job.state === state);
  await jobs.add(
    (await readJobs(mind)).filter(({ state }) => state === "queued").map(({ key }) => key),
    MOST_TRIES,
  );
  const givenUp = await jobs.work(async (key) => {
    // Done by a machine that died before it could say so to the queue.
    if (await isIn(key, "done")) return;
    const tried = await tryJob(mind, key, run).catch((error: unknown) => {
      broken.push(error);
      throw error;
    });
    worked.push(tried);
    if (tried.outcome.kind === "failed") throw new Error(tried.outcome.why);
  });
  for (const key of givenUp) if (!(await isIn(key, "failed"))) worked.push(await giveUp(mind, key));
  if (broken.length > 0) throw broken[0];
  return worked;
}

/** One try of one job, with its account. A job's error is kept with the job and told by whoever asked; the next job still runs. */
async function tryJob(mind: Mind, key: string, run: Run): Promise<Worked> {
  await note(mind, key, { kind: "begun" });
  try {
    const { cost, result } = await run(key);
    await note(mind, key, { kind: "done", cost, result });
    return { key, outcome: { kind: "done", result } };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const why = `${error.code}: ${error.message}`;
    await note(mind, key, { kind: "failed", why });
    return { key, outcome: { kind: "failed", why } };
  }
}

async function giveUp(mind: Mind, key: string): Promise<Worked> {
  const why = `it was begun ${MOST_TRIES} times and never finished`;
  await note(mind, key, { kind: "failed", why, final: true });
  return { key, outcome: { kind: "failed", why } };
}

async function note(mind: Mind, key: string, { kind, ...more }: Happened): Promise<void> {
  const line = { v: 1 as const, kind, key, at: mind.deps.clock.now().toISOString(), ...more };
  await addToStateLog(mind, LOG, line);
}

function storeOf(mind: Mind) {
  return mind.deps.storeFor(mind.where.project);
}
