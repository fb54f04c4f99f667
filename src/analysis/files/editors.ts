// Stream editors and editors that take commands: sed, awk, ed, ex, vim. Their little languages can write files and run
// programs.

import { byName, either, sameRow } from "../../base/index.ts";
import { absolute, realOf, textOf } from "../run/disk.ts";
import { has, type Parsed, readOptions, table, valueOf, valuesOf } from "../run/options.ts";
import { addHazard, addOpaque, type Command, touch, type Tool } from "../run/record.ts";
import { type Field, field, HOLE, isDynamic, said, SILENT, unknownOutput, textAt } from "../run/values.ts";
import { readScript } from "../scripts/readScript.ts";
import { runCarried } from "../carriers/wrappers.ts";
import { printedByBegin, readAwk } from "./awk.ts";
import { sedCommands } from "./sedCommands.ts";

const SED = `
  n,quiet,silent debug e,expression: f,file: follow-symlinks i,in-place:? l,line-length: posix E,r,regexp-extended s,separate sandbox
  u,unbuffered z,null-data help version b a`;

const sed: Tool = (command) => {
  const parsed = readOptions(command.args, table(SED));
  if (has(parsed, "help", "version")) return SILENT;
  const given = [...valuesOf(parsed, "expression"), ...textsOf(command, valuesOf(parsed, "file"), "script").map((text) => field(text))];
  const isFirst = given.length === 0 && !has(parsed, "file");
  const scripts = isFirst ? parsed.operands.slice(0, 1) : given;
  // BSD's `sed -i '' script`: an empty suffix as a word of its own is no file.
  const files = (isFirst ? parsed.operands.slice(1) : parsed.operands).filter((each) => each.text !== "");
  if (!has(parsed, "sandbox")) for (const script of scripts) readSedScript(command, script);
  for (const file of files) touchEdited(command, file, valueOf(parsed, "in-place")?.text);
  const input = files.length === 0 ? (command.how.stdin ?? SILENT) : null;
  return { text: HOLE, from: input?.from ?? files.map((each) => `file:${each.text}`) };
};

/** `suffix` is the copy's; undefined: the file is only read. */
function touchEdited(command: Command, file: Field, suffix: string | undefined): void {
  if (suffix === undefined) touch(command, "read", file);
  else touch(command, "write", file, { inPlace: true, makes: true });
  if (suffix?.includes("/") === true) touch(command, "write", field(suffix.replaceAll("*", file.text)));
}

/** The texts of the files that can be seen. */
function textsOf(command: Command, files: readonly Field[], what: "script" | "program"): readonly string[] {
  return files.flatMap((file) => {
    const text = fileText(command, file);
    if (text === null && readScript(command, file).kind === "opaque")
      addOpaque(command.run, `its ${what} comes from a file that cannot be seen`, command.index);
    return text ?? [];
  });
}

function fileText(command: Command, file: Field): string | null {
  if (file.text === "-" || file.text === "/dev/stdin")
    return command.how.stdin === null || isDynamic(command.how.stdin.text) ? null : command.how.stdin.text;
  const found = absolute(command.run.disk, command.shell.cwd, file.text);
  touch(command, "read", file);
  return found === null || !found.exact ? null : textOf(command.run.disk, realOf(command.run.disk, found.path, true));
}

/** Commands `w FILE`, `W FILE`, `e [COMMAND]`, and the flags w and e of `s`. */
function readSedScript(command: Command, script: Field): void {
  const { run, index } = command;
  const { text } = script;
  const { found, tooLong } = sedCommands(text);
  if (tooLong) addOpaque(run, "its sed script has an address that is too long to read", index);
  for (const { letter, rest } of found) {
    if (letter !== "e") touch(command, "write", field(rest), { makes: true });
    else if (rest === "") addOpaque(run, "sed runs its input as commands", index);
    else runCarried(command, rest, "sed e");
  }
  readSubstitutions(command, text);
  if (isDynamic(text) && /^[\uE000]/.test(text)) addOpaque(run, "its sed script is only known when it runs", index);
}

function readSubstitutions(command: Command, text: string): void {
  for (let at = 0; at < text.length; at++) {
    if (text[at] !== "s" || /[A-Za-z_\\]/.test(text[at - 1] ?? " ")) continue;
    const mark = text[at + 1] ?? "";
    if (mark === "" || /[\w\s\\]/.test(mark)) continue;
    const middle = endOf(text, at + 2, mark);
    const end = endOf(text, middle + 1, mark);
    if (middle < 0 || end < 0) continue;
    const flags = /^[gpiImMe\d]*(?:w\s*[^\n]+)?/.exec(text.slice(end + 1))?.[0] ?? "";
    noteFlags(command, flags, text.slice(middle + 1, end));
    at = end + flags.length;
  }
}

/** `s/a/b/w FILE` writes, and `s/a/b/e` runs what comes out. */
function noteFlags(command: Command, flags: string, replacement: string): void {
  const writes = flags.indexOf("w");
  if (writes !== -1) touch(command, "write", field(flags.slice(writes + 1).trim()), { makes: true });
  if (!flags.slice(0, writes === -1 ? flags.length : writes).includes("e")) return;
  if (/[&\\]/.test(replacement)) addOpaque(command.run, "sed runs its input as commands", command.index);
  else runCarried(command, replacement, "sed s///e");
}

function endOf(text: string, from: number, mark: string): number {
  let inClass = false;
  for (let at = from; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === "[" && !inClass) inClass = true;
    else if (text[at] === "]") inClass = false;
    else if (text[at] === mark && !inClass) return at;
  }
  // A bracket that never closes is no class.
  const plain = text.indexOf(mark, from);
  return plain;
}

const AWK = `
  f,file: F,field-separator: v,assign: i,include: l,load: e,source: E,exec: b,characters-as-bytes c,traditional C,copyright
  d,dump-variables:? D,debug:? g,gen-pot h,help k,csv L,lint:? M,bignum n,non-decimal-data N,use-lc-numeric o,pretty-print:? O,optimize
  p,profile:? P,posix r,re-interval s,no-optimize S,sandbox t,lint-old V,version W:`;

const awk: Tool = (command) => {
  const { how } = command;
  const parsed = readOptions(command.args, table(AWK), { stopAtOperand: true });
  if (has(parsed, "help", "version")) return SILENT;
  const sources = valuesOf(parsed, "source").map((each) => each.text);
  const given = [...sources, ...textsOf(command, [...valuesOf(parsed, "file"), ...valuesOf(parsed, "exec")], "program")];
  const isFirst = given.length === 0 && !has(parsed, "file", "exec");
  const programs = isFirst ? [textAt(parsed.operands, 0)] : given;
  const files = isFirst ? parsed.operands.slice(1) : parsed.operands;
  noteAwkOptions(command, parsed);
  const includes = [...valuesOf(parsed, "include").map((each) => `@include "${each.text}"`), ...programs];
  const suffix = includes.some((each) => /@include\s+"inplace"/.test(each)) ? "" : undefined;
  for (const file of files) if (!/^\w+=/.test(file.text)) touchEdited(command, file, suffix);
  if (!has(parsed, "sandbox")) for (const program of programs) readAwk(command, program);
  const constant = programs.length === 1 ? printedByBegin(programs[0] ?? "") : null;
  return constant === null ? { text: HOLE, from: how.stdin?.from ?? files.map((each) => `file:${each.text}`) } : said(constant);
};

function noteAwkOptions(command: Command, parsed: Parsed): void {
  for (const value of ["dump-variables", "pretty-print", "profile"].flatMap((name) => valuesOf(parsed, name)))
    if (value.text !== "") touch(command, "write", value);
  for (const library of valuesOf(parsed, "load"))
    if (library.text.includes("/")) addHazard(command.run, "tampering", "awk loads a library", command.index);
}

/** Commands of ed and ex: `!command`, `w file`, `r !command`. */
function readEdCommands(command: Command, text: string, file: Field | undefined): void {
  if (isDynamic(text)) {
    addOpaque(command.run, "the editor's commands are only known when it runs", command.index);
    return;
  }
  for (const line of text.split(/\n|(?<!\\)\|(?!\|)/)) {
    const rest = line
      .replace(/^[\s:]+/, "")
      .replace(/^silent\S*\s+/, "")
      .replace(/^[\d.,$%'+-]+/, "")
      .trim();
    const run = /^(?:r(?:ead)?|w(?:rite)?)?\s*!/.exec(rest);
    const carried = run === null ? "" : rest.slice(run[0].length).trim();
    if (carried !== "" && !carried.startsWith("q")) runCarried(command, line.slice(line.indexOf("!") + 1), command.name);
    const written = /^(?:w|wq|W|x|wall|wa|xa|xall|wqa|wqall|up|update|sav\w*|write)!?(?=\s|$)/.exec(rest);
    if (written !== null) {
      const named = rest.slice(written[0].length).trim();
      const target = named === "" || named.startsWith("!") ? file : field(named);
      if (target !== undefined) touch(command, "write", target, { inPlace: true, makes: true });
    }
    if (RUNS_UNSEEN.test(rest)) addOpaque(command.run, "the editor runs something that cannot be seen", command.index);
    const each = /^(?:g|v|global|vglobal)\b/.test(rest) ? 0 : rest.indexOf("norm");
    if (each !== -1 && rest.includes("!", each) && /:!|\bexe/.test(rest))
      addOpaque(command.run, "the editor runs something that cannot be seen", command.index);
  }
}

const UNSEEN_WORDS = either`system, execute, exe, writefile, py\w*, lua, perl, ruby, tcl, so(?:urce)?, te(?:rminal)?, luado, pydo`;
const UNSEEN_CALLS = either`delete, rename, mkdir, setfperm, job_start, termopen, jobstart`;
const RUNS_UNSEEN = new RegExp(`^(?:call\\s+)?(?:(?:${UNSEEN_WORDS})\\b|(?:${UNSEEN_CALLS})\\()`, "i");

const ed: Tool = (command) => {
  const file = command.args.find((each) => !each.text.startsWith("-"));
  const input = command.how.stdin?.text ?? "";
  if (file?.text.startsWith("!") === true) runCarried(command, file.text.slice(1), "ed");
  readEdCommands(command, input, file);
  return unknownOutput();
};

/** What vim is told: commands, and the files that it opens. */
interface Session {
  readonly texts: Field[];
  readonly files: Field[];
}

const vim: Tool = (command) => {
  const { how, args } = command;
  const session: Session = { texts: [], files: [] };
  for (let at = 0; at < args.length; at++) if (readVimWord(command, args[at] as Field, args[at + 1], session)) at++;
  const { texts, files } = session;
  for (const file of files) touch(command, "read", file);
  for (const text of texts) for (const file of files.length === 0 ? [undefined] : files) readEdCommands(command, text.text, file);
  const scripted = args.some((each) => /^-\w*s|^-es/.test(each.text));
  if (scripted && how.stdin !== null && texts.length === 0) readEdCommands(command, how.stdin.text, files[0]);
  if (texts.length === 0 && !scripted) for (const file of files) touch(command, "write", file, { inPlace: true });
  return SILENT;
};

/** Does the next word belong to it? */
function readVimWord(command: Command, word: Field, next: Field | undefined, { texts, files }: Session): boolean {
  const { text } = word;
  if (/^(?:-c|--cmd)$/.test(text) || /^-[esSnRN]*c$/.test(text)) {
    texts.push(next ?? field(""));
    return true;
  }
  if (/^-(?:S|u|s|U|W|w|i|t|T|p)$/.test(text)) {
    noteVimOption(command, text, next);
    return true;
  }
  if (/^-[esnRN]*c./.test(text)) texts.push({ ...word, text: text.replace(/^-[esnRN]*c/, "") });
  else if (text.startsWith("+") && text.length > 1) texts.push({ ...word, text: text.slice(1) });
  else if (!text.startsWith("-")) files.push(word);
  return false;
}

function noteVimOption(command: Command, option: string, value: Field | undefined): void {
  if (/^-[SsuU]$/.test(option) && !/^(?:NONE|NORC|DEFAULTS|\/dev\/null)$/.test(value?.text ?? ""))
    addOpaque(command.run, "the editor's commands come from a file", command.index);
  if (/^-[wW]$/.test(option) && value !== undefined) touch(command, "write", value);
}

/** Editors with no commands of their own: a person would edit, so the file may change. */
const interactive: Tool = (command) => {
  for (const word of command.args)
    if (!word.text.startsWith("-") && !word.text.startsWith("+")) touch(command, "write", word, { inPlace: true });
  return SILENT;
};

export const EDITORS: Readonly<Record<string, Tool>> = byName({
  sed,
  awk,
  ed,
  red: ed,
  ex: vim,
  vim,
  ...sameRow("nano pico micro hx kak joe mcedit", interactive),
});
