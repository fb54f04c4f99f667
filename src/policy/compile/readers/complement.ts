// All but one: "everything outside `x` is read-only" leaves `x` to the agent and nothing else; "edit anything except `x`"
// leaves everything to it but `x`. Which of the two is said depends on how often the sentence says no.

import { NEVER_ZH, PERMITTED_ZH } from "../../lexicon/chinese.ts";
import { CUE } from "../../lexicon/cues.ts";
import { any } from "../../match/patterns.ts";
import type { Matcher } from "../../match/rule.ts";
import type { Draft } from "../draft.ts";
import { branchOf } from "../phrases/branches.ts";
import { asks, hasCue } from "../phrases/force.ts";
import { type Aim, globsOf, targetFor } from "../phrases/targets.ts";
import { ANY, type Mention, type Sentence } from "../text/sentence.ts";
import { antecedents, type Unit } from "../text/unit.ts";

const LONGEST = 200;
/** Without one of these nothing is set apart. */
const ROOTS = /except|\bbut\b|apart|aside|other|\bsave\b|beside|beyond|outside|exclu|elsewhere|\belse\b|\brest\b|only|not in|remaining|nowhere/;
const BUT = "(?:except(?: for| in)?|but|apart from|aside from|other than|save(?: for)?|besides|beyond|outside(?: of)?|with the exception of|excluding|not in|that (?:is|are) not in|elsewhere than(?: in)?)";
const OF_IT = "(?: (?:those|the ones|files?|code|anything|what is|things|folders?|the|in|inside|under|below|within|a|an|your|our|command|branch|directory|folder))*";
const ALL = "(?:everything|anything|nothing|anywhere|nowhere|everywhere|whatever [a-z ]{1,16}|all|any|no|none|every|files?|folders?|changes|edits|edit(?:ing)?|writ(?:e|es|ing)|modify(?:ing)?|modifications|touch(?:ing)?|change|changing|commit(?:ting)?|work(?:ing)?|push(?:es|ing)?|run(?:ning)?|code|the (?:rest of the )?(?:repo(?:sitory)?|tree|project|code ?base))";
/** "everything … outside of `x`": the names stand behind the word. */
const BEHIND = new RegExp(`\\b${ALL}\\b[^.;:${ANY}]{0,40}?,? \\b${BUT}${OF_IT} (?=[${ANY}])`);
/** "Apart from `x`, nothing …" */
const LEADING = new RegExp(`^(?:so |and |please )*${BUT}${OF_IT} (?=[${ANY}])`);
/** "`x` and nothing else", "`x` is yours, the rest …", "`x` is the only place …". */
const AHEAD = new RegExp(`[${ANY}][^.;${ANY}]{0,50}?(?:\\b(?:and|but|,) ?(?:absolutely )?(?:nothing|nowhere|no(?:thing)? (?:file|other [a-z]+)) (?:else|other)\\b|\\b(?:is|are) the only (?:one|place|folder|director(?:y|ies)|files?|paths?|package|part|tree|area|location|branch|command|target)s?\\b)|[${ANY}][^.;${ANY}]{0,60}[,:—–] ?(?:and |but )?(?:leave )?(?:please )?(?:leave )?(?:everything|anything|all|the) (?:else|rest|others?|outside|remaining [a-z]+)\\b|[${ANY}][^.;${ANY}]{0,60}[,:—–] ?(?:and |but )?(?:all |the |any )*(?:other|remaining) [a-z]+\\b|[${ANY}][^.;${ANY}]{0,40}[,:—–] ?(?:and )?nothing else\\b|[${ANY}][^.;${ANY}]{0,40}[,:—–][^.;${ANY}]{0,20}\\belsewhere\\b`);
/** A sentence that means the names of the one before it: "Nothing else may be changed." */
const REST = /^(?:and |so |but |please )*(?:leave |hands off |keep (?:out of|off|away from) |stay (?:out of|away from) |do not (?:touch|edit|change|modify) |don't (?:touch|edit|change|modify) |never (?:touch|edit|change|modify) )?(?:everything|anything|nothing|all|the|any)(?: the)? (?:else|rest|others?|outside)\b|^(?:and |but )?(?:all |the |any )*(?:other|remaining) (?:files?|folders?|director(?:y|ies)|packages?|paths?|parts?|code|apps?|modules?|services?)\b|\b(?:never|do not|don't|must not|nor) (?:touch|edit|change|modify|write)(?: to| in| anything in| files in)?(?: any| the| all)? (?:other|remaining) (?:files?|folders?|director(?:y|ies)|packages?|paths?|parts?|code|apps?|modules?|services?)\b|\b(?:anything|nothing|everything) (?:else|outside)\b/;

const NO = /\b(?:nothing|nowhere|none|nobody|no|never|not|don't|don't|do not|must not|may not|cannot|can't|forbidden|prohibited|banned|off[- ]limits|out of bounds|read[- ]only|frozen|untouched|untouchable|unchanged|alone|rejected|reverted|refused|denied|taboo|closed|isn't|aren't|hands off|keep out|stay out|stay away|keep off|keep away)\b/g;
const YES = /\b(?:fine|ok|okay|allowed|permitted|welcome|free|fair game|may|can|yours|open|please|whatever|anywhere|feel|all right|is good|are good)\b|^(?:you )?(?:edit|change|touch|modify|work|push|run|use|do) /;

const ZH_BEHIND = new RegExp(`(?<![删清移解排废])(?:除了?|除却|除开) ?([${ANY}])[^，。；${ANY}]{0,8}?(?:之?外|以外|外)?[^。；]*`);
const ZH_OUTSIDE = new RegExp(`([${ANY}]) ?(?:目录|文件夹|分支)?(?:之外|以外)[^。；]*|(?:超出|越出|离开) ?([${ANY}])[^。；]*`);
const ZH_YES = /可以|都能|随便|随意|都行|没问题|允许|可自由|放心|尽管|不限|任意/;
const ZH_NO = /只读|禁区|冻结|不(?:动|改|碰|写|许|准|得|能|要|可)|别(?:动|改|碰|写)|勿|禁止|严禁/;

export function readComplement(unit: Unit, index: number): Draft[] {
  const sentence = unit.sentences[index] as Sentence;
  if (sentence.norm.length > LONGEST || (!sentence.chinese && !ROOTS.test(sentence.norm))) return [];
  if (asks(sentence)) return askedElsewhere(unit, index);
  const kept = sentence.chinese ? chinese(sentence) : hasCue(sentence, CUE.only) ? english(unit, index) : null;
  if (kept === null) return [];
  return kept.only ? onlyThese(kept.names, sentence) : notThese(kept.names, sentence);
}

/** "Deleting files is fine in `tmp/`; everywhere else, ask." */
function askedElsewhere(unit: Unit, index: number): Draft[] {
  const sentence = unit.sentences[index] as Sentence;
  const behind = sentence.chinese ? null : BEHIND.exec(sentence.norm);
  if (behind !== null && /outside|other than|except|apart/.test(behind[0])) {
    const named = listFrom(sentence, behind.index + behind[0].length);
    const globs = named.flatMap((each) => (each.entity.type === "path" ? globsOf(each.entity) : []));
    if (globs.length === named.length && globs.length > 0 && sentence.mentions.length === named.length && !/\b(?:read|push|commit|run)\b/.test(behind[0])) return [{ ...outside(globs, sentence), effect: "ask" }];
  }
  const before = antecedents(unit, index)[0];
  if (before === undefined || sentence.mentions.length > 0 || !/\b(?:everywhere|anywhere) else\b|\belsewhere\b|别处|其他地方|其它地方/.test(sentence.norm)) return [];
  const globs = before.mentions.flatMap((each) => (each.entity.type === "path" ? globsOf(each.entity) : []));
  const deletes = before.sentence.verbs.some((verb) => verb.class === "delete");
  if (globs.length === 0) return [];
  return [{ ...outside(globs, sentence), effect: "ask", matcher: { kind: "path", access: deletes ? ["delete"] : ["change", "create", "delete"], globs, outside: true } }];
}

interface Kept {
  readonly names: readonly Mention[];
  /** These only, or all but these. */
  readonly only: boolean;
}

function english(unit: Unit, index: number): Kept | null {
  const sentence = unit.sentences[index] as Sentence;
  const { norm } = sentence;
  const leading = LEADING.exec(norm);
  const behind = leading ?? BEHIND.exec(norm);
  if (behind !== null) {
    const at = behind.index + behind[0].length;
    const names = listFrom(sentence, at);
    const last = names.at(-1);
    if (last === undefined) return null;
    const said = `${norm.slice(0, at)} ${norm.slice(last.at + 1).replace(/^, (?:which|that|these|those) (?:is|are) (?:[a-z-]+ )*(?:forbidden|banned|prohibited|off[- ]limits|taboo)/, "")}`.replace(/\b(?:that (?:is|are) )?not in\b/, "");
    return polarity(said, names);
  }
  const ahead = AHEAD.exec(norm);
  if (ahead !== null) {
    const names = listUpTo(sentence, ahead.index);
    const said = norm.slice(ahead.index);
    if (/\bthe only\b/.test(ahead[0])) return YES.test(said) && !/\b(?:not|never)\b/.test(said) ? { names, only: true } : null;
    return said.search(NO) !== -1 ? { names, only: true } : null;
  }
  if (sentence.mentions.length > 0 || !REST.test(norm) || norm.search(NO) === -1) return null;
  const names = antecedents(unit, index)[0]?.mentions ?? [];
  return names.length === 0 ? null : { names, only: true };
}

/** "Nothing but `x` may be edited" says no once; "everything but `x` may be edited" does not say it. */
function polarity(said: string, names: readonly Mention[]): Kept | null {
  const noes = said.match(NO)?.length ?? 0;
  if (noes > 1 && !/^(?:please )?(?:do not|don't|never)\b[^.]*\b(?:anything|nothing)/.test(said)) return null;
  if (noes > 0) return { names, only: true };
  return YES.test(said) ? { names, only: false } : null;
}

function chinese(sentence: Sentence): Kept | null {
  const { norm } = sentence;
  const match = ZH_BEHIND.exec(norm) ?? ZH_OUTSIDE.exec(norm);
  if (match === null) return null;
  const at = match.index + match[0].indexOf((match[1] ?? match[2]) as string);
  const names = listFrom(sentence, at);
  const last = names.at(-1);
  if (last === undefined || sentence.mentions.length > names.length) return null;
  const rest = norm.slice(0, match.index) + norm.slice(last.at + 1);
  const no = rest.search(NEVER_ZH) !== -1 || ZH_NO.test(rest);
  const yes = ZH_YES.test(rest) || PERMITTED_ZH.test(rest);
  return no === yes ? null : { names, only: no };
}

const GLUE = /^[\s,/、&()]*(?:(?:and|or|the|in|和|与|或|以及|及) ?[\s,/、&()]*)*$/;

function listFrom({ norm, mentions }: Sentence, from: number): Mention[] {
  const list: Mention[] = [];
  for (const mention of mentions) {
    if (mention.at < from) continue;
    if (list.length > 0 && !GLUE.test(norm.slice((list.at(-1) as Mention).at + 1, mention.at))) break;
    list.push(mention);
  }
  return list;
}

function listUpTo({ norm, mentions }: Sentence, to: number): Mention[] {
  const list: Mention[] = [];
  for (const mention of mentions.filter((each) => each.at <= to).toReversed()) {
    if (list.length > 0 && !GLUE.test(norm.slice(mention.at + 1, (list[0] as Mention).at))) break;
    list.unshift(mention);
  }
  return list;
}

/** Only paths can be kept to: what else a shell may run is not a list. */
function onlyThese(names: readonly Mention[], sentence: Sentence): Draft[] {
  const globs = names.flatMap((each) => (each.entity.type === "path" ? globsOf(each.entity) : []));
  const changes = sentence.verbs.every((verb) => (verb.class !== "read" || /read[- ]only|只读/.test(sentence.norm)) && verb.class !== "commit" && verb.class !== "push" && verb.class !== "run");
  if (globs.length < names.length || globs.length === 0 || !changes) return [];
  return [outside(globs, sentence)];
}

/** A change anywhere else is held. */
export function outside(globs: readonly string[], { row }: Sentence): Draft {
  return { effect: "limit", matcher: { kind: "path", access: ["change", "create", "delete"], globs, outside: true }, shown: `changes outside of ${globs.map((each) => `\`${each}\``).join(", ")}`, row, complete: true };
}

function notThese(names: readonly Mention[], sentence: Sentence): Draft[] {
  const verb = sentence.verbs.find((each) => each.class !== "run" || each.form !== "third");
  const matchers = names.map((mention): Matcher | null => {
    const branch = verb?.class === "push" || verb?.class === "merge" || verb?.class === "commit" ? branchOf(mention) : null;
    if (branch !== null && verb !== undefined) return { kind: "git", actions: [verb.class], branches: [branch] };
    const aim: Aim = mention.entity.type === "path" || mention.entity.type === "kind" ? (verb === undefined || verb.class === "run" ? { class: "edit", word: "touch" } : verb) : { class: "run", word: "run" };
    return targetFor(aim, mention.entity);
  });
  const held = matchers.filter((each) => each !== null);
  return held.length < names.length || held.length === 0 ? [] : [{ effect: "deny", matcher: any(held), shown: sentence.raw, row: sentence.row, complete: true }];
}
