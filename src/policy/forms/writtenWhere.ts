// Where new text must not hold something: who must not import it, and the place that the sentence names, in paths, in kinds of
// files, or in words.

import type { Slots, Target } from "../grammar/slots.ts";
import type { Token } from "../tokens/sentenceTokens.ts";
import { FILE_KINDS } from "../kinds/fileKinds.ts";
import { moduleGlobs, placeOfWords } from "../kinds/codePlaces.ts";
import { spansOf } from "./around.ts";

interface Owner {
  readonly globs: readonly string[];
  readonly words: readonly string[];
  readonly targets: readonly Target[];
  /** Names that stand for folders or files. */
  readonly guessed: readonly string[];
}

export const NOWHERE: Owner = { globs: [], words: [], targets: [], guessed: [] };

/** "`packages/core` must not import `x`", "client components never import `y`", "`x` is never imported from `src/`": who must not. */
export function ownerOf({ parts: { main, place } }: Slots, tokens: readonly Token[]): Owner {
  const force = tokens.findIndex(({ sense }) => sense?.cls === "never" || sense?.cls === "soft");
  const before = main.acts[0]?.form === "ed" ? tokens.slice(force) : tokens.slice(0, Math.max(0, force));
  const spans = before.flatMap(({ span }) => (span === null ? [] : [span]));
  const targets = main.targets.filter((each) => each.kind === "span" && spans.includes(each.span));
  const named = spans.filter(({ type, text }) => type === "path" || /^@?[\w-]+\/[\w-]+$/.test(text));
  const guessed = spans.filter((span) => span.code && span.type === "name" && !named.includes(span)).map(({ text }) => text);
  const modules = guessed.flatMap(moduleGlobs);
  const words = before.flatMap(({ kind, text, sense }) => (kind === "unknown" || sense?.cls === "noun" ? [text] : []));
  return {
    globs: [...named.map(({ text }) => text).filter((each) => !globsOf(place.targets).includes(each)), ...modules],
    guessed,
    words: named.length + modules.length > 0 || words.length > 4 ? [] : words,
    targets,
  };
}

export function lastOf(tokens: readonly Token[], targets: readonly Target[]): number {
  const spans = spansOf(targets);
  return tokens.findLastIndex(({ span }) => span !== null && spans.includes(span));
}

/** 在测试中使用: the place is before the act. */
const isAhead = (token: Token | undefined): boolean => token?.sense?.val === "at";

const opensPlace = (token: Token | undefined): boolean =>
  token?.sense?.cls === "in" ? !/^out/.test(token.sense.val) : token?.text === "on";

/** "In table columns", 在测试中: the words behind a word for "in". */
export function wordsOfPlace(tokens: readonly Token[], from: number): string[] {
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

export function placeOf({ parts: { place } }: Slots, words: readonly string[]): Placed {
  const named = globsOf(place.targets);
  if (named.length > 0) return { globs: named, guessed: [], read: new Set(words) };
  const { globs, guessed, unknown } = placeOfWords(words);
  return { globs, guessed, read: new Set(words.filter((each) => !unknown.includes(each))) };
}

/** "In production code": tests may. */
export const testsFor = (said: string): readonly string[] =>
  !/\btests?\b/i.test(said) && /\b(?:production|prod|library|non-test|application) code\b/i.test(said)
    ? (FILE_KINDS["testfiles"]?.globs ?? [])
    : [];

export const globsOf = (targets: readonly Target[]): string[] =>
  targets.flatMap((each) => {
    if (each.kind === "span") return each.span.type === "path" ? [each.span.text] : [];
    return each.kind === "noun" ? [...(FILE_KINDS[each.noun === "tests" ? "testfiles" : each.noun]?.globs ?? [])] : [];
  });
