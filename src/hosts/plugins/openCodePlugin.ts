// The plugin for OpenCode, for a given installation. OpenCode 1 calls `server`, OpenCode 2 calls `setup`; both are here. A system
// hook that throws ends the run, so nothing in there may throw; a gate that throws refuses the call, which is how it refuses.

import type { Installation } from "../install/pluginText.ts";
import { type Engine, openEngine } from "./engine.ts";
import { bankSettings, blockFor, openDocFirst } from "./memoryBank.ts";

interface Args {
  [name: string]: unknown;
}

/** Throws to refuse; changes `args` in place to rewrite, because OpenCode keeps its own reference. */
async function judge(
  engine: Engine,
  docFirst: ReturnType<typeof openDocFirst>,
  call: { readonly tool: string; readonly session: string; readonly args: Args },
): Promise<void> {
  const verdict = await engine.before(call.session, call.tool, call.args);
  if (verdict.kind === "deny" || verdict.kind === "ask" || verdict.kind === "line") throw new Error(verdict.reason);
  const first = docFirst.judge(call.session, call.tool, call.args);
  if (first !== null && bankSettings(process.env).docFirst === "block") throw new Error(first);
  if (verdict.kind === "rewrite") Object.assign(call.args, verdict.input);
}

interface Part {
  readonly id?: string;
  readonly type?: string;
  readonly text?: string;
  /** Put there by the program, not typed. */
  readonly synthetic?: boolean;
  readonly ignored?: boolean;
}

export interface Client {
  readonly session?: {
    get?(request: { readonly path: { readonly id: string } }): Promise<{ readonly data?: { readonly parentID?: string } }>;
  };
}

/** A session below another one is a sub-agent's: its "person" is a model. What cannot be known is taken for one. */
async function isSubAgent(client: Client | undefined, id: string): Promise<boolean> {
  try {
    const { data } = (await client?.session?.get?.({ path: { id } })) ?? {};
    return data === undefined || data.parentID !== undefined;
  } catch {
    return true;
  }
}

/** Behind what was typed, as a part that the program keeps and does not show. */
function addContext(parts: Part[], text: string, ids: { readonly messageID: string | undefined; readonly sessionID: string }): void {
  const last = parts.at(-1)?.id;
  // A part needs an id of its own that sorts behind the others.
  if (last !== undefined) parts.push({ ...ids, id: `${last}codicil`, type: "text", text, synthetic: true } as Part);
}

async function server(installation: Installation, { directory, client }: ServerInput) {
  const engine = openEngine("opencode", directory, installation);
  const settings = bankSettings(process.env);
  const docFirst = openDocFirst(settings);
  const sessions = new Set<string>();
  return {
    "experimental.chat.system.transform": async ({ sessionID }: { readonly sessionID?: string }, output: { readonly system: string[] }) => {
      if (sessionID === undefined) return;
      sessions.add(sessionID);
      const block = await engine.block(sessionID);
      if (block !== null) output.system.push(blockFor(block, output.system.join("\n"), settings));
    },
    "chat.message": async (
      { sessionID }: { readonly sessionID: string },
      output: { readonly message?: { readonly id?: string }; readonly parts?: Part[] },
    ) => {
      docFirst.message(sessionID);
      const parts = output.parts ?? [];
      const typed = parts.flatMap(({ type, text, synthetic, ignored }) =>
        type === "text" && text !== undefined && synthetic !== true && ignored !== true ? [text] : [],
      );
      // The session begins with its block; what is in there is not said again.
      await engine.block(sessionID);
      const { context } = await engine.prompt(sessionID, typed.join("\n"), { byAgent: await isSubAgent(client, sessionID) });
      if (context !== null) addContext(parts, context, { messageID: output.message?.id, sessionID });
    },
    "tool.execute.before": async (
      { tool, sessionID }: { readonly tool: string; readonly sessionID: string },
      output: { readonly args: Args },
    ) => judge(engine, docFirst, { tool, session: sessionID, args: output.args }),
    "tool.execute.after": async (
      { tool, sessionID, args }: { readonly tool: string; readonly sessionID: string; readonly args?: Args },
      done?: { readonly output?: unknown },
    ) => engine.after(sessionID, tool, args ?? {}, { ok: true, output: done?.output }),
    "experimental.session.compacting": async ({ sessionID }: { readonly sessionID: string }) => engine.compacted(sessionID),
    event: async ({ event }: { readonly event: { readonly type: string; readonly properties?: { readonly sessionID?: string } } }) => {
      const session = event.properties?.sessionID;
      if (event.type === "session.idle" && session !== undefined) void engine.turnEnded(session, { unseen: true });
    },
    dispose: async () => {
      for (const session of sessions) engine.ended(session);
    },
  };
}

export interface SetupContext {
  readonly directory?: string;
  readonly tool?: { hook?(name: "execute.before", run: (call: { tool: string; sessionID: string; args: Args }) => Promise<void>): void };
  readonly session?: { hook?(name: "context", run: (call: { sessionID: string; system: string[] }) => Promise<void>): void };
  readonly permission?: {
    hook?(
      name: "evaluate",
      run: (call: { sessionID: string; action: string; resources?: readonly string[]; effect?: string; message?: string }) => Promise<void>,
    ): void;
  };
}

/** OpenCode 2, by its documentation; there was no release that could be run. */
async function setup(installation: Installation, context: SetupContext) {
  const engine = openEngine("opencode", context.directory ?? process.cwd(), installation);
  const settings = bankSettings(process.env);
  const docFirst = openDocFirst(settings);
  context.session?.hook?.("context", async (call) => {
    const block = await engine.block(call.sessionID);
    if (block !== null) call.system.push(blockFor(block, call.system.join("\n"), settings));
  });
  context.tool?.hook?.("execute.before", async ({ tool, sessionID, args }) => judge(engine, docFirst, { tool, session: sessionID, args }));
}

export interface ServerInput {
  readonly directory: string;
  readonly client?: Client;
}

export interface OpenCodePlugin {
  readonly id: string;
  server(input: ServerInput): Promise<object>;
  setup(context: SetupContext): Promise<void>;
}

export function openCodePlugin(installation: Installation): OpenCodePlugin {
  return { id: "codicil", server: (input) => server(installation, input), setup: (context) => setup(installation, context) };
}
