// Tools that find files and run something for each: find, fd, xargs, parallel. What they find is known only as a pattern
// below a folder, so the inner command is looked at with that pattern as its argument.

import { byName, wordSet } from "../../base/index.ts";
import { has, type Parsed, readOptions, table, valueOf, valuesOf } from "../run/options.ts";
import { addOpaque, type Command, isFolder, touch, type Tool, runOther } from "../run/record.ts";
import { contentOf } from "../run/namedFiles.ts";
import { type Field, field, HOLE, isDynamic, type Output, pathsBelow, SILENT, unknownOutput, textAt } from "../run/values.ts";
import { quote, runCarried, XARGS } from "../carriers/wrappers.ts";

const TESTS = wordSet(
  `
  name iname path ipath wholename iwholename regex iregex lname ilname type xtype maxdepth mindepth size mtime mmin atime amin ctime
  cmin`,
  "anewer cnewer user uid group gid perm inum links fstype context samefile used printf regextype files0-from",
);
const takesOne = (text: string) => text.startsWith("-") && (TESTS.has(text.slice(1)) || /^-newer\w*$/.test(text));
const RUNS = /^-(?:exec|execdir|ok|okdir)$/;
const WRITES = /^-(?:fprint|fprint0|fls|fprintf)$/;

/** What a run of `find` is about. */
interface Search {
  readonly expression: readonly Field[];
  readonly found: readonly Field[];
  /** What stands for `{}`. */
  readonly filled: readonly Field[];
  /** Without `-delete` and `-exec` the names that it finds are printed. */
  prints: boolean;
}

const find: Tool = (command) => {
  const { args } = command;
  const start = afterSwitches(args);
  const end = args.findIndex((each, at) => at >= start && /^[-(!]/.test(each.text));
  const expression = end < 0 ? [] : args.slice(end);
  const named = args.slice(start, end < 0 ? args.length : end);
  const roots = named.length === 0 ? [field(".")] : named;
  const matching = namesMeant(expression);
  const found = roots.map((root): Field =>
    isDynamic(root.text) ? { ...root, text: `${root.text}/${HOLE}` } : pathsBelow(root.text, matching),
  );
  const onlyRoots = expression.some((each, at) => each.text === "-maxdepth" && expression[at + 1]?.text === "0");
  const search: Search = { expression, found, filled: onlyRoots ? roots : found, prints: true };
  for (let at = 0; at < expression.length; at++) at = readPrimary(command, search, at);
  for (const root of roots) touch(command, "list", root, matching === undefined ? {} : { matching });
  return search.prints ? { text: HOLE, from: ["cmd:git-list"], files: found } : unknownOutput("cmd:git-list");
};

/** `-H`, `-O3` and `-D tree` come before the folders. */
function afterSwitches(args: readonly Field[]): number {
  let at = 0;
  while (at < args.length && /^-(?:[HLP]|O\d?|D)$/.test(textAt(args, at))) at += textAt(args, at) === "-D" ? 2 : 1;
  return at;
}

/** Gives the place of the last word that belongs to it. */
function readPrimary(command: Command, search: Search, at: number): number {
  const { expression, found, filled } = search;
  const text = textAt(expression, at);
  if (isDynamic(text) && text.startsWith(HOLE)) addOpaque(command.run, "the search it runs is only known when it runs", command.index);
  if (text === "-delete" || RUNS.test(text)) search.prints = false;
  if (text === "-delete") for (const word of found) touch(command, "delete", word, { recursive: true });
  if (RUNS.test(text)) {
    const end = endOfRun(expression, at + 1);
    runForEach(
      command,
      text,
      expression.slice(at + 1, end).flatMap((word) => insert(word, "{}", filled)),
    );
    return end;
  }
  if (WRITES.test(text)) {
    const target = expression[at + 1];
    if (target !== undefined) touch(command, "write", target);
    return at + (text === "-fprintf" ? 2 : 1);
  }
  return takesOne(text) ? at + 1 : at;
}

/** `;`, or `{} +`. */
function endOfRun(expression: readonly Field[], from: number): number {
  const end = expression.findIndex(({ text }, at) => at >= from && (text === ";" || (text === "+" && textAt(expression, at - 1) === "{}")));
  return end < 0 ? expression.length : end;
}

function runForEach({ run, shell, how }: Command, option: string, words: readonly Field[]): void {
  const inner = option.endsWith("dir") ? { ...shell, cwd: null } : shell;
  run.runWords(run, inner, words, { via: [...how.via, `find ${option}`], env: how.env, span: how.span, stdin: null, external: true });
}

/** Base names that the expression lets through, as globs with commas; undefined: any. */
function namesMeant(expression: readonly Field[]): string | undefined {
  const names: string[] = [];
  let branches = 1;
  for (const [at, { text }] of expression.entries()) {
    if (/^(?:-or?|,)$/.test(text)) branches++;
    if (RUNS.test(text)) break;
    if (!/^-i?name$/.test(text) || /^(?:!|-not)$/.test(textAt(expression, at - 1))) continue;
    const pattern = expression[at + 1]?.text ?? "*";
    names.push(isDynamic(pattern) ? "*" : pattern);
  }
  if (names.length < branches) return undefined;
  return branches === 1 ? names[0] : names.join(",");
}

/** The word with each of the found paths in the place of the marker. */
function insert(word: Field, marker: string, found: readonly Field[]): readonly Field[] {
  if (!word.text.includes(marker)) return [word];
  if (word.text === marker) return found;
  return [{ ...word, text: word.text.replaceAll(marker, HOLE) }];
}

const xargs: Tool = (command) => {
  const { run, shell, args, how } = command;
  const parsed = readOptions(args, table(XARGS), { stopAtOperand: true });
  const input = inputOf(command, valueOf(parsed, "arg-file"));
  const words = parsed.operands.length === 0 ? [field("echo")] : parsed.operands;
  const marker = markerOf(parsed);
  const items = itemsOf(input, has(parsed, "null") ? "\0" : valueOf(parsed, "delimiter")?.text, marker !== undefined);
  const inner = { ...how, via: [...how.via, "xargs"], stdin: null, external: true };
  if (items.length === 0) return has(parsed, "no-run-if-empty") ? SILENT : run.runWords(run, shell, words, inner);
  const shares = marker === undefined ? sharesOf(parsed, items, input) : items.map((item) => [item]);
  const filled = (share: readonly Field[]) =>
    marker === undefined ? [...words, ...share] : words.flatMap((word) => insertItem(word, marker, share[0] ?? word));
  let output = SILENT;
  for (const share of shares.slice(0, MOST_STARTS)) output = run.runWords(run, shell, filled(share), inner);
  // Whoever lists more than anybody looks at may have hidden something at the end.
  if (shares.length > MOST_STARTS) output = run.runWords(run, shell, filled([field(HOLE, input.from)]), inner);
  return output;
};

function inputOf(command: Command, file: Field | undefined): Output {
  if (file === undefined) return command.how.stdin ?? unknownOutput("stdin");
  const input = contentOf(command.run, command.shell, file);
  touch(command, "read", file);
  return input;
}

/** What stands for an item: `-I{}`. */
function markerOf(parsed: Parsed): string | undefined {
  const own = valueOf(parsed, "I")?.text;
  if (own !== undefined) return own;
  return has(parsed, "replace") ? valueOf(parsed, "replace")?.text || "{}" : valueOf(parsed, "J")?.text;
}

const MOST_STARTS = 24;

/** What each start of the program is given: `-n 2`, `-L 1`. Where the size depends on lengths, all of it and each by itself. */
function sharesOf(parsed: Parsed, items: readonly Field[], input: Output): readonly (readonly Field[])[] {
  const single = () => items.map((item) => [item]);
  if (has(parsed, "max-chars")) return [items, ...single()];
  const lines = valueOf(parsed, "L") ?? valueOf(parsed, "max-lines");
  if (lines !== undefined && input.files === undefined && !isDynamic(input.text))
    return inShares(
      input.text.split("\n").filter((line) => line.trim() !== ""),
      lines.text || "1",
    ).map((some) => itemsOf({ ...input, text: some.join("\n") }, undefined, false));
  const most = valueOf(parsed, "max-args");
  return most === undefined ? [items] : inShares(items, most.text);
}

function inShares<T>(all: readonly T[], size: string): readonly (readonly T[])[] {
  const step = /^[1-9]\d{0,5}$/.test(size) ? Number(size) : 1;
  return Array.from({ length: Math.ceil(all.length / step) }, (_, at) => all.slice(at * step, (at + 1) * step));
}

function insertItem(word: Field, marker: string, item: Field): readonly Field[] {
  if (!word.text.includes(marker)) return [word];
  if (word.text === marker) return [{ ...item, quoted: true }];
  return [{ ...word, text: word.text.replaceAll(marker, item.pattern === true ? HOLE : item.text), from: [...word.from, ...item.from] }];
}

/** The words that reach xargs, where they are known. */
function itemsOf(input: Output, delimiter: string | undefined, lines: boolean): readonly Field[] {
  if (input.files !== undefined) return input.files;
  if (isDynamic(input.text)) return [{ ...field(HOLE, input.from) }];
  const parts =
    delimiter !== undefined
      ? input.text.split(delimiter === "\\n" ? "\n" : delimiter)
      : lines
        ? input.text.split("\n").map((each) => each.trim())
        : input.text.split(/\s+/).map((each) => each.replace(/^'(.*)'$|^"(.*)"$/s, "$1$2").replace(/\\(.)/g, "$1"));
  return parts
    .map((each) => each.replace(/\n$/, ""))
    .filter((each) => each !== "")
    .map((each) => field(each, input.from));
}

const FD = `
  x,exec: X,exec-batch: e,extension: t,type: d,max-depth: min-depth: E,exclude: g,glob: S,size: changed-within: changed-before: o,owner:
  c,color: j,threads: base-directory: search-path: C,base-directory: H,hidden I,no-ignore u,unrestricted s,case-sensitive i,ignore-case
  F,fixed-strings a,absolute-path l,list-details L,follow p,full-path 0,print0 1 q,quiet and: format: max-results:`;

const fd: Tool = (command) => {
  const { args } = command;
  const at = args.findIndex((each) => /^(?:-x|-X|--exec|--exec-batch)$/.test(each.text));
  const parsed = readOptions(at < 0 ? args : args.slice(0, at), table(FD));
  const extension = valueOf(parsed, "extension")?.text;
  const folder = parsed.operands[1]?.text ?? ".";
  const found = [pathsBelow(folder, extension === undefined ? "*" : `*.${extension}`)];
  if (at < 0) return { text: HOLE, from: ["cmd:git-list"], files: found };
  const words = args.slice(at + 1).filter((each) => each.text !== ";");
  const hasMarker = words.some((each) => /\{[./]*\}/.test(each.text));
  const inner = hasMarker ? words.flatMap((word) => insert(word, "{}", found)) : [...words, ...found];
  return runOther(command, inner, "fd -x");
};

const PARALLEL = `
  j,jobs,max-procs: a,arg-file: I: colsep,C: d,delimiter: n,max-args: N,max-replace-args: L: X m,xargs k,keep-order q,quote
  r,no-run-if-empty S,sshlogin: sshloginfile: joblog: results: tmpdir: retries: timeout: delay: halt: bar eta progress
  dry-run,dryrun tag v,verbose u,ungroup line-buffer 0,null load: nice: pipe block: env: workdir,wd: will-cite citation silent`;

/** GNU parallel: the words (or lines of input) after `:::`, and a command text with `{}` in it. */
const parallel: Tool = (command) => {
  const { run, args } = command;
  const marker = args.findIndex((each) => /^:::{1,2}\+?$/.test(each.text));
  const parsed = readOptions(marker < 0 ? args : args.slice(0, marker), table(PARALLEL), { stopAtOperand: true });
  if (has(parsed, "dryrun", "citation")) return undefined;
  if (has(parsed, "sshlogin", "sshloginfile")) addOpaque(run, "it runs on other machines", command.index);
  for (const name of ["joblog", "results"]) for (const value of valuesOf(parsed, name)) touch(command, "write", value);
  const text = parsed.operands.map((each) => each.text).join(" ");
  const items = parallelItems(command, marker);
  if (isDynamic(text)) return runCarried(command, text, "parallel");
  let output = SILENT;
  for (const item of items.slice(0, MOST_STARTS)) output = runForItem(command, parsed.operands, text, item);
  return output;
};

/** `::: a b`, `:::: FILE`, or the lines of its input. */
function parallelItems({ run, shell, how, args }: Command, marker: number): readonly Field[] {
  if (marker < 0) return itemsOf(how.stdin ?? unknownOutput("stdin"), undefined, true);
  const given = args.slice(marker + 1);
  if (!textAt(args, marker).startsWith("::::")) return given.filter((each) => !each.text.startsWith(":::"));
  return given.flatMap((each) => itemsOf(contentOf(run, shell, each), undefined, true));
}

function runForItem(command: Command, words: readonly Field[], text: string, item: Field): Output {
  const { run, how } = command;
  const value = item.pattern === true ? HOLE : item.text;
  const line = filledLine(text, value);
  if (text !== "" && isDynamic(line)) {
    const inner = words.flatMap((word) => insert(word, "{}", [item]));
    const invocation = { ...how, via: [...how.via, "parallel"], stdin: SILENT, external: true };
    return run.runWords(run, command.shell, text.includes("{}") ? inner : [...inner, item], invocation);
  }
  const output = runCarried(command, line, "parallel");
  if (text === "" || !/\s/.test(value)) return output;
  // The value is one word for the program: `parallel bash -c ::: 'rm -rf x'`.
  const word = quote(value);
  return runCarried(command, text.includes("{}") ? text.replaceAll("{}", () => word) : `${text} ${word}`, "parallel");
}

function filledLine(text: string, value: string): string {
  if (text === "") return value;
  return /\{[^{}]*\}/.test(text) ? text.replace(/\{[./#%]*(?:\d+[./]*)?\}/g, () => value) : `${text} ${value}`;
}

/** Runs a command for files as they change: the words after its options, or a text. */
const entr: Tool = (command) => {
  const { run, shell, args, how } = command;
  const parsed = readOptions(args, table("a c d n p r s x z"), { stopAtOperand: true });
  if (has(parsed, "s")) return runCarried(command, textAt(parsed.operands, 0), "entr -s");
  const words = parsed.operands.flatMap((word) => insert(word, "/_", how.stdin?.files ?? [field(HOLE)]));
  return words.length === 0
    ? SILENT
    : run.runWords(run, shell, words, { ...how, via: [...how.via, "entr"], stdin: SILENT, external: true });
};

/** Lists of files by their content: `grep -l`, `rg -l`, `git grep -l`, `ls`. */
export function listed(command: Command, operands: readonly Field[]): Output {
  const folders = operands.length === 0 ? [field(".")] : operands;
  return {
    text: HOLE,
    from: ["cmd:git-list"],
    files: folders.map((each) =>
      each.pattern === true ? { ...each, deep: true } : isFolder(command, each) ? pathsBelow(each.text) : each,
    ),
  };
}

export const SEARCH: Readonly<Record<string, Tool>> = byName({ find, fd, fdfind: fd, xargs, parallel, entr, rush: parallel });
