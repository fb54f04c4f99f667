// markdown: text to sections and back. Pure: text in, text out.
//
// Invariants, each checked by a test that names it:
//
//   1. Text that is not edited stays, byte for byte: an edit is a splice, and nothing outside it changes (LW-03).
//   2. Headings count at the top level only: not in lists, quotes, code or HTML. A section runs from its heading to the
//      next heading of the same or a higher level, but not across the border of a MACHINE_BLOCK or USER_BLOCK that it
//      does not contain as a whole. Blank lines between sections belong to none.
//   3. Content is read as it was written: unescapeContent(escapeContent(x)) is x, and after update(x) so is
//      sectionContent.
//   4. An edit never changes the structure around its section (P8): every other heading keeps its text, its level, its
//      place in the order and its own text.
//   5. Nothing in a USER_BLOCK is ever changed (MB-04, X27).
//   6. A document keeps its line ends, its BOM, its front matter and its habit of ending with a line end or without.
//   7. Many edits in one editor give the same text as one at a time.

export { applySplice, narrowSplice, type Splice } from "./editing/splice.ts";
export { createEditor, type Editor, type SectionText } from "./editor.ts";
export type { Edit } from "./editing/draft.ts";
export type { Home, Scope } from "./editing/edits.ts";
export { escapeContent, unescapeContent } from "./reading/escape.ts";
export { checkKey, type Level, type SectionKey } from "./reading/heading.ts";
export type { Eol } from "./reading/blockLines.ts";
export { type Block, findSection, type Found, type Outline, readOutline, type Section, sectionContent } from "./reading/outline.ts";
export { TRUNCATED, trimToBudget } from "./trim.ts";
