// Questions about lines that our own plugin shows in its host, with three answers. Only the hook process that stays can ask: it
// keeps what it asked in its own memory, under a random id, and hears the answer over the same pipe. An event of that name that
// comes any other way is no answer.

import { randomBytes } from "node:crypto";
import { settleLine } from "../../hostSessions/firstUse.ts";
import type { Whereabouts } from "../../mind/whereabouts.ts";
import type { CallVerdict } from "../dialects/dialect.ts";

interface LineQuestion {
  readonly where: Whereabouts;
  readonly about: Parameters<typeof settleLine>[1];
  readonly reason: string;
}

let open: Map<string, LineQuestion> | null = null;
const MOST_OPEN = 50;

export function beginLines(): void {
  open = new Map();
}

export function canAskLines(): boolean {
  return open !== null;
}

export function askLine(question: LineQuestion): string {
  const id = randomBytes(16).toString("hex");
  open?.set(id, question);
  // A dialog that was closed without an answer leaves its question behind.
  const [oldest] = open?.keys() ?? [];
  if (oldest !== undefined && (open?.size ?? 0) > MOST_OPEN) open?.delete(oldest);
  return id;
}

/** What becomes of the call that was asked about. */
export async function answerLine(text: string): Promise<CallVerdict> {
  const { id = "", as } = JSON.parse(text) as { id?: string; as?: string };
  const question = open?.get(id);
  open?.delete(id);
  if (question === undefined || (as !== "hold" && as !== "ask" && as !== "advice"))
    return { kind: "deny", reason: "Codicil: there is no such question about a line." };
  await settleLine(question.where, question.about, as);
  if (as === "advice") return { kind: "pass" };
  return as === "ask"
    ? { kind: "ask", reason: `Codicil: ${question.reason}` }
    : { kind: "deny", reason: `Codicil: ${question.reason} The line is enforced from now on.` };
}
