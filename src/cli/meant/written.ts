// A command as it can be typed, with what the person typed where the command takes it.

import { HOSTS } from "../../base/index.ts";
import type { Command } from "../table/row.ts";
import { COMMANDS, GLOBAL_OPTIONS } from "../table/commandTable.ts";
import { beginsCall, inChinese, isAct, isProgram, isSmall, knows } from "./heard.ts";
import { asksOfMe, ASKING } from "./sentences.ts";
import { valueOf } from "./options.ts";
import { isHarmless, quoted, translated } from "./wholeLine.ts";

/** The row of `undo last`. */
export const rowOf = (text: string): Command | undefined =>
  COMMANDS.filter(({ name }) => `${text} `.startsWith(`${name} `)).reduce<Command | undefined>(
    (best, each) => (each.name.length > (best?.name.length ?? 0) ? each : best),
    undefined,
  );

/** `SOUL` is SOUL.md. */
const NAMES_A_FILE = /\.(?:md(?::\d+)?|tar\.gz|tgz)$|^(?:SOUL|USER|MEMORY|AGENTS)$/;
const asDocument = (end: string) => (end === "" ? ".md" : "");

const unasked = (word: string) => word.replace(/[?？]$/, "");

/** What of the words that were typed the command takes, by its first argument. */
const TAKES: ReadonlyArray<readonly [argument: RegExp, of: (words: readonly string[], name: string) => string | undefined]> = [
  [/^(?:FROM|HOST \[DIR)/, sourceOf],
  [/^HOST/, (words) => HOSTS.find((host) => words.some((word) => word.toLowerCase().split(/[-_]/, 1)[0] === host))],
  [/^(?:DOC|FILE):LINE/, lineOf],
  [/^\[?(?:DOC|FILE)/, (words) => words.find((word) => NAMES_A_FILE.test(word))?.replace(/:\d+$|(?<=^[A-Z]+)$/, asDocument)],
  [/^DURATION/, (words) => /(?<!\S)(\d{1,4}) ?([smh])/.exec(words.join(" ").replace(/分钟?/, "m").replace("小时", "h"))?.slice(1).join("")],
  [/^SHELL/, (words) => words.find((word) => /^(?:ba|z|fi)sh$/.test(word))],
  [/^\[?HASH/, (words) => words.find((word) => /^[\da-f]{4,64}$/.test(word) && /\d/.test(word))],
  [/^\[ROLE/, (words) => words.find((word) => /^(?:soul|user|daily)$/.test(word))],
  [/^\[?ID/, idOf],
  [
    /^\[?(?:TEXT|QUERY|QUESTION)/,
    (words, name) => asText(behind(words, name).map(unasked), (text) => (text.includes(" ") ? `"${text}"` : text)),
  ],
  [/FILE…$/, (words, name) => asText(behind(words, name), (text) => text)],
  [
    /^\[-- COMMAND/,
    (words, name) =>
      callIn(words) ??
      (words.some((word) => /\.md\b/.test(word))
        ? undefined
        : asText(
            behind(
              words.filter((word) => !word.startsWith("-")),
              name,
            ),
            (text) => `-- ${text}`,
          )),
  ],
];

/** Words and nothing that a shell would read as something else. */
export const asText = (words: readonly string[], write: (text: string) => string): string | undefined =>
  words.length === 0 || !/^[\p{L}\p{N} ,.:/@=+_-]+$/u.test(words.join(" ")) ? undefined : write(words.join(" "));

/** `AGENTS.md:5`, `AGENTS.md 5`. */
function lineOf(words: readonly string[]): string | undefined {
  const at = words.findIndex((word, index) => /\.md$/.test(word) && /^\d+$/.test(words[index + 1] ?? ""));
  return words.find((word) => /\.md:\d+$/.test(word)) ?? (at === -1 ? undefined : `${words[at]}:${words[at + 1]}`);
}

/** A tool's name, and a folder or file of it: `chatgpt`, `claude ~/.claude/projects`. */
function sourceOf(words: readonly string[], name: string): string | undefined {
  const [tool] = words
    .flatMap((word) => word.toLowerCase().split(/[/.]/))
    .flatMap((part) => TOOLS.find((each) => part.startsWith(each)) ?? []);
  const [path] = words.filter((word) => /[/\\]|\.\w{2,5}$/.test(word));
  return tool === undefined && (name === "import" || path === undefined) ? undefined : [tool ?? "claude", path].filter(Boolean).join(" ");
}
const TOOLS = [...HOSTS, "agentkit", "hermes", "openclaw", "chatgpt", "mem0", "letta", "okf"];

const AN_ID = /^(?:\d+|last|[ec]_\w+|session_[\w-]+|\S+\.md:\d+)$/;

/** As lists print them, or the end of one. */
function idOf(words: readonly string[]): string | undefined {
  return words.find((word) => AN_ID.test(word) || /^[a-f]{0,9}\d[\da-f]{0,19}$/.test(word));
}

/** As Git and its servers write them. */
const ADDRESS = /^(?:git@|(?:https?|ssh|git):\/\/).+/;

/** What of these words is the command's first argument. */
export const taken = (wanted: string, words: readonly string[], name: string): string | undefined =>
  TAKES.find(([argument]) => argument.test(wanted))?.[1](words, name);

export function written(text: string, words: readonly string[]): string {
  const row = rowOf(text);
  if (row === undefined) return text;
  const line = withArguments(text, words, row);
  return isHarmless(line) ? line : text;
}

function withArguments(text: string, words: readonly string[], row: Command): string {
  const address = text === "sync" ? words.find((word) => ADDRESS.test(word)) : undefined;
  if (address !== undefined) return `sync --with ${address}`;
  // What a letter is for other programs says little here: `grep -r tea`.
  const { positionals, written: options } = translated(
    words.filter((word) => !/^-[a-jlp-z]$/i.test(word)),
    row,
  );
  const wanted = row.arguments ?? (/--session last$/.test(text) ? "ID" : "");
  const argument = taken(wanted, wanted.startsWith("[-- ") ? words : positionals, row.name);
  const others = isText(wanted) ? [] : positionals.filter((word) => !knows(word) && argument?.includes(word) !== true);
  const values = others.flatMap((word) => byItsKind(word, row.options ?? {}) ?? []);
  const said = saidBehind(text.slice(row.name.length), argument, { wanted, values });
  return [`${row.name}${said}`, ...[...values, ...options].map(quoted)].join(" ");
}

const isText = (wanted: string): boolean => /^\[?(?:TEXT|QUE|--)/.test(wanted);

interface Around {
  readonly wanted: string;
  readonly values: readonly string[];
}

/** What is always said is what is meant where nothing of its kind was typed: `undo last`, `unlock 10m`, `session handoff last --to codex`. */
function saidBehind(always: string, argument: string | undefined, { wanted, values }: Around): string {
  if (argument === undefined) return always === "" && wanted === "ID" && values.length > 0 ? " last" : always;
  const isInstead = always !== "" && /^(?:ID|\[ID\]|\[ROLE\]|DURATION)$/.test(wanted);
  return isInstead ? always.slice(0, always.lastIndexOf(" ") + 1) + argument : `${always} ${argument}`;
}

/** Behind `--`, or from the program on: its options are its own. */
export function callIn(words: readonly string[], from = 0): string | undefined {
  const whole = words.slice(from).find((word) => /^\w+ /.test(word) && beginsCall(word.split(" ", 1)[0] ?? ""));
  if (whole !== undefined) return `-- ${whole}`;
  const at =
    words.indexOf("--") + 1 || words.findIndex((word, index) => index >= from && beginsCall(word) && (index > 0 || isProgram(word)));
  return at === -1 || at >= words.length - 1 ? undefined : `-- ${words.slice(at).map(quoted).join(" ")}`;
}

/** What is behind their word is kept as it is: "remember that I like tea". */
const TELLS = ["remember", "forget"] as const;
const LINKS: ReadonlySet<string> = new Set("about for please that the to".split(" "));

/** What was typed behind the words that say which command it is: `stripe` of `memory search stripe`. */
export function behind(words: readonly string[], name: string): readonly string[] {
  const asked = words[0]?.toLowerCase() ?? "";
  if (ASKING.has(asked.split(" ", 1)[0] ?? "") || asksOfMe(asked)) return words;
  const own = name.split(" ");
  const from = own.length > 1 && words[0]?.toLowerCase() === own[0] ? 2 : 1;
  const isText = TELLS.some((act) => isAct(words[0] ?? "", act));
  const isName = (word: string) => (isText ? LINKS.has(word) : !isProgram(word) && (isSmall(word) || knows(word) || own.includes(word)));
  const at = words.findIndex((word, index) => index >= from && !isName(word.toLowerCase()));
  return words.slice(at === -1 ? behindAct(words) : at);
}

/** 搜索记忆 数据库: act and thing are one word. `search database`: all behind the search is what to find. */
const behindAct = (words: readonly string[]): number =>
  inChinese(words[0] ?? "").length > 1 ? 1 : words.findIndex((word) => isAct(word, "search")) + 1 || words.length;

/** Commands that show something without being told to. */
const LISTS: ReadonlySet<string> = new Set(["docs", "hooks", "overview", "prompt", "quarantine", "status", "token"]);

interface Option {
  readonly written: readonly string[];
  readonly used: number;
}

/** A value that an option of the command has, its number, or the host that it takes. */
function byItsKind(word: string, options: NonNullable<Command["options"]>): readonly string[] | undefined {
  const names = Object.keys(options);
  const host = (HOSTS as readonly string[]).includes(word)
    ? names.find((each) => each === "host" || options[each]?.value === "HOST")
    : undefined;
  const number = /^\d+$/.test(word) ? ["port", "limit"].find((each) => names.includes(each)) : undefined;
  const name = host ?? number;
  return name === undefined ? valueOf(word, options) : [`--${name}`, word];
}

/** A word that an option of the command, its value or its number may be; and what a command does without being told. */
export function asOption(word: string, next: string | undefined, command: Command): Option | undefined {
  const { name, arguments: wanted, options = {} } = command;
  const known: Command["options"] = { ...GLOBAL_OPTIONS, ...options };
  if (Object.hasOwn(known, word)) {
    const value = known[word]?.type === "string" ? next : undefined;
    return { written: value === undefined ? [`--${word}`] : [`--${word}`, value], used: value === undefined ? 1 : 2 };
  }
  const isLast = /^(?:last|latest|newest)$/.test(word) && Object.hasOwn(options, "session");
  const value = isLast ? ["--session", "last"] : byItsKind(word, options);
  const isSaid = word === "as" || (wanted === undefined && doesAlready(name, word));
  return value === undefined && !isSaid ? undefined : { written: value ?? [], used: 1 };
}

const doesAlready = (name: string, word: string): boolean =>
  isAct(word, "start") || (LISTS.has(name) && (isAct(word, "list") || isAct(word, "show")));
