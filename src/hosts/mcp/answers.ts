// What a tool answers, and what it answers instead when something is wrong: the code, the place and what to do, as every
// door of Codicil says it. A defect is told to the person's terminal; the agent only learns that it happened.

import { AppError } from "../../base/index.ts";
import type { McpSession } from "./session.ts";

export interface ToolAnswer {
  [key: string]: unknown;
  content: { type: "text"; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: true;
}

export function answer({ text, value }: { readonly text: string; readonly value?: Readonly<Record<string, unknown>> }): ToolAnswer {
  return { content: [{ type: "text", text }], ...(value === undefined ? {} : { structuredContent: plainJson(value) }) };
}

export function failure(error: unknown, session: McpSession): ToolAnswer {
  const known = knownError(error, session);
  const where = known.file === undefined ? "" : `${known.file}${known.line === undefined ? "" : `:${known.line}`}: `;
  return {
    isError: true,
    content: [{ type: "text", text: `${known.code} ${where}${known.message}${known.hint === undefined ? "" : `\n${known.hint}`}` }],
    structuredContent: plainJson(known.toJSON()),
  };
}

export function knownError(error: unknown, session: McpSession): AppError {
  if (error instanceof AppError) return error;
  session.log(`internal error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  return new AppError("INTERNAL", "something went wrong inside Codicil", { hint: "Its terminal has the details; nothing was changed." });
}

/** As it will be on the wire: no undefined, no dates. */
function plainJson(value: unknown): Record<string, unknown> {
  return JSON.parse(JSON.stringify(value)) as Record<string, unknown>;
}
