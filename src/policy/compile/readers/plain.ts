// What the other readers leave: one word that forbids and one thing that can be held, side by side in a sentence whose
// other words nobody knows. Read only where both are certain, so that a story is not taken for a rule.

import { CUE } from "../../lexicon/cues.ts";
import { any } from "../../match/patterns.ts";
import type { Matcher } from "../../match/rule.ts";
import type { Draft } from "../draft.ts";
import { CONSENT, CONSENT_ZH, NO_CONSENT } from "../../lexicon/consent.ts";
import { prepared } from "../text/scan.ts";
import { asks, hasCue, permits } from "../phrases/force.ts";
import { type Aim, targetFor } from "../phrases/targets.ts";
import type { Mention, Sentence, VerbHit } from "../text/sentence.ts";
import type { Unit } from "../text/unit.ts";

const LONGEST = 240;
/** Told as it was, as it might be, or as a machine does it. */
const STORY = /\b(?:was|were|used to|previously|historically|outdated|might|could|would|sometimes|often|usually|say|says|said|called|means|because of|fails?|failed|breaks?|known|if|when|whenever|while|until|unless|without|before|after|once|returns?|throws?|users?|customers?|tests? (?:do|does|never|must)|ci (?:runs|checks|does)|should work|not needed|no need|by default|i think|maybe|perhaps|consider|confuse|mix up|assume|expect|mistake|conflate|think|forget|worry|rely|trust|believe|hesitate|surprised)\b|[?？]|如果|当|时候|可能|曾经|以前|默认/;
const PAST = /\b(?:was|were|used to|previously|historically|outdated|sometimes|often|usually|users?|customers?|reviewers?)\b|[?？]|曾经|以前|用户/;
const FORBIDS = /\b(?:never|(?:do not|don't|must not|mustn't|should not|shouldn't|may not|cannot|can't)(?! ?[.!]?$)|forbidden|banned|prohibited|disallowed|not allowed|not permitted|off[- ]limits|off the table|out of bounds|no-go|taboo|verboten|hands off|stay away|keep away|steer clear|stay clear|is out|are out|not an option|not ok|not okay|not acceptable|unacceptable|not welcome|not something (?:we|you|agents)|refrain|abstain|avoid|leave (?:it|them|that|those)? ?alone|no touching|zero tolerance)\b|^\s*no\b/;
const FORBIDS_ZH = /禁止|严禁|不得|不要|不能|不可|不许|不准|请勿|切勿|勿|别(?![人的处])|绝不|杜绝|禁用|不允许|免谈/;

/** A comma, a colon or a dash ends what one word can reach. */
const PART = /[;:,—–(]| - |[；：，（]/;

export function readPlainly(unit: Unit, index: number): Draft[] {
  const sentence = unit.sentences[index] as Sentence;
  const left = doneOtherwise(unit, index);
  if (left.length > 0) return [{ effect: "deny", matcher: any(left), shown: sentence.raw, row: sentence.row }];
  if (sentence.norm.length > LONGEST || sentence.mentions.length === 0 || permits(sentence)) return [];
  const asked = asks(sentence) || isDecided(unit, index);
  if (asked ? PAST.test(sentence.norm) : !hasCue(sentence, CUE.no) || STORY.test(sentence.norm)) return [];
  const parts = asked ? [{ text: sentence.norm, start: 0, mentions: sentence.mentions, asked }] : forbiddenParts(sentence);
  const matchers = parts.flatMap((part) => part.mentions.map((mention) => certain(mention, part, sentence))).filter((each) => each !== null);
  return matchers.length === 0 || matchers.length > MOST_NAMED ? [] : [{ effect: asked ? "ask" : "deny", matcher: any(matchers), shown: sentence.raw, row: sentence.row }];
}

/** Somebody agrees, talks or is asked, here or in a short sentence right behind that names nothing of its own. */
function isDecided(unit: Unit, index: number): boolean {
  const sentence = unit.sentences[index] as Sentence;
  const next = unit.sentences[index + 1];
  const text = next !== undefined && next.mentions.length === 0 && next.norm.length < 90 ? `${sentence.norm} ${next.norm}` : sentence.norm;
  return !NO_CONSENT.test(text) && (prepared(CONSENT).test(text) || (sentence.chinese && CONSENT_ZH.test(text)));
}

/** "`x` sweeps up scratch files. Stage paths one by one instead.": what the first sentence is about is not done. */
function doneOtherwise(unit: Unit, index: number): readonly Matcher[] {
  const { norm, mentions } = unit.sentences[index] as Sentence;
  const next = unit.sentences[index + 1];
  if (next === undefined || next.mentions.some((each) => each.entity.type === "command") || !/^instead\b|\binstead[.!]?$|^(?:请)?改(?:为|用|成)/.test(next.norm) || STORY.test(norm)) return [];
  const first = mentions.filter((each) => BARE_LIST.test(norm.slice(0, each.at)) && each.entity.type === "command" && each.entity.sure && each.entity.code && each.entity.words.length > 1);
  return first.map((each) => targetFor(RUN, each.entity)).filter((each) => each !== null);
}

/** Parts that a forbidding word stands in; behind a comma a bare list goes on, behind a colon what was announced. */
function forbiddenParts(sentence: Sentence): Part[] {
  const parts: Part[] = [];
  let forbidden = false;
  for (const part of partsOf(sentence)) {
    const opened = /[:：（(]/.test(sentence.norm.charAt(part.start - 1));
    forbidden = (sentence.chinese ? FORBIDS_ZH : FORBIDS).test(part.text) || (forbidden && (opened || BARE_LIST.test(part.text)));
    if (forbidden) parts.push(part);
  }
  return parts;
}

const BARE_LIST = /^[\s\ue000-\ue8ff/、)）.。]*(?:(?:and|or|nor|和|或|以及) ?[\s\ue000-\ue8ff/、)）.。]*)*$/;
/** A sentence that names more is about something else. */
const MOST_NAMED = 4;

interface Part {
  readonly text: string;
  readonly start: number;
  readonly mentions: readonly Mention[];
  /** A person decides: what the verb before a path says is enough. */
  readonly asked: boolean;
}

function partsOf({ norm, mentions }: Sentence): Part[] {
  const parts: Part[] = [];
  let start = 0;
  for (const text of norm.split(PART)) {
    const end = start + text.length;
    parts.push({ text, start, mentions: mentions.filter((each) => each.at >= start && each.at < end), asked: false });
    start = end + 1;
  }
  return parts;
}

/** Behind these words stands the better way, the place to go, or what something is made with. */
const OTHER_WAY = /\b(?:use|using|prefer|with|via|through|instead|see|like|into|from|by|to|for|than|over|as|is|are|of)(?: the| our| a| an)? $|(?:用|改用|请用|见|参考|通过|由|经) ?$/;

function certain(mention: Mention, part: Part, sentence: Sentence): Matcher | null {
  const { entity } = mention;
  const before = sentence.norm.slice(part.start, mention.at);
  if (entity.type === "command" && entity.code && entity.sure && entity.words.length > 1) return OTHER_WAY.test(before) && !FORBIDDEN_MEANS.test(before) ? null : targetFor(RUN, entity);
  if (entity.type !== "path" || !entity.code) return null;
  const aim = aimIn(part) ?? (part.asked ? sentence.verbs.findLast((verb) => verb.end <= mention.at && isAbout(verb, mention, sentence)) : undefined);
  return aim === undefined || /\b(?:see|like|than|over|as|put|add|use|using|with|via|through|import|imports|depend|depends)\b[^\ue000-\ue8ff]*$/.test(before) ? null : targetFor(aim, entity);
}

/** "anything that rewrites `x`", "creating files in `x`": said of the path, and no order to do it. */
function isAbout(verb: VerbHit, { at }: Mention, { norm }: Sentence): boolean {
  if (verb.class !== "edit" && verb.class !== "create" && verb.class !== "delete") return false;
  return (verb.form === "ing" || /\b(?:that|which|before you|to|you|anyone|who) $/.test(norm.slice(0, verb.start))) && /^[^.,;:()\u2014\u2013]{0,40}$/.test(norm.slice(verb.end, at));
}

function aimIn({ text }: Part): Aim | undefined {
  const aims = AIMS.filter(([words]) => words.test(text)).map(([, aim]) => aim);
  return aims.length === 1 ? aims[0] : undefined;
}

/** "don't bypass the protection with `x`", "never use `x`" */
const FORBIDDEN_MEANS = /\b(?:never|not|don't|no) (?:use|using) (?:the )?$|\b(?:never|do not|don't|must not)\b.*\b(?:with|via|using|through|by)(?: the| a)? $/;

const RUN: Aim = { class: "run", word: "run" };
const AIMS: readonly (readonly [RegExp, Aim])[] = [
  [/\b(?:edit|edits|edited|editing|modify|modified|modifying|modifications?|touch|touched|touching|change|changed|alter|altered|overwrite|overwritten|hand-edit|tamper|refactor(?:ed|ings?)?|rework(?:ed|ings?)?|restructur\w+)\b|改动|修改|编辑|触碰|手改/, { class: "edit", word: "touch" }],
  [/\b(?:delete|deleted|deleting|remove|removed|removing|erase|wipe)\b|删除|删掉/, { class: "delete", word: "delete" }],
  [/\b(?:commit|committed|committing|check in|checked in)\b|提交/, { class: "commit", word: "commit" }],
  [/\b(?:read|reading|open|opened|print|printed|display|cat)\b|读取|打印|查看/, { class: "read", word: "read" }],
];
