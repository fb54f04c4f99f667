// Tables of signs: what is seen of a command, and the hazard that it is.

import type { Hazard } from "../call/effects.ts";
import { addHazard, type Command } from "./record.ts";

/** What it is, what is said of it, and when it is there. */
export type Sign<Seen> = readonly [kind: Hazard["kind"], why: string, when: (seen: Seen) => boolean];

/** Each sign that is there, in the order of the table. */
export function noteSigns<Seen>({ run, index }: Command, signs: readonly Sign<Seen>[], seen: Seen): void {
  for (const [kind, why, when] of signs) if (when(seen)) addHazard(run, kind, why, index);
}
