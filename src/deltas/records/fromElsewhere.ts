// Entries that come from elsewhere, with a backup or a bundle: no plan of this machine knows them, and a file on the disk
// would otherwise count as the person's own. They lose their authority before they are written: each needs the person's approval,
// and none says any more that the person wrote it.

import { AppError, objectIn } from "../../base/index.ts";
import { type Decision, type Entry, type JournalLine, readDelta, readStaged, writeDelta, writeStaged } from "../../schema/index.ts";

export interface Disarmed {
  readonly bytes: Uint8Array;
  /** How many entries are pending for the person now. */
  readonly waiting: number;
}

const encode = (text: string) => new TextEncoder().encode(text);

export function withoutAuthority(entry: Entry): Entry {
  const { origin } = entry.meta;
  const isTrusted = origin === undefined || origin === "user" || origin === "agent";
  return { ...entry, meta: { ...entry.meta, state: "proposed", ...(isTrusted ? { origin: "file" as const } : {}) } };
}

/** null: it cannot be read, so nobody can say what it would do one day. */
export async function disarmPending(text: string, file: string): Promise<Disarmed | null> {
  const delta = await orNull(readDelta(text, file));
  if (delta === null) return null;
  const entries = delta.entries.map(withoutAuthority);
  return { bytes: encode(writeDelta({ ...delta, entries })), waiting: delta.applied === true ? 0 : entries.length };
}

export async function disarmStaged(text: string, file: string): Promise<Disarmed | null> {
  const staged = await orNull(readStaged(text, file));
  return staged === null ? null : { bytes: encode(writeStaged({ ...staged, entries: staged.entries.map(withoutAuthority) })), waiting: 0 };
}

/** A journal says who planned what; what a stranger's says of that is not believed. */
export function disarmJournal(text: string): Disarmed | null {
  const lines = jsonLines<JournalLine>(text);
  if (lines === null) return null;
  const open = new Set<string>();
  const disarmed = lines.map((line): JournalLine => {
    if (line.kind !== "planned") {
      for (const id of line.entries) open.delete(id);
      return line;
    }
    open.add(line.entry.meta.id ?? "");
    return { ...line, entry: withoutAuthority(line.entry) };
  });
  return { bytes: encodeLines(disarmed), waiting: open.size };
}

/** The answers to proposals: what is here stays, refusals are added, and nothing is accepted by it. */
export function mergeAnswers(present: string, arriving: string): Disarmed | null {
  const lines = jsonLines<Decision>(arriving);
  if (lines === null) return null;
  const known = new Set(present.split("\n"));
  const refused = lines.filter(({ kind }) => kind !== "accepted").map((line) => JSON.stringify(line));
  const added = refused.filter((line) => !known.has(line));
  return { bytes: encode(added.length === 0 ? present : `${present}${added.join("\n")}\n`), waiting: 0 };
}

/** A verdict is history: a call that was refused elsewhere is no question to the person here. */
export function disarmVerdicts(text: string): Disarmed | null {
  const lines = jsonLines<object>(text);
  return lines === null ? null : { bytes: encodeLines(lines.map((line) => ({ ...line, restored: true }))), waiting: 0 };
}

function encodeLines(lines: readonly object[]): Uint8Array {
  return encode(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
}

/** A last line without its line break was cut off by a crash and does not count. null: the caller leaves the file out and names it. */
function jsonLines<T extends object>(text: string): T[] | null {
  const whole = text.slice(0, text.lastIndexOf("\n") + 1).split("\n");
  const lines = whole.filter((line) => line !== "").map((line) => objectIn<T>(line));
  return lines.includes(null) ? null : (lines as T[]);
}

/** null: what was asked for is refused with a code. */
export async function orNull<T>(asked: Promise<T>): Promise<T | null> {
  return asked.catch((error: unknown) => {
    if (error instanceof AppError) return null;
    throw error;
  });
}
