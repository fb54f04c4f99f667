// A document in pieces: what is before the first heading, then one piece per top-level heading or block marker,
// each up to the next. Put together again they are the document, byte for byte. A section is a run of pieces.

import type { Token } from "markdown-it";
import { FENCE_LINE, LONG_HTML } from "../grammar/watch.ts";
import type { Level } from "./heading.ts";
import { plainText } from "./heading.ts";
import { addEols, contentRange, countEols, type EolCount, eolLength, lineEnd } from "./blockLines.ts";

export interface Marker {
  readonly block: "machine" | "user";
  readonly edge: "start" | "end";
}

/** `head + lead + content + tail` is the piece's text. */
export interface Piece {
  readonly kind: "opening" | "heading" | "marker";
  /** The heading's or marker's own lines without the last line end; for the opening, BOM and front matter. */
  readonly head: string;
  /** Line end of the head and blank lines before the content; "" where there is no content. */
  readonly lead: string;
  /** From the first line that is not blank to the end of the last one, without its line end. */
  readonly content: string;
  /** Line ends and blank lines behind the content, or everything behind the head where there is no content. */
  readonly tail: string;
  readonly heading: string;
  /** 0 where the piece is not a heading. */
  readonly level: Level | 0;
  readonly setext: boolean;
  readonly marker: Marker | null;
  /** In a USER_BLOCK, or one of its markers. */
  readonly protected: boolean;
  /** What was never closed and so swallows whatever would be put behind this piece; only the last piece can have it. */
  readonly open: string | null;
  /** "-", "*" or "+" where the content ends in an item of a top-level list, so that another item can join it. */
  readonly bullet: string | null;
  readonly eols: EolCount;
}

/** Where a piece begins, found in the tokens. Offsets count from the start of the text that was parsed. */
export interface Border {
  readonly kind: "heading" | "marker";
  readonly start: number;
  readonly headEnd: number;
  readonly heading: string;
  readonly level: Level | 0;
  readonly setext: boolean;
  readonly marker: Marker | null;
}

/** What a text consists of: borders, and the type of the last block before each border and before the end. */
export interface Blocks {
  readonly borders: readonly Border[];
  readonly lastTypes: readonly (string | null)[];
}

const MARKER = /^ {0,3}<!--[ \t]*(MACHINE|USER)_BLOCK_(START|END)\b(?:(?!-->)[^])*-->[ \t]*$/;

export function findBorders(text: string, tokens: readonly Token[], starts: readonly number[]): Blocks {
  const borders: Border[] = [];
  const lastTypes: (string | null)[] = [];
  let last: string | null = null;
  for (const [index, token] of tokens.entries()) {
    if (token.level !== 0 || token.nesting < 0 || token.map === null) continue;
    const border = borderAt(text, tokens, index, starts);
    if (border === null) {
      last = token.type;
    } else {
      borders.push(border);
      lastTypes.push(last);
      last = null;
    }
  }
  return { borders, lastTypes: [...lastTypes, last] };
}

function borderAt(text: string, tokens: readonly Token[], index: number, starts: readonly number[]): Border | null {
  const token = tokens[index] as Token;
  const [first, behind] = token.map as [number, number];
  if (token.type !== "heading_open" && token.type !== "html_block") return null;
  const start = starts[first] as number;
  const headEnd = lineEnd(text, starts[behind - 1] as number);
  if (token.type === "html_block") {
    const mark = behind - first === 1 ? MARKER.exec(text.slice(start, headEnd)) : null;
    if (mark === null) return null;
    const marker = { block: mark[1] === "USER" ? "user" : "machine", edge: mark[2] === "START" ? "start" : "end" } as const;
    return { kind: "marker", start, headEnd, heading: "", level: 0, setext: false, marker };
  }
  const level = Number(token.tag.slice(1)) as Level;
  return {
    kind: "heading",
    start,
    headEnd,
    heading: plainText(tokens[index + 1]?.content ?? ""),
    level,
    setext: !token.markup.startsWith("#"),
    marker: null,
  };
}

/** What the first piece of a text is, where it is not a border of that text. */
export type Head = Omit<Piece, "lead" | "content" | "tail" | "open" | "bullet" | "eols">;

/** Cuts the text behind `head` at its borders. */
export function cutPieces(head: Head, text: string, blocks: Blocks): Piece[] {
  const { borders, lastTypes } = blocks;
  const first = fillPiece(head, text.slice(0, borders[0]?.start ?? text.length), lastTypes[0] ?? null);
  const others = borders.map((border, index) => {
    const { start, headEnd, ...rest } = border;
    const end = borders[index + 1]?.start ?? text.length;
    return fillPiece(
      { ...rest, head: text.slice(start, headEnd), protected: head.protected },
      text.slice(headEnd, end),
      lastTypes[index + 1] ?? null,
    );
  });
  return [first, ...others];
}

/** A piece of a head and all the text behind it. */
export function fillPiece(head: Head, body: string, lastType: string | null): Piece {
  const { start, end } = contentRange(body);
  const content = body.slice(start, end);
  return {
    ...head,
    lead: content === "" ? "" : body.slice(0, start),
    content,
    tail: content === "" ? body : body.slice(end),
    open: null,
    bullet: lastType === "bullet_list_open" ? bulletOf(content) : null,
    eols: addEols(countEols(head.head), countEols(body)),
  };
}

/** The bullet of the last line, if that line is an item at the very margin. The caller knows that it is no code. */
export function bulletOf(content: string): string | null {
  const lastLine = content.slice(Math.max(content.lastIndexOf("\n"), content.lastIndexOf("\r")) + 1);
  const isBreak = /^(?:-[- \t]*|\*[* \t]*)$/.test(lastLine) && lastLine.replace(/[ \t]+/g, "").length >= 3;
  return isBreak ? null : (/^([-*+]) +[^ \t]/.exec(lastLine)?.[1] ?? null);
}

/** What the last block of a document is, where it was never closed. */
export function unclosed(tokens: readonly Token[], lines: (line: number) => string): string | null {
  const last = tokens.at(-1);
  if (last?.level !== 0 || last.map === null) return null;
  const [first, behind] = last.map;
  const opening = lines(first).trimStart();
  const closing = lines(behind - 1);
  if (last.type === "fence") return closesFence(opening, behind - first > 1 ? closing : "") ? null : "code fence";
  if (last.type === "html_block") {
    const kind = LONG_HTML.find(({ opens }) => opens.test(opening));
    return kind === undefined || kind.closes.test(closing) ? null : "HTML block or comment";
  }
  return null;
}

function closesFence(opening: string, closing: string): boolean {
  const [, backticks, tildes] = FENCE_LINE.exec(opening) ?? [];
  const run = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(closing)?.[1] ?? "";
  return run.startsWith(backticks ?? tildes ?? "");
}

export function pieceText(piece: Piece): string {
  return piece.head + piece.lead + piece.content + piece.tail;
}

export function pieceLength(piece: Piece): number {
  return piece.head.length + piece.lead.length + piece.content.length + piece.tail.length;
}

/** The line end of the head, as it is in the document; "" where the document ends there. */
export function headEol(piece: Piece): string {
  const behind = piece.content === "" ? piece.tail : piece.lead;
  return behind.slice(0, eolLength(behind, 0));
}

export function indentOf(piece: Piece): number {
  return piece.head.search(/[^ ]/);
}
