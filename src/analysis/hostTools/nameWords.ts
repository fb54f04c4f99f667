// Questions about the words of a tool's name.

import { ACCESS, CHANGES, LIVE, MESSAGES, OVERWRITES, SENDS } from "./verbs.ts";

export function names(words: readonly string[], table: ReadonlySet<string>): boolean {
  return words.some((word) => table.has(word) || (word.endsWith("s") && table.has(word.slice(0, -1))));
}

/** Verbs that are also things: `mail_list_messages`, `share_list`, `mail_set_flags`. */
export const SENT_THINGS = new Set("email mail sms dm share invite post resend".split(" "));

const SORTS = new Set("move mark copy label star flag tag merge conversion".split(" "));

export function sends(words: readonly string[]): boolean {
  const isThing = (word: string, verb: string) => SENT_THINGS.has(word) && (OVERWRITES.has(verb) || SORTS.has(verb));
  return words.some((word, at) => SENDS.has(word) && !isThing(word, words[at + 1] ?? ""));
}

/** A changing verb with one of the things right behind it or in front: `create_gist`, `permissions.create`, `add_repo_collaborator`. */
export function changes(words: readonly string[], things: ReadonlySet<string>): boolean {
  const at = words.findIndex((word) => CHANGES.has(word));
  if (at < 0) return false;
  // `generate_webhook_handler` writes code.
  const isThing = things.has(words[at + 1] ?? "") && (words[at] !== "generate" || at + 2 === words.length);
  if (isThing || (at === words.length - 1 && names(words.slice(words[at] === "generate" ? -2 : -3), things))) return true;
  return words.length - at <= 5 && (things === ACCESS || things === LIVE || things === MESSAGES) && things.has(words.at(-1) ?? "");
}

export function pair(words: readonly string[], first: string, second: string): boolean {
  return words.some((word, at) => word === first && (words[at + 1] ?? "").startsWith(second));
}

/** `bulk_delete`: how many at once says nothing about what is done. */
export const MANY: ReadonlySet<string> = new Set(["batch", "bulk", "mass"]);
