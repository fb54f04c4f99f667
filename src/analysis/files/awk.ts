// What an awk program writes and runs: system("…"), "…" | getline, print > "file", print | "command".

import { addHazard, addOpaque, type Command, touch } from "../run/record.ts";
import { field, HOLE, isDynamic } from "../run/values.ts";
import { runCarried } from "../carriers/wrappers.ts";

/** A string that is never closed reaches to the end: awk does not run such a program. */
const TOKEN = /"(?:[^"\\]|\\(?:[^]|$))*(?:"|$)|[\w$]+|[^\S\n]+|[^]/g;

export function readAwk(command: Command, program: string): void {
  const { run, index } = command;
  if (isDynamic(program)) {
    addOpaque(run, "its awk program is only known when it runs", index);
    return;
  }
  const code = withoutExpressions(program);
  const tokens = code.match(TOKEN) ?? [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as string;
    if (token === "system") readSystem(command, tokens, at + 1);
    else if (token === "getline") readGetline(command, tokens, at - 1);
    else if (token === "print" || token === "printf") at = readPrint(command, tokens, at);
  }
  if (/\/inet[46]?\//.test(code)) addHazard(run, "exfiltration", "awk opens a connection", index);
  if (/@load|@[A-Za-z_]|\bextension\b/.test(code) && callsByName(tokens))
    addOpaque(run, "awk calls something that is only known when it runs", index);
}

/** `@load`, `@name(…)`, `extension(…)`. */
function callsByName(tokens: readonly string[]): boolean {
  return tokens.some(
    (token, at) =>
      (token === "@" && (tokens[at + 1] === "load" || tokens[past(tokens, at + 2)] === "(")) ||
      (token.endsWith("extension") && tokens[past(tokens, at + 1)] === "("),
  );
}

function readSystem(command: Command, tokens: readonly string[], from: number): void {
  const open = past(tokens, from);
  if (tokens[open] !== "(") return;
  const value = past(tokens, open + 1);
  const text = tokens[value] ?? "";
  if (!text.startsWith('"') || tokens[past(tokens, value + 1)] !== ")")
    addOpaque(command.run, "awk runs commands that are only known when it runs", command.index);
  else runCarried(command, textIn(text), "awk system");
}

function readGetline(command: Command, tokens: readonly string[], from: number): void {
  let at = back(tokens, from);
  if (tokens[at] === "&") at--;
  if (tokens[at] === "|") runOrRefuse(command, tokens[back(tokens, at - 1)] ?? "");
}

/** A comparison is no redirection: that one follows print. The place of the statement's last token. */
function readPrint(command: Command, tokens: readonly string[], from: number): number {
  const at = nextSign(tokens, from + 1, /^[\n;}>|]$/);
  const sign = tokens[at];
  if (sign !== ">" && sign !== "|") return at - 1;
  const doubled = tokens[at + 1] === (sign === ">" ? ">" : "&");
  const start = past(tokens, at + (doubled ? 2 : 1));
  const target = tokens[start] ?? "";
  if (!/^["(\w$]/.test(target)) return start - 1;
  const end = nextSign(tokens, start + 1, /^[\n;}]$/);
  const isWhole = target.startsWith('"') && past(tokens, start + 1) >= end;
  // What awk prints is the command's input, and is only known when it runs.
  if (sign === "|") runOrRefuse({ ...command, how: { ...command.how, stdin: { text: HOLE, from: [] } } }, isWhole ? target : "?");
  else if (isWhole) writeTo(command, textIn(target), doubled);
  else if (!comparesInBrackets(tokens.slice(from, end).join("")))
    addOpaque(command.run, "awk writes to a file whose name is only known when it runs", command.index);
  return end - 1;
}

function nextSign(tokens: readonly string[], from: number, sign: RegExp): number {
  let at = from;
  while (at < tokens.length && !sign.test(tokens[at] as string)) at++;
  return at;
}

function writeTo(command: Command, file: string, appends: boolean): void {
  if (file !== "/dev/stderr" && file !== "/dev/stdout") touch(command, appends ? "append" : "write", field(file), { makes: true });
}

function comparesInBrackets(statement: string): boolean {
  const open = statement.indexOf("(");
  const sign = open === -1 ? -1 : statement.indexOf(">", open);
  return sign !== -1 && statement.indexOf(")", sign) !== -1;
}

function runOrRefuse(command: Command, expression: string): void {
  if (expression.startsWith('"')) runCarried(command, textIn(expression), "awk");
  else addOpaque(command.run, "awk runs commands that are only known when it runs", command.index);
}

const textIn = (literal: string) =>
  literal
    .slice(1, -1)
    .replace(/\\(["\\/])/g, "$1")
    .replace(/\\n/g, "\n")
    .replace(/\\t/g, "\t");

/** The text that a program of nothing but `BEGIN { print "…" }` prints; null for any other. */
export function printedByBegin(program: string): string | null {
  const whole = program.trim();
  const open = /^BEGIN\s*\{/.exec(whole);
  if (open === null || !whole.endsWith("}")) return null;
  const tokens = (whole.slice(open[0].length, -1).match(TOKEN) ?? []).filter((token) => token.trim() !== "");
  let printed = "";
  for (let at = 0; at < tokens.length; at += tokens[at + 2] === ";" ? 3 : 2) {
    const text = tokens[at + 1] ?? "";
    if (tokens[at] !== "print" || !/^"[^]*"$/.test(text)) return null;
    printed += `${textIn(text)}\n`;
  }
  return tokens.length === 0 ? null : printed;
}

/** Regular expressions, in which quotes and signs mean nothing, become `0`: those that an operator, a brace or the end follows. */
function withoutExpressions(program: string): string {
  let out = "";
  let from = 0;
  let open = -1;
  for (let at = 0; at < program.length; at++) {
    const char = program[at];
    if (char === "\\") at++;
    else if (char === "\n") open = -1;
    else if (char === "/") {
      const ends = open !== -1 && at > open + 1 && /^\s{0,200}(?:[{,)&|]|$)/.test(program.slice(at + 1, at + 202));
      if (ends) {
        out += `${program.slice(from, open)}0`;
        from = at + 1;
      }
      open = ends ? -1 : at;
    }
  }
  return out + program.slice(from);
}

function past(tokens: readonly string[], from: number): number {
  let at = from;
  while (at < tokens.length && (tokens[at] as string).trim() === "") at++;
  return at;
}

function back(tokens: readonly string[], from: number): number {
  let at = from;
  while (at >= 0 && (tokens[at] as string).trim() === "") at--;
  return at;
}
