// Parts of what is said about a wrong line: the commands that were probably meant, an example, where names are listed.

import type { Command } from "../table/row.ts";
import { COMMANDS } from "../table/table.ts";

export const NAMES: readonly string[] = [...COMMANDS.map(({ name }) => name), "help"];

/** So many are named where none of them is like what was typed. */
const FEW_OPTIONS = 8;

/** Which command shows what an argument can be, by the command's name or its family's. */
const LISTED_BY: Readonly<Record<string, string>> = {
  accept: "review --list",
  allow: "policy log",
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
  const list = /^(?:ID|HASH|NAME|DOC|FILE|A)\b/.test(given) ? (LISTED_BY[name] ?? LISTED_BY[name.split(" ")[0] ?? ""]) : undefined;
  return list === undefined ? "" : `codicil ${list} shows what there is.`;
}

export const exampleOf = ({ example }: Command): string => (example === undefined ? "" : `For example: codicil ${example}.`);

/** Commands as a question, sentences behind them, and how the only one is written. */
export function didYouMean(meant: readonly string[]): string {
  const [sentences, names] = [meant.filter((each) => /^(?:[A-Z]|npm )/.test(each)), meant.filter((each) => !/^(?:[A-Z]|npm )/.test(each))];
  const question = names.length === 0 ? "" : `Did you mean ${names.map((name) => `codicil ${name}`).join(" or ")}?`;
  const [row] = COMMANDS.filter(({ name }) => name === names[0]);
  const example = names.length === 1 && row !== undefined ? exampleOf(row) : "";
  return [question, example, ...sentences].filter((part) => part !== "").join(" ");
}

export function ownOptions({ name, options = {} }: Command): string {
  const own = Object.keys(options);
  if (own.length === 0) return `Did you mean codicil ${name}?`;
  return own.length > FEW_OPTIONS ? "" : `It has ${own.map((each) => `--${each}`).join(", ")}.`;
}
