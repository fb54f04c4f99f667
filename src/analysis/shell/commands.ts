// Who answers to a name: a function of the call, a builtin of the shell, a tool that the tables know, a file that the
// call itself made, or a program that nobody here knows (which is allowed to run: unknown is not forbidden).

import { wordSet } from "../../base/index.ts";
import { earlierCalls } from "../call/call.ts";
import { absolute, isBelow, kindOf } from "../run/disk.ts";
import { OWN_NAME, readAs } from "../run/sameNames.ts";
import { addHazard, addHidden, addOpaque, addProgram, type Command, type Invocation, type Run, type Tool } from "../run/record.ts";
import { runFile } from "../tools/executables.ts";
import { readLoaded } from "../code/loaded.ts";
import type { Program } from "../call/effects.ts";
import { endsForCertain } from "../carriers/toldTo.ts";
import { madeBefore } from "../scripts/earlier.ts";
import { isCarrier, toolFor } from "../tools/programTable.ts";
import { noteFed, noteHiddenTexts } from "../tools/hiddenTexts.ts";
import { lookForDeleter, unknownProgram } from "../tools/unknown.ts";
import { BUILTINS } from "./builtins.ts";
import type { Shell } from "../run/state.ts";
import { environmentOf, type Field, HOLE, isDynamic, type Output, SILENT, unknownOutput } from "../run/values.ts";
import { callFunction } from "./walk.ts";

export function runWords(run: Run, shell: Shell, words: readonly Field[], how: Invocation): Output {
  const first = words[0];
  if (first === undefined) return SILENT;
  if (--run.budget < 0) {
    if (run.budget === -1) addHidden(run, "it has more commands than can be looked at");
    return SILENT;
  }
  const { text } = first;
  if (isDynamic(text) || first.pattern === true || text === "") return runUnknown(run, shell, words, first, how);
  // A name in letters that only look like others, or with a control character, is no program that anybody meant.
  if (NOT_ASCII.test(text)) addOpaque(run, "the program's name holds letters that may only look like others");
  if (how.external !== true && shell.functions.has(text)) return callFunction(run, shell, text, words.slice(1), how.stdin);
  // The shell's own `time` has no options: what follows is the program's.
  if (text.charCodeAt(0) === 45 && how.external !== true)
    return runWords(run, shell, [{ ...first, text: "/usr/bin/time" }, ...words], { ...how, external: true });
  return runNamed(run, shell, words, first, how);
}

/** Its name is only known when it runs; `python -m venv "$dir" && "$dir/bin/pip" install x` says which it is. */
function runUnknown(run: Run, shell: Shell, words: readonly Field[], first: Field, how: Invocation): Output {
  const [, folder, program] = /^(.*)\/bin\/([\w.-]+)$/s.exec(first.text) ?? [];
  if (folder !== undefined && program !== undefined && run.environments.has(environmentOf(first, folder)))
    return runWords(run, shell, [{ ...first, text: program }, ...words.slice(1)], { ...how, external: true });
  const usual = programOf(run, first);
  if (usual !== null) return runWords(run, shell, [{ ...first, text: usual }, ...words.slice(1)], { ...how, external: true });
  const index = addProgram(run, shell, words, how, "");
  addOpaque(run, "the program it runs is only known when it runs", index);
  return unknownOutput("cmd:?");
}

/** Programs that people name by a variable of their environment. */
const USUAL = wordSet("python python3 node npm pnpm yarn cargo go ruby php perl cc make cmake pip uv sudo docker");

/** `$PYTHON -m pytest`: a variable that nothing in the session has set, with a program's own name, holds that program. */
function programOf({ world }: Run, { text, from }: Field): string | null {
  const name = (text === HOLE && from.length === 1 ? /^var:([A-Z]+3?)$/.exec(from[0] ?? "")?.[1] : undefined) ?? "";
  const program = name.toLowerCase();
  return USUAL.has(program) && earlierCalls(world, `${name}=`).length === 0 ? program : null;
}

function runNamed(run: Run, shell: Shell, words: readonly Field[], first: Field, how: Invocation): Output {
  const slash = first.text.lastIndexOf("/");
  const base = slash < 0 ? first.text : first.text.slice(slash + 1);
  const name = canonicalName(base);
  // git's commands also are as programs of their own: git-reset.
  if (name.startsWith("git-") && toolFor(name) === undefined) {
    const git = [
      { ...first, text: "git" },
      { ...first, text: name.slice(4), start: -1, end: -1 },
    ];
    return runWords(run, shell, [...git, ...words.slice(1)], { ...how, external: true });
  }
  const index = addProgram(run, shell, words, how, OWN_NAME.has(base) ? base : name);
  const command: Command = { run, shell, name, args: words.slice(1), how, index };
  const output = answer(command, first, slash < 0 ? base : null);
  if (run.programs.length > index + 1 && isCarrier(name)) run.programs[index] = { ...(run.programs[index] as Program), carrier: true };
  return output;
}

/** A builtin of that name, a file, a tool that the tables know, or nobody. */
function answer(command: Command, first: Field, bare: string | null): Output {
  const builtin = bare === null ? undefined : BUILTINS.get(bare);
  if (builtin !== undefined) return builtin(command) ?? SILENT;
  const asksForHelp = onlyAsksForHelp(command);
  if (!asksForHelp && readLoaded(command) && command.run.onlyLoads) return unknownOutput();
  const ran = bare === null ? runFile(command, first) : runFoundFirst(command, first, bare);
  if (ran !== null) return ran;
  if (asksForHelp) return unknownOutput();
  const tool = toolFor(command.name);
  return tool === undefined ? unknownProgram(command) : useTool(command, tool);
}

/** `PATH=tools:$PATH git status`, where the call's own PATH finds a file of that name in the project or among temporary files. */
function runFoundFirst(command: Command, first: Field, name: string): Output | null {
  const { run, shell, how } = command;
  const path = how.env["PATH"] ?? shell.vars.get("PATH")?.values[0]?.text;
  if (path === undefined || how.via.includes("PATH")) return null;
  for (const folder of path.split(":")) {
    const found = absolute(run.disk, shell.cwd, `${folder}/${name}`);
    if (found?.exact !== true || !isOwnFolder(run, found.path)) continue;
    if (kindOf(run.disk, found.path) !== "file" && madeBefore(run, found.path) === null) continue;
    return runFile({ ...command, how: { ...how, via: [...how.via, "PATH"] } }, { ...first, text: found.path });
  }
  return null;
}

function isOwnFolder({ world, disk }: Run, path: string): boolean {
  return disk.made.has(path) || [world.project, ...world.temporary].some((folder) => isBelow(path, folder));
}

function useTool(command: Command, tool: Tool): Output {
  const output = tool(command) ?? unknownOutput(`cmd:${command.name}`);
  const { run } = command;
  // Where it ran nothing and nothing is at stake, a text among its words may still hold a command.
  if (run.programs.length === command.index + 1 && !run.hazards.some(({ program }) => program === command.index)) {
    lookForDeleter(command);
    noteHiddenTexts(command, false);
    noteFed(command);
    if (HAS_SUBCOMMANDS.has(command.name) && endsForCertain(command))
      addHazard(run, "destructive", `\`${command.name}\` is told to end something`, command.index);
  }
  return output;
}

/** Their tables read what runs inside; verbs that no rule names are those of every program. */
const HAS_SUBCOMMANDS = new Set("docker nix cockroach clickhouse supervisorctl".split(" "));
const NOT_ASCII = /[^\u0020-\u007e]/;

function canonicalName(base: string): string {
  let name = base.endsWith(".exe") || base.endsWith(".EXE") ? base.slice(0, -4) : base;
  if (name !== name.toLowerCase() && toolFor(name) === undefined) name = name.toLowerCase();
  return readAs(name);
}

/** `rm --help`, `sudo --version`: nothing else happens. */
function onlyAsksForHelp(command: Command): boolean {
  const { args } = command;
  if (args.length !== 1) return false;
  const text = args[0]?.text;
  return text === "--help" || text === "--version" || text === "-help" || text === "-version" || text === "--usage";
}
