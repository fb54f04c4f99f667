// Verbs that mean something of their own with some things, whatever they mean with others. The first that fits decides.

import { wordSet } from "../../base/index.ts";
import { CHANGED, ENDED, INSTALLED, OPENED, PAID, SENT, type ToolDeed } from "./deedKinds.ts";
import { ADDED_CODE, MONEY, NOTES, SIGNED } from "./things.ts";
import type { Words } from "./told.ts";

/** No things: whatever it is done to. No deed: nothing that anybody minds. */
export const PAIRS: readonly (readonly [verbs: Words, things: Words | null, deed: ToolDeed | null])[] = [
  [wordSet("turnoff"), wordSet("alarm siren camera sensor"), OPENED],
  [wordSet("restore unassign unsubscribe"), NOTES, null],
  [wordSet("upload"), wordSet("attachment"), null],
  [wordSet("import"), wordSet("setting config configuration database"), CHANGED],
  [wordSet("set mark make take"), wordSet("offline online inactive live public readonly"), CHANGED],
  [wordSet("add enable"), ADDED_CODE, INSTALLED],
  [wordSet("write call sign broadcast deploy send submit"), SIGNED, PAID],
  [wordSet("invoke"), wordSet("function lambda contract"), CHANGED],
  [wordSet("open"), wordSet("door garage gate lock barrier cover shutter trunk valve"), OPENED],
  [wordSet("disable"), wordSet("alarm siren camera sensor"), OPENED],
  [wordSet("archive"), wordSet("chat email mail message conversation thread"), null],
  [wordSet("start begin complete refresh exchange initiate renew clear"), wordSet("token auth authentication oauth login"), null],
  [wordSet("archive"), null, ENDED],
  [
    wordSet("close"),
    wordSet("account alert index position channel incident store shop auction board project workspace organization all"),
    ENDED,
  ],
  [wordSet("leave"), wordSet("group channel chat room server guild team organization workspace swarm cluster"), ENDED],
  [wordSet("release"), wordSet("ip address number reservation lease"), ENDED],
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
  [wordSet("apply"), wordSet("job position vacancy loan grant"), SENT],
  [wordSet("convert"), wordSet("zone lease instance vm disk volume account user database cluster"), CHANGED],
  [wordSet("provision"), null, CHANGED],
  [wordSet("attach assign associate allocate"), wordSet("volume disk ip address interface license seat ownership"), OPENED],
  [wordSet("rename"), wordSet("function method variable class symbol field"), null],
  [wordSet("send"), wordSet("command"), CHANGED],
  [wordSet("push"), wordSet("image package artifact chart gem notification message transaction"), SENT],
  [wordSet("upload"), wordSet("avatar thumbnail logo favicon icon image photo picture"), null],
  [wordSet("create take make"), wordSet("snapshot backup"), null],
  [wordSet("request process new"), MONEY, PAID],
  [wordSet("request"), wordSet("ride courier pickup delivery"), PAID],
  [wordSet("open close reduce increase"), wordSet("position long short"), PAID],
  [wordSet("register renew buy transfer"), wordSet("domain"), PAID],
];
