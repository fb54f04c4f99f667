// Structure that would leave its section, its document or the prompt's envelope: line by line, with fences followed.

import { either } from "../../base/index.ts";
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
const ROLE = new RegExp(
  String.raw`^(?:${either`human, assistant, system, developer, ai, bot, tool, observation, model`})[ \t]{0,3}[:：]`,
  "i",
);
const PERSON_ROLE = /^user[ \t]{0,3}[:：]/i;
/** Characters at which a block can begin; letters only where a role may are ("Human:"). */
const BEGINS = new Uint8Array(128);
for (const char of "#=-+.<>|`~:$%@!{[(*_]?}\"'\\hasdbtomuiHASDBTOMUI") BEGINS[char.charCodeAt(0)] = 1;

const TURN = /(?:^|\n)[ \t]{0,8}(?:assistant|ai|model)[ \t]{0,3}[:：]/i;
const DELIMITER = new RegExp(
  String.raw`^[=\-#*~_[(]{2,}[ \t]{0,4}(?:${either`
  BEGIN, END, START, STOP, SYSTEM, MEMORY, PROMPT, INSTRUCTIONS?, ASSISTANT, USER, HUMAN, POLICY, RULES
`})\b`,
  "i",
);
const MERGE_MARK = String.raw`^(?:<{7}|={7}|>{7}|\|{7})(?:[ \t]|$)`;
const RULER = new RegExp(String.raw`^(?:${either`-{3,}, \+{3}, §+, ={3,}, \*{3,}, _{3,}`})[ \t]*$|${MERGE_MARK}`);
/** Ends something that the content did not begin. */
const CLOSER = /^(?:-->|\*\/|\]\]>|\?>|%>|\}\})/;
const DIRECTIVE = new RegExp(
  String.raw`^(?:${either`
  @import\b, !{1,2}[a-z], \.\. [a-z-]{2,30}::, %include\b, #(?:include|import)\b, include::,
  \\(?:input|include|write18)\b, \{\{, \{%
`})`,
  "i",
);
const FENCE_LIKE = /^(?::::|\$\$|%%|"""|''')/;
const REFERENCE = /^\[[^\]\n]{1,300}\]:(?:[ \t]|$|<|\S)/;

const FOREIGN: readonly (readonly [RegExp, MarkKind, why: string])[] = [
  [RULER, "marker", "forges a delimiter"],
  [DELIMITER, "marker", "forges a delimiter"],
  [CLOSER, "marker", "forges a delimiter"],
  [FENCE_LIKE, "fence", "opens a block that a reader may not close"],
  [DIRECTIVE, "include", "includes something else"],
  [REFERENCE, "link", "defines a link for other text"],
];

const SECTION_SIGN = 0xa7;
const WIDE_HASH = 0xff03;
/** Line breaks for some readers only. */
const WIDE_BREAKS = new Set([0x85, 0x2028, 0x2029]);
const ODD_BREAKS = new Set([11, 12, ...WIDE_BREAKS]);

/** Marks in the order of the text. */
export function findStructure(text: string, { stance, level }: StructureOptions): Mark[] {
  const marks: Mark[] = [];
  const report: Report = (mark) => void marks.push(mark);
  if (stance === "loaded") {
    findInline(text, { start: 0, end: text.length }, { stance, fenced: false, report });
    return marks;
  }
  findInLines(text, { stance, limit: level ?? (stance === "person" ? 2 : 6), report });
  for (const at of occurrences(text, "_"))
    if (isBlockMarker(text, at)) report({ kind: "marker", why: "forges a marker of our own blocks", index: at });
  if (stance === "other") findInWhole(text, report);
  return marks.sort((a, b) => a.index - b.index);
}

function findInLines(text: string, { stance, limit, report }: Found & { readonly limit: number }): void {
  const lines = splitLines(text, stance);
  const fences = findFences(text, lines, { stance, report });
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
}

/** What only the whole text shows. */
function findInWhole(text: string, report: Report): void {
  if (/\\\s*$/.test(text.slice(-64)))
    report({ kind: "fence", why: "ends in a backslash that joins what follows", index: text.lastIndexOf("\\") });
  findUnclosed(text, report);
  findLoneCommand(text, report);
  for (const at of occurrences(text, "://"))
    if (/\bfile$/i.test(text.slice(Math.max(0, at - 5), at))) report({ kind: "link", why: "is an address of a local file", index: at });
  for (const at of occurrences(text, "\r"))
    if (text.charCodeAt(at + 1) !== 10) report({ kind: "line-break", why: "ends a line for some readers only", index: at });
}

function* occurrences(text: string, part: string): Iterable<number> {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) yield at;
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
      : code === SECTION_SIGN || code === 0xfeff || code === WIDE_HASH || isWideSpace(code);
  }
  return false;
}

/** Every character that ends a line for some reader ends one here, so that nothing hides behind it. */
function splitLines(text: string, stance: Stance): Span[] {
  const lines: Span[] = [];
  let start = 0;
  for (let i = 0; i <= text.length; i++) {
    const code = i < text.length ? text.charCodeAt(i) : 10;
    if (code > 13 && !WIDE_BREAKS.has(code)) continue;
    if (code !== 10 && code !== 13 && (stance === "person" || !ODD_BREAKS.has(code))) continue;
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

function findBlock(raw: string, start: number, options: BlockOptions): void {
  const block = openBlock(raw, options.stance);
  if (block === null) return;
  const index = start + block.at;
  if (isLetter(raw.charCodeAt(block.at)))
    return judgeRole(block.head, index, { other: options.stance === "other", hasTurns: options.hasTurns, report: options.report });
  const mark = headingMark(block, options) ?? frontMatterMark(block, options) ?? (options.stance === "other" ? foreignMark(block) : null);
  for (let k = 0; k < (mark?.length ?? 0); k++) {
    const { kind, why, section } = mark as BlockMark;
    options.report({ kind, why, index: index + k, ...(section === true ? { section } : {}) });
  }
}

/** A line that begins with a sign of structure, behind its indent and the markers of lists and quotes. */
interface Block {
  readonly at: number;
  /** From there on: all of the line, and as much of it as a pattern may read. */
  readonly rest: string;
  readonly head: string;
  readonly contained: boolean;
  readonly top: boolean;
}

interface BlockMark {
  readonly kind: MarkKind;
  readonly why: string;
  readonly section?: boolean;
  /** How many characters are marked. */
  readonly length: number;
}

function openBlock(raw: string, stance: Stance): Block | null {
  const other = stance === "other";
  const indent = skipIndent(raw, 0, stance);
  // A fence, heading or role inside a list or quote is structure too, for readers that do not follow containers.
  let at = other ? skipContainers(raw, indent) : indent;
  const contained = at !== indent;
  if (contained && /^\[[ xX]\][ \t]/.test(raw.slice(at, at + 4))) at += 4;
  const begin = raw.charCodeAt(at);
  if (!(begin < 128 ? BEGINS[begin] === 1 : begin === SECTION_SIGN || (other && begin === WIDE_HASH))) return null;
  return { at, rest: raw.slice(at), head: raw.slice(at, at + 400), contained, top: !contained && indent <= 3 };
}

function headingMark({ head, rest, top }: Block, { stance, limit, previous }: BlockOptions): BlockMark | null {
  const other = stance === "other";
  const begins = { kind: "heading", why: "begins a section of its own", length: 1 } as const;
  if (head.charCodeAt(0) === WIDE_HASH) return begins;
  const heading = HEADING.exec(head)?.[1];
  if (heading !== undefined && (other || top) && heading.length <= limit) return { ...begins, section: top };
  if (!top || previous.trim() === "" || !/^(?:=+|-+)[ \t]*$/.test(rest) || (limit < 2 && !head.startsWith("="))) return null;
  // CommonMark takes such a line for text only where a paragraph is above it.
  if (!other && /^[ \t]*(?:[-*+>|#]|\d+[.)])/.test(previous)) return null;
  return { kind: "heading", why: "underlines a heading", section: true, length: 1 };
}

function frontMatterMark({ rest }: Block, { first }: BlockOptions): BlockMark | null {
  return first && /^(?:---|\+\+\+)[ \t]*$/.test(rest) ? { kind: "marker", why: "begins front matter", length: 1 } : null;
}

/** Of text by somebody else than the person. */
function foreignMark({ head, rest, contained }: Block): BlockMark | null {
  const fence = contained ? /^(?:`{3,}|~{3,})/.exec(rest)?.[0] : undefined;
  if (fence !== undefined) return { kind: "fence", why: "is a code fence inside a list or quote", length: fence.length };
  const found = FOREIGN.find(([pattern]) => pattern.test(head));
  return found === undefined ? null : { kind: found[1], why: found[2], length: 1 };
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
