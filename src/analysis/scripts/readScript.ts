// What is known of a file that would be run, and the shell in which it runs.

import { wordSet } from "../../base/index.ts";
import { absolute, isBelow, kindOf, realOf } from "../run/disk.ts";
import { type Command, type Run, touch } from "../run/record.ts";
import { exportedNames, openShell, ownVars, type Shell } from "../run/state.ts";
import type { Field } from "../run/values.ts";
import { madeBefore } from "./earlier.ts";
import { asShellText, insideOwn, ownScript } from "./ownScripts.ts";

/** A new shell: exported variables come along, functions and aliases do not. */
export function innerShell(command: Command): Shell {
  const inner = openShell(command.shell.cwd);
  for (const name of exportedNames(command.shell)) {
    const variable = command.shell.vars.get(name);
    if (variable !== undefined) ownVars(inner).set(name, variable);
  }
  for (const [name, text] of Object.entries(command.how.env))
    ownVars(inner).set(name, { values: [{ text, from: [] }], array: null, exported: true });
  inner.functions = new Map(
    [...command.shell.functions].filter(([, known]) => known.exported === true).map(([name, known]) => [name, { ...known, owned: false }]),
  );
  inner.owned = false;
  return inner;
}

/** A script of the project by its own measure, any other as if it was in the call. */
export function walkSeen<T>(run: Command["run"], { own }: SeenScript, walk: () => T): T | null {
  return own === undefined ? walk() : insideOwn(run, own, walk);
}

export function shellTextOf({ text, own }: SeenScript): string {
  return own === undefined ? text : asShellText(text);
}

export interface SeenScript {
  readonly kind: "text";
  readonly text: string;
  readonly path: string;
  /** The path of a script of the project itself. */
  readonly own?: string;
}

export type Script = SeenScript | { readonly kind: "ordinary" } | { readonly kind: "opaque"; readonly why: string };

/** What is known of a file that would be run. */
export function readScript(command: Command, file: Field): Script {
  const { run } = command;
  const found = absolute(run.disk, command.shell.cwd, file.text);
  if (run.elsewhere) return { kind: "ordinary" };
  if (found === null || !found.exact || file.pattern === true) return opaque("it runs a file whose name is only known when it runs");
  const path = realOf(run.disk, found.path, true);
  touch(command, "execute", file);
  const script = scriptAt(command, file, path);
  run.scripts.push({
    what: path,
    text: script.kind === "text" ? script.text : script.kind === "ordinary" ? run.world.readText(path) : null,
    program: command.index,
  });
  return script;
}

const opaque = (why: string): Script => ({ kind: "opaque", why });

function scriptAt(command: Command, file: Field, path: string): Script {
  const { run } = command;
  const made = run.disk.made.get(path);
  if (made !== undefined)
    return made.content === null
      ? opaque("it runs a file that this same call makes, and whose content cannot be seen")
      : { kind: "text", text: made.content, path };
  if (isBelow(path, run.world.project)) return scriptOfProject(run, file, path);
  if (TRUSTED_FOLDERS.test(path) || ENVIRONMENT.test(path) || trustedBelowHome(run.world.userHome, path)) return { kind: "ordinary" };
  const text = run.world.readText(path) ?? madeBefore(run, path)?.content ?? null;
  return text === null ? opaque(`it runs \`${file.text}\` outside the project, which cannot be seen`) : { kind: "text", text, path };
}

function scriptOfProject(run: Run, file: Field, path: string): Script {
  const kind = kindOf(run.disk, path);
  const own = ownScript(run, path);
  if (own.kind === "changed") return { kind: "text", text: own.text, path, own: path };
  if (own.kind === "unseen" && (kind === "file" || own.made !== null))
    return opaque(`it runs \`${file.text}\`, which is not committed and cannot be read`);
  if (kind === "file" && DATA.has(endingOf(path).toLowerCase()))
    return opaque(`it runs \`${file.text}\`, which is not a script by its name`);
  // A script that is not there runs nothing; a name that is no script's may be anything by then.
  if (kind === "file" || kind === "link" || (kind === null && hasScriptName(path))) return { kind: "ordinary" };
  return opaque(`it runs \`${file.text}\`, which cannot be seen`);
}

/** Endings of files that are read, and of those that are run. */
const DATA = wordSet(
  "txt md csv tsv log json yml yaml toml ini conf cfg db sqlite bin dat png jpg jpeg gif pdf htm html xml lock tmp bak out",
);
const SCRIPTS = wordSet(
  "sh bash zsh fish nu ps1 py pyw js mjs cjs ts mts cts tsx jsx rb php pl pm lua tcl r R jl ex exs swift kt kts groovy scala clj el awk",
);
const endingOf = (path: string) => /\.(\w+)$/.exec(path)?.[1] ?? "";
/** The environment of Python is made by a tool and is not in Git. */
const ACTIVATES = /\/(?:\.?venv|env|virtualenv)\/(?:bin|Scripts)\/activate\.\w+$|\/activate$/i;
const VARIABLES = /\/\.env(?:\.[\w-]+)*$/;
const IN_FOLDER_OF_SCRIPTS = /\/(?:bin|scripts|tools|hack|script)\/[\w.-]+$/;

function hasScriptName(path: string): boolean {
  return SCRIPTS.has(endingOf(path)) || [ACTIVATES, VARIABLES, IN_FOLDER_OF_SCRIPTS].some((each) => each.test(path));
}
const TRUSTED_FOLDERS = /^\/(?:usr|bin|sbin|opt|nix|snap|Applications|Library|System)(?:\/|$)/;
/** An environment that an image or a person made at the top of the disk. */
const ENVIRONMENT = /^\/(?:\.?venv|env)\/bin\/activate$/;

/** The person's own start files run in every shell that they open, and no call may write to them. */
const OWN_START = wordSet("profile bashrc bash_profile bash_login bash_aliases zshrc zprofile zshenv zlogin kshrc cargo/env local/bin/env");
const PROGRAM = /\/(?:bin|shims|libexec|sbin)\/[^/]+$/;
const MANAGED = /\/\.(?:nvm|rbenv|pyenv|asdf|cargo|sdkman|rustup|venv|virtualenvs|local)\//;
const CONDA = /\/etc\/profile\.d\/conda\.sh$/;

/** Tools that a person installed for themselves: version managers, environments. */
export function trustedBelowHome(home: string, path: string): boolean {
  if (!isBelow(path, home)) return false;
  const below = path.slice(home.length);
  return (below.startsWith("/.") && OWN_START.has(below.slice(2))) || [PROGRAM, MANAGED, CONDA].some((each) => each.test(below));
}
