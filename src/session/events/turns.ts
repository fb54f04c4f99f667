// A session as turns: what the person said, what was answered, and the calls that were made on the way, each with how it
// ended. For whoever reads sessions as a whole: recall, and the backtest of a policy. Pure.

import type { KnownEvent, Message, Part } from "../../schema/index.ts";
import type { Session } from "../log/read.ts";
import { branchTo } from "../log/tree.ts";

/** A call of a past session, with how it ended. */
export interface PastCall {
  readonly event: string;
  readonly ts: number;
  readonly id: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** null: no answer of the tool is on record. */
  readonly ok: boolean | null;
  readonly output: string;
}

/** The person's words, the answer, and the calls between. */
export interface Turn {
  /** The event with which it begins; null before the first message of the person. */
  readonly event: string | null;
  readonly ts: number;
  readonly user: string;
  readonly answer: string;
  readonly calls: readonly PastCall[];
  /** A compaction is before it: what was read earlier is out of the model's sight. */
  readonly afterCompaction: boolean;
}

interface OpenTurn extends Omit<Turn, "answer" | "calls"> {
  readonly answer: string[];
  readonly calls: PastCall[];
}

/** Of the active branch. */
export function turnsOf(session: Session): Turn[] {
  const reader = turnReader();
  for (const event of branchTo(session, session.leafId)) reader.take(event);
  return reader.end();
}

/** Reads turns one after another. */
export interface TurnReader {
  take(event: KnownEvent): void;
  end(): Turn[];
}

/** One event at a time, in the order of the file or of a branch. `callsOnly`: texts and outputs are not held. */
export function turnReader(options: { readonly callsOnly?: boolean } = {}): TurnReader {
  const turns: OpenTurn[] = [];
  const said = (message: Message) => (options.callsOnly === true ? "" : textOf(message));
  let compacted = false;
  const begin = (event: string | null, ts: number, user: string): OpenTurn => {
    const turn = { event, ts, user, answer: [], calls: [], afterCompaction: compacted };
    compacted = false;
    turns.push(turn);
    return turn;
  };
  return {
    take(event) {
      if (event.type === "compact") compacted = true;
      else if (event.type === "user_message") begin(event.id, event.ts, said(event.message));
      else if (event.type === "assistant_message") {
        const turn = compacted ? begin(null, event.ts, "") : (turns.at(-1) ?? begin(null, event.ts, ""));
        const words = said(event.message);
        if (words !== "") turn.answer.push(words);
        turn.calls.push(...callsOf(event, event.message));
      } else if (event.type === "tool_result") answerCalls(turns, event.message, options.callsOnly === true);
    },
    end: () => {
      // What comes next comes behind the compaction, also where nothing has come yet.
      if (compacted) begin(null, turns.at(-1)?.ts ?? 0, "");
      return turns.map((turn) => ({ ...turn, answer: turn.answer.join("\n") }));
    },
  };
}

function callsOf({ id: event, ts }: KnownEvent, { content }: Message): PastCall[] {
  const calls = content.filter(({ type }) => type === "tool_call");
  return calls.map(({ toolCallId, toolName, args }) => {
    return { event, ts, id: String(toolCallId), tool: String(toolName), args: argsOf(args), ok: null, output: "" };
  });
}

function argsOf(args: unknown): Readonly<Record<string, unknown>> {
  return args !== null && typeof args === "object" && !Array.isArray(args) ? (args as Record<string, unknown>) : { input: args };
}

/** The newest call of that id: hosts begin to count anew when a session is resumed. */
function answerCalls(turns: readonly OpenTurn[], message: Message, withoutOutput: boolean): void {
  for (const part of message.content) {
    if (part.type !== "tool_result") continue;
    for (const turn of turns.slice(-2).reverse()) {
      const at = turn.calls.findLastIndex((call) => call.id === part["toolCallId"] && call.ok === null);
      const call = turn.calls[at];
      if (call === undefined) continue;
      turn.calls[at] = { ...call, ok: part["isError"] !== true, output: withoutOutput ? "" : outputOf(part) };
      break;
    }
  }
}

function outputOf(part: Part): string {
  const { content } = part["result"] as { readonly content: readonly Part[] };
  return content.map((each) => (each.type === "text" ? String(each["text"] ?? "") : "")).join("\n");
}

function textOf({ content }: Message): string {
  return content.flatMap((part) => (part.type === "text" ? [String(part["text"])] : [])).join("\n");
}
