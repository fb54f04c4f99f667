// The index of recall in the database (migrations/recall.sql): what it reads and writes, in statements that stay small.

import type { NewPacked, PackedBatch, PackedDocument, PackedIndex, PackedPlace } from "../port/packed.ts";
import { type Ask, intArray } from "../connection/asking.ts";
import type { Row } from "../connection/connections.ts";
import { vectorsOver } from "./vectors.ts";

/** Units that lie in one row. */
const UNITS_A_PART = 64;
/** Characters that one statement carries, more or less: a row is never cut. */
const STATEMENT_SIZE = 4 * 1024 * 1024;
/** Whole rows are fetched where so many of their units are wanted. */
const DENSE = 8;

export function packedOver(ask: Ask): PackedIndex {
  return {
    async version() {
      const [row] = await ask("select version from recall_state");
      return String(row?.["version"]);
    },
    async documents() {
      const visible = "is_whole and (audience = session_user or recall_is_common(id))";
      return (await ask(`select number, id, key, session from recall_documents where ${visible}`)).map(documentOf);
    },
    async facts(numbers) {
      const found = new Map<number, Uint8Array>();
      for (let from = 0; from < numbers.length; from += 5000) {
        const some = intArray(numbers.slice(from, from + 5000));
        const rows = await ask("select number, facts from recall_documents where number = any ($1::text::int[])", [some]);
        for (const row of rows) found.set(Number(row["number"]), row["facts"] as Uint8Array);
      }
      return found;
    },
    async entries(terms) {
      const found = new Map<string, Uint8Array[]>();
      if (terms.length === 0) return found;
      for (const row of await ask("select term, entries from recall_find($1::text::json)", [JSON.stringify(terms)])) {
        const term = row["term"] as string;
        const list = found.get(term);
        if (list === undefined) found.set(term, [row["entries"] as Uint8Array]);
        else list.push(row["entries"] as Uint8Array);
      }
      return found;
    },
    units: (places) => readUnits(ask, places),
    async mayWrite() {
      const [row] = await ask("select is_maintainer() as may");
      return row?.["may"] === true;
    },
    async audiences(ids) {
      const each = "json_array_elements_text($1::text::json) with ordinality as each (id, n)";
      const rows = await ask(`select recall_audience(id) as audience from ${each} order by n`, [JSON.stringify(ids)]);
      return rows.map((row) => row["audience"] as string);
    },
    put: (batch) => put(ask, batch),
    async remove(ids) {
      if (ids.length > 0) await ask("select recall_remove($1::text::json)", [JSON.stringify(ids)]);
    },
    async worn() {
      const rows = await ask("select number, id, key, session, units from recall_worn()");
      return rows.map((row) => ({ ...documentOf(row), units: Number(row["units"]) }));
    },
    async clear() {
      for (let went = 1; went > 0;) {
        const [row] = await ask("select recall_drop() as went");
        went = Number(row?.["went"] ?? 0);
      }
    },
    async vectors() {
      const [row] = await ask("select recall_vectors_ready() as ready");
      return row?.["ready"] === true ? vectorsOver(ask) : null;
    },
  };
}

function documentOf(row: Row): PackedDocument {
  return { number: Number(row["number"]), id: row["id"] as string, key: row["key"] as string, session: row["session"] as string | null };
}

const WHOLE_PARTS = `select document, part, to_json(units)::text as units
  from unnest($1::text::int[], $2::text::int[]) as w (document, part) join recall_units using (document, part)`;
const SINGLE_UNITS = `select w.document, w.ordinal, u.units[w.ordinal % ${UNITS_A_PART} + 1] as unit
  from unnest($1::text::int[], $2::text::int[]) as w (document, ordinal)
  join recall_units u on u.document = w.document and u.part = w.ordinal / ${UNITS_A_PART}`;

async function readUnits(ask: Ask, places: readonly PackedPlace[]): Promise<(string | null)[]> {
  if (places.length === 0) return [];
  const inParts = places.map(({ document, ordinal }) => ({ document, part: Math.floor(ordinal / UNITS_A_PART) }));
  const parts = new Map(inParts.map((each) => [`${each.document} ${each.part}`, each]));
  const found = new Map<string, string>();
  if (places.length >= DENSE * parts.size) {
    const wanted = [...parts.values()];
    const rows = await ask(WHOLE_PARTS, [intArray(wanted.map(({ document }) => document)), intArray(wanted.map(({ part }) => part))]);
    for (const row of rows)
      (JSON.parse(row["units"] as string) as string[]).forEach((unit, at) =>
        found.set(`${String(row["document"])} ${Number(row["part"]) * UNITS_A_PART + at}`, unit),
      );
  } else {
    const wanted = [intArray(places.map(({ document }) => document)), intArray(places.map(({ ordinal }) => ordinal))];
    const rows = await ask(SINGLE_UNITS, wanted);
    for (const row of rows) found.set(`${String(row["document"])} ${String(row["ordinal"])}`, row["unit"] as string);
  }
  return places.map(({ document, ordinal }) => found.get(`${document} ${ordinal}`) ?? null);
}

/**
 * Room first, then its content in as many statements as it takes, then the word that it is whole. A batch that was cut off is seen by
 * nobody, and goes after an hour.
 */
async function put(ask: Ask, { audience, documents, entries }: PackedBatch): Promise<void> {
  const announced = documents.map(({ facts, units, ...named }) => ({ ...named, units: units.length, facts: base64(facts) }));
  const [row] = await ask("select recall_begin($1, $2::text::json) as begun", [audience, JSON.stringify(announced)]);
  const begun = row?.["begun"] as { segment: number; numbers: Record<string, number> } | null;
  if (begun === null) return; // Somebody keeps one of them since a moment ago; the next one to index asks again.
  const { segment, numbers } = begun;
  const numberOf = ({ id }: NewPacked) => numbers[id] as number;
  for (const rows of bounded(unitRows(documents, numberOf))) {
    await ask(
      `insert into recall_units (document, part, audience, units) select d, p, $1, array(select json_array_elements_text(u))
         from json_to_recordset($2::text::json) as each (d int, p int, u json)
         where exists (select from recall_documents where number = d) on conflict do nothing`,
      [audience, rows],
    );
  }
  for (const rows of bounded(entryRows(entries(documents.map(numberOf))))) {
    await ask(
      `insert into recall_entries (segment, term, audience, entries) select segment, t, $1, decode(e, 'base64')
         from recall_segments, json_to_recordset($3::text::json) as each (t text, e text)
         where segment = $2::text::bigint on conflict do nothing`,
      [audience, String(segment), rows],
    );
  }
  await ask("select recall_finish($1::text::bigint)", [String(segment)]);
}

function* unitRows(documents: readonly NewPacked[], numberOf: (document: NewPacked) => number): Iterable<string> {
  for (const document of documents) {
    for (let part = 0; part * UNITS_A_PART < document.units.length; part++)
      yield JSON.stringify({ d: numberOf(document), p: part, u: document.units.slice(part * UNITS_A_PART, (part + 1) * UNITS_A_PART) });
  }
}

function* entryRows(entries: Iterable<readonly [string, Uint8Array]>): Iterable<string> {
  for (const [term, bytes] of entries) yield JSON.stringify({ t: term, e: base64(bytes) });
}

/** JSON arrays of these rows, none much longer than a statement should be. */
function* bounded(rows: Iterable<string>): Iterable<string> {
  let batch: string[] = [];
  let size = 0;
  for (const row of rows) {
    batch.push(row);
    size += row.length;
    if (size < STATEMENT_SIZE) continue;
    yield `[${batch.join(",")}]`;
    batch = [];
    size = 0;
  }
  if (batch.length > 0) yield `[${batch.join(",")}]`;
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
}
