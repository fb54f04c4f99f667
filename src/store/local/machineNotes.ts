// Notes: small files of the machine's own below the state, such as caches and what a host's session has done. Whoever
// reads one must be able to do without it: nothing is acknowledged with a note, so there is no lock and no sync. A note
// is replaced by rename (never half read) or grows by whole lines in one write.

import { appendFileSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { diskFacts, readSmallText } from "../port/facts.ts";
import { isAbsent, onDisk } from "../disk/osErrors.ts";

/** null: there is none, or none that can be read. */
export function readNote(state: string, name: string): string | null {
  return readSmallText(`${state}/${name}`);
}

/** When it was written, in milliseconds; null: there is none. */
export function timeOfNote(state: string, name: string): number | null {
  return statSync(`${state}/${name}`, { throwIfNoEntry: false })?.mtimeMs ?? null;
}

export function writeNote(state: string, name: string, text: string): void {
  const file = join(state, name);
  onDisk({ doing: "write", file }, () => {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const draft = `${file}.${process.pid}.tmp`;
    writeFileSync(draft, text, { mode: 0o600 });
    renameSync(draft, file);
  });
}

export function addToNote(state: string, name: string, line: string): void {
  const file = join(state, name);
  onDisk({ doing: "write", file }, () => {
    // The folder is nearly always there; asking first would cost every call of a hook.
    try {
      appendFileSync(file, `${line}\n`, { mode: 0o600 });
    } catch (error) {
      if (!isAbsent(error)) throw error;
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      appendFileSync(file, `${line}\n`, { mode: 0o600 });
    }
  });
}

/** Names of a folder's notes that were written since then, newest first, as many as have so many bytes together. */
export function notesSince(state: string, folder: string, { since, most }: { readonly since: Date; readonly most: number }): string[] {
  const written = diskFacts.list(join(state, folder)).flatMap((name) => {
    const facts = statSync(join(state, folder, name), { throwIfNoEntry: false });
    return facts === undefined || facts.mtimeMs < since.getTime() ? [] : [{ name, at: facts.mtimeMs, size: facts.size }];
  });
  let left = most;
  return written.sort((a, b) => b.at - a.at).flatMap(({ name, size }) => ((left -= size) < 0 ? [] : [name]));
}

export function removeNote(state: string, name: string): void {
  const file = join(state, name);
  onDisk({ doing: "write", file }, () => rmSync(file, { force: true }));
}

/** Notes of a folder that nobody touched since then are gone. */
export function sweepNotes(state: string, folder: string, before: Date): void {
  for (const name of diskFacts.list(join(state, folder))) {
    const file = join(state, folder, name);
    if ((statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) < before.getTime()) rmSync(file, { force: true });
  }
}

/** The same in each folder that is in this one. */
export function sweepBelow(state: string, folder: string, before: Date): void {
  for (const name of diskFacts.list(join(state, folder))) sweepNotes(state, join(folder, name), before);
}

/** Of each kind, by how its names begin, only so many of a folder's notes stay: the newest. */
export function boundNotes(state: string, folder: string, most: Readonly<Record<string, number>>): void {
  const names = readdirSync(join(state, folder));
  for (const [prefix, limit] of Object.entries(most)) {
    const ours = names.filter((name) => name.startsWith(prefix));
    if (ours.length <= limit) continue;
    const age = (name: string) => statSync(join(state, folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
    const oldest = ours.map((name) => ({ name, at: age(name) })).sort((a, b) => a.at - b.at);
    for (const { name } of oldest.slice(0, ours.length - limit)) rmSync(join(state, folder, name), { force: true });
  }
}
