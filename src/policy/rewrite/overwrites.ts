// Before a file of the project is overwritten, a copy is kept: `codicil trash keep FILE && <the command as it was>`.
// The copy is made before anything of the command runs, and the command does not run when it cannot be made.

import { isBelow, quotedWord } from "../../analysis/index.ts";

/** Spelled from the folder the call runs in, so that a person reads what they know. */
export function spelled(path: string, cwd: string): string {
  if (isBelow(path, cwd) && path !== cwd) return quotedWord(path.slice(cwd === "/" ? 1 : cwd.length + 1));
  return quotedWord(path);
}

export function keepFirst(
  command: string,
  paths: readonly string[],
  { codicil, cwd }: { readonly codicil: string; readonly cwd: string },
): string {
  const files = [...new Set(paths)].map((path) => spelled(path, cwd)).join(" ");
  const keep = `${codicil} trash keep -- ${files}`.replace(" -- ", files.includes(" -") || files.startsWith("-") ? " -- " : " ");
  const body = command.trim();
  // One pipeline or `&&` chain can simply follow; anything else is put into braces, so that no part of it runs without the copy.
  return /[;&|\n#]/.test(body.replace(/&&/g, "")) || /<</.test(body) ? `${keep} && {\n${body}\n}` : `${keep} && ${body}`;
}
