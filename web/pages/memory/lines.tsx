// A document line by line: what each line is, and how it looks. Lines keep their numbers, which is what blame counts by.

import { diffLines } from "diff";
import type { ComponentChildren } from "preact";
import { MarkdownLine } from "../../ui/Markdown.tsx";
import { visible } from "../../ui/visible.ts";

export interface ShownLine {
  /** Of the document now; undefined: it is gone. */
  readonly number: number | undefined;
  readonly text: string;
  readonly kind: "heading" | "item" | "text" | "code" | "blank";
  readonly depth: number;
  readonly sign?: "+" | "−";
}

const HEADING = /^ {0,3}(#{1,6})[ \t](.*)$/;
const ITEM = /^(\s*)(?:[-*+]|\d{1,9}[.)])[ \t](.*)$/;
const FENCE = /^ {0,3}(?:`{3,}|~{3,})/;

export function linesOf(text: string): ShownLine[] {
  let isCode = false;
  return plain(text).map((line, at): ShownLine => {
    const number = at + 1;
    const isFence = FENCE.test(line);
    const wasCode = isCode;
    if (isFence) isCode = !isCode;
    if (wasCode || isFence) return { number, text: line, kind: "code", depth: 0 };
    if (line.trim() === "") return { number, text: line, kind: "blank", depth: 0 };
    const heading = HEADING.exec(line);
    if (heading !== null) return { number, text: (heading[2] ?? "").trimStart(), kind: "heading", depth: heading[1]?.length ?? 1 };
    const item = ITEM.exec(line);
    if (item !== null)
      return { number, text: (item[2] ?? "").trimStart(), kind: "item", depth: Math.min(4, Math.floor((item[1]?.length ?? 0) / 2)) };
    return { number, text: line, kind: "text", depth: 0 };
  });
}

/** Against the document as it is now: what came since, and what is gone. */
export function linesSince(then: string, now: string): ShownLine[] {
  const fresh = linesOf(now);
  const old = linesOf(then);
  const shown: ShownLine[] = [];
  let [atNow, atThen] = [0, 0];
  for (const { value, added, removed } of diffLines(withEnd(then), withEnd(now))) {
    const count = value.split("\n").length - 1;
    if (removed === true)
      shown.push(...old.slice(atThen, atThen + count).map((line) => ({ ...line, number: undefined, sign: "−" as const })));
    else shown.push(...fresh.slice(atNow, atNow + count).map((line) => (added === true ? { ...line, sign: "+" as const } : line)));
    if (removed !== true) atNow += count;
    if (added !== true) atThen += count;
  }
  return shown;
}

const plain = (text: string): string[] => (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n");
const withEnd = (text: string): string => (text === "" || text.endsWith("\n") ? text : `${text}\n`);

export function LineText({ line }: { readonly line: ShownLine }): ComponentChildren {
  if (line.kind === "heading")
    return (
      <h3 class={`level-${line.depth}`}>
        <MarkdownLine text={line.text} />
      </h3>
    );
  if (line.kind === "code") return <pre>{visible(line.text) || " "}</pre>;
  return (
    <p class={line.kind === "item" ? `item depth-${line.depth}` : ""}>
      <MarkdownLine text={line.text} />
    </p>
  );
}
