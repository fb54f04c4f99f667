// Entries that come from elsewhere, with a backup, a bundle, a repository or the store that machines have in common: no plan of
// this machine knows them, and a file on the disk would otherwise count as the person's own. They lose their authority before
// they are written or read: each needs the person's approval, and none says any more that the person wrote it.

import { AppError, objectIn, orNull } from "../../base/index.ts";
import { type Decision, type Entry, type JournalLine, readDelta, readStaged, writeDelta, writeStaged } from "../../schema/index.ts";
import { decodeText, type Deps, encodeText } from "./deps.ts";
import { readJournal } from "./journal.ts";
import type { PendingEntry, PendingFile } from "./pending.ts";
import { targetOrNull } from "./pendingTarget.ts";
import { isCommonDelta, type Place } from "../../store/index.ts";

export interface Disarmed {
  readonly bytes: Uint8Array;
  /** How many entries are pending for the person now. */
  readonly waiting: number;
}

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
  return { bytes: encodeText(writeDelta({ ...delta, entries })), waiting: delta.applied === true ? 0 : entries.length };
}

export async function disarmStaged(text: string, file: string): Promise<Disarmed | null> {
  const staged = await orNull(readStaged(text, file));
  return staged === null
    ? null
    : { bytes: encodeText(writeStaged({ ...staged, entries: staged.entries.map(withoutAuthority) })), waiting: 0 };
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
  return { bytes: encodeText(added.length === 0 ? present : `${present}${added.join("\n")}\n`), waiting: 0 };
}

/** A verdict is history: a call that was refused elsewhere is no question to the person here. */
export function* disarmVerdicts(parts: Iterable<Uint8Array>, file: string): Generator<Uint8Array, void> {
  const decoder = new TextDecoder();
  let rest = "";
  for (const part of parts) {
    for (let at = 0; at < part.length; at += AT_ONCE) {
      const lines = `${rest}${decoder.decode(part.subarray(at, at + AT_ONCE), { stream: true })}`.split("\n");
      rest = lines.pop() ?? "";
      const verdicts = lines.filter((line) => line !== "").map((line) => objectIn(line) ?? unreadable(file));
      yield encodeLines(verdicts.map((verdict) => ({ ...verdict, restored: true })));
    }
  }
}

/** So few bytes that what is made of them is gone before the heap has to grow. */
const AT_ONCE = 16 * 1024;

function unreadable(file: string): never {
  throw new AppError("DAMAGED", "a line of it is not JSON", { file });
}

function encodeLines(lines: readonly object[]): Uint8Array {
  return encodeText(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
}

/** A last line without its line break was cut off by a crash and does not count. null: the caller leaves the file out and names it. */
function jsonLines<T extends object>(text: string): T[] | null {
  const whole = text.slice(0, text.lastIndexOf("\n") + 1).split("\n");
  const lines = whole.filter((line) => line !== "").map((line) => objectIn<T>(line));
  return lines.includes(null) ? null : (lines as T[]);
}

/**
 * What a repository brought: a file in a project's `.agents/` may have come with a clone. For the project's own documents an entry there
 * may say no more than an agent (whoever has the repository could have written them anyway), and for anything else, the mind's own
 * documents above all, it waits for a person. Without this, opening a cloned repository would be enough to rewrite SOUL.md or the person's
 * rules.
 */
export async function distrustBrought(deps: Deps, file: PendingFile): Promise<PendingFile> {
  if (file.place.root !== "project") return file;
  const entries: PendingEntry[] = [];
  for (const pending of file.entries) entries.push((await isPlannedHere(deps, pending)) ? pending : asBrought(deps, file, pending));
  return { ...file, entries };
}

async function isPlannedHere(deps: Deps, { id, entry }: PendingEntry): Promise<boolean> {
  const { session } = entry.meta;
  return session !== undefined && (await readJournal(deps, session)).known.has(id);
}

function asBrought(deps: Deps, file: PendingFile, pending: PendingEntry): PendingEntry {
  const { entry } = pending;
  const target = targetOrNull(deps, file, entry.key);
  const isProjects =
    target?.kind === "document" && target.document.root === "project" && target.document.project === deps.environment.project;
  const asAgents: Entry = { ...entry, meta: { ...entry.meta, ...(entry.meta.origin === "user" ? { origin: "agent" } : {}) } };
  return { ...pending, entry: isProjects ? asAgents : withoutAuthority(entry), written: entry };
}

/**
 * What comes from the common store to this machine's disk: an entry that this machine did not plan, word for word. Whoever may propose in
 * a database would otherwise write AGENTS.md by way of a move. The bytes stay as they are where everything was planned here, or where it
 * is no delta that the next apply reads.
 */
export async function asForeign(deps: Deps, place: Place, bytes: Uint8Array): Promise<Uint8Array> {
  if (!isCommonDelta(place) || place.path.startsWith("last-word/staging/")) return bytes;
  // One that cannot be read waits, is named by every apply, and does nothing.
  const delta = await orNull(readDelta(decodeText(bytes, place.path), place.path));
  if (delta === null) return bytes;
  const entries: Entry[] = [];
  for (const entry of delta.entries) entries.push((await isPlannedAsIs(deps, entry)) ? entry : withoutAuthority(entry));
  if (entries.every((entry, index) => entry === delta.entries[index])) return bytes;
  const { version, source, applied } = delta;
  return encodeText(writeDelta({ version, source, ...(applied === undefined ? {} : { applied }), entries }));
}

async function isPlannedAsIs(deps: Deps, entry: Entry): Promise<boolean> {
  const { session, id } = entry.meta;
  if (session === undefined || id === undefined) return false;
  // A session's name that another machine wrote may be none.
  const planned = (await orNull(readJournal(deps, session)))?.known.get(id);
  return planned !== undefined && saidBy(planned.entry) === saidBy(entry);
}

function saidBy({ key, operation, content, old, scope }: Entry): string {
  return JSON.stringify([key.path, key.url, key.heading, key.level ?? null, operation, content, old, scope]);
}
