// A tool's name read as a sentence: which word is the verb, and what it is done to. `delete_user`, `user_delete`,
// `zabbix_user_delete` and `bulkDeleteUsers` say the same.

import { byName, wordSet } from "../../base/index.ts";
import { ACT_OF, type Act, ALSO_THINGS, LOOKED_AT } from "./verbs.ts";

export interface Phrase {
  readonly act: Act | null;
  readonly verb: string;
  /** What it is done to, one of each kind: the words without the verb, up to a preposition behind it. */
  readonly object: readonly string[];
  /** What is behind the preposition: `group` in `add_user_to_group`. */
  readonly around: readonly string[];
}

const MANY = wordSet("batch bulk mass multi");
const PREPOSITIONS = wordSet("to from of in on by for with into at as using via after before");
/** Words that say one thing together: a verb, or a thing whose words are also verbs. */
const COMPOUNDS = [
  ["([mp])(?:erge|ull) requests?", "$1r"],
  ["(?<=.)issue", "task"],
  ["merge base", "ancestor"],
  ["(start|stop|pause|resume|toggle) record", "$1 recording"],
  ["(?<=. )edit$", "update"],
  ["(?:sign|log) in", "login"],
  ["follow up", "followup"],
  ["drag and drop", "drag"],
  ["power off|shut down", "poweroff"],
  ["turn off", "turnoff"],
  ["mail merge", "mailmerge"],
  ["recycle bin", "trash"],
  ["default branch", "defaultbranch"],
  ["protected branch", "protection"],
  ["power level", "permission"],
  ["(?:env|environment) var(?:iable)?s?", "envvar"],
  ["(?:shared?|sharing|public|presigned|signed) (?:link|url)s?", "sharelink"],
  ["signature requests?", "signaturerequest"],
  ["credit notes?", "creditnote"],
  ["debit notes?", "creditnote"],
  ["zone records?", "dns"],
  ["(?:start|go|begin|toggle) (?:live ?)?stream(?:ing)?|go live", "broadcast live"],
  ["capture transaction", "capture payment"],
  ["(?:ssh|sftp|ftp|mysql|postgres|database|db|vpn|iam|root|admin) users?", "loginuser"],
  ["maintenance (?:mode )?o(?:n|ff)", "enable maintenance"],
  ["deploy requests?", "deployment"],
  ["order books?", "orderbook"],
  ["post (?:status|record)", "post message"],
  ["bank accounts?|external accounts?|payment methods?", "payment"],
  ["(?:create )?workflow dispatch", "dispatch workflow"],
] as const;
const inWords = (from: string, flags: string): RegExp => new RegExp(`\\b(?:${from})\\b`, flags);
const REPLACED: readonly (readonly [RegExp, string])[] = COMPOUNDS.map(([from, to]) => [inWords(from, "g"), to]);
const ANY_COMPOUND = inWords(COMPOUNDS.map(([from]) => from).join("|"), "");

/** One of them: `policies`, `addresses`, `statuses`. */
export function oneOf(word: string): string {
  if (word.length < 4 || !word.endsWith("s") || /(?:ss|us|is|alias|canvas|atlas|bias)$/.test(word)) return word;
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  return /(?:ss|x|ch|sh|us)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}

export function names(words: readonly string[], table: ReadonlySet<string>): boolean {
  return words.some((word) => table.has(word) || table.has(oneOf(word)));
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
  deletion: "delete",
  setup: "configure",
});

/** Which word is the verb; -1: none. Words that are only verbs decide before those that are also things. */
function verbAt(all: readonly string[]): number {
  const end = all.findIndex((word, at) => at > 0 && PREPOSITIONS.has(word));
  const words = end < 0 ? all : all.slice(0, end);
  const isVerb = (word: string | undefined) => word !== undefined && ACT_OF.has(word);
  const isOnlyVerb = (word: string | undefined) => isVerb(word) && !ALSO_THINGS.has(word as string);
  const last = words.length - 1;
  if (isOnlyVerb(words[0])) return 0;
  if (isOnlyVerb(words[last])) return last;
  const looks = words.findIndex((word) => word === "list" || word === "search");
  const only = words.findIndex(isOnlyVerb);
  if (only >= 0) return looks >= 0 && looks < only ? looks : only;
  // `mail_list_messages`, and not `archive_list`.
  const any = words.findIndex(isVerb);
  const first = ACT_OF.get(words[any] ?? "") ?? "";
  if (looks >= 0 && /^(?:sends|pays|rollsOut|runs)$/.test(first)) return looks;
  return /^(?:makes|uses)$/.test(first) && /^(?:takesBack|ends|pays|decides|opens|rollsOut)$/.test(ACT_OF.get(words[last] ?? "") ?? "")
    ? last
    : any;
}

function plainWords(all: readonly string[]): readonly string[] {
  const told = all.length > 1 ? all.filter((word, at) => !MANY.has(word) && (at === 0 || !/^v\d$/.test(word))) : all;
  let text = told.join(" ");
  if (ANY_COMPOUND.test(text)) for (const [compound, thing] of REPLACED) text = text.replace(compound, thing);
  const plain = text === "" ? [] : text.split(" ");
  return plain.some((word) => ACT_OF.has(word)) ? plain : plain.map(asVerb);
}

/** `order_status`, `exchange_info`; and not `set_limit`, which names what is set. */
function looksAt(words: readonly string[], verb: string): boolean {
  const last = words.at(-1) ?? "";
  if (last === verb || !ALSO_THINGS.has(verb)) return false;
  return TELLS.has(last) || (LOOKED_AT.has(last) && !/^(?:changes|takesBack)$/.test(ACT_OF.get(verb) ?? ""));
}
const TELLS = wordSet("info status history list search stats export logs metrics analytics overview");

function phraseOf(words: readonly string[]): Phrase {
  const at = verbAt(words);
  const end = words.findIndex((word, index) => index > Math.max(at, 0) && PREPOSITIONS.has(word));
  const looks = looksAt(words, words[at] ?? "");
  const isObject = (_: string, index: number) => index !== at && (end < 0 || index < end);
  const verb = words[at] ?? "";
  return {
    act: looks ? "reads" : (ACT_OF.get(verb) ?? null),
    verb,
    object: words.filter(isObject).map(oneOf),
    around: end < 0 ? [] : words.slice(end + 1).map(oneOf),
  };
}

/** `get_or_create_contact`, `tool_search_and_install`: each verb with all things. */
export function phrasesOf(all: readonly string[]): readonly Phrase[] {
  const words = plainWords(all);
  const at = words.findIndex((word, index) => (word === "and" || word === "or") && ACT_OF.has(words[index + 1] ?? ""));
  if (at < 0) return [phraseOf(words)];
  const things = words.slice(at + 2);
  return [phraseOf([...words.slice(0, at), ...things]), ...phrasesOf(words.slice(at + 1))];
}
