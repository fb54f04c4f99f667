// pi: `~/.pi/agent/sessions/--FOLDER--/TIME_ID.jsonl`, version 3: a tree by id and parentId behind a header.

import type { AdoptedStep, Translator } from "../../activity/originals.ts";
import type { Part } from "../../schema/index.ts";
import * as piece from "./foreignValues.ts";

const BOOKS = new Set(["model_change", "thinking_level_change", "usage", "custom", "label", "context_edit", "leaf", "session_info"]);

const COUNTS = { fresh: "input", output: "output", read: "cacheRead", write: "cacheWrite" };

export function piTranslator(): Translator {
  const about: Translator["about"] = {};
  return {
    about,
    take(value, line) {
      const type = String(value["type"] ?? "");
      const id = piece.string(value["id"]);
      const parent = piece.string(value["parentId"]) ?? null;
      const spot: piece.Spot = {
        key: id ?? `line:${line}`,
        ts: piece.time(value["timestamp"]),
        line,
        parent: id === undefined || value["parentId"] === undefined ? undefined : parent,
      };
      if (type === "session") {
        learn(about, value);
        return "nothing";
      }
      const place: AdoptedStep[] = id === undefined ? [] : [{ kind: "alias", key: id, parent }];
      const title = type === "session_info" ? piece.titleStep(value["name"]) : "nothing";
      if (title !== "nothing") return [...place, ...title];
      const made = fromEntry(type, value);
      if (made === "unknown") return BOOKS.has(type) ? place : { unknown: place };
      return [piece.step(spot, made)];
    },
    end: () => [],
  };
}

function learn(about: Translator["about"], value: piece.Value): void {
  about.cwd ??= piece.string(value["cwd"]);
  about.createdAt ??= piece.time(value["timestamp"]) ?? undefined;
  about.parent ??= piece.string(value["parentSession"]);
}

function fromEntry(type: string, value: piece.Value): piece.Value | "unknown" {
  switch (type) {
    case "message":
      return fromMessage(piece.object(value["message"]));
    case "compaction":
      return piece.compactDraft(String(value["summary"] ?? ""));
    case "branch_summary":
      return piece.noticeDraft(String(value["summary"] ?? ""), { type });
    case "custom_message":
      return piece.noticeDraft(piece.wordsOf(partsOf(value["content"])), { type: String(value["customType"] ?? type) });
    default:
      return "unknown";
  }
}

function fromMessage(message: piece.Value): piece.Value | "unknown" {
  const parts = partsOf(message["content"]);
  switch (message["role"]) {
    case "user":
      return piece.userDraft(parts);
    case "assistant":
      return piece.assistantDraft(parts, message["model"], piece.usageOf(message["usage"], COUNTS));
    case "toolResult":
      return piece.resultDraft({
        id: message["toolCallId"],
        name: message["toolName"],
        content: parts,
        failed: message["isError"] === true,
      });
    // A command that the person ran themselves, with `!`.
    case "bashExecution":
      return piece.noticeDraft(`$ ${String(message["command"] ?? "")}\n${String(message["output"] ?? "")}`, { type: "bashExecution" });
    case "system":
      return piece.noticeDraft(
        Object.values(piece.object(message["sections"]))
          .filter((each) => typeof each === "string")
          .join("\n\n"),
        { type: "system" },
      );
    case "custom":
    case "branchSummary":
    case "compactionSummary":
      return piece.noticeDraft(piece.wordsOf(parts), { type: String(message["role"]) });
    default:
      return "unknown";
  }
}

function partsOf(content: unknown): Part[] {
  if (typeof content === "string") return content === "" ? [] : [piece.textPart(content)];
  return piece.list(content).map((each): Part => {
    const block = piece.object(each);
    if (block["type"] === "text") return piece.textPart(String(block["text"] ?? ""));
    if (block["type"] === "thinking") return piece.thoughtPart(String(block["thinking"] ?? ""));
    if (block["type"] === "toolCall") return piece.callPart(block["id"], block["name"], block["arguments"]);
    return piece.hostPart(block);
  });
}
