// What a shell remembers between commands: variables (with every value they may have), functions, aliases, positional
// arguments, the folder. Branches are walked on copies and joined: a variable then has the values of both.

import type { CompoundCommand, CompoundList, Redirected } from "unbash";
import { type Field, HOLE, NOTHING } from "./values.ts";

export interface Value {
  readonly text: string;
  readonly from: readonly string[];
  readonly files?: readonly Field[];
}

export interface Variable {
  /** Every value that it may have; one in straight code. */
  readonly values: readonly Value[];
  readonly array: readonly Value[] | null;
  readonly exported: boolean;
  /** Another name for this variable (`declare -n`). */
  readonly refers?: string;
}

export interface ShellFunction {
  readonly body: CompoundCommand | Redirected | CompoundList;
  readonly owned: boolean;
  /** Every shell that is started from here has it too. */
  readonly exported?: true;
}

export interface Shell {
  vars: ReadonlyMap<string, Variable>;
  /** Another shell has the same map of variables: `ownVars` copies it before the first change. */
  shared: boolean;
  /** These three change seldom and every pipe forks: whoever changes one puts another in its place (`withEntry`). */
  functions: ReadonlyMap<string, ShellFunction>;
  aliases: ReadonlyMap<string, string>;
  args: readonly Field[];
  /** `$0`, where it is known: the script that runs. */
  name: Field | null;
  /** Inside a function: the variables that it made its own, with what they were before. */
  locals: Map<string, Variable | null> | null;
  /** Files that stay open for writing, by number (`exec 3> file`). */
  open: ReadonlyMap<string, Field>;
  /** null: unknown. */
  cwd: string | null;
  /** Where it may be then, if that is known. */
  between: readonly string[];
  folders: readonly (string | null)[];
  /** The last `cd` went to a folder that may not be there: after its chain the shell may still be where it was. */
  doubtful: boolean;
  /** `set -e`: what fails ends the script. */
  stopsOnError: boolean;
  exportAll: boolean;
  /** A further look at the same command: assignments add values instead of replacing them. */
  adding: boolean;
  /** True while the text that is walked is the call's own, so that offsets mean something. */
  owned: boolean;
  /** Which of several values is being looked at, by variable. */
  choice: Map<string, { index: number; size: number }> | null;
}

export function openShell(cwd: string | null): Shell {
  return {
    vars: new Map(),
    shared: false,
    functions: new Map(),
    aliases: new Map(),
    args: [],
    name: null,
    locals: null,
    open: new Map(),
    cwd,
    between: [],
    folders: [],
    doubtful: false,
    stopsOnError: false,
    exportAll: false,
    adding: false,
    owned: true,
    choice: null,
  };
}

/** Every pipe forks, and few change a variable. */
export function fork(shell: Shell): Shell {
  shell.shared = true;
  return shell.locals === null ? { ...shell } : { ...shell, locals: new Map(shell.locals) };
}

/** The variables, to be changed. */
export function ownVars(shell: Shell): Map<string, Variable> {
  if (shell.shared) shell.vars = new Map(shell.vars);
  shell.shared = false;
  return shell.vars as Map<string, Variable>;
}

/** Behind `cd x;` the shell is in x, or where it was. */
export function leaveInDoubt(shell: Shell): void {
  const before = shell.folders.at(-1) ?? null;
  shell.between = before === null || shell.cwd === null ? [] : [before, shell.cwd];
  shell.cwd = null;
  shell.doubtful = false;
}

export function withEntry<T>(map: ReadonlyMap<string, T>, name: string, value: T): ReadonlyMap<string, T> {
  return map.get(name) === value ? map : new Map(map).set(name, value);
}

const MOST_VALUES = 12;

export const UNKNOWN: Value = { text: HOLE, from: NOTHING };

/** A value that doubles itself again and again would take all the time there is: what is longer than any command is unknown. */
const LONGEST_VALUE = 100_000;
const MOST_ELEMENTS = 2_000;
const MOST_SOURCES = 20;

export function setArray(shell: Shell, name: string, values: readonly Value[]): void {
  const isTooMuch = values.length > MOST_ELEMENTS;
  const first = values[0] ?? { text: "", from: NOTHING };
  ownVars(shell).set(name, { values: [isTooMuch ? UNKNOWN : first], array: isTooMuch ? [UNKNOWN] : values, exported: false });
}

function bounded(value: Value): Value {
  const from = value.from.length > MOST_SOURCES ? [...new Set(value.from)].slice(0, MOST_SOURCES) : value.from;
  if (value.text.length > LONGEST_VALUE) return { text: HOLE, from };
  return from === value.from ? value : { ...value, from };
}

export function setVariable(shell: Shell, name: string, given: Value, exported = false): void {
  const value = bounded(given);
  const old = shell.vars.get(name);
  const values =
    shell.adding && old !== undefined && !old.values.some((each) => each.text === value.text) ? [...old.values, value] : [value];
  ownVars(shell).set(name, {
    values: values.length > MOST_VALUES ? [UNKNOWN] : values,
    array: null,
    exported: exported || shell.exportAll || old?.exported === true,
  });
}

/** `local x`: what the variable was comes back when the function ends. */
export function makeLocal(shell: Shell, name: string): void {
  if (shell.locals !== null && !shell.locals.has(name)) shell.locals.set(name, shell.vars.get(name) ?? null);
}

/** After a branch that may or may not have run: `shell` takes over what any of the branches may have left. */
export function join(shell: Shell, branches: readonly Shell[]): void {
  const first = branches[0];
  if (first === undefined) return;
  for (const branch of branches) {
    for (const [name, body] of branch.functions) shell.functions = withEntry(shell.functions, name, body);
    for (const [name, text] of branch.aliases) shell.aliases = withEntry(shell.aliases, name, text);
  }
  if (branches.some(({ vars }) => vars.size > 0)) {
    const names = new Set(branches.flatMap((each) => [...each.vars.keys()]));
    for (const name of names) ownVars(shell).set(name, joined(name, branches));
  }
  shell.cwd = branches.every((each) => each.cwd === first.cwd) ? first.cwd : null;
  shell.args = first.args;
}

function joined(name: string, branches: readonly Shell[]): Variable {
  const found = branches.map((each) => each.vars.get(name));
  const first = found[0];
  if (first !== undefined && found.every((each) => each === first)) return first;
  const values: Value[] = [];
  for (const each of found) {
    for (const value of each?.values ?? [{ text: HOLE, from: [`var:${name}`] }]) {
      if (!values.some((known) => known.text === value.text)) values.push(value);
    }
  }
  const arrays = found.every((each) => each?.array != null && each.array === found[0]?.array);
  return {
    values: values.length > MOST_VALUES ? [UNKNOWN] : values,
    array: arrays ? (found[0]?.array ?? null) : null,
    exported: found.some((each) => each?.exported === true),
  };
}

/** The variables that child processes see, where they are constant. */
export function exportedNames(shell: Shell): readonly string[] {
  return [...shell.vars].filter(([, each]) => each.exported).map(([name]) => name);
}
