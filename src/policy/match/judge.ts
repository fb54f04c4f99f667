// The rules' word on one call. Pure: the same policy, call, effects and history give the same verdicts.

import { analyse, branchesBefore, type Call, type Effects, type Program, type SessionType, type World } from "../../analysis/index.ts";
import { compilePattern, matchCommand } from "./commands.ts";
import { compileGlob } from "./globs.ts";
import type { Sight } from "./matching.ts";
import { type Found, orderVerdict } from "./orders.ts";
import { notReplaced, reasonOf } from "./quoting.ts";
import { candidates, makeReady, type Ready, type ReadyRule } from "./ready.ts";
import { patternsOf } from "./patterns.ts";
import { aligned, applyEdits, type Edit, rewriteProgram, type Token, wantsTrash } from "./rewriting.ts";
import type { CommandPattern, Rule } from "./rule.ts";

export interface Past {
  readonly call: Call;
  readonly effects: Effects;
}

export interface JudgeContext {
  /** Calls of this session that ran and succeeded, oldest first. */
  readonly history: readonly Past[];
  readonly session: SessionType;
  readonly world: World;
  /** Codicil's own trash takes what is deleted (redLines): a rule that wants `trash` instead of `rm` is kept by that, and no `trash` of the PATH runs (X32). */
  readonly ownTrash?: boolean;
}

export interface RuleVerdict {
  readonly rule: Rule;
  readonly verdict: "deny" | "ask" | "rewrite";
  readonly reason: string;
  /** The rewritten call: with the edits of every rewriting rule, and itself judged. */
  readonly call?: Call;
}

const readied = new WeakMap<readonly Rule[], { readonly project: string; readonly home: string; readonly ready: Ready }>();

function readyFor(rules: readonly Rule[], world: World): Ready {
  const known = readied.get(rules);
  if (known !== undefined && known.project === world.project && known.home === world.userHome) return known.ready;
  const ready = makeReady(rules, world);
  // A rule that is tried alone when it is compiled is never tried again in the same list.
  if (rules.length > 1) readied.set(rules, { project: world.project, home: world.userHome, ready });
  return ready;
}

export function judge(rules: readonly Rule[], call: Call, effects: Effects, context: JudgeContext): readonly RuleVerdict[] {
  return judgeOnce(rules, call, effects, context).finish();
}

/** The verdicts before rewriting is settled; a rewritten call is judged once and never rewritten again. */
function judgeOnce(
  rules: readonly Rule[],
  call: Call,
  effects: Effects,
  context: JudgeContext,
): { readonly verdicts: readonly RuleVerdict[]; readonly finish: () => readonly RuleVerdict[] } {
  const ready = readyFor(rules, context.world);
  const indexes = candidates(ready, effects, context.world.project);
  if (indexes.length === 0) return { verdicts: [], finish: () => [] };
  const past = pastSights(context);
  const now: Sight = { call, effects, world: context.world, branches: branchesBefore(effects.git, past.branch).before };
  const verdicts: RuleVerdict[] = [];
  const edits: { readonly at: number; readonly edits: readonly Edit[] }[] = [];
  for (const index of indexes) {
    const each = ready.rules[index] as ReadyRule;
    const { rule } = each;
    if (rule.effect === "check" || (rule.session !== undefined && rule.session !== context.session)) continue;
    const found = heldBy(each, now, past.sights);
    if (found === null || (context.ownTrash === true && found.verdict === "rewrite" && wantsTrash(rule))) continue;
    if (found.edits !== undefined) edits.push({ at: verdicts.length, edits: found.edits });
    verdicts.push({ rule, verdict: found.verdict, reason: found.reason });
  }
  return { verdicts, finish: () => (edits.length === 0 ? verdicts : withRewrite(rules, verdicts, edits, now, context)) };
}

/** Rules that are checked after a call: what new text holds although it should not. */
export function check(rules: readonly Rule[], call: Call, effects: Effects, world: World): readonly Rule[] {
  const ready = readyFor(rules, world);
  const sight: Sight = { call, effects, world, branches: [] };
  return ready.rules.filter((each) => each.rule.effect === "check" && each.find(sight).length > 0).map((each) => each.rule);
}

/** What a rule has against the call as it is known; else against what it may turn out to be, which is asked about. */
function heldBy(each: ReadyRule, now: Sight, past: readonly Sight[]): Found | null {
  const hits = remaining(each, now);
  if (hits.length > 0) return verdictOf(each, hits, now, past);
  if (each.rule.effect === "rewrite" || now.effects.git.every(({ open }) => open === undefined)) return null;
  const guessed = remaining(each, now, each.find({ ...now, guesses: true }));
  const found = guessed.length === 0 ? null : verdictOf(each, guessed, now, past);
  return found && { verdict: "ask", reason: `Which branch this pushes to is only known when it runs. ${found.reason}` };
}

/** Hits that no exception takes away. */
function remaining(each: ReadyRule, sight: Sight, hits = each.find(sight)): readonly number[] {
  if (hits.length === 0 || each.excuse === null) return hits;
  const excused = new Set(each.excuse(sight));
  const { programs } = sight.effects;
  return hits.filter((hit) => !excused.has(hit) && ![...excused].some((other) => isRunBy(programs, hit, other)));
}

/** `uv run pytest`, or a recipe of `make test`: whoever excepts the command excepts what it runs. */
function isRunBy(programs: readonly Program[], hit: number, other: number): boolean {
  const name = programs[other]?.name;
  const isUnder = ({ via }: Program) => via.some((each) => each.split(" ")[0] === name);
  return name !== undefined && hit > other && programs.slice(other + 1, hit + 1).every(isUnder);
}

interface Pasts {
  readonly sights: readonly Sight[];
  readonly branch: string | null;
}

function pastSights({ history, world }: JudgeContext): Pasts {
  let branch = world.branch;
  const sights = history.map(({ call, effects }): Sight => {
    const { before, end } = branchesBefore(effects.git, branch);
    branch = end;
    return { call, effects, world, branches: before };
  });
  return { sights, branch };
}

function verdictOf(each: ReadyRule, hits: readonly number[], now: Sight, past: readonly Sight[]): Found | null {
  const { rule } = each;
  // An order or a limit that a person wants to be asked about instead.
  const verdict = rule.effect === "ask" ? "ask" : "deny";
  if (rule.order !== undefined) {
    const found = orderVerdict(each, hits, now, past);
    return found === null ? null : { ...found, verdict };
  }
  if (rule.atMost !== undefined) {
    const before = past.reduce((sum, sight) => sum + each.find(sight).length, 0);
    return before + hits.length > rule.atMost ? { verdict, reason: reasonOf(rule) } : null;
  }
  if (rule.effect === "rewrite") return rewriteVerdict(each, hits, now);
  return { verdict, reason: reasonOf(rule) };
}

/** Wrapped already: `uv run python` is what the rule asks for. */
function wrapped(via: readonly string[], rule: Rule): boolean {
  const { replacement } = rule;
  if (replacement?.kind !== "words") return false;
  const better = replacement.words.join(" ");
  return via.some((each) => better === each || better.startsWith(`${each} `) || each.startsWith(`${better} `));
}

function rewriteVerdict(each: ReadyRule, hits: readonly number[], now: Sight): Found | null {
  const { rule } = each;
  const { call, effects } = now;
  const source = call.tool === "shell" && "command" in call ? call.command : null;
  const edits: Edit[] = [];
  let exact = source !== null;
  let any = false;
  for (const hit of new Set(hits)) {
    const program = effects.programs[hit];
    if (program === undefined) {
      any = true;
      exact = false;
      continue;
    }
    if (wrapped(program.via, rule)) continue;
    const itself = matchedAsItself(each, hit, effects);
    if (!itself && !namesAct(rule)) continue;
    any = true;
    const made =
      source === null || !itself ? null : program.span === null ? nestedEdits(each, source, now) : editsFor(each, source, hit, effects);
    if (made === null) exact = false;
    else edits.push(...made);
  }
  if (!any) return null;
  return exact ? { verdict: "rewrite", reason: reasonOf(rule), edits } : { verdict: "deny", reason: notReplaced(rule) };
}

/**
 * `python -m pip install` is what "`uv add`, not `pip install`" is about, and "`uv`, not `pip`": a manager is one also as a
 * module. Where the rule names another program alone, a module is not meant.
 */
function namesAct({ matcher, replacement }: Rule): boolean {
  if (replacement?.kind === "manager") return true;
  const patterns = patternsOf(matcher);
  return patterns.length > 0 && patterns.every(({ words }) => words.length > 0);
}

/** `python -m pip` is pip too, but not the bare word that is to be replaced. */
function matchedAsItself({ rule, place }: ReadyRule, hit: number, effects: Effects): boolean {
  const program = effects.programs[hit];
  const patterns = patternsOf(rule.matcher);
  return (
    program === undefined ||
    patterns.length === 0 ||
    patterns.some(
      (pattern) =>
        matchCommand(
          compilePattern(pattern, (text) => compileGlob(text, place), place.base),
          program,
          hit,
          effects,
        )?.view.name === program.name,
    )
  );
}

function editsFor({ rule, place }: ReadyRule, source: string, hit: number, effects: Effects): readonly Edit[] | null {
  const program = effects.programs[hit];
  if (program === undefined) return null;
  return firstEdit(patternsOf(rule.matcher), (pattern) =>
    rewriteProgram(source, program, hit, effects, {
      compiled: compilePattern(pattern, (text) => compileGlob(text, place), place.base),
      replacement: rule.replacement ?? { kind: "named", shown: "" },
    }),
  );
}

/** A command inside of `bash -c '…'`: the quoted text is rewritten where it is as it is, without escapes. */
function nestedEdits(each: ReadyRule, source: string, now: Sight): readonly Edit[] | null {
  const edits: Edit[] = [];
  for (const token of now.effects.programs.flatMap((carrier) => quotedCommands(source, carrier))) {
    const call: Call = { tool: "shell", command: token.text };
    const effects = analyse(call, now.world);
    for (const hit of remaining(each, { call, effects, world: now.world, branches: branchesBefore(effects.git, null).before })) {
      const made = wrapped(effects.programs[hit]?.via ?? [], each.rule) ? [] : editsFor(each, token.text, hit, effects);
      if (made === null) return null;
      edits.push(...made.map((edit) => ({ ...edit, start: edit.start + token.start + 1, end: edit.end + token.start + 1 })));
    }
  }
  return edits.length === 0 ? null : edits;
}

function quotedCommands(source: string, carrier: Program): readonly Token[] {
  if (carrier.span === null || !/^(?:ba|z|da|k|fi)?sh$/.test(carrier.name)) return [];
  return (aligned(source, carrier)?.args ?? []).filter(({ start, end, text }) => {
    const raw = source.slice(start, end);
    return /\s/.test(text) && (raw === `'${text}'` || raw === `"${text}"`);
  });
}

function firstEdit(patterns: readonly CommandPattern[], make: (pattern: CommandPattern) => readonly Edit[] | null): readonly Edit[] | null {
  for (const pattern of patterns) {
    const made = make(pattern);
    if (made !== null) return made;
  }
  return null;
}

/** All edits together make one new call; where another rule would hold that call, its word counts instead. */
function withRewrite(
  rules: readonly Rule[],
  verdicts: readonly RuleVerdict[],
  made: readonly { readonly at: number; readonly edits: readonly Edit[] }[],
  now: Sight,
  context: JudgeContext,
): readonly RuleVerdict[] {
  const source = now.call.tool === "shell" && "command" in now.call ? (now.call.command as string) : "";
  const text = applyEdits(source, unique(made.flatMap((each) => each.edits)));
  const places = new Set(made.map((each) => each.at));
  if (text === null || text === source) return verdicts.map((each, at) => (places.has(at) ? refused(each) : each));
  const call: Call = { tool: "shell", command: text };
  const again = judgeOnce(rules, call, analyse(call, context.world), context).verdicts.filter(
    (each) => !verdicts.some((old, at) => old.rule.id === each.rule.id && !places.has(at)),
  );
  // Two rules that send a call to and fro contradict each other: both are named and the call is held.
  if (again.some((each) => each.verdict === "deny" || each.verdict === "rewrite"))
    return [
      ...verdicts.map((each, at): RuleVerdict => (places.has(at) ? refused(each) : each)),
      ...again.map((each): RuleVerdict => (each.verdict === "rewrite" ? refused(each) : each)),
    ];
  return [...verdicts.map((each, at) => (places.has(at) ? { ...each, call } : each)), ...again];
}

const refused = (each: RuleVerdict): RuleVerdict => ({ ...each, verdict: "deny", reason: notReplaced(each.rule) });

function unique(edits: readonly Edit[]): Edit[] {
  const seen = new Set<string>();
  return edits.filter((edit) => {
    const key = `${edit.start}:${edit.end}:${edit.text}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
