// A hook that Node had to answer starts the gate that stays, so that the next call finds it. Only where the launcher says so: it
// alone has the client, and it sets the word for events before a call only.

import { mayStartNext, readGateFile, startOf, waitWithNext } from "./gateFile.ts";

/** Set by the launcher; `off` is the person's. */
const WORD = "CODICIL_RESIDENT";
/** As long as a start may take on a busy machine. */
const STARTING_MS = 10_000;
/**
 * Small before fast: with its compilers V8 takes 20 MB more, and the quickest of them 3 MB for no time saved. What is in use grows to
 * some 19 MB in a day of many calls; the limit is far above, because near it V8 does nothing but sweep, and at it the gate dies.
 */
const FLAGS = (
  "--expose-gc --max-old-space-size=48 --max-semi-space-size=2 --no-opt --no-maglev --no-sparkplug " +
  "--optimize-for-size --v8-pool-size=0"
).split(" ");
/**
 * One heap for all threads' own memory, and large blocks outside of it: they go back when they are freed. In one heap they left holes,
 * and a hundred denials made 13 MB of them.
 */
const ALLOCATION = { MALLOC_ARENA_MAX: "1", MALLOC_MMAP_THRESHOLD_: "65536", MALLOC_TRIM_THRESHOLD_: "65536" };
/** For the syncs of the verdict log, one after the other. */
const THREADS = { UV_THREADPOOL_SIZE: "1" };

/**
 * The launcher gives the hook nine seconds of the processor, and what it starts inherits them: a gate would be killed after
 * 4,000 calls.
 */
const WITH_TIME = 'ulimit -S -t "$(ulimit -H -t)"; exec "$0" "$@"';

/** Whatever goes wrong here costs time at the next call, and no verdict. */
export function startGate(): void {
  const state = process.env["CODICIL_STATE"] ?? "";
  const program = process.argv[1] ?? "";
  if (process.env[WORD] !== "asked" || process.platform !== "linux" || state === "" || !program.endsWith("/hook.cjs")) return;
  try {
    const running = readGateFile(state);
    if (running !== null && running.program === program && startOf(running.pid) === running.started) return;
    if (!mayStartNext(state)) return;
    waitWithNext(state, STARTING_MS);
    spawnGate(state, program, process.env);
  } catch {
    // A full or read-only state, or no more processes: calls are judged by Node as before.
  }
}

export function spawnGate(state: string, program: string, env: NodeJS.ProcessEnv, ...words: readonly string[]): void {
  process
    .getBuiltinModule("node:child_process")
    .spawn("/bin/sh", ["-c", WITH_TIME, process.execPath, ...FLAGS, program, "--gate", ...words], {
      cwd: state,
      detached: true,
      stdio: "ignore",
      env: { ...env, ...ALLOCATION, ...THREADS },
    })
    .on("error", () => undefined)
    .unref();
}
