// Makefiles, as far as it takes to see which shell lines a target runs: variables, targets and what they need.

import { rowOf, wordSet } from "../../base/index.ts";
import { MOST_RECIPES, type Recipes, UNKNOWN_TEXT } from "./recipe.ts";

interface Rule {
  readonly needs: string[];
  readonly lines: string[];
}

interface Makefile {
  readonly variables: Map<string, string>;
  readonly rules: Map<string, Rule>;
  first: string | null;
}

const ASSIGNS = /^(?:export\s+|override\s+)?([\w.-]+)\s*(?::{0,3}|\?|\+|!)=\s?(.*)$/;
const RULE = /^([^\s#:=][^#:=]*)::?(?!=)(.*)$/;
const DEEPEST = 12;

export const readMakefile: Recipes = (text, words) => {
  const file = parse(text);
  for (const word of words) {
    const at = word.indexOf("=");
    if (at > 0) file.variables.set(word.slice(0, at), word.slice(at + 1));
  }
  const goals = words.filter((word) => !word.includes("=") && !word.startsWith("-"));
  const lines: string[] = [...file.variables.values()].flatMap(shellTexts);
  const seen = new Set<string>();
  const visit = (target: string): void => {
    const rule = file.rules.get(target);
    if (rule === undefined || seen.has(target) || seen.size > MOST_RECIPES) return;
    seen.add(target);
    for (const need of rule.needs) visit(need);
    for (const line of rule.lines)
      lines.push(
        expand(line.replace(/^[@+-]{1,3}/, ""), file.variables, { "@": target, "<": rule.needs[0] ?? "", "^": rule.needs.join(" ") }),
      );
  };
  for (const goal of goals.length > 0 ? goals : file.first === null ? [] : [file.first]) visit(goal);
  return seen.size > MOST_RECIPES ? null : lines;
};

const INCLUDES = wordSet("include -include sinclude");

/** Files that a Makefile includes, as it names them. */
export function includedByMakefile(text: string): readonly string[] {
  return text.split("\n").flatMap((line) => {
    const [word = "", ...names] = line.split(/\s/);
    return INCLUDES.has(word) ? names.filter((name) => name !== "" && !name.includes("$")) : [];
  });
}

function parse(text: string): Makefile {
  const file: Makefile = {
    variables: new Map([
      ["MAKE", "make"],
      ["RM", "rm -f"],
      ["CURDIR", "."],
    ]),
    rules: new Map(),
    first: null,
  };
  let open: readonly Rule[] = [];
  let defined: string | null = null;
  for (const line of text.replace(/\\\n[\t ]*/g, " ").split("\n")) {
    if (defined !== null) {
      if (line.startsWith("endef")) defined = null;
      else file.variables.set(defined, `${file.variables.get(defined) ?? ""}${line}\n`);
      continue;
    }
    if (line.startsWith("define ")) {
      defined = line.slice("define ".length).replace(/=/g, "").trim();
      continue;
    }
    if (line.startsWith("\t")) {
      for (const rule of open) rule.lines.push(line.trim());
      continue;
    }
    const assigned = ASSIGNS.exec(line);
    const rule = assigned === null ? RULE.exec(line) : null;
    if (assigned !== null) file.variables.set(assigned[1] ?? "", assigned[2] ?? "");
    else if (rule !== null) open = addRule(file, (rule[1] ?? "").trim().split(/\s+/), rule[2] ?? "");
  }
  return file;
}

function addRule(file: Makefile, targets: readonly string[], rest: string): readonly Rule[] {
  const [needs = "", ...inline] = rest.split(";");
  return targets.map((target) => {
    const rule = file.rules.get(target) ?? { needs: [], lines: [] };
    rule.needs.push(...needs.split(/[\s|]+/).filter((each) => each !== "" && !each.includes("=")));
    if (inline.length > 0) rule.lines.push(inline.join(";").trim());
    file.rules.set(target, rule);
    if (file.first === null && !target.startsWith(".") && !target.includes("%")) file.first = target;
    return rule;
  });
}

/** `$(shell …)` in a variable runs while the file is read. */
function shellTexts(value: string): string[] {
  const at = value.indexOf("$(shell ");
  if (at < 0) return [];
  return [value.slice(at + "$(shell ".length, closing(value, at + 1))];
}

/** Make's own expansions, so that what is left is text for a shell. */
function expand(text: string, variables: ReadonlyMap<string, string>, automatic: Readonly<Record<string, string>>, depth = 0): string {
  let out = "";
  for (let at = 0; at < text.length; at++) {
    const next = text[at + 1] ?? "";
    if (text[at] !== "$" || depth > DEEPEST) out += text[at] ?? "";
    else if (next === "$") out += (at++, "$");
    else if (next === "(" || next === "{") {
      const end = closing(text, at + 1);
      out += named(text.slice(at + 2, end), variables, automatic, depth);
      at = end;
    } else {
      out += automatic[next] ?? variables.get(next) ?? UNKNOWN_TEXT;
      at++;
    }
  }
  return out;
}

function named(inside: string, variables: ReadonlyMap<string, string>, automatic: Readonly<Record<string, string>>, depth: number): string {
  const space = inside.indexOf(" ");
  const name = space < 0 ? inside : inside.slice(0, space);
  const rest = space < 0 ? "" : inside.slice(space + 1);
  if (space >= 0 && name === "shell") return `$(${expand(rest, variables, automatic, depth + 1)})`;
  if (space >= 0 && name === "wildcard") return expand(rest, variables, automatic, depth + 1);
  if (space >= 0) return UNKNOWN_TEXT;
  const value = variables.get(name);
  if (value !== undefined) return expand(value, variables, automatic, depth + 1);
  // Nobody set it in the file: the environment may.
  return rowOf(automatic, name) ?? (/^[A-Za-z_]\w*$/.test(name) ? `\${${name}}` : UNKNOWN_TEXT);
}

/** The offset of the bracket that closes the one at `open`. */
function closing(text: string, open: number): number {
  const [opens, closes] = text[open] === "(" ? ["(", ")"] : ["{", "}"];
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === opens) depth++;
    else if (text[at] === closes && --depth === 0) return at;
  }
  return text.length;
}
