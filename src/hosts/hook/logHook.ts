import { noteHook } from "../../hostSessions/hookLog.ts";

/** Said where a person can find it, and nowhere else: stdout belongs to the answer. */
export function logHook(message: string): void {
  try {
    noteHook(`${new Date().toISOString()} ${message}`);
  } catch {
    // No state folder that could be written to: there is nobody left to tell.
  }
}
