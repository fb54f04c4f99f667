// OpenCode keeps sessions in a database (`opencode.db`: session, message, part, each with its data as JSON), older
// versions in one JSON file for each, and `opencode export` writes one JSON document. All three come here as lines
// {"table","row"}: the session, then each message followed by its parts.

import { objectIn } from "../../base/index.ts";
import type { AdoptedStep, Translator } from "../../activity/originals.ts";
import type { Part } from "../../schema/index.ts";
import * as piece from "./foreignValues.ts";

interface Open {
  readonly info: piece.Value;
  readonly line: number;
  readonly parts: piece.Value[];
}

/** Parts that keep the program's own books. */
const BOOKS = new Set(["step-start", "step-finish", "snapshot", "patch", "retry", "compaction", "agent", "subtask"]);

const COUNTS = { fresh: "input", output: "output", thoughts: "reasoning", read: "cache.read", write: "cache.write" };

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
      : piece.stepsInLine(
          { key: String(last.info["id"]), ts: piece.time(piece.object(last.info["time"])["created"]), line: last.line },
          drafts,
        );
  };
  return {
    about,
    take(value, line) {
      const row = piece.object(value["row"]);
      switch (value["table"]) {
        case "session": {
          about.cwd ??= piece.string(row["directory"]);
          about.createdAt ??= piece.time(row["time_created"] ?? piece.object(row["time"])["created"]) ?? undefined;
          about.hostVersion ??= piece.string(row["version"]);
          about.parent ??= piece.string(row["parent_id"]) ?? piece.string(row["parentID"]);
          return piece.titleStep(row["title"]);
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

/** In the database the data are as JSON in a column; elsewhere they are the record itself. What cannot be read is empty. */
function dataOf(row: piece.Value): piece.Value {
  return typeof row["data"] === "string" ? (objectIn(row["data"]) ?? {}) : row;
}

function draftsOf({ info, parts }: Open): piece.Value[] {
  const text = (of: readonly piece.Value[]) => piece.wordsIn(of.filter((part) => part["type"] === "text"));
  if (info["role"] === "user") {
    const made = parts.filter((part) => part["synthetic"] === true);
    const typed = parts.filter((part) => part["synthetic"] !== true);
    return [
      ...(typed.length === 0 ? [] : [piece.userDraft(typed.map(partOf))]),
      ...(text(made) === "" ? [] : [piece.noticeDraft(text(made), { type: "synthetic" })]),
    ];
  }
  if (info["summary"] === true) return [piece.compactDraft(text(parts))];
  const said = parts.map(partOf);
  const results = parts.filter((part) => part["type"] === "tool").flatMap(resultOf);
  return said.length === 0 ? [] : [piece.assistantDraft(said, info["modelID"], piece.usageOf(info["tokens"], COUNTS)), ...results];
}

function partOf(part: piece.Value): Part {
  if (part["type"] === "text") return piece.textPart(String(part["text"] ?? ""));
  if (part["type"] === "reasoning") return piece.thoughtPart(String(part["text"] ?? ""));
  if (part["type"] === "tool") return piece.callPart(part["callID"], part["tool"], piece.object(part["state"])["input"]);
  return piece.mediaPart("host_file", part);
}

function resultOf(part: piece.Value): piece.Value[] {
  const state = piece.object(part["state"]);
  if (state["status"] !== "completed" && state["status"] !== "error") return [];
  const exit = piece.object(state["metadata"])["exit"];
  const failed = state["status"] === "error" || (typeof exit === "number" && exit !== 0);
  const content: Part[] = [
    piece.textPart(String(state["output"] ?? state["error"] ?? "")),
    ...piece.list(state["attachments"]).map((each) => piece.mediaPart("host_file", piece.object(each))),
  ];
  return [piece.resultDraft({ id: part["callID"], name: part["tool"], content, failed })];
}
