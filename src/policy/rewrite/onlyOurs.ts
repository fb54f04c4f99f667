// Whether everything that a rewritten call runs is Codicil's own trash. Only then may a host be told "allow": whatever else
// is in the call, the host would have asked about, and its own permission has to decide it.
//
// A closed grammar over the parsed text. What it does not know is not ours:
//   - commands joined by `;`, a line break, `&&` or `||`, one after the other
//   - Codicil by its absolute path, unquoted or quoted as a whole, with `trash put` or `trash keep`, options of rm and names
//   - builtins of the shell that change no file: cd, echo, printf, pwd, test, [, true, false, :
//   - output to /dev/null or to another descriptor
// So there are no assignments (NODE_OPTIONS=… would run code inside of Codicil), no substitutions or variables, no pipes, no
// background, no functions, and no file is written: text that overwrites a file may be a program that runs later.

import { quotedWord } from "../../analysis/index.ts";
import { type Command, parse, type Redirection, type Statement, type Word, type WordPart } from "unbash";
import { RM_OPTION } from "./deletes.ts";

const BUILTINS = new Set(["cd", "echo", "printf", "pwd", "test", "[", "true", "false", ":"]);

/** `codicil`: the program's absolute path; a bare name may be any program. */
export function onlyOurs(command: string, codicil: string | undefined): boolean {
  if (codicil === undefined || !codicil.startsWith("/")) return false;
  const script = parse(command);
  if ((script.errors?.length ?? 0) > 0) return false;
  const own = (each: Command | null) => each !== null && isTrash(each, quotedWord(codicil));
  const commands = script.commands.flatMap(simpleCommands);
  return commands.some(own) && commands.every((each) => own(each) || (each !== null && isInert(each)));
}

/** null stands for a part that is no simple command. */
function simpleCommands({ command, background }: Statement): readonly (Command | null)[] {
  if (background === true) return [null];
  const parts = command.type === "AndOr" ? command.commands : [command];
  return parts.map((part) => (part.type === "Command" && part.prefix.length === 0 ? part : null));
}

function isTrash({ name, suffix }: Command, codicil: string): boolean {
  const [trash, act, ...rest] = suffix;
  if (name?.text !== codicil || !isWord(trash, "trash") || (!isWord(act, "put") && !isWord(act, "keep"))) return false;
  const isOperand = (word: Word) => isFixed(word, { globs: true }) && (!word.value.startsWith("-") || RM_OPTION.test(word.value));
  return rest.every((each) => (each.type === "Word" ? isOperand(each) : isSilencing(each)));
}

function isInert({ name, suffix }: Command): boolean {
  if (name === undefined || name.parts !== undefined || name.text !== name.value || !BUILTINS.has(name.value)) return false;
  if (!suffix.every((each) => (each.type === "Word" ? isFixed(each, { globs: false }) : isSilencing(each)))) return false;
  const [first] = suffix;
  // `printf -v` sets a variable, `cd -` goes where nobody here knows.
  return !(/^(?:printf|cd)$/.test(name.value) && first?.type === "Word" && first.value.startsWith("-"));
}

function isWord(part: Command["suffix"][number] | undefined, text: string): boolean {
  return part?.type === "Word" && part.parts === undefined && part.text === text;
}

/** The same text whenever it runs; with `globs` also names of files that match. */
function isFixed({ parts }: Word, { globs }: { readonly globs: boolean }): boolean {
  return (parts ?? []).every((part) => isFixedPart(part, globs));
}

function isFixedPart(part: WordPart, globs: boolean): boolean {
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
    case "AnsiCQuoted":
      return true;
    case "DoubleQuoted":
      return part.parts.every(({ type }) => type === "Literal");
    case "Glob":
    case "BraceExpansion":
      return globs && (part.parts ?? []).every((each) => isFixedPart(each, globs));
    default:
      return false;
  }
}

function isSilencing(part: Command["suffix"][number]): boolean {
  if (part.type !== "Redirect") return false;
  const { operator, target, descriptor }: Redirection & { readonly type: "Redirect" } = part;
  if (target === undefined || target.parts !== undefined || descriptor?.type === "FileDescriptorVariable") return false;
  return operator === ">&" ? /^[12]$/.test(target.text) : /^(?:>|>>|&>|&>>)$/.test(operator) && target.text === "/dev/null";
}
