// A change that was undone is as if it had never been: it is not in the way of undoing an earlier one. The changes
// between it and its undo are written as they would be without it. Pure.

import type { Change, Splice } from "../../schema/index.ts";

export function cancelUndone(changes: readonly Change[]): readonly Change[] {
  for (const [to, undo] of changes.entries()) {
    const from = changes.findIndex(({ id }) => id === undo.undoes);
    if (from === -1 || from > to) continue;
    const between = passAll(changes[from]?.splices ?? [], changes.slice(from + 1, to));
    if (between !== null) return cancelUndone([...changes.slice(0, from), ...between, ...changes.slice(to + 1)]);
  }
  return changes;
}

/** The changes as they would be before those splices; null where one of them touches the same text, or the text next to it. */
function passAll(splices: readonly Splice[], changes: readonly Change[]): Change[] | null {
  let moved = splices;
  const passed: Change[] = [];
  for (const change of changes) {
    const own: Splice[] = [];
    for (const splice of change.splices) {
      const result = pass(moved, splice);
      if (result === null) return null;
      own.push(result.splice);
      moved = result.moved;
    }
    passed.push({ ...change, splices: own });
  }
  return passed;
}

/** One splice behind others becomes the first of them: the last of the others is passed first. */
function pass(others: readonly Splice[], splice: Splice): { readonly splice: Splice; readonly moved: readonly Splice[] } | null {
  let now = splice;
  const moved: Splice[] = [];
  for (const other of others.toReversed()) {
    if (now.at > other.at + other.inserted.length) {
      moved.unshift(other);
      now = { ...now, at: now.at - other.inserted.length + other.removed.length };
    } else if (now.at + now.removed.length < other.at) moved.unshift({ ...other, at: other.at + now.inserted.length - now.removed.length });
    else return null;
  }
  return { splice: now, moved };
}
