// Texts among a tool's input that something will run: SQL, code, a notebook's cell, keys that are typed into a terminal.
// Which of them a text is follows from the tool's name, the field's name, and what the text looks like.

import { LOOKS_SQL } from "../run/sql.ts";
import { anyWord, either, wholeAnyCase, wordSet } from "../../base/index.ts";
import { readToolName, wordsOf } from "./toolNames.ts";

export type RunKind =
  | "page"
  | "applescript"
  | "sql"
  | "graphql"
  | "python"
  | "javascript"
  | "shell"
  | "typed"
  | "cell"
  | "php"
  | "redis"
  | "r"
  | "powershell"
  | "unknown"
  | "cmd";

export interface RunText {
  readonly kind: RunKind;
  readonly text: string;
}

const SQL_KEY = wholeAnyCase`(?:raw_?)?sql, cql, soql, n1ql, hql, ksql, sql_?(?:list|query|queries|text|string|statements?|commands?),
  statements?, ddl, dml`;
const QUERY_KEY = /^(?:query|queries|query_?(?:text|string)|cypher|mutation|q|hql|migration)$/i;
const CODE_KEY = wholeAnyCase`(?:source_?|python_?|snippet_?)?code, code_?(?:snippet|string|block), source, script,
    script_?(?:content|text|source|body|code), cell_?source, javascript, js, python, code_?to_?run, expression`;
const PAGE_KEY = /^(?:script|code|expression|function|js|javascript|pageFunction)$/i;
const TYPED_KEY = wordSet("chars keys input text data stdin keystrokes characters command line lines");

/** Verbs for text that is about code, and runs nowhere. */
const ONLY_TEXT = wordSet(
  "lint format check validate analyze analyse explain review highlight render parse search save create update insert write add",
  "edit replace move copy overwrite get list find rename post send draft describe upload set append commit push",
);
const RUNS = wordSet(
  "applescript osascript execute exec run eval evaluate interpret interpreter repl python ipython javascript node script",
  "sandbox code invoke",
);
const OF_A_PAGE = wordSet("browser page puppeteer playwright chrome devtools chromium firefox safari webview dom tab");
const OF_A_TERMINAL = wordSet("stdin terminal pty tmux pane tty iterm console repl screen konsole process");
const TYPES = wordSet("write send type paste press input feed interact to");
const SHELLS = wordSet("bash shell powershell pwsh zsh sh");
const SEARCHES = wordSet("search find lookup recall docs documentation web browse list ask nodes semantic suggest explain validate lint");
const OF_SQL = wordSet(
  "psql mysql sqlite postgres postgresql mariadb pg sql clickhouse duckdb snowflake bigquery cockroach trino redshift athena",
  "mssql cassandra",
);
/** What only the program around a page has. */
const OF_NODE = anyWord`require\(\s*["'](?:node:)?(?:fs|child_process|os|net), process\.(?:exit|kill|binding|env)`;
const OF_REDIS = wordSet("redis valkey keydb dragonfly");
const OF_A_NOTEBOOK = wordSet("jupyter notebook cell ipynb ipython colab kernel");

const LOOKS_GRAPHQL = /^\s*(?:mutation|subscription)\b/;
const JAVASCRIPT_SIGNS = either`\b(?:const|let|var|await|module\.exports|console\.log)\b, \brequire\s*\(, \bprocess\., =>, ;\s*$`;
const LOOKS_JAVASCRIPT = new RegExp(JAVASCRIPT_SIGNS, "m");
const PYTHON_STARTS = either`import [\w.]+(?:$|[;,]| as ), from [\w.]+ import , def \w+\(, print\(, open\(, with open\(, os\., shutil\.,
  subprocess\.`;
/** Of one line, without the space around it. */
const PYTHON_LINE = new RegExp(`^(?:${PYTHON_STARTS})`);

/** What a field of a tool's input runs; null: nothing. `language` is what the input itself says. */
export function runTextOf(tool: string, key: string, text: string, language: string | null): RunText | null {
  const { server, words } = readToolName(tool);
  const all = [...server, ...words];
  if (TYPED_KEY.has(key.toLowerCase()) && !(words.length === 1 && /^command$/i.test(key)) && isTerminal(all, words))
    return { kind: "typed", text: text.replace(/\{(?:enter|return)\}/gi, "\n").replace(/\{backspace\}/gi, "\b") };
  if (/^(?:command|commands|cmd|script)$/i.test(key) && all.some((word) => OF_REDIS.has(word))) return { kind: "redis", text };
  if (SQL_KEY.test(key)) return words.includes("explain") && !words.some((word) => RUNS.has(word)) ? null : { kind: "sql", text };
  return QUERY_KEY.test(key) ? queryKind(words, text) : codeOf({ words, all }, key, text, language);
}

interface Names {
  readonly words: readonly string[];
  /** The server's too. */
  readonly all: readonly string[];
}

function codeOf({ words, all }: Names, key: string, text: string, language: string | null): RunText | null {
  if (all.some((word) => OF_A_PAGE.has(word)) && !OF_NODE.test(text)) return PAGE_KEY.test(key) ? { kind: "page", text } : null;
  if (/^(?:command|cmd)$/i.test(key) && all.some((word) => OF_SQL.has(word)) && LOOKS_SQL.test(text)) return { kind: "sql", text };
  if (!CODE_KEY.test(key) || !runsCode(words, key, text)) return null;
  return { kind: isCell(all, text) ? "cell" : languageOf(language, [...all, ...wordsOf(key), key], text, key), text };
}

function isCell(all: readonly string[], text: string): boolean {
  return all.some((word) => OF_A_NOTEBOOK.has(word)) || text.split("\n").some((line) => /^\s*[!%]/.test(line));
}

/** A page's own script reaches no file of this machine. */
export function runsInPage(tool: string): boolean {
  const { server, words } = readToolName(tool);
  return [...server, ...words].some((word) => OF_A_PAGE.has(word));
}

function isTerminal(all: readonly string[], words: readonly string[]): boolean {
  if (all.some((word) => OF_A_PAGE.has(word))) return false;
  const isShell = (word: string) => OF_A_TERMINAL.has(word) || SHELLS.has(word);
  if (
    (words.includes("keys") && words.includes("send")) ||
    (words.some(isShell) && words.every((word) => isShell(word) || TYPES.has(word)))
  )
    return true;
  return words.some((word) => TYPES.has(word)) && (all.some((word) => OF_A_TERMINAL.has(word)) || words.join(" ") === "send input");
}

// A comment in front of a statement hides its verb.
function withoutFirstComments(text: string): string {
  let rest = text.trimStart();
  for (;;) {
    const end = rest.startsWith("/*") ? rest.indexOf("*/") + 1 : rest.startsWith("--") || rest.startsWith("#") ? rest.indexOf("\n") : -1;
    if (end <= 0) return rest;
    rest = rest.slice(end + 1).trimStart();
  }
}

function queryKind(words: readonly string[], text: string): RunText | null {
  if (LOOKS_GRAPHQL.test(text)) return { kind: "graphql", text };
  if (words.some((word) => SEARCHES.has(word)) || !LOOKS_SQL.test(withoutFirstComments(text))) return null;
  return { kind: "sql", text };
}

function runsCode(words: readonly string[], key: string, text: string): boolean {
  const runs = words.some((word) => RUNS.has(word));
  if (words.includes("execute") || words.includes("run") || words.includes("exec") || words.includes("eval")) return true;
  if (words.some((word) => ONLY_TEXT.has(word))) return false;
  return runs || /^(?:script|python|js|javascript)/i.test(key) || (key === "code" && looksLikePython(text));
}

const LANGUAGES: readonly (readonly [RegExp, RunKind])[] = [
  [/^(?:bash|sh|shell|zsh|terminal|command)$/i, "shell"],
  [/^(?:python\d?|py|pandas|ipython)$/i, "python"],
  [/^(?:javascript|js|node|nodejs|typescript|ts|deno|bun)$/i, "javascript"],
  [/^(?:r|rscript)$/i, "r"],
  [/^php$/i, "php"],
  [/^(?:powershell|pwsh|ps1)$/i, "powershell"],
  [/^(?:batch|bat|cmd)$/i, "cmd"],
  [/^(?:applescript|osascript|jxa)$/i, "applescript"],
  [/^(?:sql|postgres|postgresql|mysql|sqlite)$/i, "sql"],
];

function languageOf(language: string | null, words: readonly string[], text: string, key: string): RunKind {
  for (const word of language === null ? words : [language, ...words]) {
    const known = LANGUAGES.find(([pattern]) => pattern.test(word));
    if (known !== undefined) return known[1];
  }
  if (looksLikePython(text)) return "python";
  if (LOOKS_JAVASCRIPT.test(text)) return "javascript";
  if (/^script$/i.test(key)) return "shell";
  return language === null ? "unknown" : "python";
}

/** A cell of a notebook: lines for the shell, and the rest of it. */
export function partsOfCell(text: string): { readonly shell: string; readonly python: string } {
  const magic = /^\s*%%(?:bash|sh|script|cmd|system)\b[^\n]*\n/.exec(text);
  if (magic !== null) return { shell: text.slice(magic[0].length), python: "" };
  const shell: string[] = [];
  const python: string[] = [];
  for (const line of text.split("\n")) {
    // `files = !ls` keeps what the command prints.
    const bare = line.trim().replace(/^\w+ = (?=!)/, "");
    if (/^(?:!|%(?:sx|system|sc) )/.test(bare)) shell.push(bare.replace(/^(?:!!?|%\w+ )/, ""));
    else if (/^%(?:pip|conda|cd|rm|rmdir|mv|cp|mkdir) /.test(bare)) shell.push(bare.slice(1));
    else if (!bare.startsWith("%")) python.push(line);
  }
  return { shell: shell.join("\n"), python: python.join("\n") };
}

/** Names of keys, as tmux and others spell them. */
const KEY_NAME = wholeAnyCase`Enter, Return, Space, Tab, Escape, BSpace, Up, Down, Left, Right, [CM]-[a-z], <[A-Za-z-]{1,12}>,
  \{(?:enter|return|tab|esc)\}`;

/** Where the last line of what is typed begins. */
export function lastLineAt(text: string): number {
  return Math.max(text.lastIndexOf("\n"), text.lastIndexOf("\r")) + 1;
}

/** Ctrl-C and Ctrl-U drop the line, backspace its last character. */
export function withoutErased(text: string): string {
  let kept = "";
  for (const key of text) {
    if (key === "\b" || key === "\u007f") kept = kept.slice(0, Math.max(lastLineAt(kept), kept.length - 1));
    else if (key === "\u0003" || key === "\u0015") kept = kept.slice(0, lastLineAt(kept));
    else kept += key;
  }
  return kept;
}

/** What is typed, line by line: keys that are no letters end a line or do nothing. */
export function typedLines(text: string): string {
  const lines = text
    .replace(/\\r|\\n/g, "\n")
    .replace(/\u001b\[[0-9;]{0,16}[A-Za-z~]/g, "")
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, "\n")
    .split("\n");
  const typed = lines.map((line) =>
    line
      .split(" ")
      .filter((word) => !KEY_NAME.test(word))
      .join(" ")
      .trim(),
  );
  return typed.filter((line) => line !== "").join("\n");
}

export function looksLikePython(text: string): boolean {
  return text.split("\n").some((line) => PYTHON_LINE.test(line.trim()));
}
