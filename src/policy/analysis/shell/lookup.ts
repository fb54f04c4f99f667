// Reading a variable: what the call set itself, what the world knows, and otherwise a hole that remembers its name.

import { byName, wordSet } from "../../../base/index.ts";
import type { Run } from "../record.ts";
import { type Shell, UNKNOWN, type Value } from "./state.ts";
import { HOLE, NOTHING, PLAIN, TEMP } from "./values.ts";

/** Names whose values are unknown but never hold a path or a space. */
const NUMBERS = wordSet("UID EUID PPID RANDOM SRANDOM SECONDS LINENO BASHPID EPOCHSECONDS EPOCHREALTIME COLUMNS LINES SHLVL OPTIND");
/** Files and folders that a CI runner makes for one job; where no runner sets them, nothing is written. */
const JOB_FILES = new Set(["GITHUB_OUTPUT", "GITHUB_ENV", "GITHUB_PATH", "GITHUB_STEP_SUMMARY", "GITHUB_STATE", "RUNNER_TEMP"]);
/** The project's root under the name that a CI runner gives it. */
const PROJECT_ROOTS = new Set(["GITHUB_WORKSPACE", "CI_PROJECT_DIR", "BUILD_SOURCESDIRECTORY", "CIRCLE_WORKING_DIRECTORY", "INIT_CWD"]);
/** Version managers: where each stands below the home folder unless it is told otherwise. */
const MANAGERS: Readonly<Record<string, string>> = byName({
  NVM_DIR: ".nvm",
  PYENV_ROOT: ".pyenv",
  RBENV_ROOT: ".rbenv",
  ASDF_DIR: ".asdf",
  SDKMAN_DIR: ".sdkman",
  CARGO_HOME: ".cargo",
  RUSTUP_HOME: ".rustup",
  VOLTA_HOME: ".volta",
  BUN_INSTALL: ".bun",
  CONDA_DIR: ".conda",
  CONDA_PREFIX: ".conda",
});
const NAMES = new Set(["USER", "LOGNAME", "HOSTNAME", "HOSTTYPE", "MACHTYPE", "OSTYPE"]);

/** Picks one of several possibilities for this look at the command; the command is looked at once for each. */
export function choose(shell: Shell, key: string, size: number): number | null {
  if (size === 1) return 0;
  const choices = shell.choice;
  if (choices === null) return null;
  const known = choices.get(key);
  if (known !== undefined) return Math.min(known.index, size - 1);
  choices.set(key, { index: 0, size });
  return 0;
}

/** The next combination; false when all have been looked at. */
export function nextChoice(choices: Map<string, { index: number; size: number }>): boolean {
  for (const [key, each] of choices) {
    if (each.index + 1 < each.size) {
      choices.set(key, { index: each.index + 1, size: each.size });
      return true;
    }
    choices.set(key, { index: 0, size: each.size });
  }
  return false;
}

export function readVariable(run: Run, shell: Shell, name: string): Value {
  const variable = shell.vars.get(name);
  if (variable?.refers !== undefined && variable.refers !== name) return readVariable(run, shell, variable.refers);
  if (variable !== undefined) {
    const index = choose(shell, name, variable.values.length);
    return index === null ? UNKNOWN : (variable.values[index] ?? UNKNOWN);
  }
  switch (name) {
    case "BASH_SOURCE":
      return { text: shell.name?.text ?? HOLE, from: NOTHING };
    case "HOME":
      return { text: run.world.userHome, from: NOTHING };
    case "PWD":
      return shell.cwd === null ? UNKNOWN : { text: shell.cwd, from: NOTHING };
    case "OLDPWD": {
      const before = shell.folders.at(-1);
      return before == null ? UNKNOWN : { text: before, from: NOTHING };
    }
    case "TMPDIR":
    case "TMP":
    case "TEMP":
      return { text: run.world.temporary[0] ?? "/tmp", from: NOTHING };
    case "CODICIL_HOME":
    case "CODICIL_STATE":
    case "XDG_CONFIG_HOME":
    case "XDG_STATE_HOME":
      return placeOfMind(run, name);
    case "IFS":
      return { text: " \t\n", from: NOTHING };
    default:
      if (NUMBERS.has(name)) return { text: PLAIN, from: NOTHING };
      if (JOB_FILES.has(name)) return { text: TEMP, from: NOTHING };
      if (MANAGERS[name] !== undefined) return { text: `${run.world.userHome}/${MANAGERS[name]}`, from: NOTHING };
      if (PROJECT_ROOTS.has(name)) return { text: run.world.project, from: NOTHING };
      return { text: NAMES.has(name) ? PLAIN : HOLE, from: [`var:${name}`] };
  }
}

/** `$1`, `$?`, `$$` and their like; null when the name is that of a variable. */
export function readSpecial(shell: Shell, name: string): Value | null {
  if (/^\d+$/.test(name)) {
    const at = Number(name);
    if (at === 0) return { text: shell.name?.text ?? HOLE, from: NOTHING };
    const found = shell.args[at - 1];
    if (found === undefined) return { text: "", from: NOTHING };
    return { text: found.pattern === true ? HOLE : found.text, from: found.from };
  }
  switch (name) {
    case "#":
      return { text: String(shell.args.length), from: NOTHING };
    case "?":
    case "$":
    case "!":
      return { text: PLAIN, from: NOTHING };
    case "-":
    case "_":
      return UNKNOWN;
    case "@":
    case "*":
      return { text: shell.args.map((each) => each.text).join(" "), from: shell.args.flatMap((each) => each.from) };
    default:
      return null;
  }
}

/** Which of the mind's two folders, and the name of it below the variable's. */
const MIND_PLACES = {
  CODICIL_HOME: [0, ""],
  CODICIL_STATE: [1, ""],
  XDG_CONFIG_HOME: [0, "/agents"],
  XDG_STATE_HOME: [1, "/codicil"],
} as const;

/** Where the mind lives is known; a shell in which the variable is not set reads nothing there. */
function placeOfMind({ world }: Run, name: keyof typeof MIND_PLACES): Value {
  const [index, end] = MIND_PLACES[name];
  const mind = world.minds[index] ?? "";
  if (mind === "" || !mind.endsWith(end)) return { text: HOLE, from: [`var:${name}`] };
  return { text: mind.slice(0, mind.length - end.length), from: NOTHING };
}
