// Sentences that say what is meant by their form, whatever their words name.

import { HOSTS } from "../../base/index.ts";
import { COMMANDS } from "../table/table.ts";
import { type Heard, isOurs, isSmall } from "./heard.ts";

const HELPS: ReadonlySet<string> = new Set(["man", "manual", "usage", "帮助"]);
const KEEPS: ReadonlySet<string> = new Set(["stop", "keep", "prevent", "block"]);
export const ASKING: ReadonlySet<string> = new Set("how what when where which who why".split(" "));
const A_RULE = "Rules are lines of AGENTS.md: write the line there.";

/** "can claude delete files", "can i git push". */
const ASKS_WHETHER = /^(?:can|may|could) (?:(?!you |i |we )\w|i \w)/;

/** "what do I use", "which port does the server use", 我用什么数据库; what starts with why or how is asked of the program. */
const ASKED_OF_ME = [
  /^(?:what|when|where|which|who) .*\b(?:i|we|my|our)\b/,
  new RegExp(`^(?:what|when|where|which) .*\\b(?:does|did) (?!(?:it|you|codicil|(?:the |my )?agents?|${HOSTS.join("|")})\\b)`),
  /^(?:when|where|which|who) .*\b(?:was|were)\b/,
  /^[^我]*我.*(?:(?<!为)什么|哪|谁|几|多少|吗)/,
];
export const asksOfMe = (text: string): boolean => ASKED_OF_ME.some((form) => form.test(text));

/** What a sentence asks for, whatever its words name. */
export function bySentence(words: readonly string[], { typed }: Heard): string[] | undefined {
  const [first = "", ...rest] = typed;
  if (typed.length === 1 && isOurs(first)) return ["overview"];
  if (isShellRm(words)) return ["trash put", "forget"];
  if (HELPS.has(first) && COMMANDS.some(({ name }) => name === rest.join(" "))) return [`help ${rest.join(" ")}`];
  const at = typed.indexOf("from");
  // "stop cursor from deleting files": a rule, and not the end of something.
  if (typed[at + 1]?.endsWith("ing") === true && typed.slice(0, Math.max(0, at)).some((word) => KEEPS.has(word)))
    return [A_RULE, "policy report"];
  if (ASKS_WHETHER.test(typed.join(" "))) return ["policy check", "policy report"];
  const isAsked = (first === "ask" && ASKING.has(rest[0] ?? "")) || asksOfMe(typed.join(" "));
  return isAsked ? ["recall", "chat"] : undefined;
}

/** `rm -rf dist`: files, as in a shell. */
export function isShellRm([first, second = ""]: readonly string[]): boolean {
  return first === "rm" && (/^-[rfiv]+$/.test(second) || (second.includes("/") && !second.endsWith(".md")));
}

/** A question or a message in place of a command: `-p "which port does it use"`. */
export const isSpeech = (typed: readonly string[]): boolean => typed.length > 2 && typed.some((word) => isSmall(word) || ASKING.has(word));
