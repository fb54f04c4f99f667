// audience: for whom a section is. Asking reads; answering moves the section to the document of its role that is for them.

import { AppError } from "../base/index.ts";
import { finishMoves, type Moved, moveSection } from "../deltas/index.ts";
import { audienceOf, documentFor, type DocumentRef } from "../knowledge/index.ts";
import { type Level, readOutline } from "../markdown/index.ts";
import { type Audience, AUDIENCES } from "../schema/index.ts";
import { documentNamed } from "../mind/documents/explain.ts";
import { readOne } from "../mind/documents/load.ts";
import type { Mind } from "../mind/open.ts";
import { needPerson, type Person } from "../mind/person.ts";

/** A section and who may see it. */
export interface SectionAudience {
  readonly heading: string;
  readonly level: Level;
  readonly audience: Audience;
  readonly document: string;
  readonly line: number;
}

/** `USER.md`, `user` or `USER.md#Health`: the sections of that role, wherever they are. */
export async function audience(mind: Mind, name: string): Promise<SectionAudience[]> {
  await finishMoves(mind.deps);
  const { document, heading } = readName(mind, name);
  const found = (await sectionsOf(mind, document)).filter((section) => heading === null || section.heading === heading);
  if (found.length > 0 || heading === null) return found.map(({ ref: _, ...section }) => section);
  throw notThere(document, heading);
}

/** What setting an audience did. */
export interface AudienceSet {
  readonly heading: string;
  readonly before: Audience;
  readonly after: Audience;
  /** null: it was for them already. */
  readonly moved: Moved | null;
}

/** Everything but "me" brings it to more, or to other, people: only a person does that. */
export async function setAudience(
  mind: Mind,
  name: string,
  wanted: Audience,
  options: { readonly level?: Level | undefined; readonly person?: Person | undefined } = {},
): Promise<AudienceSet> {
  if (wanted !== "me") needPerson(options.person, "audience");
  await finishMoves(mind.deps);
  const { document, heading } = readName(mind, name);
  if (heading === null)
    throw new AppError("BAD_USAGE", "a section is needed", { hint: `For example codicil audience "${name}#Health" ${wanted}` });
  if (document.role === "agents")
    throw new AppError("AUDIENCE", "rules have no audience: they apply to everybody in the mind, or in a project", {
      hint: "Write the rule into the AGENTS.md where it should apply (codicil edit).",
    });
  const isMeant = (section: SectionAudience) => section.heading === heading && (options.level ?? section.level) === section.level;
  const found = (await sectionsOf(mind, document)).filter(isMeant);
  const elsewhere = found.filter((section) => section.audience !== wanted);
  const from = elsewhere.find(({ ref }) => ref.id === document.id) ?? elsewhere[0];
  if (from === undefined) {
    if (found.length === 0) throw notThere(document, heading);
    return { heading, before: wanted, after: wanted, moved: null };
  }
  const to = documentFor(mind.environment, from.ref, wanted);
  const inProject = "Inside a project, sections of MEMORY.md can be for the project alone.";
  const hint = wanted === "project" ? inProject : "Only a project's notes (memory-bank/) have a counterpart in the home.";
  if (to === null) throw new AppError("AUDIENCE", `${from.document} has no counterpart for ${wanted}`, { hint });
  const moved = await moveSection(mind.deps, from.ref, to, { heading, level: from.level });
  return { heading, before: from.audience, after: wanted, moved };
}

function readName(mind: Mind, name: string): { document: DocumentRef; heading: string | null } {
  const cut = name.indexOf("#");
  const document = documentNamed(mind, cut === -1 ? name : name.slice(0, cut));
  return { document, heading: cut === -1 ? null : name.slice(cut + 1).trim() };
}

/** The three documents of one role, each with its sections. */
async function sectionsOf(mind: Mind, document: DocumentRef): Promise<(SectionAudience & { readonly ref: DocumentRef })[]> {
  const family = new Map<string, DocumentRef>([[document.id, document]]);
  for (const each of AUDIENCES) {
    const member = documentFor(mind.environment, document, each);
    if (member !== null) family.set(member.id, member);
  }
  const found = [];
  for (const ref of family.values()) {
    const loaded = await readOne(mind, ref);
    for (const { heading, level, line } of loaded === null ? [] : readOutline(loaded.text).sections)
      found.push({ heading, level, audience: audienceOf(ref), document: ref.key, line, ref });
  }
  return found;
}

function notThere(document: DocumentRef, heading: string): AppError {
  return new AppError("HEADING_NOT_FOUND", `neither ${document.key} nor its counterparts have a section ${JSON.stringify(heading)}`, {
    hint: `codicil audience ${document.key} lists them.`,
  });
}
