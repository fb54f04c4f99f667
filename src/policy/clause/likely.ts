// Readings that are likely and never certain: forms for classes that the closed grammar leaves to a person. They are tried
// where it found nothing, and whatever they find is proposed.

import type { Clause } from "../grammar/clauses.ts";
import { piecesOf } from "../grammar/pieces.ts";
import { readTokens } from "../grammar/tokens.ts";
import { type Draft, isAny, type Sight } from "../forms/around.ts";
import { flags, products, shellSigns, standardOnly } from "../forms/callForms.ts";
import { atTheTop, belongings, endings, languages, required, spellings } from "../forms/fileForms.ts";
import { base, beginnings, ignored, readFirst, types } from "../forms/requestForms.ts";
import { written } from "../forms/written.ts";

type Form = (sight: Sight) => Draft[];

/** What forbids. */
const BANS: readonly Form[] = [shellSigns, flags, base, endings, belongings, atTheTop, written, products];

/** What orders, restricts or rejects. */
const ORDERS: readonly Form[] = [
  flags,
  base,
  beginnings,
  types,
  readFirst,
  required,
  ignored,
  spellings,
  languages,
  endings,
  belongings,
  written,
  products,
  standardOnly,
];

/** What only states how things are, and means it. */
const STATED: readonly Form[] = [base, beginnings, types, spellings, belongings];

const STATED_IN_WORDS: readonly Form[] = [spellings, base, languages, standardOnly];

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
const SAYS = [
  "\\b(?:never|not|don't|no|must|avoid|ask|nunca|nicht|kein\\w*|jamais)\\b",
  "[禁不别勿]|确认|询问|しない|承認|않|금지|확인|승인",
];
const FORBIDS = new RegExp(SAYS.join("|"), "i");
const LONGEST_CELL = 200;

/** A row of a table whose header says nothing: what its cells say by themselves. `read` reads one as a sentence. */
export function draftsOfCells(clause: Clause, read: (cell: Clause) => readonly Draft[]): readonly Draft[] {
  // "No (`-tags slow`)" answers a question.
  const said = clause.cells.filter((text) => FORBIDS.test(text) && !/^(?:no|never)\s*[(—–-]/i.test(text));
  const known = said.filter((text) => text.includes("`")).flatMap(likelyCell);
  if (known.length > 0) return known;
  return said
    .filter((text) => text.length < LONGEST_CELL)
    .flatMap((text) => read({ ...clause, kind: "item", text, cells: [], header: [] }))
    .filter(({ effect }) => effect === "deny" || effect === "ask")
    .map((each) => ({ ...each, doubts: [...each.doubts, "it is a cell of a table"] }));
}

/** "never use `x()`" */
function likelyCell(text: string): Draft[] {
  const { language, sentences } = readTokens(text);
  return piecesOf(sentences, language.verbLast).flatMap(({ slots, tokens, sentence: { aside } }) =>
    slots.force === "never" ? likely({ slots, tokens, text, verbLast: language.verbLast, aside, named: [] }) : [],
  );
}
