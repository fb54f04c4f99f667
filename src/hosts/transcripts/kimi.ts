// Kimi Code: `$KIMI_CODE_HOME/sessions/WORKSPACE/SESSION/agents/AGENT/wire.jsonl`. What goes into the model's context is in lines of
// context.*; what it says, calls and is answered are events of a step, which become one message when the step is over.

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
  step,
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

interface Step {
  readonly key: string;
  readonly ts: number | null;
  readonly line: number;
  readonly parts: Part[];
  readonly results: Value[];
}

/** `state`: the file of the session beside it, which says where it ran. */
export function kimiTranslator(state: Value): Translator {
  const about: Translator["about"] = { cwd: string(state["cwd"]), createdAt: time(state["createdAt"]) ?? undefined };
  const tools = new Map<string, string>();
  let open: Step | null = null;
  let model: unknown;

  const close = (usage?: Usage): AdoptedStep[] => {
    const done = open;
    open = null;
    if (done === null || done.parts.length === 0) return [];
    return stepsInLine({ key: done.key, ts: done.ts, line: done.line }, [assistantDraft(done.parts, model, usage), ...done.results]);
  };
  const inStep = (event: Value, ts: number | null, line: number): AdoptedStep[] | "nothing" | "unknown" => {
    const now: Step = (open ??= { key: string(event["stepUuid"]) ?? `line:${line}`, ts, line, parts: [], results: [] });
    switch (event["type"]) {
      case "content.part":
        now.parts.push(partOf(object(event["part"])));
        return "nothing";
      case "tool.call":
        tools.set(String(event["toolCallId"]), String(event["name"]));
        now.parts.push(callPart(event["toolCallId"], event["name"], event["args"]));
        return "nothing";
      case "tool.result":
        now.results.push(fromResult(event, tools));
        return "nothing";
      case "step.end":
        return close(tokensOf(object(event["usage"]), event["messageId"]));
      default:
        return "unknown";
    }
  };

  return {
    about,
    take(value, line) {
      const type = String(value["type"] ?? "");
      const ts = time(value["time"]);
      if (type === "llm.request") model = value["model"];
      if (type === "context.append_loop_event") {
        const event = object(value["event"]);
        if (event["type"] !== "step.begin") return inStep(event, ts, line);
        const left = close();
        open = { key: String(event["uuid"] ?? `line:${line}`), ts, line, parts: [], results: [] };
        return left;
      }
      const draft = draftOf(type, value);
      if (draft === null) return BOOKS.has(type.replace(/\..*/, "")) ? "nothing" : "unknown";
      const key = string(object(value["message"])["id"]) ?? `line:${line}`;
      return [...close(), step({ key, ts, line }, draft)];
    },
    end: () => close(),
  };
}

/** The program's own books. What happened is told a second time in lines of agent.*, without who said it. */
const BOOKS = new Set(
  "metadata agent turn prompt profile permission runtime plugin llm usage token_counting context full_compaction".split(" "),
);

function draftOf(type: string, value: Value): Value | null {
  if (type === "context.apply_compaction") return compactDraft(summaryOf(value["summary"]));
  if (type !== "context.append_message") return null;
  const message = object(value["message"]);
  const { kind, variant } = object(message["origin"]);
  const parts = list(message["content"]).map((each) => partOf(object(each)));
  if (message["role"] === "user" && kind === "user") return userDraft(parts);
  return noticeDraft(parts.map((part) => String(part["text"] ?? "")).join("\n"), { type: String(variant ?? kind ?? message["role"]) });
}

function summaryOf(summary: unknown): string {
  if (typeof summary === "string") return summary;
  return list(object(summary)["content"])
    .map((each) => String(object(each)["text"] ?? ""))
    .join("\n");
}

function fromResult(event: Value, tools: ReadonlyMap<string, string>): Value {
  const { output, isError } = object(event["result"]);
  const content = typeof output === "string" ? [textPart(output)] : list(output).map((each) => partOf(object(each)));
  return resultDraft({ id: event["toolCallId"], name: tools.get(String(event["toolCallId"])), content, failed: isError === true });
}

function partOf(part: Value): Part {
  if (part["type"] === "text") return textPart(String(part["text"] ?? ""));
  if (part["type"] === "think") return thoughtPart(String(part["think"] ?? ""));
  return mediaPart(`host_${String(part["type"] ?? "part")}`, part);
}

function tokensOf(usage: Value, answer: unknown): Usage | undefined {
  const [read, write] = [count(usage["inputCacheRead"]), count(usage["inputCacheCreation"])];
  return usageOf({ input: count(usage["inputOther"]) + read + write, output: count(usage["output"]), read, write }, answer);
}
