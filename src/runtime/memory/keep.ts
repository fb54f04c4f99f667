// Something the person wants kept is written at once: to today's log, and to MEMORY.md, because what somebody asks to
// have remembered is worth more than two days. Their words are their own (origin user); an answer they point at is not.

import { AppError } from "../../base/index.ts";
import { memoryAdd, memoryRead } from "../../mind/documents/memory.ts";
import { personFrom } from "../../mind/person.ts";
import type { Mind } from "../../mind/open.ts";
import type { Origin, Receipt } from "../../schema/index.ts";
import { isChinese, SECTION_OF, type Wish } from "./wordings.ts";

export interface Kept {
  readonly receipts: readonly Receipt[];
  /** Where it is now, in the person's words. */
  readonly places: readonly string[];
  /** It was there before. */
  readonly known: string | null;
  /** How it was written, where that is not as it was said. */
  readonly notes: readonly string[];
  readonly problems: readonly string[];
}

export interface KeepRequest {
  readonly kind: Wish["kind"];
  readonly content: string;
  readonly origin: Origin;
  readonly session: string;
}

/** Of the daily document. */
const REMEMBERED = "Remembered";

export async function keep(mind: Mind, request: KeepRequest): Promise<Kept> {
  const chinese = isChinese(request.content);
  const line = asItem(request, chinese);
  const memory = await memoryRead(mind, "memory", request.session);
  if (holds(memory.text, line)) return { receipts: [], places: [], known: memory.document, notes: [], problems: [] };
  const receipts: Receipt[] = [];
  const places: string[] = [];
  const notes = new Set<string>();
  const problems: string[] = [];
  for (const [file, section] of [
    ["daily", REMEMBERED],
    ["memory", SECTION_OF[request.kind]],
  ] as const) {
    try {
      const { receipt } = await memoryAdd(mind, {
        file,
        section,
        content: line,
        session: request.session,
        origin: request.origin,
        ...(request.origin === "user" ? { person: personFrom("chat") } : {}),
        reason: "the person asked to remember it",
      });
      receipts.push(receipt);
      if (receipt.status === "applied" || receipt.status === "unchanged") places.push(placeName(file, receipt, chinese));
      else problems.push(`${receipt.document}: ${receipt.status}${receipt.why === undefined ? "" : `, ${receipt.why}`}`);
      if (receipt.status === "applied" && receipt.why !== undefined) {
        if (receipt.quarantined === undefined) notes.add(receipt.why);
        else problems.push(receipt.why);
      }
    } catch (error) {
      // One document that refuses does not keep the other from being written; the person is told.
      if (!(error instanceof AppError)) throw error;
      problems.push(`${error.code}: ${error.message}`);
    }
  }
  return { receipts, places, known: null, notes: [...notes], problems };
}

function placeName(file: "daily" | "memory", { document, heading, after, overflow }: Receipt, chinese: boolean): string {
  // Nothing of it fitted in, and nothing there may leave.
  if (after === null && overflow !== undefined) {
    const why = chinese ? `${document} 已满` : `${document} is full`;
    return `${overflow.moved_to} § ${heading} (${why})`;
  }
  if (file === "daily") return chinese ? `今日日志（${document}）` : `today's log (${document})`;
  return `${document} § ${heading}`;
}

/** A list item. "I" and "my" mean the person, which a note of the agent's must say. */
function asItem({ content, origin }: KeepRequest, chinese: boolean): string {
  const [first = "", ...rest] = content.trim().split(/\r\n|\n|\r/);
  const own = origin === "user" && (/\b(?:I|I'm|I'd|my|me|mine)\b/.test(content) || /我/.test(content));
  if (rest.length > 0 && /^\s*[-*+] /.test(first)) return content.trim();
  const lead = own ? (chinese ? "用户说：" : "The person said: ") : "";
  return [`- ${lead}${first.trim()}`, ...rest.map((line) => `  ${line}`.trimEnd())].join("\n");
}

/** What such an item says, without what was put before it. */
export function factOf(line: string): string {
  return line.replace(/^\s*(?:[-*+]\s+)?(?:The person said: |用户说：)?/, "");
}

function holds(text: string, item: string): boolean {
  const plain = (each: string) => each.replace(/\s+/g, " ").trim().toLowerCase();
  return `\n${text
    .split(/\r\n|\n|\r/)
    .map(plain)
    .join("\n")}\n`.includes(`\n${item.split("\n").map(plain).join("\n")}\n`);
}
