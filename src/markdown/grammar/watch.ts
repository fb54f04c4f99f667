// A guard rides along while content is parsed and finds the lines that would reach beyond the content's section:
//
//   - a top-level heading of the section's level or a higher one (ATX, or the underline of a setext heading),
//   - a code fence or HTML block (script, comment, <?, <!, CDATA) at the top level that nobody closes,
//   - a MACHINE_BLOCK or USER_BLOCK marker.
//
// Such a line is noted in `escaped` and from then on read as the text it will be behind a backslash, so that one pass
// finds all of them, in linear time. What the guard reads is not exactly what the escaped text will be read as (a
// link reference may run on differently), so escape.ts looks again at what came out.

import type { StateBlock } from "markdown-it";

export interface Guard {
  /** Lines to be escaped, found so far. */
  readonly escaped: ReadonlySet<number>;
  /** A line that had to be escaped but lies outside the lines that may be. */
  readonly blocked: boolean;
  begin(state: StateBlock): void;
}

export interface GuardOptions {
  /** Headings of this level or a higher one (a smaller number) would end the section. */
  readonly level: number;
  /** The lines that may be escaped; the others were there before. */
  readonly from: number;
  readonly to: number;
  /** Lines that looked as if they had to be escaped when a quote above felt for its end, but had not. */
  readonly spared?: ReadonlySet<number>;
}

/** Thrown when content makes the parser look at its lines too often: it has quadratic cases for hostile input. */
export const TOO_INTRICATE = new Error("the content is too intricate to be read in reasonable time");

const LOOKS_PER_LINE = 100;
const LOOKS_IN_ALL = 20_000;

export const MARKER_LINE = /^<!--[ \t]*(?:MACHINE|USER)_BLOCK_(?:START|END)\b/;
export const FENCE_LINE = /^(?:(`{3,})[^`]*|(~{3,})[^]*)$/;

/** HTML blocks that run to their own end and not to a blank line (CommonMark's kinds 1 to 5). */
export const LONG_HTML: readonly { readonly opens: RegExp; readonly closes: RegExp }[] = [
  { opens: /^<(?:script|pre|style|textarea)(?=\s|>|$)/i, closes: /<\/(?:script|pre|style|textarea)>/i },
  { opens: /^<!--/, closes: /-->/ },
  { opens: /^<\?/, closes: /\?>/ },
  { opens: /^<![A-Za-z]/, closes: />/ },
  { opens: /^<!\[CDATA\[/, closes: /\]\]>/ },
];

export function createGuard(options: GuardOptions): Guard {
  return new Watch(options);
}

export class Watch implements Guard {
  readonly escaped = new Set<number>();
  readonly level: number;
  blocked = false;
  /** What the outermost container is, and for a list how far its present item is indented. */
  container: "none" | "list" | "quote" = "none";
  itemIndent = 0;
  readonly spared: ReadonlySet<number>;
  readonly #from: number;
  readonly #to: number;
  #state: StateBlock | null = null;
  // Containers change these arrays in the state while they are being read; here they stay as the lines were written.
  #begins: number[] = [];
  #indents: number[] = [];
  #shifts: number[] = [];
  #looks = 0;
  readonly #lastClosing = new Map<RegExp, number>();
  readonly #longestFence = new Map<string, number[]>();

  constructor(options: GuardOptions) {
    this.level = options.level;
    this.#from = options.from;
    this.#to = options.to;
    this.spared = options.spared ?? new Set();
  }

  begin(state: StateBlock): void {
    this.#state = state;
    this.#begins = state.bMarks.slice();
    this.#indents = state.sCount.slice();
    this.#shifts = state.tShift.slice();
    this.#looks = LOOKS_IN_ALL + LOOKS_PER_LINE * state.lineMax;
  }

  count(): void {
    if (this.#looks-- <= 0) throw TOO_INTRICATE;
  }

  /** The line as it was written, from its first character that is not a space. */
  line(line: number): string {
    const state = this.#state as StateBlock;
    return state.src.slice((this.#begins[line] ?? 0) + (this.#shifts[line] ?? 0), state.eMarks[line]);
  }

  indent(line: number): number {
    return this.#indents[line] ?? 0;
  }

  /** Would a block that begins at this line be at the top level? */
  atTop(state: StateBlock, line: number): boolean {
    if (this.indent(line) > 3 || state.bMarks[line] !== this.#begins[line]) return false;
    return state.level < 2 || this.container !== "list" || this.indent(line) < this.itemIndent;
  }

  /** True when the line is to be read as text from now on. */
  escape(line: number): boolean {
    if (line < this.#from || line >= this.#to) {
      this.blocked = true;
      return false;
    }
    this.escaped.add(line);
    return true;
  }

  isClosedHtml(line: number, closes: RegExp): boolean {
    let last = this.#lastClosing.get(closes);
    if (last === undefined) {
      last = (this.#state as StateBlock).lineMax - 1;
      while (last >= 0 && !closes.test(this.line(last))) last--;
      this.#lastClosing.set(closes, last);
    }
    return last >= line;
  }

  isClosedFence(line: number, fence: string): boolean {
    const marker = fence.charAt(0);
    let longest = this.#longestFence.get(marker);
    if (longest === undefined) {
      longest = this.#closingFences(marker);
      this.#longestFence.set(marker, longest);
    }
    return (longest[line + 1] ?? 0) >= fence.length;
  }

  /** For each line, how long the longest closing fence at it or below is. */
  #closingFences(marker: string): number[] {
    const count = (this.#state as StateBlock).lineMax;
    const longest: number[] = Array.from({ length: count + 1 }, () => 0);
    const closing = marker === "`" ? /^(`{3,})[ \t]*$/ : /^(~{3,})[ \t]*$/;
    for (let line = count - 1; line >= 0; line--) {
      const run = this.indent(line) > 3 ? 0 : (closing.exec(this.line(line))?.[1]?.length ?? 0);
      longest[line] = Math.max(run, longest[line + 1] ?? 0);
    }
    return longest;
  }
}

export function watchOf(state: StateBlock): Watch | undefined {
  return state.env["guard"] as Watch | undefined;
}
