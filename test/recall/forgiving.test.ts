// One step away is near enough: slips, grouped digits, names joined or split, short forms; and it says what it changed.

import { describe, expect, it } from "vitest";
import { createSearcher, shelfOf, sourcesOf } from "../../src/recall/index.ts";
import { makeWarmWorld as makeWorld } from "../kit.ts";

const today = "2026-11-15";
const NOTES = [
  { id: "k8s", text: "The Kubernetes version on the cluster is 1.31." },
  { id: "pg", text: "We run Postgres 17 on the small machine." },
  { id: "budget", text: "The budget for the year is 12,500 euros." },
  { id: "retry", text: "maxRetryCount is three everywhere." },
  { id: "timeout", text: "Set request_timeout_ms to 900 in the gateway." },
  { id: "types", text: "All new code is TypeScript." },
  { id: "home", text: "Lives in Lisbon, near the river." },
  { id: "life", text: "The battery life of the laptop is poor." },
  { id: "e2e", text: "The end-to-end tests take fourteen minutes." },
  { id: "pork", text: "奶奶的红烧肉方子：冰糖、黄酒，小火一个半小时。" },
  { id: "fish", text: "怎么做鱼：先煎后煮。" },
  { id: "sails", text: "The harbour is full of boats in June." },
];
const searcher = createSearcher(shelfOf(sourcesOf(NOTES.map((note) => ({ ...note, doc: note.id })))));
const ids = (query: string) => searcher.search(query, { limit: 3, today }).map(({ unit }) => unit.id);

describe("one step away", () => {
  it.each([
    ["kuberntes version", "k8s"],
    ["kubernetse cluster", "k8s"],
    ["postgress", "pg"],
    ["12500", "budget"],
    ["12,500", "budget"],
    ["12_500 euros", "budget"],
    ["maxretrycount", "retry"],
    ["max_retry_count", "retry"],
    ["max-retry-count", "retry"],
    ["requestTimeoutMs", "timeout"],
    ["requesttimeoutms", "timeout"],
    ["k8s version", "k8s"],
    ["pg", "pg"],
    ["postgresql", "pg"],
    ["ts", "types"],
    ["where do I live", "home"],
    ["batery life", "life"],
    ["boasts", "sails"],
    ["how long do the e2e tests take", "e2e"],
    ["红绕肉怎么做", "pork"],
  ])("%s finds %s", (query, id) => {
    expect(ids(query)[0]).toBe(id);
  });

  it("issue 22: a Chinese word that is written otherwise is found by its characters, behind what has the word", () => {
    const notes = ["妈妈学会了用新手机。", "周日去登山，她很开心。", "楼下的咖啡店关门了。", "周五去看牙医。"];
    const found = createSearcher(shelfOf(sourcesOf(notes.map((text, at) => ({ id: String(at), doc: String(at), text })))));
    expect(found.search("妈妈 爬山", { today }).map(({ unit }) => unit.id)).toEqual(["0", "1"]);
    expect(found.search("妈妈 滑雪", { today }).map(({ unit }) => unit.id)).toEqual(["0"]);
  });

  it("life and lives are two words", () => {
    expect(ids("life")).toEqual(["life"]);
    expect(ids("lives")).toEqual(["home"]);
  });

  it("what is far away is not found, and a word that is there is not replaced", () => {
    expect(ids("zebra")).toEqual([]);
    expect(ids("postgraduates")).toEqual([]);
    const changed: string[] = [];
    searcher.search("kubernetes budgit", { today, told: (typed, found) => changed.push(`${typed} ${found}`) });
    expect(changed).toEqual(["budgit budget"]);
  });

  it("a slip in a small word is that word, and three letters may be four of which one is missing", () => {
    const changed: string[] = [];
    for (const query of ["waht is the budgit", "whre is the budget", "cde of ours", "ode of ours", "cod of ours", "boa of ours"])
      searcher.search(query, { today, told: (typed, found) => changed.push(`${typed} ${found}`) });
    expect(changed).toEqual(["budgit budget", "cde code", "ode code", "cod code", "boa boat"]);
  });

  it("a word with a wrong letter is looked for, though a small word is as far away", () => {
    const texts = ["She wore a red dress.", "The theft was on Monday.", "It is all in order."];
    const shelf = createSearcher(shelfOf(sourcesOf(texts.map((text, at) => ({ id: String(at), text })))));
    const changed: string[] = [];
    const told = (typed: string, found: string) => changed.push(`${typed} ${found}`);
    const ids = ["red dres", "thefd", "waht is in ordr"].map((query) => shelf.search(query, { today, told })[0]?.unit.id);
    expect(ids).toEqual(["0", "1", "2"]);
    expect(changed).toEqual(["dres dress", "thefd theft", "ordr order"]);
  });

  it.each([
    ["what did we sign in Apirl", "Apirl april", "2026-04-08"],
    ["what did we sign in Jly", "Jly july", "2026-07-08"],
    ["what did we sign lst month", "lst last", "2026-10-08"],
  ])("issue 22: a slip in a word of time is that time: %s", (query, change, day) => {
    const notes = ["2026-03-08", "2026-04-08", "2026-07-08", "2026-10-08"].map((each) => ({
      id: each,
      doc: each,
      day: each,
      text: "Signed a lease, and put the march of months behind us.",
    }));
    const changed: string[] = [];
    const shelf = createSearcher(shelfOf(sourcesOf(notes)));
    const [first] = shelf.search(query, { today, told: (typed, found) => changed.push(`${typed} ${found}`) });
    expect([first?.unit.day, changed]).toEqual([day, [change]]);
    // Negative control: a word that is in a note is what it is.
    changed.splice(0);
    shelf.search("the march of months and of Jane", { today, told: (typed) => changed.push(typed) });
    expect(changed).toEqual([]);
  });

  it("issue 22: a slip in a word by which a question is read changes the reading; a name in wrong capitals counts once", () => {
    const notes = [
      { id: "when", doc: "a", text: "Melanie joined the choir on 3 May 2021." },
      { id: "choir", doc: "b", text: "Melanie and the choir, the choir and Melanie." },
    ];
    const choir = createSearcher(shelfOf(sourcesOf(notes)));
    const first = (query: string) => choir.search(query, { today })[0]?.unit.id;
    expect(["when did Melanie join the choir", "mhen did Melanie join the choir", "wihch year did Melanie join"].map(first)).toEqual([
      "when",
      "when",
      "when",
    ]);
    const changed: string[] = [];
    choir.search("what about eMlanie", { today, told: (typed, found) => changed.push(`${typed} ${found}`) });
    expect(changed.length).toBe(1);
  });

  it("issue 22: of words that a slip leads to, the one beside the other words of the question is meant, and the likelier slip", () => {
    const notes = [
      { id: "beach", doc: "a", text: "We went swimming at the beach on Sunday." },
      { id: "coach", doc: "b", text: "The coach has a list of players for the cup." },
      ...Array.from({ length: 30 }, (_, at) => ({ id: `yeah ${at}`, doc: `talk ${at}`, text: "Yeah, that sounds good to us." })),
    ];
    const talk = createSearcher(shelfOf(sourcesOf(notes)));
    const changes = (query: string) => {
      const changed: string[] = [];
      const [first] = talk.search(query, { today, told: (typed, found) => changed.push(`${typed} ${found}`) });
      return [first?.unit.id, ...changed];
    };
    expect(changes("when did we go swimming at the beah")).toEqual(["beach", "beah beach"]);
    // Negative controls: beside other words it is the other one, and a word that is there is left alone.
    expect(changes("that yeh sounds good").slice(1)).toEqual(["yeh yeah"]);
    expect(changes("who is the coach of the cup")).toEqual(["coach"]);
  });

  it("the program says which word it changed", () => {
    const world = makeWorld();
    world.write("home/notes/cluster.md", "# Cluster\n\nThe Kubernetes version is 1.31.\n");
    const ran = world.run(["recall", "kuberntes version"]);
    expect(ran.out).toContain("1.31");
    expect(ran.err).toContain("nothing contains kuberntes; searched for kubernetes");
    expect(world.run(["recall", "kubernetes"]).err).not.toContain("nothing contains");
  });
});

describe("what is not there", () => {
  const boxes = Array.from({ length: 12 }, (_, at) => `- Box number ${at} is in the attic.`).join("\n");
  const notes = `# Memory\n\n- Line four of the tram is closed.\n- Lena likes green tea.\n${boxes}\n- 李护士下午来拍照片。\n`;
  const asking = () => {
    const world = makeWorld();
    world.write("home/MEMORY.md", notes);
    const ask = (query: string) => {
      const { err, json } = world.run(["recall", query, "--json"]);
      return { texts: json<{ text: string }[]>().map(({ text }) => text), said: err.trim() };
    };
    return { world, ask };
  };

  it("lines beside a hit are no hits, and what was found by a guess alone are three at most, and said so", () => {
    const { ask } = asking();
    expect(ask("green tea").texts).toEqual(["- Lena likes green tea."]);
    expect(ask("where do I live")).toMatchObject({ texts: { length: 2 }, said: "nothing contains live; searched for likes" });
    expect(ask("numbre")).toMatchObject({ texts: { length: 3 }, said: "nothing contains numbre; searched for number" });
    // Of a long text each word is told once, and not all of them.
    const pasted = Array.from({ length: 9 }, (_, at) => `a long numbre yestreday ${at}0`).join("\n");
    expect(ask(pasted).said).toBe(
      "nothing contains yestreday; searched for yesterday\nnothing contains numbre; searched for number\nnothing contains long, 00, 20, 30, 40; this is the nearest",
    );
    // The control: beside a word that is there, a slip is no guess.
    expect(ask("box numbre")).toMatchObject({ texts: { length: 10 } });
  });

  it("where half of the words are nowhere, the three nearest are shown, and it says what is missing", () => {
    const { ask, world } = asking();
    expect(ask("passport number")).toMatchObject({ texts: { length: 3 }, said: "nothing contains passport; this is the nearest" });
    expect(ask("护照")).toMatchObject({ texts: { length: 1 }, said: "nothing contains 护照; this is the nearest" });
    expect(ask("我的车牌号").texts).toEqual([]);
    // The controls: everything is there, or there is nothing to be near to.
    expect(ask("box number attic")).toMatchObject({ texts: { length: 10 }, said: "" });
    expect(ask("submarine periscope")).toEqual({ texts: [], said: "" });
    expect(world.run(["recall", "护照"], { env: { LANG: "zh_CN.UTF-8" } }).err).toContain("没有内容含有 护照；以下最接近");
  });

  it("in a talk the turn beside a question may be the answer", async () => {
    const talk = [
      { id: "q", speaker: "you", day: "2026-11-01", text: "Which colour did we pick for the shutters?" },
      { id: "a", speaker: "agent", day: "2026-11-01", text: "Teal, matt." },
    ];
    const shelf = createSearcher(shelfOf([{ id: "session:s", session: "s", units: talk }]));
    expect(shelf.search("colour of the shutters", { today }).map(({ unit }) => unit.id)).toEqual(["a", "q"]);
  });
});

describe("for people", () => {
  it("a hit names its number, day, document, section and the words that matched; --open shows what is around it", () => {
    const world = makeWorld();
    const file = world.write(
      "home/memory/2026-10-07.md",
      "## Garden\n\n- Planted two apple trees.\n- Ordered a bench.\n\n## Work\n\n- Nothing.\n",
    );
    const shown = world.run(["recall", "apple tree"]).out;
    expect(shown).toContain("1. ");
    expect(shown).toContain("Garden  2026-10-07");
    const [first] = world.run(["recall", "apple tree", "--json"]).json<{ matched: string[]; text: string }[]>();
    expect(first?.matched).toEqual(["apple", "trees"]);
    expect(first?.text).not.toContain("bench");
    const opened = world.run(["recall", "apple tree", "--open", "1"]).out;
    expect(opened).toContain("Ordered a bench.");
    expect(opened).not.toContain("Nothing.");
    expect(opened).toContain(file);
    expect(world.run(["recall", "apple tree", "--open", "7"]).code).not.toBe(0);
  });
});
