// Lists of commands that do not repeat what they share: "`terraform state rm` / `state mv`", "`rails db:drop`, `db:setup`", and
// programs that nobody listed beside one that is known: "sbatch / srun / scancel".

import { wordSet } from "../../base/index.ts";
import { type Span, spanOf } from "./spans.ts";
import { isJoin, type Token } from "./token.ts";

export function completeLists(tokens: Token[]): void {
  for (let at = 2; at < tokens.length; at++) {
    const [before, join, token] = [tokens[at - 2]?.span, tokens[at - 1], tokens[at]];
    if (before?.type !== "command" || token === undefined || !(isJoin(join) || join?.text === "/")) continue;
    const listed = join?.kind !== "mark" || join.text === "/";
    const span = token.span !== null ? completed(before, token.span) : listed ? unlisted(tokens, at, before) : null;
    if (span !== null) tokens[at] = { kind: "span", text: span.text, sense: null, span };
  }
}

/** The words that are left out are those of the command before. */
function completed({ words: shared }: Span, { type, text, words, sure, code }: Span): Span | null {
  const [first = text] = words;
  const at = type === "script" ? shared.findIndex((each) => each.includes(":")) : sure ? -1 : shared.indexOf(first);
  if (at < 1 || !(type === "script" || type === "command")) return null;
  return { ...spanOf([...shared.slice(0, at), text].join(" "), { code }), type: "command", sure: true };
}

const OTHERS = wordSet("similar others whatever etc friends alike equivalents equivalent such anything");

/** A small word at the end of such a list is a program too. */
function unlisted(tokens: readonly Token[], at: number, before: Span): Span | null {
  const { kind, text } = tokens[at] as Token;
  const next = tokens[at + 1];
  const ends = next === undefined || next.kind === "mark" || /^(?:in|or|and|filler)$/.test(next.sense?.cls ?? "");
  if (kind !== "unknown" || !ends || !/^[a-z][a-z\d-]{2,}$/.test(text) || OTHERS.has(text)) return null;
  // "fastlane release / deliver"
  const words = !before.sure && before.words.length === 2 ? [before.words[0] as string, text] : [text];
  return { ...spanOf(words.join(" "), { code: false }), type: "command", words, sure: false };
}
