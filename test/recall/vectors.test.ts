// Vectors: optional, from a local model or an endpoint, and whatever is wrong with them costs them and not the answer.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { learnRecall, rebuildRecall, recall, recallStatus } from "../../src/finding/recall.ts";
import { createSearcher, openEmbedder, openIndexFile, type Source } from "../../src/recall/index.ts";
import type { EmbedderConfig } from "../../src/schema/index.ts";
import { makeWarmWorld as makeWorld, type World } from "../kit.ts";
import { type EmbeddingServer, startEmbeddingServer } from "./embeddingServer.ts";
import { safetensors, writeTinyModel } from "./tinyModel.ts";

const servers: EmbeddingServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function server(): Promise<EmbeddingServer> {
  const started = await startEmbeddingServer();
  servers.push(started);
  return started;
}

function worldWith(embedder: EmbedderConfig | null, more: Record<string, unknown> = {}): World {
  const world = makeWorld();
  world.write(
    "home/MEMORY.md",
    "# Memory\n\n## Garage\n\nThe automobile stands behind the house.\n\n## Animals\n\nA puppy moved in last week.\n\n## Kitchen\n\nBread is on the shelf.\n",
  );
  world.write("home/SOUL.md", "# Soul\n\nCalm.\n");
  world.write("home/last-word/config.yaml", JSON.stringify(embedder === null ? {} : { recall: { embedder, ...more } }));
  return world;
}

const modelIn = (world: World, options = {}) => writeTinyModel(join(world.root, "model"), options);
const near = (a: Float32Array | undefined, b: Float32Array | undefined) =>
  [...(a ?? [])].reduce((sum, each, at) => sum + each * (b?.[at] ?? 0), 0);

/** False at first, then true. */
function once(): () => boolean {
  let asked = 0;
  return () => asked++ > 0;
}

describe("a Model2Vec directory", () => {
  it.each([{ dtype: "F32" }, { dtype: "F16" }, { dtype: "F32", unigram: true }, { dtype: "F16", unigram: true }] as const)(
    "is read with its own tokenizer: %j",
    async (options) => {
      const world = makeWorld();
      const embedder = await openEmbedder({ kind: "model2vec", directory: modelIn(world, options) }, { env: {}, userHome: "/" });
      const [car, auto, dog, none] = await embedder.embed(["The car", "AUTOMOBILE", "Hound, puppy!", "xyz"]);
      expect(near(car, auto)).toBeGreaterThan(near(car, dog) + 0.3);
      expect(none?.every((each) => each === 0)).toBe(true);
      expect(near(dog, (await embedder.embed(["狗"]))[0])).toBeGreaterThan(0.8);
    },
  );

  it.each([
    ["no tokenizer.json", (folder: string) => writeFileSync(join(folder, "tokenizer.json"), "{"), "not JSON"],
    [
      "half a download",
      (folder: string) => writeFileSync(join(folder, "model.safetensors"), safetensors("embeddings", [9, 9], [1], "F32")),
      "outside of the file",
    ],
    [
      "a header that lies",
      (folder: string) => writeFileSync(join(folder, "model.safetensors"), new Uint8Array([255, 255, 255, 255, 0, 0, 0, 0])),
      "longer than the file",
    ],
    [
      "another kind of model",
      (folder: string) => writeFileSync(join(folder, "model.safetensors"), safetensors("encoder.weight", [1, 1], [1], "F32")),
      "no table of embeddings",
    ],
    [
      "a tokenizer that is not known",
      (folder: string) => writeFileSync(join(folder, "tokenizer.json"), JSON.stringify({ model: { type: "BPE", vocab: {} } })),
      "BPE",
    ],
  ])("%s is named", async (_, spoil, said) => {
    const directory = modelIn(makeWorld());
    spoil(directory);
    await expect(openEmbedder({ kind: "model2vec", directory }, { env: {}, userHome: "/" })).rejects.toThrow(said);
  });
});

describe("fusion", () => {
  const source = (id: string, text: string): Source => ({ id, units: [{ id, text }] });
  const shelf = async () => {
    const embedder = await openEmbedder({ kind: "model2vec", directory: modelIn(makeWorld()) }, { env: {}, userHome: "/" });
    const index = openIndexFile(null);
    const sources = [
      source("words", "We spoke about the car."),
      source("meaning", "An automobile was bought."),
      source("neither", "Bread and rain."),
    ];
    await index.sync(
      sources.map((each) => ({ id: each.id, owner: "o", stamp: null, key: async () => "1", read: async () => each })),
      { owners: ["o"] },
    );
    const ids = sources.map(({ id }) => id);
    await index.vectors.complete(ids, embedder);
    const [vector] = await embedder.embed(["car"]);
    return (weight: number | null) =>
      createSearcher(index.shelf(ids)).search("car", {
        today: "2026-11-15",
        meaning: weight === null ? null : { vector: vector as Float32Array, weight },
      });
  };

  it("OR-23 words and vectors together: what has no word in common joins, and an exact word stays first", async () => {
    const search = await shelf();
    expect(search(null).map(({ unit }) => unit.id)).toEqual(["words"]);
    const hits = search(0.2);
    expect(hits.map(({ unit }) => unit.id)).toEqual(["words", "meaning"]);
    expect(hits[1]?.why).toMatch(/^near in meaning/);
  });

  it("a long document embedded in many parts is found in every part, and clear leaves nothing", async () => {
    const embedder = await openEmbedder({ kind: "model2vec", directory: modelIn(makeWorld()) }, { env: {}, userHome: "/" });
    const index = openIndexFile(null);
    const words = ["car", "dog", "bread"];
    const long: Source = {
      id: "long",
      units: Array.from({ length: 300 }, (_, at) => ({
        id: String(at),
        text: [10, 150, 290].includes(at) ? `A ${words[[10, 150, 290].indexOf(at)]} here` : `filler ${at}`,
      })),
    };
    await index.sync([{ id: "long", owner: "o", stamp: null, key: async () => "1", read: async () => long }], { owners: ["o"] });
    const ids = [long.id];
    let rounds = 0;
    // Late after every part, as a slow embedder would be; the next call goes on.
    for (let missing = 1; missing > 0; rounds++) missing = (await index.vectors.complete(ids, embedder, { isLate: once() })).missing;
    expect(rounds).toBeGreaterThan(3);
    for (const [query, id] of [
      ["vehicle", "10"],
      ["hound", "150"],
      ["loaf", "290"],
    ] as const) {
      const [vector] = await embedder.embed([query]);
      expect(
        createSearcher(index.shelf(ids)).search(query, {
          today: "2026-11-15",
          limit: 1,
          meaning: { vector: vector as Float32Array, weight: 0.2 },
        })[0]?.unit.id,
      ).toBe(id);
    }
    index.clear();
    expect(index.vectors.facts()).toMatchObject({ vectors: 0 });
  });

  it("a weight of nothing is no vectors at all", async () => {
    const search = await shelf();
    expect(search(0)).toEqual(search(null));
  });
});

describe("a mind with vectors", () => {
  it("OR-23 finds by meaning through a local model, and the status says for how many units", async () => {
    const world = worldWith(null);
    world.write("home/last-word/config.yaml", JSON.stringify({ recall: { embedder: { kind: "model2vec", directory: modelIn(world) } } }));
    const mind = await world.open();
    const { hits, notices } = await recall(mind, "vehicle");
    expect([hits[0]?.heading, notices]).toEqual(["Memory › Garage", []]);
    const status = await recallStatus(mind);
    expect(status.vectors).toMatchObject({ on: true, units: status.units, dimensions: 40, weight: 0.2, weightFrom: "default" });
    const ran = world.run(["recall", "--status"]);
    expect(ran.out).toContain(`vectors: on for ${status.units} of ${status.units} units`);
  });

  it("without an embedder the status says that vectors are off", async () => {
    const world = worldWith(null);
    expect(world.run(["recall", "--status"]).out).toContain("vectors: off; no embedder is configured, and none is needed");
    expect((await recall(await world.open(), "vehicle")).hits).toEqual([]);
  });

  it("an endpoint is asked with its model and key, once for each text", async () => {
    const { url, asked } = await server();
    const world = worldWith({ kind: "endpoint", url, model: "tiny", key_from: "TINY_KEY" });
    process.env["TINY_KEY"] = "k-123";
    try {
      const mind = await world.open();
      expect((await recall(mind, "dogs")).hits[0]?.heading).toBe("Memory › Animals");
      expect(asked[0]).toMatchObject({ key: "Bearer k-123", model: "tiny", input: ["dogs"] });
      const texts = asked.slice(1).flatMap(({ input }) => input);
      await recall(mind, "dogs");
      expect(asked.flatMap(({ input }) => input).length).toBe(texts.length + 2);
      // One line changes: one unit is asked for again, the others keep their vectors.
      world.write("home/MEMORY.md", world.read("home/MEMORY.md").replace("on the shelf", "in the box"));
      await recall(mind, "dogs");
      expect(asked.slice(-1)[0]?.input).toEqual([expect.stringContaining("in the box")]);
    } finally {
      delete process.env["TINY_KEY"];
    }
  });

  it.each(["error", "nonsense", "short", "longer"] as const)(
    "an embedder that behaves %s costs the vectors and not the answer, with one warning",
    async (how) => {
      const { url, behave } = await server();
      const world = worldWith({ kind: "endpoint", url, model: "tiny" });
      const mind = await world.open();
      expect((await recall(mind, "puppy")).notices).toEqual([]);
      behave(how);
      const { hits, notices } = await recall(mind, "puppy");
      expect(hits[0]?.heading).toBe("Memory › Animals");
      expect(notices).toEqual([expect.stringContaining("found by words alone")]);
      expect((await recallStatus(mind)).vectors).toMatchObject({ on: false, problem: expect.any(String) });
      if (how === "longer") expect((await rebuildRecall(mind)).vectors).toMatchObject({ on: true, dimensions: 43 });
    },
  );

  it("an embedder that is down is said once on the command line, and exit is 0", async () => {
    const { url, close } = await startEmbeddingServer();
    await close();
    const ran = worldWith({ kind: "endpoint", url, model: "tiny" }).run(["recall", "puppy", "--json"]);
    expect(ran.code).toBe(0);
    expect(ran.json<{ heading: string }[]>()[0]?.heading).toBe("Memory › Animals");
    expect(ran.err.trim().split("\n")).toEqual([expect.stringContaining("found by words alone")]);
  });

  it.each([
    [
      "a key that is not set",
      { kind: "endpoint", url: "http://127.0.0.1:9/v1", model: "m", key_from: "NO_SUCH_KEY" },
      "NO_SUCH_KEY is not set",
    ],
    ["an address that is none", { kind: "endpoint", url: "ftp://x", model: "m" }, "not an http or https address"],
    ["a directory that is not there", { kind: "model2vec", directory: "/nowhere/model" }, "has no tokenizer.json"],
    ["a relative directory", { kind: "model2vec", directory: "model" }, "not an absolute path"],
  ] as const)("%s is said, and words answer", async (_, embedder, said) => {
    const mind = await worldWith(embedder).open();
    const { hits, notices } = await recall(mind, "puppy");
    expect([hits[0]?.heading, notices.length, notices[0]]).toEqual(["Memory › Animals", 1, expect.stringContaining(said)]);
  });

  it("a key never goes to another machine unencrypted", async () => {
    process.env["TINY_KEY"] = "k-123";
    try {
      await expect(
        openEmbedder(
          { kind: "endpoint", url: "http://example.org/v1", model: "m", key_from: "TINY_KEY" },
          { env: process.env, userHome: "/" },
        ),
      ).rejects.toThrow("unencrypted");
    } finally {
      delete process.env["TINY_KEY"];
    }
  });

  it("another embedder makes its own vectors", async () => {
    const { url } = await server();
    const world = worldWith({ kind: "endpoint", url, model: "one" });
    await recall(await world.open(), "dogs");
    world.write("home/last-word/config.yaml", JSON.stringify({ recall: { embedder: { kind: "model2vec", directory: modelIn(world) } } }));
    const mind = await world.open();
    expect((await recall(mind, "vehicle")).hits[0]?.heading).toBe("Memory › Garage");
    const { vectors, units } = await recallStatus(mind);
    expect(vectors).toMatchObject({ on: true, units, dimensions: 40 });
  });

  it("X14 in a shared session no private text is found by its meaning, and none is sent to the embedder", async () => {
    const { url, asked } = await server();
    const world = worldWith({ kind: "endpoint", url, model: "tiny" });
    const mind = await world.open();
    expect((await recall(mind, "vehicle", { scope: "shared" })).hits).toEqual([]);
    expect(asked.flatMap(({ input }) => input).join("\n")).not.toContain("automobile");
    // The control: the vectors are there by now, and the main scope does find it; the shared one still does not.
    expect((await recall(mind, "cars dogs")).hits.length).toBeGreaterThan(0);
    expect((await recall(mind, "vehicle", { scope: "shared" })).hits).toEqual([]);
  });

  it("an ONNX directory without the runtime is refused plainly, and with one beside the model it is used", async () => {
    const world = makeWorld();
    const directory = modelIn(world);
    writeFileSync(join(directory, "model.onnx"), "weights");
    await expect(openEmbedder({ kind: "onnx", directory }, { env: {}, userHome: "/" })).rejects.toThrow(
      "onnxruntime-node, which is not installed",
    );
    // A stand-in with the runtime's own shape: each token's vector is its id in one place.
    world.write("model/node_modules/onnxruntime-node/package.json", '{"name":"onnxruntime-node","main":"index.js"}');
    world.write(
      "model/node_modules/onnxruntime-node/index.js",
      `exports.Tensor = class { constructor(type, data, dims) { Object.assign(this, { type, data, dims }); } };
      exports.InferenceSession = { create: async () => ({ inputNames: ["input_ids", "attention_mask"], run: async ({ input_ids }) => ({ last_hidden_state: { dims: [1, input_ids.data.length, 20], data: [...input_ids.data].flatMap((id) => Array.from({ length: 20 }, (_, at) => (at === Number(id) ? 1 : 0))) } }) }) };`,
    );
    const embedder = await openEmbedder({ kind: "onnx", directory }, { env: {}, userHome: "/" });
    const [a, b, c] = await embedder.embed(["car dog", "dog car", "bread"]);
    expect([near(a, b), near(a, c)]).toEqual([expect.closeTo(1), 0]);
  });
});

describe("learning the weight", () => {
  const sections = (count: number, body: (index: number) => string, heading: (index: number) => string) =>
    `# Notes\n\n${Array.from({ length: count }, (_, index) => `## ${heading(index)}\n\n${body(index)}\n`).join("\n")}`;

  it("headings teach it, the same every time; too few teach nothing", async () => {
    const world = worldWith(null);
    world.write("home/last-word/config.yaml", JSON.stringify({ recall: { embedder: { kind: "model2vec", directory: modelIn(world) } } }));
    const mind = await world.open();
    expect(await learnRecall(mind)).toMatchObject({ weight: 0.2, tried: [] });
    const topics = ["car", "dog", "bread"];
    const others = ["automobile", "puppy", "loaf"];
    world.write(
      "home/notes/many.md",
      sections(
        60,
        (index) => `Entry ${index} is about one ${others[index % 3]} and other things of the day.`,
        (index) => `${topics[index % 3]} ${index}`,
      ),
    );
    const learned = await learnRecall(mind);
    expect(learned.tried.length).toBeGreaterThan(3);
    expect(learned).toEqual(await learnRecall(mind));
    expect((await recallStatus(mind)).vectors).toMatchObject({ weight: learned.weight, weightFrom: "learned" });
  });

  it("what the person set counts, learned or not", async () => {
    const world = worldWith(null);
    world.write(
      "home/last-word/config.yaml",
      JSON.stringify({ recall: { weight: 0.7, embedder: { kind: "model2vec", directory: modelIn(world) } } }),
    );
    expect((await recallStatus(await world.open())).vectors).toMatchObject({ weight: 0.7, weightFrom: "config.yaml" });
  });

  it("without an embedder there is nothing to learn, and that is an error", () => {
    expect(worldWith(null).run(["recall", "--learn"]).code).toBe(3);
  });
});
