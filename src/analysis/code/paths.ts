// Paths that code puts together from where it is and what it is given: `path.join(__dirname, "..", "data")`,
// `Path(__file__).parent / "data"`, `process.argv[2]`. Read strictly: what is not understood is not known.

import { byName, rowOf, sameRow, wordSet } from "../../base/index.ts";
import { normalise, parentOf } from "../run/disk.ts";
import { type Field, field, HOLE, isDynamic, textAt } from "../run/values.ts";
import { closingOf, parted, type Token } from "./codeTokens.ts";

/** Names with the words they may stand for; a name that is not here is unknown. */
export type Constants = Map<string, readonly Field[]>;

/** What a program is started with. */
export interface Start {
  readonly file: string | undefined;
  readonly cwd: string | null;
  readonly args: readonly Field[];
  readonly env: Readonly<Record<string, string>>;
}

/** Expressions, as they are written without spaces, and what they stand for. */
export function startingValues({ file, cwd, args, env }: Start): Constants {
  const values: [name: string, text: string][] = [];
  const all = (names: string, text: string) => values.push(...names.split(" ").map((name): [string, string] => [name, text]));
  if (file !== undefined) {
    all("__dirname __dir__ __DIR__ import.meta.dirname", parentOf(file));
    all("__filename __file__ __FILE__ import.meta.filename import.meta.url", file);
  }
  if (cwd !== null) all("process.cwd() os.getcwd() Path.cwd() pathlib.Path.cwd() Deno.cwd() Dir.pwd getcwd()", cwd);
  for (const [at, { text }] of args.entries()) {
    if (isDynamic(text)) continue;
    all(`process.argv[${at + 2}] Bun.argv[${at + 2}] Deno.args[${at}] sys.argv[${at + 1}]`, text);
    all(`ARGV[${at}] $ARGV[${at}] $argv[${at + 1}]`, text);
  }
  for (const [name, text] of Object.entries(env))
    if (!isDynamic(text))
      all(`process.env.${name} process.env[${name}] os.environ[${name}] os.getenv(${name}) ENV[${name}] getenv(${name})`, text);
  return new Map(values.map(([name, text]) => [name, [field(text)]]));
}

interface Reader {
  readonly tokens: readonly Token[];
  readonly constants: Constants;
  at: number;
}

/** Longer ones are no paths, and reading them would take long. */
const LONGEST = 80;

/** The one path that an expression stands for; null: some part of it is not understood. */
export function pathOf(tokens: readonly Token[], constants: Constants): string | null {
  if (tokens.length > LONGEST) return null;
  const reader: Reader = { tokens, constants, at: 0 };
  const path = sum(reader);
  return path !== null && reader.at === tokens.length ? path : null;
}

function next({ tokens, at }: Reader, ahead = 0): string {
  return textAt(tokens, at + ahead);
}

/** `a + b`, `a / b`, and `a . "b"` of PHP and Perl */
function sum(reader: Reader): string | null {
  let left = term(reader);
  while (left !== null) {
    const sign = reader.tokens[reader.at]?.kind === "sign" ? next(reader) : "";
    if (sign !== "+" && sign !== "/" && !(sign === "." && reader.tokens[reader.at + 1]?.kind === "string")) return left;
    reader.at++;
    const right = term(reader);
    left = right === null ? null : sign === "/" ? joined([left, right]) : left + right;
  }
  return null;
}

function term(reader: Reader): string | null {
  if (next(reader) === "new" || next(reader) === "await") reader.at++;
  const token = reader.tokens[reader.at];
  if (token?.kind === "string") return members(reader, constant(reader, token));
  if (token?.kind === "sign" && token.text === "(") return members(reader, inBrackets(reader));
  return token?.kind === "name" ? members(reader, knownName(reader) ?? called(reader)) : null;
}

function constant(reader: Reader, token: Token): string | null {
  reader.at++;
  const text = filled(token, reader.constants);
  return isDynamic(text) ? null : text;
}

function inBrackets(reader: Reader): string | null {
  reader.at++;
  const inner = sum(reader);
  if (next(reader) !== ")") return null;
  reader.at++;
  return inner;
}

/** The longest expression that stands for one known text. */
function knownName(reader: Reader): string | null {
  let name = next(reader);
  let ahead = 1;
  let found: { readonly text: string; readonly ahead: number } | null = null;
  for (;;) {
    const text = textOf(reader.constants, name);
    if (text !== null) found = { text, ahead };
    const part = partAfter(reader, ahead);
    if (part === "") break;
    name += part.replace("?.", ".");
    ahead += part === "()" || part.startsWith(".") || part.startsWith("?.") ? 2 : 3;
  }
  if (found === null) return null;
  reader.at += found.ahead;
  return found.text;
}

function textOf(constants: Constants, name: string): string | null {
  const words = constants.get(name);
  const only = words?.length === 1 && words[0]?.pattern !== true ? words[0] : undefined;
  return only === undefined || isDynamic(only.text) ? null : only.text;
}

/** `.name` and `()` are two tokens, `[1]` and `("X")` three; anything else is no part of a known expression. */
function partAfter(reader: Reader, ahead: number): string {
  const [sign, inner, close] = [next(reader, ahead), next(reader, ahead + 1), next(reader, ahead + 2)];
  if (sign === "." || sign === "?." || (sign === "(" && inner === ")")) return sign + inner;
  return (sign === "[" && close === "]") || (sign === "(" && close === ")") ? sign + inner + close : "";
}

/** `${folder}/x` where the name stands for one known word. */
export function filled({ text, inside }: Token, constants: Constants): string {
  if (inside === undefined) return text;
  let at = 0;
  return text.replaceAll(HOLE, () => {
    const words = constants.get(inside[at++] ?? "");
    const only = words?.length === 1 && words[0]?.pattern !== true ? words[0] : undefined;
    return only?.text ?? HOLE;
  });
}

type Makes = (parts: readonly string[]) => string | null;

const same: Makes = ([first]) => first ?? null;
const parent: Makes = ([first]) => (first === undefined ? null : parentOf(first));

/** Functions of paths, by the last part of their names. */
const FUNCTIONS: Readonly<Record<string, Makes>> = byName({
  ...sameRow("join joinpath resolve", (parts) => joined(parts)),
  ...sameRow("Path PurePath Pathname abspath realpath normpath normalize str String fspath fileURLToPath expanduser realpathSync", same),
  dirname: parent,
  // The second is what the first is relative to: a file for URL, a folder for expand_path.
  URL: ([path = "", base]) => (base === undefined ? null : joined([parentOf(base), path])),
  expand_path: ([path = "", base]) => (base === undefined ? path : joined([base, path])),
});

/** Members of a path. */
const MEMBERS: Readonly<Record<string, Makes>> = byName({
  ...sameRow("parent dirname", parent),
  ...sameRow("resolve absolute expanduser as_posix toString realpath normalize cleanpath to_s pathname href", same),
  ...sameRow("joinpath join", (parts) => joined(parts)),
});

const MODULES = wordSet("require __import__ import_module");

function called(reader: Reader): string | null {
  let name = next(reader);
  reader.at++;
  // `os.path.join`, `__import__("os").path.join`
  for (;;) {
    const isModule = MODULES.has(name) && next(reader) === "(" && next(reader, 2) === ")";
    if (isModule) reader.at += 3;
    if (next(reader) !== "." && next(reader) !== "::") break;
    name = next(reader, 1);
    reader.at += 2;
  }
  const makes = rowOf(FUNCTIONS, name);
  return makes === undefined || next(reader) !== "(" ? null : apply(makes, argumentsAt(reader));
}

function members(reader: Reader, value: string | null): string | null {
  let path = value;
  while (path !== null && next(reader) === "." && reader.tokens[reader.at + 1]?.kind === "name") {
    const name = next(reader, 1);
    reader.at += 2;
    if (name === "parents" && next(reader) === "[") {
      for (let left = Number(next(reader, 1)); left >= 0; left--) path = parentOf(path);
      reader.at += 3;
    } else {
      const makes = rowOf(MEMBERS, name);
      const args = next(reader) === "(" ? argumentsAt(reader) : [];
      path = makes === undefined || args === null ? null : apply(makes, [path, ...args]);
    }
  }
  return path;
}

/** The arguments of the call whose bracket is next; null: one of them is unknown. */
function argumentsAt(reader: Reader): readonly string[] | null {
  const end = closingOf(reader.tokens, reader.at);
  const args = parted(reader.tokens.slice(reader.at + 1, end)).map((each) => pathOf(each, reader.constants));
  reader.at = end + 1;
  return args.some((each) => each === null) ? null : args.map((each) => each ?? "");
}

function apply(makes: Makes, parts: readonly string[] | null): string | null {
  return parts === null ? null : makes(parts);
}

/** What is absolute begins anew. */
function joined(parts: readonly string[]): string {
  const path = parts.reduce((before, part) => (part.startsWith("/") || before === "" ? part : `${before.replace(/\/$/, "")}/${part}`), "");
  return path.startsWith("/") ? normalise(path) : path;
}
