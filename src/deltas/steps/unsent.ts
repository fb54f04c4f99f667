// Entries that could not be brought to the common store because it was away stay in their journals. They were acknowledged
// as pending, and go there with the first command that reaches it.

import { AppError } from "../../base/index.ts";
import { apply } from "./apply.ts";
import type { Deps } from "../records/deps.ts";
import { flush } from "./flush.ts";
import { keepUnsent, unsentSessions } from "../records/unsentNote.ts";

/** So long one command works off what others left; the rest is for the next one. */
const LONGEST_MS = 2000;

export async function sendUnsent(deps: Deps): Promise<void> {
  const sessions = unsentSessions(deps);
  if (sessions.length === 0) return;
  const end = performance.now() + LONGEST_MS;
  const entries = new Set<string>();
  let done = 0;
  try {
    for (; done < sessions.length && performance.now() < end; done++) {
      const waiting = (await flush(deps, sessions[done] ?? "")).filter(({ status }) => status === "pending");
      // It can be read, and still takes nothing: no use in trying the next one.
      if (waiting.some(({ why }) => why !== undefined)) break;
      for (const { entry } of waiting) entries.add(entry);
    }
    if (entries.size > 0) await apply(deps, { entries });
  } catch (error) {
    // Another process is at it, or the store is away again: the journals keep everything, and the next command looks.
    if (!(error instanceof AppError)) throw error;
    return;
  }
  keepUnsent(deps, sessions.slice(done));
}
