// The host's JSON, read with care: what is missing is null, and what cannot be read at all says so.

import type { Dialect, HookInput } from "./dialect.ts";

export type Reading = { readonly kind: "read"; readonly input: HookInput } | { readonly kind: "unreadable"; readonly why: string };

/** Larger input is not looked through. */
export const LARGEST_INPUT = 32 * 1024 * 1024;

export function readInput(dialect: Dialect, text: string, named: string | undefined): Reading {
  if (text.length > LARGEST_INPUT) return { kind: "unreadable", why: "the host's message is larger than 32 MB" };
  let raw: unknown;
  try {
    raw = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    return { kind: "unreadable", why: text.trim() === "" ? "the host sent nothing" : "the host's message is not JSON" };
  }
  if (typeof raw !== "object" || raw === null || Array.isArray(raw))
    return { kind: "unreadable", why: "the host's message is not an object" };
  const fields = raw as Record<string, unknown>;
  const { fields: names } = dialect;
  const told = eventOf(dialect, fields, named);
  const event = isCallOfUnknownEvent(dialect, fields, told) ? callEvent(dialect) : told;
  if (event === "") return { kind: "unreadable", why: "the host's message names no event" };
  const cwd = first(fields, names.cwd);
  return {
    kind: "read",
    input: {
      event,
      kind: Object.hasOwn(dialect.events, event) ? (dialect.events[event] ?? null) : null,
      session: textOf(first(fields, names.session)) ?? "unknown",
      cwd: textOf(Array.isArray(cwd) ? cwd[0] : cwd),
      ...toolOf(dialect, fields, event),
      output: outputText(first(fields, names.output)),
      prompt: promptOf(fields[names.prompt]),
      source: textOf(fields[names.source]) ?? "startup",
      transcript: textOf(fields["transcript_path"]),
      byAgent: fields["by_agent"] === true,
      unseen: fields["unseen"] === true,
      neverAsks: fields["permission_mode"] === "dontAsk",
      seen: fields["seen"] === true,
      again: fields["stop_hook_active"] === true,
      toolUse: textOf(fields["tool_use_id"]),
    },
  };
}

/** The installed command names the event too; where they differ, the stricter one counts. */
function eventOf({ fields: names, events }: Dialect, fields: Readonly<Record<string, unknown>>, named: string | undefined): string {
  const told = names.event === null ? undefined : fields[names.event];
  if (typeof told !== "string") return named ?? "";
  return named !== undefined && events[named] === "before-call" ? named : told;
}

/** No event that is known, and a tool that has not answered yet: a call may be about to run. Copilot's messages name no event at all. */
function isCallOfUnknownEvent({ fields: names, events }: Dialect, fields: Readonly<Record<string, unknown>>, event: string): boolean {
  return !Object.hasOwn(events, event) && textOf(first(fields, names.tool)) !== null && first(fields, names.output) === undefined;
}

function callEvent({ events }: Dialect): string {
  return Object.keys(events).find((event) => events[event] === "before-call") ?? "";
}

/** Cursor's narrower events carry the command, the tool or the path at the top. */
function toolOf({ fields: names }: Dialect, fields: Readonly<Record<string, unknown>>, event: string): Pick<HookInput, "tool" | "input"> {
  if (event === "beforeShellExecution") return { tool: "shell", input: { command: fields["command"], cwd: fields["cwd"] } };
  if (event === "beforeReadFile") return { tool: "read", input: { file_path: fields["file_path"] } };
  return { tool: textOf(first(fields, names.tool)), input: first(fields, names.input) };
}

/** Kimi sends a list of parts. */
function promptOf(value: unknown): string | null {
  if (typeof value === "string") return value;
  if (!Array.isArray(value)) return null;
  return value
    .flatMap((part) =>
      typeof part === "string"
        ? [part]
        : typeof (part as { text?: unknown } | null)?.text === "string"
          ? [(part as { text: string }).text]
          : [],
    )
    .join("\n");
}

function first(fields: Readonly<Record<string, unknown>>, names: readonly string[]): unknown {
  return names.map((name) => fields[name]).find((value) => value !== undefined);
}

function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

// What a tool answered, as text: hosts send it as a text, as JSON in a text, or as parts with fields of their own.

/** Deeper, or more, is not looked at; the reader of the text has a limit of its own. */
const DEEPEST = 12;
const MOST = 4_000_000;

/** null: the host does not say. */
function outputText(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const parts: string[] = [];
  let size = 0;
  const take = (each: unknown, depth: number): void => {
    if (size > MOST || depth > DEEPEST) return;
    if (typeof each === "string") {
      size += each.length;
      parts.push(each);
    } else if (Array.isArray(each)) for (const item of each) take(item, depth + 1);
    else if (typeof each === "object" && each !== null) for (const item of Object.values(each)) take(item, depth + 1);
  };
  take(decoded(value), 0);
  return parts.join("\n");
}

function decoded(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*[[{"]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    // A text that only begins like JSON.
    return value;
  }
}
