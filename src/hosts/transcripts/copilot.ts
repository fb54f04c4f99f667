// Copilot CLI: `~/.copilot/session-state/ID/events.jsonl`, one event a line. Its parentId only tells what came before, also between
// agents that work side by side; so an agent's events hang behind the last of the same agent.

import type { AdoptedStep, Translator } from "../../activity/originals.ts";
import type { Part } from "../../schema/index.ts";
import {
  assistantDraft,
  callPart,
  compactDraft,
  count,
  list,
  mediaPart,
  noticeDraft,
  object,
  resultDraft,
  type Spot,
  stepsInLine,
  string,
  textPart,
  thoughtPart,
  time,
  type Usage,
  usageOf,
  userDraft,
  type Value,
} from "./pieces.ts";

/** Events that keep the program's own books; what the model said in parts comes again as a whole. */
const BOOKS = new Set(
  "session assistant tool hook permission mcp command subagent skill model workflow external_tool user_input elicitation abort".split(" "),
);

/** What the lines before told that a later one needs. */
interface Seen {
  readonly tools: Map<string, string>;
  readonly usage: Map<string, Usage | undefined>;
}

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
      const data = object(value["data"]);
      learn(about, type, data);
      if (type === "session.title_changed") return titled(data);
      if (type === "session.snapshot_rewind") return goBack(String(data["upToEventId"]));
      const drafts = draftsOf(type, data, seen);
      if (drafts.length === 0) return BOOKS.has(type.replace(/\..*/, "")) ? "nothing" : "unknown";
      const agent = string(value["agentId"]) ?? "";
      const key = string(value["id"]) ?? `line:${line}`;
      const spot: Spot = { key, ts: time(value["timestamp"]), line, parent: last.get(agent) ?? last.get("") ?? null, aside: agent !== "" };
      last.set(agent, key);
      if (agent === "") order.push(key);
      return stepsInLine(spot, drafts);
    },
    end: () => [],
  };
}

function learn(about: Translator["about"], type: string, data: Value): void {
  if (type !== "session.start") return;
  about.cwd ??= string(object(data["context"])["cwd"]);
  about.createdAt ??= time(data["startTime"]) ?? undefined;
  about.hostVersion ??= string(data["copilotVersion"]);
}

function titled(data: Value): readonly AdoptedStep[] | "nothing" {
  const title = string(data["title"]);
  return title === undefined ? "nothing" : [{ kind: "title", title }];
}

function draftsOf(type: string, data: Value, seen: Seen): Value[] {
  switch (type) {
    case "user.message":
      return fromUser(data);
    case "system.message":
    case "system.notification":
      return [noticeDraft(String(data["content"] ?? ""), { type })];
    case "session.usage_record":
      return noteUsage(object(data["usage"]), seen);
    case "assistant.message":
      return [fromAssistant(data, seen)];
    case "tool.execution_start":
      seen.tools.set(String(data["toolCallId"]), String(data["toolName"]));
      return [];
    case "tool.execution_complete":
      return [fromTool(data, seen)];
    case "session.compaction_complete": {
      const summary = string(data["summaryContent"]);
      return summary === undefined ? [] : [compactDraft(summary)];
    }
    default:
      return [];
  }
}

/** `source`: a skill or another agent put it there, and autopilot goes on by itself; nobody typed that. */
function fromUser(data: Value): Value[] {
  const text = String(data["content"] ?? "");
  const source = string(data["source"]);
  if (data["isAutopilotContinuation"] === true || (source !== undefined && source !== "user"))
    return [noticeDraft(text, { type: source ?? "autopilot" })];
  const media = list(data["attachments"]).map((each): Part => mediaPart(`host_${String(object(each)["type"] ?? "file")}`, object(each)));
  return [userDraft([textPart(text), ...media])];
}

function noteUsage(usage: Value, seen: Seen): [] {
  const [read, write] = [count(usage["cacheReadTokens"]), count(usage["cacheWriteTokens"])];
  const tokens = { input: count(usage["inputTokens"]), output: count(usage["outputTokens"]), read, write };
  seen.usage.set(String(usage["apiCallId"]), usageOf(tokens, usage["apiCallId"]));
  return [];
}

function fromAssistant(data: Value, seen: Seen): Value {
  const thought = string(data["reasoningText"]);
  const said = string(data["content"]);
  const calls = list(data["toolRequests"]).map((each) => {
    const { toolCallId, name, arguments: args } = object(each);
    return callPart(toolCallId, name, args);
  });
  const parts = [...(thought === undefined ? [] : [thoughtPart(thought)]), ...(said === undefined ? [] : [textPart(said)]), ...calls];
  return assistantDraft(parts, data["model"], seen.usage.get(String(data["apiCallId"])));
}

/** A shell that ended with another code than 0 counts as done to the host. */
function fromTool(data: Value, seen: Seen): Value {
  const exit = object(data["shellExecution"])["exitCode"];
  const text = string(object(data["result"])["content"]) ?? string(object(data["error"])["message"]) ?? "";
  return resultDraft({
    id: data["toolCallId"],
    name: seen.tools.get(String(data["toolCallId"])),
    content: [textPart(text)],
    failed: data["success"] === false || (typeof exit === "number" && exit !== 0),
  });
}
