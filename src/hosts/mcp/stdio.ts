// MCP over stdin and stdout, for hosts that start the server themselves. It ends when the host closes our input or stops us.

import { openLineTransport } from "./lineTransport.ts";
import { createServer } from "./server.ts";
import type { McpSession } from "./session.ts";

export async function serveOverStdio(
  session: McpSession,
  { version, stopped }: { readonly version: string; readonly stopped: Promise<void> },
): Promise<void> {
  const sdk = await import("./library.ts");
  const transport = openLineTransport({ input: process.stdin, output: process.stdout }, sdk.parseJSONRPCMessage, session.log);
  const handle = sdk.serveStdio(() => createServer(sdk, session, version), { transport, onerror: (error) => session.log(error.message) });
  await Promise.race([transport.done, stopped]);
  await handle.close();
}
