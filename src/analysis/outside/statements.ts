// Statements of SQL, wherever a command has them: what they delete, write or run.

import { either, wordSet } from "../../base/index.ts";
import { runCarried } from "../carriers/wrappers.ts";
import { addHazard, addOpaque, type Command, touch } from "../run/record.ts";
import { looksLikeSql, withoutComments } from "../run/sql.ts";
import { field, isDynamic, textAt } from "../run/values.ts";

const DROPPED = either`table, database, schema, view, index, user, role, column, keyspace, collection, function, trigger, type,
  materialized, sequence, extension, policy, owned, procedure, login, event, tablespace, server, package, synonym, stage,
  warehouse, pipe, task, stream, \w+\s+if\s+exists`;
const DELETING = either`(?:drop|remove)\s+(?:${DROPPED}), truncate\b, delete\s+from\b, alter\s+table\s+\S+\s+(?:drop|delete|update|disable)\b,
  kill\s+(?:query|mutation|\d), pg_terminate_backend\s*\(, rename\s+table\b, create\s+(?:user|role)\b,
  create\s+or\s+replace\s+(?:table|database|schema)\b, detach\s+database, reassign\s+owned, vacuum\s+full, shutdown\b,
  grant\b, revoke\b, alter\s+(?:user|role|system)\b, set\s+password`;
const DELETES = new RegExp(`(?:^|[;\\s(])(?:${DELETING})`, "i");
const GRAPH_DELETING = either`\bdetach\s+delete\b, [)\]}]\s*(?:delete|remove)\s+\w, \bdrop\s+(?:constraint|node|label|graph)\b,
  \bapoc\.(?:periodic|nodes\.delete|refactor)`;
/** Cypher: `match (n) detach delete n`, `drop constraint x`. */
const GRAPH_DELETES = new RegExp(GRAPH_DELETING, "i");
/** Logs that replicas and repairs are made from, and things that only some databases have. */
const LOSES_LOGS = /(?:^|[;\s])(?:reset\s+(?:master|slave|replica)|purge\s+\w+)\b/i;
/** `delete person;` of SurrealQL, T-SQL and Apex, which need no `from`. */
const DELETES_BARE = /(?:^|;)\s*delete\s+[\w.:[\]]+\s*(?:$|;|(?:where|return|limit|output)\b)/i;
const ALSO_DROPS = /(?:^|[;\s])drop\s+(?:measurement|series|space|class|topic|bucket)\b/i;
const REWRITES = /(?:^|[;\s])(?:update\s+\S+\s+set\b(?![^]{0,4000}\bwhere\b)|replace\s+into\b)/i;
/** It holds for every row. */
const ALWAYS = /\bwhere (?:true|1|1 ?= ?1|\d+ ?(?:<>|!=) ?\d+) ?(?=$|;)/gi;
const outer = (text: string) =>
  text
    .replace(/\([^()]*\)/g, " ")
    .replace(/\([^()]*\)/g, " ")
    .replace(/\s+/g, " ");
const FILE_WRITERS = either`into\s+(?:out|dump)file, vacuum\s+into, attach(?:\s+database)?, writefile\s*\(`;
const WRITES_FILES = new RegExp(String.raw`\b(?:${FILE_WRITERS})\s*'([^']+)'`, "gi");
/** Behind the word `copy`, wherever. */
const COPIES = /\b(?:to|from)\s+(program\s+)?'([^']+)'/gi;

const REMOTE_STORE = /^(?:s3a?|gcs|gs|az|azure|abfss?|https?|r2|hf):\/\//i;

const ANALYSES = either`\(?(?:verbose |costs |buffers )?analy[sz]e\b, \([^)]{0,80}\banaly[sz]e\b`;
const EXPLAINS = new RegExp(`^explain (?!${ANALYSES})`, "i");

const RUNS_CODE = new RegExp(
  either`\b(?:load_extension|sys_exec|sys_eval|xp_cmdshell|sp_msforeach\w*|sp_executesql|lo_export|lo_import|pg_read_file)\b,
    \b(?:plpython|plperlu|edit)\b, \bload\s+data\b, \bexecute\s+immediate\b`,
  "i",
);

/** A sign of the other kind inside opens nothing. */
const QUOTED = /'[^']*'|"[^"]*"|`[^`]*`/g;

/** SQL text, wherever it came from. Comments and strings are taken out before words are looked for. */
export function readSql(command: Command, text: string): void {
  const { run, index } = command;
  if (isDynamic(text)) {
    addOpaque(run, "its statements are only known when it runs", index);
    return;
  }
  // A plan is only shown; `explain analyze` runs what it explains.
  const bare = withoutComments(text)
    .replace(QUOTED, (part) => (part.startsWith("'") ? "''" : part.replace(/['`]/g, "")))
    .split(";")
    .filter((statement) => !EXPLAINS.test(statement.trim()))
    .join(";");
  if ([DELETES, DELETES_BARE, LOSES_LOGS, ALSO_DROPS, GRAPH_DELETES].some((pattern) => pattern.test(bare)))
    addHazard(run, "destructive", "its statements delete from a database", index);
  else if (REWRITES.test(outer(bare).replace(ALWAYS, " ")))
    addHazard(run, "destructive", "its statements change every row of a table", index);
  const copy = text.search(/\bcopy\b/i);
  for (const [whole, program, target = ""] of copy === -1 ? [] : text.slice(copy).matchAll(COPIES)) {
    if (program !== undefined) runCarried(command, target, "copy program");
    else if (/^to/i.test(whole) && REMOTE_STORE.test(target))
      addHazard(run, "exfiltration", "its statements copy data to another place", index);
    else if (/^to/i.test(whole)) touch(command, "write", field(target));
  }
  for (const [whole, file = ""] of text.matchAll(WRITES_FILES)) touch(command, /^\s*attach/i.test(whole) ? "append" : "write", field(file));
  noteExecuted(command, text);
  if (RUNS_CODE.test(bare)) addOpaque(run, "its statements run code in the database", index);
}

/** `EXECUTE 'tr' || 'uncate x'`: a statement in a string. */
const EXECUTED = /\bexecute\s+(?:immediate\s+)?(?:format\s*\(\s*)?'((?:[^']|'')*)'/gi;

function noteExecuted({ run, index }: Command, text: string): void {
  if (/\\gexec\b/.test(text)) addOpaque(run, "its statements make other statements and run them", index);
  for (const [, inner = ""] of text.replace(/'\s*\|\|\s*'/g, "").matchAll(EXECUTED))
    if (DELETES.test(inner)) addHazard(run, "destructive", "its statements delete from a database", index);
}

/** What follows is said to people, or looked for. */
const MESSAGE = wordSet(
  "--search -S --grep -m --message --msg --title --name --description --comment --body --note --notes --subject --text --reason",
);

/** A statement among the words of a program that no table knows. */
export function noteStatements(command: Command): void {
  const { args } = command;
  for (const [at, { text }] of args.entries())
    if (text.includes(" ") && looksLikeSql(text) && !MESSAGE.has(textAt(args, at - 1))) readSql(command, text);
}
