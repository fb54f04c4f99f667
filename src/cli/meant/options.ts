// What an unknown option probably means: an option of the command, its argument, or, where no command is named, a command.

import { nearest } from "../../base/index.ts";
import type { Command, Option } from "../table/row.ts";

/** They ask what would happen. */
const PREVIEWS = ["dry-run", "dryrun", "dry_run", "diff", "check", "preview", "simulate", "what-if", "whatif"];

export const isPreview = (given: string): boolean => PREVIEWS.includes(bareName(given));

/** Of other programs; here they say nothing, or what happens anyway. */
const HABITS = new Set(
  (
    "oneline graph stat pretty color colour no-color no-colour no-pager verbose v vv debug long wide w l a follow p " +
    "all yes y open author since background detach d host stdio interactive i every reverse new show daemon daemonize"
  ).split(" "),
);

export const saysNothing = (given: string): boolean => HABITS.has(bareName(given));

/** Options that other programs have for the same thing; of a group, the command's own is meant. */
const ALIKE: readonly (readonly string[])[] = [
  [
    "number",
    "n",
    "k",
    "limit",
    "count",
    "lines",
    "max",
    "max-count",
    "tail",
    "head",
    "top",
    "size",
    "last",
    "first",
    "recent",
    "数量",
    "条数",
  ],
  ["over", "overwrite", "force", "replace"],
  ["yes", "force", "f", "assume-yes", "no-confirm", "no-interaction", "noconfirm", "non-interactive", "quiet"],
  ["json", "format", "output-format", "output", "o", "as-json", "porcelain", "machine-readable", "格式"],
  ["since", "after", "from", "start", "自从"],
  ["model", "llm", "模型"],
  ["fix", "repair"],
  ["everywhere", "all", "global", "history", "全部"],
  ["profile", "template", "preset", "type"],
  ["cwd", "dir", "directory", "folder", "project", "root", "workdir"],
  ["home", "config", "config-dir", "mind"],
  [...PREVIEWS, "n"],
  ["content", "text", "message", "body", "value", "fact", "note", "m", "内容", "文字"],
  ["section", "heading", "title", "s", "章节", "标题"],
  ["path", "doc", "document", "file", "文件"],
  ["session", "resume", "continue", "last", "thread", "conversation", "c", "r", "会话"],
];

/** Options that other programs have for what is an argument here: `install --host claude`. */
const AS_ARGUMENT: Readonly<Record<string, readonly string[]>> = {
  HOST: ["host", "agent", "client", "tool", "for"],
  FROM: ["from", "source", "host"],
  QUERY: ["query", "q", "search", "question", "text"],
  QUESTION: ["query", "q", "question", "text"],
  TEXT: ["text", "match", "all"],
  FILE: ["file", "f", "output", "out", "o", "to"],
  DIR: ["dir", "output", "out", "o", "to"],
  DOC: ["doc", "document", "file", "path"],
  ID: ["id", "last", "latest"],
  SHELL: ["shell"],
  DURATION: ["for", "time", "duration", "minutes", "hours"],
  HASH: ["hash", "id", "call"],
  NAME: ["name"],
};

/** Options of other programs that are words of a query here: `after:2026-05-01`. */
const IN_QUERY: readonly (readonly string[])[] = [
  ["after", "since", "from"],
  ["before", "until", "till"],
  ["day", "date", "on", "when"],
  ["in", "path", "doc", "document"],
  ["by", "author", "speaker", "user"],
  ["not", "exclude", "without"],
];

export function inQuery(given: string, value: string | undefined, { arguments: wanted = "" }: Command): string | undefined {
  const key = wanted.startsWith("[QUERY") ? IN_QUERY.find((group) => group.includes(bareName(given)))?.[0] : undefined;
  return key === undefined || value === undefined ? undefined : `${key}:${value}`;
}

/** Letters that other agents' programs have for commands. */
const LETTERS: Readonly<Record<string, string>> = { c: "continue", r: "resume", p: "chat" };

export const bareName = (given: string): string =>
  given
    .toLowerCase()
    .replace(/^-{1,2}/, "")
    .replace(/=.*$/s, "");

/** The words of an option in place of a command: `--resume`, `-c`, `--mcp`. */
export const optionAsWords = (given: string): readonly string[] => [LETTERS[bareName(given)] ?? bareName(given)];

/** How the command is written where the option is its argument. */
export function asArgument(given: string, { name, arguments: wanted = "" }: Command): string | undefined {
  const place = /[A-Z]+/.exec(wanted)?.[0] ?? "";
  const bare = bareName(given);
  if (AS_ARGUMENT[place]?.includes(bare) !== true) return undefined;
  return place === "ID" && bare !== "id" ? `${name} last` : `${name} ${wanted}`;
}

/** `undo -n 2`: how many, where one is named. */
export const isCount = (given: string): boolean => ALIKE[0]?.includes(bareName(given)) === true;

type Options = Readonly<Record<string, Option>>;

/** `-p` for `--port`, `--k` for `-k`, or the nearest name. */
export function suggestOption(given: string, options: Options): string | undefined {
  const names = Object.keys(options);
  const bare = bareName(given);
  const found =
    nearest(bare, names)[0] ??
    names.find((name) => bare.length > 2 && (name.startsWith(bare) || name.replaceAll("-", "") === bare.replaceAll(/[-_]/g, "")));
  const isOwn = (name: string) => names.some((each) => each === name || options[each]?.short === name);
  const alike = ALIKE.filter((group) => group.includes(bare) || bare.split(/[-_]/).every((part) => group.includes(part)))
    .flatMap((group) => group.filter(isOwn))
    .at(0);
  const value = found === undefined ? valueOf(bare, options) : undefined;
  if (value !== undefined) return value.join(" ");
  if (bare === "all" && found === undefined && names.includes("limit")) return "--limit 0";
  // What goes on is mostly the last session.
  if (alike === "session" && found === undefined) return "--session last";
  const short = shortOption(given, options);
  if (short !== undefined) return short;
  // `--all-hosts`, where there is `--all`.
  const meant = found ?? alike ?? names.find((name) => bare.startsWith(`${name}-`));
  return meant === undefined ? undefined : meant.length === 1 ? `-${meant}` : `--${meant}`;
}

/** What people say for a value that an option has. */
const VALUES: readonly (readonly string[])[] = [
  ["enforce", "block", "deny", "forbid", "strict", "hard", "must", "true", "yes", "on", "强制", "阻止", "禁止"],
  ["ask", "confirm", "prompt", "warn", "询问", "确认"],
  ["advice", "advise", "off", "none", "ignore", "soft", "info", "建议", "忽略"],
];

/** `policy confirm AGENTS.md:5 ask`, `--enforce`: a value that an option of the command has, or another word for it, with its option. */
export function valueOf(said: string, options: Readonly<Record<string, Option>>): readonly string[] | undefined {
  for (const [name, option] of Object.entries(options)) {
    const value = choiceIn(said, option);
    if (value !== undefined) return [`--${name}`, value];
  }
  return undefined;
}

/** The value of the option that is meant. */
export function choiceIn(said: string, option: Option | undefined): string | undefined {
  const choices = choicesOf(option);
  return choices.find((choice) => choice === said || VALUES.some((group) => group[0] === choice && group.includes(said)));
}

/** "enforce (default), ask or advice": single words, and nothing else. */
function choicesOf(option: Option | undefined): readonly string[] {
  const parts = option?.type === "string" ? option.help.replace(/ \([^()]{1,60}\)/g, "").split(/, | or /) : [];
  return parts.length > 1 && parts.every((each) => /^[\w-]+$/.test(each)) ? parts : [];
}

/** `--days 7` is `--since 7d`, where there is that. */
export function withUnit(given: string, value: string | undefined, options: Options): readonly string[] | undefined {
  const unit = /^--(d|h)(?:ay|our)s?$/.exec(given)?.[1];
  return unit === undefined || !Object.hasOwn(options, "since") ? undefined : ["--since", `${value ?? 1}${unit}`];
}

/** `-5`, as in git log; a letter that has an option, or that only one begins with. */
function shortOption(given: string, options: Options): string | undefined {
  const names = Object.keys(options);
  const count = /^-(\d+)$/.exec(given)?.[1];
  if (count !== undefined) return names.includes("limit") ? `-${options["limit"]?.short ?? "-limit"} ${count}` : undefined;
  const letter = /^--?(\w)$/.exec(given)?.[1];
  if (letter === undefined) return undefined;
  const long = names.filter((name) => name.startsWith(letter));
  if (names.some((name) => options[name]?.short === letter)) return `-${letter}`;
  return long.length === 1 ? `--${long[0]}` : undefined;
}
