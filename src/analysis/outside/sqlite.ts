// SQLite's own client: statements, and its commands that begin with a dot.

import { either } from "../../base/index.ts";
import type { Hazard } from "../call/effects.ts";
import { has, readOptions, table, valueOf, valuesOf } from "../run/options.ts";
import { addHazard, type Command, touch, type Tool } from "../run/record.ts";
import { onlyReads } from "../run/sql.ts";
import { contentOf } from "../run/namedFiles.ts";
import { runCarried } from "../carriers/wrappers.ts";
import { field, isDynamic, unknownOutput } from "../run/values.ts";
import { readSql } from "./statements.ts";

const SQLITE_META = /^\s*\.(\w+)(?!\w)\s*(.*)$/s;

/** Gives the statements that it adds. */
type Act = (command: Command, file: string, rest: string) => string | undefined;

/** SQLite's own commands, each with the letters that are enough to say it. The first row that fits is done. */
const ACTS: readonly (readonly [verbs: RegExp, act: Act])[] = [
  [/^(?:sh|she|shell|sy\w*)$/, (command, _, rest) => carry(command, rest, ".shell")],
  [/^(?:o|ou\w*|on\w*|exc\w*|l|log|tr\w*)$/, writeTo],
  [/^(?:sav\w*|ba\w*|cl\w*)$/, saveTo],
  [/^(?:im\w*)$/, importFrom],
  [/^load$/, (command, file) => (file === "" ? undefined : note(command, "tampering", "it loads a library"))],
  [/^(?:rea\w*|ext\w*)$/, readFrom],
  [/^(?:res\w*|rec\w*|ar\w*)$/, (command) => note(command, "destructive", "it overwrites a database")],
];

function carry(command: Command, text: string, label: string): undefined {
  runCarried(command, text, label);
}

function note({ run, index }: Command, kind: Hazard["kind"], why: string): undefined {
  addHazard(run, kind, why, index);
}

function writeTo(command: Command, file: string): undefined {
  if (file === "" || file === "stdout" || file === "off") return;
  if (file.startsWith("|")) runCarried(command, file.slice(1), ".output");
  else touch(command, "write", field(file));
}

function saveTo(command: Command, file: string): undefined {
  if (file !== "") touch(command, "write", field(file));
}

function importFrom(command: Command, file: string): undefined {
  if (file.startsWith("|")) runCarried(command, file.slice(1), ".import");
}

function readFrom(command: Command, file: string): string | undefined {
  if (file === "") return undefined;
  if (file.startsWith("|")) return carry(command, file.slice(1), ".read");
  return contentOf(command.run, command.shell, field(file)).text;
}

function readSqlite(command: Command, text: string): void {
  if (isDynamic(text)) return readSql(command, text);
  const statements = text.split("\n").flatMap((lineText) => {
    const [found, verb = "", rest = ""] = SQLITE_META.exec(lineText) ?? [];
    if (found === undefined) return [lineText];
    const file = rest
      .replace(/^-\S+\s+/, "")
      .replace(/^['"]|['"]$/g, "")
      .trim();
    return ACTS.find(([verbs]) => verbs.test(verb))?.[1](command, file, rest) ?? [];
  });
  readSql(command, statements.join("\n"));
}

const LOOKING = either`schema, tables, indexes, databases, dbinfo, fullschema, dump, headers?, mode, width, separator, nullvalue,
  timer, show, help, print, quit`;
const LOOKS = new RegExp(`^\\s*\\.(?:${LOOKING})\\b`);

/** Codicil's own indexes hold private texts, and nobody but Codicil opens them. */
const OURS = /\/codicil\//i;

/** SQLite opens the file for writing and writes nothing. */
function looksOnly(text: string): boolean {
  if (isDynamic(text)) return false;
  const lines = text.split("\n");
  return onlyReads(lines.filter((each) => !LOOKS.test(each)).join("\n"));
}

/** Meta commands, other databases and files. */
const FILE_FUNCTIONS = either`writefile, readfile, edit, load_extension`;
const REACHES = new RegExp(String.raw`^[ \t]{0,20}\.|\battach\b|\b${FILE_FUNCTIONS}\s{0,9}\(|\binto\s{1,9}'`, "im");

export const sqlite: Tool = (command) => {
  const { how } = command;
  const parsed = readOptions(
    command.args,
    table(
      `
      cmd: init: separator: newline: nullvalue: mode: maxsize: vfs: A: append ascii bail batch box column csv deserialize echo header
      noheader help html interactive json line list markdown memtrace mmap: multiplex nofollow nonce: quote readonly safe stats table tabs
      unsafe-testing version zip lookaside: pagecache: heap:`,
    ),
    { oneDash: true },
  );
  const [database, ...statements] = parsed.operands;
  const init = valueOf(parsed, "init");
  const texts = [...valuesOf(parsed, "cmd"), ...statements].map((each) => each.text);
  if (init !== undefined) texts.push(contentOf(command.run, command.shell, init).text);
  if (statements.length === 0 && how.stdin !== null) texts.push(how.stdin.text);
  if (database !== undefined && !/^(?:file:)?:/.test(database.text)) {
    // `file:/path?immutable=1`
    const file = { ...database, text: database.text.replace(/^file:(?:\/\/(?=\/))?([^?]*).*$/s, "$1") };
    const looks = has(parsed, "readonly") || (texts.length > 0 && texts.every(looksOnly));
    touch(command, looks && !OURS.test(file.text) ? "read" : "append", file);
  }
  // What is only in memory is lost anyway.
  const reaches = (text: string): boolean => database?.text !== ":memory:" || isDynamic(text) || REACHES.test(text);
  for (const text of texts.filter(reaches)) readSqlite(command, text);
  return unknownOutput("cmd:sqlite3");
};
