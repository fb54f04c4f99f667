// Structure that would leave its section, its document or the prompt's envelope: line by line, with fences followed.

import { findFences } from "./fences.ts";
import { findInline, type Span } from "./inline.ts";
import type { Mark, MarkKind, Report, Stance } from "./marks.ts";

export interface StructureOptions {
  readonly stance: Stance;
  /** The level of the section that the content goes to; deeper headings are its own. Unknown: see `headingLimit`. */
  readonly level?: number | undefined;
}

const CONTAINER = /^(?:[-*+]|\d{1,9}[.)]|>)(?:[ \t]|$)/;
const HEADING = /^(#{1,6})(?:[ \t]|$)/;
const ROLE = /^(?:human|assistant|system|developer|ai|bot|tool|observation|model)[ \t]{0,3}[:：]/i;
const PERSON_ROLE = /^user[ \t]{0,3}[:：]/i;
/** Characters at which a block can begin; letters only where a role may stand ("Human:"). */
const BEGINS = new Uint8Array(128);
for (const char of "#=-+.<>|`~:$%@!{[(*_]?}\"'\\hasdbtomuiHASDBTOMUI") BEGINS[char.charCodeAt(0)] = 1;

const TURN = /(?:^|\n)[ \t]{0,8}(?:assistant|ai|model)[ \t]{0,3}[:：]/i;
const DELIMITER =
  /^[=\-#*~_[(]{2,}[ \t]{0,4}(?:BEGIN|END|START|STOP|SYSTEM|MEMORY|PROMPT|INSTRUCTIONS?|ASSISTANT|USER|HUMAN|POLICY|RULES)\b/i;
const RULER = /^(?:-{3,}|\+{3}|§+|={3,}|\*{3,}|_{3,})[ \t]*$|^(?:<{7}|={7}|>{7}|\|{7})(?:[ \t]|$)/;
/** Ends something that the content did not begin. */
const CLOSER = /^(?:-->|\*\/|\]\]>|\?>|%>|\}\})/;
const DIRECTIVE =
  /^(?:@import\b|!{1,2}[a-z]|\.\. [a-z-]{2,30}::|%include\b|#(?:include|import)\b|include::|\\(?:input|include|write18)\b|\{\{|\{%)/i;
const FENCE_LIKE = /^(?::::|\$\$|%%|"""|''')/;
const REFERENCE = /^\[[^\]\n]{1,300}\]:(?:[ \t]|$|<|\S)/;

/** Marks in the order of the text. */
export function findStructure(text: string, { stance, level }: StructureOptions): Mark[] {
  const marks: Mark[] = [];
  const report: Report = (mark) => void marks.push(mark);
  const lines = splitLines(text, stance);
  if (stance === "loaded") {
    findInline(text, { start: 0, end: text.length }, { stance, fenced: false, report });
    return marks;
  }
  const fences = findFences(text, lines, { stance, report });
  const limit = level ?? (stance === "person" ? 2 : 6);
  let turns: boolean | undefined;
  const hasTurns = (): boolean => (turns ??= TURN.test(text));
  const inline = { stance, fenced: false, report };
  const inlineFenced = { stance, fenced: true, report };
  for (let number = 0; number < lines.length; number++) {
    const line = lines[number] as Span;
    if (fences[number] === 0) {
      if (mayBeginBlock(text, line)) {
        const above = number > 0 && fences[number - 1] !== 1 ? lines[number - 1] : undefined;
        const previous = above === undefined ? "" : text.slice(above.start, above.end);
        findBlock(text.slice(line.start, line.end), line.start, { stance, limit, first: number === 0, previous, hasTurns, report });
      }
      findInline(text, line, inline);
    } else if (fences[number] === 1) findInline(text, line, inlineFenced);
  }
  for (let at = text.indexOf("_"); at >= 0; at = text.indexOf("_", at + 1)) {
    if (isBlockMarker(text, at)) report({ kind: "marker", why: "forges a marker of our own blocks", index: at });
  }
  if (stance === "other") {
    if (/\\\s*$/.test(text.slice(-64)))
      report({ kind: "fence", why: "ends in a backslash that joins what follows", index: text.lastIndexOf("\\") });
    findUnclosed(text, report);
    findLoneCommand(text, report);
    for (let at = text.indexOf("://"); at >= 0; at = text.indexOf("://", at + 1)) {
      if (/\bfile$/i.test(text.slice(Math.max(0, at - 5), at))) report({ kind: "link", why: "is an address of a local file", index: at });
    }
    for (let at = text.indexOf("\r"); at >= 0; at = text.indexOf("\r", at + 1)) {
      if (text.charCodeAt(at + 1) !== 10) report({ kind: "line-break", why: "ends a line for some readers only", index: at });
    }
  }
  return marks.sort((a, b) => a.index - b.index);
}

/** MACHINE_BLOCK_END and its like, by the first underscore. */
function isBlockMarker(text: string, at: number): boolean {
  return /^_block_(?:start|end)/i.test(text.slice(at, at + 12)) && /(?:machine|user)$/i.test(text.slice(Math.max(0, at - 7), at));
}

/** Most lines begin with a letter that no block begins with. */
function mayBeginBlock(text: string, { start, end }: Span): boolean {
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === 32 || code === 9) continue;
    return code < 128
      ? BEGINS[code] === 1 || (code >= 48 && code <= 57)
      : code === 0xa7 || code === 0xfeff || code === 0xff03 || isWideSpace(code);
  }
  return false;
}

/** Every character that ends a line for some reader ends one here, so that nothing hides behind it. */
function splitLines(text: string, stance: Stance): Span[] {
  const lines: Span[] = [];
  let start = 0;
  for (let i = 0; i <= text.length; i++) {
    const code = i < text.length ? text.charCodeAt(i) : 10;
    if ((code > 13 && code < 0x85) || (code > 0x85 && code < 0x2028) || code > 0x2029) continue;
    const ends =
      code === 10 ||
      code === 13 ||
      (stance !== "person" && (code === 0x2028 || code === 0x2029 || code === 0x85 || code === 11 || code === 12));
    if (!ends) continue;
    lines.push({ start, end: i });
    if (code === 13 && text.charCodeAt(i + 1) === 10) i++;
    start = i + 1;
  }
  return lines;
}

interface Found {
  readonly stance: Stance;
  readonly report: Report;
}

interface BlockOptions extends Found {
  readonly limit: number;
  readonly first: boolean;
  readonly previous: string;
  /** Whether the text holds an assistant's turn, asked once at most. */
  readonly hasTurns: () => boolean;
}

function findBlock(raw: string, start: number, { stance, limit, first, previous, hasTurns, report }: BlockOptions): void {
  const other = stance === "other";
  const indent = skipIndent(raw, 0, stance);
  // A fence, heading or role inside a list or quote is structure too, for readers that do not follow containers.
  let at = other ? skipContainers(raw, indent) : indent;
  const contained = at !== indent;
  if (contained && /^\[[ xX]\][ \t]/.test(raw.slice(at, at + 4))) at += 4;
  const begin = raw.charCodeAt(at);
  if (!(begin < 128 ? BEGINS[begin] === 1 : begin === 0xa7 || (other && begin === 0xff03))) return;
  const head = raw.slice(at, at + 400);
  if (isLetter(begin)) return judgeRole(head, start + at, { other, hasTurns, report });
  const mark = (kind: MarkKind, why: string, section = false): void =>
    report({ kind, why, index: start + at, ...(section ? { section } : {}) });
  const top = !contained && indent <= 3;

  if (begin === 0xff03) return mark("heading", "begins a section of its own");
  const heading = HEADING.exec(head)?.[1];
  if (heading !== undefined && (other || top) && heading.length <= limit) return mark("heading", "begins a section of its own", top);
  if (top && previous.trim() !== "" && /^(?:=+|-+)[ \t]*$/.test(raw.slice(at)) && (limit >= 2 || head.startsWith("="))) {
    if (!/^[ \t]*(?:[-*+>|#]|\d+[.)])/.test(previous) || other) return mark("heading", "underlines a heading", true);
  }
  if (first && /^(?:---|\+\+\+)[ \t]*$/.test(raw.slice(at))) return mark("marker", "begins front matter");
  if (!other) return;
  if (/^(?:`{3,}|~{3,})/.test(head) && contained) {
    const run = /^(?:`+|~+)/.exec(raw.slice(at))?.[0].length ?? 0;
    for (let k = 0; k < run; k++) report({ kind: "fence", why: "is a code fence inside a list or quote", index: start + at + k });
    return;
  }
  if (RULER.test(head) || DELIMITER.test(head) || CLOSER.test(head)) return mark("marker", "forges a delimiter");
  if (FENCE_LIKE.test(head)) return mark("fence", "opens a block that a reader may not close");
  if (DIRECTIVE.test(head)) return mark("include", "includes something else");
  if (REFERENCE.test(head)) mark("link", "defines a link for other text");
}

function skipIndent(raw: string, from: number, stance: Stance): number {
  let at = from;
  for (;;) {
    const code = raw.charCodeAt(at);
    const space = code === 32 || code === 9 || (at === 0 && code === 0xfeff) || (stance === "other" && isWideSpace(code));
    if (!space) return at;
    at++;
  }
}

/** Behind the markers of lists and quotes, however many. */
function skipContainers(raw: string, from: number): number {
  let at = from;
  for (;;) {
    const marker = CONTAINER.exec(raw.slice(at, at + 12))?.[0];
    if (marker === undefined || marker.trim() === raw.slice(at, at + 12).trim()) return at;
    at = skipIndent(raw, at + marker.length, "other");
  }
}

function isLetter(code: number): boolean {
  return (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}

function judgeRole(
  head: string,
  start: number,
  { other, hasTurns, report }: { other: boolean; hasTurns: () => boolean; report: Report },
): void {
  if (!other) return;
  if (/^include::/i.test(head)) return report({ kind: "include", why: "includes something else", index: start + 7 });
  const colon = head.slice(0, 20).search(/[:：]/);
  if (colon < 0 || !(ROLE.test(head) || (PERSON_ROLE.test(head) && hasTurns()))) return;
  report({ kind: "chat-token", why: "forges a turn of a chat", index: start + colon });
}

/** Spaces that some readers indent with and CommonMark does not know. */
function isWideSpace(code: number): boolean {
  return code === 0xa0 || code === 0x3000 || (code >= 0x2000 && code <= 0x200a) || code === 0x202f || code === 0x205f;
}

/** How emphasis opens and closes, by its sign; built when it is first needed. */
const paired = new Map<string, readonly [opens: RegExp, closes: RegExp]>();

function patternsFor(sign: string): readonly [opens: RegExp, closes: RegExp] {
  const known = paired.get(sign);
  if (known !== undefined) return known;
  const literal = sign.replace(/[*|]/g, "\\$&");
  const own = sign.charAt(0);
  const made = [
    new RegExp(`(?<![\\w\\\\${own}])${literal}(?=[\\p{L}\\d"(])`, "gu"),
    new RegExp(`(?<=[^\\s${own}])${literal}(?![\\w${own}])`, "gu"),
  ] as const;
  paired.set(sign, made);
  return made;
}

/** Emphasis that nobody closes runs into the next entry for some readers. The last opening without a partner is marked. */
function findUnclosed(text: string, report: Report): void {
  for (const sign of ["**", "__", "~~", "||", "*"]) {
    if (!text.includes(sign)) continue;
    const [opens, closes] = patternsFor(sign);
    const prose = text.replace(/`[^`\n]*`/g, (code) => " ".repeat(code.length));
    const openings = [...prose.matchAll(opens)];
    if (openings.length <= [...prose.matchAll(closes)].length) continue;
    const last = openings.at(-1)?.index ?? 0;
    for (let k = 0; k < sign.length; k++) report({ kind: "fence", why: "is emphasis that nobody closes", index: last + k });
  }
}

/** An entry that is nothing but a command in backticks asks some readers to run it. */
function findLoneCommand(text: string, report: Report): void {
  const start = text.search(/\S/);
  if (text[start] === "`" && text.length < 1000 && /^\s*`[^`\n]+`\s*$/.test(text))
    report({ kind: "include", why: "is nothing but a command", index: start });
}
