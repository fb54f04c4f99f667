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
  /** Takes the place of what stood under the same ids. All of it is seen at once, at the end. */
  put(batch: PackedBatch): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
  /** Documents that stand among more of what is gone than of what is there: put again, they leave it behind. */
  worn(): Promise<readonly (PackedDocument & { readonly units: number })[]>;
  /** Empties it, as far as this login may. */
  clear(): Promise<void>;
}
