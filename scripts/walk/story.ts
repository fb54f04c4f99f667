// What a story of the walk is made of. Each step does something to a fresh mind and says beforehand what will be seen.

import type { Walker } from "./walker.ts";

export interface Step {
  /** What the document promises, in a sentence. */
  readonly promise: string;
  /** The code blocks of the document that this step runs, by their number from the top. */
  readonly blocks?: readonly number[];
  readonly does: (walker: Walker) => unknown;
  /** Compared by value. */
  readonly expected: unknown;
}

/** A code block that cannot be run as it is, and why. */
export interface Unrun {
  readonly block: number;
  readonly because: string;
}

export interface Story {
  readonly id: "LW" | "AK" | "OR" | "MB" | "SC";
  readonly title: string;
  /** How many code blocks the document has. */
  readonly blocks: number;
  readonly notRun: readonly Unrun[];
  readonly steps: readonly Step[];
}

/** Blocks that neither a step runs nor a reason explains; and reasons for blocks that are run. */
export function uncovered({ blocks, notRun, steps }: Story): readonly string[] {
  const run = new Set(steps.flatMap((step) => step.blocks ?? []));
  const reasons = new Map(notRun.map(({ block, because }) => [block, because]));
  return Array.from({ length: blocks }, (_, index) => index + 1).flatMap((block) => {
    if (run.has(block) && reasons.has(block)) return [`block ${block} is run and has a reason for not being run`];
    return run.has(block) || (reasons.get(block) ?? "") !== "" ? [] : [`block ${block} is not run and has no reason`];
  });
}
