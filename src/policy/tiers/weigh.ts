// Readings against evidence. A reading that stops what the repository itself shows to be right was read wrongly more often
// than not: it is only proposed, with that evidence as its doubt. A question stops nobody, so `ask` is not weighed.
//
// A repository speaks about its own lines, when they are first read. It does not lift the person's own rules, nor one that is
// enforced already: a README of a clone, or a script that an agent committed, would be enough.

import { either, shortSha256 } from "../../base/index.ts";
import { analyse, type Call, type Effects, type World } from "../../analysis/index.ts";
import { bareWorld } from "../compile/prove.ts";
import { compileGlob } from "../match/globs.ts";
import { judge } from "../match/judge.ts";
import type { CommandPattern, Matcher, Rule } from "../match/rule.ts";
import { placeOf } from "../match/ready.ts";
import type { Evidence, ShownCommand } from "../compile/evidence.ts";

export interface WeighOptions {
  /** The project's root, absolute: where the evidence was gathered. */
  readonly root: string;
}

/** A shell call that the repository shows, and where. */
export interface Trial {
  readonly call: Call;
  readonly where: string;
  readonly effects: Effects;
  readonly guessed?: true | undefined;
  readonly own?: true | undefined;
}

/** By what it says and how it was read, the same in every clone. */
export function readingKey({ clause, reading }: Pick<Rule, "clause" | "reading">): string {
  return shortSha256(`${clause}\n${reading}`).slice(0, 16);
}

const STOPS: ReadonlySet<Rule["effect"]> = new Set(["deny", "limit", "rewrite"]);
/** More doubts than these convince nobody further. */
const MOST_DOUBTS = 3;

/** The same rules in the same order; those that the evidence speaks against are `proposed` and say why. */
export function weigh(rules: readonly Rule[], evidence: Evidence, { root }: WeighOptions): readonly Rule[] {
  const weighed = rules.filter(isWeighed);
  if (weighed.length === 0) return rules;
  const world = bareWorld("", root);
  const doubts = new Map<string, string[]>();
  const doubt = (rule: Rule, text: string) => {
    const list = doubts.get(rule.id) ?? [];
    doubts.set(rule.id, list);
    if (list.length < MOST_DOUBTS && !list.includes(text)) list.push(text);
  };
  const stopping = weighed.filter(({ effect, order }) => STOPS.has(effect) && order === undefined);
  const enforced = new Set(evidence.enforced);
  const isEnforced = (rule: Rule) => enforced.has(readingKey(rule));
  const isOpen = (rule: Rule) => !isEnforced(rule) && !(rule.file.startsWith("/") && !rule.file.startsWith(`${root}/`));
  for (const { rule, trial } of hits(stopping, trialsOf(evidence, root), world))
    if (counts(rule, trial, isOpen)) doubt(rule, `it would stop ${shown(trial.call)}, which ${trial.where} shows`);
  for (const rule of stopping)
    for (const text of [everyday(rule, world), everyEdit(rule, isOpen(rule) ? evidence.files : [], root)])
      if (text !== null) doubt(rule, text);
  for (const rule of weighed) if (!isEnforced(rule)) for (const text of impossibleNeeds(rule, evidence)) doubt(rule, text);
  if (doubts.size === 0) return rules;
  return rules.flatMap((rule): Rule[] => {
    const found = doubts.get(rule.id);
    if (found === undefined) return [rule];
    if (isAboutSomethingElse(rule, found)) return [];
    return [{ ...rule, tier: "proposed", doubts: [...rule.doubts, ...found.filter((each) => !rule.doubts.includes(each))] }];
  });
}

/** Whether what the repository runs speaks against the rule. What the person runs speaks against any. */
function counts(rule: Rule, trial: Trial, isOpen: (rule: Rule) => boolean): boolean {
  // A rule that replaces the package manager which was guessed knows better.
  if (trial.guessed === true && rule.effect === "rewrite") return false;
  return !isItsOwn(rule, trial) && (trial.own === true || isOpen(rule));
}

/** "Always pass `--quiet` to `x`" shows `x`, and says how to run it. */
const isItsOwn = ({ file, line }: Rule, { where }: Trial): boolean => `${file}:${line}`.endsWith(`/${where}`);

const SHOWN = /^it would stop `.*, which /;
const CONDITIONED = String.raw`a condition that no call shows: (?:when|if|while|during|whenever)\b`;
const NARROWED = new RegExp(`^(?:${CONDITIONED}|what ".*" means is a guess)`, "i");

/** Half of the sentence was not understood, it may only describe, or some uses are meant. */
const WEAK_WORDS = either`these words were not understood: (?:[^,]+,\s){2}, it may only tell how, which calls need it`;
const WEAK = new RegExp(`^(?:${WEAK_WORDS})`);

/** It holds under a condition, or for "them", or was hardly understood: the repository runs the same command in the other case. */
function isAboutSomethingElse({ source, doubts }: Rule, found: readonly string[]): boolean {
  const narrow = doubts.some((each) => NARROWED.test(each) || WEAK.test(each));
  return source === "grammar" && narrow && found.some((each) => SHOWN.test(each));
}

/** An author who wrote a policy block gave its own examples: it is not second-guessed. */
function isWeighed({ source, effect }: Rule): boolean {
  return source !== "block" && (STOPS.has(effect) || effect === "require-before");
}

/** Which of the repository's own calls a rule stops. */
export function stoppedOf(
  rule: Rule,
  evidence: Evidence,
  { root }: WeighOptions,
): { readonly stopped: readonly Trial[]; readonly passed: readonly Trial[] } {
  const trials = trialsOf(evidence, root);
  const stopped = new Set(hits([rule], trials, bareWorld("", root)).map(({ trial }) => trial));
  return { stopped: [...stopped], passed: trials.filter((trial) => !stopped.has(trial)) };
}

function hits(rules: readonly Rule[], trials: readonly Trial[], world: World): { readonly rule: Rule; readonly trial: Trial }[] {
  if (rules.length === 0) return [];
  const context = { history: [], session: "main" as const, world };
  return trials.flatMap((trial) => judge(rules, trial.call, trial.effects, context).map(({ rule }) => ({ rule, trial })));
}

const known = new WeakMap<Evidence, { readonly root: string; readonly trials: readonly Trial[] }>();

export function trialsOf(evidence: Evidence, root: string): readonly Trial[] {
  const before = known.get(evidence);
  if (before?.root === root) return before.trials;
  const world = bareWorld("", root);
  const trial = (command: string, where: string, { guessed, own }: Pick<ShownCommand, "guessed" | "own"> = {}): Trial => {
    const call: Call = { tool: "shell", command };
    return { call, where, effects: analyse(call, world), guessed, own };
  };
  const trials = [
    ...evidence.commands.map((shown) => trial(shown.command, shown.where, shown)),
    ...evidence.subjects.map((subject) => trial(`git commit -m ${quote(subject)}`, "the history")),
    ...evidence.branches.map((branch) => trial(`git switch -c ${quote(branch)}`, "a branch of the repository")),
  ];
  known.set(evidence, { root, trials });
  return trials;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

const EVERYDAY: readonly (readonly [command: string, what: string])[] = [
  ["git commit -m 'feat: example'", "every commit"],
  ["git push", "every push"],
  ["git push origin feature/example", "every push"],
];

function everyday(rule: Rule, world: World): string | null {
  // A rule about messages stops some commits; recent subjects say whether it stops the wrong ones.
  if (isAboutMessages(rule.matcher)) return null;
  for (const [command, what] of EVERYDAY) {
    const call: Call = { tool: "shell", command };
    if (judge([rule], call, analyse(call, world), { history: [], session: "main", world }).length > 0) return `it would stop ${what}`;
  }
  return null;
}

function isAboutMessages(matcher: Matcher): boolean {
  return matcher.kind === "message" || (matcher.kind === "any" && matcher.of.every(isAboutMessages));
}

const USUAL_FILES = ["src/example.ts", "lib/example.py", "README.md", "main.go"];

/** A rule that more than half of all edits would break. */
function everyEdit(rule: Rule, files: Evidence["files"], root: string): string | null {
  const matchers = pathMatchers(rule.matcher).filter(({ access, standing }) => access.includes("change") && standing === undefined);
  if (matchers.length === 0) return null;
  const place = placeOf(rule, { project: root, userHome: "/home/person" });
  const all = (files.length > 0 ? files : USUAL_FILES).map((file) => `${root}/${file}`);
  for (const { globs, outside } of matchers) {
    const tests = globs.map((each) => compileGlob(each, place));
    const count = all.filter((path) => tests.some((glob) => glob.test(path)) !== (outside === true)).length;
    if (count * 2 > all.length)
      return files.length > 0 ? `it would stop edits of ${count} of ${files.length} tracked files` : "it would stop every edit";
  }
  return null;
}

function pathMatchers(matcher: Matcher): Extract<Matcher, { kind: "path" }>[] {
  if (matcher.kind === "any") return matcher.of.flatMap(pathMatchers);
  return matcher.kind === "path" ? [matcher] : [];
}

/** What an order needs and no call can do here: a script, a target or a file that does not exist. */
function impossibleNeeds(rule: Rule, evidence: Evidence): string[] {
  return (rule.order?.needs ?? []).flatMap((need) => {
    if (need.kind === "ran" && need.matcher.kind === "command") {
      const missing = missingTarget(need.matcher.pattern, evidence.targets);
      return missing === null ? [] : [`it needs \`${need.shown}\`, and there is no ${missing}`];
    }
    if (need.kind !== "read" || evidence.files.length === 0) return [];
    const tests = need.globs.map((each) => compileGlob(each, { base: "", home: "/home/person" }));
    const exists =
      need.globs.some((each) => /^[~/]/.test(each)) ||
      evidence.files.some((file) => tests.some((glob) => glob.test(`/${file}`)) || need.globs.some((each) => file.endsWith(each)));
    return exists ? [] : [`it needs \`${need.shown}\` to be read, and there is no such file`];
  });
}

const MANAGERS: ReadonlySet<string> = new Set(["npm", "pnpm", "yarn", "bun"]);

function missingTarget({ program, words }: CommandPattern, targets: Evidence["targets"]): string | null {
  const [first, second] = words;
  if (MANAGERS.has(program) && first === "run" && second !== undefined)
    return targets["scripts"] !== undefined && !targets["scripts"].includes(second) ? `script \`${second}\` in package.json` : null;
  if ((program === "make" || program === "just") && first !== undefined)
    return targets[program] !== undefined && !targets[program].includes(first) ? `target \`${first}\`` : null;
  return null;
}

function shown(call: Call): string {
  return `\`${"command" in call ? String(call.command).slice(0, 80) : JSON.stringify(call)}\``;
}
