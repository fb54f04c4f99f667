// Two ledgers of one document that grew apart, as one. Ours continues as it is; what only they have is entered behind it with
// everything but its splices, which fit their text and not ours: so every entry's id is there once, with who and when,
// and the difference that the merged document makes is found as an outside edit by the next write. Pure.

import { type Change, readChange, writeChange } from "../../schema/index.ts";

export function mergeLedgers(ours: readonly string[], theirs: readonly string[], file: string): string[] {
  const [header = theirs[0]] = ours;
  if (header === undefined) return [];
  const known = new Set(ours.slice(1).map((line, index) => readChange(line, file, index + 2).id));
  const foreign = theirs
    .slice(1)
    .map((line, index) => readChange(line, file, index + 2))
    .filter(({ id }) => !known.has(id));
  // Nothing of ours is new: theirs is the longer one of the same.
  if (theirs.length >= ours.length && ours.every((line, index) => theirs[index] === line)) return [...theirs];
  return [header, ...ours.slice(1), ...foreign.map((change) => writeChange(withoutText(change)))];
}

export function withoutText(change: Change): Change {
  const { document: _, full: __, ...rest } = change;
  return { ...rest, kind: change.kind === "removed" ? "hand" : change.kind, splices: [] };
}
