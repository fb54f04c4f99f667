// What the costly checks found in long documents the last time, by content: the same text has the same findings. Only hashes and
// numbers of lines are kept, no text, so that there is nothing to forget here. The checks themselves run again, on the lines that they
// found something about.

import { createHash } from "node:crypto";
import type { Diagnosis } from "./finding.ts";
import type { SheetReading } from "./sheet.ts";
import { objectIn } from "../../base/index.ts";
import { BUILD } from "../../gate/index.ts";
import type { Mind } from "../../mind/open.ts";
import { readNote, writeNote } from "../../store/index.ts";

/** Of each reading, the lines of the units that findings are about. */
type Lines = readonly (readonly number[])[];
export type LookedAt = Readonly<Record<string, Lines>>;

export interface Memory {
  /** Whose checks they are: another build finds other things. */
  readonly build: string;
  readonly before: LookedAt;
  /** Of this time, to be kept. */
  readonly now: Record<string, Lines>;
}

/** Shorter ones are read faster than a hash is worth. */
const LONG = 64 * 1024;
const MOST_LINES = 1000;
/** The newest stay. */
const MOST_KEPT = 64;

type Find = (readings: readonly SheetReading[]) => Diagnosis[];

export function findAgain(name: string, readings: readonly SheetReading[], find: Find, memory: Memory | null): Diagnosis[] {
  if (memory === null || readings.reduce((sum, { sheet }) => sum + sheet.text.length, 0) < LONG) return find(readings);
  const key = keyOf(name, readings, memory.build);
  const lines = memory.before[key];
  if (lines !== undefined) {
    memory.now[key] = lines;
    return find(only(readings, lines));
  }
  const found = find(readings);
  const about = linesOf(readings, found);
  // A check may weigh all lines together: kept is only what gives the same.
  const isSame = about.flat().length <= MOST_LINES && JSON.stringify(find(only(readings, about))) === JSON.stringify(found);
  if (isSame) memory.now[key] = about;
  return found;
}

/** null: nothing is new. */
export function toKeep({ before, now }: Memory): LookedAt | null {
  if (Object.keys(now).every((key) => before[key] !== undefined)) return null;
  return Object.fromEntries(Object.entries({ ...before, ...now }).slice(-MOST_KEPT));
}

/** By everything that the checks read: a line that holds a secret is in no unit. */
function keyOf(name: string, readings: readonly SheetReading[], build: string): string {
  const hash = createHash("sha256").update(`${build}\n${name}`);
  for (const { sheet, units } of readings) {
    hash.update(`\n${JSON.stringify([sheet.file, sheet.kind, sheet.text.length, units.length])}\n`).update(sheet.text);
    hash.update(Int32Array.from(units, ({ line }) => line));
  }
  return hash.digest("hex");
}

function linesOf(readings: readonly SheetReading[], found: readonly Diagnosis[]): Lines {
  const ends = found.flatMap(({ file, line = 0, beside }) => [{ file, line }, ...(beside === undefined ? [] : [beside])]);
  return readings.map(({ sheet }) => [...new Set(ends.flatMap(({ file, line }) => (file === sheet.file ? [line] : [])))]);
}

function only(readings: readonly SheetReading[], lines: Lines): SheetReading[] {
  return readings.map((reading, at) => {
    const kept = new Set(lines[at]);
    return { ...reading, units: reading.units.filter(({ line }) => kept.has(line)) };
  });
}

const NOTE = "cache/looked.json";

/** null: from the source, whose checks have no name to keep anything by. */
export function lookedBefore({ where }: Mind, build: string | null = BUILD): Memory | null {
  return build === null ? null : { build, before: kept(readNote(where.state, NOTE)), now: {} };
}

export function keepLooked({ where }: Mind, memory: Memory | null): void {
  const looked = memory === null ? null : toKeep(memory);
  if (looked === null) return;
  try {
    writeNote(where.state, NOTE, JSON.stringify(looked));
  } catch {
    // No room, or nobody may write there: the next time everything is looked at again.
  }
}

/** A damaged note is as if there were none. */
function kept(text: string | null): LookedAt {
  const isLines = (each: unknown) => Array.isArray(each) && each.every((lines) => Array.isArray(lines));
  return Object.fromEntries(Object.entries(objectIn<LookedAt>(text) ?? {}).flatMap(([key, each]) => (isLines(each) ? [[key, each]] : [])));
}
