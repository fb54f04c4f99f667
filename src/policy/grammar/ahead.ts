// Questions that a step asks about the words around a token.

import type { Sense, WordClass } from "../lexicon/language.ts";
import type { Force } from "./slots.ts";
import { classOf } from "../tokens/token.ts";
import type { Token } from "../tokens/sentenceTokens.ts";

export const FORCES: Readonly<Partial<Record<WordClass, Force>>> = {
  never: "never",
  soft: "never",
  must: "must",
  should: "must",
  only: "only",
  permit: "permit",
  ask: "ask",
};

export const isComma = (token: Token | undefined): boolean => token?.kind === "mark" && /^[,，、/(&]$/.test(token.text);

export const isThing = (token: Token | undefined): boolean => token?.kind === "unknown" || classOf(token) === "noun";

export const joins = (token: Token | undefined): boolean => classOf(token) === "and" || classOf(token) === "or";

export const commands = (sense: Sense): boolean => sense.form === "base" || sense.form === "told";

/** The last token before `at` that means something. */
export function lastWord(tokens: readonly Token[], at: number): Token | undefined {
  for (let before = at - 1; before >= 0; before--) {
    const token = tokens[before] as Token;
    if (token.sense?.cls !== "filler" && token.kind !== "mark") return token;
  }
  return undefined;
}

const firstWord = (tokens: readonly Token[]): Token | undefined => tokens.find((each) => classOf(each) !== "filler");

/** "… an existing commit": an article is between it and the act before. */
export function isObject(tokens: readonly Token[], at: number): boolean {
  const between = classOf(tokens[at - 1]);
  return between === "filler" || between === "old";
}

/** Whether a word that would follow what it forbids is before an act instead, and nothing after that act forbids it. */
export function describes(tokens: readonly Token[], at: number, verbLast: boolean): boolean {
  const rest = tokens.slice(at + 1);
  const next = firstWord(rest);
  if (classOf(next) !== "act") return false;
  return verbLast ? !rest.some((each) => each.sense !== null && FORCES[each.sense.cls] !== undefined) : next !== rest[0];
}

/** "Never edit `x`, run `y`": an act after the comma that no "or" joins to the ones before. */
export function startsAnew(tokens: readonly Token[], at: number): boolean {
  const rest = tokens.slice(at);
  const sense = rest.find((each) => !/^(?:filler|first)$/.test(classOf(each) ?? ""))?.sense;
  // "…, it breaks the lockfile" tells why.
  if (sense?.cls === "it") return true;
  return sense?.cls === "act" && commands(sense) && !rest.some(joins);
}

/** 提交前确认以下检查项, 先读 `x` 确认项目背景, "run `x`, confirm the PR is merged": what follows is looked at, and nobody is asked. */
export function looksAt(said: readonly Token[], after: Token | undefined, named: boolean): boolean {
  if (said.some((each) => classOf(each) !== "filler" && classOf(each) !== "it")) return false;
  if (said.some((each) => classOf(each) === "it" || /following$|^(?:pass\w*|green|clean)$/i.test(each.text))) return true;
  // 确认通过, "confirm the tests pass"
  if (/^(?:tests?|linter|formatter|types|hooks|buildout|run|lint|build)$/.test(after?.sense?.val ?? "")) return true;
  return after?.kind === "span" || after?.kind === "unknown" || classOf(after) === "if" || (named && classOf(after) === "noun");
}

/** 在单元测试中: a place that is named by its kind. */
export function inside(tokens: readonly Token[], at: number): boolean {
  return classOf(tokens[at + 1]) === "noun" && /^[中里内]$/.test(tokens[at + 2]?.text ?? "");
}

export function nextIsPath(tokens: readonly Token[], at: number): boolean {
  return firstWord(tokens.slice(at + 1))?.span?.type === "path";
}

/** 不得依赖 `x`: no thing, but what must not be done. */
export function dependsOn(tokens: readonly Token[], at: number): boolean {
  return tokens[at]?.text === "依赖" && classOf(tokens[at - 1]) === "never" && tokens[at + 1]?.kind === "span";
}

export function followedByTarget(tokens: readonly Token[], at: number): boolean {
  const next = firstWord(tokens.slice(at, at + 3));
  return next?.kind === "span" || classOf(next) === "noun" || classOf(next) === "with";
}

const NONE: ReadonlySet<string> = new Set();

const isNamed = ({ span, sense }: Token): boolean => span !== null || sense?.cls === "noun";

/** Words of the items that name nothing, beside others that are nothing but a name. */
export function membersOf(tokens: readonly Token[]): ReadonlySet<string> {
  if (!tokens.some(({ kind }) => kind === "unknown")) return NONE;
  const force = tokens.findIndex(({ sense }) => sense?.cls === "never" || sense?.cls === "ask");
  const act = tokens.findLastIndex(({ sense }, at) => at > force && sense?.cls === "act");
  if (force === -1 || act === -1) return NONE;
  const items = itemsOf(tokens.slice(act + 1));
  const named = items.filter((item) => item.some(isNamed) && item.every(({ kind }) => kind !== "unknown"));
  if (named.length === 0) return NONE;
  const kinds = named.flatMap((item) => item.flatMap(({ sense }) => (sense?.cls === "noun" ? [sense.val] : [])));
  // "secrets or telemetry tokens": both are secrets.
  const others = items.filter((item) => item.every((each) => !isNamed(each) || kinds.includes(each.sense?.val ?? "")));
  return new Set(others.flatMap((item) => item.flatMap(({ kind, text }) => (kind === "unknown" ? [text] : []))));
}

/** What commas and "or" part, up to a word that begins something else. */
function itemsOf(tokens: readonly Token[]): Token[][] {
  const items: Token[][] = [[]];
  for (const token of tokens) {
    if ((isComma(token) && token.text !== "(") || joins(token)) items.push([]);
    else if (token.kind === "unknown" || isNamed(token) || token.sense?.cls === "filler") items.at(-1)?.push(token);
    else {
      items.pop();
      break;
    }
  }
  return items;
}

/** Of commands, scripts and tools: "do not run build or test commands". */
const RUNS = /^(?:run|use|start|build|test|lint|format|typecheck|deploy|install|migrate)$/;

const isName = (token: Token | undefined): boolean => token?.kind === "span" || classOf(token) === "noun" || classOf(token) === "branch";

/** "Never push scripts", "no `rm` in scripts": a kind of thing without a name says what the sentence is about, or where. */
export function isKindAlone(
  tokens: readonly Token[],
  at: number,
  { done, before }: { readonly done: string; readonly before: boolean },
): boolean {
  const [last, next] = [lastSaid(tokens, at), firstWord(tokens.slice(at + 1))];
  if (isName(next)) return false;
  if (classOf(last) === "in") return last?.sense?.val === "in";
  // "Keine Skripte committen", スクリプトをコミットしない
  const verb = before && classOf(next) === "act" ? (next?.sense?.val ?? "") : done;
  return !isName(last) && !RUNS.test(verb);
}

const lastSaid = (tokens: readonly Token[], at: number): Token | undefined =>
  tokens.slice(0, at).findLast((each) => classOf(each) !== "filler");
