// Order rules: "run X before Y", "before Y read Z", "no Y without X", "after changing P run X", 先 X 再 Y, 改 P 后必须 X.

import type { Matcher, Need } from "../../match/rule.ts";
import { CUE } from "../../lexicon/cues.ts";
import { NEVER } from "../../lexicon/english.ts";
import type { Draft } from "../draft.ts";
import { asksDirectly } from "../phrases/force.ts";
import { globsOf } from "../phrases/targets.ts";
import { matchesOf } from "../text/scan.ts";
import type { Sentence } from "../text/sentence.ts";
import type { Unit } from "../text/unit.ts";
import { changedIn, questionBefore } from "./changes.ts";
import { needsIn } from "./needs.ts";
import { COMMIT, type Trigger, triggerIn } from "./triggers.ts";

/** Longer sentences tell a story; what stands before what in them is no order to an agent. */
const LONGEST_ORDER = 320;

export type Range = readonly [from: number, to: number];

interface Shape {
  readonly trigger: Range;
  readonly need: Range;
  /** "Y requires X": said of many things, so only of moments that are none of a path. */
  readonly loose?: true;
}

export function readOrder(unit: Unit, index: number): Draft[] {
  const sentence = unit.sentences[index] as Sentence;
  const { norm } = sentence;
  if ((sentence.cues & CUE.order) === 0 || asksDirectly(sentence) || norm.length > LONGEST_ORDER || /\b(?:recommended|ideally|consider|optionally|if possible|when possible|where possible)\b|建议|推荐|最好/.test(norm)) return [];
  const changed = changedIn(sentence) ?? questionBefore(unit, index);
  for (const shape of shapesOf(sentence)) {
    const same = readSameOf(sentence, shape);
    if (same !== null) return [same];
    const trigger = triggerIn(sentence, ...shape.trigger);
    if (trigger === null) continue;
    const needs = needsIn(unit, sentence, shape.need, trigger);
    if (needs.length === 0 || (shape.loose === true && trigger.matcher.kind === "path") || circular(trigger, needs)) continue;
    const condition = changed !== null && !sameRange(changed.range, shape.trigger) ? changed.matcher : undefined;
    return [draft(sentence, trigger, needs, condition)];
  }
  const asked = questionTrigger(unit, index);
  if (asked !== null) {
    const needs = needsIn(unit, sentence, [0, norm.length], asked);
    if (needs.length > 0) return [draft(sentence, asked, needs, undefined)];
  }
  if (changed !== null) {
    const needs = needsIn(unit, sentence, changed.rest, null);
    const wanted = /\b(?:run|re-?run|execute|must|has to|have to|need|needs|required?|requires|followed by|regenerate|always|update|sync|means)\b|必须|要|需|务必|记得|重新|运行|执行|跑|同步/.test(norm.slice(...changed.rest));
    if (needs.length > 0 && wanted) return [draft(sentence, { matcher: COMMIT, shown: "commit", used: [] }, needs, changed.matcher)];
  }
  return [];
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
  if (!/\b(?:edit|chang|modif|touch|overwrit|updat|rewrit|alter|patch)\w* (?:it|them|one|that)\b|(?:改|修改|编辑|覆盖|更新)(?:它|该文件|之)/.test(moment)) return null;
  const asked = sentence.norm.slice(...need);
  if (!/\b(?:read|look|open|view|inspect|cat|see|study)\b|读|看/.test(asked)) return null;
  const paths = sentence.mentions.filter((each) => each.entity.type === "path");
  const globs = paths.flatMap((each) => globsOf(each.entity));
  if (globs.length === 0 && !/\b(?:an?|any|every|each|the|existing) (?:existing )?files?\b|文件/.test(asked)) return null;
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

/** The ways a sentence can put one thing before another, most telling first. */
function shapesOf(sentence: Sentence): Shape[] {
  const { norm } = sentence;
  const shapes: Shape[] = [];
  const end = norm.length;
  const add = (trigger: Range, ...needs: Range[]) => {
    for (const need of needs) if (need[1] > need[0]) shapes.push({ trigger, need });
  };
  const without = /^(.*?)\b(?:without|unless|until|before)\b (?:first |having |you have |you've |it has |a |an |the |both |successfully |running |run |ran |executing |passing |reading |read |seeing |green |clean |successful )*/.exec(norm);
  const banned = /\b(?:never|do not|don't|must not|no|not|nobody|cannot|can't|may not|nothing (?:gets|is))\b/.exec(norm);
  if (without !== null && banned !== null && banned.index < (without[1] as string).length) add([banned.index + banned[0].length, (without[1] as string).length], [without[0].length, end]);
  const undone = /^(.*?)\bwithout (?:(?:first|having|ever|previously) )*(?:run|running|ran|executed|executing|read|reading|passed|passing)\b(.*?)\b(?:is|are) (?:not|never|forbidden|prohibited|banned|unacceptable|off[- ]limits)\b/.exec(norm);
  if (undone !== null) add([0, (undone[1] as string).length], [(undone[1] as string).length, undone[0].length]);
  for (const match of matchesOf(/\b(?:before|prior to|ahead of)\b/g, norm)) {
    if (norm.slice(0, match.index).search(NEVER) !== -1) continue;
    const from = match.index + match[0].length;
    const stop = triggerEnd(norm, from);
    if (match.index < 12 && /^(?:always |and |please |so |also |right |immediately |but |then )*$/.test(norm.slice(0, match.index))) add([from, stop], [stop, end]);
    else if (OBLIGES.test(norm.slice(0, match.index)) || OBLIGES.test(norm.slice(stop))) add([from, stop], [0, match.index], [stop, end]);
  }
  const after = /\bonly\b(.*?)\b(?:after|once|when|if|as soon as)\b|^(.*?)\bonly (?:after|once|when|if)\b|^((?:(?:every|each|any|a|an|the|all|no) )*(?:git )?(?:commits?|push(?:es)?|pull requests?|prs?|merge requests?|mrs?|merge|merges|merging|pushing|committing|publishing|releasing|deploying|releases?|deployments?|deploys?)\b[^.]{0,25}?)\b(?:requires?|needs?|is gated by|is gated on|depends on|is blocked (?:until|by))\b(?! to\b)|^(.{0,90})\b(?:that|this|which|it) (?:requires?|needs?)\b(?! to\b)/.exec(norm);
  if (after !== null) {
    const from = after[1] !== undefined ? norm.indexOf("only") + 4 : 0;
    shapes.push({ trigger: [from, after.index + after[0].length], need: [after.index + after[0].length, end], ...(after[3] === undefined && after[4] === undefined ? {} : { loose: true }) });
  }
  const once = /^(.*?)\bonly (?:be |get )?(?:[a-z]+ )?(?:after|once|when|if)\b/.exec(norm);
  if (once !== null) add([0, once[0].length], [once[0].length, end]);
  const then = /\b(?:and )?(?:only |and )?then\b|\bafterwards\b|\bnext\b/.exec(norm);
  if (then !== null && /\bfirst\b[^.]*\bthen\b|\bonly then\b/.test(norm)) add([then.index + then[0].length, end], [0, then.index]);
  const second = /^(.*?)\bfirst\b[,;]? (?:and |then )*(.*?)\b(?:second|afterwards|next|after that|later|last)\b/.exec(norm);
  if (second !== null) add([second[0].length - (second[2] as string).length - 8, second[0].length], [0, (second[1] as string).length]);
  if (sentence.chinese) shapes.push(...chineseShapes(norm));
  return shapes;
}

/** The words of somebody who wants something run or read; a description says what runs by itself. */
const OBLIGES = /(?:^|[,:;—–(] ?|\b(?:and|then|please|always|also|you|must|to|either) )(?:re-?run|run|execute|make sure|ensure|verify|check|confirm|call|invoke|strip|format|lint|build|test|read|open|consult|study|review|look|go through|use|do|skim|see|familiari[sz]e|inspect|view|refresh|regenerate|sync|perform|validate|fix|apply|generate|update|typecheck|type-check|finish|complete|clean)\b|\b(?:must|has to|have to|should|needs? to|required?|mandatory|always|expected|supposed|obliged|calls? for|demands?|entails?|needs?|pass(?:es|ed|ing)?|green|clean|succeeds?|obligatory|a must|no exceptions|first|comes?|goes|belongs?|precedes?)\b|\b(?:have|take) a look\b|\b(?:whoever|anyone who|anybody who|means running|means (?:a|an))\b/;

function triggerEnd(norm: string, start: number): number {
  const from = start + (/^ ?(?:(?:you|we|anyone|the|a|an|any|ever|actually|next|your|each|every|somebody|someone) )*(?:run|running|execute|executing|check|checking|read|reading|have|having)?/.exec(norm.slice(start))?.[0].length ?? 0) - 1;
  const match = /,(?! ?(?:(?:or|and) )?(?:anything in |the |any )?[\ue100-\ue1ff\ue700-\ue7ff])|[:;，：；]|\b(?:run|make sure|ensure|read|always|please|you must|must|have|execute|check|go through|look at|consult|whenever|when|if|once)\b(?! (?:a |the )?(?:pr|pull))|(?: -|—|–) /.exec(norm.slice(from + 1));
  return match === null ? norm.length : from + 1 + match.index;
}

function chineseShapes(norm: string): Shape[] {
  const end = norm.length;
  const shapes: Shape[] = [];
  const add = (trigger: Range, ...needs: Range[]) => {
    for (const need of needs) if (need[1] > need[0]) shapes.push({ trigger, need });
  };
  for (const match of matchesOf(/(?:之前|以前|前(?![端后置台面缀者]))/g, norm)) {
    const from = Math.max(norm.lastIndexOf("，", match.index), norm.lastIndexOf("：", match.index), norm.lastIndexOf("。", match.index)) + 1;
    add([from, match.index], [match.index + match[0].length, end], [0, from]);
  }
  const then = /(?:之后|以后|后|过了?|通过|成功)?[，,]?\s?(?:才(?:能|可以?|允许|准|许)?|方(?:可|能)|再(?!次|跑|用|看)|然后)/g;
  if (/先|通过|必须|跑|只有|执行|运行/.test(norm)) for (const match of matchesOf(then, norm)) add([match.index + match[0].length, end], [0, match.index]);
  const unless = /(?:没有?|未|不)(?:跑过?|运行过?|执行过?|通过|先|读过?|看过?)(.*?)(?:之前|前|就|的话)?[，,]?\s?(?:不得|不要|不准|不能|不许|禁止|别|严禁|不可以?)/.exec(norm);
  if (unless !== null) add([unless.index + unless[0].length, end], [unless.index, unless.index + unless[0].length], [0, unless.index + unless[0].length]);
  return shapes;
}
