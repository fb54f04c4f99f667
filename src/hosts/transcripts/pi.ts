// pi: `~/.pi/agent/sessions/--FOLDER--/TIME_ID.jsonl`, version 3: a tree by id and parentId behind a header.

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
  step,
  string,
  textPart,
  thoughtPart,
  time,
  type Usage,
  usageOf,
  userDraft,
  type Value,
} from "./pieces.ts";

const BOOKS = new Set(["model_change", "thinking_level_change", "usage", "custom", "label", "context_edit", "leaf"]);

export function piTranslator(): Translator {
  const about: Translator["about"] = {};
  return {
    about,
    take(value, line) {
      const type = String(value["type"] ?? "");
      const id = string(value["id"]);
      const parent = string(value["parentId"]) ?? null;
      const spot: Spot = {
        key: id ?? `line:${line}`,
        ts: time(value["timestamp"]),
        line,
        parent: id === undefined || value["parentId"] === undefined ? undefined : parent,
      };
      if (type === "session") {
        learn(about, value);
        return "nothing";
      }
      const made = fromEntry(type, value);
      const place: AdoptedStep[] = id === undefined ? [] : [{ kind: "alias", key: id, parent }];
      if (made === "unknown") return BOOKS.has(type) ? place : { unknown: place };
      if (made === "nothing") return place;
      return made.title === undefined ? [step(spot, made.draft)] : [...place, { kind: "title", title: made.title }];
    },
    end: () => [],
  };
}

function learn(about: Translator["about"], value: Value): void {
  about.cwd ??= string(value["cwd"]);
  about.createdAt ??= time(value["timestamp"]) ?? undefined;
  about.parent ??= string(value["parentSession"]);
}

type Made = { readonly draft: Value; readonly title?: string } | "nothing" | "unknown";

function fromEntry(type: string, value: Value): Made {
  const made = (draft: Value): Made => ({ draft });
  switch (type) {
    case "message":
      return fromMessage(object(value["message"]));
    case "compaction":
      return made(compactDraft(String(value["summary"] ?? "")));
    case "branch_summary":
      return made(noticeDraft(String(value["summary"] ?? ""), { type }));
    case "custom_message":
      return made(
        noticeDraft(
          partsOf(value["content"])
            .map((part) => String(part["text"] ?? ""))
            .join("\n"),
          { type: String(value["customType"] ?? type) },
        ),
      );
    case "session_info": {
      const title = string(value["name"]);
      return title === undefined ? "nothing" : { draft: {}, title };
    }
    default:
      return "unknown";
  }
}

function tokensOf(usage: Value): Usage | undefined {
  const [read, write] = [count(usage["cacheRead"]), count(usage["cacheWrite"])];
  return usageOf({ input: count(usage["input"]) + read + write, output: count(usage["output"]), read, write });
}

function fromMessage(message: Value): Made {
  const made = (draft: Value): Made => ({ draft });
  const parts = partsOf(message["content"]);
  switch (message["role"]) {
    case "user":
      return made(userDraft(parts));
    case "assistant":
      return made(assistantDraft(parts, message["model"], tokensOf(object(message["usage"]))));
    case "toolResult":
      return made(
        resultDraft({ id: message["toolCallId"], name: message["toolName"], content: parts, failed: message["isError"] === true }),
      );
    // A command that the person ran themselves, with `!`.
    case "bashExecution":
      return made(noticeDraft(`$ ${String(message["command"] ?? "")}\n${String(message["output"] ?? "")}`, { type: "bashExecution" }));
    case "system":
      return made(
        noticeDraft(
          Object.values(object(message["sections"]))
            .filter((each) => typeof each === "string")
            .join("\n\n"),
          { type: "system" },
        ),
      );
    case "custom":
    case "branchSummary":
    case "compactionSummary":
      return made(noticeDraft(parts.map((part) => String(part["text"] ?? "")).join("\n"), { type: String(message["role"]) }));
    default:
      return "unknown";
  }
}

function partsOf(content: unknown): Part[] {
  if (typeof content === "string") return content === "" ? [] : [textPart(content)];
  return list(content).map((each): Part => {
    const block = object(each);
    if (block["type"] === "text") return textPart(String(block["text"] ?? ""));
    if (block["type"] === "thinking") return thoughtPart(String(block["thinking"] ?? ""));
    if (block["type"] === "toolCall") return callPart(block["id"], block["name"], block["arguments"]);
    return mediaPart(`host_${String(block["type"] ?? "block")}`, block);
  });
}
