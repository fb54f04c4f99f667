// One clause to drafts: the readers in order, the first that understands a sentence has it. Unknown means advice.

import { ALL_CUES, CUE, cuesOf } from "../lexicon/cues.ts";
import { NOT_A_DIRECTIVE } from "../lexicon/english.ts";
import { MANAGERS } from "../lexicon/programs.ts";
import type { Draft, Reason } from "./draft.ts";
import { asks, permits } from "./phrases/force.ts";
import { readChecks } from "./readers/checks.ts";
import { readComplement } from "./readers/complement.ts";
import { readException } from "./readers/exceptions.ts";
import { readHeld } from "./readers/held.ts";
import { readLimits } from "./readers/limits.ts";
import { readMessages } from "./readers/messages.ts";
import { readOrder } from "./readers/order.ts";
import { alternativeNear, readOnlyManager, readReplacement, replacementDraft, TASK_RUNNERS } from "./readers/replace.ts";
import { readPlainly } from "./readers/plain.ts";
import { readSessions } from "./readers/sessions.ts";
import { readStances } from "./readers/stances.ts";
import type { Matcher } from "../match/rule.ts";
import { classify } from "./text/classify.ts";
import type { Clause } from "./text/clauses.ts";
import { headingLead, type Lead, textLead } from "./text/leads.ts";
import { readSentences, type Sentence } from "./text/sentence.ts";
import { tableText } from "./text/tables.ts";
import type { Unit } from "./text/unit.ts";
import { prepared } from "./text/scan.ts";

export interface ClauseReading {
  readonly drafts: readonly Draft[];
  /** Why nothing, or nothing more, can be held. */
  readonly reason: Reason;
  readonly directive: boolean;
}

export interface ReadOptions {
  /** Skip what the words of a text rule out. */
  readonly shortcuts: boolean;
}

export function readClause(clause: Clause, { shortcuts }: ReadOptions = { shortcuts: true }): ClauseReading {
  const lead = leadOf(clause);
  const text = clause.kind === "row" ? tableText(clause) : clause.text;
  if (text === "" || (shortcuts && lead === null && (cuesOf(text) & ~CUE.may) === 0)) return { drafts: [], reason: "no tool signal", directive: false };
  if (lead?.kind === "permit") return { drafts: [], reason: "needs judgement", directive: false };
  const own: Unit = { sentences: sentencesOf(labelled(text), shortcuts), clause, led: false };
  if (lead !== null && prepared(NOT_A_DIRECTIVE).test((own.sentences[0]?.norm ?? "").replace(/^[\ue000-\ue8ff] /, ""))) return { drafts: [], reason: "no tool signal", directive: false };
  const drafts = lead === null || hasOwnForce(own, lead) ? readUnit(own) : readUnit({ sentences: sentencesOf(`${lead.text}${lowerFirst(text)}`, shortcuts), clause, led: true });
  return { drafts, reason: reasonFor(own, drafts), directive: drafts.length > 0 || isDirective(own) || lead !== null };
}

function sentencesOf(text: string, shortcuts: boolean): readonly Sentence[] {
  const sentences = readSentences(text);
  return shortcuts ? sentences : sentences.map((each) => ({ ...each, cues: ALL_CUES }));
}

function lowerFirst(text: string): string {
  return text.replace(/^(?:\*\*|__)/, "");
}

/** "**Never:** push", "Ask first – deleting data": a label that governs the rest. */
function labelled(text: string): string {
  if (!/[:：]|\s[–—-]/.test(text)) return text;
  const match = /^\s*(?:\p{Extended_Pictographic}\ufe0f?\s*)?(?:\*\*|__)?([^`*_:：.]{2,40}?)(?:\*\*|__)?(?:\s*[:：]|\s+[–—-]+(?=\s))\s*(?:\*\*|__)?\s*(?=\S)/u.exec(text);
  if (match === null) return text;
  const lead = headingLead(match[1] as string);
  return lead?.kind === "prefix" ? lead.text + text.slice(match[0].length) : text;
}

function leadOf(clause: Clause): Lead | null {
  for (const text of clause.leads.toReversed()) {
    const lead = textLead(text);
    if (lead !== null) return lead.kind === "prefix" && saysItAll(text) ? null : lead;
  }
  if (clause.kind === "paragraph" && clause.leads.length === 0 && clause.text.length > 240) return null;
  for (const text of clause.heading.toReversed()) {
    const lead = headingLead(text);
    if (lead !== null) return clause.kind === "paragraph" && lead.kind === "prefix" ? null : lead;
  }
  return null;
}

const complete = new Map<string, boolean>();

/** "Never push to `main`:" is a rule of its own; the list below it is not forbidden too. */
function saysItAll(text: string): boolean {
  let known = complete.get(text);
  if (known === undefined) {
    const clause: Clause = { line: 1, text, kind: "paragraph", heading: [], leads: [], code: [], items: [], cells: [], header: [] };
    known = readUnit({ sentences: readSentences(text), clause, led: false }).length > 0;
    if (complete.size > 500) complete.clear();
    complete.set(text, known);
  }
  return known;
}

/** The clause says itself what it wants; a heading above does not turn it round. */
function hasOwnForce(unit: Unit, lead: Lead): boolean {
  const [first] = unit.sentences;
  if (first === undefined || lead.kind !== "prefix") return true;
  const marks = /^always\b|^(?:(?:please |always )?(?:never|do not|don't|must not|no |avoid)|禁止|严禁|不得|不要|不能|不可|请勿|切勿|勿|别|绝不)|\b(?:must not|must never|never|do not|don't|is forbidden|are forbidden|not allowed|off limits)\b|(?:禁止|不得|不要|请勿)/;
  if (marks.test(first.norm) || (permits(first) && lead.polarity !== "order")) return true;
  if (lead.polarity === "ask") return asks(first);
  if (lead.polarity === "order") return /\b(?:before|after|when|if) /.test(first.norm) || (first.chinese && /(?:之前|前|后)/.test(first.norm)) || asks(first);
  return false;
}

type Reader = (unit: Unit, index: number) => readonly Draft[];
const READERS: readonly Reader[] = [readSessions, readMessages, readComplement, readOrder, readReplacement, readLimits, readStances, readOnlyManager, readHeld, readPlainly, readChecks];

function readUnit(unit: Unit): Draft[] {
  const drafts: Draft[] = [];
  unit.sentences.forEach((sentence, index) => {
    if ((prepared(NOT_A_DIRECTIVE).test(sentence.norm) && !/\b(?:forbidden|banned|prohibited|off[- ]limits|not allowed|never|don't|do not|must not|approval|permission)\b/.test(sentence.norm)) || isQuestion(sentence.norm) || isOfTheProduct(sentence)) return;
    for (const reader of READERS) {
      const found = reader(unit, index);
      if (found.length === 0) continue;
      drafts.push(...found.map((draft) => completed(draft, unit, index)));
      break;
    }
  });
  return drafts.filter((draft) => !isReplaced(draft, drafts));
}

/** "Only `b`; `a` is off limits": the replacement that one sentence gives says more than the ban of the other. */
function isReplaced({ effect, matcher }: Draft, drafts: readonly Draft[]): boolean {
  if (effect !== "deny" || matcher.kind !== "command") return false;
  const { program, words, flags } = matcher.pattern;
  return drafts.some((each) => each.effect === "rewrite" && each.matcher.kind === "command" && each.matcher.pattern.program === program && each.matcher.pattern.words.join(" ") === words.join(" ") && each.matcher.pattern.flags.join(" ") === flags.join(" "));
}

/** What the people do who use the product: no word to an agent, as long as nothing is named. */
function isOfTheProduct({ norm, mentions }: Sentence): boolean {
  return mentions.length === 0 && /^(?:(?:the|our|all|most|new|registered|only|every|each|a|an|no|anonymous|logged-in|signed-in) )*(?:users?|customers?|authors?|members?|visitors?|editors?|sellers?|buyers?|guests?|clients?|students?|patients?|players?|moderators?|merchants?|vendors?|admins?|subscribers?|tenants?) /.test(norm);
}

/** "Q: may I push?" of a list of questions and answers. */
function isQuestion(norm: string): boolean {
  return /^(?:(?:open )?questions?|q|问题?|疑问|待定|tbd)[:：]/.test(norm);
}

/** Adds what the clause's other sentences say: an alternative, an exception. */
function completed(draft: Draft, unit: Unit, index: number): Draft {
  if (draft.complete === true) return draft;
  let whole = draft;
  if (draft.effect === "deny" && draft.instead === undefined) {
    const other = alternativeNear(unit, index);
    const command = draft.matcher.kind === "command" ? draft.matcher.pattern : null;
    if (other !== null && command !== null && command.inside.length === 0 && command.args.length === 0) {
      const substitute = isSubstitute(unit, index) || sameFamily(command.program, other.entity.words[0] ?? "");
      const worse = classify([command.program, ...command.words, ...command.flags.map(([first]) => first)].join(" "), { code: true });
      const replaced = worse.type === "command" ? replacementDraft(worse, other.entity, draft.row) : null;
      if (replaced !== null && (substitute || other.entity.words.slice(1).includes(command.program))) whole = { ...replaced, matcher: exactAs(draft.matcher, replaced.matcher) };
    }
    if (whole === draft && other !== null) whole = { ...draft, instead: other.entity.text };
  }
  const exception = readException(unit, whole.matcher, index);
  return exception === undefined ? whole : { ...whole, exception };
}

/** npm and pnpm, make and just: one stands for the other wherever it is named. */
function sameFamily(a: string, b: string): boolean {
  if (TASK_RUNNERS.has(a) && TASK_RUNNERS.has(b)) return a !== b;
  const family = MANAGERS[a]?.family;
  return family !== undefined && family !== "system" && family === MANAGERS[b]?.family && a !== b;
}

/** The held command as it was read; and only under its very name where the alternative goes by another of its names. */
function exactAs(held: Matcher, replaced: Matcher): Matcher {
  const exact = replaced.kind === "command" && replaced.pattern.exact === true;
  return exact && held.kind === "command" ? { ...held, pattern: { ...held.pattern, exact: true } } : held;
}

/** "Do not run X directly. Use Y." puts Y in X's place; "use Y to look first" does not. */
function isSubstitute(unit: Unit, index: number): boolean {
  const texts = [unit.sentences[index], unit.sentences[index + 1], unit.sentences[index - 1]].map((each) => each?.norm ?? "");
  return /\b(?:directly|bare|naked|plain|raw|by (?:itself|hand)|on (?:its|their) own|alone|instead|wrapper|through|via|there for that)\b|裸|直接|改用|一律|统一|代替|替代|包装/.test(texts.join(" ")) || /(?:^|[,;:—–] ?)(?:please |always |just )?(?:use|run) (?:the )?[\ue000-\ue0ff](?:[.,!;]|$)/.test(texts[1] as string) || /(?:^|[,;:—–] ?)(?:please |always |just )?(?:use|run) (?:the )?[\ue000-\ue0ff][.!;]?$/.test(texts[0] as string);
}

function isDirective(unit: Unit): boolean {
  return unit.sentences.some((each) => /\b(?:never|must|do not|don't|always|avoid|only|before|ask|should|prefer|instead)\b|^(?:please )?(?:write|use|keep|make|follow|add|put|run|test|document|name|handle|return|check|read|update|ensure|include|treat|think|start|stop|leave|respect|match|format|split|group|store|favou?r|aim|try|remember|be|do|mention|reply|answer|explain|commit|push|open|create)\b|禁止|不得|不要|必须|务必|避免|一律|只能|优先|先/.test(each.norm));
}

const CODE_STYLE = /\b(?:functions?|class(?:es)?|types?|variables?|components?|modules?|imports?|exports?|naming|names?|comments?|loops?|tests?|api|code|methods?|interfaces?|exceptions?|errors?|async|hooks?|props|lint|indent\w*|style)\b|函数|变量|类|组件|注释|命名|接口|代码|类型|循环|异常/;

function reasonFor(unit: Unit, drafts: readonly Draft[]): Reason {
  if (drafts.length > 0) return "needs judgement";
  const text = unit.sentences.map((each: Sentence) => each.norm).join(" ");
  const mentions = unit.sentences.flatMap((each) => each.mentions);
  if (mentions.some((each) => each.entity.type === "name") || CODE_STYLE.test(text)) return "code style";
  if (/\b(?:production|ci|pipeline|server|weekend|friday|night|meeting|review(?:er|ed|s)?|approved)\b|线上|评审|上线时|周末/.test(text)) return "outside state";
  const acts = unit.sentences.some((each) => each.verbs.length > 0);
  if (!isDirective(unit)) return "no tool signal";
  return acts && mentions.length === 0 ? "target not named" : acts ? "needs judgement" : "no tool signal";
}
