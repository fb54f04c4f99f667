// The name of a clause by what it says and where: its words and the headings and lead-ins above it, without its file or line.
// A decision is kept by it, so that a moved clause keeps its decision and a changed one is asked about again.

import { sha256 } from "../../base/index.ts";

/** A sentence with the heading and the lines that lead to it. */
export interface ClauseContext {
  readonly text: string;
  /** From the top of the file to the nearest. */
  readonly heading: readonly string[];
  /** Texts that open the list it is in. */
  readonly leads?: readonly string[];
}

/** The clauses of a section share one list of headings. */
let before: { readonly heading: readonly string[]; readonly squeezed: readonly string[] } = { heading: [], squeezed: [] };

/** A name for a sentence in its place, by which decisions find it again. */
export function clauseHash({ text, heading, leads = [] }: ClauseContext): string {
  if (before.heading !== heading) before = { heading, squeezed: heading.map(squeezed) };
  return `c_${sha256(JSON.stringify([squeezed(text), before.squeezed, leads.map(squeezed)])).slice(0, 24)}`;
}

function squeezed(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
