// The walk through a script, as the shell would go through it: lists, pipelines, branches, loops, functions. Exhaustive:
// a kind of node that is not known throws, and the caller makes the whole call opaque.

import {
  type AndOr,
  type CommandNode,
  type CompoundList,
  parse,
  type ParsedScript,
  type Pipeline,
  type PipelineNode,
  type Statement,
} from "unbash";
import { refuseByLooks } from "../run/characters.ts";
import { keptByContent } from "../run/keptByContent.ts";
import { addHidden, addOpaque, type Invocation, type Run } from "../run/record.ts";
import { checkEvaluated, walkArithmetic } from "../expansion/arithmetic.ts";
import { forgetAssigned } from "./assigned.ts";
import { closeChannels, openChannels } from "./redirects.ts";
import { runSimple } from "./simple.ts";
import { fork, leaveInDoubt, join, ownVars, setVariable, type Shell, type ShellFunction, UNKNOWN, withEntry } from "../run/state.ts";
import { isEndless, noteStarting, walkTest } from "./tests.ts";
import { type Field, joinOutputs, type Output, SILENT } from "../run/values.ts";
import { type Expander, expandText, expandWord, substitute } from "../expansion/expandWords.ts";

const DEEPEST = 40;
const MOST_TURNS = 24;
const MOST_WAYS = 32;

/** A parsed text is only looked at. */
const parsed = keptByContent(parse);

const expander: Expander = { runScript };

function runScript(run: Run, shell: Shell, script: ParsedScript, stdin: Output | null, lines = false): Output {
  if (script.errors !== undefined && script.errors.length > 0) {
    // A shell runs each line of a script before it reads the next: what is before the error has run by then. One line of a
    // recipe may be a part of several.
    (lines ? addHidden : addOpaque)(run, `it cannot be parsed: ${script.errors[0]?.message ?? "syntax error"}`);
    if (!run.inOwnScript) return { text: "\uE000", from: [] };
  }
  if (run.depth >= DEEPEST) {
    addHidden(run, "it is nested too deeply to be looked at");
    return { text: "\uE000", from: [] };
  }
  run.depth++;
  const output = runStatements(run, shell, script.commands, stdin);
  run.depth--;
  return output;
}

/** A text that becomes a script while the call runs: `-c` strings, eval, traps, decoded pipes. */
export function runText(run: Run, shell: Shell, text: string, how: Invocation): Output {
  const refused = refuseByLooks(text);
  if (refused !== null) {
    addHidden(run, refused);
    return { text: "\uE000", from: [] };
  }
  const owned = shell.owned;
  shell.owned = false;
  const outer = run.carried;
  run.carried = how.via.length === 0 ? outer : [...outer, ...how.via];
  const output = runScript(run, shell, parsed(text), how.stdin, text.includes("\n"));
  run.carried = outer;
  shell.owned = owned;
  return output;
}

export function walkScript(run: Run, shell: Shell, script: ParsedScript): Output {
  return runScript(run, shell, script, null);
}

function runStatements(run: Run, shell: Shell, statements: readonly Statement[], stdin: Output | null): Output {
  let output = SILENT;
  const after = run.after;
  for (const statement of statements) {
    const where = statement.background === true ? fork(shell) : shell;
    output = joinOutputs(output, runPipelineNode(run, where, statement.command, stdin));
    if (where.doubtful) leaveInDoubt(where);
    run.after = after;
  }
  return output;
}

function runList(run: Run, shell: Shell, list: CompoundList, stdin: Output | null): Output {
  return runStatements(run, shell, list.commands, stdin);
}

function runPipelineNode(run: Run, shell: Shell, node: PipelineNode | AndOr, stdin: Output | null): Output {
  if (node.type === "AndOr") return runAndOr(run, shell, node, stdin);
  if (node.type === "Pipeline") return runPipeline(run, shell, node, stdin);
  return runNode(run, shell, node, stdin);
}

function runAndOr(run: Run, shell: Shell, node: AndOr, stdin: Output | null): Output {
  let output = SILENT;
  const outer = run.after;
  // What the shell knows where a part was passed over: after something that succeeded, and after something that failed.
  const passed: Record<"&&" | "||", Shell[]> = { "&&": [], "||": [] };
  for (const [index, command] of node.commands.entries()) {
    const start = run.programs.length;
    output = joinOutputs(output, runPipelineNode(run, shell, command, stdin));
    const operator = node.operators[index];
    if (operator === undefined) continue;
    if (operator === "||") {
      // What follows runs when this failed: nothing of the chain so far counts as done.
      run.after = outer;
      // `cd x || exit`: what follows the chain runs in x.
      if (shell.doubtful && !leaves(node.commands[index + 1])) leaveInDoubt(shell);
      shell.doubtful = false;
    } else {
      const own = [];
      for (let at = start; at < run.programs.length; at++) own.push(at);
      run.after = [...run.after, ...own];
    }
    // `a && b || c`: c runs after a or after b, and what follows the chain runs after b or after c.
    const here = fork(shell);
    joinKeepingFolder(shell, [here, ...passed[operator]]);
    passed[operator] = [];
    const other = operator === "&&" ? "||" : "&&";
    passed[other].push(here);
    if (passed[other].length >= MOST_WAYS) {
      // A long chain: the ways so far become one with the values of all.
      const one = fork(here);
      join(one, passed[other]);
      passed[other] = [one];
    }
  }
  run.after = outer;
  joinKeepingFolder(shell, [fork(shell), ...passed["&&"], ...passed["||"]]);
  return output;
}

/** A chain that went somewhere else is taken to have succeeded; `cd` itself looks whether the folder is there. */
function joinKeepingFolder(shell: Shell, ways: readonly Shell[]): void {
  if (ways.length === 1) return;
  const { cwd } = shell;
  join(shell, ways);
  shell.cwd = cwd;
}

function leaves(node: PipelineNode | undefined): boolean {
  if (node?.type === "BraceGroup") return leaves(node.body.commands.at(-1)?.command as PipelineNode | undefined);
  return node?.type === "Command" && /^(?:exit|return|die|abort)$/.test(node.name?.value ?? "");
}

function runPipeline(run: Run, shell: Shell, node: Pipeline, stdin: Output | null): Output {
  let input = stdin;
  const { commands } = node;
  if (commands.length === 1 && commands[0] !== undefined) return runNode(run, shell, commands[0], stdin);
  let before = { paths: 0, programs: 0, isPlain: false };
  for (const command of commands) {
    const here = { paths: run.paths.length, programs: run.programs.length, isPlain: isPlain(command) };
    input = runNode(run, fork(shell), command, input);
    if (here.isPlain && before.isPlain) noteCounted(run, before, here);
    before = here;
  }
  return input ?? SILENT;
}

function isPlain(node: CommandNode): boolean {
  return node.type === "Command" && node.redirects.length === 0;
}

interface Before {
  readonly paths: number;
  readonly programs: number;
}

/** `cat key | wc -c`: what the one reads, the other counts. */
function noteCounted(run: Run, from: Before, to: Before): void {
  const [reader, counter, ...others] = run.programs.slice(from.programs);
  if (reader?.name !== "cat" || counter?.name !== "wc" || others.length > 0 || to.programs !== from.programs + 1) return;
  for (let at = from.paths; at < to.paths; at++) run.paths[at] = { ...(run.paths[at] as Run["paths"][number]), counted: true };
}

type Kind<T extends CommandNode["type"]> = Extract<CommandNode, { readonly type: T }>;

function runNode(run: Run, shell: Shell, node: CommandNode, stdin: Output | null): Output {
  switch (node.type) {
    case "Command":
      return runSimple(run, shell, node, stdin, expander);
    case "Redirected":
      return runRedirected(run, shell, node, stdin);
    case "Subshell":
      return runList(run, fork(shell), node.body, stdin);
    case "BraceGroup":
      return runList(run, shell, node.body, stdin);
    case "If":
      return runIf(run, shell, node, stdin);
    case "For":
    case "Select":
      return runLoop(run, shell, node, stdin);
    case "While":
      return runWhile(run, shell, node, stdin);
    case "ArithmeticFor":
      return runArithmeticFor(run, shell, node, stdin);
    case "Case":
      return runCase(run, shell, node, stdin);
    case "TestCommand":
      walkTest(run, shell, node.expression, expander);
      return SILENT;
    case "ArithmeticCommand":
      return runArithmetic(run, shell, node);
    case "Function":
      defineFunction(run, shell, node.name.value, node.body, stdin);
      return SILENT;
    case "Coproc":
      return runBody(run, fork(shell), node.body, stdin);
    default:
      throw new Error(`unknown kind of command: ${(node as { type: string }).type}`);
  }
}

function runBody(run: Run, shell: Shell, body: CommandNode | CompoundList, stdin: Output | null): Output {
  return body.type === "CompoundList" ? runList(run, shell, body, stdin) : runNode(run, shell, body, stdin);
}

function runRedirected(run: Run, shell: Shell, node: Kind<"Redirected">, stdin: Output | null): Output {
  const channels = openChannels(run, shell, node.redirects, expander, stdin);
  const index = run.programs.length;
  const output = runNode(run, shell, node.command, channels.stdin);
  return closeChannels(run, shell, channels, output, index < run.programs.length ? index : null);
}

function runIf(run: Run, shell: Shell, node: Kind<"If">, stdin: Output | null): Output {
  const ends: Shell[] = [];
  runList(run, shell, node.clause, stdin);
  let output = branch(run, shell, node.then, stdin, ends);
  for (const elif of node.elif) {
    runList(run, shell, elif.clause, stdin);
    output = joinOutputs(output, branch(run, shell, elif.then, stdin, ends));
  }
  if (node.else === undefined) ends.push(fork(shell));
  else output = joinOutputs(output, branch(run, shell, node.else, stdin, ends));
  join(shell, ends);
  return several(output, ends.length);
}

function runWhile(run: Run, shell: Shell, node: Kind<"While">, stdin: Output | null): Output {
  if (isEndless(node)) noteStarting(run, node.body);
  forgetAssigned(shell, node.body);
  const before = fork(shell);
  runList(run, shell, node.clause, stdin);
  const output = runList(run, shell, node.body, stdin);
  join(shell, [fork(shell), before]);
  return several(output, 2);
}

function runArithmeticFor(run: Run, shell: Shell, node: Kind<"ArithmeticFor">, stdin: Output | null): Output {
  if (node.test === undefined) noteStarting(run, node.body);
  for (const part of [node.initialize, node.test, node.update]) arithmetic(run, shell, part);
  forgetAssigned(shell, node.body);
  return several(runList(run, shell, node.body, stdin), 2);
}

function runCase(run: Run, shell: Shell, node: Kind<"Case">, stdin: Output | null): Output {
  expandText(run, shell, node.word, expander);
  const isSure = node.items.some(({ pattern }) => pattern.some(({ text }) => text === "*"));
  const ends: Shell[] = isSure ? [] : [fork(shell)];
  let output = SILENT;
  for (const item of node.items) {
    for (const pattern of item.pattern) expandText(run, shell, pattern, expander);
    output = joinOutputs(output, branch(run, shell, item.body, stdin, ends));
  }
  join(shell, ends);
  return several(output, ends.length);
}

function runArithmetic(run: Run, shell: Shell, node: Kind<"ArithmeticCommand">): Output {
  arithmetic(run, shell, node.expression);
  if (node.expression === undefined) checkEvaluated(run, shell, node.body);
  return SILENT;
}

/** Output of code that may run never or often is not known, unless there is none. */
function several(output: Output, ways: number): Output {
  return ways === 1 || output.text === "" ? output : { text: "\uE000", from: output.from };
}

function branch(run: Run, shell: Shell, list: CompoundList, stdin: Output | null, ends: Shell[]): Output {
  const inner = fork(shell);
  const output = runList(run, inner, list, stdin);
  ends.push(inner);
  return output;
}

function runLoop(run: Run, shell: Shell, node: Kind<"For" | "Select">, stdin: Output | null): Output {
  const { body, wordlist } = node;
  const name = node.name.value;
  const words: Field[] = [];
  for (const word of wordlist ?? []) expandWord(run, shell, word, expander, words);
  const items = wordlist === undefined ? shell.args : words;
  let output = SILENT;
  for (const item of items.slice(0, MOST_TURNS)) {
    if (--run.budget < 0) break;
    const { text, from } = item;
    setVariable(shell, name, item.pattern === true ? { text: "\uE000", from: ["file:?"], files: [item] } : { text, from });
    output = joinOutputs(output, runList(run, shell, body, stdin));
  }
  if (run.budget < 0) addHidden(run, "it has more commands than can be looked at");
  else if (items.length > MOST_TURNS) {
    setVariable(shell, name, UNKNOWN);
    runList(run, shell, body, stdin);
    return { text: "\uE000", from: output.from };
  }
  return output;
}

function defineFunction(run: Run, shell: Shell, name: string, body: ShellFunction["body"], stdin: Output | null): void {
  setBody(shell, name, body);
  if (/^(?:codicil|agents|trash)$/.test(name))
    run.hazards.push({ kind: "tampering", why: `a function takes the place of \`${name}\``, program: null, grave: true });
  // bash calls this one by itself.
  if (name === "command_not_found_handle" || name === "command_not_found_handler") callFunction(run, fork(shell), name, [], stdin);
}

function setBody(shell: Shell, name: string, body: ShellFunction["body"]): void {
  shell.functions = withEntry(shell.functions, name, { body, owned: shell.owned });
}

export function callFunction(run: Run, shell: Shell, name: string, args: readonly Field[], stdin: Output | null): Output {
  const found = shell.functions.get(name);
  if (found === undefined) return SILENT;
  if (run.depth >= DEEPEST) {
    addOpaque(run, "functions call each other too deeply to be looked at");
    return SILENT;
  }
  run.depth++;
  const outer = shell.args;
  const { owned, choice, locals } = shell;
  shell.locals = new Map();
  shell.args = args;
  shell.owned = found.owned && owned;
  shell.choice = null;
  const output = runBody(run, shell, found.body, stdin);
  for (const [local, before] of shell.locals) {
    if (before === null) ownVars(shell).delete(local);
    else ownVars(shell).set(local, before);
  }
  shell.locals = locals;
  shell.args = outer;
  shell.owned = owned;
  shell.choice = choice;
  run.depth--;
  return output;
}

function arithmetic(run: Run, shell: Shell, node: Parameters<typeof walkArithmetic>[2]): void {
  walkArithmetic(run, shell, node, (part) => substitute(run, shell, part, expander));
}
