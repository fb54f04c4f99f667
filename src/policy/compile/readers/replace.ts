// Replacements: "use X instead of Y", "X, not Y", "never Y; use X", 一律用 X，不要 Y. Y must be a command, otherwise it is
// a matter of code. What can be replaced word for word is rewritten; the rest is held and the alternative named.

import { CUE } from "../../lexicon/cues.ts";
import { NEVER } from "../../lexicon/english.ts";
import { MANAGERS, SAME_PROGRAM } from "../../lexicon/programs.ts";
import { toldAs } from "../../lexicon/sameNames.ts";
import { any, commandMatcher } from "../../match/patterns.ts";
import type { Matcher, Replacement } from "../../match/rule.ts";
import type { Draft } from "../draft.ts";
import type { Entity } from "../text/classify.ts";
import { matchesOf } from "../text/scan.ts";
import { ANY, COMMAND, type Mention, type Sentence } from "../text/sentence.ts";
import type { Unit } from "../text/unit.ts";

const USE_AFTER = new RegExp(`[,;:—–，；：] ?(?:please |always |instead |just |but |and )*(?:use|run|prefer|go through|call|改用|请用|用|使用|一律用|一律改用|统一用|换成)\\s?(?:the |our )?([${COMMAND}])`);
const USE_NEAR = new RegExp(`(?:^|[,:;—–] ?|\\b(?:is|are|and|please|always|just|so) )(?:please |always |just |instead,? |rather,? )*(?:use|run|prefer|go through|call|started? through|started? with|through|via|with|using)\\b[^.${ANY}]{0,40}([${COMMAND}])|^[a-z]+ (?:using|with|via|through) ([${COMMAND}])|(?:用|使用|改用|通过|走|请跑|请用)\\s?([${COMMAND}])|\\b(?:wrapper|script|task) ([${COMMAND}])|\\b(?:correct|right|preferred|official) [a-z ]{2,24} is ([${COMMAND}])|\\b(?:managed|handled|installed|added|done|built|run|maintained) (?:by|with|through|via|using) ([${COMMAND}])|\\b(?:we(?:'re| are)?|everything|everyone|all of us|this (?:project|repo|repository)|the (?:project|team|repo)) (?:[a-z'-]+ ){0,4}(?:with|on|by|through|via|using|uses?) ([${COMMAND}])|([${COMMAND}]) (?:does the same|is the (?:way|wrapper|replacement)|instead|is there for that|exists for that)`);
const A_COMMAND = new RegExp(`[${COMMAND}]`);
const GOES_THROUGH = new RegExp(`\\b(?:managed|handled|installed|added|done|built|run|maintained) (?:by|with|through|via|using) ([${COMMAND}])|(?:统一|一律|都|全部|改)(?:走|用|使用|通过) ?([${COMMAND}])|\\b(?:we(?:'re| are)?|everything|everyone) (?:[a-z'-]+ ){0,3}(?:with|on|using|uses?) ([${COMMAND}])|\\b(?:go(?:es)?|run|runs|started|executed|called|invoked|done) (?:only |always )?(?:through|via|with|under|inside) ([${COMMAND}])|\\b(?:wrapper|script|task) ([${COMMAND}])|([${COMMAND}]) (?:is there for that|exists for that|does that|is the wrapper)`);
const ONLY_MANAGER = new RegExp(`(?:\\b(?:only|always|exclusively|solely|must|strictly)\\b[^.;${ANY}]{0,30}?\\b(?:use|with)\\b|\\b(?:use|with)\\b[^.;${ANY}]{0,12}?(?:only|exclusively|always)|\\b(?:use)\\b|(?:只用|只能用|只使用|只能使用|仅用|仅使用|一律用|一律使用|统一用|统一使用|必须用|必须使用|均使用|都用)) ?([${COMMAND}])`);

const LONGEST = 320;
/** "… in fresh worktrees", "… if the cache is cold": it holds in cases that nobody can tell here. */
const IN_SOME_CASES = /^ ?(?:in|on|during|when|if|while|under) (?!this|the (?:repo|project|workspace|monorepo|root|whole)|every|all|any|our|here|both|everything|these|shell|scripts|commands|docs|ci\b)/;

const GLUE = /^[\s,/、&()]*(?:(?:and|or|nor|not|never|no|the|bare|plain|raw|a|command|commands|和|与|或|以及|也不|也别|也不要|还有) ?[\s,/、&()]*)*$/;
const BETTER_THEN_WORSE = /(?<=\bprefer(?:red|ably|s)? (?:the |using |to use )?[\ue000-\ue0ff]) to\b|\b(?:instead of|rather than|in place of|in lieu of|as opposed to|in preference to)\b|\bover\b|(?:,|\(|—|–| and| but|;)? ?\b(?:not|never)\b(?= (?:as |by |use |run |call |bare |plain |raw |the |a |your |our |global |system |system-wide |installed |default |stock |old |usual |built-in |via |with |through |invoke |directly )*[\ue000-\ue0ff])|(?:而不是|而非|不是|代替|替代|取代|替换|不要|别|不用|禁用|禁止|不得|不使用|勿用|弃用|告别|不走|不再|不许|不准|不能)(?:再|去|裸|直接|单独|单|光|继续|随便)*(?:用|使用|跑|执行|敲|调用|运行|调)?(?=\s?[\ue000-\ue0ff])/g;
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

export function readReplacement(unit: Unit, index: number): Draft[] {
  const sentence = unit.sentences[index] as Sentence;
  if ((sentence.cues & CUE.swap) === 0 || !sentence.mentions.some((each) => each.entity.type === "command") || sentence.norm.length > LONGEST) return [];
  const made: Draft[] = [];
  const taken = new Set<Mention>();
  for (const pair of pairsOf(sentence)) {
    // "`a` instead of `b`, `c` instead of `d`": each name stands in one pair.
    if (made.length > 0 && [...pair.better, ...pair.worse].some((each) => taken.has(each))) continue;
    const found = drafts(sentence, pair);
    made.push(...found);
    if (found.length > 0) for (const each of [...pair.better, ...pair.worse]) taken.add(each);
  }
  return made;
}

interface Pair {
  readonly better: readonly Mention[];
  readonly worse: readonly Mention[];
}

function pairsOf(sentence: Sentence): Pair[] {
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
  const list: Mention[] = [];
  let end = to;
  for (let at = sentence.mentions.length - 1; at >= 0; at--) {
    const mention = sentence.mentions[at] as Mention;
    if (mention.at >= to) continue;
    const between = sentence.norm.slice(mention.at + 1, end);
    if (list.length === 0 ? /[.;。；]/.test(between) || between.length > 60 : !GLUE.test(between)) break;
    list.unshift(mention);
    end = mention.at;
  }
  return list;
}

function drafts(sentence: Sentence, { better, worse }: Pair): Draft[] {
  const good = better.filter((each) => each.entity.type === "command" || (each.entity.type === "name" && /^[a-z][\w-]*$/.test(each.entity.text)));
  const alternative = good.at(-1);
  const bad = worse.filter((each) => each.entity.type === "command" || (each.entity.type === "name" && each.entity.code && /^[a-z][a-z0-9_-]+$/.test(each.entity.text) && alternative?.entity.sure === true && alternative.entity.words.length > 1));
  if (bad.length === 0 || alternative === undefined || bad.length < worse.length) return [];
  const made: Draft[] = [];
  for (const mention of bad) {
    const draft = replacementDraft(mention.entity, alternative.entity, sentence.row);
    if (draft !== null) made.push(draft);
  }
  return made;
}

/** Y → X as a draft; null where Y may be code and X gives no proof that commands are meant. */
export function replacementDraft(worse: Entity, better: Entity, row: number): Draft | null {
  const certain = worse.sure || (better.type === "command" && better.sure);
  if (!certain || (better.type === "name" && !(worse.sure && worse.words.length === 1 && better.code))) return null;
  const words = better.type === "command" ? better.words : [better.text];
  const old = worse.type === "command" ? worse.words : [worse.text];
  if (words.every((word, at) => old[at] === word)) return null;
  const plain = commandMatcher(old, { open: worse.open });
  const name = (words[0] as string).replace(/^.*\//, "");
  const same = toldAs(name) === toldAs(old[0] as string) || SAME_PROGRAM[old[0] as string]?.includes(name) === true;
  const matcher: Matcher = same && plain.kind === "command" ? { ...plain, pattern: { ...plain.pattern, exact: true } } : plain;
  const fixed = !better.open && !words.slice(1).some((word) => /[*/<>[\]{}"]/.test(word) && !/^\.\//.test(word));
  const replacement: Replacement = containing(old, words) ?? (fixed ? replacementFor(old, words) : { kind: "named", shown: words.join(" ") });
  return { effect: "rewrite", matcher, replacement, shown: `\`${worse.text}\``, instead: words.join(" "), row };
}

/** `uv pip install -e .` for `pip install`: what stands in front of the old words, and no more. */
function containing(worse: readonly string[], better: readonly string[]): Replacement | null {
  const at = better.findIndex((_, index) => index > 0 && worse.every((word, place) => better[index + place] === word));
  return at === -1 ? null : { kind: "words", words: better.slice(0, at + worse.length) };
}

/** A manager that is named for a tool is meant to run it. */
const RUN_WITH: Readonly<Record<string, readonly string[]>> = { pnpm: ["pnpm"], yarn: ["yarn"], npm: ["npx"], bun: ["bunx"], uv: ["uv", "run"], poetry: ["poetry", "run"], bundle: ["bundle", "exec"], pdm: ["pdm", "run"], pipenv: ["pipenv", "run"] };

/** Each runs a package's tool once. */
const ONE_OFF = new Set(["npx", "bunx", "pnpx"]);

/** Each runs a file of the same language. */
const RUNTIMES = new Set(["node", "bun", "deno", "tsx", "ts-node", "esno", "swc-node"]);

const RUNNERS = /^(?:uv run|uvx|poetry run|pdm run|pipenv run|rye run|hatch run|pixi run|bundle exec|npx|pnpm exec|pnpm dlx|yarn exec|bunx|bun x|fvm|mise exec --|mise x --|nix develop -c|docker compose exec \S+|docker compose run(?: --rm)? \S+|dotenv --|doppler run --|op run --|conda run|asdf exec|nix run|devbox run|xvfb-run|rtk)$/;
const WRAPPERS = new Set(["fvm", "rtk", "xvfb-run", "direnv", "dotenv", "mise", "asdf", "proxychains", "aws-vault", "doppler", "envchain"]);
/** Git commands that take the same arguments. */
const GIT_PAIRS = new Set(["checkout -b>switch -c", "checkout -B>switch -C", "checkout -->restore", "push --force>push --force-with-lease", "push -f>push --force-with-lease", "add -A>add -u", "branch -D>branch -d", "pull --rebase>pull", "checkout -b>switch --create"]);
export const TASK_RUNNERS = new Set(["just", "make", "task", "mage", "nx", "turbo", "earthly", "breeze"]);
/** Tools that read other arguments than the ones they stand in for: the alternative is named, not put in. */
const OTHER_ARGUMENTS = new Set(["find>fd", "sed>sd", "curl>http", "curl>xh", "curl>httpie", "wget>curl", "curl>wget", "cat>sed", "grep>ast-grep", "sed>ast-grep", "ls>tree", "docker>podman-compose", "vim>nano"]);

export function replacementFor(worse: readonly string[], better: readonly string[]): Replacement {
  const from = worse[0] as string;
  const to = better[0] as string;
  const family = MANAGERS[from]?.family;
  if (worse.length === 1 && better.length === 1 && ONE_OFF.has(from) && ONE_OFF.has(to)) return { kind: "words", words: [to] };
  if (worse.length === 1 && family === "node" && MANAGERS[to]?.family === "node" && better.length <= 2) return { kind: "manager", to };
  if (worse.length === 1 && better.length === 1) {
    if (family !== undefined && family === MANAGERS[to]?.family && family !== "system") return { kind: "manager", to };
    if (RUNTIMES.has(from) && RUNTIMES.has(to)) return { kind: "words", words: [to] };
    const runner = RUN_WITH[to];
    if (runner !== undefined && MANAGERS[from] === undefined) return { kind: "words", words: [...runner, from] };
    if (TASK_RUNNERS.has(to) && !TASK_RUNNERS.has(from)) return { kind: "named", shown: to };
    if (OTHER_ARGUMENTS.has(`${from}>${to}`)) return { kind: "named", shown: to };
  }
  if (better.length > 1 && /^(?:node|python3?|bash|sh|perl|ruby|php|deno|bun)$/.test(to) && /^-(?:[ecm]|-eval|-command)$/.test(better.at(-1) as string)) return { kind: "named", shown: better.join(" ") };
  if (from === "git" && to === "git" && worse.some((word) => word.startsWith("-")) && !GIT_PAIRS.has(`${worse.slice(1).join(" ")}>${better.slice(1).join(" ")}`)) return { kind: "named", shown: better.join(" ") };
  if (worse.length === 1 && from === "pip" && to === "uv" && better.length <= 2 && better[1] !== "run") return better[1] === "add" ? { kind: "manager", to: "uv" } : { kind: "words", words: ["uv", "pip"] };
  if ((RUNNERS.test(better.join(" ")) || WRAPPERS.has(to)) && !better.includes(from) && better.length <= 3 && !/^(?:test|lint|build|check)$/.test(better.at(-1) as string)) return { kind: "words", words: [...better, ...worse] };
  return { kind: "words", words: better };
}

/** "Only pnpm", "always use pnpm": the other managers of its family are meant. */
export function readOnlyManager(unit: Unit, index: number): Draft[] {
  const sentence = unit.sentences[index] as Sentence;
  const { norm } = sentence;
  if (!sentence.mentions.some((each) => each.entity.type === "command" && each.entity.words.length === 1)) return [];
  const match = ONLY_MANAGER.exec(norm);
  if (match === null) return [];
  const mention = sentence.mentions.find((each) => each.at === match.index + match[0].length - 1);
  if (mention === undefined || mention.entity.words.length !== 1) return [];
  const around = norm.slice(Math.max(0, match.index - 12), mention.at) + norm.slice(mention.at + 1, mention.at + 26).replace(/[.;].*$/, "");
  const strong = /\b(?:only|exclusively|solely|always|strictly|must|nothing else|no other)\b|只|仅|一律|统一|必须|均|都/.test(around);
  if (!strong || norm.search(NEVER) !== -1) return [];
  const to = mention.entity.words[0] as string;
  const own = MANAGERS[to];
  if (own === undefined || own.family === "system" || own.runner === undefined && !["yarn", "poetry", "pdm", "pipenv"].includes(to)) return [];
  const others = (own.family === "node" ? ["npm", "yarn", "pnpm", "bun"] : ["pip", "poetry", "pipenv"]).filter((name) => name !== to && !sentence.mentions.some((each) => each.entity.words[0] === name));
  const matcher: Matcher = any(others.map((name) => commandMatcher([name])));
  return [{ effect: "rewrite", matcher, replacement: to === "uv" ? { kind: "words", words: ["uv", "pip"] } : { kind: "manager", to }, shown: others.map((name) => `\`${name}\``).join(", "), instead: to, row: sentence.row }];
}

/** For a prohibition of a command: the one that the same clause says to use. */
export function alternativeNear(unit: Unit, index: number): Mention | null {
  const here = unit.sentences[index] as Sentence;
  const same = betterAfterBan(here);
  if (same !== null) return same;
  const through = GOES_THROUGH.exec(here.norm);
  if (through !== null) {
    const place = through.index + through[0].search(A_COMMAND);
    const found = here.mentions.find((each) => each.at === place);
    if (found !== undefined) return found;
  }
  for (const at of [index + 1, index - 1, index + 2]) {
    const other = unit.sentences[at];
    if (other === undefined) continue;
    const match = USE_NEAR.exec(other.norm);
    if (match === null) continue;
    const place = match.index + match[0].search(A_COMMAND);
    const found = other.mentions.find((each) => each.at === place);
    if (found !== undefined) return found;
  }
  return null;
}

function betterAfterBan(sentence: Sentence): Mention | null {
  const match = USE_AFTER.exec(sentence.norm);
  if (match === null) return null;
  return sentence.mentions.find((each) => each.at === match.index + match[0].length - 1) ?? null;
}
