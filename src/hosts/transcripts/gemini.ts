// Gemini CLI: `~/.gemini/tmp/PROJECT/chats/session-TIME-ID.jsonl`. A header, messages, and `$set` lines that patch the
// whole. A message may come again with the same id, grown by its tool calls: the last version counts. When a session
// is resumed, the file goes on with another header and with a `$set` of the history, which is here already.

import { sha256 } from "../../base/index.ts";
import type { AdoptedStep, Translator } from "../../activity/originals.ts";
import type { Part } from "../../schema/index.ts";
import {
  assistantDraft,
  callPart,
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

interface Pending {
  readonly message: Value;
  readonly line: number;
}

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
    return stepsInLine({ key, ts: time(message["timestamp"]), line, parent }, drafts);
  };
  const settle = (): AdoptedStep[] => {
    const last = pending;
    pending = null;
    return last === null ? [] : tell(last);
  };
  const take = (message: Value, line: number): AdoptedStep[] => {
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
        const set = object(value["$set"]);
        const fresh = list(set["messages"])
          .map(object)
          .filter(
            (message) =>
              string(message["id"]) !== undefined && !told.has(String(message["id"])) && pending?.message["id"] !== message["id"],
          );
        const title = string(set["summary"]);
        return [...fresh.flatMap((message) => take(message, line)), ...(title === undefined ? [] : [{ kind: "title" as const, title }])];
      }
      if (string(value["$rewindTo"]) !== undefined) return goBack(String(value["$rewindTo"]));
      if (string(value["sessionId"]) !== undefined && value["startTime"] !== undefined) {
        about.createdAt ??= time(value["startTime"]) ?? undefined;
        return "nothing";
      }
      if (string(value["id"]) === undefined || !TYPES.has(String(value["type"]))) return "unknown";
      return take(value, line);
    },
    end: settle,
  };
}

const TYPES = new Set(["user", "gemini", "info", "error", "warning"]);

function draftsOf(message: Value, answered: Set<string>): Value[] {
  if (message["type"] === "user") return fromUser(message, answered);
  if (message["type"] === "gemini") return fromModel(message, answered);
  const text = partsOf(message["content"])
    .map((part) => String(part["text"] ?? ""))
    .join("\n");
  return text === "" ? [] : [noticeDraft(text, { type: String(message["type"]) })];
}

/** What hooks and the program itself put before the person's words. */
const PREFACE = /^(<hook_context>[^]*?<\/hook_context>|<session_context>[^]*?<\/session_context>)\s*/;

function fromUser(message: Value, answered: Set<string>): Value[] {
  const drafts: Value[] = [];
  const words: Part[] = [];
  for (const each of blocksOf(message["content"])) {
    const response = object(each["functionResponse"]);
    if (each["functionResponse"] !== undefined) {
      if (!answered.has(String(response["id"]))) drafts.push(fromResponse(response, answered, undefined));
      continue;
    }
    let text = string(each["text"]);
    if (text === undefined) {
      words.push(partOf(each));
      continue;
    }
    for (let found = PREFACE.exec(text); found !== null; found = PREFACE.exec(text)) {
      drafts.push(noticeDraft(found[1] ?? "", { type: found[2] }));
      text = text.slice(found[0].length);
    }
    if (text !== "") words.push(textPart(text));
  }
  return words.length === 0 ? drafts : [...drafts, userDraft(words)];
}

function fromModel(message: Value, answered: Set<string>): Value[] {
  const calls = list(message["toolCalls"]).map(object);
  const thoughts = list(message["thoughts"])
    .map(object)
    .map((thought) =>
      thoughtPart([thought["subject"], thought["description"]].filter((each) => typeof each === "string" && each !== "").join(": ")),
    );
  const parts = [...thoughts, ...partsOf(message["content"]), ...calls.map((call) => callPart(call["id"], call["name"], call["args"]))];
  const results = calls.flatMap((call) => {
    const response = object(object(list(call["result"])[0])["functionResponse"]);
    return call["result"] === undefined
      ? []
      : [fromResponse({ ...response, id: call["id"], name: call["name"] }, answered, string(call["status"]))];
  });
  return parts.length === 0
    ? results
    : [assistantDraft(parts, message["model"], tokensOf(object(message["tokens"]), message["id"])), ...results];
}

/** The host writes a message again when its calls are answered: its id keeps it from counting twice. */
function tokensOf(tokens: Value, answer: unknown): Usage | undefined {
  const output = count(tokens["output"]) + count(tokens["thoughts"]);
  return usageOf({ input: count(tokens["input"]), output, read: count(tokens["cached"]), write: 0 }, answer);
}

function fromResponse(response: Value, answered: Set<string>, status: string | undefined): Value {
  answered.add(String(response["id"]));
  const answer = object(response["response"]);
  const output = string(answer["output"]) ?? string(answer["error"]) ?? JSON.stringify(answer);
  const failed = (status !== undefined && status !== "success") || answer["error"] !== undefined || /^Exit Code: (?!0\b)/m.test(output);
  return resultDraft({ id: response["id"], name: response["name"], content: [textPart(output)], failed });
}

function blocksOf(content: unknown): Value[] {
  return typeof content === "string" ? (content === "" ? [] : [{ text: content }]) : list(content).map(object);
}

export function partsOf(content: unknown): Part[] {
  return blocksOf(content).map(partOf);
}

function partOf(block: Value): Part {
  if (typeof block["text"] === "string") return block["thought"] === true ? thoughtPart(block["text"]) : textPart(block["text"]);
  if (block["functionCall"] !== undefined) {
    const call = object(block["functionCall"]);
    return callPart(call["id"], call["name"], call["args"]);
  }
  return mediaPart(`host_${Object.keys(block)[0] ?? "block"}`, object(Object.values(block)[0]));
}
