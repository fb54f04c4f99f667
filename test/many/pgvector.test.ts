// Vectors in a database with pgvector. The embedded server has no such extension; PGlite does, which is PostgreSQL in one
// process, so the same SQL runs there. What the embedded server says without it is tried here too.

import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { vector } from "@electric-sql/pglite-pgvector";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { recall, recallStatus } from "../../src/finding/recall.ts";
import { createSearcher, type Embedder, openCommonIndex, openEmbedder, openIndexFile, type Source } from "../../src/recall/index.ts";
import { packedOver } from "../../src/store/postgres/packed.ts";
import { MIGRATIONS } from "../../src/store/postgres/upkeep.ts";
import { makeWarmWorld as makeWorld } from "../kit.ts";
import { freshMind, noPostgres, withPostgres } from "../postgres.ts";
import { writeTinyModel } from "../recall/tinyModel.ts";

const today = "2026-11-15";
const TEXTS = [
  "We spoke about the car.",
  "An automobile was bought.",
  "Bread and rain.",
  "A puppy moved in.",
  "The hound barks.",
  "xyzzy",
  "Loaf after loaf.",
  "狗在家",
];

function sources(): Source[] {
  return TEXTS.map((text, number) => ({
    id: `${number}.md`,
    units: [
      { id: `${number}.0`, text, heading: "Notes" },
      { id: `${number}.1`, text: `filler ${number}` },
    ],
  }));
}

describe("vectors in a database with pgvector", () => {
  let database: PGlite;
  let embedder: Embedder;
  const index = () =>
    openCommonIndex(
      packedOver(async (text, parameters) => (await database.query(text, [...(parameters ?? [])])).rows as Record<string, unknown>[]),
    );
  const wanted = (given: readonly Source[]) => given.map(({ id }) => ({ id: `home/${id}`, stands: id, name: id }));

  beforeAll(async () => {
    database = await PGlite.create({ extensions: { vector } });
    await database.exec(
      `${MIGRATIONS.map(({ does }) => (typeof does === "string" ? does.replaceAll("{s}", "codicil") : "")).join("\n")} set search_path = codicil`,
    );
    embedder = await openEmbedder(
      { kind: "model2vec", directory: writeTinyModel(join(makeWorld().root, "model"), {}) },
      { env: {}, userHome: "/" },
    );
  });
  afterAll(() => database.close());

  it("OR-23 a database without the extension says so; with it, words and vectors give the hits that the index file gives", async () => {
    const given = sources();
    const common = index();
    await common.put(given.map((source) => ({ id: `home/${source.id}`, key: "1", read: async () => source })));
    const ids = given.map(({ id }) => `home/${id}`);
    expect([await common.keepsVectors(), (await common.shelf(wanted(given), embedder.name)).meaning]).toEqual([false, undefined]);
    await database.exec("create extension vector schema public");
    expect(await common.keepsVectors()).toBe(true);
    expect(await common.vectorFacts(ids, embedder.name)).toEqual({ units: 16, vectors: 0, dimensions: null });
    await common.completeVectors(ids, embedder);
    expect(await common.vectorFacts(ids, embedder.name)).toEqual({ units: 16, vectors: 16, dimensions: 40 });
    const file = openIndexFile(null);
    await file.sync(
      given.map((source) => ({ id: source.id, owner: "o", stamp: null, key: async () => "1", read: async () => source })),
      { owners: [] },
    );
    await file.vectors.complete(
      given.map(({ id }) => id),
      embedder,
    );
    const [here, there] = [
      createSearcher(file.shelf(given.map(({ id }) => id))),
      createSearcher(await common.shelf(wanted(given), embedder.name)),
    ];
    for (const query of ["car", "vehicle", "hound", "loaf of bread", "狗", "xyzzy", "nothing known"]) {
      const [found] = await embedder.embed([query]);
      const meaning = { vector: found as Float32Array, weight: 0.2 };
      expect([query, await there.ask(query, { today, meaning })]).toEqual([query, here.search(query, { today, meaning })]);
    }
    expect(
      (await there.ask("vehicle", { today, meaning: { vector: (await embedder.embed(["vehicle"]))[0] as Float32Array, weight: 0.2 } }))[0]
        ?.why,
    ).toContain("near in meaning");
    file.close();
  });

  it("X14 what is not on the shelf is not near either; a new content has new vectors, and another embedder its own", async () => {
    const given = sources();
    const common = index();
    const some = given.filter(({ id }) => id !== "1.md");
    const [found] = await embedder.embed(["automobile"]);
    const meaning = { vector: found as Float32Array, weight: 0.2 };
    const shelf = await common.shelf(wanted(some), embedder.name);
    expect(JSON.stringify(await createSearcher(shelf).ask("automobile", { today, meaning }))).not.toContain("bought");
    await shelf.fetch?.({ kind: "nearest", vector: meaning.vector, count: 200 });
    const near = shelf.meaning?.nearest(meaning.vector, 200).map(({ document }) => shelf.documents[document]?.id) ?? [];
    // Fillers and xyzzy are words that the model does not know: near to nobody.
    expect([near.includes("1.md"), [...new Set(near)].sort()]).toEqual([false, ["0.md", "2.md", "3.md", "4.md", "6.md", "7.md"]]);
    await common.put([
      { id: "home/0.md", key: "2", read: async () => ({ id: "0.md", units: [{ id: "new", text: "The automobile is gone." }] }) },
    ]);
    expect(await common.vectorFacts(["home/0.md"], embedder.name)).toMatchObject({ units: 1, vectors: 0 });
    await common.completeVectors(["home/0.md"], embedder);
    expect(await common.vectorFacts(["home/0.md"], embedder.name)).toMatchObject({ units: 1, vectors: 1 });
    expect(await common.vectorFacts(["home/0.md"], "another")).toEqual({ units: 1, vectors: 0, dimensions: null });
    await expect(
      common.completeVectors(["home/0.md"], { name: embedder.name, embed: async (texts) => texts.map(() => new Float32Array(3)) }),
    ).resolves.toBeUndefined();
    await common.put([{ id: "home/0.md", key: "3", read: async () => ({ id: "0.md", units: [{ id: "new", text: "Once more." }] }) }]);
    await expect(
      common.completeVectors(["home/0.md"], { name: embedder.name, embed: async (texts) => texts.map(() => new Float32Array(3)) }),
    ).rejects.toMatchObject({ code: "EMBEDDER" });
    await common.clear();
    expect((await database.query("select count(*)::int as count from codicil.recall_vectors")).rows).toEqual([{ count: 0 }]);
  });

  it("row security holds for vectors as for the rest of the index", async () => {
    const policies = (
      await database.query<{ tablename: string; policyname: string; roles: string; qual: string }>(
        "select tablename, policyname, roles::text, qual from pg_policies where tablename in ('recall_units', 'recall_vectors') order by policyname, tablename",
      )
    ).rows;
    const of = (table: string) =>
      policies.filter(({ tablename }) => tablename === table).map(({ policyname, roles, qual }) => ({ policyname, roles, qual }));
    expect(of("recall_vectors")).toEqual(of("recall_units"));
    expect(of("recall_vectors").length).toBe(3);
    expect((await database.query("select relrowsecurity from pg_class where oid = 'codicil.recall_vectors'::regclass")).rows).toEqual([
      { relrowsecurity: true },
    ]);
  });
});

describe.skipIf(noPostgres !== null)(
  `vectors in a database without pgvector${noPostgres === null ? "" : ` (skipped: ${noPostgres})`}`,
  () => {
    const server = withPostgres();

    it("OR-23 stay on each machine, with the units they belong to, and the status says so plainly", async () => {
      const world = makeWorld();
      world.run(["init", "--yes"]);
      world.write(
        "home/MEMORY.md",
        "# Memory\n\n## Garage\n\nThe automobile stands behind the house.\n\n## Kitchen\n\nBread is on the shelf.\n",
      );
      expect(world.run(["move", "--to", server().address(freshMind())]).code).toBe(0);
      expect(world.run(["recall", "--status"]).out).toContain("pgvector: not installed in the database; vectors stay on each machine");
      world.write(
        "home/last-word/config.yaml",
        `${world.read("home/last-word/config.yaml")}\nrecall: ${JSON.stringify({ embedder: { kind: "model2vec", directory: writeTinyModel(join(world.root, "model"), {}) } })}\n`,
      );
      const mind = await world.open();
      expect((await recall(mind, "vehicle")).hits[0]?.heading).toBe("Memory › Garage");
      const status = await recallStatus(mind);
      expect(status).toMatchObject({ common: { documents: 0, pgvector: false }, vectors: { on: true, units: status.units } });
    });
  },
);
