// Lines as the block parser sees them: they end in "\r\n", "\n" or a lone "\r". U+2028, U+2029, form feed and their
// like are ordinary characters. A blank line has only spaces and tabs in it.

/** How a line ends. */
export type Eol = "\n" | "\r\n" | "\r";

export interface EolCount {
  readonly lf: number;
  readonly crlf: number;
  readonly cr: number;
}

export const NO_EOLS: EolCount = { lf: 0, crlf: 0, cr: 0 };

const LF = 10;
const CR = 13;

export function countEols(text: string): EolCount {
  let lf = 0;
  let crlf = 0;
  let cr = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) {
    if (at > 0 && text.charCodeAt(at - 1) === CR) crlf++;
    else lf++;
  }
  for (let at = text.indexOf("\r"); at !== -1; at = text.indexOf("\r", at + 1)) {
    if (text.charCodeAt(at + 1) !== LF) cr++;
  }
  return { lf, crlf, cr };
}

export function addEols(a: EolCount, b: EolCount): EolCount {
  return { lf: a.lf + b.lf, crlf: a.crlf + b.crlf, cr: a.cr + b.cr };
}

export function sumEols(count: EolCount): number {
  return count.lf + count.crlf + count.cr;
}

/** The line end a text uses most; "\n" where it has none or cannot decide. */
export function dominantEol(count: EolCount): Eol {
  if (count.lf >= count.crlf && count.lf >= count.cr) return "\n";
  return count.crlf >= count.cr ? "\r\n" : "\r";
}

/** Offsets at which lines begin. A text that ends in a line end has no empty line behind it. */
export function lineStarts(text: string): number[] {
  const starts: number[] = [];
  let start = 0;
  while (start < text.length) {
    starts.push(start);
    start = afterLine(text, start);
  }
  return starts;
}

/** Behind the line end of the line that `from` is in. */
export function afterLine(text: string, from: number): number {
  const end = lineEnd(text, from);
  return end + eolLength(text, end);
}

/** Where the line that `from` is in ends, before its line end. */
export function lineEnd(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === LF || code === CR) break;
  }
  return at;
}

/** 0 where no line end is at `at`. */
export function eolLength(text: string, at: number): 0 | 1 | 2 {
  const code = text.charCodeAt(at);
  if (code === CR) return text.charCodeAt(at + 1) === LF ? 2 : 1;
  return code === LF ? 1 : 0;
}

export function endsInEol(text: string): boolean {
  const code = text.charCodeAt(text.length - 1);
  return code === LF || code === CR;
}

/** `eol` such that it stays a line end of its own behind `before`: a "\n" behind a "\r" would melt into it. */
export function eolAfter(before: string, eol: Eol): Eol {
  return eol === "\n" && before.charCodeAt(before.length - 1) === CR ? "\r\n" : eol;
}

export function toLf(text: string): string {
  return text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
}

export function fromLf(text: string, eol: Eol): string {
  return eol === "\n" ? text : text.replaceAll("\n", eol);
}

/** Where the first line that is not blank begins, and where the last one ends (before its line end). */
export function contentRange(text: string): { start: number; end: number } {
  let first = 0;
  let start = 0;
  for (; first < text.length && isBlank(text.charCodeAt(first)); first++) {
    const code = text.charCodeAt(first);
    if (code === LF || code === CR) start = first + 1;
  }
  if (first === text.length) return { start: text.length, end: text.length };
  let last = text.length - 1;
  while (isBlank(text.charCodeAt(last))) last--;
  return { start, end: lineEnd(text, last) };
}

/** Content in its plain form: "\n" between lines, no blank lines around it. */
export function plainContent(text: string): string {
  const lf = toLf(text);
  const { start, end } = contentRange(lf);
  return lf.slice(start, end);
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9 || code === LF || code === CR;
}
