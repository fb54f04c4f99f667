// One way of cutting for documents, sessions and data of others: a hit is the smallest piece that answers.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createSearcher, findUnits, shelfOf, sourcesOf, splitText, unitsOf, WEIGHTS, weightsFor } from "../../src/recall/index.ts";
import { makeWorld } from "../kit.ts";

const today = "2026-11-15";

describe("a document", () => {
  const DAY = [
    "# Friday",
    "",
    "- Paid the rent, 1,200 euros.",
    "- Called the dentist about Tuesday.",
    "  She moves it to nine.",
    "* Ordered a kettle.",
    "",
    "Nothing else happened.",
    "",
  ].join("\n");

  it("is cut at its list items and paragraphs, each with its heading and its own lines", async () => {
    const units = await unitsOf(DAY, { day: "2026-11-13" });
    expect(units.map(({ lines }) => lines)).toEqual([
      [1, 3],
      [4, 5],
      [6, 6],
      [8, 8],
    ]);
    expect(units.every(({ heading, day }) => heading === "Friday" && day === "2026-11-13")).toBe(true);
    expect(units[1]?.text).toBe("- Called the dentist about Tuesday.\n  She moves it to nine.");
  });

  it("what is fenced stays together, list signs and blank lines and all", async () => {
    const units = await unitsOf("# Build\n\nRun this:\n\n```sh\n- not an item\n\nnpm run build\n```\n\nThen wait.\n");
    expect(units.map(({ text }) => text)).toEqual(["# Build\n\nRun this:", "```sh\n- not an item\n\nnpm run build\n```", "Then wait."]);
  });

  it("has units of different ids, though a long line is cut at its sentences", async () => {
    const units = await unitsOf(`# Long\n\n${"One more sentence about boats and nothing else. ".repeat(60)}\n`);
    expect(units.length).toBeGreaterThan(3);
    expect(new Set(units.map(({ id }) => id)).size).toBe(units.length);
    expect(units.every(({ text }) => text.length <= 760 && /[.]$/.test(text))).toBe(true);
  });
});

describe("any text", () => {
  it("loses nothing but the space between its pieces, and no piece is longer than it may be", () => {
    const character = fc.constantFrom("a", "b", ". ", "\n", "\n\n", "- ", "。", "😀", "```\n", " ", "x".repeat(80));
    fc.assert(
      fc.property(
        fc.array(character, { maxLength: 200 }).map((all) => all.join("")),
        (text) => {
          const pieces = splitText(text);
          expect(pieces.join("").replace(/\s/g, "")).toBe(text.replace(/\s/g, ""));
          expect(pieces.every((piece) => piece.length <= 700 && piece.isWellFormed())).toBe(true);
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe("data of others", () => {
  const filler = (about: string) =>
    Array.from({ length: 30 }, (_, at) => `Part ${at} is about ${about} and how it is done well.`).join("\n\n");
  const UNITS = [
    { id: "garden", text: `${filler("gardens")}\n\nThe spare key lies under the blue pot.\n\n${filler("gardens")}` },
    { id: "keys", text: filler("keys and their makers") },
    { id: "pots", text: filler("pots and their makers") },
  ];

  it("a long unit is found by the piece that answers, and each id is named once", () => {
    const searcher = createSearcher(shelfOf(sourcesOf(UNITS)));
    expect(findUnits(searcher, "Where does the spare key lie?", { limit: 2, today })).toEqual(["garden", "keys"]);
    // Issue 22: where less is found than is asked for, what is like it follows; of nothing, nothing.
    expect(findUnits(searcher, "Where does the spare key lie?", { limit: 3, today })).toEqual(["garden", "keys", "pots"]);
    expect(findUnits(searcher, "zzyzx quux", { limit: 3, today })).toEqual([]);
    expect(searcher.search("Where does the spare key lie?", { limit: 1, today })[0]?.unit).toMatchObject({
      of: "garden",
      text: expect.stringContaining("blue pot"),
    });
  });

  it("of whole texts the one that says all of the question is found, though it says it in several pieces", () => {
    const lines = Array.from({ length: 100 }, (_, at) => `Part ${at} is about ferries and how they are run well.`).join("\n\n");
    const said = (...parts: readonly string[]) => parts.map((part) => `${part}\n\n${lines}`).join("\n\n");
    const texts = [
      { id: "spread", text: said("The harbour was closed.", "The master called.", "A lantern was missing.", "The auction begins.") },
      { id: "close", text: said("The lantern of the auction.", "Tea was served.", "Nobody came.") },
      ...Array.from({ length: 8 }, (_, at) => ({
        id: `other ${at}`,
        text: said("Rain.", "Wind.", at % 2 === 0 ? "Auction." : "Harbour."),
      })),
    ];
    const first = (units: typeof texts, isWeighed: boolean) => {
      const sources = sourcesOf(units);
      const weights = isWeighed ? weightsFor(sources) : WEIGHTS;
      return findUnits(createSearcher(shelfOf(sources)), "harbour master lantern auction", { limit: 2, today, weights })[0];
    };
    expect([first(texts, true), first(texts, false)]).toEqual(["spread", "close"]);
    // The control: where they are parts of one document, each stands for itself, with the same weights as ever.
    expect(weightsFor(sourcesOf(texts.map((each) => ({ ...each, doc: "all" }))))).toBe(WEIGHTS);
  });

  it("a turn that states a fact and ends in a question is found before one that only mentions it", () => {
    const talk = [
      { id: "states", speaker: "user", text: "My sprint ends on Friday the 29th, can you plan for that?" },
      {
        id: "mentions",
        speaker: "assistant",
        text: "A sprint is a short time in which a team works, and it ends when its time is over, as the name says.",
      },
    ];
    expect(findUnits(createSearcher(shelfOf(sourcesOf(talk))), "When does my sprint end?", { limit: 1, today })).toEqual(["states"]);
  });

  it("OR-23 recall --corpus answers with the ids that it was given", () => {
    const world = makeWorld();
    const corpus = world.write("units.jsonl", UNITS.map((unit) => JSON.stringify(unit)).join("\n"));
    const queries = world.write("queries.jsonl", JSON.stringify({ id: "q", query: "spare key under the pot" }));
    const { hits } = world.run(["recall", "--corpus", corpus, "--queries", queries, "-k", "3", "--jsonl"]).json<{ hits: string[] }>();
    expect(hits[0]).toBe("garden");
    expect([...hits].sort()).toEqual(["garden", "keys", "pots"]);
  });
});
