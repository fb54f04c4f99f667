// Fenced `policy` blocks: rules that prose cannot say, with their own examples. A block that does not hold what it says is
// refused as a whole, with the line; the rest of the file compiles.
//
//   - deny: git push --force            # or ask, rewrite, require-before, limit
//     path: infra/**                    # command, path, branch, tool, package or message say what is meant
//     access: [change, delete]
//     unless: git push --force-with-lease
//     to: pnpm                          # rewrite
//     run: make lint                    # require-before: what must have run; `read` for files
//     at_most: 2                        # limit
//     message: Pushes go through the queue.
//     match: ["git push -f"]            # each must be stopped
//     not_match: ["git push"]           # each must pass

import { linearPattern } from "../../base/index.ts";
import type { Call } from "../call.ts";
import { any, commandMatcher,  } from "../match/patterns.ts";
import type { Access, Example, Matcher, Need, Rule, RuleEffect } from "../match/rule.ts";
import { clauseHash } from "./clauseHash.ts";
import type { Draft } from "./draft.ts";
import { makeRule } from "./makeRule.ts";
import { canFire, stops } from "./prove.ts";
import type { PolicyBlock } from "../grammar/clauses.ts";
import { replacementFor } from "../grammar/replacing.ts";
import { spanOf } from "../grammar/spans.ts";
import { parseDocument } from "yaml";

interface Problem {
  readonly line: number;
  readonly message: string;
}

export interface BlockReading {
  readonly rules: readonly Rule[];
  readonly problems: readonly Problem[];
}

const EFFECTS: readonly RuleEffect[] = ["deny", "ask", "rewrite", "require-before", "limit"];
const KEYS = new Set(["effect", "command", "path", "access", "branch", "tool", "package", "message_lacks", "message_holds", "unless", "to", "run", "read", "before", "at_most", "session", "message", "match", "not_match", ...EFFECTS]);

class Refused extends Error {}

/** Each rule is proved with examples, and the block may come with a clone. */
const MOST_RULES = 200;
const LONGEST_BLOCK = 64 * 1024;

export function readPolicyBlock(path: string, block: PolicyBlock, options: { readonly prove: boolean }): BlockReading {
  if (block.text.length > LONGEST_BLOCK) return refuse(block.line, `This policy block has ${block.text.length} characters; the limit is ${LONGEST_BLOCK}.`);
  const document = parseDocument(block.text, { maxAliasCount: 0, uniqueKeys: true } as never);
  const [error] = document.errors;
  if (error !== undefined) return refuse(block.line + (error.linePos?.[0].line ?? 0), `This policy block does not parse: ${error.message.split("\n")[0]}`);
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: 0 });
  } catch (cause) {
    return refuse(block.line, `This policy block does not parse: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
  if (!Array.isArray(value)) return refuse(block.line, "A policy block is a list of rules: each begins with `- deny:`, `- ask:`, `- rewrite:`, `- require-before:` or `- limit:`.");
  const lines = itemLines(block);
  const rules: Rule[] = [];
  const problems: { line: number; message: string }[] = [];
  for (const [at, item] of value.slice(0, MOST_RULES).entries()) {
    const line = lines[at] ?? block.line;
    try {
      rules.push(readItem(path, item, { line, at, prove: options.prove }));
    } catch (cause) {
      if (!(cause instanceof Refused)) throw cause;
      problems.push({ line, message: `${cause.message} This rule is left out.` });
    }
  }
  if (value.length > MOST_RULES) problems.push({ line: lines[MOST_RULES] ?? block.line, message: `A policy block has at most ${MOST_RULES} rules; those behind are left out.` });
  return { rules, problems };
}

function refuse(line: number, message: string): BlockReading {
  return { rules: [], problems: [{ line, message: `${message} The whole block is left out.` }] };
}

function itemLines(block: PolicyBlock): number[] {
  return block.text.split("\n").flatMap((text, at) => (/^\s*-\s/.test(text) && /^\s*-\s+\w[\w-]*\s*:/.test(text) ? [block.line + at + 1] : []));
}

function readItem(path: string, item: unknown, { line, at, prove: proving }: { readonly line: number; readonly at: number; readonly prove: boolean }): Rule {
  if (typeof item !== "object" || item === null || Array.isArray(item)) throw new Refused("A rule of a policy block is a set of keys.");
  const keys = item as Readonly<Record<string, unknown>>;
  const unknown = Object.keys(keys).find((key) => !KEYS.has(key));
  if (unknown !== undefined) throw new Refused(`A policy block knows no key \`${unknown}\`.`);
  const named = EFFECTS.filter((each) => each in keys);
  const effect = named[0] ?? EFFECTS.find((each) => each === keys["effect"]);
  if (effect === undefined || named.length > 1) throw new Refused("A rule of a policy block begins with exactly one of deny, ask, rewrite, require-before, limit.");
  const draft = draftOf(effect, keys);
  const matched = examples(keys["match"], "match");
  const passed = examples(keys["not_match"], "not_match");
  const text = describe(effect, keys);
  const origin = { file: path, line, text, at, clause: clauseHash({ text, heading: [] }), tier: "certain", source: "block" } as const;
  const rule = makeRule({ ...draft, ...(matched[0] === undefined ? {} : { stopped: matched[0] }), ...(passed[0] === undefined ? {} : { passes: passed[0] }) }, origin);
  const worded: Rule = typeof keys["message"] === "string" ? { ...rule, words: keys["message"] } : rule;
  if (!proving) return worded;
  for (const each of matched) if (!stops(worded, each)) throw new Refused(`The \`match\` example ${shown(each)} is not stopped by its rule.`);
  for (const each of passed) if (stops(worded, each)) throw new Refused(`The \`not_match\` example ${shown(each)} is stopped by its rule.`);
  if (matched.length === 0 && !canFire(worded)) throw new Refused("This rule can never fire: no call that it would stop could be made from it. Give it a `match` example.");
  return worded;
}

function describe(effect: RuleEffect, keys: Readonly<Record<string, unknown>>): string {
  const { match: _, not_match: __, message: ___, ...rest } = keys;
  const words = Object.entries(rest).filter(([key]) => key !== "effect").map(([key, value]) => (key === effect || key === "command" ? list(value) : `${key} ${list(value)}`));
  return `${effect}: ${words.filter((each) => each !== "").join(", ")}`;
}

function list(value: unknown): string {
  return Array.isArray(value) ? value.map(String).join(" or ") : String(value);
}

function shown(example: Example): string {
  return `\`${"command" in example.call ? String(example.call.command) : JSON.stringify(example.call)}\``;
}

function draftOf(effect: RuleEffect, keys: Readonly<Record<string, unknown>>): Draft {
  const matchers = matchersOf(effect, keys);
  if (matchers.length === 0) throw new Refused("A rule of a policy block names what it means: command, path, branch, tool, package, message_holds or message_lacks.");
  const matcher = any(matchers);
  const exception = texts(keys["unless"], "unless").map(commandOrPath);
  const draft: Draft = {
    effect,
    matcher,
    doubts: [],
    ...(exception.length > 0 ? { exception: any(exception) } : {}),
    ...(keys["session"] === "shared" || keys["session"] === "main" ? { session: keys["session"] } : {}),
  };
  if (effect === "rewrite") return rewriteDraft(draft, keys);
  if (effect === "require-before") return orderDraft(draft, keys);
  if (keys["at_most"] !== undefined) {
    if (!Number.isInteger(keys["at_most"]) || (keys["at_most"] as number) < 0) throw new Refused("`at_most` is a whole number.");
    return { ...draft, atMost: keys["at_most"] as number };
  }
  return draft;
}

function rewriteDraft(draft: Draft, keys: Readonly<Record<string, unknown>>): Draft {
  const [to] = texts(keys["to"], "to");
  if (to === undefined || draft.matcher.kind !== "command") throw new Refused("A rewrite names one `command` and what it becomes with `to`.");
  const { pattern } = draft.matcher;
  return { ...draft, replacement: replacementFor([pattern.program, ...pattern.words], to.split(/\s+/)), instead: to };
}

function orderDraft(draft: Draft, keys: Readonly<Record<string, unknown>>): Draft {
  const ran = texts(keys["run"], "run").map((text): Need => ({ kind: "ran", matcher: commandMatcher(words(text)), shown: text }));
  const read = texts(keys["read"], "read").map((text): Need => ({ kind: "read", globs: [text], shown: text }));
  if (ran.length + read.length === 0) throw new Refused("A require-before names what must come first with `run` or `read`.");
  return { ...draft, order: { of: "all", needs: [...ran, ...read] } };
}

const ACCESS: readonly Access[] = ["read", "list", "change", "create", "delete", "execute"];

function matchersOf(effect: RuleEffect, keys: Readonly<Record<string, unknown>>): Matcher[] {
  const main = [...texts(keys[effect], effect), ...texts(keys["before"], "before")].map(commandOrPath);
  const commands = texts(keys["command"], "command").map((text) => commandMatcher(words(text)));
  const globs = texts(keys["path"], "path");
  const access = texts(keys["access"], "access").map((each) => {
    const found = ACCESS.find((known) => known === each);
    if (found === undefined) throw new Refused(`\`access\` is one of ${ACCESS.join(", ")}.`);
    return found;
  });
  const branches = texts(keys["branch"], "branch");
  const tools = texts(keys["tool"], "tool");
  const packages = texts(keys["package"], "package");
  const found: Matcher[] = [...main, ...commands];
  if (globs.length > 0) found.push({ kind: "path", access: access.length > 0 ? access : ["change", "create", "delete"], globs });
  if (branches.length > 0) found.push({ kind: "git", actions: ["push"], branches }, { kind: "git", actions: ["commit"], branches });
  if (tools.length > 0) found.push({ kind: "tool", names: tools });
  if (packages.length > 0) found.push({ kind: "package", actions: ["add", "install"], managers: [], packages });
  for (const [key, when] of [["message_holds", "holds"], ["message_lacks", "lacks"]] as const) {
    for (const pattern of texts(keys[key], key)) found.push({ kind: "message", pattern: checkedPattern(pattern), part: "whole", when });
  }
  return found;
}

function checkedPattern(pattern: string): string {
  const made = linearPattern(pattern, "i");
  if (made.kind === "refused") throw new Refused(`\`${pattern}\` cannot be used as a regular expression: ${made.why}`);
  return pattern;
}

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}

function commandOrPath(text: string): Matcher {
  if (spanOf(text, { code: true }).type === "path") return { kind: "path", access: ["change", "create", "delete"], globs: [text] };
  return commandMatcher(words(text));
}

function texts(value: unknown, key: string): string[] {
  if (value === undefined || value === null) return [];
  const list = Array.isArray(value) ? value : [value];
  if (!list.every((each) => typeof each === "string" && each.trim() !== "")) throw new Refused(`\`${key}\` is a text or a list of texts.`);
  return list as string[];
}

function examples(value: unknown, key: string): Example[] {
  if (value === undefined || value === null) return [];
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.map((each): Example => {
    if (typeof each === "string") return { call: { tool: "shell", command: each } };
    if (typeof each === "object" && each !== null && "tool" in each && typeof each.tool === "string") {
      const { history, ...call } = each as { readonly history?: unknown; readonly tool: string };
      return { call: call as unknown as Call, ...(Array.isArray(history) ? { history: history.map((past) => (typeof past === "string" ? { tool: "shell", command: past } : (past as Call))) } : {}) };
    }
    throw new Refused(`\`${key}\` is a list of commands or calls.`);
  });
}
