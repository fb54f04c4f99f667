// Conflicts between memory and files (MB-12): what the checks of the doctor and the comparison of values find in the pages
// that were read, each with the correction to propose.

import { readQueryWords } from "../recall/index.ts";
import { PACK_LIMITS, type PackConflict, type PackEvidence } from "../schema/index.ts";
import { readGround, findDeadReferences } from "../doctor/reading.ts";
import type { Mind } from "../mind/open.ts";
import { findDisagreements } from "./changedValues.ts";
import { quoteOf } from "./evidence.ts";
import type { BankPage, Page } from "./pages.ts";

interface Opened {
  readonly pages: readonly BankPage[];
  readonly files: readonly Page[];
  readonly evidence: readonly PackEvidence[];
}

/** Those that touch what was quoted first: they could make the answer wrong. */
export async function findConflicts(mind: Mind, { pages, files, evidence }: Opened): Promise<PackConflict[]> {
  const ground = await readGround(mind);
  const byPath = new Map(files.map((file) => [file.path, file]));
  const found = pages.flatMap((page) => [
    ...findDisagreements(page, byPath).map(({ said, ...rest }) => conflictAt(page, { ...rest, said })),
    ...findDeadReferences(page.reading, ground).map(({ code, line = 1, quote = "", message }) =>
      conflictAt(page, { kind: code as "dead-path" | "dead-command", path: page.path, line, found: message, said: quote }),
    ),
  ]);
  const isQuoted = ({ path, line }: PackConflict) => evidence.some((each) => each.path === path && each.line === line);
  return [...found.filter(isQuoted), ...found.filter((each) => !isQuoted(each))].slice(0, PACK_LIMITS.conflicts);
}

function conflictAt(page: BankPage, { said, ...rest }: Omit<PackConflict, "quote" | "update"> & { said: string }): PackConflict {
  const heading = page.reading.units.find(({ line, last }) => line <= rest.line && rest.line <= last)?.headings.at(-1);
  const quote = quoteOf(page.lines[rest.line - 1] ?? "", new Set(readQueryWords(said))) || said;
  const key = `--path ./${page.path}${heading === undefined ? "" : ` --heading ${JSON.stringify(heading)}`}`;
  return { ...rest, quote, update: `Memory says ${JSON.stringify(said)}. Propose a correction: codicil plan ${key} --op replace` };
}
