// recall for a process that answers one question and ends: the program in a terminal, the hook before a message. V8's last compiler
// would take a fifth of its processor time, in a thread beside it, for code that then runs for a few tenths of a second.

import type { Mind } from "../mind/open.ts";
import { recall, type Recalled, type RecallOptions } from "./recall.ts";

/** The same answer as `recall`. Texts that are indexed first take long enough for every compiler. */
export async function recallOnce(mind: Mind, query: string, options: RecallOptions = {}): Promise<Recalled> {
  // A hook that stays has asked before.
  if (process.uptime() > YOUNG_S) return recall(mind, query, options);
  const { setFlagsFromString } = process.getBuiltinModule("node:v8");
  const compileAll = () => setFlagsFromString("--turbofan");
  setFlagsFromString("--no-turbofan");
  try {
    return await recall(mind, query, { ...options, indexing: compileAll });
  } finally {
    // What is loaded or kept compiled under other flags is compiled anew by the next process.
    compileAll();
  }
}

const YOUNG_S = 10;
