// What a tool does to things that are not on this disk, told by its name: repositories, tables, machines, messages, money.
// An MCP server may also say that a tool only reads; nothing here believes it, and a name that reads is no pass for its input.

import { wordSet } from "../../base/index.ts";
import { ACTS } from "./acts.ts";
import { CHANGED, ENDED, READ_KEYS, type ToolDeed } from "./deedKinds.ts";
import { isAboutKeys, readsKeys } from "./keyNames.ts";
import { RULES } from "./nameRules.ts";
import { asVerb, MANY, names, SENT_THINGS } from "./nameWords.ts";
import type { ToolName } from "./toolNames.ts";
import {
  ACCESS,
  ACTS_ON,
  CHANGES,
  DEPLOYS,
  ENDS,
  INFRASTRUCTURE,
  KEY_SERVERS,
  LIVE,
  MESSAGES,
  MOVES_MONEY,
  READS,
  ROLLS_OUT,
  SENDS,
} from "./verbs.ts";
import {
  BUILDERS,
  CLOUD_SERVERS,
  FORGES,
  HOSTING,
  IDENTITY_SERVERS,
  KEY_STORES,
  MACHINE_SERVERS,
  MONEY_SERVERS,
  SOCIAL_SERVERS,
  VIDEO_SERVERS,
} from "./verbs.ts";
import * as TABLES from "./verbs.ts";
import { SHOWS_KEYS, SIGNS, SPENDS, SPENDS_FIRST, STARTS, STARTS_TOO, STOPS, THINGS, UNLOCKS } from "./verbs.ts";

const OTHER_VERBS = wordSet(
  "cleanup disconnect reprocess unload activate build queue install checkout close request on off cycle release push provision",
  "process renew new reactivate resume unpause trust leave handle",
);
/** A name without one of these says nothing that anybody minds. */
const VERBS: ReadonlySet<string> = new Set(
  [
    ENDS,
    STOPS,
    SENDS,
    CHANGES,
    DEPLOYS,
    MOVES_MONEY,
    SPENDS,
    SIGNS,
    UNLOCKS,
    STARTS,
    STARTS_TOO,
    SPENDS_FIRST,
    ACTS_ON,
    ACTS,
    OTHER_VERBS,
  ].flatMap((table) => [...table]),
);
/** Every word that says something in a name. */
const KNOWN: ReadonlySet<string> = new Set(Object.values(TABLES).flatMap((table) => (table instanceof Set ? [...table] : [])));
const SERVICES: ReadonlySet<string> = new Set(
  [
    MONEY_SERVERS,
    IDENTITY_SERVERS,
    MACHINE_SERVERS,
    CLOUD_SERVERS,
    SOCIAL_SERVERS,
    VIDEO_SERVERS,
    HOSTING,
    FORGES,
    BUILDERS,
    KEY_STORES,
  ].flatMap((table) => [...table]),
);
const ANSWERS = wordSet("resolve acknowledge ack snooze");
const CALLS_FOR_HELP = wordSet("incident alert alarm dispute page case problem event");

/** `vercel_update_project` of a server that reaches many services: the name says which. */
function servicesOf({ server, words: [first = "", next = "", thing] }: ToolName): readonly string[] {
  const isService = thing !== undefined && SERVICES.has(first) && ![VERBS, READS, THINGS].some((table) => table.has(first));
  return isService && !server.includes(first) && next !== "" ? [...server, first] : server;
}

export function deedOfName(name: ToolName, fields: readonly string[] = []): ToolDeed | null {
  const server = servicesOf(name);
  const plain = name.words.filter((word, at) => at === 0 || !/^v\d$/.test(word));
  const words = plain.some((word) => VERBS.has(word) || READS.has(word)) ? plain : plain.map(asVerb);
  // `slack_post_message` of the server slack: the name of the server is no verb. `API-post-search` has the method of HTTP.
  const isPrefix = (word: string, at: number) =>
    (server.includes(word) && !(word === "power" && isSwitch(words[at + 1]))) ||
    (at === 0 && (word === "api" || (word === "core" && words.length > 2) || isShortFor(word, server) || isVendor(words)));
  const prefix = words.findIndex((word, at) => !isPrefix(word, at));
  // `push_to_topic` of the server push: what is left would say nothing.
  const says = (word: string) => VERBS.has(word) || READS.has(word);
  const start = words.slice(Math.max(prefix, 0)).some(says) ? prefix : words.slice(0, prefix + 1).findIndex((word) => VERBS.has(word));
  const isOwn = (word: string, at: number) => at >= Math.max(start, 0) && !(words[0] === "api" && at === 1 && word === "post");
  // Merge requests, pull requests and issues are things; their words are no verbs.
  const own = words
    .join(" ")
    .replace(/\b([mp])(?:erge|ull) request/, "$1r")
    .replace(/ issue\b/g, " task")
    .replace(/\bmerge base\b/, "ancestor")
    .replace(/\b(start|stop|pause|resume|toggle) record\b/, "$1 recording")
    .replace(/(?<= )edit$/, "update")
    .split(" ")
    .filter(isOwn);
  const told = own.length > 1 ? own.filter((word) => !MANY.has(word)) : own;
  const deed = deedOfWords(server, told, fields);
  // `register` of the server webhook: what a verb alone is done to is what the server is for.
  const isFor = told.length === 1 && [ACCESS, MESSAGES, LIVE].some((table) => names(server, table));
  return deed ?? (isFor ? deedOfWords(server, [...told, ...server], fields) : null);
}

/** `power_off` of the server power. */
const isSwitch = (word: string | undefined) => word === "off" || word === "cycle";

/** `ttd_adjust_bids`: a word that means nothing here, in front of a verb with something behind it. */
function isVendor([first = "", verb = "", thing]: readonly string[]): boolean {
  return thing !== undefined && (VERBS.has(verb) || READS.has(verb)) && !VERBS.has(first) && !names([first], KNOWN);
}

/** `ha_restart` of the server homeassistant: letters of its name, in order, that are no word of their own. */
function isShortFor(word: string, server: readonly string[]): boolean {
  const name = server.join("");
  if (word.length > 3 || word[0] !== name[0] || [VERBS, READS, THINGS].some((table) => table.has(word))) return false;
  let at = -1;
  return [...word].every((letter) => (at = name.indexOf(letter, at + 1)) >= 0);
}

function deedOfWords(server: readonly string[], all: readonly string[], fields: readonly string[]): ToolDeed | null {
  const certain = deedForCertain(server, all);
  if (certain !== null) return certain;
  // `word_cloud_by_post_ids`: what is behind it says which.
  const own = all.indexOf("by") > 0 ? all.slice(0, all.indexOf("by")) : all;
  const isInfrastructure = [...server, ...own].some((word) => INFRASTRUCTURE.has(word));
  if (isInfrastructure && own.some((word, at) => ROLLS_OUT.has(word) && !readsFirst(own, at))) return CHANGED;
  const at = own.findIndex((word) => VERBS.has(word));
  if (at < 0 || readsFirst(own, at) || readsLast(own) || readsSent(own, at)) return null;
  const has = (table: ReadonlySet<string>) => names(own, table);
  const name = { server, own, verb: own[at] ?? "", things: own.filter((_, index) => index !== at), fields, has };
  return RULES.find(([fits]) => fits(name))?.[1] ?? null;
}

/** What is told there flies, drives or grips, whatever the word is called. */
const IN_THE_WORLD = wordSet("robot ros drone mavlink rover");
const LOOKS_ON = wordSet("subscribe connect disconnect print echo ping get list");

/** Told by a word or two, whatever is around them. */
function deedForCertain(server: readonly string[], own: readonly string[]): ToolDeed | null {
  if (readsKeys(own) || (names(server, KEY_SERVERS) && !isAboutKeys(own) && own.some((word) => SHOWS_KEYS.has(word)))) return READ_KEYS;
  if (own.includes("force") && own.includes("push")) return ENDED;
  if (names(server, IN_THE_WORLD) && !LOOKS_ON.has(own[0] ?? "") && !readsFirst(own, own.length)) return CHANGED;
  // `resolve` alone only looks something up.
  return [own[0], own.at(-1)].some((word = "") => ANSWERS.has(word)) && names(own, CALLS_FOR_HELP) ? CHANGED : null;
}

/** Words that are also things: `monitor_delete`, `history_clear`. */
const ALSO_THINGS = wordSet("monitor status history logs query info audit watch list draft");
/** `network_list_activate` */
const ACTIVATES = wordSet("activate deploy publish update set");
const READS_LAST = wordSet("search get history geocode query reader lookup describe preview finder analytics stats metrics");
/** `list_deleted_branches`, `get_merge_request`; and not `receive_and_delete`. */
export function readsFirst(words: readonly string[], at: number): boolean {
  if (words[at - 1] === "and" || words[at - 1] === "or") return false;
  const endsThing = at === words.length - 1 && [ENDS, STOPS, ACTIVATES].some((table) => table.has(words[at] ?? ""));
  return words.slice(0, at).some((word) => READS.has(word) && !(endsThing && ALSO_THINGS.has(word)));
}

/** `storage_blob_get`, `post-database-query`. */
function readsLast(words: readonly string[]): boolean {
  if (words.length < 2) return false;
  const [thing = "", last = ""] = words.slice(-2);
  if (ALSO_PAID.has(thing) && (LOOKS.has(last) || TOLD_OF.has(last))) return true;
  // `credit_note_list`
  if (words.length > 2 && last === "list" && ![CHANGES, ENDS, STOPS, SENDS, DEPLOYS].some((table) => names(words, table))) return true;
  if (names(words, ENDS)) return false;
  return READS_LAST.has(last) || (last === "status" && !names(words, SENDS) && !names(words, CHANGES));
}

/** `refund_retrieve`, `deposit_address`: something about one. */
const ALSO_PAID = wordSet(
  "refund transfer charge payout purchase refunds transfers charges payouts purchases deposit withdraw withdrawal swap stake loan",
);
const TOLD_OF = wordSet(
  "retrieve history address addresses record records info detail details summary fee fees rate rates limit limits quote quotes",
);
const ALSO_NOUNS: ReadonlySet<string> = new Set([...SENT_THINGS, ...wordSet("deploy upload trigger")]);
const LOOKS = wordSet("list get search");

/** `mail_list_messages`, `org_invite_list`, `deploy_token_list`; and not `post_status`. */
function readsSent(words: readonly string[], at: number): boolean {
  const [behind = "", next = ""] = words.slice(at + 1);
  if (!ALSO_NOUNS.has(words[at] ?? "")) return false;
  return LOOKS.has(behind) || (READS.has(behind) && !ALSO_THINGS.has(behind)) || (LOOKS.has(next) && !VERBS.has(behind));
}
