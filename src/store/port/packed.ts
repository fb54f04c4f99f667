// An index that several machines have in common, as the store sees it: documents by id and key, bytes for each term, bytes of
// facts and texts of units. What they mean is recall's matter. Never the truth: it may be emptied at any time.

export interface PackedDocument {
  /** Of this content of the document, and never of another: a new content gets a new one. */
  readonly number: number;
  readonly id: string;
  readonly key: string;
  readonly session: string | null;
}

export interface PackedPlace {
  /** The document's number. */
  readonly document: number;
  readonly ordinal: number;
}

export interface NewPacked {
  readonly id: string;
  readonly key: string;
  readonly session: string | null;
  readonly facts: Uint8Array;
  readonly units: readonly string[];
}

export interface PackedBatch {
  /** Who sees it: "" is everybody who may read the mind, else one login. `audiences` says it. */
  readonly audience: string;
  readonly documents: readonly NewPacked[];
  /** Term and bytes, once the documents have their numbers. Bytes of one term are only ever put one behind the other. */
  entries(numbers: readonly number[]): Iterable<readonly [term: string, bytes: Uint8Array]>;
}

/** Everything is as this login may see it, and nothing else is counted. */
export interface PackedIndex {
  /** Another one after every change. */
  version(): Promise<string>;
  documents(): Promise<readonly PackedDocument[]>;
  facts(numbers: readonly number[]): Promise<ReadonlyMap<number, Uint8Array>>;
  /** For each term the bytes of every part of the index that has it. */
  entries(terms: readonly string[]): Promise<ReadonlyMap<string, readonly Uint8Array[]>>;
  /** In the order of the places; null where the document is gone. */
  units(places: readonly PackedPlace[]): Promise<readonly (string | null)[]>;
  /** Whether this login may index what everybody sees. */
  mayWrite(): Promise<boolean>;
  /** Who may see each of these, in their order. */
  audiences(ids: readonly string[]): Promise<readonly string[]>;
  /** Takes the place of what was under the same ids. All of it is seen at once, at the end. */
  put(batch: PackedBatch): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
  /** Documents that are among more of what is gone than of what is there: put again, they leave it behind. */
  worn(): Promise<readonly (PackedDocument & { readonly units: number })[]>;
  /** Empties it, as far as this login may. */
  clear(): Promise<void>;
  /** Vectors of its units; null: this store cannot keep any. */
  vectors(): Promise<PackedVectors | null>;
}

/** Of one embedder's name each: those of another cannot be compared with them. */
export interface PackedVectors {
  /** How many of these documents' units have one, and how many numbers a vector has; null: there is none yet. */
  facts(embedder: string, numbers: readonly number[]): Promise<{ readonly count: number; readonly dimensions: number | null }>;
  /** Units of these documents without one, at most so many. */
  missing(embedder: string, numbers: readonly number[], most: number): Promise<readonly PackedPlace[]>;
  put(embedder: string, made: readonly (PackedPlace & { readonly vector: Float32Array })[]): Promise<void>;
  nearest(
    embedder: string,
    vector: Float32Array,
    among: { readonly numbers: readonly number[]; readonly count: number },
  ): Promise<readonly PackedPlace[]>;
  /** The cosines, in the order of the places; null where a unit has none. */
  similarities(embedder: string, vector: Float32Array, places: readonly PackedPlace[]): Promise<readonly (number | null)[]>;
}
