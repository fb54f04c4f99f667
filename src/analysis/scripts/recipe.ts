// What the readers of recipe files have in common.

/**
 * From the text of a recipe file and the words of the command to the shell lines that would run, each in a shell of its own; null
 * where they are more than is looked at.
 */
export type Recipes = (text: string, words: readonly string[]) => readonly string[] | null;

/** Recipes that one command needs: nobody has more, and who has may hide something behind them. */
export const MOST_RECIPES = 400;

/** `'a b'` without its quotes; other texts as they are. */
export function unquoted(text: string): string {
  const quote = text.length > 1 ? text[0] : undefined;
  return (quote === "'" || quote === '"') && text.endsWith(quote) ? text.slice(1, -1) : text;
}

/** In the place of a part that the file leaves open: a variable that no shell here knows. */
export const UNKNOWN_TEXT = "$codicil_unknown";
