// What is where in a session's log: for every line behind the header its place, its parent and what it is, a few
// bytes each, so that a branch can be walked without the file. Numbers count lines: number 0 is line 2 of the file.

import type { ErrorCode } from "../../base/index.ts";
import { type SessionHeader, TREE_TYPES, type TreeType } from "../../schema/index.ts";
import { digestOf, grown, IdTable } from "./ids.ts";

/** What is wrong with a log, and in which line. */
export interface Problem {
  readonly code: ErrorCode;
  /** 1-based; the header is line 1. */
  readonly line: number;
  readonly message: string;
}

/** A line that does not count, an event of a type that is not known, a control event; from TREE on the tree's types. */
export const BAD = 0;
export const UNKNOWN = 1;
export const CONTROL = 2;
export const TREE = 3;

export const NO_PARENT = -1;
/** Its parent is not before it: a branch begins there. */
export const ORPHAN = -2;

/** A file of nothing but broken lines is not held in memory as reports. */
const MOST_PROBLEMS = 1000;

/** A `select_leaf` and the line that it chose. */
export interface Selection {
  readonly number: number;
  readonly leaf: number;
}

export class Catalogue {
  readonly header: SessionHeader;
  /** Bytes of the file that are in here; always the end of a whole line. */
  end: number;
  lines = 0;
  offsets = new Float64Array(0);
  lengths = new Uint32Array(0);
  parents = new Int32Array(0);
  kinds = new Uint8Array(0);
  ids = new IdTable();
  leaf = -1;
  lastSeq = -1;
  snapshot = -1;
  events = 0;
  unknown = 0;
  trees = 0;
  /** All of `context_control`; of the other control events only the newest of each type (of a queue: of each queue). */
  contextControls: number[] = [];
  latest: Record<string, number> = {};
  selections: Selection[] = [];
  problems: Problem[] = [];
  problemCount = 0;

  constructor(header: SessionHeader, end: number) {
    this.header = header;
    this.end = end;
  }

  report(code: ErrorCode, number: number, message: string): void {
    if (this.problemCount++ < MOST_PROBLEMS) this.problems.push({ code, line: number + 2, message });
  }

  /** With a last word about those that were counted but not kept. */
  allProblems(): Problem[] {
    const more = this.problemCount - this.problems.length;
    return more === 0 ? [...this.problems] : [...this.problems, { code: "DAMAGED", line: 1, message: `and ${more} more problems` }];
  }

  addLine(position: number, length: number, parent: number, kind: number): number {
    if (this.lines === this.offsets.length) this.#grow();
    const number = this.lines++;
    this.offsets[number] = position;
    this.lengths[number] = length;
    this.parents[number] = parent;
    this.kinds[number] = kind;
    if (kind === BAD) return number;
    this.events++;
    if (kind === UNKNOWN) this.unknown++;
    if (kind >= TREE) {
      this.trees++;
      this.leaf = number;
    }
    return number;
  }

  /** The line of an event that counts; -1 where there is none. */
  find(id: string): number {
    return this.counted(this.ids.find(digestOf(id)));
  }

  counted(number: number): number {
    return number !== -1 && this.kinds[number] !== BAD ? number : -1;
  }

  typeOf(number: number): string | null {
    return TREE_TYPES[(this.kinds[number] as number) - TREE] ?? null;
  }

  /** The first line of a type of the tree; -1 where there is none. */
  firstOf(type: TreeType): number {
    const number = this.kinds.indexOf(TREE + TREE_TYPES.indexOf(type));
    return number < this.lines ? number : -1;
  }

  /** From the beginning to the line. Ends, because parents are before their children. */
  branchTo(number: number): number[] {
    const branch: number[] = [];
    for (let at = number; at >= 0; at = this.parents[at] as number) branch.push(at);
    return branch.reverse();
  }

  /** A line whose head looked right and whose body is not: as if it had been found when the log was surveyed. */
  strike(number: number, code: ErrorCode, message: string): void {
    const kind = this.kinds[number] as number;
    this.kinds[number] = BAD;
    this.events--;
    if (kind >= TREE) this.trees--;
    this.report(code, number, message);
    for (let child = number + 1; child < this.lines; child++) {
      if (this.parents[child] !== number) continue;
      this.parents[child] = ORPHAN;
      this.report("BAD_EVENT", child, "its parent does not count; what came before it on this branch cannot be shown");
    }
    this.#findLeaf();
  }

  #findLeaf(): void {
    const chosen = new Map(this.selections.map(({ number, leaf }) => [number, leaf]));
    this.leaf = -1;
    for (let number = 0; number < this.lines; number++) {
      if ((this.kinds[number] as number) >= TREE) this.leaf = number;
      const leaf = chosen.get(number);
      if (leaf !== undefined && (this.kinds[leaf] as number) >= TREE) this.leaf = leaf;
    }
  }

  #grow(): void {
    const room = Math.max(1024, Math.ceil(this.lines * 1.5));
    this.offsets = grown(this.offsets, new Float64Array(room));
    this.lengths = grown(this.lengths, new Uint32Array(room));
    this.parents = grown(this.parents, new Int32Array(room));
    this.kinds = grown(this.kinds, new Uint8Array(room));
  }
}
