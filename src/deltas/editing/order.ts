// In which order the entries of one apply are performed. An update replaces everything under its heading, so whoever holds a
// section comes before what is in it, and what exists before what is created; entries of one section keep their order. Pure.

import { keptIn } from "../../base/index.ts";
import { type Home, type Outline, readOutline, type Section } from "../../markdown/index.ts";
import type { Level } from "../../schema/index.ts";
import type { Item } from "./edit.ts";

export interface Placed {
  readonly item: Item;
  /** Its place among the entries as they came. */
  readonly index: number;
  /** Where its section is before anything is changed; absent where it is not there, or not alone. */
  readonly home?: Home;
}

/** Entries of one section, or of one heading that is not there yet. */
type Bucket = Placed[];

export function inOrder(text: string, items: readonly Item[]): Placed[] {
  if (items.length < 2) return items.map((item, index) => ({ item, index }));
  const map = mapOf(readOutline(text));
  const existing = new Map<Section, Bucket>();
  const fresh = new Map<string, Bucket>();
  const order: Section[] = [];
  for (const [index, item] of items.entries()) {
    const section = map.find(item.entry.key.heading, item.entry.key.level ?? null);
    if (section === undefined) {
      keptIn(fresh, item.entry.key.heading, () => []).push({ item, index });
      continue;
    }
    order.push(section);
    keptIn(existing, section, () => []).push({ item, index, home: { level: section.level, above: map.above(section) } });
  }
  const sorted: Placed[] = [];
  const emit = (section: Section): void => {
    const bucket = existing.get(section);
    existing.delete(section);
    sorted.push(...(bucket ?? []));
  };
  for (const section of order) for (const each of [...map.above(section).toReversed(), section]) emit(each);
  for (const bucket of fresh.values()) sorted.push(...highestFirst(bucket));
  return sorted;
}

/**
 * `## Projects` before `### Projects` (LW-31): created the other way round, the lower one would be above the higher.
 * One without a level may turn out to be any of them, and then they stay as they came.
 */
function highestFirst(bucket: Bucket): Bucket {
  const levels = bucket.map(({ item }) => item.entry.key.level ?? null);
  return levels.includes(null) ? bucket : bucket.toSorted((a, b) => (levels[bucket.indexOf(a)] ?? 0) - (levels[bucket.indexOf(b)] ?? 0));
}

function mapOf(outline: Outline) {
  const byHeading = Map.groupBy(outline.sections, ({ heading }) => heading);
  const above = new Map<Section, readonly Section[]>();
  let open: readonly Section[] = [];
  for (const section of outline.sections) {
    open = open.filter(({ end, level }) => level < section.level && end >= section.end);
    above.set(section, open);
    open = [section, ...open];
  }
  return {
    find: (heading: string, level: Level | null): Section | undefined => {
      const found = (byHeading.get(heading) ?? []).filter((section) => level === null || section.level === level);
      return found.length === 1 ? found[0] : undefined;
    },
    /** From the nearest. */
    above: (section: Section): readonly Section[] => above.get(section) ?? [],
  };
}
