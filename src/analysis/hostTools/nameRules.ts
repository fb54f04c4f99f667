// Which words of a name say what: verbs and the things they are done to, on which server. The first rule that fits decides.

import { wordSet } from "../../base/index.ts";
import { ACT_RULES, BUYING, RUN_THERE, UNKNOWN } from "./acts.ts";
import { CHANGED, ENDED, INSTALLED, type Named, OPENED, PAID, SENT, type ToolDeed } from "./deedKinds.ts";
import { isLocal } from "./localNames.ts";
import { changes, names, pair, phrase, sends } from "./nameWords.ts";
import { ACCESS, ACTS_ON, ADDED_CODE, BUILDERS, CHANGES, CLOUD_SERVERS, COINS, DEPLOYS, ENDS, EVERYDAY } from "./verbs.ts";
import { FORGES, HOSTING, IDENTITY_SERVERS, KEY_KINDS, KEY_STORES, LIVE, LIVE_ANYWHERE, MACHINE_SERVERS } from "./verbs.ts";
import { MESSAGES, MONEY, MONEY_SERVERS, MOVES_MONEY, NOT_SENT, OVERWRITES, PARTS, PROVISIONS, PUBLIC } from "./verbs.ts";
import { RUNS_ELSEWHERE, RUNS_ELSEWHERE_TOO, SERVED_WITH, SIGNED, SIGNS, SOCIAL_SERVERS, SPENDS, SPENDS_FIRST } from "./verbs.ts";
import { SHOWN_THERE, STARTS, STARTS_TOO, STOPS, THINGS, UNLOCKS, VIDEO_SERVERS, WORK } from "./verbs.ts";

/** Fields that name something which others rely on. */
const RELIED_ON = wordSet(
  "environment instance instances branch cluster database bucket namespace deployment replicas tenant subscription domain zone",
  "vm droplet pull",
);
const DOCKER = wordSet("docker podman");
const CONTAINERS = wordSet("container");
const ACTIVATED = wordSet("workflow campaign user rule policy application configuration");
const ACCOUNTS = wordSet("user account login principal client mailbox");
const RIGHTS = wordSet("group role roles privilege privileges permission scope admin grant password passwd");
const STAFF = wordSet("agent operator staff seat technician");
const ADDRESSED = wordSet("email mail");
const GROUPS = wordSet("group usergroup team");
const LEASED = wordSet("ip ips address addresses number reservation lease");
const BUILT = wordSet("image package artifact chart gem notification message transaction");
const FOR_SALE = wordSet("prices inventory stock coupon discount voucher promotion promo");
const CLOSED = wordSet("account alert index position channel incident store shop auction board project workspace organization");
/** Whoever left has to be let in again. */
const JOINED = wordSet("group channel chat room server guild team organization workspace");
const DOORS = wordSet("door garage gate lock barrier cover shutter trunk valve");
const ALARMS = wordSet("alarm siren camera sensor");
/** What a call itself started: to cancel it, or to start it again, harms nobody. */
const OWN_RUNS = wordSet(
  "task execution run search prediction training crawl query request upload download scan prompt operation render check analysis test",
  "sync index",
);
/** From then on they go out to people, or cost money. */
const LAUNCHED = wordSet("campaign canvas mailing sequence ad adset survey broadcast automation flow");
const LAUNCHES = wordSet("launch send start resume unpause enable activate schedule trigger execute run");
/** They go where a page or a profile shows them, as its text does. */
const PICTURES = wordSet("avatar thumbnail logo favicon icon image photo picture");
const KEEPS = wordSet("create take make");
const COPIES_KEPT = wordSet("snapshot backup");
const MACHINES = wordSet("domain instance vm droplet cluster server machine");
const MAKES = wordSet("create launch provision clone add");
const MAKES_KEYS = wordSet("create generate issue mint add");
const KEYS = wordSet("key");
/** `cleanup_jobs {older_than_days}` */
const AGES = wordSet("older days age before");
const LOGINS = wordSet("ssh sftp ftp mysql postgres postgresql database db vpn iam root admin");
const OPEN_TO_ALL = wordSet("shared share sharing public presigned signed");
/** Packages that the project itself names. */
const OF_THE_PROJECT = wordSet("dependency dependencies deps package packages requirements app apk");
const NOTIFIES = /^(?:create|trigger|schedule) (?:\w+ ){0,2}notifications?$/;
/** Verbs that need no thing beside them: `ha_restart`, `rollback`. */
const BARE = wordSet("restart reboot rollback failover migrate");
/** With them a request goes to people; alone it is one of HTTP. */
const ASKED_OF_PEOPLE = wordSet("sign signature review friend payment connection access ride courier delivery pickup");
const VALUED = wordSet("transaction tx license gift reward voucher coupon");
const IN_CODE = wordSet("function method variable class symbol field");
const SECRETS_OF_ONE = wordSet("password passcode passphrase");
/** What people write, file and tick off. */
const NOTES = wordSet("page note card task issue ticket doc document message todo mr pr");
/** Looked at by whoever asked for them; what sends them around is another thing. */
const REPORTED = wordSet("generate create run export download update edit");
const REPORTS = wordSet("report");
const SENT_AROUND = wordSet("notification subscription schedule");
const WRITTEN = wordSet("add create update edit set write append");
/** Nobody sees it yet. */
const UNFINISHED = wordSet("draft");
/** Opened with a text in a room where others sit. */
const TALKS = wordSet("thread topic conversation announcement poll");
const ROOMS = wordSet("channel room message chat");
const BUCKETS = wordSet("bucket");
const ROLLOUTS = wordSet("deployment rollout");
const NOTED = wordSet("note comment tag label memo");
const RETITLED = wordSet("update edit modify patch change set");
/** What is agreed on for a time is moved and retitled all day. */
const MEETS = wordSet("event meeting appointment call");
/** They cost money in any order. */
const PAYING = [
  ["wire", "transfer"],
  ["register", "domain"],
  ["renew", "domain"],
  ["capture", "transaction"],
  ["create", "credit"],
  ["debit", "note"],
] as const;
const ADDS = wordSet("add enable install");
const AMOUNTS = wordSet("amount amounts lamports wei qty quantity price");

/** Two that become one cannot be parted again. These are joined all day, and their parts stay. */
const JOINED_DAILY = wordSet(
  "cell file pdf image video audio document text json config list table column row object dataset data sheet section page line result",
  "setting option branch pr mr request commit mail",
);
/** It runs on the server from then on. */
const RUNS_THERE = wordSet("app driver lambda worker trigger procedure function plugin bundle middleware addon");
const CODE_GIVEN = wordSet("source code script zip bundle");
/** Where people advertise, these spend money from then on. */
const ADVERTISING = wordSet("ads adwords adset");
const SPENDING = wordSet("ad campaign budget bid bidding cpc adset conversion");
const DEFINES = wordSet("create update add set put upsert modify replace");
const ATTACHED_TO = wordSet("card issue record task ticket page comment pr mr item story row document entry");

type Rule = readonly [(name: Named) => boolean, ToolDeed | null];

/** Where so much is at stake that these verbs ask, whatever the thing. */
const ON_SERVERS: readonly (readonly [ReadonlySet<string>, readonly ReadonlySet<string>[], ToolDeed])[] = [
  [KEY_STORES, [STOPS], ENDED],
  [HOSTING, [STOPS, wordSet("maintenance")], CHANGED],
  [IDENTITY_SERVERS, [CHANGES, STOPS], OPENED],
  [MACHINE_SERVERS, [CHANGES, STOPS], CHANGED],
];

/** Two words that say it together. */
const PAIRS: readonly (readonly [string, string, ToolDeed | null])[] = [
  ["to", "recycle", ENDED],
  ["power", "off", ENDED],
  ["push", "to", SENT],
  ["make", "public", SENT],
];

/** The first that fits says what the tool does; null: nothing that anybody minds. */
export const RULES: readonly Rule[] = [
  ...PAIRS.map(([first, second, deed]): Rule => [({ own }) => pair(own, first, second), deed]),
  [({ own, has }) => names(own, UNFINISHED) && (!sends(own) || isDraft(own)) && !has(ENDS) && !has(ACCESS), null],
  [({ own, has }) => (own[0] === "import" || own.at(-1) === "import") && (has(THINGS) || has(PARTS)), CHANGED],
  BUYING,
  // A program that is called an agent has no address.
  [({ server, own, has, fields }) => server.length > 0 && has(CHANGES) && names(own, STAFF) && names(fields, ADDRESSED), OPENED],
  [isLocal, null],
  [({ own, has }) => REPORTED.has(own[0] ?? "") && names(own.slice(0, 6), REPORTS) && !has(SENT_AROUND), null],
  [({ own, has }) => has(MONEY) && isDoneTo(own, WRITTEN, NOTED), null],
  [({ own }) => isDoneTo(own, RETITLED, MEETS), null],
  [({ own, has }) => own.some((word) => /^(?:restore|unassign|unsubscribe)$/.test(word)) && names(own, NOTES) && !has(ENDS), null],
  [({ own }) => own[0] === "upload" && names(own, PICTURES), null],
  // Of a program, not of a cloud.
  [({ own }) => own.includes("rename") && names(own, IN_CODE), null],
  [({ own, has }) => own[0] === "upload" && own.includes("attachment") && names(own.slice(2), ATTACHED_TO) && !has(ENDS), null],
  // As `docker stop` passes.
  [({ server, own, has }) => names([...server, ...own], DOCKER) && names(own, CONTAINERS) && !has(ENDS) && !own.includes("kill"), null],
  [({ own }) => own.length > 1 && SPENDS_FIRST.has(own[0] ?? ""), PAID],
  [({ has }) => has(MOVES_MONEY) || (has(MONEY) && has(CHANGES)), PAID],
  [({ has, fields }) => has(SPENDS) && (names(fields, AMOUNTS) || (has(COINS) && !has(MESSAGES) && !has(CHANGES))), PAID],
  [({ own, has }) => (own[0] === "process" || own[0] === "new") && has(MONEY), PAID],
  [({ own }) => PAYING.some(([first, second]) => own.includes(first) && own.includes(second)), PAID],
  [({ own, has }) => own[0] === "request" && (has(MONEY) || own.some((word) => /^(?:ride|courier|pickup|delivery)$/.test(word))), PAID],
  [
    ({ server, own, fields, has }) =>
      names(server, MONEY_SERVERS) &&
      !server.includes("memory") &&
      (has(CHANGES) || has(SPENDS) || has(SIGNS) || own[0] === "close" || own[0] === "request" || names(fields, AMOUNTS)),
    PAID,
  ],
  [({ has }) => has(SIGNS) && has(SIGNED), PAID],
  [({ has }) => has(ENDS), ENDED],
  [({ own }) => own.some((word) => word === "cancel" || word === "suspend") && !names(own, OWN_RUNS), ENDED],
  [({ server, own }) => server.length > 0 && own.length === 1 && BARE.has(own[0] ?? ""), ENDED],
  [({ has, own, fields }) => has(STOPS) && (has(THINGS) || (names(fields, RELIED_ON) && !own.includes("git"))), ENDED],
  [
    ({ own }) =>
      (own.includes("close") && (own.includes("all") || names(own, CLOSED))) ||
      own[0] === "kill" ||
      (own[0] === "leave" && names(own, JOINED)),
    ENDED,
  ],
  // The verb is first or last: `archive_issue`, `issue_archive`, and not `create_archive_job`.
  [({ own }) => own.some((word, at) => word === "archive" && (at === 0 || at === own.length - 1)) && own[1] !== undefined, ENDED],
  [({ own }) => own.includes("release") && names(own, LEASED), ENDED],
  [({ server, own, fields }) => server.length > 0 && own[0] === "cleanup" && names(fields, AGES), ENDED],
  [({ own }) => (own.includes("push") && names(own, BUILT)) || NOTIFIES.test(own.join(" ")), SENT],
  [
    ({ own, has }) =>
      (own.some((word) => /^(?:re)?activate$|^enable$/.test(word)) && (names(own, ACTIVATED) || has(THINGS))) ||
      (has(CHANGES) && (pair(own, "default", "branch") || names(own, FOR_SALE))),
    CHANGED,
  ],
  // A new copy of what is there, or a look at it.
  [({ own }) => KEEPS.has(own[0] ?? "") && names(own.slice(-1), COPIES_KEPT), null],
  ...ON_SERVERS.map(([servers, verbs, deed]): Rule => [({ server, has }) => names(server, servers) && verbs.some(has), deed]),
  [
    ({ server, own, has }) =>
      names([...server, ...own.slice(0, 1)], CLOUD_SERVERS) && (has(PROVISIONS) || has(STOPS)) && (has(THINGS) || !has(WORK)),
    CHANGED,
  ],
  [({ server, has }) => names(server, SOCIAL_SERVERS) && has(CHANGES) && !has(NOT_SENT), SENT],
  [({ has, own }) => has(CHANGES) && own.some((word, at) => /^keys?$/.test(word) && KEY_KINDS.has(own[at - 1] ?? "")), OPENED],
  [
    ({ has, own }) =>
      has(UNLOCKS) || own[0] === "trust" || (own.includes("open") && names(own, DOORS)) || (own.includes("off") && names(own, ALARMS)),
    OPENED,
  ],
  [({ own, has }) => own.some((word) => LAUNCHES.has(word)) && has(LAUNCHED), CHANGED],
  [
    ({ server, own, has }) =>
      names([...server, ...own], ADVERTISING) && (has(DEFINES) || own.includes("upload")) && has(SPENDING) && !own.includes("group"),
    PAID,
  ],
  [({ server, own, has }) => names([...server, ...own], VIDEO_SERVERS) && has(CHANGES) && has(SHOWN_THERE), SENT],
  [({ server, fields, has }) => server.length > 0 && has(CHANGES) && fields.some((word) => word.startsWith("cron")), CHANGED],
  [({ own }) => /^(?:send|submit)$/.test(own[0] ?? "") && own.includes("request") && names(own, ASKED_OF_PEOPLE), SENT],
  [({ own, has }) => has(CHANGES) && pair(own, "signature", "request"), SENT],
  [({ server, own }) => server.length > 0 && own.length === 2 && MAKES_KEYS.has(own[0] ?? "") && names(own.slice(1), KEYS), OPENED],
  [({ own, has }) => has(CHANGES) && own.some((word, at) => OPEN_TO_ALL.has(word) && /^(?:link|url)s?$/.test(own[at + 1] ?? "")), SENT],
  ...ACT_RULES,
  [({ has }) => has(EVERYDAY) && !has(ACCESS), null],
  [({ own }) => sends(own), SENT],
  [({ own }) => changes(own, MESSAGES) && !names(phrase(own), NOT_SENT), SENT],
  [({ server, things, fields, has }) => server.length > 0 && has(CHANGES) && names(things.slice(-1), TALKS) && names(fields, ROOMS), SENT],
  [({ server, own, fields }) => server.length > 0 && own[0] === "put" && names(fields, BUCKETS), SENT],
  [({ own }) => changes(own, ACCESS) || /(?:^| )add user(?:$| to )/.test(own.join(" ")), OPENED],
  [({ own, has, fields }) => has(CHANGES) && names(own, ACCOUNTS) && names(fields, RIGHTS), OPENED],
  [({ own }) => names(own, SECRETS_OF_ONE) && own.some((word) => OVERWRITES.has(word)), OPENED],
  [({ own, has }) => has(CHANGES) && own.includes("admin") && has(ACCOUNTS), OPENED],
  [({ own, has }) => has(CHANGES) && (own.includes("sharing") || own.includes("protected") || pair(own, "power", "level")), OPENED],
  [({ own, has }) => has(CHANGES) && own.some((word, at) => LOGINS.has(word) && /^users?$/.test(own[at + 1] ?? "")), OPENED],
  [({ own, has }) => has(CHANGES) && has(GROUPS) && names(own, ACCOUNTS), OPENED],
  [({ own }) => changes(own, PUBLIC), SENT],
  [
    ({ server, own, has }) =>
      (has(ADDED_CODE) && names(own, ADDS)) ||
      (own.includes("install") && server.length > 0 && own.length > 1 && !names(installed(own), OF_THE_PROJECT)),
    INSTALLED,
  ],
  [
    ({ server, own, has }) =>
      has(CHANGES) && (((names(server, HOSTING) || names(server, FORGES)) && has(SERVED_WITH)) || pair(own, "environment", "var")),
    CHANGED,
  ],
  [
    ({ server, own, has }) =>
      names(server, BUILDERS) &&
      (has(STOPS) || has(STARTS) || has(STARTS_TOO) || /^(?:build|queue|rerun)$/.test(own[0] ?? "") || pair(own, "create", "build")),
    CHANGED,
  ],
  [
    ({ server, own, has }) =>
      changes(own, LIVE) ||
      (has(CHANGES) && (has(LIVE_ANYWHERE) || names(server, LIVE_ANYWHERE) || pair(own, "zone", "record"))) ||
      ((own.includes("complete") || own.includes("commit")) && own.includes("migration")),
    CHANGED,
  ],
  [({ server, own }) => server.length > 0 && MAKES.has(own[0] ?? "") && names(own.slice(-1), ROLLOUTS), CHANGED],
  [({ has }) => has(DEPLOYS) || (has(STARTS) && has(RUNS_ELSEWHERE)) || (has(STARTS_TOO) && has(RUNS_ELSEWHERE_TOO)), CHANGED],
  [({ own }) => own.includes("invoke") && own.some((word) => /^(?:function|lambda|contract)s?$/.test(word)), CHANGED],
  [
    ({ server, own }) => server.length > 0 && own.some((word, at) => MAKES.has(word) && names(own.slice(at + 1, at + 3), MACHINES)),
    CHANGED,
  ],
  [
    ({ server, own, has }) =>
      server.length > 0 && has(OVERWRITES) && !has(WORK) && own.length > 1 && (has(THINGS) || has(PARTS) || has(ACCESS)),
    CHANGED,
  ],
  [({ server, own }) => server.length > 0 && ACTS_ON.has(own[0] ?? "") && own.slice(1).some(isWeighty), CHANGED],
  [({ server, own }) => server.length > 0 && own.includes("merge") && own.length > 1 && !names(own, JOINED_DAILY), ENDED],
  [({ server, own, fields, has }) => server.length > 0 && has(DEFINES) && names(own, RUNS_THERE) && names(fields, CODE_GIVEN), CHANGED],
  ...RUN_THERE,
  ...UNKNOWN,
];

/** `create_reply_draft` */
const isDraft = (own: readonly string[]) => own.at(-1) === "draft" && own.some((word) => DEFINES.has(word)) && !own.includes("send");

/** The thing is last, with the verb in front, or the verb is last and right behind it. */
function isDoneTo(own: readonly string[], verbs: ReadonlySet<string>, things: ReadonlySet<string>): boolean {
  const [thing = "", last = ""] = own.slice(-2);
  return (verbs.has(last) && names([thing], things)) || (names([last], things) && own.slice(-5, -1).some((word) => verbs.has(word)));
}

/** `install_package`, `app_install_typo3`, `apk_install`: what is behind the verb, else what is in front. */
function installed(own: readonly string[]): readonly string[] {
  const at = own.indexOf("install");
  return at < own.length - 1 ? own.slice(at + 1) : own.slice(0, at);
}

function isWeighty(word: string): boolean {
  return [MONEY, ACCESS, DOORS, VALUED].some((table) => names([word], table)) || (names([word], THINGS) && !names([word], WORK));
}
