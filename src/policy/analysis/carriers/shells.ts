// Shells: `-c` strings, scripts, standard input. A script that stands in the project is ordinary work; one that this call
// made itself is walked; one that nobody can see is opaque.

import { byName } from "../../../base/index.ts";
import { absolute, isBelow, kindOf, realOf } from "../disk.ts";
import { has, readOptions, table, valueOf } from "../options.ts";
import { madeBefore } from "../scripts/earlier.ts";
import { asShellText, insideOwn, ownScript } from "../scripts/ownScripts.ts";
import { addHidden, addOpaque, settled, touch, type Command, type Tool } from "../record.ts";
import { exportedNames, openShell, type Shell } from "../shell/state.ts";
import { type Field, isDynamic, type Output, SILENT, unknownOutput } from "../shell/values.ts";

const SHELL_OPTIONS = table(
  "c i l,login s r,restricted D a b e f h k m n p t u v x B C E H P T O: o: A: rcfile: init-file: norc noprofile posix dump-strings dump-po-strings debugger noediting verbose wordexp pretty-print no-rcs emulate:",
);

/** A new shell: exported variables come along, functions and aliases do not. */
export function innerShell(command: Command): Shell {
  const inner = openShell(command.shell.cwd);
  for (const name of exportedNames(command.shell)) {
    const variable = command.shell.vars.get(name);
    if (variable !== undefined) inner.vars.set(name, variable);
  }
  for (const [name, text] of Object.entries(command.how.env))
    inner.vars.set(name, { values: [{ text, from: [] }], array: null, exported: true });
  inner.owned = false;
  return inner;
}

export const shell: Tool = (command) => {
  const { run, args, how, index, name } = command;
  const words = args.filter((each) => !/^\+[a-zA-Z]+$/.test(each.text));
  const parsed = readOptions(words, SHELL_OPTIONS, { stopAtOperand: true });
  for (const option of ["rcfile", "init-file"]) {
    const file = valueOf(parsed, option);
    if (file !== undefined) sourceFile(command, file, []);
  }
  const startup = command.how.env["ENV"] ?? command.how.env["BASH_ENV"];
  if (startup !== undefined && startup !== "") sourceFile(command, { text: startup, quoted: false, from: [], start: -1, end: -1 }, []);
  const [first, ...rest] = parsed.operands;
  if (has(parsed, "c")) {
    if (first === undefined) return SILENT;
    const text = settled(run, first.text);
    if (text === null) {
      addOpaque(run, "a shell runs a text that is only known when it runs", index);
      return unknownOutput("cmd:sh");
    }
    const inner = innerShell(command);
    inner.args = rest.slice(1);
    return run.runText(run, inner, text, { via: [...how.via, `${name} -c`], env: {}, span: null, stdin: how.stdin });
  }
  if (
    first !== undefined &&
    !has(parsed, "s") &&
    first.text !== "-" &&
    first.text !== "/dev/stdin" &&
    first.text !== "/dev/fd/0" &&
    first.text !== "/proc/self/fd/0"
  )
    return runScriptFile(command, first, rest);
  return runInput(command, has(parsed, "s") ? parsed.operands : rest);
};

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

/** A script of the project by its own measure, any other as if it stood in the call. */
export function walkSeen<T>(run: Command["run"], { own }: SeenScript, walk: () => T): T | null {
  return own === undefined ? walk() : insideOwn(run, own, walk);
}

export function shellTextOf({ text, own }: SeenScript): string {
  return own === undefined ? text : asShellText(text);
}

export interface SeenScript {
  readonly kind: "text";
  readonly text: string;
  /** The path of a script of the project itself. */
  readonly own?: string;
}

export type Script = SeenScript | { readonly kind: "ordinary" } | { readonly kind: "opaque"; readonly why: string };

/** What is known of a file that would be run. */
export function readScript(command: Command, file: Field): Script {
  const { run } = command;
  const found = absolute(run.disk, command.shell.cwd, file.text);
  if (run.elsewhere) return { kind: "ordinary" };
  if (found === null || !found.exact || file.pattern === true)
    return { kind: "opaque", why: "it runs a file whose name is only known when it runs" };
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

function scriptAt(command: Command, file: Field, path: string): Script {
  const { run } = command;
  const made = run.disk.made.get(path);
  if (made !== undefined) {
    if (made.content !== null) return { kind: "text", text: made.content };
    return { kind: "opaque", why: "it runs a file that this same call makes, and whose content cannot be seen" };
  }
  const kind = kindOf(run.disk, path);
  if (isBelow(path, run.world.project)) {
    // A script that is not there runs nothing; a name that is no script's may be anything by then.
    const named = SCRIPT_NAME.test(path);
    const own = ownScript(run, path);
    if (own.kind === "changed") return { kind: "text", text: own.text, own: path };
    if (own.kind === "unseen" && (kind === "file" || own.made !== null))
      return { kind: "opaque", why: `it runs \`${file.text}\`, which is not committed and cannot be read` };
    if (kind === "file" && DATA_NAME.test(path)) return { kind: "opaque", why: `it runs \`${file.text}\`, which is no script by its name` };
    return kind === "file" || kind === "link" || (kind === null && named)
      ? { kind: "ordinary" }
      : { kind: "opaque", why: `it runs \`${file.text}\`, which cannot be seen` };
  }
  if (TRUSTED_FOLDERS.test(path) || ENVIRONMENT.test(path) || trustedBelowHome(run.world.userHome, path)) return { kind: "ordinary" };
  const text = run.world.readText(path) ?? madeBefore(run, path)?.content ?? null;
  return text === null
    ? { kind: "opaque", why: `it runs \`${file.text}\` outside the project, which cannot be seen` }
    : { kind: "text", text };
}

const DATA_NAME = /\.(?:txt|md|csv|tsv|log|json|ya?ml|toml|ini|conf|cfg|db|sqlite|bin|dat|png|jpe?g|gif|pdf|html?|xml|lock|tmp|bak|out)$/i;
const SCRIPT_NAME =
  /\.(?:sh|bash|zsh|py|pyw|js|mjs|cjs|ts|mts|cts|tsx|jsx|rb|php|pl|pm|lua|tcl|r|R|jl|exs?|swift|kts?|groovy|scala|clj|el|awk|fish|nu)$|\/(?:\.?venv|env|virtualenv)\/bin\/activate(?:\.\w+)?$|\/(?:bin|scripts|tools|hack|script)\/[\w.-]+$/;

const TRUSTED_FOLDERS = /^\/(?:usr|bin|sbin|opt|nix|snap|Applications|Library|System)(?:\/|$)/;
/** An environment that an image or a person made at the top of the disk. */
const ENVIRONMENT = /^\/(?:\.?venv|env)\/bin\/activate$/;

/** The person's own start files run in every shell that they open, and no call may write to them. */
const OWN_START =
  /^\/\.(?:profile|bashrc|bash_profile|bash_login|bash_aliases|zshrc|zprofile|zshenv|zlogin|kshrc|cargo\/env|local\/bin\/env)$/;

/** Tools that a person installed for themselves: version managers, environments. */
export function trustedBelowHome(home: string, path: string): boolean {
  return (
    isBelow(path, home) &&
    (OWN_START.test(path.slice(home.length)) ||
      /\/(?:bin|shims|libexec|sbin)\/[^/]+$|\/\.(?:nvm|rbenv|pyenv|asdf|cargo|sdkman|rustup|venv|virtualenvs|local)\//.test(
        path.slice(home.length),
      ))
  );
}

export const SHELLS: Readonly<Record<string, Tool>> = byName(
  Object.fromEntries(
    "sh bash dash zsh ksh mksh ash rbash yash posh hush lksh osh ysh rc es elvish sash".split(" ").map((name) => [name, shell]),
  ),
);
