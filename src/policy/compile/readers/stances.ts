// Two commands of one kind, said together: for one of them the sentence speaks, against the other it speaks. Which is
// which is read from the words around each, not from the shape of the sentence: `a` is gone, call `b`; 遇到 `a` 就换 `b`.

import { CUE } from "../../lexicon/cues.ts";
import { MANAGERS } from "../../lexicon/programs.ts";
import type { Draft } from "../draft.ts";
import { asks, hasCue, permits } from "../phrases/force.ts";
import type { Mention, Sentence } from "../text/sentence.ts";
import type { Unit } from "../text/unit.ts";
import { replacementDraft, TASK_RUNNERS } from "./replace.ts";

const ARTICLES = "(?: (?:the|our|a|an|any|your|use|using|run|running|call|calling|type|typing|bare|plain|raw|old|system|global|wrapper|command|always|only|just|more|for))*";
/** Right before a command that is not wanted. */
const NOT_THIS = new RegExp(`\\b(?:never|not|no|no longer(?: with| through| via| by)?|not (?:with|through|via)|don't|do not|avoid|stop|forget(?: about)?|drop|ditch|instead of|rather than|in place of|over|than|replaces?|replacing|(?:replacement|substitute) for|goodbye to|farewell to|away from|bare|plain|raw|naked|vanilla|(?:preferred|preferable|superior|preference) (?:to|over)|better than|ahead of|(?:switched|moved|migrated|changed) from|is our|substitute [^.;,]{1,30} for)${ARTICLES} $|(?:不用|不要用?|别再?用?|禁用|禁止(?:使用)?|弃用|告别|而不是|而非|不是|代替|替代|取代了?|裸用|裸|直接用|直接|不再用|不得使用) ?$`);
/** Right behind it. */
const IS_GONE = /^(?: (?:itself|alone|directly|here|calls?|on [a-z ]{1,20}?|by itself|on its own))* (?:(?:is|are)(?: (?:now|long|just|simply|also|far|way|much|all|both|hereby))* (?:gone|dead|deprecated|obsolete|outdated|retired|too [a-z]+|slow(?:er)?|old|broken|wrong|missing|unavailable|unsupported|forbidden|banned|prohibited|off[- ]limits|out|history|yesterday|a thing of the past|legacy|discouraged|unreliable|noise|not (?:installed|available|supported|used|to be used|allowed|permitted|an option|what we use|working)|no longer [a-z]+)\b|(?:does not|doesn't|do not|won't|will not|cannot|can't|no longer) (?:work|works|run|runs|exist|exists|find|know|see|pick|support|read|load|understand|use|respect)\b|(?:has|have) been (?:retired|removed|dropped|deprecated|swapped|phased out|superseded|replaced)\b|(?:picks|misses|ignores|skips|breaks|loses|lacks|fails|hangs|bypasses|resolves|takes the wrong|uses the wrong|finds the wrong|loads the wrong)\b|(?:should|must|has to) be (?=[\ue000-\ue0ff])|becomes (?=[\ue000-\ue0ff])|(?:is|are) not(?=[.,;!]|$)|belongs? to the past\b|(?:has|have) had (?:its|their) day\b|(?:has|have) been put to rest\b)|^ ?(?:已经?|早就?|现)?(?:被)?(?:弃用|淘汰|废弃|停用|下线|移除|过时|退役|退场|下岗|不用|成为历史|退休|告别|换掉|撤掉|取消)|^ ?(?:[^，。；]{0,4}太[^，。；]{1,3}|没装|没有装|未安装|不可用|[^，。；]{0,6}(?:不能用|用不了|跑不起来|不好使)|坏了|已(?:经)?被 ?(?=[\ue000-\ue0ff] ?(?:取代|代替|替代)))/;
/** The command stands where somebody would be tempted to use it. */
const TEMPTED = /(?:^|[,;:—–] ?|[\ue000-\ue8ff] )(?:and |so )?(?:where(?:ver)?|when(?:ever)?|if|every time|each time|any time|anywhere|anything|everything|whatever)\b(?=[^.;,]*\b(?:you|we|others?|people|guides?|tutorials?|docs?|readmes?|somebody|someone|used to be|projects?|instructions?)\b)[^.;,\ue000-\ue8ff]{0,50}$|(?:凡是?(?:要)?(?:用)?|从|遇到|想用|要用|需要|原本用|以前用|别人用|本来用)[^，。；\ue000-\ue8ff]{0,6}$|(?:文档|教程|别处|网上|示例)[^，。；\ue000-\ue8ff]{0,8}$/;
/** Right before a command that is wanted. */
const THIS = /\b(?:use|uses|type|call|run|write|say|enter|prefer|choose|pick|take|opt for|go (?:for|with|through)|stick (?:to|with)|reach for|it's|it is|(?:command|tool|way|one|choice|thing|call)(?: here| now)? is|(?:should|must|has to) be|becomes|is now|are now|through|via|with|in favou?r of|we have|switch to|always|only|standardi[sz]ed on|replaced by|done with|made with|migrated to|moved to|substitute)(?: (?:the|our|a|an|always|only|just|now|command|wrapper|plain|something like))* $|^(?:the )?$|(?:用|使用|都用|换|换成|换用|敲|写成?|统一|一律|拥抱|走|跑|改成|改为|请|认准|迁到了?|迁移到了?|就换|只有) ?$/;
/** Right behind it. */
const IS_THE_ONE = /^ ?(?:instead\b|is (?:what we|preferred|better|faster|the (?:one|way|right|tool|command|replacement|correct|only)|our|used|preferred|there for)|does (?:the same|that|it)|has replaced|replaces|takes (?:its|the) place|only[;,.]|here\b|now\b|for that\b)|^ ?(?:来)?(?:代替|替代|取代)|^ ?才(?:对|是)/;
/** What a command is led through. */
const ROUTED = /\b(?:goes?|made|done|run|called|started|invoked|wrapped|handled|routed|replaced|spelled|written)\b[^.;,]{0,15}\b(?:through|via|with|by|using|as)(?: the| our)? $/;
const STORY = /\b(?:used to (?!be [\ue000-\ue0ff] (?:is|are) now)|previously|was|were|sometimes|usually|often|may|might|either|both|equivalent|alias|same as|shorthand|short for|under the hood|installer|falls back)\b|等价|相当于|别名|以前|曾经|或者|都可以|都行/;
const WANTED = /\b(?:must|always|never|only|should|has to|have to|is (?:off|called|written|spelled|invoked|started|run)|are (?:off|called|written|invoked|started|run)|instead|bare|directly|wrap(?:ped|per)?|prefix(?:ed)?|everything|not)\b|必须|一律|统一|不要|别|勿|不得|禁止|前(?:面)?(?:要|需|必须)?加|都要|务必/;
/** Said to somebody: an order, or a word on what is used here. */
const TOLD = /^for [a-z ]{2,30},? (?:use|type|call|run|take)\b|^[a-z]+ (?:[a-z]+ ){0,4}(?:with|using|through|via) (?=[\ue000-\ue0ff])|(?:^|[.,;:—–] ?|\b(?:please|always|just|and|so|now|then|stop and) )(?:please |always |just |instead,? )*(?:use|type|call|run|write|say|enter|prefer|choose|pick|take|opt|go|stick|reach|swap|replace|substitute|switch|forget|say|drop)\b|\b(?:must|should|has to|have to|never|don't|do not|no|not|is now|are now|it's|it is|command is|tool of choice|is what we use|is our|are done|is done|goes through|go through|made through|made via|in favou?r of|forbidden|banned|off[- ]limits|becomes|preferred|preferable|does the same|is faster|works better)\b|(?:^|[，。；：] ?)(?:请|就|一律|统一|都|改|换|不要|别|禁|我们)?(?:用|使用|换|敲|写|改|走|跑|统一|拥抱|告别)|就换|请用|请写|取代|换成|改用|一律|不用/;

export function readStances(unit: Unit, index: number): Draft[] {
  const here = unit.sentences[index] as Sentence;
  const next = unit.sentences[index + 1];
  if (here.mentions.length === 0 || here.norm.length > LONGEST || here.mentions.length + (next?.mentions.length ?? 0) < 2 || !(hasCue(here, CUES) || (next !== undefined && hasCue(next, CUES)))) return [];
  const pairs = [...pairsIn(here, here), ...(next === undefined || next.norm.length > LONGEST ? [] : [...pairsIn(here, next), ...pairsIn(next, here)])];
  const made: Draft[] = [];
  for (const [worse, better] of pairs.toSorted((a, b) => Number(isWrapped(b)) - Number(isWrapped(a)))) {
    const draft = made.some((each) => each.shown === `\`${worse.entity.text}\``) ? null : replacementDraft(worse.entity, better.entity, here.row);
    if (draft !== null) made.push(draft);
  }
  return made;
}

function isWrapped([worse, better]: readonly [Mention, Mention]): boolean {
  return wraps(better.entity.words, innerWords(worse));
}

const LONGEST = 240;
const CUES = CUE.no | CUE.swap | CUE.only | CUE.limit;

/** What the first sentence speaks against, and what the second puts in its place. */
function pairsIn(against: Sentence, inFavour: Sentence): (readonly [worse: Mention, better: Mention])[] {
  if (!against.mentions.some((each) => each.entity.type === "command" || each.entity.type === "name") || !inFavour.mentions.some((each) => each.entity.type === "command" || each.entity.type === "name")) return [];
  const said = against === inFavour ? against.norm : `${against.norm} ${inFavour.norm}`;
  if (STORY.test(said) || permits(against) || asks(against) || /[?？]/.test(said)) return [];
  const pairs: (readonly [Mention, Mention])[] = [];
  for (const worse of against.mentions) {
    for (const better of inFavour.mentions) {
      if (!isCommand(worse, against) || !isCommand(better, inFavour) || better.entity.text === worse.entity.text || (against === inFavour && areListed(worse, better, against))) continue;
      const wrapper = wraps(better.entity.words, innerWords(worse));
      if (!wrapper && !isKin(worse, better)) continue;
      if (wrapper && WANTED.test(said) && !speaksAgainst(better, inFavour)) pairs.push([worse, better]);
      else if ((TOLD.test(against.norm) || TOLD.test(inFavour.norm)) && !speaksAgainst(better, inFavour) && ((speaksAgainst(worse, against) && speaksFor(better, inFavour)) || (against === inFavour && better.at > worse.at && ROUTED.test(against.norm.slice(worse.at + 1, better.at))))) pairs.push([worse, better]);
    }
  }
  return pairs;
}

/** "`a` and `b` are forbidden" speaks of both alike. */
function areListed(a: Mention, b: Mention, { norm }: Sentence): boolean {
  return /^[\s,/、&\ue000-\ue0ff]*(?:(?:and|or|nor|和|与|或|及) ?[\s,/、&\ue000-\ue0ff]*)*$/.test(norm.slice(Math.min(a.at, b.at) + 1, Math.max(a.at, b.at)));
}

function speaksAgainst({ at }: Mention, { norm }: Sentence): boolean {
  // "`a` and `b` are gone"
  const next = /^(?: ?(?:,|and|or|nor|\/|、|和|与|或) ?)+(?=[\ue000-\ue0ff])/.exec(norm.slice(at + 1));
  if (next !== null && IS_GONE.test(norm.slice(at + 2 + next[0].length))) return true;
  return NOT_THIS.test(norm.slice(0, at)) || TEMPTED.test(norm.slice(0, at)) || IS_GONE.test(norm.slice(at + 1)) || /^ ?(?:的地方|时候?[，,]|就换|之处)/.test(norm.slice(at + 1));
}

function speaksFor({ at }: Mention, { norm }: Sentence): boolean {
  return THIS.test(norm.slice(0, at)) || IS_THE_ONE.test(norm.slice(at + 1));
}

/** A name that nobody knows is a program only where somebody is told to run it. */
function isCommand({ at, entity }: Mention, { norm }: Sentence): boolean {
  return entity.type === "command" || (entity.type === "name" && entity.code && /^[a-z][a-z0-9]*$/.test(entity.text) && /\b(?:use|call|type|run|say|enter|with|command is) $|(?:用|换成?|敲|跑) ?$/.test(norm.slice(0, at)) && !/\btools? with $/.test(norm.slice(0, at)));
}

function innerWords({ entity }: Mention): readonly string[] {
  return entity.type === "command" ? entity.words : [entity.text];
}

/** `tsc` and `pnpm exec tsc`, `gradle` and `./gradle`. */
export function wraps(outer: readonly string[], inner: readonly string[]): boolean {
  const front = outer.length - inner.length;
  if (front === 0) return inner.length === 1 && outer[0] !== inner[0] && (outer[0] as string).endsWith(`/${inner[0]}`);
  return front > 0 && front <= 4 && inner.every((word, at) => outer[front + at] === word) && outer[0] !== inner[0] && !/^--?(?!m$)[a-z]/.test(outer[front - 1] as string);
}

/** Do they do the same work? One word each, the same program, or a word in common. */
function isKin(a: Mention, b: Mention): boolean {
  const [one, two] = [innerWords(a), innerWords(b)];
  const [first = "", second = ""] = [one[0], two[0]];
  // `terraform plan` does not do what `terraform apply` does.
  if (first === second) return false;
  if (TASK_RUNNERS.has(first) && TASK_RUNNERS.has(second)) return true;
  if (MANAGERS[first] !== undefined && MANAGERS[first]?.family === MANAGERS[second]?.family) return true;
  if (one.length === 1 && two.length === 1) return a.entity.type === "command" || b.entity.type === "command";
  return one.join("-").startsWith(two.join("-")) || two.join("-").startsWith(one.join("-")) || one.some((word) => word.length > 2 && two.includes(word));
}
