// What an order rule wants to have happened: commands that ran, files that were read or changed.

import { commandMatcher } from "../../match/patterns.ts";
import type { Matcher, Need } from "../../match/rule.ts";
import { globsOf } from "../phrases/targets.ts";
import { classify } from "../text/classify.ts";
import { PRODUCER } from "../text/producer.ts";
import type { Mention, Sentence } from "../text/sentence.ts";
import type { Unit } from "../text/unit.ts";
import type { Range } from "./orderShapes.ts";
import type { Trigger } from "./triggers.ts";

/** What must have happened: commands, reads, or changes of other files. */
export function needsIn(unit: Unit, sentence: Sentence, [from, to]: Range, trigger: Trigger | null): Need[] {
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
  const updates = /\b(?:updated?|add|extend(?:ed)?|bump(?:ed)?|regenerate|adjust(?:ed)?|sync(?:ed)?)\b|同步|更新/.test(text);
  if (updates && paths.length > 0 && !changesPath) return paths.map((each): Need => ({ kind: "changed", globs: globsOf(each.entity), shown: each.entity.text }));
  if (commands.length === 0 && pointsToBlock(sentence, unit)) return codeNeeds(unit);
  if (mentions.length === 0 && /\b(?:they|these|those|both|all of them|it) (?:all )?(?:must|have to|has to|should|need to|pass|passes|succeed|succeeds|are|is)\b|^ ?(?:both|these|those|all of (?:them|these)|all (?:two|three|four))\b|\b(?:do|run|execute) (?:it|that|so|this|them)\b/.test(text)) {
    const before = unit.sentences[unit.sentences.indexOf(sentence) - 1];
    return before === undefined ? [] : before.mentions.filter((each) => each.entity.type === "command" && each.entity.code).flatMap(ranNeeds);
  }
  return [];
}

/** `a && b` is two needs; moving about is none. */
const READS = /\b(?:start|begin) with\b|\b(?:read|open|consult|study|skim|look(?: at| into| through| over)?|see|review|go(?:ne)? (?:through|over)|view|familiari[sz]e|inspect|check)(?:ing|s|ed)?\b|读|看|翻|过一遍|查阅|参阅|了解/;

const LIST_GLUE = /^[\s\ue000-\ue8ff,/、&()]*(?:(?:and|or|the|as well as|plus) ?[\s\ue000-\ue8ff,/、&()]*)*$/;

/** "read `x`", "go through the checklist in `x`", or "`x` must be read". */
function readsDirectly(text: string, before: string): boolean {
  return /\b(?:(?:start|begin) with|read(?:ing)?|open(?:ed|ing)?|consult(?:ed|ing)?|stud(?:y|ied|ying)|skim(?:med|ming)?|look(?:ed|ing)? (?:at|into|through|over|up)|see|seen|saw|review(?:ed|ing)?|g(?:o|one|oing) (?:through|over)|view(?:ed|ing)?|inspect(?:ed|ing)?|check(?:ed|ing)?|familiari[sz](?:e|ed|ing) yourself with|know)\b(?: [a-z'-]+){0,5} ?[("'[]?$/.test(before) || /\b(?:required|mandatory|compulsory|obligatory|must) reading\b/.test(text) || /\b(?:must|has to|have to|should|needs to) (?:have been |be )(?:read|opened|consulted|reviewed|studied)\b/.test(text);
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
  if (/^ (?:runs|is run|executes|happens|starts|is called|boots|loads|hooks?|jobs?|workflows?|checks? in ci)\b/.test(after)) return false;
  const before = sentence.norm.slice(Math.max(0, mention.at - 60), mention.at);
  if ((PRODUCER.test(before) && !TOLD_TO_MAKE.test(before)) || /\b(?:ci|pipeline|hooks?|workflow|server|bot|it|which|that|script|target)\b[^,;.]{0,20}\b(?:enforces|runs|checks|uses|executes|calls|rewrites|wraps)\b[^,;.]{0,12}$/.test(before)) return false;
  if (entity.sure || entity.words.length > 1 || entity.type === "script") return true;
  return /\b(?:run|execute|re-?run|running)\b|运行|执行|跑/.test(sentence.norm);
}

/** "…, regenerate with `x`" tells somebody to; "regenerated with `x`" tells how things are. */
const TOLD_TO_MAKE = /(?:^|[,;:—–] ?|\b(?:then|and|please|always|must|to|you|also|just) )(?:re-?generate|rebuild|re-?build|re-?create|refresh|update)(?: (?:it|them|the [a-z ]{1,30}))? (?:with|via|using|by running|through) (?:the )?$/;

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
