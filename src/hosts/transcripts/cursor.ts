// Cursor: `~/.cursor/projects/FOLDER/agent-transcripts/ID/ID.jsonl`. Not documented by its maker, and not run: this follows what is
// publicly known of it. Lines have neither ids nor times; calls and their results are told apart
// by their order, and a message may name the time at which it was sent: it holds until the next one does.

import type { Translator } from "../../activity/originals.ts";
import type { Part } from "../../schema/index.ts";
import {
  assistantDraft,
  callPart,
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
  userDraft,
  type Value,
} from "./pieces.ts";

interface Call {
  readonly id: string;
  readonly name: unknown;
}

/** `parent`: of a helper, the session that it worked for. */
export function cursorTranslator(parent?: string): Translator {
  const open: Call[] = [];
  let ts: number | null = null;
  return {
    about: parent === undefined ? {} : { parent },
    take(value, line) {
      const { role } = value;
      if (role !== "user" && role !== "assistant") return value["type"] === "turn_ended" ? "nothing" : "unknown";
      const content = object(value["message"])["content"] ?? value["content"];
      const blocks = typeof content === "string" ? [{ type: "text", text: content }] : list(content).map(object);
      if (role === "user") ts = sentAt(blocks) ?? ts;
      const results = blocks.filter((block) => block["type"] === "tool_result").map((block) => fromResult(block, open));
      const rest = blocks.filter((block) => block["type"] !== "tool_result");
      const said = role === "user" ? fromUser(rest) : fromAssistant(rest, line, open);
      const drafts = [...results, ...said];
      return drafts.length === 0 ? "nothing" : stepsInLine({ key: `line:${line}`, ts, line }, drafts);
    },
    end: () => [],
  };
}

const SENT = /<timestamp>([^<]{1,80})<\/timestamp>/;

function sentAt(blocks: readonly Value[]): number | null {
  const named = blocks.map((block) => SENT.exec(String(block["text"] ?? ""))?.[1]).find((each) => each !== undefined);
  // Without a zone it is read as universal time: the same file must give the same events on every machine.
  return named === undefined ? null : time(`${named} UTC`);
}

const OPENS = "<user_query>";
const CLOSES = "</user_query>";

/** The person's words stand in a tag; what is around it was put there by the program. */
function fromUser(blocks: readonly Value[]): Value[] {
  const drafts: Value[] = [];
  const words: Part[] = [];
  for (const block of blocks) {
    if (block["type"] !== "text") words.push(mediaPart(`host_${String(block["type"] ?? "block")}`, block));
    else {
      const { typed, around } = apart(String(block["text"] ?? ""));
      if (around !== "") drafts.push(noticeDraft(around, { type: "context" }));
      if (typed !== "") words.push(textPart(typed));
    }
  }
  return words.length === 0 ? drafts : [...drafts, userDraft(words)];
}

function apart(text: string): { typed: string; around: string } {
  const from = text.indexOf(OPENS);
  const to = text.lastIndexOf(CLOSES);
  if (from === -1 || to < from) return { typed: text, around: "" };
  return { typed: text.slice(from + OPENS.length, to).trim(), around: (text.slice(0, from) + text.slice(to + CLOSES.length)).trim() };
}

function fromAssistant(blocks: readonly Value[], line: number, open: Call[]): Value[] {
  const parts = blocks.map((block, index): Part => {
    if (block["type"] === "text") return textPart(String(block["text"] ?? ""));
    if (block["type"] === "thinking") return thoughtPart(String(block["thinking"] ?? block["text"] ?? ""));
    if (block["type"] !== "tool_use") return mediaPart(`host_${String(block["type"] ?? "block")}`, block);
    const call = { id: string(block["id"]) ?? `line:${line}.${index}`, name: block["name"] };
    open.push(call);
    return callPart(call.id, call.name, block["input"]);
  });
  return parts.length === 0 ? [] : [assistantDraft(parts)];
}

/** By its call's id where it names one, else the oldest call that has no answer. */
function fromResult(block: Value, open: Call[]): Value {
  const named = open.findIndex(({ id }) => id === block["tool_use_id"]);
  const [call] = open.splice(Math.max(0, named), 1);
  const { content } = block;
  const text =
    typeof content === "string"
      ? content
      : list(content)
          .map((each) => String(object(each)["text"] ?? ""))
          .join("\n");
  return resultDraft({ id: call?.id, name: call?.name, content: [textPart(text)], failed: block["is_error"] === true });
}
