// What a tool does to things that are not on this disk, told by its name: repositories, tables, machines, messages, money.
// An MCP server may also say that a tool only reads; nothing here believes it, and a name that reads is no pass for its input.

import type { Hazard } from "../../effects.ts";
import type { ToolName } from "./toolNames.ts";
import { ACCESS, CHANGES, DEPLOYS, ENDS, EVERYDAY, LOCAL, MONEY, MOVES_MONEY } from "./verbs.ts";
import { INFRASTRUCTURE, KEY_KINDS, KEY_TAILS, KEY_WORDS, ROLLS_OUT, SHOWS_KEYS } from "./verbs.ts";
import { PUBLIC, READS, RUNS_ELSEWHERE, SENDS, STOPS, THINGS } from "./verbs.ts";

export interface ToolDeed {
  readonly kind: Hazard["kind"];
  /** `deletes or ends something …`: follows the tool's name. */
  readonly what: string;
  /** Also where the input names paths: they are no files of this project. */
  readonly always?: true;
}

const ENDED: ToolDeed = { kind: "destructive", what: "deletes or ends something outside this project, which Codicil cannot bring back" };
const SENT: ToolDeed = { kind: "exfiltration", what: "sends or publishes something to other people" };
const PAID: ToolDeed = { kind: "remote", what: "moves money" };
const READ_KEYS: ToolDeed = { kind: "exfiltration", what: "shows keys or passwords", always: true };
const OPENED: ToolDeed = { kind: "escalation", what: "changes who has access" };
const CHANGED: ToolDeed = { kind: "remote", what: "changes a running system" };

export function deedOfName({ server, words }: ToolName): ToolDeed | null {
  // `slack_post_message` of the server slack: the name of the server is no verb.
  const own = words.filter((word, at) => at > 0 || !server.includes(word));
  if (own.length === 0) return null;
  const has = (table: ReadonlySet<string>) => own.some((word) => table.has(word));
  if (readsKeys(own)) return READ_KEYS;
  if (own.includes("force") && own.includes("push")) return ENDED;
  if ([...server, ...own].some((word) => INFRASTRUCTURE.has(word)) && own.some((word, at) => ROLLS_OUT.has(word) && !readsFirst(own, at))) return { ...CHANGED, always: true };
  const at = own.findIndex((word) => ENDS.has(word) || STOPS.has(word) || SENDS.has(word) || CHANGES.has(word) || DEPLOYS.has(word));
  if (at < 0 || readsFirst(own, at)) return null;
  if (has(LOCAL)) return null;
  if (has(MOVES_MONEY) || (has(MONEY) && has(CHANGES)) || pair(own, "place", "order") || pair(own, "submit", "order")) return PAID;
  if (has(ENDS)) return ENDED;
  if (has(STOPS) && has(THINGS)) return ENDED;
  if (has(CHANGES) && own.some((word, index) => /^keys?$/.test(word) && KEY_KINDS.has(own[index - 1] ?? ""))) return OPENED;
  if (has(EVERYDAY) && !has(ACCESS)) return null;
  if (has(SENDS)) return SENT;
  if (changes(own, ACCESS)) return OPENED;
  if (changes(own, PUBLIC)) return SENT;
  const starts = own.includes("trigger") || own.includes("apply");
  return has(DEPLOYS) || (starts && has(RUNS_ELSEWHERE)) || pair(own, "apply", "run") ? CHANGED : null;
}

/** `get_secret_value`, `read_credentials`, `export_private_key`; and not `list_secrets`, which shows names. */
function readsKeys(words: readonly string[]): boolean {
  const plain = words.map((word) => word.replace(/s$/, ""));
  const at = plain.findIndex((word, index) => KEY_WORDS.has(word) || (word === "key" && KEY_KINDS.has(plain[index - 1] ?? "")));
  if (at < 1 || !words.slice(0, at).some((word) => SHOWS_KEYS.has(word))) return false;
  return plain.slice(at + 1).every((word) => KEY_TAILS.has(word));
}

/** `list_deleted_branches`, `get_merge_request`; and not `receive_and_delete`. */
function readsFirst(words: readonly string[], at: number): boolean {
  return words.slice(0, at).some((word) => READS.has(word)) && words[at - 1] !== "and" && words[at - 1] !== "or";
}

/** A changing verb with one of the things as its last word or right behind it: `create_gist`, `add_repo_collaborator`. */
function changes(words: readonly string[], things: ReadonlySet<string>): boolean {
  const at = words.findIndex((word) => CHANGES.has(word));
  if (at < 0) return false;
  return things.has(words[at + 1] ?? "") || (words.length - at <= 5 && things === ACCESS && things.has(words.at(-1) ?? ""));
}

function pair(words: readonly string[], first: string, second: string): boolean {
  return words.some((word, at) => word === first && (words[at + 1] ?? "").startsWith(second));
}
