// Parts of what is said about a wrong line: the commands that were probably meant, an example, where names are listed.

import { HOSTS } from "../../base/index.ts";
import type { Command } from "../table/row.ts";
import { COMMANDS } from "../table/table.ts";
import { behind, isProgram } from "./commands.ts";
import { quoted, translated } from "./wholeLine.ts";

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
  const list = /^\[?(?:ID|HASH|NAME|DOC|FILE|A)\b/.test(given) ? (LISTED_BY[name] ?? LISTED_BY[name.split(" ")[0] ?? ""]) : undefined;
  return list === undefined ? "" : `codicil ${list} shows what there is.`;
}

export const exampleOf = ({ example }: Command): string => (example === undefined ? "" : `For example: codicil ${example}.`);

/** `SOUL` is SOUL.md. */
const NAMES_A_FILE = /\.(?:md(?::\d+)?|tar\.gz|tgz)$|^(?:SOUL|USER|MEMORY|AGENTS)$/;
const asDocument = (end: string) => (end === "" ? ".md" : "");

const unasked = (word: string) => word.replace(/[?？]$/, "");

/** What of the words that were typed the command takes, by its first argument. */
const TAKES: ReadonlyArray<readonly [argument: RegExp, of: (words: readonly string[], name: string) => string | undefined]> = [
  [/^HOST/, (words) => HOSTS.find((host) => words.some((word) => word.toLowerCase().split(/[-_]/, 1)[0] === host))],
  [/^(?:DOC|FILE):LINE/, (words) => words.find((word) => /\.md:\d+$/.test(word))],
  [/^\[?(?:DOC|FILE)/, (words) => words.find((word) => NAMES_A_FILE.test(word))?.replace(/:\d+$|(?<=^[A-Z]+)$/, asDocument)],
  [/^DURATION/, (words) => /(?<!\S)(\d{1,4}) ?([smh])/.exec(words.join(" "))?.slice(1).join("")],
  [/^SHELL/, (words) => words.find((word) => /^(?:ba|z|fi)sh$/.test(word))],
  [/^\[?ID/, idOf],
  [
    /^\[?(?:TEXT|QUERY|QUESTION)/,
    (words, name) => asText(behind(words, name).map(unasked), (text) => (text.includes(" ") ? `"${text}"` : text)),
  ],
  [/FILE…$/, (words, name) => asText(behind(words, name), (text) => text)],
  [/^\[-- COMMAND/, (words, name) => asText(behind(words, name), (text) => `-- ${text}`)],
];

/** Words and nothing that a shell would read as something else. */
export const asText = (words: readonly string[], write: (text: string) => string): string | undefined =>
  words.length === 0 || !/^[\p{L}\p{N} ,.:/@=+-]+$/u.test(words.join(" ")) ? undefined : write(words.join(" "));

const AN_ID = /^(?:\d+|last|[ec]_\w+|session_[\w-]+|\S+\.md:\d+)$/;

/** As lists print them, or the end of one. */
function idOf(words: readonly string[]): string | undefined {
  return words.find((word) => AN_ID.test(word) || (/^[\da-f]{4,20}$/.test(word) && /\d/.test(word)));
}

const LAST = " last";

/** As Git and its servers write them. */
const ADDRESS = /^(?:git@|(?:https?|ssh|git):\/\/).+/;

function withWords(name: string, words: readonly string[]): string {
  const address = name === "sync" ? words.find((word) => ADDRESS.test(word)) : undefined;
  if (address !== undefined) return `sync --with ${address}`;
  const row = COMMANDS.find((each) => each.name === name);
  // `undo last`, `chat --session last`, where no id was typed.
  if (row === undefined && name.endsWith(LAST)) return `${name.slice(0, -LAST.length)} ${idOf(words) ?? "last"}`;
  if (row === undefined) return name;
  const call = row.arguments?.startsWith("[-- ") === true ? callIn(words) : undefined;
  if (call !== undefined) return `${name} -- ${call}`;
  const { positionals, written } = translated(words, row);
  const taken = TAKES.find(([argument]) => argument.test(row.arguments ?? ""))?.[1](positionals, name);
  return [name, ...(taken === undefined ? [] : [taken]), ...written.map(quoted)].join(" ");
}

/** Behind `--`, or from the program on: its options are its own. */
function callIn(words: readonly string[]): string | undefined {
  const at = words.indexOf("--") + 1 || words.findIndex(isProgram);
  return at === -1 || at === words.length ? undefined : words.slice(at).map(quoted).join(" ");
}

/** Commands as a question, with what was typed, options too; sentences behind them, and how the only one is written. */
export function didYouMean(meant: readonly string[], words: readonly string[] = []): string {
  const [sentences, names] = [meant.filter((each) => /^(?:[A-Z]|npm )/.test(each)), meant.filter((each) => !/^(?:[A-Z]|npm )/.test(each))];
  const written = names.map((name) => withWords(name, words));
  const question = names.length === 0 ? "" : `Did you mean ${written.map((name) => `codicil ${name}`).join(" or ")}?`;
  const [row] = COMMANDS.filter(({ name }) => name === names[0]);
  const example = names.length === 1 && written[0] === names[0] && row !== undefined ? exampleOf(row) : "";
  return [question, example, ...sentences].filter((part) => part !== "").join(" ");
}

export function ownOptions({ name, options = {} }: Command): string {
  const own = Object.keys(options);
  if (own.length === 0) return `Did you mean codicil ${name}?`;
  return own.length > FEW_OPTIONS ? "" : `It has ${own.map((each) => `--${each}`).join(", ")}.`;
}
