// Prohibitions and questions to a person: "never …", "… is forbidden", "ask before …", 禁止…, 未经同意不得….

import { AGENT_BEFORE, ASK, BANNED, CIRCUMSTANCE, FROZEN, HANDS_OFF, NEVER, NOT_IN_GIT, OTHER_ACTOR, PASSIVE, PERMITTED, SOMEBODY_ELSE, UNLESS_ASKED } from "../lexicon/english.ts";
import { ASK_ZH, CANNOT_ZH, FROZEN_ZH, NEVER_ZH, NOT_IN_GIT_ZH, PERMITTED_ZH, SOMEBODY_ELSE_ZH, UNLESS_ASKED_ZH } from "../lexicon/chinese.ts";
import { any, commandPattern } from "../match/patterns.ts";
import type { Matcher } from "../match/rule.ts";
import { type Actions, readActions } from "./actions.ts";
import { classify } from "./classify.ts";
import type { Draft } from "./draft.ts";
import { PRODUCER } from "./producer.ts";
import { ANY, COMMAND, type Mention, NAME, QUOTE, type Sentence } from "./sentence.ts";
import { type Aim, flagMatcher, targetFor, type TargetOptions } from "./targets.ts";
import { antecedents, type Unit } from "./unit.ts";
import { branchOf } from "./branches.ts";
const NO = new RegExp(`(?:^|[:;—–] ?|^no [^,;:]*, |\\b(?:and|so|also|please|therefore) )no (?=(?:more |bare |direct |manual |raw |unapproved |ad-?hoc |plain |hand |new |automatic |local |unreviewed )*(?:[${ANY}]|[a-z-]+))`, "g");
const POINTED = new RegExp(`([${COMMAND}])[^.;]{0,30}\\b(?:must|may|should|can|shall|do|does|is|are)(?: ?not| never|n't) (?:ever )?(?:be )?(?:point(?:ed)?|connect(?:ed)?|talk|target(?:ed)?|hit|reach|run|used|aimed|directed|go|touch)\\b (?:at |to |against |with |on |towards )?(?:the |any |our )*([${NAME}${QUOTE}\ue600-\ue6ff])`);

const NONE: Actions = { matchers: [], used: [], dangling: [], aims: [], bare: false };

export function readHeld(unit: Unit, index: number): Draft[] {
  const sentence = behindBut(unit.sentences[index] as Sentence);
  const pointed = pointedAt(sentence);
  if (pointed !== null) return [{ effect: asks(sentence) ? "ask" : "deny", matcher: pointed, shown: sentence.raw, row: sentence.row }];
  const force = forceOf(sentence) ?? soIs(unit, index);
  if (force === null) return [];
  const options = { ...targetOptions(unit, index) };
  const found = force.chinese ? chineseActions(sentence, force, options) : englishActions(sentence, force, options);
  let matchers = [...found.matchers];
  if (matchers.length === 0) matchers = elsewhere(unit, index, found, { force, options });
  if (matchers.length === 0) return [];
  if ((force.condition && (found.bare === true || /^(?:if|when|while|whenever|once)\b/.test(sentence.norm))) || (force.effect === "deny" && !force.chinese && narrowedByCase(sentence.norm, force, found))) return [];
  const asked = force.effect === "ask" || nextSentenceAsks(unit, index);
  return [{ effect: asked ? "ask" : "deny", matcher: any(matchers), shown: sentence.raw, row: sentence.row }];
}

/** "… without a description", "… that were already pushed", "… while the server runs": only a reader can tell when. */
function narrowedByCase(norm: string, force: Force, found: Actions): boolean {
  if (force.kind !== "never" && force.kind !== "theirs") return false;
  const tail = norm.slice(scopeEnd(norm, force.end));
  const last = found.used.at(-1);
  const behind = last === undefined ? "" : norm.slice(last.at + 1);
  if (/^ (?:in|outside|during|for) (?:an? |any |the |your |of |normal |regular |feature |routine |release |docs |same )*(?:prs?|pull requests?|releases?|feature branch(?:es)?|reviews?)\b|^ for (?:an? |one |single |each |every |small |trivial )/.test(behind)) return true;
  if (/^(?:even if|even when|because|since|so that|but|instead|which|who|as |or else|otherwise|,|—|–| -)/.test(tail)) return found.bare === true && /^(?:which|who)/.test(tail);
  if (/^(?:when|while|after|before) [a-z]+ing\b|^except\b|^(?:just )?to (?:make|get)|^in order to|^when in/.test(tail)) return false;
  return /^(?:without|unless|until|before|after|if|while|when|that)\b/.test(tail);
}

/** "X is banned; so is Y." */
function soIs(unit: Unit, index: number): Force | null {
  const before = unit.sentences[index - 1];
  const { norm } = unit.sentences[index] as Sentence;
  if (before === undefined || !/^(?:and )?so (?:is|are)\b|^(?:the )?same (?:goes|holds|applies)\b/.test(norm)) return null;
  const force = forceOf(before);
  return force === null || force.chinese ? null : { ...force, kind: "banned", start: norm.length, end: norm.length };
}

/** "You may …, but `x` needs permission": what stands behind the "but" is read by itself. */
function behindBut(sentence: Sentence): Sentence {
  const but = /, (?:but|yet|however|though) |，(?:但是?|不过|然而)/.exec(sentence.norm);
  const permitted = but === null ? null : (PERMITTED.exec(sentence.norm) ?? (sentence.chinese ? PERMITTED_ZH.exec(sentence.norm) : null));
  if (but === null || permitted === null || permitted.index > but.index) return sentence;
  const from = but.index + but[0].length;
  const moved = <T extends { readonly start: number; readonly end: number }>(each: T): T => ({ ...each, start: each.start - from, end: each.end - from });
  return { ...sentence, norm: sentence.norm.slice(from), mentions: sentence.mentions.filter((each) => each.at >= from).map((each) => ({ ...each, at: each.at - from })), verbs: sentence.verbs.filter((each) => each.start >= from).map(moved) };
}

/** "clients (`psql`) must never point at `ledger.prod`": programs that must not be used on a host or a place. */
function pointedAt({ norm, mentions }: Sentence): Matcher | null {
  const match = POINTED.exec(norm);
  if (match === null) return null;
  const at = match.index + match[0].length - 1;
  const target = mentions.find((each) => each.at === at);
  const programs = mentions.filter((each) => each.entity.type === "command" && each.at < at);
  if (target === undefined || programs.length === 0) return null;
  return any(programs.map((each): Matcher => ({ kind: "command", pattern: { ...commandPattern(each.entity.words), args: [target.entity.text.replace(/^https?:\/\//, "")] } })));
}

interface Force {
  readonly effect: "deny" | "ask";
  readonly kind: "never" | "hands-off" | "banned" | "passive" | "frozen" | "ask" | "uncommitted" | "theirs";
  readonly start: number;
  readonly end: number;
  readonly chinese: boolean;
  /** Holds only under a condition that nobody can check here. */
  readonly condition: boolean;
}

export function permits(sentence: Sentence): boolean {
  return PERMITTED.test(sentence.norm) || (sentence.chinese && PERMITTED_ZH.test(sentence.norm));
}

export function asks(sentence: Sentence): boolean {
  return UNLESS_ASKED.test(sentence.norm) || ASK.test(sentence.norm) || (sentence.chinese && (UNLESS_ASKED_ZH.test(sentence.norm) || ASK_ZH.test(sentence.norm)));
}

export function asksDirectly(sentence: Sentence): boolean {
  return ASK.test(sentence.norm) || (sentence.chinese && ASK_ZH.test(sentence.norm));
}

function forceOf(sentence: Sentence): Force | null {
  const { norm, chinese } = sentence;
  if (/^(?:check|verify)(?: that)? /.test(norm) && !ASK.test(norm)) return null;
  const excused = UNLESS_ASKED.test(norm) || ASK.test(norm) || (chinese && (UNLESS_ASKED_ZH.test(norm) || ASK_ZH.test(norm)));
  const effect = excused ? "ask" : "deny";
  if (chinese) {
    const force = chineseForce(norm, effect);
    if (force !== null) return force;
  }
  const permitted = PERMITTED.exec(norm);
  const inPermission = (at: number) => permitted !== null && at >= permitted.index - 12 && at < permitted.index + permitted[0].length;
  const made = (kind: Force["kind"], match: RegExpExecArray): Force => ({ effect, kind, start: match.index, end: match.index + match[0].length, chinese: false, condition: false });
  const uncommitted = NOT_IN_GIT.exec(norm);
  if (uncommitted !== null) return made("uncommitted", uncommitted);
  const theirs = SOMEBODY_ELSE.exec(norm);
  if (theirs !== null) return made("theirs", theirs);
  for (const match of norm.matchAll(NEVER)) {
    const end = match.index + match[0].length;
    if (inPermission(match.index) || /^ (?:be|been|have to|need to)\b/.test(norm.slice(end))) continue;
    if (/^(?:never|not to)$/.test(match[0]) && /^ ?(?:mind|again|more|less)\b/.test(norm.slice(end))) continue;
    const before = clauseBefore(norm, match.index);
    if (!agentMeant(before, match[0])) continue;
    return { effect, kind: "never", start: match.index, end, chinese: false, condition: conditional(norm, match.index) };
  }
  const hands = HANDS_OFF.exec(norm);
  if (hands !== null && agentMeant(clauseBefore(norm, hands.index), "")) return made("hands-off", hands);
  for (const match of norm.matchAll(PASSIVE)) {
    if (inPermission(match.index) || OTHER_ACTOR.test(norm.slice(match.index))) continue;
    return made("passive", match);
  }
  for (const match of norm.matchAll(BANNED)) {
    if (inPermission(match.index)) continue;
    return made("banned", match);
  }
  const no = NO;
  for (const match of norm.matchAll(no)) {
    if (permitted !== null) continue;
    const start = match.index + match[0].length - 3;
    const end = scopeEnd(norm, start + 3);
    const first = sentence.mentions.find((each) => each.at >= start && each.at < end);
    const type = first?.entity.type;
    const direct = first !== undefined && /^no (?:more |bare |direct |manual |raw |plain )*$/.test(norm.slice(start, first.at));
    // "no `--head`", "no `x.yml`": what there is not, rather than what must not be done.
    const acted = sentence.verbs.some((verb) => verb.start > start && verb.end <= (first?.at ?? end) && verb.form !== "past");
    if (!acted && (type === "path" || type === "kind" || type === "script")) continue;
    if (direct && ( (type === "flag" && !/^(?:--no-verify|--force|-f|--amend|--hard)$/.test(first.entity.text)))) continue;
    if (/\b(?:required|needed|necessary|found|exists?|available|supported|installed|yet)\b/.test(norm.slice(start, end)) || readActions(sentence, start + 3, end, { place: "head", brackets: false }).matchers.length === 0) continue;
    return { effect, kind: "never", start, end: start + 3, chinese: false, condition: false };
  }
  const frozen = FROZEN.exec(norm);
  if (frozen !== null && sentence.mentions.some((each) => (each.entity.type === "path" || each.entity.type === "kind") && each.at < frozen.index + frozen[0].length)) return made("frozen", frozen);
  if (excused && !chinese && permitted === null) {
    const ask = ASK.exec(norm) ?? UNLESS_ASKED.exec(norm);
    if (ask !== null) return { ...made("ask", ask), effect: "ask" };
  }
  return null;
}

function chineseForce(norm: string, effect: "deny" | "ask"): Force | null {
  const permitted = PERMITTED_ZH.exec(norm);
  const made = (kind: Force["kind"], match: RegExpExecArray): Force => ({ effect, kind, start: match.index, end: match.index + match[0].length, chinese: true, condition: false });
  const uncommitted = NOT_IN_GIT_ZH.exec(norm);
  if (uncommitted !== null) return made("uncommitted", uncommitted);
  const cannot = CANNOT_ZH.exec(norm);
  if (cannot !== null) return made("passive", cannot);
  for (const match of norm.matchAll(NEVER_ZH)) {
    if (permitted !== null && match.index >= permitted.index && match.index < permitted.index + permitted[0].length) continue;
    const end = match.index + match[0].length;
    if (/^(?:超过|多于|大于|少于|低于|迟于|出现|包含|含有|带|怕|客气|犹豫|担心|错过|忘)/.test(norm.slice(end))) continue;
    return { effect, kind: "never", start: match.index, end, chinese: true, condition: false };
  }
  const frozen = FROZEN_ZH.exec(norm);
  if (frozen !== null && permitted === null) return made("frozen", frozen);
  const theirs = SOMEBODY_ELSE_ZH.exec(norm);
  if (theirs !== null && permitted === null) return made("theirs", theirs);
  const ask = ASK_ZH.exec(norm) ?? UNLESS_ASKED_ZH.exec(norm);
  if (ask !== null && permitted === null) return { ...made("ask", ask), effect: "ask" };
  return null;
}

/** From the last comma, colon or bracket to the marker: where its subject would stand. */
function clauseBefore(norm: string, at: number): string {
  const before = norm.slice(0, at);
  const cut = Math.max(before.lastIndexOf(","), before.lastIndexOf(":"), before.lastIndexOf("("), before.lastIndexOf("—"), before.lastIndexOf("–"), before.lastIndexOf("?"));
  return before.slice(cut + 1).replace(/^[\s"')]+/, "").replace(/\s+$/, " ");
}

function agentMeant(before: string, marker: string): boolean {
  if (AGENT_BEFORE.test(before) || (before === "it " && /^(?:is|are)/.test(marker))) return true;
  if (/^(?:do|don't|dont|avoid|refrain|never|under no|on no|stop)/.test(marker) && CIRCUMSTANCE.test(before)) return true;
  return /\b(?:and|but|so|or|then) (?:please |also |therefore |you )*$/.test(before);
}

function conditional(norm: string, at: number): boolean {
  const leading = /^(?:if|when|while|during|whenever|once)\b(?! (?:in doubt|possible|you (?:work|code|edit|commit|clean|debug|test)\b|(?:working|coding|editing|making changes|cleaning|committing|testing|debugging|developing|contributing)\b))/.test(norm.slice(0, at));
  return leading || /\b(?:while|during|if|whenever|on (?:mon|tues|wednes|thurs|fri|satur|sun)days?|on weekends?|at night|after hours|in production)\b/.test(norm.slice(at));
}

const SCOPE_END = /\b(?:because|since|so that|but|instead|unless|except|without|even if|even when|just to|in order to|to make|to get|which|who|while|when|if|until|before|after|as (?:it|they|this|that|we|these|those)|or else|otherwise)\b|(?:,|—|–| -) ?(?:and )?(?:always |please |just |but |so |then )*(?:use|prefer|open|ask|it|they|that|this|we|only|add|create|write|put|let|make|describe|go|take|people|those|these|since|not even|thanks?|everything|all|there)\b/;

function scopeEnd(norm: string, from: number): number {
  const rest = norm.slice(from);
  const match = SCOPE_END.exec(rest);
  // Behind a dash stands the reason or the better way, once something was named.
  const dash = /[\ue000-\ue8ff][^\ue000-\ue8ff]*? (?:—|–|-{1,2}) /.exec(rest);
  const end = dash === null ? rest.length : dash.index + dash[0].length - 2;
  return from + Math.min(match === null ? rest.length : match.index, end);
}

function englishActions(sentence: Sentence, force: Force, options: TargetOptions): Actions {
  const { norm } = sentence;
  if (force.kind === "ask") return askedActions(sentence, force, options);
  if (force.kind === "never" && /^so\b/.test(norm.slice(force.start))) {
    const acts = sentence.verbs.filter((verb) => verb.start < force.start && verb.form === "ing");
    return { ...NONE, dangling: acts.length > 0 ? acts : ANYTHING, aims: acts };
  }
  if (force.kind === "never") {
    const end = scopeEnd(norm, force.end);
    const found = readActions(sentence, force.end, end, { ...options, place: "head" });
    const unverified = found.matchers.length > 0 ? undefined : sentence.mentions.find((each) => each.at >= force.end && each.at < end && each.entity.text === "--no-verify");
    return unverified === undefined ? found : { ...found, matchers: [flagMatcher(unverified.entity, { class: "run", word: "use" })], used: [unverified] };
  }
  if (force.kind === "hands-off") return handsOff(sentence, force, options);
  if (force.kind === "uncommitted") return uncommitted(sentence, force, options);
  if (force.kind === "theirs") return readActions(sentence, force.end, scopeEnd(norm, force.end), { ...options, place: "head" });
  const subject = subjectStart(norm, force.start);
  if (force.kind === "passive") return passive(sentence, force, subject, options);
  if (force.kind === "frozen") return mentionsAs(sentence, subject, force.end, [{ class: "edit", word: "touch" }], options);
  const label = /^ ?(?:to )?(?:commands?|actions?|files?|paths?|tools?|flags?|operations?|agents?|you|everyone|us|ai)? ?[:：]/.exec(norm.slice(force.end));
  if (label !== null && sentence.mentions.some((each) => each.at > force.end)) return readActions(sentence, force.end + label[0].length, norm.length, { ...options, place: "loose" });
  const found = readSubject(sentence, subject, force.start, options);
  if (found.matchers.length > 0 || found.dangling.length > 0) return found;
  return /(?:^|\b)(?:it|they|that|this|these|those|both|them)\s*(?:is|are)?\s*$|^\s*$/.test(norm.slice(subject, force.start)) ? { ...found, dangling: ANYTHING } : found;
}

/** A pronoun's verdict without a verb: commands are not run, paths are not changed. */
const ANYTHING: readonly Aim[] = [{ class: "run", word: "use" }, { class: "edit", word: "touch" }];

/** Names right before "does not belong in git", or between "keep" and "out of git". */
function uncommitted(sentence: Sentence, force: Force, options: TargetOptions): Actions {
  const aim: Aim = { class: "commit", word: "commit" };
  const within = mentionsAs(sentence, force.start, force.end, [aim], options);
  return within.matchers.length > 0 ? within : mentionsAs(sentence, subjectStart(sentence.norm, force.start), force.start, [aim], options);
}

/** Names that stand together right before the predicate, or else everything of the subject. */
function readSubject(sentence: Sentence, from: number, to: number, options: TargetOptions): Actions {
  const near = nearList(sentence, to);
  const start = near.length > 0 ? Math.min(from, (near[0] as Mention).at) : from;
  const verbs = sentence.verbs.some((verb) => verb.start >= from && verb.end <= to && verb.form !== "past");
  if (near.length > 0 && !verbs) {
    const read = readActions(sentence, (near[0] as Mention).at, to, { ...options, place: "loose" });
    if (read.matchers.length > 0) return read;
  }
  return readActions(sentence, start, to, { ...options, place: "subject" });
}

function nearList(sentence: Sentence, to: number): Mention[] {
  const list: Mention[] = [];
  let end = to;
  for (let at = sentence.mentions.length - 1; at >= 0; at--) {
    const mention = sentence.mentions[at] as Mention;
    if (mention.at >= to) continue;
    const between = sentence.norm.slice(mention.at + 1, end);
    if (!/^[\s,/&()]*(?:(?:and|or|nor|as|well|both|any|all|the|commands?|flags?|files?|folder|directory|options?|calls?|alone|itself|too|either|are|is|here|also|likewise) ?[\s,/&()]*)*$/.test(between)) break;
    list.unshift(mention);
    end = mention.at;
  }
  return list;
}

function subjectStart(norm: string, at: number): number {
  const before = norm.slice(0, at);
  const match = /^.*(?:[:;—–] ?|, (?:so|therefore|thus|hence|which means|and so) |\b(?:because|since) [^,]*, )/.exec(before);
  return match === null ? 0 : match[0].length;
}

/** "must never be edited or deleted": the participles say what, the subject says which. */
function passive(sentence: Sentence, force: Force, subject: number, options: TargetOptions): Actions {
  const aims: Aim[] = [];
  let end = force.end;
  for (const verb of sentence.verbs) {
    if (verb.start < force.end) continue;
    if (aims.length > 0 && !/^[\s,/]*(?:(?:or|and|nor) )?(?:be |ever |even )*$/.test(sentence.norm.slice(end, verb.start))) break;
    if (aims.length === 0 && verb.start > force.end + 12) break;
    aims.push(verb);
    end = verb.end;
  }
  if (aims.length === 0) return NONE;
  const after = sentence.norm.slice(end, scopeEnd(sentence.norm, end));
  const found = mentionsAs(sentence, subject, force.start, aims, options);
  if (found.matchers.length > 0) return found;
  const destination = readActions(sentence, force.end, force.end + (end - force.end) + after.length, { ...options, place: "loose" });
  const headed = readActions(sentence, subject, force.start, { ...options, place: "subject" });
  if (headed.matchers.length > 0 && (headed.aims.length > 0 || headed.bare === true)) return headed;
  const git = aims.some((aim) => aim.class === "push" || aim.class === "commit" || aim.class === "merge");
  const generic = /^[\s]*(?:(?:the|any|all|your|our|no|new|finished|unfinished) )*(?:code|changes?|work|commits?|nothing|anything|everything|features?|it|they|pushes|)\s*$/.test(sentence.norm.slice(subject, force.start));
  return git && generic && destination.matchers.length > 0 ? destination : { ...NONE, dangling: /^[\s]*(?:it|they|these|those|this|that|both)?\s*$/.test(sentence.norm.slice(subject, force.start)) ? aims : [], aims };
}

function mentionsAs(sentence: Sentence, from: number, to: number, aims: readonly Aim[], options: TargetOptions): Actions {
  const near = nearList(sentence, to);
  const inRange = sentence.mentions.filter((each) => each.at >= from && each.at < to);
  const commands = aims.some((aim) => aim.class === "run");
  const pool = near.length > 0 && (commands || near.length === inRange.length) ? near : inRange;
  const matchers: Matcher[] = [];
  const used: Mention[] = [];
  for (const mention of pool) {
    for (const aim of aims) {
      const matcher = targetFor(aim, mention.entity, options);
      if (matcher === null || (mention.entity.type === "command" && aim.class !== "run")) continue;
      matchers.push(matcher);
      used.push(mention);
    }
  }
  return { matchers, used, dangling: matchers.length === 0 && pool.length === 0 ? aims : [], aims };
}

function handsOff(sentence: Sentence, force: Force, options: TargetOptions): Actions {
  // "Keep out of the changelog:" opens a list of what is kept out.
  if (/[:：]$/.test(sentence.norm) && /^keep/.test(sentence.norm.slice(force.start))) return NONE;
  const end = scopeEnd(sentence.norm, force.end);
  const found = mentionsAs(sentence, force.end, end, [{ class: "edit", word: "touch" }], options);
  if (found.matchers.length > 0) return found;
  const commands = readActions(sentence, force.end, end, { ...options, place: "loose" });
  if (commands.matchers.length > 0) return commands;
  return { ...NONE, dangling: /^ ?(?:it|them|that|this|those|these|there)\b/.test(sentence.norm.slice(force.end)) ? [{ class: "edit", word: "touch" }] : [] };
}

/** "ask before X", "X needs approval", "before X, ask", "if X, ask": X is the phrase outside of the asking words. */
function askedActions(sentence: Sentence, force: Force, options: TargetOptions): Actions {
  const { norm } = sentence;
  const ranges: [number, number][] = [];
  const after = norm.slice(force.end);
  const introduced = /^[^.]*?\b(?:before|prior to|ahead of|if|when|whenever|to|for|about|in order to)\b ?(?:you |we |anyone )?/.exec(after);
  if (introduced !== null && introduced[0].length < 60) ranges.push([force.end + introduced[0].length, norm.length]);
  const label = /^[^.]{0,14}?[:：]/.exec(after);
  if (label !== null) ranges.push([force.end + label[0].length, norm.length]);
  const leading = /^(?:before|prior to|if|when|whenever|should|for|only|in case|any|every)\b(?: (?:you|we|a|the|change|task|your|have|need|needs|want|must|ever|to|really|think|it|is|plan|are|about)(?![a-z]))*/.exec(norm);
  if (leading !== null) ranges.push([leading[0].length, force.start]);
  ranges.push([0, force.start]);
  const inside = /^only\b(.*)\b(?:when|if|after|once|upon)\b/.exec(norm.slice(force.start, force.end));
  if (inside !== null) ranges.unshift([force.start + 4, force.start + 4 + (inside[1] as string).length]);
  for (const [from, to] of ranges) {
    if (to <= from) continue;
    const found = readActions(sentence, from, to, { ...options, place: "loose" });
    if (found.matchers.length > 0) return found;
    if (found.dangling.length > 0 && found.aims.length > 0 && introduced !== null) return found;
  }
  const rest = readActions(sentence, force.end, norm.length, { ...options, place: "loose" });
  if (rest.matchers.length > 0 && /^[^.]{0,12}[:：]/.test(after)) return rest;
  // A whole command in a sentence that asks is what is asked about, unless somebody is asked to run it.
  const commands = sentence.mentions.filter((each) => each.entity.type === "command" && each.entity.sure && each.entity.code && each.entity.words.length > 1 && !/\b(?:to (?:run|use|execute|try)|by running|using|with|see|via)(?: the)? $/.test(norm.slice(0, each.at)) && !PRODUCER.test(norm.slice(Math.max(0, each.at - 40), each.at)));
  return commands.length === 0 || commands.length > 3 ? NONE : { ...NONE, matchers: commands.map((each) => targetFor({ class: "run", word: "run" }, each.entity, options)).filter((each) => each !== null), used: commands };
}

function chineseActions(sentence: Sentence, force: Force, options: TargetOptions): Actions {
  const { norm } = sentence;
  if (force.kind === "passive") return topic(sentence, force.start, [CANNOT_AIMS[norm.charAt(force.start)] ?? { class: "edit", word: "touch" }], options, NONE);
  if (force.kind === "uncommitted") return mentionsAs(sentence, 0, norm.length, [{ class: "commit", word: "commit" }], options);
  if (force.kind === "theirs") return mentionsAs(sentence, 0, norm.length, [{ class: "run", word: "use" }], options);
  if (force.kind === "frozen") {
    const found = mentionsAs(sentence, 0, force.start, [{ class: "edit", word: "touch" }], options);
    if (found.matchers.length > 0) return found;
    if (/红线|雷区|高压线|禁区|不归你管|与你无关/.test(norm)) {
      const commands = mentionsAs(sentence, 0, norm.length, [{ class: "run", word: "use" }], options);
      if (commands.matchers.length > 0) return commands;
    }
    return mentionsAs(sentence, force.end, norm.length, [{ class: "edit", word: "touch" }], options);
  }
  if (force.kind === "ask") {
    for (const [from, to] of [[0, force.start], [force.end, norm.length]] as const) {
      const found = readActions(sentence, from, to, { ...options, place: "loose" });
      if (found.matchers.length > 0) return found;
    }
    return NONE;
  }
  const end = chineseScopeEnd(norm, force.end);
  const forward = readActions(sentence, force.end, end, { ...options, place: "head", topical: sentence.mentions.some((each) => each.at < force.start) });
  if (forward.matchers.length > 0) return forward;
  const verbs = sentence.verbs.filter((verb) => verb.start >= force.end && verb.start < end);
  if (verbs.length === 0 && /^[\s！!。.]*$/.test(norm.slice(force.end, end))) return topic(sentence, force.start, ANYTHING, options, NONE);
  const [first] = verbs;
  if (first === undefined || first.start > force.end + 8) return forward.aims.length === 0 && first === undefined ? NONE : forward;
  // 话题句: the topic stands before the marker.
  if (forward.dangling.length > 0) return topic(sentence, force.start, verbs, options, forward);
  return forward;
}

const CANNOT_AIMS: Readonly<Record<string, Aim>> = { 删: { class: "delete", word: "delete" }, 跑: { class: "run", word: "run" }, 用: { class: "run", word: "use" }, 执: { class: "run", word: "run" }, 运: { class: "run", word: "run" }, 读: { class: "read", word: "read" }, 看: { class: "read", word: "read" }, 推: { class: "push", word: "push" }, 提: { class: "commit", word: "commit" } };

function topic(sentence: Sentence, to: number, verbs: readonly Aim[], options: TargetOptions, forward: Actions): Actions {
  const before = sentence.mentions.filter((each) => each.at < to);
  const matchers: Matcher[] = [];
  for (const mention of before) {
    for (const aim of verbs) {
      const branch = branchOf(mention);
      const onBranch = aim.class === "push" || aim.class === "commit" || aim.class === "merge";
      if (onBranch && branch !== null && /分支/.test(sentence.norm)) matchers.push({ kind: "git", actions: [aim.class === "commit" ? "commit" : aim.class], branches: [branch] });
      else {
        const matcher = mention.entity.type === "command" && aim.class !== "run" && !mention.entity.code ? null : targetFor(aim, mention.entity, options);
        if (matcher !== null) matchers.push(matcher);
      }
    }
  }
  return matchers.length > 0 ? { matchers, used: before, dangling: [], aims: verbs } : { ...forward, dangling: before.length === 0 ? verbs : forward.dangling, aims: verbs };
}

function chineseScopeEnd(norm: string, from: number): number {
  const match = /[。；]|，(?!\s*(?:也|或|以及|包括|和|、|[\ue000-\ue8ff]))|(?:除非|以免|否则|因为|而是)/.exec(norm.slice(from));
  return match === null ? norm.length : from + match.index;
}

/** The target is said before ("it"), or below (a list, a code block). */
function elsewhere(unit: Unit, index: number, found: Actions, { force, options }: { readonly force: Force; readonly options: TargetOptions }): Matcher[] {
  if (found.dangling.length === 0) return [];
  const here = unit.sentences[index] as Sentence;
  const own = aimedFirst(here, here.mentions.filter((each) => each.at < force.start && !PRODUCER.test(here.norm.slice(Math.max(0, each.at - 40), each.at))), found.dangling, options);
  if (own.length > 0) return own;
  for (const { sentence, mentions } of antecedents(unit, index)) {
    const matchers = aimedFirst(sentence, mentions, found.dangling, options);
    if (matchers.length > 0) return matchers.length <= 4 ? matchers : [];
  }
  const below = unit.clause.code.slice(0, 10).map((line, at): Mention => ({ at, entity: classify(line.replace(/\s+#.*$/, ""), { code: true }) }));
  return aimed(below, found.dangling, options);
}

/** The first names of a sentence are what it is about; later ones count only where the first do not fit. */
function aimedFirst(sentence: Sentence, mentions: readonly Mention[], aims: readonly Aim[], options: TargetOptions): Matcher[] {
  let group: Mention[] = [];
  const groups: Mention[][] = [];
  for (const mention of mentions) {
    const last = group.at(-1);
    if (last !== undefined && !/^[\s,/、&()]*(?:(?:and|or|as|well|the|both|和|与|及) ?[\s,/、&()]*)*$/.test(sentence.norm.slice(last.at + 1, mention.at))) {
      groups.push(group);
      group = [];
    }
    group.push(mention);
  }
  groups.push(group);
  for (const each of groups) {
    const matchers = aimed(each, aims, options, sentence);
    if (matchers.length > 0) return matchers;
  }
  return [];
}

function aimed(mentions: readonly Mention[], aims: readonly Aim[], options: TargetOptions, sentence?: Sentence): Matcher[] {
  const matchers: Matcher[] = [];
  const tools = new Set(mentions.filter((each) => sentence !== undefined && /^ (?:mcp )?tool\b|^ ?工具/.test(sentence.norm.slice(each.at + 1))));
  for (const mention of mentions) {
    for (const aim of aims) {
      const branch = branchOf(mention);
      if (aim.class === "run" && mention.entity.type === "name" && tools.has(mention)) matchers.push({ kind: "tool", names: [mention.entity.text] });
      else if ((aim.class === "push" || aim.class === "merge") && branch !== null) matchers.push({ kind: "git", actions: [aim.class], branches: [branch] });
      else {
        const matcher = targetFor(aim.class === "run" ? { ...aim, word: "use" } : aim, mention.entity, options);
        if (matcher !== null && (mention.entity.type !== "command" || aim.class === "run")) matchers.push(matcher);
      }
    }
  }
  return matchers;
}

function targetOptions(unit: Unit, index: number): TargetOptions {
  const text = unit.sentences.slice(Math.max(0, index - 1), index + 1).map((each) => each.norm).join(" ");
  const byHand = /\bby hand\b|\bmanually\b|\bhand-?edit|\bgenerated?\b|\bproduced\b|手动|手工|手改|生成/.test(text);
  const old = /\b(?:existing|already|applied|merged|shipped|landed|old|past|previous(?:ly)?|committed) (?!by\b)|已有|现有|已提交|已合并|已执行|已上线|历史/.test(text) && !/\balready (?:runs|running)\b/.test(text);
  return { byHand, ...(old ? { standing: "old" as const } : {}) };
}

/** "Exception: I asked for it." in the sentence that follows. */
function nextSentenceAsks(unit: Unit, index: number): boolean {
  const next = unit.sentences[index + 1];
  return next !== undefined && /^(?:unless|except|only|ask|exceptions?:?|if you (?:need|must|have to)|应先|除非|如需|确有需要)/.test(next.norm) && asks(next);
}

