// The shape of an answer (OR-40, OR-41, X31): short paragraphs that follow one another become one, and of all emoji the
// first is kept. Code is left alone. A stream of pieces in, the same stream shaped out: what comes out does not depend on
// how it was cut. Pure; what is held back is at most one short line, an open code span or an unfinished emoji.

import { emojiAt, mayHaveEmoji, settledLength } from "./emoji.ts";
import { type LineHead, readLineHead } from "./lineHead.ts";

export interface Shaper {
  push(chunk: string): string;
  /** A message is over. Another one of the same answer may follow behind a tool call: the fragments on both sides may still be one. */
  next(): string;
  /** What was done to the answer so far. */
  counts(): { readonly merged: number; readonly cut: number };
}

export interface ShapeOptions {
  /** How many emoji an answer may have (OR-41: one). */
  readonly emoji?: number;
}

/** A paragraph up to this wide is a fragment; a Han character is two wide. */
const FRAGMENT_WIDTH = 60;
const EAST_ASIAN = ["Han", "Hiragana", "Katakana", "Hangul"].map((script) => `\\p{Script=${script}}`).join("");
const WIDE = new RegExp(String.raw`[${EAST_ASIAN}\u3000-\u303F\uFF00-\uFFEF]`, "u");
/** A line that ends so introduces what follows and stays a line of its own. */
const LEADS_ON = /[:：,，]$/;

interface Paragraph {
  lines: number;
  width: number;
  plain: boolean;
  tail: string;
}

export function createShaper({ emoji: most = 1 }: ShapeOptions = {}): Shaper {
  let waiting = "";
  let out = "";
  let mode: "start" | "text" | "code" = "start";
  let fence: string | null = null;
  let paragraph: Paragraph | null = null;
  /** White space that is written only when something follows. */
  let gap = "";
  let afterFragment = false;
  let inList = false;
  let emoji = 0;
  let merged = 0;
  let lastChar = "";
  let swallow = false;
  let lineShown = false;
  let lineCut = false;
  /** What was before the line, for a line of which nothing is left. */
  let before = { gap: "", afterFragment: false };

  function write(text: string): void {
    let end = text.length;
    while (end > 0 && text[end - 1] === " ") end--;
    if (end > 0) {
      out += gap + text.slice(0, end);
      gap = "";
      lastChar = text.charAt(end - 1);
      lineShown = true;
    }
    gap += text.slice(end);
  }

  function endParagraph(): void {
    if (paragraph === null) return;
    afterFragment = isFragment(paragraph);
    paragraph = null;
  }

  /** Handles what can be decided; false when more must come. */
  function step(final: boolean): boolean {
    const cut = waiting.indexOf("\n");
    const line = cut === -1 ? waiting : waiting.slice(0, cut);
    const complete = cut !== -1 || final;
    if (mode === "start") return beginLine(line, { complete, ended: cut !== -1, final });
    const taken = mode === "text" ? shapeText(line, complete) : takeCode(line);
    if (paragraph !== null) measure(paragraph, line.slice(0, taken));
    waiting = waiting.slice(taken);
    if (taken < line.length || cut === -1) return false;
    waiting = waiting.slice(1);
    endLine();
    return waiting !== "";
  }

  function beginLine(line: string, { complete, ended, final }: { complete: boolean; ended: boolean; final: boolean }): boolean {
    if (waiting === "") return false;
    const head = readLineHead(line, complete);
    if (head.kind === "wait") return false;
    lineShown = lineCut = swallow = false;
    if (fence !== null || head.kind === "fence") return beginFenced(head);
    if (head.kind === "blank") return passBlank(line.length + (ended ? 1 : 0));
    if (head.kind === "indented" && !inList && paragraph === null) return beginCode();
    const plain = head.kind === "plain";
    before = { gap, afterFragment };
    const mayJoin = paragraph === null && afterFragment && plain;
    const ahead = mayJoin ? fragmentAhead(line, { ended, final, rest: waiting.slice(line.length + 1) }) : "no";
    if (ahead === "wait") return false;
    beginText(line, { plain, list: head.list, joined: ahead === "yes" });
    return true;
  }

  function beginFenced(head: LineHead): boolean {
    if (fence === null) endParagraph();
    fence = nextFence(fence, head);
    return beginCode();
  }

  function beginCode(): boolean {
    afterFragment = false;
    mode = "code";
    return true;
  }

  function passBlank(length: number): boolean {
    gap += waiting.slice(0, length);
    waiting = waiting.slice(length);
    endParagraph();
    return waiting !== "";
  }

  function beginText(line: string, { plain, list, joined }: { plain: boolean; list: boolean; joined: boolean }): void {
    if (joined) merged++;
    if (list) inList = true;
    else if (plain && paragraph === null) inList = false;
    paragraph ??= { lines: 0, width: 0, plain, tail: "" };
    paragraph.lines++;
    mode = "text";
    const lead = /^[ \t\r]*/.exec(line)?.[0] ?? "";
    gap = joined ? joinerOf(lastChar) : gap + lead;
    waiting = waiting.slice(lead.length);
  }

  function endLine(): void {
    mode = "start";
    if (!dropCutLine()) gap += "\n";
  }

  /** A line that was only emoji goes with its break. */
  function dropCutLine(): boolean {
    if (lineShown || !lineCut) return false;
    ({ gap, afterFragment } = before);
    if (paragraph !== null && --paragraph.lines === 0) paragraph = null;
    lineCut = false;
    return true;
  }

  function takeCode(line: string): number {
    // Shown as it is; a line that may be the fence's end is whole when it comes here.
    write(line);
    return line.length;
  }

  /** How much of the line was shaped and written. */
  function shapeText(line: string, complete: boolean): number {
    const end = complete ? line.length : settledLength(line);
    let at = 0;
    while (at < end) {
      if (swallow && line[at] === " ") {
        at++;
        continue;
      }
      const stop = nextStop(line, at, end);
      if (stop > at) {
        swallow = false;
        write(line.slice(at, stop));
        at = stop;
        continue;
      }
      if (line[at] === "`") {
        const span = codeSpan(line, at, complete);
        if (span === null) return at;
        swallow = false;
        write(span);
        at += span.length;
        continue;
      }
      const picture = emojiAt(line, at);
      if (picture === null) {
        const char = String.fromCodePoint(line.codePointAt(at) ?? 0);
        swallow = false;
        write(char);
        at += char.length;
      } else {
        if (emoji++ < most) write(picture);
        else {
          lineCut = true;
          swallow = !lineShown || gap !== "";
        }
        at += picture.length;
      }
    }
    return end;
  }

  function run(final: boolean): string {
    while (step(final)) continue;
    const shown = out;
    out = "";
    return shown;
  }

  return {
    push(chunk) {
      waiting += chunk;
      return run(false);
    },
    next() {
      const shown = run(true);
      dropCutLine();
      mode = "start";
      fence = null;
      inList = false;
      endParagraph();
      if (lastChar !== "") gap = "\n\n";
      return shown;
    },
    counts: () => ({ merged, cut: Math.max(0, emoji - most) }),
  };
}

function isFragment({ lines, width, plain, tail }: Paragraph): boolean {
  return lines === 1 && plain && width <= FRAGMENT_WIDTH && !LEADS_ON.test(tail);
}

function measure(paragraph: Paragraph, taken: string): void {
  paragraph.width += paragraph.width > FRAGMENT_WIDTH ? 0 : widthOf(taken);
  const words = taken.trimEnd();
  if (words !== "") paragraph.tail = words.slice(-1);
}

function widthOf(text: string): number {
  let width = 0;
  for (const char of text) width += WIDE.test(char) ? 2 : 1;
  return width;
}

/** Whether the line that begins here is a paragraph of its own, and a short one. */
function fragmentAhead(line: string, { ended, final, rest }: { ended: boolean; final: boolean; rest: string }): "yes" | "no" | "wait" {
  if (line.length > 4 * FRAGMENT_WIDTH || widthOf(line.trim()) > FRAGMENT_WIDTH) return "no";
  if (!ended) return final ? "yes" : "wait";
  const behind = /^[ \t\r]*(\n|$)/.exec(rest);
  if (behind === null) return "no";
  return behind[1] === "\n" || final ? "yes" : "wait";
}

/** Behind a full-width mark no space is wanted. */
function joinerOf(before: string): string {
  return /[\u3000-\u303F\uFF00-\uFFEF]/.test(before) ? "" : " ";
}

function nextFence(open: string | null, head: ReturnType<typeof readLineHead>): string | null {
  if (open === null) return head.kind === "fence" ? head.mark : null;
  const closes = head.kind === "fence" && head.bare && head.mark[0] === open[0] && head.mark.length >= open.length;
  return closes ? null : open;
}

/** The next place at which something other than plain words may begin. */
function nextStop(line: string, at: number, end: number): number {
  const tick = line.indexOf("`", at);
  const stop = tick === -1 || tick > end ? end : tick;
  if (!mayHaveEmoji(line.slice(at, stop))) return stop;
  for (let each = at; each < stop;) {
    if (emojiAt(line, each) !== null) return each;
    each += (line.codePointAt(each) ?? 0) > 0xffff ? 2 : 1;
  }
  return stop;
}

/** A code span is looked for no further than this. */
const LONGEST_SPAN = 1000;

/** `` `code` `` from here to its end on the same line; the ticks alone where it has none; null while that is open. */
function codeSpan(line: string, at: number, complete: boolean): string | null {
  const ticks = /^`+/.exec(line.slice(at))?.[0] ?? "`";
  if (!complete && at + ticks.length === line.length) return null;
  for (let from = at + ticks.length; from < line.length;) {
    const found = line.indexOf("`", from);
    if (found === -1 || found - at > LONGEST_SPAN) break;
    const run = /^`+/.exec(line.slice(found))?.[0] ?? "`";
    if (!complete && found + run.length === line.length) return null;
    if (run.length === ticks.length) return line.slice(at, found + run.length);
    from = found + run.length;
  }
  return complete || line.length - at > 2 * LONGEST_SPAN ? ticks : null;
}
