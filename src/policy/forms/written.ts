// What new text must not hold: words of code, imports. Read where the closed grammar found nothing, so always proposed: words
// that nobody read may limit it. Where it holds is read from paths, from kinds of files, and from the words of a place.

import { wordSet } from "../../base/index.ts";
import { anywhere, CODE_FILES, placeOfWords } from "../kinds/places.ts";
import { FILE_KINDS } from "../kinds/fileKinds.ts";
import { CODE_WORDS, importOf, isToken } from "../kinds/writtenText.ts";
import type { Matcher } from "../match/rule.ts";
import type { Slots, Target } from "../grammar/slots.ts";
import type { Span } from "../grammar/spans.ts";
import type { Token } from "../grammar/tokens.ts";
import { samplePath } from "../explain/sampling.ts";
import { type Draft, isAny, onlyActs, type Sight, spansOf, WRITTEN } from "./around.ts";

/** Acts that put a word of code where it is not wanted; "call" is a way to run. */
const ACTS = wordSet("use run import add write create change read hardcode print follow start skip open put test load");

/** More words than these that nobody read, and the sentence says something else. */
const MOST_UNREAD = 3;

/** Titles, messages and branches have forms of their own. */
const OF_REQUESTS = /\b(?:PRs?|pull requests?|commits?|changelog|branch(?:es)?|tags?)\b|提交信息|提交消息|分支/i;

/** "Never use `x()` in the simulation", "`a` must not import `b`", "No exclusive tests (`it.only`)". */
export function written(sight: Sight): Draft[] {
  const { slots, tokens } = sight;
  // "`x` is read only in `y`"
  const only = slots.force === "only" || tokens.some(({ sense }) => sense?.val === "readonly");
  if (only) return OF_REQUESTS.test(sight.text) ? [] : onlyThere(slots, tokens);
  const forbids = slots.force === "never";
  const told = forbids ? isPlainBan(sight) : isReplacement(slots);
  if (isAny(!told, servesOnly(slots), OF_REQUESTS.test(sight.text))) return [];
  const imports = slots.parts.main.acts[0]?.verb === "import";
  const owner = imports ? ownerOf(slots, tokens) : NOWHERE;
  const things = thingsOf(sight, forbids).filter((each) => !owner.targets.includes(each));
  const where = placeOf(slots, [...owner.words, ...wordsOfPlace(tokens, lastOf(tokens, things))]);
  const unread = slots.left.filter((each) => !where.read.has(each) && !SAYS_NOTHING.has(each.toLowerCase()));
  const plain = slots.condition.length + unread.length + where.guessed.length === 0 && slots.parts.main.targets.length > 0;
  const codes = spansOf(things).flatMap((span) => codeOf(span, { imports, plain }) ?? []);
  const most = sight.verbLast ? 1 : MOST_UNREAD;
  const other = codes.length === 0 || codes.length < spansOf(things).length;
  if (isAny(other, unread.length > most, imports && slots.reach > 0)) return [];
  const outside = globsOf([...slots.parts.outside.targets, ...slots.parts.except.targets]);
  return [draftOf(codes, { globs: [...owner.globs, ...where.globs].flatMap(anywhere), outside, guessed: where.guessed, unread })];
}

/** "Use `a`, not `b`" */
function isReplacement({ soft, weak, force, condition, parts: { rejected } }: Slots): boolean {
  return !isAny(soft, weak, force === "ask", condition.length > 0, rejected.targets.length === 0);
}

function thingsOf(sight: Sight, forbids: boolean): readonly Target[] {
  const { main, means, rejected } = sight.slots.parts;
  if (!forbids) return rejected.targets;
  return (main.targets.length === 0 ? means.targets : main.targets).filter((each) => isForbidden(sight, each));
}

/** Acts that the tables do not have, because they say too little about anything else. */
const UNKNOWN_ACTS = wordSet("leave reintroduce emit rely declare access introduce 留下 引入 出现");

/** Those, and words for code in general behind the word of code that is meant. */
const SAYS_NOTHING: ReadonlySet<string> = new Set([
  ...UNKNOWN_ACTS,
  ...wordSet(
    "comment comments statement statements call calls cast casts type types usage usages code keyword keywords syntax macro macros",
  ),
  ...wordSet("pattern patterns query queries 语句 类型 调用"),
]);

/** "Never use `x()` for money": other uses are fine. */
const servesOnly = ({ condition }: Slots): boolean => condition.some(({ text }) => SERVES.test(text) && !COMMON_USES.test(text));
const SERVES = /^(?:for|para|pour|für|用于|用来)/i;
const COMMON_USES = /\b(?:logging|debugging|logs?|output|dates?|styling|it|this)\b|日志|调试/i;

/** It forbids by its own words: no consent, no condition, and nothing unread takes the place of the act. */
function isPlainBan({ slots, tokens, aside }: Sight): boolean {
  const { main } = slots.parts;
  // "No `x` in committed code"
  const acts = main.acts.filter(({ verb, form }) => form !== "ed" || ACTS.has(verb));
  const limited = slots.condition.some(({ kind }) => kind !== "tail");
  const own = slots.led && (acts.some(({ group }) => group !== undefined) || slots.left.length > 0);
  if (isAny(slots.auto, slots.consent !== null, limited, own, slots.no && (aside || !opensWithNo(tokens)))) return false;
  const shown = slots.no && main.targets.some((each) => each.aside === true);
  return acts.every(({ verb }) => ACTS.has(verb)) && gapOf(slots, tokens) <= (shown ? 2 : Math.min(1, acts.length));
}

/** "(no `wait` parameter)", "`x`, no `y`" tell how things are. */
const opensWithNo = (tokens: readonly Token[]): boolean => /^no$/i.test(tokens.find(({ sense }) => sense?.cls !== "filler")?.text ?? "");

/** Unread words between the force and the act, without those of a place. */
function gapOf({ post, gap, left }: Slots, tokens: readonly Token[]): number {
  const near = new Set(wordsOfPlace(tokens, 0));
  return (post ? 0 : gap) - left.filter((each) => UNKNOWN_ACTS.has(each.toLowerCase()) || near.has(each)).length;
}

/** What is before the force does it, unless the sentence is turned: "`x` must not be used", "`x` is forbidden". */
function isForbidden({ slots, tokens, verbLast }: Sight, target: Target): boolean {
  const turned = slots.parts.main.acts.some(({ form }) => form === "ed");
  if (target.kind !== "span" || isAny(slots.led, slots.post, verbLast, turned)) return true;
  const force = tokens.findIndex(({ sense }) => sense?.cls === "never" || sense?.cls === "soft");
  return tokens.findIndex(({ span }) => span === target.span) > force;
}

/** "`process.env` may only be read in `src/config.ts`", "Only `src/env.ts` reads `process.env`". */
function onlyThere(slots: Slots, tokens: readonly Token[]): Draft[] {
  const { main, place, means } = slots.parts;
  if (
    isAny(
      slots.consent !== null,
      slots.condition.some(({ kind }) => kind !== "tail"),
      slots.left.length > 2,
    )
  )
    return [];
  const all = spansOf([...main.targets, ...means.targets, ...place.targets]);
  // "Only in `acme-telegram`": a package is a folder of that name.
  const folders = spansOf(place.targets).filter(({ type, text }) => type === "name" && /^[a-z]+-[a-z-]+$/.test(text));
  const paths = [...all.filter(({ type }) => type === "path").map(({ text }) => text), ...folders.map(({ text }) => `**/${text}/`)];
  const codes = all
    .filter((span) => span.type !== "path" && !folders.includes(span))
    .flatMap((span) => codeOf(span, { imports: main.acts[0]?.verb === "import", plain: true }) ?? []);
  const unused = main.acts.length === 0 || !onlyActs(slots, ACTS);
  if (isAny(unused, codes.length === 0, paths.length === 0, codes.length + paths.length < all.length)) return [];
  const { globs } = placeOfWords(wordsOfPlace(tokens, tokens.length - 1));
  return [draftOf(codes, { globs, outside: paths, guessed: [], unread: slots.left })];
}

interface Where {
  readonly globs: readonly string[];
  /** Where it is fine. */
  readonly outside: readonly string[];
  readonly guessed: readonly string[];
  readonly unread: readonly string[];
}

function draftOf(codes: readonly Code[], { globs, outside, guessed, unread }: Where): Draft {
  const shown = codes.map(({ text }) => `\`${text}\``).join(" and ");
  const files = globs.length > 0 ? globs : codes.every(({ common }) => common) ? CODE_FILES : [];
  const [first = ""] = files;
  const sample = outside.length > 0 && globs.length === 0 ? "src/example.ts" : first === "" ? "src/example.ts" : samplePath(first);
  const matcher: Matcher = { kind: "content", pattern: codes.map(({ pattern }) => pattern).join("|"), when: "holds", globs: files };
  return {
    effect: "deny",
    matcher,
    ...(outside.length === 0 ? {} : { exception: { kind: "path", access: ["change", "create"], globs: outside } }),
    reading: `denies ${shown} in new text${inWords(globs, guessed)}${outside.length === 0 ? "" : `, except in ${quotedList(outside)}`}`,
    stopped: { call: { tool: "write", path: sample, content: codes[0]?.sample ?? "" } },
    doubts: [
      WRITTEN,
      ...(guessed.length > 0 ? [`which files ${guessed.join(", ")} means is a guess`] : []),
      ...(unread.length > 0 ? [`these words were not understood: ${unread.slice(0, 6).join(", ")}`] : []),
    ],
  };
}

const quotedList = (texts: readonly string[]): string => texts.map((each) => `\`${each}\``).join(", ");

function inWords(globs: readonly string[], guessed: readonly string[]): string {
  if (globs.length === 0) return "";
  const plain = globs.filter((each) => !each.startsWith("**/"));
  const named = guessed.length === 0 ? [] : [`files whose path has ${guessed.map((each) => `"${each}"`).join(" or ")}`];
  return ` of ${[...(plain.length > 0 ? [quotedList(plain)] : []), ...named].join(" and ")}`;
}

interface Code {
  readonly text: string;
  readonly pattern: string;
  readonly sample: string;
  /** A word that prose has too. */
  readonly common: boolean;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");

/** `client.request("start", …)`, `style={{}}`: what is there in any case. */
const fixedPart = (text: string): string => text.split(/\.\.\.|…|\{\{|["'<]/)[0]?.trimEnd() ?? "";

interface Asked {
  readonly imports: boolean;
  /** Nothing limits the sentence, so a common word may be a word of code. */
  readonly plain: boolean;
}

function codeOf(span: Span, { imports, plain }: Asked): Code | null {
  const known = CODE_WORDS[span.text];
  if (known !== undefined && span.code) return { text: span.text, pattern: known.pattern, sample: known.shown, common: false };
  if (imports) return span.code || span.type === "name" ? imported(span) : null;
  if (!mayBeCode(span)) return null;
  const [, tag] = TAG.exec(span.text) ?? [];
  if (tag !== undefined) return { text: span.text, pattern: `<${tag}(?:[\\s/>]|$)`, sample: `<${tag}>`, common: false };
  if (SYMBOLS.test(span.text)) return { text: span.text, pattern: escaped(span.text), sample: ` ${span.text} `, common: false };
  const text = fixedPart(span.text).replace(/\(\)$/, "(");
  const common = /^[a-z]{4,}$/.test(text);
  if (OTHER.test(text) || COMMON.has(text) || !(common ? plain : looksLikeCode(span.text, text))) return null;
  return wordOfCode(span.text, text, common);
}

const looksLikeCode = (whole: string, fixed: string): boolean => isToken(whole) || isToken(fixed) || isSign(fixed);

/** In backticks, and no command, flag, address or path. */
function mayBeCode({ type, code, sure, words, text }: Span): boolean {
  const command = type === "command" && sure && !words.includes("*");
  const path = type === "path" && !/^\.[a-z]{3,}$/.test(text);
  return code && !isAny(command, path, /^(?:flag|address|statement|pipe|quote)$/.test(type));
}

function wordOfCode(shown: string, text: string, common: boolean): Code {
  const [front, back] = [/^\w/.test(text) ? "(?:^|[^\\w$])" : "", /\w$/.test(text) ? "(?:$|[^\\w$])" : ""];
  // `SomeSchema.parse`: any of them.
  const pattern = escaped(text)
    .replace(/^(?:Some|Your|My)(?=[A-Z])/, "\\w*")
    .replace(/\s+/g, "\\s+");
  return { text: shown, pattern: `${front}${pattern}${back}`, sample: ` ${text} `, common };
}

/** `<style>` */
const TAG = /^<([a-z][\w-]*)\s*\/?>$/i;

/** `…` */
const SYMBOLS = /^[^\w\s!-~]{1,3}$/u;

/** Names of variables, of branches, dates, marks of a list: not what code must not hold. */
const OTHER = /^(?!TODO|FIXME|XXX|HACK)[A-Z][A-Z0-9_]+$|^[\d:-]|^#+ /;
const COMMON = wordSet("main master true false null next data meta");

/** `export *`, `!important`, `style=`: no word of a language. */
const isSign = (text: string): boolean =>
  text.length >= 4 && text.length <= 40 && /[()=@!{}*$<>]|->|::/.test(text) && /[a-z]{2}/i.test(text);

/** `@acme/db`, `src/infra/`, `node:fs`: imported by its name, by its path, or by its folder from another. */
function imported({ text }: Span): Code | null {
  const name = text.replace(/\/?\*{0,2}$/, "").replace(/\.\w{1,4}$/, "");
  if (!/^[@~\w.][\w@~./:-]+$/.test(name)) return null;
  const last = name.slice(name.lastIndexOf("/") + 1);
  const folder = name.includes("/") && !name.startsWith("@") && last.length > 1;
  const pattern = folder ? `\\b(?:from|import|require|use|include)\\b[^\\n]*[/."'@]${escaped(last)}(?:[/."';:]|$)` : importOf(name);
  return { text, pattern, sample: `import x from "${folder ? "../" : ""}${folder ? last : name}";`, common: false };
}

interface Owner {
  readonly globs: readonly string[];
  readonly words: readonly string[];
  readonly targets: readonly Target[];
}

const NOWHERE: Owner = { globs: [], words: [], targets: [] };

/** "`packages/core` must not import `x`", "client components never import `y`": who must not. */
function ownerOf({ parts: { main, place } }: Slots, tokens: readonly Token[]): Owner {
  const force = tokens.findIndex(({ sense }) => sense?.cls === "never" || sense?.cls === "soft");
  const before = tokens.slice(0, Math.max(0, force));
  const spans = before.flatMap(({ span }) => (span === null ? [] : [span]));
  const targets = main.targets.filter((each) => each.kind === "span" && spans.includes(each.span));
  const named = spans.filter(({ type, text }) => type === "path" || /^@?[\w-]+\/[\w-]+$/.test(text));
  const words = before.flatMap(({ kind, text, sense }) => (kind === "unknown" || sense?.cls === "noun" ? [text] : []));
  return {
    globs: named.map(({ text }) => text).filter((each) => !globsOf(place.targets).includes(each)),
    words: named.length > 0 || words.length > 4 ? [] : words,
    targets,
  };
}

function lastOf(tokens: readonly Token[], targets: readonly Target[]): number {
  const spans = spansOf(targets);
  return tokens.findLastIndex(({ span }) => span !== null && spans.includes(span));
}

/** 在测试中使用: the place is before the act. */
const isAhead = (token: Token | undefined): boolean => token?.sense?.val === "at";

const opensPlace = (token: Token | undefined): boolean =>
  token?.sense?.cls === "in" ? !/^out/.test(token.sense.val) : /^(?:on|to)$/.test(token?.text ?? "");

/** "In table columns", 在测试中: the words behind a word for "in". */
function wordsOfPlace(tokens: readonly Token[], from: number): string[] {
  const words: string[] = [];
  for (let at = 0; at < tokens.length; at++) {
    if (!opensPlace(tokens[at]) || (at < from && !isAhead(tokens[at]) && tokens.slice(at, from).some(({ sense }) => sense?.cls === "act")))
      continue;
    for (let next = at + 1; next < tokens.length; next++) {
      const { kind, text, sense, span } = tokens[next] as Token;
      if (span !== null || (kind === "mark" && !/^[/、]$/.test(text))) break;
      if (sense !== null && !/^(?:filler|noun|and|or)$/.test(sense.cls)) break;
      if (sense === null || sense.cls === "noun") words.push(text);
    }
  }
  return words;
}

interface Placed {
  readonly globs: readonly string[];
  readonly guessed: readonly string[];
  readonly read: ReadonlySet<string>;
}

function placeOf({ parts: { place } }: Slots, words: readonly string[]): Placed {
  const named = globsOf(place.targets);
  if (named.length > 0) return { globs: named, guessed: [], read: new Set(words) };
  const { globs, guessed, unknown } = placeOfWords(words);
  return { globs, guessed, read: new Set(words.filter((each) => !unknown.includes(each))) };
}

const globsOf = (targets: readonly Target[]): string[] =>
  targets.flatMap((each) => {
    if (each.kind === "span") return each.span.type === "path" ? [each.span.text] : [];
    return each.kind === "noun" ? [...(FILE_KINDS[each.noun === "tests" ? "testfiles" : each.noun]?.globs ?? [])] : [];
  });
