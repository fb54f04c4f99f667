// What recall packs for a store that does not know what it keeps.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { packFacts, unpackFacts } from "../../src/recall/packed/facts.ts";
import { entriesFrom, pushEntry } from "../../src/recall/packed/postings.ts";

const unit = fc.record({
  length: fc.nat(5_000_000),
  marks: fc.nat(7),
  day: fc.option(fc.constantFrom("2026-01-01", "2026-01-02", "someday")),
  speaker: fc.option(fc.string({ unit: "grapheme", maxLength: 6 })),
});
const pairsOf = fc
  .uniqueArray(fc.nat(200_000), { minLength: 1, maxLength: 40 })
  .chain((ordinals) =>
    fc
      .array(fc.integer({ min: 1, max: 0xffff }), { minLength: ordinals.length, maxLength: ordinals.length })
      .map((times) => [...ordinals].sort((a, b) => a - b).flatMap((ordinal, at) => [ordinal, times[at] ?? 1])),
  );

describe("packed", () => {
  it("facts come back as they were", () => {
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 60 }), (units) => {
        const facts = {
          lengths: units.map(({ length }) => length),
          marks: units.map(({ marks }) => marks),
          days: units.map(({ day }) => day),
          speakers: units.map(({ speaker }) => speaker),
        };
        const { lengths, marks, days, speakers } = unpackFacts(packFacts(facts));
        expect({ lengths: Array.from(lengths), marks: Array.from(marks), days: Array.from(days), speakers: Array.from(speakers) }).toEqual(
          facts,
        );
      }),
    );
  });

  it("a few bytes a unit", () => {
    const count = 1000;
    const facts = {
      lengths: Array.from({ length: count }, (_, at) => 10 + (at % 50)),
      marks: Array.from({ length: count }, (_, at) => at % 8),
      days: Array.from({ length: count }, () => "2026-05-01"),
      speakers: Array.from({ length: count }, (_, at) => (at % 2 === 0 ? "Ada" : "Ben")),
    };
    expect(packFacts(facts).length).toBeLessThan(2.1 * count);
  });

  it("entries of many documents, one behind the other in any order, come back; those of documents that are gone do not", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(fc.nat(2_000_000_000), pairsOf, fc.boolean()), { maxLength: 20, selector: ([number]) => number }),
        (documents) => {
          const bytes: number[] = [];
          for (const [number, pairs] of documents) pushEntry(bytes, number, pairs);
          const there = documents.filter(([, , isThere]) => isThere);
          const places = new Map(there.map(([number], place) => [number, place]));
          expect(
            entriesFrom(Uint8Array.from(bytes), places).map(({ document, pairs }) => ({ document, pairs: Array.from(pairs) })),
          ).toEqual(there.map(([, pairs], document) => ({ document, pairs })));
        },
      ),
    );
  });
});
