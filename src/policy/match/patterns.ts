// From a command as people write it (`git reset --hard`, `npm install <pkg>`, `kubectl -n prod delete`) to a pattern.

import { byName, whole, wordSet } from "../../base/index.ts";
import type { CommandPattern, GitMatcher, Matcher } from "./rule.ts";

export interface PatternOptions {
  /** A further argument must follow. */
  readonly open?: boolean;
  readonly args?: readonly string[];
  readonly inside?: readonly string[];
}

const SHORT: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = byName({
  rm: { r: ["-r", "-R", "--recursive"], R: ["-r", "-R", "--recursive"], f: ["-f", "--force"] },
  cp: { r: ["-r", "-R", "-a", "--recursive"], f: ["-f", "--force"] },
  chmod: { R: ["-R", "--recursive"] },
  chown: { R: ["-R", "--recursive"] },
  npm: { g: ["-g", "--global", "--location=global"], f: ["-f", "--force"] },
  pnpm: { g: ["-g", "--global"], f: ["-f", "--force"] },
  docker: { v: ["-v", "--volumes"], f: ["-f", "--force"], a: ["-a", "--all"] },
  curl: { k: ["-k", "--insecure"] },
  jest: { u: ["-u", "--updateSnapshot"] },
  vitest: { u: ["-u", "--update"] },
  pip: { U: ["-U", "--upgrade"] },
});

const GIT_SHORT: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = byName({
  add: { A: ["-A", "--all"], f: ["-f", "--force"], u: ["-u", "--update"], p: ["-p", "--patch"] },
  commit: { n: ["-n", "--no-verify"], a: ["-a", "--all"], m: ["-m", "--message"], S: ["-S", "--gpg-sign"], s: ["-s", "--signoff"] },
  push: { f: ["-f", "--force", "--force-with-lease"], u: ["-u", "--set-upstream"], n: ["-n", "--dry-run"], d: ["-d", "--delete"] },
  branch: { D: ["-D"], d: ["-d", "-D", "--delete"], f: ["-f", "--force"], m: ["-m", "-M", "--move"] },
  checkout: { b: ["-b", "-B"], f: ["-f", "--force"] },
  switch: { c: ["-c", "-C", "--create", "--force-create"], f: ["-f", "--force", "--discard-changes"] },
  clean: { f: ["-f", "--force"], d: ["-d"], x: ["-x"] },
  rebase: { i: ["-i", "--interactive"] },
  tag: { d: ["-d", "--delete"], f: ["-f", "--force"], a: ["-a", "--annotate"] },
  stash: { u: ["-u", "--include-untracked"] },
});

const LONG: Readonly<Record<string, readonly string[]>> = byName({
  "--no-verify": ["--no-verify"],
  "--force": ["--force", "-f"],
  "--recursive": ["--recursive", "-r", "-R"],
  "--global": ["--global", "-g"],
  "--volumes": ["--volumes", "-v"],
  "--all": ["--all", "-a"],
  "--yes": ["--yes", "-y"],
  "--update-snapshots": ["--update-snapshots", "-u"],
  "--interactive": ["--interactive", "-i"],
  "--watch": ["--watch", "-w"],
  "--insecure": ["--insecure", "-k"],
  "--delete": ["--delete", "-d", "-D"],
});

const GIT_LONG: Readonly<Record<string, readonly string[]>> = byName({
  "commit --no-verify": ["--no-verify", "-n"],
  "commit --amend": ["--amend"],
  "add --all": ["-A", "--all"],
});

const KNOWN_FLAGS = wordSet(
  "--no-verify --no-gpg-sign --force-with-lease --amend --legacy-peer-deps --no-edit --hard --break-system-packages --accept-data-loss",
  "--ignore-scripts --no-cache --passWithNoTests --update-snapshot --update-snapshots",
);

/** Flags that say what they do, whatever the program. */
export const isKnownFlag = (flag: string): boolean => KNOWN_FLAGS.has(flag) || /^--dangerously-[\w-]+$/.test(flag);

/** Spellings of each flag that one written flag stands for: `-rf` is two. */
export function flagSpellings(program: string, sub: string, flag: string): readonly (readonly string[])[] {
  const bare = flag.replace(/[= ].*$/s, "");
  const known = program === "git" ? GIT_SHORT[sub] : SHORT[program];
  if (bare.startsWith("--")) {
    const ofGit = program === "git" ? (sub === "" ? [bare] : GIT_LONG[`${sub} ${bare}`]) : undefined;
    return [ofGit ?? LONG[bare] ?? Object.values(known ?? {}).find((spellings) => spellings.includes(bare)) ?? [bare]];
  }
  const letters = bare.slice(1);
  if (letters.length === 1) return [known?.[letters] ?? [bare]];
  if (known !== undefined && [...letters].every((letter) => /[a-zA-Z]/.test(letter)) && letters.length <= 5)
    return [...letters].map((letter) => known[letter] ?? [`-${letter}`]);
  return [[bare]];
}

/** Options whose next word is their value: a place to work on, not a subcommand. */
const VALUED = whole`--(?:context|namespace|profile|project|env|environment|region|host|hostname|kubeconfig|target|registry|cluster),
  --(?:account|subscription|user|database|url|config|filter|scope|stage|app|workspace|org)`;

const VALUED_SHORT: Readonly<Record<string, readonly string[]>> = byName({
  psql: ["-h", "-U", "-d"],
  pg_dump: ["-h", "-U", "-d"],
  mysql: ["-h", "-u", "-D"],
  mongosh: ["--host"],
  "redis-cli": ["-h", "-n"],
  kubectl: ["-n"],
  helm: ["-n"],
  ssh: ["-i", "-p"],
  make: ["-C"],
  npm: ["-w"],
  pnpm: ["-F"],
});

const takesValue = (program: string, option: string): boolean =>
  program !== "git" && (VALUED.test(option) || VALUED_SHORT[program]?.includes(option) === true);

/** `--env=prod` is the option and its value, however they are joined. */
const joinedValue = (program: string, word: string): readonly string[] =>
  program !== "git" && /^--[\w-]+=[\w.*-]+$/.test(word) ? [word.slice(word.indexOf("=") + 1)] : [];

export function commandPattern(words: readonly string[], options: PatternOptions = {}): CommandPattern {
  const program = (words[0] ?? "*").replace(/^.*\/(?=[^/])/, "").replace(/\.(?:cmd|exe)$/, "");
  const rest = words.slice(1);
  const sub = rest.find((word) => !word.startsWith("-")) ?? "";
  const flags: (readonly string[])[] = [];
  const plain: string[] = [];
  const values: string[] = [];
  for (const [at, word] of rest.entries()) {
    if (takesValue(program, rest[at - 1] ?? "")) {
      values.push(word);
      continue;
    }
    if (word === "--") {
      // `git checkout --` is the checkout of files, not of branches; what follows it says which.
      if (program === "git") {
        flags.push(["--"]);
        values.push(...rest.slice(at + 1));
      }
      break;
    }
    values.push(...joinedValue(program, word));
    if (/^-./.test(word)) flags.push(...flagSpellings(program, sub, word));
    else if (!(program === "cargo" && word.startsWith("+"))) plain.push(word.replace(/^\.\/(?=\.)/, "./"));
  }
  return {
    program,
    words: plain,
    flags,
    args: options.open === true ? ["*"] : [...values, ...(options.args ?? [])],
    inside: options.inside ?? [],
  };
}

/** A command as a matcher; pushes and commits become Git's own, so that `-f`, `+ref` and `-C` are the same thing. */
export function commandMatcher(words: readonly string[], options: PatternOptions = {}): Matcher {
  const pattern = commandPattern(words, options);
  if (pattern.program !== "git") return { kind: "command", pattern };
  return gitMatcher(pattern) ?? { kind: "command", pattern };
}

function gitMatcher({ words, flags, args, inside }: CommandPattern): GitMatcher | Matcher | null {
  if (inside.length > 0) return null;
  const [action, ...rest] = words;
  const force = flags.some((flag) => flag.includes("--force") || flag.includes("-f"));
  if (action === "push") {
    const others = flags.filter((flag) => !flag.includes("--force") && !flag.includes("-f") && !flag.includes("-u"));
    const branches = [
      ...rest.filter((word) => word !== "origin").map((word) => word.replace(/^\+|^HEAD:/, "")),
      ...args.filter((arg) => arg !== "*"),
    ];
    return {
      kind: "git",
      actions: ["push"],
      ...(force ? { force } : {}),
      ...(others.length > 0 ? { flags: others } : {}),
      ...(branches.length > 0 ? { branches } : {}),
    };
  }
  if (action === "add" && (flags.some((flag) => flag.includes("-A")) || (rest.join(" ") === "." && flags.length === 0))) {
    return {
      kind: "any",
      of: [
        { kind: "git", actions: ["add"], flags: [["-A", "--all"]] },
        { kind: "command", pattern: { program: "git", words: ["add", "."], flags: [], args: [], inside: [] } },
      ],
    };
  }
  if (action === "commit" && rest.length === 0)
    return { kind: "git", actions: ["commit"], ...(flags.length > 0 ? { flags } : {}), ...(args.length > 0 ? { branches: args } : {}) };
  return null;
}

export function any(of: readonly Matcher[]): Matcher {
  const flat = of.flatMap((each) => (each.kind === "any" ? each.of : [each]));
  return flat.length === 1 ? (flat[0] as Matcher) : { kind: "any", of: flat };
}

export function ran(line: string): Matcher {
  return commandMatcher(line.split(" "));
}

/** Any of these command lines. */
export const anyRan = (...lines: readonly string[]): Matcher => any(lines.flatMap((line) => line.split(", ")).map(ran));

/** A rewriting rule's commands; Git's own matchers are turned back into words. */
export function patternsOf(matcher: Matcher): readonly CommandPattern[] {
  if (matcher.kind === "any") return matcher.of.flatMap(patternsOf);
  if (matcher.kind === "command") return [matcher.pattern];
  if (matcher.kind === "git")
    return matcher.actions.map((action) => ({
      program: "git",
      words: action.split(" "),
      flags: matcher.force === true ? [["--force", "-f"]] : (matcher.flags ?? []),
      args: [],
      inside: [],
    }));
  return [];
}
