// Readings that are likely and never certain: forms for classes that the closed grammar leaves to a person. They are tried
// where it found nothing, and whatever they find is proposed.

import { type Draft, type Sight } from "./around.ts";
import { flags, products, shellSigns } from "./callForms.ts";
import { atTheTop, belongings, endings, spellings, templates } from "./fileForms.ts";
import { base, ignored, ofCommits, readFirst, titles, types, withRequest } from "./requestForms.ts";
import { written } from "./written.ts";

type Form = (sight: Sight) => Draft[];

const FORMS: readonly Form[] = [
  shellSigns,
  flags,
  base,
  titles,
  ofCommits,
  types,
  withRequest,
  readFirst,
  ignored,
  spellings,
  templates,
  endings,
  belongings,
  atTheTop,
  written,
  products,
];

export function likely(sight: Sight): Draft[] {
  const { slots } = sight;
  // A mark alone shows an example, and what is permitted or only told forbids nothing.
  if (slots.marked || slots.ok || slots.force === "permit") return [];
  for (const form of FORMS) {
    const found = form(sight);
    if (found.length > 0) return found.map((each) => (slots.session === null ? each : { ...each, session: slots.session }));
  }
  return [];
}
