// Tasks in TOML: poe, pdm, hatch and mise keep shell lines under names, cargo its own words. Every text of a task counts as a
// line, or as the name of another task; what only describes it does not.

import { wordSet } from "../../base/index.ts";
import { MOST_RECIPES, type Recipes } from "./recipe.ts";

const KEY = /^\s*("[^"]+"|'[^']+'|[\w-]+)\s*=(.*)$/s;
/** What is in front of a text: `cmd = "rm -rf build"`. */
const KEY_BEFORE = /([\w-]{1,40}) {0,4}= {0,4}$/;
const ONLY_SAYS = wordSet("help description env cwd dir alias usage sources outputs executor default");

/** Texts of the tasks below a section, by the tasks' names. */
function tasksIn(text: string, section: RegExp): ReadonlyMap<string, readonly string[]> {
  const tasks = new Map<string, string[]>();
  let open: { readonly task: string | null } | null = null;
  for (const line of entriesOf(text)) {
    const name = sectionOf(line.trim());
    if (name !== undefined) {
      const task = section.exec(name)?.[1];
      open = task === undefined ? null : { task: task === "" ? null : task.slice(1) };
      continue;
    }
    const [, key = "", value = ""] = open === null ? [] : (KEY.exec(line) ?? []);
    if (open === null || key === "") continue;
    const task = open.task ?? bare(key);
    tasks.set(task, [...(tasks.get(task) ?? []), ...textsOf(open.task === null ? value.trim() : `${key} = ${value.trim()}`)]);
  }
  return tasks;
}

/** `[tasks.clean]`, `[[tasks]]` */
function sectionOf(line: string): string | undefined {
  const end = line.indexOf("]");
  return line.startsWith("[") && end > 0
    ? line
        .slice(line.startsWith("[[") ? 2 : 1, end)
        .trim()
        .replaceAll('"', "")
    : undefined;
}

/** Lines, each with the lines that its brackets and quotes still hold open. */
function entriesOf(text: string): readonly string[] {
  const entries: string[] = [];
  let open: string[] = [];
  let depth = 0;
  let quotes: string | null = null;
  for (const line of text.split("\n")) {
    open.push(line);
    quotes = quotesAfter(line, quotes);
    if (open.length > 1 || KEY.test(line)) depth += bracketsOf(line);
    if (quotes !== null || depth > 0) continue;
    entries.push(open.join("\n"));
    open = [];
    depth = 0;
  }
  return open.length === 0 ? entries : [...entries, open.join("\n")];
}

const LONG_QUOTES = ['"""', "'''"];

/** The long quotes that are open behind a line. */
function quotesAfter(line: string, open: string | null): string | null {
  const mark = open ?? LONG_QUOTES.find((each) => line.includes(each)) ?? null;
  if (mark === null) return null;
  const isOdd = line.split(mark).length % 2 === 0;
  return (open === null) === isOdd ? mark : null;
}

const count = (text: string, sign: string) => text.split(sign).length - 1;

function bracketsOf(line: string): number {
  const bare = textsIn(line).reduce((rest, { whole }) => rest.replace(whole, () => ""), line);
  return count(bare, "[") + count(bare, "{") - count(bare, "]") - count(bare, "}");
}

interface Text {
  readonly whole: string;
  readonly text: string;
  readonly at: number;
}

/** The texts in quotes, in order. */
function textsIn(value: string): readonly Text[] {
  const texts: Text[] = [];
  for (let at = 0; at < value.length; at++) {
    const sign = value[at] ?? "";
    if (sign !== '"' && sign !== "'") continue;
    const mark = LONG_QUOTES.find((each) => value.startsWith(each, at)) ?? sign;
    const end = endOf(value, at + mark.length, mark);
    texts.push({ whole: value.slice(at, end + mark.length), text: value.slice(at + mark.length, end).replaceAll('\\"', '"'), at });
    at = end + mark.length - 1;
  }
  return texts;
}

function endOf(value: string, from: number, mark: string): number {
  let at = value.indexOf(mark, from);
  while (at > 0 && mark === '"' && value[at - 1] === "\\") at = value.indexOf(mark, at + 1);
  return at < 0 ? value.length : at;
}

const bare = (text: string) => text.replaceAll(/["']/g, "");

function textsOf(value: string): readonly string[] {
  return textsIn(value).flatMap(({ text, at }) =>
    ONLY_SAYS.has(KEY_BEFORE.exec(value.slice(Math.max(0, at - 60), at))?.[1] ?? "") ? [] : [text.trim()],
  );
}

/** `poe all`, `hatch run dev:test`: `section` has what follows the section's own name as its group. */
export const tomlTasks =
  (section: RegExp): Recipes =>
  (text, words) => {
    const tasks = tasksIn(text, section);
    const lines: string[] = [];
    const seen = new Set<string>();
    const visit = (name: string): void => {
      if (seen.has(name) || seen.size > MOST_RECIPES) return;
      seen.add(name);
      for (const each of tasks.get(name) ?? []) {
        const first = each.split(/\s/)[0] ?? "";
        if (tasks.has(first)) visit(first);
        else lines.push(each);
      }
    };
    for (const word of words) if (!word.startsWith("-")) visit(tasks.has(word) ? word : word.slice(word.lastIndexOf(":") + 1));
    return seen.size > MOST_RECIPES ? null : lines;
  };

/** `[alias] ship = "publish"`: the words that cargo is given instead, as one text or one by one. */
export const cargoAliases: Recipes = (text, words) => {
  const [name = "", ...rest] = words.filter((word) => !word.startsWith("+"));
  const alias = tasksIn(text, /^alias()$/).get(name);
  return alias === undefined ? [] : [["cargo", ...alias, ...rest].join(" ")];
};
