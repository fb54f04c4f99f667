// Qwen Code: `~/.qwen/projects/FOLDER/chats/SESSION.jsonl`, a tree by uuid and parentUuid with messages in Gemini's shape. Most lines
// of type system are the program's own books, but have a place in the tree.

import type { AdoptedStep, Translator } from "../../activity/originals.ts";
import { partsOf } from "./gemini.ts";
import * as piece from "./foreignValues.ts";

const COUNTS = {
  fresh: "promptTokenCount",
  all: true,
  output: "candidatesTokenCount",
  thoughts: "thoughtsTokenCount",
  read: "cachedContentTokenCount",
} as const;

export function qwenTranslator(): Translator {
  const about: Translator["about"] = {};
  return {
    about,
    take(value, line) {
      learn(about, value);
      const type = String(value["type"] ?? "");
      const uuid = piece.string(value["uuid"]);
      const parent = piece.string(value["parentUuid"]) ?? null;
      const place: AdoptedStep[] = uuid === undefined ? [] : [{ kind: "alias", key: uuid, parent }];
      const title = piece.string(piece.object(value["systemPayload"])["customTitle"]);
      if (title !== undefined) return [...place, { kind: "title", title }];
      const drafts = draftsOf(type, value);
      if (drafts.length === 0) return TYPES.has(type) ? place : { unknown: place };
      const spot: piece.Spot = {
        key: uuid ?? `line:${line}`,
        ts: piece.time(value["timestamp"]),
        line,
        parent: uuid === undefined ? undefined : parent,
        aside: value["agentId"] !== undefined,
      };
      return piece.stepsInLine(spot, drafts);
    },
    end: () => [],
  };
}

const TYPES = new Set(["user", "assistant", "tool_result", "system"]);

function learn(about: Translator["about"], value: piece.Value): void {
  about.cwd ??= piece.string(value["cwd"]);
  about.createdAt ??= piece.time(value["timestamp"]) ?? undefined;
  about.hostVersion ??= piece.string(value["version"]);
  about.parent ??= piece.string(piece.object(value["systemPayload"])["parentSessionId"]);
}

function draftsOf(type: string, value: piece.Value): piece.Value[] {
  const { parts } = piece.object(value["message"]);
  switch (type) {
    case "user":
      return fromUser(value, parts);
    case "assistant": {
      const said = partsOf(parts);
      return said.length === 0
        ? []
        : [piece.assistantDraft(said, value["model"], piece.usageOf(value["usageMetadata"], COUNTS, value["uuid"]))];
    }
    case "tool_result":
      return piece
        .list(parts)
        .map((part) => fromResponse(piece.object(piece.object(part)["functionResponse"]), piece.object(value["toolCallResult"])));
    case "system":
      return value["subtype"] === "chat_compression" ? [piece.compactDraft(summaryOf(piece.object(value["systemPayload"])))] : [];
    default:
      return [];
  }
}

/** Reminders, hooks and notices come as messages of the user's side too. */
function fromUser(value: piece.Value, parts: unknown): piece.Value[] {
  const { provenance } = value;
  const all = partsOf(parts);
  if (all.length === 0) return [];
  if (provenance === undefined || provenance === "real_user") return [piece.userDraft(all)];
  return [piece.noticeDraft(piece.wordsOf(all), { type: String(provenance) })];
}

function fromResponse(response: piece.Value, { status, resultDisplay }: piece.Value): piece.Value {
  const answer = piece.object(response["response"]);
  const shown = piece.object(resultDisplay);
  // What the model got is a form of eight lines; the program keeps the output by itself.
  const text = piece.string(shown["output"]) ?? piece.string(answer["output"]) ?? piece.string(answer["error"]) ?? JSON.stringify(answer);
  const failed = answer["error"] !== undefined || status === "error" || status === "cancelled";
  return piece.resultDraft({ id: response["id"], name: response["name"], content: [piece.textPart(text)], failed });
}

function summaryOf(payload: piece.Value): string {
  return piece
    .list(payload["compressedHistory"])
    .flatMap((each) => partsOf(piece.object(each)["parts"]))
    .map((part) => String(part["text"] ?? ""))
    .filter((text) => text !== "")
    .join("\n\n");
}
