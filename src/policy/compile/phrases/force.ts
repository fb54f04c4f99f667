// What a sentence does to its agent: forbids, asks for a person, or leaves alone; and where its words reach.

import { ASK_ZH, CANNOT_ZH, FROZEN_ZH, NEVER_ZH, NOT_IN_GIT_ZH, PERMITTED_ZH, SOMEBODY_ELSE_ZH, UNLESS_ASKED_ZH } from "../../lexicon/chinese.ts";
import { CUE } from "../../lexicon/cues.ts";
import { AGENT_BEFORE, ASK, BANNED, CIRCUMSTANCE, FROZEN, HANDS_OFF, NEVER, NOT_IN_GIT, ONLY_BY, OTHER_ACTOR, PASSIVE, PERMITTED, SOMEBODY_ELSE, UNLESS_ASKED, WITH_A_YES } from "../../lexicon/english.ts";
import { matchesOf, prepared } from "../text/scan.ts";
import { ANY, type Sentence } from "../text/sentence.ts";
import { type Actions, readActions } from "./actions.ts";

export interface Force {
  readonly effect: "deny" | "ask";
  readonly kind: "never" | "hands-off" | "banned" | "passive" | "frozen" | "ask" | "uncommitted" | "theirs";
  readonly start: number;
  readonly end: number;
  /** Where its words stop to count; otherwise the sentence says so itself. */
  readonly reach?: number;
  readonly chinese: boolean;
  /** Holds only under a condition that nobody can check here. */
  readonly condition: boolean;
}

/** Several readers ask the same of one sentence, and the patterns are long: each question is answered once. */
function once<T>(ask: (sentence: Sentence) => T): (sentence: Sentence) => T {
  const answers = new WeakMap<Sentence, { readonly value: T }>();
  return (sentence) => {
    let answer = answers.get(sentence);
    if (answer === undefined) answers.set(sentence, (answer = { value: ask(sentence) }));
    return answer.value;
  };
}

export function permits(sentence: Sentence): boolean {
  return permissionIn(sentence) !== null || (sentence.chinese && prepared(PERMITTED_ZH).test(sentence.norm));
}

/** Leave that is given, not leave that is yet to be asked for. */
const permissionIn = once((sentence): RegExpExecArray | null => {
  const permitted = hasCue(sentence, CUE.may) ? prepared(PERMITTED).exec(sentence.norm) : null;
  return permitted !== null && hasCue(sentence, CUE.ask) && prepared(WITH_A_YES).test(sentence.norm) ? null : permitted;
});

export function hasCue({ cues }: Sentence, cue: number): boolean {
  return (cues & cue) !== 0;
}

export const asksDirectly = once((sentence): boolean => (hasCue(sentence, CUE.ask) && prepared(ASK).test(sentence.norm)) || (sentence.chinese && prepared(ASK_ZH).test(sentence.norm)));

export const asks = once((sentence): boolean => asksDirectly(sentence) || (hasCue(sentence, CUE.ask) && prepared(UNLESS_ASKED).test(sentence.norm)) || (sentence.chinese && prepared(UNLESS_ASKED_ZH).test(sentence.norm)));

const NO = new RegExp(`(?:^|[:;—–] ?|(?<=\\bno [^;:]{1,80}, (?:and |or )?)|\\b(?:and|so|also|please|therefore|make|do|allow|perform),? )no (?=(?:more |bare |direct |manual |raw |unapproved |ad-?hoc |plain |hand |new |automatic |local |unreviewed )*(?:[${ANY}]|[a-z-]+))`, "g");

export function forceOf(sentence: Sentence): Force | null {
  return forcesOf(sentence).next().value ?? null;
}

/** Every way in which a sentence holds its agent, the most telling first: where one reaches nothing, the next may. */
export function* forcesOf(sentence: Sentence): Generator<Force> {
  const { norm, chinese } = sentence;
  if (/^(?:check|verify)(?: that)? /.test(norm) && !prepared(ASK).test(norm)) return;
  const excused = asks(sentence);
  if (!excused && !hasCue(sentence, CUE.no | CUE.frozen | CUE.hands | CUE.only)) return;
  const effect = excused ? "ask" : "deny";
  if (chinese) yield* chineseForces(norm, effect);
  const permitted = permissionIn(sentence);
  const inPermission = (at: number) => permitted !== null && at >= permitted.index - 12 && at < permitted.index + permitted[0].length;
  const made = (kind: Force["kind"], match: RegExpExecArray): Force => ({ effect, kind, start: match.index, end: match.index + match[0].length, chinese: false, condition: false });
  const negative = hasCue(sentence, CUE.no);
  for (const match of negative ? matchesOf(NOT_IN_GIT, norm) : []) yield made("uncommitted", match);
  const theirs = hasCue(sentence, CUE.only) ? prepared(SOMEBODY_ELSE).exec(norm) : null;
  if (theirs !== null) yield made("theirs", theirs);
  for (const match of negative ? matchesOf(NEVER, norm) : []) {
    const end = match.index + match[0].length;
    if (inPermission(match.index) || /^ (?:be|been|have to|need to|by hand|manually|by (?:you|agents?|an agent))\b/.test(norm.slice(end))) continue;
    if (/^(?:never|not to)$/.test(match[0]) && /^ ?(?:mind|again|more|less)\b/.test(norm.slice(end))) continue;
    const before = clauseBefore(norm, match.index);
    if (!agentMeant(before, match[0])) continue;
    yield { effect, kind: "never", start: match.index, end, chinese: false, condition: conditional(norm, match.index) };
  }
  const hands = hasCue(sentence, CUE.hands) ? prepared(HANDS_OFF).exec(norm) : null;
  if (hands !== null && agentMeant(clauseBefore(norm, hands.index), "")) yield made("hands-off", hands);
  for (const match of negative ? matchesOf(PASSIVE, norm) : []) {
    if (inPermission(match.index) || prepared(OTHER_ACTOR).test(norm.slice(match.index))) continue;
    yield made("passive", match);
  }
  const byOthers = negative || hasCue(sentence, CUE.only) ? prepared(ONLY_BY).exec(norm) : null;
  if (byOthers !== null && !inPermission(byOthers.index)) yield made("passive", byOthers);
  for (const match of negative ? matchesOf(BANNED, norm) : []) {
    if (inPermission(match.index)) continue;
    yield made("banned", match);
  }
  for (const match of negative ? matchesOf(NO, norm) : []) {
    if (permitted !== null) continue;
    const start = match.index + match[0].length - 3;
    const next = /, (?:and |or )?no /.exec(norm.slice(start));
    const end = Math.min(scopeEnd(norm, start + 3), next === null ? norm.length : start + next.index);
    const first = sentence.mentions.find((each) => each.at >= start && each.at < end);
    const type = first?.entity.type;
    const direct = first !== undefined && /^no (?:more |bare |direct |manual |raw |plain )*$/.test(norm.slice(start, first.at));
    // "no `--head`", "no `x.yml`": what there is not, rather than what must not be done.
    const acted = sentence.verbs.some((verb) => verb.start > start && verb.end <= (first?.at ?? end) && verb.form !== "past");
    if (!acted && (type === "path" || type === "kind" || type === "script")) continue;
    if (direct && type === "flag" && !/^(?:--no-verify|--force|-f|--amend|--hard)$/.test(first.entity.text) && !/\bcommits?\b|\bpush(?:es)?\b|\bgit\b/.test(norm)) continue;
    if (/\b(?:required|needed|necessary|found|exists?|available|supported|installed|yet)\b/.test(norm.slice(start, end)) || !doesSomething(readActions(sentence, start + 3, end, { place: "head", brackets: false }))) continue;
    yield { effect, kind: "never", start, end: start + 3, chinese: false, condition: false, reach: end };
  }
  const frozen = hasCue(sentence, CUE.frozen) ? prepared(FROZEN).exec(norm) : null;
  if (frozen !== null && !/\b(?:can|may) be (?:updated|changed|edited|modified)\b/.test(norm) && sentence.mentions.some((each) => (each.entity.type === "path" || each.entity.type === "kind") && each.at < frozen.index + frozen[0].length)) yield made("frozen", frozen);
  if (excused && !chinese && permitted === null) {
    const ask = prepared(ASK).exec(norm) ?? prepared(UNLESS_ASKED).exec(norm);
    if (ask !== null) yield { ...made("ask", ask), effect: "ask" };
  }
}

function doesSomething({ matchers, dangling }: Actions): boolean {
  return matchers.length > 0 || dangling.length > 0;
}

function* chineseForces(norm: string, effect: "deny" | "ask"): Generator<Force> {
  const permitted = prepared(PERMITTED_ZH).exec(norm);
  const made = (kind: Force["kind"], match: RegExpExecArray): Force => ({ effect, kind, start: match.index, end: match.index + match[0].length, chinese: true, condition: false });
  const uncommitted = prepared(NOT_IN_GIT_ZH).exec(norm);
  if (uncommitted !== null) yield made("uncommitted", uncommitted);
  const cannot = prepared(CANNOT_ZH).exec(norm);
  if (cannot !== null) yield made("passive", cannot);
  for (const match of matchesOf(NEVER_ZH, norm)) {
    if (permitted !== null && match.index >= permitted.index && match.index < permitted.index + permitted[0].length) continue;
    const end = match.index + match[0].length;
    if (/^(?:超过|多于|大于|少于|低于|迟于|出现|包含|含有|带|怕|客气|犹豫|担心|错过|忘)/.test(norm.slice(end))) continue;
    yield { effect, kind: "never", start: match.index, end, chinese: true, condition: false };
  }
  const frozen = prepared(FROZEN_ZH).exec(norm);
  if (frozen !== null && permitted === null) yield made("frozen", frozen);
  const theirs = prepared(SOMEBODY_ELSE_ZH).exec(norm);
  if (theirs !== null && permitted === null) yield made("theirs", theirs);
  const ask = prepared(ASK_ZH).exec(norm) ?? prepared(UNLESS_ASKED_ZH).exec(norm);
  // `a` 需要批准，`b` 不需要。
  const apart = ask !== null && permitted !== null && permitted.index > ask.index + ask[0].length && norm.slice(ask.index + ask[0].length, permitted.index).includes("，");
  if (ask !== null && (permitted === null || apart)) yield { ...made("ask", ask), effect: "ask" };
}

/** From the last comma, colon or bracket to the marker: where its subject would stand. */
function clauseBefore(norm: string, at: number): string {
  const before = norm.slice(0, at);
  const cut = Math.max(before.lastIndexOf(","), before.lastIndexOf(":"), before.lastIndexOf("("), before.lastIndexOf("—"), before.lastIndexOf("–"), before.lastIndexOf("?"));
  return before.slice(cut + 1).replace(/^[\s"')]+/, "").replace(/\s+$/, " ");
}

function agentMeant(before: string, marker: string): boolean {
  if (prepared(AGENT_BEFORE).test(before) || (before === "it " && /^(?:is|are)/.test(marker))) return true;
  if (/^(?:do|don't|dont|avoid|refrain|never|under no|on no|stop)/.test(marker) && prepared(CIRCUMSTANCE).test(before)) return true;
  return /\b(?:and|but|so|or|then) (?:please |also |therefore |you )*$/.test(before);
}

function conditional(norm: string, at: number): boolean {
  const leading = /^(?:if|when|while|during|whenever|once)\b(?! (?:in doubt|possible|you (?:work|code|edit|commit|clean|debug|test)\b|(?:working|coding|editing|making changes|cleaning|committing|testing|debugging|developing|contributing)\b))/.test(norm.slice(0, at));
  return leading || /\b(?:while|during|if|whenever|on (?:mon|tues|wednes|thurs|fri|satur|sun)days?|on weekends?|at night|after hours|in production)\b/.test(norm.slice(at));
}

const SCOPE_END = /\b(?:because|since|so that|but|instead|unless|except|without|even if|even when|just to|in order to|to make|to get|which|who|while|when|if|until|before|after|as (?:it|they|this|that|we|these|those)|or else|otherwise)\b|(?:,|—|–| -) ?(?:and )?(?:always |please |just |but |so |then )*(?:use|prefer|open|ask|it|they|that|this|we|only|add|create|write|put|let|make|describe|go|take|people|those|these|since|not even|thanks?|everything|all|there)\b(?!(?:, [a-z-]+)*,? (?:or|nor) )/;

export function scopeEnd(norm: string, from: number): number {
  const rest = norm.slice(from);
  const match = prepared(SCOPE_END).exec(rest);
  // Behind a dash stands the reason or the better way, once something was named.
  const dash = /[\ue000-\ue8ff][^\ue000-\ue8ff]*? (?:—|–|-{1,2}) /.exec(rest);
  const end = dash === null ? rest.length : dash.index + dash[0].length - 2;
  return from + Math.min(match === null ? rest.length : match.index, end);
}
