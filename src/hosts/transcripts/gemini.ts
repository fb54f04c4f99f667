// Gemini CLI: `~/.gemini/tmp/PROJECT/chats/session-TIME-ID.jsonl`. A header, messages, and `$set` lines that patch the
// whole. A message may come again with the same id, grown by its tool calls: the last version counts. When a session
// is resumed, the file continues with another header and with a `$set` of the history, which is here already.

import { sha256 } from "../../base/index.ts";
import type { AdoptedStep, Translator } from "../../activity/originals.ts";
import type { Part } from "../../schema/index.ts";
import * as piece from "./foreignValues.ts";

interface Pending {
  readonly message: piece.Value;
  readonly line: number;
}

/** The host writes a message again when its calls are answered: its id keeps it from counting twice. */
const COUNTS = { fresh: "input", all: true, output: "output", thoughts: "thoughts", read: "cached" } as const;

/** Its lines do not say where the session ran; a file beside them does. */
export function geminiTranslator(cwd?: string): Translator {
  const about: Translator["about"] = { cwd };
  const told = new Map<string, string>();
  const answered = new Set<string>();
  /** The order in which messages were told, for going back. */
  const order: string[] = [];
  let pending: Pending | null = null;
  let back: string | null | undefined;

  const tell = ({ message, line }: Pending): AdoptedStep[] => {
    const id = String(message["id"]);
    const hash = sha256(JSON.stringify(message));
    if (told.get(id) === hash) return [];
    const key = told.has(id) ? `${id}@${line}` : id;
    told.set(id, hash);
    const drafts = draftsOf(message, answered);
    if (drafts.length === 0) return [];
    order.push(key);
    const parent = back;
    back = undefined;
    return piece.stepsInLine({ key, ts: piece.time(message["timestamp"]), line, parent }, drafts);
  };
  const settle = (): AdoptedStep[] => {
    const last = pending;
    pending = null;
    return last === null ? [] : tell(last);
  };
  const take = (message: piece.Value, line: number): AdoptedStep[] => {
    const before = pending !== null && pending.message["id"] !== message["id"] ? settle() : [];
    pending = { message, line };
    return before;
  };
  const goBack = (id: string): AdoptedStep[] => {
    const before = settle();
    // The host itself goes back to the beginning where it does not find the message.
    const at = Math.max(0, order.indexOf(id));
    back = order[at - 1] ?? null;
    order.length = at;
    return before;
  };

  return {
    about,
    take(value, line) {
      if (value["$set"] !== undefined) {
        const set = piece.object(value["$set"]);
        const fresh = piece
          .list(set["messages"])
          .map(piece.object)
          .filter(
            (message) =>
              piece.string(message["id"]) !== undefined && !told.has(String(message["id"])) && pending?.message["id"] !== message["id"],
          );
        const title = piece.string(set["summary"]);
        return [...fresh.flatMap((message) => take(message, line)), ...(title === undefined ? [] : [{ kind: "title" as const, title }])];
      }
      if (piece.string(value["$rewindTo"]) !== undefined) return goBack(String(value["$rewindTo"]));
      if (piece.string(value["sessionId"]) !== undefined && value["startTime"] !== undefined) {
        about.createdAt ??= piece.time(value["startTime"]) ?? undefined;
        return "nothing";
      }
      if (piece.string(value["id"]) === undefined || !TYPES.has(String(value["type"]))) return "unknown";
      return take(value, line);
    },
    end: settle,
  };
}

const TYPES = new Set(["user", "gemini", "info", "error", "warning"]);

function draftsOf(message: piece.Value, answered: Set<string>): piece.Value[] {
  if (message["type"] === "user") return fromUser(message, answered);
  if (message["type"] === "gemini") return fromModel(message, answered);
  const text = piece.wordsOf(partsOf(message["content"]));
  return text === "" ? [] : [piece.noticeDraft(text, { type: String(message["type"]) })];
}

/** What hooks and the program itself put before the person's words. */
const PREFACE = new RegExp(String.raw`^(${["hook_context", "session_context"].map((tag) => `<${tag}>[^]*?</${tag}>`).join("|")})\s*`);

function fromUser(message: piece.Value, answered: Set<string>): piece.Value[] {
  const drafts: piece.Value[] = [];
  const words: Part[] = [];
  for (const each of blocksOf(message["content"])) {
    const response = piece.object(each["functionResponse"]);
    if (each["functionResponse"] !== undefined) {
      if (!answered.has(String(response["id"]))) drafts.push(fromResponse(response, answered, undefined));
      continue;
    }
    let text = piece.string(each["text"]);
    if (text === undefined) {
      words.push(partOf(each));
      continue;
    }
    for (let found = PREFACE.exec(text); found !== null; found = PREFACE.exec(text)) {
      drafts.push(piece.noticeDraft(found[1] ?? "", { type: found[2] }));
      text = text.slice(found[0].length);
    }
    if (text !== "") words.push(piece.textPart(text));
  }
  return words.length === 0 ? drafts : [...drafts, piece.userDraft(words)];
}

function fromModel(message: piece.Value, answered: Set<string>): piece.Value[] {
  const calls = piece.list(message["toolCalls"]).map(piece.object);
  const thoughts = piece
    .list(message["thoughts"])
    .map(piece.object)
    .map((thought) =>
      piece.thoughtPart([thought["subject"], thought["description"]].filter((each) => typeof each === "string" && each !== "").join(": ")),
    );
  const parts = [
    ...thoughts,
    ...partsOf(message["content"]),
    ...calls.map((call) => piece.callPart(call["id"], call["name"], call["args"])),
  ];
  const results = calls.flatMap((call) => {
    const response = piece.object(piece.object(piece.list(call["result"])[0])["functionResponse"]);
    return call["result"] === undefined
      ? []
      : [fromResponse({ ...response, id: call["id"], name: call["name"] }, answered, piece.string(call["status"]))];
  });
  return parts.length === 0
    ? results
    : [piece.assistantDraft(parts, message["model"], piece.usageOf(message["tokens"], COUNTS, message["id"])), ...results];
}

function fromResponse(response: piece.Value, answered: Set<string>, status: string | undefined): piece.Value {
  answered.add(String(response["id"]));
  const answer = piece.object(response["response"]);
  const output = piece.string(answer["output"]) ?? piece.string(answer["error"]) ?? JSON.stringify(answer);
  const failed = (status !== undefined && status !== "success") || answer["error"] !== undefined || /^Exit Code: (?!0\b)/m.test(output);
  return piece.resultDraft({ id: response["id"], name: response["name"], content: [piece.textPart(output)], failed });
}

function blocksOf(content: unknown): piece.Value[] {
  return typeof content === "string" ? (content === "" ? [] : [{ text: content }]) : piece.list(content).map(piece.object);
}

export function partsOf(content: unknown): Part[] {
  return blocksOf(content).map(partOf);
}

function partOf(block: piece.Value): Part {
  if (typeof block["text"] === "string")
    return block["thought"] === true ? piece.thoughtPart(block["text"]) : piece.textPart(block["text"]);
  if (block["functionCall"] !== undefined) {
    const call = piece.object(block["functionCall"]);
    return piece.callPart(call["id"], call["name"], call["args"]);
  }
  return piece.mediaPart(`host_${Object.keys(block)[0] ?? "block"}`, piece.object(Object.values(block)[0]));
}
