// What could not be used, one line each: file and reason. The names come from a project, so they are shown as text that
// can neither end the line nor look like one of our tags.

import { showHidden, showName } from "../knowledge/index.ts";
import type { LeftOut } from "./build.ts";
import { escapeTags } from "./tags.ts";

/** A project can have any number of broken files; these many are named. */
const MOST_NAMED = 8;
const LONGEST_REASON = 200;

export function problemsBlock(problems: readonly LeftOut[]): string {
  if (problems.length === 0) return "";
  const lines = problems.slice(0, MOST_NAMED).map(({ path, why }) => `- ${tailOf(path)}: ${showHidden(why.slice(0, LONGEST_REASON))}`);
  const more = problems.length > MOST_NAMED ? [`- and ${problems.length - MOST_NAMED} more`] : [];
  return escapeTags(["Codicil left these out. Tell the person; codicil status and codicil doctor say more.", ...lines, ...more].join("\n"));
}

/** The end of a path says more than its beginning. */
function tailOf(path: string): string {
  return showName(path.length > 79 ? `…${path.slice(-78)}` : path);
}
