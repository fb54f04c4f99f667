// What a line that nothing is held of asks for, and why nothing is held: sentences without a force may be instructions too.

import { wordSet } from "../../base/index.ts";
import type { Piece } from "../grammar/clausePieces.ts";
import type { Token } from "../tokens/sentenceTokens.ts";

/** Why a clause cannot be held. */
export type Reason = "no tool signal" | "target not named" | "needs judgement" | "outside state" | "code style" | "use not understood";

/** English words that a sentence begins with where it tells somebody to do something. */
const IMPERATIVES = wordSet(
  "avoid be check choose confirm consider consult document ensure favor favour follow include keep leave limit maintain make mark match",
  "mirror name place prefer preserve put rebase refer remember reuse review squash stick store treat validate verify",
);
/** "After changing native code run `x`" */
const OCCASIONS = /^(?:after|before|when|whenever|once|if)$/i;

export function asksFor({ tokens, sentence }: Piece): boolean {
  const [first] = tokens;
  if (sentence.aside || first === undefined || first !== sentence.tokens[0] || tokens.length < 3) return false;
  if (first.kind !== "span" && IMPERATIVES.has(first.text.toLowerCase())) return true;
  return (OCCASIONS.test(first.text) && tokens.some(ordersSpan)) || isForOnly(tokens) || isPutElsewhere(tokens);
}

/** "… run `pod install`" */
function ordersSpan({ sense, text }: Token, at: number, tokens: readonly Token[]): boolean {
  // "When the tests run `x`" tells.
  if (tokens[at - 1]?.sense?.cls === "noun") return false;
  return sense?.cls === "act" && sense.form === "base" && /^(?:run|use|execute|call)$/i.test(text) && tokens[at + 1]?.kind === "span";
}

/** "`x` is for CI only" */
function isForOnly(tokens: readonly Token[]): boolean {
  return tokens.at(-1)?.sense?.cls === "only" && tokens.some(({ text }) => /^for$/i.test(text));
}

/** "Secrets go in A, not in B" */
function isPutElsewhere(tokens: readonly Token[]): boolean {
  const put = tokens.findIndex(({ text }) => /^(?:go|goes|belongs?)$/i.test(text));
  return put !== -1 && tokens.slice(put).some(({ sense }) => sense?.cls === "not");
}

/** Why nothing of the clause is held. */
export function reasonOf(pieces: readonly Piece[]): Reason {
  const acts = pieces.flatMap(({ slots }) => slots.parts.main.acts);
  const targets = pieces.flatMap(({ slots }) => slots.parts.main.targets);
  const named = pieces.some(({ tokens }) => tokens.some(({ span }) => span?.type === "command" || span?.type === "path"));
  if (acts.length === 0) return named ? "use not understood" : "no tool signal";
  return targets.length === 0
    ? "target not named"
    : targets.every((each) => each.kind === "span" && each.span.type === "name")
      ? "code style"
      : "needs judgement";
}
