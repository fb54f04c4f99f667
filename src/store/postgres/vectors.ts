// Vectors in a database with pgvector (migrations/recall.sql); the database says which are nearest.

import type { PackedVectors } from "../port/packed.ts";
import { type Ask, intArray } from "../connection/asking.ts";

export function vectorsOver(ask: Ask): PackedVectors {
  return {
    async facts(embedder, numbers) {
      const [row] = await ask(
        `select (select count(*) from recall_vectors where embedder = $1 and document = any ($2::text::int[])) as count,
           recall_dimensions($1) as dimensions`,
        [embedder, intArray(numbers)],
      );
      const dimensions = row?.["dimensions"] ?? null;
      return { count: Number(row?.["count"]), dimensions: dimensions === null ? null : Number(dimensions) };
    },
    async missing(embedder, numbers, most) {
      const rows = await ask(
        `select d.number, o as ordinal from recall_documents d cross join lateral generate_series(0, d.units - 1) o
           where d.number = any ($2::text::int[]) and not exists (
             select from recall_vectors v where v.embedder = $1 and v.document = d.number and v.ordinal = o
           ) order by d.number, o limit $3::text::int`,
        [embedder, intArray(numbers), String(most)],
      );
      return rows.map((row) => ({ document: Number(row["number"]), ordinal: Number(row["ordinal"]) }));
    },
    async put(embedder, made) {
      await ask("select recall_put_vectors($1, $2::text::json)", [
        embedder,
        JSON.stringify(made.map(({ document, ordinal, vector }) => ({ d: document, o: ordinal, v: textOf(vector) }))),
      ]);
    },
    async nearest(embedder, vector, { numbers, count }) {
      const rows = await ask("select document, ordinal from recall_nearest($1, $2, $3::text::int[], $4::text::int)", [
        embedder,
        textOf(vector),
        intArray(numbers),
        String(count),
      ]);
      return rows.map((row) => ({ document: Number(row["document"]), ordinal: Number(row["ordinal"]) }));
    },
    async similarities(embedder, vector, places) {
      const rows = await ask("select document, ordinal, near from recall_near($1, $2, $3::text::int[], $4::text::int[])", [
        embedder,
        textOf(vector),
        intArray(places.map(({ document }) => document)),
        intArray(places.map(({ ordinal }) => ordinal)),
      ]);
      const found = new Map(rows.map((row) => [`${String(row["document"])} ${String(row["ordinal"])}`, Number(row["near"])]));
      return places.map(({ document, ordinal }) => {
        const near = found.get(`${document} ${ordinal}`);
        // A text of which the model knows no word is near to nobody.
        return near === undefined ? null : Number.isNaN(near) ? 0 : near;
      });
    },
  };
}

function textOf(vector: Float32Array): string {
  return `[${vector.join(",")}]`;
}
