// Stream editors and editors that take commands: sed, awk, ed, ex, vim. Their little languages can write files and run
// programs.

import { byName, sameRow } from "../../base/index.ts";
import { absolute, realOf, textOf } from "../run/disk.ts";
import { has, readOptions, table, valueOf, valuesOf } from "../run/options.ts";
import { addHazard, addOpaque, type Command, touch, type Tool } from "../run/record.ts";
import { type Field, field, HOLE, isDynamic, said, SILENT, unknownOutput, textAt } from "../run/values.ts";
import { readScript } from "../scripts/readScript.ts";
import { runCarried } from "../carriers/wrappers.ts";
import { printedByBegin, readAwk } from "./awk.ts";
import { sedCommands } from "./sedCommands.ts";

const SED =
  "n,quiet,silent debug e,expression: f,file: follow-symlinks i,in-place:? l,line-length: posix E,r,regexp-extended s,separate sandbox u,unbuffered z,null-data help version b a";

const sed: Tool = (command) => {
  const { run, index, how } = command;
  const parsed = readOptions(command.args, table(SED));
  if (has(parsed, "help", "version")) return SILENT;
  let scripts: readonly Field[] = valuesOf(parsed, "expression");
  let files = parsed.operands;
  for (const file of valuesOf(parsed, "file")) {
    const text = fileText(command, file);
    if (text === null) {
      if (readScript(command, file).kind === "opaque") addOpaque(run, "its script comes from a file that cannot be seen", index);
    } else scripts = [...scripts, field(text)];
  }
  if (scripts.length === 0 && !has(parsed, "file")) {
    scripts = files.slice(0, 1);
    files = files.slice(1);
  }
  if (!has(parsed, "sandbox")) for (const script of scripts) readSedScript(command, script);
  // BSD's `sed -i '' script`: an empty suffix as a word of its own is no file.
  files = files.filter((each) => each.text !== "");
  const edits = has(parsed, "in-place");
  const suffix = valueOf(parsed, "in-place")?.text ?? "";
  for (const file of files) {
    touch(command, edits ? "write" : "read", file, edits ? { inPlace: true, makes: true } : {});
    if (edits && suffix.includes("/")) touch(command, "write", field(suffix.replaceAll("*", file.text)));
  }
  const input = files.length === 0 ? (how.stdin ?? SILENT) : null;
  return { text: HOLE, from: input?.from ?? files.map((each) => `file:${each.text}`) };
};

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
    if (text[at] !== "s" || (/[\w\\]/.test(text[at - 1] ?? " ") && !/\d/.test(text[at - 1] ?? " "))) continue;
    const mark = text[at + 1] ?? "";
    if (mark === "" || /[\w\s\\]/.test(mark)) continue;
    const middle = endOf(text, at + 2, mark);
    const end = endOf(text, middle + 1, mark);
    if (middle < 0 || end < 0) continue;
    const flags = /^[gpiImMe\d]*(?:w\s*[^\n]+)?/.exec(text.slice(end + 1))?.[0] ?? "";
    const writes = flags.indexOf("w");
    if (writes !== -1) touch(command, "write", field(flags.slice(writes + 1).trim()), { makes: true });
    if (flags.slice(0, writes === -1 ? flags.length : writes).includes("e")) {
      const replacement = text.slice(middle + 1, end);
      if (/[&\\]/.test(replacement)) addOpaque(command.run, "sed runs its input as commands", command.index);
      else runCarried(command, replacement, "sed s///e");
    }
    at = end + flags.length;
  }
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

const AWK =
  "f,file: F,field-separator: v,assign: i,include: l,load: e,source: E,exec: b,characters-as-bytes c,traditional C,copyright d,dump-variables:? D,debug:? g,gen-pot h,help k,csv L,lint:? M,bignum n,non-decimal-data N,use-lc-numeric o,pretty-print:? O,optimize p,profile:? P,posix r,re-interval s,no-optimize S,sandbox t,lint-old V,version W:";

const awk: Tool = (command) => {
  const { run, index, how } = command;
  const parsed = readOptions(command.args, table(AWK), { stopAtOperand: true });
  if (has(parsed, "help", "version")) return SILENT;
  const programs: string[] = valuesOf(parsed, "source").map((each) => each.text);
  let files = parsed.operands;
  for (const file of [...valuesOf(parsed, "file"), ...valuesOf(parsed, "exec")]) {
    const text = fileText(command, file);
    if (text !== null) programs.push(text);
    else if (readScript(command, file).kind === "opaque") addOpaque(run, "its program comes from a file that cannot be seen", index);
  }
  if (programs.length === 0 && !has(parsed, "file", "exec")) {
    programs.push(textAt(files, 0));
    files = files.slice(1);
  }
  for (const name of ["dump-variables", "pretty-print", "profile"])
    for (const value of valuesOf(parsed, name)) if (value.text !== "") touch(command, "write", value);
  for (const library of valuesOf(parsed, "load")) if (library.text.includes("/")) addHazard(run, "tampering", "awk loads a library", index);
  const inPlace =
    valuesOf(parsed, "include").some((each) => each.text === "inplace") || programs.some((each) => /@include\s+"inplace"/.test(each));
  for (const file of files)
    if (!/^\w+=/.test(file.text)) touch(command, inPlace ? "write" : "read", file, inPlace ? { inPlace: true, makes: true } : {});
  if (!has(parsed, "sandbox")) for (const program of programs) readAwk(command, program);
  const constant = programs.length === 1 ? printedByBegin(programs[0] ?? "") : null;
  return constant === null ? { text: HOLE, from: how.stdin?.from ?? files.map((each) => `file:${each.text}`) } : said(constant);
};

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

const RUNS_UNSEEN =
  /^(?:call\s+)?(?:(?:system|execute|exe|writefile|py\w*|lua|perl|ruby|tcl|so(?:urce)?|te(?:rminal)?|luado|pydo)\b|(?:delete|rename|mkdir|setfperm|job_start|termopen|jobstart)\()/i;

const ed: Tool = (command) => {
  const file = command.args.find((each) => !each.text.startsWith("-"));
  const input = command.how.stdin?.text ?? "";
  if (file?.text.startsWith("!") === true) runCarried(command, file.text.slice(1), "ed");
  readEdCommands(command, input, file);
  return unknownOutput();
};

const vim: Tool = (command) => {
  const { run, index, how } = command;
  const texts: Field[] = [];
  const files: Field[] = [];
  const { args } = command;
  for (let at = 0; at < args.length; at++) {
    const word = args[at] as Field;
    const { text } = word;
    if (/^(?:-c|--cmd)$/.test(text) || /^-[esSnRN]*c$/.test(text)) texts.push(args[++at] ?? field(""));
    else if (/^-[esnRN]*c./.test(text)) texts.push({ ...word, text: text.replace(/^-[esnRN]*c/, "") });
    else if (text.startsWith("+") && text.length > 1) texts.push({ ...word, text: text.slice(1) });
    else if (/^-(?:S|u|s|U|W|w|i|t|T|p)$/.test(text)) {
      const value = args[++at];
      if (/^-[SsuU]$/.test(text) && !/^(?:NONE|NORC|DEFAULTS|\/dev\/null)$/.test(value?.text ?? ""))
        addOpaque(run, "the editor's commands come from a file", index);
      if (/^-[wW]$/.test(text) && value !== undefined) touch(command, "write", value);
    } else if (!text.startsWith("-")) files.push(word);
  }
  for (const file of files) touch(command, "read", file);
  for (const text of texts) for (const file of files.length === 0 ? [undefined] : files) readEdCommands(command, text.text, file);
  const scripted = args.some((each) => /^-\w*s|^-es/.test(each.text));
  if (scripted && how.stdin !== null && texts.length === 0) readEdCommands(command, how.stdin.text, files[0]);
  if (texts.length === 0 && !scripted) for (const file of files) touch(command, "write", file, { inPlace: true });
  return SILENT;
};

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
