// MCP over streamable HTTP, on this machine only. The library speaks the protocol; who may speak to it is ours to say.

import { timingSafeEqual } from "node:crypto";
import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { AppError } from "../../base/index.ts";
import { createGuard, MCP_PATH } from "./guard.ts";
import { LONGEST_MESSAGE } from "./lineTransport.ts";
import { createServer } from "./server.ts";
import type { McpSession } from "./session.ts";

export interface HttpOptions {
  readonly version: string;
  readonly token: string;
  /** undefined: 4778, or the next free one. */
  readonly port: number | undefined;
}

export interface ServedMcp {
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

const DEFAULT_PORT = 4778;
const PORTS_TRIED = 20;

export async function serveOverHttp(session: McpSession, { version, token, port }: HttpOptions): Promise<ServedMcp> {
  const sdk = await import("./library.ts");
  const handler = sdk.createMcpHandler(() => createServer(sdk, session, version), {
    maxRequestBodySize: LONGEST_MESSAGE,
    onerror: (error) => session.log(error.message),
  });
  const handle = sdk.toNodeHandler(handler, { maxRequestBodySize: LONGEST_MESSAGE, onerror: (error) => session.log(error.message) });
  const expected = Buffer.from(token);
  const isToken = (given: string) => Buffer.byteLength(given) === expected.length && timingSafeEqual(Buffer.from(given), expected);
  const guard = createGuard({ port: () => (server.address() as AddressInfo).port, isToken, clock: session.mind.deps.clock });
  const server = createHttpServer(
    { maxHeaderSize: 16 * 1024, headersTimeout: 10_000, requestTimeout: 30_000, insecureHTTPParser: false, requireHostHeader: false },
    (request, response) => {
      makeSafe(response);
      const passage = guard({ method: request.method ?? "", target: request.url ?? "", headers: request.headersDistinct });
      if (passage.kind === "refuse") return refuse(request, response, passage);
      // The library's types know no absent method; the guard has seen one.
      handle(request as Parameters<typeof handle>[0], response).catch((error: unknown) => {
        session.log(`internal error: ${(error as Error).message}`);
        response.destroy();
      });
    },
  );
  // Node drops headers beyond a number without a word, a second Host among them; their size is limited above.
  server.maxHeadersCount = 0;
  await listen(server, port);
  const served = (server.address() as AddressInfo).port;
  return {
    url: `http://127.0.0.1:${served}${MCP_PATH}`,
    port: served,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await handler.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

const SAFE = {
  "x-content-type-options": "nosniff",
  "cache-control": "no-store, no-transform",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
};

/** Ours stand, whatever the library sets: what is answered here is somebody's memory. */
function makeSafe(response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response) as (status: number, headers: object) => ServerResponse;
  response.writeHead = ((status: number, headers: object = {}) => writeHead(status, { ...headers, ...SAFE })) as typeof response.writeHead;
}

function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  {
    status,
    error,
    headers = {},
  }: { readonly status: number; readonly error: AppError; readonly headers?: Readonly<Record<string, string>> },
): void {
  const body = JSON.stringify(error);
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    connection: "close",
    ...headers,
  });
  response.end(body);
  // The rest of a body that nobody wants is thrown away, so that the client reads why.
  request.resume();
}

async function listen(server: Server, wanted: number | undefined): Promise<void> {
  const first = wanted ?? DEFAULT_PORT;
  for (let port = first; ; port++) {
    try {
      return await new Promise<void>((resolve, reject) => {
        server.once("error", reject);
        server.listen({ host: "127.0.0.1", port, exclusive: true }, () => {
          server.off("error", reject);
          resolve();
        });
      });
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "EADDRINUSE" && wanted === undefined && port < first + PORTS_TRIED) continue;
      throw new AppError("IO", `port ${port} cannot be used: ${code ?? (error as Error).message}`, {
        cause: error,
        hint: "Name another one with --port.",
      });
    }
  }
}
