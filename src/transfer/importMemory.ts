// importMemory: what other tools remember comes in as proposals. A person's decision makes each of them count; none is written
// by itself, whatever the role's commit policy says, and the tool's own files are only read. A mind of AgentKit's has the same
// documents as ours: where a person asks for it, they are copied whole, never over something.

import { resolve } from "node:path";
import { AppError, nameWithin } from "../base/index.ts";
import { flush as flushSession, plan as planEntry } from "../deltas/index.ts";
import { readOutline, sectionContent } from "../markdown/index.ts";
import type { Receipt } from "../schema/index.ts";
import { diskFacts, readSmallText, walkFiles } from "../store/index.ts";
import { ensureHome } from "../mind/documents/begin.ts";
import { show } from "../mind/documents/explain.ts";
import { AGENTKIT, copyAgentKit, type CopiedFile, findAgentKit, type FoundFolder } from "./importing/agentKit.ts";
import { gatherTool, TOOL_IDS } from "../doctor/index.ts";
import { EXPORTS } from "./exports.ts";
import { leftOut, mergeNotes, type Note, notesOf } from "./importing/foreignNotes.ts";
import type { Mind } from "../mind/open.ts";
import { isPerson, type Person } from "../mind/person.ts";
import { review } from "../mind/documents/review.ts";

export { findAgentKit, type FoundFolder };

/** Whose memory can be imported: tools with a place of their own, and programs that export theirs. */
export const IMPORTED_FROM: readonly string[] = [...TOOL_IDS, ...Object.keys(EXPORTS)];

/** Years of conversations in one file. */
const LONGEST_EXPORT = 512 * 1024 * 1024;
const MOST_FILES = 5000;

/** What was taken in. */
export interface ImportedMemory {
  readonly from: string;
  readonly files: number;
  /** Documents that were copied whole. */
  readonly copied: readonly CopiedFile[];
  readonly receipts: readonly Receipt[];
  /** Notes whose text is in the document, or waits there, already. */
  readonly known: number;
  /** What brings nothing, with the reason. */
  readonly left: readonly { readonly file: string; readonly why: string }[];
}

export interface ImportOptions {
  /** The tool's folder; otherwise its own place is looked at. */
  readonly folder?: string | undefined;
  /** Who asks; without one nothing is copied, everything is proposed. */
  readonly person?: Person | undefined;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** Takes another tool's memory in, as proposals. */
export async function importMemory(mind: Mind, from: string, { folder, person, env = {} }: ImportOptions = {}): Promise<ImportedMemory> {
  if (!IMPORTED_FROM.includes(from)) {
    const meant = nameWithin(from, IMPORTED_FROM);
    const isFile = /[./]/.test(from);
    const both = `codicil import ${meant ?? "chatgpt"} ${from}, codicil session import claude ${from}`;
    const guess = meant === undefined ? "" : `Did you mean codicil import ${meant}? `;
    const first = isFile ? `A tool's name comes before its file: ${both}. ` : guess;
    throw new AppError("BAD_USAGE", `there is no tool ${JSON.stringify(from)} whose memory can be imported`, {
      hint: `${first}One of ${IMPORTED_FROM.join(", ")}; codicil means a bundle.`,
    });
  }
  const { files, copied, left, notes } =
    EXPORTS[from] === undefined ? await ofTool(mind, from, { folder, person, env }) : await ofExport(mind, from, folder);
  await ensureHome(mind);
  const isKnown = await knownNotes(mind);
  const fresh = notes.filter((note) => !isKnown(note));
  const receipts = await propose(mind, from, { notes: fresh, left });
  return { from, files, copied, receipts, known: notes.length - fresh.length, left };
}

interface Gathered {
  readonly files: number;
  readonly copied: readonly CopiedFile[];
  readonly left: { file: string; why: string }[];
  readonly notes: readonly Merged[];
}

async function ofTool(
  mind: Mind,
  from: string,
  { folder, person, env }: Pick<ImportOptions, "folder" | "person"> & { readonly env: NonNullable<ImportOptions["env"]> },
): Promise<Gathered> {
  const { sheets, diagnoses, folders } = await gatherTool(mind, from, { folder, env });
  if (sheets.length === 0)
    throw new AppError("NOT_FOUND", `${from} has no memory here`, { file: folders[0], hint: "Give the folder that contains it." });
  await ensureHome(mind);
  const copy =
    from === AGENTKIT && isPerson(person) ? await copyAgentKit(mind, folders[0] ?? "", sheets) : { copied: [], rest: sheets, left: [] };
  const left = [
    ...copy.left,
    ...diagnoses.map(({ file, message }) => ({ file: file ?? "", why: message })),
    ...copy.rest.flatMap((sheet) => reasonOf(sheet)),
  ];
  return {
    files: sheets.length,
    copied: copy.copied,
    left,
    notes: mergeNotes(copy.rest.filter((sheet) => leftOut(sheet) === null).flatMap(notesOf)),
  };
}

/** A file that the program wrote, or a folder of them. */
async function ofExport(mind: Mind, from: string, given: string | undefined): Promise<Gathered> {
  const format = EXPORTS[from] as (typeof EXPORTS)[string];
  if (given === undefined)
    throw new AppError("BAD_USAGE", `${from} has no place of its own`, {
      hint: `codicil import ${from} FILE, with the file or folder that it exported.`,
    });
  const path = resolve(mind.where.cwd, given);
  const names =
    diskFacts.lstat(path) === "dir"
      ? walkFiles(path)
          .map((name) => `${path}/${name}`)
          .filter((file) => format.files.test(file))
          .sort()
          .slice(0, MOST_FILES)
      : [path];
  const read = names.flatMap((file) => {
    const text = readSmallText(file, LONGEST_EXPORT);
    return text === null ? [] : [{ path: file, text }];
  });
  if (read.length === 0)
    throw new AppError("NOT_FOUND", `there is no export of ${from}`, {
      file: path,
      hint: "Give the file or folder that the program wrote.",
    });
  const now = mind.deps.clock.now();
  const left: { file: string; why: string }[] = [];
  const notes: Note[] = [];
  for (const file of read) {
    const found = await format.notes(file, now);
    if ("why" in found || found.length === 0) left.push({ file: file.path, why: "why" in found ? found.why : "nothing in it is a memory" });
    else notes.push(...found);
  }
  return { files: read.length, copied: [], left, notes: mergeNotes(notes) };
}

function reasonOf(sheet: Parameters<typeof leftOut>[0]): { file: string; why: string }[] {
  const why = leftOut(sheet);
  return why === null ? [] : [{ file: sheet.file, why }];
}

type Merged = ReturnType<typeof mergeNotes>[number];

/** One session for a tool: its proposals can be told from others, and rolled back together. */
async function propose(
  mind: Mind,
  from: string,
  { notes, left }: { readonly notes: readonly Merged[]; readonly left: { file: string; why: string }[] },
): Promise<Receipt[]> {
  const session = `import_${from}`;
  const receipts: Receipt[] = [];
  for (const { document, heading, content, files } of notes) {
    try {
      receipts.push(
        await planEntry(mind.deps, {
          path: document,
          heading,
          operation: "append",
          content,
          session,
          origin: "file",
          ask: true,
          reason: `imported from ${files.join(", ")}`,
        }),
      );
    } catch (error) {
      // One note that cannot be an entry is no reason to lose the others.
      if (!(error instanceof AppError)) throw error;
      left.push({ file: files[0] ?? "", why: `${heading}: ${error.message}` });
    }
  }
  await flushSession(mind.deps, session);
  return receipts;
}

/** Importing twice proposes nothing twice: what a document says, or what is already proposed, is known. */
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
