// Constant expressions of inline code: strings, names that were given a string once, paths put together from such.

import { type Field, field, HOLE, pathsBelow, textAt } from "../run/values.ts";
import { type Constants, filled, pathOf } from "./paths.ts";
import type { Token } from "./tokens.ts";

const SIGNS_OF_JOINING = new Set(["+", ".", "/", ",", "(", ")"]);

/** The words an expression stands for; null when it is only known when it runs. */
export function evaluate(tokens: readonly Token[], constants: Constants): readonly Field[] | null {
  const parts = tokens.filter((each) => each.kind !== "line");
  if (parts.length === 0) return null;
  const only = parts.length === 1 ? parts[0] : undefined;
  if (only !== undefined) return single(only, constants);
  const path = parts.some(({ kind }) => kind === "name") ? pathOf(parts, constants) : null;
  return patternOf(parts, constants) ?? (path === null ? joined(parts, constants) : [field(path)]);
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
  const before =
    tokens.slice(0, at).find((each) => each.kind === "string") ??
    tokens.slice(0, at).find((each) => each.kind === "name" && constants.has(each.text));
  const after = tokens.slice(at).find((each) => each.kind === "string");
  const folder = before === undefined ? "." : before.kind === "string" ? before.text : (constants.get(before.text)?.[0]?.text ?? ".");
  if (/^(?:walk|iterdir|listdir|readdir|readdirSync)$/.test(verb))
    return [pathsBelow(verb === "iterdir" ? folder : (after?.text ?? folder))];
  const pattern = after?.text ?? "*";
  const slash = pattern.lastIndexOf("/");
  const top = pattern.slice(0, Math.max(0, pattern.search(/[*?[]/))).replace(/(?<![^/])[^/]+$/, "");
  return [
    pathsBelow(
      folder === "." ? top.replace(/\/$/, "") || "." : `${folder}/${top}`.replace(/(?<!\/)\/+$/, ""),
      slash < 0 ? pattern : pattern.slice(slash + 1),
    ),
  ];
}

/** The home folder, by a function or the environment. */
const HOME = /^(?:homedir|home|HOME)$/;

/** Strings and known names with `+`, `/`, `.`, or inside Path(…), join(…), resolve(…). */
function joined(tokens: readonly Token[], constants: Constants): readonly Field[] | null {
  let text = "";
  let known: readonly Field[] | null = null;
  const paths =
    tokens.some((each) => each.kind === "sign" && each.text === "/") ||
    tokens.some(
      (each) =>
        each.kind === "name" &&
        (HOME.test(each.text) || /^(?:join|resolve|Path|PurePath|Pathname|URL|expanduser|abspath|File|normpath|realpath)$/.test(each.text)),
    );
  for (const token of tokens) {
    if (token.kind === "sign" && (SIGNS_OF_JOINING.has(token.text) || token.text === "::" || token.text === "?.")) continue;
    if (
      token.kind === "name" &&
      /^(?:os|path|pathlib|Path|PurePath|Pathname|new|File|join|resolve|str|String|expanduser|abspath|normpath|realpath|process|cwd|posix|URL|parent|joinpath|__dirname|getcwd|env|environ)$/.test(
        token.text,
      ) &&
      !constants.has(token.text)
    )
      continue;
    if (token.kind === "name" && text === "" && HOME.test(token.text) && !constants.has(token.text)) {
      text = "~";
      continue;
    }
    const value = single(token, constants);
    if (value === null) return null;
    // `join('data', name)` where the name is one of those in a folder.
    if (value[0]?.pattern === true && known === null) known = value;
    else if (value.length === 1 && value[0]?.pattern !== true)
      text += paths && text !== "" && !text.endsWith("/") ? `/${textAt(value, 0)}` : textAt(value, 0);
    else if (text === "") known = value;
    else return null;
  }
  return known ?? (text === "" ? null : [field(text)]);
}
