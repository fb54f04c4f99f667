// Order rules: "run X before Y", "before Y read Z", "no Y without X", "after changing P run X", 先 X 再 Y, 改 P 后必须 X.

import type { Matcher, Need } from "../../match/rule.ts";
import { CUE } from "../../lexicon/cues.ts";
import type { Draft } from "../draft.ts";
import { asksDirectly } from "../phrases/force.ts";
import { globsOf } from "../phrases/targets.ts";
import type { Sentence } from "../text/sentence.ts";
import type { Unit } from "../text/unit.ts";
import { changedIn, questionBefore } from "./changes.ts";
import { needsIn } from "./needs.ts";
import { type Range, type Shape, shapesOf } from "./orderShapes.ts";
import { COMMIT, type Trigger, triggerIn } from "./triggers.ts";

/** Longer sentences tell a story; what stands before what in them is no order to an agent. */
const LONGEST_ORDER = 320;

export function readOrder(unit: Unit, index: number): Draft[] {
  const sentence = unit.sentences[index] as Sentence;
  const { norm } = sentence;
  if ((sentence.cues & CUE.order) === 0 || asksDirectly(sentence) || norm.length > LONGEST_ORDER || /\b(?:recommended|ideally|consider|optionally|if possible|when possible|where possible)\b|建议|推荐|最好|会自动|自动(?:执行|运行|触发|先)/.test(norm)) return [];
  if (/^(?:every|each|all|any|no) (?:tests?|requests?|handlers?|functions?|components?|modules?|class(?:es)?|users?|jobs?|services?|endpoints?|scripts?)\b/.test(norm) || /^(?:the |our |a )?(?:ci|pipeline|workflow|(?:pre-commit |git )?hooks?|server|bot|(?:nightly |build )?job|image|installer|build)\b(?! (?:must|has to|needs to) (?:pass|be green))/.test(norm)) return [];
  const changed = changedIn(sentence) ?? questionBefore(unit, index);
  if (changed === null && unreadCase(norm)) return [];
  for (const shape of shapesOf(sentence)) {
    const same = readSameOf(sentence, shape);
    if (same !== null) return [same];
    const trigger = triggerIn(sentence, ...shape.trigger);
    if (trigger === null) continue;
    const needs = needsIn(unit, sentence, shape.need, trigger);
    if (needs.length === 0 || (shape.loose === true && trigger.matcher.kind === "path" && needs[0]?.kind !== "read") || circular(trigger, needs)) continue;
    const condition = changed !== null && (!sameRange(changed.range, shape.trigger) || trigger.matcher.kind === "git") ? changed.matcher : undefined;
    return [draft(sentence, trigger, needs, condition)];
  }
  const later = onlyThen(unit, index);
  if (later !== null) return [later];
  const asked = questionTrigger(unit, index);
  if (asked !== null) {
    const needs = needsIn(unit, sentence, [0, norm.length], asked);
    if (needs.length > 0) return [draft(sentence, asked, needs, undefined)];
  }
  // "If you change `p`, read `x` first."
  if (changed !== null && /\b(?:first|beforehand|before that)\b/.test(norm)) {
    const moment: Trigger = { matcher: changed.matcher, shown: "a change", used: sentence.mentions.filter((each) => each.at >= changed.range[0] && each.at < changed.range[1]) };
    const reads = needsIn(unit, sentence, changed.rest, moment).filter((need) => need.kind === "read");
    if (reads.length > 0) return [draft(sentence, moment, reads, undefined)];
  }
  if (changed !== null) {
    const needs = needsIn(unit, sentence, changed.rest, null);
    const wanted = /\b(?:run|re-?run|execute|must|has to|have to|need|needs|required?|requires|followed by|regenerate|always|update|sync|means)\b|必须|要|需|务必|记得|重新|运行|执行|跑|同步/.test(norm.slice(...changed.rest));
    if (needs.length > 0 && wanted) return [draft(sentence, { matcher: COMMIT, shown: "commit", used: [] }, needs, changed.matcher)];
  }
  return [];
}

/** "Run `x` first. Only then push." */
function onlyThen(unit: Unit, index: number): Draft | null {
  const before = unit.sentences[index - 1];
  const sentence = unit.sentences[index] as Sentence;
  const then = /^(?:and )?(only (?:when|if|once|after) (?:it|that|this|they|both|all)\b[a-z ]{0,30}?(?= (?:may|can|do|should) )|only then|only after (?:that|this)|then and only then|(?:after that|afterwards|then),? (?:and only then )?you (?:may|can)|然后才|之后才|再|然后再)/.exec(sentence.norm);
  const earlier = /\b(?:before that|until then|before then|until you have)[.!]?$|在此之前|在那之前/.exec(sentence.norm);
  if (before !== undefined && then === null && earlier !== null && /\b(?:do not|don't|never|no|nothing|must not)\b|不|别|勿|禁止/.test(sentence.norm)) {
    const banned = /\b(?:do not|don't|never|no|nothing|must not)\b|不要|不得|别|勿|禁止/.exec(sentence.norm);
    const moment = triggerIn(sentence, banned === null ? 0 : banned.index + banned[0].length, earlier.index);
    const wanted = moment === null ? [] : needsIn(unit, before, [0, before.norm.length], moment);
    if (moment !== null && wanted.length > 0 && !circular(moment, wanted)) return draft(sentence, moment, wanted, undefined);
  }
  if (before === undefined || then === null || (!then[0].includes("only") && !/\bfirst\b|先/.test(before.norm))) return null;
  const trigger = triggerIn(sentence, then[0].length, sentence.norm.length);
  const needs = trigger === null ? [] : needsIn(unit, before, [0, before.norm.length], trigger);
  return trigger === null || needs.length === 0 || circular(trigger, needs) ? null : draft(sentence, trigger, needs, undefined);
}

/** "If you changed the parser, …": a case that nobody can tell here. Changing code at all is no case. */
function unreadCase(norm: string): boolean {
  const match = /^(?:if|when(?:ever)?|after|once|should) (?:you|we|anyone|someone|your change|a change|the change)?\s?(?:have |has |had )?(?:edit|chang|touch|modif|updat|alter|add|remov|renam|mov)\w*\b([^,:;]*)/.exec(norm);
  return match !== null && !/^(?: (?:any|the|some|your|all|more|source|production|of|this|that|a|an))* ?(?:code|files?|anything|something|things?|sources?|it|them|changes?|)\s*$/.test(match[1] as string);
}

/** "Opening a PR? Run `x` first." */
function questionTrigger(unit: Unit, index: number): Trigger | null {
  const before = unit.sentences[index - 1];
  const { norm } = unit.sentences[index] as Sentence;
  if (before === undefined || !/[?？]$/.test(before.norm) || before.norm.length > 60 || !/\bfirst\b|\bbeforehand\b|\bbefore that\b|先/.test(norm)) return null;
  return triggerIn(before, 0, before.norm.length);
}

/** "read a file in `legacy/` before you edit it": the very file that is changed. */
function readSameOf(sentence: Sentence, { trigger, need }: Shape): Draft | null {
  const moment = sentence.norm.slice(...trigger);
  if (!/\b(?:edit|chang|modif|touch|overwrit|updat|rewrit|alter|patch|replac|delet|remov|mov|renam)\w* (?:it|them|one|that)\b|(?:改|修改|编辑|覆盖|更新|改动)(?:它|该文件|之|任何文件|文件|一个文件)/.test(moment)) return null;
  const asked = sentence.norm.slice(...need);
  if (!/\b(?:read|look|open|view|inspect|cat|see|study)\b|读|看/.test(asked)) return null;
  const paths = sentence.mentions.filter((each) => each.entity.type === "path");
  const globs = paths.flatMap((each) => globsOf(each.entity));
  if (globs.length === 0 && !/\b(?:an?|any|every|each|the|existing) (?:existing )?files?\b|文件/.test(asked + moment)) return null;
  return { effect: "require-before", matcher: { kind: "path", access: ["change"], globs: globs.length > 0 ? globs : ["**"] }, order: { of: "all", needs: [{ kind: "readSame" }] }, shown: "changing a file that was not read", row: sentence.row };
}

/** "committing requires `uv run git commit`": the need is the moment itself. */
function circular(trigger: Trigger, needs: readonly Need[]): boolean {
  return needs.some((need) => need.kind === "ran" && (need.shown.includes("git commit") || need.shown.includes("git push") || JSON.stringify(need.matcher) === JSON.stringify(trigger.matcher)));
}

function draft(sentence: Sentence, trigger: Trigger, needs: readonly Need[], changed: Matcher | undefined): Draft {
  const either = /\beither\b|\bone of\b|任一|之一/.test(sentence.norm) && needs.length > 1;
  return {
    effect: "require-before",
    matcher: trigger.matcher,
    order: { of: either ? "any" : "all", needs, ...(changed === undefined ? {} : { changed }) },
    shown: trigger.shown,
    row: sentence.row,
  };
}

function sameRange(a: Range, b: Range): boolean {
  return a[0] < b[1] && b[0] < a[1];
}
