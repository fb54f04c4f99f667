// Parts of example calls.

import type { Example } from "../match/rule.ts";

export const shell = (command: string): Example => ({ call: { tool: "shell", command } });

/** A path that a glob means. */
export function samplePath(glob: string): string {
  const [first = glob] = /\{([^{}]*)\}/.test(glob) ? [glob.replace(/\{([^{},]*)(?:,[^{}]*)?\}/, "$1")] : [glob];
  const filled = first
    .replace(/\*\*\/?/g, "")
    .replace(/\*/g, "example")
    .replace(/\?/g, "x");
  if (filled === "" || filled === ".") return "src/example.txt";
  return filled.endsWith("/") ? `${filled}example.txt` : filled;
}

export function word(text: string): string {
  return /^~?[\w@%+=:,./^-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
