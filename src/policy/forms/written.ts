// What new text must not hold: words of code, imports. Read where the closed grammar found nothing, so always proposed: words
// that nobody read may limit it. Where it holds is read from paths, from kinds of files, and from the words of a place.

import { wordSet } from "../../base/index.ts";
import { anywhere, CODE_FILES, placeOfWords } from "../kinds/codePlaces.ts";
import type { Matcher } from "../match/rule.ts";
import type { Slots, Target } from "../grammar/slots.ts";
import type { Token } from "../tokens/sentenceTokens.ts";
import { samplePath } from "../explain/sampling.ts";
import { type Draft, isAny, notRead, onlyActs, type Sight, spansOf } from "./around.ts";
import { WRITTEN } from "../acts/meaning.ts";
import { type Code, codeInWords, codeOf, importIn, productsAfter } from "./writtenCode.ts";
import { globsOf, lastOf, NOWHERE, ownerOf, placeOf, testsFor, wordsOfPlace } from "./writtenWhere.ts";

/** Acts that put a word of code where it is not wanted; "call" is a way to run. */
const ACTS = wordSet("use run import add write create change read hardcode print follow start open put test load");

const USES = wordSet("use");

/** More words than these that nobody read, and the sentence says something else. */
const MOST_UNREAD = 3;

/** Titles, messages and branches have forms of their own. */
const OF_REQUESTS = /\b(?:PRs?|pull requests?|commits?|changelog|branch(?:es)?|tags?)\b|提交信息|提交消息|分支/i;

/** "Never use `x()` in the simulation", "`a` must not import `b`", "No exclusive tests (`it.only`)". */
export function written(sight: Sight): Draft[] {
  const { slots, tokens } = sight;
  // "`x` is read only in `y`"
  const only = slots.force === "only" || tokens.some(({ sense }) => sense?.val === "readonly");
  if (!isAny(only, slots.force === "never", isReplacement(slots))) return [];
  const said = tokens.map(({ text }) => text).join(" ");
  return OF_REQUESTS.test(said) ? [] : only ? onlyThere(slots, tokens) : banned(sight, said);
}

function banned(sight: Sight, said: string): Draft[] {
  const { slots, tokens } = sight;
  const forbids = slots.force === "never";
  const inWords = codeInWords(sight);
  if (isAny(forbids && !isPlainBan(sight, inWords.words), servesOnly(slots))) return [];
  const imports = namesImport(sight);
  const owner = doneBy(sight, imports);
  const things = thingsOf(sight, forbids).filter((each) => !owner.targets.includes(each));
  const spans = spansOf(things);
  const { codes: named, words } = spans.length === 0 && imports && owner.globs.length > 0 ? productsAfter(tokens) : inWords;
  const where = placeOf(slots, [...owner.words, ...wordsOfPlace(tokens, lastOf(tokens, things))]);
  const unread = slots.left.filter((each) => !where.read.has(each) && !words.has(each) && !SAYS_NOTHING.has(each.toLowerCase()));
  const asked = { rejected: !forbids, imports, plain: isPlain(slots, unread), uses: onlyUses(slots) };
  const codes = spans.length > 0 ? spans.flatMap((span) => codeOf(span, asked) ?? []) : named;
  const other = codes.length === 0 || codes.length < spans.length;
  const more = unread.length > mostUnread(sight, named !== inWords.codes);
  if (isAny(other, more, imports && slots.reach > 0 && spans.length > 0, isPhrase(tokens, where.guessed))) return [];
  const outside = [...globsOf([...slots.parts.outside.targets, ...slots.parts.except.targets]), ...testsFor(said)];
  const guessed = [...owner.guessed, ...where.guessed];
  return [draftOf(codes, { globs: [...owner.globs, ...where.globs].flatMap(anywhere), outside, guessed, unread })];
}

/** "Controllers must not call `x()`", 页面层禁止调用 `x()`: who must not, in words that a path may have. */
function doneBy({ slots, tokens, verbLast }: Sight, imports: boolean): ReturnType<typeof ownerOf> {
  const { parts, led, post } = slots;
  const force = tokens.findIndex(({ sense }) => sense?.cls === "never");
  const before = tokens.slice(0, force).filter(({ sense }) => sense?.cls !== "filler");
  const does = before.length === 1 && before[0]?.kind === "unknown" && parts.main.acts[0]?.form === "base";
  return imports || (does && !isAny(verbLast, led, post)) ? ownerOf(slots, tokens) : NOWHERE;
}

/** "In hot loops", "on user-controlled input": no path has such a phrase; "the physics engine" is a part of the project. */
const isPhrase = (tokens: readonly Token[], words: readonly string[]): boolean =>
  tokens.some(
    ({ text }, at) => words.includes(text) && words.includes(tokens[at + 1]?.text ?? "") && !/^the$/i.test(tokens[at - 1]?.text ?? ""),
  );

/** How many words may be left that nobody read: more in a list of products, few beside "it". */
function mostUnread({ verbLast, slots: { parts } }: Sight, listed: boolean): number {
  if (verbLast || parts.main.targets[0]?.kind === "it") return 1;
  return listed ? 2 * MOST_UNREAD : MOST_UNREAD;
}

/** Nothing limits the sentence, so a common word may be a word of code. */
const isPlain = ({ condition, parts: { main } }: Slots, unread: readonly string[]): boolean =>
  main.targets.length > 0 && unread.length === 0 && condition.every(({ text }) => COMMON_USES.test(text));

const onlyUses = (slots: Slots): boolean => !slots.led && slots.parts.main.acts.length > 0 && onlyActs(slots, USES);

/** "Never import `x`", and no "`x` hacks or import chains". */
function namesImport({ slots, tokens }: Sight): boolean {
  const [act] = slots.parts.main.acts;
  if (act?.verb !== "import") return false;
  return act.form === "ed" || tokens.slice(importIn(tokens)).some(({ span }) => span !== null) || productsAfter(tokens).codes.length > 0;
}

/** "Use `a`, not `b`" */
function isReplacement({ soft, weak, force, condition, parts: { rejected } }: Slots): boolean {
  return !isAny(
    soft,
    weak,
    force === "ask",
    condition.some(({ kind }) => kind !== "manner"),
    rejected.targets.length === 0,
  );
}

function thingsOf(sight: Sight, forbids: boolean): readonly Target[] {
  const { main, means, rejected } = sight.slots.parts;
  if (!forbids) return rejected.targets;
  // "`old_field` was removed; do not reintroduce it"
  const [it, more] = main.targets;
  const puts = main.acts.length > 0 || sight.slots.left.some((each) => UNKNOWN_ACTS.has(each.toLowerCase()));
  if (it?.kind === "it" && more === undefined && puts) return sight.named.map((span) => ({ kind: "span", span }));
  return (main.targets.length === 0 ? means.targets : main.targets).filter((each) => isForbidden(sight, each));
}

/** Acts that the tables do not have, because they say too little about anything else. */
const UNKNOWN_ACTS = wordSet("leave reintroduce emit rely declare access introduce 留下 引入 出现");

/** Those, and words for code in general behind the word of code that is meant. */
const SAYS_NOTHING: ReadonlySet<string> = new Set([
  ...UNKNOWN_ACTS,
  ...wordSet(
    "comment comments statement statements call calls cast casts type types usage usages code keyword keywords syntax macro macros",
    "attribute attributes field fields property properties prop props hook hooks function functions method methods class classes module",
    "object objects library package component tag tags decorator decorators annotation annotations helper operator",
  ),
  ...wordSet("pattern patterns query queries 语句 类型 调用"),
]);

/** "Never use `x()` for money": other uses are fine. */
const servesOnly = ({ condition }: Slots): boolean => condition.some(({ text }) => SERVES.test(text) && !COMMON_USES.test(text));

const SERVES = /^(?:for|para|pour|für|用于|用来)/i;

const COMMON_USES = /\b(?:logging|debugging|logs?|output|dates?|styling|it|this)\b|日志|调试/i;

/** It forbids by its own words: no consent, no condition, and nothing unread takes the place of the act. */
function isPlainBan({ slots, tokens, aside }: Sight, known: ReadonlySet<string>): boolean {
  const { main } = slots.parts;
  // "No `x` in committed code"
  const acts = main.acts.filter(({ verb, form }) => form !== "ed" || ACTS.has(verb));
  const limited = slots.condition.some(({ kind }) => kind !== "tail");
  const own = slots.led && (acts.some(({ group }) => group !== undefined) || slots.left.length > 0);
  if (isAny(slots.auto, slots.consent !== null, limited, own, slots.no && (aside || !opensWithNo(tokens)))) return false;
  // "Don't use `x` without `y`"
  if (slots.parts.without.targets.some((each) => each.kind === "span")) return false;
  const shown = slots.no && main.targets.some((each) => each.aside === true);
  return acts.every(({ verb }) => ACTS.has(verb)) && gapOf(slots, tokens, known) <= (shown ? 2 : Math.min(1, acts.length));
}

/** "(no `wait` parameter)", "`x`, no `y`" tell how things are. */
const opensWithNo = (tokens: readonly Token[]): boolean => /^no$/i.test(tokens.find(({ sense }) => sense?.cls !== "filler")?.text ?? "");

/** Unread words between the force and the act, without those of a place. */
function gapOf({ post, gap, left }: Slots, tokens: readonly Token[], known: ReadonlySet<string>): number {
  const near = new Set(wordsOfPlace(tokens, 0));
  return (post ? 0 : gap) - left.filter((each) => UNKNOWN_ACTS.has(each.toLowerCase()) || near.has(each) || known.has(each)).length;
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
    .flatMap((span) => codeOf(span, { rejected: false, imports: main.acts[0]?.verb === "import", uses: false, plain: true }) ?? []);
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
  const files = globs.length > 0 ? globs : filesOf(codes);
  const [first] = files;
  const matcher: Matcher = { kind: "content", pattern: codes.map(({ pattern }) => pattern).join("|"), when: "holds", globs: files };
  const fine: Pick<Draft, "exception"> =
    outside.length === 0 ? {} : { exception: { kind: "path", access: ["change", "create"], globs: outside } };
  return {
    effect: "deny",
    matcher,
    ...fine,
    reading: `${shownCodes(codes, shownPlace(globs, guessed))}${outside.length === 0 ? "" : `, except in ${quotedList(outside)}`}`,
    stopped: { call: { tool: "write", path: first === undefined ? "src/example.ts" : samplePath(first), content: codes[0]?.sample ?? "" } },
    doubts: [WRITTEN, ...(guessed.length > 0 ? [`which files ${guessed.join(", ")} means is a guess`] : []), ...notRead(unread)],
  };
}

/** Where such code is at all; a word that prose has too is looked for in code alone. */
const filesOf = (codes: readonly Code[]): readonly string[] => (codes.every(({ common }) => common) ? CODE_FILES : (codes[0]?.globs ?? []));

function shownCodes(codes: readonly Code[], where: string): string {
  const shown = codes.map(({ text, globs }) => (globs === undefined ? `\`${text}\`` : text)).join(" and ");
  if (codes.every(({ imported: is }) => is)) return `denies importing ${shown}${where === "" ? "" : ` in ${where}`}`;
  return `denies ${shown} in new text${where === "" ? "" : ` of ${where}`}`;
}

const quotedList = (texts: readonly string[]): string => texts.map((each) => `\`${each}\``).join(", ");

function shownPlace(globs: readonly string[], guessed: readonly string[]): string {
  if (globs.length === 0) return "";
  const plain = globs.filter((each) => !each.startsWith("**/"));
  const named = guessed.length === 0 ? [] : [`files whose path has ${guessed.map((each) => `"${each}"`).join(" or ")}`];
  return [...(plain.length > 0 ? [quotedList(plain)] : []), ...named].join(" and ");
}
