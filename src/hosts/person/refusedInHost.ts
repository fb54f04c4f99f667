// The person's no to a host's question. Claude Code sends no event for it; its transcript has it, with the id of the call. Whoever
// forged that record could only tighten: a no holds a line, and one undo undoes it.

import { objectIn } from "../../base/index.ts";
import { readTranscript } from "./transcript.ts";

export function wasRefusedInHost({ toolUse, transcript }: { readonly toolUse?: string; readonly transcript?: string }): boolean {
  if (toolUse === undefined || transcript === undefined) return false;
  const lines = (readTranscript(transcript) ?? "").split("\n");
  return lines.some((line) => line.includes(toolUse) && line.includes("tool_result") && isRefusal(line, toolUse));
}

function isRefusal(line: string, toolUse: string): boolean {
  const { toolDenialKind, message } = objectIn<{ toolDenialKind: unknown; message: { content?: unknown } | null }>(line) ?? {};
  const parts = (Array.isArray(message?.content) ? message.content : []) as { type?: unknown; tool_use_id?: unknown }[];
  return toolDenialKind === "user-rejected" && parts.some((part) => part.type === "tool_result" && part.tool_use_id === toolUse);
}
