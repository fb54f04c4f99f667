// Shells: `-c` strings, scripts, standard input. A script that is in the project is ordinary work; one that this call
// made itself is walked; one that nobody can see is opaque.

import { byName, sameRow, wordSet } from "../../base/index.ts";
import { has, type Parsed, readOptions, table, valueOf } from "../run/options.ts";
import { innerShell, readScript, shellTextOf, walkSeen } from "../scripts/readScript.ts";
import { addHidden, addOpaque, settled, touch, type Command, type Tool } from "../run/record.ts";
import type { Shell } from "../run/state.ts";
import { type Field, field, isDynamic, type Output, SILENT, unknownOutput } from "../run/values.ts";

const SHELL_OPTIONS = table(
  `
    c i l,login s r,restricted D a b e f h k m n p t u v x B C E H P T O: o: A: rcfile: init-file: norc noprofile posix dump-strings
    dump-po-strings debugger noediting verbose wordexp pretty-print no-rcs emulate:`,
);

const STANDARD_INPUT = /^(?:-|\/dev\/stdin|\/dev\/fd\/0|\/proc\/self\/fd\/0)$/;

export const shell: Tool = (command) => {
  const { args } = command;
  const words = args.filter((each) => !/^\+[a-zA-Z]+$/.test(each.text));
  const parsed = readOptions(words, SHELL_OPTIONS, { stopAtOperand: true });
  for (const option of ["rcfile", "init-file"]) {
    const file = valueOf(parsed, option);
    if (file !== undefined) sourceFile(command, file, []);
  }
  const startup = command.how.env["ENV"] ?? command.how.env["BASH_ENV"];
  if (startup !== undefined && startup !== "") sourceFile(command, field(startup), []);
  const [first, ...rest] = parsed.operands;
  if (onlyParses(command, parsed)) {
    if (first !== undefined && !has(parsed, "c")) touch(command, "read", first);
    return SILENT;
  }
  if (has(parsed, "c")) return first === undefined ? SILENT : runGiven(command, first, rest.slice(1));
  if (first !== undefined && !has(parsed, "s") && !STANDARD_INPUT.test(first.text)) return runScriptFile(command, first, rest);
  return runInput(command, has(parsed, "s") ? parsed.operands : rest);
};

/** `sh -c TEXT NAME ARGS`. */
function runGiven(command: Command, given: Field, args: readonly Field[]): Output {
  const { run, how, index, name } = command;
  const text = settled(run, given.text);
  if (text === null) {
    addOpaque(run, "a shell runs a text that is only known when it runs", index);
    return unknownOutput("cmd:sh");
  }
  const inner = innerShell(command);
  inner.args = args;
  return run.runText(run, inner, text, { via: [...how.via, `${name} -c`], env: {}, span: null, stdin: how.stdin });
}

const PARSERS = wordSet("sh bash dash zsh ksh mksh");

/** `bash -n x.sh` looks for errors and runs nothing. */
function onlyParses({ name, args }: Command, parsed: Parsed): boolean {
  return (
    PARSERS.has(name) &&
    has(parsed, "n") &&
    !has(parsed, "i", "login", "rcfile", "init-file") &&
    !args.some(({ text }) => text.startsWith("+"))
  );
}

/** Standard input is the script. */
function runInput(command: Command, args: readonly Field[]): Output {
  const { run, how, index, name } = command;
  if (how.stdin === null) {
    addOpaque(run, "a shell is started with nothing to see of what it will run", index);
    return SILENT;
  }
  const text = settled(run, how.stdin.text);
  if (text === null) {
    addHidden(run, "a shell runs what a pipe or file gives it, which is only known when it runs", index);
    return unknownOutput("cmd:sh");
  }
  const inner = innerShell(command);
  inner.args = args;
  return run.runText(run, inner, text, { via: [...how.via, `${name} <`], env: {}, span: null, stdin: null });
}

function runScriptFile(command: Command, file: Field, args: readonly Field[]): Output {
  const inner = innerShell(command);
  inner.args = args;
  return runFileAsShell(command, file, inner);
}

/** `source file`: in the same shell. */
export function sourceFile(command: Command, file: Field, args: readonly Field[]): Output {
  const { run, shell: outer, how, index } = command;
  if (file.text === "/dev/stdin" || file.text === "/dev/fd/0") {
    if (how.stdin === null || isDynamic(how.stdin.text)) {
      addHidden(run, "a shell runs what a pipe or file gives it, which is only known when it runs", index);
      return SILENT;
    }
    return run.runText(run, outer, how.stdin.text, { via: [...how.via, "source"], env: {}, span: null, stdin: null });
  }
  const before = outer.args;
  if (args.length > 0) outer.args = args;
  const output = runFileAsShell(command, file, outer);
  outer.args = before;
  return output;
}

function runFileAsShell(command: Command, file: Field, inner: Shell): Output {
  const { run, how, index } = command;
  const seen = readScript(command, file);
  if (seen.kind === "opaque") addOpaque(run, seen.why, index);
  if (seen.kind !== "text") return unknownOutput("cmd:script");
  const { name } = inner;
  inner.name = file;
  const output = walkSeen(run, seen, () =>
    run.runText(run, inner, shellTextOf(seen), { via: [...how.via, "script"], env: {}, span: null, stdin: how.stdin }),
  );
  inner.name = name;
  return output ?? unknownOutput("cmd:script");
}

export const SHELLS: Readonly<Record<string, Tool>> = byName(
  sameRow("sh bash dash zsh ksh mksh ash rbash yash posh hush lksh osh ysh rc es elvish sash", shell),
);
