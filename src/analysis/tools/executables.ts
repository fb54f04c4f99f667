// A program named by a path: `/usr/bin/rm` is rm; `./run.sh` is the project's own; a file that this call made is looked into.

import { either, whole } from "../../base/index.ts";
import { absolute, isBelow, realOf } from "../run/disk.ts";
import { addOpaque, type Command, type Run, runOther } from "../run/record.ts";
import { toolFor } from "./programTable.ts";
import { madeBefore } from "../scripts/earlier.ts";
import { innerShell, readScript, type SeenScript, shellTextOf, trustedBelowHome, walkSeen } from "../scripts/readScript.ts";
import { type Field, type Output, unknownOutput } from "../run/values.ts";

const SYSTEM_FOLDERS = either`usr, bin, sbin, opt, nix, snap, Applications, Library, System,
  (?:[A-Z]:|mnt\/[a-z])\/(?:windows|program.files[^/]*)`;
const SYSTEM = new RegExp(`^\\/(?:${SYSTEM_FOLDERS})(?:\\/|$)`, "i");

/** A tool of the project's own folders keeps its meaning: node_modules/.bin/prettier is prettier. */
const OWN_TOOL = whole`[^]*\.exe, [^]*\/(?:node_modules\/\.bin|\.?venv\/bin|vendor\/bin|bin)\/[^/]+, [^]*\/(?:manage\.py|artisan)`;

/** The output when the path is no known program; null: go on by its base name. */
export function runFile(command: Command, word: Field): Output | null {
  const { run } = command;
  if (run.elsewhere) return null;
  const found = absolute(run.disk, command.shell.cwd, word.text);
  const place = found?.exact === true ? found.path : null;
  if (command.name === "codicil") {
    if (isOurs(run, place)) return null;
    // A file of that name may also be something else: it is looked at as both, and keeps nothing.
    toolFor(command.name)?.({ ...command, run: { ...run, kept: new Map() } });
  }
  if (place === null) {
    addOpaque(run, "the program it runs is only known when it runs", command.index);
    return unknownOutput("cmd:?");
  }
  const path = realOf(run.disk, place, true);
  return runMadeFile(command, word, place, path) ?? runOnDisk(command, word, place, path);
}

/** Our own program keeps its meaning under every path: an agent cannot approve itself by writing ./codicil. */
function isOurs(run: Run, path: string | null): boolean {
  return path === null || path === run.world.codicil || (run.world.kind(path) === null && !run.disk.made.has(path));
}

/** What an earlier part of the call made there; null: nothing. */
function runMadeFile(command: Command, word: Field, place: string, path: string): Output | null {
  const { disk } = command.run;
  const under = (text: string, label: string) => runOther(command, [{ ...word, text }, ...command.args], label);
  const made = disk.made.get(path) ?? disk.made.get(place);
  if (made?.by === "copy" && made.target !== undefined && SYSTEM.test(made.target)) return under(made.target, "copy");
  if (disk.made.get(place)?.kind === "link" && SYSTEM.test(path)) return under(path, "link");
  if (made?.by === "build") return unknownOutput(`cmd:${command.name}`);
  return made === undefined ? null : runMade(command, word);
}

function runOnDisk(command: Command, word: Field, place: string, path: string): Output | null {
  const { world } = command.run;
  if (SYSTEM.test(path) || SYSTEM.test(place)) return null;
  const isKnown = toolFor(command.name) !== undefined;
  // Before what a person installed below the home: there the project lies too, with a bin of its own.
  if (isBelow(path, world.project)) {
    const keepsMeaning = isKnown && OWN_TOOL.test(path);
    // One that an agent wrote does what is in it as well.
    if (keepsMeaning && madeBefore(command.run, path) === null) return null;
    const output = runOwn(command, word);
    return keepsMeaning ? null : runBuild(command, output);
  }
  return trustedBelowHome(world.userHome, place) || (isKnown && world.kind(path) === null) ? null : runMade(command, word);
}

/** `./gradlew publish`: the project's own copy of a build tool has that tool's tasks. */
function runBuild(command: Command, output: Output): Output {
  if (/^(?:gradlew|mvnw)$/.test(command.name)) toolFor(command.name)?.(command);
  return output;
}

/** A script of the project that exists, or is not there and so runs nothing. */
function runOwn(command: Command, word: Field): Output {
  const { run, index } = command;
  const script = readScript(command, word);
  const path = realOf(run.disk, absolute(run.disk, command.shell.cwd, word.text)?.path ?? "/", true);
  // What is not there runs nothing, whatever its name, and neither does a folder.
  if (script.kind === "opaque" && !/^(?:null|dir)$/.test(String(run.world.kind(path)))) addOpaque(run, script.why, index);
  return script.kind === "text" ? runSeen(command, word, script) : unknownOutput(`cmd:${command.name}`);
}

function runMade(command: Command, word: Field): Output {
  const { run, index } = command;
  const script = readScript(command, word);
  if (script.kind === "opaque") addOpaque(run, script.why, index);
  return script.kind === "text" ? runSeen(command, word, script) : unknownOutput(`cmd:${command.name}`);
}

/** By its first line: in a shell, or given to the interpreter that it names. */
function runSeen(command: Command, word: Field, script: SeenScript): Output {
  const { run, how } = command;
  const interpreter = /^#!\s*(?:\/usr\/bin\/env\s+(?:-S\s+)?)?(\S+)/.exec(script.text)?.[1] ?? "sh";
  const name = interpreter.slice(interpreter.lastIndexOf("/") + 1);
  if (/^(?:ba|da|z|k|a)?sh$/.test(name)) {
    const inner = innerShell(command);
    inner.args = command.args;
    inner.name = word;
    const output = walkSeen(run, script, () =>
      run.runText(run, inner, shellTextOf(script), { via: [...how.via, "script"], env: {}, span: null, stdin: how.stdin }),
    );
    return output ?? unknownOutput(`cmd:${command.name}`);
  }
  return runOther(command, [{ ...word, text: name, start: -1, end: -1 }, word, ...command.args], "script");
}
