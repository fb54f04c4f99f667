// Claude Code: `~/.claude/projects/FOLDER/SESSION.jsonl`, one line for each block of a message, a tree by uuid and
// parentUuid. The format is not documented by its maker; this follows what is publicly known of it, and what it does
// not know it leaves to the original.

import { wordSet } from "../../base/index.ts";
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
  userDraft,
  type Usage,
  usageOf,
  type Value,
} from "./pieces.ts";

/** Lines that keep the program's own books. */
const BOOKS = wordSet(
  "file-history-snapshot queue-operation progress last-prompt permission-mode agent-name agent-color pr-link mode",
  "worktree-state attribution-snapshot content-replacement tag file-history-delta bridge-session relocated",
);

export function claudeTranslator(): Translator {
  const about: Translator["about"] = {};
  const tools = new Map<string, string>();

  const learn = (value: Value): void => {
    about.cwd ??= string(value["cwd"]);
    about.createdAt ??= time(value["timestamp"]) ?? undefined;
    about.hostVersion ??= string(value["version"]);
    if (value["agentId"] !== undefined) about.parent ??= string(value["sessionId"]);
  };

  return {
    about,
    take(value, line) {
      learn(value);
      const spot = spotOf(value, line);
      switch (value["type"]) {
        case "user":
          return fromUser(value, spot, tools);
        case "assistant":
          return fromAssistant(value, spot, tools);
        case "system":
          return fromSystem(value, spot);
        case "attachment":
          return stepsInLine(spot, [noticeDraft(JSON.stringify(value["attachment"] ?? {}), { type: "attachment" })]);
        case "custom-title":
        case "ai-title":
          return titled(string(value["customTitle"]) ?? string(value["aiTitle"]) ?? string(value["title"]));
        // A summary that stands in a file may be another session's: only the original keeps it.
        case "summary":
          return "nothing";
        default: {
          const { key, parent } = spot;
          const place: AdoptedStep[] = parent === undefined ? [] : [{ kind: "alias", key, parent }];
          return BOOKS.has(String(value["type"])) ? place : { unknown: place };
        }
      }
    },
    end: () => [],
  };
}

/** A line without an id of its own has no parent either. */
function spotOf(value: Value, line: number): Spot {
  const uuid = string(value["uuid"]);
  const parent = string(value["parentUuid"]) ?? string(value["logicalParentUuid"]) ?? null;
  return {
    key: uuid ?? `line:${line}`,
    parent: uuid === undefined ? undefined : parent,
    ts: time(value["timestamp"]),
    line,
    aside: value["isSidechain"] === true && value["agentId"] === undefined,
  };
}

function titled(title: string | undefined): readonly AdoptedStep[] | "nothing" {
  return title === undefined ? "nothing" : [{ kind: "title", title }];
}

function fromUser(value: Value, spot: Spot, tools: ReadonlyMap<string, string>): AdoptedStep[] {
  const { content } = object(value["message"]);
  if (value["isCompactSummary"] === true) return stepsInLine(spot, [compactDraft(plainText(content))]);
  if (value["isMeta"] === true) return stepsInLine(spot, [noticeDraft(plainText(content), { type: "meta" })]);
  const drafts: Value[] = [];
  const words: Part[] = typeof content === "string" ? [textPart(content)] : [];
  for (const each of list(content)) {
    const block = object(each);
    if (block["type"] !== "tool_result") words.push(wordOf(block));
    else
      drafts.push(
        resultDraft({
          id: block["tool_use_id"],
          name: tools.get(String(block["tool_use_id"])),
          content: resultParts(block["content"]),
          failed: block["is_error"] === true,
        }),
      );
  }
  if (words.length > 0) drafts.push(userDraft(words));
  return drafts.length === 0 ? [{ kind: "alias", key: spot.key, parent: spot.parent ?? null }] : stepsInLine(spot, drafts);
}

function fromAssistant(value: Value, spot: Spot, tools: Map<string, string>): AdoptedStep[] {
  const message = object(value["message"]);
  const parts = list(message["content"]).map((each): Part => {
    const block = object(each);
    if (block["type"] !== "tool_use" && block["type"] !== "server_tool_use" && block["type"] !== "mcp_tool_use") return wordOf(block);
    tools.set(String(block["id"]), String(block["name"]));
    return callPart(block["id"], block["name"], block["input"]);
  });
  if (typeof message["content"] === "string") parts.push(textPart(message["content"]));
  return stepsInLine(spot, [assistantDraft(parts, message["model"], tokensOf(object(message["usage"]), message["id"]))]);
}

/** Each block of an answer is a line, and each tells the usage of the whole answer. */
function tokensOf(usage: Value, answer: unknown): Usage | undefined {
  const [read, write] = [count(usage["cache_read_input_tokens"]), count(usage["cache_creation_input_tokens"])];
  return usageOf({ input: count(usage["input_tokens"]) + read + write, output: count(usage["output_tokens"]), read, write }, answer);
}

function fromSystem(value: Value, spot: Spot): AdoptedStep[] {
  const subtype = string(value["subtype"]) ?? "system";
  // The summary follows in a line of its own; the border itself says nothing.
  if (subtype === "compact_boundary") return [{ kind: "alias", key: spot.key, parent: spot.parent ?? null }];
  return stepsInLine(spot, [noticeDraft(string(value["content"]) ?? "", { type: subtype })]);
}

function wordOf(block: Value): Part {
  switch (block["type"]) {
    case "text":
      return textPart(String(block["text"] ?? ""));
    case "thinking":
      return thoughtPart(String(block["thinking"] ?? ""));
    case "redacted_thinking":
      return thoughtPart("");
    default:
      return mediaPart(`host_${String(block["type"] ?? "block")}`, block);
  }
}

function resultParts(content: unknown): Part[] {
  if (typeof content === "string") return [textPart(content)];
  return list(content).map((each) => wordOf(object(each)));
}

function plainText(content: unknown): string {
  if (typeof content === "string") return content;
  return list(content)
    .map((each) => string(object(each)["text"]) ?? "")
    .filter((text) => text !== "")
    .join("\n");
}
