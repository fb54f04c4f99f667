// A call in a few words, for reports.

import type { Call } from "../policy/index.ts";

export function shown(call: Call): string {
  if ("command" in call) return call.command;
  if ("path" in call) return `${call.tool} ${call.path}${call.content === undefined || call.content === "" ? "" : `: ${call.content}`}`;
  if (call.tool === "reply" && "content" in call) return `reply: ${call.content}`;
  if ("document" in call) return `${call.tool} ${call.document}`;
  return shownInput(call.tool, "input" in call ? call.input : { ...call });
}

/** Of another program's tool: its command, path or address, where it has one. */
function shownInput(tool: string, input: Readonly<Record<string, unknown>>): string {
  const words = Object.entries(input).find(
    ([name, value]) => /^(?:command|cmd|file_?path|path|url)$/i.test(name) && typeof value === "string",
  )?.[1];
  if (typeof words !== "string") return `${tool} ${JSON.stringify(input).slice(0, 120)}`;
  return /shell|bash|exec|command/i.test(tool) ? words : `${tool} ${words}`;
}
