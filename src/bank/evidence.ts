// Evidence: lines that bear on the question, quoted as they are, each with file, line and time (MB-10). A quote is a
// piece of its line and nothing else, so that anybody can check it. Pure.

import { countChars } from "../base/index.ts";
import { readWords } from "../recall/index.ts";
import { PACK_LIMITS, type PackEvidence } from "../schema/index.ts";
import { LONGEST_LINE } from "../doctor/documentReader.ts";
import type { BankPage, Page } from "./pages.ts";
import { isAboutTheBank } from "./summary.ts";

/** A place that recall found, in a page that was read. */
export interface Place {
  readonly path: string;
  readonly heading: string;
  readonly lines: readonly [number, number];
}

/** The lines of a place that say anything: a heading names what follows; what follows is the evidence. */
function sayingLines(page: Page, [from, to]: readonly [number, number]): { line: number; text: string }[] {
  const lines = page.lines.slice(from - 1, to).map((text, index) => ({ line: from + index, text }));
  return lines.filter(({ text }) => !/^\s*(?:#{1,6}\s|<!--|\|[\s|:-]*$|```|$)/.test(text));
}

/** The line of a place that shares most with the question; null where none shares anything. */
function bestLine(page: Page, place: readonly [number, number], words: ReadonlySet<string>): number | null {
  let best: { line: number; shared: number } | null = null;
  for (const { line, text } of sayingLines(page, place)) {
    const shared = new Set(readWords(text).terms.filter((term) => words.has(term))).size;
    if (shared > (best?.shared ?? 0)) best = { line, shared };
  }
  return best?.line ?? null;
}

function cite(page: Page, line: number, words: ReadonlySet<string>, heading?: string): PackEvidence | null {
  const quote = quoteOf(page.lines[line - 1] ?? "", words);
  return quote === ""
    ? null
    : { path: page.path, line, ...(heading === undefined || heading === "" ? {} : { heading }), quote, mtime: page.mtime };
}

/** At most 100 characters of the line, around the first word that is looked for. */
export function quoteOf(text: string, words: ReadonlySet<string>): string {
  const unmarked = text.trim().replace(/^(?:[-*+>]|\d{1,9}[.)])\s+/, "");
  const line = unmarked.replace(/^\|\s*|(?<!\s)\s*\|$/g, "");
  const chars = [...line];
  if (chars.length <= PACK_LIMITS.quote) return line;
  const found = [...line.matchAll(/[\p{L}\p{N}_]+/gu)].find((match) => readWords(match[0]).terms.some((term) => words.has(term)));
  const at = found === undefined ? 0 : countChars(line.slice(0, found.index));
  const start = Math.max(0, Math.min(at - 20, chars.length - PACK_LIMITS.quote));
  const piece = chars.slice(start, start + PACK_LIMITS.quote).join("");
  // Whole words where there are spaces: a word cut in half looks like another word.
  const from = start === 0 ? 0 : Math.max(0, piece.slice(0, 20).indexOf(" ") + 1);
  const last = start + PACK_LIMITS.quote >= chars.length ? piece.length : piece.lastIndexOf(" ");
  return piece.slice(from, last > PACK_LIMITS.quote / 2 ? last : piece.length).trim();
}

/** A line of the bank that bears on the question. */
export interface Cited {
  readonly page: BankPage;
  readonly line: number;
  readonly evidence: PackEvidence;
}

export function quotePlace(page: BankPage, { heading, lines }: Place, words: ReadonlySet<string>): Cited[] {
  // The question may meet the heading only; then the first thing said under it counts. A mere neighbour of a hit does not.
  const meetsHeading = readWords(heading).terms.some((term) => words.has(term));
  const line = bestLine(page, lines, words) ?? (meetsHeading ? (sayingLines(page, lines)[0]?.line ?? null) : null);
  const evidence = line === null ? null : cite(page, line, words, heading);
  return line === null || evidence === null ? [] : [{ page, line, evidence }];
}

/** Files that the quoted lines name first, then those of the documents that were read, package.json among them. */
export function pointedTo(pages: readonly BankPage[], cited: readonly Cited[]): string[] {
  const pathsIn = (text: string) => filesNamedIn(text).map(({ path }) => path);
  const near = cited.flatMap(({ page, line }) => pathsIn(page.lines[line - 1] ?? ""));
  const far = pages.flatMap(({ lines }) => lines.flatMap(pathsIn));
  return [...new Set([...near, "package.json", ...far])].filter((path) => !path.endsWith(".md"));
}

/** Best first: what the bank says, then one line of each file that those lines point to, then the lines next to it. */
export function chooseEvidence(
  pages: readonly BankPage[],
  cited: readonly Cited[],
  files: readonly Page[],
  words: ReadonlySet<string>,
): PackEvidence[] {
  if (cited.length === 0) return [];
  const chosen = new Map<string, PackEvidence>();
  const take = (evidence: PackEvidence | null): void => {
    if (evidence !== null && chosen.size < PACK_LIMITS.evidence && !chosen.has(`${evidence.path}:${evidence.line}`))
      chosen.set(`${evidence.path}:${evidence.line}`, evidence);
  };
  const named = cited.flatMap(({ page, line }) => filesNamedIn(page.lines[line - 1] ?? ""));
  const samples = named.flatMap(({ path, at }) => {
    const file = files.find((each) => each.path === path);
    const evidence = file === undefined ? null : sampleOf(file, at, words);
    return evidence === null ? [] : [evidence];
  });
  for (const { evidence } of cited.slice(0, PACK_LIMITS.evidence - Math.min(samples.length, 2))) take(evidence);
  for (const sample of samples) take(sample);
  // What the documents state besides, in their order: fills a thin answer from the same documents.
  for (const page of pages)
    for (const { line, headings } of page.reading.units)
      if (chosen.size < PACK_LIMITS.fewestWhenCovered && !headings.some(isAboutTheBank))
        take(cite(page, line, words, headings.join(" › ")));
  return [...chosen.values()];
}

function sampleOf(file: Page, at: number | null, words: ReadonlySet<string>): PackEvidence | null {
  const line = at !== null && at <= file.lines.length ? at : bestLine(file, [1, file.lines.length], words);
  return line === null ? null : cite(file, line, words);
}

/** Paths of files in a line, with the line they point to. */
export function filesNamedIn(text: string): { path: string; at: number | null }[] {
  if (text.length > LONGEST_LINE) return [];
  return Array.from(text.matchAll(FILE_AT), ([, path = "", line, anchor]) => ({ path, at: Number(line ?? anchor ?? 0) || null }));
}

const FILE_AT = new RegExp(
  String.raw`(?<![\w/@~:.-])(?:\.\/)?((?:[\w@.-]+\/)*[\w@-][\w@.-]*\.[A-Za-z][A-Za-z0-9]{0,9})` + // the path
    String.raw`(?::(\d{1,6})|#L(\d{1,6}))?(?![\w/])`, // the line
  "gu",
);
