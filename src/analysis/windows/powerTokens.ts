// The words of a PowerShell text: pipelines of commands, with strings unquoted and variables looked up. What is inside
// parentheses and braces is given as text, to be read again by whoever walks it.

import { byName, either, wordSet } from "../../base/index.ts";
import { HOLE, textAt } from "../run/values.ts";

export interface PowerWord {
  readonly text: string;
  readonly quoted: boolean;
  /** The name, when the word is exactly one variable: `$x`, `$env:PATH`. */
  readonly variable?: string;
  /** The text inside, when the word is `( … )`, `$( … )`, `@( … )` or a script block. */
  readonly inside?: string;
  readonly block?: boolean;
  /** Something may be assigned to it, or it is the sign that assigns: `$x`, `$x.y`, `[string]$x`, `+=`. */
  readonly target?: true;
}

export interface PowerCommand {
  readonly words: PowerWord[];
  readonly redirects: { readonly append: boolean; readonly to: PowerWord }[];
  /** Texts of expressions that are inside a word: `"a$(b)c"`. */
  readonly inner: string[];
  /** Where it is in the text. */
  readonly start: number;
  end: number;
}

export type PowerPipeline = readonly PowerCommand[];
export type Lookup = (name: string) => string | null;

const AFTER_BLOCK = new Set(["else", "elseif", "catch", "finally", "while", "until"]);
const KEYWORD = wordSet("if elseif else foreach for while do until switch try catch finally function filter begin process end trap");
const ENDS_WORD = /[\s;|&(){}<>,"'`]/;
const SCOPES = either`env:, global:, script:, local:, using:`;
const VARIABLE = new RegExp(String.raw`^\$(?:\{([^}]{1,200})\}|((?:${SCOPES})?[A-Za-z_]\w{0,100}|[$?^_]))`, "i");

const ASSIGNS = /^(?:[-+*/%]|\?\?)?=/;

/** What has been read so far, and where the reading is. */
interface Reader {
  readonly text: string;
  readonly lookup: Lookup;
  readonly pipelines: PowerCommand[][];
  pipeline: PowerCommand[];
  command: PowerCommand;
  at: number;
}

/** null: the text is not whole. */
export function readPower(text: string, lookup: Lookup): readonly PowerPipeline[] | null {
  const reader: Reader = { text, lookup, pipelines: [], pipeline: [], command: open(0), at: 0 };
  while (reader.at < text.length) if (!readNext(reader)) return null;
  endPipeline(reader);
  return reader.pipelines;
}

function endCommand(reader: Reader): void {
  const { command, at } = reader;
  command.end = at;
  if (command.words.length > 0 || command.redirects.length > 0) reader.pipeline.push(command);
  reader.command = open(at);
}

function endPipeline(reader: Reader): void {
  endCommand(reader);
  if (reader.pipeline.length > 0) reader.pipelines.push(reader.pipeline);
  reader.pipeline = [];
}

/** false: the text is not whole. */
function readNext(reader: Reader): boolean {
  const { text, at, command } = reader;
  const next = afterBlank(text, at);
  if (next === null) return false;
  if (next > at) {
    reader.at = next;
    return true;
  }
  if (readSeparator(reader)) return true;
  if (text.charAt(at) === ")" || text.charAt(at) === "}") return false;
  if (/^[\d*]?>/.test(text.slice(at, at + 2))) return readRedirect(reader);
  const sign = isAssigned(command.words) ? ASSIGNS.exec(text.slice(at, at + 3))?.[0] : undefined;
  if (sign === undefined) return readCommandWord(reader);
  command.words.push({ text: sign, quoted: false, target: true });
  reader.at += sign.length;
  return true;
}

/** The place behind a space, a comma, a line that goes on, or a comment; null: the comment has no end. */
function afterBlank(text: string, at: number): number | null {
  const char = text.charAt(at);
  if (char === " " || char === "\t" || char === "\r" || char === ",") return at + 1;
  if (char === "`" && /^`\r?\n/.test(text.slice(at, at + 3))) return at + 2;
  if (char === "#") return lineEnd(text, at);
  if (!text.startsWith("<#", at)) return at;
  const close = text.indexOf("#>", at);
  return close < 0 ? null : close + 2;
}

/** Is a sign here that ends a command or a pipeline? */
function readSeparator(reader: Reader): boolean {
  const { text, at, command } = reader;
  const char = text.charAt(at);
  const isLong = text.startsWith("&&", at) || text.startsWith("||", at);
  if (char === "\n" || char === ";" || isLong) {
    // A pipe at the end of a line goes on in the next one.
    if (!(char === "\n" && command.words.length === 0 && reader.pipeline.length > 0)) endPipeline(reader);
    reader.at += isLong ? 2 : 1;
  } else if (char === "|") {
    endCommand(reader);
    reader.at++;
  } else if (char === "&") {
    reader.at++;
    if (command.words.length === 0) command.words.push({ text: "&", quoted: false });
    else endPipeline(reader);
  } else return false;
  return true;
}

function readRedirect(reader: Reader): boolean {
  const { text, at, lookup, command } = reader;
  const sign = /^[\d*]?(>>?)(&\d)?[ \t]*/.exec(text.slice(at, at + 60));
  reader.at += sign?.[0].length ?? 1;
  // `2>&1`
  if (sign?.[2] !== undefined) return true;
  const read = readWord(text, reader.at, lookup);
  if (read === null) return false;
  reader.at = read.end;
  command.redirects.push({ append: sign?.[1] === ">>", to: read.word });
  return true;
}

function readCommandWord(reader: Reader): boolean {
  const read = readWord(reader.text, reader.at, reader.lookup);
  if (read === null || read.end === reader.at) return false;
  const { words } = reader.command;
  const starts = words.at(-1)?.block === true && KEYWORD.has(textAt(words, 0).toLowerCase()) && read.word.block !== true;
  if (starts && !AFTER_BLOCK.has(read.word.text.toLowerCase())) endPipeline(reader);
  reader.at = read.end;
  reader.command.words.push(read.word);
  reader.command.inner.push(...read.inner);
  return true;
}

/** `$a, $b = …`, `$a = $b = …`. */
function isAssigned(words: readonly PowerWord[]): boolean {
  return words.length > 0 && words.every((word) => word.target === true);
}

function open(start: number): PowerCommand {
  return { words: [], redirects: [], inner: [], start, end: start };
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

interface ReadWord {
  readonly word: PowerWord;
  readonly inner: readonly string[];
  readonly end: number;
}

/** A part of a word: what it says, and the texts of expressions in it. */
interface Piece {
  readonly text: string;
  readonly inner: readonly string[];
  readonly end: number;
}

function readWord(text: string, from: number, lookup: Lookup): ReadWord | null {
  const group = /^[$@]?\(|^@?\{/.exec(text.slice(from, from + 2))?.[0];
  if (group !== undefined) return readGroup(text, from, group);
  const here = /^@(["'])\r?\n/.exec(text.slice(from, from + 4));
  return here === null ? readPlain(text, from, lookup) : readHere(text, from + here[0].length, here[1] as string, lookup);
}

/** `( … )`, `$( … )`, `@( … )`, `{ … }`. */
function readGroup(text: string, from: number, sign: string): ReadWord | null {
  const end = balanced(text, from + sign.length - 1);
  if (end === null) return null;
  const inside = text.slice(from + sign.length, end - 1);
  const word = { text: HOLE, quoted: false, inside, block: sign === "{" };
  // `(…).Delete()`: what follows belongs to it.
  const tail = text.charAt(end) === "." || text.charAt(end) === "[" ? readTail(text, end) : end;
  return tail === null ? null : { word: sign === "@{" ? { ...word, inside: values(inside) } : word, inner: [], end: tail };
}

/** The lines between `@"` and `"@`. */
function readHere(text: string, from: number, quote: string, lookup: Lookup): ReadWord | null {
  const close = text.indexOf(`\n${quote}@`, from - 1);
  if (close < 0) return null;
  const body = text.slice(from, Math.max(from, close));
  const read = quote === "'" ? { text: body, inner: [] } : expand(body, lookup);
  return { word: { text: read.text, quoted: true }, inner: read.inner, end: close + 3 };
}

function readPlain(text: string, from: number, lookup: Lookup): ReadWord | null {
  const cast = /^\[[\w.[\]]{1,100}\]/.exec(text.slice(from, from + 102))?.[0].length ?? 0;
  const variable = VARIABLE.exec(text.slice(from + cast, from + cast + 220));
  const read = readPieces(text, from, variable !== null, lookup);
  if (read === null) return null;
  const { text: out, quoted, inner, end } = read;
  if (variable === null) return { word: { text: out, quoted }, inner, end };
  const isWhole = end === from + cast + variable[0].length;
  const name = isWhole ? { variable: (variable[1] ?? variable[2] ?? "").toLowerCase() } : {};
  return { word: { text: out, quoted, ...name, target: true }, inner, end };
}

function readPieces(text: string, from: number, isVariable: boolean, lookup: Lookup): (Piece & { readonly quoted: boolean }) | null {
  const inner: string[] = [];
  let at = from;
  let out = "";
  let quoted = false;
  while (at < text.length) {
    const char = text.charAt(at);
    if (char === "(" && !quoted && KEYWORD.has(out.toLowerCase())) break;
    const piece = readPiece(text, at, from, lookup);
    if (piece === null) return null;
    if (piece === undefined) {
      if (ENDS_WORD.test(char) || (isVariable && at > from && ASSIGNS.test(text.slice(at, at + 3)))) break;
      out += char;
      at++;
    } else {
      quoted ||= char === "'" || char === '"';
      out += piece.text;
      inner.push(...piece.inner);
      at = piece.end;
    }
  }
  return { text: out, quoted, inner, end: at };
}

/** A string, an escaped sign, a variable, or a method's arguments; undefined: none of them, null: it has no end. */
function readPiece(text: string, at: number, from: number, lookup: Lookup): Piece | null | undefined {
  const char = text.charAt(at);
  if (char === "'" || char === '"') return readString(text, at, lookup);
  if (char === "`") return { text: text.charAt(at + 1), inner: [], end: at + 2 };
  if (char === "$") return readDollar(text, at, lookup);
  if (char !== "(" || at === from || !/[\w\])]/.test(text.charAt(at - 1))) return undefined;
  // The arguments are read where methods are looked at, and walked for what they run.
  const end = balanced(text, at);
  return end === null ? null : { text: HOLE, inner: [text.slice(at + 1, end - 1)], end };
}

function readTail(text: string, from: number): number | null {
  let at = from;
  while (at < text.length && !/[\s;|&){}<>,]/.test(text.charAt(at))) {
    const char = text.charAt(at);
    if (char === "(" || char === "[") {
      const end = balanced(text, at);
      if (end === null) return null;
      at = end;
    } else at++;
  }
  return at;
}

/** `@{ a = x; b = y }`: only the values are looked at. */
function values(inside: string): string {
  return inside
    .split(/[;\n]/)
    .map((each) => each.slice(each.indexOf("=") + 1))
    .join("\n");
}

function readString(text: string, from: number, lookup: Lookup): Piece | null {
  const quote = text.charAt(from);
  let at = from + 1;
  for (; at < text.length; at++) {
    if (text.charAt(at) === "`" && quote === '"') at++;
    else if (text.startsWith("$(", at) && quote === '"') {
      const end = balanced(text, at + 1);
      if (end === null) return null;
      at = end - 1;
    } else if (text.charAt(at) === quote) {
      if (text.charAt(at + 1) !== quote) break;
      at++;
    }
  }
  if (at >= text.length) return null;
  const body = text.slice(from + 1, at);
  const read = quote === "'" ? { text: body.replaceAll("''", "'"), inner: [] } : expand(body, lookup);
  return { ...read, end: at + 1 };
}

/** Variables and expressions of a string in double quotes. */
function expand(body: string, lookup: Lookup): Omit<Piece, "end"> {
  let out = "";
  const inner: string[] = [];
  for (let at = 0; at < body.length;) {
    const char = body.charAt(at);
    if (char === "`") {
      out += { n: "\n", t: "\t", "0": "" }[body.charAt(at + 1)] ?? body.charAt(at + 1);
      at += 2;
    } else if (char === "$") {
      const part = readDollar(body, at, lookup);
      if (part === null) return { text: HOLE, inner };
      out += part.text;
      inner.push(...part.inner);
      at = part.end;
    } else {
      out += char;
      at++;
    }
  }
  return { text: out, inner };
}

function readDollar(text: string, at: number, lookup: Lookup): Piece | null {
  if (text.charAt(at + 1) === "(") {
    const end = balanced(text, at + 1);
    return end === null ? null : { text: HOLE, inner: [text.slice(at + 2, end - 1)], end };
  }
  const name = VARIABLE.exec(text.slice(at, at + 220));
  if (name === null) return { text: "$", inner: [], end: at + 1 };
  return { text: lookup((name[1] ?? name[2] ?? "").toLowerCase()) ?? HOLE, inner: [], end: at + name[0].length };
}

const CLOSE: Readonly<Record<string, string>> = byName({ "(": ")", "{": "}", "[": "]" });

/** The place after the bracket that closes the one at `from`; strings in between are passed over. */
function balanced(text: string, from: number): number | null {
  const wanted: string[] = [];
  for (let at = from; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === "`") at++;
    else if (char === "'" || char === '"') {
      const close = text.indexOf(char, at + 1);
      if (close < 0) return null;
      at = close;
    } else if (CLOSE[char] !== undefined) wanted.push(CLOSE[char]);
    else if (char === wanted.at(-1)) {
      wanted.pop();
      if (wanted.length === 0) return at + 1;
    }
  }
  return null;
}
