// What the readers of recipe files have in common, and the simplest of them.

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

/** The items of `[a, "b c"]`; any other text is one. */
export function itemsOf(text: string): readonly string[] {
  const inner = /^\[(.*)\]$/.exec(text)?.[1];
  return inner === undefined ? [unquoted(text)] : (inner.match(/"[^"]*"|'[^']*'|[^,]+/g) ?? []).map((each) => unquoted(each.trim()));
}

/** In the place of a part that the file leaves open: a variable that no shell here knows. */
export const UNKNOWN_TEXT = "$codicil_unknown";

/** A value that is in the lines below: `run: |`, `commands =`. */
const BELOW = /^[|>]?[+-]?$/;

/**
 * The values of some keys (null: of every key): `entry:` of pre-commit, `run:` of lefthook, `commands =` of tox. Which of them run
 * depends on what was changed, so all of them are looked at.
 */
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
        if (deeperThan === Infinity) lines.push(...itemsOf(value));
      } else deeperThan = Infinity;
    }
    return lines;
  };
}
