// memory_add, memory_replace, memory_remove, memory_read, recall, plan: the mind's own verbs, as tools. What a shared
// session may not see or write is refused here as well as by the gate (X14).

import { MEMORY_FILES, memoryAdd, type MemoryAnswer, memoryRead, memoryRemove, memoryReplace } from "../../mind/documents/memory.ts";
import { recall as recallVerb } from "../../finding/recall.ts";
import { plan as planVerb } from "../../mind/documents/remember.ts";
import { noteRecalled } from "../../activity/taintWatch.ts";
import { documentNamed } from "../../mind/documents/explain.ts";
import { readForAgent } from "../../mind/documents/forAgent.ts";
import { isVisible } from "../../knowledge/index.ts";
import { enforceOrThrow, SecurityViolation } from "../../calls/sessionPolicy.ts";
import type { Operation, Receipt } from "../../schema/index.ts";
import type { Args, Tool, ToolContext, ToolOutcome } from "../ports/tool.ts";
import { citation } from "../turn/recallFor.ts";

const file = {
  type: "string",
  enum: MEMORY_FILES,
  description: "soul: who you are. user: who the person is. memory: what you learned. daily: today.",
} as const;
const section = { type: "string", description: "the heading, without #" } as const;

const text = (args: Args, name: string) => String(args[name] ?? "");
const fileOf = (args: Args) => text(args, "file") || "memory";
const readName = (args: Args) => text(args, "path") || undefined;

/** The gate sees the role, not a path: the writer is the only one who knows where it is. */
const asCall = (name: string) => (args: Args) => ({
  tool: name,
  input: { role: fileOf(args), section: text(args, "section"), content: text(args, "content") || text(args, "new_text") },
});

const caller = ({ sessionId, sessionType }: ToolContext, args: Args) => {
  if (fileOf(args) !== "soul") enforceOrThrow(sessionType, `write_${fileOf(args)}`);
  return { session: sessionId, origin: "agent" as const, own: sessionType === "main" };
};

export const memoryTools: readonly Tool[] = [
  {
    name: "memory_add",
    description: "Adds to a section of memory, making it if it is missing. For what should be known in later sessions.",
    parameters: { type: "object", properties: { file, section, content: { type: "string" } }, required: ["section", "content"] },
    toCall: asCall("memory_add"),
    run: async (args, context) =>
      told(
        await memoryAdd(context.mind, {
          file: fileOf(args),
          section: text(args, "section"),
          content: text(args, "content"),
          ...caller(context, args),
        }),
      ),
  },
  {
    name: "memory_replace",
    description: "Replaces one exact text inside a section of memory.",
    parameters: {
      type: "object",
      properties: { file, section, old_text: { type: "string" }, new_text: { type: "string" } },
      required: ["file", "section", "old_text", "new_text"],
    },
    toCall: asCall("memory_replace"),
    run: async (args, context) =>
      told(
        await memoryReplace(context.mind, {
          file: fileOf(args),
          section: text(args, "section"),
          oldText: text(args, "old_text"),
          newText: text(args, "new_text"),
          ...caller(context, args),
        }),
      ),
  },
  {
    name: "memory_remove",
    description: "Removes a whole section of memory. It can be undone.",
    parameters: { type: "object", properties: { file, section }, required: ["file", "section"] },
    toCall: asCall("memory_remove"),
    run: async (args, context) =>
      told(await memoryRemove(context.mind, { file: fileOf(args), section: text(args, "section"), ...caller(context, args) })),
  },
  {
    name: "memory_read",
    description: "Reads a document of memory as it is now, with pending changes included.",
    parameters: {
      type: "object",
      properties: { file, path: { type: "string", description: "or any other document, by its path; a folder with / at its end" } },
    },
    toCall: (args, { mind }) => ({ tool: "load", document: readName(args) ?? documentNamed(mind, fileOf(args)).key }),
    run: async (args, { mind, sessionId, sessionType }) => {
      const path = readName(args);
      if (path !== undefined) return { text: (await readForAgent(mind, path, { sessionType, session: sessionId })).text };
      if (fileOf(args) !== "soul") enforceOrThrow(sessionType, `read_${fileOf(args) === "daily" ? "memory" : fileOf(args)}`);
      const { document, text: content, waiting } = await memoryRead(mind, fileOf(args), sessionId, { own: sessionType === "main" });
      return {
        text: `${document}${waiting === 0 ? "" : ` (${waiting} pending entries included)`}:\n${content === "" ? "[empty]" : content}`,
      };
    },
  },
];

export const recall: Tool = {
  name: "recall",
  description: "Searches memory, daily logs and earlier sessions. Cite what you use by document and lines.",
  parameters: {
    type: "object",
    properties: { query: { type: "string" }, count: { type: "integer", description: "at most 20; 5 by default" } },
    required: ["query"],
  },
  toCall: (args) => ({ tool: "recall", input: { query: text(args, "query") } }),
  run: async (args, { mind, sessionType, sessionId }) => {
    const limit = Math.min(20, Math.max(1, Number(args["count"] ?? 5)));
    const { hits, notices } = await recallVerb(mind, text(args, "query"), { scope: sessionType, limit, without: sessionId });
    noteRecalled(mind, sessionId, hits);
    const lines = hits.map((hit) => `- ${citation(hit)}: ${hit.text.replace(/\s+/g, " ").trim()}`);
    return {
      text: [lines.length === 0 ? "Nothing found." : lines.join("\n"), ...notices.map((notice) => `[${notice}]`)].join("\n"),
      data: { hits },
    };
  },
};

const OPERATIONS: readonly Operation[] = ["update", "append", "replace", "clear", "delete", "no-op"];

export const plan: Tool = {
  name: "plan",
  description:
    "Declares a change to one section of a document (last_word.plan). Nothing changes until the session ends; for some " +
    "documents the person must approve it. Documents: USER.md, SOUL.md, AGENTS.md, MEMORY.md, ~/.config/agents/me/USER.md " +
    "for what nobody else of the mind may see, or ./path of the project.",
  parameters: {
    type: "object",
    properties: {
      path: { type: "string" },
      heading: { type: "string" },
      operation: { type: "string", enum: OPERATIONS },
      content: { type: "string" },
      old: { type: "string", description: "for replace" },
      level: { type: "integer" },
    },
    required: ["path", "heading", "operation"],
  },
  toCall: (args) => ({
    tool: "plan",
    input: { key: text(args, "path"), heading: text(args, "heading"), operation: text(args, "operation"), content: text(args, "content") },
  }),
  run: async (args, { mind, sessionId, sessionType }) => {
    if (sessionType === "shared" && !isVisible(documentNamed(mind, text(args, "path")), "shared"))
      throw new SecurityViolation(sessionType, "plan changes to private documents");
    const receipt = await planVerb(mind, {
      path: text(args, "path"),
      heading: text(args, "heading"),
      operation: text(args, "operation") as Operation,
      content: args["content"] === undefined ? null : text(args, "content"),
      ...(args["old"] === undefined ? {} : { old: text(args, "old") }),
      ...(args["level"] === undefined ? {} : { level: Number(args["level"]) as never }),
      session: sessionId,
      origin: "agent",
      narrow: sessionType === "main",
    });
    return { text: wordsOf(receipt), isError: receipt.status === "refused", data: { receipt } };
  },
};

function told({ receipt, summary }: MemoryAnswer): ToolOutcome {
  return { text: `${wordsOf(receipt)} ${summary}`, isError: receipt.status === "refused", data: { receipt } };
}

function wordsOf({ status, document, heading, why, overflow }: Receipt): string {
  const meaning: Readonly<Record<Receipt["status"], string>> = {
    applied: "Written.",
    unchanged: "Nothing to change: it says so already.",
    pending: "Noted; it is written when the session ends.",
    proposed: "Proposed; the person must approve it.",
    staged: "It needs the person to resolve it.",
    refused: "Refused.",
  };
  const moved = overflow === undefined ? "" : ` (${overflow.chars} characters did not fit and moved to ${overflow.moved_to})`;
  return `${meaning[status]} ${document} § ${heading}${why === undefined ? "" : `: ${why}`}${moved}.`;
}
