// Tables of signs: what is seen of a command, and the hazard that it is.

import type { Hazard } from "../call/effects.ts";
import { addHazard, type Command, type Tool } from "./record.ts";

/** What it is, what is said of it, and when it is there. */
export type Sign<Seen> = readonly [kind: Hazard["kind"], why: string, when: (seen: Seen) => boolean];

/** Each sign that is there, in the order of the table. */
export function noteSigns<Seen>({ run, index }: Command, signs: readonly Sign<Seen>[], seen: Seen): void {
  for (const [kind, why, when] of signs) if (when(seen)) addHazard(run, kind, why, index);
}

/** What its words say, each by itself; what it prints is not known. */
export function eachSign(...signs: readonly (readonly [pattern: RegExp, kind: Hazard["kind"], why: string])[]): Tool {
  return ({ run, args, index }) => {
    const line = args.map((each) => each.text).join(" ");
    for (const [pattern, kind, why] of signs) if (pattern.test(line)) addHazard(run, kind, why, index);
    return undefined;
  };
}
