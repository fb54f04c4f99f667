// A pack against the files as they are now, for packs that somebody else made (MB-10, MB-14, MB-22): everything in it that
// names a path is looked up there. Summary and conflicts are believed no more than quotes.

import { BANK } from "../knowledge/index.ts";
import type { ReaderPack } from "../schema/index.ts";
import type { Mind } from "../mind/open.ts";
import { type BankPage, type Page, readBankPage, readProjectPage } from "./pages.ts";
import { statesAt } from "./summary.ts";

export interface WrongLine {
  readonly path: string;
  /** 0: of the file as a whole. */
  readonly line: number;
  readonly why: string;
}

interface Claim {
  readonly path: string;
  readonly line: number;
  /** null: the file has it. */
  readonly against: (page: Page | BankPage) => string | null;
}

/** Compares every line of a reader pack that names a path with the file. */
export async function checkPack(mind: Mind, pack: ReaderPack): Promise<WrongLine[]> {
  const pages = new Map<string, Page | null>();
  const wrong: WrongLine[] = [];
  for (const { path, line, against } of claimsOf(pack)) {
    if (!pages.has(path)) pages.set(path, await (path.startsWith(`${BANK}/`) ? readBankPage(mind, path) : readProjectPage(mind, path)));
    const page = pages.get(path) ?? null;
    const why = page === null ? "there is no such file that the reader may open" : against(page);
    if (why !== null && !wrong.some((each) => each.path === path && each.line === line && each.why === why))
      wrong.push({ path, line, why });
  }
  return wrong;
}

const NOT_THERE = "the line does not have these words";

function claimsOf({ context_summary: summary, evidence, conflicts, reads }: ReaderPack): Claim[] {
  const stated = [summary.goal, summary.focus, ...summary.stack, ...summary.conventions].filter((fact) => fact !== null);
  return [
    ...evidence.flatMap(({ path, line, quote, heading }) => [
      { path, line, against: quotes(line, quote) },
      ...(heading === undefined ? [] : [{ path, line, against: headed(heading) }]),
    ]),
    ...stated.map(({ path, line, text }): Claim => ({
      path,
      line,
      against: (page) => (statesAt(page, line, text) ? null : "the summary says something else than the line"),
    })),
    ...conflicts.map(({ path, line, quote }) => ({ path, line, against: quotes(line, quote) })),
    ...reads.files.map(({ path }): Claim => ({ path, line: 0, against: () => null })),
  ];
}

function quotes(line: number, quote: string): Claim["against"] {
  return ({ lines }) => ((lines[line - 1] ?? "").includes(quote) ? null : NOT_THERE);
}

/** Marks of emphasis and code are no part of a heading's words. */
const plain = (text: string) => text.replace(/[*_`\\]/g, "");

function headed(heading: string): Claim["against"] {
  return ({ lines }) =>
    heading.split(" › ").every((part) => lines.some((line) => plain(line).includes(plain(part)))) ? null : "the file has no such heading";
}
