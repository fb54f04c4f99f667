// The longest phrase of a language's table that begins at a unit.

import type { Sense } from "../lexicon/language.ts";
import type { Tree } from "../lexicon/tree.ts";
import type { Unit } from "./units.ts";

export interface Phrase {
  readonly sense: Sense;
  readonly length: number;
}

export function lookUp(units: readonly Unit[], at: number, tree: Tree): Phrase | null {
  let node = tree;
  let best: Phrase | null = null;
  for (let next = at; next < units.length; next++) {
    const { word: text, text: shown } = units[next] as Unit;
    const found = node.next.get(text ?? shown);
    if (found === undefined) break;
    node = found;
    if (node.sense !== null) best = { sense: node.sense, length: next - at + 1 };
  }
  return best;
}
