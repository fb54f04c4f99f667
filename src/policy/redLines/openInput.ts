// Programs that sit and wait for what somebody types: interpreters without a script, database shells, editors. Where a
// host lets its agent type into a running program unseen (Codex's write_stdin), starting one is like running anything.

import { byName, wordSet, sameRow } from "../../base/index.ts";
import type { Effects, Program } from "../../analysis/index.ts";

/** They run what they read; an operand or one of these options gives them something to run instead. */
const INTERPRETERS: Readonly<Record<string, RegExp>> = byName({
  ...sameRow("python python2 python3 pypy3", /^-[cm]/),
  ipython: /^-c/,
  node: /^-[ep]|^--(?:eval|print|test|run)/,
  deno: /^(?!repl$)./,
  bun: /^-[ep]/,
  ...sameRow("ruby lua R Rscript ghci scala osascript", /^-e/),
  perl: /^-[eE]/,
  php: /^-r/,
  julia: /^-[eE]/,
  tclsh: /^$/,
  gdb: /^-batch|^--batch/,
  lldb: /^-b|^--batch/,
  psql: /^-[cfl]|^--(?:command|file|list)/,
  mysql: /^-e|^--execute/,
  mariadb: /^-e|^--execute/,
  mongosh: /^--eval/,
  "redis-cli": /^(?!-)./,
  sqlite3: /^$/,
});
const ALWAYS_OPEN = wordSet(
  "irb pry iex erl ftp sftp telnet nc ncat bc dc ed ex vi vim nvim nano emacs pico jshell ghci xxh screen tmux su login",
  "expect",
);
const TELLS_AND_ENDS = /^(?:-V|-v|-h|--version|--help|-version|-help)$/;

/** Why the call is asked about; null: nothing in it waits for input. */
export function openInput({ programs }: Effects): string | null {
  const open = programs.find((program) => program.carrier !== true && program.input === null && waits(program));
  return open === undefined
    ? null
    : `${open.name} would wait for input, and what is typed into it passes no gate. Give it its commands at once (-c, -e, a file).`;
}

function waits({ name, args }: Program): boolean {
  const words = args.map(({ text }) => text);
  if (words.some((word) => TELLS_AND_ENDS.test(word))) return false;
  if (ALWAYS_OPEN.has(name)) return true;
  const gives = INTERPRETERS[name];
  if (gives === undefined) return false;
  if (words.includes("-i") || words.includes("--interactive")) return true;
  const operands = words.filter((word) => !word.startsWith("-") || word === "-");
  const isShellOfData = /^(?:psql|mysql|mariadb|mongosh|sqlite3|gdb|lldb)$/.test(name);
  if (name === "sqlite3") return operands.length < 2;
  return !words.some((word) => gives.test(word)) && (isShellOfData || operands.length === 0 || operands[0] === "-");
}
