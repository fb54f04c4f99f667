// Tools that only the offline responder has. Their arguments come from the person's own message and from nowhere else,
// so what they write is the person's: no language model can reach them.

import { log } from "../../mind/documents/explain.ts";
import { memoryAdd, memoryRead, memoryReplace } from "../../mind/documents/memory.ts";
import { personFrom } from "../../mind/person.ts";
import { undo } from "../../mind/documents/undo.ts";
import { readOutline } from "../../markdown/index.ts";
import { enforceOrThrow } from "../../calls/sessionPolicy.ts";
import type { Receipt } from "../../schema/index.ts";
import { lastAct } from "../conversation/undoLast.ts";
import type { Tool, ToolContext } from "../ports/tool.ts";

const SECTION = "Notes";
const SEARCHED = ["memory", "user", "daily"] as const;

const text = { type: "string" } as const;

export const rememberTool: Tool = {
  name: "remember",
  description: "Writes what the person said into memory.",
  parameters: { type: "object", properties: { text }, required: ["text"] },
  toCall: (args) => ({ tool: "remember", input: args }),
  run: async (args, { mind, sessionId, sessionType }) => {
    enforceOrThrow(sessionType, "write_memory");
    const { receipt } = await memoryAdd(mind, {
      section: SECTION,
      content: `- ${String(args["text"])
        .replace(/(?<!\s)\s*\n\s*/g, " ")
        .trim()}`,
      session: sessionId,
      origin: "user",
      person: personFrom("chat"),
      reason: "said in chat",
    });
    return {
      text: JSON.stringify({ status: receipt.status, document: receipt.document, heading: receipt.heading, why: receipt.why }),
      isError: receipt.status === "refused",
      data: { receipt },
    };
  },
};

interface Found {
  readonly file: string;
  readonly section: string;
  readonly line: string;
}

export const forgetTool: Tool = {
  name: "forget",
  description: "Takes one thing out of memory, if only one is meant.",
  parameters: { type: "object", properties: { text }, required: ["text"] },
  toCall: (args) => ({ tool: "forget", input: args }),
  run: async (args, context) => {
    enforceOrThrow(context.sessionType, "write_memory");
    const found = await linesWith(context, String(args["text"]));
    if (!isOneThing(found)) return { text: JSON.stringify({ status: found.length === 0 ? "none" : "many", lines: found }) };
    const receipts: Receipt[] = [];
    for (const { file, section, line } of found) {
      const { receipt } = await memoryReplace(context.mind, {
        file,
        section,
        oldText: line,
        newText: "",
        session: context.sessionId,
        origin: "user",
        person: personFrom("chat"),
        reason: "asked for in chat",
      });
      receipts.push(receipt);
    }
    const refused = receipts.find(({ status }) => status === "refused");
    return {
      text: JSON.stringify({ status: (refused ?? receipts[0])?.status, document: receipts[0]?.document, lines: found, why: refused?.why }),
      isError: refused !== undefined,
      data: { receipts },
    };
  },
};

/** The same words in memory and in today's log are one thing: what was remembered is in both. */
function isOneThing(found: readonly Found[]): boolean {
  const [shortest] = found.map(({ line }) => line.replace(/^[\s*+-]+/, "").trim()).sort((a, b) => a.length - b.length);
  return (
    shortest !== undefined &&
    new Set(found.map(({ file }) => file)).size === found.length &&
    found.every(({ line }) => line.includes(shortest))
  );
}

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
  description: "Undoes the last change of memory in this session.",
  parameters: { type: "object", properties: {} },
  toCall: () => ({ tool: "undo", input: {} }),
  run: async (_, { mind, sessionId, sessionType }) => {
    enforceOrThrow(sessionType, "write_memory");
    const together = lastAct(await log(mind), sessionId);
    if (together.length === 0) return { text: JSON.stringify({ status: "none" }) };
    const receipts: Receipt[] = [];
    for (const { id } of together) receipts.push(await undo(mind, id, { person: personFrom("chat") }));
    return {
      text: JSON.stringify({ status: "applied", document: [...new Set(together.map(({ doc }) => doc))].join(", ") }),
      data: { receipts },
    };
  },
};
