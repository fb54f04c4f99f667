// The memory tool: what an agent may do to memory while it talks (AK-05, AK-10…16, AK-40…44).

import { AppError, countChars, given, localDay } from "../../base/index.ts";
import { holderOf, overlay, writeNow } from "../../deltas/index.ts";
import { budgetOf, type DocumentRef, documentOfRole, ownTwin } from "../../knowledge/index.ts";
import { readOutline } from "../../markdown/index.ts";
import type { Origin, Receipt } from "../../schema/index.ts";
import { checkArguments } from "../checkArguments.ts";
import type { Mind } from "../open.ts";
import { needPerson, type Person } from "../person.ts";

export const MEMORY_FILES = ["soul", "user", "memory", "daily"] as const;
export type MemoryFileName = (typeof MEMORY_FILES)[number];

/** What the memory tool answers: the receipt, and how full the document is. */
export interface MemoryAnswer {
  readonly receipt: Receipt;
  /** What the document holds now (disk and pending entries), in a line or two (AK-44). */
  readonly summary: string;
}

interface Caller {
  readonly session?: string | undefined;
  readonly origin?: Origin | undefined;
  /** Needed for the origin `user`: whoever speaks as the person is one. */
  readonly person?: Person | undefined;
  readonly reason?: string | undefined;
  /** False: what is the person's own does not exist for the caller (a shared session). */
  readonly own?: boolean | undefined;
}

/** AK-12: adds to the section, creating it if it is missing; not what it has already. `file` is memory unless said otherwise. */
export async function memoryAdd(
  mind: Mind,
  request: { file?: string | undefined; section: string; content: string } & Caller,
): Promise<MemoryAnswer> {
  return change(mind, request.file ?? "memory", { ...request, operation: "append" });
}

/** AK-13: the old text must be in the section exactly once; otherwise nothing is written (AK-41). */
export async function memoryReplace(
  mind: Mind,
  request: { file: string; section: string; oldText: string; newText: string } & Caller,
): Promise<MemoryAnswer> {
  checkArguments("memoryReplace", { mind: [mind, "mind"], "request.oldText": [request?.oldText, "text"] });
  const { text, places } = await sectionsNamed(mind, request);
  const count = places.reduce(
    (sum, section) =>
      sum +
      text.slice(section.bodyStart, section.ownEnd).replaceAll("\r\n", "\n").split(request.oldText.replaceAll("\r\n", "\n")).length -
      1,
    0,
  );
  if (request.oldText === "" || count !== 1) {
    throw new AppError("TEXT_NOT_FOUND", `the old text occurs ${count} times in ${JSON.stringify(request.section)}, not once`, {
      hint: "Read the section and give a text that occurs exactly once.",
    });
  }
  return change(mind, request.file, { ...request, operation: "replace", old: request.oldText, content: request.newText });
}

/** AK-14. */
export async function memoryRemove(mind: Mind, request: { file: string; section: string } & Caller): Promise<MemoryAnswer> {
  await sectionsNamed(mind, request);
  return change(mind, request.file, { ...request, operation: "delete", content: null });
}

/** AK-15: the document as it is, with its pending entries already in place (X5). What is the person's own only where it is asked for. */
export async function memoryRead(
  mind: Mind,
  file: string,
  session?: string,
  options: { readonly own?: boolean } = {},
): Promise<{ document: string; text: string; waiting: number }> {
  const document = documentOf(mind, file);
  const { text, waiting } = await overlay(mind.deps, document, session);
  if (options.own !== true) return { document: document.key, text, waiting };
  const own = ownTwin(mind.environment, document);
  const mine = await overlay(mind.deps, own, session);
  if (mine.text.trim() === "") return { document: document.key, text, waiting };
  return {
    document: document.key,
    text: `${text.trimEnd()}\n\n[${own.key}, for this person alone]\n\n${mine.text}`,
    waiting: waiting + mine.waiting,
  };
}

async function sectionsNamed(mind: Mind, request: { file: string; section: string } & Caller) {
  const document = await documentWith(mind, request);
  const { text } = await overlay(mind.deps, document, request.session);
  const places = readOutline(text).sections.filter((section) => section.heading === request.section);
  if (places.length > 0) return { text, places };
  throw new AppError("HEADING_NOT_FOUND", `${document.key} has no section ${JSON.stringify(request.section)}`, {
    hint: `Its sections: ${headings(text)}`,
  });
}

/** The document of a role in which a section is: the person's own where only that one has it. */
async function documentWith(mind: Mind, request: { file: string; section: string } & Caller): Promise<DocumentRef> {
  const document = documentOf(mind, request.file);
  return request.own === false ? document : holderOf(mind.deps, document, { heading: request.section }, request.session);
}

async function change(
  mind: Mind,
  file: string,
  request: { section: string; operation: "append" | "replace" | "delete"; content: string | null; old?: string } & Caller,
): Promise<MemoryAnswer> {
  const document = documentOf(mind, file);
  const { session, origin, reason } = request;
  if (origin === "user") needPerson(request.person, "the origin user");
  const asked = {
    path: document.root === "home" ? `~/.config/agents/${document.path}` : document.key,
    heading: request.section,
    operation: request.operation,
    content: request.content,
    session: session ?? mind.session,
    ...given({ old: request.old, origin, reason, narrow: request.own }),
  };
  const receipt = await writeNow(mind.deps, asked, { once: true });
  return { receipt, summary: await summarise(mind, document, session ?? mind.session) };
}

async function summarise(mind: Mind, document: DocumentRef, session: string): Promise<string> {
  const { text, waiting } = await overlay(mind.deps, document, session);
  const budget = budgetOf(document.role, mind.config);
  const size = budget === null ? `${countChars(text)} characters` : `${countChars(text)} of ${budget} characters`;
  return `${document.key}: ${size}${waiting === 0 ? "" : `, ${waiting} waiting`}; sections: ${headings(text)}`;
}

function headings(text: string): string {
  return (
    readOutline(text)
      .sections.map((section) => section.heading)
      .join(", ") || "none"
  );
}

export function documentOf(mind: Mind, file: string): DocumentRef {
  if (!(MEMORY_FILES as readonly string[]).includes(file)) {
    throw new AppError("BAD_INPUT", `${JSON.stringify(file)} is not one of ${MEMORY_FILES.join(", ")}`, {
      hint: "file is soul, user, memory or daily.",
    });
  }
  return documentOfRole(mind.environment, file as MemoryFileName, localDay(mind.deps.clock));
}
