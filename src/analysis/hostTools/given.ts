// What a tool is told to do by its input, where its name leaves that open: `droplet_action {action: "destroy"}`,
// `update_page {archived: true}`, `api_request {method: "DELETE"}`, a list of calls inside a call.

import { byName, either, wholeAnyCase, wordSet } from "../../base/index.ts";
import { CHANGED, CONFIRMED, ENDED, OPENED, PAID, READ_KEYS, SENT, type ToolDeed } from "./told.ts";
import { deedOfName, readsFirst } from "./deeds.ts";
import { showsVariable } from "./keyNames.ts";
import { readToolName, type ToolName, wordsOf } from "./toolNames.ts";
import { asVerb, names } from "./phrases.ts";
import { ACCESS, LOCAL, MONEY, NOT_SENT, THINGS, WORK } from "./things.ts";
import { type Act, ACT_OF } from "./verbs.ts";

type Input = Readonly<Record<string, unknown>>;

const ACT_KEY = {
  test: (key: string): boolean => {
    const plain = key.toLowerCase().replaceAll("_", "");
    return ACT_NAMES.has(plain) || ACT_TAIL.test(plain);
  },
};
const ACT_TAIL = /^[a-z]{0,12}(?:action|operation|subcommand)(?:name|type)?$/;
const ACT_NAMES = wordSet(
  "op verb method methodname methodpath apiname api type service functionname functionpath eventtype event mode intent macro",
  "procedure routine",
);
/** They name the thing: `get {object: "password"}`. */
const THING_KEY = /^(?:(?:object|resource|entity)(?:_?(?:type|id))?|service|domain|kind)$/i;
/** Names of sites and of other kinds of things say nothing. */
const THING_OF = byName<RegExp>({ domain: /^\w{2,40}$/, kind: /^secrets?$/i });
const THING = /^[\w.]{2,40}$/;
/** Only verbs that end something: as values of these a word such as `email` is a name. */
const WEAK_KEY = /^(?:type|service|api|mode|macro|procedure|routine)$/i;
/** Requests are judged with their address. */
const HTTP = /^(?:GET|HEAD|OPTIONS|POST|PUT|PATCH|DELETE|get|post|put|patch)$/;
const LONGEST_ACT = 60;
export const DEEPEST = 4;
/** Below these lie rows and texts that are stored. */
export const DATA_KEY = wholeAnyCase`documents?, rows?, records?, values, items, content, contents, fields, dashboard, schema, properties,
  entities, observations, body, messages, update, edits, \$set`;

/** An object as a text: `config: "{\"roleId\": \"admin\"}"`. */
const WRITTEN_OUT = /^(?:config|params|parameters|options|settings|request|arguments|args)$/i;

interface Told {
  readonly key: string;
  readonly value: unknown;
  readonly inList: boolean;
}

/** The fields of an input and of what lies in it, as deep as such inputs go. */
function fieldsOf(value: unknown, depth = 0, inList = false): readonly Told[] {
  if (depth > DEEPEST || typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.slice(0, 100).flatMap((each) => fieldsOf(each, depth + 1, true));
  return Object.entries(value).flatMap(([key, each]): readonly Told[] => {
    const own = { key, value: each, inList };
    const inner = WRITTEN_OUT.test(key) ? (asInput(each) ?? each) : each;
    return DATA_KEY.test(key) ? [own] : [own, ...fieldsOf(inner, depth + 1, inList)];
  });
}

/** `spawn_agent {permission_mode: "bypassPermissions"}`: an agent that asks for nothing. */
export const asksNobody = (input: Input): boolean =>
  fieldsOf(input).some(({ key, value }) => value === "bypassPermissions" || (ASKING.test(key) && NEVER_ASKS.test(String(value))));

/** What the tool does, by its name and by what it is told. */
export function deedOfCall(tool: string, input: Input): ToolDeed | null {
  const told = fieldsOf(input);
  const name = readToolName(tool);
  const words = told.flatMap(({ key }) => wordsOf(key));
  const things = told.flatMap(({ key, value }) =>
    THING_KEY.test(key) && typeof value === "string" && (THING_OF[key] ?? THING).test(value) ? wordsOf(value) : [],
  );
  if (
    showsVariable(
      name.words,
      told.map(({ value }) => value),
    )
  )
    return READ_KEYS;
  // `manage_emails {action: "flag"}`: what it is told is the verb.
  const isManaged = name.words.includes("manage") && told.some(isAct);
  const own = isManaged ? name.words.map((word) => (word === "manage" ? "handle" : word)) : name.words;
  // `rollout {subcommand: "status"}`.
  if (told.some((field) => isAct(field) && does(wordsOf(field.value).slice(0, 1), "reads")) && (isManaged || !own.some(saysIt)))
    return null;
  if (onlyRetitles(name, told)) return null;
  const acts = told.flatMap(actWords);
  const deed =
    deedOfName({ ...name, words: [...own, ...things] }, words) ??
    (acts.length === 0 ? null : deedOfName({ ...name, words: [...acts, ...own, ...things] }, words));
  if (deed === CHANGED && activatesToTry(name, told)) return null;
  return deed ?? deedOfSwitches(told) ?? (isReading(name) ? null : deedOfFields(name, told, [words, things]));
}

const does = (words: readonly string[], ...acts: readonly Act[]): boolean => words.some((word) => acts.includes(ACT_OF.get(word) as Act));

/** A name with such a verb is not lifted by a word that whoever calls may add. */
function saysIt(word: string): boolean {
  return does([word], "ends", "sends", "pays", "changes", "opens") || word === "create";
}

/** What people read and no program goes by. */
const TITLES = wholeAnyCase`title, display_?name, description, notes?, comments?, summary, colou?r, icon, emoji, tags?, labels?,
  category(?:_?id)?, due_?date`;
const NEW_STATE = /^(?:fields|updates?|changes|properties|data|patch|attributes|input)$/i;
const SUBJECTS = either`ids?, uuid, slug, repo, profile, account, project, workspace, company, team, org`;
const WHICH = new RegExp(`(?:^|_)(?:${SUBJECTS})$|I[dD]s?$`);
const RETITLES = new Set("update edit modify patch change set".split(" "));

/** `update_account {id, description}`: a change of nothing else than how something is called. Whatever else is given counts as changed. */
function onlyRetitles({ words }: ToolName, told: readonly Told[]): boolean {
  if (!words.some((word) => RETITLES.has(word)) || does(words, "ends", "sends") || [ACCESS, MONEY].some((table) => names(words, table)))
    return false;
  const given = told.flatMap((each) =>
    NEW_STATE.test(each.key) && typeof each.value === "object" && each.value !== null ? fieldsOf(each.value) : [each],
  );
  const changed = given.filter(({ key, inList }) => !inList && (TITLES.test(key) || !WHICH.test(key)));
  return changed.length > 0 && changed.every(({ key }) => TITLES.test(key));
}

/** A server that has no such field does not heed it, so it says nothing of other verbs. */
function activatesToTry({ words }: ToolName, told: readonly Told[]): boolean {
  return words.includes("activate") && told.some(({ key, value }) => STAGES.test(key) && /^(?:staging|sandbox)$/i.test(String(value)));
}
const STAGES = /^(?:network|env(?:ironment)?|stage)$/i;

function isReading({ words }: ToolName): boolean {
  return readsFirst(words) && !does(words, "makes", "changes", "ends") && !words.includes("request");
}

function deedOfFields(
  name: ToolName,
  told: readonly Told[],
  [words, things]: readonly [readonly string[], readonly string[]],
): ToolDeed | null {
  for (const field of told) {
    const brought = deedOfState(name, field, [words, things]);
    if (brought !== null) return brought;
    const act = isAct(field)
      ? deedOfName({ server: name.server, words: [...wordsOf(field.value), ...managed(name), ...things] }, words)
      : null;
    const deed = act ?? FLAGS.find(([key, holds]) => key.test(field.key) && holds(field.value, name, field))?.[2];
    if (deed !== undefined) return deed;
  }
  return null;
}

/** `update_campaign {status: "ACTIVE"}` activates it. */
function deedOfState(
  name: ToolName,
  { key, value }: Told,
  [fields, things]: readonly [readonly string[], readonly string[]],
): ToolDeed | null {
  const act = STATE_KEY.test(key) ? ACT_OF_STATE[String(value).toLowerCase()] : undefined;
  const about = [...name.words.filter((word) => !does([word], "makes", "changes")), ...things];
  if (act === undefined || name.words.some((word) => MAKES.has(word)) || !names(about, THINGS)) return null;
  return deedOfName({ server: name.server, words: [act, ...about] }, fields);
}
const STATE_KEY = /^(?:\w{1,20}_)?(?:status|state)$/i;
const ACT_OF_STATE = byName<string>({ active: "activate", enabled: "activate", live: "activate", approved: "approve", sent: "send" });

/** `manage_webhooks {action: "create"}` is `create_webhooks`. */
function managed({ server, words }: ToolName): readonly string[] {
  const things = words.filter((word) => !MANAGES.has(word) && !server.includes(word));
  return does(things, "makes", "changes", "sends", "takesBack") ? [] : things;
}
const MANAGES = new Set("manage crud operation operations control admin write tool".split(" "));

function isAct(field: Told): field is Told & { readonly value: string } {
  const { key, value } = field;
  return ACT_KEY.test(key) && !WEAK_KEY.test(key) && typeof value === "string" && value.length <= LONGEST_ACT && !HTTP.test(value);
}

/** Verbs among what it is told. */
function actWords({ key, value }: Told): readonly string[] {
  if (!ACT_KEY.test(key) || typeof value !== "string" || value.length > LONGEST_ACT || HTTP.test(value)) return [];
  return wordsOf(value)
    .map(asVerb)
    .filter(
      (word) =>
        does([word], "ends", "opens", "pays") || (!WEAK_KEY.test(key) && does([word], "takesBack", "sends", "rollsOut", "installs")),
    );
}

type Flag = readonly [RegExp, (value: unknown, name: ToolName, field: Told) => boolean, ToolDeed];

const isTrue = (value: unknown, _: ToolName, { inList }: Told) => value === true && !inList;
const changesSomething = ({ words }: ToolName) => does(words, "makes", "changes", "runs", "switches", "opens", "pays", "sends");
const tellsPeople = (value: unknown, { words }: ToolName, { inList }: Told) => value === true && !inList && !names(words, NOT_SENT);
const isAmount = (value: unknown) => typeof value === "number" || /^\d{1,12}(?:[.,]\d{1,4})?$/.test(String(value));
const isNothing = (value: unknown) => value === 0 || value === "0";
const isEverything = (value: unknown) =>
  (typeof value === "object" && value !== null && Object.keys(value).length === 0) ||
  /^(?:1 ?= ?1|true|\*)?$/i.test(typeof value === "string" ? value : "-");
const SPENT = wholeAnyCase`(?:\w{1,20}_)?(?:budget|bid)(?:_?(?:value|amount|micros|cents))?, (?:\w{1,20}_)?spend(?:ing)?_?(?:cap|limit|amount)`;
const SENT_TO = wholeAnyCase`(?:webhook|target|dest(?:ination)?|sink|upload|forward|export|webdav|delivery|push)_?ur[il]`;
const GONE = wholeAnyCase`abandoned, deleted, archived, terminated, suspended, disabled, trash(?:ed)?, publish(?:ed)?`;
const FORCED = new Set("push update merge replace move overwrite sync deploy apply set import".split(" "));

const rules = (name: ToolName) => changesSomething(name) && name.words.some((word) => /^(?:rules?|polic(?:y|ies))$/.test(word));
/** As `disable_rule` does; not for work, or for what is drawn or tried out here. */
const switchesOff = (name: ToolName) => {
  const things = name.words.filter((word) => word !== "status" && word !== "state");
  return changesSomething(name) && name.server.length > 0 && ![WORK, LOCAL].some((table) => names(things, table));
};

/** Making something new, or working on a text, is no more than usual where a server wants every step confirmed. */
const isWeighty = ({ words }: ToolName) => !words.some((word) => MAKES.has(word)) && !names(words, WORK);
const MAKES = new Set("create add new rename clone copy".split(" "));

const ALLOWS = wordSet("allow force auto");
const ENDS_BY_FLAG = wordSet("reboot restart shutdown poweroff cleanup prune purge wipe destroy terminate delete deletion");
const DISABLES = wordSet("disable skip bypass no");
const GUARDED_BY = wordSet("auth authentication authorization mfa 2fa encryption firewall protection audit");

/** Also of a tool whose name only reads: `optimize_storage {cleanup_old_backups: true}`. */
function deedOfSwitches(told: readonly Told[]): ToolDeed | null {
  for (const { key, value, inList } of told) {
    if (value !== true || inList) continue;
    const words = wordsOf(key);
    const [first = "", next = ""] = words.slice(ALLOWS.has(words[0] ?? "") ? 1 : 0);
    if (ENDS_BY_FLAG.has(first) && words.length > 1) return ENDED;
    if (DISABLES.has(first) && GUARDED_BY.has(next)) return OPENED;
  }
  return null;
}

const PROTECTIONS = either`(?:deletion|termination)_?protection, public_?access_?block, ^mfa, ^encryption, ^versioning,
  ^verify_?(?:ssl|tls), ^rls`;
/** How an agent that is started asks, or does not. */
const ASKING = wholeAnyCase`permission_?mode, approval_?(?:mode|policy), sandbox(?:_?mode)?`;
const NEVER_ASKS = wholeAnyCase`bypass\w*, off, none, never, disabled, danger[\w-]*, yolo, full[-_]?(?:access|auto)`;
const FLAGS: readonly Flag[] = [
  [ASKING, (value) => NEVER_ASKS.test(String(value)), OPENED],
  [wholeAnyCase`dangerously\w{1,40}, (?:skip|bypass)_?permissions, yolo`, isTrue, OPENED],
  [wholeAnyCase`(?:is_?|in_?)?(?:trash(?:ed)?|archived?|deleted?|destroy|purge|wipe|prune|volumes)`, isTrue, ENDED],
  [
    wholeAnyCase`permanent(?:ly)?, (?:hard|force|permanent)_?delete, skip_?trash, drop_?target, remove_?volumes, delete_\w{1,40}`,
    isTrue,
    ENDED,
  ],
  [/^(?:delete|destroy|purge|wipe|drop)[A-Z]\w{1,40}$/, isTrue, ENDED],
  // `orders_batch {delete: [1, 2]}`, and not `update_labels {remove: ["bug"]}`.
  [/^(?:delete|destroy|purge)(?:_?ids)?$/i, (value) => Array.isArray(value) && value.length > 0, ENDED],
  // `bulk {operations: [{deleteOne: {…}}]}`, `run_command {command: {dropDatabase: 1}}`.
  [
    /^(?:[Dd]elete|drop|remove|destroy|purge|truncate)(?:[A-Z_]\w{1,40})?$/,
    (value) => value === 1 || (typeof value === "object" && value !== null && !Array.isArray(value)),
    ENDED,
  ],
  [/^(?:auto_?(?:apply|approve)|full_?refresh)$/i, isTrue, CHANGED],
  [new RegExp(PROTECTIONS, "i"), (value, name) => value === false && changesSomething(name), OPENED],
  [/^(?:\w{1,30}_)?(?:price|fee)s?$/i, (value, { words }) => isAmount(value) && does(words, "changes"), CHANGED],
  // `create_campaign {daily_budget: 2000}`: spent from then on.
  [SPENT, (value, name) => isAmount(value) && !isReading(name), PAID],
  // `save_attachment {webdav_url: "https://…"}`.
  [SENT_TO, (value, name) => /^(?:https|s?ftp|wss)?:\/\/(?!localhost|127\.)/i.test(String(value)) && !isReading(name), SENT],
  // `return_order_items {payment_method_id: "…"}`.
  [/^payment(?:_?method)?_?ids?$/i, (value) => typeof value === "string" && value !== "", PAID],
  [/^(?:add_?)?labels?(?:_?ids?)?$/i, (value) => /"(?:TRASH|SPAM)"/.test(JSON.stringify(value)), ENDED],
  [/^privileged$/i, isTrue, OPENED],
  [/^force$/i, (value, { words }) => value === true && words.some((word) => FORCED.has(word)), CHANGED],
  [/^(?:rule_?)?action$/i, (value, name) => /^(?:allow|deny|block|drop|permit)$/i.test(String(value)) && rules(name), CHANGED],
  [
    /^(?:replicas|desired_?(?:count|capacity)|min_?size|max_?size|count|scale)$/i,
    (value, { words }) => isNothing(value) && does(words, "makes", "changes", "takesBack"),
    ENDED,
  ],
  [
    /^(?:filter|where|selector|condition)$/i,
    (value, { words }) => isEverything(value) && (words.includes("update") || words.includes("replace")),
    ENDED,
  ],
  [/^(?:notify|publish|tweet)(?:_?\w{1,20})?$|^auto_?publish$/i, tellsPeople, SENT],
  [/^(?:share|post)_(?:(?:on|to|with|via)_)?\w{1,20}$/i, tellsPeople, SENT],
  [/^send_?(?:e?mail|sms|message|invit\w{1,6}|notification|update|receipt)s?$/i, tellsPeople, SENT],
  [/^send_?(?:confirmation|welcome)\w{0,8}$/i, tellsPeople, SENT],
  [/^(?:channel|medium|via)$/i, (value, name) => /^(?:sms|whatsapp|voice|call)$/i.test(String(value)) && changesSomething(name), SENT],
  [
    /^recipients?(?:_?(?:ids?|emails?|numbers?))?$/i,
    (value, name) => value !== "" && JSON.stringify(value) !== "[]" && changesSomething(name) && !names(name.words, NOT_SENT),
    SENT,
  ],
  [/^confirm(?:ed|ation)?$/i, (value, name) => value === true && isWeighty(name), CONFIRMED],
  [/^(?:is_?)?(?:active|enabled)$/i, (value, name) => value === false && switchesOff(name), CHANGED],
  [/^(?:is_?)?(?:paused|disabled|suspended)$/i, (value, name) => value === true && switchesOff(name), CHANGED],
  [/^(?:is_?)?public$/i, (value, name) => value === true && changesSomething(name), SENT],
  [/^(?:is_?)?private$/i, (value, name) => value === false && changesSomething(name), SENT],
  [
    /^(?:(?:visibility|acl|access)(?:_?(?:mode|level|type))?|type|scope)$/i,
    (value, name) => /^(?:public(?:-read(?:-write)?)?|anyone)$/i.test(String(value)) && changesSomething(name),
    SENT,
  ],
  [
    wholeAnyCase`attendees, invitees, guests, participants, signers, (?:attendee|signer)_?emails?`,
    (value, name) => ((Array.isArray(value) && value.length > 0) || String(value).includes("@")) && changesSomething(name),
    SENT,
  ],
  [
    wholeAnyCase`forward, forward_?to, forwarding_?(?:email|address), redirect_?to, auto_?forward\w{0,20}`,
    (value) => /@|:\/\//.test(JSON.stringify(value)),
    SENT,
  ],
  [
    /^(?:network|env(?:ironment)?|stage|target)$/i,
    (value, { words }) => /^prod(?:uction)?$/i.test(String(value)) && words.includes("activate"),
    CHANGED,
  ],
  [/^(?:\w{1,20}_)?(?:state|mode)$/i, (value) => /^(?:disarm|unlock)(?:ed)?$/i.test(String(value)), OPENED],
  [/^(?:status|state)$/i, (value, name) => /^(?:inactive|paused|stopped|cancell?ed)$/i.test(String(value)) && switchesOff(name), CHANGED],
  [/^(?:status|state)$/i, (value, name) => GONE.test(String(value)) && changesSomething(name), ENDED],
  [/^(?:volumes|binds|mounts)$/i, (value) => /"\/:|docker\.sock|"\/(?:etc|root|home)[/:]/.test(JSON.stringify(value)), OPENED],
  [
    /^(?:role|access_?level|permission)$/i,
    (value, name) => /^(?:owner|admin(?:istrator)?|maintainer|superuser)$/i.test(String(value)) && changesSomething(name),
    OPENED,
  ],
  [
    /^(?:cidr\w{0,10}|source\w{0,20}|ip\w{0,10}|range)$/i,
    (value, name) => /^(?:0\.0\.0\.0|::)\/0$/.test(String(value)) && changesSomething(name),
    OPENED,
  ],
  [
    /^(?:branch|ref|target_?branch)$/i,
    (value, name) => /^(?:main|master|prod(?:uction)?|release)$/.test(String(value)) && writesFiles(name),
    CHANGED,
  ],
  [/^(?:key|setting|name|option)$/i, (value, name) => typeof value === "string" && loosens(value, name), OPENED],
];

/** `push_files`, `create_or_update_file`: onto the branch that others work from, with no look at it first. */
function writesFiles({ words }: ToolName): boolean {
  return words.some((word) => /^(?:push|update|commit|create)$/.test(word)) && words.some((word) => /^files?$/.test(word));
}

const GUARDS = new Set(
  "blocked allowed allow deny denied permission permissions sandbox approval approvals trust trusted whitelist allowlist blocklist".split(
    " ",
  ),
);

/** `set_config_value {key: "blockedCommands"}`. */
function loosens(value: string, { words }: ToolName): boolean {
  return words.some((word) => /^(?:config|settings?|preferences?|option)$/.test(word)) && wordsOf(value).some((word) => GUARDS.has(word));
}

const CALLED_KEY = wholeAnyCase`name, tool, tool_?(?:name|slug|id), slug, action, function, function_?name, recipient_name`;
const GIVEN_KEY = /^(?:payload|(?:tool_?)?(?:arg(?:ument)?s|param(?:eter)?s|input))$/i;

export interface InnerCall {
  readonly tool: string;
  readonly input: Input;
}

/** Calls inside a call: `batch {calls: [{name: "delete_project", arguments: {…}}]}`. */
export function innerCalls(input: unknown, depth = 0): readonly InnerCall[] {
  if (depth > DEEPEST || typeof input !== "object" || input === null) return [];
  const entries = Object.entries(input);
  const tool = entries.find(([key, value]) => CALLED_KEY.test(key) && typeof value === "string")?.[1] as string | undefined;
  const given = entries
    .filter(([key]) => GIVEN_KEY.test(key))
    .map(([, value]) => asInput(value))
    .find((each) => each !== null);
  const own = tool !== undefined && given !== undefined && given !== null ? [{ tool, input: given }] : [];
  return [
    ...own,
    ...entries.filter(([key]) => own.length === 0 || !GIVEN_KEY.test(key)).flatMap(([, value]) => innerCalls(value, depth + 1)),
  ];
}

function asInput(value: unknown): Input | null {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Input;
  if (typeof value !== "string" || !value.startsWith("{")) return null;
  try {
    return asInput(JSON.parse(value));
  } catch {
    return null;
  }
}
