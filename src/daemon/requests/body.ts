// The body of a request: read up to the limit, then as one JSON object.

import type { IncomingMessage } from "node:http";
import { AppError } from "../../base/index.ts";
import { errorReply, type Reply } from "./answers.ts";

export const BODY_LIMIT = 1024 * 1024;

export type Body = { readonly kind: "read"; readonly bytes: Uint8Array } | { readonly kind: "too-large" } | { readonly kind: "gone" };

/** Events and not `for await`: leaving that loop early would tear down the socket before the answer is sent. */
export function readBody(request: IncomingMessage): Promise<Body> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= BODY_LIMIT) chunks.push(chunk);
      else resolve({ kind: "too-large" });
    });
    request.on("end", () => resolve({ kind: "read", bytes: Buffer.concat(chunks) }));
    request.on("close", () => resolve({ kind: "gone" }));
    // The connection broke: "close" follows and says the same.
    request.on("error", () => resolve({ kind: "gone" }));
  });
}

export type Fields = Readonly<Record<string, unknown>>;

/** An absent body is an object without fields. */
export function parseFields(bytes: Uint8Array): Fields {
  if (bytes.length === 0) return {};
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new AppError("BAD_JSON", "the body is not JSON in UTF-8", { cause, hint: "Send one JSON object." });
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Fields;
  throw new AppError("BAD_INPUT", "the body is not a JSON object", { hint: 'Send an object such as {"hash": "…"}.' });
}

export function tooLarge(): Reply {
  return errorReply(new AppError("TOO_LARGE", `a body may have ${BODY_LIMIT} bytes`), { status: 413 });
}
