// What is harmless, and what is at stake, whatever the verb of a tool's name: words of the session, things and services where every
// change asks, and verbs that mean something of their own with some things.

import { wordSet } from "../../base/index.ts";
import * as S from "./servers.ts";
import * as T from "./things.ts";
import {
  all,
  any,
  at,
  CHANGED,
  ENDED,
  hasThing,
  INSTALLED,
  isOnServer,
  kinds,
  not,
  OPENED,
  PAID,
  SENT,
  some,
  type Test,
  to,
  type ToolDeed,
  toThe,
  type Words,
} from "./told.ts";

const SHARED = wordSet("shared audit");
const UNFINISHED = wordSet("draft");
const BASKETS = wordSet("cart basket wishlist watchlist favorite favourite playlist");
const MARKS = wordSet("label tag watcher follower assignee reviewer reaction bookmark emoji");
const RELATIONS = wordSet("link dependency relation relationship");
/** A label is taken off a thing every day, and deleted for everybody. */
const SHARED_MARKS = wordSet("tag label filter log agent language recording process");
const DOCKER = wordSet("docker podman");
const CONTAINERS = wordSet("container");

const ends = kinds("ends");
const removes: Test = ({ verb }) => verb === "remove";
const takesFrom: Test = ({ object, around }) => some([...object, ...around], BASKETS);
const endsIt = any(ends, ({ verb }) => verb === "cancel" || verb === "disable");

const isHere = all(any(at(S.LOCAL_SERVERS), all(at(S.EDITORS), not(kinds("sends")))), not(kinds("ends", "opens")));
const isShared = any(to(SHARED, T.ACCESS), at(S.IDENTITY_SERVERS, S.MACHINE_SERVERS), kinds("opens"));
const isUnfinished = all(to(UNFINISHED), not(kinds("ends", "sends")));
/** Both ends stay. */
const onlyParts = all(removes, any(takesFrom, toThe(MARKS), all(toThe(RELATIONS), not(to(T.THINGS)))));
const endsOnlyHere = all(any(removes, not(to(SHARED_MARKS))), not(to(T.THINGS)));
/** As `docker stop` passes. */
const isDocker: Test = all(
  ({ server, words }) => some([...server, ...words], DOCKER),
  to(CONTAINERS),
  not(any(ends, ({ verb }) => verb === "kill")),
);

/** It reaches no further than the session, its screen or a text that is being edited. */
export const isLocal: Test = any(
  isHere,
  all(not(isShared), any(isUnfinished, onlyParts, all(to(T.LOCAL), any(not(endsIt), endsOnlyHere)))),
  isDocker,
);

/** On a cloud too: work on tickets and texts, tags, and copies that are kept. */
const FILED = wordSet("wiki item comment label tag tagging snapshot backup log stream event query");
const KEYS = wordSet("key");
const ALWAYS_ACCESS = wordSet("sharing protection permission admin loginuser sharelink");
const PROJECTS = wordSet("project");
const ADVERTISING = wordSet("ads adwords adset");

const isKey = all(
  toThe(KEYS),
  any(
    to(T.KEY_KINDS),
    all(isOnServer, kinds("makes"), ({ object }) => object.length === 1),
  ),
);
const advertises: Test = ({ server, words, object }) => some([...server, ...words], ADVERTISING) && !object.includes("group");
const isMemory: Test = ({ server }) => server.includes("memory");
const builds: Test = ({ verb }) => verb === "build";

/** Every change of these asks. */
export const AT_STAKE: readonly (readonly [Test, ToolDeed])[] = [
  [all(to(T.MONEY), not(toThe(T.NOTED))), PAID],
  [all(at(S.MONEY_SERVERS), kinds("makes", "changes"), hasThing, not(isMemory), not(to(T.LOCAL))), PAID],
  [any(toThe(T.ACCESS), to(ALWAYS_ACCESS), isKey), OPENED],
  [all(at(S.IDENTITY_SERVERS), not(kinds("runs"))), OPENED],
  [all(at(S.MACHINE_SERVERS), not(kinds("runs"))), CHANGED],
  [all(at(S.CLOUD_SERVERS), kinds("makes", "changes", "takesBack"), not(to(T.NOTES, FILED))), CHANGED],
  [all(at(S.SOCIAL_SERVERS), kinds("makes", "changes"), not(to(T.NOT_SENT))), SENT],
  [all(at(S.VIDEO_SERVERS), to(T.SHOWN_THERE)), SENT],
  [all(at(S.HOSTING, S.FORGES), any(toThe(T.SERVED_WITH), all(not(kinds("makes")), to(T.SERVED_WITH)))), CHANGED],
  [all(at(S.HOSTING), kinds("changes"), to(PROJECTS)), CHANGED],
  [any(toThe(T.LIVE), to(T.LIVE_ANYWHERE), at(T.LIVE_ANYWHERE)), CHANGED],
  [all(advertises, to(T.SPENDING)), PAID],
  [all(at(S.BUILDERS), any(kinds("takesBack", "runs"), builds)), CHANGED],
  [all(isOnServer, ({ fields }) => fields.some((word) => word.startsWith("cron"))), CHANGED],
  [all(kinds("runs", "switches"), to(T.CAMPAIGNS)), CHANGED],
];

/** The first that fits. No things: whatever it is done to. No deed: nothing that anybody minds. */
export const PAIRS: readonly (readonly [verbs: Words, things: Words | null, deed: ToolDeed | null])[] = [
  [wordSet("turnoff"), wordSet("alarm siren camera sensor"), OPENED],
  [wordSet("restore unassign unsubscribe"), T.NOTES, null],
  [wordSet("upload"), wordSet("attachment"), null],
  [wordSet("import"), wordSet("setting config configuration database"), CHANGED],
  [wordSet("set mark make take"), wordSet("offline online inactive live public readonly"), CHANGED],
  [wordSet("add enable"), T.ADDED_CODE, INSTALLED],
  [wordSet("write call sign broadcast deploy send submit"), T.SIGNED, PAID],
  [wordSet("invoke run execute"), wordSet("function lambda contract"), CHANGED],
  [wordSet("replace"), wordSet("content"), CHANGED],
  [wordSet("open"), wordSet("door garage gate lock barrier cover shutter trunk valve"), OPENED],
  [wordSet("archive"), wordSet("chat email mail message conversation thread"), null],
  [wordSet("start begin complete refresh exchange initiate renew clear"), wordSet("token auth authentication oauth login"), null],
  [wordSet("archive"), null, ENDED],
  [
    wordSet("close"),
    wordSet("account alert index position channel incident store shop auction board project workspace organization all"),
    ENDED,
  ],
  [wordSet("leave"), wordSet("group channel chat room server guild team organization workspace swarm cluster"), ENDED],
  [wordSet("mark"), wordSet("shipped paid unpaid delivered refunded fulfilled sent spam returned void"), CHANGED],
  [
    wordSet("retry replay redrive redeliver requeue"),
    wordSet("webhook delivery dlq message payment charge event invoice notification email sms"),
    SENT,
  ],
  [
    wordSet("submit file"),
    wordSet(
      "claim complaint return tax dispute lawsuit form rating application petition offer tender ballot vote testimonial",
      "expense timesheet assignment homework",
    ),
    SENT,
  ],
  [wordSet("enroll"), null, OPENED],
  [wordSet("add assign make"), wordSet("student teacher moderator editor viewer contributor guest speaker instructor tutor alias"), OPENED],
  [wordSet("connect"), wordSet("person people user member friend"), SENT],
  [wordSet("convert"), wordSet("zone lease instance vm disk volume account user database cluster"), CHANGED],
  [wordSet("attach assign associate allocate"), wordSet("volume disk ip address interface license seat ownership"), OPENED],
  [wordSet("rename"), wordSet("function method variable class symbol field"), null],
  [wordSet("send"), wordSet("command"), CHANGED],
  [wordSet("push"), wordSet("image package artifact chart gem notification message transaction"), SENT],
  [wordSet("upload"), wordSet("avatar thumbnail logo favicon icon image photo picture"), null],
  [wordSet("create take make"), wordSet("snapshot backup"), null],
  [wordSet("request process new"), T.MONEY, PAID],
  [wordSet("request"), wordSet("ride courier pickup delivery"), PAID],
  [wordSet("open close reduce increase"), wordSet("position long short"), PAID],
];
