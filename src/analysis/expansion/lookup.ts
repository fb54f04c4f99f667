// Reading a variable: what the call set itself, what the world knows, and otherwise a hole that remembers its name.

import { byName, sameRow } from "../../base/index.ts";
import type { Run } from "../run/record.ts";
import { type Shell, UNKNOWN, type Value } from "../run/state.ts";
import { HOLE, NOTHING, PLAIN, TEMP } from "../run/values.ts";

/** Names whose values are unknown but never hold a path or a space. */
const NUMBERS = "UID EUID PPID RANDOM SRANDOM SECONDS LINENO BASHPID EPOCHSECONDS EPOCHREALTIME COLUMNS LINES SHLVL OPTIND";
/** Files and folders that a CI runner makes for one job; where no runner sets them, nothing is written. */
const JOB_FILES = "GITHUB_OUTPUT GITHUB_ENV GITHUB_PATH GITHUB_STEP_SUMMARY GITHUB_STATE RUNNER_TEMP";
/** The project's root under the name that a CI runner gives it. */
const PROJECT_ROOTS = "GITHUB_WORKSPACE CI_PROJECT_DIR BUILD_SOURCESDIRECTORY CIRCLE_WORKING_DIRECTORY INIT_CWD";
/** Version managers: where each is below the home folder unless it is told otherwise. */
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
  const known = KNOWN[name];
  if (known !== undefined) {
    const text = known(run, shell);
    return text === null ? UNKNOWN : { text, from: NOTHING };
  }
  return isPlaceOfMind(name) ? placeOfMind(run, name) : { text: NAMES.has(name) ? PLAIN : HOLE, from: [`var:${name}`] };
}

const KNOWN: Readonly<Record<string, (run: Run, shell: Shell) => string | null>> = byName({
  BASH_SOURCE: (_run, shell) => shell.name?.text ?? HOLE,
  HOME: ({ world }) => world.userHome,
  PWD: (_run, shell) => shell.cwd,
  OLDPWD: (_run, shell) => shell.folders.at(-1) ?? null,
  ...sameRow("TMPDIR TMP TEMP", ({ world }) => world.temporary[0] ?? "/tmp"),
  IFS: () => " \t\n",
  ...sameRow(NUMBERS, () => PLAIN),
  ...sameRow(JOB_FILES, () => TEMP),
  ...sameRow(PROJECT_ROOTS, ({ world }) => world.project),
  ...Object.fromEntries(Object.entries(MANAGERS).map(([name, folder]) => [name, ({ world }: Run) => `${world.userHome}/${folder}`])),
});

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

function isPlaceOfMind(name: string): name is keyof typeof MIND_PLACES {
  return Object.hasOwn(MIND_PLACES, name);
}

/** Where the mind lives is known; a shell in which the variable is not set reads nothing there. */
function placeOfMind({ world }: Run, name: keyof typeof MIND_PLACES): Value {
  const [index, end] = MIND_PLACES[name];
  const mind = world.minds[index] ?? "";
  if (mind === "" || !mind.endsWith(end)) return { text: HOLE, from: [`var:${name}`] };
  return { text: mind.slice(0, mind.length - end.length), from: NOTHING };
}
