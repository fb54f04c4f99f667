// A model on a real socket: a loopback server that speaks the four wire formats as streams, says what its script tells
// it to, and keeps every request. It knows nothing of Codicil; what it sends is written after the formats' own documents.

import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

export type WireName = "anthropic" | "responses" | "google" | "chat";
export const WIRE_NAMES: readonly WireName[] = ["anthropic", "responses", "google", "chat"];

export type Piece =
  | { readonly text: string }
  | { readonly reasoning: string }
  /** `args` as text goes over the wire as it is, valid JSON or not. */
  | { readonly call: { readonly name: string; readonly args: unknown; readonly id?: string } }
  /** The answer is an error of HTTP, at once. */
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly message?: string }
  | { readonly wait: number }
  /** cut: the socket is destroyed. stop: the answer ends without its last events. hang: nothing comes any more. */
  | { readonly end: "cut" | "stop" | "hang" }
  /** Called when the server gets here. */
  | { readonly meanwhile: () => void | Promise<void> };

export type Line = readonly Piece[];

export interface SeenRequest {
  readonly wire: WireName;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Record<string, unknown>;
  /** The same facts, whichever wire they came over. */
  readonly system: string;
  readonly messages: readonly { readonly role: string; readonly text: string }[];
  readonly tools: readonly string[];
  readonly toolsForbidden: boolean;
}

export interface ScriptedServer {
  readonly port: number;
  readonly requests: SeenRequest[];
  /** When the first text of the last answer was written to the socket. */
  firstTextAt(): number;
  url(wire: WireName): string;
  /** What is in the environment of a program that shall use it. */
  env(wire: WireName): Record<string, string>;
  /** More lines behind those that are left. */
  say(...lines: readonly Line[]): void;
  close(): Promise<void>;
}

const USAGE = { input: 120, output: 7, cached: 100 };

export async function startScriptedModel(...script: readonly Line[]): Promise<ScriptedServer> {
  const lines = [...script];
  const requests: SeenRequest[] = [];
  let firstText = 0;
  const server = createServer((request, response) => {
    let raw = "";
    request.on("data", (chunk: Buffer) => (raw += String(chunk)));
    request.on("end", () => {
      const path = (request.url ?? "").split("?")[0] ?? "";
      if (path.endsWith("/models") && request.method === "GET")
        return void json(response, 200, { object: "list", data: [{ id: "local-one", object: "model" }] });
      const wire = wireOf(path);
      if (wire === null) return void json(response, 404, { error: { message: `nothing is scripted for ${path}` } });
      const body = JSON.parse(raw) as Record<string, unknown>;
      requests.push({ wire, url: request.url ?? "", headers: request.headers, body, ...READERS[wire](body) });
      const line = lines.shift();
      // An error that is not tried again: nobody waits for what will not come.
      if (line === undefined) return void json(response, 400, { error: { message: "the script is over" } });
      void play(response, SPEAKERS[wire](), line, () => (firstText = performance.now()));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const url = (wire: WireName) => `http://127.0.0.1:${port}/${wire === "google" ? "v1beta" : "v1"}`;
  const key = "scripted-key-0123456789";
  return {
    port,
    requests,
    firstTextAt: () => firstText,
    url,
    env: (wire) => {
      const env: Readonly<Record<WireName, Record<string, string>>> = {
        anthropic: { ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: url("anthropic") },
        responses: { OPENAI_API_KEY: key, OPENAI_BASE_URL: url("responses") },
        google: { GEMINI_API_KEY: key, GEMINI_BASE_URL: url("google") },
        chat: { CODICIL_MODEL_URL: url("chat") },
      };
      return env[wire];
    },
    say: (...more) => void lines.push(...more),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function wireOf(path: string): WireName | null {
  if (path.endsWith("/messages")) return "anthropic";
  if (path.endsWith("/responses")) return "responses";
  if (path.endsWith("/chat/completions")) return "chat";
  return path.endsWith(":streamGenerateContent") ? "google" : null;
}

function json(response: ServerResponse, status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}

/** One wire's way of saying things, as server-sent events. */
interface Speaker {
  begin(): string;
  text(text: string): string;
  reasoning(text: string): string;
  call(call: { name: string; args: string; id: string }): string;
  end(hasCalls: boolean): string;
  error(status: number, message: string): unknown;
}

let calls = 0;

async function play(response: ServerResponse, speaker: Speaker, line: Line, onText: () => void): Promise<void> {
  let hasCalls = false;
  let hasBegun = false;
  const begin = () => {
    if (hasBegun) return;
    hasBegun = true;
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
    response.write(speaker.begin());
  };
  response.on("error", () => undefined);
  for (const piece of line) {
    if ("status" in piece)
      return void json(response, piece.status, speaker.error(piece.status, piece.message ?? `scripted ${piece.status}`), piece.headers);
    begin();
    if ("wait" in piece) await pause(piece.wait);
    else if ("meanwhile" in piece) await piece.meanwhile();
    else if ("text" in piece) {
      onText();
      response.write(speaker.text(piece.text));
    } else if ("reasoning" in piece) response.write(speaker.reasoning(piece.reasoning));
    else if ("call" in piece) {
      hasCalls = true;
      const { name, args, id } = piece.call;
      response.write(speaker.call({ name, args: typeof args === "string" ? args : JSON.stringify(args), id: id ?? `call_${++calls}` }));
    } else if (piece.end === "hang") return;
    else if (piece.end === "cut") {
      await pause(20);
      return void response.destroy();
    } else return void response.end();
  }
  begin();
  response.end(speaker.end(hasCalls));
}

const event = (type: string, data: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
const data = (value: unknown) => `data: ${typeof value === "string" ? value : JSON.stringify(value)}\n\n`;

const SPEAKERS: Readonly<Record<WireName, () => Speaker>> = {
  anthropic: () => {
    let index = -1;
    let open: "text" | "thinking" | null = null;
    const close = () => (open === null ? "" : ((open = null), event("content_block_stop", { index })));
    const block = (kind: "text" | "thinking", content: object) =>
      open === kind ? "" : close() + ((open = kind), event("content_block_start", { index: ++index, content_block: content }));
    const delta = (value: object) => event("content_block_delta", { index, delta: value });
    return {
      begin: () =>
        event("message_start", {
          message: {
            id: "msg_1",
            type: "message",
            role: "assistant",
            model: "scripted",
            content: [],
            stop_reason: null,
            usage: {
              input_tokens: USAGE.input - USAGE.cached,
              cache_read_input_tokens: USAGE.cached,
              cache_creation_input_tokens: 0,
              output_tokens: 1,
            },
          },
        }),
      text: (text) => block("text", { type: "text", text: "" }) + delta({ type: "text_delta", text }),
      reasoning: (text) =>
        block("thinking", { type: "thinking", thinking: "", signature: "" }) +
        delta({ type: "thinking_delta", thinking: text }) +
        delta({ type: "signature_delta", signature: "signed-by-the-script" }),
      call: ({ name, args, id }) =>
        close() +
        event("content_block_start", { index: ++index, content_block: { type: "tool_use", id, name, input: {} } }) +
        delta({ type: "input_json_delta", partial_json: args }) +
        event("content_block_stop", { index }),
      end: (hasCalls) =>
        close() +
        event("message_delta", {
          delta: { stop_reason: hasCalls ? "tool_use" : "end_turn", stop_sequence: null },
          usage: { output_tokens: USAGE.output },
        }) +
        event("message_stop", {}),
      error: (_, message) => ({ type: "error", error: { type: "scripted_error", message } }),
    };
  },
  responses: () => {
    let index = -1;
    const items: object[] = [];
    let open: { id: string; text: string } | null = null;
    const close = () => {
      if (open === null) return "";
      const item = {
        type: "message",
        id: open.id,
        role: "assistant",
        status: "completed",
        content: [{ type: "output_text", text: open.text, annotations: [] }],
      };
      open = null;
      items.push(item);
      return event("response.output_item.done", { output_index: index, item });
    };
    return {
      begin: () =>
        event("response.created", {
          response: { id: "resp_1", object: "response", created_at: 1, status: "in_progress", model: "scripted", output: [] },
        }),
      text: (text) => {
        let start = "";
        if (open === null) {
          open = { id: `msg_${++index}`, text: "" };
          start = event("response.output_item.added", {
            output_index: index,
            item: { type: "message", id: open.id, role: "assistant", status: "in_progress", content: [] },
          });
        }
        open.text += text;
        return start + event("response.output_text.delta", { item_id: open.id, output_index: index, content_index: 0, delta: text });
      },
      reasoning: (text) => {
        const id = `rs_${++index}`;
        const item = { type: "reasoning", id, encrypted_content: "sealed-by-the-script", summary: [{ type: "summary_text", text }] };
        items.push(item);
        return (
          event("response.output_item.added", {
            output_index: index,
            item: { type: "reasoning", id, encrypted_content: null, summary: [] },
          }) +
          event("response.reasoning_summary_part.added", {
            item_id: id,
            output_index: index,
            summary_index: 0,
            part: { type: "summary_text", text: "" },
          }) +
          event("response.reasoning_summary_text.delta", { item_id: id, output_index: index, summary_index: 0, delta: text }) +
          event("response.output_item.done", { output_index: index, item })
        );
      },
      call: ({ name, args, id }) => {
        const closed = close();
        const item = { type: "function_call", id: `fc_${++index}`, call_id: id, name, arguments: args, status: "completed" };
        items.push(item);
        return (
          closed +
          event("response.output_item.added", { output_index: index, item: { ...item, arguments: "", status: "in_progress" } }) +
          event("response.function_call_arguments.delta", { item_id: item.id, output_index: index, delta: args }) +
          event("response.function_call_arguments.done", { item_id: item.id, output_index: index, arguments: args }) +
          event("response.output_item.done", { output_index: index, item })
        );
      },
      end: () =>
        close() +
        event("response.completed", {
          response: {
            id: "resp_1",
            object: "response",
            created_at: 1,
            status: "completed",
            model: "scripted",
            output: items,
            usage: {
              input_tokens: USAGE.input,
              input_tokens_details: { cached_tokens: USAGE.cached },
              output_tokens: USAGE.output,
              output_tokens_details: { reasoning_tokens: 0 },
              total_tokens: USAGE.input + USAGE.output,
            },
          },
        }),
      error: (status, message) => ({ error: { message, type: "scripted_error", code: String(status), param: null } }),
    };
  },
  chat: () => {
    let index = -1;
    const chunk = (delta: object, finish: string | null = null) =>
      data({
        id: "chatcmpl-1",
        object: "chat.completion.chunk",
        created: 1,
        model: "scripted",
        choices: [{ index: 0, delta, finish_reason: finish }],
      });
    return {
      begin: () => chunk({ role: "assistant", content: "" }),
      text: (text) => chunk({ content: text }),
      reasoning: (text) => chunk({ reasoning_content: text }),
      call: ({ name, args, id }) =>
        chunk({ tool_calls: [{ index: ++index, id, type: "function", function: { name, arguments: "" } }] }) +
        chunk({ tool_calls: [{ index, function: { arguments: args } }] }),
      end: (hasCalls) =>
        chunk({}, hasCalls ? "tool_calls" : "stop") +
        data({
          id: "chatcmpl-1",
          object: "chat.completion.chunk",
          created: 1,
          model: "scripted",
          choices: [],
          usage: {
            prompt_tokens: USAGE.input,
            prompt_tokens_details: { cached_tokens: USAGE.cached },
            completion_tokens: USAGE.output,
            total_tokens: USAGE.input + USAGE.output,
          },
        }) +
        data("[DONE]"),
      error: (_, message) => ({ error: { message, type: "scripted_error" } }),
    };
  },
  google: () => {
    const chunk = (parts: readonly object[], more: object = {}) =>
      data({ candidates: [{ index: 0, content: { role: "model", parts }, ...more }], modelVersion: "scripted", responseId: "r1" });
    return {
      begin: () => "",
      text: (text) => chunk([{ text }]),
      reasoning: (text) => chunk([{ text, thought: true }]),
      call: ({ name, args, id }) => chunk([{ functionCall: { id, name, args: tryParse(args) }, thoughtSignature: "signed-by-the-script" }]),
      end: () =>
        data({
          candidates: [{ index: 0, content: { role: "model", parts: [{ text: "" }] }, finishReason: "STOP" }],
          usageMetadata: {
            promptTokenCount: USAGE.input,
            cachedContentTokenCount: USAGE.cached,
            candidatesTokenCount: USAGE.output,
            totalTokenCount: USAGE.input + USAGE.output,
          },
          modelVersion: "scripted",
          responseId: "r1",
        }),
      error: (status, message) => ({ error: { code: status, message, status: "SCRIPTED" } }),
    };
  },
};

/** Gemini's arguments are objects on the wire; what is no JSON cannot be said there. */
function tryParse(args: string): unknown {
  try {
    return JSON.parse(args);
  } catch {
    return { text: args };
  }
}

type Facts = Pick<SeenRequest, "system" | "messages" | "tools" | "toolsForbidden">;
interface Loose {
  readonly [field: string]: unknown;
}

const flat = (value: unknown): string =>
  typeof value === "string"
    ? value
    : Array.isArray(value)
      ? value.map(flat).join("")
      : value !== null && typeof value === "object"
        ? flat((value as Loose)["text"] ?? (value as Loose)["content"] ?? (value as Loose)["output"] ?? (value as Loose)["parts"] ?? "")
        : "";
const list = (value: unknown): readonly Loose[] => (Array.isArray(value) ? (value as Loose[]) : []);

const READERS: Readonly<Record<WireName, (body: Record<string, unknown>) => Facts>> = {
  anthropic: (body) => ({
    system: flat(body["system"]),
    messages: list(body["messages"]).flatMap((message) =>
      typeof message["content"] === "string"
        ? [{ role: String(message["role"]), text: message["content"] }]
        : list(message["content"]).map((block) => ({
            role: block["type"] === "tool_result" ? "tool" : String(message["role"]),
            text:
              block["type"] === "tool_use"
                ? `call ${String(block["name"])} ${JSON.stringify(block["input"])}`
                : flat(block["thinking"] ?? block),
          })),
    ),
    tools: list(body["tools"]).map((tool) => String(tool["name"])),
    toolsForbidden: (body["tool_choice"] as Loose | undefined)?.["type"] === "none" || body["tools"] === undefined,
  }),
  responses: (body) => ({
    system: flat(body["instructions"]),
    messages: list(body["input"]).map((item) =>
      item["type"] === "function_call"
        ? { role: "assistant", text: `call ${String(item["name"])} ${String(item["arguments"])}` }
        : item["type"] === "function_call_output"
          ? { role: "tool", text: flat(item["output"]) }
          : item["type"] === "reasoning"
            ? { role: "assistant", text: flat(item["summary"]) }
            : { role: String(item["role"]), text: flat(item["content"]) },
    ),
    tools: list(body["tools"]).map((tool) => String(tool["name"])),
    toolsForbidden: body["tool_choice"] === "none" || body["tools"] === undefined,
  }),
  chat: (body) => {
    const all = list(body["messages"]);
    return {
      system: all[0]?.["role"] === "system" ? flat(all[0]["content"]) : "",
      messages: all
        .slice(all[0]?.["role"] === "system" ? 1 : 0)
        .flatMap((message) => [
          ...(flat(message["content"]) === "" ? [] : [{ role: String(message["role"]), text: flat(message["content"]) }]),
          ...list(message["tool_calls"]).map((call) => ({
            role: "assistant",
            text: `call ${String((call["function"] as Loose)["name"])} ${String((call["function"] as Loose)["arguments"])}`,
          })),
        ]),
      tools: list(body["tools"]).map((tool) => String((tool["function"] as Loose)["name"])),
      toolsForbidden: body["tool_choice"] === "none" || body["tools"] === undefined,
    };
  },
  google: (body) => ({
    system: flat(body["systemInstruction"]),
    messages: list(body["contents"]).flatMap((content) =>
      list(content["parts"]).map((part) =>
        part["functionCall"] !== undefined
          ? {
              role: "assistant",
              text: `call ${String((part["functionCall"] as Loose)["name"])} ${JSON.stringify((part["functionCall"] as Loose)["args"])}`,
            }
          : part["functionResponse"] !== undefined
            ? { role: "tool", text: JSON.stringify((part["functionResponse"] as Loose)["response"]) }
            : { role: content["role"] === "model" ? "assistant" : "user", text: flat(part["text"]) },
      ),
    ),
    tools: list(body["tools"]).flatMap((tool) => list(tool["functionDeclarations"]).map((each) => String(each["name"]))),
    toolsForbidden:
      ((body["toolConfig"] as Loose | undefined)?.["functionCallingConfig"] as Loose | undefined)?.["mode"] === "NONE" ||
      body["tools"] === undefined,
  }),
};
