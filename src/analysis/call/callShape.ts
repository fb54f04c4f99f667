// Calls come from programs that were written elsewhere, as JSON. What is not shaped like a call is not analysed.

import { byName } from "../../base/index.ts";
import type { Call } from "./call.ts";

/** What each tool of ours must say, as text. */
const NEEDED: Readonly<Record<string, string>> = byName({
  shell: "command",
  read: "path",
  write: "path",
  edit: "path",
  delete: "path",
  load: "document",
  fetch: "url",
  reply: "content",
});

/** What is wrong with it; null: it is a call. */
export function callFault(value: unknown): string | null {
  if (!isRecord(value)) return "it is not an object with a tool";
  const { tool, input, content } = value;
  if (typeof tool !== "string" || tool === "") return "it names no tool";
  const needed = NEEDED[tool];
  if (needed === undefined && input !== undefined) return isRecord(input) ? null : "its input is not an object";
  if (needed === undefined) {
    // `{"tool":"bash","command":"…"}`: nobody would read what is beside the tool.
    const beside = Object.keys(value).find((key) => key !== "tool");
    return beside === undefined ? null : `its ${beside} is not in an input`;
  }
  // A tool of another program that has one of our names: judged by its input, like every other.
  if (value[needed] === undefined && isRecord(input))
    return isTextOrNothing(input[needed]) || Array.isArray(input[needed]) ? null : `${tool} has a ${needed} that is not a text`;
  if (typeof value[needed] !== "string") return `${tool} has no ${needed} that is a text`;
  return isTextOrNothing(content) ? null : "its content is not a text";
}

export function isCall(value: unknown): value is Call {
  return callFault(value) === null;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

function isTextOrNothing(value: unknown): boolean {
  return value === undefined || typeof value === "string";
}
