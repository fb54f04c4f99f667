// Claude Code: `~/.claude/projects/FOLDER/SESSION.jsonl`, one line for each block of a message, a tree by uuid and
// parentUuid. The format is not documented by its maker; this follows what is publicly known of it, and what it does
// not know it leaves to the original.

import { wordSet } from "../../base/index.ts";
import type { AdoptedStep, Translator } from "../../activity/originals.ts";
import type { Part } from "../../schema/index.ts";
import * as piece from "./foreignValues.ts";

/** Lines that keep the program's own books. */
const BOOKS = wordSet(
  "file-history-snapshot queue-operation progress last-prompt permission-mode agent-name agent-color pr-link mode",
  "worktree-state attribution-snapshot content-replacement tag file-history-delta bridge-session relocated",
);

/** Each block of an answer is a line, and each tells the usage of the whole answer. */
const COUNTS = { fresh: "input_tokens", output: "output_tokens", read: "cache_read_input_tokens", write: "cache_creation_input_tokens" };

export function claudeTranslator(): Translator {
  const about: Translator["about"] = {};
  const tools = new Map<string, string>();

  const learn = (value: piece.Value): void => {
    about.cwd ??= piece.string(value["cwd"]);
    about.createdAt ??= piece.time(value["timestamp"]) ?? undefined;
    about.hostVersion ??= piece.string(value["version"]);
    if (value["agentId"] !== undefined) about.parent ??= piece.string(value["sessionId"]);
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
          return piece.stepsInLine(spot, [piece.noticeDraft(JSON.stringify(value["attachment"] ?? {}), { type: "attachment" })]);
        case "custom-title":
        case "ai-title":
          return piece.titleStep(piece.string(value["customTitle"]) ?? piece.string(value["aiTitle"]) ?? value["title"]);
        // A summary that is in a file may be another session's: only the original keeps it.
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
function spotOf(value: piece.Value, line: number): piece.Spot {
  const uuid = piece.string(value["uuid"]);
  const parent = piece.string(value["parentUuid"]) ?? piece.string(value["logicalParentUuid"]) ?? null;
  return {
    key: uuid ?? `line:${line}`,
    parent: uuid === undefined ? undefined : parent,
    ts: piece.time(value["timestamp"]),
    line,
    aside: value["isSidechain"] === true && value["agentId"] === undefined,
  };
}

function fromUser(value: piece.Value, spot: piece.Spot, tools: ReadonlyMap<string, string>): AdoptedStep[] {
  const { content } = piece.object(value["message"]);
  if (value["isCompactSummary"] === true) return piece.stepsInLine(spot, [piece.compactDraft(plainText(content))]);
  if (value["isMeta"] === true) return piece.stepsInLine(spot, [piece.noticeDraft(plainText(content), { type: "meta" })]);
  const drafts: piece.Value[] = [];
  const words: Part[] = typeof content === "string" ? [piece.textPart(content)] : [];
  for (const each of piece.list(content)) {
    const block = piece.object(each);
    if (block["type"] !== "tool_result") words.push(wordOf(block));
    else
      drafts.push(
        piece.resultDraft({
          id: block["tool_use_id"],
          name: tools.get(String(block["tool_use_id"])),
          content: resultParts(block["content"]),
          failed: block["is_error"] === true,
        }),
      );
  }
  if (words.length > 0) drafts.push(piece.userDraft(words));
  return drafts.length === 0 ? [{ kind: "alias", key: spot.key, parent: spot.parent ?? null }] : piece.stepsInLine(spot, drafts);
}

function fromAssistant(value: piece.Value, spot: piece.Spot, tools: Map<string, string>): AdoptedStep[] {
  const message = piece.object(value["message"]);
  const parts = piece.list(message["content"]).map((each): Part => {
    const block = piece.object(each);
    if (block["type"] !== "tool_use" && block["type"] !== "server_tool_use" && block["type"] !== "mcp_tool_use") return wordOf(block);
    tools.set(String(block["id"]), String(block["name"]));
    return piece.callPart(block["id"], block["name"], block["input"]);
  });
  if (typeof message["content"] === "string") parts.push(piece.textPart(message["content"]));
  return piece.stepsInLine(spot, [piece.assistantDraft(parts, message["model"], piece.usageOf(message["usage"], COUNTS, message["id"]))]);
}

function fromSystem(value: piece.Value, spot: piece.Spot): AdoptedStep[] {
  const subtype = piece.string(value["subtype"]) ?? "system";
  // The summary follows in a line of its own; the border itself says nothing.
  if (subtype === "compact_boundary") return [{ kind: "alias", key: spot.key, parent: spot.parent ?? null }];
  return piece.stepsInLine(spot, [piece.noticeDraft(piece.string(value["content"]) ?? "", { type: subtype })]);
}

function wordOf(block: piece.Value): Part {
  switch (block["type"]) {
    case "text":
      return piece.textPart(String(block["text"] ?? ""));
    case "thinking":
      return piece.thoughtPart(String(block["thinking"] ?? ""));
    case "redacted_thinking":
      return piece.thoughtPart("");
    default:
      return piece.hostPart(block);
  }
}

function resultParts(content: unknown): Part[] {
  if (typeof content === "string") return [piece.textPart(content)];
  return piece.list(content).map((each) => wordOf(piece.object(each)));
}

function plainText(content: unknown): string {
  if (typeof content === "string") return content;
  return piece
    .list(content)
    .map((each) => piece.string(piece.object(each)["text"]) ?? "")
    .filter((text) => text !== "")
    .join("\n");
}
