// How a session is shown to people: a converter of its own, apart from what the model gets (SC-61, SC-62).

import { type HarnessItem, isUnknown, type KnownEvent, type Message, type Part } from "../../schema/index.ts";
import type { Session, SessionEvent } from "../log/read.ts";
import { branchTo, titleOf, treeEvent } from "../log/tree.ts";

/** An event as people see it. */
export interface ShownEvent {
  readonly id: string;
  readonly ts: number;
  /** guidance: a steer of the person's in mid-run, which is no message of theirs. */
  readonly as: "user" | "assistant" | "tool" | "guidance" | "notice" | "summary" | "control" | "unknown";
  /** Notices say what they are: memory, date_change, … */
  readonly label: string;
  readonly text: string;
  /** Shown as one line until somebody opens it. */
  readonly compact: boolean;
  /** Only in diagnostics. */
  readonly hidden: boolean;
  /** Of an answer that called tools: what was said, without the calls. */
  readonly said?: string;
  readonly calls?: readonly ShownCall[];
  /** Of an answer: the model that gave it. */
  readonly model?: string;
  /** Of a tool's answer: the calls that it answers, and which of them failed. */
  readonly answers?: readonly { readonly id: string; readonly failed: boolean }[];
}

/** A call in a few words. */
export interface ShownCall {
  readonly id: string;
  readonly tool: string;
  readonly what: string;
}

/** What of a session is shown. */
export interface ShowOptions {
  readonly at?: string | undefined;
  /** Also what the transcript hides: hidden harness items, control events, unknown types. */
  readonly diagnostics?: boolean;
}

/** A session as people see it. */
export function showSession(session: Session, options: ShowOptions = {}): ShownEvent[] {
  const branch = branchTo(session, options.at === undefined ? session.leafId : treeEvent(session, options.at).id);
  if (options.diagnostics !== true) return branch.map(showEvent).filter(({ hidden }) => !hidden);
  const onBranch = new Set(branch.map(({ id }) => id));
  return session.events.map((event) => ({ ...showEvent(event), hidden: showEvent(event).hidden || !onBranch.has(event.id) }));
}

function showEvent(event: SessionEvent): ShownEvent {
  const base = { id: event.id, ts: event.ts, compact: false, hidden: false };
  if (isUnknown(event)) return { ...base, as: "unknown", label: event.type, text: "", hidden: true };
  switch (event.type) {
    case "user_message":
      return { ...base, as: "user", label: "you", text: textOf(event.message) };
    case "assistant_message":
      return { ...base, as: "assistant", label: "agent", text: processedText(event) ?? textOf(event.message), ...answerOf(event) };
    case "tool_result":
      return { ...base, as: "tool", label: "tool", text: textOf(event.message), compact: true, answers: answersIn(event.message) };
    case "compact":
      return { ...base, as: "summary", label: "summary", text: event.summary, compact: true };
    case "harness_item":
      return { ...base, ...showItem(event.item) };
    default:
      return { ...base, as: "control", label: event.type, text: controlText(event), compact: true, hidden: true };
  }
}

function showItem({ kind, origin, content, visibility }: HarnessItem): Pick<ShownEvent, "as" | "label" | "text" | "compact" | "hidden"> {
  const isGuidance = kind === "steer" && origin === "user";
  return {
    as: isGuidance ? "guidance" : "notice",
    label: isGuidance ? "in-run guidance" : kind.replaceAll("_", " "),
    text: content,
    compact: visibility === "compact",
    hidden: visibility === "hidden",
  };
}

function answerOf(
  event: KnownEvent & { readonly message: Message; readonly meta?: unknown },
): Pick<ShownEvent, "said" | "calls" | "model"> {
  const { model } = (event.meta as { model?: unknown } | undefined) ?? {};
  const calls = event.message.content.filter(({ type }) => type === "tool_call");
  const words = event.message.content.filter(({ type }) => type === "text").map(partText);
  const shown = calls.map(({ toolCallId, toolName, args }) => ({ id: String(toolCallId), tool: String(toolName), what: inFewWords(args) }));
  const spoken = typeof model === "string" ? { model } : {};
  if (words.length === event.message.content.length) return spoken;
  return { ...spoken, said: processedText(event) ?? words.join("\n"), calls: shown };
}

function answersIn({ content }: Message): NonNullable<ShownEvent["answers"]> {
  const results = content.filter(({ type }) => type === "tool_result");
  return results.map((part) => ({ id: String(part["toolCallId"]), failed: part["isError"] === true }));
}

const CALL_CHARS = 300;
/** What a call is about, in any host's words. */
const ABOUT = ["command", "cmd", "path", "file_path", "filePath", "absolute_path", "notebook_path", "url", "query", "pattern", "document"];

function inFewWords(args: unknown): string {
  const fields = typeof args === "object" && args !== null ? (args as Readonly<Record<string, unknown>>) : {};
  const about = ABOUT.map((name) => fields[name]).find((value) => typeof value === "string" && value !== "");
  return (typeof about === "string" ? about : JSON.stringify(args ?? {})).slice(0, CALL_CHARS);
}

/** X31: the person sees the processed answer; the raw one stays in the message. */
function processedText(event: KnownEvent & { readonly meta?: unknown }): string | null {
  const processed = (event.meta as { processed?: unknown } | undefined)?.processed;
  return typeof processed === "string" ? processed : null;
}

function controlText(event: KnownEvent): string {
  if (event.type === "session_title_updated") return event.title;
  if (event.type === "instruction_snapshot") return "the frozen prompt";
  if (event.type === "context_control")
    return [event.operation, event.leafId ?? event.anchorUserEventId ?? "", event.reason ?? ""].join(" ").trim();
  return "";
}

function textOf(message: Message): string {
  const texts = message.content.map(partText);
  return texts.filter((text) => text !== "").join("\n");
}

function partText(part: Part): string {
  if (part.type === "text") return String(part["text"] ?? "");
  if (part.type === "tool_call") return `→ ${String(part["toolName"])} ${JSON.stringify(part["args"] ?? {})}`;
  if (part.type === "tool_result") {
    const inner = (part["result"] as { content?: readonly Part[] } | undefined)?.content ?? [];
    return `← ${String(part["toolName"])}${part["isError"] === true ? " (error)" : ""}: ${inner.map(partText).join("\n")}`;
  }
  return `[${part.type}]`;
}

const COMPACT_CHARS = 100;

/** For the terminal: compact events on one line. */
export function transcript(shown: readonly ShownEvent[]): string {
  const lines = shown.map(({ label, text, compact }) => {
    if (!compact) return `${label}: ${text}\n`;
    const line = text.replace(/\s+/g, " ").trim();
    return `  (${label}) ${line.length > COMPACT_CHARS ? `${line.slice(0, COMPACT_CHARS)}…` : line}\n`;
  });
  return lines.join("");
}

/** A session as one Markdown document. */
export function toMarkdown(session: Session, options: ShowOptions = {}): string {
  const { header } = session;
  const title = titleOf(session) ?? `Session ${header.sessionId}`;
  const cloned = header.clonedFrom === undefined ? "" : `- cloned from: \`${header.clonedFrom}\`\n`;
  const begun = `- session: \`${header.sessionId}\`\n- begun: ${new Date(header.createdAt).toISOString()}\n${cloned}`;
  const head = `# ${title.replace(/\s+/g, " ")}\n\n${begun}`;
  const parts = showSession(session, options).map(({ as, label, text, ts }) => {
    const when = new Date(ts).toISOString();
    if (as === "user" || as === "assistant") return `## ${as === "user" ? "You" : "Agent"}\n\n<!-- ${when} -->\n\n${quote(text.trim())}\n`;
    return `### ${label[0]?.toUpperCase() ?? ""}${label.slice(1)}\n\n<!-- ${when} -->\n\n${fence(text.trim())}\n`;
  });
  return [head, ...parts].join("\n");
}

/** What somebody said stays a quotation: a heading in it makes no new speaker. */
function quote(text: string): string {
  const lines = text.split(/\r\n|\n|\r/);
  return lines.map((line) => `> ${line}`.trimEnd()).join("\n");
}

/** A fence longer than any in the text. */
function fence(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const mark = "`".repeat(longest + 1);
  return `${mark}\n${text}\n${mark}`;
}
