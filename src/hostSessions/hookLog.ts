import { addToNote } from "../store/index.ts";
import { findWhereabouts } from "../mind/whereabouts.ts";

/** What the hook met and passed over: events that it does not know, events that failed. */
export function noteHook(line: string): void {
  addToNote(findWhereabouts().state, "hosts/hook.log", line);
}
