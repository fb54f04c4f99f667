// The block grammar: markdown-it's block rules without its inline ones, with four differences.
//
//   1. Containers nest at most DEEPEST levels; deeper markers are text. markdown-it itself gives up at its own limit
//      by swallowing the rest of the document, so that one long line of "- - - -" would hide every heading below.
//   2. Tables are tried after every other block and not with a bare "---" as their second line, as on GitHub.
//      markdown-it tries them first and so reads "# a | b" above "--|--" as a table instead of a heading.
//   3. A guard (watch.ts) may ask that certain lines be read as text.
//   4. Where a body makes quotes feel for their end over and over (markdown-it then takes quadratic time), its further
//      quotes end where a line with ">" follows one without.
//
// Blocks at the top level are read from left to right, and each one depends only on the lines from its first one on.
// So whatever is behind a top-level heading is read the same wherever that heading moves. Everything in this
// room that avoids reading a document twice rests on this.

import MarkdownIt from "markdown-it";
import type { MarkdownIt as Parser, StateBlock, Token } from "markdown-it";
import { guardedFence, guardedHeading, guardedHtml, inContainer, notEscaped, type Rule, watchContainers } from "./guard.ts";
import { setext } from "./setext.ts";
import type { Guard } from "./watch.ts";

const DEEPEST = 32;
const QUOTE_LOOKS = 5_000;

/** What travels with one parse. */
interface Environment {
  readonly guard: Guard | undefined;
  /** How many lines without ">" quotes have looked at since the last top-level heading. */
  quoteLooks: number;
}

/** markdown-it spends half of its time on tokens and texts that nobody here looks at. */
class LeanState extends MarkdownIt.StateBlock {
  override push(type: string, tag: string, nesting: -1 | 0 | 1): Token {
    if (nesting < 0) this.level--;
    const { level } = this;
    if (nesting > 0) this.level++;
    const isHeadingText = level === 1 && type === "inline" && this.tokens.at(-1)?.type === "heading_open";
    if (level > 0 && type !== "fence" && type !== "html_block" && !isHeadingText) return SPARE;
    const token = leanToken(type, tag, { nesting, level });
    this.tokens.push(token);
    return token;
  }

  /** Only setext headings need the text of their lines, and take it themselves. */
  override getLines(): string {
    return "";
  }
}

function leanToken(type: string, tag: string, { nesting, level }: { nesting: -1 | 0 | 1; level: number }): Token {
  const token = {
    type,
    tag,
    nesting,
    level,
    map: null,
    content: "",
    markup: "",
    info: "",
    attrs: null,
    children: null,
    meta: null,
    block: true,
    hidden: false,
  };
  return token as unknown as Token;
}

const SPARE = leanToken("", "", { nesting: 0, level: 0 });

const parser = createParser();

/**
 * The block tokens of a text whose lines end in "\n": those at the top level, the inline token of a top-level heading,
 * and code fences and HTML blocks at any depth. The others are read and dropped.
 */
export function parseBlocks(text: string, guard?: Guard): Token[] {
  const tokens: Token[] = [];
  if (text === "") return tokens;
  const source = text.includes("\0") ? text.replaceAll("\0", "\uFFFD") : text;
  const state = new LeanState(source, parser, { guard, quoteLooks: 0 } satisfies Environment, tokens);
  guard?.begin(state);
  parser.block.tokenize(state, 0, state.lineMax);
  return tokens;
}

function createParser(): Parser {
  // The limit of markdown-it itself must never be reached: see 1.
  const made = new MarkdownIt({ html: true, maxNesting: DEEPEST * 4 });
  const { ruler } = made.block;
  const original = (name: string): Rule => {
    const rules = new MarkdownIt({ html: true }).block.ruler;
    rules.enableOnly(name);
    return rules.getRules("")[0] as Rule;
  };
  const everywhere = ["paragraph", "reference", "blockquote", "list"];
  const outsideLists = ["paragraph", "reference", "blockquote"];

  ruler.disable("table");
  ruler.before("code", "containers", watchContainers);
  ruler.before("code", "quote_looks", countQuoteLooks, { alt: ["blockquote"] });
  ruler.at("fence", guardedFence(original("fence")), { alt: everywhere });
  ruler.at("blockquote", inContainer("quote", shallow(patient(original("blockquote")))), { alt: everywhere });
  ruler.at("hr", notEscaped(original("hr")), { alt: everywhere });
  ruler.at("list", inContainer("list", shallow(original("list"))), { alt: outsideLists });
  ruler.at("html_block", guardedHtml(original("html_block")), { alt: outsideLists });
  ruler.at("heading", startsAnew(guardedHeading(original("heading"))), { alt: outsideLists });
  ruler.at("lheading", startsAnew(setext(() => ruler.getRules("paragraph"))));
  ruler.before("lheading", "github_table", githubTable(original("table")), { alt: ["paragraph", "reference"] });
  return made;
}

/** Only where a container would be opened: as the end of a paragraph its marker counts at any depth. */
function shallow(rule: Rule): Rule {
  return (state, line, end, silent) => (silent || state.level < DEEPEST) && rule(state, line, end, silent);
}

function environmentOf(state: StateBlock): Environment {
  return state.env as unknown as Environment;
}

/** Never matches: it is asked, with the others, whether a line without ">" ends the quote above it. */
function countQuoteLooks(state: StateBlock, _line: number, _end: number, silent: boolean): boolean {
  if (silent && state.parentType === "blockquote") environmentOf(state).quoteLooks++;
  return false;
}

function startsAnew(rule: Rule): Rule {
  return (state, line, end, silent) => {
    const matched = rule(state, line, end, silent);
    if (matched && !silent && state.level === 0) environmentOf(state).quoteLooks = 0;
    return matched;
  };
}

function patient(rule: Rule): Rule {
  return (state, line, end, silent) => {
    if (silent || environmentOf(state).quoteLooks <= QUOTE_LOOKS) return rule(state, line, end, silent);
    const isQuote = (at: number): boolean => state.src.charAt((state.bMarks[at] ?? 0) + (state.tShift[at] ?? 0)) === ">";
    let stop = line + 1;
    while (stop < end && !state.isEmpty(stop) && (isQuote(stop - 1) || !isQuote(stop))) stop++;
    return rule(state, line, stop, silent);
  };
}

function githubTable(rule: Rule): Rule {
  return (state, line, end, silent) => {
    if (line + 2 > end) return false;
    const next = line + 1;
    const row = state.src.slice((state.bMarks[next] ?? 0) + (state.tShift[next] ?? 0), state.eMarks[next]);
    return !/^-*[ \t]*$/.test(row) && rule(state, line, end, silent);
  };
}
