// What the doors need for onboarding: the defaults, and which profiles there are.

import { type Character, defaultCharacter, languageFor } from "../../knowledge/index.ts";
import { type Profile, PROFILES } from "../../schema/index.ts";

export { defaultCharacter, languageFor, type Character };

export function isProfile(name: string): name is Profile {
  return (PROFILES as readonly string[]).includes(name);
}
