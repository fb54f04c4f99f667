// The words of a PowerShell text: pipelines of commands, with strings unquoted and variables looked up. What is inside
// parentheses and braces is given as text, to be read again by whoever walks it.

import { byName, wordSet } from "../../base/index.ts";
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
const VARIABLE = /^\$(?:\{([^}]{1,200})\}|((?:env:|global:|script:|local:|using:)?[A-Za-z_]\w{0,100}|[$?^_]))/i;

const ASSIGNS = /^(?:[-+*/%]|\?\?)?=/;

/** null: the text is not whole. */
export function readPower(text: string, lookup: Lookup): readonly PowerPipeline[] | null {
  const pipelines: PowerCommand[][] = [];
  let pipeline: PowerCommand[] = [];
  let command = open(0);
  let at = 0;
  const endCommand = (): void => {
    command.end = at;
    if (command.words.length > 0 || command.redirects.length > 0) pipeline.push(command);
    command = open(at);
  };
  const endPipeline = (): void => {
    endCommand();
    if (pipeline.length > 0) pipelines.push(pipeline);
    pipeline = [];
  };
  while (at < text.length) {
    const char = text.charAt(at);
    if (char === " " || char === "\t" || char === "\r") at++;
    else if (char === "`" && /^`\r?\n/.test(text.slice(at, at + 3))) at += 2;
    else if (char === "#") at = lineEnd(text, at);
    else if (text.startsWith("<#", at)) {
      const close = text.indexOf("#>", at);
      if (close < 0) return null;
      at = close + 2;
    } else if (char === "\n" || char === ";" || text.startsWith("&&", at) || text.startsWith("||", at)) {
      // A pipe at the end of a line goes on in the next one.
      if (!(char === "\n" && command.words.length === 0 && pipeline.length > 0)) endPipeline();
      at += char === "\n" || char === ";" ? 1 : 2;
    } else if (char === "|") {
      endCommand();
      at++;
    } else if (char === "&") {
      at++;
      if (command.words.length === 0) command.words.push({ text: "&", quoted: false });
      else endPipeline();
    } else if (char === ",") at++;
    else if (char === ")" || char === "}") return null;
    else if (/^[\d*]?>/.test(text.slice(at, at + 2))) {
      const sign = /^[\d*]?(>>?)(&\d)?[ \t]*/.exec(text.slice(at, at + 60));
      at += sign?.[0].length ?? 1;
      if (sign?.[2] !== undefined) continue;
      const read = readWord(text, at, lookup);
      if (read === null) return null;
      at = read.end;
      command.redirects.push({ append: sign?.[1] === ">>", to: read.word });
    } else if (isAssigned(command.words) && ASSIGNS.test(text.slice(at, at + 3))) {
      const sign = ASSIGNS.exec(text.slice(at, at + 3))?.[0] ?? "=";
      command.words.push({ text: sign, quoted: false, target: true });
      at += sign.length;
    } else {
      const read = readWord(text, at, lookup);
      if (read === null || read.end === at) return null;
      const last = command.words.at(-1);
      const starts = last?.block === true && KEYWORD.has(textAt(command.words, 0).toLowerCase()) && read.word.block !== true;
      if (starts && !AFTER_BLOCK.has(read.word.text.toLowerCase())) endPipeline();
      at = read.end;
      command.words.push(read.word);
      command.inner.push(...read.inner);
    }
  }
  endPipeline();
  return pipelines;
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

function readWord(text: string, from: number, lookup: Lookup): ReadWord | null {
  const first = text.charAt(from);
  const group = /^[$@]?\(|^@?\{/.exec(text.slice(from, from + 2))?.[0];
  if (group !== undefined) {
    const end = balanced(text, from + group.length - 1);
    if (end === null) return null;
    const inside = text.slice(from + group.length, end - 1);
    const word = { text: HOLE, quoted: false, inside, block: group === "{" };
    // `(…).Delete()`: what follows belongs to it.
    const tail = text.charAt(end) === "." || text.charAt(end) === "[" ? readTail(text, end) : end;
    return tail === null ? null : { word: group === "@{" ? { ...word, inside: values(inside) } : word, inner: [], end: tail };
  }
  const here = /^@(["'])\r?\n/.exec(text.slice(from, from + 4));
  if (here !== null) {
    const close = text.indexOf(`\n${here[1] as string}@`, from);
    if (close < 0) return null;
    const body = text.slice(from + here[0].length, Math.max(from + here[0].length, close));
    const read = here[1] === "'" ? { text: body, inner: [] } : expand(body, lookup);
    return { word: { text: read.text, quoted: true }, inner: read.inner, end: close + 3 };
  }
  let at = from;
  let out = "";
  let quoted = false;
  const inner: string[] = [];
  const cast = first === "[" ? (/^\[[\w.[\]]{1,100}\]/.exec(text.slice(from, from + 102))?.[0].length ?? 0) : 0;
  const variable = first === "$" || cast > 0 ? VARIABLE.exec(text.slice(from + cast, from + cast + 220)) : null;
  while (at < text.length) {
    const char = text.charAt(at);
    if (char === "'" || char === '"') {
      const string = readString(text, at, lookup);
      if (string === null) return null;
      out += string.text;
      inner.push(...string.inner);
      at = string.end;
      quoted = true;
    } else if (char === "`") {
      out += text.charAt(at + 1);
      at += 2;
    } else if (char === "$") {
      const part = readDollar(text, at, lookup);
      if (part === null) return null;
      out += part.text;
      inner.push(...part.inner);
      at = part.end;
    } else if (char === "(" && !quoted && KEYWORD.has(out.toLowerCase())) break;
    else if (char === "(" && at > from && /[\w\])]/.test(text.charAt(at - 1))) {
      // A method's arguments: they are read where methods are looked at, and walked for what they run.
      const end = balanced(text, at);
      if (end === null) return null;
      inner.push(text.slice(at + 1, end - 1));
      out += HOLE;
      at = end;
    } else if (ENDS_WORD.test(char) || (variable !== null && at > from && ASSIGNS.test(text.slice(at, at + 3)))) break;
    else {
      out += char;
      at++;
    }
  }
  if (variable === null) return { word: { text: out, quoted }, inner, end: at };
  const whole = at === from + cast + variable[0].length ? { variable: (variable[1] ?? variable[2] ?? "").toLowerCase() } : {};
  return { word: { text: out, quoted, ...whole, target: true }, inner, end: at };
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

function readString(
  text: string,
  from: number,
  lookup: Lookup,
): { readonly text: string; readonly inner: readonly string[]; readonly end: number } | null {
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
function expand(body: string, lookup: Lookup): { readonly text: string; readonly inner: readonly string[] } {
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

function readDollar(
  text: string,
  at: number,
  lookup: Lookup,
): { readonly text: string; readonly inner: readonly string[]; readonly end: number } | null {
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
