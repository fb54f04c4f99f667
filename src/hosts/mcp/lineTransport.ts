// Messages as lines on two streams. Our own, because the library's closes the connection at a line that is too long, says
// nothing to one that is no JSON, and drops requests that are still being worked on when the input ends. Here a bad line is
// answered and the next one is read, and the end waits for the answers.

import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/server";
import type { Readable, Writable } from "node:stream";

export const LONGEST_MESSAGE = 4 * 1024 * 1024;
/** How long the end waits for answers that are being worked on. */
const PATIENCE = 10_000;
const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
const NEWLINE = 10;

export interface LineTransport extends Transport {
  /** Resolves when the input has ended and every request was answered, or when it was closed. */
  readonly done: Promise<void>;
}

export function openLineTransport(
  streams: { readonly input: Readable; readonly output: Writable },
  parse: (value: unknown) => JSONRPCMessage,
  log: (line: string) => void,
): LineTransport {
  const { input, output } = streams;
  const open = new Set<string | number>();
  let chunks: Buffer[] = [];
  let size = 0;
  let skipping = false;
  let isClosed = false;
  let onAnswered: (() => void) | null = null;
  let finish: () => void = () => undefined;
  const done = new Promise<void>((resolve) => (finish = resolve));

  const write = (message: unknown): Promise<void> =>
    new Promise((resolve) => {
      // A reader that went away is noticed by the stream's own error; there is nobody left to tell.
      if (isClosed || output.destroyed || output.write(`${JSON.stringify(message)}\n`)) resolve();
      else output.once("drain", resolve);
    });
  const refuse = (code: number, message: string): void => {
    log(message);
    void write({ jsonrpc: "2.0", id: null, error: { code, message } });
  };
  const take = (line: string): void => {
    if (line.trim() === "") return;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      return refuse(PARSE_ERROR, "Parse error: a line is not JSON");
    }
    let message: JSONRPCMessage;
    try {
      message = parse(value);
    } catch {
      return refuse(INVALID_REQUEST, "Invalid Request: a line is not a JSON-RPC message");
    }
    if ("method" in message && "id" in message) open.add(message.id);
    transport.onmessage?.(message);
  };
  const onData = (chunk: Buffer): void => {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
      const line = skipping ? null : Buffer.concat([...chunks, chunk.subarray(from, at)]).toString("utf8");
      [chunks, size, skipping, from] = [[], 0, false, at + 1];
      if (line !== null) take(line);
    }
    const rest = chunk.subarray(from);
    size += rest.length;
    if (skipping) return;
    if (size > LONGEST_MESSAGE) {
      [chunks, skipping] = [[], true];
      refuse(INVALID_REQUEST, `Invalid Request: a message has more than ${LONGEST_MESSAGE} bytes`);
    } else if (rest.length > 0) chunks.push(rest);
  };
  const onEnd = async (): Promise<void> => {
    if (!skipping && chunks.length > 0) take(Buffer.concat(chunks).toString("utf8"));
    if (open.size > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, PATIENCE);
        onAnswered = () => (clearTimeout(timer), resolve());
      });
    }
    await transport.close();
  };

  const transport: LineTransport = {
    done,
    start: async () => {
      input.on("data", onData);
      input.once("end", () => void onEnd());
      input.once("error", () => void transport.close());
      output.once("error", () => void transport.close());
    },
    send: async (message) => {
      await write(message);
      if (!("method" in message) && "id" in message && message.id !== undefined) open.delete(message.id);
      if (open.size === 0) onAnswered?.();
    },
    close: async () => {
      if (isClosed) return;
      isClosed = true;
      input.off("data", onData);
      input.pause();
      transport.onclose?.();
      finish();
    },
  };
  return transport;
}
