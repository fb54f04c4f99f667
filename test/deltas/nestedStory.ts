// A random story of plans and applies over a document with sections inside sections, and the one question asked of its end:
// is every text that was acknowledged still there, or did somebody replace it who knew of it?

import * as fc from "fast-check";
import { findSection, readOutline, sectionContent } from "../../src/markdown/index.ts";
import type { Level, Operation } from "../../src/schema/index.ts";

const HEADINGS = ["Work", "Tools", "Editors", "Hobbies"];

interface Planning {
  readonly do: "plan";
  readonly session: number;
  readonly heading: string;
  readonly level: Level | null;
  readonly operation: Operation;
  /** What an update brings besides its own line: the sections below as they are, or one new one. */
  readonly brings: "nothing" | "same" | string;
}

export type Step = Planning | { readonly do: "apply"; readonly sessions: readonly number[] };

export interface Told extends Planning {
  readonly content: string | null;
}

/** What a story is told to: a mind on disk, or the pure core with a ledger in memory. */
export interface Listener {
  plan(told: Told): Promise<string>;
  /** Ends the sessions and applies; the ids that were applied, in the order in which the document was changed. */
  apply(sessions: readonly number[]): Promise<readonly string[]>;
  text(): Promise<string>;
}

const level = fc.constantFrom<(Level | null)[]>(null, null, 2, 3);
const planning = fc.record({
  do: fc.constant("plan" as const),
  session: fc.nat(2),
  heading: fc.constantFrom(...HEADINGS),
  level,
  operation: fc.constantFrom<Operation[]>("update", "update", "update", "append", "clear", "delete"),
  brings: fc.oneof(fc.constant("nothing" as const), fc.constant("same" as const), fc.constantFrom(...HEADINGS)),
});
const applying = fc.record({ do: fc.constant("apply" as const), sessions: fc.uniqueArray(fc.nat(2), { minLength: 1 }) });

/** A document: headings in any order, each at any of three levels. */
export const tree = fc.uniqueArray(fc.record({ heading: fc.constantFrom(...HEADINGS), level: fc.constantFrom(2, 3, 4) }), {
  selector: ({ heading }) => heading,
  minLength: 1,
  maxLength: 4,
});
export const story = fc.array(fc.oneof({ arbitrary: planning, weight: 3 }, { arbitrary: applying, weight: 1 }), {
  minLength: 3,
  maxLength: 9,
});

export function documentOf(sections: readonly { readonly heading: string; readonly level: number }[]): string {
  return sections.map(({ heading, level: depth }) => `${"#".repeat(depth)} ${heading}\n\nfirst of ${heading}\n`).join("\n");
}

interface Piece {
  /** A word that is nowhere else. */
  readonly word: string;
  readonly heading: string;
}

interface Planned {
  readonly id: string;
  readonly told: Told;
  readonly pieces: readonly Piece[];
  /** What was in its section when it was planned. */
  readonly seen: string;
  round: number | null;
  /** Its place among all that were applied. */
  place: number;
}

/** Tells the story; the words that were lost, none where all is well. */
export async function tell(steps: readonly Step[], listener: Listener): Promise<string[]> {
  const all: Planned[] = [];
  let round = 0;
  let place = 0;
  const apply = async (sessions: readonly number[]) => {
    round++;
    for (const id of await listener.apply(sessions)) Object.assign(all.find((each) => each.id === id) ?? {}, { round, place: place++ });
  };
  for (const [at, step] of steps.entries()) {
    if (step.do === "apply") await apply(step.sessions);
    else if (!repeats(all, step)) {
      const { told, pieces, seen } = write(step, at, await listener.text());
      all.push({ id: await listener.plan(told), told, pieces, seen, round: null, place: 0 });
    }
  }
  await apply([0, 1, 2]);
  const end = await listener.text();
  return all.flatMap((each) =>
    each.round === null
      ? []
      : each.pieces
          .filter(({ word }) => !end.includes(word))
          .filter((piece) => !isReplaced(piece, each, all))
          .map(({ word, heading }) => `${word} under ${heading}`),
  );
}

/** Two claims of one heading in one session are another matter (LW-30). */
function repeats(all: readonly Planned[], { session, heading }: Planning): boolean {
  return all.some(({ told, round }) => round === null && told.session === session && told.heading === heading);
}

function write(step: Planning, at: number, text: string): { told: Told; pieces: Piece[]; seen: string } {
  const outline = readOutline(text);
  const found = findSection(outline, step.heading, step.level);
  const sections = found.kind === "found" ? [found.section] : found.kind === "ambiguous" ? found.sections : [];
  const seen = sections.map(({ start, end }) => outline.text.slice(start, end)).join();
  const own = { word: `word${at}own.`, heading: step.heading };
  if (step.operation === "clear") return { told: { ...step, content: "" }, pieces: [], seen };
  if (step.operation === "delete") return { told: { ...step, content: null }, pieces: [], seen };
  if (step.operation === "append" || step.brings === "nothing" || step.brings === step.heading)
    return { told: { ...step, content: own.word }, pieces: [own], seen };
  const depth = found.kind === "found" ? found.section.level : (step.level ?? 2);
  if (step.brings === "same") {
    const below =
      found.kind === "found"
        ? sectionContent(outline, found.section).slice(sectionContent(outline, found.section, { scope: "body" }).length)
        : "";
    return { told: { ...step, content: `${own.word}\n${below}` }, pieces: [own], seen };
  }
  const inner = { word: `word${at}inner.`, heading: step.brings };
  return {
    told: { ...step, content: `${own.word}\n\n${"#".repeat(depth + 1)} ${step.brings}\n\n${inner.word}` },
    pieces: [own, inner],
    seen,
  };
}

/** By a later entry of the same section, or by one whose author had seen it. */
function isReplaced({ word, heading }: Piece, by: Planned, all: readonly Planned[]): boolean {
  return all.some((other) => {
    if (other === by || other.round === null || by.round === null || other.round < by.round) return false;
    if (other.seen.includes(word)) return true;
    if (other.told.heading === by.told.heading) return other.place > by.place;
    return other.told.heading === heading;
  });
}
