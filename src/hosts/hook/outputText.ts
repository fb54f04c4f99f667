// What a tool answered, as text: hosts send it as a text, as JSON in a text, or as parts with fields of their own.

/** Deeper, or more, is not looked at; the reader of the text has a limit of its own. */
const DEEPEST = 12;
const MOST = 4_000_000;

/** null: the host does not say. */
export function outputText(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const parts: string[] = [];
  let size = 0;
  const take = (each: unknown, depth: number): void => {
    if (size > MOST || depth > DEEPEST) return;
    if (typeof each === "string") {
      size += each.length;
      parts.push(each);
    } else if (Array.isArray(each)) for (const item of each) take(item, depth + 1);
    else if (typeof each === "object" && each !== null) for (const item of Object.values(each)) take(item, depth + 1);
  };
  take(decoded(value), 0);
  return parts.join("\n");
}

function decoded(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*[[{"]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    // A text that only begins like JSON.
    return value;
  }
}
