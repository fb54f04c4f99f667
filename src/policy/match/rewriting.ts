// Rewriting a command exactly: the words of the source text that belong to the rule's pattern are exchanged, everything
// else stays as it was written, byte for byte. What cannot be found in the text is not rewritten.

import { whole } from "../../base/index.ts";
import type { Effects, Program } from "../../analysis/index.ts";
import { type Compiled, matchCommand } from "./commands.ts";
import { mapManager } from "./managers.ts";
import type { Replacement, Rule } from "./rule.ts";
import { patternsOf } from "./patterns.ts";

export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface Token {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Words of one simple command with their places; null where the text holds more than plain and quoted words. */
function tokensOf(source: string, from: number, to: number): Token[] {
  const tokens: Token[] = [];
  const pattern = /(?:"(?:[^"\\]|\\(?:[^]|$))*(?:"|$)|'[^']*(?:'|$)|\\(?:[^]|$)|[^\s"'\\])+/g;
  for (const match of source.slice(from, to).matchAll(pattern)) {
    const raw = match[0];
    const text = raw.replace(
      /"((?:[^"\\]|\\(?:[^]|$))*)(?:"|$)|'([^']*)(?:'|$)|\\([^]|$)/g,
      (_, double: string | undefined, single: string | undefined, char: string | undefined) =>
        double !== undefined ? double.replace(/\\(["\\$`])/g, "$1") : (single ?? char ?? ""),
    );
    tokens.push({ start: from + match.index, end: from + match.index + raw.length, text });
  }
  return tokens;
}

/** The token of the program's name and those of its arguments, in order; null where text and analysis disagree. */
export function aligned(source: string, program: Program): { readonly name: Token; readonly args: readonly Token[] } | null {
  if (program.span === null || program.nameSpan === null) return null;
  const tokens = tokensOf(source, program.nameSpan.start, program.span.end);
  const [name, ...rest] = tokens;
  if (name === undefined || name.end !== program.nameSpan.end) return null;
  const args: Token[] = [];
  let at = 0;
  for (const word of program.args) {
    while (at < rest.length && (rest[at] as Token).text !== word.text) {
      // Redirections may be between words; anything else means that the words were made, not written.
      if (!/^\d?[<>]|^&>/.test((rest[at] as Token).text) && !/^\d?[<>]+&?$/.test((rest[at - 1] as Token | undefined)?.text ?? ""))
        return null;
      at++;
    }
    const token = rest[at];
    if (token === undefined) return null;
    args.push(token);
    at++;
  }
  return { name, args };
}

/** Edits that turn one program of the call into what the replacement says; null where that is not exact. */
export function rewriteProgram(
  source: string,
  program: Program,
  index: number,
  effects: Effects,
  { compiled, replacement }: { readonly compiled: Compiled; readonly replacement: Replacement },
): readonly Edit[] | null {
  const hit = matchCommand(compiled, program, index, effects);
  const words = aligned(source, program);
  if (
    hit === null ||
    words === null ||
    hit.view.name !== program.name ||
    program.args.some((arg) => arg.dynamic && replacement.kind === "manager")
  )
    return null;
  if (replacement.kind === "named") return null;
  if (replacement.kind === "manager") return managerEdits(program, words, replacement.to, source);
  if (replacement.kind === "flag")
    return [
      {
        start: (words.args[Math.max(...hit.taken)] ?? words.name).end,
        end: (words.args[Math.max(...hit.taken)] ?? words.name).end,
        text: ` ${replacement.flag}`,
      },
    ];
  return wordEdits(program, words, hit.taken, replacement.words, source);
}

function managerEdits(
  program: Program,
  words: { readonly name: Token; readonly args: readonly Token[] },
  to: string,
  source: string,
): readonly Edit[] | null {
  const mapped = mapManager(
    program.name,
    to,
    program.args.map((each) => each.text),
  );
  if (mapped === null) return null;
  const last = words.args.at(-1) ?? words.name;
  const raw = new Map(words.args.map((token) => [token.text, source.slice(token.start, token.end)]));
  if (words.args.length > 0 && source.slice(words.name.start, last.end).match(/[<>]/) !== null) return null;
  return [{ start: words.name.start, end: last.end, text: mapped.map((word) => raw.get(word) ?? word).join(" ") }];
}

const TRASHES = /^(?:trash|trash-put|gio trash|rip|gtrash put|codicil trash put)$/;

/** A delete in place of which the rule names a trash, whatever that is called. */
export function wantsTrash({ replacement, matcher }: Rule): boolean {
  if (replacement?.kind !== "words" || !TRASHES.test(replacement.words.join(" "))) return false;
  const patterns = patternsOf(matcher);
  return patterns.length > 0 && patterns.every(({ program }) => /^(?:rm|rmdir|unlink|rimraf)$/.test(program));
}

const GREP_DROPPED = /^-(?:[rREnH]+)$|^--(?:recursive|extended-regexp|line-number|with-filename)$/;
const GREP_KEPT = whole`-[ilwcvoABCe\d]+, --(?:ignore-case|files-with-matches|word-regexp|count|invert-match|only-matching|color.*)`;

function wordEdits(
  program: Program,
  words: { readonly name: Token; readonly args: readonly Token[] },
  taken: readonly number[],
  better: readonly string[],
  source: string,
): readonly Edit[] | null {
  const target = better.join(" ");
  const dropped = droppedWords(program.name, words.args, taken, better);
  if (dropped === null) return null;
  const leftover = words.args.filter((_, at) => !taken.includes(at));
  // A make target takes no arguments: nothing stands for them.
  if (leftover.length > 0 && better[0] === "make" && program.name !== "make") return null;
  const needsSeparator =
    /^(?:npm run|npm test|npm start)$/.test(better.slice(0, 2).join(" ")) &&
    leftover.some((each) => each.text.startsWith("-")) &&
    program.name !== "npm";
  const removed = dropped.map(({ start, end }): Edit => ({ start: source.slice(0, start).trimEnd().length, end, text: "" }));
  return [...removed, { start: words.name.start, end: words.name.end, text: needsSeparator ? `${target} --` : target }];
}

/** Words that have no place in the new command; null where one of them means something that cannot be said there. */
function droppedWords(name: string, args: readonly Token[], taken: readonly number[], better: readonly string[]): readonly Token[] | null {
  if (name === "rm" && TRASHES.test(better.join(" "))) return args.filter(({ text }) => text.startsWith("-") && text !== "--");
  if (/^(?:e|f)?grep$/.test(name) && better[0] === "rg")
    return args.every(({ text }) => GREP_DROPPED.test(text) || !text.startsWith("-") || GREP_KEPT.test(text))
      ? args.filter(({ text }) => GREP_DROPPED.test(text))
      : null;
  const found = taken.map((place) => args[place]);
  return found.every((token) => token !== undefined) ? found : null;
}

export function applyEdits(source: string, edits: readonly Edit[]): string | null {
  const sorted = edits.toSorted((a, b) => a.start - b.start);
  let text = "";
  let at = 0;
  for (const edit of sorted) {
    if (edit.start < at) return null;
    text += source.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return text + source.slice(at);
}
