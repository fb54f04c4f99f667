// Sentences that say what is meant by their form, whatever their words name.

import { HOSTS } from "../../base/index.ts";
import { COMMANDS } from "../table/commandTable.ts";
import { type Heard, isOurs, isSmall } from "./heard.ts";
import type { Act, Thing } from "./vocabulary.ts";

const HELPS: ReadonlySet<string> = new Set(["man", "manual", "usage", "帮助"]);
const KEEPS: ReadonlySet<string> = new Set(["stop", "keep", "prevent", "block"]);
export const ASKING: ReadonlySet<string> = new Set("how what when where which who why".split(" "));
const A_RULE = "Rules are lines of AGENTS.md: write the line there.";

/** "can claude delete files", "can i git push". */
const ASKS_WHETHER = /^(?:can|may|could) (?:(?!you |i |we )\w|i \w)/;

/** Who asks with one of these asks how it is done here. */
const DONE_HERE: readonly Act[] = ["accept", "disconnect", "forget", "permit", "undo"];
/** Nobody has these but here. */
const OF_THE_PROGRAM: readonly Thing[] = ["enforcement", "hook", "place", "proposal", "quarantine", "rule", "trash", "verdict"];

/** What these do is asked of the program, and so is what starts with why or how. */
const OURS = `(?:it|you|codicil|(?:the |my )?agents?|${HOSTS.join("|")})\\b`;
/** "what do I use", "which port does the server use", 我用什么数据库. */
const ASKED_OF_ME = [
  new RegExp(`^(?:what|when|where|which|who) (?!(?:do|does|did|has|have) ${OURS}).*\\b(?:i|we|my|our)\\b`),
  new RegExp(`^(?:what|when|where|which) .*\\b(?:does|did) (?!${OURS})`),
  /^(?:when|where|which|who) .*\b(?:was|were)\b/,
  /^[^我]*我.*(?:(?<!为)什么|哪|谁|几|多少|吗)/,
];
export const asksOfMe = (text: string): boolean => ASKED_OF_ME.some((form) => form.test(text));

/** "what have you learned about releases" */
const WHAT_IS_KNOWN = /^what .*\b(?:know|learn|remember)\w* (?:about|of) /;

/** What a sentence asks for, whatever its words name. */
export function bySentence(words: readonly string[], heard: Heard): string[] | undefined {
  const { typed } = heard;
  const [first = "", ...rest] = typed;
  if (typed.length === 1 && isOurs(first)) return ["overview"];
  if (isShellRm(words)) return ["trash put", "forget"];
  if (HELPS.has(first) && COMMANDS.some(({ name }) => name === rest.join(" "))) return [`help ${rest.join(" ")}`];
  return isARule(typed) ? [A_RULE, "policy report"] : byQuestion(heard);
}

/** "stop cursor from deleting files" is a rule, and not the end of something. */
function isARule(typed: readonly string[]): boolean {
  const at = typed.indexOf("from");
  return typed[at + 1]?.endsWith("ing") === true && typed.slice(0, Math.max(0, at)).some((word) => KEEPS.has(word));
}

function byQuestion({ typed: [first = "", ...rest], acts, things }: Heard): string[] | undefined {
  const text = [first, ...rest].join(" ");
  if (WHAT_IS_KNOWN.test(text)) return ["recall", "memory read"];
  const isDoneHere = DONE_HERE.some((act) => acts.has(act));
  if (!isDoneHere && ASKS_WHETHER.test(text)) return ["policy check", "policy report"];
  const isOfMe = !isDoneHere && !OF_THE_PROGRAM.some((thing) => things.has(thing)) && asksOfMe(text);
  return isOfMe || (first === "ask" && ASKING.has(rest[0] ?? "")) ? ["recall", "chat"] : undefined;
}

/** `rm -rf dist`: files, as in a shell. */
export function isShellRm([first, second = ""]: readonly string[]): boolean {
  return first === "rm" && (/^-[rfiv]+$/.test(second) || (second.includes("/") && !second.endsWith(".md")));
}

/** A question or a message in place of a command: `-p "which port does it use"`. How something is done is asked of the program. */
export const isSpeech = (typed: readonly string[]): boolean =>
  typed.length > 2 && typed[0] !== "how" && typed.some((word) => isSmall(word) || ASKING.has(word));
