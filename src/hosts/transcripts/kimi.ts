// Kimi Code: `$KIMI_CODE_HOME/sessions/WORKSPACE/SESSION/agents/AGENT/wire.jsonl`. What goes into the model's context is in lines of
// context.*; what it says, calls and is answered are events of a step, which become one message when the step is over.

import { wordSet } from "../../base/index.ts";
import type { AdoptedStep, Translator } from "../../activity/originals.ts";
import type { Part } from "../../schema/index.ts";
import * as piece from "./foreignValues.ts";

interface Step {
  readonly key: string;
  readonly ts: number | null;
  readonly line: number;
  readonly parts: Part[];
  readonly results: piece.Value[];
}

const COUNTS = { fresh: "inputOther", output: "output", read: "inputCacheRead", write: "inputCacheCreation" };

/** `state`: the file of the session beside it, which says where it ran. */
export function kimiTranslator(state: piece.Value): Translator {
  const about: Translator["about"] = { cwd: piece.string(state["cwd"]), createdAt: piece.time(state["createdAt"]) ?? undefined };
  const tools = new Map<string, string>();
  let open: Step | null = null;
  let model: unknown;

  const close = (usage?: piece.Usage): AdoptedStep[] => {
    const done = open;
    open = null;
    if (done === null || done.parts.length === 0) return [];
    return piece.stepsInLine({ key: done.key, ts: done.ts, line: done.line }, [
      piece.assistantDraft(done.parts, model, usage),
      ...done.results,
    ]);
  };
  const inStep = (event: piece.Value, ts: number | null, line: number): AdoptedStep[] | "nothing" | "unknown" => {
    const now: Step = (open ??= { key: piece.string(event["stepUuid"]) ?? `line:${line}`, ts, line, parts: [], results: [] });
    switch (event["type"]) {
      case "content.part":
        now.parts.push(partOf(piece.object(event["part"])));
        return "nothing";
      case "tool.call":
        tools.set(String(event["toolCallId"]), String(event["name"]));
        now.parts.push(piece.callPart(event["toolCallId"], event["name"], event["args"]));
        return "nothing";
      case "tool.result":
        now.results.push(fromResult(event, tools));
        return "nothing";
      case "step.end":
        return close(piece.usageOf(event["usage"], COUNTS, event["messageId"]));
      default:
        return "unknown";
    }
  };

  return {
    about,
    take(value, line) {
      const type = String(value["type"] ?? "");
      const ts = piece.time(value["time"]);
      if (type === "llm.request") model = value["model"];
      if (type === "context.append_loop_event") {
        const event = piece.object(value["event"]);
        if (event["type"] !== "step.begin") return inStep(event, ts, line);
        const left = close();
        open = { key: String(event["uuid"] ?? `line:${line}`), ts, line, parts: [], results: [] };
        return left;
      }
      const draft = draftOf(type, value);
      if (draft === null) return BOOKS.has(type.replace(/\..*/, "")) ? "nothing" : "unknown";
      const key = piece.string(piece.object(value["message"])["id"]) ?? `line:${line}`;
      return [...close(), piece.step({ key, ts, line }, draft)];
    },
    end: () => close(),
  };
}

/** The program's own books. What happened is told a second time in lines of agent.*, without who said it. */
const BOOKS = wordSet("metadata agent turn prompt profile permission runtime plugin llm usage token_counting context full_compaction");

function draftOf(type: string, value: piece.Value): piece.Value | null {
  if (type === "context.apply_compaction")
    return piece.compactDraft(piece.string(value["summary"]) ?? piece.wordsIn(piece.object(value["summary"])["content"]));
  if (type !== "context.append_message") return null;
  const message = piece.object(value["message"]);
  const { kind, variant } = piece.object(message["origin"]);
  const parts = piece.list(message["content"]).map((each) => partOf(piece.object(each)));
  if (message["role"] === "user" && kind === "user") return piece.userDraft(parts);
  return piece.noticeDraft(piece.wordsOf(parts), { type: String(variant ?? kind ?? message["role"]) });
}

function fromResult(event: piece.Value, tools: ReadonlyMap<string, string>): piece.Value {
  const { output, isError } = piece.object(event["result"]);
  const content = typeof output === "string" ? [piece.textPart(output)] : piece.list(output).map((each) => partOf(piece.object(each)));
  return piece.resultDraft({ id: event["toolCallId"], name: tools.get(String(event["toolCallId"])), content, failed: isError === true });
}

function partOf(part: piece.Value): Part {
  if (part["type"] === "text") return piece.textPart(String(part["text"] ?? ""));
  if (part["type"] === "think") return piece.thoughtPart(String(part["think"] ?? ""));
  return piece.hostPart(part, "part");
}
