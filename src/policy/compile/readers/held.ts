// Prohibitions and questions to a person: "never …", "… is forbidden", "ask before …", 禁止…, 未经同意不得….

import { PERMITTED_ZH } from "../../lexicon/chinese.ts";
import { CUE } from "../../lexicon/cues.ts";
import { PERMITTED } from "../../lexicon/english.ts";
import { any, commandPattern } from "../../match/patterns.ts";
import type { Matcher } from "../../match/rule.ts";
import type { Draft } from "../draft.ts";
import { type Actions, readActions } from "../phrases/actions.ts";
import { elsewhere } from "../phrases/antecedents.ts";
import { branchOf, trunksIn } from "../phrases/branches.ts";
import { chineseActions } from "../phrases/chinese.ts";
import { englishActions } from "../phrases/english.ts";
import { asks, permits, type Force, forceOf, forcesOf, hasCue, scopeEnd } from "../phrases/force.ts";
import type { TargetOptions } from "../phrases/targets.ts";
import { COMMAND, type Mention, NAME, QUOTE, type Sentence } from "../text/sentence.ts";
import { antecedents, type Unit } from "../text/unit.ts";

/** "push", "commit": in a longer sentence than this a bare verb is part of a story. */
const LONGEST_BARE = 200;

/** More turns of "never" and "is banned" than this in one sentence tell a story. */
const MOST_FORCES = 6;

export function readHeld(unit: Unit, index: number): Draft[] {
  const sentence = behindBut(unit.sentences[index] as Sentence);
  const pointed = hasCue(sentence, CUE.no) ? pointedAt(sentence) : null;
  if (pointed !== null) return [{ effect: asks(sentence) ? "ask" : "deny", matcher: pointed, shown: sentence.raw, row: sentence.row }];
  const answered = noTo(unit, index);
  if (answered.length > 0) return [{ effect: asks(sentence) ? "ask" : "deny", matcher: any(answered), shown: (unit.sentences[index - 1] as Sentence).raw, row: sentence.row }];
  const options = targetOptions(unit, index);
  const matchers: Matcher[] = [];
  const used = new Set<Mention>();
  let asked = false;
  for (const force of forcesOn(unit, index, sentence)) {
    const reach = reachOf(unit, index, { sentence, force, options });
    if (reach === null || (!force.chinese && reach.used.some((each) => used.has(each))) || (matchers.length > 0 && (force.kind === "ask" || (!reach.named && !reach.matchers.every((each) => each.kind === "path")) || isKnown(reach.matchers, matchers)))) continue;
    if (matchers.length === 0) asked = force.effect === "ask" || nextSentenceAsks(unit, index);
    matchers.push(...reach.matchers);
    for (const each of reach.used) used.add(each);
  }
  return matchers.length === 0 ? [] : [{ effect: asked ? "ask" : "deny", matcher: any(matchers), shown: sentence.raw, row: sentence.row }];
}

function isKnown(fresh: readonly Matcher[], known: readonly Matcher[]): boolean {
  const texts = new Set(known.map((each) => JSON.stringify(each)));
  return fresh.every((each) => texts.has(JSON.stringify(each)));
}

function* forcesOn(unit: Unit, index: number, sentence: Sentence): Generator<Force> {
  let count = 0;
  for (const force of forcesOf(sentence)) {
    yield force;
    // A story with many turns is no rule.
    if (++count >= MOST_FORCES) return;
  }
  const same = count === 0 ? soIs(unit, index) : null;
  if (same !== null) yield same;
}

interface Reading {
  readonly sentence: Sentence;
  readonly force: Force;
  readonly options: TargetOptions;
}

interface Reach {
  readonly matchers: readonly Matcher[];
  readonly used: readonly Mention[];
  /** By names of its own, not by those that "it" means. */
  readonly named: boolean;
}

/** What one force of a sentence holds; null where it names nothing, or only a case that a reader must judge. */
function reachOf(unit: Unit, index: number, { sentence, force, options }: Reading): Reach | null {
  const found = force.chinese ? chineseActions(sentence, force, options) : englishActions(sentence, force, options);
  const matchers = found.matchers.length > 0 ? onTrunks(found, sentence, force) : elsewhere(unit, index, found, { force, options });
  if (matchers.length === 0 || (found.bare === true && sentence.norm.length > LONGEST_BARE)) return null;
  if (found.bare === true && force.chinese && force.effect === "deny" && OF_THE_PRODUCT.test(sentence.norm.slice(0, force.start))) return null;
  if (found.bare === true && ON_IT.test(sentence.norm)) return onBranchBefore(unit, index, matchers);
  if (force.condition && (found.bare === true || /^(?:if|when|while|whenever|once)\b/.test(sentence.norm))) return null;
  if (force.effect === "deny" && !force.chinese && narrowedByCase(sentence.norm, force, found)) return null;
  return { matchers, used: found.used, named: found.matchers.length > 0 };
}

/** 订单……不得再次提交: what users of the product do. */
const OF_THE_PRODUCT = /订单|用户|表单|客户|商家|申请|评论|问卷|作业|报名|投稿|支付|退款|商品|消息|通知/;
const ON_IT = /\b(?:to|into|on|onto) (?:it|them|there)\b/;

/** "`main` is protected, so no direct pushes": the branch that was named before. */
function onTrunks({ matchers, bare }: Actions, sentence: Sentence, force: Force): readonly Matcher[] {
  const trunks = bare === true && !force.chinese ? trunksIn(sentence, 0, force.start) : [];
  return trunks.length === 0 ? matchers : matchers.map((each) => (each.kind === "git" && each.branches === undefined && each.force !== true ? { ...each, branches: trunks } : each));
}

/** "The branch `x` is closed. No pushes to it." */
function onBranchBefore(unit: Unit, index: number, matchers: readonly Matcher[]): Reach | null {
  const branches = (antecedents(unit, index)[0]?.mentions ?? []).map(branchOf).filter((each) => each !== null);
  const held = matchers.filter((each) => each.kind === "git").map((each): Matcher => ({ ...each, branches }));
  return branches.length === 0 || held.length === 0 ? null : { matchers: held, used: [], named: true };
}

/** "… without a description", "… that were already pushed", "… while the server runs": only a reader can tell when. */
function narrowedByCase(norm: string, force: Force, found: Actions): boolean {
  if (force.kind !== "never" && force.kind !== "theirs") return false;
  const tail = norm.slice(scopeEnd(norm, force.end));
  const last = found.used.at(-1);
  const behind = last === undefined ? "" : norm.slice(last.at + 1);
  if (/^ (?:in|outside|during|for) (?:[a-z'-]+ ){0,4}(?:prs?|pull requests?|releases?|feature branch(?:es)?|reviews?)\b|^ for (?:an? |one |single |each |every |small |trivial )/.test(behind)) return true;
  if (/^(?:even if|even when|because|since|so that|but|instead|which|who|as |or else|otherwise|,|—|–| -)/.test(tail)) return found.bare === true && /^(?:which|who)/.test(tail);
  if (/^(?:when|while|after|before) [a-z]+ing\b|^except\b|^(?:just )?to (?:make|get)|^in order to|^when in/.test(tail)) return false;
  if (/^without (?:the |an? |its |an explicit )?(?:flags? |options? )?[\ue200-\ue2ff](?: ?[.,;:!)]|$)/.test(tail)) return false;
  return /^(?:without|unless|until|before|after|if|while|when|that)\b/.test(tail);
}

const NO_ANSWER = /^(?:(?:absolutely|certainly|definitely|please|just|clearly|strictly) )*(?:no|never|nope|not|not here|no way|no chance|forbidden|prohibited|banned|off[- ]limits|not allowed|forget it|don't|do not|out of the question|不行|不可以|禁止|别|不要|想都别想|免谈)(?: (?:ever|here|at all|thanks?|under any circumstances|(?:on|in|for|with) (?:this|the|our|any) [a-z]+))*[.!。！]*$/;

/** "Editing `x` by hand? No." "Deleting files? Check with me first." */
function noTo(unit: Unit, index: number): readonly Matcher[] {
  const asked = unit.sentences[index - 1];
  if (asked === undefined || !/[?？]$/.test(asked.norm) || asked.norm.length > 90) return [];
  const answer = unit.sentences[index] as Sentence;
  if (!NO_ANSWER.test(answer.norm) && !(answer.mentions.length === 0 && answer.norm.length < 60 && asks(answer))) return [];
  return readActions(asked, 0, asked.norm.length, { ...targetOptions(unit, index - 1), place: "loose" }).matchers;
}

/** "Building is fine; `x` is not." */
const NOT_SO: Force = { effect: "deny", kind: "banned", start: 0, end: 0, chinese: false, condition: false };

/** "X is banned; so is Y." */
function soIs(unit: Unit, index: number): Force | null {
  const before = unit.sentences[index - 1];
  const { norm } = unit.sentences[index] as Sentence;
  if (before === undefined || !/^(?:and )?so (?:is|are)\b|^(?:the )?same (?:goes|holds|applies)\b|^[\ue000-\ue8ff ,]+(?:and [\ue000-\ue8ff] )?(?:is|are) not[.!]?$|^(?:and |also )?[\ue000-\ue8ff][\ue000-\ue8ff ,]*(?:and [\ue000-\ue8ff])?,? (?:likewise|too|as well|also)[.!]?$/.test(norm)) return null;
  const force = permits(before) && /^[\ue000-\ue8ff ,]+(?:and [\ue000-\ue8ff] )?(?:is|are) not[.!]?$/.test(norm) ? NOT_SO : forceOf(before);
  return force === null || force.chinese ? null : { ...force, kind: "banned", start: norm.length, end: norm.length };
}

/** "You may …, but `x` needs permission": what stands behind the "but" is read by itself. */
function behindBut(sentence: Sentence): Sentence {
  const but = /, (?:but|yet|however|though) |，(?:但是?|不过|然而)/.exec(sentence.norm) ?? /(?<=\b(?:fine|ok|okay|allowed|free)), (?=[\ue000-\ue0ff])|(?<=可以|没问题|随意|允许)，(?=\s?[\ue000-\ue0ff])/.exec(sentence.norm);
  const permitted = but === null ? null : (PERMITTED.exec(sentence.norm) ?? (sentence.chinese ? (PERMITTED_ZH.exec(sentence.norm) ?? /可以|允许|随意/.exec(sentence.norm)) : null));
  if (but === null || permitted === null || permitted.index > but.index) return sentence;
  const from = but.index + but[0].length;
  // "You can look at `x`, but do not touch it": the name is needed.
  if (!sentence.mentions.some((each) => each.at >= from)) return sentence;
  const moved = <T extends { readonly start: number; readonly end: number }>(each: T): T => ({ ...each, start: each.start - from, end: each.end - from });
  return { ...sentence, norm: sentence.norm.slice(from), mentions: sentence.mentions.filter((each) => each.at >= from).map((each) => ({ ...each, at: each.at - from })), verbs: sentence.verbs.filter((each) => each.start >= from).map(moved) };
}

const POINTED = new RegExp(`([${COMMAND}])[^.;]{0,30}\\b(?:must|may|should|can|shall|do|does|is|are)(?: ?not| never|n't) (?:ever )?(?:to )?(?:be )?(?:point(?:ed)?|connect(?:ed)?|talk|target(?:ed)?|hit|reach|run|used|aimed|directed|go|touch)\\b (?:at |to |against |with |on |towards )?(?:the |any |our )*([${NAME}${QUOTE}\ue600-\ue6ff])`);

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

function targetOptions(unit: Unit, index: number): TargetOptions {
  const text = unit.sentences.slice(Math.max(0, index - 1), index + 1).map((each) => each.norm).join(" ");
  const byHand = /\bby hand\b|\bmanually\b|\bhand-?edit|\bgenerated?\b|\bproduced\b|手动|手工|手改|生成/.test(text);
  const old = /\b(?:existing|already|applied|merged|shipped|landed|old|past|previous(?:ly)?|committed) (?!by\b)|已有|现有|已经?(?:提交|合并|执行|上线|发布|应用|部署)|历史/.test(text) && !/\balready (?:runs|running)\b/.test(text);
  return { byHand, ...(old ? { standing: "old" as const } : {}) };
}

/** "Exception: I asked for it." in the sentence that follows. */
function nextSentenceAsks(unit: Unit, index: number): boolean {
  const next = unit.sentences[index + 1];
  return next !== undefined && /^(?:unless|except|only|ask|(?:run|use|do|call|execute|push|commit|edit|change|touch|start)(?: it| them| so| that| this)? only|exceptions?:?|if you (?:need|must|have to)|应先|除非|如需|确有需要)/.test(next.norm) && asks(next);
}
