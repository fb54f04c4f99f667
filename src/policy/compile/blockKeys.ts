// The keys of a policy item as matchers. Each key is described in docs/policy.md.

import { byName, linearPattern } from "../../base/index.ts";
import { spanOf } from "../tokens/spans.ts";
import { escaped } from "../forms/around.ts";
import { CONSTRUCTS } from "../match/blockMatchers.ts";
import { any, commandMatcher } from "../match/patterns.ts";
import type { Access, BlockMatcher, Matcher, RuleEffect } from "../match/rule.ts";

export type Keys = Readonly<Record<string, unknown>>;

/** What is wrong with an item, in words for its author. */
export class Refused extends Error {}

export const EFFECTS: readonly RuleEffect[] = ["deny", "ask", "rewrite", "require-before", "limit"];

const PATTERNED = ["command", "message", "content", "name", "branch_name", "pr_title", "pr_body", "input"];
const PATTERNS = PATTERNED.flatMap((what) => [`${what}_holds`, `${what}_lacks`]);
/** Keys that say which calls are meant; `and` takes them too. */
const MATCHING = [..."command path access outside branch commits tool package imports content shell host".split(" "), ...PATTERNS];
const OTHERS =
  "effect and unless lacks_flag to run read also_change needs changed before at_most session scope off message match not_match".split(" ");
export const ITEM_KEYS: ReadonlySet<string> = new Set([...MATCHING, ...OTHERS, ...EFFECTS]);
const ACCESS: readonly Access[] = ["read", "list", "change", "create", "delete", "execute"];
const CHANGES: readonly Access[] = ["change", "create", "delete"];

export function checkKeys(keys: Keys): void {
  const unknown = Object.keys(keys).find((key) => !ITEM_KEYS.has(key));
  if (unknown !== undefined) throw new Refused(`A policy block knows no key \`${unknown}\`.`);
}

/** The whole of what an item means: its keys, joined by or; `and`, `scope` narrow it. */
export function matcherOf(effect: RuleEffect, keys: Keys): Matcher {
  const main = [...texts(keys[effect], effect), ...texts(keys["before"], "before")].map(commandOrPath);
  const isCommand = ({ kind }: Matcher) => kind === "command" || kind === "git";
  const found = [...main.filter((each) => !isCommand(each)), ...matchersOf(keys, { commands: main.filter(isCommand) })];
  if (found.length === 0) throw new Refused(`A rule of a policy block names what it means with one of ${MATCHING.join(", ")}.`);
  const narrowed = [...conditionsOf(keys["and"]), ...placesOf(keys["scope"])];
  return narrowed.length === 0 ? any(found) : { kind: "all", of: [any(found), ...narrowed] };
}

interface Around {
  /** Commands that the item names by its effect. */
  readonly commands?: readonly Matcher[];
  /** It only narrows what else is meant. */
  readonly narrows?: true;
}

function matchersOf(keys: Keys, around: Around): Matcher[] {
  const globs = texts(keys["path"], "path");
  const access = accessOf(keys);
  const written = writtenOf(keys, globs, around);
  const found: Matcher[] = [...commandsOf(keys, around), ...written, ...toolsOf(keys)];
  // Beside `content` and its like a path says where; alone it is what is meant.
  if (globs.length > 0 && written.length === 0) found.push({ kind: "path", access, globs });
  for (const [key, matchersFor] of Object.entries(SIMPLE)) {
    const values = texts(keys[key], key);
    if (values.length > 0) found.push(...matchersFor(values, { ...around, access }));
  }
  found.push(...shellOf(keys));
  for (const [pattern, when] of patternsOf(keys, "message")) found.push({ kind: "message", pattern, part: "whole", when, anyCase: true });
  for (const [pattern, when] of patternsOf(keys, "branch_name")) found.push({ kind: "branchName", pattern, when });
  for (const part of ["title", "body"] as const)
    for (const [pattern, when] of patternsOf(keys, `pr_${part}`)) found.push({ kind: "pullRequest", part, pattern, when });
  return found;
}

/** What moves a branch: beside a command `branch` says on or to which one. */
const ON_BRANCH = ["push", "commit", "merge", "rebase", "reset", "revert", "cherry-pick", "am", "pull"];

type Simple = (values: readonly string[], around: Around & { readonly access: readonly Access[] }) => Matcher[];

/** Keys that say all by themselves. */
const SIMPLE: Readonly<Record<string, Simple>> = byName({
  outside: (globs, { access }) => [{ kind: "path", access, globs, outside: true, everywhere: true }],
  branch: (branches, { narrows }) =>
    (narrows === true ? [ON_BRANCH] : [["push"], ["commit"]]).map((actions) => ({ kind: "git", actions, branches })),
  commits: (paths) => [{ kind: "git", actions: ["add", "commit", "stage"], paths }],
  package: (packages) => [{ kind: "package", actions: ["add", "install"], managers: [], packages }],
  host: (hosts) => [{ kind: "network", hosts }],
} satisfies Record<string, Simple>);

/** Commands by their meaning; `command_holds` and `command_lacks` narrow them, or stand for any command. */
function commandsOf(keys: Keys, { commands = [], narrows }: Around): Matcher[] {
  const named = [...commands, ...texts(keys["command"], "command").map((text) => commandMatcher(words(text)))];
  const told = patternsOf(keys, "command").map(([pattern, when]): BlockMatcher & { when: string } => ({
    kind: "commandText",
    pattern,
    when,
  }));
  if (told.length === 0) return named;
  if (named.length === 0 && narrows !== true && told.every(({ when }) => when === "lacks"))
    throw new Refused("`command_lacks` alone means nearly every command: name the command too.");
  const groups = [named, told.filter(({ when }) => when === "holds"), told.filter(({ when }) => when === "lacks")];
  return [allOf(groups.filter((group) => group.length > 0).map(any))];
}

/** Tools by name; `input_holds` and `input_lacks` narrow them, or stand for any tool. */
function toolsOf(keys: Keys): Matcher[] {
  const names = texts(keys["tool"], "tool");
  const inputs = patternsOf(keys, "input").map(([pattern, when]): Matcher => ({ kind: "input", names, pattern, when }));
  if (inputs.length > 0) return [allOf(inputs)];
  return names.length === 0 ? [] : [{ kind: "tool", names }];
}

function allOf(of: readonly Matcher[]): Matcher {
  return of.length === 1 ? (of[0] as Matcher) : { kind: "all", of };
}

/** What is said about new text and new files; `path` narrows it. */
function writtenOf(keys: Keys, globs: readonly string[], { narrows }: Around): Matcher[] {
  const found: Matcher[] = [];
  const tokens = texts(keys["content"], "content");
  if (tokens.length > 0) found.push(namedContent({ as: "token", of: tokens }, tokenPattern, globs));
  const imports = texts(keys["imports"], "imports");
  if (imports.length > 0) found.push(namedContent({ as: "import", of: imports }, importPattern, globs));
  // Alone, a lack is one of a whole file; beside other keys it is one of the same text.
  for (const [pattern, when] of patternsOf(keys, "content"))
    found.push({ kind: "content", pattern, when, globs, ...(when === "lacks" && narrows !== true ? { whole: true } : {}) });
  for (const [pattern, when] of patternsOf(keys, "name")) found.push({ kind: "fileName", pattern, when, globs });
  return found;
}

type Names = NonNullable<Extract<BlockMatcher, { kind: "content" }>["names"]>;

function namedContent(names: Names, patternFor: (name: string) => string, globs: readonly string[]): Matcher {
  return { kind: "content", pattern: names.of.map(patternFor).join("|"), when: "holds", globs, names };
}

function shellOf(keys: Keys): Matcher[] {
  const names = texts(keys["shell"], "shell");
  const unknown = names.find((name) => name !== "download" && !(CONSTRUCTS as readonly string[]).includes(name));
  if (unknown !== undefined) throw new Refused(`\`shell\` is one of ${[...CONSTRUCTS, "download"].join(", ")}.`);
  const constructs = names.filter((name) => name !== "download");
  return [
    ...(constructs.length > 0 ? [{ kind: "construct", names: constructs } as const] : []),
    ...(names.includes("download") ? [{ kind: "downloaded" } as const] : []),
  ];
}

function patternsOf(keys: Keys, what: string): [pattern: string, when: "holds" | "lacks"][] {
  return (["holds", "lacks"] as const).flatMap((when) =>
    texts(keys[`${what}_${when}`], `${what}_${when}`).map((pattern): [string, "holds" | "lacks"] => [checkedPattern(pattern), when]),
  );
}

function accessOf(keys: Keys): readonly Access[] {
  const given = texts(keys["access"], "access").map((each) => {
    const found = ACCESS.find((known) => known === each);
    if (found === undefined) throw new Refused(`\`access\` is one of ${ACCESS.join(", ")}.`);
    return found;
  });
  return given.length > 0 ? given : CHANGES;
}

/** `and`: one set of matching keys, or several that must all be met. */
function conditionsOf(value: unknown): Matcher[] {
  const list: readonly unknown[] = value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];
  return list.map((each) => any(matchersIn(each, "and", { narrows: true })));
}

/** Matching keys inside of another key. */
export function matchersIn(value: unknown, key: string, around: Around): Matcher[] {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new Refused(`\`${key}\` is a set of keys, or a list of them.`);
  const keys = value as Keys;
  const unknown = Object.keys(keys).find((each) => !MATCHING.includes(each));
  if (unknown !== undefined) throw new Refused(`\`${key}\` takes no key \`${unknown}\`.`);
  const found = matchersOf(keys, around);
  if (found.length === 0) throw new Refused(`\`${key}\` names nothing.`);
  return found;
}

/** Folders of `scope`; main and shared are kinds of sessions. */
function placesOf(value: unknown): Matcher[] {
  const globs = texts(value, "scope").filter((each) => each !== "main" && each !== "shared");
  return globs.length === 0 ? [] : [{ kind: "inside", globs }];
}

export function sessionOf(keys: Keys): "main" | "shared" | undefined {
  const given = [
    ...texts(keys["session"], "session"),
    ...texts(keys["scope"], "scope").filter((each) => each === "main" || each === "shared"),
  ];
  const [first] = given;
  if (first === undefined) return undefined;
  if (first !== "main" && first !== "shared") throw new Refused("`session` is main or shared.");
  return first;
}

/** As a whole word where it begins or ends with one; `create()` means any call of it. */
function tokenPattern(token: string): string {
  const text = token.endsWith("()") ? token.slice(0, -1) : token;
  return `${/^\w/.test(text) ? "\\b" : ""}${escaped(text)}${/\w$/.test(text) ? "\\b" : ""}`;
}

function importPattern(name: string): string {
  const quoted = `["']${escaped(name)}(?:\\/[^"']*)?["']`;
  const stated = `(?:from|import|require\\(|import\\()\\s*${quoted}|(?:^|\\n)\\s*(?:import|from|use)\\s+${escaped(name)}\\b`;
  // Go lists its imports one to a line, with an alias before the path: such a path begins with a host.
  return /^[\w-]+(?:\.[\w-]+)+\//.test(name) ? `${stated}|(?:^|\\n)[ \\t]*(?:[\\w.]+[ \\t]+)?${quoted}[ \\t]*(?:\\n|$)` : stated;
}

export function checkedPattern(pattern: string): string {
  const made = linearPattern(pattern, "i");
  if (made.kind === "refused") {
    const instead = made.why.startsWith("lookaround") ? ". Say what must not be there with `and` and a key that ends with `_lacks`." : ".";
    throw new Refused(`\`${pattern}\` cannot be used as a regular expression: ${made.why}${instead}`);
  }
  return pattern;
}

export function words(text: string): string[] {
  return text.trim().split(/\s+/);
}

export function commandOrPath(text: string): Matcher {
  return spanOf(text, { code: true }).type === "path" ? { kind: "path", access: CHANGES, globs: [text] } : commandMatcher(words(text));
}

export function texts(value: unknown, key: string): string[] {
  if (value === undefined || value === null) return [];
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (!list.every((each) => typeof each === "string" && each.trim() !== "")) throw new Refused(`\`${key}\` is a text or a list of texts.`);
  return list as string[];
}
