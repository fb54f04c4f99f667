// Tools that only the offline responder has. Their arguments come from the person's own message and from nowhere else,
// so what they write is the person's: no language model can reach them.

import { log } from "../../mind/documents/explain.ts";
import { documentOf, memoryAdd } from "../../mind/documents/memory.ts";
import { personFrom } from "../../mind/person.ts";
import { undo } from "../../mind/documents/undo.ts";
import { archiveFor, overlay, type PlanRequest, writeNow } from "../../deltas/index.ts";
import type { DocumentRef } from "../../knowledge/index.ts";
import { readOutline } from "../../markdown/index.ts";
import { enforceOrThrow } from "../../calls/sessionPolicy.ts";
import type { Receipt } from "../../schema/index.ts";
import { factOf } from "../memory/keep.ts";
import { lastAct } from "../conversation/undoLast.ts";
import type { Tool, ToolContext } from "../ports/tool.ts";

const SECTION = "Notes";
const DIGEST = /^(?:\d{4}-\d{2}-\d{2} )?\d{2}:\d{2} /;
/** A digest cuts what it quotes. */
const QUOTED = 30;
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
      text: JSON.stringify({
        status: receipt.status,
        document: (receipt.after === null && receipt.overflow?.moved_to) || receipt.document,
        heading: receipt.heading,
        why: receipt.why,
      }),
      isError: receipt.status === "refused",
      data: { receipt },
    };
  },
};

interface Found {
  readonly file: string;
  readonly document: DocumentRef;
  readonly section: string;
  readonly line: string;
  /** It is quoted there. */
  readonly isDigest: boolean;
}

export const forgetTool: Tool = {
  name: "forget",
  description: "Takes one thing out of memory, if only one is meant.",
  parameters: { type: "object", properties: { text }, required: ["text"] },
  toCall: (args) => ({ tool: "forget", input: args }),
  run: async (args, context) => {
    enforceOrThrow(context.sessionType, "write_memory");
    const all = await linesWith(context, String(args["text"]));
    const facts = all.filter(({ isDigest }) => !isDigest);
    const found = facts.length === 0 ? all : facts;
    const shown = found.map(({ file, section, line }) => ({ file, section, line }));
    if (!isOneThing(found)) return { text: JSON.stringify({ status: found.length === 0 ? "none" : "many", lines: shown }) };
    const receipts: Receipt[] = [];
    const change = async ({ document, section }: Found, how: Pick<PlanRequest, "operation" | "old" | "content">) =>
      receipts.push(
        await writeNow(context.mind.deps, {
          path: `~/.config/agents/${document.path}`,
          heading: section,
          ...how,
          session: context.sessionId,
          origin: "user",
          reason: "asked for in chat",
        }),
      );
    const takeOut = (each: Found) =>
      change(each, each.isDigest ? { operation: "delete", content: null } : { operation: "replace", old: each.line, content: "" });
    for (const each of found) await takeOut(each);
    // The digest of the conversation in which it was said goes as a whole: its title may say it too.
    const digests = facts.length === 0 ? [] : await linesWith(context, factOf(shortestOf(facts)).slice(0, QUOTED));
    for (const each of digests) if (each.isDigest) await takeOut(each);
    const refused = receipts.find(({ status }) => status === "refused");
    return {
      text: JSON.stringify({ status: (refused ?? receipts[0])?.status, document: receipts[0]?.document, lines: shown, why: refused?.why }),
      isError: refused !== undefined,
      data: { receipts },
    };
  },
};

/** The same words in memory and in today's log are one thing: what was remembered is in both. */
function isOneThing(found: readonly Found[]): boolean {
  const shortest = shortestOf(found);
  return (
    shortest !== "" && new Set(found.map(({ file }) => file)).size === found.length && found.every(({ line }) => line.includes(shortest))
  );
}

function shortestOf(found: readonly Found[]): string {
  const lines = found.map(({ line }) => line.replace(/^[\s*+-]+/, "").trim()).sort((a, b) => a.length - b.length);
  return lines[0] ?? "";
}

async function linesWith({ mind, sessionId }: ToolContext, wanted: string): Promise<Found[]> {
  const needle = wanted.toLowerCase();
  const found: Found[] = [];
  const documents = SEARCHED.map((file) => ({ file, document: documentOf(mind, file) }));
  // What did not fit into a document is in its archive.
  const archives = documents.map(({ document }) => archiveFor(mind.deps, document)).map((document) => ({ file: document.path, document }));
  for (const { file, document } of [...documents, ...archives]) {
    const { text: content } = await overlay(mind.deps, document, sessionId);
    for (const section of readOutline(content).sections) {
      const { heading, bodyStart, ownEnd } = section;
      const isDigest = file === "daily" && DIGEST.test(heading);
      const text = isDigest ? `${heading}\n${content.slice(bodyStart, ownEnd)}` : content.slice(bodyStart, ownEnd);
      const lines = text.split("\n").filter((line) => line.toLowerCase().includes(needle));
      const counted = isDigest ? lines.slice(0, 1) : lines;
      found.push(...counted.map((line) => ({ file, document, section: heading, line, isDigest })));
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
