// Running long patterns over many short sentences.

/** V8 first makes code for its interpreter, and machine code when a pattern comes a second time. For patterns of a thousand
 * characters the first takes six times as long as the second; a text as long as this makes it leave the first out. */
const LONG_TEXT = "\uf8ff".repeat(1000);
const seen = new WeakSet<RegExp>();
/** After so many, what is used often has its machine code, and asking would cost more than it saves. */
let asked = 0;
const MOST_ASKED = 4000;

/** The same pattern, as machine code from its first use on: for long ones. */
export function prepared(pattern: RegExp): RegExp {
  if (asked === MOST_ASKED) return pattern;
  asked++;
  if (seen.has(pattern)) return pattern;
  seen.add(pattern);
  const at = pattern.lastIndex;
  pattern.lastIndex = 0;
  pattern.test(LONG_TEXT);
  pattern.lastIndex = at;
  return pattern;
}

const NONE: readonly RegExpExecArray[] = [];

/** Matches of a global pattern without the copy that `matchAll` makes. */
export function matchesOf(pattern: RegExp, text: string): readonly RegExpExecArray[] {
  prepared(pattern).lastIndex = 0;
  let match = pattern.exec(text);
  if (match === null) return NONE;
  const matches: RegExpExecArray[] = [];
  while (match !== null) {
    matches.push(match);
    if (match[0] === "") pattern.lastIndex++;
    match = pattern.exec(text);
  }
  pattern.lastIndex = 0;
  return matches;
}
