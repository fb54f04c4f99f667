// Regular expressions made from lists of words and from plain texts.

/**
 * Alternatives of a regular expression, written as a list: either`now, no longer, used to` is `now|no longer|used to`.
 * A comma and white space part them; each may be a pattern itself, with its backslashes as they are.
 * Named parts may be in it: either`${DAY} ago, since ${DAY}`.
 */
export function either(list: TemplateStringsArray, ...parts: readonly string[]): string {
  return String.raw(list, ...parts)
    .trim()
    .split(/,\s+/)
    .join("|");
}

/** A text that is one of these from beginning to end: whole`yes, no`. */
export function whole(list: TemplateStringsArray, ...parts: readonly string[]): RegExp {
  return new RegExp(`^(?:${either(list, ...parts)})$`);
}

/** The same, whatever its letter case. */
export function wholeAnyCase(list: TemplateStringsArray, ...parts: readonly string[]): RegExp {
  return new RegExp(whole(list, ...parts).source, "i");
}

/** A text with one of these words in it. */
export function anyWord(list: TemplateStringsArray, ...parts: readonly string[]): RegExp {
  return new RegExp(`\\b(?:${either(list, ...parts)})\\b`);
}

export function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** Finds a text wherever it stands, whatever its letter case. */
export function anyCase(text: string): RegExp {
  return new RegExp(escapePattern(text), "giu");
}
