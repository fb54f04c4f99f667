// Sockets: from Node's server to the app and back.
//
// Node's own server and no framework on top: the guard has to see a request as it came (each header with each of its
// values, the target undecoded), refuse a body unread, and answer what never became a request. There are a dozen
// routes; a router would save less than the adapter costs.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { AppError } from "../base/index.ts";
import { errorReply, headersOf, rawAnswer, type Reply } from "./requests/answers.ts";
import type { App } from "./app.ts";
import { readBody, tooLarge } from "./requests/body.ts";
import { type Asked, HEADER_BYTES } from "./access/guard.ts";

export interface DaemonServer {
  readonly server: Server;
  /** Resolves when no request is being worked on. */
  settled(): Promise<void>;
}

export function createDaemonServer(app: App, options: { readonly log: (line: string) => void }): DaemonServer {
  const running = new Set<Promise<void>>();
  const server = createServer({
    maxHeaderSize: HEADER_BYTES,
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    keepAliveTimeout: 5_000,
    connectionsCheckingInterval: 2_000,
    insecureHTTPParser: false,
    // Node's own refusal would lack our headers; the guard refuses a missing Host itself.
    requireHostHeader: false,
  });
  // Node drops headers beyond this number without a word, a second Host or an Origin among them. 0: it drops none;
  // their size is limited above and their number by the guard.
  server.maxHeadersCount = 0;
  const take = (request: IncomingMessage, response: ServerResponse, expects: "nothing" | "continue" = "nothing") => {
    const work = handle(app, request, { response, expects, log: options.log }).finally(() => running.delete(work));
    running.add(work);
  };
  server.on("request", (request, response) => take(request, response));
  // The body is asked for only when it is wanted.
  server.on("checkContinue", (request, response) => take(request, response, "continue"));
  server.on("checkExpectation", (_request, response) =>
    send(response, errorReply(new AppError("BAD_INPUT", "this expectation cannot be met"), { status: 417 })),
  );
  server.on("connect", (_request, socket) => answerRaw(socket, 405, "Method Not Allowed"));
  server.on("clientError", (error, socket) => answerBroken(error, socket));
  // There is no listener for "upgrade", so Node hands upgrades to "request" and the guard judges them like the rest.
  return { server, settled: async () => void (await Promise.allSettled(running)) };
}

interface Handling {
  readonly response: ServerResponse;
  readonly expects: "nothing" | "continue";
  readonly log: (line: string) => void;
}

async function handle(app: App, request: IncomingMessage, { response, expects, log }: Handling): Promise<void> {
  try {
    const asked = askedOf(request);
    const judgement = app.judge(asked);
    if (judgement.kind === "refuse") return sendUnread(request, response, judgement.reply);
    if (expects === "continue") response.writeContinue();
    const body = await readBody(request);
    if (body.kind === "gone") return;
    if (body.kind === "too-large") return sendUnread(request, response, tooLarge());
    send(response, await app.run(judgement, asked, body.bytes));
  } catch (error) {
    send(response, replyTo(error, log));
  }
}

function askedOf(request: IncomingMessage): Asked {
  return {
    method: request.method ?? "",
    target: request.url ?? "",
    headers: request.headersDistinct,
    headerCount: request.rawHeaders.length / 2,
  };
}

function send(response: ServerResponse, reply: Reply): void {
  // A defect behind the first half of an answer: there is no honest second half.
  if (response.headersSent) return void response.destroy();
  response.writeHead(reply.status, headersOf(reply));
  // HEAD asks for the headers only, of a stream too.
  if (reply.stream === undefined || response.req.method === "HEAD") return void response.end(reply.body);
  const gone = new AbortController();
  response.on("close", () => gone.abort());
  // The first byte shows the page that it is connected.
  response.flushHeaders();
  reply.stream({
    write: (text) => void response.write(text),
    unread: () => response.writableLength,
    end: () => void response.end(),
    closed: gone.signal,
  });
}

const LINGER_BYTES = 8 * 1024 * 1024;
const LINGER_MS = 2_000;

/**
 * An answer to a request whose body nobody wants. The rest of it is thrown away for a while before the connection
 * closes: closing at once would reset it, and the client would never read why.
 */
function sendUnread(request: IncomingMessage, response: ServerResponse, reply: Reply): void {
  if (request.complete || !hasBody(request)) return send(response, reply);
  response.writeHead(reply.status, { ...headersOf(reply), Connection: "close" });
  if (request.method !== "HEAD") response.write(reply.body);
  response.flushHeaders();
  let thrownAway = 0;
  const finish = () => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(finish, LINGER_MS);
  request.on("data", (chunk: Buffer) => (thrownAway += chunk.length) > LINGER_BYTES && finish());
  request.once("end", finish);
  request.once("close", finish);
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** What is no AppError is a defect: the log gets the whole of it, the client only that it happened. */
function replyTo(error: unknown, log: (line: string) => void): Reply {
  if (error instanceof AppError) return errorReply(error);
  log(`internal error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  return errorReply(new AppError("INTERNAL", "something went wrong inside Codicil", { hint: "The daemon's log has the details." }));
}

function answerBroken(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  if (error.code === "HPE_HEADER_OVERFLOW") return answerRaw(socket, 431, "Request Header Fields Too Large");
  if (error.code === "ERR_HTTP_REQUEST_TIMEOUT") return answerRaw(socket, 408, "Request Timeout");
  answerRaw(socket, 400, "Bad Request");
}

function answerRaw(socket: Duplex, status: number, phrase: string): void {
  // A client that went away meanwhile is no news.
  socket.on("error", () => {});
  socket.end(rawAnswer(errorReply(new AppError("BAD_INPUT", phrase.toLowerCase()), { status }), phrase), () => socket.destroy());
}
