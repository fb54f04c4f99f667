// The index that several machines have in common, kept by a store that does not know what is in it. Digests are made here,
// by the same tokeniser as everywhere; a document is taken from it only under the very key that its content has now.
//
// A process that lives long keeps what it fetched: facts for good (a number stands for one content), postings until the
// index changes. One question for the version finds that out.

import type { PackedDocument, PackedIndex, PackedVectors } from "../../store/index.ts";
import { type Digest, digest, DIGEST_VERSION, type Facts } from "../units/digest.ts";
import type { Shelf } from "../units/shelf.ts";
import type { Source, Unit } from "../units/units.ts";
import type { Embedder } from "../vectors/embedder.ts";
import { commonShelf } from "./commonShelf.ts";
import { completeVectors } from "./commonVectors.ts";
import { packFacts, unpackFacts } from "./facts.ts";
import { pushEntry } from "./postings.ts";

/** The index of a mind that several machines have. */
export interface CommonIndex {
  /** Ids and keys of what is there, as this login sees it. Asks the store once, and for the whole list only after a change. */
  standing(): Promise<ReadonlyMap<string, Standing>>;
  /** The same as it was when it was asked last, without asking; null after this process changed something. */
  known(): ReadonlyMap<string, Standing> | null;
  /** Puts these in, under their keys. */
  put(wanted: readonly ToIndex[]): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
  /** These documents, as far as they were there when that was asked last, in this order; with the vectors of this embedder, if the store keeps any. */
  shelf(wanted: readonly Wanted[], embedder?: string): Promise<Shelf>;
  clear(): Promise<void>;
  /** Whether the store can keep vectors. */
  keepsVectors(): Promise<boolean>;
  /** How many of these documents' units there are, and have a vector. */
  vectorFacts(ids: readonly string[], embedder: string): Promise<CommonVectorFacts>;
  completeVectors(ids: readonly string[], embedder: Embedder, options?: { readonly isLate?: () => boolean }): Promise<void>;
}

export interface CommonVectorFacts {
  readonly units: number;
  readonly vectors: number;
  readonly dimensions: number | null;
}

/** A document of the common index that a search may see. */
export interface Wanted {
  /** In the common index. */
  readonly id: string;
  /** As this machine knows it among the documents of its own index. */
  readonly stands: string;
  /** What a hit cites. */
  readonly name: string;
}

/** A document that is to be indexed. */
export interface ToIndex {
  readonly id: string;
  /** Of the content that `read` gives. */
  readonly key: string;
  /** null: it is left out. */
  read(): Promise<Source | null>;
}

/** A document as it is in the common index. */
export interface Standing {
  /** The key of its content; null: it was made by an older program's tokeniser and has to be made again. */
  readonly key: string | null;
  /** Made by a newer program: not to be touched. */
  readonly isNewer: boolean;
  readonly session: string | null;
  /** One for each content. */
  readonly number: number;
}

/** Units, and characters of their text, that are written together. */
const BATCH = { units: 16_000, characters: 6_000_000 };
/** Bytes of postings that a process keeps. */
const KEPT_BYTES = 48 * 1024 * 1024;

/** Opens the index that several machines have in common. */
export function openCommonIndex(packed: PackedIndex): CommonIndex {
  const facts = new Map<number, Facts>();
  let known: {
    version: string;
    documents: ReadonlyMap<string, Standing>;
    entries: Map<string, readonly Uint8Array[]>;
    bytes: number;
  } | null = null;

  const standing = async () => {
    const version = await packed.version();
    if (known?.version !== version) {
      const documents = await packed.documents();
      const live = new Set(documents.map(({ number }) => number));
      for (const number of facts.keys()) if (!live.has(number)) facts.delete(number);
      known = { version, documents: new Map(documents.map((each) => [each.id, standingOf(each)])), entries: new Map(), bytes: 0 };
    }
    return known.documents;
  };

  /** From what is kept, or from the store. */
  const entries = async (terms: readonly string[]): Promise<ReadonlyMap<string, readonly Uint8Array[]>> => {
    const kept = known;
    const missing = terms.filter((term) => kept?.entries.has(term) !== true);
    const fetched = await packed.entries(missing);
    const all = new Map(terms.map((term) => [term, kept?.entries.get(term) ?? fetched.get(term) ?? []]));
    if (kept !== null) {
      for (const term of missing) {
        const list = fetched.get(term) ?? [];
        kept.entries.set(term, list);
        kept.bytes += sizeOf(list);
      }
      // The oldest go first; what is asked for now is not needed here any more.
      for (const [term, list] of kept.entries) {
        if (kept.bytes <= KEPT_BYTES) break;
        kept.entries.delete(term);
        kept.bytes -= sizeOf(list);
      }
    }
    return all;
  };

  /** Those of these numbers that are still there, their facts at hand. */
  const withFacts = async (numbers: readonly number[]): Promise<number[]> => {
    const missing = numbers.filter((number) => !facts.has(number));
    for (const [number, bytes] of missing.length === 0 ? [] : await packed.facts(missing)) facts.set(number, unpackFacts(bytes));
    return numbers.filter((number) => facts.has(number));
  };
  const numbersOf = async (ids: readonly string[]): Promise<number[]> => {
    const documents = known?.documents ?? (await standing());
    return ids.flatMap((id) => documents.get(id)?.number ?? []);
  };
  // An extension does not come and go while a process lives; one that was missing may have been installed.
  let keptVectors: PackedVectors | null = null;
  const vectors = async () => (keptVectors ??= await packed.vectors());

  return {
    standing,
    known: () => known?.documents ?? null,
    async put(wanted) {
      if (wanted.length === 0) return;
      known = null;
      await putAll(
        packed,
        wanted.map((each) => ({ ...each, key: keyOf(each.key) })),
      );
      const worn = (await packed.worn()).filter((each) => standingOf(each).key !== null);
      await putAll(
        packed,
        worn.map((each) => ({ ...each, read: () => sourceOf(packed, each) })),
      );
    },
    async remove(ids) {
      if (ids.length === 0) return;
      known = null;
      await packed.remove(ids);
    },
    async shelf(wanted, embedder) {
      const documents = known?.documents ?? (await standing());
      const there = wanted.flatMap(({ id, stands, name }) => {
        const one = documents.get(id);
        return one === undefined ? [] : [{ stands, name, ...one }];
      });
      await withFacts(there.map(({ number }) => number));
      const kept = embedder === undefined ? null : await vectors();
      return commonShelf(
        there
          .filter(({ number }) => facts.has(number))
          .map(({ stands, name, number, session }) => ({
            number,
            shelved: {
              id: name,
              stands,
              version: String(number),
              facts: facts.get(number) as Facts,
              ...(session === null ? {} : { session }),
            },
          })),
        { entries, units: packed.units },
        kept === null || embedder === undefined ? null : { kept, embedder },
      );
    },
    async clear() {
      known = null;
      await packed.clear();
    },
    keepsVectors: async () => (await vectors()) !== null,
    async vectorFacts(ids, embedder) {
      const kept = await vectors();
      const there = await withFacts(await numbersOf(ids));
      const units = there.reduce((sum, number) => sum + (facts.get(number)?.lengths.length ?? 0), 0);
      const { count, dimensions } = kept === null ? { count: 0, dimensions: null } : await kept.facts(embedder, there);
      return { units, vectors: count, dimensions };
    },
    async completeVectors(ids, embedder, { isLate = () => false } = {}) {
      const kept = await vectors();
      if (kept !== null && ids.length > 0) await completeVectors(packed, kept, { numbers: await numbersOf(ids), embedder, isLate });
    },
  };
}

async function putAll(packed: PackedIndex, wanted: readonly ToIndex[]): Promise<void> {
  const audiences = wanted.length === 0 ? [] : await packed.audiences(wanted.map(({ id }) => id));
  for (const audience of new Set(audiences)) {
    for await (const batch of batches(wanted.filter((_, at) => audiences[at] === audience)))
      await packed.put({ audience, ...packBatch(batch) });
  }
}

/** From the index itself: whoever writes last tidies up, and may not have what others put there. */
async function sourceOf(
  packed: PackedIndex,
  { id, number, session, units }: { readonly id: string; readonly number: number; readonly session: string | null; readonly units: number },
): Promise<Source | null> {
  const texts = await packed.units(Array.from({ length: units }, (_, ordinal) => ({ document: number, ordinal })));
  if (texts.includes(null)) return null; // It was replaced in this moment.
  return { id, units: texts.map((text) => JSON.parse(text as string) as Unit), ...(session === null ? {} : { session }) };
}

/** The version of the tokeniser is in front of the key. */
function keyOf(key: string): string {
  return `${DIGEST_VERSION} ${key}`;
}

function standingOf({ key, session, number }: PackedDocument): Standing {
  const at = key.indexOf(" ");
  const version = Number(key.slice(0, at));
  return { key: version === DIGEST_VERSION ? key.slice(at + 1) : null, isNewer: version > DIGEST_VERSION, session, number };
}

function sizeOf(list: readonly Uint8Array[]): number {
  return list.reduce((sum, { byteLength }) => sum + byteLength, 64);
}

interface Read {
  readonly id: string;
  readonly key: string;
  readonly source: Source;
}

/** Read as they are needed: memory stays bounded. */
async function* batches(wanted: readonly ToIndex[]): AsyncIterable<Read[]> {
  let batch: Read[] = [];
  let [units, characters] = [0, 0];
  for (const each of wanted) {
    const source = await each.read();
    if (source === null) continue;
    batch.push({ id: each.id, key: each.key, source });
    units += source.units.length;
    characters += source.units.reduce((sum, { text }) => sum + text.length, 0);
    if (units < BATCH.units && characters < BATCH.characters) continue;
    yield batch;
    batch = [];
    [units, characters] = [0, 0];
  }
  if (batch.length > 0) yield batch;
}

function packBatch(batch: readonly Read[]): Omit<Parameters<PackedIndex["put"]>[0], "audience"> {
  const digests: Digest[] = batch.map(({ source }) => digest(source));
  return {
    documents: batch.map(({ id, key, source }, at) => ({
      id,
      key,
      session: source.session ?? null,
      facts: packFacts((digests[at] as Digest).facts),
      units: source.units.map((unit) => JSON.stringify(unit)),
    })),
    entries(numbers) {
      const byTerm = new Map<string, number[]>();
      digests.forEach(({ postings }, at) => {
        for (const [term, pairs] of postings) {
          const bytes = byTerm.get(term);
          if (bytes !== undefined) pushEntry(bytes, numbers[at] as number, pairs);
          else {
            const made: number[] = [];
            pushEntry(made, numbers[at] as number, pairs);
            byTerm.set(term, made);
          }
        }
      });
      // In the order of the table: neighbouring rows lie on the same page.
      return [...byTerm].sort(([a], [b]) => (a < b ? -1 : 1)).map(([term, bytes]) => [term, Uint8Array.from(bytes)] as const);
    },
  };
}
