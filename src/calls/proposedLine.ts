// A line of an instruction file that is only proposed, met by a call: how it is named and asked about, wherever that happens.

import { seenFrom } from "../base/index.ts";
import type { ProposedHit } from "../gate/index.ts";
import type { Whereabouts } from "../knowledge/index.ts";
import type { ReadLine } from "../schema/index.ts";

/** The readings of one clause that would stop the call. */
export type Hits = readonly [ProposedHit, ...ProposedHit[]];

export function byClause(hits: readonly ProposedHit[]): Hits[] {
  return [...Map.groupBy(hits, ({ clause }) => clause).values()] as unknown as Hits[];
}

/** What a decision on the line is kept with. */
export function aboutLine(hits: Hits): ReadLine {
  const [{ clause, file, line, text, item }] = hits;
  return { clause, file, line, text, readings: [...new Set(hits.map(({ reading }) => reading))], ...(item === undefined ? {} : { item }) };
}

export function seemsToForbid(hits: Hits, where: Whereabouts): string {
  return `${placeOf(hits, where)} seems to forbid this: “${textOf(hits)}” (read as: ${readingOf(hits)}).`;
}

/** For the model, where the call passes. */
export function noteOf(hits: Hits, where: Whereabouts): string {
  return (
    `Codicil: ${placeOf(hits, where)} may forbid this: “${textOf(hits)}” (read as: ` +
    `${readingOf(hits)}). It is not enforced until a person confirms it.`
  );
}

export function placeOf([{ file, line }]: Hits, { project, cwd }: Pick<Whereabouts, "project" | "cwd">): string {
  return `${seenFrom(project ?? cwd, file)}:${line}`;
}

export function readingOf(hits: Hits): string {
  return aboutLine(hits).readings.join("; ");
}

const LONGEST = 200;

function textOf([{ text }]: Hits): string {
  const plain = text.replace(/\s+/g, " ").trim();
  return plain.length > LONGEST ? `${plain.slice(0, LONGEST)} …` : plain;
}
