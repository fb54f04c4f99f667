// Readings that are likely and never certain: forms for classes that the closed grammar leaves to a person. They are tried
// where it found nothing, and whatever they find is proposed.

import { type Draft, isAny, type Sight } from "../forms/around.ts";
import { afterChanges } from "./afterChanges.ts";
import { flags, products, shellSigns, standardOnly } from "../forms/callForms.ts";
import { belongings, endings, languages, spellings } from "../forms/fileForms.ts";
import { base, ignored, readFirst, skipped, types } from "../forms/requestForms.ts";
import { atRoot, commentLanguage, moved, newOfKind, owned, topics } from "../forms/projectParts.ts";
import { written } from "../forms/written.ts";

type Form = (sight: Sight) => Draft[];

/** What forbids. */
const BANS: readonly Form[] = [shellSigns, skipped, base, belongings, written, products, atRoot, topics, moved, newOfKind];

/** What orders, restricts or rejects. */
const ORDERS: readonly Form[] = [
  flags,
  base,
  types,
  readFirst,
  ignored,
  spellings,
  endings,
  languages,
  belongings,
  written,
  products,
  standardOnly,
  commentLanguage,
  topics,
  afterChanges,
];

/** What only states how things are, and means it. */
const STATED: readonly Form[] = [base, types, spellings, belongings, owned];

const STATED_IN_WORDS: readonly Form[] = [spellings, base, languages, standardOnly, commentLanguage];

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
