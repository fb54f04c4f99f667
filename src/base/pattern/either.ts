/**
 * Alternatives of a regular expression, written as a list: either`now, no longer, used to` is `now|no longer|used to`.
 * A comma and white space part them; each may be a pattern itself, with its backslashes as they are.
 */
export function either(list: TemplateStringsArray): string {
  return list.raw.join("").trim().split(/,\s+/).join("|");
}
