// Which verbs of a range belong to the phrase that begins or ends there, and which activity they name.

import { ACTIVITIES, type Activity } from "../../lexicon/activities.ts";
import type { Mention, Sentence, VerbHit } from "../text/sentence.ts";
import type { ActionOptions } from "./actions.ts";
import { prepared } from "../text/scan.ts";

export const GAP = /^[\s,:：，"'(（—–-]*(?:(?:may|must|should|can|shall|ever|let|directly|manually|yourself|just|simply|even|also|again|blindly|accidentally|automatically|to|try|attempt|go|and|hand|locally|then|be|under|any|circumstances?|by|in|case|at|time|please|a|an|the|all|of|bare|raw|plain|direct|manual|unapproved|ad-hoc|new|you|your|own|ai|silently|casually|anything|everything|files?|below|inside|直接|擅自|随意|手动|手工|私自|自行|再|去|轻易|任意|以任何方式|任何|对|把|将|往|向|给|从|在|用|单独|裸|进行|绝对|随便|强行|人工|主动|自己|自动|偷偷|未经确认|盲目|批量) ?)*[\s,:：，"'(（—–-]*$/;

/** Words that may stand behind a verb whose object is unsaid or a pronoun. */
const NO_OBJECT = /^[\s,]*(?:(?:it|them|these|those|this|that|(?:code|files?|things?|stuff|entries|lines) (?:in )?there|(?:its|their) (?:contents?|output|files?|code)|one|either|any|of|anything|there|here|in|inside|such|files?|folders?|director(?:y|ies)|commands?|paths?|place|branch(?:es)?|by|hand|manually|directly|yourself|ever|again|at|all|to|into|on|from|the|content|contents|anyway|for|me|now|please|alone|locally|under|circumstances|or|and|without|because|as|so|since|unless|until|instead|either|both|other|同一|它们?|这些|这个|那些|该|此|其|其中|里面|下面|目录|文件|文件夹|命令|内容|的|任何|一切|东西|下|里|中|手动|直接|了|过|吧|到|进|仓库|版本库|库|git|之|上述|上面|以上|代码)(?![a-z]) ?)*[.,;:!?)。，；：！）、—–-]*/;

export function noObject(rest: string): boolean {
  const match = prepared(NO_OBJECT).exec(rest);
  if (match === null) return false;
  if (/^\s*(?:it|them|these|those)\b|^(?:也|又|更|和|或|、|以及)/.test(rest)) return true;
  const left = rest.slice(match[0].length);
  return left === "" || /^(?:because|as|so|since|but|unless|without|until|instead|when|while|if|use|they|it|we|that|which)\b|^[，。；]/.test(left) || /[.,;:!?)。，；：！）—–]\s*$/.test(match[0]) || /(?:except|但|因为|否则|以免|除非)/.test(left.slice(0, 12));
}

/** Verbs that belong to the phrase: the first one, and those that are joined to it. */
export function verbsIn(sentence: Sentence, from: number, to: number, mentions: readonly Mention[], options: ActionOptions): VerbHit[] {
  const hits = sentence.verbs.filter((hit) => hit.start >= from && hit.end <= to && fits(hit, options) && !/^ (?:commits?|guards?|conflicts?|messages?|history|hooks?|queues?|strateg(?:y|ies)|windows?)\b/.test(hit.class === "merge" || hit.class === "commit" || hit.class === "push" ? sentence.norm.slice(hit.end) : ""));
  const [first] = hits;
  if (first === undefined) return [];
  if (options.place === "head") {
    const mention = mentions[0]?.at ?? to;
    if (mention < first.start && prepared(GAP).test(sentence.norm.slice(from, mention)) && !sentence.chinese) return [];
    if (sentence.chinese) {
      const near = hits.find((hit) => prepared(GAP).test(sentence.norm.slice(from, Math.min(hit.start, mention))) || (mention - hit.end <= 8 && mention >= hit.end && !/[，。；]/.test(sentence.norm.slice(hit.end, mention)) && /^[^，。；：,;:]{0,12}$/.test(sentence.norm.slice(from, hit.start))));
      return near === undefined ? [] : hits.filter((hit) => hit.start >= near.start);
    }
    // "archive or edit": a verb that nobody knows is joined to one that is known.
    if (!prepared(GAP).test(sentence.norm.slice(from, first.start)) && !/^ ?(?:ever |directly )?[a-z-]+(?:,| or| and|\/) ?(?:[a-z-]+(?:,| or| and) ?)*$/.test(sentence.norm.slice(from, first.start))) return [];
  }
  const kept: VerbHit[] = [];
  for (const hit of hits) {
    const before = sentence.norm.slice(from, hit.start);
    if (kept.length === 0 || sentence.chinese || /(?:\bor|\band|\bnor|,|\/|\bto) ?(?:even |also |otherwise |then |to |re-?|just |the )*$/.test(before)) kept.push(hit);
  }
  return kept;
}

function fits(hit: VerbHit, options: ActionOptions): boolean {
  if (options.place === "head") return hit.form === "base" || hit.form === "ing" || (hit.form === "third" && hit.word !== "use");
  return options.place === "subject" ? hit.form !== "past" : true;
}

/** One quick look for the roots of the activities' English words: most phrases have none of them. */
const ACTIVITY_ROOTS = /push|install|force|hook|pre-commit|amend|histor|rebas|cherry|stash|reset|discard|throw|drop|wip|revert|undo|switch|branch|tag|pull|\bprs?\b|merg|\bmrs?\b|issue|ticket|comment|repl|global|system|\bos\b|depend|\bdeps?\b|librar|crate|module|package|gem|upgrad|updat|bump|version|publish|release|deploy|server|migrat|database|\bdb\b|schema|table|truncat|destroy|delet|remov|eras|file|document|outside|beyond|root|superuser|sudo|mail|kill|process|config|reboot|restart|shut|power off|halt|doc|markdown|readme|summary|\bmd\b|pip(?:e|ing)|curl|internet|network|external|outbound/;

export function activityIn(sentence: Sentence, from: number, to: number, options: ActionOptions): Activity | null {
  const text = sentence.norm.slice(from, to);
  if (!sentence.chinese && !prepared(ACTIVITY_ROOTS).test(text)) return null;
  for (const activity of ACTIVITIES) {
    const match = prepared(activity.words).exec(text);
    if (match === null) continue;
    const before = text.slice(0, match.index);
    const after = text.slice(match.index + match[0].length);
    if (options.place === "head" ? prepared(GAP).test(before) : /^[\s,:：，]*(?:(?:any|all|every|each|a|an|the|adding|of|and|or|for|to|you|new|even|if|when|whenever|kind|sort|please|always|before|also|think|that|believe|feel|find|really|ever|must|have|need|want|to|plan|intend|should|case|in|has|once|[a-z]+ing (?:or|and)|我|请|任何|所有|一切|凡是?|如需|需要|如果要?|要|想|若要?|对于?|都) ?[：，:,]?)*$/.test(before)) {
      if (HEADED.test(after) || (options.place === "head" && !prepared(ACTIVITY_REST).test(after))) continue;
      return activity;
    }
  }
  return null;
}

/** What may follow an activity without narrowing it to cases that nobody can tell. */
const ACTIVITY_REST = /^(?:[\s.,;:!?)\ue000-\ue8ff，。；、）]|[-—–]|\(|（|(?:to|in|into|for|from|of|on|onto|with|at|by|and|or|nor|any|all|the|this|that|your|our|my|its|own|project|repo|repository|codebase|package|manifest|production|prod|live|staging|registry|npm|pypi|remote|origin|machine|host|system|main|master|develop|trunk|default|protected|shared|branch|branches|changes|commits?|code|history|whole|entire|local|data|files|hand|yourself|directly|manually|here|anywhere|ever|at|lightly|casually|again|automatically|e\.g|i\.e|like|agents?|you|a|an|new|other|people's|someone|else's|either|allowed|permitted|please|git|hooks?|server|environments?|clusters?|accounts?|database|databases|tables?|without exception|under circumstances|globally|g|to it|whose|names?|starts?|starting|beginning|begins?|named|called|like|matching|with|in|particular|not|neither|nor|whether|remote|local|merged|emails?|notifications|users?|github|gitlab|releases?|tags?|代码|任何|到|远程|仓库|自己|直接|的|内容|生产|线上|环境|版本|包|分支|上|里|中|和|或|与|等|了|文件|目录|符号|操作)(?![a-z]))*$/;

/** The phrase goes on into another noun: "deployment scripts", "publish dates". */
const HEADED = /^ (?:scripts?|docs?|documentation|guides?|pages?|steps?|notes?|logs?|dates?|tests?|names?|folder|director(?:y|ies)|code|logic|handlers?|events?|keys?|process|history)\b/;
