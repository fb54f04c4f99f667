// Terminals inside terminals: they run the words they are given, or type them into a shell that is open already.

import { byName, sameRow, whole, wordSet } from "../../base/index.ts";
import { earlierCalls } from "../call/call.ts";
import { withoutErased } from "../hostTools/texts.ts";
import { absolute, realOf, textOf } from "../run/disk.ts";
import { addHazard, addOpaque, type Command, type Tool, runOther } from "../run/record.ts";
import { type Field, type Output, SILENT, textAt } from "../run/values.ts";
import { runCarried } from "./wrappers.ts";

/** Verbs of tmux with a command behind them. */
const STARTS = wordSet(
  "new new-session neww new-window splitw split-window respawn-pane respawnp respawn-window run run-shell popup display-popup if if-shell",
  "pipe-pane",
);

const screen: Tool = (command) => {
  const { run, args } = command;
  let at = 0;
  for (; at < args.length; at++) {
    const text = textAt(args, at);
    if (!text.startsWith("-")) break;
    if (text === "-X") {
      const rest = args.slice(at + 1);
      const given = joined(rest.slice(1));
      if (/^(?:exec|eval)$/.test(textAt(rest, 0))) runCarried(command, given, "screen -X");
      if (textAt(rest, 0) === "stuff") type(command, given.replace(/\\[nr]|\\01[25]|\^[MJ]/g, "\n"), "screen -X");
      if (/^(?:paste|process|source)$/.test(textAt(rest, 0))) addHazard(run, "tampering", TYPES, command.index);
      // Both end every program of the session.
      if (/^(?:quit|kill)$/.test(textAt(rest, 0))) addHazard(run, "destructive", "it ends every program of a session", command.index);
      return SILENT;
    }
    if (/^-\w*[SscetThp]$/.test(text)) at++;
  }
  const rest = args.slice(at);
  return rest.length === 0 ? SILENT : runOther(command, rest, "screen");
};

/** tmux hands the end of its line to a shell; send-keys types it into one. */
const tmux: Tool = (command) => {
  const { args, run, index } = command;
  const at = args.findIndex((each, place) => !each.text.startsWith("-") && !/^-[LSfcT]$/.test(textAt(args, place - 1)));
  const verb = textAt(args, at);
  const rest = args.slice(at + 1);
  const named = rest.some((each) => /^-\w*t/.test(each.text)) && !rest.some((each) => /^-\w*a/.test(each.text));
  if (verb === "kill-server" || (verb === "kill-session" && !named))
    addHazard(run, "destructive", "it ends every program of a session", index);
  if (STARTS.has(verb)) {
    const words = positional(rest, /^-[censtxyFlpbTwhS]$/);
    if (words.length > 0) return runCarried(command, joined(words), `tmux ${verb}`);
  }
  if (/^paste(?:-buffer|b)$/.test(verb)) addHazard(run, "tampering", TYPES, index);
  if (/^source(?:-file)?$/.test(verb)) return sourceFiles(command, positional(rest, /^-t$/));
  if (/^(?:send|send-keys)$/.test(verb)) {
    const words = positional(rest, /^-[tN]$/);
    if (rest.some((each) => each.text === "-X")) return runCarried(command, joined(words), "tmux send-keys");
    return type(command, words.map(({ text }) => keysOf(text, rest)).join(""), "tmux send-keys", isOwnTerminal(command));
  }
  return undefined;
};

const joined = (words: readonly Field[]) => words.map(({ text }) => text).join(" ");

const TYPES = "it types into another terminal";
/** Names of keys that type something; the others below type nothing. */
const KEYS = byName<string>({
  ...sameRow("Enter KPEnter C-m C-j", "\n"),
  ...sameRow("BSpace C-h", "\b"),
  ...sameRow("C-c C-u", "\u0003"),
  Space: " ",
  Tab: "\t",
});
const OTHER_KEYS = whole`[CMS]-\S{1,8}, F\d{1,2}, Escape, Up, Down, Left, Right, Home, End, [NP]Page, Page(?:Up|Down), IC, DC, BTab`;

function keysOf(text: string, options: readonly Field[]): string {
  if (options.some((each) => /^-\w*H/.test(each.text)) && /^[\da-f]{1,4}$/i.test(text))
    return String.fromCharCode(Number.parseInt(text, 16));
  if (options.some((each) => /^-\w*l/.test(each.text))) return text;
  return KEYS[text] ?? (OTHER_KEYS.test(text) ? "" : text);
}

/** What answers a question: who asks it, and what it means there, nobody sees. */
const ANSWER = /^(?:.?|yes|no|ok|\d{1,3})$/i;

/**
 * Whole lines are read as commands. A part of a line may become any command with the next part, and an answer may be the person's:
 * both are typed only into a terminal that the session started itself, and there no more than a key at a time.
 */
function type(command: Command, text: string, label: string, own = false): Output {
  const lines = withoutErased(text).split(/[\r\n]/);
  const part = lines.at(-1) ?? "";
  if (own ? part.length > 1 : part !== "" || lines.slice(0, -1).some((line) => ANSWER.test(line.trim())))
    addHazard(command.run, "tampering", TYPES, command.index);
  const commands = lines.filter((line) => line.trim() !== "");
  return commands.length === 0 ? SILENT : runCarried(command, commands.join("\n"), label);
}

/** Did this session start the terminal that is meant? */
function isOwnTerminal({ run, args }: Command): boolean {
  const wordsOf = (text: string) => text.replace(/[\\"'{},]/g, " ").split(/\s+/);
  const here = run.programs.map(({ name, args: words }) => [name, ...words.map(({ text }) => text)]);
  const starts = (words: readonly string[], name: string) =>
    words.includes("tmux") &&
    words.some((word) => /^new/.test(word)) &&
    words.some((word, at) => word === name && NAMES.test(words[at - 1] ?? ""));
  const names = args.flatMap((each, at) =>
    /^-[tLS]$/.test(each.text)
      ? textAt(args, at + 1)
          .split(/[:.]/)
          .slice(0, 1)
      : [],
  );
  return names.some((name) => name !== "" && [...earlierCalls(run.world, name).map(wordsOf), ...here].some((words) => starts(words, name)));
}
const NAMES = /^-\w*[sLS]$/;

/** Each line of the file is a command of tmux. */
function sourceFiles(command: Command, files: readonly Field[]): Output {
  const { run, shell, index } = command;
  for (const file of files) {
    const place = absolute(run.disk, shell.cwd, file.text);
    const text = place?.exact === true ? textOf(run.disk, realOf(run.disk, place.path, true)) : null;
    if (text === null) addOpaque(run, "it runs a text that is only known when it runs", index);
    else for (const line of text.split("\n")) if (/^\s*\w/.test(line)) runCarried(command, `tmux ${line}`, "tmux source-file");
  }
  return SILENT;
}

function positional(args: readonly Field[], takes: RegExp): readonly Field[] {
  const out: Field[] = [];
  for (let at = 0; at < args.length; at++) {
    const text = textAt(args, at);
    if (takes.test(text)) at++;
    else if (!/^-\w+$/.test(text) || out.length > 0) out.push(args[at] as Field);
  }
  return out;
}

export const TERMINALS: Readonly<Record<string, Tool>> = byName({ screen, tmux });
