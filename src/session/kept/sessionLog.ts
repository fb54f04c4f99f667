// What this process knows of one session's file. Looking again costs what is new: where the file still ends, at the byte
// up to which it is known, with the bytes that were there, only the lines behind it are read; otherwise all is read anew.
//
// A log up to WHOLE_LIMIT is held whole. Of a larger one only the catalogue is held, and the events that were asked for.

import type { OpenBytes, Place, Store } from "../../store/index.ts";
import { writerOf } from "../../store/write.ts";
import { type Digests, digestsOf } from "./digests.ts";
import type { HiddenTurns } from "../log/hidden.ts";
import { type Session, type Tree, sessionOf } from "../log/read.ts";
import { type Catalogue, ORPHAN } from "../log/catalogue.ts";
import { digestOf } from "../log/ids.ts";
import { knownEnd, openSession, readPart } from "../log/logLines.ts";
import { readIndex, writeIndexParts } from "../log/sideIndex.ts";
import { beginCatalogue, checkName, problemsOf, readEvent, type SessionEvent, survey } from "../log/survey.ts";

export const WHOLE_LIMIT = 8 * 1024 * 1024;
/** An index is written when at least so much had to be surveyed for want of it. */
const WORTH_AN_INDEX = 8 * 1024 * 1024;
const TAIL = 1024;
/** Of a large log, more than this many events are not kept between two questions. */
const MOST_LOADED = 20_000;
const RUN = 1024 * 1024;

export interface ReadOptions {
  /** The branch up to this event instead of the active leaf. */
  readonly at?: string | undefined;
  /** What a compaction replaced is not loaded: enough for a context. Only a large log makes a difference of it. */
  readonly fromBarrier?: boolean;
}

export type Glance = Pick<Session, "header" | "events" | "count" | "problems">;

/** For tests: where the line between small and large is. */
export interface LogLimits {
  readonly whole: number;
  readonly index: number;
}

export class SessionLog {
  readonly place: Place;
  readonly id: string;
  readonly #store: Store;
  readonly #limits: LogLimits;
  #catalogue: Catalogue | null = null;
  /** By number. */
  readonly #loaded = new Map<number, SessionEvent>();
  /** The leaf of the branch that was prepared last. */
  #ready = -1;
  // Of the catalogue, as these four are.
  #whole!: boolean;
  #torn!: boolean;
  #seen!: Pick<OpenBytes, "identity" | "modified" | "size">;
  #tail!: Buffer;
  #session: Session | null = null;
  #digests: { readonly key: string; readonly digests: Digests } | null = null;

  constructor(store: Store, place: Place, id: string, limits: LogLimits = { whole: WHOLE_LIMIT, index: WORTH_AN_INDEX }) {
    this.#store = store;
    this.place = place;
    this.id = id;
    this.#limits = limits;
  }

  get isKnown(): boolean {
    return this.#catalogue !== null;
  }

  get file(): string {
    return this.#store.describe(this.place);
  }

  /** Looks at the file and then runs `work`, which may load from it; nothing else happens in between. */
  async look<T>(work: (catalogue: Catalogue, load: (numbers: readonly number[]) => boolean) => T): Promise<T> {
    const log = await openSession(this.#store, this.place, this.id);
    try {
      const catalogue = this.#takeIn(log);
      return work(catalogue, (numbers) => this.#load(log, catalogue, numbers));
    } finally {
      log.close();
    }
  }

  async session(options: ReadOptions = {}): Promise<Session> {
    return this.look((catalogue, load) => {
      if (this.#whole) return (this.#session ??= this.#view(catalogue, [...this.#loaded.keys()]));
      for (;;) {
        const branch = this.#loadBranch(catalogue, load, options);
        const { leaf, snapshot, contextControls, latest } = catalogue;
        const beside = [leaf, snapshot, ...contextControls, ...Object.values(latest)].filter((number) => number !== -1);
        const numbers = () => [...new Set([...beside, ...branch])].sort((a, b) => a - b);
        if (load(beside)) return this.#view(catalogue, numbers());
      }
    });
  }

  /** What a list says of it: of a large log no branch is loaded, only its title and its prompt. */
  async glance(): Promise<Glance> {
    return this.look((catalogue, load) => {
      const title = () => catalogue.latest["session_title_updated"] ?? catalogue.firstOf("user_message");
      const named = () => [catalogue.snapshot, title()].filter((number) => number !== -1);
      // A line that turns out to be bad is struck out, and left out here.
      load(named());
      const events = named().flatMap((number) => this.#loaded.get(number) ?? []);
      return { header: catalogue.header, events, count: catalogue.events, problems: problemsOf(catalogue, this.#torn) };
    });
  }

  /** The branch to the active leaf, and to each of the named events, ready to be walked in `tree`. */
  async prepare(parents: readonly string[]): Promise<Catalogue> {
    return this.look((catalogue, load) => {
      if (this.#whole) return catalogue;
      while (!load(catalogue.contextControls));
      for (const at of [undefined, ...parents]) {
        if (at === undefined && this.#growsFromReady(catalogue)) continue;
        this.#loadBranch(catalogue, load, { at, fromBarrier: true });
      }
      this.#ready = catalogue.leaf;
      return catalogue;
    });
  }

  /** What came behind a branch that is loaded was kept when it was taken in: a few steps lead back to it. */
  #growsFromReady(catalogue: Catalogue): boolean {
    let at = catalogue.leaf;
    while (at > this.#ready && this.#loaded.has(at)) at = catalogue.parents[at] as number;
    return at === this.#ready;
  }

  /** Of what is loaded. */
  readonly tree: Tree = {
    byId: { get: (id) => this.#loaded.get(this.#catalogue?.find(id) ?? -1) },
    orphans: { has: (id) => this.#catalogue?.parents[this.#catalogue.find(id)] === ORPHAN },
  };

  /** Remembered as long as the same turns are hidden. */
  digests(hidden: HiddenTurns): Digests {
    const key = JSON.stringify([...hidden]);
    if (this.#digests?.key !== key) this.#digests = { key, digests: digestsOf(this.tree, { hidden }) };
    return this.#digests.digests;
  }

  eventOf(number: number): SessionEvent | undefined {
    return this.#loaded.get(number);
  }

  #takeIn(whole: OpenBytes): Catalogue {
    const log = this.#catalogue === null ? whole : knownEnd(whole, Math.max(0, this.#catalogue.end - TAIL));
    const known =
      this.#catalogue !== null && this.#isStill(log, this.#catalogue.end) && !(this.#whole && log.size > 4 * this.#limits.whole)
        ? this.#catalogue
        : null;
    if (known !== null && log.size === this.#seen.size) return known;
    if (known === null) this.#forget();
    else if (!this.#whole && this.#loaded.size > MOST_LOADED) this.#drop();
    const catalogue = known ?? this.#begin(log);
    const from = catalogue.end;
    // What came behind an old catalogue is little: it is read thoroughly and kept, so that the next append finds its leaf.
    const thorough = this.#whole || known !== null;
    this.#torn = survey(log, catalogue, { thorough, keep: (event, number) => void this.#loaded.set(number, event) });
    if (!this.#whole && catalogue.end - from >= this.#limits.index) this.#writeIndex(catalogue, log);
    this.#catalogue = catalogue;
    this.#session = null;
    this.#seen = { identity: log.identity, modified: log.modified, size: log.size };
    this.#tail = readPart(log, Math.max(0, catalogue.end - TAIL), catalogue.end);
    return catalogue;
  }

  #isStill(log: OpenBytes, end: number): boolean {
    if (log.identity !== this.#seen.identity) return false;
    if (log.size === this.#seen.size && log.modified !== this.#seen.modified) return false;
    // A log that was cut off has fewer bytes there.
    return readPart(log, Math.max(0, end - TAIL), end).equals(this.#tail);
  }

  #forget(): void {
    this.#catalogue = null;
    this.#session = null;
    this.#digests = null;
    this.#drop();
  }

  #drop(): void {
    this.#loaded.clear();
    this.#ready = -1;
  }

  #begin(log: OpenBytes): Catalogue {
    this.#whole = log.size <= this.#limits.whole;
    const catalogue = (this.#whole ? null : this.#readIndex(log)) ?? beginCatalogue(log, this.file);
    checkName(catalogue, this.id, this.file);
    return catalogue;
  }

  #readIndex(log: OpenBytes): Catalogue | null {
    const index = this.#store.openIndex?.(indexName(this.id)) ?? null;
    try {
      return index === null ? null : readIndex(index, log, this.file);
    } finally {
      index?.close();
    }
  }

  #writeIndex(catalogue: Catalogue, log: OpenBytes): void {
    writerOf(this.#store).writeIndex?.(indexName(this.id), writeIndexParts(catalogue, log));
  }

  /** The numbers of a branch, all of them loaded. A line that turns out to be bad is struck out, and the branch is walked again. */
  #loadBranch(catalogue: Catalogue, load: (numbers: readonly number[]) => boolean, { at, fromBarrier }: ReadOptions): number[] {
    for (;;) {
      const leaf = at === undefined ? catalogue.leaf : catalogue.find(at);
      let branch = catalogue.branchTo(leaf);
      if (fromBarrier === true && !this.#whole) {
        const barrier = branch.findLastIndex((number) => catalogue.typeOf(number) === "compact");
        if (barrier !== -1 && !load([branch[barrier] as number])) continue;
        branch = branch.slice(this.#firstBehind(catalogue, branch, barrier));
      }
      if (load(branch)) return branch;
    }
  }

  /** Where the part begins that a compaction kept. The event through which it compacted comes along, to be found. */
  #firstBehind(catalogue: Catalogue, branch: readonly number[], barrier: number): number {
    if (barrier === -1) return 0;
    const event = this.#loaded.get(branch[barrier] as number);
    const through = event !== undefined && "compactedThrough" in event ? catalogue.find(String(event.compactedThrough)) : -1;
    const at = through === -1 ? -1 : branch.indexOf(through);
    return at === -1 || at > barrier ? barrier : at;
  }

  /** False when one of them was struck out. Neighbours in the file are read together. */
  #load(log: OpenBytes, catalogue: Catalogue, numbers: readonly number[]): boolean {
    const missing = numbers.filter((number) => !this.#loaded.has(number)).sort((a, b) => a - b);
    const offset = (number: number) => catalogue.offsets[number] as number;
    const end = (number: number) => offset(number) + (catalogue.lengths[number] as number);
    for (let at = 0; at < missing.length;) {
      const first = missing[at] as number;
      let last = at;
      for (let next = first + 1; missing[last + 1] === next && end(next) - offset(first) <= RUN; next++) last++;
      const bytes = readPart(log, offset(first), end(missing[last] as number));
      for (; at <= last; at++) {
        const number = missing[at] as number;
        if (!this.#loadLine(catalogue, number, bytes.toString("utf8", offset(number) - offset(first), end(number) - offset(first))))
          return false;
      }
    }
    return true;
  }

  #loadLine(catalogue: Catalogue, number: number, line: string): boolean {
    const read = readEvent(line, this.id);
    if (read.kind === "bad") catalogue.strike(number, read.code, read.message);
    else if (!catalogue.ids.isAt(number, digestOf(read.event.id)))
      catalogue.strike(number, "BAD_EVENT", "the event names itself twice; it does not count");
    else {
      this.#loaded.set(number, read.event);
      return true;
    }
    return false;
  }

  #view(catalogue: Catalogue, numbers: readonly number[]): Session {
    const events = numbers.flatMap((number) => this.#loaded.get(number) ?? []);
    return sessionOf(catalogue, {
      file: this.file,
      events,
      orphans: new Set(numbers.flatMap((number) => (catalogue.parents[number] === ORPHAN ? (this.#loaded.get(number)?.id ?? []) : []))),
      leafId: this.#loaded.get(catalogue.leaf)?.id ?? null,
      torn: this.#torn,
      whole: this.#whole,
    });
  }
}

function indexName(id: string): string {
  return `sessions/${id}.idx`;
}
