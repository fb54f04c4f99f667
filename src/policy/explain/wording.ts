// Code and lists inside a sentence.

/** A regular expression may hold backticks of its own. */
export function code(text: string): string {
  return `\`${text.replaceAll("`", "'")}\``;
}

export function codes(texts: readonly string[]): string {
  return list(texts.map(code), "or");
}

const MOST = 6;

export function list(parts: readonly string[], word: "and" | "or"): string {
  const shown = parts.length > MOST ? [...parts.slice(0, MOST - 1), `${parts.length - MOST + 1} more`] : parts;
  return shown.length <= 1 ? (shown[0] ?? "") : `${shown.slice(0, -1).join(", ")} ${word} ${shown.at(-1)}`;
}
