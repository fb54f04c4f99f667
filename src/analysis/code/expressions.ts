// Constant expressions of inline code: strings, names that were given a string once, paths put together from such.

import { wordSet } from "../../base/index.ts";
import { type Field, field, HOLE, pathsBelow, TEMP, textAt } from "../run/values.ts";
import { type Constants, filled, pathOf } from "./paths.ts";
import { closingOf, type Token } from "./codeTokens.ts";

const SIGNS_OF_JOINING = new Set(["+", ".", "/", ",", "(", ")", "::", "?."]);

/** The words an expression stands for; null when it is only known when it runs. */
export function evaluate(tokens: readonly Token[], constants: Constants): readonly Field[] | null {
  const parts = tokens.filter((each) => each.kind !== "line");
  if (parts.length === 0) return null;
  const only = parts.length === 1 ? parts[0] : undefined;
  if (only !== undefined) return single(only, constants);
  if (isFresh(parts)) return [field(TEMP)];
  const path = parts.some(({ kind }) => kind === "name") ? pathOf(parts, constants) : null;
  return patternOf(parts, constants) ?? (path === null ? joined(parts, constants) : [field(path)]);
}

/** `tempfile.mktemp(suffix=".txt")` */
function isFresh(tokens: readonly Token[]): boolean {
  return textAt(tokens, 0) === "tempfile" && /^mkd?temp$/.test(textAt(tokens, 2)) && closingOf(tokens, 3) === tokens.length - 1;
}

function single(token: Token, constants: Constants): readonly Field[] | null {
  if (token.kind === "string") {
    const text = filled(token, constants);
    return text.startsWith(HOLE) ? null : [field(text)];
  }
  return token.kind === "name" ? (constants.get(token.text) ?? null) : null;
}

const LISTS = /^(?:r?glob|iglob|globSync|walk|iterdir|listdir|readdirSync|readdir)$/;

/** It lists names on the disk: `glob`, `Dir["*.rb"]`. `Dir.mktmpdir` and the like are other calls. */
function listsNames(tokens: readonly Token[], at: number): boolean {
  const { kind, text } = tokens[at] as Token;
  return kind === "name" && (text === "Dir" ? textAt(tokens, at + 1) === "[" : LISTS.test(text));
}

/** `Path('src').rglob('*.ts')`, `glob.glob('src/*.ts')`, `Dir['*.rb']`. */
function patternOf(tokens: readonly Token[], constants: Constants): readonly Field[] | null {
  const at = tokens.findIndex((_, place) => listsNames(tokens, place));
  if (at < 0) return null;
  const verb = textAt(tokens, at);
  const after = tokens.slice(at).find((each) => each.kind === "string");
  const folder = folderBefore(tokens.slice(0, at), constants);
  if (/^(?:walk|iterdir|listdir|readdir|readdirSync)$/.test(verb))
    return [pathsBelow(verb === "iterdir" ? folder : (after?.text ?? folder))];
  const pattern = after?.text ?? "*";
  const top = pattern.slice(0, Math.max(0, pattern.search(/[*?[]/))).replace(/(?<![^/])[^/]+$/, "");
  const below = folder === "." ? top.replace(/\/$/, "") || "." : `${folder}/${top}`.replace(/(?<!\/)\/+$/, "");
  return [pathsBelow(below, pattern.slice(pattern.lastIndexOf("/") + 1))];
}

/** What `.glob(…)` is called on: a text, or a name that was given one. */
function folderBefore(tokens: readonly Token[], constants: Constants): string {
  const text = tokens.find((each) => each.kind === "string")?.text;
  const name = tokens.find((each) => each.kind === "name" && constants.has(each.text))?.text;
  const folder = text ?? constants.get(name ?? "")?.[0]?.text;
  // `Path.home().joinpath("Documents")`
  const home = tokens.some((each) => each.kind === "name" && HOME.test(each.text) && !constants.has(each.text));
  return home ? `~/${folder ?? ""}` : (folder ?? ".");
}

/** The home folder, by a function or the environment. */
const HOME = /^(?:homedir|home|HOME)$/;

const JOINS = wordSet("join resolve Path PurePath Pathname URL expanduser abspath File normpath realpath");
/** Names of modules and functions around a path that say nothing of it. */
const AROUND = wordSet(
  "os path pathlib Path PurePath Pathname new File join resolve str String expanduser abspath normpath realpath process cwd posix URL",
  "parent joinpath __dirname getcwd env environ",
);

/** Strings and known names with `+`, `/`, `.`, or inside Path(…), join(…), resolve(…). */
function joined(tokens: readonly Token[], constants: Constants): readonly Field[] | null {
  let text = "";
  let known: readonly Field[] | null = null;
  const between = tokens.some(joinsPaths) ? "/" : "";
  for (const token of tokens.filter((each) => !saysNothing(each, constants))) {
    const value = partOf(token, text === "", constants);
    if (value === null) return null;
    const isPattern = isOneOfMany(value);
    // `join('data', name)` where the name is one of those in a folder.
    if ((isPattern && known === null) || (text === "" && (isPattern || value.length !== 1))) known = value;
    else if (value.length === 1 && !isPattern) text += `${/[^/]$/.test(text) ? between : ""}${textAt(value, 0)}`;
    else return null;
  }
  return known ?? (text === "" ? null : [field(text)]);
}

function isOneOfMany([first]: readonly Field[]): boolean {
  return first?.pattern === true;
}

function joinsPaths({ kind, text }: Token): boolean {
  return kind === "sign" ? text === "/" : kind === "name" && (HOME.test(text) || JOINS.has(text));
}

function partOf(token: Token, isFirst: boolean, constants: Constants): readonly Field[] | null {
  const { kind, text } = token;
  const isHome = isFirst && kind === "name" && HOME.test(text) && !constants.has(text);
  return isHome ? [field("~")] : single(token, constants);
}

function saysNothing({ kind, text }: Token, constants: Constants): boolean {
  if (kind === "sign") return SIGNS_OF_JOINING.has(text);
  return kind === "name" && AROUND.has(text) && !constants.has(text);
}
