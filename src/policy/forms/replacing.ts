// "Use X instead of Y": what becomes of Y. What can be replaced word for word is rewritten; the rest is held and the
// alternative named.

import { byName } from "../../base/index.ts";
import type { Draft } from "../compile/draft.ts";
import { MANAGERS, SAME_PROGRAM } from "../match/programs.ts";
import { toldAs } from "../match/sameNames.ts";
import { any, commandMatcher } from "../match/patterns.ts";
import type { Matcher, Replacement } from "../match/rule.ts";
import type { Span } from "../grammar/spans.ts";

export interface Replaced {
  readonly matcher: Matcher;
  readonly replacement: Replacement;
  readonly instead: string;
}

/** Y → X; null where Y may be code and X gives no proof that commands are meant. */
function replaced(worse: Span, better: Span): Replaced | null {
  if (worse.type !== "command" && !(worse.type === "name" && worse.code && /^[a-z][a-z0-9_-]+$/.test(worse.text))) return null;
  const certain = worse.sure || (better.type === "command" && better.sure);
  if (
    !certain ||
    (better.type !== "command" &&
      !(worse.sure && worse.words.length === 1 && better.type === "name" && better.code && /^[a-z][\w.-]*$/.test(better.text)))
  )
    return null;
  const words = better.type === "command" ? better.words : [better.text];
  const old = worse.type === "command" ? worse.words : [worse.text];
  if (words.every((word, at) => old[at] === word)) return null;
  const plain = commandMatcher(old, { open: worse.open });
  const name = (words[0] as string).replace(/^.*\//, "");
  const same = toldAs(name) === toldAs(old[0] as string) || SAME_PROGRAM[old[0] as string]?.includes(name) === true;
  const matcher: Matcher = same && plain.kind === "command" ? { ...plain, pattern: { ...plain.pattern, exact: true } } : plain;
  const ofOneRun = old.length === 1 && words.slice(1).some((word) => /^[\w-]+\.[a-z]{1,4}$/.test(word));
  const fixed = !better.open && !ofOneRun && !words.slice(1).some((word) => /[*/<>[\]{}"]/.test(word) && !/^\.\//.test(word));
  const replacement: Replacement =
    containing(old, words) ?? (fixed ? replacementFor(old, words) : { kind: "named", shown: words.join(" ") });
  return { matcher, replacement, instead: words.join(" ") };
}

/** `uv pip install -e .` for `pip install`: what stands in front of the old words, and no more. */
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

/** `uv run pytest` is named: then `pytest` alone is not the way. */
export function wrapped(better: Span): Replaced | null {
  const at = [2, 1, 3].find((length) => RUNNERS.test(better.words.slice(0, length).join(" "))) ?? 0;
  const program = better.words[at];
  if (at === 0 || program === undefined || !/^[a-z][\w-]*$/.test(program) || ONE_OFF.has(better.words[0] as string)) return null;
  const words = better.words.slice(0, at + 1);
  return { matcher: commandMatcher([program]), replacement: { kind: "words", words }, instead: words.join(" ") };
}

/** A manager that is named for a tool is meant to run it. */
const RUN_WITH: Readonly<Record<string, readonly string[]>> = byName({
  pnpm: ["pnpm"],
  yarn: ["yarn"],
  npm: ["npx"],
  bun: ["bunx"],
  uv: ["uv", "run"],
  poetry: ["poetry", "run"],
  bundle: ["bundle", "exec"],
  pdm: ["pdm", "run"],
  pipenv: ["pipenv", "run"],
});

/** Each runs a package's tool once. */
const ONE_OFF = new Set(["npx", "bunx", "pnpx"]);

/** Each runs a file of the same language. */
const RUNTIMES = new Set(["node", "bun", "deno", "tsx", "ts-node", "esno", "swc-node"]);

const RUNNERS =
  /^(?:uv run|uvx|poetry run|pdm run|pipenv run|rye run|hatch run|pixi run|bundle exec|npx|pnpm exec|pnpm dlx|yarn exec|bunx|bun x|fvm|mise exec --|mise x --|nix develop -c|docker compose exec \S+|docker compose run(?: --rm)? \S+|dotenv --|doppler run --|op run --|conda run|asdf exec|nix run|devbox run|xvfb-run|rtk)$/;
const WRAPPERS = new Set(["fvm", "rtk", "xvfb-run", "direnv", "dotenv", "mise", "asdf", "proxychains", "aws-vault", "doppler", "envchain"]);
/** Git commands that take the same arguments. */
const GIT_PAIRS = new Set([
  "checkout -b>switch -c",
  "checkout -B>switch -C",
  "checkout -->restore",
  "push --force>push --force-with-lease",
  "push -f>push --force-with-lease",
  "add -A>add -u",
  "branch -D>branch -d",
  "pull --rebase>pull",
  "checkout -b>switch --create",
]);
const TASK_RUNNERS = new Set(["just", "make", "task", "mage", "nx", "turbo", "earthly", "breeze"]);
/** Tools that read other arguments than the ones they stand in for: the alternative is named, not put in. */
const OTHER_ARGUMENTS = new Set([
  "find>fd",
  "sed>sd",
  "curl>http",
  "curl>xh",
  "curl>httpie",
  "wget>curl",
  "curl>wget",
  "cat>sed",
  "grep>ast-grep",
  "sed>ast-grep",
  "ls>tree",
  "docker>podman-compose",
  "vim>nano",
]);

export function replacementFor(worse: readonly string[], better: readonly string[]): Replacement {
  const from = worse[0] as string;
  const to = better[0] as string;
  const family = MANAGERS[from]?.family;
  if (worse.length === 1 && better.length === 2 && ONE_OFF.has(from) && /^(?:exec|dlx|x)$/.test(better[1] as string))
    return { kind: "words", words: better };
  if (worse.length === 1 && better.length === 1 && ONE_OFF.has(from) && ONE_OFF.has(to)) return { kind: "words", words: [to] };
  if (worse.length === 1 && family === "node" && MANAGERS[to]?.family === "node" && better.length <= 2) return { kind: "manager", to };
  if (worse.length === 1 && better.length === 1) {
    if (family !== undefined && family === MANAGERS[to]?.family && family !== "system") return { kind: "manager", to };
    if (RUNTIMES.has(from) && RUNTIMES.has(to)) return { kind: "words", words: [to] };
    const runner = RUN_WITH[to];
    if (runner !== undefined && MANAGERS[from] === undefined) return { kind: "words", words: [...runner, from] };
    if (TASK_RUNNERS.has(to) && !TASK_RUNNERS.has(from)) return { kind: "named", shown: to };
    if (OTHER_ARGUMENTS.has(`${from}>${to}`)) return { kind: "named", shown: to };
  }
  if (
    better.length > 1 &&
    /^(?:node|python3?|bash|sh|perl|ruby|php|deno|bun)$/.test(to) &&
    /^-(?:[ecm]|-eval|-command)$/.test(better.at(-1) as string)
  )
    return { kind: "named", shown: better.join(" ") };
  if (
    from === "git" &&
    to === "git" &&
    worse.some((word) => word.startsWith("-")) &&
    !GIT_PAIRS.has(`${worse.slice(1).join(" ")}>${better.slice(1).join(" ")}`)
  )
    return { kind: "named", shown: better.join(" ") };
  if (worse.length === 1 && from === "pip" && to === "uv" && better.length <= 2 && better[1] !== "run")
    return better[1] === "add" ? { kind: "manager", to: "uv" } : { kind: "words", words: ["uv", "pip"] };
  if (
    (RUNNERS.test(better.join(" ")) || WRAPPERS.has(to)) &&
    !better.includes(from) &&
    better.length <= 3 &&
    !/^(?:test|lint|build|check)$/.test(better.at(-1) as string)
  )
    return { kind: "words", words: [...better, ...worse] };
  return { kind: "words", words: better };
}

export function replaceDraft(worse: Span, better: Span): Draft | null {
  const made = replaced(worse, better);
  return made === null ? null : { effect: "rewrite", ...made, doubts: [] };
}
