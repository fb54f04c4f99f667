// Questions about the words of a tool's name.

import { byName } from "../../base/index.ts";
import { ACCESS, CHANGES, LIVE, MESSAGES, OVERWRITES, SENDS, WORK } from "./verbs.ts";

export function names(words: readonly string[], table: ReadonlySet<string>): boolean {
  return words.some((word) => table.has(word) || (word.endsWith("s") && (table.has(word.slice(0, -1)) || table.has(oneOf(word)))));
}

/** `companies`: one of them. */
function oneOf(words: string): string {
  return words.endsWith("ies") ? `${words.slice(0, -3)}y` : words;
}

/** Verbs that are also things: `mail_list_messages`, `share_list`, `mail_set_flags`. */
export const SENT_THINGS = new Set("email mail sms dm share invite post resend".split(" "));

const SORTS = new Set("move mark copy label star flag tag merge conversion".split(" "));

/** With one of these in front what may be sent is only a thing: `download_email_attachments`, `change_email_label`. */
const HANDLES = new Set("change download draft archive star mark move label parse import handle pin unpin flag unflag snooze".split(" "));

export function sends(words: readonly string[]): boolean {
  const isThing = (word: string, at: number) => {
    const behind = words[at + 1] ?? "";
    if (!SENT_THINGS.has(word)) return false;
    return OVERWRITES.has(behind) || SORTS.has(behind) || words.slice(0, at).some((each) => HANDLES.has(each) || OVERWRITES.has(each));
  };
  return words.some((word, at) => SENDS.has(word) && !isThing(word, at));
}

/** `user_deactivation`, `zone_setup`: an act as a thing. */
export function asVerb(word: string): string {
  return NOUNS_OF_ACTS[word] ?? word.replace(/(?<=activ|termin|alloc|rot|migr)ation$/, "ate");
}
const NOUNS_OF_ACTS = byName<string>({
  removal: "remove",
  cancellation: "cancel",
  revocation: "revoke",
  suspension: "suspend",
  publication: "publish",
  withdrawal: "withdraw",
  setup: "configure",
});

/** `add_message_to_thread`: what is in front of the preposition is what it is done to. */
export function phrase(own: readonly string[]): readonly string[] {
  const end = own.findIndex((word, at) => at > 1 && /^(?:to|in|on|for|from|with)$/.test(word));
  return end < 0 ? own : own.slice(0, end);
}

/** A changing verb with one of the things right behind it or in front: `create_gist`, `permissions.create`, `add_repo_collaborator`. */
export function changes(all: readonly string[], things: ReadonlySet<string>): boolean {
  const words = things === MESSAGES ? phrase(all) : all;
  const at = words.findIndex((word) => CHANGES.has(word));
  if (at < 0) return false;
  const [last = "", verb, next = ""] = [words.at(-1), words[at], words[at + 1]];
  // `generate_webhook_handler` writes code, and `update_message_thread` changes a thread.
  const isThing = things.has(next) && (at + 2 === words.length || (verb !== "generate" && !names([last], WORK)));
  if (isThing || (at === words.length - 1 && names(words.slice(verb === "generate" ? -2 : -3), things))) return true;
  return words.length - at <= 5 && NAMED_LAST.has(things) && things.has(last);
}

const NAMED_LAST: ReadonlySet<ReadonlySet<string>> = new Set([ACCESS, LIVE, MESSAGES]);

export function pair(words: readonly string[], first: string, second: string): boolean {
  return words.some((word, at) => word === first && (words[at + 1] ?? "").startsWith(second));
}

/** `bulk_delete`: how many at once says nothing about what is done. */
export const MANY: ReadonlySet<string> = new Set(["batch", "bulk", "mass"]);
