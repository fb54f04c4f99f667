// cmd.exe: a line of commands with `&`, `&&`, `||`, `|`, carets, percent variables and switches with a slash.

import { byName, sameRow, rowOf, wordSet } from "../../base/index.ts";
import { windowsPath } from "../run/disk.ts";
import { addHazard, addOpaque, type Command, type Run } from "../run/record.ts";
import { fork, type Shell } from "../run/state.ts";
import { type Field, field, HOLE, isDynamic, type Output, unknownOutput } from "../run/values.ts";
import { windowsVariable } from "./windowsPaths.ts";

interface CmdCommand {
  readonly words: string[];
  readonly redirects: { readonly append: boolean; readonly to: string }[];
}

const DEEPEST = 6;

export function runCmd(command: Command, text: string, depth = 0, shell: Shell = fork(command.shell)): Output {
  const { run, index } = command;
  if (isDynamic(text) || depth > DEEPEST) addOpaque(run, "it runs a text that is only known when it runs", index);
  else for (const each of readCmd(expand(text, command, shell))) callBuiltin(command, each, depth, shell);
  return unknownOutput("cmd:cmd");
}

function expand(text: string, { run }: Command, shell: Shell): string {
  return text
    .replace(/%([A-Za-z_]\w{0,60})(?::[^%]{0,60})?%/g, (_, name: string) => windowsVariable(name.toLowerCase(), run, shell) ?? HOLE)
    .replace(/%%?~?[a-z]\b|![\w]{1,60}!/gi, HOLE);
}

/** What has been read of a line so far. */
interface Reader {
  readonly text: string;
  readonly found: CmdCommand[];
  command: CmdCommand;
  /** null: between two words. */
  word: string | null;
  redirect: { readonly append: boolean } | null;
}

function readCmd(text: string): CmdCommand[] {
  const reader: Reader = { text, found: [], command: { words: [], redirects: [] }, word: null, redirect: null };
  for (let at = 0; at < text.length;) at = readNext(reader, at);
  endCommand(reader);
  return reader.found;
}

function endWord(reader: Reader): void {
  const { command, word, redirect } = reader;
  if (word === null) return;
  if (redirect === null) command.words.push(word);
  else command.redirects.push({ ...redirect, to: word });
  reader.redirect = null;
  reader.word = null;
}

function endCommand(reader: Reader): void {
  endWord(reader);
  const { command, found } = reader;
  if (command.words.length > 0 || command.redirects.length > 0) found.push(command);
  reader.command = { words: [], redirects: [] };
}

/** Gives the place after what it has read. */
function readNext(reader: Reader, at: number): number {
  const { text } = reader;
  const char = text.charAt(at);
  const add = (more: string) => {
    reader.word = (reader.word ?? "") + more;
  };
  if (char === "^") {
    add(text.charAt(at + 1));
    return at + 2;
  }
  if (char === '"') {
    const close = text.indexOf('"', at + 1);
    const end = close < 0 ? text.length : close;
    add(text.slice(at + 1, end));
    return end + 1;
  }
  if (char === ">") return readRedirect(reader, at);
  if (/[&|\n()]/.test(char)) endCommand(reader);
  else if (/[\s,;=]/.test(char) && (char !== "=" || reader.word === null)) endWord(reader);
  else add(char);
  return at + 1;
}

/** `>`, `>>`, `2>&1`. */
function readRedirect(reader: Reader, at: number): number {
  if (/^\d$/.test(reader.word ?? "")) reader.word = null;
  endWord(reader);
  const append = reader.text.charAt(at + 1) === ">";
  const end = append ? at + 2 : at + 1;
  if (reader.text.charAt(end) === "&") return end + 2;
  reader.redirect = { append };
  return end;
}

interface Builtin {
  /** The program of the other shells that does the same. */
  readonly as: string;
  /** Switches that mean something there. */
  readonly switches?: Readonly<Record<string, string>>;
}

const DELETE: Builtin = { as: "rm -f", switches: { s: "-r" } };
const BUILTINS: Readonly<Record<string, Builtin>> = byName({
  ...sameRow("del erase", DELETE),
  ...sameRow("rd rmdir", { as: "rmdir", switches: { s: "-r" } }),
  ...sameRow("move ren rename", { as: "mv" }),
  copy: { as: "cp" },
  xcopy: { as: "cp -r" },
  ...sameRow("type more", { as: "cat" }),
  ...sameRow("cd chdir", { as: "cd" }),
  pushd: { as: "pushd" },
  popd: { as: "popd" },
  ...sameRow("md mkdir", { as: "mkdir -p" }),
});
const QUIET_NAMES = wordSet(
  "echo rem dir ver vol cls title pause exit goto color prompt tree where set setlocal endlocal date time assoc ftype path chcp break",
  "verify find findstr fc comp hostname whoami timeout shift",
);
const isQuiet = (name: string) => name === "" || QUIET_NAMES.has(name) || /^(?:@?echo(?:\.|\s).*|:.*)$/.test(name);
const CARRIERS = wordSet("if for call else start do");

function callBuiltin(command: Command, { words, redirects }: CmdCommand, depth: number, shell: Shell): void {
  const { run } = command;
  for (const { append, to } of redirects)
    if (to.toLowerCase() !== "nul") start(command, shell, append ? "tee -a" : "tee", [pathField(run, to)]);
  const [first = "", ...rest] = words;
  const name = first
    .replace(/^@/, "")
    .toLowerCase()
    .replace(/\.exe$/, "");
  if (/^(?:assoc|ftype)$/.test(name) && rest.some((word) => word.includes("=")))
    addHazard(run, "persistence", "it changes which program opens a kind of file", command.index);
  if (isQuiet(name)) return;
  if (CARRIERS.has(name)) {
    const inner = afterHead(name, rest);
    if (inner.length > 0) callBuiltin(command, { words: inner, redirects: [] }, depth + 1, shell);
  } else if (name === "cmd") runCmd(command, rest.filter((word) => !/^\/[a-z](?::\w+)?$/i.test(word)).join(" "), depth + 1, shell);
  else if (BUILTINS[name] === undefined) callProgram(command, shell, first, rest);
  else callAs(command, shell, BUILTINS[name], rest);
}

function start({ run, how }: Command, shell: Shell, program: string, rest: readonly Field[]): void {
  const external = !/^(?:cd|pushd|popd)$/.test(program);
  const words = [...program.split(" ").map((each) => field(each)), ...rest];
  run.runWords(run, shell, words, { ...how, via: [...how.via, "cmd"], span: null, stdin: null, external });
}

function pathField(run: Run, text: string): Field {
  const place = isDynamic(text) ? text : windowsPath(text, run);
  return /[*?]/.test(place) && !isDynamic(place) ? { ...field(place.replace(/\*\.\*$/, "*")), pattern: true } : field(place);
}

function callProgram(command: Command, shell: Shell, name: string, rest: readonly string[]): void {
  const program = isDynamic(name) ? HOLE : windowsPath(name, command.run).replaceAll(" ", "_");
  const isPath = (word: string) => /^[\w.:~\\/-]+$/.test(word) && !word.startsWith("/");
  start(
    command,
    shell,
    program,
    rest.map((word) => (isPath(word) ? pathField(command.run, word) : field(word))),
  );
}

function callAs(command: Command, shell: Shell, builtin: Builtin, rest: readonly string[]): void {
  const isSwitch = (word: string) => /^\/[a-z-]+(?::\S*)?$/i.test(word);
  const flags = rest
    .filter(isSwitch)
    .map((word) => rowOf(builtin.switches ?? {}, word.slice(1).toLowerCase()))
    .filter((each) => each !== undefined);
  const program = builtin.as === "rmdir" && flags.length > 0 ? "rm -f" : builtin.as;
  const paths = rest.filter((word) => !isSwitch(word)).map((word) => pathField(command.run, word));
  start(command, shell, program, [...flags.map((each) => field(each)), ...paths]);
}

/** The command after `if exist x`, `for %i in … do`, `call`, `start "title"`. */
function afterHead(name: string, rest: readonly string[]): string[] {
  if (name === "for") {
    const at = rest.findIndex((word) => word.toLowerCase() === "do");
    return at < 0 ? [] : rest.slice(at + 1);
  }
  if (name === "if") {
    const words = rest.filter((word) => !/^(?:\/i|not)$/i.test(word));
    return words.slice(/^(?:exist|defined|errorlevel)$/i.test(words[0] ?? "") ? 2 : words[0]?.includes("==") === true ? 1 : 3);
  }
  return rest.filter((word) => !(name === "start" && /^\/\w+$/.test(word)) && word !== "");
}
