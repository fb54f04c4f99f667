// Names that are a few typing errors away from a word.

/** The nearest of them; none where all are further than a person errs in a name of that length, or than `most`. */
export function nearest(word: string, names: readonly string[], most?: number): string[] {
  const near = names.map((name) => ({ name, far: distance(word, name) })).filter(({ name, far }) => far <= (most ?? allowed(name)));
  const best = Math.min(...near.map(({ far }) => far));
  return near.filter(({ far }) => far === best).map(({ name }) => name);
}

/** The name that a longer form (`claude-code`, `~/.codex`) or a slip of it means. */
export function nameWithin(typed: string, names: readonly string[]): string | undefined {
  const word = typed.toLowerCase();
  const isInside = (name: string) => word.split(/[^a-z0-9]+/).includes(name) || (name.length > 3 && word.startsWith(name));
  return names.find(isInside) ?? nearest(word, names)[0];
}

const allowed = (name: string): number => (name.length <= 4 ? 1 : name.length <= 7 ? 2 : 3);

/** As far as a person errs in a name of this length. */
export const mayMean = (word: string, name: string): boolean => distance(word, name) <= allowed(name);

/** Edits between two words; two letters in the wrong order are one. */
function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min((rows[i - 1]?.[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (rows[i - 1]?.[j - 1] ?? 0) + change);
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) least = Math.min(least, (rows[i - 2]?.[j - 2] ?? 0) + 1);
      row.push(least);
    }
    rows.push(row);
  }
  return rows[a.length]?.[b.length] ?? 0;
}
