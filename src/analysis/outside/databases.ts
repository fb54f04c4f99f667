// Database clients: statements that delete, and client commands that write files or run programs.

import { byName, sameRow, either } from "../../base/index.ts";
import { absolute, kindOf, realOf } from "../run/disk.ts";
import { type Parsed, readOptions, table, valueOf, valuesOf } from "../run/options.ts";
import { addHazard, addOpaque, type Command, touch, type Tool } from "../run/record.ts";
import { type Field, field, isDynamic, unknownOutput } from "../run/values.ts";
import { hostOfUrl, isLoopback } from "../run/addresses.ts";
import { looksLikeSql } from "../run/sql.ts";
import { contentOf } from "../run/namedFiles.ts";
import { runCarried } from "../carriers/wrappers.ts";
import { sqlite } from "./sqlite.ts";
import { readSql } from "./statements.ts";

/** Files that psql's own commands write: `\\o FILE`, `\\copy … to FILE`. */
function psqlTargets(text: string): string[] {
  const plain = [...text.matchAll(/\\[ogw]\s+([^\s|;]+)/g)];
  const copied = text
    .split("\n")
    .flatMap((line) => (line.includes("\\copy") ? [...line.slice(line.indexOf("\\copy")).matchAll(/\sto\s+([^\s|;]+)/g)] : []));
  return [...plain, ...copied].map((match) => (match[1] ?? "").replace(/^'|'$/g, ""));
}

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
    options: `c,command: f,file: o,output: L,log-file: d,dbname: h,host: p,port: U,username: v,set,variable: W,password w,no-password
        A,no-align t,tuples-only x,expanded q,quiet X,no-psqlrc a,echo-all e,echo-queries 1,single-transaction F,field-separator: R:
        P,pset: H,html l,list s S E b n csv T: V,version help:? z 0`,
    code: ["command"],
    files: ["file"],
    writes: ["output", "log-file"],
    escape: /\\!\s*([^\n]+)|\\(?:o|w|g)\s*\|\s*([^\n]+)/g,
  },
  mysql: {
    options: `e,execute: h,host: u,user: p,password:? P,port: D,database: S,socket: N,skip-column-names B,batch s,silent t,table v,verbose
        r,raw H,html X,xml f,force tee: init-command: pager:? defaults-file: defaults-extra-file: A,no-auto-rehash ssl-mode: protocol:
        default-character-set:`,
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
  ...sameRow("trino presto", statements("execute: f,file: server: catalog: schema: user: output-format:", ["execute"], ["file"])),
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

const UNSEEN_FILE = "its statements come from a file that cannot be seen";

function connect(command: Command, client: Client): ReturnType<Tool> {
  const { run, name, index } = command;
  const parsed = readOptions(command.args, table(client.options));
  const given = client.code.flatMap((option) => valuesOf(parsed, option)).map((each) => each.text);
  const filed = client.files.flatMap((option) => valuesOf(parsed, option)).flatMap((file) => statementsOf(command, file, parsed));
  for (const value of client.writes.flatMap((option) => valuesOf(parsed, option))) writeOutput(command, value);
  for (const { text } of valuesOf(parsed, "pager")) if (text !== "" && !/^(?:less|more|cat)/.test(text)) runCarried(command, text, "pager");
  const fed = given.length + filed.length > 0 ? [] : fedTo(command, parsed);
  for (const text of [...given, ...filed, ...fed, ...bareStatements(command, parsed)]) readStatements(command, client, text);
  if (name === "bq" && parsed.operands[0]?.text === "rm") addHazard(run, "destructive", "it deletes from a database", index);
  return unknownOutput(`cmd:${name}`);
}

function statementsOf(command: Command, file: Field, parsed: Parsed): readonly string[] {
  touch(command, "read", file);
  const content = contentOf(command.run, command.shell, file).text;
  if (!isDynamic(content)) return [content];
  // Migrations of the project are ordinary work; what cannot be seen stays unseen only when it lies outside.
  if (!isOwn(command, file) || isUnseen(command, file, parsed)) addOpaque(command.run, UNSEEN_FILE, command.index);
  return [];
}

function writeOutput(command: Command, file: Field): void {
  if (file.text.startsWith("|")) runCarried(command, file.text.slice(1), "output");
  else touch(command, "write", file);
}

/** Its standard input; `mysql < fixtures.sql` is `-f fixtures.sql`. */
function fedTo(command: Command, parsed: Parsed): readonly string[] {
  const { stdin } = command.how;
  if (stdin === null) return [];
  const { world } = command.run;
  const isOwnFile =
    isDynamic(stdin.text) &&
    stdin.from.length > 0 &&
    isLocal(command, parsed) &&
    stdin.from.every((each) => each.startsWith(`file:${world.project}/`) && world.kind(each.slice("file:".length)) === "file");
  return isOwnFile ? [] : [stdin.text];
}

/** Statements that are arguments themselves. */
function bareStatements({ name }: Command, { operands }: Parsed): readonly string[] {
  const texts = operands.map((each) => each.text);
  if (name === "bq" || name in MORE_CLIENTS) return [texts.join(" ")];
  return texts.filter((text) => /\s/.test(text) && looksLikeSql(text));
}

function readStatements(command: Command, { escape }: Client, text: string): void {
  if (escape !== null) for (const match of text.matchAll(escape)) runCarried(command, match[1] ?? match[2] ?? "", command.name);
  if (command.name === "psql") for (const file of psqlTargets(text)) touch(command, "write", field(file));
  readSql(command, text);
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
    else if (isAbsent(command, file)) addOpaque(run, UNSEEN_FILE, index);
  }
  if (how.stdin !== null) readSql(command, how.stdin.text);
  return unknownOutput("cmd:sqlplus");
};

const REDIS_CHANGES = either`flushall, flushdb, del, unlink, shutdown, debug, config\s+set, slaveof, replicaof, script\s+flush, eval,
  evalsha, function\s+(?:delete|flush), acl\s+(?:deluser|setuser), xtrim, ltrim, spop, hdel, srem, zrem\w*, lrem, xdel, getdel,
  json\.del, zpop\w+, xgroup\s+destroy, module\s+load, migrate, restore, swapdb, rename`;
const MONGO_CHANGES = either`drop\w*, delete(?:One|Many), remove, findOneAndDelete, bulkWrite, shutdownServer, dropDatabase,
  renameCollection, updateMany, createUser, grantRoles\w*`;
const CHANGES_STORE = new RegExp(`\\b(?:${REDIS_CHANGES})\\b`, "i");
const CHANGES_DOCUMENTS = new RegExp(`\\b(?:${MONGO_CHANGES})\\s*\\(`);
const RUNS_CODE = /\b(?:eval|load|run|runProgram|writeFile|removeFile|require)\s*\(/;

/** The words that a client was given, and what it is fed. */
const said = ({ args, how }: Command) => `${args.map((each) => each.text).join(" ")} ${how.stdin?.text ?? ""}`;

const redis: Tool = (command) => {
  const { run, index } = command;
  const text = said(command);
  if (CHANGES_STORE.test(text)) addHazard(run, "destructive", "it deletes from or changes a database", index);
  else if (isDynamic(text)) addOpaque(run, "its commands are only known when it runs", index);
  return undefined;
};

const mongo: Tool = (command) => {
  const { run, index, args } = command;
  const text = said(command);
  if (CHANGES_DOCUMENTS.test(text)) addHazard(run, "destructive", "it deletes from or changes a database", index);
  else if (RUNS_CODE.test(text)) addOpaque(run, "it runs code that cannot be seen", index);
  else if (isDynamic(text)) addOpaque(run, "its commands are only known when it runs", index);
  else if (args.some((word) => /\.(?:js|mongodb)$/.test(word.text) && ENDING_FILE.test(word.text) && isAbsent(command, word)))
    addOpaque(run, UNSEEN_FILE, index);
  return undefined;
};

/** Dumps go to a file or to standard output. */
const dump: Tool = (command) => {
  const parsed = readOptions(
    command.args,
    table(
      `f,file: r,result-file: o,out: archive:? d,dbname: h,host: U,username: u,user: p,password:? t,table: F,format: n,schema: j,jobs:
        a s c C`,
    ),
  );
  for (const name of ["file", "result-file", "out", "archive"])
    for (const value of valuesOf(parsed, name)) if (value.text !== "" && value.text !== "-") touch(command, "write", value);
  return unknownOutput("cmd:dump");
};

export const DATABASES: Readonly<Record<string, Tool>> = byName({
  ...sameRow("sqlite3 litecli sqlcipher", sqlite),
  sqlite,
  sqlplus,
  sqlcl: sqlplus,
  ...Object.fromEntries(
    Object.entries({ ...MORE_CLIENTS, ...CLIENTS }).map(([name, client]): [string, Tool] => [name, (command) => connect(command, client)]),
  ),
  ...sameRow("redis-cli valkey-cli keydb-cli", redis),
  mongosh: mongo,
  mongo,
  ...sameRow("pg_dump pg_dumpall mysqldump mariadb-dump mongodump mongoexport", dump),
  mycli: (command) => connect(command, CLIENTS["mysql"] as Client),
});
