// `${…}`: defaults, lengths, cuts, replacements, indirection, arrays, transformations.

import { parse, type ParameterExpansionPart, type Word } from "unbash";
import { worstCase } from "../../base/index.ts";
import { addHidden, addOpaque, type Run } from "../run/record.ts";
import { holdsCommand } from "./arithmetic.ts";
import { globTest, translate } from "./glob.ts";
import { choose, readSpecial, readVariable } from "./lookup.ts";
import { setVariable, type Shell, UNKNOWN, type Value } from "../run/state.ts";
import { HOLE, isDynamic, NOTHING, PLAIN } from "../run/values.ts";
import type { Expander } from "./expandWords.ts";

export interface Reader {
  readonly text: (word: Word) => Value;
  readonly script: Expander;
}

export type Expanded = { readonly kind: "one"; readonly value: Value } | { readonly kind: "list"; readonly values: readonly Value[] };

const single = (value: Value): Expanded => ({ kind: "one", value });
const plain = (text: string): Value => ({ text, from: NOTHING });

export function expandParameter(run: Run, shell: Shell, part: ParameterExpansionPart, reader: Reader): Expanded {
  const { operation } = part;
  if (part.prefix === "!") return single(indirect(run, shell, part));
  const list = elements(run, shell, part, reader);
  if (part.prefix === "#") return single(list === null ? lengthOf(read(run, shell, part.parameter)) : plain(String(list.length)));
  if (operation === undefined) return list === null ? single(read(run, shell, part.parameter)) : { kind: "list", values: list };
  if (operation.type === "Default") return withDefault(run, shell, part, operation, reader, list);
  const change = changer(run, shell, operation, reader);
  if (list !== null)
    return operation.type === "Slice"
      ? {
          kind: "list",
          values: sliceList(
            list,
            part.parameter === "@" || part.parameter === "*" ? 1 : 0,
            reader.text(operation.offset).text,
            operation.length === undefined ? null : reader.text(operation.length).text,
          ),
        }
      : { kind: "list", values: list.map(change) };
  return single(change(read(run, shell, part.parameter)));
}

function read(run: Run, shell: Shell, name: string): Value {
  return readSpecial(shell, name) ?? readVariable(run, shell, name);
}

function indirect(run: Run, shell: Shell, part: ParameterExpansionPart): Value {
  if (part.operation?.type === "Names") return UNKNOWN;
  const name = read(run, shell, part.parameter).text;
  if (isDynamic(name)) return UNKNOWN;
  if (holdsCommand(name)) addHidden(run, "an indirect name holds a command");
  return /^\w+$/.test(name) ? read(run, shell, name) : UNKNOWN;
}

/** The values of `${a[@]}`, `${a[1]}`, `$@`; null for a plain variable. */
function elements(run: Run, shell: Shell, part: ParameterExpansionPart, reader: Reader): readonly Value[] | null {
  if (part.parameter === "@" || part.parameter === "*") return shell.args.map((each) => ({ text: each.text, from: each.from }));
  if (part.index === undefined) return null;
  const index = part.index.text;
  const array = shell.vars.get(part.parameter)?.array ?? null;
  if (index === "@" || index === "*") return array ?? [read(run, shell, part.parameter)];
  const at = reader.text(part.index).text;
  if (holdsCommand(at)) addHidden(run, "an array index holds a command");
  // A plain variable is its own first element.
  if (array === null && at === "0") return [read(run, shell, part.parameter)];
  if (array === null || !/^-?\d+$/.test(at)) return [UNKNOWN];
  return [array.at(Number(at)) ?? plain("")];
}

function lengthOf(value: Value): Value {
  return plain(isDynamic(value.text) ? PLAIN : String(value.text.length));
}

type Operation = NonNullable<ParameterExpansionPart["operation"]>;

function withDefault(
  run: Run,
  shell: Shell,
  part: ParameterExpansionPart,
  { operator, operand }: Extract<Operation, { type: "Default" }>,
  reader: Reader,
  list: readonly Value[] | null,
): Expanded {
  const current = list === null ? read(run, shell, part.parameter) : null;
  const value = current ?? UNKNOWN;
  const counts = countsAsSet(shell, part.parameter, current, operator);
  if (operator.endsWith("?")) {
    reader.text(operand);
    return single(value);
  }
  const isKnown = current !== null && !isDynamic(current.text);
  if (operator.endsWith("+")) {
    const other = reader.text(operand);
    return single(counts.set ? other : maybe(shell, part, [plain(""), other]));
  }
  if (counts.set && isKnown) return single(current);
  const fallback = reader.text(operand);
  if (operator.endsWith("=")) setVariable(shell, part.parameter, counts.set ? value : fallback);
  if (list !== null) return list.length > 0 ? { kind: "list", values: list } : single(fallback);
  if (counts.empty) return single(fallback);
  // Not set by the call itself: the environment may hold something, so both are looked at.
  return single(maybe(shell, part, [fallback, value]));
}

/** With a colon, an empty value counts as none. */
function countsAsSet(
  shell: Shell,
  name: string,
  current: Value | null,
  operator: string,
): { readonly set: boolean; readonly empty: boolean } {
  const isGiven = shell.vars.has(name) || readSpecial(shell, name) !== null || (current !== null && !isDynamic(current.text));
  const isEmpty = current !== null && current.text === "" && operator.startsWith(":");
  return { set: isGiven && !isEmpty, empty: isGiven && isEmpty };
}

function maybe(shell: Shell, part: ParameterExpansionPart, values: readonly Value[]): Value {
  const index = choose(shell, `default:${part.pos}:${part.parameter}`, values.length);
  return index === null ? UNKNOWN : (values[index] ?? UNKNOWN);
}

function changer(run: Run, shell: Shell, operation: Exclude<Operation, { type: "Default" }>, reader: Reader): (value: Value) => Value {
  switch (operation.type) {
    case "Remove": {
      const pattern = reader.text(operation.operand).text;
      return (value) => changed(value, pattern, (text) => removed(text, pattern, operation.operator));
    }
    case "Replace": {
      const pattern = reader.text(operation.pattern).text;
      const replacement = reader.text(operation.replacement);
      return (value) => changed(value, pattern + replacement.text, (text) => replaced(text, pattern, replacement.text, operation.operator));
    }
    case "Slice": {
      const offset = reader.text(operation.offset).text;
      const length = operation.length === undefined ? null : reader.text(operation.length).text;
      if (holdsCommand(offset) || (length !== null && holdsCommand(length))) addHidden(run, "a substring of a variable contains a command");
      return (value) =>
        /^\s*-?\d+\s*$/.test(offset) && (length === null || /^-?\d+$/.test(length))
          ? changed(value, "", (text) => cut(text, Number(offset), length))
          : { text: HOLE, from: value.from };
    }
    case "CaseModification": {
      const { operator } = operation;
      return (value) => changed(value, "", (text) => modified(text, operator));
    }
    case "Transform":
      return (value) => transformed(run, shell, value, operation.operand.text, reader.script);
    case "Names":
    case "Unknown":
      return () => UNKNOWN;
    default:
      throw new Error(`unknown operation on a variable: ${(operation as { type: string }).type}`);
  }
}

function changed(value: Value, involved: string, change: (text: string) => string | null): Value {
  // Longer values than any path or name are not worth matching.
  if (value.text.length > 4_000) return { text: HOLE, from: value.from };
  if (isDynamic(involved)) return { text: HOLE, from: value.from };
  if (isDynamic(value.text)) return value.text === PLAIN ? value : { text: HOLE, from: value.from };
  return { text: change(value.text) ?? HOLE, from: value.from };
}

/** A pattern is tried at every place of a value; what would take longer than this is not known. */
const MOST_WORK = 20_000_000;

function takesLong(pattern: string, text: string): boolean {
  return worstCase(translate(pattern))(text.length) * text.length > MOST_WORK;
}

function removed(text: string, pattern: string, operator: "#" | "##" | "%" | "%%"): string | null {
  if (takesLong(pattern, text)) return null;
  const matches = globTest(pattern);
  const lengths = Array.from({ length: text.length + 1 }, (_, index) => index);
  const fromStart = operator.startsWith("#");
  const order = operator.length === 1 ? lengths : lengths.toReversed();
  for (const length of order) {
    const piece = fromStart ? text.slice(0, length) : text.slice(text.length - length);
    if (matches(piece)) return fromStart ? text.slice(length) : text.slice(0, text.length - length);
  }
  return text;
}

function replaced(text: string, pattern: string, replacement: string, operator: string): string | null {
  if (pattern === "") return operator === "/#" ? replacement + text : operator === "/%" ? text + replacement : text;
  if (takesLong(pattern, text)) return null;
  const source = translate(pattern);
  const expression =
    operator === "/#"
      ? new RegExp(`^(?:${source})`, "su")
      : operator === "/%"
        ? new RegExp(`(?:${source})$`, "su")
        : new RegExp(source, operator === "//" ? "gsu" : "su");
  return text.replace(expression, () => replacement);
}

function cut(text: string, offset: number, length: string | null): string {
  const start = offset < 0 ? Math.max(0, text.length + offset) : offset;
  if (length === null) return text.slice(start);
  const count = Number(length);
  return count < 0 ? text.slice(start, count) : text.slice(start, start + count);
}

/** "${@:1}" counts from one, "${a[@]:0}" from zero. */
function sliceList(list: readonly Value[], base: number, offset: string, length: string | null): readonly Value[] {
  if (!/^\s*\d+\s*$/.test(offset) || (length !== null && !/^\d+$/.test(length))) return [UNKNOWN];
  const start = Math.max(0, Number(offset) - base);
  return length === null ? list.slice(start) : list.slice(start, start + Number(length));
}

function modified(text: string, operator: string): string {
  const first = text.slice(0, 1);
  const rest = text.slice(1);
  if (operator === "^^") return text.toUpperCase();
  if (operator === ",,") return text.toLowerCase();
  return operator === "^" ? first.toUpperCase() + rest : first.toLowerCase() + rest;
}

/** `${x@P}` expands the value as a prompt, and so runs what is in it. */
function transformed(run: Run, shell: Shell, value: Value, operator: string, expander: Expander): Value {
  if (operator === "P" || operator === "E") {
    if (isDynamic(value.text)) addOpaque(run, "an unknown text is expanded as a prompt");
    else if (operator === "P" && holdsCommand(value.text)) {
      const script = parse(`: "${value.text.replace(/"/g, '\\"')}"`);
      const owned = shell.owned;
      shell.owned = false;
      expander.runScript(run, shell, script, null);
      shell.owned = owned;
    }
    return { text: HOLE, from: value.from };
  }
  return operator === "U"
    ? changed(value, "", (text) => text.toUpperCase())
    : operator === "L"
      ? changed(value, "", (text) => text.toLowerCase())
      : operator === "Q"
        ? value
        : UNKNOWN;
}
