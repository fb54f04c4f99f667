// Verbs of tools' names, by what kind of thing is done.

import { wordSet } from "../../base/index.ts";

type Words = ReadonlySet<string>;

export const MOVES_MONEY = wordSet("pay buy sell withdraw purchase refund payout charge disburse remit");
/** As the first word of a name only: a book and an order are also things. */
export const SPENDS_FIRST = wordSet("book reserve order donate tip bid");
/** `get_secret`, `reveal_password`, `export_private_key`. */
export const SHOWS_KEYS = wordSet(
  "search find lookup get read reveal show export dump access fetch retrieve decrypt unseal view print copy download request",
  "obtain acquire",
);

export const ROLLS_OUT = wordSet(
  "apply up upgrade install sync patch replace taint import playbook exec create update scale set edit label annotate rollback",
  "restart run clone cleanup",
);

export type Act =
  | "reads"
  | "uses"
  | "makes"
  | "changes"
  | "takesBack"
  | "ends"
  | "sends"
  | "pays"
  | "opens"
  | "runs"
  | "rollsOut"
  | "switches"
  | "decides"
  | "installs";

/** Where a verb is in two rows, the later one counts. */
const BY_ACT: readonly (readonly [Act, Words])[] = [
  [
    "uses",
    wordSet(
      "click tap press type scroll hover navigate goto select focus wait sleep remember think use enter login connect reconnect seek",
      "skip next undo redo print subscribe follow unfollow react favorite star unarchive unhide hide drag snooze request turnoff handle refresh",
      "pin mark label tag note track log index bookmark flag unflag unpin unstar rerun retry replay redrive redeliver requeue new sync receive",
    ),
  ],
  [
    "makes",
    wordSet(
      "create add insert append make generate copy clone duplicate save record import upload store ingest define open manage",
      "compose init initialize bootstrap begin queue enqueue attach link comment produce place issue capture collect fund build",
      "register schedule instantiate spawn prepend embed quote invoice mint fork plan draft enroll file write initiate",
      "allocate assign associate bind join map grow provision submit subscribe invent launch",
    ),
  ],
  [
    "changes",
    wordSet(
      "update edit modify set put patch alter change configure upsert replace move toggle reassign adjust override reorder sort",
      "tune increase decrease increment decrement format fix control complete finalize confirm process commit",
      "reload renew extend rollup amend redact retag reclaim settle ship fulfill return exchange escalate enforce release",
      "reschedule postpone reprocess refuel recharge convert hold link retire",
    ),
  ],
  ["runs", wordSet("trigger apply dispatch run execute start invoke exec ssh call fire boot play")],
  ["switches", wordSet("enable activate reactivate resume unpause unmute unhold pause maintenance")],
  [
    "takesBack",
    wordSet(
      "stop restart suspend cancel reset clear disable archive scale rollback restore rotate overwrite revert kill",
      "detach merge expire resize migrate block lock downgrade failover rename halt deallocate mute silence dismiss",
      "recycle regenerate rescue mutate recreate reinitialize reformat relaunch unsubscribe logout signout chown",
      "protect unprotect unassign invalidate rebuild reinstall reprovision abort demote freeze quarantine factory unbind",
      "reverse interrupt cease clean timeout flash reflash retract decouple unmount dismount isolate contain lockout hibernate bounce respawn preempt reroute redirect",
      "repoint failback repartition reshard rebalance rekey reseed rollover resync unsign roll",
      "abandon land rebase end upgrade close leave disconnect unload sweep cleanup retire eject unlink unschedule",
    ),
  ],
  [
    "decides",
    wordSet("approve reject decline deny accept acknowledge ack resolve grade certify attest ratify veto prescribe waive admit discharge"),
  ],
  [
    "reads",
    wordSet(
      "prepare get list search read describe find fetch show view query count check inspect lookup resolve browse explain preview validate",
      "lint analyze analyse diff compare summarize status info exists ping whoami help recall scan estimate poll wait watch monitor",
      "optimize enrich classify detect identify extract transcribe translate evaluate assess recommend forecast like unlike bookmark",
      "tail head render simulate predict calculate parse format convert draft suggest select retrieve discover audit verify history",
      "logs ls cat stat export",
    ),
  ],
  ["reads", wordSet("download diagnose fetch probe peek trace observe compute crawl scrape parse decode infer rank score autocomplete")],
  ["installs", wordSet("install")],
  [
    "sends",
    wordSet(
      "send post publish tweet retweet broadcast email mail sms dm notify invite share forward reply announce upload toot crosspost",
      "dial respond resend repost reblog remind callout",
    ),
  ],
  ["sends", wordSet("push transmit relay rsvp vote nominate endorse nudge lodge")],
  ["rollsOut", wordSet("deploy redeploy promote rollout publish distribute")],
  [
    "opens",
    wordSet(
      "unlock unprotect disarm unblock unsuspend unban reinstate impersonate elevate escalate allowlist whitelist assume sudo grant delegate",
      "unseal",
    ),
  ],
  ["opens", wordSet("trust allow authorize entitle unquarantine expose blacklist blocklist")],
  ["pays", MOVES_MONEY],
  ["pays", SPENDS_FIRST],
  [
    "pays",
    wordSet(
      "transfer swap stake unstake bridge mint lend borrow redeem deposit rent hire trade sign wrap unwrap debit wire invest spend topup sponsor bet wager award pledge checkout liquidate",
    ),
  ],
  [
    "ends",
    wordSet(
      "delete del remove rm rmdir destroy drop dropdb purge wipe erase truncate flush flushall flushdb terminate prune nuke trash",
      "unlink uninstall revoke deactivate decommission deregister unregister unpublish evict shred expunge obliterate teardown",
      "shutdown poweroff reboot refund void ban kick discard disassociate deprovision undeploy empty mdelete delist zap drain cordon",
      "zrem srem lrem xdel getdel lpop rpop spop dispose demolish annihilate scrub reimage offboard expel deauthorize dealloc hdel",
      "yank deprecate deletion unenroll liquidate unshare kickout rmrf eradicate dissolve disband eliminate nullify annul rescind repeal scrap takedown sunset unlist reap banish",
      "oust unfriend dismantle wipeout zeroize burn",
    ),
  ],
];

export const ACT_OF: ReadonlyMap<string, Act> = new Map(BY_ACT.flatMap(([act, table]) => [...table].map((word) => [word, act] as const)));

/** Verbs that are also names of things: `order_cancel`, `transfer_list`, `email_draft`. */
export const ALSO_THINGS = wordSet(
  "list search query view count check log record watch monitor status info exists help history logs diff draft prepare",
  "email mail sms dm post share invite announce forward reply order book transfer charge refund payout trade swap stake bridge",
  "deposit tip comment note label tag track plan schedule queue link copy index file issue quote invoice import upload export diagnose",
  "build run trigger dispatch release publish deploy block lock mute pin star mark record play stream purchase withdraw",
  "archive scale resize merge close open land end freeze snapshot process control map join next print call push request",
  "fork fund place store capture collect apply start launch rebase commit sort format set cat stat head tail poll return hold",
  "summary scan recall audit extract select suggest like bookmark drop kick ban trash prune drain exchange sign mint resume",
  "reserve render convert use type press focus enter follow rent hire claim borrow lend maintenance handle bid wire burn award boot timeout clean migrate set blacklist blocklist whitelist allowlist vote expose roll promote remind leave new flag make",
);
/** Behind such a word they are what is looked at: `order_status`, `transfer_list`. */
export const LOOKED_AT = wordSet(
  "list search history status query lookup info stats export preview logs exists help count address record detail summary fee rate",
  "limit quote book analytics metrics finder geocode autocomplete estimate overview chart reader calculator details addresses fees",
  "rates limits quotes records",
);
