// Readings that are likely and never certain: forms for classes that the closed grammar leaves to a person. They are tried
// where it found nothing, and whatever they find is proposed.

import type { Clause } from "../grammar/clauses.ts";
import { piecesOf } from "../grammar/pieces.ts";
import { readTokens } from "../grammar/tokens.ts";
import { type Draft, isAny, type Sight } from "./around.ts";
import { flags, products, shellSigns } from "./callForms.ts";
import { atTheTop, belongings, endings, languages, spellings, templates } from "./fileForms.ts";
import { base, beginnings, ignored, ofCommits, readFirst, titles, types, withRequest } from "./requestForms.ts";
import { written } from "./written.ts";

type Form = (sight: Sight) => Draft[];

/** What forbids. */
const BANS: readonly Form[] = [shellSigns, flags, base, titles, endings, belongings, atTheTop, written, products];

/** What orders, restricts or rejects. */
const ORDERS: readonly Form[] = [
  flags,
  base,
  titles,
  beginnings,
  ofCommits,
  types,
  withRequest,
  readFirst,
  ignored,
  spellings,
  templates,
  languages,
  endings,
  belongings,
  written,
  products,
];

/** What only states how things are, and means it. */
const STATED: readonly Form[] = [base, beginnings, types, spellings, templates, belongings];

const STATED_IN_WORDS: readonly Form[] = [spellings, base];

export function likely(sight: Sight): Draft[] {
  const { slots } = sight;
  // A mark alone shows an example, and what is permitted or only told forbids nothing.
  if (slots.marked || slots.ok || slots.force === "permit") return [];
  for (const form of formsFor(sight)) {
    const found = form(sight);
    if (found.length > 0) return found.map((each) => (slots.session === null ? each : { ...each, session: slots.session }));
  }
  return [];
}

function formsFor({ slots, tokens }: Sight): readonly Form[] {
  const { before, rejected } = slots.parts;
  if (slots.force === "never") return BANS;
  const waits = slots.first || before.acts.length + before.targets.length > 0;
  if (isAny(slots.force !== null, slots.imperative, slots.weak, waits, rejected.targets.length > 0)) return ORDERS;
  return tokens.some(({ span }) => span !== null) ? STATED : STATED_IN_WORDS;
}

/** Most cells say nothing of the kind, and reading them costs as much as reading a sentence. */
const FORBIDS = /\b(?:never|not|don't|no|must|avoid|nunca|nicht|kein\w*|jamais)\b|[禁不别勿]|しない|않|금지/i;

/** A cell of a table whose header says nothing may be a rule by itself: "never use `x()`". */
export function likelyCells({ cells }: Clause): Draft[] {
  return cells.flatMap((text) => {
    if (!text.includes("`") || !FORBIDS.test(text)) return [];
    const { language, sentences } = readTokens(text);
    return piecesOf(sentences, language.verbLast).flatMap(({ slots, tokens, sentence: { aside } }) =>
      slots.force === "never" ? likely({ slots, tokens, text, verbLast: language.verbLast, aside }) : [],
    );
  });
}
