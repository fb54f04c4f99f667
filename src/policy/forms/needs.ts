// What an order wants done first: commands that ran, files that were read or changed, checks that a word names.

import { byName } from "../../base/index.ts";
import type { Act, Part, Target } from "../grammar/slots.ts";
import { type Span, spanOf } from "../tokens/spans.ts";
import { CHECKS } from "../kinds/checks.ts";
import { canRun } from "../kinds/fileKinds.ts";
import { isCodeFolder } from "../kinds/codePlaces.ts";
import { any, commandMatcher } from "../match/patterns.ts";
import type { Need } from "../match/rule.ts";
import { MANY_USES } from "./around.ts";

export const NO_COMMAND = "names no command";

export const CHECK_NOUNS: Readonly<Record<string, string>> = byName({
  tests: "test",
  linter: "lint",
  formatter: "format",
  types: "typecheck",
  buildout: "build",
  hooks: "hooks",
});

/** What a command is without the files and values of one run: any run of it meets the need. */
function essential([program = "", ...rest]: readonly string[]): string[] {
  const words = [program];
  const runsFile = /^(?:python\d?|node|bash|sh|ruby|php|deno|bun|tsx|npx|uv|poetry)$/.test(program);
  for (const [at, word] of rest.entries()) {
    // `cargo clippy -- -D warnings`: what is behind is for another program, and a word behind a short option is its value.
    if (word === "--") break;
    if (/^-\w$/.test(rest[at - 1] ?? "") && rest[at - 1] !== "-m" && !word.startsWith("-")) continue;
    if (
      /^--[a-z][\w-]*$/.test(word) ||
      /^[a-z][a-z0-9:_-]*$/.test(word) ||
      (runsFile && /^(?:\.\/)?[\w./-]+\.\w+$/.test(word)) ||
      word === "-m"
    )
      words.push(word);
    else if (!word.startsWith("-")) break;
  }
  return words;
}

export interface Wanted {
  readonly needs: readonly Need[];
  readonly doubts: readonly string[];
}

export function needsOf(part: Part, either = false): Wanted | null {
  // "Tests must pass (`x`)": the brackets say which command; "run `x` and all tests": the command is what can be seen.
  const named = part.targets.some((each) => (each.aside || !either) && each.kind === "span" && each.span.type === "command");
  const found = part.targets
    .flatMap(eachRun)
    .filter((each) => !(named && each.kind === "noun" && each.noun in CHECK_NOUNS))
    .map((target) => (target.kind === "noun" ? checkNeed(CHECK_NOUNS[target.noun], target.text) : needOf(target, part)));
  if (!found.every((each) => each !== null)) return null;
  // "Read a file before you change it."
  if (part.targets.length === 0 && part.acts[0]?.verb === "read") return { needs: [{ kind: "readSame" }], doubts: [] };
  const wanted = found.length > 0 ? found : part.acts.flatMap(({ verb, form }) => (form === "ing" ? [] : (checkNeed(verb, verb) ?? [])));
  if (wanted.length === 0) return null;
  return { needs: wanted.map(({ need }) => need), doubts: wanted.flatMap(({ doubt }) => doubt ?? []) };
}

/** `npm test && npm run lint`: both of them. */
function eachRun(target: Target): readonly Target[] {
  if (target.kind !== "span" || target.span.type !== "command" || !target.span.text.includes(" && ")) return [target];
  const { text, code } = target.span;
  const runs = text.split(" && ").filter((each) => !/^cd /.test(each));
  return runs.map((each) => ({ kind: "span", span: spanOf(each, { code }) }));
}

interface OneNeed {
  readonly need: Need;
  readonly doubt?: string;
}

function checkNeed(check: string | undefined, shown: string): OneNeed | null {
  const matcher = check === undefined ? undefined : CHECKS[check];
  return matcher === undefined ? null : { need: { kind: "ran", matcher, shown }, doubt: `"${shown}" names no command` };
}

const RUNS = /^(?:run|use|read|format|lint|test|build|typecheck|follow)$/;

function needOf(target: Target, { acts }: Part): OneNeed | null {
  if (target.kind !== "span") return null;
  const runs = acts.length === 0 || acts.some(({ verb }) => RUNS.test(verb));
  const { type, text } = target.span;
  if (type === "path") return pathNeed(text, acts, runs);
  if (!runs || (type !== "command" && type !== "script")) return null;
  if (type === "command") return commandNeed(target.span);
  const pattern = { program: "*", words: [text], flags: [], args: [], inside: [] };
  return { need: { kind: "ran", matcher: { kind: "command", pattern }, shown: text } };
}

function commandNeed({ words, sure, code, text }: Span): OneNeed | null {
  const [program = "", ...rest] = words;
  if (rest.length === 0 && MANY_USES.has(program) && program !== "make") return null;
  const own = essential(words);
  if (sure || code) return { need: { kind: "ran", matcher: commandMatcher(own), shown: text } };
  // "Run Prettier": `yarn prettier` does.
  const matcher = any([commandMatcher(own), commandMatcher(["*", ...own])]);
  return { need: { kind: "ran", matcher, shown: text }, doubt: `another command may run ${text}` };
}

function pathNeed(text: string, acts: readonly Act[], runs: boolean): OneNeed | null {
  const does = (verbs: RegExp): boolean => acts.some(({ verb }) => verbs.test(verb));
  if (/[<>{}*]|YYYY/.test(text) || isCodeFolder(text)) return null;
  if (does(/^(?:read|open)$/)) return { need: { kind: "read", globs: [text], shown: text } };
  if (does(/^(?:change|add)$/)) return { need: { kind: "changed", globs: [text], shown: text } };
  if (!runs || acts.length === 0 || !canRun(text)) return null;
  const matcher = any([commandMatcher([text]), { kind: "path", access: ["execute"], globs: [text] }]);
  return { need: { kind: "ran", matcher, shown: text } };
}
