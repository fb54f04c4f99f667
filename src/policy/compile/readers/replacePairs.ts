// Which command a sentence puts in another's place: "X instead of Y", "whenever you type Y, type X", 用 X 代替 Y.

import { matchesOf } from "../text/scan.ts";
import { mentionsUpTo } from "../text/mentionLists.ts";
import type { Mention, Sentence } from "../text/sentence.ts";

/** "… in fresh worktrees", "… if the cache is cold": it holds in cases that nobody can tell here. */
const IN_SOME_CASES = /^ ?(?:in|on|during|when|if|while|under) (?!this|the (?:repo|project|workspace|monorepo|root|whole)|every|all|any|our|here|both|everything|these|shell|scripts|commands|docs|ci\b)/;
const GLUE = /^[\s,/、&()]*(?:(?:and|or|nor|not|never|no|the|bare|plain|raw|a|command|commands|和|与|或|以及|也不|也别|也不要|还有) ?[\s,/、&()]*)*$/;
const BETTER_THEN_WORSE = /(?<=\bprefer(?:red|ably|s)? (?:the |using |to use )?[\ue000-\ue0ff]) to\b|\b(?:instead of|rather than|in place of|in lieu of|as opposed to|in preference to)\b|\bover\b|(?:,|\(|—|–| and| but|;)? ?\b(?:not|never)\b(?= (?:as |by |use |run |call |bare |plain |raw |the |a |your |our |global |system |system-wide |installed |default |stock |old |usual |built-in |via |with |through |invoke |directly )*[\ue000-\ue0ff])|(?:而不是|而非|不是|代替|替代|取代|替换|不要|别|不用|禁用|禁止|不得|不使用|勿用|弃用|告别|不走|不再|不(?=直接)|不许|不准|不能)(?:再|去|裸|直接|单独|单|光|继续|随便)*(?:用|使用|跑|执行|敲|调用|运行|调)?(?=\s?[\ue000-\ue0ff])/g;
const REPLACES = /\b(?:replaces?|supersedes?|supplants?|(?:takes|took|has taken|have taken) the place of|(?:takes|took|has taken) over from|has replaced|have replaced|stands in for|is our replacement for)\b/;
const REPLACED = /\b(?:is|are|was|has been|have been|gets?|got) (?:replaced|superseded|wrapped) (?:by|with)\b|\breplaced by\b|(?:->|→|=>|⇒)|(?:(?:换成|改成|改为|替换为|替换成)了?|写成|写作|敲成|改用|换用|请用|统一用|一律用|一律使用|统一使用|应(?:该)?用|要用|用)/g;
/** "Not `x`, but `y`." 不是 `x`，是 `y`。 */
const NOT_BUT = /^(?:it is |it's )?not [\ue000-\ue0ff],? but (?:rather )?[\ue000-\ue0ff]|不是 ?[\ue000-\ue0ff] ?[，,] ?(?:而)?是 ?[\ue000-\ue0ff]/;
/** `x` 请用 `y` 代替。 */
const STANDS_IN_ZH = /(?:请|一律|都|统一|要|应该?|可)?(?:用|使用|以|由) ?(?=[\ue000-\ue0ff] ?(?:来)?(?:代替|替代|取代|替换)(?! ?[\ue000-\ue0ff]))/;
/** "whenever you feel like typing `x`, type `y`" */
const TEMPTED = /\b(?:whenever|wherever|every time|each time|any time|when|if) (?:you|we|one|somebody|someone)\b[^.;\ue000-\ue8ff]{0,40}\b(?:use|using|typ(?:e|ing)|run|running|call|calling|reach for|reaching for|writ(?:e|ing)|for)(?: the| a)? ?(?=[\ue000-\ue0ff])/;
/** "`x` should be written as `y`" */
const SPELLED = /(?<=[\ue000-\ue0ff] )(?:is|are|must be|should be|has to be|gets?|becomes?)(?: always| only)? ?(?:written|spelled|spelt|typed|called|invoked|run|started|executed|replaced)? ?(?:as|becomes)(?= [\ue000-\ue0ff])/;
const POSITIVE = /\b(?:use|type|write|say|enter|prefer|choose|favou?r|pick|go with|reach for|run|call|always|only|through|via|with|made|done|started|executed|invoked|is)\b|用|使用|优先|改|统一|一律|通过|选|走/;

export interface Pair {
  readonly better: readonly Mention[];
  readonly worse: readonly Mention[];
}

/** Every pair of a better and a worse command that a sentence names, the most telling first. */
export function pairsOf(sentence: Sentence): Pair[] {
  const { norm } = sentence;
  const pairs: Pair[] = [];
  for (const match of matchesOf(BETTER_THEN_WORSE, norm)) {
    const from = match.index + match[0].length;
    if (match[0] === "over" && !/\b(?:prefer|favou?r|choose|pick)/.test(norm.slice(0, match.index))) continue;
    const listed = listAfter(sentence, from);
    const next = listed.findIndex((each, at) => at > 0 && /^ (?:instead of|rather than|in place of|over)\b/.test(norm.slice(each.at + 1)));
    const worse = next === -1 ? listed : listed.slice(0, next);
    const before = listBefore(sentence, match.index);
    if (worse.length === 0 || IN_SOME_CASES.test(norm.slice((worse.at(-1) as Mention).at + 1))) continue;
    if (before.length > 0 && (/\b(?:instead|rather|place|lieu|opposed|preference)\b|over|^ to$|而不是|而非|代替|替代|取代/.test(match[0]) || POSITIVE.test(norm.slice(0, match.index)) || /^[,，]? ?$/.test(norm.slice((before.at(-1) as Mention).at + 1, match.index)) || /\(\s*not|:|：/.test(norm.slice(0, match.index + 6)))) pairs.push({ better: before, worse });
    const last = worse.at(-1) as Mention;
    const following = betterAfter(sentence, last.at + 1);
    if (following.length > 0) pairs.push({ better: following, worse });
  }
  const instead = /\b(?:use|run|prefer|take|try|call|type) (?:the )?([\ue000-\ue0ff]) instead\b/.exec(norm);
  if (instead !== null) {
    const better = sentence.mentions.filter((each) => each.at === instead.index + instead[0].indexOf(instead[1] as string));
    const worse = listBefore(sentence, instead.index);
    if (worse.length > 0) pairs.push({ better, worse });
  }
  const elsewhereUsed = /\b(?:where|wherever|whenever|when|anywhere|everywhere)\b (?:a |an |the |some |any |our |most )*(?:tutorial|guide|docs?|readme|blog post|other (?:projects|people|repos|teams|guides)|others|you(?:'d| would| used to)?(?: normally| usually| otherwise)?|most(?: people| projects)?|the docs|tutorials|documentation|a guide|guides|instructions|upstream|readmes?) (?:use|uses|type|run|runs|would use|would run|says?|have|tells? you to run|tells? you to use|write|mention)\b/.exec(norm);
  const tempted = elsewhereUsed !== null ? null : TEMPTED.exec(norm);
  if (tempted !== null) {
    const worse = listAfter(sentence, tempted.index + tempted[0].length);
    const last = worse.at(-1);
    if (last !== undefined) pairs.push({ better: betterAfter(sentence, last.at + 1), worse });
  }
  const swapped = /but|是/.test(norm) ? NOT_BUT.exec(norm) : null;
  if (swapped !== null) {
    const [worse, better] = sentence.mentions.filter((each) => each.at >= swapped.index && each.at < swapped.index + swapped[0].length);
    if (worse !== undefined && better !== undefined) pairs.push({ better: [better], worse: [worse] });
  }
  const stood = sentence.chinese ? STANDS_IN_ZH.exec(norm) : null;
  if (stood !== null) pairs.push({ better: listAfter(sentence, stood.index + stood[0].length), worse: listBefore(sentence, stood.index) });
  const spelled = SPELLED.exec(norm);
  if (spelled !== null) pairs.push({ better: listAfter(sentence, spelled.index + spelled[0].length), worse: listBefore(sentence, spelled.index) });
  if (elsewhereUsed !== null) {
    const worse = listAfter(sentence, elsewhereUsed.index + elsewhereUsed[0].length);
    const better = listBefore(sentence, elsewhereUsed.index);
    if (worse.length > 0 && better.length > 0) pairs.push({ better, worse });
    else if (worse.length > 0) pairs.push({ better: betterAfter(sentence, (worse.at(-1) as Mention).at + 1), worse });
  }
  for (const swapped of matchesOf(/\b(?:swap|trade|exchange|dropped|drop|ditch|ditched|retired|abandon|abandoned|discard)\b/g, norm)) {
    const worse = listAfter(sentence, swapped.index + swapped[0].length);
    const last = worse.at(-1);
    const link = last === undefined ? null : /^ ?(?:in favou?r of|for|with|out for)\b/.exec(norm.slice(last.at + 1));
    if (last === undefined || link === null || (!/^(?:swap|trade|exchange)/.test(swapped[0]) && !link[0].includes("fav"))) continue;
    pairs.push({ better: listAfter(sentence, last.at + 1 + link[0].length), worse });
  }
  const wrapped = /\b(?:prefix|prepend|wrap|precede)(?:es|s|ed)?\b|\bonly (?:through|via|with|under|inside)\b|\balways (?:through|via|under|inside)\b/.exec(norm);
  if (wrapped !== null) pairs.push(...wrappings(sentence, wrapped));
  const replaces = REPLACES.exec(norm);
  if (replaces !== null) {
    const better = listBefore(sentence, replaces.index);
    const worse = listAfter(sentence, replaces.index + replaces[0].length);
    if (/^replace$/.test(replaces[0]) && worse.length > 0) {
      const by = /\b(?:with|by)\b/.exec(norm.slice((worse.at(-1) as Mention).at));
      const after = by === null ? [] : listAfter(sentence, (worse.at(-1) as Mention).at + by.index + by[0].length);
      if (after.length > 0) pairs.push({ better: after, worse });
    } else if (better.some((each) => each.entity.code) && worse.some((each) => each.entity.code)) pairs.push({ better, worse });
  }
  for (const replaced of matchesOf(REPLACED, norm)) {
    const flow = /->|→|=>|⇒/.test(replaced[0]);
    if (flow && (norm.match(/->|→|=>|⇒/g)?.length !== 1 || !/^[\s\ue000-\ue8ff→⇒=>.,;-]*$/.test(norm))) continue;
    const worse = listBefore(sentence, replaced.index);
    const better = listAfter(sentence, replaced.index + replaced[0].length);
    if (worse.length > 0 && better.length > 0 && /(?:->|→|=>|⇒|replaced|wrapped|superseded|换成|改成|改为|写成|写作|敲成|替换|改用|换用)/.test(replaced[0])) pairs.push({ better, worse });
  }
  return pairs;
}

/** "prefix `pytest` with `uv run`", "`flutter` only through `fvm`": the second goes in front of the first. */
function wrappings(sentence: Sentence, match: RegExpExecArray): Pair[] {
  const after = sentence.norm.slice(match.index);
  const link = /\b(?:with|in|by|through|via|under|inside)\b/.exec(after);
  if (link === null) return [];
  const outer = listAfter(sentence, match.index + link.index + link[0].length);
  const between = sentence.mentions.filter((each) => each.at > match.index && each.at < match.index + link.index);
  const inner = between.length > 0 ? between : listBefore(sentence, match.index);
  if (match[0].startsWith("prepend") && /\bto\b/.test(after)) return between.length > 0 ? [{ better: between, worse: listAfter(sentence, match.index + after.indexOf(" to ") + 3) }] : [];
  return outer.length === 1 && inner.length > 0 ? [{ better: outer, worse: inner }] : [];
}

/** "…, use X", "; X does the same", ，一律改用 X. */
function betterAfter(sentence: Sentence, from: number): Mention[] {
  const match = /\b(?:uses?|prefers?|runs?|call|type|write|enter|say|read|go through|try|take|choose|pick|reach for|is)\b|(?:改用|请用|统一用|一律用|一律使用|统一使用|一律改用|换成|使用|改为|用|走)/.exec(sentence.norm.slice(from));
  if (match === null) return [];
  return listAfter(sentence, from + match.index + match[0].length);
}

function listAfter(sentence: Sentence, from: number): Mention[] {
  const list: Mention[] = [];
  let at = from;
  for (const mention of sentence.mentions) {
    if (mention.at < from) continue;
    const between = sentence.norm.slice(at, mention.at);
    const first = list.length === 0 && /^[\s:：(（"'“]*(?:(?:as|the|a|an|global|system|system-wide|installed|default|stock|usual|built-in|bare|plain|raw|use|run|using|running|calling|invoking|direct|directly|any|via|with|through|to|by|our|either|both|old|calls? to|你|直接|裸|命令|跑|执行|使用|用|再|去) ?)*(?:[a-z'-]+ ){0,2}[\s:：(（"'“]*$/.test(between);
    if (!first && !(list.length > 0 && GLUE.test(between))) break;
    list.push(mention);
    at = mention.at + 1;
  }
  return list;
}

function listBefore(sentence: Sentence, to: number): Mention[] {
  return mentionsUpTo(sentence, to, (between, isLast) => (isLast ? !/[.;。；]/.test(between) && between.length <= 60 : GLUE.test(between)));
}
