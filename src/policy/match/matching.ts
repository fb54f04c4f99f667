// Matchers over effects. A hit is the index of the program that does it, or -1 where a tool does it by itself.

import { either, linearPattern, whole, wordSet } from "../../base/index.ts";
import {
  type Call,
  type Effects,
  type GitEffect,
  nameOf,
  packageName,
  type PathEffect,
  pathsOf,
  type Program,
  type World,
} from "../../analysis/index.ts";
import { KNOWN_PROGRAMS } from "./programs.ts";
import { compileBlockMatcher, toolTest } from "./blockMatchers.ts";
import { type Compiled, compilePattern, flagPlace, matchCommand } from "./commands.ts";
import { compileGlob, type Glob, isBelow, namesOf, type Place, resolvePath, wordGlob } from "./globs.ts";
import type { Access, GitMatcher, Matcher, PackageMatcher, PathMatcher } from "./rule.ts";

export interface Sight {
  readonly call: Call;
  readonly effects: Effects;
  readonly world: World;
  /** The branch that is before each Git effect of the call, in order. */
  readonly branches: readonly (string | null)[];
  /** A push whose branch is only known when it runs counts as one to each branch that it may be. */
  readonly guesses?: true;
}

export type Finder = (sight: Sight) => readonly number[];

const NO_HITS: readonly number[] = [];

export function compileMatcher(matcher: Matcher, place: Place): Finder {
  const glob = (text: string): Glob => compileGlob(text, place);
  switch (matcher.kind) {
    case "any": {
      const parts = matcher.of.map((each) => compileMatcher(each, place));
      return (sight) => parts.flatMap((part) => part(sight));
    }
    case "command":
      return commandFinder(compilePattern(matcher.pattern, glob, place.base));
    case "path":
      return pathFinder(matcher, matcher.globs.map(glob));
    case "git":
      return gitFinder(matcher, glob);
    case "package":
      return packageFinder(matcher);
    case "message":
      return messageFinder(matcher);
    case "statement":
      return statementFinder(testOf(matcher.pattern, { flags: "i", otherwise: true }));
    case "document": {
      const names = new Set(matcher.names.map(nameOf));
      return ({ effects }) => (effects.documents.some((each) => names.has(nameOf(each))) ? [-1] : NO_HITS);
    }
    case "reply":
      return ({ effects }) => (effects.reply !== null && countEmoji(effects.reply) > matcher.emojiOver ? [-1] : NO_HITS);
    case "tool": {
      const isMeant = toolTest(matcher.names);
      return ({ effects }) => (effects.tools.some(isMeant) ? [-1] : NO_HITS);
    }
    case "downloaded":
      return ({ effects }) =>
        effects.network.length === 0
          ? NO_HITS
          : effects.opaque.flatMap(({ program }) =>
              program !== null && RUNS_TEXT.test(effects.programs[program]?.name ?? "") ? [program] : [],
            );
    case "text":
      return textFinder(matcher.tokens);
    case "network":
      return networkFinder(matcher.hosts, matcher.outside === true);
    default:
      return compileBlockMatcher(matcher, place, matcher.kind === "all" ? matcher.of.map((each) => compileMatcher(each, place)) : []);
  }
}

const RUNS_TEXT = whole`(?:ba|z|da|k|fi|a)?sh, eval, source, \., python[\d.]*, node, perl, ruby, php, deno, bun`;

function commandFinder(compiled: Compiled): Finder {
  return ({ call, effects }) => {
    const hits: number[] = [];
    effects.programs.forEach((program, index) => {
      if (namedSo(compiled, program, call) && matchCommand(compiled, program, index, effects) !== null) hits.push(index);
    });
    return hits;
  };
}

/** The analysis knows python3 as python; a rule that names exactly one does not mean the other. */
function namedSo(compiled: Compiled, program: Program, call: Call): boolean {
  if (program.nameSpan === null || !("command" in call) || !compiled.names.has(program.name)) return true;
  const spelled = String(call.command).slice(program.nameSpan.start, program.nameSpan.end);
  const name = spelled.slice(spelled.lastIndexOf("/") + 1);
  if (compiled.pattern.exact === true) return spelled === compiled.pattern.program;
  return name === program.name || compiled.names.has(name) || !KNOWN_PROGRAMS.has(name);
}

const PATH_ACCESS: Readonly<Record<PathEffect["access"], readonly Access[]>> = {
  read: ["read"],
  write: ["change"],
  append: ["change"],
  create: ["create"],
  delete: ["delete"],
  move: ["delete", "change"],
  list: ["list"],
  execute: ["execute"],
};

/** Programs that look at names, sizes and times, not into files. */
const LOOKERS = whole`ls, tree, du, stat, exa, eza, dir, file, find, test, \[, \[\[, realpath, basename, dirname`;

export function accessOf(effect: PathEffect, effects: Effects): readonly Access[] {
  // `touch` of what is not there makes it.
  const made = effect.exists === false && effect.program !== null && effects.programs[effect.program]?.name === "touch";
  if (effect.attributes === true) return made ? ["create"] : [];
  if (effect.access === "read" && effect.program !== null && LOOKERS.test(effects.programs[effect.program]?.name ?? "")) return ["list"];
  return effect.access === "create" && effect.inPlace === true ? ["change"] : PATH_ACCESS[effect.access];
}

function pathFinder(matcher: PathMatcher, globs: readonly Glob[]): Finder {
  return (sight) => {
    const hits: number[] = [];
    for (const effect of sight.effects.paths) if (pathHit(matcher, globs, effect, sight)) hits.push(effect.program ?? -1);
    return hits;
  };
}

/** Paths of one call that a path matcher finds; order rules ask for the very file. */
export function pathsFound(matcher: PathMatcher, place: Place, sight: Sight): readonly PathEffect[] {
  const globs = matcher.globs.map((each) => compileGlob(each, place));
  return sight.effects.paths.filter((effect) => pathHit(matcher, globs, effect, sight));
}

function pathHit(matcher: PathMatcher, globs: readonly Glob[], effect: PathEffect, { effects, world }: Sight): boolean {
  const access = accessOf(effect, effects);
  if (effect.elsewhere === true || !access.some((each) => matcher.access.includes(each))) return false;
  const fresh = effect.access === "create" && effect.inPlace !== true && effect.exists !== true;
  if (matcher.standing === (fresh ? "old" : "new")) return false;
  if (staysAmong(matcher, globs, effect, effects)) return false;
  const found = isAmong(globs, effect, access);
  if (matcher.outside === true)
    return (
      !found &&
      (isBelow(effect.path, world.project) ||
        (matcher.everywhere === true && !world.temporary.some((folder) => isBelow(effect.path, folder))))
    );
  return found || (matcher.header === true && effect.exists === true && hasHeader(world, effect.path));
}

/** A file that is moved to another place of those that a rule names is not deleted from them. */
function staysAmong({ access, outside }: PathMatcher, globs: readonly Glob[], effect: PathEffect, effects: Effects): boolean {
  if (effect.access !== "move" || access.includes("change") || outside === true) return false;
  const targets = effects.paths.filter((other) => other.program === effect.program && isNewPlace(other));
  return targets.length > 0 && targets.every((target) => globs.some((glob) => glob.test(target.path)));
}

function isNewPlace({ access }: PathEffect): boolean {
  return access === "create" || access === "write";
}

/** What is changed with all that is in it may hold what a glob names. */
function isAmong(globs: readonly Glob[], effect: PathEffect, access: readonly Access[]): boolean {
  const paths = [...pathsOf(effect), ...namesOf(effect.matching ?? "").map((name) => `${effect.path}/${name}`)];
  const withAllInIt = effect.recursive && effect.tidy !== true && (access.includes("delete") || access.includes("change"));
  return globs.some(
    (glob) => paths.some((path) => glob.test(path)) || (withAllInIt && glob.root !== "" && isBelow(glob.root, effect.path)),
  );
}

const HEADERS = either`DO NOT EDIT, do not edit(?: this file)?(?: by hand| manually), @generated, Code generated by, auto-?generated`;
const GENERATED = new RegExp(String.raw`\b(?:${HEADERS})\b`, "i");

function hasHeader(world: World, path: string): boolean {
  const head = world.readText(path)?.slice(0, 600) ?? "";
  return GENERATED.test(head);
}

function gitFinder(matcher: GitMatcher, glob: (text: string) => Glob): Finder {
  const branches = matcher.branches?.map(wordGlob) ?? null;
  const paths = matcher.paths?.map(glob) ?? null;
  return (sight) => {
    const hits: number[] = [];
    sight.effects.git.forEach((effect, index) => {
      if (!matcher.actions.some((action) => effect.action === action || effect.action.startsWith(`${action} `))) return;
      if (matcher.force === true && !effect.force) return;
      const args = sight.effects.programs[effect.program]?.args.map((each) => each.text) ?? effect.flags;
      if (
        matcher.flags !== undefined &&
        !matcher.flags.every(
          (flag) =>
            flagPlace(flag, effect.flags, "git") !== -1 ||
            flagPlace(
              flag.filter((each) => each.startsWith("--")),
              args,
              "git",
            ) !== -1,
        )
      )
        return;
      const isOn = (test: (branch: string) => boolean) => branchesOf(effect, sight.branches[index] ?? null).some(test);
      if (branches !== null && !branches.some(isOn) && !isGuessed(sight, effect, matcher)) return;
      if (paths !== null && !gitPaths(effect, sight).some((path) => paths.some((each) => each.test(path)))) return;
      hits.push(effect.program);
    });
    return hits;
  };
}

function isGuessed({ guesses }: Sight, { open = [] }: GitEffect, { branches = [] }: GitMatcher): boolean {
  return guesses === true && mayBe(open, branches);
}

/** Whether a name with unknown parts may be one that a rule has: what is known in front and behind decides. */
function mayBe(open: readonly string[], globs: readonly string[]): boolean {
  return open.some((ref) => globs.some((glob) => isAlike(ref, glob, "start") && isAlike(ref, glob, "end")));
}

function isAlike(ref: string, glob: string, side: "start" | "end"): boolean {
  const [known, wanted] = [ref, glob].map((each) => each.split(/[*?[\]]+/).at(side === "start" ? 0 : -1) ?? "") as [string, string];
  const begins = (whole: string, part: string) => (side === "start" ? whole.startsWith(part) : whole.endsWith(part));
  return begins(wanted, known) || (wanted !== glob && begins(known, wanted));
}

/** What a Git action changes: named branches of a push, the present branch for everything else. */
function branchesOf(effect: GitEffect, current: string | null): readonly string[] {
  const plain = effect.branches.map((each) => each.replace(/^(?:refs\/)?(?:heads|tags)\//, ""));
  if (effect.action === "push") {
    const named = effect.branches.length > 0 ? plain : current === null ? [] : [current];
    return effect.remote === null ? named : [...named, effect.remote];
  }
  if (/^(?:commit|merge|rebase|reset|revert|cherry-pick|am|pull)$/.test(effect.action)) return current === null ? [] : [current];
  return plain;
}

function gitPaths(effect: GitEffect, { effects, world }: Sight): string[] {
  const cwd = effects.programs[effect.program]?.cwd ?? world.cwd;
  return effect.paths.map((each) => resolvePath(cwd, each));
}

const SYSTEM = wordSet("apt apt-get brew dnf yum pacman apk snap zypper port choco winget scoop nix-env");

function packageFinder(matcher: PackageMatcher): Finder {
  const packages = matcher.packages?.map(wordGlob) ?? null;
  return ({ effects }) =>
    effects.packages
      .filter((effect) => {
        if (!matcher.actions.includes(effect.action)) return false;
        if (matcher.managers.length > 0 ? !matcher.managers.includes(effect.manager) : SYSTEM.has(effect.manager)) return false;
        if (matcher.global === true && !effect.global) return false;
        return (
          packages === null ||
          effect.packages.some((name) => packages.some((test) => test(name) || test(packageName(name).replace(/[=<>~!].*$/s, ""))))
        );
      })
      .map((effect) => effect.program);
}

/** An expression of a rule may come from a file. One that the linear engine does not take lets its rule hit. */
function testOf(
  source: string,
  { flags, otherwise }: { readonly flags: "" | "i"; readonly otherwise: boolean },
): (text: string) => boolean {
  const made = linearPattern(source, flags);
  return made.kind === "pattern" ? made.pattern.test : () => otherwise;
}

function messageFinder(matcher: Extract<Matcher, { kind: "message" }>): Finder {
  const test = testOf(matcher.pattern, {
    flags: matcher.when === "holds" || matcher.anyCase === true ? "i" : "",
    otherwise: matcher.when === "holds",
  });
  return ({ effects }) =>
    effects.git
      .filter((effect) => {
        if (effect.action !== "commit") return false;
        const trailers = trailersOf(effects.programs[effect.program]?.args.map((each) => each.text) ?? []);
        if (effect.message === null && trailers === "") return false;
        const message = effect.message ?? "";
        if (
          matcher.when === "lacks" &&
          (effect.message === null || effects.programs[effect.program]?.args.some((each) => each.dynamic) === true)
        )
          return false;
        const text = matcher.part === "subject" ? (message.split("\n")[0] ?? "") : trailers === "" ? message : `${message}\n${trailers}`;
        return test(text) === (matcher.when === "holds");
      })
      .map((effect) => effect.program);
}

function trailersOf(args: readonly string[]): string {
  return args
    .map((arg, at) => (arg === "--trailer" ? (args[at + 1] ?? "") : arg.startsWith("--trailer=") ? arg.slice(10) : ""))
    .filter((each) => each !== "")
    .join("\n");
}

const CLIENTS = whole`psql, mysql, mariadb, sqlite3?, mongosh?, clickhouse(?:-client)?, sqlcmd, bq, cqlsh, duckdb, snowsql, pgcli, mycli,
  litecli, cockroach, usql, influx, trino, presto, hive, beeline, impala-shell, d1, turso, libsql`;

function statementFinder(test: (text: string) => boolean): Finder {
  return ({ call, effects }) => {
    const hits: number[] = [];
    effects.programs.forEach((program, index) => {
      const client =
        CLIENTS.test(program.name) ||
        program.args.some((arg) => CLIENTS.test(arg.text) || arg.text === "execute" || arg.text === "db:query");
      if (client && (program.args.some((arg) => test(arg.text)) || (program.input !== null && test(program.input)))) hits.push(index);
    });
    if (
      hits.length === 0 &&
      "input" in call &&
      Object.entries(call.input).some(
        ([name, value]) => /^(?:sql|query|statement|command)$/i.test(name) && typeof value === "string" && test(value),
      )
    )
      return [-1];
    return hits;
  };
}

function networkFinder(hosts: readonly string[], outside: boolean): Finder {
  const tests = hosts.map(wordGlob);
  return ({ effects }) =>
    effects.network
      .filter((effect) => {
        const known = effect.host !== null && tests.some((test) => test(effect.host as string));
        return outside ? effect.host !== null && !known : known;
      })
      .map((effect) => effect.program ?? -1);
}

/** `SomeSchema.parse`: any of them. */
const ANY_NAME = /^(?:Some|Your|My)(?=[A-Z])/;

function textFinder(tokens: readonly string[]): Finder {
  // `create()` means any call of it.
  const pattern = new RegExp(
    tokens
      .map((token) => token.replace(/\(\)$/, "("))
      .map(
        (token) =>
          `${/^\w/.test(token) ? "(?<![\\w$])" : ""}${token.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(ANY_NAME, "\\w*")}${/\w$/.test(token) ? "(?![\\w$])" : ""}`,
      )
      .join("|"),
    "u",
  );
  return ({ effects }) => (effects.paths.some((effect) => effect.content !== undefined && pattern.test(effect.content)) ? [-1] : NO_HITS);
}

/** Emoji as a reader counts them; code is exempt (X31). */
function countEmoji(text: string): number {
  return text.replace(/```(?:[^]*?```)?|`[^`\n]*`/g, "").match(/\p{RGI_Emoji}/gv)?.length ?? 0;
}
