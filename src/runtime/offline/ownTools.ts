// Tools that only the offline responder has. Their arguments come from the person's own message and from nowhere else,
// so what they write is the person's: no language model can reach them.

import { log } from "../../mind/explain.ts";
import { memoryAdd, memoryRead, memoryReplace } from "../../mind/memory.ts";
import { undo } from "../../mind/undo.ts";
import { readOutline } from "../../markdown/index.ts";
import { enforce } from "../../policy/index.ts";
import type { Tool, ToolContext } from "../ports/tool.ts";

const SECTION = "Notes";
const SEARCHED = ["memory", "user"] as const;

const text = { type: "string" } as const;

export const rememberTool: Tool = {
  name: "remember",
  description: "Writes the person's own words into memory.",
  parameters: { type: "object", properties: { text }, required: ["text"] },
  toCall: (args) => ({ tool: "remember", input: args }),
  run: async (args, { mind, sessionId, sessionType }) => {
    enforce(sessionType, "write_memory");
    const { receipt } = await memoryAdd(mind, { section: SECTION, content: `- ${String(args["text"]).replace(/\s*\n\s*/g, " ").trim()}`, session: sessionId, origin: "user", reason: "said in chat" });
    return { text: JSON.stringify({ status: receipt.status, document: receipt.document, heading: receipt.heading, why: receipt.why }), isError: receipt.status === "refused", data: { receipt } };
  },
};

interface Found {
  readonly file: string;
  readonly section: string;
  readonly line: string;
}

export const forgetTool: Tool = {
  name: "forget",
  description: "Takes one line of memory out, if exactly one says it.",
  parameters: { type: "object", properties: { text }, required: ["text"] },
  toCall: (args) => ({ tool: "forget", input: args }),
  run: async (args, context) => {
    enforce(context.sessionType, "write_memory");
    const found = await linesWith(context, String(args["text"]));
    const [only] = found;
    if (only === undefined || found.length > 1) return { text: JSON.stringify({ status: found.length === 0 ? "none" : "many", lines: found }) };
    const { receipt } = await memoryReplace(context.mind, { file: only.file, section: only.section, oldText: only.line, newText: "", session: context.sessionId, origin: "user", reason: "asked for in chat" });
    return { text: JSON.stringify({ status: receipt.status, document: receipt.document, lines: [only], why: receipt.why }), isError: receipt.status === "refused", data: { receipt } };
  },
};

async function linesWith({ mind, sessionId }: ToolContext, wanted: string): Promise<Found[]> {
  const needle = wanted.toLowerCase();
  const found: Found[] = [];
  for (const file of SEARCHED) {
    const { text: content } = await memoryRead(mind, file, sessionId);
    for (const section of readOutline(content).sections) {
      const lines = content.slice(section.bodyStart, section.ownEnd).split("\n");
      found.push(...lines.filter((line) => line.toLowerCase().includes(needle)).map((line) => ({ file, section: section.heading, line })));
    }
  }
  return found;
}

export const undoTool: Tool = {
  name: "undo",
  description: "Takes back the last change of memory in this session.",
  parameters: { type: "object", properties: {} },
  toCall: () => ({ tool: "undo", input: {} }),
  run: async (_, { mind, sessionId, sessionType }) => {
    enforce(sessionType, "write_memory");
    const changes = await log(mind);
    const takenBack = new Set(changes.flatMap(({ undoes }) => (undoes === undefined ? [] : [undoes])));
    const last = changes.find((change) => change.kind === "entry" && change.session === sessionId && !takenBack.has(change.id));
    if (last === undefined) return { text: JSON.stringify({ status: "none" }) };
    const receipt = await undo(mind, last.id);
    return { text: JSON.stringify({ status: receipt.status, document: last.doc, heading: last.heading }), data: { receipt } };
  },
};
