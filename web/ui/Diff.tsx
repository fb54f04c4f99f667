// Two texts, line by line: what is removed, what is added, and what stays around it. Changed words are marked.

import { diffLines, diffWordsWithSpace } from "diff";
import type { ComponentChildren } from "preact";
import { useMemo, useState } from "preact/hooks";
import { useWords } from "./context.ts";
import { Icon } from "./icons.tsx";
import { visible } from "./visible.ts";

const AROUND = 3;
/** Beyond this, comparing costs more than it shows. */
const LONGEST = 200_000;
/** Lines that differ by more than this share are shown whole, without marks. */
const ALIKE = 0.6;

interface Piece {
  readonly text: string;
  readonly changed: boolean;
}

export interface DiffLine {
  readonly kind: "added" | "removed" | "same";
  readonly text: string;
  /** Line numbers in the two texts. */
  readonly old?: number;
  readonly new?: number;
  readonly pieces?: readonly Piece[];
}

interface DiffProps {
  readonly before: string;
  readonly after: string;
  /** The line of the document at which the texts begin. */
  readonly from?: number;
  readonly title?: string;
  /** What a line means, at its right. */
  readonly mark?: ((line: DiffLine) => ComponentChildren) | undefined;
}

export function Diff({ before, after, from = 1, title, mark }: DiffProps) {
  const words = useWords();
  const lines = useMemo(() => compareLines(before, after, from), [before, after, from]);
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? lines.map((line) => [line]) : folded(lines);
  const count = (kind: DiffLine["kind"]) => lines.filter((line) => line.kind === kind).length;
  return (
    <div class="diff" role="group" aria-label={words.diff}>
      {title === undefined ? null : (
        <div class="diff-head">
          <Icon name="file" />
          <span class="cut">{title}</span>
          <span class="end is-allow">+{count("added")}</span>
          <span class="is-deny">−{count("removed")}</span>
        </div>
      )}
      {shown.map((run) =>
        run.length > AROUND ? (
          <button key={`gap-${run[0]?.new}`} type="button" class="diff-gap" onClick={() => setWhole(true)}>
            {words.unchanged(run.length)}
          </button>
        ) : (
          run.map((line) => <Line key={`${line.kind}-${line.old}-${line.new}`} line={line} mark={mark} />)
        ),
      )}
    </div>
  );
}

function Line({ line, mark }: { readonly line: DiffLine; readonly mark: DiffProps["mark"] }) {
  const { kind, text, pieces } = line;
  const meaning = mark?.(line);
  return (
    <div class={`diff-line ${kind}`}>
      <span class="no old">{line.old}</span>
      <span class="no">{line.new}</span>
      <span class="sign">{kind === "added" ? "+" : kind === "removed" ? "-" : ""}</span>
      <span class="line-text">
        {pieces === undefined
          ? visible(text)
          : pieces.map((piece, at) =>
              !piece.changed ? (
                visible(piece.text)
              ) : kind === "added" ? (
                <ins key={at}>{visible(piece.text)}</ins>
              ) : (
                <del key={at}>{visible(piece.text)}</del>
              ),
            )}
      </span>
      {meaning === undefined || meaning === null ? null : <span class="mark">{meaning}</span>}
    </div>
  );
}

export function compareLines(before: string, after: string, from = 1): DiffLine[] {
  const parts =
    before.length + after.length > LONGEST
      ? [
          { value: before.slice(0, LONGEST), removed: true, added: false },
          { value: after.slice(0, LONGEST), added: true, removed: false },
        ]
      : diffLines(withEnd(before), withEnd(after));
  let [old, now] = [from, from];
  const lines = parts.flatMap(({ value, added, removed }) =>
    split(value).map((text): DiffLine => {
      if (added) return { kind: "added", text, new: now++ };
      if (removed) return { kind: "removed", text, old: old++ };
      return { kind: "same", text, old: old++, new: now++ };
    }),
  );
  return withWords(lines);
}

/** A run of removed lines and as many added ones after it: each pair is compared word by word. */
function withWords(lines: readonly DiffLine[]): DiffLine[] {
  const result = [...lines];
  for (let at = 0; at < result.length; at++) {
    if (result[at]?.kind !== "removed") continue;
    let middle = at;
    while (result[middle]?.kind === "removed") middle++;
    let end = middle;
    while (result[end]?.kind === "added") end++;
    if (end - middle === middle - at)
      for (let each = at; each < middle; each++) {
        const other = each + middle - at;
        const pair = wordsOf((result[each] as DiffLine).text, (result[other] as DiffLine).text);
        if (pair === null) continue;
        result[each] = { ...(result[each] as DiffLine), pieces: pair.old };
        result[other] = { ...(result[other] as DiffLine), pieces: pair.now };
      }
    at = Math.max(at, end - 1);
  }
  return result;
}

function wordsOf(before: string, after: string): { readonly old: readonly Piece[]; readonly now: readonly Piece[] } | null {
  if (before.length + after.length > 4000) return null;
  const parts = diffWordsWithSpace(before, after);
  const changed = parts.filter(({ added, removed }) => added || removed).reduce((sum, { value }) => sum + value.length, 0);
  if (changed > ALIKE * (before.length + after.length)) return null;
  const side = (without: "added" | "removed") =>
    parts
      .filter((part) => part[without] !== true)
      .map((part) => ({ text: part.value, changed: part.added === true || part.removed === true }));
  return { old: side("added"), now: side("removed") };
}

/** Runs of unchanged lines far from a change become one. */
function folded(lines: readonly DiffLine[]): (readonly DiffLine[])[] {
  const near = new Set<number>();
  lines.forEach(({ kind }, at) => {
    if (kind !== "same") for (let each = at - AROUND; each <= at + AROUND; each++) near.add(each);
  });
  const runs: DiffLine[][] = [];
  lines.forEach((line, at) => {
    const last = runs.at(-1);
    if (near.has(at) || near.has(at - 1) || last === undefined) runs.push([line]);
    else last.push(line);
  });
  return runs;
}

const withEnd = (text: string) => (text === "" || text.endsWith("\n") ? text : `${text}\n`);
const split = (text: string) => withEnd(text).split("\n").slice(0, -1);
