// Walks one story: every step in turn, in one fresh mind. What it throws is seen too.

import { isDeepStrictEqual } from "node:util";
import type { Step, Story } from "./story.ts";
import { startWalker } from "./walker.ts";

export interface Walked {
  readonly step: Step;
  readonly seen: unknown;
  readonly isAsExpected: boolean;
}

export async function walk(story: Story, tell: (walked: Walked, index: number) => void = () => undefined): Promise<Walked[]> {
  const walker = startWalker();
  const all: Walked[] = [];
  try {
    for (const [index, step] of story.steps.entries()) {
      const seen = await see(() => step.does(walker));
      const walked = { step, seen, isAsExpected: isDeepStrictEqual(seen, step.expected) };
      all.push(walked);
      tell(walked, index);
    }
  } finally {
    await walker.close();
  }
  return all;
}

async function see(does: () => unknown): Promise<unknown> {
  try {
    return await does();
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  }
}
