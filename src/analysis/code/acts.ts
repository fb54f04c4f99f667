// What a call of inline code does: the deed of its name, with the words of its arguments.

import { either } from "../../base/index.ts";
import { absolute, kindOf } from "../run/disk.ts";
import { addHazard, addOpaque, type Command, touch } from "../run/record.ts";
import { type Field, field, isDynamic, textAt } from "../run/values.ts";
import { noteMoved } from "../files/copies.ts";
import { readScript, walkSeen } from "../scripts/readScript.ts";
import { type Deed, deedOf, DELETES_PATHS, RUNS_WORDS } from "./deeds.ts";
import { evaluate } from "./expressions.ts";
import { atHome, isDecoded, open, run, runWords } from "./opening.ts";
import { isGiven } from "./boundNames.ts";
import { hidden, noteAddress, type Part, type Reading, unseen } from "./codeReading.ts";
import type { Token } from "./codeTokens.ts";

const FILE_LIBRARIES = either`fs, fse, fsp, fs-extra, graceful-fs, rimraf, del, shelljs, sh, Deno, Bun, require\(, \(expression\)`;
const OF_FILES = new RegExp(`^(?:${FILE_LIBRARIES})`);

/** One call that is looked at: its first argument is read once, for every kind of deed. */
interface Act {
  readonly reading: Reading;
  readonly part: Part;
  /** null: none, or only known when it runs. */
  readonly first: readonly Field[] | null;
}

/** What one call does. */
export function act(reading: Reading, deed: Deed, part: Part): void {
  ACTS[deed]({ reading, part, first: argument(reading, part, 0) });
}

function argument({ constants }: Reading, { args }: Part, at: number): readonly Field[] | null {
  const tokens = args?.[at];
  return tokens === undefined ? null : evaluate(tokens, constants);
}

const ACTS: Readonly<Record<Deed, (act: Act) => void>> = {
  run: ({ reading, part }) => (isDecoded(reading, part) ? hidden(reading) : run(reading, part)),
  delete: deletes,
  deleteSelf: ({ reading, part }) => touchAll(reading, "delete", owner(reading, part), "deletes"),
  writeSelf: ({ reading, part }) => touchAll(reading, "write", owner(reading, part), "writes"),
  moveSelf: ({ reading, part, first }) => {
    moves(reading, owner(reading, part), first);
    touchAll(reading, "write", first, "moves");
  },
  makeSelf: () => undefined,
  make: () => undefined,
  fine: () => undefined,
  write: ({ reading, first }) => touchAll(reading, "write", first, "writes"),
  append: ({ reading, first }) => touchAll(reading, "append", first, "writes"),
  open: ({ reading, part, first }) => open(reading, part, first),
  copy: copies,
  move: (given) => {
    moves(given.reading, given.first, argument(given.reading, given.part, 1));
    copies(given);
  },
  link: (given) => {
    for (const word of given.first ?? []) noteLink(given.reading.command, word);
    copies(given);
  },
  mode: changesRights,
  later: ({ reading, part: { args } }) => {
    if (args?.[0]?.length === 1 && args[0][0]?.kind === "string") reading.readInner(args[0][0].text);
  },
  eval: evaluates,
  script: runsScript,
  dynamic: ({ reading, part, first }) => {
    const { name, args } = part;
    if (/import/.test(name) && first !== null) return;
    if (name === "Function" && args?.at(-1) !== undefined && evaluate(args.at(-1) ?? [], reading.constants) === null)
      return hidden(reading);
    if (name === "getattr" && args !== null && isPlainAttribute(reading, args)) return;
    unseen(reading, "may run or reach");
    if (reading.language === "other") actsRoughly(reading, part);
  },
  send: ({ reading, part }) => {
    noteAddress(reading, addressesIn(part));
    reading.reads = true;
  },
  fetch: ({ reading, part }) => {
    const urls = addressesIn(part);
    noteAddress(reading, urls);
    if ((part.args?.length ?? 0) > 1 || urls.length === 0) reading.reads = true;
  },
  environment: ({ reading }) => {
    reading.reads = true;
  },
  readFile: readsFile,
};

function owner({ constants }: Reading, part: Part): readonly Field[] | null {
  return evaluate(part.owner, constants);
}

function touchAll(reading: Reading, access: "delete" | "write" | "append" | "move", words: readonly Field[] | null, what: string): void {
  if (words === null) return unseen(reading, what);
  const options = { recursive: access === "delete", inPlace: true, makes: access === "write" || access === "append" };
  for (const word of words) touch(reading.command, access, atHome(reading.command, word), options);
}

function deletes({ reading, part: { name, args } }: Act): void {
  const { command, language, constants } = reading;
  // In a program of the project `remove` and `rm` are names like others, unless they come from a library for files.
  if (command.run.inOwnScript && language === "javascript" && !OF_FILES.test(name)) return;
  if (args === null) return unseen(reading, "deletes");
  for (const arg of language === "perl" || language === "ruby" ? args : args.slice(0, 1)) {
    const keyword = keywordOf(arg);
    if (keyword !== null && !/^(?:path|file|filename|name|src|dir|directory)$/.test(keyword)) continue;
    const words = arg[0]?.text === "{" ? [] : evaluate(keyword === null ? arg : arg.slice(2), constants);
    touchAll(reading, "delete", words ?? givenPaths(reading, arg), "deletes");
  }
}

/** `system2("rm", c("-rf", "x"))`, `"rm -rf x".execute()`: constant words count as they stand, in whatever form the language has them. */
function actsRoughly(reading: Reading, { name, args, owner: object }: Part): void {
  const wordsOf = (tokens: readonly Token[]) =>
    tokens.flatMap(({ kind, text }) => (kind === "string" && !isDynamic(text) ? field(text) : []));
  const given = wordsOf(args?.flat() ?? []);
  const words = given.length > 0 ? given : wordsOf(object);
  if (words.length > 0 && RUNS_WORDS.test(name)) runWords(reading, words, words.length === 1);
  else if (DELETES_PATHS.test(name)) touchAll(reading, "delete", words, "deletes");
}

/** Where it deletes what it is given: the words of its call that are there. null: something else. */
function givenPaths({ args, given, command: { run, shell } }: Reading, tokens: readonly Token[]): readonly Field[] | null {
  if (args.length === 0 || !isGiven(tokens, given)) return null;
  const words = args.flatMap((word) => (word.text.startsWith("--") ? field(word.text.slice(word.text.indexOf("=") + 1)) : word));
  const there = words.filter(({ text }) => {
    const found = absolute(run.disk, shell.cwd, text);
    return found?.exact === true && kindOf(run.disk, found.path) !== null;
  });
  return there.length === 0 ? null : there;
}

/** `path=…` */
function keywordOf([first, second]: readonly Token[]): string | null {
  return first?.kind === "name" && second?.text === "=" ? first.text : null;
}

function moves(reading: Reading, sources: readonly Field[] | null, targets: readonly Field[] | null): void {
  const { command } = reading;
  touchAll(reading, "move", sources, "moves");
  for (const from of sources ?? []) for (const to of targets ?? []) noteMoved(command, placeIn(command, from), placeIn(command, to) ?? "");
}

/** Writes its second argument; of a whole folder everything below it. */
function copies({ reading, part }: Act): void {
  const target = argument(reading, part, 1);
  if (target === null || !/cpSync|copytree|cp_r|copySync|(?:^|\.)cp$/.test(part.name)) return touchAll(reading, "write", target, "writes");
  for (const word of target) touch(reading.command, "write", atHome(reading.command, word), { recursive: true });
}

function changesRights({ reading, part: { args }, first }: Act): void {
  const { command } = reading;
  if (args?.[1]?.length === 1 && /^0(?:o?0+)?$/.test(args[1][0]?.text ?? ""))
    addHazard(command.run, "destructive", "it takes the owner's right to read away", command.index);
  for (const word of first ?? []) if (!/^\d+$/.test(word.text)) touch(command, "write", word, { attributes: true });
  if (first === null) unseen(reading, "changes the rights of");
}

/** Not what is given to a timer, a debugger or an assertion. */
const COMPUTED = /^(?:eval|\w+_eval|exec|compile|loadstring|create_function|runIn\w+|Script)$/;

function evaluates({ reading, part: { name, args }, first }: Act): void {
  const { language } = reading;
  if (args === null) {
    if ((name === "do" || name === "eval") && language !== "perl" && language !== "ruby") unseen(reading, "runs");
    return;
  }
  if (args[0]?.[0]?.text === "{") return;
  if (first?.length === 1) return reading.readInner(textAt(first, 0));
  evaluatesUnknown(reading, name, args[0] ?? []);
}

function evaluatesUnknown(reading: Reading, name: string, code: readonly Token[]): void {
  const file = fileRead(code);
  if (file !== null && /[./]/.test(file.text)) runFiles(reading, [file]);
  else if (COMPUTED.test(name.slice(name.lastIndexOf(".") + 1))) hidden(reading);
  else unseen(reading, "runs");
}

function runsScript({ reading, part: { args }, first }: Act): void {
  // A block after `do`, a module's name after `require`: no file.
  if (args === null || args[0]?.[0]?.text === "{" || args[0]?.[0]?.kind === "name") return;
  if (first === null) return unseen(reading, "runs");
  runFiles(reading, first);
}

/** `open("x.py").read()`: the code is in that file. */
function fileRead(tokens: readonly Token[]): Field | null {
  const texts = tokens.filter(({ kind }) => kind === "string").filter(({ text }) => !/^(?:r[bt]?|utf-?8)$/.test(text));
  const reads = tokens.some(({ text }) => /^(?:open|read|read_text|readFileSync|file_get_contents)$/.test(text));
  return reads && texts.length === 1 && !isAddress(texts[0] as Token) ? field(textAt(texts, 0)) : null;
}

function runFiles(reading: Reading, files: readonly Field[]): void {
  const { command, language } = reading;
  for (const word of files) {
    const script = readScript(command, word);
    if (script.kind === "opaque" && (/[./]/.test(word.text) || language === "lua")) addOpaque(command.run, script.why, command.index);
    if (script.kind === "text") walkSeen(command.run, script, () => reading.readInner(script.text));
  }
}

const ADDRESS = /^\w+:\/\//;

function addressesIn({ args }: Part): string[] {
  return (args ?? []).flatMap((each) => each.filter(isAddress).map((token) => token.text));
}

function isAddress(token: Token): boolean {
  return token.kind === "string" && ADDRESS.test(token.text);
}

function readsFile({ reading, part, first }: Act): void {
  const { command } = reading;
  for (const word of first ?? (part.args?.length === 0 ? owner(reading, part) : null) ?? []) {
    if (ADDRESS.test(word.text)) noteAddress(reading, [word.text]);
    else {
      reading.reads = true;
      touch(command, "read", atHome(command, word));
    }
  }
  if (first !== null) return;
  reading.reads = true;
  const url = part.args?.[0]?.find(isAddress);
  if (url !== undefined) noteAddress(reading, [url.text]);
}

/** `getattr(x, 'name')` of a name that does nothing. */
function isPlainAttribute({ language, constants, names }: Reading, args: NonNullable<Part["args"]>): boolean {
  const owner = args[0]?.length === 1 && args[0][0]?.kind === "name" ? args[0][0].text : null;
  const attribute = args[1] === undefined ? null : evaluate(args[1], constants);
  if (owner === null || attribute?.length !== 1) return false;
  return [names.get(owner) ?? owner, "os"].every((module) => deedOf(language, `${module}.${textAt(attribute, 0)}`) === null);
}

function placeIn({ run, shell }: Command, word: Field): string | null {
  return absolute(run.disk, shell.cwd, word.text)?.path ?? null;
}

function noteLink(command: Command, word: Field): void {
  const path = touch(command, "read", word);
  if (path !== null) command.run.links.push({ target: path, program: command.index });
}
