// trash: undo for deletes. `put` takes rm's options and answers as rm does.

import { resolve } from "node:path";
import { openTrash, removeLikeRm, type Trash, type Trashed } from "../store/index.ts";
import type { Mind } from "./open.ts";

export type { Trashed };

function trashOf(mind: Mind): Trash {
  return openTrash(`${mind.where.state}/trash`, mind.desk.clock, mind.desk.random);
}

export interface PutResult {
  readonly trashed: readonly Trashed[];
  readonly complaints: readonly string[];
}

/** `words` are rm's own arguments: options and operands in any order, `--` ends the options. */
export function trashPut(mind: Mind, words: readonly string[]): PutResult {
  const { operands, flags, unknown } = readRmWords(words);
  const trashed: Trashed[] = [];
  const complaints: string[] = unknown.map((word) => `unrecognized option '${word}'`);
  if (unknown.length > 0) return { trashed, complaints };
  if (operands.length === 0 && !flags.has("f")) return { trashed, complaints: ["missing operand"] };
  const trash = trashOf(mind);
  for (const operand of operands) {
    const path = resolve(mind.where.cwd, operand);
    const outcome = removeLikeRm(trash, operand, path, { recursive: flags.has("r"), force: flags.has("f"), folders: flags.has("d") });
    if (outcome.kind === "failed") complaints.push(outcome.message);
    else if (outcome.kind === "removed" && outcome.trashed) trashed.push(outcome.trashed);
  }
  return { trashed, complaints };
}

/** Copies files and folders as they are, before something overwrites or moves them. What is not there needs no copy. */
export function trashKeep(mind: Mind, operands: readonly string[]): Trashed[] {
  const trash = trashOf(mind);
  return operands.flatMap((operand) => {
    const path = resolve(mind.where.cwd, operand);
    return ["file", "hardlinked", "dir"].includes(mind.around.disk.lstat(path) ?? "") ? [trash.keep(path)] : [];
  });
}

export function trashList(mind: Mind): Trashed[] {
  return trashOf(mind).list();
}

export function trashRestore(mind: Mind, id: string, options: { readonly over?: boolean } = {}): Trashed {
  return trashOf(mind).restore(id, options);
}

export function trashEmpty(mind: Mind): number {
  return trashOf(mind).empty();
}

const LONG: Readonly<Record<string, string>> = { recursive: "r", force: "f", dir: "d", verbose: "v", "one-file-system": "", "preserve-root": "", "no-preserve-root": "", interactive: "", "interactive=never": "" };

function readRmWords(words: readonly string[]): { operands: string[]; flags: Set<string>; unknown: string[] } {
  const operands: string[] = [];
  const flags = new Set<string>();
  const unknown: string[] = [];
  let ended = false;
  for (const word of words) {
    if (ended || word === "-" || !word.startsWith("-")) operands.push(word);
    else if (word === "--") ended = true;
    else if (word.startsWith("--")) {
      // GNU's rule: an option may be cut short as long as it is unambiguous.
      const matches = Object.keys(LONG).filter((name) => name.startsWith(word.slice(2)));
      const meant = LONG[word.slice(2)] ?? (matches.length === 1 ? LONG[matches[0] ?? ""] : undefined);
      if (meant === undefined) unknown.push(word);
      else if (meant !== "") flags.add(meant);
    } else {
      for (const letter of word.slice(1)) {
        if (!"rRfdviI".includes(letter)) unknown.push(`-${letter}`);
        else flags.add(letter === "R" ? "r" : letter);
      }
    }
  }
  return { operands, flags, unknown };
}
