// Calls of inline code that open a file or run a program, with all the forms their arguments take.

import { addOpaque, type Command, touch } from "../run/record.ts";
import { fork } from "../run/state.ts";
import { type Field, field, isDynamic, textAt } from "../run/values.ts";
import { decodes } from "./encoded.ts";
import { evaluate } from "./expressions.ts";
import { listOf } from "./boundNames.ts";
import { noteAddress, type Part, type Reading, unseen } from "./codeReading.ts";
import { closingOf, parted, type Token } from "./codeTokens.ts";

/** `~` is the home folder once a path function has been over it; without one nothing of that name is meant. */
export function atHome({ run }: Command, word: Field): Field {
  return /^~(?:\/|$)/.test(word.text) ? { ...word, text: run.world.userHome + word.text.slice(1) } : word;
}

/** `open(path, mode)`: reading is fine; writing needs a known path; a mode that is a pipe runs a command. */
export function open(reading: Reading, part: Part, first: readonly Field[] | null): void {
  const { command, constants, language } = reading;
  const args = part.args ?? [];
  if (language === "perl") return openPerl(reading, args);
  const self = isMethodOfPath(part.name);
  const target = self ? evaluate(part.owner, constants) : first;
  const piped = language === "ruby" ? /^\|(.*)$/s.exec(textAt(target ?? [], 0))?.[1] : undefined;
  if (piped !== undefined) return runWords(reading, [field(piped)], true);
  if (args.some((each) => textAt(each, 0) === "inplace")) return writeAll(reading, target, (word) => touch(command, "write", word));
  const mode = modeOf(reading, args, self);
  if (mode !== null && /^(?:r[bt]?|rb|rt|U|O_RDONLY)?$/.test(mode)) return readTarget(reading, args, target);
  if (mode === null && !saysMode(args[1])) return unseen(reading, "writes");
  const access = /^a/.test(mode ?? "") ? "append" : "write";
  writeAll(reading, target, (word) => touch(command, access, atHome(command, word), { inPlace: true, makes: true }));
}

function writeAll(reading: Reading, target: readonly Field[] | null, write: (word: Field) => void): void {
  if (target === null) unseen(reading, "writes");
  else target.forEach(write);
}

/** `Path("a").open("w")`. */
function isMethodOfPath(name: string): boolean {
  return name.endsWith(".open") && name.includes("Path(");
}

/** null: given, and only known when it runs. */
function modeOf({ constants }: Reading, args: NonNullable<Part["args"]>, self: boolean): string | null {
  const at = self ? 0 : 1;
  const given = args[at] === undefined ? undefined : evaluate(args[at], constants);
  const named = self ? undefined : args.find((each) => each[0]?.text === "mode" && evaluate(each.slice(2), constants) !== null)?.slice(2);
  const words = given ?? (named === undefined ? undefined : evaluate(named, constants));
  const isGiven = args.length > at;
  return words?.[0]?.text ?? (isGiven && !args.slice(1).every((each) => each[1]?.text === "=") ? null : "r");
}

/** A flag of the system's call, or a name that usually holds a mode. */
function saysMode(tokens: readonly Token[] | undefined): boolean {
  const isMode = ({ kind, text }: Token) =>
    /O_(?:WRONLY|RDWR|CREAT|TRUNC|APPEND)/.test(text) || (kind === "name" && /^(?:mode|encoding|m)$/.test(text));
  return tokens?.some(isMode) === true;
}

function readTarget(reading: Reading, args: NonNullable<Part["args"]>, target: readonly Field[] | null): void {
  const { command } = reading;
  for (const word of target ?? []) {
    if (/^\w+:\/\//.test(word.text)) noteAddress(reading, [word.text]);
    else touch(command, "read", atHome(command, word));
  }
  reading.reads = true;
  const url = target === null ? args[0]?.find((token) => token.kind === "string" && /^\w+:\/\//.test(token.text)) : undefined;
  if (url !== undefined) noteAddress(reading, [url.text]);
}

/** open(F, ">x"), open(F, ">", "x"), open(F, "cmd|"), open(F, "-|", "cmd"). */
function openPerl(reading: Reading, args: readonly (readonly Token[])[]): void {
  if (args.length < 2) return;
  const words = args.map((each) => evaluate(each, reading.constants));
  const mode = words[1]?.[0]?.text;
  if (mode === undefined) return unseen(reading, "opens");
  const { pipes, sign, rest } = readPerlMode(mode);
  const target = args.length > 2 ? words[2]?.[0] : field(rest);
  const writes = /[>+]/.test(sign);
  if (!pipes && !writes) reading.reads = true;
  else if (target === undefined) unseen(reading, pipes ? "runs" : "writes");
  else if (pipes) runWords(reading, [target], true);
  else touch(reading.command, sign === ">>" ? "append" : "write", target, { inPlace: true, makes: true });
}

function readPerlMode(mode: string): { readonly pipes: boolean; readonly sign: string; readonly rest: string } {
  if (/^-?\||\|-?$/.test(mode.trim())) return { pipes: true, sign: "", rest: mode.replace(/^\s*\||\|\s*$/g, "") };
  const [, sign = "", rest = ""] = /^\s*(\+?[<>]{0,2})(?::\S+)?\s*([\s\S]*)$/.exec(mode) ?? [];
  return { pipes: false, sign, rest: rest.trim() };
}

/** What is not constant may come out of a decoder that the code has. */
export function isDecoded({ tokens, constants }: Reading, { args }: Part): boolean {
  const isOpen = (each: readonly Token[]) => (each[0]?.text === "[" ? listOf : evaluate)(each, constants) === null;
  return args !== null && decodes(tokens) && args.some(isOpen);
}

/** A command text, a list of words, or words as separate arguments. */
export function run(reading: Reading, part: Part): void {
  const { constants, language } = reading;
  const { args, name } = part;
  if (args === null) return unseen(reading, "runs");
  const [first] = args;
  if (first === undefined) return language === "python" ? undefined : unseen(reading, "runs");
  if (/(?:^|\.)(?:PIPE|DEVNULL|STDOUT|CalledProcessError|TimeoutExpired)$/.test(name)) return;
  if (isList(reading, first)) {
    const list = listOf(first, constants);
    if (list === null && textAt(first, 0) === "[") return partlyKnown(reading, first);
    return runWords(reading, list ?? [], false);
  }
  const texts = (language === "javascript" ? withoutCallbacks(args, name) : args)
    .filter((each) => !(each[0]?.kind === "name" && textAt(each, 1) === "=") && textAt(each, 0) !== "{")
    .map((each) => (isList(reading, each) ? listOf : evaluate)(each, constants));
  const [command, ...more] = texts;
  if (command?.length !== 1 || more.includes(null)) return unseen(reading, "runs");
  if (more.length === 0) runWords(reading, command, true);
  else
    runSeparate(
      reading,
      name,
      command[0] as Field,
      more.flatMap((each) => each ?? []),
    );
}

function isList({ constants }: Reading, tokens: readonly Token[]): boolean {
  return textAt(tokens, 0) === "[" || (tokens.length === 1 && constants.has(`[${textAt(tokens, 0)}]`));
}

function runSeparate(reading: Reading, name: string, program: Field, rest: readonly Field[]): void {
  // os.execvp("rm", ["rm", "-rf"]) names the program twice.
  const isTwice = /exec[lv]|spawn[lv]/.test(name) && rest[0]?.text.endsWith(program.text.split("/").at(-1) ?? "") === true;
  const words = [program, ...(isTwice ? rest.slice(1) : rest)];
  runWords(
    reading,
    words.filter((each) => !/^P_(?:NO)?WAIT$/.test(each.text)),
    false,
  );
}

/** `exec(text, callback)`, `spawn(file, list, options)`: what follows is neither text nor word. */
function withoutCallbacks(args: NonNullable<Part["args"]>, name: string): NonNullable<Part["args"]> {
  if (/(?:^|\.)exec(?:Sync)?$/.test(name)) return args.slice(0, 1);
  return /(?:^|\.)(?:spawn|spawnSync|execFile|execFileSync|fork)$/.test(name) ? args.slice(0, 2) : args;
}

/** A list whose program is known and harmless to any argument may have unknown ones. */
function partlyKnown(reading: Reading, tokens: readonly Token[]): void {
  const items = parted(tokens.slice(1, closingOf(tokens, 0))).map((each) => evaluate(each, reading.constants));
  const words = items.flatMap((each) => each ?? [field("\uE000")]);
  runWords(reading, words, false);
}

export function runWords(reading: Reading, words: readonly Field[], asText: boolean): void {
  const { run: analysis, shell, how, index, name } = reading.command;
  if (asText) {
    const text = textAt(words, 0);
    if (isDynamic(text)) addOpaque(analysis, "its code runs something that is only known when it runs", index);
    else analysis.runText(analysis, fork(shell), text, { ...how, via: [...how.via, name], span: null, stdin: null });
    return;
  }
  analysis.runWords(analysis, fork(shell), words, { ...how, via: [...how.via, name], span: null, stdin: null, external: true });
}
