// A world that also knows what the session did before: which calls named a file. What an agent wrote in one call and runs in
// the next is then seen, also where the file is not on this disk.

import type { Call, World } from "../../policy/judging.ts";

/** The newest ones say what a file holds now. */
const MOST_CALLS = 24;

export function withEarlierCalls(world: World, history: readonly Call[] | undefined): World {
  if (history === undefined || history.length === 0) return world;
  let texts: readonly string[] | undefined;
  const earlierCalls = (name: string): readonly string[] => {
    texts ??= history.map((call) => JSON.stringify(call));
    return name === "" ? [] : texts.filter((text) => text.includes(name)).slice(-MOST_CALLS);
  };
  // Everything else is asked of the world itself, and only when somebody asks.
  return Object.create(world, { earlierCalls: { value: earlierCalls, enumerable: true } }) as World;
}
