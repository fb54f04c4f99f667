// What a tool does to things that are not on this disk, told by its name: repositories, tables, machines, messages, money.
// An MCP server may also say that a tool only reads; nothing here believes it, and a name that reads is no pass for its input.

import type { Hazard } from "../../effects.ts";
import { readsKeys } from "./keyNames.ts";
import type { ToolName } from "./toolNames.ts";
import {
  ACCESS,
  CHANGES,
  COINS,
  DEPLOYS,
  ENDS,
  EVERYDAY,
  INFRASTRUCTURE,
  KEY_KINDS,
  LIVE,
  LOCAL,
  LOCAL_SERVERS,
  MESSAGES,
  MONEY,
} from "./verbs.ts";
import {
  FORGES,
  IDENTITY_SERVERS,
  KEY_STORES,
  KEY_SERVERS,
  LIVE_ANYWHERE,
  MACHINE_SERVERS,
  MONEY_SERVERS,
  SHOWS_KEYS,
  SOCIAL_SERVERS,
} from "./verbs.ts";
import { ADDED_CODE, BUILDERS, CLOUD_SERVERS, HOSTING, OVERWRITES, PROVISIONS, WORK, SERVED_WITH, SPENDS_FIRST } from "./verbs.ts";
import { MOVES_MONEY, NOT_SENT, PUBLIC, READS, ROLLS_OUT, RUNS_ELSEWHERE, RUNS_ELSEWHERE_TOO, SENDS, SIGNED, SIGNS } from "./verbs.ts";
import { SPENDS, STARTS, STARTS_TOO, STOPS, THINGS, UNLOCKS } from "./verbs.ts";

export interface ToolDeed {
  readonly kind: Hazard["kind"];
  /** `deletes or ends something …`: follows the tool's name. */
  readonly what: string;
  /** Not where the input names files of this disk: those are judged by themselves. */
  readonly unlessOnDisk?: true;
}

export const ENDED: ToolDeed = {
  kind: "destructive",
  what: "deletes or ends something outside this project, which Codicil cannot bring back",
  unlessOnDisk: true,
};
export const SENT: ToolDeed = { kind: "exfiltration", what: "sends or publishes something to other people" };
export const PAID: ToolDeed = { kind: "remote", what: "moves money" };
export const READ_KEYS: ToolDeed = { kind: "exfiltration", what: "shows keys or passwords" };
export const OPENED: ToolDeed = { kind: "escalation", what: "changes who has access" };
export const CHANGED: ToolDeed = { kind: "remote", what: "changes a running system" };
const INSTALLED: ToolDeed = { kind: "persistence", what: "installs code that nobody here has seen" };

interface Named {
  readonly server: readonly string[];
  /** Words of the name without the server's. */
  readonly own: readonly string[];
  /** Words of the input's fields: they name the thing where the tool does not (`reset_from_parent {branchId}`). */
  readonly fields: readonly string[];
  readonly has: (table: ReadonlySet<string>) => boolean;
}

const BUILDS = new Set([
  "activate",
  "build",
  "queue",
  "install",
  "checkout",
  "close",
  "request",
  "on",
  "off",
  "cycle",
  "release",
  "push",
  "provision",
  "process",
]);
const VERBS: readonly ReadonlySet<string>[] = [
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
  BUILDS,
];
/** Fields that name something which others rely on. */
const RELIED_ON = new Set(
  "instance instances branch cluster database bucket namespace deployment replicas tenant subscription domain zone vm droplet pull".split(
    " ",
  ),
);
const DOCKER = new Set(["docker", "podman"]);
const CONTAINERS = new Set(["container"]);
const ACTIVATED = new Set("workflow campaign user rule policy application configuration".split(" "));
const ACCOUNTS = new Set(["user", "account", "login", "principal"]);
const RIGHTS = new Set("role roles privilege privileges permission scope admin grant".split(" "));
const GROUPS = new Set(["group", "usergroup", "team"]);
const LEASED = new Set("ip ips address addresses number reservation lease".split(" "));
const BUILT = new Set("image package artifact chart".split(" "));
const FOR_SALE = new Set("prices inventory stock".split(" "));
const CLOSED = new Set("account alert index position channel incident store shop auction board project workspace organization".split(" "));
const ANSWERS = new Set("resolve acknowledge ack snooze".split(" "));
const CALLS_FOR_HELP = new Set("incident alert alarm dispute page".split(" "));
const DOORS = new Set("door garage gate lock".split(" "));
const ALARMS = new Set("alarm siren camera sensor".split(" "));
const AMOUNTS = new Set("amount amounts lamports wei qty quantity price".split(" "));

/** The first that fits says what the tool does; null: nothing that anybody minds. */
const RULES: readonly (readonly [(name: Named) => boolean, ToolDeed | null])[] = [
  [isLocal, null],
  // As `docker stop` passes.
  [({ server, own, has }) => names([...server, ...own], DOCKER) && names(own, CONTAINERS) && !has(ENDS) && !own.includes("kill"), null],
  [({ own }) => own.length > 1 && SPENDS_FIRST.has(own[0] ?? ""), PAID],
  [({ has }) => has(MOVES_MONEY) || (has(MONEY) && has(CHANGES)), PAID],
  [({ has, fields }) => has(SPENDS) && (names(fields, AMOUNTS) || (has(COINS) && !has(MESSAGES) && !has(CHANGES))), PAID],
  [({ has, own }) => (own.includes("place") || own.includes("submit") || own[0] === "process") && has(MONEY), PAID],
  [({ own }) => pair(own, "wire", "transfer"), PAID],
  [({ own }) => own.includes("checkout") && own.includes("cart"), PAID],
  [
    ({ server, own, has }) =>
      names(server, MONEY_SERVERS) && (has(CHANGES) || has(SPENDS) || has(SIGNS) || own[0] === "close" || own[0] === "request"),
    PAID,
  ],
  [({ has }) => has(SIGNS) && has(SIGNED), PAID],
  [({ has }) => has(ENDS), ENDED],
  [({ has, own, fields }) => has(STOPS) && (has(THINGS) || (names(fields, RELIED_ON) && !own.includes("git"))), ENDED],
  [
    ({ own }) =>
      (own.includes("close") && (own.includes("all") || names(own, CLOSED))) || own[0] === "kill" || pair(own, "factory", "reset"),
    ENDED,
  ],
  // The verb stands first or last: `archive_issue`, `issue_archive`, and not `create_archive_job`.
  [({ own }) => own[0] === "archive" || (own.length > 1 && own.at(-1) === "archive"), ENDED],
  [({ own }) => pair(own, "power", "off") || pair(own, "power", "cycle") || (own.includes("release") && names(own, LEASED)), ENDED],
  [({ server, own }) => names(server, HOSTING) && pair(own, "maintenance", "o"), CHANGED],
  [({ own }) => own.includes("push") && names(own, BUILT), SENT],
  [({ server, has }) => names(server, KEY_STORES) && has(STOPS), ENDED],
  [({ server, has }) => names(server, HOSTING) && has(STOPS), CHANGED],
  [
    ({ own, has }) =>
      (own.includes("activate") && names(own, ACTIVATED)) || (has(CHANGES) && (pair(own, "default", "branch") || names(own, FOR_SALE))),
    CHANGED,
  ],
  [({ server, has }) => names(server, IDENTITY_SERVERS) && (has(CHANGES) || has(STOPS)), OPENED],
  [({ server, has }) => names(server, MACHINE_SERVERS) && (has(CHANGES) || has(STOPS)), CHANGED],
  [
    ({ server, own, has }) =>
      names([...server, ...own.slice(0, 1)], CLOUD_SERVERS) && (has(PROVISIONS) || has(STOPS)) && (has(THINGS) || !has(WORK)),
    CHANGED,
  ],
  [({ server, has }) => names(server, SOCIAL_SERVERS) && has(CHANGES) && !has(NOT_SENT), SENT],
  [({ has, own }) => has(CHANGES) && own.some((word, at) => /^keys?$/.test(word) && KEY_KINDS.has(own[at - 1] ?? "")), OPENED],
  [({ has, own }) => has(UNLOCKS) || (own.includes("open") && names(own, DOORS)) || (own.includes("off") && names(own, ALARMS)), OPENED],
  [({ has }) => has(EVERYDAY) && !has(ACCESS), null],
  [({ has }) => has(SENDS), SENT],
  [({ own, has }) => changes(own, MESSAGES) && !has(NOT_SENT), SENT],
  [({ own }) => changes(own, ACCESS) || pair(own, "add", "user"), OPENED],
  [({ own, has, fields }) => has(CHANGES) && names(own, ACCOUNTS) && names(fields, RIGHTS), OPENED],
  [({ own, has }) => has(CHANGES) && has(GROUPS) && names(own, ACCOUNTS), OPENED],
  [({ own }) => changes(own, PUBLIC) || pair(own, "make", "public") || pair(own, "set", "public"), SENT],
  [({ own, has }) => (own.includes("install") || own.includes("add") || own.includes("enable")) && has(ADDED_CODE), INSTALLED],
  [
    ({ server, own, has }) =>
      has(CHANGES) && (((names(server, HOSTING) || names(server, FORGES)) && has(SERVED_WITH)) || pair(own, "environment", "var")),
    CHANGED,
  ],
  [
    ({ server, own, has }) =>
      names(server, BUILDERS) && (has(STOPS) || has(STARTS) || has(STARTS_TOO) || own[0] === "build" || own[0] === "queue"),
    CHANGED,
  ],
  [
    ({ server, own, has }) =>
      changes(own, LIVE) ||
      (has(CHANGES) && (has(LIVE_ANYWHERE) || names(server, LIVE_ANYWHERE))) ||
      ((own.includes("complete") || own.includes("commit")) && own.includes("migration")),
    CHANGED,
  ],
  [({ has }) => has(DEPLOYS) || (has(STARTS) && has(RUNS_ELSEWHERE)) || (has(STARTS_TOO) && has(RUNS_ELSEWHERE_TOO)), CHANGED],
  [({ own }) => pair(own, "apply", "run") || pair(own, "invoke", "function") || pair(own, "invoke", "lambda"), CHANGED],
  [({ server, own, has }) => server.length > 0 && has(OVERWRITES) && !has(WORK) && own.length > 1, CHANGED],
];

export function deedOfName({ server, words }: ToolName, fields: readonly string[] = []): ToolDeed | null {
  // `slack_post_message` of the server slack: the name of the server is no verb. `API-post-search` has the method of HTTP.
  const isOwn = (word: string, at: number) => (at > 0 || !server.includes(word)) && !(words[0] === "api" && at === 1 && word === "post");
  // A merge request is a thing; its first word is no verb.
  const own = words
    .join(" ")
    .replace(/\bmerge request/, "mr")
    .split(" ")
    .filter(isOwn);
  const certain = deedForCertain(server, own);
  if (certain !== null) return certain;
  const isInfrastructure = [...server, ...own].some((word) => INFRASTRUCTURE.has(word));
  if (isInfrastructure && own.some((word, at) => ROLLS_OUT.has(word) && !readsFirst(own, at))) return CHANGED;
  const at = own.findIndex((word) => VERBS.some((table) => table.has(word)));
  if (at < 0 || readsFirst(own, at) || readsLast(own)) return null;
  const has = (table: ReadonlySet<string>) => names(own, table);
  return RULES.find(([fits]) => fits({ server, own, fields, has }))?.[1] ?? null;
}

/** Told by a word or two, whatever stands around them. */
function deedForCertain(server: readonly string[], own: readonly string[]): ToolDeed | null {
  if (readsKeys(own) || (names(server, KEY_SERVERS) && own.some((word) => SHOWS_KEYS.has(word)))) return READ_KEYS;
  if (own.includes("force") && own.includes("push")) return ENDED;
  // `resolve` alone only looks something up.
  return ANSWERS.has(own[0] ?? "") && names(own, CALLS_FOR_HELP) ? CHANGED : null;
}

function names(words: readonly string[], table: ReadonlySet<string>): boolean {
  return words.some((word) => table.has(word) || table.has(word.replace(/s$/, "")));
}

/** `remove_label_from_pr`, `stop_dev_server`; and not `delete_log_group`: what is ended is the thing right behind the verb. */
function isLocal({ server, own, has }: Named): boolean {
  if (names(server, LOCAL_SERVERS) && !has(ENDS)) return true;
  // There, a preview or an image is seen by everybody who signs in.
  if (names(server, IDENTITY_SERVERS) || names(server, MACHINE_SERVERS)) return false;
  // `power_off_by_tag`: the tag says which.
  // In front, `process` is a verb.
  const said = own.slice(own[0] === "process" ? 1 : 0, own.includes("by") ? own.indexOf("by") : undefined);
  if (!names(said, LOCAL)) return false;
  const at = own.findIndex((word) => ENDS.has(word));
  if (at < 0) return true;
  const behind = own.slice(at + 1);
  const end = behind.findIndex((word) => /^(?:from|of|in|to|on|by)$/.test(word));
  const object = behind.length === 0 ? own.slice(0, at) : behind.slice(0, end < 0 ? undefined : end);
  // A label is taken off a thing every day, and deleted for everybody.
  if (own[at] === "delete" && names(object, SHARED_MARKS)) return false;
  if (names(object, RECORDINGS)) return false;
  return names(object, LOCAL) && !names(object, THINGS);
}

const SHARED_MARKS = new Set(["tag", "label", "filter", "log"]);
const RECORDINGS = new Set(["recording"]);

/** Words that are also things: `monitor_delete`, `history_clear`. */
const ALSO_THINGS = new Set("monitor status history logs query info audit watch".split(" "));
const READS_LAST = new Set("search get query reader lookup describe preview".split(" "));

/** `list_deleted_branches`, `get_merge_request`; and not `receive_and_delete`. */
export function readsFirst(words: readonly string[], at: number): boolean {
  if (words[at - 1] === "and" || words[at - 1] === "or") return false;
  const endsThing = at === words.length - 1 && (ENDS.has(words[at] ?? "") || STOPS.has(words[at] ?? ""));
  return words.slice(0, at).some((word) => READS.has(word) && !(endsThing && ALSO_THINGS.has(word)));
}

/** `storage_blob_get`, `post-database-query`. */
function readsLast(words: readonly string[]): boolean {
  if (words.length < 2 || names(words, ENDS)) return false;
  return READS_LAST.has(words.at(-1) ?? "") || (words.at(-1) === "status" && !names(words, SENDS) && !names(words, CHANGES));
}

/** A changing verb with one of the things right behind it or in front: `create_gist`, `permissions.create`, `add_repo_collaborator`. */
function changes(words: readonly string[], things: ReadonlySet<string>): boolean {
  const at = words.findIndex((word) => CHANGES.has(word));
  if (at < 0) return false;
  if (things.has(words[at + 1] ?? "") || (at === words.length - 1 && names(words, things))) return true;
  return words.length - at <= 5 && (things === ACCESS || things === LIVE || things === MESSAGES) && things.has(words.at(-1) ?? "");
}

function pair(words: readonly string[], first: string, second: string): boolean {
  return words.some((word, at) => word === first && (words[at + 1] ?? "").startsWith(second));
}
