// Simple commands: assignments, words, redirections, and then whoever answers to the name.

import type { Assignment, Command as CommandNode, Redirection, Word } from "unbash";
import { type Invocation, type Run } from "../run/record.ts";
import { noteAssignment } from "../carriers/environment.ts";
import { holdsCommand } from "../expansion/arithmetic.ts";
import { nextChoice } from "../expansion/lookup.ts";
import { closeChannels, openChannels } from "./redirects.ts";
import { contentOf } from "../run/namedFiles.ts";
import { ownVars, setArray, setVariable, type Shell, type Value, withEntry } from "../run/state.ts";
import { type Field, isDynamic, joinOutputs, NOTHING, type Output, SILENT, withoutHoles } from "../run/values.ts";
import { type Expander, expandText, expandWord, isAssignment } from "../expansion/expandWords.ts";
import { addHidden, addOpaque, addProgram } from "../run/record.ts";

const MOST_LOOKS = 16;

/** Looks at a command once for each combination of values that its variables may have. */
export function runSimple(run: Run, shell: Shell, node: CommandNode, stdin: Output | null, expander: Expander): Output {
  if (shell.choice !== null) return look(run, shell, node, stdin, expander);
  let output = SILENT;
  const choices = new Map<string, { index: number; size: number }>();
  const adding = shell.adding;
  for (let turn = 0; turn < MOST_LOOKS; turn++) {
    shell.choice = choices;
    const out = look(run, shell, node, stdin, expander);
    output = turn === 0 ? out : { text: out.text === output.text ? output.text : "\uE000", from: output.from };
    shell.adding = true;
    if (choices.size === 0 || !nextChoice(choices)) break;
    if (turn === MOST_LOOKS - 1) addOpaque(run, "its variables have more values than can be looked at");
  }
  shell.choice = null;
  shell.adding = adding;
  return output;
}

function look(run: Run, shell: Shell, node: CommandNode, stdin: Output | null, expander: Expander): Output {
  run.budget--;
  if (run.budget < 0) {
    if (run.budget === -1) addHidden(run, "it has more commands than can be looked at");
    return SILENT;
  }
  const alias = node.name === undefined ? undefined : aliasFor(shell, node.name);
  if (alias !== undefined) return runAlias(run, shell, node, alias, stdin);
  const words = wordsOf(run, shell, node, expander);
  if (words.length === 0) return assignOnly(run, shell, node, node.redirects, stdin, expander);
  const env = environmentOf(run, shell, node, expander);
  const channels = openChannels(run, shell, node.redirects, expander, stdin);
  const index = run.programs.length;
  const how: Invocation = { via: NOTHING, env, span: shell.owned ? { start: node.pos, end: node.end } : null, stdin: channels.stdin };
  const output = run.runWords(run, shell, words, how);
  // `exec 3> file` alone: the file stays open.
  if (words.length === 1 && words[0]?.text === "exec")
    for (const [number, target] of channels.opened) shell.open = withEntry(shell.open, number, target);
  return closeChannels(run, shell, channels, output, index < run.programs.length ? index : null);
}

function wordsOf(run: Run, shell: Shell, node: CommandNode, expander: Expander): readonly Field[] {
  const words: Field[] = [];
  if (node.name !== undefined) expandWord(run, shell, node.name, expander, words);
  for (const each of node.suffix) {
    if (each.type === "Word") expandWord(run, shell, each, expander, words);
    else if (isAssignment(each)) words.push(...assignmentWords(run, shell, each, expander));
  }
  return words;
}

/** The assignments in front of a command. */
function environmentOf(run: Run, shell: Shell, node: CommandNode, expander: Expander): Record<string, string> {
  const env: Record<string, string> = {};
  for (const each of node.prefix) {
    if (!isAssignment(each)) continue;
    const value = readAssignment(run, shell, each, expander);
    noteAssignment(run, shell, each.name, value, { exported: true });
    // Of PATH the folders that are known matter too.
    if (!isDynamic(value.text) || each.name === "PATH") env[each.name] = withoutHoles(value.text);
  }
  return env;
}

/** Only assignments, or only redirections: `x=1`, `> file`, `$(<file)`. */
function assignOnly(
  run: Run,
  shell: Shell,
  node: CommandNode,
  redirects: readonly Redirection[],
  stdin: Output | null,
  expander: Expander,
): Output {
  for (const each of node.prefix) if (isAssignment(each)) assign(run, shell, each, expander);
  if (redirects.length === 0) return SILENT;
  const only = redirects.length === 1 ? redirects[0] : undefined;
  if (only?.type === "Redirect" && only.operator === "<" && only.target !== undefined && node.prefix.length === 1) {
    const words: Field[] = [];
    expandWord(run, shell, only.target, expander, words);
    const word = words[0];
    if (word === undefined) return SILENT;
    openChannels(run, shell, redirects, expander, stdin);
    return contentOf(run, shell, word);
  }
  const channels = openChannels(run, shell, redirects, expander, stdin);
  const span = shell.owned ? { start: node.pos, end: node.end } : null;
  const index = channels.targets.length === 0 ? null : addProgram(run, shell, [], { via: NOTHING, env: {}, span, stdin: null }, ":");
  return closeChannels(run, shell, channels, SILENT, index);
}

export function assign(run: Run, shell: Shell, node: Assignment, expander: Expander): void {
  if (node.index !== undefined) {
    const index = expandText(run, shell, node.index, expander).text;
    if (holdsCommand(index)) addHidden(run, "an array index holds a command");
  }
  if (node.value.type === "ArrayValue") {
    const array: Field[] = [];
    for (const each of node.value.elements) expandWord(run, shell, each, expander, array);
    const old = node.append === true ? (shell.vars.get(node.name)?.array ?? []) : [];
    // `([0]=a [1]=b)`: in the order of the text, which is close enough to see what they are.
    const values: Value[] = [...old, ...array.map((each) => ({ text: each.text.replace(/^\[[^\]]*\]=/, ""), from: each.from }))];
    setArray(shell, node.name, values);
    return;
  }
  const value = readAssignment(run, shell, node, expander);
  noteAssignment(run, shell, node.name, value, { exported: shell.exportAll || shell.vars.get(node.name)?.exported === true });
  if (node.index !== undefined) ownVars(shell).delete(node.name);
  else setVariable(shell, node.name, value);
}

function readAssignment(run: Run, shell: Shell, node: Assignment, expander: Expander): Value {
  if (node.value.type === "ArrayValue") return { text: "\uE000", from: NOTHING };
  const value = expandText(run, shell, node.value, expander);
  if (node.append !== true) return value;
  const old = shell.vars.get(node.name)?.values;
  const before = old?.length === 1 ? old[0] : undefined;
  return before === undefined
    ? { text: `\uE000${value.text}`, from: value.from }
    : { text: before.text + value.text, from: [...before.from, ...value.from] };
}

/** `export X=1` as the word that the builtin gets; `declare T={a,b}` gives it one for each. */
function assignmentWords(run: Run, shell: Shell, node: Assignment, expander: Expander): readonly Field[] {
  if (node.value.type === "ArrayValue") {
    assign(run, shell, node, expander);
    return [{ text: node.name, quoted: false, from: NOTHING, start: -1, end: -1 }];
  }
  const place = { start: shell.owned ? node.pos : -1, end: shell.owned ? node.end : -1 };
  if (node.value.parts?.some(({ type }) => type === "BraceExpansion") === true) {
    const values: Field[] = [];
    expandWord(run, shell, node.value, expander, values);
    return values.map(({ text, from }) => ({ text: `${node.name}=${text}`, quoted: false, from, ...place }));
  }
  const value = readAssignment(run, shell, node, expander);
  return [{ text: `${node.name}=${value.text}`, quoted: false, from: value.from, ...place }];
}

function aliasFor(shell: Shell, name: Word): string | undefined {
  return shell.aliases.size === 0 || name.text !== name.value ? undefined : shell.aliases.get(name.value);
}

/** An alias is replaced in the text, so its words come first and the command's own follow. */
function runAlias(run: Run, shell: Shell, node: CommandNode, alias: string, stdin: Output | null): Output {
  const rest = node.suffix.map((each) => ("text" in each && typeof each.text === "string" ? each.text : "")).join(" ");
  const aliases = shell.aliases;
  shell.aliases = new Map([...aliases].filter(([name]) => name !== node.name?.value));
  const output = run.runText(run, shell, `${alias} ${rest}`, { via: ["alias"], env: {}, span: null, stdin });
  shell.aliases = aliases;
  return joinOutputs(SILENT, output);
}
