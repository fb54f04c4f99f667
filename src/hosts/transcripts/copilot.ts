// Copilot CLI: `~/.copilot/session-state/ID/events.jsonl`, one event a line. Its parentId only tells what came before, also between
// agents that work side by side; so an agent's events hang behind the last of the same agent.

import { wordSet } from "../../base/index.ts";
import type { Translator } from "../../activity/originals.ts";
import * as piece from "./foreignValues.ts";

/** Events that keep the program's own books; what the model said in parts comes again as a whole. */
const BOOKS = wordSet(
  "session assistant tool hook permission mcp command subagent skill model workflow external_tool user_input elicitation abort",
);

/** What the lines before told that a later one needs. */
interface Seen {
  readonly tools: Map<string, string>;
  readonly usage: Map<string, piece.Usage | undefined>;
}

const COUNTS = { fresh: "inputTokens", all: true, output: "outputTokens", read: "cacheReadTokens", write: "cacheWriteTokens" } as const;

export function copilotTranslator(): Translator {
  const about: Translator["about"] = {};
  const seen: Seen = { tools: new Map(), usage: new Map() };
  const last = new Map<string, string>();
  /** The main agent's, in their order, for going back. */
  const order: string[] = [];

  const goBack = (first: string): "nothing" => {
    const at = order.indexOf(first);
    if (at === -1) return "nothing";
    order.length = at;
    const before = order.at(-1);
    if (before === undefined) last.delete("");
    else last.set("", before);
    return "nothing";
  };

  return {
    about,
    take(value, line) {
      const type = String(value["type"] ?? "");
      const data = piece.object(value["data"]);
      learn(about, type, data);
      if (type === "session.title_changed") return piece.titleStep(data["title"]);
      if (type === "session.snapshot_rewind") return goBack(String(data["upToEventId"]));
      const drafts = draftsOf(type, data, seen);
      if (drafts.length === 0) return BOOKS.has(type.replace(/\..*/, "")) ? "nothing" : "unknown";
      const agent = piece.string(value["agentId"]) ?? "";
      const key = piece.string(value["id"]) ?? `line:${line}`;
      const spot: piece.Spot = {
        key,
        ts: piece.time(value["timestamp"]),
        line,
        parent: last.get(agent) ?? last.get("") ?? null,
        aside: agent !== "",
      };
      last.set(agent, key);
      if (agent === "") order.push(key);
      return piece.stepsInLine(spot, drafts);
    },
    end: () => [],
  };
}

function learn(about: Translator["about"], type: string, data: piece.Value): void {
  if (type !== "session.start") return;
  about.cwd ??= piece.string(piece.object(data["context"])["cwd"]);
  about.createdAt ??= piece.time(data["startTime"]) ?? undefined;
  about.hostVersion ??= piece.string(data["copilotVersion"]);
}

function draftsOf(type: string, data: piece.Value, seen: Seen): piece.Value[] {
  switch (type) {
    case "user.message":
      return fromUser(data);
    case "system.message":
    case "system.notification":
      return [piece.noticeDraft(String(data["content"] ?? ""), { type })];
    case "session.usage_record":
      return noteUsage(piece.object(data["usage"]), seen);
    case "assistant.message":
      return [fromAssistant(data, seen)];
    case "tool.execution_start":
      seen.tools.set(String(data["toolCallId"]), String(data["toolName"]));
      return [];
    case "tool.execution_complete":
      return [fromTool(data, seen)];
    case "session.compaction_complete": {
      const summary = piece.string(data["summaryContent"]);
      return summary === undefined ? [] : [piece.compactDraft(summary)];
    }
    default:
      return [];
  }
}

/** `source`: a skill or another agent put it there, and autopilot goes on by itself; nobody typed that. */
function fromUser(data: piece.Value): piece.Value[] {
  const text = String(data["content"] ?? "");
  const source = piece.string(data["source"]);
  if (data["isAutopilotContinuation"] === true || (source !== undefined && source !== "user"))
    return [piece.noticeDraft(text, { type: source ?? "autopilot" })];
  const media = piece.list(data["attachments"]).map((each) => piece.hostPart(piece.object(each), "file"));
  return [piece.userDraft([piece.textPart(text), ...media])];
}

function noteUsage(usage: piece.Value, seen: Seen): [] {
  seen.usage.set(String(usage["apiCallId"]), piece.usageOf(usage, COUNTS, usage["apiCallId"]));
  return [];
}

function fromAssistant(data: piece.Value, seen: Seen): piece.Value {
  const thought = piece.string(data["reasoningText"]);
  const said = piece.string(data["content"]);
  const calls = piece.list(data["toolRequests"]).map((each) => {
    const { toolCallId, name, arguments: args } = piece.object(each);
    return piece.callPart(toolCallId, name, args);
  });
  const parts = [
    ...(thought === undefined ? [] : [piece.thoughtPart(thought)]),
    ...(said === undefined ? [] : [piece.textPart(said)]),
    ...calls,
  ];
  return piece.assistantDraft(parts, data["model"], seen.usage.get(String(data["apiCallId"])));
}

/** A shell that ended with another code than 0 counts as done to the host. */
function fromTool(data: piece.Value, seen: Seen): piece.Value {
  const exit = piece.object(data["shellExecution"])["exitCode"];
  const text = piece.string(piece.object(data["result"])["content"]) ?? piece.string(piece.object(data["error"])["message"]) ?? "";
  return piece.resultDraft({
    id: data["toolCallId"],
    name: seen.tools.get(String(data["toolCallId"])),
    content: [piece.textPart(text)],
    failed: data["success"] === false || (typeof exit === "number" && exit !== 0),
  });
}
