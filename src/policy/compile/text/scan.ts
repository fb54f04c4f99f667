// Matches of a global pattern without the copy that `matchAll` makes: patterns here are long and sentences are many.

const NONE: readonly RegExpExecArray[] = [];

export function matchesOf(pattern: RegExp, text: string): readonly RegExpExecArray[] {
  pattern.lastIndex = 0;
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
