// What code imports from its own project: paths, without the endings that a language adds. Packages are no part of it.

import { textAt } from "../run/values.ts";
import { normalise } from "../run/disk.ts";
import type { Language, Token } from "./codeTokens.ts";

export interface Importing {
  readonly tokens: readonly Token[];
  readonly language: Language;
  /** The folder of the file; of code on the command line the folder in which it runs. */
  readonly folder: string;
  /** Where the program runs: Python looks there too. */
  readonly cwd: string;
}

/** One import: the first file that exists is the module. */
export type Candidates = readonly string[];

const SCRIPT_ENDINGS = [".js", ".ts", ".mjs", ".cjs", ".tsx", ".mts", "/index.js", "/index.ts"];

function below(folder: string, path: string): string {
  return normalise(`${folder}/${path}`);
}

export function importsOf(importing: Importing): readonly Candidates[] {
  return IMPORTS[importing.language]?.(importing) ?? [];
}

/** `from "./x"`, `import "./x"`, `import("./x")`, `require("./x")` */
function javaScriptImports({ tokens, folder }: Importing): readonly Candidates[] {
  return tokens.flatMap((token, at) => {
    if (token.kind !== "string" || !/^\.\.?(?:\/|$)/.test(token.text)) return [];
    const before = textAt(tokens, at - 1) === "(" ? at - 2 : at - 1;
    if (!/^(?:from|import|require)$/.test(textAt(tokens, before))) return [];
    const path = below(folder, token.text);
    // TypeScript names a module by the file that it becomes.
    const source = path.replace(/\.([cm]?)js$/, ".$1ts");
    return [/\.[cm]?[jt]sx?$/.test(path) ? [path, source] : SCRIPT_ENDINGS.map((ending) => path + ending)];
  });
}

/** `import a.b as c, d` and `from .a import b, c` */
function pythonImports({ tokens, folder, cwd }: Importing): readonly Candidates[] {
  const found: Candidates[] = [];
  for (const statement of statementsOf(tokens)) {
    const [first] = statement;
    const cut = statement.indexOf("import");
    if (first === "import") for (const module of modulesIn(statement.slice(1))) found.push(...pythonModule(module, folder, cwd));
    else if (first === "from" && cut > 0) {
      const module = statement.slice(1, cut).join("");
      found.push(...pythonModule(module, folder, cwd));
      const separator = module.endsWith(".") ? "" : ".";
      for (const name of modulesIn(statement.slice(cut + 1))) found.push(...pythonModule(`${module}${separator}${name}`, folder, cwd));
    }
  }
  return found;
}

function statementsOf(tokens: readonly Token[]): readonly (readonly string[])[] {
  const statements: string[][] = [[]];
  let depth = 0;
  for (const { kind, text } of tokens) {
    if (text === "(") depth++;
    else if (text === ")") depth--;
    else if ((kind === "line" && depth <= 0) || text === ";" || text === ":") statements.push([]);
    else if (kind !== "line") statements.at(-1)?.push(text);
  }
  return statements.filter(([first]) => first === "import" || first === "from");
}

/** `a.b as c, d` → `a.b`, `d` */
function modulesIn(words: readonly string[]): readonly string[] {
  return words
    .join(" ")
    .split(",")
    .map((each) => (each.trim().split(" as ")[0] ?? "").replaceAll(" ", ""))
    .filter((each) => /^[\w.]+$/.test(each));
}

/** A module, and the packages around it, whose own code runs first. */
function pythonModule(name: string, folder: string, cwd: string): readonly Candidates[] {
  const dots = /^\.*/.exec(name)?.[0].length ?? 0;
  const parts = name
    .slice(dots)
    .split(".")
    .filter((part) => part !== "");
  const bases = dots === 0 ? [...new Set([folder, cwd])] : [below(folder, "../".repeat(dots - 1))];
  return parts.map((_, at) => {
    const path = parts.slice(0, at + 1).join("/");
    return bases.flatMap((base) => [below(base, `${path}.py`), below(base, `${path}/__init__.py`)]);
  });
}

/** A file that is named by a string behind one of some words: `require_relative "x"`, `include __DIR__ . "/x.php"`. */
const namedAfter =
  (verbs: ReadonlySet<string>, ending: string, folders: readonly string[] = []): Importer =>
  ({ tokens, folder, cwd }) =>
    tokens.flatMap(({ text, kind }, at) => {
      if (kind === "string" || !verbs.has(text)) return [];
      const name = tokens.slice(at + 1, at + 5).find((each) => each.kind === "string")?.text;
      if (name === undefined || name === "") return [];
      const bases = [folder, cwd, ...folders.map((each) => below(cwd, each))];
      const paths = bases.map((base) => (name.startsWith(base) ? name : below(base, name)));
      return [paths.flatMap((path) => (path.endsWith(ending) ? [path] : [path + ending, path]))];
    });

/** `use Local::Setup;` */
function perlModules({ tokens, folder, cwd }: Importing): readonly Candidates[] {
  return tokens.flatMap(({ text, kind }, at) => {
    if (text !== "use" || kind === "string") return [];
    const rest = tokens.slice(at + 1, at + 12).map((token) => token.text);
    const name = /^[A-Z_a-z][\w:]*/.exec(rest.join("").split(";")[0] ?? "")?.[0].replaceAll("::", "/");
    return name === undefined ? [] : [[folder, cwd, below(cwd, "lib"), below(folder, "lib")].map((base) => below(base, `${name}.pm`))];
  });
}

type Importer = (importing: Importing) => readonly Candidates[];

const RUBY = namedAfter(new Set(["require_relative", "require", "load"]), ".rb", ["lib"]);
const PERL = namedAfter(new Set(["require", "do"]), ".pl");

const IMPORTS: Readonly<Partial<Record<Language, Importer>>> = {
  javascript: javaScriptImports,
  python: pythonImports,
  ruby: RUBY,
  perl: (importing) => [...perlModules(importing), ...PERL(importing)],
  php: namedAfter(new Set(["require", "include", "require_once", "include_once"]), ".php"),
  lua: namedAfter(new Set(["require", "dofile"]), ".lua"),
};
