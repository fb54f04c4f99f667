// Words: every expansion that bash does, in its order (braces, tilde, parameters and substitutions, splitting, globs),
// as far as values are known. An unknown kind of part throws, and the call is opaque.

import {
  type Assignment,
  type CommandExpansionPart,
  parse,
  type ParsedScript,
  type ParameterExpansionPart,
  type ProcessSubstitutionPart,
  type Word,
  type WordPart,
} from "unbash";
import { addOpaque, type Run } from "../run/record.ts";
import { walkArithmetic } from "./arithmetic.ts";
import { expandBraces } from "./braces.ts";
import { type Building, Fields } from "./fields.ts";
import { expandGlob } from "./glob.ts";
import { readSpecial, readVariable } from "./lookup.ts";
import { expandParameter, type Reader } from "./parameters.ts";
import { fork, type Shell, type Value } from "../run/state.ts";
import { expandTilde, expandTildes } from "./tilde.ts";
import { type Field, HOLE, isDynamic, NOTHING, type Output, PLAIN, SILENT, withoutHoles } from "../run/values.ts";

export type RunScript = (run: Run, shell: Shell, script: ParsedScript, stdin: Output | null) => Output;

/** Where nested scripts are run: set once by the walk, so that words need not import it. */
export interface Expander {
  readonly runScript: RunScript;
}

export function expandWord(run: Run, shell: Shell, word: Word, expander: Expander, into: Field[]): void {
  const parts = word.parts;
  if (parts === undefined) {
    const text = word.text.charCodeAt(0) === 126 ? expandTilde(run, shell, word.value) : word.value;
    into.push({
      text,
      quoted: word.text !== word.value,
      from: NOTHING,
      start: shell.owned ? word.pos : -1,
      end: shell.owned ? word.end : -1,
    });
    return;
  }
  const quoted = parts.length === 1 ? quotedText(parts[0] as WordPart) : null;
  if (quoted !== null) {
    into.push({ text: quoted, quoted: true, from: NOTHING, start: shell.owned ? word.pos : -1, end: shell.owned ? word.end : -1 });
    return;
  }
  if (parts.some((part) => part.type === "BraceExpansion")) {
    expandBraced(run, shell, word, expander, into);
    return;
  }
  if (parts.length === 1) {
    const files = expandToFiles(run, shell, parts[0] as WordPart, expander);
    if (files !== null) {
      into.push(...files);
      return;
    }
  }
  const fields = new Fields();
  expandParts(run, shell, parts, expander, fields, word.text.charCodeAt(0) === 126);
  fields.close();
  for (const each of fields.done) finish(run, shell, word, each, into);
  into.push(...fields.ready);
}

/** A text in quotes, the most usual word with parts: nothing in it is expanded, split or matched against the disk. */
function quotedText(part: WordPart): string | null {
  if (part.type === "SingleQuoted" || part.type === "AnsiCQuoted") return part.value;
  if (part.type !== "DoubleQuoted") return null;
  const only = part.parts[0];
  return part.parts.length === 1 && only?.type === "Literal" ? only.value : null;
}

/** A word that is nothing but a variable holding one of many paths: the patterns that they fit. */
function expandToFiles(run: Run, shell: Shell, part: WordPart, expander: Expander): readonly Field[] | null {
  if (part.type === "DoubleQuoted") return part.parts.length === 1 ? expandToFiles(run, shell, part.parts[0] as WordPart, expander) : null;
  const name = nameOfVariable(part);
  if (name === null) return null;
  if (/^\d+$/.test(name)) {
    const arg = shell.args[Number(name) - 1];
    return arg?.pattern === true ? [arg] : null;
  }
  if (name === "@" || name === "*") return shell.args.some((each) => each.pattern === true) ? shell.args : null;
  const variable = shell.vars.get(name);
  return variable?.values.length === 1 ? (variable.values[0]?.files ?? null) : null;
}

/** `$x`, `${x}`. */
function nameOfVariable(part: WordPart): string | null {
  if (part.type === "SimpleExpansion") return part.text.slice(1);
  if (part.type !== "ParameterExpansion") return null;
  const isPlain = part.operation === undefined && part.prefix === undefined && part.index === undefined;
  return isPlain ? part.parameter : null;
}

function finish(run: Run, shell: Shell, word: Word, built: Building, into: Field[]): void {
  const start = shell.owned ? word.pos : -1;
  const end = shell.owned ? word.end : -1;
  const plain: Field = { text: built.text, quoted: built.quoted, from: built.from, start, end };
  if (built.pattern === null || isDynamic(built.text)) {
    into.push(plain);
    return;
  }
  const { words, unknown } = expandGlob(run.disk, shell.cwd, built.pattern);
  if (unknown) into.push({ ...plain, pattern: true });
  else if (words.length === 0) into.push(plain);
  else for (const text of words) into.push({ ...plain, text });
}

function expandBraced(run: Run, shell: Shell, word: Word, expander: Expander, into: Field[]): void {
  const sources = expandBraces(word.text);
  if (sources === null) {
    addOpaque(run, "the braces expand to too many words to check");
    into.push({ text: HOLE, quoted: false, from: NOTHING, start: -1, end: -1 });
    return;
  }
  const script = parse(`: ${sources.join(" ")}`);
  const command = script.commands[0]?.command;
  if (script.errors !== undefined || command?.type !== "Command") {
    addOpaque(run, "braces cannot be read");
    return;
  }
  const owned = shell.owned;
  const before = into.length;
  shell.owned = false;
  for (const each of command.args) {
    if (each.type !== "Word") into.push({ text: each.text, quoted: false, from: NOTHING, start: -1, end: -1 });
    else if (each.parts?.some((part) => part.type === "BraceExpansion"))
      into.push({ text: each.value, quoted: false, from: NOTHING, start: -1, end: -1 });
    else expandWord(run, shell, each, expander, into);
  }
  shell.owned = owned;
  if (owned) for (let at = before; at < into.length; at++) into[at] = { ...(into[at] as Field), start: word.pos, end: word.end };
}

/** One text, without splitting or globs: assignments, herestrings, patterns of case. */
export function expandText(run: Run, shell: Shell, word: Word, expander: Expander): Value {
  const parts = word.parts;
  if (parts === undefined) {
    const text = word.text.includes("~") ? expandTildes(run, shell, word) : word.value;
    return { text, from: NOTHING };
  }
  return joinParts(run, shell, parts, expander, word.text.charCodeAt(0) === 126);
}

export function joinParts(run: Run, shell: Shell, parts: readonly WordPart[], expander: Expander, tilde: boolean): Value {
  const fields = new Fields();
  for (const [index, part] of parts.entries()) {
    if (part.type === "BraceExpansion" || part.type === "Glob" || part.type === "ExtendedGlob") fields.literal(part.text, false);
    else expandPart(run, shell, part, expander, fields, { quoted: true, tilde: tilde && index === 0 });
  }
  fields.close();
  return { text: fields.done.map((each) => each.text).join(" "), from: fields.done.flatMap((each) => each.from) };
}

function expandParts(run: Run, shell: Shell, parts: readonly WordPart[], expander: Expander, fields: Fields, tilde: boolean): void {
  for (const [index, part] of parts.entries())
    expandPart(run, shell, part, expander, fields, { quoted: false, tilde: tilde && index === 0 });
}

interface PartMode {
  readonly quoted: boolean;
  readonly tilde: boolean;
}

function expandPart(run: Run, shell: Shell, part: WordPart, expander: Expander, fields: Fields, mode: PartMode): void {
  switch (part.type) {
    case "Literal":
      fields.literal(mode.tilde ? expandTilde(run, shell, part.value) : part.value, part.text !== part.value);
      return;
    case "SingleQuoted":
    case "AnsiCQuoted":
      fields.literal(part.value, true);
      return;
    case "DoubleQuoted":
    case "LocaleString":
      expandQuoted(run, shell, part.parts, expander, fields);
      return;
    case "Glob":
    case "ExtendedGlob":
      fields.glob(part.text);
      return;
    case "SimpleExpansion":
      expandSimple(run, shell, part.text.slice(1), fields, mode.quoted);
      return;
    case "ParameterExpansion":
      putParameter(run, shell, part, expander, fields, mode.quoted);
      return;
    case "CommandExpansion":
      putOutput(run, shell, substitute(run, shell, part, expander), fields, mode.quoted);
      return;
    case "ArithmeticExpansion":
      walkArithmetic(run, shell, part.expression, (word) => substitute(run, shell, word, expander));
      one(run, shell, { text: PLAIN, from: NOTHING }, fields, mode.quoted);
      return;
    case "ProcessSubstitution":
      fields.literal(substituteProcess(run, shell, part, expander), true);
      return;
    case "BraceExpansion":
      fields.literal(part.text, false);
      return;
    default:
      throw new Error(`unknown part of a word: ${(part as { type: string }).type}`);
  }
}

function expandQuoted(run: Run, shell: Shell, parts: readonly WordPart[], expander: Expander, fields: Fields): void {
  fields.literal("", true);
  for (const part of parts) expandPart(run, shell, part, expander, fields, { quoted: true, tilde: false });
}

function putParameter(run: Run, shell: Shell, part: ParameterExpansionPart, expander: Expander, fields: Fields, quoted: boolean): void {
  const reader: Reader = { text: (word) => expandText(run, shell, word, expander), script: expander };
  const found = expandParameter(run, shell, part, reader);
  if (found.kind === "one") return one(run, shell, found.value, fields, quoted);
  const isOneWord = quoted && part.prefix === undefined && (part.index?.text === "*" || part.parameter === "*");
  if (isOneWord) one(run, shell, joined(run, shell, found.values), fields, true);
  else several(run, shell, found.values, fields, quoted);
}

function putOutput(run: Run, shell: Shell, value: Value, fields: Fields, quoted: boolean): void {
  if (value.files !== undefined && !quoted && fields.current === null) fields.ready.push(...value.files);
  else one(run, shell, value, fields, quoted);
}

function one(run: Run, shell: Shell, value: Value, fields: Fields, quoted: boolean): void {
  if (quoted) fields.literal(value.text, true, value.from);
  else fields.split(value, readVariable(run, shell, "IFS").text);
}

/** `"${a[*]}"`: one word, with the first letter of IFS between the elements. */
function joined(run: Run, shell: Shell, values: readonly Value[]): Value {
  const between = shell.vars.has("IFS") ? readVariable(run, shell, "IFS").text : " ";
  return {
    text: values.map(({ text }) => text).join(isDynamic(between) ? HOLE : between.slice(0, 1)),
    from: values.flatMap(({ from }) => from),
  };
}

function several(run: Run, shell: Shell, values: readonly Value[], fields: Fields, quoted: boolean): void {
  for (const [index, value] of values.entries()) {
    if (index > 0) fields.close();
    one(run, shell, value, fields, quoted);
  }
}

function expandSimple(run: Run, shell: Shell, name: string, fields: Fields, quoted: boolean): void {
  if (name === "@" || (name === "*" && !quoted)) {
    several(run, shell, shell.args, fields, quoted);
    return;
  }
  one(run, shell, readSpecial(shell, name) ?? readVariable(run, shell, name), fields, quoted);
}

/** What `$(…)` becomes. Its commands run in a copy of the shell. */
export function substitute(run: Run, shell: Shell, part: Pick<CommandExpansionPart, "script">, expander: Expander): Value {
  if (part.script === undefined) {
    addOpaque(run, "a command substitution cannot be read");
    return { text: HOLE, from: ["cmd:?"] };
  }
  const inner = fork(shell);
  if (part.script.source !== undefined) inner.owned = false;
  const after = run.after;
  const output = expander.runScript(run, inner, part.script, null);
  run.after = after;
  const text = output.text.replace(/(?<!\n)\n+$/, "");
  return output.files === undefined ? { text, from: output.from } : { text, from: output.from, files: output.files };
}

/** `<(…)` is a file whose text is the output; it is in the overlay under a name of its own. */
function substituteProcess(run: Run, shell: Shell, part: ProcessSubstitutionPart, expander: Expander): string {
  if (part.script === undefined) {
    addOpaque(run, "a process substitution cannot be read");
    return HOLE;
  }
  const inner = fork(shell);
  if (part.script.source !== undefined) inner.owned = false;
  const after = run.after;
  const output = expander.runScript(run, inner, part.script, part.operator === ">" ? { text: HOLE, from: NOTHING } : SILENT);
  run.after = after;
  const path = `/dev/fd/${63 - (run.disk.made.size % 60)}-${run.disk.made.size}`;
  run.disk.made.set(path, {
    kind: "file",
    content: isDynamic(output.text) ? null : output.text,
    by: isDynamic(output.text) ? "download" : "write",
    // What is known of the text is no program's own.
    ...(withoutHoles(output.text) === "" ? { from: output.from } : {}),
  });
  return path;
}

export function isAssignment(node: { readonly type: string }): node is Assignment {
  return node.type === "Assignment";
}
