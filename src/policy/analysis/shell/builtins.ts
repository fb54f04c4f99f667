// Builtins of the shell that change what it remembers, or run text.

import { absolute, kindOf, normalise, realOf } from "../disk.ts";
import { addHazard, addOpaque, type Command, settled, type Tool } from "../record.ts";
import { noteAssignment, noteUnset } from "../tools/environment.ts";
import { sourceFile } from "../tools/shells.ts";
import { echo, printf } from "../tools/streams.ts";
import { checkEvaluated, holdsCommand } from "./arithmetic.ts";
import { fork, setVariable } from "./state.ts";
import { type Field, field, type Output, HOLE, isDynamic, NOTHING, PLAIN, said, SILENT, unknownOutput } from "./values.ts";

function changeFolder(command: Command, target: Field | undefined): void {
  const { run, shell } = command;
  const word = target ?? field(run.world.userHome);
  if (word.text === "-") {
    shell.cwd = shell.folders.at(-1) ?? null;
    return;
  }
  const found = absolute(run.disk, shell.cwd, word.text);
  shell.folders = [...shell.folders, shell.cwd];
  if (found === null || !found.exact || word.pattern === true) {
    shell.cwd = null;
    return;
  }
  const real = realOf(run.disk, found.path, true);
  // A folder that is not there: outside the project nothing is known of it, and the shell is taken to be in it; inside,
  // `cd` fails, and what follows runs in the old folder or not at all.
  shell.cwd = kindOf(run.disk, real) === "file" ? shell.cwd : normalise(real);
}

const cd: Tool = (command) => {
  const words = command.args.filter((each) => !/^-[LPe@]+$|^--$/.test(each.text));
  changeFolder(command, words[0]);
  return SILENT;
};

const pushd: Tool = (command) => {
  const word = command.args.find((each) => each.text !== "-n" && each.text !== "--");
  if (word === undefined || /^[+-]\d+$/.test(word.text)) command.shell.cwd = null;
  else changeFolder(command, word);
  return unknownOutput();
};

const popd: Tool = ({ shell }) => {
  shell.cwd = shell.folders.at(-1) ?? null;
  shell.folders = shell.folders.slice(0, -1);
  return unknownOutput();
};

/** declare, export, readonly, local, typeset. */
const declare: Tool = (command) => {
  const { run, shell, args, index } = command;
  let exported = command.name === "export";
  let evaluated = false;
  let reference = false;
  for (const word of args) {
    const { text } = word;
    if (/^[-+]/.test(text)) {
      if (/^-\w*x/.test(text)) exported = true;
      if (/^-\w*i/.test(text)) evaluated = true;
      if (/^-\w*n/.test(text)) reference = true;
      if (/^-\w*f/.test(text)) return exportFunctions(command, exported || /x/.test(text));
      continue;
    }
    const equals = text.indexOf("=");
    const name = equals < 0 ? text : text.slice(0, equals).replace(/\+$/, "");
    // `export $(cat .env)`: settings of the project's own file.
    const own = word.from.length > 0 && word.from.every((each) => each.startsWith("file:") && !each.startsWith("file:/") || each.startsWith(`file:${run.world.project}/`));
    if (isDynamic(name) && !own) addOpaque(run, "it sets a variable whose name is only known when it runs", index);
    if (holdsCommand(name)) addOpaque(run, "an array index holds a command", index);
    const known = shell.vars.get(name);
    if (equals < 0) {
      if (known !== undefined && exported) {
        shell.vars.set(name, { ...known, exported });
        for (const value of known.values) noteAssignment(run, shell, name, value, { exported: true, program: index });
      }
      continue;
    }
    const value = { text: text.slice(equals + 1), from: word.from };
    if (evaluated) checkEvaluated(run, shell, value.text);
    noteAssignment(run, shell, name, value, { exported: exported || command.name !== "local", program: index });
    setVariable(shell, name, value, exported);
    const now = shell.vars.get(name);
    if (reference && now !== undefined && /^\w+$/.test(value.text)) shell.vars.set(name, { ...now, refers: value.text });
  }
  return args.length === 0 || args.every((each) => /^-p/.test(each.text)) ? unknownOutput("cmd:env") : SILENT;
};

/** `export -f git`: every later shell would call the function instead. */
function exportFunctions({ run, args, index }: Command, exported: boolean): Output {
  if (exported) for (const { text } of args) if (!text.startsWith("-") && KNOWN_PROGRAMS.test(text)) addHazard(run, "tampering", `a function takes the place of \`${text}\` in every later shell`, index);
  return unknownOutput();
}

const set: Tool = ({ shell, args }) => {
  if (args.length === 0) return unknownOutput("cmd:env");
  const first = args[0]?.text ?? "";
  if (args.some((each, at) => (each.text === "allexport" && args[at - 1]?.text === "-o") || /^-\w*a/.test(each.text))) shell.exportAll = true;
  const marker = args.findIndex((each) => each.text === "--");
  if (marker >= 0) shell.args = args.slice(marker + 1);
  else if (!/^[-+]/.test(first)) shell.args = args;
  return SILENT;
};

const shift: Tool = ({ shell, args }) => {
  shell.args = shell.args.slice(Number(args[0]?.text ?? 1) || 1);
  return SILENT;
};

/** read and mapfile put what they get into variables; a hole stays a hole. */
const read: Tool = (command) => {
  const { run, shell, args, how, index } = command;
  const names: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const text = args[at]?.text ?? "";
    if (/^-[a-zA-Z]*[adinNptuCOsc]$/.test(text) && text.length === 2) {
      if (text === "-a" || text === "-C") names.push(args[at + 1]?.text ?? "");
      if (text === "-C") run.runText(run, fork(shell), args[at + 1]?.text ?? HOLE, { via: ["mapfile -C"], env: {}, span: null, stdin: null });
      if (text !== "-t" || command.name === "read") at++;
      if (text === "-s") at--;
    } else if (!text.startsWith("-")) names.push(text);
  }
  const input = how.stdin?.text ?? HOLE;
  const from = how.stdin?.from ?? ["stdin"];
  const line = isDynamic(input) ? HOLE : (input.split("\n")[0] ?? "");
  for (const [at, name] of (names.length === 0 ? ["REPLY", "MAPFILE"] : names).entries()) {
    if (holdsCommand(name)) addOpaque(run, "an array index holds a command", index);
    const known = command.name === "read" && !isDynamic(line) && names.length <= 1;
    const files = names.length <= 1 ? how.stdin?.files : undefined;
    setVariable(shell, name, { text: known && at === 0 ? line.trim() : HOLE, from, ...(files === undefined ? {} : { files }) });
  }
  return SILENT;
};

const unset: Tool = ({ run, shell, args, index }) => {
  for (const { text } of args) {
    if (text.startsWith("-")) continue;
    if (holdsCommand(text)) addOpaque(run, "an array index holds a command", index);
    noteUnset(run, text, index);
    shell.functions.delete(text);
    if (shell.vars.has(text)) setVariable(shell, text, { text: "", from: NOTHING });
  }
  return SILENT;
};

/** Words become a text again and are read once more. */
const evaluate: Tool = (command) => {
  const { run, shell, args, how, index } = command;
  const words = args[0]?.text === "--" ? args.slice(1) : args;
  const text = words.map((each) => each.text).join(" ");
  const known = settled(run, text);
  if (known === null) {
    addOpaque(run, "it evaluates a text that is only known when it runs", index);
    return unknownOutput("cmd:eval");
  }
  return run.runText(run, shell, known, { ...how, via: [...how.via, "eval"], span: null });
};

const source: Tool = (command) => {
  const words = command.args[0]?.text === "--" ? command.args.slice(1) : command.args;
  const file = words[0];
  return file === undefined ? SILENT : sourceFile(command, file, words.slice(1));
};

const trap: Tool = ({ run, shell, args, index }) => {
  const words = args[0]?.text === "--" ? args.slice(1) : args;
  const action = words[0];
  if (action === undefined || action.text.startsWith("-") || words.length === 1 || action.text === "") return SILENT;
  const text = settled(run, action.text);
  if (text === null) addOpaque(run, "a trap runs a text that is only known when it runs", index);
  else if (words.some((each) => /^(?:SIG)?(?:DEBUG|RETURN|ERR|CHLD)$/i.test(each.text))) run.runText(run, fork(shell), text, { via: ["trap"], env: {}, span: null, stdin: null });
  else run.deferred.push({ shell, text });
  return SILENT;
};

const alias: Tool = ({ run, shell, args, index }) => {
  for (const { text } of args) {
    const equals = text.indexOf("=");
    if (equals <= 0) continue;
    const [name, value] = [text.slice(0, equals), text.slice(equals + 1)];
    if (isDynamic(text)) {
      addOpaque(run, "an alias is only known when it runs", index);
      continue;
    }
    shell.aliases.set(name, value);
    const first = /^\s*(?:\\|command\s+)?([^\s;|&]+)/.exec(value)?.[1] ?? "";
    if (first !== name && KNOWN_PROGRAMS.test(name)) addHazard(run, "tampering", `an alias puts \`${first}\` in the place of \`${name}\``, index);
  }
  return args.length === 0 ? unknownOutput() : SILENT;
};

const KNOWN_PROGRAMS = /^(?:git|ls|cd|cat|rm|cp|mv|echo|sudo|npm|pnpm|yarn|node|python\d?|pip\d?|ssh|curl|wget|make|docker|kubectl|grep|sed|awk|find|test|sh|bash|zsh|codicil|agents|trash|go|cargo|gh)$/;

const exec: Tool = ({ run, shell, args, how }) => {
  let at = 0;
  for (; at < args.length && /^-[cla]+$/.test(args[at]?.text ?? ""); at++) if (args[at]?.text.includes("a") === true) at++;
  if (args[at]?.text === "--") at++;
  const rest = args.slice(at);
  return rest.length === 0 ? SILENT : run.runWords(run, shell, rest, { ...how, via: [...how.via, "exec"], external: true });
};

/** Where a program would be found: somewhere in the system's folders. */
function found(word: Field | undefined): string {
  return word === undefined ? HOLE : /^[\w.+-]+$/.test(word.text) ? `/usr/bin/${word.text}` : word.text;
}

const commandBuiltin: Tool = ({ run, shell, args, how, name }) => {
  let at = 0;
  for (; at < args.length && /^-[pvV]+$/.test(args[at]?.text ?? ""); at++) {
    if (/[vV]/.test(args[at]?.text ?? "")) return said(found(args[at + 1]));
  }
  if (args[at]?.text === "--") at++;
  const rest = args.slice(at);
  return rest.length === 0 ? SILENT : run.runWords(run, shell, rest, { ...how, via: [...how.via, name], external: true });
};

const type: Tool = ({ args }) => {
  const words = args.filter((each) => !each.text.startsWith("-"));
  return args.some((each) => /^-\w*[pP]/.test(each.text)) ? said(found(words[0])) : unknownOutput();
};

const test: Tool = ({ run, shell, args }) => {
  for (const [at, { text }] of args.entries()) {
    if (text === "-v" || text === "-R") checkEvaluated(run, shell, args[at + 1]?.text ?? "");
  }
  return SILENT;
};

const letBuiltin: Tool = ({ run, shell, args, index }) => {
  for (const { text } of args) {
    if (isDynamic(text)) addOpaque(run, "it evaluates a text that is only known when it runs", index);
    checkEvaluated(run, shell, text);
    const name = /^([A-Za-z_]\w*)\s*[-+*/%]?=/.exec(text)?.[1];
    if (name !== undefined) setVariable(shell, name, { text: PLAIN, from: NOTHING });
  }
  return SILENT;
};

const printfBuiltin: Tool = (command) => {
  const { run, shell, args, index } = command;
  if (args[0]?.text !== "-v") return printf(command);
  const name = args[1]?.text ?? "";
  if (isDynamic(name) || holdsCommand(name)) addOpaque(run, "an array index holds a command", index);
  const output = printf({ ...command, args: args.slice(2) }) ?? SILENT;
  const value = { text: output.text, from: output.from };
  noteAssignment(run, shell, name, value, { exported: false, program: index });
  setVariable(shell, name, value);
  return SILENT;
};

/** Keys and completions that run a command. */
const bind: Tool = ({ run, shell, args, index }) => {
  for (const [at, { text }] of args.entries()) {
    if (!/^-[xC]$/.test(text)) continue;
    addHazard(run, "tampering", "it makes keys or completions run a command", index);
    run.runText(run, fork(shell), (args[at + 1]?.text ?? "").replace(/^\s*"[^"]*"\s*:\s*/, ""), { via: ["bind"], env: {}, span: null, stdin: null });
  }
  return SILENT;
};

const enable: Tool = ({ run, args, index }) => {
  if (args.some((each) => /^-\w*f/.test(each.text))) addHazard(run, "tampering", "it loads code into the shell", index);
  return SILENT;
};

const hash: Tool = ({ run, args, index }) => {
  if (args.some((each) => /^-\w*p/.test(each.text))) addHazard(run, "tampering", "it puts another file in the place of a program", index);
  return SILENT;
};

const silent: Tool = () => SILENT;
const unknown = (from: string): Tool => () => unknownOutput(from);

export const BUILTINS: ReadonlyMap<string, Tool> = new Map<string, Tool>([
  ["cd", cd], ["chdir", cd], ["pushd", pushd], ["popd", popd],
  ["export", declare], ["declare", declare], ["typeset", declare], ["readonly", declare], ["local", declare],
  ["set", set], ["shift", shift], ["read", read], ["mapfile", read], ["readarray", read], ["unset", unset],
  ["eval", evaluate], [".", source], ["source", source], ["trap", trap], ["alias", alias], ["unalias", silent],
  ["exec", exec], ["command", commandBuiltin], ["builtin", commandBuiltin], ["type", type], ["test", test], ["[", test],
  ["let", letBuiltin], ["printf", printfBuiltin], ["echo", echo], ["bind", bind], ["complete", bind], ["compgen", bind], ["enable", enable], ["hash", hash],
  [":", silent], ["true", silent], ["false", silent], ["return", silent], ["exit", silent], ["break", silent], ["continue", silent],
  ["wait", silent], ["jobs", unknown("cmd:jobs")], ["bg", silent], ["fg", silent], ["disown", silent], ["shopt", silent], ["umask", silent], ["ulimit", silent],
  ["times", silent], ["help", unknown("cmd:help")], ["history", unknown("cmd:history")], ["fc", unknown("cmd:history")], ["dirs", unknown("cmd:dirs")],
  ["getopts", silent], ["pwd", ({ shell }) => (shell.cwd === null ? unknownOutput() : said(`${shell.cwd}\n`))],
]);

