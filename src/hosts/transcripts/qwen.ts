// Qwen Code: `~/.qwen/projects/FOLDER/chats/SESSION.jsonl`, a tree by uuid and parentUuid with messages in Gemini's shape. Most lines
// of type system are the program's own books, but have a place in the tree.

import type { AdoptedStep, Translator } from "../../activity/originals.ts";
import { partsOf } from "./gemini.ts";
import {
  assistantDraft,
  compactDraft,
  count,
  list,
  noticeDraft,
  object,
  resultDraft,
  type Spot,
  stepsInLine,
  string,
  textPart,
  time,
  type Usage,
  usageOf,
  userDraft,
  type Value,
} from "./pieces.ts";

export function qwenTranslator(): Translator {
  const about: Translator["about"] = {};
  return {
    about,
    take(value, line) {
      learn(about, value);
      const type = String(value["type"] ?? "");
      const uuid = string(value["uuid"]);
      const parent = string(value["parentUuid"]) ?? null;
      const place: AdoptedStep[] = uuid === undefined ? [] : [{ kind: "alias", key: uuid, parent }];
      const title = string(object(value["systemPayload"])["customTitle"]);
      if (title !== undefined) return [...place, { kind: "title", title }];
      const drafts = draftsOf(type, value);
      if (drafts.length === 0) return TYPES.has(type) ? place : { unknown: place };
      const spot: Spot = {
        key: uuid ?? `line:${line}`,
        ts: time(value["timestamp"]),
        line,
        parent: uuid === undefined ? undefined : parent,
        aside: value["agentId"] !== undefined,
      };
      return stepsInLine(spot, drafts);
    },
    end: () => [],
  };
}

const TYPES = new Set(["user", "assistant", "tool_result", "system"]);

function learn(about: Translator["about"], value: Value): void {
  about.cwd ??= string(value["cwd"]);
  about.createdAt ??= time(value["timestamp"]) ?? undefined;
  about.hostVersion ??= string(value["version"]);
  about.parent ??= string(object(value["systemPayload"])["parentSessionId"]);
}

function draftsOf(type: string, value: Value): Value[] {
  const { parts } = object(value["message"]);
  switch (type) {
    case "user":
      return fromUser(value, parts);
    case "assistant": {
      const said = partsOf(parts);
      return said.length === 0 ? [] : [assistantDraft(said, value["model"], tokensOf(object(value["usageMetadata"]), value["uuid"]))];
    }
    case "tool_result":
      return list(parts).map((part) => fromResponse(object(object(part)["functionResponse"]), object(value["toolCallResult"])));
    case "system":
      return value["subtype"] === "chat_compression" ? [compactDraft(summaryOf(object(value["systemPayload"])))] : [];
    default:
      return [];
  }
}

/** Reminders, hooks and notices come as messages of the user's side too. */
function fromUser(value: Value, parts: unknown): Value[] {
  const { provenance } = value;
  const all = partsOf(parts);
  if (all.length === 0) return [];
  if (provenance === undefined || provenance === "real_user") return [userDraft(all)];
  return [noticeDraft(all.map((part) => String(part["text"] ?? "")).join("\n"), { type: String(provenance) })];
}

function fromResponse(response: Value, { status, resultDisplay }: Value): Value {
  const answer = object(response["response"]);
  const shown = object(resultDisplay);
  // What the model got is a form of eight lines; the program keeps the output by itself.
  const text = string(shown["output"]) ?? string(answer["output"]) ?? string(answer["error"]) ?? JSON.stringify(answer);
  const failed = answer["error"] !== undefined || status === "error" || status === "cancelled";
  return resultDraft({ id: response["id"], name: response["name"], content: [textPart(text)], failed });
}

function tokensOf(usage: Value, answer: unknown): Usage | undefined {
  const output = count(usage["candidatesTokenCount"]) + count(usage["thoughtsTokenCount"]);
  const read = count(usage["cachedContentTokenCount"]);
  return usageOf({ input: count(usage["promptTokenCount"]), output, read, write: 0 }, answer);
}

function summaryOf(payload: Value): string {
  return list(payload["compressedHistory"])
    .flatMap((each) => partsOf(object(each)["parts"]))
    .map((part) => String(part["text"] ?? ""))
    .filter((text) => text !== "")
    .join("\n\n");
}
