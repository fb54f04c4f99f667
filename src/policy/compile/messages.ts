// What a rule says when it stops a call. How the line was read, and how a person can change it, the gate adds.

import { quoted, quotedCommand } from "../match/quoting.ts";
import type { Rule } from "../match/rule.ts";

export function messageOf({
  effect,
  text,
  alternative,
}: Pick<Rule, "effect" | "text"> & { readonly alternative?: string | undefined }): string {
  const rule = quoted(text);
  const instead = alternative === undefined ? "" : suggestion(alternative);
  switch (effect) {
    case "ask":
      return `This needs a person's approval: ${rule} Ask, and wait for the answer.`;
    case "rewrite":
      return `Replaced by the project's rule: ${rule}${instead}`;
    case "require-before":
      return `Something must come first: ${rule}`;
    case "limit":
      return `Stopped by a limit: ${rule}`;
    case "check":
      return `Not wanted in new text: ${rule}`;
    default:
      return `Forbidden here: ${rule}${instead}`;
  }
}

/** How a message names the way to go. */
export function suggestion(alternative: string): string {
  return ` It names ${quotedCommand(alternative)} instead.`;
}
