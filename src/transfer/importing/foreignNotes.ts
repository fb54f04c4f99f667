// Another tool's documents, read as notes: which document of ours each belongs to, under which heading, and its text.
// Pure. Nothing is decided here: a note becomes a proposal, and a person reads it before it counts.

import { type Outline, readOutline, type Section } from "../../markdown/index.ts";
import type { Sheet } from "../../doctor/documentReader.ts";

export interface Note {
  readonly document: "SOUL.md" | "USER.md" | "MEMORY.md" | "AGENTS.md";
  readonly heading: string;
  readonly content: string;
  /** The file that it is in. */
  readonly file: string;
}

/** Why a sheet brings nothing; null: it does. */
export function leftOut({ kind, file, bases }: Sheet): string | null {
  if (kind === "diary") return "daily notes are imported by `codicil session import`, with the conversation";
  if (bases.length === 0 && /\/projects\/[^/]+\/memory\/[^/]+$/.test(file)) return "it belongs to another project; import it there";
  return null;
}

export function notesOf(sheet: Sheet): Note[] {
  const outline = readOutline(sheet.text);
  const facts = frontMatterOf(sheet.text.slice(0, outline.bodyStart));
  return partsOf(outline, facts.get("name") ?? nameOf(sheet.file)).flatMap(({ heading, text }) => {
    const content = contentOf(text, sheet.file);
    return content === ""
      ? []
      : [{ document: documentFor(sheet, { heading, type: facts.get("type") }), heading, content, file: sheet.file }];
  });
}

/** Notes of one heading become one: two entries for a section would each want a word of their own. */
export function mergeNotes(notes: readonly Note[]): (Note & { readonly files: readonly string[] })[] {
  const merged = new Map<string, Note & { readonly files: readonly string[] }>();
  for (const note of notes) {
    const key = JSON.stringify([note.document, note.heading]);
    const before = merged.get(key);
    if (before === undefined) merged.set(key, { ...note, files: [note.file] });
    else if (!before.content.includes(note.content))
      merged.set(key, { ...before, content: `${before.content}\n\n${note.content}`, files: [...new Set([...before.files, note.file])] });
  }
  return [...merged.values()];
}

export interface Part {
  readonly heading: string;
  readonly text: string;
  /** Where the text begins in the document. */
  readonly start: number;
}

/** The sections that the document is divided into: below a single title, those of the next level. */
export function partsOf({ text, bodyStart, sections }: Outline, name: string): Part[] {
  const [first] = sections;
  if (first === undefined) return [{ heading: name, text: text.slice(bodyStart), start: bodyStart }];
  const opening: Part = { heading: name, text: text.slice(bodyStart, first.start), start: bodyStart };
  const top = Math.min(...sections.map(({ level }) => level));
  const isTitled = first.level === top && sections.filter(({ level }) => level === top).length === 1 && sections.length > 1;
  const rest = isTitled ? sections.slice(1) : sections;
  const level = Math.min(...rest.map((each) => each.level));
  const own: Part[] = isTitled
    ? [{ heading: first.heading, text: text.slice(first.bodyStart, Math.max(first.bodyStart, first.ownEnd)), start: first.bodyStart }]
    : [];
  return [opening, ...own, ...rest.filter((each) => each.level === level).map((each) => partOf(text, each, name))];
}

function partOf(text: string, { heading, bodyStart, end }: Section, name: string): Part {
  return { heading: heading.trim() === "" ? name : heading, text: text.slice(bodyStart, end), start: bodyStart };
}

function contentOf(text: string, file: string): string {
  const plain = text.replace(/\r\n?/g, "\n");
  // Hermes parts its entries by a line with a section sign.
  const entries = plain
    .split(/^[ \t]*§[ \t]*$/m)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
  const joined =
    entries.length > 1
      ? entries.map((entry) => (entry.startsWith("- ") ? entry : `- ${entry.replace(/\n/g, "\n  ")}`)).join("\n")
      : (entries[0] ?? "");
  return isIndex(joined, file) ? "" : joined;
}

/** An index says only which other files there are, and those are read themselves. */
function isIndex(text: string, file: string): boolean {
  return (
    /\/MEMORY\.md$/.test(file) &&
    text !== "" &&
    text.split("\n").every((line) => line.trim() === "" || /^\s*[-*] \[[^\]]+\]\([^()\s:]+\.md\)/.test(line))
  );
}

function documentFor(
  { kind, file }: Sheet,
  { heading, type }: { readonly heading: string; readonly type: string | undefined },
): Note["document"] {
  const name = file.slice(file.lastIndexOf("/") + 1);
  if (name === "USER.md" || type === "user") return "USER.md";
  if (name === "SOUL.md" || name === "IDENTITY.md") return "SOUL.md";
  // Gemini CLI keeps what it was asked to remember in a section of its instructions.
  if (kind === "memory" || /memor(?:y|ies)\b|记忆/i.test(heading)) return "MEMORY.md";
  return "AGENTS.md";
}

/** The plain `key: value` lines, also of a nested block: nobody needs more of it, and a YAML parser may refuse a stranger's. */
function frontMatterOf(head: string): ReadonlyMap<string, string> {
  const pairs = head.split("\n").flatMap((line) => {
    const match = /^(name|type):\s*["']?(\S.*)$/s.exec(line.trim().replace(/["']$/, ""));
    return match === null ? [] : [[match[1] ?? "", clean(match[2] ?? "")] as const];
  });
  return new Map(pairs.filter(([, value]) => value !== ""));
}

function nameOf(file: string): string {
  return (
    clean(
      file
        .slice(file.lastIndexOf("/") + 1)
        .replace(/\.md$/i, "")
        .replace(/[-_]+/g, " "),
    ) || "Imported"
  );
}

/** A heading is one line without control characters. */
function clean(text: string): string {
  return text
    .replace(/\p{C}+/gu, " ")
    .replace(/^#+|(?<!#)#+$/g, "")
    .trim()
    .slice(0, 200);
}
