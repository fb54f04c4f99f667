// A plain server of documents for the tests: GET with a strong ETag, PUT and DELETE under conditions, as RFC 9110 has them.
// `other` may answer first, for servers that are away, slow, huge, or lying.

import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Shelf {
  /** By path. */
  readonly documents: Map<string, Buffer>;
  writes: number;
  readonly requests: { readonly method: string; readonly url: string; readonly headers: IncomingMessage["headers"] }[];
}

export interface DocumentServer {
  /** `http://127.0.0.1:PORT` */
  readonly host: string;
  readonly shelf: Shelf;
  close(): void;
}

export interface Manners {
  /** True: it answered itself. */
  readonly other?: (request: IncomingMessage, response: ServerResponse, shelf: Shelf) => boolean | void;
  readonly tagOf?: (content: Buffer) => string;
  readonly keepsConditions?: boolean;
}

export const tagOf = (content: Buffer | string): string => `"${createHash("sha256").update(content).digest("hex").slice(0, 16)}"`;

export async function serveDocuments(manners: Manners = {}): Promise<DocumentServer> {
  const { other = () => false, tagOf: tag = tagOf, keepsConditions = true } = manners;
  const shelf: Shelf = { documents: new Map(), writes: 0, requests: [] };
  const server: Server = createServer((request, response) => {
    const path = decodeURIComponent((request.url ?? "/").split("?", 1)[0] ?? "/");
    shelf.requests.push({ method: request.method ?? "", url: request.url ?? "", headers: request.headers });
    if (other(request, response, shelf) === true) return;
    if (request.method === "GET") {
      const found = shelf.documents.get(path);
      if (found === undefined) return void response.writeHead(404).end();
      return void response
        .writeHead(200, { etag: tag(found), "content-type": "text/markdown", "last-modified": new Date().toUTCString() })
        .end(found);
    }
    void bodyOf(request).then((body) => {
      const found = shelf.documents.get(path);
      if (keepsConditions && !isMet(request, found === undefined ? null : tag(found))) return void response.writeHead(412).end();
      shelf.writes++;
      if (request.method === "DELETE") shelf.documents.delete(path);
      else shelf.documents.set(path, body);
      return void response.writeHead(204, request.method === "DELETE" ? {} : { etag: tag(body) }).end();
    });
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    host: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    shelf,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function isMet({ headers }: IncomingMessage, etag: string | null): boolean {
  if (headers["if-match"] !== undefined) return headers["if-match"] === etag;
  return headers["if-none-match"] !== "*" || etag === null;
}

export function bodyOf(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => resolve(Buffer.concat(chunks)));
  });
}
