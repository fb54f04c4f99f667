import { addToNote } from "../store/index.ts";
import { findWhereabouts } from "../mind/whereabouts.ts";

/** What the hook met and passed over: events that it does not know, events that failed. */
function noteHook(line: string): void {
  addToNote(findWhereabouts().state, "hosts/hook.log", line);
}

/** Said where a person can find it, and nowhere else: stdout belongs to the answer. */
export function logHook(message: string): void {
  try {
    noteHook(`${new Date().toISOString()} ${message}`);
  } catch {
    // No state folder that could be written to: there is nobody left to tell.
  }
}
