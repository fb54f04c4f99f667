// The launcher: two small scripts in the state, where no agent's call may write. Hosts call them by their absolute paths,
// so that an upgrade changes one file and not every host's settings. They run the newest copy of the program that is there
// (programCopy.ts). The hook's one turns a Node that is gone, a program
// that is gone or a hook that was killed into the one answer that stops a call everywhere.

import { chmodSync, existsSync, mkdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Whereabouts } from "../../mind/whereabouts.ts";
import { SHARED_WORD } from "../dialects/session.ts";
import { buildNativeClient, NATIVE_FILE, nativeLoader } from "../client/native.ts";
import { CLIENT_FILE, clientScript } from "../client/shell.ts";

export interface Launcher {
  /** The host's command line for an event. */
  hook(host: string, event: string): string;
  /** The command line of a host's status line. */
  readonly statusLine: string;
  /** For hosts that take a program and its arguments. */
  readonly program: string;
  readonly hookProgram: string;
  readonly files: readonly { readonly path: string; readonly text: string }[];
}

/** What node must be given to run the hook and the command line: files of the release, or the source they run from. */
export interface Programs {
  readonly node: string;
  readonly hook: readonly string[];
  readonly cli: readonly string[];
  /** The same of other copies, best first: for when the files of this one are gone. */
  readonly others?: readonly Pick<Programs, "hook" | "cli">[];
}

export function programsNow(): Programs {
  const started = realpathSync(process.argv[1] ?? "");
  const folder = dirname(started);
  const released = join(folder, "hook.cjs");
  if (existsSync(released)) return { node: process.execPath, hook: [released], cli: [join(folder, "codicil.cjs")] };
  const source = [...process.execArgv, started];
  return { node: process.execPath, hook: [...source, "hook"], cli: source };
}

export function launcherFor(where: Whereabouts, programs: Programs, options: { readonly shared?: boolean } = {}): Launcher {
  const folder = join(where.state, "bin");
  const [hookProgram, program] = [join(folder, "codicil-hook"), join(folder, "codicil")];
  return {
    hook: (host, event) => `${quote(hookProgram)} ${host} ${event}${options.shared === true ? ` ${SHARED_WORD}` : ""}`,
    statusLine: `${quote(program)} statusline`,
    program,
    hookProgram,
    files: [
      { path: hookProgram, text: hookScript(installedHead(where, "the hook"), programs, nativeLoader()) },
      { path: program, text: cliScript(installedHead(where, "the command line"), programs) },
      { path: join(folder, CLIENT_FILE), text: clientScript() },
    ],
  };
}

export function writeLauncher({ files, hookProgram }: Launcher): void {
  for (const { path, text } of files) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(path, text, { mode: 0o700 });
    chmodSync(path, 0o700);
  }
  buildNativeClient(dirname(hookProgram));
}

export function removeLauncher({ files, hookProgram }: Launcher): void {
  for (const { path } of files) rmSync(path, { force: true });
  rmSync(dirname(join(dirname(hookProgram), NATIVE_FILE)), { recursive: true, force: true });
}

/** Beside the scripts of a package that a host installs by itself. */
const PACKAGED: Programs = { node: "", hook: ["$root/program/dist/hook.cjs"], cli: ["$root/program/dist/codicil.cjs"] };

/**
 * The scripts of such a package, for its folder `bin`: the program is in the package, and the mind is the one that the environment
 * names. Where `codicil install` serves the same host, its hook is the one that works, and this one does nothing.
 */
export function packageScripts(): readonly { readonly name: string; readonly text: string }[] {
  return [
    { name: "codicil-hook", text: hookScript(`${packagedHead("the hook")}${GIVE_WAY}`, PACKAGED) },
    { name: "codicil", text: cliScript(packagedHead("the command line"), PACKAGED) },
    { name: CLIENT_FILE, text: clientScript() },
  ];
}

/** A mind of another home has its state elsewhere, which only the program knows. */
function packagedHead(what: string): string {
  return `#!/bin/sh
# Codicil: ${what} of this package.
root=$(CDPATH= cd -P -- "\${0%/*}/.." && pwd)
[ -n "\${CODICIL_STATE:-}\${CODICIL_HOME:-}" ] || { CODICIL_STATE=\${XDG_STATE_HOME:-$HOME/.local/state}/codicil; export CODICIL_STATE; }
`;
}

/** Only where the settings that install wrote still name its hook: a record alone refuses nothing. */
const GIVE_WAY = `record=\${CODICIL_STATE:-}/installed/$1.json
if [ -f "$record" ]; then
  named=$(sed -n 's/^ *"path": "\\(.*\\)",*$/\\1/p' "$record" | while IFS= read -r each; do grep -lF \
"$CODICIL_STATE/bin/codicil-hook" "$each" 2>/dev/null; done)
  [ -z "$named" ] || exit 0
fi
`;

function installedHead(where: Whereabouts, what: string): string {
  return (
    `#!/bin/sh\n# Codicil: ${what} for hosts. Written by codicil install; codicil uninstall removes ` +
    `it.\nCODICIL_HOME=${quote(where.home)} CODICIL_STATE=${quote(where.state)}\nexport CODICIL_HOME CODICIL_STATE\n`
  );
}

/** As the hosts name it; without a name it counts as one. */
const NAMED = "PreToolUse|BeforeTool|preToolUse|beforeShellExecution|beforeMCPExecution|beforeReadFile";
const BEFORE_A_CALL = `${NAMED}|""`;
/** Less than the thirty seconds that install writes, and more than the hook's own limit. */
const LIMIT_SECONDS = 9;
/** For every other event. */
const EVENT_SECONDS = 25;

/** The file that Node runs: the first of these that is there. */
function choice(kind: "hook" | "cli", programs: Programs): string {
  const files = [programs, ...(programs.others ?? [])].flatMap((each) => each[kind].filter(isFile));
  return `program=\nfor each in ${files.map(fileWord).join(" ")}; do [ -z "$program" ] && [ -f "$each" ] && program=$each; done`;
}

/** Its words around that file. */
function wordsOf(words: readonly string[]): string {
  return words.map((word) => (isFile(word) ? '"$program"' : quote(word))).join(" ");
}

function isFile(word: string): boolean {
  return /^(?:\$root)?\//.test(word);
}

function fileWord(word: string): string {
  return word.startsWith("$root/") ? `"${word}"` : quote(word);
}

/** One line for whoever has the hook and no program any more. */
const GONE =
  "Put it back with: npx codicil install $1. Or remove it with: npx codicil uninstall $1, or by deleting what names $0 in " +
  "${files:-the settings of $1}";

function cliScript(head: string, programs: Programs): string {
  return `${head}node=${quote(programs.node)}
[ -x "$node" ] || node=node
${choice("cli", programs)}
[ -n "$program" ] || { echo "codicil: its program is gone; npx codicil install HOST puts it back, npx codicil uninstall HOST \
removes it from a host" >&2; exit 1; }
exec "$node" ${wordsOf(programs.cli)} "$@"
`;
}

/** The client in C where it was made and can be started, else the one in bash: 126 and 127 say that nothing was read yet. */
function clients(loader: string | null): string {
  const bash = `bash -p "\${0%/*}/${CLIENT_FILE}" "$program" "$@"; code=$?`;
  const native = `client=\${0%/*}/${NATIVE_FILE}\n      [ -e ${loader} ] && [ -x "$client" ] && \
{ "$client" "$program" "$@"; code=$?; }\n      `;
  return `${loader === null ? "" : native}case $code in 126|127) command -v bash >/dev/null 2>&1 && { ${bash}; } ;; esac`;
}

function hookScript(head: string, programs: Programs, loader: string | null = null): string {
  const { node, hook } = programs;
  return `${head}node=${quote(node)}
[ -x "$node" ] || node=$(command -v node 2>/dev/null)
${choice("hook", programs)}
why=
then="The person can look with codicil doctor, or run codicil install again"
# A gate that stays answers before a call, where there is one; its client comes back here, with what it was told, where not.
# Before all the rest: a shell reads no further than it has to.
case "$#:\${node:+:}\${program:+:}\${CODICIL_RESIDENT:-}" in 2:::off|2:::asked) ;; 2:::*)
  case "$2" in ${NAMED})
    CODICIL_RESIDENT=asked
    export CODICIL_RESIDENT
    if [ -f "$CODICIL_STATE/resident/gate" ] && read -r CODICIL_NONCE 2>/dev/null </proc/sys/kernel/random/uuid; then
      export CODICIL_NONCE
      code=127
      ${clients(loader)}
      case $code in 0|2) exit $code ;; 126|127) ;; *)
        echo "Codicil could not judge this call, so it is refused: its client ended with $code. $then." >&2
        exit 2 ;;
      esac
      unset CODICIL_NONCE
    fi ;;
  esac ;;
esac
[ -n "$node" ] || why="${node === "" ? "there is no node on the PATH" : `Node is gone (it was ${node.replace(/["$`\\]/g, "")})`}"
if [ -z "$program" ]; then
  why="Codicil's program is gone"
  files=$(sed -n 's/^ *"path": "\\(.*\\)",*$/\\1/p' "$CODICIL_STATE/installed/$1"*.json 2>/dev/null | grep -v /skills/ | tr '\\n' ' ')
  then="${GONE}"
fi
if [ -z "$why" ]; then
  # A plugin that ends this process means the program itself.
  [ "$1" = --resident ] && exec "$node" ${wordsOf(hook)} "$@"
  # The hook has limits of its own; these are for what those cannot end. Of the clock where there is a program for it.
  limit=
  command -v timeout >/dev/null 2>&1 && limit="timeout -s KILL"
  case "$2" in
    ${BEFORE_A_CALL}) { ulimit -S -c 0; ulimit -S -t ${LIMIT_SECONDS}; } 2>/dev/null
      limit="\${limit:+$limit ${LIMIT_SECONDS}}" ;;
    *) limit="\${limit:+$limit ${EVENT_SECONDS}}" ;;
  esac
  $limit "$node" ${wordsOf(hook)} "$@"
  code=$?
  case $code in 0|2) exit $code ;; esac
  why="its hook ended with $code"
  # Killed by the clock, or by the limit of the processor's time (SIGXCPU: 24 on Linux and macOS).
  case $code in 124|137|152) why="it did not reach a verdict in time" ;; esac
fi
# Only before a call does it matter: a host runs the call unless it is told not to.
case "$2" in
  ${BEFORE_A_CALL})
    echo "Codicil could not judge this call, so it is refused: $why. $then." >&2
    exit 2 ;;
esac
echo "codicil hook: $why" >&2
exit 0
`;
}

function quote(text: string): string {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
