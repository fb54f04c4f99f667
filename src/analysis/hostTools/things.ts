// Things that tools are for, by what is at stake with them, and servers by their names. One of each kind: `names` finds several.

import { wordSet } from "../../base/index.ts";

export const THINGS = wordSet(
  "orgunit",
  "instance vm machine server service cluster database db table project app application deployment container pod function stack",
  "environment branch branches repository repo org organization account user member subscription order page channel domain zone dns",
  "bucket volume disk snapshot backup key token secret password index indices collection queue topic namespace release tenant",
  "workspace event meeting booking ps dyno droplet site firewall policy role group team mfa campaign pull mr pr contact sheet range",
  "record incident ticket customer lead deal monitor alert alarm migration migrate board sprint epic milestone dashboard list form",
  "survey product listing mailbox calendar notebook vault ns pg replica replicaset statefulset autoscaling nodegroup certificate",
  "device schema keyspace stream bill expense payroll invoice payment timesheet connector integration broker distribution crawler",
  "vulnerability vulnerabilities ip address addresses alerting restriction mysql postgres postgresql mariadb mongo mongodb redis",
  "system core fullnode storage realm claim build sql appointment shipment membership webhook trigger endpoint gateway host vpc",
  "subnet license seat flag pipeline workflow pool rule contract rollout consumer offset partition warehouse rls logging encryption",
  "protection 2fa audit card revision factor downtime ownership api dag schedule job employee patient lease rental licensing",
  "conference participant",
);

/** What a running system is made of and ruled by, beside THINGS. */
export const PARTS = wordSet(
  "setting config configuration option plugin price connection source destination datasource route upstream ssl security limit",
  "threshold guardrail delegation peer provider power membership suppression share escalation oncall rotation",
  "defaultbranch proxy sni backend frontend origin node driver firmware kernel heartbeat probe healthcheck uptime sla runbook playbook",
  "vlan wlan ssid wifi nat vpn tunnel radius inventory stock coupon discount voucher promotion promo tier tax shipping store storefront",
  "theme profile automation trigger macro function feature quota department employee salary prescription dosage post ad adset audience",
  "nameserver credential hook registry replication retention backup driver",
);

/** Made or added, they reach people too: `create_tweet`, `conversations_add_message`; and not a draft of one. */
export const MESSAGES = wordSet(
  "message messages tweet tweets call sms dm email emails toot mail announcement newsletter broadcast post posts incident",
  "postcard postcards letter letters fax voicemail whatsapp blast notification signaturerequest",
);

export const NOT_SENT = wordSet("draft template commit error log format schema type history memory thread note task activity timeline");

/** Work on a ticket or a change, which people ask agents for all day; and words for a program that is already running. */
export const EVERYDAY = wordSet("comment discussion review input key keystroke command prompt request query progress note worklog");

/** Work that people ask agents for all day, and settings of the session: overwriting them is no question. */
export const WORK = wordSet(
  "organization event meeting appointment calendar tasklist todolist issue task subtask card comment page doc document note wiki label milestone sprint version item list checklist todo plan title",
  "body description status state assignee reviewer pull mr pr request discussion thread worklog field draft annotation epic story",
  "ticket bug feature file cell block symbol line text memory entity entities observation relation section paragraph heading",
  "content slide layer node frame shape style color font layout component property properties active current default viewport",
  "audio subtitle dashboard orientation mode theme focus cursor position size scale level value attribute element form",
  "time timer tag branch commit",
  "diff patch snippet notebook message prompt context thought goal progress metadata name alias subscription notification project",
  "workspace board view column row sheet formula cache key hash vector embedding index variable breakpoint object mesh material",
  "scene camera light transform bone keyframe track clip tempo volume geometry parent collection record contact entry asset media",
  "opportunity lead deal matter candidate person company article recipe activity video image photo song playlist book bookmark",
  "highlight category term dict dictionary glossary question answer lesson quiz folder directory engagement link location network",
  "throttling emulation permission header useragent locale brightness temperature texture shader animation",
);

/** What people write, file and tick off. */
export const NOTES = wordSet("page note card task issue ticket doc document message todo mr pr");

/** Things of this session or of a text that is being edited: ending them harms nobody. */
export const LOCAL = wordSet(
  "process cell line tab todo shell bash terminal agent subagent breakpoint console selection symbol import whitespace language lsp",
  "dev preview browser recording trace sim simulator emulator thought kernel label reaction assignee reviewer tag bookmark watcher",
  "timer worktree background highlight drag cookie popup dialog overlay cursor clipboard screenshot log breadcrumb filter",
  "viewport local port notebook",
);

export const MONEY = wordSet(
  "refund payment payout charge transfer invoice checkout withdrawal trade purchase dispute subscription autopay bid order wire",
  "cardholder oco leverage margin escrow remittance cashout topup chargeback mandate creditnote loan donation settlement disbursement swap exchange booking reservation shipment bill",
);

export const SIGNED = wordSet("contract transaction tx typed userop multicall");

export const ACCESS = wordSet(
  "collaborator collaborators member members membership memberships permission permissions role roles policy policies apikey",
  "token tokens secret secrets",
  "protection protections ruleset rulesets visibility",
  "webhook webhooks acl iam grant credential credentials dsn sshkey delegate delegates forwarding owner owners admin admins",
  "maintainer keypair",
  "auth authentication scope scopes authz authorization tuple tuples hook hooks sharing invitation invitations invite access",
  "share entitlement consent allowlist whitelist blocklist passkey scim mailmap",
  "ingress deploykey sharing sso oauth restriction restrictions usergroup usergroups",
);

export const PUBLIC = wordSet("gist release repository repo fork tunnel public");

/** Settings that a running system reads at once. */
export const LIVE = wordSet(
  "dns nameserver nameservers env lambda firewall redirect redirects flag flags secretsmanager route53 ssm sysctl registry",
  "silence rrset dnszone dnskey dnssec cname mx vhost virtualhost envvar crontab cron cronjob cronjobs downtime maintenance traffic",
);

export const LIVE_ANYWHERE = wordSet("dns dkim spf dmarc firewall nameserver route53 downtime");

export const SERVED_WITH = wordSet(
  "variable var env envvar config secret domain environment worker function route redirect rule ssl tls waf addon",
  "runner license saml ldap mirror token access image alias header firewall balancer",
);

/** Parts that hosts and servers run from then on. */
export const ADDED_CODE = wordSet("extension plugin mcp addon skill");

export const RUNS_ELSEWHERE = wordSet(
  "workflow pipeline deploy deployment dag terraform manifest yaml stack plan job build runbook playbook lambda automation zap",
  "scenario",
);

export const RUNS_ELSEWHERE_TOO = wordSet(
  "workflow pipeline dag runbook playbook lambda automation zap scenario flow job container pod remediation mutation",
);

export const SHOWN_THERE = wordSet("comment reply video broadcast stream chat moderation");

export const KEY_WORDS = wordSet(
  "secret password passwd credential passphrase apikey privatekey keychain vault mnemonic otp totp kubeconfig keystore",
  "secretsmanager keyvault",
);

/** Two words for the same. */
export const KEY_PAIRS: readonly (readonly [string, string])[] = [
  ["connection", "string"],
  ["seed", "phrase"],
  ["recovery", "code"],
  ["access", "token"],
  ["auth", "token"],
  ["refresh", "token"],
  ["embed", "token"],
  ["session", "token"],
  ["bearer", "token"],
  ["api", "token"],
];

export const KEY_KINDS = wordSet(
  "api private secret access ssh signing encryption deploy role admin master service account wallet host provisioning enrollment ephemeral",
  "publishable restricted session temporary sas hmac gpg pgp",
);

export const KEY_TAILS = wordSet("value version data material string plaintext json by id name for from in and user item entry");

/** Tools of the hosts and of our own turns whose verbs are about the session: lists, plans, helpers, background shells, memory. */
export const OF_THE_SESSION: ReadonlySet<string> = wordSet(
  "TodoWrite TodoRead Task Agent SendMessage KillShell KillBash BashOutput TaskStop TaskOutput TaskCreate TaskUpdate TaskGet TaskList",
  "TeamCreate TeamDelete CronCreate CronDelete CronList ExitPlanMode EnterPlanMode EnterWorktree ExitWorktree AskUserQuestion Skill",
  "ToolSearch SlashCommand Monitor PushNotification update_plan spawn_agent send_input close_agent resume_agent wait_agent",
  "request_user_input write_todos save_memory attempt_completion ask_followup_question new_task switch_mode todo_write",
  "memory_add memory_replace memory_remove",
);

export const NOTED = wordSet("note comment tag label memo attachment history report reminder");

export const AMOUNTS = wordSet("amount amounts lamports wei qty quantity price");

export const OWN = wordSet(
  "recording session conversation task thread execution tool toolset mode cache run job playback simulation plan chat test download",
  "upload prediction training crawl project context skill window app search query request scan prompt operation render check analysis exam sandbox",
);

export const PROPOSED = wordSet(
  "suggestion change edit diff hunk dialog cookie completion plan draft popup file revision prompt alert tos terms",
);

export const RELIED_ON = wordSet(
  "environment instance instances branch cluster database bucket namespace deployment replicas tenant subscription domain zone vm pull",
  "droplet",
);

export const JOINED_DAILY = wordSet(
  "cell file pdf image video audio document text json config list table column row object dataset data sheet section page line result",
  "setting option branch pr mr request commit mail",
);

export const CAMPAIGNS = wordSet(
  "sequence journey cadence drip automation campaign workflow newsletter broadcast canvas mailing survey ad adset flow",
);

export const TALKS = wordSet("thread topic conversation announcement poll");

export const ROOMS = wordSet("channel room message chat");

export const PEOPLE = wordSet("contact lead subscriber prospect person people user recipient customer member profile email phone");

export const RUNS_THERE = wordSet("app driver lambda worker trigger procedure function plugin bundle middleware addon");

export const CODE_GIVEN = wordSet("source code script zip bundle");

export const THERE = wordSet("environment runtime cluster instance machine vm server device tenant");

export const READ_BY_ITSELF = wordSet(
  "sql query code js javascript python script statement command cell shell test check scan report search exam benchmark",
);

export const SPENDING = wordSet("ad campaign budget bid bidding cpc adset conversion");

export const STATE_OF = wordSet(
  "campaign workflow order subscription payment listing product deployment service instance shipment store ad adset experiment promotion booking",
);

export const MACHINES = wordSet("domain instance vm droplet cluster server machine deployment rollout ct lxc vps nodepool");

export const ACCOUNTS = wordSet("user account login principal client mailbox agent operator staff");

export const RIGHTS = wordSet("group groups role roles privilege privileges permission scope admin grant password passwd email");

export const RESTORED = wordSet(
  "database db backup snapshot setting config configuration volume cluster branch dashboard instance vm table disk",
);
