// importMemory: what other tools remember comes in as proposals. A person's word makes each of them count; none is written
// by itself, whatever the role's commit policy says, and the tool's own files are only read.

import { AppError } from "../base/index.ts";
import { flush as flushSession, plan as planEntry } from "../deltas/index.ts";
import { readOutline, sectionContent } from "../markdown/index.ts";
import type { Receipt } from "../schema/index.ts";
import { ensureHome } from "./begin.ts";
import { show } from "./explain.ts";
import { gatherTool, TOOL_IDS } from "./doctoring/otherStores.ts";
import { leftOut, mergeNotes, type Note, notesOf } from "./importing/notes.ts";
import type { Mind } from "./open.ts";
import { review } from "./review.ts";

export { TOOL_IDS };

export interface ImportedMemory {
  readonly from: string;
  readonly files: number;
  readonly receipts: readonly Receipt[];
  /** Notes whose text stands in the document, or waits there, already. */
  readonly known: number;
  /** What brings nothing, with the reason. */
  readonly left: readonly { readonly file: string; readonly why: string }[];
}

export interface ImportOptions {
  /** The tool's folder; otherwise its own place is looked at. */
  readonly folder?: string | undefined;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

export async function importMemory(mind: Mind, from: string, { folder, env = {} }: ImportOptions = {}): Promise<ImportedMemory> {
  if (!TOOL_IDS.includes(from)) throw new AppError("BAD_USAGE", `there is no tool ${JSON.stringify(from)} whose memory can be imported`, { hint: `One of ${TOOL_IDS.join(", ")}; codicil means a bundle.` });
  const { sheets, diagnoses, folders } = await gatherTool(mind, from, { folder, env });
  if (sheets.length === 0) throw new AppError("NOT_FOUND", `${from} has no memory here`, { file: folders[0], hint: "Give the folder that holds it." });
  const left = [...diagnoses.map(({ file, message }) => ({ file: file ?? "", why: message })), ...sheets.flatMap((sheet) => reasonOf(sheet))];
  const notes = mergeNotes(sheets.filter((sheet) => leftOut(sheet) === null).flatMap(notesOf));
  await ensureHome(mind);
  const isKnown = await knownNotes(mind);
  const fresh = notes.filter((note) => !isKnown(note));
  const receipts = await propose(mind, from, { notes: fresh, left });
  return { from, files: sheets.length, receipts, known: notes.length - fresh.length, left };
}

function reasonOf(sheet: Parameters<typeof leftOut>[0]): { file: string; why: string }[] {
  const why = leftOut(sheet);
  return why === null ? [] : [{ file: sheet.file, why }];
}

type Merged = ReturnType<typeof mergeNotes>[number];

/** One session for a tool: its proposals can be told from others, and rolled back together. */
async function propose(mind: Mind, from: string, { notes, left }: { readonly notes: readonly Merged[]; readonly left: { file: string; why: string }[] }): Promise<Receipt[]> {
  const session = `import_${from}`;
  const receipts: Receipt[] = [];
  for (const { document, heading, content, files } of notes) {
    try {
      receipts.push(await planEntry(mind.desk, { path: document, heading, operation: "append", content, session, origin: "file", ask: true, reason: `imported from ${files.join(", ")}` }));
    } catch (error) {
      // One note that cannot be an entry is no reason to lose the others.
      if (!(error instanceof AppError)) throw error;
      left.push({ file: files[0] ?? "", why: `${heading}: ${error.message}` });
    }
  }
  await flushSession(mind.desk, session);
  return receipts;
}

/** Importing twice proposes nothing twice: what a document says, or what waits for a word, is known. */
async function knownNotes(mind: Mind): Promise<(note: Note) => boolean> {
  const texts = new Map<string, string>();
  for (const name of ["SOUL.md", "USER.md", "MEMORY.md", "AGENTS.md"] as const) texts.set(name, await textOf(mind, name));
  const waiting = (await review(mind)).filter(({ session }) => session?.startsWith("import_"));
  return ({ document, heading, content }) => {
    const outline = readOutline(texts.get(document) ?? "");
    const stands = outline.sections.some((section) => section.heading === heading && sectionContent(outline, section).includes(content));
    return stands || waiting.some((each) => each.heading === heading && each.document.endsWith(document) && each.content === content);
  };
}

async function textOf(mind: Mind, name: string): Promise<string> {
  try {
    return await show(mind, name);
  } catch (error) {
    if (error instanceof AppError && error.code === "NOT_FOUND") return "";
    throw error;
  }
}
