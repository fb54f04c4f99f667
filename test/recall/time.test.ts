// Days in a question choose: what lies in them comes first, their words are not looked for, and where nothing lies in them
// the span grows.

import { describe, expect, it } from "vitest";
import { createSearcher, readQuery, shelfOf, sourcesOf } from "../../src/recall/index.ts";

/** A Sunday. */
const today = "2026-11-15";
const topics = ["the release", "tea with Ada", "the printer", "发布计划", "the garden"];
const days = Array.from({ length: 400 }, (_, back) => new Date(Date.parse(today) - back * 24 * 3600 * 1000).toISOString().slice(0, 10));
const NOTES = days.flatMap((day, at) => [
  { id: day, doc: day, day, text: `Chose plan ${at} for ${topics[at % topics.length]}.` },
  { id: `${day} b`, doc: day, day, text: at % 2 === 0 ? "The release went well, Friday or not." : "打印机又坏了，上周五也是。" },
]);
const searcher = createSearcher(shelfOf(sourcesOf(NOTES)));
const found = (query: string) => searcher.search(query, { limit: 5, today }).map(({ unit }) => unit.day ?? "");

describe("thirty questions with days", () => {
  it.each([
    ["what happened last Friday", "2026-11-13", "2026-11-13"],
    ["what happened on Friday?", "2026-11-13", "2026-11-13"],
    ["what did I decide last month", "2026-10-01", "2026-10-31"],
    ["打印机 yesterday", "2026-11-14", "2026-11-14"],
    ["the day before yesterday: the printer", "2026-11-13", "2026-11-13"],
    ["what did we say about the garden last week", "2026-11-02", "2026-11-08"],
    ["the release this week", "2026-11-09", "2026-11-15"],
    ["release two weeks ago", "2026-10-29", "2026-11-04"],
    ["what did I do 10 days ago", "2026-11-05", "2026-11-05"],
    ["release in the last 3 days", "2026-11-12", "2026-11-15"],
    ["tea in March", "2026-03-01", "2026-03-31"],
    ["tea in December", "2025-12-01", "2025-12-31"],
    ["tea in 2025", "2025-01-01", "2025-12-31"],
    ["release 2026-03", "2026-03-01", "2026-03-31"],
    ["release 2026-03-05", "2026-03-05", "2026-03-05"],
    ["release on 5 March 2026", "2026-03-05", "2026-03-05"],
    ["garden, May 2026", "2026-05-01", "2026-05-31"],
    ["plans of last year", "2025-01-01", "2025-12-31"],
    ["what happened last weekend", "2026-11-07", "2026-11-08"],
    ["what happened in the first week of August", "2026-08-01", "2026-08-07"],
    ["the second half of March", "2026-03-16", "2026-03-31"],
    ["what happened in the last week of June 2026", "2026-06-24", "2026-06-30"],
    ["what happened in the last two weeks of August", "2026-08-18", "2026-08-31"],
    ["八月最后两周在忙什么", "2026-08-18", "2026-08-31"],
    ["the first three weeks of March", "2026-03-01", "2026-03-21"],
    ["the garden before February 2026", "2025-10-12", "2026-01-31"],
    ["what happened on the Monday before 24 October 2026", "2026-10-24", "2026-10-24"],
    ["tea before May", "2025-10-12", "2026-04-30"],
    ["二月之前的打印机", "2025-10-12", "2026-01-31"],
    ["tea until 20 October 2025", "2025-10-12", "2025-10-20"],
    ["the printer after October", "2026-11-01", "2026-11-15"],
    ["tea since the start of the month", "2026-11-01", "2026-11-15"],
    ["月初忙什么", "2026-11-01", "2026-11-10"],
    ["八月第二周在忙什么", "2026-08-08", "2026-08-14"],
    ["三月下半月做了什么", "2026-03-16", "2026-03-31"],
    ["what was frobnicated in the last days of March", "2026-03-25", "2026-03-31"],
    ["the printer a month ago", "2026-10-01", "2026-10-31"],
    ["what did I decide the week before Christmas", "2025-12-18", "2025-12-24"],
    ["what happened the day after Halloween", "2026-11-01", "2026-11-01"],
    ["notes from the Tuesday before last", "2026-11-03", "2026-11-03"],
    ["what did I log two Fridays ago", "2026-11-06", "2026-11-06"],
    ["what happened a fortnight ago", "2026-10-29", "2026-11-04"],
    ["what went on earlier this month", "2026-11-01", "2026-11-30"],
    ["what happened the month before last", "2026-09-01", "2026-09-30"],
    ["what happened the weekend before last", "2026-10-31", "2026-11-01"],
    ["what did we plan for the third quarter", "2026-07-01", "2026-09-30"],
    ["what changed in the last quarter of 2025", "2025-10-01", "2025-12-31"],
    ["what was decided in H1", "2026-01-01", "2026-06-30"],
    ["what did I do at the start of the year", "2026-01-01", "2026-02-28"],
    ["what was I working on this time last year", "2025-11-08", "2025-11-22"],
    ["what happened on the first Monday of October", "2026-10-05", "2026-10-05"],
    ["what happened on the last Monday of August", "2026-08-31", "2026-08-31"],
    ["what was done in the last ten days of September", "2026-09-21", "2026-09-30"],
    ["上上周五决定了什么", "2026-10-30", "2026-10-30"],
    ["上上个月做了什么", "2026-09-01", "2026-09-30"],
    ["圣诞节前一周做了什么", "2025-12-18", "2025-12-24"],
    ["国庆期间做了什么", "2026-10-01", "2026-10-07"],
    ["半个月前发生了什么", "2026-10-28", "2026-11-03"],
    ["这两周做了什么", "2026-11-01", "2026-11-15"],
    ["前两天做了什么", "2026-11-13", "2026-11-14"],
    ["今年上半年做了什么", "2026-01-01", "2026-06-30"],
    ["去年年底决定了什么", "2025-11-01", "2025-12-31"],
    ["上周五发生了什么", "2026-11-06", "2026-11-06"],
    ["昨天做了什么", "2026-11-14", "2026-11-14"],
    ["上个月决定了什么", "2026-10-01", "2026-10-31"],
    ["上周的发布计划", "2026-11-02", "2026-11-08"],
    ["三天前打印机怎么样", "2026-11-12", "2026-11-12"],
    ["2026年3月的发布计划", "2026-03-01", "2026-03-31"],
    ["三月的发布计划", "2026-03-01", "2026-03-31"],
    ["最近三天发生了什么", "2026-11-12", "2026-11-15"],
    ["去年的发布计划", "2025-01-01", "2025-12-31"],
    ["2026年3月5日发生了什么", "2026-03-05", "2026-03-05"],
    ["what did I note on the evening of the 3rd", "2026-11-03", "2026-11-03"],
    ["what happened three weeks back", "2026-10-22", "2026-10-28"],
    ["what happened the other day", "2026-11-08", "2026-11-14"],
    ["what happened around 20 September", "2026-09-17", "2026-09-23"],
    ["what was noted Wednesday last week", "2026-11-04", "2026-11-04"],
    ["what happened in the days after 1 September", "2026-09-01", "2026-09-08"],
    ["what did I note on 12.10.2026", "2026-10-12", "2026-10-12"],
    ["what happened on 8/25/2026", "2026-08-25", "2026-08-25"],
    ["三个礼拜前打印机怎么样", "2026-10-22", "2026-10-28"],
    ["九月二十号前后发生了什么", "2026-09-17", "2026-09-23"],
    ["what did I do on Good Friday", "2026-04-03", "2026-04-03"],
    ["what did I frobnicate on New Year's Eve", "2025-12-31", "2025-12-31"],
    ["what did I do two weeks before Christmas last year", "2025-12-11", "2025-12-11"],
    ["what happened ten days before 1 May 2026", "2026-04-21", "2026-04-21"],
    ["the release a month after Easter 2026", "2026-05-01", "2026-05-31"],
    ["圣诞节前两周做了什么", "2025-12-11", "2025-12-11"],
    ["元旦后三天做了什么", "2026-01-04", "2026-01-04"],
    ["what was going on a year ago today", "2025-11-15", "2025-11-15"],
    ["去年今天做了什么", "2025-11-15", "2025-11-15"],
    ["the release in 2026-W20", "2026-05-11", "2026-05-17"],
    ["what happened on Monday two weeks ago", "2026-10-26", "2026-10-26"],
    ["三周前的周六做了什么", "2026-10-24", "2026-10-24"],
    ["the release over the Easter weekend", "2026-04-03", "2026-04-06"],
    ["what happened from Monday to Wednesday last week", "2026-11-02", "2026-11-04"],
    ["上周一到周三做了什么", "2026-11-02", "2026-11-04"],
    ["这周二做了什么", "2026-11-10", "2026-11-10"],
    ["what happened on the first weekend of July", "2026-07-04", "2026-07-05"],
    ["7月第一个周末做了什么", "2026-07-04", "2026-07-05"],
    ["what did I do in the second week of last month", "2026-10-08", "2026-10-14"],
    ["上个月第二周做了什么", "2026-10-08", "2026-10-14"],
    ["what happened on the weekend of 5 September", "2026-09-05", "2026-09-06"],
    ["what happened in the week beginning 7 September", "2026-09-07", "2026-09-13"],
    ["the release the day before the 5th of March", "2026-03-04", "2026-03-04"],
    ["what was decided since the end of October", "2026-10-21", "2026-11-15"],
    ["what happened the night before last", "2026-11-13", "2026-11-13"],
    ["四月五号到八号做了什么", "2026-04-05", "2026-04-08"],
    ["9 月 3 号到 6 号之间打印机怎么样", "2026-09-03", "2026-09-06"],
    ["今年三月底做了什么", "2026-03-21", "2026-03-31"],
  ])("%s", (query, from, to) => {
    const hits = found(query);
    expect(hits.length).toBeGreaterThan(1);
    const within = hits.map((day) => from <= day && day <= to);
    // What is asked for comes first; what lies elsewhere only behind it.
    expect(within[0]).toBe(true);
    expect(within).toEqual([...within].sort((a, b) => Number(b) - Number(a)));
  });

  it.each([
    ["what happened at Halloween", "2026-10-31", "2026-10-31"],
    ["what did I do between Christmas and New Year", "2025-12-24", "2025-12-31"],
    ["what did I do last summer", "2026-06-01", "2026-08-31"],
    ["what did I do in the winter of 2025", "2025-12-01", "2026-02-28"],
    ["今年情人节做了什么", "2026-02-14", "2026-02-14"],
    ["what did I do at Easter", "2026-04-03", "2026-04-06"],
    ["what did I do on Thanksgiving", "2025-11-27", "2025-11-30"],
    ["what happened on Labor Day", "2026-09-07", "2026-09-07"],
    ["what did we do in week 42", "2026-10-12", "2026-10-18"],
    ["what did we do last December", "2025-12-01", "2025-12-31"],
    ["what did we do last November", "2025-11-01", "2025-11-30"],
    ["the release in calendar week 50", "2025-12-08", "2025-12-14"],
    ["第42周做了什么", "2026-10-12", "2026-10-18"],
    ["what did I do on the 14th of last month", "2026-10-14", "2026-10-14"],
    ["除夕那天做了什么", "2026-02-16", "2026-02-16"],
    ["中秋节做了什么", "2026-09-25", "2026-09-25"],
    ["去年冬天做了什么", "2025-12-01", "2026-02-28"],
    ["去年十二月三号做了什么", "2025-12-03", "2025-12-03"],
  ])("%s: all that lies there", (query, from, to) => {
    const hits = found(query);
    expect(hits).not.toEqual([]);
    expect(hits.filter((day) => day < from || day > to)).toEqual([]);
    expect(readQuery(`${query}, and the printer`, today).isVague, "negative control").toBe(false);
  });

  it.each(["what did we chat about on 2 May", "tell me what we spoke about on 2 May"])("%s: all of that day, not who chats", (query) => {
    const chat = { id: "chat", day: "2026-06-01", text: "Let's chat, I'll tell you. We spoke about chatting." };
    const roof = { id: "roof", day: "2026-05-02", text: "The roof of the cottage leaks." };
    expect(createSearcher(shelfOf(sourcesOf([chat, roof]))).search(query, { today })[0]?.unit.id).toBe("roof");
  });

  it("a feast is a word beside others: people speak of it before and after", () => {
    const { days: named, terms } = readQuery("which gifts for Christmas did Ada like", today);
    expect([named, terms.includes("christma")]).toEqual([[], true]);
  });

  it("a feast that some text names is looked for as a word, and one that none names is its days", () => {
    const notes = [
      { id: "told", day: "2026-01-20", text: "The guests talked of Easter." },
      { id: "then", day: "2026-04-05", text: "The guests stayed for dinner." },
    ];
    const first = (query: string, ...texts: typeof notes) => createSearcher(shelfOf(sourcesOf(texts))).search(query, { today })[0]?.unit.id;
    expect(first("guests over Easter", ...notes)).toBe("told");
    expect(first("guests over Easter", { ...notes[0]!, text: "The guests talked of the harbour and of the guests." }, notes[1]!)).toBe(
      "then",
    );
  });

  const HOUSE = [
    { id: "built", doc: "house", text: "The cottage in Wicklow was built in 1923." },
    { id: "sold", doc: "house", text: "The cottage was sold in 1954, the year after the flood." },
    { id: "han", doc: "house", text: "老宅建于1936年。" },
    { id: "roof", doc: "2026-05-02", day: "2026-05-02", text: "The roof of the cottage leaks." },
    { id: "other", doc: "2026-08-21", day: "2026-08-21", text: "Mollie takes our payments." },
  ];
  const house = createSearcher(shelfOf(sourcesOf(HOUSE)));
  it.each([
    ["what happened to the cottage in 1954", "sold"],
    ["the cottage in 1923", "built"],
    ["1936年建了什么", "han"],
    ["what happened to the cottage in 2026", "roof"],
  ])("a year in which nothing was noted is a word: %s", (query, id) => {
    expect(house.search(query, { limit: 3, today })[0]?.unit.id).toBe(id);
  });

  const TALKS = [
    { id: "train", doc: "a", text: "The train to Galway leaves at noon on Sunday." },
    { id: "bus", doc: "b", text: "The train to Galway is dear, so we take the bus." },
    { id: "han", doc: "c", text: "去机场的火车星期天中午开。" },
    { id: "taxi", doc: "d", text: "去机场的火车太贵，我们打车。" },
  ];
  it.each([
    ["the train to Galway on Sunday", "train"],
    ["去机场的火车星期天", "han"],
  ])("issue 22: days on which nothing was noted are words: %s", (query, id) => {
    const first = (rows: typeof TALKS) => createSearcher(shelfOf(sourcesOf(rows))).search(query, { limit: 4, today })[0]?.unit.id;
    expect([first(TALKS), first(TALKS.toReversed())]).toEqual([id, id]);
  });

  it("issue 22: negative control: where something was noted on the day, the day decides and not its word", () => {
    const noted = [...TALKS, { id: "noted", doc: "e", day: today, text: "The train to Galway was late, and so was the bus behind it." }];
    const [first] = createSearcher(shelfOf(sourcesOf(noted))).search("the train to Galway on Sunday", { limit: 4, today });
    expect(first?.unit.id).toBe("noted");
  });

  it("a note of the day that has no word of the question comes behind those that have one, and not for another day", () => {
    const ids = (query: string) => house.search(query, { limit: 5, today }).map(({ unit }) => unit.id);
    const asked = ids("what about the cottage in August");
    expect(asked.indexOf("other")).toBeGreaterThan(asked.indexOf("roof"));
    expect(ids("what about the cottage in July")).not.toContain("other");
  });

  it.each([
    "which H1 does the page have",
    "who was first in the quarter final",
    "the week before we met",
    "the spare key",
    "前两件事",
    "the chapter of the 3rd edition",
    "what did we learn in week 3 of the course",
    "the part of week 60",
    "what came after lunch",
    "either of two days, 3/4/2026",
  ])("issue 22: negative control: %s names no days", (query) => {
    expect(readQuery(query, today).days).toEqual([]);
  });

  it("the words of a day are not looked for, quoted ones are", () => {
    expect(readQuery("the release last Friday", today).terms).toEqual(["releas"]);
    expect(readQuery('the release "last Friday"', today).terms).toContain("friday");
  });

  it("a span without a note grows, and a question without a day is as before", () => {
    const few = createSearcher(
      shelfOf(
        sourcesOf([
          { id: "near", doc: "a", day: "2026-11-11", text: "The boiler was mended." },
          { id: "far", doc: "b", day: "2026-02-01", text: "The boiler broke." },
        ]),
      ),
    );
    const ids = (query: string) => few.search(query, { today }).map(({ unit }) => unit.id);
    expect(ids("what about the boiler last Friday")).toEqual(["near", "far"]);
    expect(ids("who broke the boiler")[0]).toBe("far");
    expect(ids("the boiler in 2019").length).toBe(2);
    // "Weekend" is part of a name here: a note of a day nearby that only mentions a place does not come before the answer.
    const named = [
      { id: "place", doc: "a", day: "2026-03-01", text: "我的周末整理地点定在总图三楼。" },
      { id: "today", doc: "b", day: "2026-11-12", text: "相关地点和工具一起记下来。" },
    ];
    const [first] = createSearcher(shelfOf(sourcesOf(named))).search("我的周末整理地点是哪里", { today });
    expect(first?.unit.id).toBe("place");
    // Who asks for nothing but the days gets what lies nearest to them, and never nothing.
    expect(ids("what happened in December last year")).toEqual(["far"]);
    expect(ids("去年十二月我做了什么")).toEqual(["far"]);
  });
});

describe("filters", () => {
  const talk = createSearcher(
    shelfOf([
      { id: "notes/boats.md", units: [{ id: "1", text: "Boats are blue.", day: "2026-05-01" }] },
      {
        id: "session:s",
        session: "s",
        units: [
          { id: "2", text: "Boats are red, you said.", speaker: "agent", day: "2026-06-01" },
          { id: "3", text: "I like boats.", speaker: "you", day: "2026-07-01" },
        ],
      },
    ]),
  );
  const ids = (query: string) =>
    talk
      .search(query, { today })
      .map(({ unit }) => unit.id)
      .sort();
  it.each([
    ["boats", ["1", "2", "3"]],
    ["boats in:notes", ["1"]],
    ["boats by:agent", ["2"]],
    ["boats by:me", ["3"]],
    ["boats before:2026-06", ["1"]],
    ["boats after:2026-06", ["3"]],
    ["boats after:2026-04 before:2026-07", ["1", "2"]],
    ["by:agent", ["2"]],
    ["boats before:nonsense", []],
  ])("%s", (query, expected) => {
    expect(ids(query)).toEqual(expected);
  });

  it("in: with the name of a file is that file, and not the folder that is called so as well", () => {
    const notes = ["MEMORY.md", "memory/2026-05-01.md"].map((id) => ({ id, units: [{ id, text: "Boats are blue." }] }));
    const found = (query: string) =>
      createSearcher(shelfOf(notes))
        .search(query, { today })
        .map(({ document }) => document);
    expect([found("boats in:MEMORY"), found("boats in:MEMORY.md")]).toEqual([["MEMORY.md"], ["MEMORY.md"]]);
    expect([found("boats in:memory/").length, found("boats in:memory").length]).toEqual([1, 2]);
  });
});
