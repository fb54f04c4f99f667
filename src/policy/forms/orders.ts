// Orders: what must have been done before something else.

import { type Draft, isAny, pathsOf, spansOf } from "./around.ts";
import { type Act, isNoun, type Part, type Slots, type Target } from "../grammar/slots.ts";
import { CODE_FILES } from "../kinds/codePlaces.ts";
import { FILE_KINDS } from "../kinds/fileKinds.ts";
import { any, commandMatcher } from "../match/patterns.ts";
import type { Matcher } from "../match/rule.ts";
import { meaningOf } from "../acts/acts.ts";
import { type Meaning } from "../acts/meaning.ts";
import { CHECK_NOUNS, needsOf, NO_COMMAND, type Wanted } from "./needs.ts";

/** What an order waits for: "before you commit", "before opening a PR". */
function gated(part: Part, slots: Slots): Meaning | null {
  const commands = spansOf(part.targets).filter((span) => span.type === "command" && span.sure);
  const bare = commands.some((span) => span.words.length === 1);
  // "Before building with `make`": some use of it.
  if (bare && !onlyRuns(part)) return null;
  if (!bare && (part.acts.length > 0 || commands.length === 0)) return gatedActs(part, slots);
  return { matcher: any(commands.map((span) => commandMatcher(span.words))), doubts: bare ? ["every use of it would wait"] : [] };
}

function gatedActs(part: Part, slots: Slots): Meaning | null {
  const submits = isSubmitting(part, slots);
  const pr = submits || isNoun(part.targets, "pr");
  if (pr && part.acts.length === 0 && slots.left.length > 0) return null;
  const acts = pr ? requestActs(part.acts) : part.acts;
  const found = acts.map(({ verb }) => waiting(verb, part, slots, pr));
  if (found.length === 0 || !found.every((each) => each !== null)) return null;
  // 提交迁移变更前: before some commits.
  const doubts = !pr && namesKind(part) ? ["it is about some of them only"] : [];
  // "Run `x` before submitting"; a list below "Before submitting:" has other things too.
  if (submits && slots.queued) doubts.push("what is submitted is a guess");
  return { matcher: any(found.map((each) => each.matcher)), doubts: [...found.flatMap((each) => each.doubts), ...doubts] };
}

const namesKind = ({ targets }: Part): boolean => targets.some((each) => each.kind === "noun" && each.noun in FILE_KINDS);

const onlyRuns = ({ acts: [act, more] }: Part): boolean => act?.verb === "run" && more === undefined;

/** "Before submitting": a pull request, most likely. */
function isSubmitting({ acts, targets }: Part, { left }: Slots): boolean {
  const plain = targets.every((each) => each.kind === "noun" && each.noun === "changes");
  return left.length === 0 && plain && acts.length > 0 && acts.every(({ verb }) => verb === "create");
}

function waiting(said: string, part: Part, { branches, code, left }: Slots, pr: boolean): Meaning | null {
  // "Before you start": before the first change.
  const verb = said === "start" && part.targets.length === 0 ? "change" : said;
  const changes = verb === "change" || verb === "write";
  if (changes && left.length > 0 && spansOf(part.targets).length === 0) return null;
  if (pr && verb !== "commit") return meaningOf(verb, { kind: "noun", noun: "pr", text: "a pull request" }, []);
  return changes ? anyChange(part, code) : onThing(verb, part, branches);
}

/** "Before you commit and open a pull request": both; "before you push a pull request": it alone. */
function requestActs(acts: readonly Act[]): readonly Act[] {
  if (!acts.every(({ verb }) => /^(?:create|open|push|commit|merge|add|send|run|use|ready)$/.test(verb))) return acts;
  const opens = acts.some(({ verb }) => verb === "create" || verb === "open");
  const commits = opens ? acts.filter(({ verb }) => verb === "commit") : [];
  return [...commits, { verb: acts.some(({ verb }) => verb === "ready") ? "ready" : "create", form: "base" }];
}

/** "Before committing", "before creating a branch": the act alone, or with the thing that it names. */
function onThing(verb: string, { targets }: Part, branches: readonly string[]): Meaning | null {
  const alone = meaningOf(verb, targets.find((each) => each.kind === "span") ?? null, branches);
  const noun = targets.find((each) => each.kind === "noun");
  return alone ?? (noun === undefined ? null : meaningOf(verb, noun, branches));
}

/** "Before changing tests": the files of that kind. */
const kindGlobs = (targets: readonly Target[]): readonly string[] =>
  targets.flatMap((each) => (each.kind === "noun" ? (FILE_KINDS[each.noun === "tests" ? "testfiles" : each.noun]?.globs ?? []) : []));

function anyChange(part: Part, code: boolean): Meaning {
  const named = pathsOf(part.targets);
  if (named.length > 0) return { matcher: { kind: "path", access: ["change", "create"], globs: named }, doubts: [] };
  const kinds = kindGlobs(part.targets);
  return {
    matcher: { kind: "path", access: ["change", "create"], globs: kinds.length > 0 ? kinds : code ? CODE_FILES : ["**"] },
    doubts: [kinds.length > 0 ? "which files are meant is a guess" : "it would wait before every change"],
  };
}

/** A command that is not how a task ends; a merge is one of many kinds, whatever is said. */
function isStep(matcher: Matcher, must: boolean): boolean {
  if (matcher.kind === "any") return matcher.of.some((each) => isStep(each, must));
  if (matcher.kind !== "command") return false;
  const { program, words } = matcher.pattern;
  return program === "git" && words[0] === "merge" ? true : !must && !/^(?:git|gh|glab|hub)$/.test(program);
}

/** What is not allowed yet, and what must have been done before it. */
interface Turn {
  readonly waits: Part;
  readonly wants: Part;
  /** What the sentence says in front, whether it is wanted or waits. */
  readonly way: Part;
  /** "Never Y before X" */
  readonly negative: boolean;
  /** "Read this first" */
  readonly reads: boolean;
}

/** "Run X before Y", "never Y before X", "never Y without X". */
export function order(slots: Slots): Draft[] | null {
  const turn = turnOf(slots);
  if (turn === null) return null;
  const { acts } = slots.parts.main;
  // "The maker runs the tests": what somebody does.
  if (acts[0]?.form === "s" && slots.force !== "never") return [];
  const trigger = gated(turn.waits, slots);
  const wanted = needsOf(turn.wants, slots.either);
  if (trigger === null || wanted === null) return [];
  const against = isAny(
    isOpenBeforeAll(turn, trigger),
    isWorkflow(turn, trigger, wanted),
    readsOther(slots, turn, trigger, wanted),
    isMention(slots, turn),
    isLookAround(slots, trigger, wanted),
    // "To see what is left before implementing: `x`"
    (slots.force !== "must" || slots.queued) && comesBeforeAll(trigger) && wanted.needs.some(({ kind }) => kind === "ran"),
    isVague(slots, trigger, wanted),
  );
  const changed = changedPaths(slots);
  return against || changed === null ? [] : [orderDraft(slots, turn, trigger, wanted, changed)];
}

/** null: the sentence orders nothing. */
function turnOf(slots: Slots): Turn | null {
  const { main, before, without } = slots.parts;
  // "Do not skip `make lint` before pushing" orders it.
  const skips = slots.force === "never" && main.acts.length === 1 && main.acts[0]?.verb === "skip" && before.acts.length > 0;
  const negative = slots.force === "never" && !skips;
  const reads = isFirstReading(slots);
  const later = reads ? FIRST_CHANGE : isSaid(before) ? before : null;
  if (slots.force === "ask" || (later === null && !(negative && isSaid(without)))) return null;
  const way = wayOf(slots, skips);
  if (negative) return { waits: main, wants: later ?? without, way, negative, reads };
  return later === null ? null : { waits: later, wants: way, way, negative, reads };
}

const FIRST_CHANGE: Part = { acts: [{ verb: "change", form: "base" }], targets: [] };

const isSaid = ({ acts, targets }: Part): boolean => acts.length + targets.length > 0;

function isFirstReading({ first, force, imperative, parts: { main, before } }: Slots): boolean {
  const reads =
    main.acts.some(({ verb }) => verb === "read") && main.acts.every(({ verb }) => /^(?:read|open|print|follow|load)$/.test(verb));
  return reads && first && (force === "must" || imperative) && before.acts.length === 0;
}

/** What is to be done first. */
function wayOf({ parts: { main, means } }: Slots, skips: boolean): Part {
  // "Before `x`, install the libraries with `y`", "Format with `x` first, then commit."
  const told = main.targets.every((each) => each.kind === "noun" && CHECK_NOUNS[each.noun] === undefined);
  if (told && means.targets.length > 0) return { acts: [{ verb: "run", form: "base" }], targets: means.targets };
  return skips ? { acts: [], targets: main.targets } : main;
}

const comesBeforeAll = ({ doubts }: Meaning): boolean => doubts.some((each) => each.startsWith("it would wait before every"));

const isGuessed = ({ doubts }: Pick<Meaning, "doubts">): boolean => doubts.some((each) => each.endsWith(NO_COMMAND));

/** "Before working on an issue, run `gh issue view <number>`" */
const isOpenBeforeAll = ({ way }: Turn, trigger: Meaning): boolean =>
  comesBeforeAll(trigger) && spansOf(way.targets).some((span) => span.type === "command" && span.open);

/** "Run `x` before building": the steps of one task; "Start here: check the workspace" and a block of commands read nothing. */
const isWorkflow = ({ reads }: Turn, trigger: Meaning, { needs }: Wanted): boolean =>
  isGuessed(trigger) || (reads && needs.some(({ kind }) => kind === "ran"));

const readsOther = ({ left }: Slots, { reads }: Turn, { matcher }: Meaning, { needs }: Wanted): boolean =>
  needs.some(({ kind }) => kind === "readSame") && (reads || left.length > 0 || matcher.kind !== "path");

/** "Before you start, check `docs/` for an active plan" */
const isLookAround = ({ left, condition }: Slots, trigger: Meaning, { needs }: Wanted): boolean =>
  comesBeforeAll(trigger) &&
  left.length + condition.length > 0 &&
  needs.every((need) => need.kind === "read" && need.globs.every((each) => each.endsWith("/")));

/** "Before pushing, do a review of `x`": with other words in front, the act that was found is not the one that is meant. */
function isMention(slots: Slots, { negative }: Turn): boolean {
  if (negative || slots.force !== null || slots.imperative || isBare(slots)) return false;
  return slots.ahead > 1 || slots.parts.main.acts.every(({ form }) => form !== "base");
}

/** "Before pushing: `make check`" */
function isBare({ left, parts: { main, before } }: Slots): boolean {
  const named = main.acts.length === 0 && before.acts.length > 0 && left.length === 0 && main.targets.length > 0;
  return (
    named &&
    main.targets.every((each) => each.kind === "span" && each.span.type === "command" && each.span.sure && each.span.words.length > 1)
  );
}

/** "Consider tests before …": neither the command nor the duty is certain. */
const isVague = ({ force, imperative, soft, queued, left, parts: { main } }: Slots, trigger: Meaning, wanted: Wanted): boolean => {
  // Below "Run before committing": "These are fast: lint ~1s, tests ~1s"
  const tells = queued && left.length > 0 && main.acts.length === 0;
  // "rustfmt defaults"
  if (tells && main.targets.every((each) => each.kind !== "span" || !each.span.code)) return true;
  // Below "Before pushing": "Test pure logic; no tests of the mocks"
  return (
    isGuessed(wanted) &&
    ((queued && left.length > 1) || (force !== "must" && force !== "never" && !imperative) || soft || tells || trigger.doubts.length > 0)
  );
};

/** A rule for some changes only is one where the changed paths are named (else null); otherwise it would stop too much. */
function changedPaths({ condition }: Slots): readonly string[] | null {
  const when = condition.filter((each) => each.kind === "when" || /^(?:that|which|whose|who)\b/i.test(each.text));
  const paths = when.flatMap((each) => each.paths);
  return when.length > 0 && paths.length === 0 ? null : paths;
}

function orderDraft(slots: Slots, { negative }: Turn, trigger: Meaning, { needs, doubts }: Wanted, changed: readonly string[]): Draft {
  // "Run `a`, then `b`": the steps of one task, more often than what every run of `b` waits for.
  const steps = !negative && isStep(trigger.matcher, slots.force === "must");
  const either = slots.either && needs.length > 1;
  const paths = { kind: "path", access: ["change", "create", "delete"], globs: changed } as const;
  return {
    effect: "require-before",
    matcher: trigger.matcher,
    order: { of: either ? "any" : "all", needs, ...(changed.length > 0 ? { changed: paths } : {}) },
    doubts: [
      ...trigger.doubts,
      ...(steps ? ["it may be the steps of one task only"] : []),
      ...doubts,
      ...(slots.force === null && isBare(slots) ? ["no word says that it must be run"] : []),
      ...(either ? ["one of several may be enough"] : []),
    ],
  };
}
