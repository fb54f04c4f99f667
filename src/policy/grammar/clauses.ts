// Blocks to clauses: each directive with all that gives it its meaning (headings above it, lead-ins around it, the code
// block or list below it). A clause with the same context compiles to the same rules, so the context is its identity.

import type { Block } from "./blocks.ts";
import { isOrder, isRule, isWholeBan } from "./leads.ts";

export interface Clause {
  readonly line: number;
  readonly text: string;
  readonly kind: "item" | "paragraph" | "row" | "comment";
  /** From the top of the file to the nearest. */
  readonly heading: readonly string[];
  /** Texts that open the list it is in, outermost first. */
  readonly leads: readonly string[];
  /** Lines of the code block right below it. */
  readonly code: readonly string[];
  /** Items of the list that it opens. */
  readonly items: readonly string[];
  /** Of a table row. */
  readonly cells: readonly string[];
  readonly header: readonly string[];
}

export interface PolicyBlock {
  readonly line: number;
  readonly text: string;
}

export interface Reading {
  readonly clauses: readonly Clause[];
  readonly policies: readonly PolicyBlock[];
}

const MOST_CODE_LINES = 40;
const MOST_ITEMS = 60;
const LONGEST_LEAD = 300;
const MOST_LEADS = 3;

export function readClauses(blocks: readonly Block[]): Reading {
  const clauses: Clause[] = [];
  const policies: PolicyBlock[] = [];
  const headings: { level: number; text: string }[] = [];
  let heading: readonly string[] = [];
  const open: Block[] = [];
  let lead: Block | null = null;
  for (let at = 0; at < blocks.length; at++) {
    const block = blocks[at] as Block;
    if (block.kind === "heading") {
      while ((headings.at(-1)?.level ?? 0) >= block.level) headings.pop();
      headings.push({ level: block.level, text: block.text.slice(0, LONGEST_LEAD) });
      heading = headings.map((each) => each.text);
      open.length = 0;
      lead = null;
      clauses.push(...clausesOfHeading(block, heading.slice(0, -1), blocks, at));
      continue;
    }
    if (block.kind === "code") {
      if (/^policy\b/.test(block.info)) policies.push({ line: block.line, text: block.text });
      else clauses.push(...commentsIn(block, heading));
      continue;
    }
    endItems(open, block);
    const leads = [...(lead === null || block.kind === "paragraph" ? [] : [lead]), ...open.slice(-MOST_LEADS)].map((each) =>
      each.text.slice(0, LONGEST_LEAD),
    );
    clauses.push({
      line: block.line,
      text: block.text,
      kind: block.kind,
      heading,
      leads,
      code: codeBelow(blocks, at),
      items: itemsBelow(blocks, at),
      cells: block.cells,
      header: block.header,
    });
    if (block.kind === "item") open.push(block);
    if (block.kind === "paragraph") lead = opensList(block, blocks[at + 1]) ? block : null;
  }
  return { clauses, policies };
}

const said = ({ line }: Pick<Block, "line">, heading: readonly string[], text: string): Clause => ({
  kind: "paragraph",
  heading,
  leads: [],
  items: [],
  cells: [],
  header: [],
  code: [],
  line,
  text,
});

/** "## Never run" and a block of commands, or a heading that is a rule by itself. */
function clausesOfHeading(block: Block, heading: readonly string[], blocks: readonly Block[], at: number): Clause[] {
  const { text } = block;
  const code = codeBelow(blocks, at);
  const made = (text: string, below: readonly string[]): Clause[] => [{ ...said(block, heading, text), code: below }];
  if (code.length > 0 && isRule(`${text} \`x\``)) return made(`${text}:`, code);
  if (code.length > 0 && isOrder(text)) return made(`${text.replace(/[()（）]/g, " ")}:`, code);
  const alone = (blocks[at + 1]?.kind ?? "heading") === "heading";
  return isRule(text) || (alone && isWholeBan(text)) ? made(text, []) : [];
}

/** Takes out the items that the block is not a part of. */
function endItems(open: Block[], { kind, indent }: Block): void {
  if (kind !== "item" && kind !== "paragraph") return;
  const least = kind === "item" ? indent : indent === 0 ? 0 : indent + 1;
  while (open.length > 0 && (open.at(-1) as Block).indent >= least) open.pop();
}

const SHELL = /^(?:|bash|sh|shell|zsh|console)$/;

/** "# Format (required before commits)" over a command, and "`make check` # before every commit". */
function commentsIn({ info, text, line }: Block, heading: readonly string[]): Clause[] {
  if (!SHELL.test(info.trim()) || !text.includes("#")) return [];
  const lines = text.split("\n").map((each) => each.trim());
  return lines.flatMap((each, at): Clause[] => {
    const [, command = "", told = ""] = /^([^#]*)#+ (.{4,200})$/.exec(each) ?? [];
    const plain = told.split(/ [—–-] |[.;,]/)[0] as string;
    // "ESLint (run before committing)": the brackets say when.
    const comment = /\(([^()]{4,80})\)?$/.exec(plain)?.[1] ?? plain;
    if (!isOrder(comment)) return [];
    const end = lines.findIndex((next, place) => place > at && (next === "" || next.startsWith("#")));
    const code = command === "" ? lines.slice(at + 1, end === -1 ? undefined : end) : [command.trim()];
    // The steps of a commit are no order, and a request to a model is an example.
    if (code.some((next) => /^git (?:commit|push)\b|"[^"]{40,}"/.test(next))) return [];
    const when = /\bbefore\b.*/i.exec(comment)?.[0];
    const order = `${when === undefined ? comment : `Run ${when}`}:`;
    return [{ ...said({ line: line + 1 + at }, heading, order), kind: "comment", code }];
  });
}

/** A paragraph that leads the list below it: it ends in a colon, points down, or is a bold line or one under a sign alone. */
function opensList(block: Block, next: Block | undefined): boolean {
  if (next === undefined || (next.kind !== "item" && next.kind !== "row")) return false;
  return pointsDown(block.text) || /^(?:\*\*|__)[^*_]+(?:\*\*|__)[:：]?$/.test(block.text.trim()) || SIGNED.test(block.text.trim());
}

/** "🚫 **Never**", "⚠️ Ask first": a short line under a sign. */
const SIGNED = /^\p{Extended_Pictographic}\ufe0f?\s*(?:\*\*|__)?[^\n.。]{2,50}$/u;

function pointsDown(text: string): boolean {
  const end = text.trimEnd().replaceAll("**", "");
  if (/[:：]$/.test(end)) return true;
  const last = end.slice(Math.max(end.lastIndexOf(".", end.length - 2), end.lastIndexOf("。", end.length - 2)) + 1);
  return /\b(?:the following|these|below)\b|以下|下列|如下/i.test(last);
}

function codeBelow(blocks: readonly Block[], at: number): readonly string[] {
  const next = blocks[at + 1];
  if (next?.kind !== "code" || /^policy\b/.test(next.info)) return [];
  return next.text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .slice(0, MOST_CODE_LINES);
}

function itemsBelow(blocks: readonly Block[], at: number): readonly string[] {
  const self = blocks[at] as Block;
  const items: string[] = [];
  for (let next = at + 1; next < blocks.length && items.length < MOST_ITEMS; next++) {
    const block = blocks[next] as Block;
    if (block.kind !== "item" || (self.kind === "item" && block.indent <= self.indent)) break;
    items.push(block.text);
  }
  return self.kind === "row" || !(self.kind === "item" || pointsDown(self.text)) ? [] : items;
}

/** All that a clause's rules depend on, as one string. */
export function identityOf(clause: Clause): string {
  const lists = [clause.heading, clause.leads, clause.code, clause.items, clause.header];
  return `${clause.kind}\u0001${clause.text}${lists.map((list) => (list.length === 0 ? "\u0002" : `\u0002${list.length}\u0001${list.join("\u0001")}`)).join("")}`;
}
