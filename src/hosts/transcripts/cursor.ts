// Cursor: `~/.cursor/projects/FOLDER/agent-transcripts/ID/ID.jsonl`. Not documented by its maker, and not run: this follows what is
// publicly known of it. Lines have neither ids nor times; calls and their results are told apart
// by their order, and a message may name the time at which it was sent: it holds until the next one does.

import type { Translator } from "../../activity/originals.ts";
import type { Part } from "../../schema/index.ts";
import * as piece from "./foreignValues.ts";

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
      const content = piece.object(value["message"])["content"] ?? value["content"];
      const blocks = typeof content === "string" ? [{ type: "text", text: content }] : piece.list(content).map(piece.object);
      if (role === "user") ts = sentAt(blocks) ?? ts;
      const results = blocks.filter((block) => block["type"] === "tool_result").map((block) => fromResult(block, open));
      const rest = blocks.filter((block) => block["type"] !== "tool_result");
      const said = role === "user" ? fromUser(rest) : fromAssistant(rest, line, open);
      const drafts = [...results, ...said];
      return drafts.length === 0 ? "nothing" : piece.stepsInLine({ key: `line:${line}`, ts, line }, drafts);
    },
    end: () => [],
  };
}

const SENT = /<timestamp>([^<]{1,80})<\/timestamp>/;

function sentAt(blocks: readonly piece.Value[]): number | null {
  const named = blocks.map((block) => SENT.exec(String(block["text"] ?? ""))?.[1]).find((each) => each !== undefined);
  // Without a zone it is read as universal time: the same file must give the same events on every machine.
  return named === undefined ? null : piece.time(`${named} UTC`);
}

const OPENS = "<user_query>";
const CLOSES = "</user_query>";

/** The person's words are in a tag; what is around it was put there by the program. */
function fromUser(blocks: readonly piece.Value[]): piece.Value[] {
  const drafts: piece.Value[] = [];
  const words: Part[] = [];
  for (const block of blocks) {
    if (block["type"] !== "text") words.push(piece.hostPart(block));
    else {
      const { typed, environment } = apart(String(block["text"] ?? ""));
      if (environment !== "") drafts.push(piece.noticeDraft(environment, { type: "context" }));
      if (typed !== "") words.push(piece.textPart(typed));
    }
  }
  return words.length === 0 ? drafts : [...drafts, piece.userDraft(words)];
}

function apart(text: string): { typed: string; environment: string } {
  const from = text.indexOf(OPENS);
  const to = text.lastIndexOf(CLOSES);
  if (from === -1 || to < from) return { typed: text, environment: "" };
  return { typed: text.slice(from + OPENS.length, to).trim(), environment: (text.slice(0, from) + text.slice(to + CLOSES.length)).trim() };
}

function fromAssistant(blocks: readonly piece.Value[], line: number, open: Call[]): piece.Value[] {
  const parts = blocks.map((block, index): Part => {
    if (block["type"] === "text") return piece.textPart(String(block["text"] ?? ""));
    if (block["type"] === "thinking") return piece.thoughtPart(String(block["thinking"] ?? block["text"] ?? ""));
    if (block["type"] !== "tool_use") return piece.hostPart(block);
    const call = { id: piece.string(block["id"]) ?? `line:${line}.${index}`, name: block["name"] };
    open.push(call);
    return piece.callPart(call.id, call.name, block["input"]);
  });
  return parts.length === 0 ? [] : [piece.assistantDraft(parts)];
}

/** By its call's id where it names one, else the oldest call that has no answer. */
function fromResult(block: piece.Value, open: Call[]): piece.Value {
  const named = open.findIndex(({ id }) => id === block["tool_use_id"]);
  const [call] = open.splice(Math.max(0, named), 1);
  const { content } = block;
  const text = typeof content === "string" ? content : piece.wordsIn(content);
  return piece.resultDraft({ id: call?.id, name: call?.name, content: [piece.textPart(text)], failed: block["is_error"] === true });
}
