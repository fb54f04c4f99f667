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
import { ANY, COMMAND, type Mention, type Sentence } from "../text/sentence.ts";
import type { Unit } from "../text/unit.ts";
import { type Pair, pairsOf } from "./replacePairs.ts";
import { prepared } from "../text/scan.ts";

const USE_AFTER = new RegExp(`[,;:—–，；：] ?(?:please |always |instead |just |but |and )*(?:use|run|prefer|go through|call|改用|请用|用|使用|一律用|一律改用|统一用|换成)\\s?(?:the |our )?([${COMMAND}])`);
const USE_NEAR = new RegExp(`(?:^|[,:;—–] ?|\\b(?:is|are|and|please|always|just|so) )(?:please |always |just |instead,? |rather,? )*(?:use|run|prefer|go through|call|started? through|started? with|through|via|with|using)\\b[^.${ANY}]{0,40}([${COMMAND}])|^[a-z]+ (?:using|with|via|through) ([${COMMAND}])|(?:用|使用|改用|通过|走|请跑|请用)\\s?([${COMMAND}])|\\b(?:wrapper|script|task) ([${COMMAND}])|\\b(?:correct|right|preferred|official) [a-z ]{2,24} is ([${COMMAND}])|\\b(?:managed|handled|installed|added|done|built|run|maintained) (?:by|with|through|via|using) ([${COMMAND}])|\\b(?:we(?:'re| are)?|everything|everyone|all of us|this (?:project|repo|repository)|the (?:project|team|repo)) (?:[a-z'-]+ ){0,4}(?:with|on|by|through|via|using|uses?) ([${COMMAND}])|([${COMMAND}]) (?:does the same|is the (?:way|wrapper|replacement)|instead|is there for that|exists for that)`);
const A_COMMAND = new RegExp(`[${COMMAND}]`);
const GOES_THROUGH = new RegExp(`\\b(?:managed|handled|installed|added|done|built|run|maintained) (?:by|with|through|via|using) ([${COMMAND}])|(?:统一|一律|都|全部|改)(?:走|用|使用|通过) ?([${COMMAND}])|\\b(?:we(?:'re| are)?|everything|everyone) (?:[a-z'-]+ ){0,3}(?:with|on|using|uses?) ([${COMMAND}])|\\b(?:go(?:es)?|run|runs|started|executed|called|invoked|done) (?:only |always )?(?:through|via|with|under|inside) ([${COMMAND}])|\\b(?:wrapper|script|task) ([${COMMAND}])|([${COMMAND}]) (?:is there for that|exists for that|does that|is the wrapper)`);
const ONLY_MANAGER = new RegExp(`(?:\\b(?:only|always|exclusively|solely|must|strictly)\\b[^.;${ANY}]{0,30}?\\b(?:use|with)\\b|\\b(?:use|with)\\b[^.;${ANY}]{0,12}?(?:only|exclusively|always)|\\b(?:use)\\b|(?:只用|只能用|只使用|只能使用|仅用|仅使用|一律用|一律使用|统一用|统一使用|必须用|必须使用|均使用|都用)) ?([${COMMAND}])`);

const LONGEST = 320;

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
  if (worse.length === 1 && better.length === 2 && ONE_OFF.has(from) && /^(?:exec|dlx|x)$/.test(better[1] as string)) return { kind: "words", words: better };
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
  if ((prepared(RUNNERS).test(better.join(" ")) || WRAPPERS.has(to)) && !better.includes(from) && better.length <= 3 && !/^(?:test|lint|build|check)$/.test(better.at(-1) as string)) return { kind: "words", words: [...better, ...worse] };
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
  const through = prepared(GOES_THROUGH).exec(here.norm);
  if (through !== null) {
    const place = through.index + through[0].search(A_COMMAND);
    const found = here.mentions.find((each) => each.at === place);
    if (found !== undefined) return found;
  }
  for (const at of [index + 1, index - 1, index + 2]) {
    const other = unit.sentences[at];
    if (other === undefined) continue;
    const match = prepared(USE_NEAR).exec(other.norm);
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
