// A page: one file that the reader opened, as far as a model may see it. Bank documents come through the same door as
// every prompt (held lines blank, secrets marked); files of the project are foreign text and are judged as such.

import { AppError, orNull } from "../base/index.ts";
import { judgeLoaded } from "../content/index.ts";
import { BANK, documentAt, mayRead } from "../knowledge/index.ts";
import { PACK_LIMITS } from "../schema/index.ts";
import { readSheet, type SheetReading } from "../doctor/documentReader.ts";
import { loadOne } from "../mind/documents/load.ts";
import type { Mind } from "../mind/open.ts";
import { seenText } from "../finding/recall.ts";

export interface Page {
  /** Relative to the project. */
  readonly path: string;
  readonly mtime: string;
  readonly lines: readonly string[];
  /** Only the beginning was read. */
  readonly cut: boolean;
  /** Lines that need your approval. */
  readonly held: number;
}

export interface BankPage extends Page {
  readonly reading: SheetReading;
}

/** null: there is none. Throws NOT_UTF8, NOT_A_FILE and what else the store says. */
export async function readBankPage(mind: Mind, path: string): Promise<BankPage | null> {
  const project = mind.where.project ?? "";
  const loaded = await loadOne(mind, documentAt(mind.environment, "project", path));
  if (loaded === null) return null;
  const seen = seenText(loaded.text, { held: loaded.held, known: await mind.deps.known() });
  const { text, cut } = firstPart(seen);
  const folder = path.slice(0, path.lastIndexOf("/"));
  const sheet = { file: path, store: BANK, kind: "memory", text: rowsAsLines(text), bases: [project, `${project}/${folder}`] } as const;
  const [mtime, lines] = [loaded.modified.toISOString(), text.split(/\r\n|\n|\r/)];
  return { path, mtime, lines, cut, held: loaded.held.length, reading: readSheet(sheet) };
}

/** A file that the bank points to; null where it is not there, not text, or not for the reader. */
export async function readProjectPage(mind: Mind, path: string): Promise<Page | null> {
  if (!mayRead(path)) return null;
  const stored = await readQuietly(mind, path);
  if (stored === null) return null;
  const { text, cut } = firstPart(new TextDecoder().decode(stored.bytes.subarray(0, PACK_LIMITS.fileBytes + 1)));
  // What the file says about itself may address the model; such lines are not quoted. Being foreign is no reason here.
  const held = judgeLoaded(text, { origin: "agent" }).lines;
  const seen = seenText(text, { held, known: await mind.deps.known() });
  return { path, mtime: stored.modified.toISOString(), lines: seen.split(/\r\n|\n|\r/), cut, held: held.length };
}

async function readQuietly(mind: Mind, path: string) {
  // A folder, a link that leaves, a giant: nothing that could be quoted.
  return orNull(mind.deps.storeFor(mind.where.project).read({ root: "project", path }));
}

/** At most 50 KB, ending at a line's end. */
function firstPart(text: string): { text: string; cut: boolean } {
  const bytes = Buffer.byteLength(text);
  if (bytes <= PACK_LIMITS.fileBytes) return { text, cut: false };
  const part = Buffer.from(text).subarray(0, PACK_LIMITS.fileBytes).toString("utf8");
  const end = part.lastIndexOf("\n");
  return { text: end === -1 ? part.replace(/(?<!\ufffd)\ufffd+$/, "") : part.slice(0, end + 1), cut: true };
}

/** Banks keep decisions in tables, which the checks pass over; a row is read like a line. */
function rowsAsLines(text: string): string {
  return text.replace(/^[ \t]*\|(.*)$/gm, (_, row: string) => (/^[\s|:-]*$/.test(row) ? "" : row.replaceAll("|", " ").trim()));
}

/** The pages that one reading opened, each once, and never more than the limit. */
export function openShelf(mind: Mind) {
  const bank = new Map<string, BankPage | null>();
  const project = new Map<string, Page | null>();
  const problems: string[] = [];
  const pages = (): Page[] => [...bank.values(), ...project.values()].filter((page) => page !== null);
  const once = async <P extends Page>(held: Map<string, P | null>, path: string, read: () => Promise<P | null>): Promise<P | null> => {
    if (!held.has(path) && pages().length < PACK_LIMITS.files) held.set(path, await read());
    return held.get(path) ?? null;
  };
  return {
    problems,
    pages,
    bankPages: () => [...bank.values()].filter((page) => page !== null),
    projectPages: () => [...project.values()].filter((page) => page !== null),
    bank: (path: string) =>
      once(bank, path, async () => {
        try {
          return await readBankPage(mind, path);
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          problems.push(`${path} could not be read: ${error.message}.`);
          return null;
        }
      }),
    project: (path: string) => once(project, path, () => readProjectPage(mind, path)),
  };
}
