// What new text must not hold: words of code, imports. Read where the closed grammar found nothing, so always proposed. Where
// it holds is read from paths and from kinds of files; a word that nobody read, or a place that no path shows, leaves it advice.

import { wordSet } from "../../base/index.ts";
import { FILE_KINDS } from "../kinds/fileKinds.ts";
import { anywhere, CODE_FILES, globsOfWord } from "../kinds/places.ts";
import type { Matcher } from "../match/rule.ts";
import type { Slots, Target } from "../grammar/slots.ts";
import type { Token } from "../tokens/tokens.ts";
import { samplePath } from "../explain/sampling.ts";
import { type Draft, isAny, onlyActs, type Sight, spansOf } from "./around.ts";
import { WRITTEN } from "../acts/meaning.ts";
import { type Code, codeInWords, codeOf, importIn } from "./writtenCode.ts";

/** Acts that put a word of code where it is not wanted; "call" is a way to run. */
const ACTS = wordSet("use run import add write create change read hardcode print follow start open put test load");

const USES = wordSet("use");

/** Titles, messages and branches have forms of their own. */
const OF_REQUESTS = /\b(?:PRs?|pull requests?|commits?|changelog|branch(?:es)?|tags?)\b|提交信息|提交消息|分支/i;

/** "Never use `x()` in `src/sim/`", "`a/` must not import `b`", "No exclusive tests (`it.only`)". */
export function written(sight: Sight): Draft[] {
  const { slots, tokens } = sight;
  const said = tokens.map(({ text }) => text).join(" ");
  const forbids = slots.force === "never";
  const inWords = codeInWords(sight);
  const told = forbids ? isPlainBan(sight, inWords.words) : isReplacement(slots);
  // "`x` is read-only", "do not use `x` before `y`", "never both `x` and `y`"
  const other =
    tokens.some(({ sense, text }) => sense?.val === "readonly" || /^both$/i.test(text)) || slots.parts.before.targets.length > 0;
  if (isAny(!told, other, servesOnly(slots), OF_REQUESTS.test(said))) return [];
  const imports = namesImport(sight);
  const owner = imports ? ownerOf(slots, tokens) : NOWHERE;
  const things = thingsOf(sight, forbids).filter((each) => !owner.targets.includes(each));
  const spans = spansOf(things);
  const named = globsOf(slots.parts.place.targets).flatMap(anywhere);
  const words = [...owner.words, ...wordsOfPlace(tokens, lastOf(tokens, things))];
  const places = named.length > 0 ? [named] : words.map(globsOfWord);
  const isRead = (word: string): boolean => words.includes(word) || inWords.words.has(word) || SAYS_NOTHING.has(word.toLowerCase());
  if (places.some((each) => each === null) || !slots.left.every(isRead)) return [];
  const plain = things.length > 0 && slots.condition.every(({ text }) => COMMON_USES.test(text));
  const asked = { rejected: !forbids, imports, plain, uses: onlyUses(slots) };
  const codes = spans.length > 0 ? spans.flatMap((span) => codeOf(span, asked) ?? []) : inWords.codes;
  if (isAny(codes.length === 0, codes.length < spans.length, imports && slots.reach > 0 && spans.length > 0)) return [];
  const outside = [...globsOf([...slots.parts.outside.targets, ...slots.parts.except.targets]), ...testsFor(said)];
  return [draftOf(codes, [...owner.globs.flatMap(anywhere), ...new Set(places.flatMap((each) => each ?? []))], outside)];
}

const onlyUses = (slots: Slots): boolean => !slots.led && slots.parts.main.acts.length > 0 && onlyActs(slots, USES);

/** "Never import `x`", and no "`x` hacks or import chains". */
function namesImport({ slots, tokens }: Sight): boolean {
  const [act] = slots.parts.main.acts;
  return act?.verb === "import" && (act.form === "ed" || tokens.slice(importIn(tokens)).some(({ span }) => span !== null));
}

/** "Use `a`, not `b`" */
function isReplacement({ soft, weak, force, condition, parts: { rejected } }: Slots): boolean {
  const limited = condition.some(({ kind }) => kind !== "manner");
  return !isAny(soft, weak, force === "ask", limited, rejected.targets.length === 0);
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
    "object objects library package component tag tags decorator decorators annotation annotations helper operator element elements",
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

interface Owner {
  readonly globs: readonly string[];
  readonly words: readonly string[];
  readonly targets: readonly Target[];
}

const NOWHERE: Owner = { globs: [], words: [], targets: [] };

/** "`packages/core` must not import `x`", "tests never import `y`", "`x` is never imported from `src/`": who must not. */
function ownerOf({ parts: { main } }: Slots, tokens: readonly Token[]): Owner {
  const force = tokens.findIndex(({ sense }) => sense?.cls === "never" || sense?.cls === "soft");
  const before = main.acts[0]?.form === "ed" ? [] : tokens.slice(0, Math.max(0, force));
  const spans = before.flatMap(({ span }) => (span === null ? [] : [span]));
  const targets = main.targets.filter((each) => each.kind === "span" && spans.includes(each.span));
  const words = before.flatMap(({ kind, text, sense, span }) =>
    kind === "unknown" || sense?.cls === "noun" || (span !== null && span.type !== "path") ? [text] : [],
  );
  return { globs: spans.filter(({ type }) => type === "path").map(({ text }) => text), words, targets };
}

function lastOf(tokens: readonly Token[], targets: readonly Target[]): number {
  const spans = spansOf(targets);
  return tokens.findLastIndex(({ span }) => span !== null && spans.includes(span));
}

/** 在测试中使用: the place is before the act. */
const isAhead = (token: Token | undefined): boolean => token?.sense?.val === "at";

const opensPlace = (token: Token | undefined): boolean =>
  token?.sense?.cls === "in" ? !/^out/.test(token.sense.val) : token?.text === "on";

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

/** "In production code": tests may. */
const testsFor = (said: string): readonly string[] =>
  !/\btests?\b/i.test(said) && /\b(?:production|prod|library|non-test|application) code\b/i.test(said)
    ? (FILE_KINDS["testfiles"]?.globs ?? [])
    : [];

const globsOf = (targets: readonly Target[]): string[] =>
  targets.flatMap((each) => {
    if (each.kind === "span") return each.span.type === "path" ? [each.span.text] : [];
    return each.kind === "noun" ? [...(FILE_KINDS[each.noun === "tests" ? "testfiles" : each.noun]?.globs ?? [])] : [];
  });

/** `outside`: where it is fine. */
function draftOf(codes: readonly Code[], globs: readonly string[], outside: readonly string[]): Draft {
  const files = globs.length > 0 ? globs : filesOf(codes);
  const [first] = files;
  const matcher: Matcher = { kind: "content", pattern: codes.map(({ pattern }) => pattern).join("|"), when: "holds", globs: files };
  const fine: Pick<Draft, "exception"> =
    outside.length === 0 ? {} : { exception: { kind: "path", access: ["change", "create"], globs: outside } };
  return {
    effect: "deny",
    matcher,
    ...fine,
    reading: `${shownCodes(codes, globs)}${outside.length === 0 ? "" : `, except in ${quotedList(outside)}`}`,
    stopped: { call: { tool: "write", path: first === undefined ? "src/example.ts" : samplePath(first), content: codes[0]?.sample ?? "" } },
    doubts: [WRITTEN],
  };
}

/** Where such code is at all; a word that prose has too is looked for in code alone. */
const filesOf = (codes: readonly Code[]): readonly string[] => (codes.every(({ common }) => common) ? CODE_FILES : (codes[0]?.globs ?? []));

function shownCodes(codes: readonly Code[], globs: readonly string[]): string {
  const shown = codes.map(({ text, globs: own }) => (own === undefined ? `\`${text}\`` : text)).join(" and ");
  const where = globs.length === 0 ? "" : quotedList(globs);
  if (codes.every(({ imported: is }) => is)) return `denies importing ${shown}${where === "" ? "" : ` in ${where}`}`;
  return `denies ${shown} in new text${where === "" ? "" : ` of ${where}`}`;
}

const quotedList = (texts: readonly string[]): string => texts.map((each) => `\`${each}\``).join(", ");
