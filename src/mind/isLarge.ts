// Whether lists over a mind take noticeable time: many sessions, or a verdict log of more than one file.

import { diskFacts } from "../store/index.ts";
import type { Mind } from "./open.ts";

/** A session has up to three files: its log, the index of a long one, and a note for lists. */
const MANY_FILES = 600;

export function isLarge({ where: { state } }: Mind): boolean {
  return (
    diskFacts.list(`${state}/decisions`).some((name) => /^verdicts\.\d{6}\./.test(name)) ||
    diskFacts.list(`${state}/sessions`).length > MANY_FILES
  );
}
