// WordPiece: the longest piece that the vocabulary has, then the longest of the rest.

import type { Pieces } from "./tokenizer.ts";

export function wordPiece(
  ids: ReadonlyMap<string, number>,
  { unknown, prefix, longest }: { readonly unknown: number | null; readonly prefix: string; readonly longest: number },
): Pieces {
  const none = unknown === null ? [] : [unknown];
  return (word) => {
    const characters = [...word];
    if (characters.length > longest) return none;
    const pieces: number[] = [];
    for (let start = 0; start < characters.length;) {
      let end = characters.length;
      let id: number | undefined;
      for (; end > start; end--) {
        id = ids.get(`${start > 0 ? prefix : ""}${characters.slice(start, end).join("")}`);
        if (id !== undefined) break;
      }
      // One part that is not there makes the whole word unknown.
      if (id === undefined) return none;
      pieces.push(id);
      start = end;
    }
    return pieces;
  };
}
