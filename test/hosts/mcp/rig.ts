// A running `codicil mcp`, and the protocol's own client to speak to it.

import { type ChildProcess, spawn } from "node:child_process";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { atTestEnd } from "../../ends.ts";
import { PROGRAM, type World } from "../../kit.ts";

export type Era = "2025" | "2026";

function newClient(era: Era): Client {
  return new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: era === "2026" ? "auto" : "legacy" } });
}

export async function overStdio(
  world: World,
  { args = [], era = "2025" as Era }: { args?: readonly string[]; era?: Era } = {},
): Promise<Client> {
  const client = newClient(era);
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [...PROGRAM, "mcp", ...args],
      cwd: world.project,
      env: world.env as Record<string, string>,
      stderr: "ignore",
    }),
  );
  atTestEnd(() => client.close());
  return client;
}

export interface Running {
  readonly url: string;
  readonly port: number;
  readonly token: string;
  stop(): Promise<number | null>;
}

export async function startHttp(world: World, args: readonly string[] = []): Promise<Running> {
  const child = spawn(process.execPath, [...PROGRAM, "mcp", "--http", "--port", "0", "--json", ...args], {
    cwd: world.project,
    env: world.env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const stop = () => ended(child, () => child.kill("SIGTERM"));
  atTestEnd(stop);
  const line = await new Promise<string>((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (chunk: Buffer) => (text += String(chunk)).includes("\n") && resolve(text));
    child.stderr.on("data", (chunk: Buffer) => (text += String(chunk)));
    child.on("exit", () => reject(new Error(`it ended: ${text}`)));
  });
  const { url, port, tokenFile } = JSON.parse(line.split("\n")[0] ?? "") as { url: string; port: number; tokenFile: string };
  const token = world.read(tokenFile.slice(world.root.length + 1)).trim();
  return { url, port, token, stop };
}

export async function overHttp(running: Running, era: Era = "2026"): Promise<Client> {
  const client = newClient(era);
  await client.connect(
    new StreamableHTTPClientTransport(new URL(running.url), { requestInit: { headers: { Authorization: `Bearer ${running.token}` } } }),
  );
  atTestEnd(() => client.close());
  return client;
}

/** `codicil mcp` on pipes, for input that no client would send. */
export function raw(world: World): {
  child: ChildProcess;
  lines: () => unknown[];
  answered: (id: unknown) => Promise<Record<string, unknown>>;
  errors: () => string;
} {
  const child = spawn(process.execPath, [...PROGRAM, "mcp"], { cwd: world.project, env: world.env, stdio: ["pipe", "pipe", "pipe"] });
  atTestEnd(() => ended(child, () => child.kill("SIGTERM")));
  let [out, err] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (out += String(chunk)));
  child.stderr.on("data", (chunk: Buffer) => (err += String(chunk)));
  const lines = () =>
    out
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  const answered = async (id: unknown) => {
    for (let tries = 0; tries < 600; tries++) {
      const found = lines().find((line) => line["id"] === id);
      if (found) return found;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    throw new Error(`no answer to ${JSON.stringify(id)}: ${out}${err}`);
  };
  return { child, lines, answered, errors: () => err };
}

export function ended(child: ChildProcess, act: () => void): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => {
    child.once("exit", (code) => resolve(code));
    act();
  });
}

export const INITIALIZE = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "raw", version: "1" } },
};

/** A tool's answer as text, and whether it was an error. */
export async function call(
  client: Client,
  name: string,
  args: Record<string, unknown> = {},
): Promise<{ text: string; isError: boolean; value: Record<string, unknown> }> {
  const result = (await client.callTool({ name, arguments: args })) as {
    content: { text?: string }[];
    isError?: boolean;
    structuredContent?: Record<string, unknown>;
  };
  return {
    text: result.content.map(({ text }) => text ?? "").join("\n"),
    isError: result.isError === true,
    value: result.structuredContent ?? {},
  };
}
