// Makefiles, as far as it takes to see which shell lines a target runs: targets, patterns, and what they need.

import { wordSet } from "../../base/index.ts";
import { expand, expandBothWays, type MakeVariables, shellTexts } from "./makeText.ts";
import { MOST_RECIPES, type Recipes } from "./recipe.ts";

interface Rule {
  /** As written: variables are filled in when the rule is used. */
  readonly needs: string[];
  readonly lines: string[];
}

interface Makefile {
  readonly variables: Map<string, string>;
  readonly rules: Map<string, Rule>;
  /** Lines that make more lines: `$(eval $(call rule,x))`. */
  readonly making: string[];
  first: string | null;
}

const ASSIGNS = /^ *(?:export\s+|override\s+)?([\w.-]+)\s*(?::{0,3}|\?|\+|!)=\s?(.*)$/;
const RULE = /^([^\s#:=][^#:=]*)::?(?!=)(.*)$/;
const MAKES_LINES = /^\s*\$\((?:eval|foreach|call)\s/;

export const readMakefile: Recipes = (text, words) => {
  const file: Makefile = { variables: new Map(BUILT_IN), rules: new Map(), making: [], first: null };
  parse(file, text);
  for (const line of file.making.splice(0)) parse(file, expand(line, { variables: file.variables }));
  for (const word of words) {
    const at = word.indexOf("=");
    if (at > 0) file.variables.set(word.slice(0, at), word.slice(at + 1));
  }
  const goals = words.filter((word) => !word.includes("=") && !word.startsWith("-"));
  const lines: string[] = [...file.variables.values()].flatMap(shellTexts);
  const seen = new Set<string>();
  const visit = (target: string): void => {
    const found = seen.has(target) || seen.size > MOST_RECIPES ? null : ruleFor(file, target);
    if (found === null) return;
    seen.add(target);
    const needs = namesIn(found.needs.join(" "), file.variables).map((need) => need.replace("%", () => found.stem));
    for (const need of needs) visit(need);
    const automatic = { "@": target, "<": needs[0] ?? "", "^": needs.join(" "), "*": found.stem };
    for (const line of found.lines) lines.push(...expandBothWays(line, { variables: file.variables, automatic }).map(withoutMarks));
  };
  for (const goal of goals.length > 0 ? goals : file.first === null ? [] : [file.first]) visit(goal);
  return seen.size > MOST_RECIPES ? null : lines;
};

const BUILT_IN: readonly (readonly [string, string])[] = [
  ["MAKE", "make"],
  ["RM", "rm -f"],
  ["CURDIR", "."],
];
const INCLUDES = wordSet("include -include sinclude");

/** `@-rm x`: what make itself reads of a line. */
function withoutMarks(line: string): string {
  return line.replace(/^[@+-]{1,3}/, "");
}

/** Files that a Makefile includes, as it names them. */
export function includedByMakefile(text: string): readonly string[] {
  return text.split("\n").flatMap((line) => {
    const [word = "", ...names] = line.split(/\s/);
    return INCLUDES.has(word) ? names.filter((name) => name !== "" && !name.includes("$")) : [];
  });
}

/** The target's own rule, with the lines of a pattern (`%.o: %.c`) where it has none. */
function ruleFor({ rules }: Makefile, target: string): (Rule & { readonly stem: string }) | null {
  const own = rules.get(target);
  if (own !== undefined && own.lines.length > 0) return { ...own, stem: "" };
  for (const [pattern, rule] of rules) {
    const at = pattern.indexOf("%");
    if (at < 0 || rule.lines.length === 0) continue;
    const [before, after] = [pattern.slice(0, at), pattern.slice(at + 1)];
    const fits = target.length > before.length + after.length && target.startsWith(before) && target.endsWith(after);
    const stem = target.slice(before.length, target.length - after.length);
    if (fits) return { needs: [...(own?.needs ?? []), ...rule.needs], lines: rule.lines, stem };
  }
  return own === undefined ? null : { ...own, stem: "" };
}

function namesIn(text: string, variables: MakeVariables): readonly string[] {
  const expanded = text.includes("$") ? expand(text, { variables }) : text;
  return expanded.split(/[\s|]+/).filter((each) => each !== "" && !each.includes("="));
}

function parse(file: Makefile, text: string): void {
  let open: readonly Rule[] = [];
  let defined: string | null = null;
  let prefix = "\t";
  for (const line of text.replace(/\\\n[\t ]*/g, " ").split("\n")) {
    if (defined !== null) {
      if (line.startsWith("endef")) defined = null;
      else file.variables.set(defined, `${file.variables.get(defined) ?? ""}${line}\n`);
    } else if (line.startsWith("define ")) defined = line.slice("define ".length).replace(/=/g, "").trim();
    else if (line !== "" && line[0] === prefix) for (const rule of open) rule.lines.push(line.slice(1).trim());
    else {
      open = readLine(file, line) ?? open;
      if (line.includes(".RECIPEPREFIX")) prefix = file.variables.get(".RECIPEPREFIX")?.[0] ?? "\t";
    }
  }
}

/** The rules that the line begins. */
function readLine(file: Makefile, line: string): readonly Rule[] | null {
  const [assigned, name = "", value = ""] = ASSIGNS.exec(line) ?? [];
  if (assigned !== undefined) file.variables.set(name, value);
  else if (line.includes("$(") && MAKES_LINES.test(line)) file.making.push(line);
  else {
    const [rule, targets = "", rest = ""] = RULE.exec(line) ?? [];
    if (rule !== undefined) return addRule(file, namesIn(targets, file.variables), rest);
  }
  return null;
}

/** `.md.html:` is `%.html: %.md`. */
const SUFFIXES = /^(\.\w+)(\.\w+)$/;

function addRule(file: Makefile, targets: readonly string[], rest: string): readonly Rule[] {
  const [needs = "", ...inline] = rest.split(";");
  return targets.map((target) => {
    const [, from, to] = SUFFIXES.exec(target) ?? [];
    const name = to === undefined ? target : `%${to}`;
    const rule = file.rules.get(name) ?? { needs: from === undefined ? [] : [`%${from}`], lines: [] };
    rule.needs.push(needs.trim());
    if (inline.length > 0) rule.lines.push(inline.join(";").trim());
    file.rules.set(name, rule);
    if (file.first === null && !target.startsWith(".") && !target.includes("%")) file.first = target;
    return rule;
  });
}
