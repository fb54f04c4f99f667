// Make's own expansions, so that what is left is text for a shell: variables, automatic ones, and the functions that put text
// together.

import { byName, rowOf, sameRow } from "../../base/index.ts";
import { UNKNOWN_TEXT } from "./recipe.ts";

export type MakeVariables = ReadonlyMap<string, string>;

interface Setting {
  readonly variables: MakeVariables;
  /** `$@`, `$<`, and the arguments of a function that is called. */
  readonly automatic?: Readonly<Record<string, string>>;
}

interface Expanding extends Required<Setting> {
  readonly depth: number;
  /** What an `$(if)` takes whose condition is only known when it runs: its second or its third part. */
  readonly otherwise: boolean;
  /** How many expansions are left: whoever nests more hides something. */
  readonly budget: { left: number; undecided: boolean };
}

const DEEPEST = 12;
const MOST_EXPANSIONS = 5_000;
const MOST_WORDS = 100;

export function expand(text: string, setting: Setting): string {
  return expandOnce(text, setting, false).text;
}

/** Both texts of a line with a condition that nobody knows here; otherwise one. */
export function expandBothWays(text: string, setting: Setting): readonly string[] {
  const first = expandOnce(text, setting, false);
  return first.undecided ? [first.text, expandOnce(text, setting, true).text] : [first.text];
}

function expandOnce(text: string, { variables, automatic = {} }: Setting, otherwise: boolean) {
  const budget = { left: MOST_EXPANSIONS, undecided: false };
  return { text: filled(text, { variables, automatic, depth: 0, otherwise, budget }), undecided: budget.undecided };
}

/** `$(shell …)` in a variable runs while the file is read. */
export function shellTexts(value: string): string[] {
  const at = value.indexOf("$(shell ");
  if (at < 0) return [];
  return [value.slice(at + "$(shell ".length, closing(value, at + 1))];
}

function filled(text: string, how: Expanding): string {
  if (!text.includes("$")) return text;
  if (how.depth > DEEPEST || how.budget.left-- <= 0) return UNKNOWN_TEXT;
  const inner = { ...how, depth: how.depth + 1 };
  let out = "";
  for (let at = 0; at < text.length; at++) {
    const next = text[at + 1] ?? "";
    if (text[at] !== "$") out += text[at] ?? "";
    else if (next === "$") out += (at++, "$");
    else if (next === "(" || next === "{") {
      const end = closing(text, at + 1);
      out += named(text.slice(at + 2, end), inner);
      at = end;
    } else {
      out += how.automatic[next] ?? how.variables.get(next) ?? UNKNOWN_TEXT;
      at++;
    }
  }
  return out;
}

function named(inside: string, how: Expanding): string {
  const space = inside.search(/\s/);
  if (space >= 0) {
    const run = rowOf(FUNCTIONS, inside.slice(0, space));
    return run === undefined ? UNKNOWN_TEXT : run(inside.slice(space + 1).trimStart(), how);
  }
  // `$(SRC:.c=.o)`
  const [, source, from, to] = /^([\w.-]+):([^=]*)=(.*)$/.exec(inside) ?? [];
  if (source !== undefined) return replaced(filled(`$(${source})`, how), `%${from}`, `%${to}`);
  const name = filled(inside, how);
  const value = how.variables.get(name);
  if (value !== undefined) return filled(value, how);
  // Nobody set it in the file: the environment may.
  return rowOf(how.automatic, name) ?? (/^[A-Za-z_]\w*$/.test(name) ? `\${${name}}` : UNKNOWN_TEXT);
}

/** A function gets its arguments as they are written. */
type MakeFunction = (rest: string, how: Expanding) => string;

const wordsOf = (text: string) => text.split(/\s+/).filter((word) => word !== "");

/** One that goes through the words of its last argument. */
const eachWord =
  (change: (word: string, ...before: readonly string[]) => string): MakeFunction =>
  (rest, how) => {
    const parts = partsOf(rest).map((part) => filled(part, how));
    return wordsOf(parts.at(-1) ?? "")
      .map((word) => change(word, ...parts.slice(0, -1)))
      .join(" ");
  };

const whole: MakeFunction = (rest, how) => filled(rest, how);
const nothing: MakeFunction = () => "";

const FUNCTIONS: Readonly<Record<string, MakeFunction>> = byName({
  shell: (rest, how) => `$(${filled(rest, how)})`,
  ...sameRow("wildcard sort abspath realpath eval", whole),
  ...sameRow("info warning error", nothing),
  strip: (rest, how) => wordsOf(filled(rest, how)).join(" "),
  call: (rest, how) => {
    const [name = "", ...given] = partsOf(rest).map((part) => filled(part, how));
    const own = Object.fromEntries(given.map((value, at) => [String(at + 1), value]));
    return filled(how.variables.get(name.trim()) ?? UNKNOWN_TEXT, { ...how, automatic: { ...how.automatic, ...own } });
  },
  foreach: (rest, how) => {
    const [name = "", list = "", text = ""] = partsOf(rest, 3);
    const run = (word: string) => filled(text, { ...how, variables: new Map([...how.variables, [name.trim(), word]]) });
    return wordsOf(filled(list, how)).slice(0, MOST_WORDS).map(run).join(" ");
  },
  if: (rest, how) => {
    const [condition = "", then = "", otherwise = ""] = partsOf(rest, 3);
    const value = filled(condition, how).trim();
    const isOpen = value.includes("$");
    if (isOpen) how.budget.undecided = true;
    return filled((isOpen ? how.otherwise : value === "") ? otherwise : then, how);
  },
  or: (rest, how) =>
    partsOf(rest)
      .map((part) => filled(part, how))
      .find((part) => part.trim() !== "") ?? "",
  and: (rest, how) =>
    partsOf(rest)
      .map((part) => filled(part, how))
      .at(-1) ?? "",
  value: (rest, how) => how.variables.get(rest.trim()) ?? "",
  subst: (rest, how) => {
    const [from = "", to = "", text = ""] = partsOf(rest, 3).map((part) => filled(part, how));
    return from === "" ? text : text.replaceAll(from, () => to);
  },
  patsubst: (rest, how) => {
    const [from = "", to = "", text = ""] = partsOf(rest, 3).map((part) => filled(part, how));
    return replaced(text, from, to);
  },
  addprefix: eachWord((word, before = "") => before + word),
  addsuffix: eachWord((word, after = "") => word + after),
  firstword: (rest, how) => wordsOf(filled(rest, how))[0] ?? "",
  lastword: (rest, how) => wordsOf(filled(rest, how)).at(-1) ?? "",
  word: (rest, how) => {
    const [number = "", text = ""] = partsOf(rest, 2).map((part) => filled(part, how));
    return wordsOf(text)[Number(number) - 1] ?? "";
  },
  // Which words are left over does not matter to a reader: all of them may be.
  ...sameRow("filter filter-out", (rest: string, how: Expanding) => filled(partsOf(rest, 2)[1] ?? "", how)),
  notdir: eachWord((word) => word.slice(word.lastIndexOf("/") + 1)),
  dir: eachWord((word) => word.slice(0, word.lastIndexOf("/") + 1) || "./"),
  basename: eachWord((word) => word.replace(/\.[^./]*$/, "")),
  suffix: eachWord((word) => /\.[^./]*$/.exec(word)?.[0] ?? ""),
});

/** `$(patsubst %.c,%.o,a.c)` */
function replaced(text: string, from: string, to: string): string {
  const [before = "", after = ""] = from.split("%");
  const change = (word: string): string => {
    if (!from.includes("%")) return word === from ? to : word;
    const fits = word.length >= before.length + after.length && word.startsWith(before) && word.endsWith(after);
    return fits ? to.replace("%", () => word.slice(before.length, word.length - after.length)) : word;
  };
  return wordsOf(text).map(change).join(" ");
}

/** The arguments between commas that are in no brackets. */
function partsOf(text: string, most = Infinity): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length && parts.length < most - 1; at++) {
    if (text[at] === "(" || text[at] === "{") depth++;
    else if (text[at] === ")" || text[at] === "}") depth--;
    else if (text[at] === "," && depth === 0) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, text.slice(from)];
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
