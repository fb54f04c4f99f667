// Tasks in TOML: poe, pdm, hatch and mise keep shell lines under names, cargo its own words. Every text of a task counts as a
// line, or as the name of another task; what only describes it does not.

import { wordSet } from "../../base/index.ts";
import { MOST_RECIPES, type Recipes } from "./recipe.ts";

const SECTION = /^\s*\[{1,2}\s*([^\]]+?)\s*\]{1,2}\s*(?:#.*)?$/;
const KEY = /^\s*("[^"]+"|'[^']+'|[\w-]+)\s*=\s*(.*)$/s;
/** A text with what is in front of it: `cmd = "rm -rf build"`. */
const TEXTS = /(?:([\w-]+)\s*=\s*)?("""[^]*?"""|'''[^]*?'''|"(?:\\.|[^"\\\n])*"|'[^'\n]*')/g;
const ONLY_SAYS = wordSet("help description env cwd dir alias usage sources outputs executor default");

/** Texts of the tasks below a section, by the tasks' names. */
function tasksIn(text: string, section: RegExp): ReadonlyMap<string, readonly string[]> {
  const tasks = new Map<string, string[]>();
  let open: { readonly task: string | null } | null = null;
  for (const line of entriesOf(text)) {
    const name = SECTION.exec(line)?.[1]?.replaceAll(/["']/g, "");
    if (name !== undefined) {
      const task = section.exec(name)?.[1];
      open = task === undefined ? null : { task: task === "" ? null : task.slice(1) };
      continue;
    }
    const [, key = "", value = ""] = open === null ? [] : (KEY.exec(line) ?? []);
    if (open === null || key === "") continue;
    const task = open.task ?? bare(key);
    tasks.set(task, [...(tasks.get(task) ?? []), ...textsOf(open.task === null ? value : `${key} = ${value}`)]);
  }
  return tasks;
}

/** Lines, each with the lines that its brackets and quotes still hold open. */
function entriesOf(text: string): readonly string[] {
  const entries: string[] = [];
  let open = "";
  for (const line of text.split("\n")) {
    open = open === "" ? line : `${open}\n${line}`;
    const outside = open.replaceAll(TEXTS, "");
    const isOpen =
      ['"""', "'''"].some((mark) => count(open, mark) % 2 === 1) ||
      count(outside, "[") > count(outside, "]") ||
      count(outside, "{") > count(outside, "}");
    if (isOpen && KEY.test(open)) continue;
    entries.push(open);
    open = "";
  }
  return open === "" ? entries : [...entries, open];
}

const count = (text: string, sign: string) => text.split(sign).length - 1;
const bare = (text: string) => text.replaceAll(/^["']{1,3}|["']{1,3}$/g, "").replaceAll('\\"', '"');

function textsOf(value: string): readonly string[] {
  return [...value.matchAll(TEXTS)].flatMap(([, key = "", text = ""]) => (ONLY_SAYS.has(key) ? [] : [bare(text).trim()]));
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
