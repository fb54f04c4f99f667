// A heading's text is its plain text: what a reader sees, without marks. It depends on the heading's own lines alone:
// "[x]" stays "[x]" even where a link reference for it is elsewhere, or else an edit of that other place could
// rename this section.

import MarkdownIt from "markdown-it";
import type { Token } from "markdown-it";
import { AppError } from "../../base/index.ts";
import { parseBlocks } from "../grammar/grammar.ts";

/** How many # a heading has. */
export type Level = 1 | 2 | 3 | 4 | 5 | 6;

/** What an entry says about the section it means. A level of null stands for any. */
export interface SectionKey {
  readonly heading: string;
  readonly level: Level | null;
}

const parser = new MarkdownIt({ html: true });

export function plainText(source: string): string {
  if (!/[\\`*_~[\]<&\n]/.test(source)) return source.trim();
  const tokens: Token[] = [];
  parser.inline.parse(source, parser, {}, tokens);
  return visible(tokens).trim();
}

function visible(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      switch (token.type) {
        case "text":
        case "text_special":
        case "code_inline":
          return token.content;
        case "image":
          return visible(token.children ?? []);
        case "softbreak":
        case "hardbreak":
          return " ";
        default:
          return "";
      }
    })
    .join("");
}

/** Throws BAD_HEADING (or BAD_INPUT for the level) where a key cannot name a section. */
export function checkKey(key: SectionKey): void {
  const { heading, level } = key;
  const bad = (why: string): never => {
    throw new AppError("BAD_HEADING", `the heading ${JSON.stringify(heading)} ${why}`, {
      hint: "Give the heading's text as it reads, without # signs and on one line.",
    });
  };
  if (heading === "") bad("is empty");
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(heading)) bad("has line breaks or control characters in it");
  if (heading.trim() !== heading) bad("has spaces around it");
  if (!heading.isWellFormed()) bad("is not Unicode text");
  if (level !== null && !(Number.isInteger(level) && level >= 1 && level <= 6)) {
    throw new AppError("BAD_INPUT", `a heading's level is 1 to 6, not ${String(level)}`);
  }
}

/** A heading line that reads back as exactly `text`, with as few escapes as that takes; null where there is none. */
export function headingLine(text: string, level: Level): string | null {
  const marks = "#".repeat(level);
  const spellings = [text, text.replace(/[\\`*_~[\]<>&#]/g, "\\$&"), text.replace(/[!-/:-@[-`{-~]/g, (sign) => `&#${sign.charCodeAt(0)};`)];
  for (const spelling of spellings) {
    const line = `${marks} ${spelling}`;
    const [open, content, close, ...rest] = parseBlocks(line);
    const isHeading = open?.type === "heading_open" && open.tag === `h${level}` && close?.type === "heading_close" && rest.length === 0;
    if (isHeading && content !== undefined && plainText(content.content) === text) return line;
  }
  return null;
}
