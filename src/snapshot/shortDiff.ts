// What changed in a document, in a few lines: for a notice, not for a reader who wants all of it. Pure.

import { diffLines } from "diff";

const MOST_LINES = 8;
const LONGEST_LINE = 160;

/** Removed lines begin with "- ", added ones with "+ "; blank lines do not count. */
export function shortDiff(before: string, after: string): string[] {
  const lines = diffLines(before, after).flatMap(({ added = false, removed = false, value }) => {
    if (!added && !removed) return [];
    return value
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line) => `${added ? "+" : "-"} ${clipped(line.trim())}`);
  });
  return lines.length <= MOST_LINES ? lines : [...lines.slice(0, MOST_LINES), `(${lines.length - MOST_LINES} more lines)`];
}

function clipped(line: string): string {
  const chars = [...line];
  return chars.length <= LONGEST_LINE ? line : `${chars.slice(0, LONGEST_LINE - 1).join("")}…`;
}
