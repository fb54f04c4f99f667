// Reading inline code: constants and other names of modules first, then every call that deletes, writes, runs or sends.
// What is named but not called with constant words cannot be told, and is opaque.

import { absolute } from "../disk.ts";
import { addHazard, addOpaque, type Command, touch } from "../record.ts";
import { fork } from "../shell/state.ts";
import { type Field, field, isDynamic } from "../shell/values.ts";
import { noteMovedAway } from "../tools/copies.ts";
import { isLoopback, hostOfUrl } from "../tools/network.ts";
import { readScript } from "../tools/shells.ts";
import { type Deed, deedOf } from "./deeds.ts";
import { closingOf, type Constants, evaluate, parted } from "./expressions.ts";
import { type Language, type Token, tokenise } from "./tokens.ts";

interface Reading {
  readonly command: Command;
  readonly language: Language;
  readonly tokens: readonly Token[];
  readonly constants: Constants;
  /** Other names of functions and modules: `w` → `fs.writeFileSync`. */
  readonly names: Map<string, string>;
  /** Does the code read files or the environment? Then what it sends matters. */
  reads: boolean;
  sends: readonly string[] | null;
}

const DEEPEST = 4;

export function readCode(command: Command, code: string, language: Language, depth = 0): void {
  if (isDynamic(code)) {
    addOpaque(command.run, "it runs code that is only known when it runs", command.index);
    return;
  }
  const tokens = depth > DEEPEST || code.length > 200_000 ? null : tokenise(code, language);
  if (tokens === null) {
    addOpaque(command.run, "its code is larger than can be looked at", command.index);
    return;
  }
  const reading: Reading = { command, language, tokens, constants: new Map(), names: new Map(), reads: false, sends: null };
  collectNames(reading);
  collectConstants(reading);
  for (let at = 0; at < tokens.length; at++) at = readAt(reading, at, depth);
  if (reading.sends !== null) noteSent(reading, reading.sends);
}

function noteSent(reading: Reading, urls: readonly string[]): void {
  const { run, index } = reading.command;
  const outside = urls.length === 0 || urls.some((url) => !isLoopback(hostOfUrl(url)));
  for (const url of urls) run.network.push({ host: hostOfUrl(url), url, sends: reading.reads, program: index });
  if (outside && (reading.reads || urls.length === 0)) addHazard(run, "exfiltration", "its code sends data to another machine", index);
}

/** import … as, from … import, const {a: b} = require(…), and `x = module.function`. */
function collectNames({ tokens, names, language }: Reading): void {
  const text = (at: number) => tokens[at]?.text ?? "";
  for (let at = 0; at < tokens.length; at++) {
    if (tokens[at]?.kind !== "name") continue;
    if (language === "python" && text(at) === "import" && text(at - 2) !== "from" && !isFrom(tokens, at)) {
      let place = at + 1;
      let name = "";
      for (; place < tokens.length && tokens[place]?.kind !== "line" && text(place) !== ";"; place++) {
        if (text(place) === "as") names.set(text(place + 1), name);
        else if (text(place) === ",") name = "";
        else if (text(place - 1) !== "as") name += text(place);
      }
    }
    if (language === "python" && text(at) === "from") {
      const end = tokens.findIndex((each, place) => place > at && each.text === "import");
      if (end < 0) continue;
      const module = tokens.slice(at + 1, end).map((each) => each.text).join("");
      let last = "";
      for (let place = end + 1; place < tokens.length && tokens[place]?.kind !== "line" && text(place) !== ";"; place++) {
        if (text(place) === "as") names.set(text(place + 1), `${module}.${last}`);
        else if (tokens[place]?.kind === "name" && text(place - 1) !== "as") names.set((last = text(place)), `${module}.${last}`);
      }
    }
    if (language === "javascript") collectJavaScript(tokens, at, names);
  }
}

function isFrom(tokens: readonly Token[], at: number): boolean {
  for (let place = at - 1; place >= 0 && tokens[place]?.kind !== "line" && tokens[place]?.text !== ";"; place--) if (tokens[place]?.text === "from") return true;
  return false;
}

const MODULE = (text: string) => text.replace(/^node:/, "").replace(/\/promises$/, "");

function collectJavaScript(tokens: readonly Token[], at: number, names: Map<string, string>): void {
  const text = (place: number) => tokens[place]?.text ?? "";
  // import {a as b, c} from 'm' · import * as n from 'm' · import n from 'm'
  if (text(at) === "import" && text(at + 1) !== "(") {
    const from = tokens.findIndex((each, place) => place > at && each.kind === "string");
    if (from < 0) return;
    bindMembers(tokens.slice(at + 1, from), MODULE(text(from)), names);
    return;
  }
  // const {a: b} = require('m') · const n = require('m')
  if (text(at) === "require" && text(at + 1) === "(" && tokens[at + 2]?.kind === "string" && text(at - 1) === "=" && text(at + 4) !== ".") {
    const start = tokens.findLastIndex((each, place) => place < at && /^(?:const|let|var|;|\n)$/.test(each.text));
    bindMembers(tokens.slice(start + 1, at - 1), MODULE(text(at + 2)), names);
  }
}

function bindMembers(tokens: readonly Token[], module: string, names: Map<string, string>): void {
  const inBraces = tokens.some((each) => each.text === "{");
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== "name" || /^(?:as|from|default|type|const|let|var)$/.test(token.text)) continue;
    const before = tokens[at - 1]?.text;
    if (before === "as" || before === ":") names.set(token.text, inBraces ? `${module}.${tokens[at - 2]?.text ?? ""}` : module);
    else if (!/^(?:as|:)$/.test(tokens[at + 1]?.text ?? "")) names.set(token.text, inBraces ? `${module}.${token.text}` : module);
  }
}

/** `p = 'a'`, `for f in ['a', 'b']`, `with open(…)` bind no constant. A name that is bound twice to different things is unknown. */
function collectConstants({ tokens, constants }: Reading): void {
  const bound = new Set<string>();
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (token?.kind !== "name") continue;
    const next = tokens[at + 1]?.text;
    const loop = next === "in" || next === "of";
    if ((next !== "=" && !loop) || /^[.>]$|^->$/.test(tokens[at - 1]?.text ?? "")) continue;
    let end = at + 2;
    let depth = 0;
    for (; end < tokens.length; end++) {
      const each = tokens[end];
      if (each?.kind === "sign" && "([{".includes(each.text)) depth++;
      if (each?.kind === "sign" && ")]}".includes(each.text) && --depth < 0) break;
      if (depth === 0 && (each?.kind === "line" || each?.text === ";" || (loop && each?.text === ":") || each?.text === ",")) break;
    }
    const body = tokens.slice(at + 2, end);
    const value = loop && body[0]?.text === "[" ? listOf(body, constants) : evaluate(body, constants);
    const same = constants.get(token.text);
    if (value === null || (bound.has(token.text) && JSON.stringify(same) !== JSON.stringify(value))) constants.delete(token.text);
    else if (!bound.has(token.text) || same !== undefined) constants.set(token.text, value);
    bound.add(token.text);
  }
}

function listOf(tokens: readonly Token[], constants: Constants): readonly Field[] | null {
  const items = parted(tokens.slice(1, closingOf(tokens, 0))).map((each) => evaluate(each, constants));
  return items.some((each) => each === null) ? null : items.flatMap((each) => each ?? []);
}

/** Reads the chain or command at a place; gives the place of its last token. */
function readAt(reading: Reading, at: number, depth: number): number {
  const { tokens, command, language } = reading;
  const token = tokens[at] as Token;
  if (token.kind === "command") {
    if (token.text.startsWith("\0")) readCode(command, token.text.slice(1), language, depth + 1);
    else runWords(reading, [field(token.text)], true);
    return at;
  }
  // PHP calls a function by a string that names it.
  if (token.kind === "string" && language === "php" && /^(?:run|delete|write|eval|dynamic|send)$/.test(deedOf(language, token.text) ?? "")) unseen(reading, "may run");
  if (token.kind === "name" && tokens[at - 1]?.text === ".") {
    const part = methodOfExpression(reading, at);
    const deed = part === null ? null : deedOf(language, part.name);
    if (part !== null && deed !== null) act(reading, deed, part, depth);
    return at;
  }
  if (token.kind !== "name" || tokens[at - 1]?.text === "->") return at;
  const chain = chainAt(reading, at);
  for (const part of chain.parts) {
    const deed = deedOf(language, part.name);
    if (deed !== null) act(reading, deed, part, depth);
  }
  // Arguments are read in their own turn: only the name itself is done.
  return at;
}

/** `('a' / 'b').write_text(…)`, `"rm -rf x".execute()`: a method of something that is no name. */
function methodOfExpression({ tokens, language }: Reading, at: number): Part | null {
  const before = tokens[at - 2];
  if (before === undefined) return null;
  const name = `(expression).${tokens[at]?.text ?? ""}`;
  const open = tokens[at + 1]?.text === "(" ? at + 1 : -1;
  const args = open < 0 ? null : parted(tokens.slice(open + 1, closingOf(tokens, open)));
  if (before.kind === "string") return { name, args, owner: [before] };
  if (language === "other") return { name, args, owner: [] };
  if (before.text !== ")") return null;
  let depth = 0;
  let start = at - 2;
  for (; start >= 0; start--) {
    if (tokens[start]?.text === ")") depth++;
    else if (tokens[start]?.text === "(" && --depth === 0) break;
  }
  // A name in front: a call, which its own chain has read already.
  return tokens[start - 1]?.kind === "name" ? null : { name, args, owner: tokens.slice(start + 1, at - 2) };
}

interface Part {
  readonly name: string;
  /** null: named, but not called. */
  readonly args: readonly (readonly Token[])[] | null;
  /** Tokens of the object that the method belongs to. */
  readonly owner: readonly Token[];
}

interface Chain {
  readonly parts: readonly Part[];
}

const MAY_OMIT_BRACKETS: ReadonlySet<Language> = new Set(["perl", "ruby", "tcl", "other"]);

/** A name with its members and calls: `a.b(c).d(e)` gives `a.b` called with c and `a.b(c).d` called with e. */
function chainAt(reading: Reading, start: number): Chain {
  const { tokens, names, language } = reading;
  const first = tokens[start]?.text ?? "";
  let name = names.get(first) ?? (first === "new" ? "new" : first);
  const parts: Part[] = [];
  let at = start + 1;
  let nameEnd = start;
  if (first === "new" && tokens[at]?.kind === "name") {
    name = names.get(tokens[at]?.text ?? "") ?? tokens[at]?.text ?? "";
    nameEnd = at++;
  }
  for (;;) {
    const sign = tokens[at]?.text ?? "";
    if ((sign === "." || sign === "?." || sign === "::" || sign === "->") && tokens[at + 1]?.kind === "name") {
      const member = tokens[at + 1]?.text ?? "";
      name = `${name}${sign === "::" || sign === "->" ? sign : "."}${member}`;
      nameEnd = at + 1;
      at += 2;
    } else if (sign === "(") {
      const end = closingOf(tokens, at);
      const args = parted(tokens.slice(at + 1, end));
      parts.push({ name, args, owner: tokens.slice(start, nameEnd) });
      const only = args.length === 1 && args[0]?.length === 1 && args[0][0]?.kind === "string" ? args[0][0].text : args.length === 0 ? "" : "?";
      name = `${name}(${name === "require" || name.endsWith("import") ? MODULE(only) : only})`;
      at = end + 1;
    } else if (sign === "[" && at === nameEnd + 1) {
      const end = closingOf(tokens, at);
      const inner = tokens.slice(at + 1, end);
      const key = inner.length === 1 && inner[0]?.kind === "string" ? inner[0].text : null;
      name = key === null ? `${name}[?]` : `${name}.${key}`;
      nameEnd = end;
      at = end + 1;
    } else break;
  }
  if (parts.length === 0 || !name.endsWith(")")) parts.push({ name, args: MAY_OMIT_BRACKETS.has(language) ? bareArguments(tokens, at) : null, owner: tokens.slice(start, nameEnd) });
  return { parts };
}

/** `unlink "a", "b";` */
function bareArguments(tokens: readonly Token[], from: number): readonly (readonly Token[])[] | null {
  let end = from;
  let depth = 0;
  for (; end < tokens.length; end++) {
    const token = tokens[end] as Token;
    if (token.kind === "sign" && "([{".includes(token.text)) depth++;
    if (token.kind === "sign" && ")]}".includes(token.text) && --depth < 0) break;
    if (depth === 0 && (token.kind === "line" || token.text === ";" || (token.kind === "name" && /^(?:if|unless|and|or|for|foreach|while|do|until)$/.test(token.text)))) break;
  }
  const args = parted(tokens.slice(from, end));
  return args.length === 0 ? null : args;
}

function unseen(reading: Reading, what: string): void {
  addOpaque(reading.command.run, `its code ${what} something that is only known when it runs`, reading.command.index);
}

function act(reading: Reading, deed: Deed, part: Part, depth: number): void {
  const { command, language, constants } = reading;
  const args = part.args;
  const first = args?.[0] === undefined ? null : evaluate(args[0], constants);
  const touchAll = (access: "delete" | "write" | "append" | "create" | "move", words: readonly Field[] | null, what: string) => {
    if (words === null) return unseen(reading, what);
    for (const word of words) touch(command, access, word, { recursive: access === "delete", inPlace: true });
  };
  switch (deed) {
    case "run":
      return run(reading, part);
    case "delete":
      if (args === null) return unseen(reading, "deletes");
      for (const arg of args) {
        const words = arg[0]?.text === "{" || (arg[0]?.kind === "name" && arg[1]?.text === "=") ? [] : evaluate(arg, constants);
        if (args.indexOf(arg) === 0 || language === "perl" || language === "ruby") touchAll("delete", words, "deletes");
      }
      return;
    case "deleteSelf":
      return touchAll("delete", evaluate(part.owner, constants), "deletes");
    case "writeSelf":
      return touchAll("write", evaluate(part.owner, constants), "writes");
    case "moveSelf":
      touchAll("move", evaluate(part.owner, constants), "moves");
      return touchAll("write", first, "moves");
    case "makeSelf":
      return;
    case "write":
      return touchAll("write", first, "writes");
    case "append":
      return touchAll("append", first, "writes");
    case "open":
      return open(reading, part, first);
    case "copy":
    case "move":
    case "link": {
      const second = args?.[1] === undefined ? null : evaluate(args[1], constants);
      if (deed === "move") {
        touchAll("move", first, "moves");
        for (const from of first ?? []) for (const to of second ?? []) noteMovedAway(command, placeIn(command, from), placeIn(command, to) ?? "");
      }
      if (deed === "link") for (const word of first ?? []) noteLink(command, word);
      return touchAll("write", second, "writes");
    }
    case "make":
      return;
    case "mode":
      for (const word of first ?? []) if (!/^\d+$/.test(word.text)) touch(command, "write", word, { attributes: true });
      return first === null ? unseen(reading, "changes the rights of") : undefined;
    case "eval":
      if (args === null) return part.name === "do" || part.name === "eval" ? (language === "perl" || language === "ruby" ? undefined : unseen(reading, "runs")) : undefined;
      if (args[0]?.[0]?.text === "{") return;
      if (first === null || first.length !== 1) return unseen(reading, "runs");
      return readCode(command, first[0]?.text ?? "", language, depth + 1);
    case "script":
      // A block after `do`, a module's name after `require`: no file.
      if (args === null || args[0]?.[0]?.text === "{" || args[0]?.[0]?.kind === "name") return;
      if (first === null) return unseen(reading, "runs");
      for (const word of first) {
        const script = readScript(command, word);
        if (script.kind === "opaque" && /[./]/.test(word.text) || (script.kind === "opaque" && language === "lua")) addOpaque(command.run, script.why, command.index);
        if (script.kind === "text") readCode(command, script.text, language, depth + 1);
      }
      return;
    case "dynamic":
      if (/import/.test(part.name) && first !== null) return;
      return unseen(reading, "may run or reach");
    case "send":
    case "fetch": {
      const urls = (args ?? []).flatMap((each) => each.filter((token) => token.kind === "string" && /^\w+:\/\//.test(token.text)).map((token) => token.text));
      reading.sends = [...(reading.sends ?? []), ...urls];
      if (deed === "send" || (args?.length ?? 0) > 1 || urls.length === 0) reading.reads = true;
      return;
    }
    case "environment":
      reading.reads = true;
      return;
    case "readFile":
      for (const word of first ?? []) {
        if (/^\w+:\/\//.test(word.text)) reading.sends = [...(reading.sends ?? []), word.text];
        else {
          reading.reads = true;
          touch(command, "read", word);
        }
      }
      if (first === null) {
        reading.reads = true;
        const url = args?.[0]?.find((token) => token.kind === "string" && /^\w+:\/\//.test(token.text));
        if (url !== undefined) reading.sends = [...(reading.sends ?? []), url.text];
      }
      return;
    default:
      throw new Error(`unknown deed: ${String(deed)}`);
  }
}

function placeIn({ run, shell }: Command, word: Field): string | null {
  return absolute(run.disk, shell.cwd, word.text)?.path ?? null;
}

function noteLink(command: Command, word: Field): void {
  const path = touch(command, "read", word);
  if (path !== null) command.run.links.push({ target: path, program: command.index });
}

/** `open(path, mode)`: reading is fine; writing needs a known path; a mode that is a pipe runs a command. */
function open(reading: Reading, part: Part, first: readonly Field[] | null): void {
  const { command, constants, language } = reading;
  const args = part.args ?? [];
  const words = args.map((each) => evaluate(each, constants));
  if (language === "perl") return openPerl(reading, args, words);
  const self = /\.open$/.test(part.name) && /Path\(/.test(part.name);
  const modeOf = self ? words[0] : (words[1] ?? args.map((each) => (each[0]?.text === "mode" ? evaluate(each.slice(2), constants) : null)).find((each) => each !== null));
  const modeGiven = self ? args.length > 0 : args.length > 1;
  const mode = modeOf?.[0]?.text ?? (modeGiven && !args.slice(1).every((each) => each[1]?.text === "=") ? null : "r");
  const target = self ? evaluate(part.owner, constants) : first;
  if (language === "ruby" && target?.[0]?.text.startsWith("|") === true) return runWords(reading, [field(target[0].text.slice(1))], true);
  if (args.some((each) => each[0]?.text === "inplace")) {
    if (target === null) return unseen(reading, "writes");
    for (const word of target) touch(command, "write", word);
    return;
  }
  if (mode !== null && /^(?:r[bt]?|rb|rt|U|O_RDONLY)?$/.test(mode)) {
    for (const word of target ?? []) {
      if (/^\w+:\/\//.test(word.text)) reading.sends = [...(reading.sends ?? []), word.text];
      else touch(command, "read", word);
    }
    reading.reads = true;
    const url = target === null ? args[0]?.find((token) => token.kind === "string" && /^\w+:\/\//.test(token.text)) : undefined;
    if (url !== undefined) reading.sends = [...(reading.sends ?? []), url.text];
    return;
  }
  if (target === null) return unseen(reading, "writes");
  if (mode === null && args[1]?.some((token) => /O_(?:WRONLY|RDWR|CREAT|TRUNC|APPEND)/.test(token.text)) !== true && args[1]?.some((token) => token.kind === "name" && /^(?:mode|encoding|m)$/.test(token.text)) !== true) return unseen(reading, "writes");
  for (const word of target) touch(command, mode?.startsWith("a") === true ? "append" : "write", word, { inPlace: true });
}

/** open(F, ">x"), open(F, ">", "x"), open(F, "cmd|"), open(F, "-|", "cmd"). */
function openPerl(reading: Reading, args: readonly (readonly Token[])[], words: readonly (readonly Field[] | null)[]): void {
  const mode = words[1]?.[0]?.text;
  if (args.length < 2) return;
  if (mode === undefined) return unseen(reading, "opens");
  const separate = words[2]?.[0] ?? null;
  if (/^-?\||\|-?$/.test(mode.trim())) {
    const text = args.length > 2 ? separate : field(mode.replace(/^\s*\||\|\s*$/g, ""));
    return text === null ? unseen(reading, "runs") : runWords(reading, [text], true);
  }
  const match = /^\s*(\+?[<>]{0,2})(?::\S+)?\s*([\s\S]*)$/.exec(mode);
  const writes = /[>+]/.test(match?.[1] ?? "");
  const target = args.length > 2 ? separate : field((match?.[2] ?? "").trim());
  if (!writes) {
    reading.reads = true;
    return;
  }
  if (target === null) return unseen(reading, "writes");
  touch(reading.command, match?.[1] === ">>" ? "append" : "write", target, { inPlace: true });
}

/** A command text, a list of words, or words as separate arguments. */
function run(reading: Reading, part: Part): void {
  const { constants, language } = reading;
  const args = part.args;
  if (args === null) return unseen(reading, "runs");
  const first = args[0];
  if (first === undefined) return language === "python" ? undefined : unseen(reading, "runs");
  if (/^(?:PIPE|DEVNULL|STDOUT|CalledProcessError|TimeoutExpired)$/.test(part.name.split(".").at(-1) ?? "")) return;
  if (first[0]?.text === "[") {
    const list = listOf(first, constants);
    return list === null ? partlyKnown(reading, first) : runWords(reading, list, false);
  }
  const texts = args.filter((each) => !(each[0]?.kind === "name" && each[1]?.text === "=") && each[0]?.text !== "{").map((each) => (each[0]?.text === "[" ? listOf(each, constants) : evaluate(each, constants)));
  const command = texts[0];
  if (command === null || command === undefined || command.length !== 1) return unseen(reading, "runs");
  if (texts.length === 1) return runWords(reading, command, true);
  if (texts.some((each) => each === null)) return unseen(reading, "runs");
  const rest = texts.slice(1).flatMap((each) => each ?? []);
  // os.execvp("rm", ["rm", "-rf"]) names the program twice.
  const words = /exec[lv]|spawn[lv]/.test(part.name) && rest[0]?.text.endsWith(command[0]?.text.split("/").at(-1) ?? "") === true ? [command[0] as Field, ...rest.slice(1)] : [...command, ...rest];
  runWords(reading, words.filter((each) => !/^P_(?:NO)?WAIT$/.test(each.text)), false);
}

/** A list whose program is known and harmless to any argument may have unknown ones. */
function partlyKnown(reading: Reading, tokens: readonly Token[]): void {
  const items = parted(tokens.slice(1, closingOf(tokens, 0))).map((each) => evaluate(each, reading.constants));
  const words = items.flatMap((each) => each ?? [field("\uE000")]);
  runWords(reading, words, false);
}

function runWords(reading: Reading, words: readonly Field[], asText: boolean): void {
  const { run: analysis, shell, how, index, name } = reading.command;
  if (asText) {
    const text = words[0]?.text ?? "";
    if (isDynamic(text)) addOpaque(analysis, "its code runs something that is only known when it runs", index);
    else analysis.runText(analysis, fork(shell), text, { ...how, via: [...how.via, name], span: null, stdin: null });
    return;
  }
  analysis.runWords(analysis, fork(shell), words, { ...how, via: [...how.via, name], span: null, stdin: null, external: true });
}
