// Two texts, line by line: what goes, what comes, and what stays around it.

import { diffLines } from "diff";
import { useMemo } from "preact/hooks";
import { useWords } from "./context.ts";
import { visible } from "./visible.ts";

const AROUND = 3;
/** Beyond this, comparing costs more than it shows. */
const LONGEST = 200_000;

interface Line {
  readonly kind: "added" | "removed" | "same" | "gap";
  readonly text: string;
}

export function Diff({ before, after }: { readonly before: string; readonly after: string }) {
  const words = useWords();
  const lines = useMemo(() => linesOf(before, after), [before, after]);
  return (
    <div class="diff" role="group" aria-label={words.diff} tabIndex={0}>
      {lines.map(({ kind, text }, at) => (
        <div key={at} class={kind}>
          <span aria-hidden="true" class="sign">
            {kind === "added" ? "+ " : kind === "removed" ? "- " : "  "}
          </span>
          {kind === "gap" ? "⋯" : visible(text)}
        </div>
      ))}
    </div>
  );
}

function linesOf(before: string, after: string): Line[] {
  if (before.length + after.length > LONGEST) return [...split(before, "removed"), ...split(after, "added")].slice(0, 2000);
  const all = diffLines(withEnd(before), withEnd(after)).flatMap(({ value, added, removed }) =>
    split(value, added === true ? "added" : removed === true ? "removed" : "same"),
  );
  const isNear = (at: number) => all.slice(Math.max(0, at - AROUND), at + AROUND + 1).some(({ kind }) => kind !== "same");
  return all.flatMap((line, at) => {
    if (isNear(at)) return [line];
    return at === 0 || isNear(at - 1) ? [{ kind: "gap" as const, text: "" }] : [];
  });
}

const withEnd = (text: string) => (text === "" || text.endsWith("\n") ? text : `${text}\n`);

function split(text: string, kind: Line["kind"]): Line[] {
  return withEnd(text)
    .split("\n")
    .slice(0, -1)
    .map((line) => ({ kind, text: line }));
}
