// A change: one line of a document's ledger. Together the changes of a document are every version it ever had.
//
// The first change holds a full copy, later ones a splice (offsets in UTF-16 units of the decoded text), and every
// so often another full copy, so that a version is rebuilt from the nearest copy and not from the beginning.

import { AppError } from "../../base/index.ts";
import type { Level, Operation, Origin } from "./entry.ts";
import type { Taint } from "./taint.ts";

export interface Splice {
  readonly at: number;
  readonly removed: string;
  readonly inserted: string;
}

/** A section that somebody changed outside Codicil, with the hashes of what is under that heading now (none: it is gone). */
export interface TouchedSection {
  readonly heading: string;
  readonly after: readonly string[];
}

/**
 * first: the document as it was when the ledger began · entry: an entry was applied · hand: somebody edited the
 * file outside Codicil · whole: a person or a command replaced the whole document · undo: a change was undone ·
 * considered: a no-op entry, nothing changed · removed: the document was deleted or moved away · forgotten: text was
 * taken out of every version; the tombstone says nothing about it.
 */
export type ChangeKind = "first" | "entry" | "hand" | "whole" | "undo" | "considered" | "removed" | "forgotten";

/** One line of the ledger: what changed in a document, when and by whom. */
export interface Change {
  readonly v: 1;
  readonly id: string;
  readonly kind: ChangeKind;
  readonly at: string;
  readonly by: Origin;
  readonly entry?: string;
  readonly session?: string;
  readonly event?: string;
  /** Of an entry: how sure its author was, 0 to 1 (LW-18). */
  readonly confidence?: number;
  readonly reason?: string;
  /** Of an entry: what its session had read by then that the person did not write. */
  readonly taint?: Taint;
  readonly operation?: Operation;
  readonly heading?: string;
  readonly level?: Level | null;
  /** Section hashes around an entry. */
  readonly before?: string | null;
  readonly after?: string | null;
  /** Hash of the whole document's bytes behind this change; only on the last change of a commit. */
  readonly document?: string | null;
  readonly splices: readonly Splice[];
  /** Edits outside Codicil and whole replacements: which sections they changed. */
  readonly touched?: readonly TouchedSection[];
  readonly full?: string;
  /** The change that an undo took back. */
  readonly undoes?: string;
  readonly moved_to?: string;
  /** In a mind in common: the login and the machine that planned or made it, as they called themselves: `ada@laptop`. */
  readonly from?: string;
  /** Not stored: the login and program that entered it, as the database says, where `from` names another login or none. */
  readonly entered?: string;
  /** Changes of other machines, by their ids, whose text this one brings: it stands for a moment while a ledger is put in order. */
  readonly took?: readonly string[];
}

export function writeChange(change: Change): string {
  return JSON.stringify(change);
}

const REPAIRS = "codicil doctor names the command that moves the line to a file of its own and keeps the rest.";

export function readChange(line: string, file: string, number: number): Change {
  let value: Change;
  try {
    value = JSON.parse(line) as Change;
  } catch (cause) {
    throw new AppError("DAMAGED", "a line of the ledger is not JSON", { file, line: number, cause, hint: REPAIRS });
  }
  if (value.v === 1) return value;
  const hint = "A newer Codicil wrote this ledger.";
  throw new AppError("UNKNOWN_VERSION", `ledger version ${String(value.v)} is not known`, { file, line: number, hint });
}

/** Quotes inside a string are escaped: this is always the key. */
const COPY = ',"full":"';

/** For whoever asks what changed: without the full copy, where the splices say the same. The copies are most of a long ledger. */
export function readSplices(line: string, file: string, number: number): Change {
  const start = line.indexOf(COPY);
  if (start === -1) return readChange(line, file, number);
  let end = line.indexOf('"', start + COPY.length);
  while (end !== -1 && isEscaped(line, end)) end = line.indexOf('"', end + 1);
  if (end === -1) return readChange(line, file, number);
  const change = readChange(`${line.slice(0, start)}${line.slice(end + 1)}`, file, number);
  return change.splices.length > 0 ? change : readChange(line, file, number);
}

function isEscaped(line: string, at: number): boolean {
  let first = at;
  while (line[first - 1] === "\\") first--;
  return (at - first) % 2 === 1;
}
