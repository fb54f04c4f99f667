// The two ways into the MCP server. Everything behind them is loaded when it is asked for: a hook must start fast, and knows
// nothing of MCP.

import type { Mind } from "../../mind/open.ts";
import type { Receipt } from "../../schema/index.ts";
import type { ServedMcp } from "./http.ts";

export interface McpOptions {
  readonly version: string;
  readonly session?: string | undefined;
  readonly sessionType: "main" | "shared";
  readonly isHooked: boolean;
  readonly log: (line: string) => void;
  /** Resolves when the program is told to stop. */
  readonly stopped: Promise<void>;
}

/** MCP on stdin and stdout until either ends; then what was planned is saved. */
export async function mcpOverStdio(mind: Mind, options: McpOptions): Promise<readonly Receipt[]> {
  const { openMcpSession } = await import("./session.ts");
  const { serveOverStdio } = await import("./stdio.ts");
  const session = openMcpSession(mind, { ...options, id: options.session });
  await noteLife(mind, session.id, options);
  await serveOverStdio(session, options);
  return session.end();
}

/** The session lives in this process. Where no hook does it, what crashed sessions planned is settled here. */
async function noteLife(mind: Mind, id: string, { isHooked, log }: McpOptions): Promise<void> {
  const { noteOwner, settleCrashed } = await import("../../hostSessions/crashed.ts");
  const { isAlive, ownerOf } = await import("../person/owner.ts");
  if (!isHooked)
    for (const problem of await settleCrashed(mind, { isAlive, applies: false }))
      log(`what a crashed session planned could not be flushed: ${problem}`);
  const owner = ownerOf(process.pid);
  if (owner !== null) noteOwner(mind, [id], owner);
}

/** MCP over HTTP on loopback until the program is told to stop; then what was planned is saved. */
export async function mcpOverHttp(
  mind: Mind,
  options: McpOptions & { readonly port: number | undefined; readonly token: string; readonly ready: (served: ServedMcp) => void },
): Promise<readonly Receipt[]> {
  const { openMcpSession } = await import("./session.ts");
  const { serveOverHttp } = await import("./http.ts");
  const session = openMcpSession(mind, { ...options, id: options.session });
  const served = await serveOverHttp(session, options);
  options.ready(served);
  await options.stopped;
  await served.close();
  return session.end();
}
