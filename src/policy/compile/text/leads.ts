// What a heading, a lead-in or a label does to the text below it: forbids it, asks for a person, allows it, puts it
// before something. The outcome is a phrase to read the text with, as if a writer had repeated it in each line.

import { ASK_ZH, FROZEN_ZH, NEVER_ZH, PERMITTED_ZH } from "../../lexicon/chinese.ts";
import { ASK, BANNED, FROZEN, NEVER, PASSIVE, PERMITTED, UNLESS_ASKED } from "../../lexicon/english.ts";
import { plain } from "./clauses.ts";
import { prepared } from "./scan.ts";

export type Lead = { readonly kind: "prefix"; readonly polarity: "never" | "ask" | "order" | "only"; readonly text: string } | { readonly kind: "permit" };

const NEUTRAL = /\bdo'?s? (?:and|&|\/) do(?:n'?t| not)s?\b|\bboundaries\b|该做(?:与|和|的?)不该做|注意事项/;
const FORBIDS = /^(?:(?:strictly|absolutely|hard|things|actions|commands|always|agents?|you|ai|the|what|general|common|our) )*(?:never(?: ever)?(?: do| allowed)?|do ?n[o']t'?s?|don'?ts?|do not(?: do)?|prohibited|prohibitions|forbidden|anti-?patterns?|not allowed|not permitted|off[- ]limits|hands[- ]off|red lines?|no-?go(?:es|s| zones?| areas?)?|banned|taboos?|not to do|must not|mustn'?ts?|avoid|to avoid|mistakes to avoid|disallowed|bans)\b(?: (?:do|list|commands?|actions?|these|things|this|operations?|under any circumstances|in this repo(?:sitory)?|here|for agents|behaviou?rs?|practices|zone|changes|patterns|ever|areas?|without exception))*$/;
const ASKS = /^(?:(?:always|please|things to|when to|what to|actions? that|commands? that|must|you must|changes? that) )*(?:ask(?: me| us| the user| a human| permission)?(?: first| before(?: .*)?| about)?|check (?:with .+|first)|confirm(?: first| before(?: .*)?| with .+)?|(?:needs?|requires?|requiring|need) .*(?:approval|permission|sign-?off|confirmation|consent|ok|human|authori[sz]ation).*|(?:approval|permission|confirmation|sign-?off) (?:required|needed|first)|(?:only )?with (?:explicit |prior |my )*(?:approval|permission|consent).*|gated actions?|(?:things|actions|commands|changes|what|everything)(?: that)? (?:i|we|the (?:user|owner|team)) (?:want|need|like|have|insist)s? (?:to|on) (?:approv\w+|sign(?:ing)? off(?: on)?|confirm\w*|decid\w+|see|review\w*|ok|okay)(?: first)?)$/;
const PERMITS = /^(?:(?:things|actions|commands|what|you|agents?|always) )*(?:(?:you |agents? )?(?:may|can)\b(?! (?:not|never|only)).*|allowed|permitted|free to|feel free.*|safe(?: to.*| commands?)?|always (?:ok|okay|fine|allowed)|no (?:approval|permission|need).*|fine without asking|ok(?:ay)? without.*|do freely|go ahead)\b.*$/;
const ORDERS = /^(?:(?:checklist|checks|steps|things to do|always|to do|run|what to run|required|do this|mandatory|verification) )*(?:(?:before|prior to|ahead of) .{3,60}|pre-?(?:commit|push|pr|merge|release|deploy|flight)(?:\b.*)?|(?:commit|push|pr|pull request|merge|release) (?:checklist|checks|gate|requirements))$/;

const FORBIDS_ZH = /^(?:绝对|严格|一律|明确)?(?:禁止|严禁|红线|禁区|不要|不许|不得|切勿|请勿|勿|别|反模式|禁忌|禁令|不能|不允许|绝不|不可以?|不该)(?:做|事项|操作|行为|的事|清单|命令|的操作|碰|动|区)*(?:[（(].*)?$/;
const ASKS_ZH = /(?:需要?|须|应|要|必须)(?:先|事先|人工|我|得到)*(?:问|确认|询问|征得|批准|审批|授权|同意|报备)|^先(?:问|确认|询问|请示)|前先?(?:问|确认|询问|请示|征求)|^(?:需|待)(?:人工)?(?:确认|审批)|动手前先问/;
const PERMITS_ZH = /^(?!.*(?:不|禁|勿))(?:.*(?:可以|允许|放手|随意|自由|放心).*|无需.*|不必.*)$|^(?:无需|不必|不用)/;
const ORDERS_ZH = /(?:提交|推送|合并|发布|发版|部署|上线|提\s?(?:pr|mr)|(?:pr|mr)|commit|push|合并请求)(?:代码)?(?:之)?前/i;

/** "Commands you must not run", "Files agents may not touch". */
const NAMED_AND_BANNED = /^(?:the )?(?:commands?|actions?|operations?|tools?|things?|flags?|files?|paths?|folders?|director(?:y|ies))(?: (?:that|which|and [a-z]+))? ?(?:(?:you|agents?|we|ai|the agent|assistants?|nobody|no one|bots?) )?(?:(?:must|should|may|can|shall|are|is|will)? ?(?:not|never)|mustn't|can't|cannot|are (?:forbidden|banned|prohibited|off[- ]limits)|is (?:allowed|permitted) to)\b(?: (?:ever|allowed|permitted|to|be|run|use|call|execute|touch|edit|change|modify|invoke|used|touched|edited|changed|modified|executed|for you|here))*$|^(?:forbidden|banned|prohibited|off[- ]limits|frozen|protected|read[- ]only|blocked) (?:commands?|actions?|operations?|tools?|files?|paths?|folders?|director(?:y|ies)|areas?)$/;

/** "What we never do here", "Please don't touch". */
const NEVER_DONE = /^(?:please |what |things |stuff |commands |actions |files |places |something )*(?:that )?(?:(?:we|you|agents?|nobody|no one|an agent|i|one) )?(?:(?:must|should|may|can|will|do) )?(?:never|not|don't|cannot|can't)(?: (?:to|ever|want you to))* (?:do|run|use|touch|try|edit|change|call|happen|happens|done)(?: (?:here|with|in|on|at|this|the|our|repo(?:sitory)?|project|machine|all|ever|these|those|them))*$|^nobody (?:runs|touches|edits|uses)(?: (?:these|those|this))?$|^no(?:t)? (?:for|by) (?:agents?|you)$/;

/** A heading or a bold label. */
export function headingLead(text: string): Lead | null {
  return remembered(headings, text, readHeading);
}

/** Headings and lead-ins govern many clauses: each is read once. */
const headings = new Map<string, Lead | null>();
const leads = new Map<string, Lead | null>();
const MOST_REMEMBERED = 2_000;

function remembered(known: Map<string, Lead | null>, text: string, read: (text: string) => Lead | null): Lead | null {
  const found = known.get(text);
  if (found !== undefined) return found;
  if (known.size >= MOST_REMEMBERED) known.clear();
  const lead = read(text);
  known.set(text, lead);
  return lead;
}

function readHeading(text: string): Lead | null {
  const words = plain(text).replace(/^[\p{Extended_Pictographic}\ufe0f\s]+/u, "").replace(/[:：!！.。\s]+$/, "");
  const lower = words.toLowerCase().replace(/[’]/g, "'");
  if (words === "" || words.length > 80 || NEUTRAL.test(lower)) return null;
  if (/[\u4e00-\u9fff]/.test(lower)) return chineseLead(lower, text);
  if (prepared(FORBIDS).test(lower) || /^(?:what|things?|actions?|stuff)(?: that)? (?:agents?|you|we|ai|the agent|assistants?|nobody|no one) (?:must|should|may|can|shall|are)(?: never| not|n't)(?: allowed)?(?: to)?(?: ever)?(?: do| touch)?$/.test(lower)) return prefix("never", "never: ");
  if (prepared(NAMED_AND_BANNED).test(lower)) return prefix("never", /^(?:the )?(?:files?|paths?|folders?|director)/.test(lower) ? "never edit: " : "never: ");
  if (/^(?:protected|frozen|read[- ]only|immutable|untouchable|do not edit|don't edit)(?: files?| paths?| folders?| areas?)?(?: (?:until|for|by|since|during) .{1,30})?$/.test(lower)) return prefix("never", "never edit: ");
  if (/^(?:never|do not|don't|avoid|must not) [a-z]/.test(lower)) return prefix("never", `${lower}: `);
  if (words.length <= 60 && NEVER_DONE.test(lower)) return prefix("never", "never: ");
  if (prepared(ASKS).test(lower)) return prefix("ask", "ask before: ");
  if (prepared(PERMITS).test(lower)) return { kind: "permit" };
  if (words.length <= 60 && prepared(ASK).test(lower) && !prepared(PERMITTED).test(lower)) return prefix("ask", "ask before: ");
  if (prepared(ORDERS).test(lower)) return prefix("order", `${orderWords(text, lower)}, run: `);
  return null;
}

function orderWords(raw: string, lower: string): string {
  const before = /\b(?:before|prior to|ahead of)\b.*$/i.exec(raw.replace(/[*_#]/g, ""))?.[0];
  if (before !== undefined) return before.replace(/[:：.]+$/, "");
  return /push/.test(lower) ? "before pushing" : /\bpr\b|pull|merge/.test(lower) ? "before opening a pull request" : /release|deploy/.test(lower) ? "before the release" : "before committing";
}

function chineseLead(lower: string, raw: string): Lead | null {
  if (FORBIDS_ZH.test(lower) || (lower.length <= 14 && /^(?:这些|以下|下列|下面|哪些|有些)?(?:的)?(?:命令|操作|事情?|文件|目录|地方|行为|东西)?(?:都|请|千万|一律|绝对)?(?:别|不要|不能|不许|不准|不可以?|禁止|勿)(?:碰|动|做|用|跑|执行|改|使用|运行)的?(?:命令|操作|事情?|文件|目录|地方|东西)?$/.test(lower))) return prefix("never", "禁止：");
  if (/^(?:助手|agent|ai|你|大家|任何人|我们)\s?(?:绝对|一律|都)?(?:不能|不可以?|不许|不得|不准|禁止|不该|不应该?|别)(?:做|碰|动|执行|使用)?的?(?:事情?|操作|命令|行为)*$/.test(lower)) return prefix("never", "禁止：");
  if (/^(?:禁止|严禁|不得|不要|请勿|切勿)/.test(lower) && lower.length <= 20) return prefix("never", `${lower}：`);
  if (ASKS_ZH.test(lower) && lower.length <= 20) return prefix("ask", "先问我：");
  if (PERMITS_ZH.test(lower) && lower.length <= 20) return { kind: "permit" };
  if (ORDERS_ZH.test(lower) && lower.length <= 20) return prefix("order", `${raw.replace(/[*_#]/g, "").replace(/(前)[^前]*$/, "$1")}，必须运行：`);
  return null;
}

function prefix(polarity: "never" | "ask" | "order" | "only", text: string): Lead {
  return { kind: "prefix", polarity, text };
}

const PASSIVE_ONCE = new RegExp(PASSIVE.source);
const BASE: Readonly<Record<string, string>> = { edited: "edit", modified: "modify", changed: "change", touched: "touch", deleted: "delete", removed: "remove", read: "read", run: "run", executed: "execute", committed: "commit", used: "use", pushed: "push", invoked: "invoke", called: "call", opened: "open", printed: "print", renamed: "rename", moved: "move", created: "create", updated: "update", installed: "install" };

/** A paragraph or an item that opens a list: its words go in front of each item. */
export function textLead(text: string): Lead | null {
  return remembered(leads, text, readLead);
}

function readLead(text: string): Lead | null {
  const short = headingLead(text);
  if (short !== null) return short;
  const flat = text.replace(/\n/g, " ").trim();
  const bare = flat.replace(/[.!?。！？\s]+$/, "");
  const last = flat.slice(Math.max(...[".", "!", "?", "。", "！", "？"].map((end) => bare.lastIndexOf(end))) + 1).trim();
  const open = /[:：]\s*(?:\*\*|__)?$/.test(last) || /\b(?:the following|these|below)\b|以下|下列|如下/.test(last.toLowerCase());
  if (!open || last.length > 200) return null;
  const body = last.replace(/(?:\*\*|__)/g, "").replace(/[:：.。\s]+$/, "");
  const lower = body.toLowerCase();
  if (/[\u4e00-\u9fff]/.test(lower)) {
    if (prepared(PERMITTED_ZH).test(lower) || PERMITS_ZH.test(lower)) return { kind: "permit" };
    if (test(NEVER_ZH, lower)) return prefix("never", `${body}：`);
    if (prepared(ASK_ZH).test(lower)) return prefix("ask", "先问我：");
    if (FROZEN_ZH.test(lower)) return prefix("never", "禁止修改：");
    if (ORDERS_ZH.test(lower)) return prefix("order", `${body}，必须运行：`);
    return null;
  }
  if (prepared(PERMITTED).test(lower)) return { kind: "permit" };
  if (prepared(ASK).test(lower) || prepared(UNLESS_ASKED).test(lower)) return prefix("ask", "ask before: ");
  const passive = PASSIVE_ONCE.exec(lower);
  if (passive !== null) {
    const verb = /^[a-z-]+/.exec(lower.slice(passive.index + passive[0].length))?.[0] ?? "";
    return prefix("never", `never ${BASE[verb] ?? "touch"}: `);
  }
  if (prepared(FROZEN).test(lower)) return prefix("never", "never edit: ");
  if (test(BANNED, lower)) return prefix("never", "never: ");
  if (test(NEVER, lower)) return prefix("never", `${body}: `);
  if (/\b(?:before|prior to)\b/.test(lower)) return prefix("order", `${body}: `);
  if (/\bonly (?:edit|touch|change|modify|write)\b/.test(lower)) return prefix("only", `${body}: `);
  return null;
}

function test(pattern: RegExp, text: string): boolean {
  return text.search(pattern) !== -1;
}
