// What the words of a tool's name say about it: verbs, and the things they are done to.

import { wordSet } from "../../base/index.ts";

/** A name that begins with one of these only looks. */
export const READS = wordSet(
  "prepare get list search read describe find fetch show view query count check inspect lookup resolve browse explain preview validate",
  "lint analyze analyse diff compare summarize status info exists ping whoami help recall scan estimate poll wait watch monitor",
  "optimize enrich classify detect identify extract transcribe translate evaluate assess recommend forecast like unlike bookmark",
  "tail head render simulate predict calculate parse format convert draft suggest select retrieve discover audit verify history",
  "logs ls cat stat export",
);

/** They end something for good. */
export const ENDS = wordSet(
  "delete del remove rm rmdir destroy drop dropdb purge wipe erase truncate flush flushall flushdb terminate prune nuke trash",
  "unlink uninstall revoke deactivate decommission deregister unregister unpublish evict shred expunge obliterate teardown",
  "shutdown poweroff reboot refund void ban kick discard disassociate deprovision undeploy empty mdelete delist zap drain cordon",
  "zrem srem lrem xdel getdel lpop rpop spop dispose demolish annihilate scrub reimage offboard expel deauthorize dealloc hdel",
  "yank deprecate deletion unenroll liquidate unshare kickout",
);

/** They end or change something only where it is one of THINGS: `stop_instances`, and not `stop_recording`. */
export const STOPS = wordSet(
  "stop restart pause suspend cancel reset clear disable archive scale rollback restore rotate transfer overwrite revert kill",
  "detach merge approve resize migrate expire block lock downgrade failover rename halt deallocate mute silence accept dismiss",
  "recycle regenerate rescue mutate recreate reinitialize reformat relaunch unsubscribe logout signout import chown deny",
  "protect unprotect unassign invalidate rebuild reinstall reprovision abort demote promote freeze quarantine factory unbind",
  "decline reject abandon land alter rebase end upgrade",
);

export const THINGS = wordSet(
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

/** They reach people, or everybody. */
export const SENDS = wordSet(
  "send post publish tweet retweet broadcast email mail sms dm notify invite share forward reply announce upload toot crosspost",
  "dial respond resend repost reblog remind callout",
);
/** Made or added, they reach people too: `create_tweet`, `conversations_add_message`; and not a draft of one. */
export const MESSAGES = wordSet(
  "message messages tweet tweets call sms dm email emails toot mail announcement newsletter broadcast post posts incident",
  "postcard postcards letter letters fax",
);
export const NOT_SENT = wordSet("draft template commit error log format schema type history memory thread note task activity timeline");

/** Work on a ticket or a change, which people ask agents for all day; and words for a program that is already running. */
export const EVERYDAY = wordSet("comment discussion review input key keystroke command prompt request query progress");

/** Changing verbs in front of money, access and publishing. */
export const CHANGES = wordSet(
  "create place make issue submit capture confirm finalize update pay buy sell withdraw add set put attach assign change generate",
  "grant invite upsert authorize enable charge open edit modify fork trigger apply execute run start patch schedule produce",
  "register replace toggle complete configure insert write manage put fund initiate collect settle launch regenerate init initialize",
  "bootstrap",
);

export const MONEY = wordSet(
  "refund payment payout charge transfer invoice checkout withdrawal trade purchase dispute subscription autopay bid order wire",
  "loan donation settlement position disbursement swap exchange booking reservation shipment bill",
);
export const MOVES_MONEY = wordSet("pay buy sell withdraw purchase refund payout charge disburse remit");
/** As the first word of a name only: a book and an order are also things. */
export const SPENDS_FIRST = wordSet("book reserve order donate tip bid");
/** They spend where an amount or a coin is named. */
export const SPENDS = wordSet(
  "transfer swap stake unstake bridge mint burn lend borrow redeem deposit approve claim wrap unwrap supply send place submit",
);
export const COINS = wordSet(
  "sol eth btc usdc usdt erc20 erc721 nft spl native coin crypto funds balance wallet token order trade bid offer",
);
export const SIGNS = wordSet("write call sign broadcast deploy send submit");
export const SIGNED = wordSet("contract transaction tx typed userop multicall");
/** They take a bar away. */
export const UNLOCKS = wordSet(
  "unlock unprotect disarm unblock unsuspend unban reinstate impersonate elevate escalate allowlist whitelist assume sudo grant delegate",
  "unseal",
);
export const ACCESS = wordSet(
  "collaborator collaborators member members membership memberships permission permissions role roles policy policies apikey",
  "token tokens secret secrets",
  "protection protections ruleset rulesets visibility",
  "webhook webhooks acl iam grant credential credentials dsn sshkey delegate delegates forwarding owner owners admin admins",
  "maintainer keypair",
  "auth authentication scope scopes authz authorization tuple tuples hook hooks sharing invitation invitations invite access",
  "ingress deploykey sharing sso oauth restriction restrictions usergroup usergroups",
);
export const PUBLIC = wordSet("gist release repository repo fork tunnel");
export const DEPLOYS = wordSet("deploy redeploy promote rollout publish distribute");
export const RUNS_ELSEWHERE = wordSet(
  "workflow pipeline deploy deployment dag terraform manifest yaml stack plan job build runbook playbook lambda automation zap",
  "scenario",
);
/** They start it for certain; those of STARTS_TOO only what RUNS_ELSEWHERE_TOO says, because a plan is also a text. */
export const STARTS = wordSet("trigger apply dispatch play");
export const STARTS_TOO = wordSet("run execute start invoke launch");
export const RUNS_ELSEWHERE_TOO = wordSet(
  "workflow pipeline dag runbook playbook lambda automation zap scenario flow job container pod remediation mutation",
);
/** Settings that a running system reads at once. */
export const LIVE = wordSet(
  "dns nameserver nameservers env lambda firewall redirect redirects flag flags secretsmanager route53 ssm sysctl registry",
  "crontab cron cronjob cronjobs downtime maintenance traffic",
);
export const LIVE_ANYWHERE = wordSet("dns dkim spf dmarc firewall nameserver route53 downtime");

/** Whoever serves the program to people, and what it is served with. */
export const HOSTING = wordSet(
  "railway render vercel netlify heroku fly koyeb amplify cloudflare coolify dokku supabase firebase appwrite actions",
);
export const SERVED_WITH = wordSet(
  "variable var env envvar config secret domain environment worker function route redirect rule ssl tls waf addon",
  "runner license saml ldap mirror token access image alias header firewall balancer",
);
/** Their pipelines are served with variables too. */
export const FORGES = wordSet("github gitlab bitbucket gitea circleci");
/** Stores of single keys: whatever ends or renames one loses what was there. */
export const KEY_STORES = wordSet("redis valkey etcd consul memcached");
/** Servers whose builds may release something. */
export const BUILDERS = wordSet(
  "jenkins teamcity codebuild cloudbuild bamboo buildkite devops codepipeline appveyor codemagic drone woodpecker travis",
);
/** Parts that hosts and servers run from then on. */
export const ADDED_CODE = wordSet("extension plugin mcp addon skill");

/** Servers by what is at stake there: whatever changes something asks. */
export const MONEY_SERVERS = wordSet(
  "paypal wise ramp plaid coinbase binance kraken uniswap hyperliquid polymarket alpaca ibkr robinhood solana evm wallet bank brex",
  "mercury revolut amazon uber doordash instacart metamask phantom bybit okx aave jupiter kalshi etrade tradier zerodha kite",
);
export const KEY_SERVERS = wordSet(
  "1password onepassword bitwarden vault keychain keepass lastpass doppler infisical secretsmanager keyvault pass",
);
export const IDENTITY_SERVERS = wordSet(
  "okta entra auth0 keycloak iam cognito clerk workos onelogin jumpcloud ldap openfga permify permitio aserto spicedb cerbos",
  "fusionauth descope propelauth stytch duo",
);
export const MACHINE_SERVERS = wordSet(
  "opnsense pfsense unifi proxmox synology vsphere esxi router mikrotik truenas kafka zscaler fortinet fortigate paloalto",
  "maas crowdstrike netskope sophos meraki unraid pihole adguard openwrt qnap omada hmc akamai vcenter idrac redfish nutanix",
);
/** They put something in the place of what was there. */
export const OVERWRITES = wordSet("update modify set put patch alter configure upsert change");
/** What a running system is made of and ruled by, beside THINGS. */
export const PARTS = wordSet(
  "setting settings config configuration plugin price connection source destination datasource route upstream ssl security limit",
  "threshold guardrail number delegation peer provider power memberships suppression profile share escalation oncall rotation",
);
/** Rarer verbs, which change one of THINGS, money or access. */
export const ACTS_ON = wordSet(
  "link bind hold redeem rent control redact amend commit adjust credit debit deduct waive extend lease swap switch override",
  "reassign reclaim",
  "retire release settle ship fulfill return exchange escalate enforce onboard unhold unlink unmute unschedule reschedule",
  "postpone drain eject unassign unfreeze reopen dispatch allocate deallocate dispute hire fire liquidate recharge refuel",
);
/** Work that people ask agents for all day, and settings of the session: overwriting them is no question. */
export const WORK = wordSet(
  "issue task subtask card comment page doc document note wiki label milestone sprint version item list checklist todo plan title",
  "body description status state assignee reviewer pull mr pr request discussion thread worklog field draft annotation epic story",
  "ticket bug feature file cell block symbol line text memory entity entities observation relation section paragraph heading",
  "content slide layer node frame shape style color font layout component property properties active current default viewport",
  "audio subtitle dashboard orientation mode theme focus cursor position size scale level value attribute element form option",
  "time timer tag branch commit",
  "diff patch snippet notebook message prompt context thought goal progress metadata name alias subscription notification project",
  "workspace board view column row sheet formula cache key hash vector embedding index variable breakpoint object mesh material",
  "scene camera light transform bone keyframe track clip tempo volume geometry parent collection record contact entry asset media",
  "opportunity lead deal matter candidate person company article recipe activity video image photo song playlist book bookmark",
  "highlight category term dict dictionary glossary question answer lesson quiz folder directory engagement link location network",
  "throttling emulation permission header useragent locale brightness temperature texture shader animation",
);
/** Clouds: what their command lines ask about (`aws … create-…`), their tools ask about too. */
export const CLOUD_SERVERS = wordSet(
  "aws awslabs gcp gcloud azure digitalocean hetzner hcloud linode vultr scaleway ovh ec2 rds dynamodb s3 gcs cloudrun bigquery",
  "oci ibmcloud alibaba alibabacloud aliyun tencentcloud huaweicloud atlas",
);
export const PROVISIONS = wordSet(
  "create update modify set put patch change edit replace configure attach assign register provision upgrade clone",
);
/** They show videos: what people see there is put there, and lists of one's own are not. */
export const VIDEO_SERVERS = wordSet("youtube vimeo twitch bilibili dailymotion peertube");
export const SHOWN_THERE = wordSet("comment reply video broadcast stream chat moderation");
export const SOCIAL_SERVERS = wordSet(
  "twitter x mastodon bluesky linkedin instagram facebook reddit threads tiktok medium devto hashnode tumblr pinterest discourse lemmy",
);

/** What describes machines, and the verbs that make it so. */
export const INFRASTRUCTURE = wordSet(
  "terraform tofu opentofu pulumi kubernetes k8s kubectl helm argocd argo fluxcd crossplane cloudformation ansible nomad cdk",
  "eks gke aks rancher openshift kube k3s gitops",
);
export const ROLLS_OUT = wordSet(
  "apply up upgrade install sync patch replace taint import playbook exec create update scale set edit label annotate rollback",
  "restart run clone cleanup",
);

/** `get_secret`, `reveal_password`, `export_private_key`. */
export const SHOWS_KEYS = wordSet(
  "search find lookup get read reveal show export dump access fetch retrieve decrypt unseal view print copy download request",
  "obtain acquire",
);
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
  "api private secret access ssh signing encryption deploy role admin master service account wallet host provisioning enrollment",
);
export const KEY_TAILS = wordSet("value version data material string plaintext json by id name for from in and user item entry");

/** Things of this session or of a text that is being edited: ending them harms nobody. */
export const LOCAL = wordSet(
  "cell line tab todo shell bash process terminal agent subagent breakpoint console selection symbol import whitespace language lsp",
  "dev preview browser recording trace sim simulator emulator thought kernel label reaction assignee reviewer tag bookmark watcher",
  "listener timer worktree background highlight drag cookie popup dialog overlay cursor clipboard screenshot log breadcrumb filter",
  "viewport local port notebook",
);

/** Servers that only reach the session or this machine's screen; a server's name is often an ordinary word. */
export const LOCAL_SERVERS = wordSet(
  "browser shell terminal notebook simulator emulator console kernel lsp bash dev language devtools playwright puppeteer selenium",
);
/** Programs in which one thing is drawn, built or composed. */
export const EDITORS = wordSet("figma blender unity unreal godot sketchup freecad photoshop ableton");

/** Tools of the hosts and of our own turns whose verbs are about the session: lists, plans, helpers, background shells, memory. */
export const OF_THE_SESSION: ReadonlySet<string> = wordSet(
  "TodoWrite TodoRead Task Agent SendMessage KillShell KillBash BashOutput TaskStop TaskOutput TaskCreate TaskUpdate TaskGet TaskList",
  "TeamCreate TeamDelete CronCreate CronDelete CronList ExitPlanMode EnterPlanMode EnterWorktree ExitWorktree AskUserQuestion Skill",
  "ToolSearch SlashCommand Monitor PushNotification update_plan spawn_agent send_input close_agent resume_agent wait_agent",
  "request_user_input write_todos save_memory attempt_completion ask_followup_question new_task switch_mode todo_write",
  "memory_add memory_replace memory_remove",
);
