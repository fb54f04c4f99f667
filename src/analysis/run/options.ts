// Options the way GNU and POSIX programs read them: bundled short ones, values attached or following, long ones with
// any unambiguous beginning. A table is one line of text: `f,force r,R,recursive S,suffix: interactive:?`
// (aliases with commas; `:` takes a value; `:?` takes one only when attached; `:#` only attached digits). The last alias is the option's
// name.

import type { Field } from "./values.ts";

export interface Table {
  readonly short: ReadonlyMap<string, Option>;
  readonly long: ReadonlyMap<string, Option>;
}

interface Option {
  readonly name: string;
  readonly value: "none" | "required" | "optional" | "digits";
}

export interface Parsed {
  /** Name → the values it was given, in order; a flag has an empty word for each time. */
  readonly options: ReadonlyMap<string, readonly Field[]>;
  readonly operands: readonly Field[];
  /** Options that the table does not know. */
  readonly unknown: readonly Field[];
}

const tables = new Map<string, Table>();

export function table(source: string): Table {
  let found = tables.get(source);
  if (found === undefined) {
    found = compile(source);
    tables.set(source, found);
  }
  return found;
}

function compile(source: string): Table {
  const short = new Map<string, Option>();
  const long = new Map<string, Option>();
  for (const entry of source.split(/\s+/)) {
    if (entry === "") continue;
    const value = entry.endsWith(":#") ? "digits" : entry.endsWith(":?") ? "optional" : entry.endsWith(":") ? "required" : "none";
    const names = entry.replace(/:[?#]?$/, "").split(",");
    const option: Option = { name: names.at(-1) ?? "", value };
    for (const name of names) (name.length === 1 ? short : long).set(name, option);
  }
  return { short, long };
}

export interface Reading {
  /** Options end at the first operand: wrappers, whose operand is a command of its own. */
  readonly stopAtOperand?: boolean;
  /** `-name` may be a long option with one dash (find, openssl, java-like tools). */
  readonly oneDash?: boolean;
}

/** What has been read, and from what. */
interface Reader {
  readonly args: readonly Field[];
  readonly known: Table;
  readonly oneDash: boolean;
  readonly options: Map<string, Field[]>;
  readonly operands: Field[];
  readonly unknown: Field[];
}

const DASH = 45;

export function readOptions(args: readonly Field[], known: Table, reading: Reading = {}): Parsed {
  const reader: Reader = { args, known, oneDash: reading.oneDash === true, options: new Map(), operands: [], unknown: [] };
  for (let at = 0; at < args.length; at++) {
    const word = args[at] as Field;
    const { text } = word;
    const isOperand = text.charCodeAt(0) !== DASH || text.length === 1;
    if (text === "--" || (isOperand && reading.stopAtOperand === true)) {
      reader.operands.push(...args.slice(isOperand ? at : at + 1));
      break;
    }
    if (isOperand) reader.operands.push(word);
    else at = readLong(reader, at) ?? readBundle(reader, at);
  }
  return reader;
}

function add({ options }: Reader, name: string, value: Field): void {
  const list = options.get(name);
  if (list === undefined) options.set(name, [value]);
  else list.push(value);
}

/** The place of its last word; null: these are short ones. */
function readLong(reader: Reader, at: number): number | null {
  const word = reader.args[at] as Field;
  const { text } = word;
  const dashes = text.charCodeAt(1) === DASH ? 2 : 1;
  if (dashes === 1 && !(reader.oneDash && text.length > 2)) return null;
  const equals = text.indexOf("=", dashes);
  const option = longOption(reader.known, text.slice(dashes, equals < 0 ? undefined : equals));
  if (option === undefined) {
    if (dashes === 1) return null;
    reader.unknown.push(word);
    return at;
  }
  const takesNext = equals < 0 && option.value === "required";
  const own = { ...word, text: equals < 0 ? "" : text.slice(equals + 1) };
  add(reader, option.name, takesNext ? (reader.args[at + 1] ?? own) : own);
  return takesNext ? at + 1 : at;
}

function readBundle(reader: Reader, at: number): number {
  const word = reader.args[at] as Field;
  const { text } = word;
  for (let place = 1; place < text.length; place++) {
    const option = reader.known.short.get(text[place] ?? "");
    if (option === undefined) {
      reader.unknown.push({ ...word, text: `-${text.slice(place)}` });
      // A digit or an unknown letter: the rest may be its value, but flags that follow are still looked for.
      continue;
    }
    if (option.value === "none") {
      add(reader, option.name, { ...word, text: "" });
      continue;
    }
    if (option.value === "digits") {
      const digits = /^[0-9a-fA-FxX]*/.exec(text.slice(place + 1).replace(/[a-fA-F].*$/s, ""))?.[0] ?? "";
      add(reader, option.name, { ...word, text: digits });
      place += digits.length;
      continue;
    }
    const rest = text.slice(place + 1);
    if (rest !== "" || option.value === "optional") {
      add(reader, option.name, { ...word, text: rest });
      return at;
    }
    add(reader, option.name, reader.args[at + 1] ?? { ...word, text: "" });
    return at + 1;
  }
  return at;
}

/** The exact name, or the only one that begins so. */
function longOption(known: Table, name: string): Option | undefined {
  const exact = known.long.get(name);
  if (exact !== undefined || name === "") return exact;
  let found: Option | undefined;
  for (const [each, option] of known.long) {
    if (!each.startsWith(name)) continue;
    if (found !== undefined && found.name !== option.name) return undefined;
    found = option;
  }
  return found;
}

export function has(parsed: Parsed, ...names: readonly string[]): boolean {
  return names.some((name) => parsed.options.has(name));
}

export function valueOf(parsed: Parsed, name: string): Field | undefined {
  return parsed.options.get(name)?.at(-1);
}

export function valuesOf(parsed: Parsed, name: string): readonly Field[] {
  return parsed.options.get(name) ?? [];
}
