// Parts of example calls.

import { wordSet } from "../../base/index.ts";
import type { Example } from "../match/rule.ts";

export const shell = (command: string): Example => ({ call: { tool: "shell", command } });

/** A path that a glob means. */
export function samplePath(glob: string): string {
  const [first = glob] = /\{([^{}]*)\}/.test(glob) ? [glob.replace(/\{([^{},]*)(?:,[^{}]*)?\}/, "$1")] : [glob];
  const filled = first
    .replace(/\*\*\/?/g, "")
    // `README*` → README.md, `.env*` → .env
    .replace(/([A-Z]{2})\*$/, "$1.md")
    .replace(/(\w)\*$/, "$1")
    .replace(/\*/g, "example")
    .replace(/\?/g, "x");
  if (filled === "" || filled === ".") return "src/example.txt";
  return filled.endsWith("/") ? `${filled}example.txt` : filled;
}

export function word(text: string): string {
  return /^~?[\w@%+=:,./^-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** Programs without subcommands: people write their options first. */
const OPTIONS_FIRST = wordSet("rm rmdir cp mv ln ls cat chmod chown mkdir touch grep find tail head sed kill");
export const optionsFirst = (program: string): boolean => OPTIONS_FIRST.has(program);

/** A command as people write it: `git commit --amend`, but `rm -rf node_modules`. */
export function asTyped(program: string, words: readonly string[], flags: readonly string[]): string[] {
  if (!optionsFirst(program)) return [program, ...words, ...flags];
  const short = flags.filter((each) => /^-[A-Za-z]$/.test(each));
  const joined = short.length > 0 ? [`-${short.map((each) => each.slice(1)).join("")}`] : [];
  return [program, ...joined, ...flags.filter((each) => !short.includes(each)), ...words];
}
