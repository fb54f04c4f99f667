// The suite cannot send a token. This is in front of the server, adds it, and passes on the rest as it came.

import { createServer, request as ask } from "node:http";
import type { AddressInfo } from "node:net";

export interface Proxy {
  readonly url: string;
  close(): void;
}

/** `hidesHost`: every request looks as if it came from this machine, whatever it said. */
export async function startProxy(
  { port, token }: { readonly port: number; readonly token: string },
  { hidesHost }: { readonly hidesHost: boolean },
): Promise<Proxy> {
  const server = createServer((request, response) => {
    const own = (server.address() as AddressInfo).port;
    const headers = { ...request.headers, authorization: `Bearer ${token}` };
    const theirs = (text: string | undefined) =>
      text?.replace(new RegExp(`^((?:http://)?)(?:127\\.0\\.0\\.1|localhost):${own}$`), `$1127.0.0.1:${port}`);
    headers.host = hidesHost ? `127.0.0.1:${port}` : theirs(headers.host);
    if (hidesHost) delete headers.origin;
    else if (headers.origin !== undefined) headers.origin = theirs(headers.origin);
    const onward = ask({ host: "127.0.0.1", port, method: request.method, path: request.url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
