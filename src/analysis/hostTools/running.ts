// Runs the texts of a tool's input through the readers that the shell's programs have: SQL as `psql -c`, code as `python -c`.

import { either } from "../../base/index.ts";
import { type Call, earlierCalls } from "../call/call.ts";
import { addOpaque, type Run } from "../run/record.ts";
import { openShell } from "../run/state.ts";
import { field } from "../run/values.ts";
import { deedOfName } from "./deeds.ts";
import { lastLineAt, looksLikePython, partsOfCell, type RunText, typedLines, withoutErased } from "./texts.ts";
import { looksLikeSql } from "../run/sql.ts";
import { wordsOf } from "./toolNames.ts";

interface Running {
  readonly input: Readonly<Record<string, unknown>>;
  readonly runShell: (text: string) => void;
  /** What another input of the tool types. */
  readonly typedIn: (input: Running["input"]) => readonly string[];
}

type RunOne = (run: Run, tool: string, text: string, running: Running) => void;

/** As the shell gives it to a program. */
const givenTo =
  (...program: readonly string[]): RunOne =>
  (run, tool, text) =>
    runAs(run, tool, [...program, text]);

const RUN: Readonly<Record<RunText["kind"], RunOne>> = {
  sql: givenTo("psql", "-c"),
  powershell: givenTo("pwsh", "-Command"),
  cmd: givenTo("cmd", "/c"),
  r: givenTo("Rscript", "-e"),
  php: (run, tool, text) => {
    noteCalls(run, "function", text);
    runAs(run, tool, ["php", "-r", text]);
  },
  applescript: givenTo("osascript", "-e"),
  python: givenTo("python3", "-c"),
  unknown: (run, tool, text) => {
    noteStatements(run, text);
    // `list.remove(x)` is of a list, `purgeAllEntries()` of something else.
    noteCalls(run, "function", text, 2);
    runAs(run, tool, ["python3", "-c", text]);
  },
  javascript: (run, tool, text) => {
    noteSession(run, text);
    // Of a member only in JavaScript itself; of a record in Apex, which looks like it.
    noteStatements(run, text);
    runAs(run, tool, ["node", "-e", text]);
  },
  graphql: (run, _, text) => noteCalls(run, "mutation", text),
  page: (run, _, text) => notePageRequest(run, text),
  redis: (run, tool, text) => runAs(run, tool, ["redis-cli", ...text.split(/\s+/)]),
  cell: (run, tool, text, { runShell }) => {
    const parts = partsOfCell(text);
    if (parts.shell !== "") runShell(parts.shell);
    if (parts.python.trim() !== "") runAs(run, tool, ["python3", "-c", parts.python]);
  },
  shell: (_run, _tool, text, { runShell }) => runShell(text),
  typed: (run, tool, text, running) =>
    runTyped(run, tool, typedLines(withoutErased(lineSoFar(run, tool, running) + text)), running.runShell),
};

export function runTexts(run: Run, tool: string, texts: readonly RunText[], running: Running): void {
  for (const { kind, text } of texts) RUN[kind](run, tool, text, running);
}

/** As many earlier calls as a world tells of, or fewer. */
const MOST_PIECES = 20;
const NAMES_TERMINAL = /id$|session|pane|terminal|process|window|target|name/i;

const terminalOf = (input: Running["input"] | null) =>
  JSON.stringify(Object.entries(input ?? {}).filter(([key]) => NAMES_TERMINAL.test(key)));

/** What earlier calls of the session typed into the same terminal since a line ended. */
function lineSoFar(run: Run, tool: string, { input, typedIn }: Running): string {
  const pieces = earlierCalls(run.world, tool)
    .map((text) => JSON.parse(text) as Call)
    .flatMap((call) => ("input" in call && call.tool === tool && terminalOf(call.input) === terminalOf(input) ? typedIn(call.input) : []));
  const open = withoutErased(pieces.join(""));
  const line = open.slice(lastLineAt(open));
  if (line === open && pieces.length >= MOST_PIECES) addOpaque(run, "a line is typed in more pieces than can be put together");
  return line;
}

/** Nobody here knows what sits behind a terminal: a shell, a database's client or an interpreter. */
function runTyped(run: Run, tool: string, text: string, runShell: (text: string) => void): void {
  if (text === "") return;
  if (looksLikeSql(text)) runAs(run, tool, ["psql", "-c", text]);
  else if (looksLikePython(text)) runAs(run, tool, ["python3", "-c", text]);
  else runShell(text);
}

function runAs(run: Run, tool: string, words: readonly string[]): void {
  const how = { via: [tool], env: {}, span: null, stdin: null, external: true };
  run.runWords(
    run,
    openShell(run.world.cwd),
    words.map((word) => field(word)),
    how,
  );
}

const CHANGING_METHOD = /\bmethod\s{0,4}:\s{0,4}["'`](?:POST|PUT|PATCH|DELETE)\b/i;
const CHANGING_REQUEST = /\brequest\.(?:post|put|patch|delete)\(|\bsendBeacon\(/i;
const RUNS_TEXT = /\b(?:eval|Function)\(\s*[^"'`\s)]|\bthen\(\s*eval\b/;
const FETCHES = /\bfetch\(|\brequest\.get\(|XMLHttpRequest|https?:\/\//;
const SENDS_BODY = /\bfetch\([^)]{0,200}\bbody\b/;
/** Whoever is logged in to the page is its owner. */
const COOKIES = /\bdocument\.cookie\b/;
const STORED = /\b(?:local|session)Storage\.getItem\(\s{0,4}["'`]([^"'`]{0,60})/;
const LOGIN = /auth|token|jwt|session|secret|api_?key/i;

/** A page's script reaches no file of this machine, and it can ask its server to change something. */
function notePageRequest(run: Run, text: string): void {
  noteSession(run, text);
  if (RUNS_TEXT.test(text) && FETCHES.test(text))
    run.hazards.push({ kind: "escalation", why: "the script of a page runs code that it downloads", program: null });
  if (
    ![CHANGING_METHOD, CHANGING_REQUEST, SENDS_BODY].some((each) => each.test(text)) ||
    /["'`]https?:\/\/(?:localhost|127\.0\.0\.1)[:/]/.test(text)
  )
    return;
  run.hazards.push({ kind: "exfiltration", why: "the script of a page changes something on another machine", program: null });
}

function noteSession(run: Run, text: string): void {
  if (COOKIES.test(text) || LOGIN.test(STORED.exec(text)?.[1] ?? ""))
    run.hazards.push({ kind: "exfiltration", why: "the script of a page reads cookies or a stored login", program: null });
}

/** A statement that begins with such a verb deletes, in whatever language: `delete leads;`, `PURGE logs`. */
const ENDING_VERBS = either`delete, drop, purge, truncate, remove`;
const ENDING_STATEMENT = new RegExp(
  String.raw`(?:^|[;{}])[ \t]{0,40}(?:${ENDING_VERBS}) {1,4}(?:from {1,4})?\w{1,80} {0,4}(?:;|$|where\b)`,
  "im",
);

function noteStatements(run: Run, text: string): void {
  if (ENDING_STATEMENT.test(text)) run.hazards.push({ kind: "destructive", why: "its statements delete from a database", program: null });
}

/** `mutation { deleteRepository(…) }`, `wp_delete_post(1)`: fields of a mutation and functions of a service are named like tools. */
function noteCalls(run: Run, what: string, text: string, leastWords = 1): void {
  for (const [, name = ""] of text.matchAll(/\b([a-z]\w{2,80})\s*[({]/gi)) {
    const words = wordsOf(name);
    const deed = words.length < leastWords ? null : deedOfName({ server: [], words });
    if (deed === null) continue;
    run.hazards.push({ kind: deed.kind, why: `the ${what} \`${name}\` ${deed.what}`, program: null });
    return;
  }
}
