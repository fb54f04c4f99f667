// Words of a file in a message of Codicil's: always in quotation marks, on one line, bounded, without characters that move the
// cursor, turn the text around or cannot be seen. So nobody takes them for Codicil's own.

import type { Rule } from "./rule.ts";

const LONGEST = 160;
const LONGEST_PLACE = 240;

function cleaned(text: string, longest: number): string {
  // Not when the file is loaded: to read this set takes half a millisecond, and a call that is allowed needs none of it.
  const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
  const line = text.replace(/\s+/g, " ").replace(unseen, "").trim();
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
}

export function quoted(text: string): string {
  return `“${cleaned(text, LONGEST).replace(/[\u201c\u201d]/g, "'")}”`;
}

/** A command that a file names, between backticks. */
export function quotedCommand(text: string): string {
  return `\`${cleaned(text, LONGEST).replaceAll("`", "'")}\``;
}

/** “AGENTS.md:12 says: …” */
export function says({ file, line }: Pick<Rule, "file" | "line">, words: string): string {
  return `${cleaned(file, LONGEST_PLACE)}:${line} says: ${quoted(words)}`;
}

/** Why a rule holds a call. What the file itself says to it comes last, as the file's words. */
export function reasonOf(rule: Rule): string {
  return rule.words === undefined ? rule.message : `${rule.message} ${says(rule, rule.words)}`;
}

/** Why a call is refused that a rule would replace. */
export function notReplaced(rule: Rule): string {
  return reasonOf(rule).replace("Replaced by the project's rule:", "Refused: Codicil cannot put the other command in exactly here.");
}
