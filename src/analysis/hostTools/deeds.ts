// What a tool does to things that are not on this disk, told by its name: repositories, tables, machines, messages, money.
// An MCP server may also say that a tool only reads; nothing here believes it, and a name that reads is no pass for its input.
//
// The verb is of one of a few kinds, and each kind asks or passes by what it is done to (`BY_ACT`). Before that come verbs that mean
// something of their own with some things (`PAIRS`), and what is at stake whatever the verb (`AT_STAKE`).

import { wordSet } from "../../base/index.ts";
import { isAboutKeys, readsKeys } from "./keyNames.ts";
import { oneOf, phrasesOf } from "./phrases.ts";
import * as S from "./servers.ts";
import { AT_STAKE, isLocal, PAIRS } from "./stakes.ts";
import * as T from "./things.ts";
import {
  all,
  any,
  at,
  CHANGED,
  DECIDED,
  ENDED,
  given,
  hasThing,
  INSTALLED,
  isOnServer,
  kinds,
  not,
  OPENED,
  PAID,
  READ_KEYS,
  SENT,
  some,
  type Test,
  to,
  type Told,
  type ToolDeed,
  toThe,
  type Words,
} from "./told.ts";
import type { ToolName } from "./toolNames.ts";
import { type Act, ACT_OF, MOVES_MONEY, ROLLS_OUT, SHOWS_KEYS, SPENDS_FIRST } from "./verbs.ts";

/** What is told there flies, drives or grips, whatever the word is called. */
const IN_THE_WORLD = wordSet("robot ros drone mavlink rover");
const LOOKS_ON = wordSet("subscribe connect disconnect print echo ping get list");
const CALLS_FOR_HELP = wordSet("incident alert alarm dispute page case problem event");
const SECRETS_OF_ONE = wordSet("password passcode passphrase");
/** Looked at by whoever asked for it; what sends it around is another thing. */
const REPORTS = wordSet("report");
const SENT_AROUND = wordSet("notification subscription schedule");
/** One that runs on this machine is of the session. */
const PROCESSES = wordSet("process");
const TRASH = wordSet("trash bin spam");
const BUCKETS = wordSet("bucket");
const AGES = wordSet("older days age before");
const OF_THE_PROJECT = wordSet("dependency dep package requirement apk app");

const verbs = (text: string): Test => {
  const table = wordSet(text);
  return ({ verb }) => table.has(verb);
};
const reads = kinds("reads");
const always: Test = () => true;
const isBare = not(hasThing);
const around = (...tables: readonly Words[]): Test => {
  const fits = to(...tables);
  return (told) => fits({ ...told, object: told.around });
};
/** Whoever is given it signs with it. */
const hasPrivateKey: Test = ({ fields }) =>
  fields.some((word, index) => word === "mnemonic" || (word === "private" && fields[index + 1] === "key"));
const givenWord = (...tables: readonly Words[]): Test => all(...tables.map((table) => given(table)));
/** `sms {to, body}`, `payment {amount, recipient}`, `twap {symbol, side, quantity}`: no verb, and told all the same. */
const sendsByFields = givenWord(wordSet("to recipient recipients phone"), wordSet("body subject message"));
const paysByFields = givenWord(T.AMOUNTS, wordSet("recipient destination iban beneficiary payee"));
const trades = givenWord(wordSet("side"), wordSet("quantity qty amount size volume lots"));
const hasNoVerb: Test = ({ act }) => act === null;
const readsAnyKey: Test = ({ server, words }) =>
  readsKeys(words) || (some(server, S.KEY_SERVERS) && !isAboutKeys(words) && some(words, SHOWS_KEYS));
const rollsOut: Test = ({ server, words }) => some([...server, ...words], S.INFRASTRUCTURE) && some(words, ROLLS_OUT);
const isVerbLast: Test = ({ words, verb }) => words.at(-1) === verb;
const looksOn: Test = ({ words }) => LOOKS_ON.has(words[0] ?? "");
const isState: Test = ({ object }) => /^(?:status|state)$/.test(object.at(-1) ?? "");

type Row = readonly [Test, ToolDeed | null];

/** Told by a word or two, whatever is around them. */
const CERTAIN: readonly Row[] = [
  [readsAnyKey, READ_KEYS],
  [({ words }) => words.includes("force") && words.includes("push"), ENDED],
  [all(at(IN_THE_WORLD), not(looksOn), not(reads)), CHANGED],
  [all(hasPrivateKey, not(kinds("reads", "uses"))), PAID],
  [all(isOnServer, not(reads), trades), PAID],
  [all(isOnServer, kinds("runs"), to(PROCESSES), given(T.THERE)), CHANGED],
  [all(isOnServer, hasNoVerb, sendsByFields), SENT],
  [all(isOnServer, hasNoVerb, paysByFields), PAID],
  [all(isOnServer, kinds("makes", "changes"), to(T.ACCOUNTS), given(T.RIGHTS)), OPENED],
  [all(kinds("changes"), to(SECRETS_OF_ONE)), OPENED],
  [all(verbs("resolve acknowledge ack snooze"), to(CALLS_FOR_HELP)), CHANGED],
  [verbs("resolve acknowledge ack snooze"), null],
  [all(rollsOut, not(reads)), CHANGED],
];

const MOVES: Test = ({ verb }) => MOVES_MONEY.has(verb) || SPENDS_FIRST.has(verb);

/** The first that fits; nothing that anybody minds where none does. */
const BY_ACT: Readonly<Record<Act, readonly Row[]>> = {
  reads: [],
  uses: [],
  makes: [
    [all(verbs("import"), to(T.THINGS), not(to(T.WORK))), CHANGED],
    [
      all(toThe(T.MESSAGES), not(to(T.NOT_SENT)), not(verbs("import save store copy clone duplicate record capture collect manage open"))),
      SENT,
    ],
    [all(to(T.PUBLIC), not(verbs("generate")), any(isVerbLast, not(toThe(T.WORK)))), SENT],
    [all(isOnServer, toThe(T.TALKS), given(T.ROOMS)), SENT],
    [all(around(T.CAMPAIGNS), any(isBare, to(T.PEOPLE))), SENT],
    [all(isOnServer, to(T.RUNS_THERE), given(T.CODE_GIVEN)), CHANGED],
    [all(isOnServer, toThe(T.MACHINES)), CHANGED],
  ],
  changes: [
    [all(isOnServer, verbs("put"), given(BUCKETS)), SENT],
    [all(isState, to(T.STATE_OF)), CHANGED],
    [any(around(TRASH), to(TRASH)), ENDED],
    [all(isOnServer, to(T.THINGS, T.PARTS), not(to(T.WORK, T.EVERYDAY, T.LOCAL))), CHANGED],
  ],
  takesBack: [
    [at(S.KEY_STORES), ENDED],
    [all(isOnServer, verbs("cleanup"), given(AGES)), ENDED],
    [any(verbs("close"), all(verbs("restore"), not(to(T.RESTORED)))), null],
    [any(to(T.THINGS), all(isBare, given(T.RELIED_ON))), ENDED],
    [all(verbs("cancel suspend kill"), not(to(T.OWN))), ENDED],
    [not(isOnServer), null],
    [all(isBare, verbs("reset restart reboot rollback failover migrate"), not(at(wordSet("git")))), ENDED],
    [isBare, null],
    [verbs("migrate"), ENDED],
    [all(verbs("merge"), not(to(T.JOINED_DAILY))), ENDED],
    [verbs("merge"), null],
    [not(to(T.WORK, T.EVERYDAY, T.LOCAL, T.OWN)), CHANGED],
  ],
  switches: [
    [all(verbs("pause"), to(T.THINGS)), ENDED],
    [all(isOnServer, hasThing, not(to(T.OWN, T.LOCAL))), CHANGED],
  ],
  decides: [[all(isOnServer, not(to(T.PROPOSED))), DECIDED]],
  opens: [[always, OPENED]],
  runs: [
    [toThe(T.MESSAGES), SENT],
    [all(isOnServer, verbs("exec ssh"), to(T.THERE)), CHANGED],
    [all(isOnServer, not(verbs("call")), given(T.THERE), not(to(T.LOCAL, T.READ_BY_ITSELF))), CHANGED],
    [to(T.RUNS_ELSEWHERE_TOO), CHANGED],
    [all(verbs("trigger apply dispatch play"), to(T.RUNS_ELSEWHERE)), CHANGED],
  ],
  rollsOut: [[always, CHANGED]],
  installs: [[all(isOnServer, hasThing, not(toThe(OF_THE_PROJECT))), INSTALLED]],
  sends: [
    [
      any(
        toThe(T.EVERYDAY),
        all(verbs("push"), ({ around: behind }) => behind.length === 0),
      ),
      null,
    ],
    [always, SENT],
  ],
  pays: [
    [MOVES, PAID],
    [all(verbs("sign"), not(to(T.SIGNED)), not(at(S.MONEY_SERVERS))), null],
    [any(verbs("sign"), given(T.AMOUNTS), to(T.MONEY), at(S.MONEY_SERVERS)), PAID],
    [to(T.THINGS), ENDED],
  ],
  ends: [[always, ENDED]],
};

/** Before everything that is local: a label that is bought is paid for. */
const BUYS = all(isOnServer, hasThing, verbs("purchase buy rent hire"));
const isReport = all(to(REPORTS), kinds("makes", "changes", "runs"), not(to(SENT_AROUND)));
const alters = kinds("makes", "changes", "runs", "switches", "takesBack", "opens");

const first = (rows: readonly Row[], told: Told): ToolDeed | null | undefined => rows.find(([fits]) => fits(told))?.[1];

function pairOf({ verb, object, around: behind, server }: Told): ToolDeed | null | undefined {
  const things = [...object, ...behind];
  const pair = PAIRS.find(([table, fits]) => table.has(verb) && (fits === null ? object.length > 0 : some(things, fits)))?.[2];
  return pair === null || server.length > 0 ? pair : undefined;
}

function deedOfPhrase(told: Told): ToolDeed | null {
  const certain = first(CERTAIN, told);
  const sure = certain === undefined ? pairOf(told) : certain;
  if (sure !== undefined) return sure;
  if (told.act === null || isReport(told)) return null;
  if (BUYS(told)) return PAID;
  if (isLocal(told)) return null;
  return (alters(told) ? first(AT_STAKE, told) : undefined) ?? first(BY_ACT[told.act], told) ?? null;
}

export function deedOfName({ server, words }: ToolName, fields: readonly string[] = []): ToolDeed | null {
  const from = words.findIndex((word) => !server.includes(word) && word !== "api" && word !== "core");
  const own = from > 0 && words.slice(from).some((word) => ACT_OF.has(word)) ? words.slice(from) : words;
  for (const phrase of phrasesOf(own)) {
    // `register` of the server webhook: what a verb alone is done to is what the server is for.
    const isFor = phrase.object.length === 0 && some(server, T.ACCESS, T.MESSAGES, T.LIVE);
    const object = isFor ? server.map(oneOf) : phrase.object;
    const deed = deedOfPhrase({ ...phrase, object, server, words: own, fields });
    if (deed !== null) return deed;
  }
  return null;
}

/** `list_deleted_branches`, `get_merge_request`; and not `receive_and_delete`. */
export function readsFirst(words: readonly string[]): boolean {
  return phrasesOf(words).every(({ act }) => act === "reads");
}
