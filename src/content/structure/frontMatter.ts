// Front matter that is a trap when a YAML reader gets it: tags that build objects, keys that reach prototypes, anchors
// that multiply, numbers that are not, complex and doubled keys.

import { either } from "../../base/index.ts";

const NUMBERS = either`\.inf, \.nan, \d+(?:\.\d*)?[eE]\+?\d{3,}, 0[xob][\da-fA-F]+, \d{17,}`;
const NOT_KEPT = new RegExp(String.raw`:[ \t]*[-+]?(?:${NUMBERS})[ \t]*\r?$`, "im");
const OPENING = /^\ufeff?\s*---[ \t]*(?:\r\n|\n|\r)/;
const CLOSING = /(?:^|[\n\r])(?:---|\.\.\.)[ \t]*(?:[\n\r]|$)/;
const LONGEST = 16_384;

const TRAPS: readonly (readonly [RegExp, string])[] = [
  [/(?:^|[\s[{,:-])!(?:!|<|[\w/])/m, "builds objects with a YAML tag"],
  [/(?:^|[\s{,"'])(?:__proto__|constructor|prototype)["']?[ \t]*:/m, "sets a prototype"],
  [/(?:^|[\s[{,:-])&[\w-]+(?:[ \t\r\n]|$)/m, "multiplies text with YAML anchors"],
  [/(?:^|[\s[{,:-])\*[\w-]+[ \t]*(?:[\],}]|\r?$)/m, "multiplies text with YAML aliases"],
  [/^[ \t]*(?:- )?<<[ \t]*:/m, "merges YAML keys"],
  [/^[ \t]*(?:- )*\?(?:[ \t]|\r?$)/m, "has a complex YAML key"],
  [NOT_KEPT, "has a number that cannot be kept"],
  [/^%[A-Z]/m, "has a YAML directive"],
  [/^\t+\S/m, "is indented with tabs"],
];

/** Why the front matter at the head of this text is a trap, or null where there is none or it is plain. */
export function findFrontMatterTrap(text: string): string | null {
  const opening = OPENING.exec(text.slice(0, 64));
  if (opening === null) return null;
  const rest = text.slice(opening[0].length, opening[0].length + LONGEST);
  const closing = CLOSING.exec(rest);
  const body = closing === null ? rest : rest.slice(0, closing.index);
  for (const [pattern, why] of TRAPS) if (pattern.test(body)) return why;
  return hasDoubledKey(body) ? "sets a YAML key twice" : null;
}

function hasDoubledKey(body: string): boolean {
  const keys = new Set<string>();
  for (const line of body.split(/\r\n|\n|\r/)) {
    const key = /^([\w-]{1,80})[ \t]*:/.exec(line)?.[1];
    if (key === undefined) continue;
    if (keys.has(key)) return true;
    keys.add(key);
  }
  return false;
}
