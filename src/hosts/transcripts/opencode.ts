// OpenCode keeps sessions in a database (`opencode.db`: session, message, part, each with its data as JSON), older
// versions in one JSON file for each, and `opencode export` writes one JSON document. All three come here as lines
// {"table","row"}: the session, then each message followed by its parts.

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

interface Open {
  readonly info: Value;
  readonly line: number;
  readonly parts: Value[];
}

/** Parts that keep the program's own books. */
const BOOKS = new Set(["step-start", "step-finish", "snapshot", "patch", "retry", "compaction", "agent", "subtask"]);

export function opencodeTranslator(): Translator {
  const about: Translator["about"] = {};
  let open: Open | null = null;
  const settle = (): AdoptedStep[] => {
    const last = open;
    open = null;
    if (last === null) return [];
    const drafts = draftsOf(last);
    return drafts.length === 0
      ? []
      : stepsInLine({ key: String(last.info["id"]), ts: time(object(last.info["time"])["created"]), line: last.line }, drafts);
  };
  return {
    about,
    take(value, line) {
      const row = object(value["row"]);
      switch (value["table"]) {
        case "session": {
          about.cwd ??= string(row["directory"]);
          about.createdAt ??= time(row["time_created"] ?? object(row["time"])["created"]) ?? undefined;
          about.hostVersion ??= string(row["version"]);
          about.parent ??= string(row["parent_id"]) ?? string(row["parentID"]);
          const title = string(row["title"]);
          return title === undefined ? "nothing" : [{ kind: "title", title }];
        }
        case "message": {
          const before = settle();
          open = { info: { ...dataOf(row), id: row["id"] }, line, parts: [] };
          return before;
        }
        case "part": {
          const part = dataOf(row);
          const type = String(part["type"]);
          if (open === null) return "unknown";
          if (BOOKS.has(type)) return "nothing";
          if (!["text", "reasoning", "tool", "file"].includes(type)) return "unknown";
          open.parts.push(part);
          return "nothing";
        }
        default:
          return "unknown";
      }
    },
    end: settle,
  };
}

/** In the database the data stand as JSON in a column; elsewhere they are the record itself. */
function dataOf(row: Value): Value {
  if (typeof row["data"] !== "string") return row;
  try {
    return object(JSON.parse(row["data"]));
  } catch {
    // A row that its host could not read either; the original keeps it.
    return {};
  }
}

function draftsOf({ info, parts }: Open): Value[] {
  const text = (of: readonly Value[]) =>
    of
      .filter((part) => part["type"] === "text")
      .map((part) => String(part["text"] ?? ""))
      .join("\n");
  if (info["role"] === "user") {
    const made = parts.filter((part) => part["synthetic"] === true);
    const typed = parts.filter((part) => part["synthetic"] !== true);
    return [
      ...(typed.length === 0 ? [] : [userDraft(typed.map(partOf))]),
      ...(text(made) === "" ? [] : [noticeDraft(text(made), { type: "synthetic" })]),
    ];
  }
  if (info["summary"] === true) return [compactDraft(text(parts))];
  const said = parts.map(partOf);
  const results = parts.filter((part) => part["type"] === "tool").flatMap(resultOf);
  return said.length === 0 ? [] : [assistantDraft(said, info["modelID"], tokensOf(object(info["tokens"]))), ...results];
}

function tokensOf(tokens: Value): Usage | undefined {
  const cache = object(tokens["cache"]);
  const [read, write] = [count(cache["read"]), count(cache["write"])];
  const output = count(tokens["output"]) + count(tokens["reasoning"]);
  return usageOf({ input: count(tokens["input"]) + read + write, output, read, write });
}

function partOf(part: Value): Part {
  if (part["type"] === "text") return textPart(String(part["text"] ?? ""));
  if (part["type"] === "reasoning") return thoughtPart(String(part["text"] ?? ""));
  if (part["type"] === "tool") return callPart(part["callID"], part["tool"], object(part["state"])["input"]);
  return mediaPart("host_file", part);
}

function resultOf(part: Value): Value[] {
  const state = object(part["state"]);
  if (state["status"] !== "completed" && state["status"] !== "error") return [];
  const exit = object(state["metadata"])["exit"];
  const failed = state["status"] === "error" || (typeof exit === "number" && exit !== 0);
  const content: Part[] = [
    textPart(String(state["output"] ?? state["error"] ?? "")),
    ...list(state["attachments"]).map((each) => mediaPart("host_file", object(each))),
  ];
  return [resultDraft({ id: part["callID"], name: part["tool"], content, failed })];
}
