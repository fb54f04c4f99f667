// The clause that an answer means by a line number. A line that is read for certain may get a proposal beside: it may say
// more than the grammar saw.

import { clauseHash } from "../compile/clauseHash.ts";
import type { CompiledFile } from "../compile/compileFile.ts";
import { readBlocks } from "../grammar/blocks.ts";
import { readClauses } from "../grammar/clauses.ts";
import type { ReadLine } from "./tryReading.ts";

/** A line of a file as a model is asked about it, or why it is not. */
export function lineToRead(compiled: CompiledFile, text: string, line: number): ReadLine | { readonly why: string } {
  const clause = compiled.clauses.findLast((each) => each.clause !== undefined && each.line <= line);
  const hash = clause?.clause;
  const extent = hash === undefined ? undefined : extentsOf(text).get(hash);
  if (clause === undefined || hash === undefined || line > clause.line + (extent?.lines ?? 1) - 1)
    return { why: `Line ${line} has no text that could be a rule.` };
  return { file: compiled.path, line: clause.line, text: clause.text, clause: hash, above: extent?.above ?? [] };
}

interface Extent {
  readonly lines: number;
  readonly above: readonly string[];
}

/** Many answers are about the same text. */
let last: { readonly text: string; readonly extents: ReadonlyMap<string, Extent> } | undefined;

function extentsOf(text: string): ReadonlyMap<string, Extent> {
  if (last?.text === text) return last.extents;
  const { clauses } = readClauses(readBlocks(text));
  const extents = new Map(
    clauses.map((clause) => [clauseHash(clause), { lines: clause.text.split("\n").length, above: [...clause.heading, ...clause.leads] }]),
  );
  last = { text, extents };
  return extents;
}
