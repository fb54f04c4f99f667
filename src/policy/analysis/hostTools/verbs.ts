// What the words of a tool's name say about it: verbs, and the things they are done to.

const set = (...lines: readonly string[]): ReadonlySet<string> => new Set(lines.flatMap((line) => line.split(" ")));

/** A name that begins with one of these only looks. */
export const READS = set(
  "get list search read describe find fetch show view query count check inspect lookup resolve browse explain preview validate",
  "lint analyze analyse diff compare summarize status info exists ping whoami help recall scan estimate poll wait watch monitor",
  "tail head render calculate parse format convert draft suggest select retrieve discover audit verify history logs ls cat stat",
);

/** They end something for good. */
export const ENDS = set(
  "delete del remove rm rmdir destroy drop dropdb purge wipe erase truncate flush flushall flushdb terminate prune nuke trash",
  "unlink uninstall revoke deactivate decommission deregister unregister unpublish evict shred expunge obliterate teardown",
  "shutdown poweroff reboot refund void ban kick discard disassociate deprovision undeploy empty mdelete delist zap",
);

/** They end or change something only where it is one of THINGS: `stop_instances`, and not `stop_recording`. */
export const STOPS = set(
  "stop restart pause suspend cancel reset clear disable archive scale rollback restore rotate transfer overwrite revert kill",
  "detach merge approve resize migrate expire block lock downgrade cordon drain failover rename halt deallocate mute silence",
);

export const THINGS = set(
  "instance instances vm vms machine machines server servers service services cluster clusters database databases db table tables",
  "project projects app apps application deployment deployments container containers pod pods function functions stack stacks",
  "environment branch branches repository repo org organization account accounts user users member members subscription",
  "subscriptions order orders page pages channel channels domain domains zone dns bucket buckets volume volumes disk snapshot",
  "backup key keys token tokens secret secrets password index indices collection collections queue topic namespace release tenant",
  "workspace event meeting booking ps dyno dynos droplet site firewall policy role roles group groups team mfa campaign pull mr pr",
  "contact contacts sheet sheets range ranges record records incident incidents ticket batch customer customers lead deal",
  "monitor monitors alert alerts alarm alarms migration migrations migrate",
  "board boards sprint epic milestone dashboard list lists form survey product products listing mailbox calendar notebook vault",
  "ns replica replicas replicaset statefulset autoscaling nodegroup certificate",
);

/** They reach people, or everybody. */
export const SENDS = set("send post publish tweet retweet broadcast email mail sms dm notify invite share forward reply announce");

/** Work on a ticket or a change, which people ask agents for all day; and words for a program that is already running. */
export const EVERYDAY = set("comment comments review reviews input keys key keystroke keystrokes command prompt request query progress");

/** Changing verbs in front of money, access and publishing. */
export const CHANGES = set(
  "create place make issue submit capture confirm finalize update pay buy sell withdraw add set put attach assign change generate",
  "grant invite upsert authorize enable charge open edit modify fork trigger apply execute run start",
);

export const MONEY = set(
  "refund refunds payment payments payout payouts charge charges transfer invoice checkout withdrawal trade purchase",
);
export const MOVES_MONEY = set("pay buy sell withdraw purchase refund payout charge");
export const ACCESS = set(
  "collaborator collaborators member members permission permissions role roles policy policies apikey token tokens secret secrets",
  "protection protections ruleset rulesets visibility",
  "webhook webhooks acl iam grant credentials sshkey",
);
export const PUBLIC = set("gist release repository repo fork");
export const DEPLOYS = set("deploy redeploy promote rollout publish");
export const RUNS_ELSEWHERE = set("workflow pipeline deploy deployment dag terraform manifest stack plan");

/** What describes machines, and the verbs that make it so. */
export const INFRASTRUCTURE = set("terraform tofu opentofu pulumi kubernetes k8s kubectl helm argocd argo flux crossplane cloudformation ansible nomad cdk eks gke");
export const ROLLS_OUT = set("apply up upgrade install sync patch replace taint import playbook exec");

/** `get_secret`, `reveal_password`, `export_private_key`. */
export const SHOWS_KEYS = set("get read reveal show export dump access fetch retrieve decrypt unseal view print copy download");
export const KEY_WORDS = set("secret password passwd credential passphrase apikey privatekey keychain vault");
export const KEY_KINDS = set("api private secret access ssh signing encryption deploy");
export const KEY_TAILS = set("value version data material string plaintext json by id name for from in and user item entry");

/** Things of this session or of a text that is being edited: ending them harms nobody. */
export const LOCAL = set(
  "cell cells line lines tab tabs todo todos shell bash process terminal agent subagent breakpoint breakpoints console selection",
  "symbol import imports whitespace language lsp dev preview browser recording trace sim simulator emulator thought kernel label",
  "labels reaction assignee assignees reviewer reviewers tag tags bookmark watcher listener timer worktree background highlight",
  "cookie cookies popup dialog overlay cursor clipboard screenshot log breadcrumb filter mcp viewport local",
);

/** Tools of the hosts and of our own turns whose verbs are about the session: lists, plans, helpers, background shells, memory. */
export const OF_THE_SESSION: ReadonlySet<string> = set(
  "TodoWrite TodoRead Task Agent SendMessage KillShell KillBash BashOutput TaskStop TaskOutput TaskCreate TaskUpdate TaskGet TaskList",
  "TeamCreate TeamDelete CronCreate CronDelete CronList ExitPlanMode EnterPlanMode EnterWorktree ExitWorktree AskUserQuestion Skill",
  "ToolSearch SlashCommand Monitor PushNotification update_plan spawn_agent send_input close_agent resume_agent wait_agent",
  "request_user_input write_todos save_memory attempt_completion ask_followup_question new_task switch_mode todo_write",
  "memory_add memory_replace memory_remove",
);
