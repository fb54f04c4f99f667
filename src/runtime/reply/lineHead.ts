// What a line of an answer is, told by its beginning: a fence, code, structure of Markdown, or plain words. Pure.

export type LineHead =
  /** The beginning is not enough: more of the line must come. */
  | { readonly kind: "wait" }
  | { readonly kind: "blank" }
  | { readonly kind: "fence"; readonly mark: string; readonly bare: boolean }
  | { readonly kind: "indented" | "structure" | "plain"; readonly list: boolean };

const CONTAINERS = /^(?:(?:>|[-*+](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$))[ \t]*)*/;
const LIST_ITEM = /^(?:[-*+]|\d{1,9}[.)])[ \t]/;
/** Headings, tables, HTML, formulas, pictures, rules. */
const STRUCTURE = /^(?:#{1,6}(?:[ \t]|$)|[|<=$!]|[-*_]{3})/;

/** Enough to tell a list's number, a rule or a heading from words. */
const TELLING = 12;

/** `complete`: nothing more of this line comes. */
export function readLineHead(line: string, complete: boolean): LineHead {
  const lead = /^[ \t\r]*/.exec(line)?.[0] ?? "";
  const rest = line.slice(lead.length);
  const contained = CONTAINERS.exec(rest)?.[0] ?? "";
  const inner = rest.slice(contained.length);
  if (!complete && mayBecomeAnother(rest, inner)) return { kind: "wait" };
  if (rest === "") return { kind: "blank" };
  const fence = readFence(inner);
  if (fence !== null) return fence;
  if (/^(?: {4}|\t| +\t)/.test(lead)) return { kind: "indented", list: LIST_ITEM.test(rest) };
  return { kind: contained !== "" || STRUCTURE.test(rest) ? "structure" : "plain", list: LIST_ITEM.test(rest) };
}

/** A line that begins like a fence may still become a code span. */
function mayBecomeAnother(rest: string, inner: string): boolean {
  return rest.length < TELLING || inner.length < 4 || /^(?:```|~~~)/.test(inner);
}

function readFence(text: string): LineHead | null {
  const mark = /^(?:`{3,}|~{3,})/.exec(text)?.[0];
  if (mark === undefined) return null;
  const info = text.slice(mark.length).trim();
  // Three backticks with another one behind them on the line are a code span.
  return mark.startsWith("`") && info.includes("`") ? null : { kind: "fence", mark, bare: info === "" };
}
