// Answers: one set of safety headers for every one of them, and the way from an error to a status.

import { AppError, EXIT } from "../../base/index.ts";

export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly type:
    | "application/json; charset=utf-8"
    | "text/html; charset=utf-8"
    | "text/css; charset=utf-8"
    | "text/javascript; charset=utf-8"
    | "text/event-stream; charset=utf-8"
    | "text/markdown; charset=utf-8";
  readonly body: string;
  /** An answer that goes on: `body` is empty and the rest is written as it happens. */
  readonly stream?: (out: StreamOut) => void;
}

export interface StreamOut {
  write(text: string): void;
  /** Bytes that the other side has not taken yet. */
  unread(): number;
  end(): void;
  readonly closed: AbortSignal;
}

/** The page gets along with scripts, styles and requests of its own, and nothing may frame it or be read from outside. */
const CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  // The browser itself refuses innerHTML and its kin.
  "require-trusted-types-for 'script'",
].join("; ");

export const SAFETY_HEADERS: Readonly<Record<string, string>> = {
  "Content-Security-Policy": CSP,
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
};

type More = Partial<Pick<Reply, "status" | "headers">>;

export function jsonReply(value: unknown, more: More = {}): Reply {
  return {
    status: more.status ?? 200,
    ...(more.headers ? { headers: more.headers } : {}),
    type: "application/json; charset=utf-8",
    body: `${JSON.stringify(value)}\n`,
  };
}

export function errorReply(error: AppError, more: More = {}): Reply {
  return jsonReply(error, { ...more, status: more.status ?? statusOf(error) });
}

/** A write must say which version it was made from. */
export function needsVersion(): Reply {
  const hint = "Send the version that you read, or If-None-Match: * for a new document.";
  return errorReply(new AppError("BAD_INPUT", "If-Match is missing", { hint }), { status: 428 });
}

export function headersOf(reply: Reply): Record<string, string> {
  const headers = { ...SAFETY_HEADERS, ...reply.headers, "Content-Type": reply.type };
  return reply.stream === undefined ? { ...headers, "Content-Length": String(Buffer.byteLength(reply.body)) } : headers;
}

/** For a socket whose bytes never became a request. */
export function rawAnswer(reply: Reply, phrase: string): string {
  const headers = { ...headersOf(reply), Connection: "close" };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${reply.status} ${phrase}`, ...lines, "", reply.body].join("\r\n");
}

const STATUSES: ReadonlyMap<number, number> = new Map([
  [EXIT.refused, 403],
  [EXIT.badInput, 400],
  [EXIT.conflict, 409],
]);

/** What the command line says by its exit code, HTTP says by its status. */
export function statusOf(error: AppError): number {
  if (error.code === "NOT_FOUND") return 404;
  if (error.code === "TOO_LARGE") return 413;
  if (error.code === "CANCELLED") return 409;
  return STATUSES.get(error.exit) ?? 500;
}
