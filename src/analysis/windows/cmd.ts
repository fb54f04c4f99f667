// cmd.exe: a line of commands with `&`, `&&`, `||`, `|`, carets, percent variables and switches with a slash.

import { byName, rowOf } from "../../base/index.ts";
import { windowsPath } from "../run/disk.ts";
import { addHazard, addOpaque, type Command } from "../run/record.ts";
import { fork, type Shell } from "../run/state.ts";
import { type Field, field, HOLE, isDynamic, type Output, unknownOutput } from "../run/values.ts";
import { windowsVariable } from "./places.ts";

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

function readCmd(text: string): CmdCommand[] {
  const found: CmdCommand[] = [];
  let command: CmdCommand = { words: [], redirects: [] };
  let word = "";
  let started = false;
  let redirect: { readonly append: boolean } | null = null;
  const endWord = (): void => {
    if (!started) return;
    if (redirect === null) command.words.push(word);
    else command.redirects.push({ ...redirect, to: word });
    redirect = null;
    word = "";
    started = false;
  };
  const endCommand = (): void => {
    endWord();
    if (command.words.length > 0 || command.redirects.length > 0) found.push(command);
    command = { words: [], redirects: [] };
  };
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === "^") {
      word += text.charAt(++at);
      started = true;
    } else if (char === '"') {
      const close = text.indexOf('"', at + 1);
      word += text.slice(at + 1, close < 0 ? undefined : close);
      started = true;
      at = close < 0 ? text.length : close;
    } else if (char === "&" || char === "|" || char === "\n" || char === "(" || char === ")") endCommand();
    else if (char === ">") {
      if (/^\d$/.test(word)) {
        word = "";
        started = false;
      }
      endWord();
      const append = text.charAt(at + 1) === ">";
      if (append) at++;
      if (text.charAt(at + 1) === "&") at += 2;
      else redirect = { append };
    } else if (/[\s,;=]/.test(char) && !(char === "=" && started)) endWord();
    else {
      word += char;
      started = true;
    }
  }
  endCommand();
  return found;
}

interface Builtin {
  /** The program of the other shells that does the same. */
  readonly as: string;
  /** Switches that mean something there. */
  readonly switches?: Readonly<Record<string, string>>;
}

const DELETE: Builtin = { as: "rm -f", switches: { s: "-r" } };
const BUILTINS: Readonly<Record<string, Builtin>> = byName({
  del: DELETE,
  erase: DELETE,
  rd: { as: "rmdir", switches: { s: "-r" } },
  rmdir: { as: "rmdir", switches: { s: "-r" } },
  move: { as: "mv" },
  ren: { as: "mv" },
  rename: { as: "mv" },
  copy: { as: "cp" },
  xcopy: { as: "cp -r" },
  type: { as: "cat" },
  more: { as: "cat" },
  cd: { as: "cd" },
  chdir: { as: "cd" },
  pushd: { as: "pushd" },
  popd: { as: "popd" },
  md: { as: "mkdir -p" },
  mkdir: { as: "mkdir -p" },
});
const QUIET =
  /^(?:echo|rem|dir|ver|vol|cls|title|pause|exit|goto|color|prompt|tree|where|set|setlocal|endlocal|date|time|assoc|ftype|path|chcp|break|verify|find|findstr|fc|comp|hostname|whoami|timeout|shift|@?echo(?:\.|\s).*|:.*)$/;

function callBuiltin(command: Command, { words, redirects }: CmdCommand, depth: number, shell: Shell): void {
  const { run, how } = command;
  const start = (program: string, rest: readonly Field[]) =>
    run.runWords(run, shell, [...program.split(" ").map((each) => field(each)), ...rest], {
      ...how,
      via: [...how.via, "cmd"],
      span: null,
      stdin: null,
      external: !/^(?:cd|pushd|popd)$/.test(program),
    });
  const path = (text: string): Field => {
    const place = isDynamic(text) ? text : windowsPath(text, run);
    return /[*?]/.test(place) && !isDynamic(place) ? { ...field(place.replace(/\*\.\*$/, "*")), pattern: true } : field(place);
  };
  for (const { append, to } of redirects) if (to.toLowerCase() !== "nul") start(append ? "tee -a" : "tee", [path(to)]);
  const [first = "", ...rest] = words;
  const name = first
    .replace(/^@/, "")
    .toLowerCase()
    .replace(/\.exe$/, "");
  if (/^(?:assoc|ftype)$/.test(name) && rest.some((word) => word.includes("=")))
    addHazard(run, "persistence", "it changes which program opens a kind of file", command.index);
  if (name === "" || QUIET.test(name)) return;
  if (name === "if" || name === "for" || name === "call" || name === "else" || name === "start" || name === "do") {
    const inner = afterHead(name, rest);
    if (inner.length > 0) callBuiltin(command, { words: inner, redirects: [] }, depth + 1, shell);
    return;
  }
  if (name === "cmd") {
    runCmd(command, rest.filter((word) => !/^\/[a-z](?::\w+)?$/i.test(word)).join(" "), depth + 1, shell);
    return;
  }
  const builtin = BUILTINS[name];
  if (builtin === undefined) {
    start(
      isDynamic(first) ? HOLE : windowsPath(first, run).replaceAll(" ", "_"),
      rest.map((word) => (/^[\w.:~\\/-]+$/.test(word) && !word.startsWith("/") ? path(word) : field(word))),
    );
    return;
  }
  const isSwitch = (word: string) => /^\/[a-z-]+(?::\S*)?$/i.test(word);
  const flags = rest
    .filter(isSwitch)
    .map((word) => rowOf(builtin.switches ?? {}, word.slice(1).toLowerCase()))
    .filter((each) => each !== undefined);
  const program = builtin.as === "rmdir" && flags.length > 0 ? "rm -f" : builtin.as;
  start(program, [...flags.map((each) => field(each)), ...rest.filter((word) => !isSwitch(word)).map(path)]);
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
