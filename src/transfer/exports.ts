// What other memory programs write when they are asked for their memory: one JSON file, or a folder of Markdown. Read as notes,
// like any other tool's files; the originals are only read. Pure but for the reading, which comes in.

import { AppError } from "../base/index.ts";
import { readOutline } from "../markdown/index.ts";
import { readConcept } from "./okf/import.ts";
import type { Note } from "./importing/foreignNotes.ts";

type Json = Readonly<Record<string, unknown>>;

export interface ExportFile {
  readonly path: string;
  readonly text: string;
}

interface Format {
  /** Which files of a folder are it. */
  readonly files: RegExp;
  /** Without a note: why it brings nothing, where there is more to say than that. */
  notes(file: ExportFile, now: Date): Note[] | Promise<readonly Note[] | { readonly why: string }>;
}

const list = (value: unknown): Json[] =>
  Array.isArray(value) ? value.filter((each): each is Json => typeof each === "object" && each !== null) : [];
const textIn = (value: unknown): string => (typeof value === "string" ? value.trim() : "");

export const EXPORTS: Readonly<Record<string, Format>> = {
  "basic-memory": { files: /\.md$/, notes: basicMemory },
  chatgpt: { files: /(?:^|\/)conversations[\w-]*\.json$/, notes: (file) => gathered(file, chatGpt(readJson(file))) },
  "claude-mem": { files: /\.json$/, notes: (file) => gathered(file, claudeMem(readJson(file))) },
  letta: { files: /\.(?:af|json)$/, notes: (file) => gathered(file, letta(readJson(file))) },
  okf: { files: /(?<!(?:^|\/)(?:index|log))\.md$/, notes: okf },
  mem0: { files: /\.json$/, notes: (file) => gathered(file, mem0(readJson(file))) },
};

interface Fact {
  readonly document: Note["document"];
  readonly heading: string;
  readonly text: string;
}

function readJson({ path, text }: ExportFile): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new AppError("BAD_JSON", "the export is not JSON", {
      file: path,
      cause,
      hint: "Give the file that the program wrote, as it is.",
    });
  }
}

/** Facts of one heading are one note: one list, each fact once. */
function gathered({ path }: ExportFile, facts: readonly Fact[]): Note[] {
  const byHeading = Map.groupBy(
    facts.filter(({ text }) => text !== ""),
    ({ document, heading }) => JSON.stringify([document, heading]),
  );
  return [...byHeading.values()].flatMap((all): Note[] => {
    const [first] = all;
    if (first === undefined) return [];
    const lines = [...new Set(all.map(({ text }) => text))];
    return [
      {
        document: first.document,
        heading: first.heading,
        content: lines.length === 1 ? (lines[0] ?? "") : lines.map((line) => `- ${line.replace(/\s+/g, " ")}`).join("\n"),
        file: path,
      },
    ];
  });
}

/** `get_all()` of its API and its export: a list, or one below `results` or `memories`. */
function mem0(value: unknown): Fact[] {
  const { results, memories } = (value ?? {}) as Json;
  return list(Array.isArray(value) ? value : (results ?? memories)).map((each) => {
    const [category] = Array.isArray(each["categories"]) ? each["categories"] : [];
    return { document: "MEMORY.md", heading: textIn(category) || "mem0", text: textIn(each["memory"] ?? each["text"]) };
  });
}

/** Agent files: blocks of core memory, in the agent itself or beside all agents. */
function letta(value: unknown): Fact[] {
  const { blocks, core_memory: core, agents } = (value ?? {}) as Json;
  const inAgents = list(agents).flatMap((agent) => list(agent["core_memory"]));
  return [...list(blocks), ...list(core), ...inAgents].map((block) => {
    const label = textIn(block["label"]) || "Letta";
    const document = label === "persona" ? "SOUL.md" : label === "human" ? "USER.md" : "MEMORY.md";
    return { document, heading: label === "persona" ? "Persona" : label === "human" ? "Human" : label, text: textIn(block["value"]) };
  });
}

/** Its saved memories are messages to the tool `bio`; the custom instructions are a message of their own kind. */
function chatGpt(value: unknown): Fact[] {
  const messages = list(value)
    .flatMap(({ mapping }) => Object.values((mapping ?? {}) as Json))
    .flatMap((node) => list([(node as Json | null)?.["message"]]));
  return messages.flatMap((message): Fact[] => {
    const content = (message["content"] ?? {}) as Json;
    if (content["content_type"] === "user_editable_context")
      return [
        { document: "USER.md", heading: "About me (ChatGPT)", text: textIn(content["user_profile"]) },
        { document: "USER.md", heading: "How to answer (ChatGPT)", text: textIn(content["user_instructions"]) },
      ];
    if (message["recipient"] !== "bio") return [];
    const parts = Array.isArray(content["parts"]) ? content["parts"] : [content["text"]];
    return parts.map((part) => ({ document: "MEMORY.md", heading: "Saved by ChatGPT", text: textIn(part) }));
  });
}

/** Its own export: observations and summaries. */
function claudeMem(value: unknown): Fact[] {
  const { observations, summaries } = (value ?? {}) as Json;
  const seen = list(observations).map((each): Fact => ({
    document: "MEMORY.md",
    heading: `claude-mem: ${textIn(each["type"]) || "observations"}`,
    text: [textIn(each["title"]), textIn(each["narrative"] ?? each["text"])].filter((part) => part !== "").join(": "),
  }));
  const told = list(summaries).map((each): Fact => ({
    document: "MEMORY.md",
    heading: "claude-mem: learned",
    text: textIn(each["learned"]),
  }));
  return [...seen, ...told];
}

/** Notes with front matter; observations and relations are lists in them, and stay as they are. */
function basicMemory({ path, text }: ExportFile): Note[] {
  const outline = readOutline(text);
  const title =
    /^title:[ \t]*["']?(.+?)["']?[ \t]*$/m.exec(text.slice(0, outline.bodyStart))?.[1] ??
    path.slice(path.lastIndexOf("/") + 1, -".md".length);
  const [first] = outline.sections;
  const body = text
    .slice(first !== undefined && first.heading === title ? first.bodyStart : outline.bodyStart)
    .replace(/^#{1,6} /gm, "**")
    .replace(/^(\*\*[^\n*]+)$/gm, "$1**")
    .trim();
  return body === "" ? [] : [{ document: "MEMORY.md", heading: title, content: body, file: path }];
}

/** A bundle of the Open Knowledge Format. */
async function okf(file: ExportFile, now: Date): Promise<readonly Note[] | { readonly why: string }> {
  const read = await readConcept(file, now);
  return read.kind === "note" ? [read.note] : read;
}
