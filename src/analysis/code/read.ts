// Reading inline code: constants and other names of modules first, then every call that deletes, writes, runs or sends.
// What is named but not called with constant words cannot be told, and is opaque.

import { whole } from "../../base/index.ts";
import { keptByContent } from "../run/keptByContent.ts";
import { isBelow, kindOf, parentOf } from "../run/disk.ts";
import { addHazard, addHidden, addOpaque, type Command, type Run } from "../run/record.ts";
import { exportedNames } from "../run/state.ts";
import { type Field, field, isDynamic, textAt } from "../run/values.ts";
import { hostOfUrl, isLoopback } from "../run/addresses.ts";
import { madeBefore } from "../scripts/earlier.ts";
import { ownScript } from "../scripts/ownScripts.ts";
import { readScript, walkSeen } from "../scripts/readScript.ts";
import { act } from "./acts.ts";
import { chainAt, methodOfExpression } from "./chains.ts";
import { type Deed, deedOf } from "./deeds.ts";
import { importsOf } from "./imports.ts";
import { collectConstants, collectGiven, collectNames } from "./boundNames.ts";
import { runWords } from "./opening.ts";
import { collectParameters, type Functions, functionsIn } from "./parameters.ts";
import { startingValues } from "./paths.ts";
import { type Part, type Reading, unseen } from "./codeReading.ts";
import { readStatements } from "./statements.ts";
import { type Language, type Token, tokenise } from "./codeTokens.ts";

const DEEPEST = 4;
const LONGEST = 200_000;

const kept = new Map<Language, (code: string) => readonly Token[] | null>();

/** Tokens are only looked at. */
function tokensOf(code: string, language: Language): readonly Token[] | null {
  let read = kept.get(language);
  if (read === undefined) kept.set(language, (read = keptByContent((text) => tokenise(text, language))));
  return read(code);
}

type Content = Pick<Reading, "tokens" | "language" | "names" | "open" | "declared" | "parts"> & { readonly functions: Functions };
const contents = new WeakMap<readonly Token[], Content>();

/** What the text alone says, kept as long as its tokens are. */
function contentOf(tokens: readonly Token[], language: Language): Content {
  let found = contents.get(tokens);
  if (found === undefined) {
    found = { tokens, language, names: new Map(), open: [], declared: new Set(), parts: new Map(), functions: functionsIn(tokens) };
    collectNames(found);
    contents.set(tokens, found);
  }
  return found;
}

/** Where code is from: what it imports is looked up beside its file, and code inside code is followed only so deep. */
interface Origin {
  readonly file?: string;
  readonly depth?: number;
  readonly isTest?: boolean;
  /** Words that the program is given. */
  readonly args?: readonly Field[];
}

export function readCode(command: Command, code: string, language: Language, origin: Origin = {}): void {
  if (isDynamic(code)) return addOpaque(command.run, "it runs code that is only known when it runs", command.index);
  readTokens(command, code, language, origin);
}

/** Code with values of the environment in it: text where they are inside strings that are only text, unknown code elsewhere. */
export function readGivenCode(command: Command, given: readonly Field[], language: Language): void {
  const code = given.map(({ text }) => text).join("\n");
  const isEnvironment = given.every(
    ({ text, from }) => !isDynamic(text) || (from.length > 0 && from.every((each) => each.startsWith("var:"))),
  );
  const tokens = isEnvironment && isDynamic(code) ? tokensOf(code, language) : null;
  if (tokens !== null && tokens.every((token, at) => !isDynamic(token.text) || isOnlyText(tokens, at)))
    readTokens(command, code, language, {});
  else readCode(command, code, language);
}

/** A string that names no member, attribute or module. */
function isOnlyText(tokens: readonly Token[], at: number): boolean {
  const before = textAt(tokens, at - 1);
  const call = tokens.slice(Math.max(0, at - 6), at).some(({ text }) => /attr$|import|^(?:eval|exec|compile|Function)$/.test(text));
  const loads = tokens[at - 2]?.text === "require" && !/\.json$/.test(textAt(tokens, at));
  return tokens[at]?.kind === "string" && before !== "[" && !call && !loads;
}

function readTokens(command: Command, code: string, language: Language, origin: Origin): void {
  const { file, depth = 0, isTest = false } = origin;
  const tokens = depth > DEEPEST || code.length > LONGEST ? null : tokensOf(code, language);
  if (tokens === null) {
    addOpaque(command.run, "its code is larger than can be looked at", command.index);
    return;
  }
  const readInner = (inner: string) => readCode(command, inner, language, { ...origin, depth: depth + 1 });
  const content = contentOf(tokens, language);
  const reading: Reading = {
    ...content,
    command,
    constants: startingValues({ file, cwd: command.shell.cwd, args: origin.args ?? [], env: environmentOf(command) }),
    args: origin.args ?? [],
    given: new Set(),
    isTest,
    readInner,
    reads: false,
    sends: null,
  };
  collectConstants(reading);
  collectParameters(reading, content.functions);
  collectGiven(reading);
  for (let at = 0; at < tokens.length; at++) readAt(reading, at);
  readImports(reading, file);
  if (reading.sends !== null) noteSent(reading, reading.sends);
}

function environmentOf({ shell, how }: Command): Readonly<Record<string, string>> {
  const exported = exportedNames(shell).flatMap((name): [string, string][] => {
    const values = shell.vars.get(name)?.values ?? [];
    return values.length === 1 && values[0] !== undefined ? [[name, values[0].text]] : [];
  });
  return { ...Object.fromEntries(exported), ...how.env };
}

/** More modules of one call than this are not read: one of them that Git has not is hidden by that. */
const MOST_MODULES = 40;
const MOST_IMPORTS = 400;

/** Modules of the project run with what imports them. */
function readImports({ command, tokens, language, isTest }: Reading, file: string | undefined): void {
  const { run, shell } = command;
  const { cwd } = shell;
  if (cwd === null || run.elsewhere) return;
  for (const candidates of importsOf({ tokens, language, cwd, folder: file === undefined ? cwd : parentOf(file) }).slice(0, MOST_IMPORTS)) {
    const path = candidates.find((each) => isOwnFile(run, each));
    if (path === undefined || run.modules.has(path)) continue;
    if (run.modules.size < MOST_MODULES) readFile(command, path, { language, isTest });
    else if (ownScript(run, path).kind !== "ordinary") return addHidden(run, "it loads more modules than can be looked at", command.index);
  }
}

/** A file of the project, or one that the call makes. */
function isOwnFile(run: Run, path: string): boolean {
  if (run.disk.made.has(path)) return true;
  return isBelow(path, run.world.project) && (kindOf(run.disk, path) === "file" || madeBefore(run, path) !== null);
}

/** Code that a program loads from the project: a module, its settings, a test. */
export function readFile(
  command: Command,
  path: string,
  { language, isTest }: { readonly language: Language; readonly isTest: boolean },
): void {
  const { run } = command;
  run.modules.add(path);
  const script = readScript(command, field(path));
  if (script.kind === "text") walkSeen(run, script, () => readCode(command, script.text, language, { file: path, isTest }));
  else if (script.kind === "opaque" && run.disk.made.has(path)) addOpaque(run, script.why, command.index);
}

function noteSent(reading: Reading, urls: readonly string[]): void {
  const { run, index } = reading.command;
  const outside = urls.length === 0 || urls.some((url) => !isLoopback(hostOfUrl(url)));
  for (const url of urls) run.network.push({ host: hostOfUrl(url), url, sends: reading.reads, program: index });
  // Programs of the project send what they like to services of theirs, but not files with keys.
  if (run.inOwnScript && !run.paths.some(({ access, path, program }) => access === "read" && program === index && SECRETS.test(path)))
    return;
  if (outside && (reading.reads || urls.length === 0)) addHazard(run, "exfiltration", "its code sends data to another machine", index);
}

const SECRETS = whole`[^]*\/(?:\.env(?:\.\w+)?|\.netrc|\.npmrc|id_\w+|credentials(?:\.\w+)?|[^/]*\.(?:pem|key|p12))`;

const CALLED_BY_NAME: ReadonlySet<Deed> = new Set<Deed>(["run", "delete", "write", "eval", "dynamic", "send"]);

/** Reads the command, the method or the chain at a place. Arguments are read in their own turn. */
function readAt(reading: Reading, at: number): void {
  const { tokens, language } = reading;
  const token = tokens[at] as Token;
  if (token.kind === "command") {
    if (token.text.startsWith("\0")) reading.readInner(token.text.slice(1));
    else runWords(reading, [field(token.text)], true);
    return;
  }
  if (language === "php") notePhpCall(reading, at);
  if (token.kind !== "name") return;
  if (!reading.isTest) readStatements(reading, at);
  // $`rm -rf x` of zx, execa and Bun.
  const next = tokens[at + 1];
  if (language === "javascript" && token.text === "$" && next?.kind === "string") return runWords(reading, [field(next.text)], true);
  if (reading.declared.has(at) || textAt(tokens, at - 1) === "->") return;
  for (const part of partsAt(reading, at)) {
    const deed = deedOf(language, part.name);
    if (deed !== null) act(reading, deed, part);
  }
}

function partsAt(reading: Reading, at: number): readonly Part[] {
  if (textAt(reading.tokens, at - 1) !== ".") return chainAt(reading, at);
  const part = methodOfExpression(reading, at);
  return part === null ? [] : [part];
}

/** PHP calls a function by a string that names it, and whatever a variable or an expression names. */
function notePhpCall(reading: Reading, at: number): void {
  const token = reading.tokens[at] as Token;
  const deed = token.kind === "string" ? deedOf("php", token.text) : null;
  const before = reading.tokens[at - 1];
  const called = reading.tokens[at + 1]?.text === "(" && (token.text === ")" || (token.text.startsWith("$") && before?.text !== "->"));
  if (called || (deed !== null && CALLED_BY_NAME.has(deed))) unseen(reading, "may run");
}
