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
  /** With its end where it has one: a longer line may begin with the same words. */
  readonly old: string;
  /** It is quoted there. */
  readonly isDigest: boolean;
}

export const forgetTool: Tool = {
  name: "forget",
  description: "Takes things out of memory, one a line, if each means only one.",
  parameters: { type: "object", properties: { text }, required: ["text"] },
  toCall: (args) => ({ tool: "forget", input: args }),
  run: async (args, context) => {
    enforceOrThrow(context.sessionType, "write_memory");
    const meant: Found[] = [];
    for (const wanted of String(args["text"]).split("\n")) {
      const things = await thingsWith(context, wanted);
      const [only] = things;
      if (only === undefined || things.length > 1)
        return { text: JSON.stringify({ status: things.length === 0 ? "none" : "many", things: things.map(shownThing) }) };
      meant.push(...only);
    }
    const receipts: Receipt[] = [];
    for (const each of meant) receipts.push(await takeOut(context, each));
    // The digest of the conversation in which it was said goes as a whole: its title may say it too.
    for (const { line, isDigest } of meant)
      if (!isDigest) for (const each of await digestsOf(context, line)) receipts.push(await takeOut(context, each));
    const refused = receipts.find(({ status }) => status === "refused");
    return {
      text: JSON.stringify({
        status: (refused ?? receipts[0])?.status,
        document: receipts[0]?.document,
        things: things(meant).map(shownThing),
        why: refused?.why,
      }),
      isError: refused !== undefined,
      data: { receipts },
    };
  },
};

function takeOut({ mind, sessionId }: ToolContext, { document, section, old, isDigest }: Found): Promise<Receipt> {
  const how: Pick<PlanRequest, "operation" | "old" | "content"> = isDigest
    ? { operation: "delete", content: null }
    : { operation: "replace", old, content: "" };
  return writeNow(mind.deps, {
    path: `~/.config/agents/${document.path}`,
    heading: section,
    ...how,
    session: sessionId,
    origin: "user",
    reason: "asked for in chat",
  });
}

/** What may be meant: what a digest quotes only where nothing else says it, and a line that says just this before longer ones. */
async function thingsWith(context: ToolContext, wanted: string): Promise<Found[][]> {
  const all = await linesWith(context, wanted);
  const facts = all.filter(({ isDigest }) => !isDigest);
  const found = things(facts.length === 0 ? all : facts);
  const exact = found.filter((thing) => thing.some(({ line }) => bare(line) === wanted.trim().toLowerCase()));
  return exact.length === 1 ? exact : found;
}

async function digestsOf(context: ToolContext, line: string): Promise<Found[]> {
  return (await linesWith(context, factOf(line.trim()).slice(0, QUOTED))).filter(({ isDigest }) => isDigest);
}

/** The same words in memory and in today's log are one thing: what was remembered is in both. */
function things(found: readonly Found[]): Found[][] {
  const [shortest] = found.map(({ line }) => bare(line)).sort((a, b) => a.length - b.length);
  const isOne =
    shortest !== undefined &&
    shortest !== "" &&
    new Set(found.map(({ file }) => file)).size === found.length &&
    found.every(({ line }) => bare(line).includes(shortest));
  return isOne ? [[...found]] : [...Map.groupBy(found, ({ line }) => bare(line)).values()];
}

function bare(line: string): string {
  return factOf(line)
    .replace(/^[\s*+-]+/, "")
    .trim()
    .toLowerCase();
}

function shownThing(thing: readonly Found[]): { readonly line: string; readonly places: readonly string[] } {
  return {
    line: factOf((thing[0]?.line ?? "").trim()).replace(/^[\s*+-]+/, ""),
    places: [...new Set(thing.map(({ document, section }) => `${document.path} § ${section}`))],
  };
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
      const whole = (line: string) => (text.includes(`${line}\n`) ? `${line}\n` : line);
      found.push(...counted.map((line) => ({ file, document, section: heading, line, old: whole(line), isDigest })));
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
