// Headings that are underlined, with one rule of our own for both readings: alone, and under a guard (watch.ts).

import type { StateBlock } from "markdown-it";
import type { Rule } from "./guard.ts";
import { watchOf } from "./watch.ts";

/**
 * Setext headings. Without a guard as in markdown-it, which takes the first underline it finds; under a guard an
 * underline that makes too high a heading is noted and passed over as text, in the same pass over the paragraph.
 */
export function setext(terminators: () => readonly Rule[]): Rule {
  return (state, first, end) => {
    if ((state.sCount[first] ?? 0) - state.blkIndent > 3) return false;
    const outer = state.parentType;
    state.parentType = "paragraph";
    const underline = findUnderline(state, first, { end, terminators: terminators() });
    state.parentType = outer;
    if (underline === null) return false;
    const mark = state.src.charAt((state.bMarks[underline] ?? 0) + (state.tShift[underline] ?? 0));
    const tag = mark === "=" ? "h1" : "h2";
    const open = state.push("heading_open", tag, 1);
    open.markup = mark;
    open.map = [first, underline + 1];
    state.push("inline", "", 0).content = paragraphText(state, first, underline);
    state.push("heading_close", tag, -1).markup = mark;
    state.line = underline + 1;
    return true;
  };
}

function findUnderline(
  state: StateBlock,
  first: number,
  { end, terminators }: { end: number; terminators: readonly Rule[] },
): number | null {
  const watch = state.level === 0 ? watchOf(state) : undefined;
  for (let line = first + 1; line < end && !state.isEmpty(line); line++) {
    const indent = state.sCount[line] ?? 0;
    if (indent - state.blkIndent > 3 || watch?.escaped.has(line)) continue;
    const level = indent >= state.blkIndent ? underlineLevel(state, line) : 0;
    if (level > 0) {
      if (watch === undefined || level > watch.level || !watch.escape(line)) return line;
    } else if (indent >= 0 && terminators.some((rule) => rule(state, line, end, true))) {
      return null;
    }
  }
  return null;
}

/** 1 for a line of "=", 2 for one of "-", 0 for any other. */
function underlineLevel(state: StateBlock, line: number): 0 | 1 | 2 {
  const start = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
  const mark = state.src.charCodeAt(start);
  if (mark !== 45 && mark !== 61) return 0;
  const behind = state.skipSpaces(state.skipChars(start, mark));
  if (behind < (state.eMarks[line] ?? 0)) return 0;
  return mark === 61 ? 1 : 2;
}

function paragraphText(state: StateBlock, first: number, behind: number): string {
  const lines: string[] = [];
  for (let line = first; line < behind; line++)
    lines.push(state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]));
  return lines.join("\n").trim();
}
