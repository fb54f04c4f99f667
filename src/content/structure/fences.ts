// Code fences of the top level: which lines are inside a closed one, and which fences nobody closes.

import type { Span } from "./inline.ts";
import type { Report, Stance } from "./marks.ts";

const FENCE = /^([ \t]*)(`{3,}|~{3,})(.*)$/s;

/** 1: inside a closed top-level fence; 2: a fence line of one; 0: neither. Fences that nobody closes are reported. */
export function findFences(
  text: string,
  lines: readonly Span[],
  { stance, report }: { readonly stance: Stance; readonly report: Report },
): Uint8Array {
  const state = new Uint8Array(lines.length);
  if (!text.includes("```") && !text.includes("~~~")) return state;
  const fences = lines.map((line, number) => fenceAt(text, line, number)).filter((fence) => fence !== null);
  const closers = findClosers(fences);
  let open: Fence | null = null;
  for (const [place, fence] of fences.entries()) {
    if (open !== null) {
      if (!closes(fence, open)) continue;
      state.fill(1, open.line + 1, fence.line);
      state[fence.line] = 2;
      if (stance === "other" && fence.length !== open.length)
        reportRun(text, fence, { why: "is a fence of another length than its opening", report });
      open = null;
    } else if (fence.char === "~" || !fence.info.includes("`")) {
      const isClosed = (closers[place + 1]?.[fence.char] ?? 0) >= fence.length;
      if (!isClosed) reportRun(text, fence, { why: "is a code fence that nobody closes", report });
      else {
        open = fence;
        state[fence.line] = 2;
      }
    }
  }
  return state;
}

function closes(fence: Fence, open: Fence): boolean {
  return fence.bare && fence.char === open.char && fence.length >= open.length;
}

interface Fence {
  readonly line: number;
  readonly at: number;
  readonly char: "`" | "~";
  readonly length: number;
  readonly info: string;
  readonly bare: boolean;
}

function fenceAt(text: string, { start, end }: Span, line: number): Fence | null {
  if (end - start < 3) return null;
  let at = start;
  while (at < end && text.charCodeAt(at) === 32) at++;
  const code = text.charCodeAt(at);
  if (at - start > 3 || (code !== 96 && code !== 126)) return null;
  const match = FENCE.exec(text.slice(at, end));
  if (match === null) return null;
  const info = match[3] ?? "";
  return { line, at, char: code === 96 ? "`" : "~", length: (match[2] ?? "").length, info, bare: info.trim() === "" };
}

/** For each fence, the longest closing one at it or below, per character: one look decides whether one closes. */
function findClosers(fences: readonly Fence[]): readonly { readonly "`": number; readonly "~": number }[] {
  let below = { "`": 0, "~": 0 };
  return fences
    .toReversed()
    .map(({ bare, char, length }) => (below = bare && length > below[char] ? { ...below, [char]: length } : below))
    .toReversed();
}

function reportRun(text: string, fence: Fence, { why, report }: { why: string; report: Report }): void {
  for (let k = 0; k < fence.length; k++) report({ kind: "fence", why, index: fence.at + k, section: true });
}
