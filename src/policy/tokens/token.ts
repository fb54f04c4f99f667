// One word, span or mark of a sentence.

import type { Sense, WordClass } from "../lexicon/language.ts";
import type { Span } from "./spans.ts";

export interface Token {
  readonly kind: "word" | "span" | "unknown" | "mark";
  readonly text: string;
  readonly sense: Sense | null;
  readonly span: Span | null;
}

export const classOf = (token: Token | undefined): WordClass | undefined => token?.sense?.cls;

/** "And", "or", a comma: what joins the things of a list. */
export const isJoin = (token: Token | undefined): boolean => {
  const cls = classOf(token);
  return cls === "and" || cls === "or" || (token !== undefined && token.kind === "mark" && /^[,，、]$/.test(token.text));
};
