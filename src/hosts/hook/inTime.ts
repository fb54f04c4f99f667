// An event whose answer carries the block: it always gets one, and in time. The work is done in a thread of its own, so that this
// one is free to end it. What fails or takes too long is tried again without the project, because the person's memory is not in
// there; and where that fails too, the block says what Codicil is and what went wrong.

import type { Host } from "../../base/index.ts";
import { getCompileCacheDir } from "node:module";
import { Worker } from "node:worker_threads";
import { homedir } from "node:os";
import { dirname } from "node:path";
import type { HookInput } from "../dialects/dialect.ts";
import type { Spoken } from "../person/proposals.ts";

export interface PlainEvent {
  readonly host: Host;
  readonly input: HookInput;
  /** The session as Codicil calls it. */
  readonly session: string;
  /** Instead of the event's own folder: the project is left out. */
  readonly cwd?: string;
}

export interface InTime {
  readonly spoken: Spoken;
  readonly problem: string | null;
  /** A thread hangs in a system call: this process would wait for it forever instead of ending. */
  readonly hangs: boolean;
}

export type Outcome = { readonly kind: "done"; readonly spoken: Spoken } | { readonly kind: "failed"; readonly why: string };

/** The file that has `answerPlainEvent`, in the source or in the release. */
const REST = new URL(import.meta.url.endsWith(".ts") ? "./rest.ts" : "./hookRest.js", import.meta.url).href;
/** Together less than every limit that install writes. */
const FIRST_MS = 12_000;
const SECOND_MS = 6000;

/** What it loaded is kept compiled before it answers: it is ended right after, and what a thread has not written by then is lost. */
const THREAD = `const { parentPort, workerData: { rest, cache, event } } = require("node:worker_threads");
const { enableCompileCache, flushCompileCache } = require("node:module");
if (cache) enableCompileCache?.(cache);
import(rest).then((all) => all.answerPlainEvent(event)).then(
  (spoken) => (flushCompileCache?.(), parentPort.postMessage({ kind: "done", spoken })),
  ({ file, line, message }) => {
    const why = [file, line, " " + message].filter((each) => each !== undefined).join(":");
    parentPort.postMessage({ kind: "failed", why });
  },
);`;
/** Of a reason: it may quote what a project brought. */
const LONGEST_REASON = 300;

export async function spokenInTime(
  event: PlainEvent,
  options: { readonly rest?: string; readonly ms?: readonly [number, number] } = {},
): Promise<InTime> {
  const { rest = REST, ms: [first, second] = [FIRST_MS, SECOND_MS] } = options;
  const { outcome: whole, hangs } = await inThread(event, rest, first);
  if (whole.kind === "done") return { spoken: whole.spoken, problem: null, hangs };
  const { outcome: without, hangs: alsoHangs } = await inThread({ ...event, cwd: homedir() }, rest, second);
  const failed = { problem: whole.why, hangs: hangs || alsoHangs };
  const told = `The project's own rules and memory are left out here: ${whole.why}. Tell the person.`;
  if (without.kind === "done" && without.spoken.context !== null)
    return { spoken: { ...without.spoken, context: `${told}\n\n${without.spoken.context}` }, ...failed };
  return {
    spoken: {
      context:
        "<codicil>\nCodicil checks every tool call of this session, and could not read this person's memory and rules: " +
        `${whole.why}. Tell the person; codicil doctor says more.\n</codicil>`,
      person: null,
    },
    ...failed,
  };
}

function inThread(event: PlainEvent, rest: string, ms: number): Promise<{ readonly outcome: Outcome; readonly hangs: boolean }> {
  return new Promise((resolve) => {
    const thread = new Worker(THREAD, { eval: true, execArgv: process.execArgv, workerData: { rest, cache: compiledFolder(), event } });
    let isOver = false;
    const end = async (outcome: Outcome) => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      const hangs = !(await endsSoon(thread));
      resolve({
        outcome:
          outcome.kind === "done" ? outcome : { kind: "failed", why: outcome.why.replace(/\s+/g, " ").trim().slice(0, LONGEST_REASON) },
        hangs,
      });
    };
    const timer = setTimeout(() => void end({ kind: "failed", why: `they could not be read in ${ms / 1000} seconds` }), ms);
    thread.once("message", (outcome: Outcome) => void end(outcome));
    thread.once("error", (error) => void end({ kind: "failed", why: error.message }));
    thread.once("exit", () => void end({ kind: "failed", why: "their reader ended without a message" }));
  });
}

/** As it was named: Node says the folder of its own version below it, and would make another one in there. */
function compiledFolder(): string | undefined {
  const folder = getCompileCacheDir?.();
  return folder === undefined ? undefined : dirname(folder);
}

const END_MS = 1000;

async function endsSoon(thread: Worker): Promise<boolean> {
  const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), END_MS).unref());
  return Promise.race([thread.terminate().then(() => true as const), late]);
}
