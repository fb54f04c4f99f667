// Calls of inline code with their full names: `a.b(c).d(e)`.

import { deedOf } from "./deeds.ts";
import { closingOf, parted } from "./expressions.ts";
import { moduleName } from "./names.ts";
import type { Part, Reading } from "./reading.ts";
import type { Language, Token } from "./tokens.ts";

/** `('a' / 'b').write_text(…)`, `"rm -rf x".execute()`: a method of something that is no name. */
export function methodOfExpression({ tokens, language }: Reading, at: number): Part | null {
  const before = tokens[at - 2];
  if (before === undefined) return null;
  const name = `(expression).${tokens[at]?.text ?? ""}`;
  const open = tokens[at + 1]?.text === "(" ? at + 1 : -1;
  const args = open < 0 ? null : parted(tokens.slice(open + 1, closingOf(tokens, open)));
  if (before.kind === "string") return { name, args, owner: [before] };
  if (language === "other") return { name, args, owner: [] };
  if (before.text !== ")") return null;
  let depth = 0;
  let start = at - 2;
  for (; start >= 0; start--) {
    if (tokens[start]?.text === ")") depth++;
    else if (tokens[start]?.text === "(" && --depth === 0) break;
  }
  // A name in front: a call, which its own chain has read already.
  return tokens[start - 1]?.kind === "name" ? null : { name, args, owner: tokens.slice(start + 1, at - 2) };
}

const MAY_OMIT_BRACKETS: ReadonlySet<Language> = new Set(["perl", "ruby", "tcl", "other"]);

/** A name with its members and calls: `a.b(c).d(e)` gives `a.b` called with c and `a.b(c).d` called with e. */
export function chainAt(reading: Reading, start: number): readonly Part[] {
  const { tokens, names, language } = reading;
  const first = tokens[start]?.text ?? "";
  const opened = reading.open.find((module) => deedOf(language, `${module}.${first}`) !== null);
  let name = names.get(first) ?? (opened === undefined ? first : `${opened}.${first}`);
  const parts: Part[] = [];
  let at = start + 1;
  let nameEnd = start;
  if (first === "new" && tokens[at]?.kind === "name") {
    name = names.get(tokens[at]?.text ?? "") ?? tokens[at]?.text ?? "";
    nameEnd = at++;
  }
  for (;;) {
    const sign = tokens[at]?.text ?? "";
    if ((sign === "." || sign === "?." || sign === "::" || sign === "->") && tokens[at + 1]?.kind === "name") {
      const member = tokens[at + 1]?.text ?? "";
      name = `${name}${sign === "::" || sign === "->" ? sign : "."}${member}`;
      nameEnd = at + 1;
      at += 2;
    } else if (sign === "(") {
      const end = closingOf(tokens, at);
      const args = parted(tokens.slice(at + 1, end));
      parts.push({ name, args, owner: tokens.slice(start, nameEnd) });
      const only =
        args.length === 1 && args[0]?.length === 1 && args[0][0]?.kind === "string" ? args[0][0].text : args.length === 0 ? "" : "?";
      name = `${name}(${name === "require" || name.endsWith("import") ? moduleName(only) : only})`;
      at = end + 1;
    } else if (sign === "[" && (at === nameEnd + 1 || tokens[at - 1]?.text === ")")) {
      const end = closingOf(tokens, at);
      const inner = tokens.slice(at + 1, end);
      const key = inner.length === 1 && inner[0]?.kind === "string" ? inner[0].text : null;
      name = key === null ? `${name}[?]` : `${name}.${key}`;
      nameEnd = end;
      at = end + 1;
    } else break;
  }
  if (parts.length === 0 || !name.endsWith(")"))
    parts.push({ name, args: MAY_OMIT_BRACKETS.has(language) ? bareArguments(tokens, at) : null, owner: tokens.slice(start, nameEnd) });
  return parts;
}

/** `unlink "a", "b";` */
function bareArguments(tokens: readonly Token[], from: number): readonly (readonly Token[])[] | null {
  let end = from;
  let depth = 0;
  for (; end < tokens.length; end++) {
    const token = tokens[end] as Token;
    if (token.kind === "sign" && "([{".includes(token.text)) depth++;
    if (token.kind === "sign" && ")]}".includes(token.text) && --depth < 0) break;
    if (
      depth === 0 &&
      (token.kind === "line" ||
        token.text === ";" ||
        (token.kind === "name" && /^(?:if|unless|and|or|for|foreach|while|do|until)$/.test(token.text)))
    )
      break;
  }
  const args = parted(tokens.slice(from, end));
  return args.length === 0 ? null : args;
}
