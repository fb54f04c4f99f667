// The offline responder: what answers when there is no language model. It is behind the same port, so the turn is the same
// function. It calls a tool for what the person wants, then says in words what came of it. It never sounds like a model: what it
// tells is quoted from memory with its place, or is about what it did.

import { objectIn } from "../../base/index.ts";
import { type Message, type Part, textIn } from "../../schema/index.ts";
import type { Model, ModelEvent, ModelRequest } from "../ports/model.ts";
import { NOTHING_HEARD } from "../ports/steps.ts";
import { forgetTool, rememberTool, undoTool } from "./ownTools.ts";
import { readWish } from "./wishes.ts";
import { isChinese } from "../memory/wordings.ts";

/** The model that answers when there is none: it searches and remembers. */
export const offlineResponder: Model = {
  id: "offline",
  isLanguageModel: false,
  ownTools: [rememberTool, forgetTool, undoTool],
  cost: () => 0,
  async *stream(request) {
    yield* request.signal.aborted ? [] : answer(request);
  },
};

function* answer(request: ModelRequest): Generator<ModelEvent> {
  const { userText = "", heard = NOTHING_HEARD, round = 1 } = request.turn ?? {};
  const words = userText === "" ? lastWords(request.messages) : userText;
  const say = inLanguageOf(words);
  const result = round === 1 ? null : lastResult(request.messages);
  // What was asked to be remembered is written already.
  const isDone = heard.handled || (result === null && heard.words.length > 0 && readWish(words).kind === "remember");
  if (isDone) yield* speak([...heard.words, ...introduction(request, say)].join("\n"));
  else if (result !== null) yield* speak([sayResult(result, words), ...introduction(request, say)].join("\n\n"));
  else yield* act(words, request, say);
}

type Say = ReturnType<typeof inLanguageOf>;

function* act(words: string, request: ModelRequest, say: Say): Generator<ModelEvent> {
  const wish = readWish(words);
  const can = (name: string) => request.toolChoice === "auto" && request.tools.some((tool) => tool.name === name);
  const offered = picked(request.messages, words);
  if (offered !== null && can("forget")) yield* call("forget", { text: offered });
  else if (wish.kind === "remember" && can("remember")) yield* call("remember", { text: wish.text });
  else if (wish.kind === "forget" && can("forget")) yield* call("forget", { text: wish.text });
  else if (wish.kind === "undo" && can("undo")) yield* call("undo", {});
  else if (wish.kind === "ask" && wish.query !== "" && can("recall")) yield* call("recall", { query: wish.query });
  else yield* speak([say(HOW_TO_GET_A_MODEL.english, HOW_TO_GET_A_MODEL.chinese), say(WHAT_I_DO.english, WHAT_I_DO.chinese)].join("\n\n"));
}

/** Once, at the first answer: who speaks here. */
function introduction({ messages }: ModelRequest, say: Say): string[] {
  const hasSpoken = messages.some(({ role, content }) => role === "assistant" && content.some(({ type }) => type === "text"));
  return hasSpoken ? [] : [say(`(${HOW_TO_GET_A_MODEL.english})`, `（${HOW_TO_GET_A_MODEL.chinese}）`)];
}

interface Result {
  readonly name: string;
  readonly text: string;
  readonly isError: boolean;
}

function lastResult(messages: readonly Message[]): Result | null {
  const part = messages.flatMap(({ content }) => content).findLast(({ type }) => type === "tool_result");
  if (part === undefined) return null;
  const content = (part["result"] as { content?: readonly Part[] } | undefined)?.content ?? [];
  // A reminder may be behind the result, merged into it.
  const text = content
    .map((each) => String(each["text"] ?? ""))
    .join("\n")
    .replace(/<system-reminder>[^]*$/, "")
    .trimEnd();
  return { name: String(part["toolName"]), text, isError: part["isError"] === true };
}

function sayResult({ name, text, isError }: Result, words: string): string {
  const say = inLanguageOf(words);
  const data = objectIn(text.slice(text.indexOf("{")));
  if (isError && data === null) return say(`That did not work. ${text}`, `没有成功。${text}`);
  if (name === "recall")
    return /^Nothing found\.?/.test(text)
      ? say("I found nothing about that in memory.", "记忆里没有找到相关内容。")
      : `${say("From your memory:", "在你的记忆里找到：")}\n${text.split("\n").map(forPerson).join("\n")}`;
  const field = (key: string) => String(data?.[key] ?? "");
  if (name === "remember") return sayRemembered(say, field);
  if (name === "undo")
    return field("status") === "none"
      ? say("There is nothing to undo in this session.", "这次会话里没有可以撤销的更改。")
      : say(`Undone: ${field("document")}.`, `已撤销：${field("document")}。`);
  if (isError) return say(`That did not work. ${field("why")}`, `没有成功。${field("why")}`);
  return sayForgotten(say, field("status"), (data?.["things"] ?? []) as readonly Thing[]);
}

/** A hit as a person reads it: a session by its title instead of its id, a fact without the mark of its list. */
function forPerson(line: string): string {
  const [place = "", ...rest] = line.split("): ");
  if (rest.length === 0) return line;
  const said = rest.join("): ").replace(/^- /, "");
  const [head = "", where = ""] = [place.slice(0, place.lastIndexOf(" (")), place.slice(place.lastIndexOf(" (") + 2)];
  if (!head.startsWith("- session:")) return `${place}): ${said}`;
  const title = head.split(" § ").slice(1).join(" § ");
  const day = where.split(", ").slice(1).join(", ");
  return `- ${[title, day].filter((part) => part !== "").join(", ")}: ${said}`;
}

function sayRemembered(say: Say, field: (key: string) => string): string {
  const [status, document, why] = [field("status"), field("document"), field("why")];
  if (status === "applied" || status === "unchanged") return say(`I wrote it down in ${document}.`, `已记录到 ${document}。`);
  return say(`Noted, pending: ${status}. ${why}`.trim(), `已记下，等待处理：${status}。${why}`);
}

interface Thing {
  readonly line: string;
  readonly places: readonly string[];
}

function sayForgotten(say: Say, status: string, things: readonly Thing[]): string {
  const list = (mark: (at: number) => string) =>
    things.map(({ line, places }, at) => `${mark(at)} ${line} (${places.join(", ")})`).join("\n");
  if (status === "none") return say("No line of memory says that.", "记忆里没有这样的内容。");
  const n = things.length;
  if (status === "many")
    return `${say(`${n} matches: type 1-${n} or all`, `有 ${n} 条符合：输入 1-${n} 或“全部”`)}\n${list((at) => `${at + 1}.`)}`;
  return `${say("Removed. “undo” restores it:", "已删除，说“撤销”可以恢复：")}\n${list(() => "-")}`;
}

const OFFER = /^(?:\d+ matches: type |有 \d+ 条符合：)/;
const ALL = new Set(["all", "both", "everything", "全部", "都"]);
const JOINED = new Set(["and", "和", ""]);

/** Of an offer of so many; null: it is no choice. */
function numbersIn(words: string, many: number): number[] | null {
  const parts = words
    .trim()
    .toLowerCase()
    .replace(/^(?:forget|忘记)/, "")
    .split(/[\s,，、.。!！]/);
  const said = parts.filter((part) => !JOINED.has(part));
  if (said.length === 1 && ALL.has(said[0] ?? "")) return Array.from({ length: many }, (_, at) => at + 1);
  const numbers = said.map((part) => (/^\d{1,2}$/.test(part) ? Number(part) : 0));
  return numbers.length > 0 && numbers.every((number) => number > 0 && number <= many) ? numbers : null;
}

/** Lines that the last answer offered, one a line, where the person picks some of them by number. */
function picked(messages: readonly Message[], words: string): string | null {
  const last = messages.findLast(({ role, content }) => role === "assistant" && content.some(({ type }) => type === "text"));
  const [head = "", ...rest] = textIn(last?.content ?? []).split("\n");
  if (!OFFER.test(head)) return null;
  const lines = rest.filter((line) => /^\d+\. /.test(line)).map((line) => line.slice(line.indexOf(" ") + 1, line.lastIndexOf(" (")));
  return (
    numbersIn(words, lines.length)
      ?.map((number) => lines[number - 1])
      .join("\n") ?? null
  );
}

function lastWords(messages: readonly Message[]): string {
  const last = messages.findLast((message) => message.role === "user" && message["meta"] !== true);
  return textIn(last?.content ?? []);
}

let count = 0;

function* call(name: string, args: object): Generator<ModelEvent> {
  yield { type: "tool_call", call: { id: `offline_${Date.now().toString(36)}_${++count}`, name, input: JSON.stringify(args) } };
  yield { type: "finish", reason: "tool_calls" };
}

function* speak(text: string): Generator<ModelEvent> {
  yield { type: "text", text };
  yield { type: "finish", reason: "stop" };
}

export function inLanguageOf(words: string): (english: string, chinese: string) => string {
  return isChinese(words) ? (_, chinese) => chinese : (english) => english;
}

export const HOW_TO_GET_A_MODEL = {
  english:
    "No language model is configured, so I do not think or write: I search your memory and keep it. Set ANTHROPIC_API_KEY, " +
    "OPENAI_API_KEY, GEMINI_API_KEY, OPENROUTER_API_KEY or OLLAMA_HOST, or start with --model, to talk to one.",
  chinese:
    "目前没有配置语言模型，所以我不会思考或写作：我只检索并保管你的记忆。设置 ANTHROPIC_API_KEY、OPENAI_API_KEY、GEMINI_API_KEY、OPENROUTER_API_KEY 或 " +
    "OLLAMA_HOST，或用 --model 启动，就能与模型对话。",
} as const;

export const WHAT_I_DO = {
  english: "You can say: “remember that …”, “forget …”, “what do you know about …”, “undo”. Anything else I look up in memory.",
  chinese: "你可以说：“记住……”、“忘记……”、“你知道关于……的什么”、“撤销”。其他的话我会在记忆里查找。",
} as const;
