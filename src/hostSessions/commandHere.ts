// How a person or an agent calls Codicil here. Whoever installed a host with npx has no `codicil` in a shell; the launcher that
// install wrote is always there.

import { join } from "node:path";
import type { Whereabouts } from "../knowledge/index.ts";
import { diskFacts } from "../store/index.ts";

/** Of npx: gone from the path when npx ends. */
const PASSING = /[/\\]_npx[/\\]/;
/** In a reason: a command in it, and not our name at the end of a sentence. */
const CALLED = /(?<![\w/-])codicil(?= (?:allow|plan|policy|recall|review) ?)/g;

/** The text, with the command that works in a shell of this environment. */
export function withCommandHere(text: string, { state, userHome }: Whereabouts, path: string | undefined): string {
  const isFound = (path ?? "")
    .split(":")
    .some((folder) => folder !== "" && !PASSING.test(`${folder}/`) && diskFacts.lstat(join(folder, "codicil")) !== null);
  const launcher = join(state, "bin", "codicil");
  if (isFound || diskFacts.lstat(launcher) === null) return text;
  const called = launcher.startsWith(`${userHome}/`) ? `~${launcher.slice(userHome.length)}` : launcher;
  return text.replace(CALLED, /\s/.test(called) ? `'${launcher}'` : called);
}
