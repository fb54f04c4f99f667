// Fenced `policy` blocks: rules that prose cannot say, with their own examples. Every key is described in docs/policy.md.
// An item that does not hold what it says is left out and named with its line; the others of the block stay.

import { parseDocument } from "yaml";
import type { Call } from "../../analysis/index.ts";
import type { PolicyBlock } from "../grammar/clauses.ts";
import { replacementFor } from "../forms/replacing.ts";
import { any, commandMatcher } from "../match/patterns.ts";
import type { Example, Matcher, Need, Rule, RuleEffect } from "../match/rule.ts";
import { checkKeys, commandOrPath, EFFECTS, type Keys, matcherOf, matchersIn, Refused, sessionOf, texts, words } from "./blockKeys.ts";
import { clauseHash } from "./clauseHash.ts";
import { shell } from "../explain/sampling.ts";
import type { Draft } from "../forms/around.ts";
import { makeRule, type Origin } from "./makeRule.ts";
import { canFire, stops } from "./prove.ts";

interface Problem {
  readonly line: number;
  readonly message: string;
}

export interface BlockReading {
  readonly rules: readonly Rule[];
  readonly problems: readonly Problem[];
  /** Items that their author turned off. */
  readonly off: readonly { readonly line: number; readonly text: string }[];
}

/** Each rule is tried on examples, and the block may come with a clone. */
const MOST_RULES = 200;
const LONGEST_BLOCK = 64 * 1024;

export function readPolicyBlock(path: string, block: PolicyBlock, options: { readonly prove: boolean }): BlockReading {
  const items = itemsOf(block);
  if ("problem" in items) return { rules: [], problems: [items.problem], off: [] };
  const rules: Rule[] = [];
  const problems: Problem[] = [];
  const off: { line: number; text: string }[] = [];
  for (const { item, line, at } of items.list) {
    try {
      const read = readItem(item, {
        prove: options.prove,
        originOf: (text) => ({ file: path, line, text, at, clause: clauseHash({ text, heading: [] }), tier: "certain", source: "block" }),
      });
      if (read.rule === null) off.push({ line, text: read.text });
      else rules.push(read.rule);
      if (read.doubt !== undefined) problems.push({ line, message: read.doubt });
    } catch (cause) {
      if (!(cause instanceof Refused)) throw cause;
      problems.push({ line, message: `${cause.message} ${LEFT_OUT}` });
    }
  }
  return { rules, problems: [...problems, ...items.problems].sort((a, b) => a.line - b.line), off };
}

interface ItemList {
  readonly list: readonly { readonly item: unknown; readonly line: number; readonly at: number }[];
  /** Items that are no YAML, and those behind the most that are read. */
  readonly problems: readonly Problem[];
}

type Items = ItemList | { readonly problem: Problem };

function itemsOf(block: PolicyBlock): Items {
  if (block.text.length > LONGEST_BLOCK)
    return failed(block.line, `This policy block has ${block.text.length} characters; the limit is ${LONGEST_BLOCK}.`);
  const parsed = parsedYaml(block.text);
  if ("error" in parsed) return oneByOne(block) ?? failed(block.line + parsed.line, `This policy block does not parse: ${parsed.error}`);
  const { value } = parsed;
  if (!Array.isArray(value))
    return failed(
      block.line,
      "A policy block is a list of rules: each begins with `- deny:`, `- ask:`, `- rewrite:`, `- require-before:` or `- limit:`.",
    );
  const lines = itemLines(block);
  const list = value.slice(0, MOST_RULES).map((item: unknown, at) => ({ item, at, line: lines[at] ?? block.line }));
  return { list, problems: value.length > MOST_RULES ? [tooMany(lines[MOST_RULES] ?? block.line)] : [] };
}

function tooMany(line: number): Problem {
  return { line, message: `A policy block has at most ${MOST_RULES} rules; those behind are left out.` };
}

type Parsed = { readonly value: unknown } | { readonly error: string; readonly line: number };

function parsedYaml(text: string): Parsed {
  const document = parseDocument(text, { maxAliasCount: 0, uniqueKeys: true } as never);
  const [error] = document.errors;
  if (error !== undefined) return { error: error.message.split("\n")[0] ?? "", line: error.linePos?.[0].line ?? 0 };
  try {
    return { value: document.toJS({ maxAliasCount: 0 }) };
  } catch (cause) {
    return { error: cause instanceof Error ? cause.message : String(cause), line: 0 };
  }
}

/** Where one item is no YAML, the others are read by the lines that they begin with; null: there is only one. */
function oneByOne(block: PolicyBlock): ItemList | null {
  const starts = itemLines(block);
  if (starts.length < 2) return null;
  const text = block.text.split("\n");
  const list: ItemList["list"][number][] = [];
  const problems: Problem[] = [];
  for (const [at, line] of starts.slice(0, MOST_RULES).entries()) {
    const end = starts[at + 1] ?? block.line + text.length + 1;
    const parsed = parsedYaml(text.slice(line - block.line - 1, end - block.line - 1).join("\n"));
    if ("value" in parsed && Array.isArray(parsed.value) && parsed.value.length === 1) list.push({ item: parsed.value[0], line, at });
    else problems.push({ line, message: `This item does not parse${"error" in parsed ? `: ${parsed.error}` : "."} ${LEFT_OUT}` });
  }
  return { list, problems: starts.length > MOST_RULES ? [...problems, tooMany(starts[MOST_RULES] as number)] : problems };
}

const LEFT_OUT = "This item is left out; the others stay.";

/** Where the text is no YAML and has no items nobody can tell what it says. */
function failed(line: number, message: string): Items {
  return { problem: { line, message: `${message} The whole block is left out.` } };
}

function itemLines(block: PolicyBlock): number[] {
  const starts = block.text.split("\n").flatMap((text, at) => {
    const indent = /^ *- +\w[\w-]*:/.test(text) ? text.indexOf("-") : -1;
    return indent === -1 ? [] : [{ indent, line: block.line + at + 1 }];
  });
  // Items of nested lists are further in.
  const outer = Math.min(...starts.map(({ indent }) => indent));
  return starts.filter(({ indent }) => indent === outer).map(({ line }) => line);
}

interface ItemRead {
  /** null: turned off. */
  readonly rule: Rule | null;
  readonly text: string;
  readonly doubt?: string;
}

export interface ItemOptions {
  /** Its own examples are run. */
  readonly prove: boolean;
  /** Where it comes from; the text is how the item says it. */
  readonly originOf: (text: string) => Origin;
}

/** Throws `Refused`. */
export function readItem(item: unknown, { prove: proving, originOf }: ItemOptions): ItemRead {
  if (typeof item !== "object" || item === null || Array.isArray(item)) throw new Refused("A rule of a policy block is a set of keys.");
  const keys = item as Keys;
  checkKeys(keys);
  const effect = effectOf(keys);
  const text = describe(effect, keys);
  if (keys["off"] !== undefined && typeof keys["off"] !== "boolean") throw new Refused("`off` is true or false.");
  const draft = draftOf(effect, keys);
  if (keys["off"] === true) return { rule: null, text };
  const matched = examples(keys["match"], "match");
  const passed = examples(keys["not_match"], "not_match");
  const origin = originOf(text);
  const make = (stopped: Example | undefined) =>
    makeRule(
      { ...draft, ...(stopped === undefined ? {} : { stopped }), ...(passed[0] === undefined ? {} : { passes: passed[0] }) },
      origin,
    );
  const plain = make(matched[0]);
  const rule = matched.length > 0 || canFire(plain) ? plain : make(samples(keys).find((each) => stops(plain, each)));
  const worded: Rule = typeof keys["message"] === "string" ? { ...rule, words: keys["message"] } : rule;
  if (!proving) return { rule: worded, text };
  tryExamples(worded, matched, passed);
  const untried = matched.length === 0 && !canFire(worded);
  return { rule: worded, text, ...(untried ? { doubt: UNTRIED } : {}) };
}

const UNTRIED =
  "No example of a call that this rule stops could be made from it. " +
  "It is enforced; give it a `match` example, so that it can be tried.";

function tryExamples(rule: Rule, matched: readonly Example[], passed: readonly Example[]): void {
  for (const each of matched) if (!stops(rule, each)) throw new Refused(`The \`match\` example ${shown(each)} is not stopped by its rule.`);
  for (const each of passed) if (stops(rule, each)) throw new Refused(`The \`not_match\` example ${shown(each)} is stopped by its rule.`);
}

function effectOf(keys: Keys): RuleEffect {
  const named = EFFECTS.filter((each) => each in keys);
  const effect = named[0] ?? EFFECTS.find((each) => each === keys["effect"]);
  if (effect === undefined || named.length > 1)
    throw new Refused("A rule of a policy block begins with exactly one of deny, ask, rewrite, require-before, limit.");
  return effect;
}

function describe(effect: RuleEffect, keys: Keys): string {
  const { match: _, not_match: __, message: ___, off: ____, ...rest } = keys;
  const said = Object.entries(rest)
    .filter(([key]) => key !== "effect")
    .map(([key, value]) => (key === effect || key === "command" ? list(value) : `${key} ${list(value)}`));
  return `${effect}: ${said.filter((each) => each !== "").join(", ")}`;
}

function list(value: unknown): string {
  if (Array.isArray(value)) return value.map(list).join(" or ");
  return typeof value === "object" && value !== null
    ? Object.entries(value)
        .map(([key, each]) => `${key} ${list(each)}`)
        .join(", ")
    : String(value);
}

function shown(example: Example): string {
  return `\`${"command" in example.call ? String(example.call.command) : JSON.stringify(example.call)}\``;
}

function draftOf(effect: RuleEffect, keys: Keys): Draft {
  const session = sessionOf(keys);
  const exception = [...texts(keys["unless"], "unless").map(commandOrPath), ...withFlag(effect, keys)];
  const draft: Draft = {
    effect,
    matcher: matcherOf(effect, keys),
    doubts: [],
    ...(exception.length > 0 ? { exception: any(exception) } : {}),
    ...(session === undefined ? {} : { session }),
  };
  if (effect === "rewrite") return rewriteDraft(draft, keys);
  if (effect === "require-before") return orderDraft(draft, keys);
  if (keys["at_most"] === undefined) return draft;
  if (!Number.isInteger(keys["at_most"]) || (keys["at_most"] as number) < 0) throw new Refused("`at_most` is a whole number.");
  return { ...draft, atMost: keys["at_most"] as number };
}

/** `lacks_flag`: the same commands with the flag are fine. */
function withFlag(effect: RuleEffect, keys: Keys): Matcher[] {
  const flags = texts(keys["lacks_flag"], "lacks_flag");
  if (flags.length === 0) return [];
  const commands = [...texts(keys[effect], effect), ...texts(keys["command"], "command")];
  if (commands.length === 0) throw new Refused("`lacks_flag` needs a command.");
  return commands.flatMap((command) => flags.map((flag) => commandMatcher([...words(command), flag])));
}

function rewriteDraft(draft: Draft, keys: Keys): Draft {
  const [to] = texts(keys["to"], "to");
  if (to === undefined || draft.matcher.kind !== "command")
    throw new Refused("A rewrite names one `command` and what it becomes with `to`.");
  const { pattern } = draft.matcher;
  return { ...draft, replacement: replacementFor([pattern.program, ...pattern.words], words(to)), instead: to };
}

function orderDraft(draft: Draft, keys: Keys): Draft {
  const ran = (Array.isArray(keys["run"]) ? keys["run"] : [keys["run"]]).flatMap(ranNeeds);
  const read = texts(keys["read"], "read").map((text): Need =>
    text === ITSELF ? { kind: "readSame" } : { kind: "read", globs: [text], shown: text },
  );
  const also = texts(keys["also_change"], "also_change").map((text): Need => ({ kind: "changed", globs: [text], shown: text }));
  const needs = [...ran, ...read, ...also];
  if (needs.length === 0) throw new Refused("A require-before names what must come first with `run`, `read` or `also_change`.");
  const of = keys["needs"] ?? "all";
  if (of !== "all" && of !== "any") throw new Refused("`needs` is all or any.");
  const globs = texts(keys["changed"], "changed");
  return {
    ...draft,
    order: { of, needs, ...(globs.length === 0 ? {} : { changed: { kind: "path", access: ["change", "create", "delete"], globs } }) },
  };
}

/** `read: itself`: the very file that is to be changed. */
const ITSELF = "itself";

/** A command line, or matching keys such as a tool and what its input holds. */
function ranNeeds(value: unknown): Need[] {
  if (typeof value !== "object" || value === null)
    return texts(value, "run").map((text) => ({ kind: "ran", matcher: commandMatcher(words(text)), shown: text }));
  return [{ kind: "ran", matcher: any(matchersIn(value, "run", {})), shown: Object.values(value).map(list).join(" ") }];
}

/** Calls that the item's own words suggest; one that its rule stops becomes its example. */
function samples(keys: Keys): Example[] {
  const folder = texts(keys["scope"], "scope")
    .find((each) => each.endsWith("/"))
    ?.replace(/\/$/, "");
  const path = texts(keys["path"], "path")[0]?.replaceAll("**", "a").replaceAll("*", "a") ?? "src/example.txt";
  const contents = [...texts(keys["content"], "content"), ...texts(keys["imports"], "imports").map((name) => `import x from "${name}";`)];
  const commands = EFFECTS.flatMap((effect) => texts(keys[effect], effect));
  const and = (Array.isArray(keys["and"]) ? keys["and"] : [keys["and"] ?? {}]) as readonly Keys[];
  const branches = and.flatMap((each) => texts(each["branch"], "branch"));
  const told = texts(keys["command_holds"], "command_holds").map((each) => each.replace(/\\b|[\^$]/g, "").trim());
  return [
    ...told.flatMap((text) => [`${text}1 ls`, ...commands.map((command) => `${command} ${text}`)]).map(shell),
    ...contents.map((content): Example => ({ call: { tool: "write", path, content } })),
    ...commands.flatMap((command): Example[] =>
      branches.flatMap((branch) => [`${command} origin ${branch}`, `git checkout ${branch} && ${command} x`]).map(shell),
    ),
    ...(folder === undefined ? [] : commands.map((command): Example => ({ call: { tool: "shell", command }, cwd: folder }))),
  ];
}

/** Calls as an item gives them: a command line, or a call with what came before it. */
export function examples(value: unknown, key: string): Example[] {
  if (value === undefined || value === null) return [];
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  return all.map((each): Example => {
    if (typeof each === "string") return shell(each);
    if (typeof each !== "object" || each === null || !("tool" in each) || typeof each.tool !== "string")
      throw new Refused(`\`${key}\` is a list of commands or calls.`);
    const { history, session, cwd, ...call } = each as {
      readonly history?: unknown;
      readonly session?: unknown;
      readonly cwd?: unknown;
      readonly tool: string;
    };
    return {
      call: call as unknown as Call,
      ...(Array.isArray(history)
        ? { history: history.map((past) => (typeof past === "string" ? { tool: "shell", command: past } : (past as Call))) }
        : {}),
      ...(session === "shared" || session === "main" ? { session } : {}),
      ...(typeof cwd === "string" ? { cwd } : {}),
    };
  });
}
