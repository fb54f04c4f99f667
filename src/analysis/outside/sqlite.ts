// SQLite's own client: statements, and its commands that begin with a dot.

import { has, readOptions, table, valueOf, valuesOf } from "../run/options.ts";
import { addHazard, type Command, touch, type Tool } from "../run/record.ts";
import { onlyReads } from "../run/sql.ts";
import { contentOf } from "../run/files.ts";
import { runCarried } from "../carriers/wrappers.ts";
import { field, isDynamic, unknownOutput } from "../run/values.ts";
import { readSql } from "./statements.ts";

const SQLITE_META = /^\s*\.(\w+)(?!\w)\s*(.*)$/s;

/** `.shell`, `.system`, `.output`, `.once`, `.save`, `.import`, `.read`: SQLite's own commands. */
function readSqlite(command: Command, text: string): void {
  if (isDynamic(text)) return readSql(command, text);
  const statements: string[] = [];
  for (const lineText of text.split("\n")) {
    const match = SQLITE_META.exec(lineText);
    if (match === null) {
      statements.push(lineText);
      continue;
    }
    const [, verb = "", rest = ""] = match;
    const file = rest
      .replace(/^-\S+\s+/, "")
      .replace(/^['"]|['"]$/g, "")
      .trim();
    if (/^(?:sh|she|shell|sy\w*)$/.test(verb)) runCarried(command, rest, ".shell");
    else if (/^(?:o|ou\w*|on\w*|exc\w*|l|log|tr\w*)$/.test(verb) && file !== "" && file !== "stdout" && file !== "off") {
      if (file.startsWith("|")) runCarried(command, file.slice(1), ".output");
      else touch(command, "write", field(file));
    } else if (/^(?:sav\w*|ba\w*|cl\w*|du\w*)$/.test(verb) && file !== "" && !/^du/.test(verb)) touch(command, "write", field(file));
    else if (/^(?:im\w*)$/.test(verb) && file.startsWith("|")) runCarried(command, file.slice(1), ".import");
    else if (/^(?:rea\w*|load|ext\w*)$/.test(verb) && file !== "") {
      if (verb === "load") addHazard(command.run, "tampering", "it loads a library", command.index);
      else if (file.startsWith("|")) runCarried(command, file.slice(1), ".read");
      else statements.push(contentOf(command.run, command.shell, field(file)).text);
    } else if (/^(?:res\w*|rec\w*|ar\w*)$/.test(verb)) addHazard(command.run, "destructive", "it overwrites a database", command.index);
  }
  readSql(command, statements.join("\n"));
}

const LOOKS =
  /^\s*\.(?:schema|tables|indexes|databases|dbinfo|fullschema|dump|headers?|mode|width|separator|nullvalue|timer|show|help|print|quit)\b/;

/** Codicil's own indexes hold private texts, and nobody but Codicil opens them. */
const OURS = /\/codicil\//i;

/** SQLite opens the file for writing and writes nothing. */
function looksOnly(text: string): boolean {
  if (isDynamic(text)) return false;
  const lines = text.split("\n");
  return onlyReads(lines.filter((each) => !LOOKS.test(each)).join("\n"));
}

export const sqlite: Tool = (command) => {
  const { how } = command;
  const parsed = readOptions(
    command.args,
    table(
      "cmd: init: separator: newline: nullvalue: mode: maxsize: vfs: A: append ascii bail batch box column csv deserialize echo header noheader help html interactive json line list markdown memtrace mmap: multiplex nofollow nonce: quote readonly safe stats table tabs unsafe-testing version zip lookaside: pagecache: heap:",
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
  for (const text of texts) readSqlite(command, text);
  return unknownOutput("cmd:sqlite3");
};
