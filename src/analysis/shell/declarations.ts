// Builtins that give variables their values: declare and its like, set, shift, read, unset.

import { whole } from "../../base/index.ts";
import { noteAssignment, noteUnset } from "../carriers/environment.ts";
import { addHazard, addHidden, addOpaque, type Command, type Run, type Tool } from "../run/record.ts";
import { checkEvaluated, holdsCommand } from "../expansion/arithmetic.ts";
import { fork, makeLocal, ownVars, setVariable, type Shell, type Value, type Variable, withEntry } from "../run/state.ts";
import { type Field, HOLE, isDynamic, NOTHING, type Output, SILENT, unknownOutput, textAt } from "../run/values.ts";

/** Programs whose name nobody should take over. */
export const KNOWN_PROGRAMS = whole`git, ls, cd, cat, rm, cp, mv, echo, sudo, npm, pnpm, yarn, node, python\d?, pip\d?, ssh, curl, wget,
  make, docker, kubectl, grep, sed, awk, find, test, sh, bash, zsh, codicil, agents, trash, go, cargo, gh`;

/** In a function these make a variable of its own. */
const LOCAL = new Set(["local", "declare", "typeset"]);

/** What the options of declare say of the names behind them. */
interface Manner {
  exported: boolean;
  evaluated: boolean;
  reference: boolean;
  isLocal: boolean;
}

/** declare, export, readonly, local, typeset. */
export const declare: Tool = (command) => {
  const { args } = command;
  const manner: Manner = { exported: command.name === "export", evaluated: false, reference: false, isLocal: LOCAL.has(command.name) };
  for (const word of args) {
    const { text } = word;
    if (!/^[-+]/.test(text)) {
      declareOne(command, manner, word);
      continue;
    }
    if (/^-\w*x/.test(text)) manner.exported = true;
    if (/^-\w*i/.test(text)) manner.evaluated = true;
    if (/^-\w*n/.test(text)) manner.reference = true;
    if (/^-\w*g/.test(text)) manner.isLocal = false;
    if (/^-\w*f/.test(text)) return exportFunctions(command, manner.exported || /x/.test(text));
  }
  return args.length === 0 || args.every(({ text }) => /^-[px]+$/.test(text)) ? unknownOutput("cmd:env") : SILENT;
};

function declareOne(command: Command, manner: Manner, word: Field): void {
  const { run, shell, index } = command;
  const equals = word.text.indexOf("=");
  const name = equals < 0 ? word.text : word.text.slice(0, equals).replace(/\+$/, "");
  if (isDynamic(name) && !isOwnSetting(run, word)) addOpaque(run, "it sets a variable whose name is only known when it runs", index);
  if (holdsCommand(name)) addHidden(run, "an array index holds a command", index);
  const known = shell.vars.get(name);
  if (manner.isLocal) makeLocal(shell, name);
  if (equals < 0) declareName(command, manner, name, known);
  else declareValue(command, manner, name, { text: word.text.slice(equals + 1), from: word.from });
}

/** `export x`, `local x`. */
function declareName({ run, shell, index }: Command, { exported, isLocal }: Manner, name: string, known: Variable | undefined): void {
  if (isLocal && shell.locals !== null && !exported) setVariable(shell, name, { text: "", from: NOTHING });
  if (!exported) return;
  if (known !== undefined) ownVars(shell).set(name, { ...known, exported });
  for (const value of known?.values ?? []) noteAssignment(run, shell, name, value, { exported: true, program: index });
}

function declareValue(command: Command, { exported, evaluated, reference }: Manner, name: string, value: Value): void {
  const { run, shell, index } = command;
  if (evaluated) checkEvaluated(run, shell, value.text);
  if (reference && holdsCommand(value.text)) addHidden(run, "a reference to a variable contains a command", index);
  noteAssignment(run, shell, name, value, { exported: exported || command.name !== "local", program: index });
  setVariable(shell, name, value, exported);
  if (reference) refer(shell, name, value.text);
}

function refer(shell: Shell, name: string, other: string): void {
  const now = shell.vars.get(name);
  if (now !== undefined && /^\w+$/.test(other)) ownVars(shell).set(name, { ...now, refers: other });
}

/** `export $(cat .env)`: settings of the project's own file. */
function isOwnSetting({ world }: Run, { from }: Field): boolean {
  const isOwn = (each: string) => (each.startsWith("file:") && !each.startsWith("file:/")) || each.startsWith(`file:${world.project}/`);
  return from.length > 0 && from.every(isOwn);
}

/** `export -f git`: every later shell would call the function instead. */
function exportFunctions({ run, shell, args, index }: Command, exported: boolean): Output {
  for (const { text } of exported ? args : []) {
    const known = shell.functions.get(text);
    if (known !== undefined) shell.functions = withEntry(shell.functions, text, { ...known, exported: true });
    if (KNOWN_PROGRAMS.test(text)) addHazard(run, "tampering", `a function takes the place of \`${text}\` in every later shell`, index);
  }
  return unknownOutput();
}

export const set: Tool = ({ run, shell, args, index }) => {
  if (isSet(args, "+o", "history")) addHazard(run, "tampering", "what is done would no longer be remembered", index);
  if (args.length === 0) return unknownOutput("cmd:env");
  const turnsOn = (letter: RegExp, name: string) => isSet(args, "-o", name) || args.some((each) => letter.test(each.text));
  if (turnsOn(/^-\w*a/, "allexport")) shell.exportAll = true;
  if (turnsOn(/^-\w*e/, "errexit")) shell.stopsOnError = true;
  const marker = args.findIndex((each) => each.text === "--");
  if (marker >= 0) shell.args = args.slice(marker + 1);
  else if (!/^[-+]/.test(textAt(args, 0))) shell.args = args;
  return SILENT;
};

/** `set -o errexit`. */
function isSet(args: readonly Field[], option: string, name: string): boolean {
  return args.some((each, at) => each.text === name && args[at - 1]?.text === option);
}

export const shift: Tool = ({ shell, args }) => {
  shell.args = shell.args.slice(Number(args[0]?.text ?? 1) || 1);
  return SILENT;
};

/** read and mapfile put what they get into variables; a hole stays a hole. */
export const read: Tool = (command) => {
  const { run, shell, how, index } = command;
  const names = namesToFill(command);
  const input: Output = how.stdin ?? unknownOutput("stdin");
  const line = isDynamic(input.text) ? HOLE : (input.text.split("\n")[0] as string);
  const isOne = names.length <= 1;
  const known = command.name === "read" && !isDynamic(line) && isOne;
  const files = isOne && input.files !== undefined ? { files: input.files } : {};
  for (const [at, name] of (names.length === 0 ? ["REPLY", "MAPFILE"] : names).entries()) {
    if (holdsCommand(name)) addHidden(run, "an array index holds a command", index);
    setVariable(shell, name, { text: known && at === 0 ? line.trim() : HOLE, from: input.from, ...files });
  }
  return SILENT;
};

function namesToFill({ run, shell, args, name }: Command): string[] {
  const names: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const text = textAt(args, at);
    const next = args[at + 1]?.text;
    if (/^-[adinNptuCOsc]$/.test(text)) {
      if (/^-[aC]$/.test(text)) names.push(next ?? "");
      if (text === "-C") run.runText(run, fork(shell), next ?? HOLE, { via: ["mapfile -C"], env: {}, span: null, stdin: null });
      if (text !== "-t" || name === "read") at++;
      if (text === "-s") at--;
    } else if (!text.startsWith("-")) names.push(text);
  }
  return names;
}

export const unset: Tool = ({ run, shell, args, index }) => {
  for (const { text } of args) {
    if (text.startsWith("-")) continue;
    if (holdsCommand(text)) addHidden(run, "an array index holds a command", index);
    noteUnset(run, text, index);
    shell.functions = new Map([...shell.functions].filter(([name]) => name !== text));
    if (shell.vars.has(text)) setVariable(shell, text, { text: "", from: NOTHING });
  }
  return SILENT;
};
