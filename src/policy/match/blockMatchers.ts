// Matchers that only policy blocks can say: content of new text, names of files and branches, titles of pull requests,
// constructs of the shell, the text of a command, a tool's input, a place, and several conditions at once. A hit is a program's index, or -1 for a tool.

import { byName, linearPattern, sameRow } from "../../base/index.ts";
import type { Call, GitEffect, PathEffect, Program } from "../../analysis/index.ts";
import { compileGlob, isBelow, type Place, wordGlob } from "./globs.ts";
import type { Finder } from "./matching.ts";
import type { BlockMatcher } from "./rule.ts";

const NO_HITS: readonly number[] = [];

export function compileBlockMatcher(matcher: BlockMatcher, place: Place, parts: readonly Finder[]): Finder {
  switch (matcher.kind) {
    case "all":
      return allFinder(parts);
    case "content": {
      const test = patternTest(matcher);
      const inScope = pathTest(matcher.globs, place);
      const isMeant = (effect: PathEffect) => matcher.whole !== true || isWhole(effect);
      return ({ effects }) =>
        effects.paths.flatMap((effect) =>
          effect.content !== undefined && isMeant(effect) && inScope(effect.path) && test(effect.content)
            ? [effect.program ?? -1]
            : NO_HITS,
        );
    }
    case "fileName": {
      const test = patternTest(matcher);
      const inScope = pathTest(matcher.globs, place);
      return ({ effects }) =>
        effects.paths.flatMap((effect) =>
          isNew(effect) && inScope(effect.path) && test(effect.path.slice(effect.path.lastIndexOf("/") + 1))
            ? [effect.program ?? -1]
            : NO_HITS,
        );
    }
    case "branchName": {
      const test = patternTest(matcher);
      return ({ effects }) =>
        effects.git.flatMap((effect) => (newBranches(effect, effects.programs[effect.program]).some(test) ? [effect.program] : NO_HITS));
    }
    case "pullRequest": {
      const test = patternTest(matcher);
      return ({ effects }) =>
        effects.programs.flatMap((program, index) => {
          const said = pullRequestText(program, matcher.part);
          return said !== null && test(said) ? [index] : NO_HITS;
        });
    }
    case "construct": {
      const names = new Set(matcher.names);
      return ({ call, effects }) => {
        if (!("command" in call)) return NO_HITS;
        return constructsIn(String(call.command)).some((each) => names.has(each)) ? effects.programs.map((_, index) => index) : NO_HITS;
      };
    }
    case "commandText": {
      const test = patternTest(matcher);
      return ({ call, effects, world }) =>
        effects.programs.flatMap((program, index) => (test(asItRuns(program, call, world.userHome)) ? [index] : NO_HITS));
    }
    case "input": {
      const test = patternTest(matcher);
      const isMeant = toolTest(matcher.names);
      return ({ call, effects }) => (effects.tools.some(isMeant) && test(inputOf(call)) ? [-1] : NO_HITS);
    }
    case "inside": {
      const globs = matcher.globs.map((each) => compileGlob(each, place));
      const isInside = (path: string) => globs.some((glob) => glob.test(path) || (glob.root !== "" && isBelow(path, glob.root)));
      return ({ effects }) => [
        ...effects.programs.flatMap((program, index) => (isInside(program.cwd ?? place.base) ? [index] : NO_HITS)),
        ...effects.paths.flatMap((effect) => (isInside(effect.path) ? [effect.program ?? -1] : NO_HITS)),
      ];
    }
  }
}

/** Every part must hit the same program; a tool's own hit counts for the whole call. */
function allFinder(parts: readonly Finder[]): Finder {
  return (sight) => {
    const hits = parts.map((part) => new Set(part(sight)));
    const [first = new Set<number>(), ...rest] = hits;
    return [...first].filter((hit) => rest.every((others) => others.has(hit) || (others.size > 0 && (hit === -1 || others.has(-1)))));
  };
}

/** Capitals are no matter where people write sentences, and matter in code and in names. */
function patternTest({ kind, pattern, when }: Extract<BlockMatcher, { pattern: string }>): (text: string) => boolean {
  const made = linearPattern(pattern, kind === "pullRequest" ? "i" : "");
  // An expression that the engine does not take lets its rule hit: it was named when it was compiled.
  return made.kind === "pattern" ? (text) => made.pattern.test(text) === (when === "holds") : () => true;
}

function pathTest(globs: readonly string[], place: Place): (path: string) => boolean {
  const tests = globs.map((each) => compileGlob(each, place));
  return (path) => tests.length === 0 || tests.some((glob) => glob.test(path));
}

/** `TZ=UTC npm test --watch`, whatever its quotes were; the home is `~` where nobody spelled it out. */
function asItRuns({ env, name, args, span, nameSpan }: Program, call: Call, home: string): string {
  const source = "command" in call ? String(call.command) : "";
  const written = (place: Program["span"]) => (place === null ? "" : source.slice(place.start, place.end));
  // `./bin/brew` is not the `brew` of the PATH; the names of Windows are known in small letters.
  const spelled = written(nameSpan);
  const shown =
    spelled
      .slice(spelled.lastIndexOf("/") + 1)
      .replace(/\.exe$/i, "")
      .toLowerCase() === name
      ? spelled
      : name;
  const text = [...Object.entries(env).map(([key, value]) => `${key}=${value}`), shown, ...args.map((arg) => arg.text)].join(" ");
  return written(span).includes(home) ? text : text.replaceAll(home, "~");
}

/** An MCP tool is known by its own name too, without its server's. */
export function toolTest(names: readonly string[]): (tool: string) => boolean {
  const tests = names.map(wordGlob);
  return (tool) => tests.length === 0 || tests.some((test) => test(tool) || test(tool.replace(/^mcp__.*?__/, "")));
}

function inputOf(call: Call): string {
  const { tool: _, ...given } = call;
  return JSON.stringify("input" in given ? given.input : given);
}

/** An edit shows a part only: what a file lacks cannot be seen in it. */
function isWhole({ access, inPlace }: PathEffect): boolean {
  return (access === "create" || access === "write") && inPlace !== true;
}

function isNew({ access, exists, inPlace }: PathEffect): boolean {
  return (access === "create" || access === "write" || access === "move") && exists !== true && inPlace !== true;
}

const CREATES = new Set(["-c", "-C", "-b", "-B", "--create", "--force-create", "--orphan"]);

/** Names of branches that a Git action makes. */
function newBranches({ action, branches, flags }: GitEffect, program: Program | undefined): readonly string[] {
  if (action === "branch" || action === "worktree add")
    return flags.some((flag) => /^(?:-[dDmM]|--delete|--move)$/.test(flag)) ? [] : branches;
  if (action !== "switch" && action !== "checkout") return [];
  const args = program?.args.map(({ text }) => text) ?? [];
  const at = args.findIndex((arg) => CREATES.has(arg));
  return at === -1 || args[at + 1] === undefined ? [] : [args[at + 1] as string];
}

const OPTIONS: Readonly<Record<"title" | "body", ReadonlySet<string>>> = {
  title: new Set(["--title", "-t"]),
  body: new Set(["--body", "-b", "--description", "-d"]),
};

/** The title or body that `gh pr create` and its like are given; null: none is given. */
function pullRequestText({ name, args }: Program, part: "title" | "body"): string | null {
  const words = args.map(({ text }) => text);
  const isRequest = (name === "gh" && words[0] === "pr") || (name === "glab" && words[0] === "mr");
  if (!isRequest || !/^(?:create|new|edit|update)$/.test(words[1] ?? "")) return null;
  const at = words.findIndex(
    (word) => OPTIONS[part].has(word) || [...OPTIONS[part]].some((option) => option.startsWith("--") && word.startsWith(`${option}=`)),
  );
  if (at === -1) return null;
  const word = words[at] as string;
  return word.includes("=") && word.startsWith("--") ? word.slice(word.indexOf("=") + 1) : (words[at + 1] ?? null);
}

export const CONSTRUCTS = ["pipe", "redirect", "chain", "background", "substitution", "variable", "heredoc"] as const;
export type Construct = (typeof CONSTRUCTS)[number];

/** Which constructs a command line has outside of quotes. */
export function constructsIn(command: string): readonly Construct[] {
  const found = new Set<Construct>();
  let quote = "";
  for (let at = 0; at < command.length; at++) {
    const here = command.charAt(at);
    if (here === "\\" && quote !== "'") {
      at++;
      continue;
    }
    const expansion = quote === "'" ? null : expansionAt(command, at);
    if (expansion !== null) found.add(expansion);
    if (quote !== "") quote = here === quote ? "" : quote;
    else if (here === "'" || here === '"') quote = here;
    else if (here === "#" && /\s|^$/.test(command.charAt(at - 1))) at = Math.max(at, nextLine(command, at));
    else {
      const sign = signAt(command, at);
      if (sign !== undefined) found.add(sign);
      if (PAIRS[command.slice(at, at + 2)] !== undefined) at++;
    }
  }
  return [...found];
}

/** In double quotes too. */
function expansionAt(command: string, at: number): Construct | null {
  if (command[at] === "`" || command.startsWith("$(", at)) return "substitution";
  return command[at] === "$" && /[\w{?!@*#]/.test(command.charAt(at + 1)) ? "variable" : null;
}

const PAIRS: Readonly<Record<string, Construct>> = byName({ "||": "chain", "&&": "chain", "<<": "heredoc" });
const SIGNS: Readonly<Record<string, Construct>> = byName({
  "|": "pipe",
  "&": "background",
  ...sameRow("; \n", "chain"),
  ...sameRow("< >", "redirect"),
});

/** `&>` and `>&` are one redirection. */
function signAt(command: string, at: number): Construct | undefined {
  if (command[at] === "&" && (command[at + 1] === ">" || command[at - 1] === ">")) return "redirect";
  return PAIRS[command.slice(at, at + 2)] ?? SIGNS[command.charAt(at)];
}

function nextLine(command: string, at: number): number {
  const end = command.indexOf("\n", at);
  return end === -1 ? command.length : end - 1;
}
