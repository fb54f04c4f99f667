// Scripts run again and again with other arguments: what reading their text alone gives is kept by that text, up to a number
// of characters in all. Nothing that was asked of the disk is part of it.

const SHORTEST = 400;
const MOST_CHARACTERS = 400_000;

/** The same function, with its latest results kept by content. Its results may not be changed. */
export function keptByContent<T>(make: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  let characters = 0;
  return (text) => {
    if (text.length < SHORTEST || text.length > MOST_CHARACTERS / 4) return make(text);
    const found = known.get(text);
    if (found !== undefined) return found;
    const made = make(text);
    characters += text.length;
    known.set(text, made);
    for (const oldest of known.keys()) {
      if (characters <= MOST_CHARACTERS) break;
      known.delete(oldest);
      characters -= oldest.length;
    }
    return made;
  };
}
