// The notes of the trash: what was where, and when. One note in the freedesktop layout (info/ID.trashinfo) for what was
// trashed alone; one list (info/ID.jsonl) for what one command trashed together, because a note and a sync for each of
// thousands of files would take a hundred times as long as rm.
//
//   ID.jsonl   {"v":1,"kind":"delete","at":"…"}   then the path of item 0, 1, 2 … as one JSON string in each line

import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { anyCase } from "../../base/index.ts";
import { writeWhole } from "../disk/regular.ts";
import { diskFacts } from "../port/facts.ts";

export interface Trashed {
  /** Of an item of a list: ID.NUMBER. */
  readonly id: string;
  readonly original: string;
  readonly at: string;
  /** delete: it was moved here · keep: a copy from before it was overwritten or moved */
  readonly kind: "delete" | "keep";
}

export interface NoteHead {
  readonly id: string;
  readonly kind: Trashed["kind"];
  readonly at: Date;
}

const ALONE = ".trashinfo";
const LIST = ".jsonl";
const GONE = "forgotten";

/** Throws what the disk throws, and leaves no part of a note behind. */
export function writeNoteOf(folder: string, { id, kind, at }: NoteHead, path: string): void {
  writeSynced(
    join(folder, `${id}${ALONE}`),
    `[Trash Info]\nPath=${encodeURI(path)}\nDeletionDate=${at.toISOString().slice(0, 19)}\nX-Codicil-Kind=${kind}\n`,
  );
}

export function writeListOf(folder: string, { id, kind, at }: NoteHead, paths: readonly string[]): void {
  writeSynced(
    join(folder, `${id}${LIST}`),
    `${[{ v: 1, kind, at: at.toISOString() }, ...paths].map((each) => JSON.stringify(each)).join("\n")}\n`,
  );
}

function writeSynced(file: string, text: string): void {
  const descriptor = openSync(file, "wx", 0o600);
  try {
    writeWhole(descriptor, Buffer.from(text));
    fsyncSync(descriptor);
    closeSync(descriptor);
  } catch (error) {
    closeSync(descriptor);
    rmSync(file, { force: true });
    throw error;
  }
}

export function forgetNote(folder: string, id: string): void {
  for (const end of [ALONE, LIST]) rmSync(join(folder, `${id}${end}`), { force: true });
}

/** `forget`: the text leaves the names by which things would come back. How many notes had it; with `isTrial` they keep it. */
export function scrubNotes(folder: string, text: string, isTrial: boolean): number {
  const words = anyCase(text);
  const clean: Record<string, (line: string) => string> = {
    [ALONE]: (line) => encodeURI(decodeURI(line).replace(words, GONE)),
    [LIST]: (line) => line.replace(words, GONE),
  };
  const found = diskFacts.list(folder).flatMap((name) => {
    const scrubbed = clean[name.slice(name.lastIndexOf("."))];
    if (scrubbed === undefined) return [];
    const before = readFileSync(join(folder, name), "utf8");
    const after = before.replace(/(?<=^Path=).*$|^".*"$/gm, scrubbed);
    return after === before ? [] : [{ file: join(folder, name), after }];
  });
  for (const { file, after } of isTrial ? [] : found) {
    writeSynced(`${file}.without`, after);
    renameSync(`${file}.without`, file);
  }
  return found.length;
}

export interface Note {
  readonly id: string;
  /** The items of a list have a place of their own below the note's. */
  readonly isList: boolean;
  readonly items: readonly Trashed[];
}

/** Every note that can be read, oldest first. */
export function readNotes(folder: string): readonly Note[] {
  const notes: Note[] = [];
  for (const name of diskFacts.list(folder).toSorted()) {
    const id = name.slice(0, name.lastIndexOf("."));
    if (name.endsWith(ALONE)) notes.push({ id, isList: false, items: [readAlone(id, readFileSync(join(folder, name), "utf8"))] });
    else if (name.endsWith(LIST)) notes.push({ id, isList: true, items: readList(id, readFileSync(join(folder, name), "utf8")) });
  }
  return notes;
}

function readAlone(id: string, text: string): Trashed {
  const field = (name: string) => new RegExp(`^${name}=(.*)$`, "m").exec(text)?.[1] ?? "";
  return {
    id,
    original: decodeURI(field("Path")),
    at: field("DeletionDate"),
    kind: field("X-Codicil-Kind") === "keep" ? "keep" : "delete",
  };
}

function readList(id: string, text: string): readonly Trashed[] {
  try {
    const [head = "{}", ...lines] = text.trimEnd().split("\n");
    const { kind, at } = JSON.parse(head) as { kind: Trashed["kind"]; at: string };
    return lines.map((line, index) => ({ id: `${id}.${index}`, original: JSON.parse(line) as string, at, kind }));
  } catch {
    // Damaged: nothing was moved before the list was whole and synced, so nothing is lost with it.
    return [];
  }
}
