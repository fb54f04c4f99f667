// What a text is found by: words, identifiers, Han characters, days.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createSearcher, readDays, readQuery, readQueryWords, readWords, shelfOf, sourcesOf } from "../../src/recall/index.ts";

const holds = (text: string, ...terms: string[]) => expect(readWords(text).terms).toEqual(expect.arrayContaining(terms));

describe("words", () => {
  it("forms of a word are one term, and stop words are none", () => {
    expect(readWords("She was running; they ran. The runs!").terms).toEqual(["run", "run", "run"]);
    expect(readWords("Caroline’s friend didn't go").terms).toEqual(["carolin", "friend", "go"]);
  });

  it("forms that no rule brings together are one term", () => {
    for (const [a, b] of [
      ["went", "go"],
      ["bought", "buy"],
      ["children", "child"],
      ["taught", "teaching"],
    ] as const)
      expect(readWords(a).terms).toEqual(readWords(b).terms);
  });

  it("English words are stemmed as Snowball's English stemmer does", () => {
    // Taken from the description of the algorithm: each rule, and the words that it leaves alone.
    const pairs = {
      consignment: "consign",
      knightly: "knight",
      generously: "generous",
      general: "general",
      communication: "communic",
      hopping: "hop",
      hoped: "hope",
      flies: "fli",
      ties: "tie",
      cries: "cri",
      gas: "gas",
      kiwis: "kiwi",
      sky: "sky",
      dying: "die",
      news: "news",
      inning: "inning",
      succeed: "succeed",
      relational: "relat",
      sensibility: "sensibl",
      replacement: "replac",
      adoption: "adopt",
      controlled: "control",
      bed: "bed",
      feed: "feed",
      agreed: "agre",
      yellow: "yellow",
      happily: "happili",
    };
    for (const [word, stem] of Object.entries(pairs)) expect([word, ...readWords(word).terms]).toEqual([word, stem]);
  });

  it("width, case, accents and ligatures make no difference", () => {
    expect(readWords("ＣＡＦÉ ﬁle").terms).toEqual(readWords("cafe file").terms);
  });

  it("an identifier is kept whole and found by its parts", () => {
    holds("readOutline", "readoutlin", "read", "outlin");
    holds("user_name", "usernam", "user", "name");
    holds("src/store/files.ts", "src/store/files.ts", "store", "file", "ts");
    holds("HTTPServer", "http", "server");
    holds("v1.2.3", "v1.2.3");
    holds("rm -rf --no-preserve-root", "-rf", "rf", "--no-preserve-root", "preserv");
    holds("C++ and C# and .env", "c++", "c#", ".env");
  });

  it("Russian words are brought together as well", () => {
    expect(readWords("программы").terms[0]).toBe(readWords("программа").terms[0]);
  });

  it.each([
    ["de", "Wir haben gestern über die Häuser in der Stadt gesprochen, und die Preise sind hoch.", "Haus Preis"],
    ["fr", "Nous avons visité les maisons dans la rue, et les jardins sont grands.", "maison jardin"],
    ["es", "Los perros de mi hermana son muy grandes y juegan en el parque.", "perro grande"],
    ["it", "Le sorelle non sono in casa, ma i gatti della vicina ci sono.", "gatto sorella"],
    ["pt", "Os servidores foram reiniciados ontem, e as mensagens não estão em ordem para os clientes.", "servidor mensagem"],
    ["nl", "De huizen van het dorp zijn oud, en de bomen ook.", "boom huizen"],
    ["sv", "Vi har bestämt att bilarna ska stå på gården, och det är bra.", "bilar gård"],
  ])("%s: a text is found by other forms of its words, typed with or without accents", (mark, text, query) => {
    const shelf = createSearcher(
      shelfOf(
        sourcesOf([
          { id: "english", text: "Nothing of the kind was said in this one." },
          { id: mark, text },
        ]),
      ),
    );
    const plain = query.normalize("NFD").replace(/\p{M}/gu, "");
    for (const asked of [query, plain]) expect(shelf.search(asked, { today: "2026-11-15" })[0]?.unit.id).toBe(mark);
  });

  it("a word in a language that was told wrongly weighs no more than elsewhere", () => {
    const texts = [
      "See ya, Calvin! Catch ya later.",
      ...Array.from({ length: 20 }, (_, index) => `Calvin spoke of the tour, evening ${index}.`),
      "Calvin bought a guitar in Tokyo.",
    ];
    const hits = createSearcher(shelfOf(sourcesOf(texts.map((text, index) => ({ id: String(index), text }))))).search(
      "Which guitar did Calvin buy?",
      { today: "2026-11-15" },
    );
    expect(hits[0]?.unit.id).toBe("21");
  });

  it.each([
    [
      "installazione",
      "- Installa più di un pacchetto:\n\n`tool install the file and the other`\n\n- Rimuovi il pacchetto:\n\n`tool remove the file`",
    ],
    ["schlüsselverwaltung", "Die Schlüssel sind auf dem Server.\n\n```sh\n# this is to be done on the machine that has the keys\n```"],
  ])("what is told by code around a text is not its language: %s is found by its pieces", (query, text) => {
    const find = (one: string) =>
      createSearcher(shelfOf(sourcesOf([{ id: "page", text: one }]))).search(query, { today: "2026-11-15" }).length;
    expect(find(text)).toBe(1);
    // The control: a text in English has no pieces.
    expect(find("Install more than one package of the key files with the tool.")).toBe(0);
  });

  it("Han text gives its characters and its pairs; a query gives pairs, and a character only where it is alone", () => {
    holds("我在上海工作", "上海", "工作", "海");
    expect(readQueryWords("什么时候去上海")).toEqual(["去上", "上海"]);
    expect(readQueryWords("海")).toEqual(["海"]);
    holds("東京タワー", "东京", "タワ");
  });

  it("traditional and simplified characters find each other", () => {
    expect(readWords("辦公室的鑰匙在誰那裡").terms).toEqual(readWords("办公室的钥匙在谁那里").terms);
    expect(readQueryWords("為什麼開會")).toEqual(readQueryWords("为什么开会"));
  });

  it("whatever a text holds, its terms are short, and the query finds what the text is found by", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (text) => {
        const terms = new Set(readWords(text).terms);
        for (const term of terms) expect(term.length).toBeLessThanOrEqual(64);
        for (const term of readQueryWords(text)) expect(terms.has(term)).toBe(true);
      }),
    );
  });
});

describe("days", () => {
  // A Sunday.
  const today = "2026-11-15";
  it.each([
    ["on 8 May 2023", "2023-05-08", "2023-05-08"],
    ["May 8th, 2023", "2023-05-08", "2023-05-08"],
    ["the 3rd of June", "2026-06-03", "2026-06-03"],
    ["December 24", "2025-12-24", "2025-12-24"],
    ["in May 2023", "2023-05-01", "2023-05-31"],
    ["2024-02", "2024-02-01", "2024-02-29"],
    ["yesterday", "2026-11-14", "2026-11-14"],
    ["last Tuesday", "2026-11-10", "2026-11-10"],
    ["last Sunday", "2026-11-08", "2026-11-08"],
    ["two weeks ago", "2026-10-29", "2026-11-04"],
    ["3 days ago", "2026-11-12", "2026-11-12"],
    ["last week", "2026-11-02", "2026-11-08"],
    ["last month", "2026-10-01", "2026-10-31"],
    ["last year", "2025-01-01", "2025-12-31"],
    ["昨天", "2026-11-14", "2026-11-14"],
    ["前天", "2026-11-13", "2026-11-13"],
    ["上周", "2026-11-02", "2026-11-08"],
    ["上周三", "2026-11-04", "2026-11-04"],
    ["上个月", "2026-10-01", "2026-10-31"],
    ["三天前", "2026-11-12", "2026-11-12"],
    ["去年", "2025-01-01", "2025-12-31"],
    ["上週三", "2026-11-04", "2026-11-04"],
    ["between 5 and 9 October", "2026-10-05", "2026-10-09"],
    ["October 5-9, 2025", "2025-10-05", "2025-10-09"],
    ["from 3 March to 5 April", "2026-03-03", "2026-04-05"],
    ["the end of October", "2026-10-21", "2026-10-31"],
    ["early last month", "2026-10-01", "2026-10-10"],
    ["the week of 14 October", "2026-10-12", "2026-10-18"],
    ["since Thursday", "2026-11-12", "2026-11-15"],
    ["over the weekend", "2026-11-14", "2026-11-15"],
    ["the week before last", "2026-10-26", "2026-11-01"],
    ["on the 20th", "2026-10-20", "2026-10-20"],
    ["Q3", "2026-07-01", "2026-09-30"],
    ["last quarter", "2026-07-01", "2026-09-30"],
    ["December last year", "2025-12-01", "2025-12-31"],
    ["10月5日到9日", "2026-10-05", "2026-10-09"],
    ["十月底", "2026-10-21", "2026-10-31"],
    ["上个月中旬", "2026-10-11", "2026-10-20"],
    ["10月14日那周", "2026-10-12", "2026-10-18"],
    ["周四以来", "2026-11-12", "2026-11-15"],
    ["周末", "2026-11-14", "2026-11-15"],
    ["上上周", "2026-10-26", "2026-11-01"],
    ["第三季度", "2026-07-01", "2026-09-30"],
    ["去年十二月", "2025-12-01", "2025-12-31"],
    ["三個月前", "2026-08-01", "2026-08-31"],
    ["2023年5月8日", "2023-05-08", "2023-05-08"],
    ["5月8号", "2026-05-08", "2026-05-08"],
  ])("%s is %s to %s", (text, from, to) => {
    expect(readDays(`What happened ${text}?`, today)).toEqual([{ from, to }]);
  });

  it.each(["31 February", "2023-13-45", "version 2.3.4", "May I ask", "9999999 days ago"])("%s names no day", (text) => {
    expect(readDays(text, today)).toEqual([]);
  });

  it("no text and no day breaks it", () => {
    fc.assert(fc.property(fc.string({ unit: "grapheme" }), fc.string(), (text, day) => void readDays(text, day)));
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("last", "8", "May", "week", "ago", "two", "上", "周", "三", "月", "前", "2023", "-", " ")),
        (parts) => void readDays(parts.join(""), today),
      ),
    );
  });
});

describe("queries", () => {
  it("operators are read, and everything else is words", () => {
    const query = readQuery('sqlite "exact words" not:postgres doc:MEMORY day:2026-05 session:s1', "2026-11-15");
    expect(query).toMatchObject({
      phrases: ["exact words"],
      without: expect.arrayContaining(["postgr"]),
      documents: ["MEMORY"],
      sessions: ["s1"],
      within: [{ from: "2026-05-01", to: "2026-05-31" }],
      onlyPhrases: false,
    });
    expect(query.terms).toEqual(["sqlite", "exact", "word"]);
    expect(readQuery("day:2026-05-01..2026-06-02", "2026-11-15").within).toEqual([{ from: "2026-05-01", to: "2026-06-02" }]);
  });
});
