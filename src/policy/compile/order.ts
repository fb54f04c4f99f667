// Order rules: "run X before Y", "before Y read Z", "no Y without X", "after changing P run X", 先 X 再 Y, 改 P 后必须 X.

import { commandMatcher } from "../match/patterns.ts";
import type { Matcher, Need } from "../match/rule.ts";
import { classify } from "./classify.ts";
import type { Draft } from "./draft.ts";
import { asksDirectly } from "./held.ts";
import { NEVER } from "../lexicon/english.ts";
import { PRODUCER } from "./producer.ts";
import { COMMAND, type Mention, PATH, type Sentence } from "./sentence.ts";
import { globsOf } from "./targets.ts";
import { COMMIT, type Trigger, triggerIn } from "./triggers.ts";
import type { Unit } from "./unit.ts";
const CHANGE_END = new RegExp(`,(?! ?(?:(?:or|and) )?(?:anything in |the |any )?[${PATH}])|[;:，；：?？—–]|\\b(?:needs?|requires?|must|run|re-?run|execute|means|is followed|has to|have to|also|then)\\b|[${COMMAND}]|后|时|必须|需|务必|要`);

/** Longer sentences tell a story; what stands before what in them is no order to an agent. */
const LONGEST_ORDER = 320;

type Range = readonly [from: number, to: number];

interface Shape {
  readonly trigger: Range;
  readonly need: Range;
  /** "Y requires X": said of many things, so only of moments that are none of a path. */
  readonly loose?: true;
}

export function readOrder(unit: Unit, index: number): Draft[] {
  const sentence = unit.sentences[index] as Sentence;
  const { norm } = sentence;
  if (asksDirectly(sentence) || norm.length > LONGEST_ORDER || /\b(?:recommended|ideally|consider|optionally|if possible|when possible|where possible)\b|建议|推荐|最好/.test(norm)) return [];
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
  if (changed !== null) {
    const needs = needsIn(unit, sentence, changed.rest, null);
    const wanted = /\b(?:run|re-?run|execute|must|has to|have to|need|needs|required?|requires|followed by|regenerate|always|update|sync|means)\b|必须|要|需|务必|记得|重新|运行|执行|跑|同步/.test(norm.slice(...changed.rest));
    if (needs.length > 0 && wanted) return [draft(sentence, { matcher: COMMIT, shown: "commit", used: [] }, needs, changed.matcher)];
  }
  return [];
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
  for (const match of norm.matchAll(/\b(?:before|prior to|ahead of)\b/g)) {
    if (norm.slice(0, match.index).search(NEVER) !== -1) continue;
    const from = match.index + match[0].length;
    const stop = triggerEnd(norm, from);
    if (match.index < 12 && /^(?:always |and |please |so |also |right |immediately |but |then )*$/.test(norm.slice(0, match.index))) add([from, stop], [stop, end]);
    else if (OBLIGES.test(norm.slice(0, match.index)) || OBLIGES.test(norm.slice(stop))) add([from, stop], [0, match.index], [stop, end]);
  }
  const after = /\bonly\b(.*?)\b(?:after|once|when|if|as soon as)\b|^(.*?)\bonly (?:after|once|when|if)\b|^((?:(?:every|each|any|a|an|the|all|no) )*(?:git )?(?:commits?|push(?:es)?|pull requests?|prs?|merge requests?|mrs?|merge|merges|releases?|deployments?|deploys?)\b[^.]{0,25}?)\b(?:requires?|needs?|is gated by|is gated on|depends on|is blocked (?:until|by))\b(?! to\b)|^(.{0,90})\b(?:that|this|which|it) (?:requires?|needs?)\b(?! to\b)/.exec(norm);
  if (after !== null) {
    const from = after[1] !== undefined ? norm.indexOf("only") + 4 : 0;
    shapes.push({ trigger: [from, after.index + after[0].length], need: [after.index + after[0].length, end], ...(after[3] === undefined && after[4] === undefined ? {} : { loose: true }) });
  }
  const once = /^(.*?)\bonly (?:be |get )?(?:[a-z]+ )?(?:after|once|when|if)\b/.exec(norm);
  if (once !== null) add([0, once[0].length], [once[0].length, end]);
  const then = /\b(?:and )?(?:only |and )?then\b|\bafterwards\b|\bnext\b/.exec(norm);
  if (then !== null && /\bfirst\b[^.]*\bthen\b|\bonly then\b/.test(norm)) add([then.index + then[0].length, end], [0, then.index]);
  if (sentence.chinese) shapes.push(...chineseShapes(norm));
  return shapes;
}

/** The words of somebody who wants something run or read; a description says what runs by itself. */
const OBLIGES = /(?:^|[,:;—–(] ?|\b(?:and|then|please|always|also|you|must|to|either) )(?:re-?run|run|execute|make sure|ensure|verify|check|confirm|call|invoke|strip|format|lint|build|test|read|open|consult|study|review|look|go through|use|do|skim|see|familiari[sz]e|inspect|view|refresh|regenerate|sync|perform|validate|fix|apply|generate|update|typecheck|type-check|finish|complete|clean)\b|\b(?:must|has to|have to|should|needs? to|required?|mandatory|always|needs?|pass(?:es|ed|ing)?|green|clean|succeeds?|obligatory|a must|no exceptions|first|comes?|goes|belongs?|precedes?)\b|\b(?:have|take) a look\b/;

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
  for (const match of norm.matchAll(/(?:之前|以前|前(?![端后置台面缀者]))/g)) {
    const from = Math.max(norm.lastIndexOf("，", match.index), norm.lastIndexOf("：", match.index), norm.lastIndexOf("。", match.index)) + 1;
    add([from, match.index], [match.index + match[0].length, end], [0, from]);
  }
  const then = /(?:之后|以后|后|过了?|通过|成功)?[，,]?\s?(?:才(?:能|可以?|允许|准|许)?|方(?:可|能)|再(?!次|跑|用|看)|然后)/g;
  if (/先|通过|必须|跑|只有|执行|运行/.test(norm)) for (const match of norm.matchAll(then)) add([match.index + match[0].length, end], [0, match.index]);
  const unless = /(?:没有?|未|不)(?:跑过?|运行过?|执行过?|通过|先|读过?|看过?)(.*?)(?:之前|前|就|的话)?[，,]?\s?(?:不得|不要|不准|不能|不许|禁止|别|严禁|不可以?)/.exec(norm);
  if (unless !== null) add([unless.index + unless[0].length, end], [unless.index, unless.index + unless[0].length], [0, unless.index + unless[0].length]);
  return shapes;
}

/** What must have happened: commands, reads, or changes of other files. */
function needsIn(unit: Unit, sentence: Sentence, [from, to]: Range, trigger: Trigger | null): Need[] {
  const { norm } = sentence;
  const text = norm.slice(from, to);
  const mentions = sentence.mentions.filter((each) => each.at >= from && each.at < to && !(trigger?.used.includes(each) ?? false));
  const needs: Need[] = [];
  const commands = mentions.filter((each) => isRunnable(each, sentence));
  for (const mention of commands) needs.push(...ranNeeds(mention));
  if (needs.length > 0) return needs;
  const reads = READS.test(text);
  const paths = mentions.filter((each) => each.entity.type === "path" && globsOf(each.entity).length > 0 && (sentence.chinese || each === mentions[0] || LIST_GLUE.test(norm.slice(mentions[0]?.at ?? 0, each.at))));
  const changesPath = trigger !== null && trigger.matcher.kind === "path";
  if (reads && paths.length > 0 && (sentence.chinese || readsDirectly(text, norm.slice(from, (paths[0] as Mention).at)))) return paths.map((each): Need => ({ kind: "read", globs: globsOf(each.entity), shown: each.entity.text }));
  if (reads && changesPath && /\b(?:it|them|the (?:whole |current |existing |entire )?(?:file|content|version|state)s?|its|each|first|current|existing)\b|现有|原有|内容|原文|一遍|它|该文件|全文|先读|先看/.test(text)) return [{ kind: "readSame" }];
  const updates = /\b(?:update|add|extend|bump|regenerate|adjust|sync)\b|同步|更新/.test(text);
  if (updates && paths.length > 0 && trigger === null) return paths.map((each): Need => ({ kind: "changed", globs: globsOf(each.entity), shown: each.entity.text }));
  if (commands.length === 0 && pointsToBlock(sentence, unit)) return codeNeeds(unit);
  if (mentions.length === 0 && /\b(?:they|these|those|both|all of them|it) (?:all )?(?:must|have to|has to|should|need to|pass|passes|succeed|succeeds|are|is)\b|^ ?(?:both|these|those|all of (?:them|these)|all (?:two|three|four))\b/.test(text)) {
    const before = unit.sentences[unit.sentences.indexOf(sentence) - 1];
    return before === undefined ? [] : before.mentions.filter((each) => each.entity.type === "command" && each.entity.code).flatMap(ranNeeds);
  }
  return [];
}

/** `a && b` is two needs; moving about is none. */
const READS = /\b(?:read|open|consult|study|skim|look(?: at| into| through| over)?|see|review|go (?:through|over)|view|familiari[sz]e|inspect|check)(?:ing|s|ed)?\b|读|看|翻|过一遍|查阅|参阅|了解/;
const LIST_GLUE = /^[\s\ue000-\ue8ff,/、&()]*(?:(?:and|or|the|as well as|plus) ?[\s\ue000-\ue8ff,/、&()]*)*$/;

/** "read `x`", "go through the checklist in `x`", or "`x` must be read". */
function readsDirectly(text: string, before: string): boolean {
  return /\b(?:read|open|consult|study|skim|look at|look into|look through|look over|see|review|go through|go over|view|inspect|check|familiari[sz]e yourself with)\b(?: [a-z'-]+){0,5} ?[("'[]?$/.test(before) || /\b(?:must|has to|have to|should|needs to) (?:have been |be )(?:read|opened|consulted|reviewed|studied)\b/.test(text);
}

function ranNeeds(mention: Mention): Need[] {
  const { entity } = mention;
  if (entity.type === "command" && entity.text.includes("&&")) {
    return entity.text.split(/\s*&&\s*/).flatMap((part) => (isPreparation(part) ? [] : ranNeeds({ at: mention.at, entity: classify(part, { code: true }) }))).filter((need) => need.kind === "ran");
  }
  if (entity.type !== "command" && entity.type !== "script" && entity.type !== "name") return [];
  return isPreparation(entity.text) ? [] : [ranNeed(entity)];
}

function isPreparation(text: string): boolean {
  return /^(?:cd|source|\.|export|pushd|popd|mkdir|echo|set|git add|git commit|git push|gh pr create|ssh)\b/.test(text.trim());
}

function ranNeed(entity: Mention["entity"]): Need {
  const matcher: Matcher = entity.type === "script" ? { kind: "command", pattern: { program: "*", words: [entity.text], flags: [], args: [], inside: [] } } : commandMatcher(entity.type === "name" ? [entity.text] : entity.words, { open: entity.open });
  return { kind: "ran", matcher, shown: entity.text };
}

/** A command that somebody runs; not one that a description says runs by itself. */
function isRunnable(mention: Mention, sentence: Sentence): boolean {
  const { entity } = mention;
  if (entity.type === "name") return entity.code && /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(entity.text) && /\b(?:run|execute|re-?run|running)(?: the)? $|(?:运行|执行|跑) ?$/.test(sentence.norm.slice(0, mention.at));
  if (entity.type !== "command" && entity.type !== "script") return false;
  if (!entity.code && entity.words.length < 2) return false;
  const after = sentence.norm.slice(mention.at + 1);
  if (/^ (?:runs|is run|executes|happens|starts|is called|boots|loads)\b/.test(after)) return false;
  const before = sentence.norm.slice(Math.max(0, mention.at - 60), mention.at);
  if (PRODUCER.test(before) || /\b(?:ci|pipeline|hooks?|workflow|server|bot|it|which|that|script|target)\b[^,;.]{0,20}\b(?:enforces|runs|checks|uses|executes|calls|rewrites|wraps)\b[^,;.]{0,12}$/.test(before)) return false;
  if (entity.sure || entity.words.length > 1 || entity.type === "script") return true;
  return /\b(?:run|execute|re-?run|running)\b|运行|执行|跑/.test(sentence.norm);
}

function pointsToBlock(sentence: Sentence, unit: Unit): boolean {
  return unit.clause.code.length > 0 && sentence === unit.sentences.at(-1) && (/[:：]$/.test(sentence.norm) || /\b(?:following|these|below|this)\b|以下|下列|如下/.test(sentence.norm));
}

function codeNeeds(unit: Unit): Need[] {
  const needs: Need[] = [];
  for (const line of unit.clause.code) {
    if (line.startsWith("#") || line.startsWith("//")) continue;
    for (const part of line.replace(/\s+#.*$/, "").split(/\s*&&\s*/)) {
      const entity = classify(part, { code: true });
      if (entity.type === "command" && !isPreparation(part)) needs.push({ kind: "ran", matcher: commandMatcher(entity.words, { open: entity.open }), shown: entity.text });
    }
  }
  return needs.slice(0, 12);
}

interface Changed {
  readonly matcher: Matcher;
  readonly range: Range;
  readonly rest: Range;
}

const CHANGED = /(?:^|[,;:(] ?|\b(?:and|so|also|then|always) )(?:after|once|for|on)\b|\b(?:when(?:ever)?|if|each time|every time|any time|as soon as)\b|^(?:touching|changing|editing|modifying|any|every|each|all|a|an)\b|\b(?:changes?|edits?|modifications?|updates?) (?:to|in|of|under|below)\b|(?:改动?|修改|更新|变更|动|调整|编辑|新增|改完|改过|碰)(?:了|过|完)?/;

/** "after changing `p`", "every change to `*.sql`", 改了 `p` 之后. */
function changedIn(sentence: Sentence): Changed | null {
  const { norm } = sentence;
  const cue = CHANGED.exec(norm);
  if (cue === null) return null;
  const [first] = sentence.mentions.filter((each) => each.at > cue.index && (each.entity.type === "path" || each.entity.type === "kind"));
  if (first === undefined || sentence.mentions.some((each) => each.at > cue.index && each.at < first.at && each.entity.type === "command")) return null;
  const stop = changeEnd(norm, first.at + 1);
  const text = norm.slice(cue.index, stop);
  const changes = /\b(?:chang|edit|modif|touch|updat|alter|add|writ|creat|remov|delet|renam|mov|bump)\w*\b|\bchanges?\b|改|修改|更新|变更|动|调整|编辑|新增|碰/.test(text);
  if (!changes || !(sentence.chinese ? /后|时|若|如果|只要|凡|一旦|完|了|的话|则|每次|，/.test(norm.slice(cue.index, stop + 4)) : true)) return null;
  const globs = sentence.mentions.filter((each) => each.at >= first.at && each.at < stop).flatMap((each) => globsOf(each.entity));
  if (globs.length === 0) return null;
  const after = stop < norm.length && sentence.mentions.some((each) => each.at >= stop);
  return { matcher: { kind: "path", access: ["change", "create", "delete"], globs }, range: [cue.index, stop], rest: after ? [stop, norm.length] : [0, cue.index] };
}

function changeEnd(norm: string, from: number): number {
  const match = CHANGE_END.exec(norm.slice(from));
  return match === null ? norm.length : from + match.index;
}

/** "Touching `contracts/`?" as a sentence of its own, right before. */
function questionBefore(unit: Unit, index: number): Changed | null {
  const before = unit.sentences[index - 1];
  if (before === undefined || !/[?？]$/.test(before.norm)) return null;
  const found = changedIn(before) ?? changedLoosely(before);
  return found === null ? null : { ...found, range: [-2, -1], rest: [0, (unit.sentences[index] as Sentence).norm.length] };
}

function changedLoosely(sentence: Sentence): Changed | null {
  const globs = sentence.mentions.flatMap((each) => (each.entity.type === "path" ? globsOf(each.entity) : []));
  const changes = sentence.verbs.some((verb) => verb.class === "edit" || verb.class === "create");
  return globs.length > 0 && changes ? { matcher: { kind: "path", access: ["change", "create", "delete"], globs }, range: [0, 0], rest: [0, 0] } : null;
}

