/** A package without its version: `@scope/name@1.2` → `@scope/name`. */
export function packageName(text: string): string {
  const at = text.indexOf("@", Math.max(text.lastIndexOf("/") + 1, 1));
  return at === -1 ? text : text.slice(0, at);
}
