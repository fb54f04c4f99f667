// Searching a shelf: what is found, in which order, and what no query may break.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createSearcher, type Hit, shelfOf, type Source, sourcesOf, WEIGHTS } from "../../src/recall/index.ts";

const today = "2026-11-15";

const TALK = sourcesOf([
  { id: "1", doc: "spring", day: "2026-04-02", speaker: "Ada", text: "I went to the pottery class with my sister yesterday." },
  { id: "2", doc: "spring", day: "2026-04-02", speaker: "Ben", text: "How was it? Did Ada make a bowl?" },
  { id: "3", doc: "spring", day: "2026-04-02", speaker: "Ada", text: "Two of them, in blue." },
  { id: "4", doc: "autumn", day: "2026-10-20", speaker: "Ben", text: "We deploy with `rm -rf dist && npm run build` and C++ stays out." },
  {
    id: "5",
    doc: "autumn",
    day: "2026-10-20",
    speaker: "Ada",
    text: "The index is kept in SQLite because it is built in; Postgres comes later.",
  },
  { id: "6", doc: "autumn", day: "2026-10-20", speaker: "Ben", text: "To be or not to be, that was all he said." },
  { id: "7", doc: "notes", text: "上海的办公室在三楼，周五不开门。" },
]);
const talk = createSearcher(shelfOf(TALK));
const ids = (query: string, limit = 10) => talk.search(query, { limit, today }).map(({ unit }) => unit.id);
const first = (query: string) => ids(query, 1)[0];

describe("finding", () => {
  it("OR-23 a natural question finds its answer, whichever of its words are there", () => {
    expect(first("When did Ada go to a class for pottery?")).toBe("1");
    expect(first("Where is the search index stored, and why?")).toBe("5");
  });

  it("an answer is found by the question above it", () => {
    expect(ids("How many bowls did Ada make?").slice(0, 2)).toContain("3");
  });

  it.each([
    ["C++", "4"],
    ["rm -rf", "4"],
    ["`rm -rf dist`", "4"],
    ["npm-run-build", "4"],
    ['sqlite"', "5"],
    ["(SQLite OR", "5"],
    ["NEAR(sqlite", "5"],
    ["sqlite*", "5"],
  ])("punctuation does not break %s", (query, id) => {
    expect(first(query)).toBe(id);
  });

  it("two Han characters are enough, one is too, and pairs that are nowhere fall back to characters", () => {
    expect(first("上海")).toBe("7");
    expect(first("楼")).toBe("7");
    expect(first("海上")).toBe("7");
    expect(first("上海办公室在几楼？")).toBe("7");
  });

  it.each([
    [
      "Turkish",
      "kitaplığı nerede",
      "Taşındıktan sonra kitaplıklarımızı salona koyduk.",
      "Yarın öğleden sonra doktora gideceğiz, sakın unutma.",
    ],
    ["Arabic", "مكتبة", "وضعنا الكتب في المكتبة الجديدة بعد الانتقال", "سنذهب غدا إلى الطبيب في المدينة"],
    ["Greek", "βιβλιοθηκη", "Βάλαμε τα βιβλία στις βιβλιοθήκες του σαλονιού", "Αύριο πηγαίνουμε στον γιατρό το μεσημέρι"],
    ["Thai", "ตู้หนังสือ", "หลังย้ายบ้านเราวางตู้หนังสือไว้ในห้องนั่งเล่น", "พรุ่งนี้เราจะไปหาหมอตอนบ่าย"],
    [
      "German",
      "Steuererklärung",
      "Die Steuern sind bezahlt, und die Erklärungen sind bei der Post.",
      "Morgen gehen wir zum Arzt und dann nach Hause.",
    ],
  ])("a word is found in its other forms: %s", (_language, query, text, other) => {
    const searcher = createSearcher(
      shelfOf(sourcesOf([other, text, "We meet in the library at noon."].map((each, at) => ({ id: String(at), text: each })))),
    );
    const [hit] = searcher.search(query, { today });
    expect(hit?.unit.id).toBe("1");
    expect(hit?.why).toMatch(/^contains /);
  });

  it("small words of another language do not count as rare where one text of it was not told", () => {
    const texts = [
      "La riunione della squadra si tiene di lunedì nella sala grande del secondo piano.",
      "Il progetto della squadra per il nuovo sito è stato approvato dal direttore.",
      "Roma Napoli Torino Bari Palermo Genova Verona Lecce di per il Modena Parma Pavia Trento",
    ];
    const searcher = createSearcher(shelfOf(sourcesOf(texts.map((text, at) => ({ id: String(at), text })))));
    expect(searcher.search("Chi ha approvato il progetto di sito per la squadra?", { today })[0]?.unit.id).toBe("1");
  });

  it("pieces of words count among texts that have some, and not for more among English ones", () => {
    const texts = [
      ...Array.from({ length: 30 }, (_, at) => `Note ${at}: the team met and wrote down what comes next.`),
      "International payments go through the new provider.",
      "Die Nation und die Funktion der Momente sind für uns wichtig, nicht wahr.",
    ];
    const searcher = createSearcher(shelfOf(sourcesOf(texts.map((text, at) => ({ id: String(at), text })))));
    expect(searcher.search("international payment function", { today })[0]?.unit.id).toBe("30");
  });

  it("a page is not behind another one only because nobody could tell its language", () => {
    const texts = [
      "Elenca cartelle: ls --almost-all --human-readable percorso/radice",
      "Le cartelle della nonna.",
      ...["vento della sera", "lago nella valle", "libro del porto", "tavolo del nonno", "monte della neve"].map(
        (name) => `Il ${name} è la cosa che non si vede più.`,
      ),
    ];
    const searcher = createSearcher(shelfOf(sourcesOf(texts.map((text, at) => ({ id: String(at), text })))));
    expect(searcher.search("elenca le cartelle", { today })[0]?.unit.id).toBe("0");
    expect(searcher.search("cartelle", { today })[0]?.unit.id).toBe("1");
  });

  it("a phrase alone is a condition; in a question it is a reason", () => {
    expect(ids('"kept in SQLite"')).toEqual(["5"]);
    expect(ids('"SQLite in kept"')).toEqual([]);
    expect(first('what is "kept in SQLite" or deployed?')).toBe("5");
  });

  it("stop words alone are looked up letter by letter", () => {
    expect(ids("to be or not to be")).toEqual(["6"]);
    expect(ids("of in at")).toEqual([]);
  });

  it("not:, doc:, day: and session: are conditions", () => {
    expect(ids("ada bowl index not:sqlite")).not.toContain("5");
    expect(ids("ada doc:spring").every((id) => ["1", "2", "3"].includes(id))).toBe(true);
    expect(ids("day:2026-10").sort()).toEqual(["4", "5", "6"]);
    expect(ids("ada day:nonsense")).toEqual([]);
    expect(ids("ada session:none")).toEqual([]);
    const sessions: Source[] = [
      { id: "session:a", session: "a", units: [{ id: "x", text: "about bees" }] },
      { id: "session:b", session: "b", units: [{ id: "y", text: "about bees" }] },
    ];
    expect(
      createSearcher(shelfOf(sessions))
        .search("bees session:b", { today })
        .map(({ unit }) => unit.id),
    ).toEqual(["y"]);
  });

  it("the day that a question names counts", () => {
    const days = sourcesOf(
      ["2026-11-10", "2026-11-14", "2026-11-12"].map((day) => ({ id: day, doc: day, day, text: "We talked about the release." })),
    );
    expect(createSearcher(shelfOf(days)).search("the release, last Tuesday", { today })[0]?.unit.id).toBe("2026-11-10");
    expect(createSearcher(shelfOf(days)).search("昨天 release", { today })[0]?.unit.id).toBe("2026-11-14");
  });
});

describe("order", () => {
  it("recency parts equals and does not bury an exact hit of last spring", () => {
    const units = [
      { id: "exact", doc: "a", day: "2026-03-01", text: "The certificate of the mail server is renewed by hand in March." },
      ...Array.from({ length: 20 }, (_, index) => ({
        id: `new${index}`,
        doc: `b${index}`,
        day: `2026-11-${String((index % 9) + 1).padStart(2, "0")}`,
        text: `The server was restarted, number ${index}.`,
      })),
    ];
    expect(createSearcher(shelfOf(sourcesOf(units))).search("certificate of the mail server", { today })[0]?.unit.id).toBe("exact");
    const same = sourcesOf(["2026-01-01", "2026-09-01", "2026-05-01"].map((day) => ({ id: day, doc: day, day, text: "Tea at four." })));
    expect(
      createSearcher(shelfOf(same))
        .search("tea", { today })
        .map(({ unit }) => unit.id),
    ).toEqual(["2026-09-01", "2026-05-01", "2026-01-01"]);
  });

  it("what says the same again is behind everything else", () => {
    const long = "The release train leaves every second Tuesday from the main branch after review by the person on duty";
    const units = sourcesOf(
      [0, 1, 2]
        .map((index) => ({ id: `same${index}`, doc: `d${index}`, text: `${long}.` }))
        .concat({ id: "other", doc: "e", text: "A train was late." }),
    );
    expect(
      createSearcher(shelfOf(units))
        .search("release train", { today })
        .map(({ unit }) => unit.id),
    ).toEqual(["same0", "other", "same1", "same2"]);
  });

  it("the same shelf and query give the same hits", () => {
    expect(ids("ada index bowl")).toEqual(ids("ada index bowl"));
  });

  it("neighbours and documents matter: without their weights the answer in between is not found", () => {
    const hits = (weights = WEIGHTS) => talk.search("sister pottery class", { today, weights }).map(({ unit }) => unit.id);
    expect(hits()).toContain("3");
    expect(hits({ ...WEIGHTS, near: 0, document: 0 })).not.toContain("3");
  });
});

describe("bad input", () => {
  it.each(["", "   ", "!!! ??? …", "\u0000\u0007\u001b[31m", "\ud800", "\u202e", '"', '""', "not:", "doc:", "day:..", "()*^~", "🙂"])(
    "%j finds nothing and breaks nothing",
    (query) => {
      expect(ids(query)).toEqual([]);
    },
  );

  it("a query of 100 kB is read as far as a question goes", () => {
    expect(first(`SQLite ${"lorem ipsum ".repeat(9000)}`)).toBe("5");
    expect(ids("x".repeat(100_000))).toEqual([]);
  });

  it("no text breaks a search, and hits are cut to the limit", () => {
    const pieces = fc.constantFrom("ada", "sqlite", '"', "not:", "day:", "doc:", "上海", " ", "-", "(", "last week", "\u0000", "*");
    fc.assert(
      fc.property(
        fc.array(pieces, { maxLength: 12 }),
        fc.integer({ min: 0, max: 5 }),
        (parts, limit) => void expect(ids(parts.join(""), limit).length).toBeLessThanOrEqual(limit),
      ),
    );
    fc.assert(fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (text) => void ids(text)));
  });

  it("an empty shelf has no hits", () => {
    expect(createSearcher(shelfOf([])).search("anything", { today })).toEqual([]);
    expect(createSearcher(shelfOf([{ id: "a", units: [] }])).search("anything", { today })).toEqual([]);
  });
});

describe("answers", () => {
  it("a snippet has at most 200 characters and is around the match", () => {
    const text = `${"一些别的话。".repeat(60)}钥匙在花盆下面。${"还有别的话。".repeat(60)}`;
    const [hit] = createSearcher(
      shelfOf(
        sourcesOf([
          { id: "a", text },
          { id: "b", text: `${"lorem ".repeat(200)}the key lies under the pot ${"ipsum ".repeat(200)}` },
        ]),
      ),
    ).search("花盆 钥匙", { today });
    expect([...(hit as Hit).snippet].length).toBeLessThanOrEqual(200);
    expect((hit as Hit).snippet).toContain("花盆");
    const [english] = createSearcher(
      shelfOf(sourcesOf([{ id: "b", text: `${"lorem ".repeat(200)}the key lies under the pot ${"ipsum ".repeat(200)}` }])),
    ).search("where are the keys", { today });
    expect((english as Hit).snippet).toContain("key lies under");
  });

  it("a hit says why", () => {
    expect(talk.search("sqlite", { limit: 1, today })[0]?.why).toBe("contains SQLite");
  });
});
