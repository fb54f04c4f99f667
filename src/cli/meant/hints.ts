// Parts of what is said about a wrong line: the commands that were probably meant, an example, where names are listed.

import type { Command } from "../table/row.ts";
import { COMMANDS } from "../table/commandTable.ts";
import { isSentence, type Meant } from "./ranked.ts";
import { written } from "./written.ts";

export const NAMES: readonly string[] = [...COMMANDS.map(({ name }) => name), "help"];

/** So many are named where none of them is like what was typed. */
const FEW_OPTIONS = 8;

/** Which command shows what an argument can be, by the command's name or its family's. */
const LISTED_BY: Readonly<Record<string, string>> = {
  accept: "review --list",
  blame: "docs",
  edit: "docs",
  hooks: "hooks",
  "policy explain": "policy log",
  prompt: "session list",
  reject: "review --list",
  release: "quarantine",
  resolve: "status",
  session: "session list",
  show: "docs",
  trash: "trash list",
  undo: "log",
};

export function listedBy({ name, arguments: given = "" }: Command): string {
  const list = /^\[?(?:ID|HASH|NAME|DOC|FILE|A)\b/.test(given) ? (LISTED_BY[name] ?? LISTED_BY[name.split(" ")[0] ?? ""]) : undefined;
  return list === undefined ? "" : `codicil ${list} shows what there is.`;
}

export const exampleOf = ({ example }: Command): string => (example === undefined ? "" : `For example: codicil ${example}.`);

export interface Hint {
  readonly hint: string;
  /** Several that may be meant, to be shown one below the other; the hint says them in one line, for programs. */
  readonly meant?: readonly string[];
  /** What the hint says besides. */
  readonly besides?: string;
}

/** Commands as a question; sentences before it, and how the only command is written. */
export function didYouMean(all: readonly Meant[], ...besides: readonly string[]): Hint {
  const [sentences, commands] = [all.filter(({ text }) => isSentence(text)), all.filter(({ text }) => !isSentence(text))];
  const lines = commands.map((each) => `codicil ${commands.length > 1 ? withPlace(each) : each.line}`);
  const [only] = commands;
  const row = commands.length === 1 && only?.line === only?.text ? COMMANDS.find(({ name }) => name === only?.text) : undefined;
  const rest = [...sentences.map(({ text }) => text), ...(row === undefined ? [] : [exampleOf(row)]), ...besides].filter(
    (part) => part !== "",
  );
  const question = lines.length === 0 ? [] : [`Did you mean ${lines.join(" or ")}?`];
  const hint = [...question, ...rest].join(" ");
  return lines.length < 2 ? { hint } : { hint, meant: lines, besides: rest.join(" ") };
}

/** `accept ID`, where the command needs one and none was typed. */
function withPlace({ text, line }: Meant): string {
  const wanted = COMMANDS.find(({ name }) => name === text)?.arguments ?? "[";
  const behind = line.slice(text.length);
  return wanted.startsWith("[") || !/^(?: -|$)/.test(behind) ? line : `${text} ${wanted}${behind}`;
}

export const asCommand = (text: string, words: readonly string[] = []): Meant => ({ text, line: written(text, words), score: 0 });

export function ownOptions({ name, options = {} }: Command): string {
  const own = Object.keys(options);
  if (own.length === 0) return `Did you mean codicil ${name}?`;
  return own.length > FEW_OPTIONS ? "" : `It has ${own.map((each) => `--${each}`).join(", ")}.`;
}
