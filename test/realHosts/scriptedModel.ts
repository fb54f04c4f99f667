// A model that does as it is told: a loopback server that speaks the dialects of the hosts, asks for the calls of a script
// one after the other, and keeps every request. Tests assert on the requests, not on what a host prints.

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Step =
  /** The host's own shell tool, whatever its name. */
  | { readonly shell: string }
  /** A tool whose name matches, e.g. our MCP server's plan. */
  | { readonly tool: RegExp; readonly args: Readonly<Record<string, unknown>> };

export interface Seen {
  readonly tools: readonly string[];
  /** The request as text, as the model would read it. */
  readonly body: string;
  /** What the last call of the present turn answered, as text. */
  readonly lastResult: string;
  readonly results: number;
}

export interface ScriptedModel {
  readonly port: number;
  /** Requests that offer tools; a host's helpers (titles, summaries) are not among them. */
  readonly requests: Seen[];
  script(steps: readonly Step[]): void;
  close(): Promise<void>;
}

type Json = Record<string, unknown>;
interface Tool {
  readonly name: string;
  readonly schema: Json | undefined;
}
interface Call {
  readonly name: string;
  readonly args: Readonly<Json>;
}
interface Dialect {
  readonly fits: RegExp;
  tools(body: Json): Tool[];
  /** What calls of the present turn answered, oldest first. */
  results(body: Json): unknown[];
  reply(response: ServerResponse, body: Json, call: Call | null, path: string): void;
}

const SHELL = /^(?:bash|shell|shell_command|exec_command|run_shell_command|local_shell)$/i;
export const FINAL = "SCRIPT-DONE";

const list = (value: unknown) => (Array.isArray(value) ? value : []) as Json[];
const since = (items: readonly Json[], isUser: (item: Json) => boolean) => items.slice(items.findLastIndex(isUser) + 1);

function stream(response: ServerResponse, events: readonly { readonly type?: string; readonly data: unknown }[]): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const { type, data } of events)
    response.write(`${type === undefined ? "" : `event: ${type}\n`}data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`);
  response.end();
}

let serial = 0;

const chat: Dialect = {
  fits: /\/chat\/completions$/,
  tools: (body) =>
    list(body["tools"])
      .map(({ function: each }) => each as Json)
      .map((each) => ({ name: String(each?.["name"]), schema: each?.["parameters"] as Json })),
  results: (body) =>
    since(list(body["messages"]), ({ role }) => role === "user")
      .filter(({ role }) => role === "tool")
      .map(({ content }) => content),
  reply: (response, body, call) => {
    const base = { id: `c${++serial}`, created: 1, model: body["model"] ?? "scripted" };
    const message =
      call === null
        ? { role: "assistant", content: FINAL }
        : {
            role: "assistant",
            content: null,
            tool_calls: [
              { index: 0, id: `call_${serial}`, type: "function", function: { name: call.name, arguments: JSON.stringify(call.args) } },
            ],
          };
    const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
    const finish = call === null ? "stop" : "tool_calls";
    if (body["stream"] !== true) {
      response
        .writeHead(200, { "content-type": "application/json" })
        .end(JSON.stringify({ ...base, object: "chat.completion", choices: [{ index: 0, message, finish_reason: finish }], usage }));
      return;
    }
    const chunk = { ...base, object: "chat.completion.chunk" };
    stream(response, [
      { data: { ...chunk, choices: [{ index: 0, delta: message, finish_reason: null }] } },
      { data: { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: finish }] } },
      { data: { ...chunk, choices: [], usage } },
      { data: "[DONE]" },
    ]);
  },
};

const responses: Dialect = {
  fits: /\/responses$/,
  // Tools of an MCP server come in a namespace of their own.
  tools: (body) =>
    list(body["tools"]).flatMap((each) =>
      each["type"] === "namespace"
        ? list(each["tools"]).map((inner) => ({
            name: String(inner["name"]),
            namespace: String(each["name"]),
            schema: inner["parameters"] as Json,
          }))
        : [{ name: String(each["name"] ?? each["type"]), schema: each["parameters"] as Json }],
    ),
  results: (body) =>
    since(list(body["input"]), ({ role }) => role === "user")
      .filter(({ type }) => String(type).endsWith("_output"))
      .map(({ output }) => output),
  reply: (response, body, call) => {
    const id = `resp_${++serial}`;
    const namespace = (call as (Call & { namespace?: string }) | null)?.namespace;
    const item =
      call === null
        ? {
            type: "message",
            id: `msg_${serial}`,
            role: "assistant",
            status: "completed",
            content: [{ type: "output_text", text: FINAL, annotations: [] }],
          }
        : {
            type: "function_call",
            id: `fc_${serial}`,
            call_id: `call_${serial}`,
            name: call.name,
            ...(namespace === undefined ? {} : { namespace }),
            arguments: JSON.stringify(call.args),
            status: "completed",
          };
    const usage = {
      input_tokens: 10,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 5,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 15,
    };
    const start = { id, object: "response", created_at: 1, status: "in_progress", model: body["model"], output: [] };
    stream(response, [
      { type: "response.created", data: { type: "response.created", response: start } },
      {
        type: "response.output_item.added",
        data: { type: "response.output_item.added", output_index: 0, item: { ...item, status: "in_progress" } },
      },
      { type: "response.output_item.done", data: { type: "response.output_item.done", output_index: 0, item } },
      {
        type: "response.completed",
        data: { type: "response.completed", response: { ...start, status: "completed", output: [item], usage } },
      },
    ]);
  },
};

const gemini: Dialect = {
  fits: /:(?:stream)?generateContent$/i,
  tools: (body) =>
    list(body["tools"])
      .flatMap((each) => list(each["functionDeclarations"]))
      .map((each) => ({ name: String(each["name"]), schema: (each["parametersJsonSchema"] ?? each["parameters"]) as Json })),
  results: (body) =>
    since(
      list(body["contents"]),
      ({ role, parts }) => role === "user" && !list(parts).some((part) => part["functionResponse"] !== undefined),
    )
      .flatMap(({ parts }) => list(parts))
      .flatMap((part) => (part["functionResponse"] === undefined ? [] : [part["functionResponse"]])),
  reply: (response, body, call, path) => {
    const wantsJson = (body["generationConfig"] as Json | undefined)?.["responseMimeType"] === "application/json";
    const part =
      call === null ? { text: wantsJson ? "{}" : FINAL } : { functionCall: { id: `fc_${++serial}`, name: call.name, args: call.args } };
    const answer = {
      candidates: [{ index: 0, content: { role: "model", parts: [part] }, finishReason: "STOP" }],
      usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
      modelVersion: "scripted",
      responseId: `r${serial}`,
    };
    if (/stream/i.test(path)) stream(response, [{ data: answer }]);
    else response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
  },
};

const messages: Dialect = {
  fits: /\/v1\/messages$/,
  tools: (body) => list(body["tools"]).map((each) => ({ name: String(each["name"]), schema: each["input_schema"] as Json })),
  results: (body) =>
    since(list(body["messages"]), ({ role, content }) => role === "user" && !list(content).some(({ type }) => type === "tool_result"))
      .flatMap(({ content }) => list(content))
      .filter(({ type }) => type === "tool_result")
      .map(({ content }) => content),
  reply: (response, body, call) => {
    const block =
      call === null ? { type: "text", text: FINAL } : { type: "tool_use", id: `toolu_${++serial}`, name: call.name, input: call.args };
    const usage = { input_tokens: 10, output_tokens: 5 };
    const message = {
      id: `msg_${++serial}`,
      type: "message",
      role: "assistant",
      model: body["model"] ?? "scripted",
      content: [block],
      stop_reason: call === null ? "end_turn" : "tool_use",
      stop_sequence: null,
      usage,
    };
    if (body["stream"] !== true) {
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(message));
      return;
    }
    const delta =
      call === null ? { type: "text_delta", text: FINAL } : { type: "input_json_delta", partial_json: JSON.stringify(call.args) };
    const events: readonly (Json & { readonly type: string })[] = [
      { type: "message_start", message: { ...message, content: [], stop_reason: null } },
      { type: "content_block_start", index: 0, content_block: call === null ? { type: "text", text: "" } : { ...block, input: {} } },
      { type: "content_block_delta", index: 0, delta },
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: { stop_reason: message.stop_reason, stop_sequence: null }, usage: { output_tokens: 5 } },
      { type: "message_stop" },
    ];
    stream(
      response,
      events.map((data) => ({ type: data.type, data })),
    );
  },
};

const DIALECTS = [chat, responses, gemini, messages];

export async function startScriptedModel(): Promise<ScriptedModel> {
  const requests: Seen[] = [];
  let steps: readonly Step[] = [];
  const server = createServer((request, response) => {
    void bodyOf(request).then((text) => {
      const path = (request.url ?? "").split("?")[0] ?? "";
      const dialect = DIALECTS.find(({ fits }) => fits.test(path));
      if (dialect === undefined || request.method !== "POST") {
        const isModels = path.endsWith("/models");
        response
          .writeHead(isModels || path.endsWith("countTokens") ? 200 : 404, { "content-type": "application/json" })
          .end(isModels ? '{"object":"list","data":[{"id":"scripted","object":"model"}],"models":[]}' : '{"totalTokens":10}');
        return;
      }
      const body = JSON.parse(text) as Json;
      const tools = dialect.tools(body);
      const results = dialect.results(body);
      if (tools.length > 0)
        requests.push({
          tools: tools.map(({ name }) => name),
          body: text,
          lastResult: JSON.stringify(results.at(-1) ?? ""),
          results: results.length,
        });
      dialect.reply(response, body, tools.length === 0 ? null : callFor(steps[results.length], tools), path);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    script: (next) => {
      steps = next;
      requests.length = 0;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** null: the script has ended, or the host does not offer what it asks for. */
function callFor(step: Step | undefined, tools: readonly Tool[]): Call | null {
  if (step === undefined) return null;
  const tool = tools.find(({ name, ...more }) =>
    "shell" in step ? SHELL.test(name) : step.tool.test([(more as { namespace?: string }).namespace, name].filter(Boolean).join("__")),
  );
  if (tool === undefined) return null;
  const args = "shell" in step ? shellArgs(tool.schema, step.shell) : step.args;
  return { ...("namespace" in tool ? { namespace: tool.namespace } : {}), name: tool.name, args };
}

/** The command goes where the schema has it; what else is required gets something that fits. */
function shellArgs(schema: Json | undefined, command: string): Json {
  const fields = (schema?.["properties"] ?? {}) as Record<string, Json>;
  const name = ["command", "cmd", "script"].find((each) => each in fields) ?? "command";
  const rest = ((schema?.["required"] ?? []) as string[])
    .filter((each) => each !== name)
    .map((each) => {
      const type = fields[each]?.["type"];
      return [each, type === "number" || type === "integer" ? 10_000 : type === "boolean" ? false : type === "array" ? [] : "scripted"];
    });
  return { [name]: fields[name]?.["type"] === "array" ? ["bash", "-lc", command] : command, ...Object.fromEntries(rest) };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
