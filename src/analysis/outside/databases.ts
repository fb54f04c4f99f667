// Database clients: statements that delete, and client commands that write files or run programs.

import { byName } from "../../base/index.ts";
import { absolute, kindOf, realOf } from "../run/disk.ts";
import { has, type Parsed, readOptions, table, valueOf, valuesOf } from "../run/options.ts";
import { addHazard, addOpaque, type Command, touch, type Tool } from "../run/record.ts";
import { type Field, field, isDynamic, unknownOutput } from "../run/values.ts";
import { hostOfUrl, isLoopback } from "../run/addresses.ts";
import { looksLikeSql, onlyReads, withoutComments } from "../run/sql.ts";
import { contentOf } from "../run/files.ts";
import { runCarried } from "../carriers/wrappers.ts";

const DELETES =
  /(?:^|[;\s(])(?:drop\s+(?:table|database|schema|view|index|user|role|column|keyspace|collection|function|trigger|type|materialized|sequence|extension|policy|owned|procedure|login|event|tablespace|server|package|synonym|stage|warehouse|pipe|task|stream)|truncate\b|delete\s+from\b|alter\s+table\s+\S+\s+(?:drop|delete|update|disable)\b|kill\s+(?:query|mutation|\d)|pg_terminate_backend\s*\(|rename\s+table\b|create\s+(?:user|role)\b|create\s+or\s+replace\s+(?:table|database|schema)\b|drop\s+\w+\s+if\s+exists|detach\s+database|reassign\s+owned|vacuum\s+full|shutdown\b|grant\b|revoke\b|alter\s+(?:user|role|system)\b|set\s+password)/i;
/** Cypher: `match (n) detach delete n`, `drop constraint x`. */
const GRAPH_DELETES =
  /\bdetach\s+delete\b|[)\]}]\s*(?:delete|remove)\s+\w|\bdrop\s+(?:constraint|node|label|graph)\b|\bapoc\.(?:periodic|nodes\.delete|refactor)/i;
/** Logs that replicas and repairs are made from, and things that only some databases have. */
const LOSES_LOGS = /(?:^|[;\s])(?:reset\s+(?:master|slave|replica)|purge\s+\w+)\b/i;
const ALSO_DROPS = /(?:^|[;\s])drop\s+(?:measurement|series|space|class|topic|bucket)\b/i;
const REWRITES = /(?:^|[;\s])(?:update\s+\S+\s+set\b(?![^]{0,4000}\bwhere\b)|replace\s+into\b)/i;
/** It holds for every row. */
const ALWAYS = /\bwhere (?:true|1|1 ?= ?1|\d+ ?(?:<>|!=) ?\d+) ?(?=$|;)/gi;
const outer = (text: string) =>
  text
    .replace(/\([^()]*\)/g, " ")
    .replace(/\([^()]*\)/g, " ")
    .replace(/\s+/g, " ");
const WRITES_FILES =
  /\binto\s+(?:out|dump)file\s+'([^']+)'|\bvacuum\s+into\s+'([^']+)'|\battach\s+(?:database\s+)?'([^']+)'|\bwritefile\s*\(\s*'([^']+)'/gi;
/** Behind the word `copy`, wherever. */
const COPIES = /\b(?:to|from)\s+(program\s+)?'([^']+)'/gi;

const REMOTE_STORE = /^(?:s3a?|gcs|gs|az|azure|abfss?|https?|r2|hf):\/\//i;

const EXPLAINS = /^explain (?!\(?(?:verbose |costs |buffers )?analy[sz]e\b|\([^)]{0,80}\banaly[sz]e\b)/i;

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
  if ([DELETES, LOSES_LOGS, ALSO_DROPS, GRAPH_DELETES].some((pattern) => pattern.test(bare)))
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
  for (const match of text.matchAll(WRITES_FILES)) {
    const file = match.slice(1).find((each) => each !== undefined);
    if (file !== undefined) touch(command, /^\s*attach/i.test(match[0]) ? "append" : "write", field(file));
  }
  if (
    /\b(?:load_extension|sys_exec|sys_eval|xp_cmdshell|sp_msforeach\w*|sp_executesql|lo_export|lo_import|pg_read_file|plpython|plperlu|edit)\b|\bload\s+data\b|\bexecute\s+immediate\b/i.test(
      bare,
    )
  )
    addOpaque(run, "its statements run code in the database", index);
}

const SQLITE_META = /^\s*\.(\w+)(?!\w)\s*(.*)$/s;

/** Files that psql's own commands write: `\\o FILE`, `\\copy … to FILE`. */
function psqlTargets(text: string): string[] {
  const plain = [...text.matchAll(/\\[ogw]\s+([^\s|;]+)/g)];
  const copied = text
    .split("\n")
    .flatMap((line) => (line.includes("\\copy") ? [...line.slice(line.indexOf("\\copy")).matchAll(/\sto\s+([^\s|;]+)/g)] : []));
  return [...plain, ...copied].map((match) => (match[1] ?? "").replace(/^'|'$/g, ""));
}

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

/** SQLite opens the file for writing and writes nothing. */
function looksOnly(text: string): boolean {
  if (isDynamic(text)) return false;
  const lines = text.split("\n");
  return onlyReads(lines.filter((each) => !LOOKS.test(each)).join("\n"));
}

const sqlite: Tool = (command) => {
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
  if (database !== undefined && database.text !== ":memory:" && !/^file:|^:/.test(database.text))
    touch(command, has(parsed, "readonly") || (texts.length > 0 && texts.every(looksOnly)) ? "read" : "append", database);
  for (const text of texts) readSqlite(command, text);
  return unknownOutput("cmd:sqlite3");
};

interface Client {
  readonly options: string;
  readonly code: readonly string[];
  readonly files: readonly string[];
  readonly writes: readonly string[];
  /** Client commands that run a program: `\!`, `system`. */
  readonly escape: RegExp | null;
}

const CLIENTS: Readonly<Record<string, Client>> = byName({
  psql: {
    options:
      "c,command: f,file: o,output: L,log-file: d,dbname: h,host: p,port: U,username: v,set,variable: W,password w,no-password A,no-align t,tuples-only x,expanded q,quiet X,no-psqlrc a,echo-all e,echo-queries 1,single-transaction F,field-separator: R: P,pset: H,html l,list s S E b n csv T: V,version help:? z 0",
    code: ["command"],
    files: ["file"],
    writes: ["output", "log-file"],
    escape: /\\!\s*([^\n]+)|\\(?:o|w|g)\s*\|\s*([^\n]+)/g,
  },
  mysql: {
    options:
      "e,execute: h,host: u,user: p,password:? P,port: D,database: S,socket: N,skip-column-names B,batch s,silent t,table v,verbose r,raw H,html X,xml f,force tee: init-command: pager:? defaults-file: defaults-extra-file: A,no-auto-rehash ssl-mode: protocol: default-character-set:",
    code: ["execute", "init-command"],
    files: [],
    writes: ["tee"],
    escape: /(?:^|\n|;)[^\S\n]*(?:\\!|system)\s+(\S[^\n]*)/g,
  },
  mariadb: {
    options: "e,execute: h,host: u,user: p,password:? P,port: D,database: S,socket: N B s t v r tee:",
    code: ["execute"],
    files: [],
    writes: ["tee"],
    escape: /(?:^|\n|;)[^\S\n]*(?:\\!|system)\s+(\S[^\n]*)/g,
  },
  duckdb: {
    options: "c: s: cmd: init: readonly json csv box line list markdown table ascii batch",
    code: ["c", "s", "cmd"],
    files: ["init"],
    writes: [],
    escape: /(?:^|\n)[^\S\n]*\.(?:shell|system)\s+(\S[^\n]*)/g,
  },
  "clickhouse-client": {
    options: "q,query: queries-file: h,host: u,user: password: port: d,database: n,multiquery f,format:",
    code: ["query"],
    files: ["queries-file"],
    writes: [],
    escape: null,
  },
  clickhouse: {
    options: "q,query: queries-file: h,host: u,user: password: port: d,database: n,multiquery f,format:",
    code: ["query"],
    files: ["queries-file"],
    writes: [],
    escape: null,
  },
  sqlcmd: {
    options: "Q: q: i: o: S: U: P: d: E",
    code: ["Q", "q"],
    files: ["i"],
    writes: ["o"],
    escape: /(?:^|\n)[^\S\n]*:?!!\s*(\S[^\n]*)/g,
  },
  cockroach: {
    options: "e,execute: url: host: insecure user: database: f,file:",
    code: ["execute"],
    files: ["file"],
    writes: [],
    escape: /\\!\s*([^\n]+)/g,
  },
  cqlsh: {
    options: "e,execute: f,file: u,username: p,password: k,keyspace:",
    code: ["execute"],
    files: ["file"],
    writes: [],
    escape: null,
  },
  bq: { options: "format: project_id: use_legacy_sql: destination_table: replace", code: [], files: [], writes: [], escape: null },
  snowsql: {
    options: "q,query: f,filename: a: u: d: s: w: o:",
    code: ["query"],
    files: ["filename"],
    writes: [],
    escape: /(?:^|\n)[^\S\n]*!system\s+(\S[^\n]*)/g,
  },
  usql: { options: "c,command: f,file: o,out:", code: ["command"], files: ["file"], writes: ["out"], escape: /\\!\s*([^\n]+)/g },
  pgcli: { options: "c,command: e,execute: h: p: U: d:", code: ["command", "execute"], files: [], writes: [], escape: /\\!\s*([^\n]+)/g },
});

/** Clients of which it is enough to know where the statements are. */
function statements(options: string, code: readonly string[], files: readonly string[] = []): Client {
  return { options, code, files, writes: [], escape: null };
}

const MORE_CLIENTS: Readonly<Record<string, Client>> = byName({
  hive: statements("e: f: i: S,silent v,verbose hiveconf: hivevar: database:", ["e"], ["f", "i"]),
  beeline: statements("e: f: u: n: p: d: i: silent: outputformat:", ["e"], ["f", "i"]),
  "spark-sql": statements("e: f: i: S master: conf: database: hiveconf:", ["e"], ["f", "i"]),
  trino: statements("execute: f,file: server: catalog: schema: user: output-format:", ["execute"], ["file"]),
  presto: statements("execute: f,file: server: catalog: schema: user: output-format:", ["execute"], ["file"]),
  "impala-shell": statements("q,query: f,query_file: i,impalad: d,database: B,delimited o,output_file:", ["query"], ["query_file"]),
  vsql: statements("c,command: f,file: h: U: w: d: p:", ["command"], ["file"]),
  mysqlsh: statements("e,execute: f,file: sql js py uri: h,host: u,user: p,password:?", ["execute"], ["file"]),
  "mssql-cli": statements("Q,query: i,input_file: S: U: P: d: o:", ["query"], ["input_file"]),
  csvsql: statements("query: db: tables: insert no-create", ["query"]),
  athenacli: statements("e,execute: region: s3-staging-dir:", ["execute"]),
  ksql: statements("e,execute: f,file: u: p:", ["execute"], ["file"]),
  dolt: statements("q,query: f,file: b,batch r,result-format: disable-batch", ["query"], ["file"]),
  "cypher-shell": statements("a,address: u,username: p,password: d,database: f,file: format: P,param: encryption:", [], ["file"]),
});

function connect(command: Command, client: Client): ReturnType<Tool> {
  const { how, run, shell } = command;
  const parsed = readOptions(command.args, table(client.options));
  const texts: string[] = client.code.flatMap((name) => valuesOf(parsed, name)).map((each) => each.text);
  for (const name of client.files) {
    for (const file of valuesOf(parsed, name)) {
      touch(command, "read", file);
      const content = contentOf(run, shell, file).text;
      // Migrations of the project are ordinary work; what cannot be seen stays unseen only when it lies outside.
      if (!isDynamic(content)) texts.push(content);
      else if (!isOwn(command, file) || isUnseen(command, file, parsed))
        addOpaque(run, "its statements come from a file that cannot be seen", command.index);
    }
  }
  for (const name of client.writes)
    for (const value of valuesOf(parsed, name)) {
      if (value.text.startsWith("|")) runCarried(command, value.text.slice(1), "output");
      else touch(command, "write", value);
    }
  for (const value of valuesOf(parsed, "pager"))
    if (value.text !== "" && !/^(?:less|more|cat)/.test(value.text)) runCarried(command, value.text, "pager");
  const fed = how.stdin === null || texts.length > 0 ? null : how.stdin;
  // `mysql < fixtures.sql` is `-f fixtures.sql`.
  const isOwnFile =
    fed !== null &&
    isDynamic(fed.text) &&
    fed.from.length > 0 &&
    isLocal(command, parsed) &&
    fed.from.every((each) => each.startsWith(`file:${run.world.project}/`) && run.world.kind(each.slice(5)) === "file");
  if (fed !== null && !isOwnFile) texts.push(fed.text);
  if (command.name === "bq" || command.name in MORE_CLIENTS) texts.push(parsed.operands.map((each) => each.text).join(" "));
  else texts.push(...parsed.operands.map(({ text }) => text).filter((text) => /\s/.test(text) && looksLikeSql(text)));
  for (const text of texts) {
    if (client.escape !== null)
      for (const match of text.matchAll(client.escape)) runCarried(command, match[1] ?? match[2] ?? "", command.name);
    if (command.name === "psql") for (const file of psqlTargets(text)) touch(command, "write", field(file));
    readSql(command, text);
  }
  if (command.name === "bq" && parsed.operands[0]?.text === "rm")
    addHazard(run, "destructive", "it deletes from a database", command.index);
  return unknownOutput(`cmd:${command.name}`);
}

function isOwn(command: Command, file: Field): boolean {
  return !isDynamic(file.text) && !file.text.startsWith("/") && command.shell.cwd !== null;
}

/** A database of this machine, said with a host or by saying none. */
function isLocal(command: Command, parsed: Parsed): boolean {
  const host = valueOf(parsed, "host")?.text;
  if (host !== undefined) return /^(?:localhost|127\.0\.0\.1|::1|\/.*)$/.test(host);
  return !command.args.some(({ text }) => isDynamic(text) || (text.includes("://") && !isLoopback(hostOfUrl(text))));
}

/** Nothing is there yet: what it will hold when this runs, nobody has seen, and it goes to a database that others may use. */
function isUnseen(command: Command, file: Field, parsed: Parsed): boolean {
  return isAbsent(command, file) && (!isLocal(command, parsed) || ENDING_FILE.test(file.text));
}

/** `drop.sql`: its name says what it does. */
const ENDING_FILE = /(?:^|[/_.-])(?:drop|delete|truncate|wipe|purge|destroy|reset)/i;

function isAbsent({ run, shell }: Command, file: Field): boolean {
  const found = absolute(run.disk, shell.cwd, file.text);
  return found !== null && found.exact && kindOf(run.disk, realOf(run.disk, found.path, true)) === null;
}

/** Oracle's client: `sqlplus user/password @file`. */
const sqlplus: Tool = (command) => {
  const { run, shell, how, index } = command;
  for (const word of command.args.filter(({ text }) => text.startsWith("@"))) {
    const file = { ...word, text: word.text.slice(1) };
    touch(command, "read", file);
    const content = contentOf(run, shell, file).text;
    if (!isDynamic(content)) readSql(command, content);
    else if (isAbsent(command, file)) addOpaque(run, "its statements come from a file that cannot be seen", index);
  }
  if (how.stdin !== null) readSql(command, how.stdin.text);
  return unknownOutput("cmd:sqlplus");
};

const redis: Tool = (command) => {
  const { run, index, how, args } = command;
  const text = `${args.map((each) => each.text).join(" ")} ${how.stdin?.text ?? ""}`;
  if (
    /\b(?:flushall|flushdb|del|unlink|shutdown|debug|config\s+set|slaveof|replicaof|script\s+flush|eval|evalsha|function\s+(?:delete|flush)|acl\s+(?:deluser|setuser)|xtrim|ltrim|spop|hdel|srem|zrem\w*|lrem|xdel|getdel|json\.del|zpop\w+|xgroup\s+destroy|module\s+load|migrate|restore|swapdb|rename)\b/i.test(
      text,
    )
  )
    addHazard(run, "destructive", "it deletes from or changes a database", index);
  else if (isDynamic(text)) addOpaque(run, "its commands are only known when it runs", index);
  return undefined;
};

const mongo: Tool = (command) => {
  const { run, index, how, args } = command;
  const text = `${args.map((each) => each.text).join(" ")} ${how.stdin?.text ?? ""}`;
  if (
    /\b(?:drop\w*|delete(?:One|Many)|remove|findOneAndDelete|bulkWrite|shutdownServer|dropDatabase|renameCollection|updateMany|createUser|grantRoles\w*)\s*\(/.test(
      text,
    )
  )
    addHazard(run, "destructive", "it deletes from or changes a database", index);
  else if (/\b(?:eval|load|run|runProgram|writeFile|removeFile|require)\s*\(/.test(text))
    addOpaque(run, "it runs code that cannot be seen", index);
  else if (isDynamic(text)) addOpaque(run, "its commands are only known when it runs", index);
  else if (args.some((word) => /\.(?:js|mongodb)$/.test(word.text) && ENDING_FILE.test(word.text) && isAbsent(command, word)))
    addOpaque(run, "its statements come from a file that cannot be seen", index);
  return undefined;
};

/** Dumps go to a file or to standard output. */
const dump: Tool = (command) => {
  const parsed = readOptions(
    command.args,
    table(
      "f,file: r,result-file: o,out: archive:? d,dbname: h,host: U,username: u,user: p,password:? t,table: F,format: n,schema: j,jobs: a s c C",
    ),
  );
  for (const name of ["file", "result-file", "out", "archive"])
    for (const value of valuesOf(parsed, name)) if (value.text !== "" && value.text !== "-") touch(command, "write", value);
  return unknownOutput("cmd:dump");
};

export const DATABASES: Readonly<Record<string, Tool>> = byName({
  sqlite3: sqlite,
  sqlite,
  litecli: sqlite,
  sqlcipher: sqlite,
  sqlplus,
  sqlcl: sqlplus,
  ...Object.fromEntries(
    Object.entries({ ...MORE_CLIENTS, ...CLIENTS }).map(([name, client]): [string, Tool] => [name, (command) => connect(command, client)]),
  ),
  "redis-cli": redis,
  "valkey-cli": redis,
  "keydb-cli": redis,
  mongosh: mongo,
  mongo,
  pg_dump: dump,
  pg_dumpall: dump,
  mysqldump: dump,
  "mariadb-dump": dump,
  mongodump: dump,
  mongoexport: dump,
  mycli: (command) => connect(command, CLIENTS["mysql"] as Client),
});
