// Files that hold shell lines under keys: `entry:` of pre-commit, `run:` of lefthook, `commands =` of tox. Which of them run
// depends on what was changed, so all of them are looked at.

import { type Recipes, unquoted } from "./recipe.ts";

/** A value that is in the lines below: `run: |`, `commands =`. */
const BELOW = /^[|>]?[+-]?$/;

/** The values of some keys; null: of every key. */
export function linesUnder(keys: ReadonlySet<string> | null): Recipes {
  return (text) => {
    const lines: string[] = [];
    let deeperThan = Infinity;
    for (const line of text.split("\n")) {
      const body = line.trim().replace(/^- /, "");
      if (body === "" || body.startsWith("#")) continue;
      const indent = line.length - line.trimStart().length;
      const cut = body.search(/[:=]/);
      const value = body.slice(cut + 1).trim();
      if (indent > deeperThan) lines.push(unquoted(body));
      else if (cut > 0 && (keys === null || keys.has(body.slice(0, cut).trim()))) {
        deeperThan = BELOW.test(value) ? indent : Infinity;
        if (deeperThan === Infinity) lines.push(unquoted(value));
      } else deeperThan = Infinity;
    }
    return lines;
  };
}
