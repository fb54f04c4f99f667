// Codex: `$CODEX_HOME/sessions/YYYY/MM/DD/rollout-TIME-ID.jsonl`, lines {timestamp, type, payload}. `response_item` is
// what the model got and said; `event_msg` tells the same again for the screen. Early versions wrote the items bare.

import { wordSet } from "../../base/index.ts";
import type { AdoptedStep, Translator } from "../../activity/originals.ts";
import type { Part } from "../../schema/index.ts";
import {
  assistantDraft,
  callPart,
  compactDraft,
  list,
  mediaPart,
  noticeDraft,
  object,
  resultDraft,
  type Spot,
  step,
  string,
  textPart,
  thoughtPart,
  time,
  userDraft,
  type Value,
} from "./pieces.ts";

const BOOKS = new Set(["event_msg", "turn_context", "world_state", "token_usage_record", "inter_agent_communication", "session_state"]);
const ITEMS = wordSet(
  "message reasoning function_call function_call_output custom_tool_call custom_tool_call_output local_shell_call",
  "web_search_call tool_search_call ghost_snapshot compaction compaction_trigger other",
);

export function codexTranslator(): Translator {
  const about: Translator["about"] = {};
  const tools = new Map<string, string>();
  return {
    about,
    take(value, line) {
      const payload = object(value["payload"]);
      const spot: Spot = { key: `line:${line}`, ts: time(value["timestamp"]), line };
      const type = String(value["type"] ?? "");
      if (type === "session_meta") {
        learn(about, payload);
        return "nothing";
      }
      if (type === "response_item") return fromItem(payload, spot, tools);
      if (type === "compacted") return [step(spot, compactDraft(string(payload["message"]) ?? "(the host kept no text of its summary)"))];
      if (type === "event_msg" && payload["type"] === "thread_name_updated") return titled(payload);
      if (BOOKS.has(type)) return "nothing";
      if (ITEMS.has(type)) return fromItem(value, spot, tools);
      if (value["record_type"] !== undefined) return "nothing";
      if (type === "" && string(value["id"]) !== undefined && time(value["timestamp"]) !== null) {
        learn(about, value);
        return "nothing";
      }
      return "unknown";
    },
    end: () => [],
  };
}

function learn(about: Translator["about"], meta: Value): void {
  about.cwd ??= string(meta["cwd"]);
  about.createdAt ??= time(meta["timestamp"]) ?? undefined;
  about.hostVersion ??= string(meta["cli_version"]);
  about.parent ??= string(meta["forked_from_id"]) ?? string(meta["parent_thread_id"]);
}

function titled(payload: Value): readonly AdoptedStep[] | "nothing" {
  const title = string(payload["thread_name"]) ?? string(payload["name"]);
  return title === undefined ? "nothing" : [{ kind: "title", title }];
}

function fromItem(item: Value, spot: Spot, tools: Map<string, string>): readonly AdoptedStep[] | "nothing" | "unknown" {
  switch (item["type"]) {
    case "message":
      return [step(spot, fromMessage(item))];
    case "reasoning":
      return fromReasoning(item, spot);
    case "function_call":
    case "custom_tool_call":
      tools.set(String(item["call_id"]), String(item["name"]));
      return [step(spot, assistantDraft([callPart(item["call_id"], item["name"], item["arguments"] ?? item["input"])]))];
    case "local_shell_call":
      return fromShellCall(item, spot, tools);
    case "web_search_call":
      return [step(spot, assistantDraft([callPart(item["id"], "web_search", object(item["action"]))]))];
    case "function_call_output":
    case "custom_tool_call_output":
      return [step(spot, fromOutput(item, tools))];
    case "ghost_snapshot":
    case "compaction":
    case "compaction_trigger":
    case "tool_search_call":
    case "tool_search_output":
      return "nothing";
    default:
      return "unknown";
  }
}

function fromShellCall(item: Value, spot: Spot, tools: Map<string, string>): readonly AdoptedStep[] {
  tools.set(String(item["call_id"]), "local_shell");
  return [step(spot, assistantDraft([callPart(item["call_id"] ?? item["id"], "local_shell", object(item["action"]))]))];
}

function fromReasoning(item: Value, spot: Spot): readonly AdoptedStep[] | "nothing" {
  const thought = list(item["summary"])
    .map((each) => string(object(each)["text"]) ?? "")
    .join("\n");
  return thought === "" ? "nothing" : [step(spot, assistantDraft([thoughtPart(thought)]))];
}

function fromMessage(item: Value): Value {
  const parts = list(item["content"]).map((each): Part => {
    const block = object(each);
    const text = string(block["text"]);
    return text === undefined ? mediaPart(`host_${String(block["type"] ?? "block")}`, block) : textPart(text);
  });
  const text = parts.map((part) => String(part["text"] ?? "")).join("\n\n");
  if (item["role"] === "assistant") return assistantDraft(parts);
  // What the program puts into the user's mouth: instructions and surroundings.
  const isTyped =
    item["role"] === "user" &&
    !/^\s*(?:# AGENTS\.md instructions|<(?:environment_context|user_instructions|INSTRUCTIONS|turn_aborted|subagent_notification|skill)\b)/.test(
      text,
    );
  return isTyped ? userDraft(parts) : noticeDraft(text, { type: String(item["role"] ?? "") });
}

function fromOutput(item: Value, tools: ReadonlyMap<string, string>): Value {
  const { output } = item;
  const plain = typeof output === "string" ? output : (string(object(output)["content"]) ?? "");
  const wrapped = unwrap(plain);
  const blocks = list(output).length > 0 ? list(output) : list(object(output)["content"]);
  const content =
    blocks.length === 0
      ? [textPart(wrapped.text)]
      : blocks.map((each): Part =>
          string(object(each)["text"]) === undefined
            ? mediaPart(`host_${String(object(each)["type"])}`, object(each))
            : textPart(String(object(each)["text"])),
        );
  const code = wrapped.exit ?? /^(?:Process exited with code|Exit code:) (-?\d+)/m.exec(plain.slice(0, 400))?.[1];
  const failed = object(output)["success"] === false || (code !== undefined && Number(code) !== 0);
  return resultDraft({ id: item["call_id"], name: tools.get(String(item["call_id"])), content, failed });
}

/** Earlier versions: {"output":"…","metadata":{"exit_code":1}} as JSON in the string. */
function unwrap(plain: string): { text: string; exit?: string } {
  if (!plain.startsWith('{"output"')) return { text: plain };
  try {
    const value = object(JSON.parse(plain));
    const exit = object(value["metadata"])["exit_code"];
    return { text: String(value["output"] ?? ""), ...(typeof exit === "number" ? { exit: String(exit) } : {}) };
  } catch {
    // A tool whose output only looks like it.
    return { text: plain };
  }
}
