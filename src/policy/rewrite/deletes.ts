// A delete becomes a move to Codicil's trash, by changing nothing but the program's own word in the text. When that is
// not exactly the same command otherwise, there is no rewrite.

import { whole } from "../../base/index.ts";
import type { Program } from "../../analysis/index.ts";

export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Wrappers that run the next word as a program and change nothing that the trash depends on. */
const TRANSPARENT = new Set(["command", "exec", "nice", "nohup", "time", "timeout", "ionice", "stdbuf", "setsid"]);

export const RM_OPTION = whole`-[frRidvI]+, --, --(?:force|recursive|dir|verbose|one-file-system|preserve-root),
  --interactive(?:=(?:never|once|always))?`;

/** The words in place of a delete's own name; null when the rewrite would not be exact. */
export function trashInPlaceOf(program: Program, command: string, codicil: string): Replacement | null {
  const { nameSpan, via } = program;
  if (nameSpan === null || program.elsewhere === true || !via.every((each) => TRANSPARENT.has(each))) return null;
  const word = command.slice(nameSpan.start, nameSpan.end);
  // `exec -a NAME` would give the trash another name than its own.
  if (via.includes("exec") && /\bexec\s+-/.test(command.slice(program.span?.start ?? 0, nameSpan.start))) return null;
  if (!/^[\w\\"'./-]+$/.test(word)) return null;
  const options = optionsFor(program);
  return options === null ? null : { ...nameSpan, text: `${codicil} trash put${options}` };
}

/** What must be after `trash put` so that it means the same; null when nothing does. */
function optionsFor(program: Program): string | null {
  const words = program.args;
  const marker = words.findIndex((each) => each.text === "--");
  const options = words.filter((each, at) => each.text.startsWith("-") && each.text.length > 1 && (marker < 0 || at <= marker));
  if (options.some((each) => each.dynamic)) return null;
  switch (program.name) {
    case "rm":
      return options.every((each) => RM_OPTION.test(each.text)) ? "" : null;
    case "rmdir":
      return options.every((each) => each.text === "-v" || each.text === "--verbose" || each.text === "--") ? " -d" : null;
    case "rimraf":
      return options.length === 0 && words.every((each) => !each.dynamic && !/[*?{[]/.test(each.text)) ? " -rf" : null;
    case "unlink":
      return words.length === 1 && options.length === 0 ? "" : null;
    case "trash":
    case "trash-put":
      return options.length === 0 ? " -r" : null;
    default:
      return null;
  }
}

export function replaceAll(command: string, replacements: readonly Replacement[]): string {
  const ordered = [...new Map(replacements.map((each) => [each.start, each])).values()].sort((a, b) => b.start - a.start);
  let text = command;
  for (const each of ordered) text = text.slice(0, each.start) + each.text + text.slice(each.end);
  return text;
}
