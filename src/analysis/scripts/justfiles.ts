// Justfiles and Taskfiles: which shell lines a recipe runs.

import { itemsOf, MOST_RECIPES, type Recipes, UNKNOWN_TEXT, unquoted } from "./recipe.ts";

interface Recipe {
  readonly parameters: readonly string[];
  readonly needs: readonly string[];
  readonly lines: string[];
}

const NAME = /^[A-Za-z_][\w-]*$/;

export const readJustfile: Recipes = (text, words) => {
  const { recipes, variables } = parseJust(text);
  const [goal = recipes.keys().next().value, ...given] = words.filter((word) => !word.startsWith("-") && !word.includes("="));
  const lines: string[] = [];
  const seen = new Set<string>();
  const visit = (name: string, args: readonly string[]): void => {
    const recipe = recipes.get(name);
    if (recipe === undefined || seen.has(name) || seen.size > MOST_RECIPES) return;
    seen.add(name);
    for (const need of recipe.needs) visit(need, []);
    const values = new Map([...variables, ...recipe.parameters.map((each, at): [string, string] => valueOf(each, at, args))]);
    const ready = recipe.lines.map((line) => filled(line, (inside) => values.get(inside) ?? UNKNOWN_TEXT));
    // A recipe with a first line of its own is one script.
    if (ready[0]?.startsWith("#!") === true) lines.push(ready.join("\n"));
    else lines.push(...ready.map((line) => line.replace(/^[@-]{1,2}/, "")));
  };
  if (goal !== undefined) visit(goal, given);
  return seen.size > MOST_RECIPES ? null : lines;
};

function valueOf(parameter: string, at: number, args: readonly string[]): [string, string] {
  const [name = "", standard = UNKNOWN_TEXT] = parameter.split("=");
  const rest = /^[*+]/.test(name);
  const given = rest ? args.slice(at).join(" ") : args[at];
  return [name.replace(/^[*+$]{1,2}/, ""), given ?? plain(standard)];
}

/** `{{ name }}` in a line, each replaced. */
function filled(line: string, replace: (inside: string) => string): string {
  const [first = "", ...rest] = line.split("{{");
  return rest.reduce((out, part) => {
    const end = part.indexOf("}}");
    return end < 0 ? `${out}{{${part}` : out + replace(part.slice(0, end).trim()) + part.slice(end + 2);
  }, first);
}

/** A text in quotes, or the output of a command. */
function plain(expression: string): string {
  const text = expression.trim();
  if (text.length > 1 && text.startsWith("`") && text.endsWith("`")) return `$(${text.slice(1, -1)})`;
  const inner = unquoted(text);
  return inner === text ? UNKNOWN_TEXT : inner;
}

function parseJust(text: string): { readonly recipes: ReadonlyMap<string, Recipe>; readonly variables: ReadonlyMap<string, string> } {
  const recipes = new Map<string, Recipe>();
  const variables = new Map<string, string>();
  let open: Recipe | null = null;
  for (const line of text.replace(/\\\n[\t ]*/g, " ").split("\n")) {
    if (/^[ \t]/.test(line)) {
      if (line.trim() !== "") open?.lines.push(line.trim());
      continue;
    }
    const colon = line.indexOf(":");
    if (colon < 0 || line.startsWith("#")) continue;
    const [before, after] = [
      line
        .slice(0, colon)
        .replace(/^@|^export /, "")
        .trim(),
      line.slice(colon + 1),
    ];
    const [name = "", ...parameters] = before.split(/\s+/);
    if (!NAME.test(name)) continue;
    if (after.startsWith("=")) variables.set(name, plain(after.slice(1)));
    else recipes.set(name, (open = { parameters, needs: after.replace(/[&()]/g, " ").trim().split(/\s+/), lines: [] }));
  }
  return { recipes, variables };
}

/** Taskfile.yml: `cmds` of a task, and the tasks that it names. */
export const readTaskfile: Recipes = (text, words) => {
  const tasks = new Map<string, string[]>();
  let open: string[] | null = null;
  let below = false;
  for (const line of text.split("\n")) {
    const body = line.trim();
    const indent = line.length - line.trimStart().length;
    if (body === "" || body.startsWith("#")) continue;
    if (indent === 0) below = body === "tasks:";
    const colon = body.indexOf(":");
    if (below && indent > 0 && indent <= 2 && colon > 0 && !body.startsWith("-")) {
      const first = body.slice(colon + 1).trim();
      tasks.set(unquoted(body.slice(0, colon)), (open = first === "" ? [] : [unquoted(first)]));
    } else if (below && open !== null) open.push(...commandOf(body));
  }
  const goals = words.filter((word) => !word.startsWith("-") && !word.includes("="));
  return (goals.length === 0 ? ["default"] : goals)
    .flatMap((goal) => tasks.get(goal) ?? [])
    .map((line) => filled(line, () => UNKNOWN_TEXT));
};

const KEYS: readonly (readonly [key: string, before: string])[] = [
  ["cmd:", ""],
  ["sh:", ""],
  ["task:", "task "],
  ["cmds:", ""],
];

/** A line below a task: `- rm x`, `- cmd: rm x`, `- task: other`, or a line of a block. */
function commandOf(body: string): string[] {
  const item = body.startsWith("- ") ? body.slice(2).trim() : body;
  const [key, before] = KEYS.find(([each]) => item.startsWith(each)) ?? ["", ""];
  if (key === "" && item === body && /^\w+:(?:\s|$)/.test(item)) return [];
  const commands = itemsOf(item.slice(key.length).trim());
  return commands.flatMap((each) => (/^[|>]?$/.test(each) ? [] : [before + each]));
}
