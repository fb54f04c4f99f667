// tidy: which lines of a document that is nearly full could go, and its text without them: what a later line repeats, and
// what a newer line replaced. A person looks at it and writes it; nothing is changed here.

import { countChars } from "../base/index.ts";
import type { ReadDocument } from "../mind/documents/load.ts";
import { supersededLines } from "./supersededLines.ts";

export interface Tidied {
  /** The version and text that this would be a change of, and to. */
  readonly version: string;
  readonly text: string;
  readonly chars: number;
  readonly after: number;
  readonly leaving: readonly { readonly line: number; readonly text: string; readonly why: "repeated" | "replaced" }[];
}

const FACT = /^\s*[-*+] \S/;
/** A person marks what has to stay. */
const PINNED = /📌|\((?:pinned|置顶|固定)\)/i;

export async function tidy({ text, version }: Pick<ReadDocument, "text" | "version">): Promise<Tidied> {
  const lines = text.split("\n");
  // Only facts repeat facts: a heading or a sentence of the same words is not another place of theirs.
  const last = new Map(lines.flatMap((line, at) => (FACT.test(line) ? [[gist(line), at] as const] : [])));
  const replaced = new Set((await supersededLines(text)).flatMap(({ lines: [from, to] }) => range(from, to)));
  const leaving = lines.flatMap((line, at): Tidied["leaving"] => {
    if (!FACT.test(line) || PINNED.test(line) || /^\s+\S/.test(lines[at + 1] ?? "")) return [];
    if (last.get(gist(line)) !== at) return [{ line: at + 1, text: line.trim(), why: "repeated" }];
    return replaced.has(at + 1) ? [{ line: at + 1, text: line.trim(), why: "replaced" }] : [];
  });
  const gone = new Set(leaving.map(({ line }) => line));
  const left = lines.filter((_, at) => !gone.has(at + 1)).join("\n");
  return { version, text: left, chars: countChars(text), after: countChars(left), leaving };
}

/** What a line says, whatever its case, signs and spaces. */
function gist(line: string): string {
  return line
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at);
