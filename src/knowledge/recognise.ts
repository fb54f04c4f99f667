// Which layout a home has by what is in it, where config.yaml names none (X7). Pure: the disk comes in.

import type { Profile } from "../schema/index.ts";

/** The files that tell, by the profile that only they belong to. */
const MARKS: readonly {
  readonly profile: Profile;
  readonly any: readonly string[];
  readonly and?: readonly string[];
  readonly not?: readonly string[];
}[] = [
  { profile: "agentkit", any: ["agentkit.yaml", "memories/USER.md", "memories/MEMORY.md", "memories/daily"] },
  // SPIRIT.md and OWNER.md are aliases everywhere; the folder of days is x-agent's own.
  { profile: "x-agent", any: ["SPIRIT.md", "OWNER.md"], and: ["memory"], not: ["daily"] },
];

export interface Recognised {
  readonly profile: Profile;
  /** What it was recognised by. */
  readonly by: string;
}

/** null: nothing tells; it is our own layout. */
export function recogniseProfile(exists: (path: string) => boolean): Recognised | null {
  for (const { profile, any, and = [], not = [] } of MARKS) {
    const by = any.find(exists);
    if (by !== undefined && and.every(exists) && !not.some(exists)) return { profile, by };
  }
  return null;
}
