// A time limit that fires while the thread is busy. A timer of the event loop cannot: it waits for the thread that it should
// interrupt. Node's `vm` can: a native thread of its own ends the execution, in the middle of a loop or of a regular
// expression (docs/decisions/0032-one-gate.md has the alternatives, measured). What it cannot end is one long operation of
// the engine itself, such as parsing a huge JSON text, or a system call: sizes are bounded for that, and the launcher has a
// limit of its own.

export interface Deadline {
  /** In milliseconds; not more than 0 when it has passed. */
  left(): number;
}

export type Bounded<T> = { readonly kind: "done"; readonly value: T } | { readonly kind: "late" };

/** By the clock of the process: Node loads eleven modules for `performance`, and the hook starts before every call. */
export function deadlineIn(ms: number): Deadline {
  const until = process.uptime() * 1000 + ms;
  return { left: () => until - process.uptime() * 1000 };
}

/** Where the script finds its work: scripts take no arguments. */
const SLOT = "codicil.gate.work";
const slots = globalThis as unknown as Record<symbol, unknown>;

interface Runnable {
  runInThisContext(options: { readonly timeout: number }): unknown;
}
let runner: Runnable | undefined;

/** Runs `work` to its end, or until the deadline. Nothing of it goes on after that, not even its `finally`. */
export function within<T>(deadline: Deadline, work: () => T): Bounded<T> {
  const timeout = Math.floor(deadline.left());
  if (timeout < 1) return { kind: "late" };
  runner ??= new (process.getBuiltinModule("node:vm").Script)(`globalThis[Symbol.for("${SLOT}")]()`);
  const slot = Symbol.for(SLOT);
  slots[slot] = work;
  try {
    return { kind: "done", value: runner.runInThisContext({ timeout }) as T };
  } catch (error) {
    if ((error as NodeJS.ErrnoException | null)?.code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return { kind: "late" };
    throw error;
  } finally {
    delete slots[slot];
  }
}
