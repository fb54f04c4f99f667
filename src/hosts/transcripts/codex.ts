// Codex: `$CODEX_HOME/sessions/YYYY/MM/DD/rollout-TIME-ID.jsonl`, lines {timestamp, type, payload}. `response_item` is
// what the model got and said; `event_msg` tells the same again for the screen. Early versions wrote the items bare.

import { either, objectIn, wordSet } from "../../base/index.ts";
import type { AdoptedStep, Translator } from "../../activity/originals.ts";
import type { Part } from "../../schema/index.ts";
import * as piece from "./foreignValues.ts";

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
      const payload = piece.object(value["payload"]);
      const spot: piece.Spot = { key: `line:${line}`, ts: piece.time(value["timestamp"]), line };
      const type = String(value["type"] ?? "");
      if (type === "session_meta") {
        learn(about, payload);
        return "nothing";
      }
      if (type === "response_item") return fromItem(payload, spot, tools);
      if (type === "compacted")
        return [piece.step(spot, piece.compactDraft(piece.string(payload["message"]) ?? "(the host kept no text of its summary)"))];
      if (type === "event_msg" && payload["type"] === "thread_name_updated")
        return piece.titleStep(piece.string(payload["thread_name"]) ?? payload["name"]);
      if (BOOKS.has(type)) return "nothing";
      if (ITEMS.has(type)) return fromItem(value, spot, tools);
      if (value["record_type"] !== undefined) return "nothing";
      if (type === "" && piece.string(value["id"]) !== undefined && piece.time(value["timestamp"]) !== null) {
        learn(about, value);
        return "nothing";
      }
      return "unknown";
    },
    end: () => [],
  };
}

function learn(about: Translator["about"], meta: piece.Value): void {
  about.cwd ??= piece.string(meta["cwd"]);
  about.createdAt ??= piece.time(meta["timestamp"]) ?? undefined;
  about.hostVersion ??= piece.string(meta["cli_version"]);
  about.parent ??= piece.string(meta["forked_from_id"]) ?? piece.string(meta["parent_thread_id"]);
}

function fromItem(item: piece.Value, spot: piece.Spot, tools: Map<string, string>): readonly AdoptedStep[] | "nothing" | "unknown" {
  switch (item["type"]) {
    case "message":
      return [piece.step(spot, fromMessage(item))];
    case "reasoning":
      return fromReasoning(item, spot);
    case "function_call":
    case "custom_tool_call":
      tools.set(String(item["call_id"]), String(item["name"]));
      return [piece.step(spot, piece.assistantDraft([piece.callPart(item["call_id"], item["name"], item["arguments"] ?? item["input"])]))];
    case "local_shell_call":
      return fromShellCall(item, spot, tools);
    case "web_search_call":
      return [piece.step(spot, piece.assistantDraft([piece.callPart(item["id"], "web_search", piece.object(item["action"]))]))];
    case "function_call_output":
    case "custom_tool_call_output":
      return [piece.step(spot, fromOutput(item, tools))];
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

function fromShellCall(item: piece.Value, spot: piece.Spot, tools: Map<string, string>): readonly AdoptedStep[] {
  tools.set(String(item["call_id"]), "local_shell");
  return [
    piece.step(spot, piece.assistantDraft([piece.callPart(item["call_id"] ?? item["id"], "local_shell", piece.object(item["action"]))])),
  ];
}

function fromReasoning(item: piece.Value, spot: piece.Spot): readonly AdoptedStep[] | "nothing" {
  const thought = piece.wordsIn(item["summary"]);
  return thought === "" ? "nothing" : [piece.step(spot, piece.assistantDraft([piece.thoughtPart(thought)]))];
}

function fromMessage(item: piece.Value): piece.Value {
  const parts = piece.list(item["content"]).map((each): Part => {
    const block = piece.object(each);
    const text = piece.string(block["text"]);
    return text === undefined ? piece.hostPart(block) : piece.textPart(text);
  });
  const text = parts.map((part) => String(part["text"] ?? "")).join("\n\n");
  if (item["role"] === "assistant") return piece.assistantDraft(parts);
  // What the program puts into the user's mouth: instructions and surroundings.
  const isTyped = item["role"] === "user" && !PUT_THERE.test(text);
  return isTyped ? piece.userDraft(parts) : piece.noticeDraft(text, { type: String(item["role"] ?? "") });
}

function fromOutput(item: piece.Value, tools: ReadonlyMap<string, string>): piece.Value {
  const { output } = item;
  const plain = typeof output === "string" ? output : (piece.string(piece.object(output)["content"]) ?? "");
  const wrapped = unwrap(plain);
  const blocks = piece.list(output).length > 0 ? piece.list(output) : piece.list(piece.object(output)["content"]);
  const content =
    blocks.length === 0
      ? [piece.textPart(wrapped.text)]
      : blocks.map((each): Part =>
          piece.string(piece.object(each)["text"]) === undefined
            ? piece.mediaPart(`host_${String(piece.object(each)["type"])}`, piece.object(each))
            : piece.textPart(String(piece.object(each)["text"])),
        );
  const code = wrapped.exit ?? /^(?:Process exited with code|Exit code:) (-?\d+)/m.exec(plain.slice(0, 400))?.[1];
  const failed = piece.object(output)["success"] === false || (code !== undefined && Number(code) !== 0);
  return piece.resultDraft({ id: item["call_id"], name: tools.get(String(item["call_id"])), content, failed });
}

const PUT_THERE = new RegExp(
  String.raw`^\s*(?:# AGENTS\.md instructions|<(?:${either`
  environment_context, user_instructions, INSTRUCTIONS, turn_aborted, subagent_notification, skill
`})\b)`,
);

/** Earlier versions: {"output":"…","metadata":{"exit_code":1}} as JSON in the string. */
function unwrap(plain: string): { text: string; exit?: string } {
  const value = plain.startsWith('{"output"') ? objectIn(plain) : null;
  if (value === null) return { text: plain };
  const exit = piece.object(value["metadata"])["exit_code"];
  return { text: String(value["output"] ?? ""), ...(typeof exit === "number" ? { exit: String(exit) } : {}) };
}
