// Data of other shapes than the one that the weights were chosen on: nothing may depend on a field that is not there.

import { describe, expect, it } from "vitest";
import { createSearcher, shelfOf, sourcesOf } from "../../src/recall/index.ts";
import { seeded } from "./chineseSet.ts";

const today = "2026-11-15";
type Row = Parameters<typeof sourcesOf>[0][number];
const first = (units: readonly Row[], query: string, limit = 1) =>
  createSearcher(shelfOf(sourcesOf(units)))
    .search(query, { limit, today })
    .map(({ unit }) => unit.id);

/** Talks of four turns about one thing each; the turn that answers does not name the thing. */
const THINGS = "kayak violin lantern orchid compass telescope blanket scooter piano bicycle camera tent saddle teapot ladder mirror".split(
  " ",
);
const TALKS = THINGS.flatMap((thing, index) => [
  { id: `${index}.0`, text: `I finally got a ${thing}, the ${thing} I told you about.` },
  { id: `${index}.1`, text: `A ${thing}! Where did the ${thing} come from?` },
  { id: `${index}.2`, text: `My aunt in town number ${index} had it in her shed.` },
  { id: `${index}.3`, text: `Enjoy the ${thing} then, and greet your aunt.` },
]);

describe("units that say nothing but their text", () => {
  it("belong together where one plainly goes on from the other, so an answer is found through what is around it", () => {
    expect(first(TALKS, "Whose shed was the kayak in?", 4)).toContain("0.2");
    // The control: the same texts, each said to be a document of its own, hide it behind fifteen other sheds.
    expect(
      first(
        TALKS.map((row) => ({ ...row, doc: row.id })),
        "Whose shed was the kayak in?",
        3,
      ),
    ).not.toContain("0.2");
  });

  it("are each for itself where they do not: the order of shuffled texts means nothing", () => {
    const draw = seeded(5);
    const shuffled = TALKS.map((row) => ({ row, at: draw() }))
      .sort((a, b) => a.at - b.at)
      .map(({ row }) => row);
    expect(sourcesOf(TALKS).length).toBe(1);
    expect(sourcesOf(shuffled).length).toBe(TALKS.length);
  });
});

it("issue 22: a text that is a whole talk stands for itself, a turn belongs to those around it", () => {
  const TALKS = ["Man: The ferry was late.\nWoman: Take the train.", "Woman: I lost a glove.\nMan: It is in the car."];
  const documents = (texts: readonly string[]) => sourcesOf(texts.map((text, at) => ({ id: String(at), text }))).length;
  expect(documents(TALKS)).toBe(2);
  expect(documents(TALKS.join("\n").split("\n")), "negative control").toBe(1);
});

describe("days of other forms", () => {
  it.each(["1:56 pm on 8 May, 2023", "2023-05-08T13:56:00Z", "2023/05/08", "2023.5.8", "2023年5月8日", "May 8, 2023"])(
    "%s is a day like any other",
    (day) => {
      const units = [
        { id: "a", text: "We met at the lake.", day, doc: "x" },
        { id: "b", text: "We met at the lake again.", day: "2023-06-09", doc: "y" },
      ];
      expect(first(units, "lake day:2023-05-08", 5)).toEqual(["a"]);
    },
  );

  it("what names no day stays as it is and breaks nothing", () => {
    expect(
      first(
        [
          { id: "a", text: "We met at the lake.", day: "some spring" },
          { id: "b", text: "Tea." },
        ],
        "what happened in spring",
      ),
    ).toEqual(["a"]);
  });
});

describe("a snippet of a long traditional text", () => {
  it("is around the match of a simplified query", () => {
    const text = `${"這裡沒有什麼特別的事情可以說。".repeat(40)}鑰匙在花盆下面。${"後來也沒有發生什麼。".repeat(40)}`;
    expect(createSearcher(shelfOf(sourcesOf([{ id: "a", text }]))).search("钥匙", { today })[0]?.snippet).toContain("鑰匙在花盆");
  });
});

describe("other kinds of text", () => {
  const NOTES = [
    {
      id: "code",
      text: "```ts\nexport function readOutline(text: string): Outline {\n  return scanHeadings(text, { maxDepth: 6 });\n}\n```",
    },
    { id: "config", text: "Set `CODICIL_LOCK=1000,10000,3` and run `npm run bench -- recall-speed`." },
    { id: "mixed", text: "我们用SQLite做索引，Postgres留给以后；部署脚本在scripts/deploy.sh。" },
    { id: "traditional", text: "辦公室在三樓，週五不開門，鑰匙在花盆下面。" },
    { id: "japanese", text: "来週の会議は東京タワーの近くで開きます。資料は共有フォルダにあります。" },
    { id: "korean", text: "회의는 금요일 오후에 서울 사무실에서 합니다." },
    { id: "path", text: "The parser lives in src/markdown/reading/outline.ts and v2.3.1 broke it." },
    { id: "other", text: "Nothing in here is of any use to anybody." },
  ];

  it.each([
    ["where is readOutline defined", "code"],
    ["scan headings max depth", "code"],
    ["codicil lock environment variable", "config"],
    ["recall speed bench", "config"],
    ["SQLite索引", "mixed"],
    ["deploy 脚本在哪里", "mixed"],
    ["鑰匙", "traditional"],
    ["辦公室在幾樓？", "traditional"],
    ["钥匙在哪里？", "traditional"],
    ['"办公室在三楼"', "traditional"],
    ["東京タワー 会議", "japanese"],
    ["資料はどこ", "japanese"],
    ["서울 회의", "korean"],
    ["outline.ts", "path"],
    ["which version broke v2.3.1", "path"],
  ])("%s", (query, id) => {
    expect(first(NOTES, query)).toEqual([id]);
  });
});
