// "Use X instead of Y": what becomes of Y. What can be replaced word for word is rewritten; the rest is held and the
// alternative named.

import { whole, wordSet } from "../../base/index.ts";
import { toldAs } from "../../analysis/index.ts";
import type { Draft } from "./around.ts";
import { MANAGERS, SAME_PROGRAM } from "../match/programs.ts";
import { any, commandMatcher } from "../match/patterns.ts";
import type { Matcher, Replacement } from "../match/rule.ts";
import type { Span } from "../tokens/spans.ts";

export interface Replaced {
  readonly matcher: Matcher;
  readonly replacement: Replacement;
  readonly instead: string;
}

/** A script of the project. */
const SCRIPT = /^(?:\.\/|bin\/|scripts?\/|tools?\/)[\w./-]*\w$/;

/** Y → X; null where Y may be code and X gives no proof that commands are meant. */
function replaced(worse: Span, better: Span): Replaced | null {
  const old = replacedWords(worse);
  if (old === null) return null;
  if (worse.sure && better.type === "path" && SCRIPT.test(better.text)) {
    const matcher = commandMatcher(worse.words, { open: worse.open });
    return { matcher, replacement: { kind: "named", shown: better.text }, instead: better.text };
  }
  const words = wordsInstead(worse, better);
  if (words === null || words.every((word, at) => old[at] === word)) return null;
  const instead = words.join(" ");
  const fixed = !better.open && fitsEveryRun(old, words);
  const replacement = containing(old, words) ?? (fixed ? replacementFor(old, words) : { kind: "named", shown: instead });
  return { matcher: matcherOf(worse, old, words), replacement, instead };
}

/** The words of Y; null where it may be anything but a command. */
function replacedWords({ type, code, text, words }: Span): readonly string[] | null {
  if (type === "command") return words;
  return type === "name" && code && /^[a-z][a-z0-9_-]+$/.test(text) ? [text] : null;
}

/** The words of X; null where X or Y may be no command. */
function wordsInstead(worse: Span, better: Span): readonly string[] | null {
  if (better.type === "command") return worse.sure || better.sure ? better.words : null;
  const isProgram = better.type === "name" && better.code && /^[a-z][\w.-]*$/.test(better.text);
  return isProgram && worse.sure && worse.words.length === 1 ? [better.text] : null;
}

/** `npm` for `npm install`: where X is the same program, only Y as it is written is meant. */
function matcherOf(worse: Span, old: readonly string[], words: readonly string[]): Matcher {
  const matcher = commandMatcher(old, { open: worse.open });
  const [from = "", to = ""] = [old[0], words[0]?.replace(/^.*\//, "")];
  const same = toldAs(to) === toldAs(from) || SAME_PROGRAM[from]?.includes(to) === true;
  return same && matcher.kind === "command" ? { ...matcher, pattern: { ...matcher.pattern, exact: true } } : matcher;
}

/** X names no file or place of one run. */
function fitsEveryRun(old: readonly string[], [, ...rest]: readonly string[]): boolean {
  const ofOneRun = old.length === 1 && rest.some((word) => /^[\w-]+\.[a-z]{1,4}$/.test(word));
  return !ofOneRun && !rest.some((word) => /[*/<>[\]{}"]/.test(word) && !word.startsWith("./"));
}

/** `uv pip install -e .` for `pip install`: what is in front of the old words, and no more. */
function containing(worse: readonly string[], better: readonly string[]): Replacement | null {
  const at = better.findIndex((_, index) => index > 0 && worse.every((word, place) => better[index + place] === word));
  return at === -1 ? null : { kind: "words", words: better.slice(0, at + worse.length) };
}

/** "Always use pnpm": the other managers of its family are meant. */
export function onlyManager(to: string): Replaced | null {
  const own = MANAGERS[to];
  if (own === undefined || own.family === "system" || (own.runner === undefined && !["yarn", "poetry", "pdm", "pipenv"].includes(to)))
    return null;
  const others = (own.family === "node" ? ["npm", "yarn", "pnpm", "bun"] : ["pip", "poetry", "pipenv"]).filter((name) => name !== to);
  const matcher = any(others.map((name) => commandMatcher([name])));
  return { matcher, replacement: to === "uv" ? { kind: "words", words: ["uv", "pip"] } : { kind: "manager", to }, instead: to };
}

const RUNNERS = whole`uv run, uvx, poetry run, pdm run, pipenv run, rye run, hatch run, pixi run, bundle exec, npx, pnpm exec, pnpm dlx,
  yarn exec, bunx, bun x, fvm, mise exec --, mise x --, nix develop -c, docker compose exec \S+,
  docker compose run(?: --rm)? \S+, dotenv --, doppler run --, op run --, conda run, asdf exec, nix run, devbox run, xvfb-run, rtk`;
const TASK_RUNNERS = wordSet("just make task mage nx turbo earthly breeze");
/** Tools that read other arguments than the ones they stand in for: the alternative is named, not put in. */
const OTHER_ARGUMENTS = wordSet(
  "find>fd sed>sd curl>http curl>xh curl>httpie wget>curl curl>wget cat>sed grep>ast-grep sed>ast-grep ls>tree docker>podman-compose vim>nano",
);

/** What takes the place of a command reads its arguments; where that is not known, it is named and nothing is rewritten. */
function readsOthers(worse: readonly string[], better: readonly string[]): boolean {
  const [from, to] = [worse[0] as string, better[0] as string];
  const oneWord = worse.length === 1 && better.length === 1;
  if (oneWord && (OTHER_ARGUMENTS.has(`${from}>${to}`) || (TASK_RUNNERS.has(to) && !TASK_RUNNERS.has(from)))) return true;
  // "Use `pnpm`, not `tsc`", "the npm scripts rather than `npx jest`"
  if (better.length === 1 && MANAGERS[to] !== undefined && MANAGERS[from] === undefined) return true;
  // `python -c`; `git push -f`
  if (/^-\w$/.test(better.at(-1) as string) && from !== to) return true;
  return from === "git" && to === "git" && worse.some((word) => word.startsWith("-"));
}

export function replacementFor(worse: readonly string[], better: readonly string[]): Replacement {
  const [from, to] = [worse[0] as string, better[0] as string];
  const family = MANAGERS[from]?.family;
  const sameFamily = worse.length === 1 && family !== undefined && family !== "system" && family === MANAGERS[to]?.family;
  if (sameFamily && (better.length === 1 || (family === "node" && better.length === 2))) return { kind: "manager", to };
  if (readsOthers(worse, better)) return { kind: "named", shown: better.join(" ") };
  const runs = RUNNERS.test(better.join(" ")) && !better.includes(from);
  return { kind: "words", words: runs ? [...better, ...worse] : better };
}

export function replaceDraft(worse: Span, better: Span): Draft | null {
  const made = replaced(worse, better);
  return made === null ? null : { effect: "rewrite", ...made, doubts: [] };
}
