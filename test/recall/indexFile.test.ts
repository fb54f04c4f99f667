// The index on disk: beside the truth, never the truth.

import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { constants, inflateRawSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { chineseSet } from "./chineseSet.ts";
import { createSearcher, type Indexed, type IndexFile, openIndexFile, shelfOf, type Source } from "../../src/recall/index.ts";

let folder = "";
let path = "";
const open: IndexFile[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "codicil-test-"));
  path = join(folder, "recall/index.sqlite");
});
afterEach(() => {
  for (const index of open.splice(0)) index.close();
  rmSync(folder, { recursive: true, force: true });
});

const today = "2026-11-15";
const source = (id: string, ...texts: string[]): Source => ({
  id,
  units: texts.map((text, index) => ({ id: `${id}.${index}`, text, speaker: "Ada", day: "2026-05-01" })),
});
const indexed = (given: Source, key = "1", onRead = () => {}): Indexed => ({
  id: given.id,
  owner: "o",
  stamp: null,
  key: async () => key,
  read: async () => (onRead(), given),
});
const opened = () => {
  const index = openIndexFile(path);
  open.push(index);
  return index;
};
const find = (index: IndexFile, query: string, documents: readonly string[] = ["a", "b", "c"]) =>
  createSearcher(index.shelf(documents))
    .search(query, { today })
    .map(({ unit }) => unit.id);

/** So many documents of somebody else in front, which are on no shelf: a block has 256, and the first is read in another way. */
const openedBehind = async (others: number) => {
  const index = opened();
  const fillers = Array.from({ length: others }, (_, number) => ({
    ...indexed(source(`filler ${number}`, "a rainy day")),
    owner: "other",
  }));
  await index.sync(fillers, { owners: [] });
  return index;
};
const BEHIND = [0, 300];

/** What the bytes say as they are, and wherever something packed may begin. */
const textIn = (bytes: Buffer): string =>
  [bytes.toString("latin1"), ...Array.from(bytes, (byte, at) => (byte % 2 === 0 ? "" : inflated(bytes.subarray(at, at + 200))))].join("");
const inflated = (bytes: Buffer): string => {
  try {
    return inflateRawSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: 1000 }).toString();
  } catch {
    // Nothing packed begins here.
    return "";
  }
};

describe("the index file", () => {
  it.each(BEHIND)("gives the same hits and scores as memory, behind %i documents", async (others) => {
    const sources = [
      source("a", "bees and honey", "a garden"),
      source("b", "honey cake", "tea with bees", "蜜蜂在花园"),
      {
        id: "c",
        units: [{ id: "4", of: "3", text: "bees, without a day or a speaker", heading: "Garden › Hives", lines: [4, 5] as const }],
      },
    ];
    const index = await openedBehind(others);
    await index.sync(
      sources.map((each) => indexed(each)),
      { owners: ["o"] },
    );
    for (const query of ["bees", "honey garden", "蜜蜂", "Ada May", '"honey cake"', "hony gardne", "rainy"])
      expect(createSearcher(index.shelf(["a", "b", "c"])).search(query, { today })).toEqual(
        createSearcher(shelfOf(sources)).search(query, { today }),
      );
  });

  it.each(BEHIND)("part of a word is found letter by letter, in any case and width, as in memory, behind %i documents", async (others) => {
    const sources = [
      source("a", "The Kubernetes cluster", "a garden", "whatever they went for"),
      source("b", "ｋｕｂｅｒｎｅｔｅｓ 集群", "蜜蜂在花园", "ubiquitous", "maxRetryCount at C:/tmp"),
    ];
    const index = await openedBehind(others);
    await index.sync(
      sources.map((each) => indexed(each)),
      { owners: ["o"] },
    );
    expect(find(index, "bernet")).toEqual(["a.0", "b.0"]);
    for (const query of ["bernet", "UBERN", "ernetes", "bern etes", "biqui", "s clus", "etrycou", "ateve", "wen", "tever the", "x"])
      expect(find(index, query)).toEqual(
        createSearcher(shelfOf(sources))
          .search(query, { today })
          .map(({ unit }) => unit.id),
      );
  });

  it("what a process unpacked before is not shown of a content that came since", async () => {
    const index = opened();
    await index.sync([indexed(source("a", "bees"), "1")], { owners: ["o"] });
    expect(find(index, "bees")).toEqual(["a.0"]);
    await index.sync([indexed(source("a", "a garden", "bees"), "2")], { owners: ["o"] });
    expect(find(index, "bees")[0]).toBe("a.1");
  });

  it.each(BEHIND)(
    "a word that no document has any more is in no byte, one that another has is found, behind %i documents",
    async (others) => {
      const index = await openedBehind(others);
      await index.sync([indexed(source("a", "the zanzibarite password")), indexed(source("b", "a password, and quuxfoo"))], {
        owners: ["o"],
      });
      await index.sync([indexed(source("b", "a password"), "2")], { owners: ["o"] });
      expect(find(index, "password")).toEqual(["b.0"]);
      index.close();
      open.splice(0);
      const text = textIn(readFileSync(path));
      expect(text).not.toMatch(/zanzibarit|quuxfoo/);
      expect(text, "negative control: what is there can be seen").toMatch(/password/);
    },
  );

  const notes = join(import.meta.dirname, "../../docs/decisions");
  const english = () => readdirSync(notes).map((name) => source(name, ...readFileSync(join(notes, name), "utf8").split(/\n{2,}/)));
  const chinese = () =>
    chineseSet()
      .paragraphs.slice(0, 400)
      .map(({ id, text }) => source(id, text));
  it.each([
    ["English", english],
    ["Chinese", chinese],
  ])("is at most two and a half times as large as its text: %s", async (_, made) => {
    const sources = made();
    const index = opened();
    await index.sync(
      sources.map((each) => indexed(each)),
      { owners: ["o"] },
    );
    index.close();
    open.splice(0);
    const written = sources.flatMap(({ units }) => units).reduce((sum, unit) => sum + Buffer.byteLength(unit.text), 0);
    expect(statSync(path).size / written).toBeLessThan(2.5);
  });

  it("documents of several blocks and long ones are found like in memory, also when some changed or are gone", async () => {
    const texts = (number: number) =>
      Array.from({ length: number % 100 === 0 ? 300 : 1 }, (_, at) => `heron ${number} stork${at} ${"reed ".repeat(9)}`);
    const sources = Array.from({ length: 300 }, (_, number) => source(`d${number}`, ...texts(number)));
    const index = opened();
    const sync = (all: readonly Source[]) =>
      index.sync(
        all.map((each) => indexed(each, each.units[0]?.text)),
        { owners: ["o"] },
      );
    const same = (all: readonly Source[]) => {
      for (const query of ["heron 299", "stork250", "reed heron 17", "egret"])
        expect(createSearcher(index.shelf(all.map(({ id }) => id))).search(query, { today })).toEqual(
          createSearcher(shelfOf(all)).search(query, { today }),
        );
    };
    await sync(sources);
    same(sources);
    const now = sources
      .filter((_, at) => at % 7 !== 3)
      .map((each, at) => (at % 5 === 0 ? source(each.id, "an egret", `heron ${at}`) : each));
    await sync(now);
    same(now);
  });

  it("reads only what changed, and forgets what is gone", async () => {
    let reads = 0;
    const count = () => void reads++;
    const index = opened();
    await index.sync([indexed(source("a", "old words"), "1", count), indexed(source("b", "other words"), "1", count)], { owners: ["o"] });
    await index.sync([indexed(source("a", "new text"), "2", count), indexed(source("b", "other words"), "1", count)], { owners: ["o"] });
    expect(reads).toBe(3);
    expect([find(index, "old"), find(index, "new text"), find(index, "words")]).toEqual([[], ["a.0"], ["b.0"]]);
    await index.sync([indexed(source("a", "new text"), "2", count)], { owners: [] });
    expect(find(index, "other")).toEqual(["b.0"]);
    await index.sync([indexed(source("a", "new text"), "2", count)], { owners: ["o"] });
    expect(find(index, "other")).toEqual([]);
    expect(reads).toBe(3);
  });

  it("a file whose stamp is as it was is not even opened; a new stamp alone does not mean new content", async () => {
    const asked: string[] = [];
    const each = (stamp: string | null, key: string): Indexed => ({
      id: "a",
      owner: "o",
      stamp,
      key: async () => (asked.push(`key ${key}`), key),
      read: async () => (asked.push("read"), source("a", "bees")),
    });
    const index = opened();
    for (const one of [each("t1", "1"), each("t1", "1"), each("t2", "1"), each("t2", "1"), each(null, "1"), each("t3", "2")])
      await index.sync([one], { owners: ["o"] });
    expect(asked).toEqual(["key 1", "read", "key 1", "key 1", "key 2", "read"]);
  });

  it("X14 what is not on the shelf is neither found nor counted", async () => {
    const index = opened();
    const open_ = source("a", "the garden has a gate", "a gate of oak");
    await index.sync([indexed(open_), indexed(source("b", "gate gate gate", "canary gate"))], { owners: ["o"] });
    const shared = createSearcher(index.shelf(["a"])).search("gate canary", { today });
    expect(shared).toEqual(createSearcher(shelfOf([open_])).search("gate canary", { today }));
    expect(JSON.stringify(shared)).not.toMatch(/"canary gate"|b\.\d/);
  });

  it("a damaged file is made anew, and that is said", async () => {
    mkdirSync(join(folder, "recall"));
    writeFileSync(path, "this is no database, and long enough to be looked at ".repeat(100));
    const index = opened();
    expect(index.notices.join()).toContain("rebuilding it");
    await index.sync([indexed(source("a", "bees"))], { owners: ["o"] });
    expect(find(index, "bees")).toEqual(["a.0"]);
  });

  it("a half-written file is made anew", async () => {
    const first = openIndexFile(path);
    await first.sync([indexed(source("a", "bees ".repeat(500), ...Array.from({ length: 300 }, (_, index) => `words ${index}`)))], {
      owners: ["o"],
    });
    first.close();
    writeFileSync(path, readFileSync(path).subarray(0, 3000));
    const index = opened();
    await index.sync([indexed(source("a", "bees"))], { owners: ["o"] });
    expect(find(index, "bees")).toEqual(["a.0"]);
  });

  it("a file of a newer program is left as it is, and answers come from memory", async () => {
    openIndexFile(path).close();
    const database = new DatabaseSync(path);
    database.exec("PRAGMA user_version = 999");
    database.close();
    const before = readFileSync(path);
    const index = opened();
    expect(index.notices.join()).toContain("newer");
    await index.sync([indexed(source("a", "bees"))], { owners: ["o"] });
    expect(find(index, "bees")).toEqual(["a.0"]);
    expect(readFileSync(path)).toEqual(before);
  });

  it("where nothing can be written, answers come from memory", async () => {
    // A file where the folder should be stops root as well.
    writeFileSync(join(folder, "recall"), "");
    const index = opened();
    expect(index.notices.join()).toContain("in memory");
    await index.sync([indexed(source("a", "bees"))], { owners: ["o"] });
    expect(find(index, "bees")).toEqual(["a.0"]);
    chmodSync(folder, 0o700);
  });

  it("is for its owner's eyes only, and clear leaves nothing in it", async () => {
    const index = openIndexFile(path);
    await index.sync([indexed(source("a", "the canaryword stands here"))], { owners: ["o"] });
    expect(statSync(path).mode & 0o077).toBe(0);
    index.clear();
    index.close();
    const left = ["", "-wal", "-shm"]
      .filter((end) => existsSync(path + end))
      .map((end) => textIn(readFileSync(path + end)))
      .join("");
    expect(left).not.toContain("canaryword");
  });

  it("two processes may index at once", async () => {
    const module = new URL("../../src/recall/index.ts", import.meta.url).href;
    const program = `const { openIndexFile } = await import(${JSON.stringify(module)});
      for (let round = 0; round < 10; round++) {
        const index = openIndexFile(${JSON.stringify(path)});
        await index.sync(Array.from({ length: 20 }, (_, n) => ({ id: "d" + n, owner: "o", stamp: null, key: async () => String(round), read: async () => ({ id: "d" + n, units: [{ id: "u", text: "bees number " + n + " round " + round }] }) })), { owners: ["o"] });
        if (index.notices.length > 0) throw new Error(index.notices.join());
        index.close();
      }`;
    const run = () =>
      new Promise<string>((resolve) => {
        const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", "--input-type=module", "-e", program], {
          stdio: ["ignore", "ignore", "pipe"],
        });
        let err = "";
        child.stderr.on("data", (chunk: Buffer) => (err += String(chunk)));
        child.on("close", (code) => resolve(code === 0 ? "" : err));
      });
    expect(await Promise.all([run(), run()])).toEqual(["", ""]);
    const index = opened();
    const hits = createSearcher(index.shelf(Array.from({ length: 20 }, (_, n) => `d${n}`))).search("bees", { limit: 100, today });
    expect(hits.length).toBe(20);
  });
});
