// From slots to drafts: the forms that a rule can have. Each takes a sentence whose slots fit it and leaves the others.

import { type Around, type Draft, notRead, pathsOf, SOFT, spansOf, WRITING } from "./around.ts";
import { isNoun, type Slots, type Target } from "../grammar/slots.ts";
import type { Span } from "../tokens/spans.ts";
import { isLibrary } from "../kinds/libraries.ts";
import { isCodeInGeneral, isSuppression } from "../kinds/writtenText.ts";
import { MANAGERS } from "../match/programs.ts";
import { any, commandMatcher } from "../match/patterns.ts";
import type { Matcher } from "../match/rule.ts";
import { branchNames, meaningOf } from "../acts/acts.ts";
import { held } from "./held.ts";
import { readMessage } from "./messages.ts";
import { order } from "./orders.ts";
import { onlyManager, replaceDraft } from "./replacing.ts";

/** More left-over words than this, and the sentence says something else. */
const MOST_LEFT = 5;

export function draftsOf(slots: Slots, around: Around): Draft[] {
  if (saysNothing(slots)) return [];
  const doubts = doubtsOf(slots);
  const drafts =
    readMessage(slots) ??
    throughRequests(slots) ??
    wantedFlag(slots) ??
    neverWithout(slots) ??
    limit(slots) ??
    replacement(slots) ??
    order(slots) ??
    held(slots, around) ??
    manager(slots) ??
    [];
  // "✗ `::: tip x` (title too long)": what only a mark forbids in new text is an example.
  const kept = slots.marked ? drafts.filter(({ matcher }) => matcher.kind !== "text") : drafts;
  // "When committing, never add …"
  const always = slots.condition.every(({ text }) => /^(?:when (?:you )?commit(?:ting)?|(?:代码)?提交(?:代码)? ?时)$/i.test(text));
  return kept.map((draft) => ({
    ...draft,
    doubts: [
      ...notRead(unreadBy(slots, draft)),
      ...(always && draft.matcher.kind === "message" ? doubts.filter((each) => !each.startsWith(CONDITION)) : doubts),
      ...draft.doubts,
    ],
    ...(slots.session === null ? {} : { session: slots.session }),
  }));
}

/** It permits, tells, or is about how something is done. */
function saysNothing({ force, left, condition, weak, no }: Slots): boolean {
  if (force === "permit" || weak || left.length > MOST_LEFT) return true;
  // "No `API_KEY` variable needed", "No ESLint config currently in the repo"
  if (no && left.some((each) => /^(?:needed|necessary|currently|yet|configured|exists?|found)$/i.test(each))) return true;
  return force === "never" && condition.some((each) => each.kind === "manner");
}

/** Words that nobody read and that may limit this draft. */
function unreadBy({ left, force, members }: Slots, { matcher, whole }: Draft): readonly string[] {
  // "Follow Conventional Commits, enforced by commitlint": whatever is said beside a form, the form is wanted.
  if (whole === true) return [];
  const unread = force === "never" || force === "ask" ? left.filter((each) => !members.has(each)) : left;
  const silences = matcher.kind === "text" && matcher.tokens.every(isSuppression);
  return silences ? unread.filter((each) => !isCodeInGeneral(each)) : unread;
}

const CONDITION = "a condition that no call shows:";

function doubtsOf(slots: Slots): string[] {
  const doubts: string[] = [];
  const [condition] = slots.condition;
  if (condition !== undefined) doubts.push(`${CONDITION} ${condition.text.slice(0, 60)}`);
  if (slots.marked) doubts.push("only a mark says that it is forbidden");
  // "Avoid `x` without permission": asking is all that it wants.
  if (slots.soft && slots.consent !== "lacking") doubts.push(SOFT);
  if (slots.parts.after.acts.length + slots.parts.after.targets.length > 0) doubts.push("it applies only after something else");
  return doubts;
}

const limit = (slots: Slots): Draft[] | null => noEmoji(slots) ?? atMost(slots) ?? onlyInPlaces(slots);

/** "Never use emoji". */
function noEmoji({ force, left, parts: { main, place } }: Slots): Draft[] | null {
  const [target, another] = main.targets.concat(place.targets);
  if (force !== "never" || left.length > 0 || another !== undefined || !isEmoji(target)) return null;
  return [{ effect: "limit", matcher: { kind: "reply", emojiOver: 0 }, doubts: [] }, ...denies(target)];
}

/** "At most one emoji per reply", "no more than two `make sweep` per session". */
function atMost({ most, numbers: [number], parts: { main } }: Slots): Draft[] | null {
  if (!most || number === undefined) return null;
  if (main.targets.some(isEmoji)) return [{ effect: "limit", matcher: { kind: "reply", emojiOver: number }, doubts: [] }];
  const [command] = spansOf(main.targets);
  if (command?.type !== "command" || main.targets.length > 1) return [];
  return [{ effect: "limit", matcher: commandMatcher(command.words), atMost: number, doubts: [] }];
}

/** "Only edit files in `docs/`". */
function onlyInPlaces({ force, consent, left, condition, governs, parts: { main, place } }: Slots): Draft[] | null {
  if (force !== "only" || consent !== null || !governs || left.length + condition.length > 0) return null;
  const places = main.targets.concat(place.targets);
  const globs = pathsOf(places);
  const changes = main.acts.length > 0 && main.acts.every((act) => WRITING.test(act.verb) && act.form === "base");
  if (!changes || globs.length === 0 || globs.length < places.length) return null;
  const matcher: Matcher = { kind: "path", access: ["change", "create", "delete"], globs, outside: true };
  return [{ effect: "limit", matcher, doubts: ["it would deny every other change"] }];
}

const isEmoji = (target: Target | undefined): target is Target => target?.kind === "noun" && target.noun === "emoji";

/** "All changes go through a pull request", "nothing lands on main without a PR": none is pushed or committed to the branch. */
function throughRequests({ force, branches: named, parts: { main, without } }: Slots): Draft[] | null {
  const branches = force === "never" ? [...named, ...branchNames(main.targets)] : ["main", "master"];
  const through = force === "never" ? isNoun(without.targets, "pr") : isNoun(main.targets, "throughpr");
  if (!through || branches.length === 0) return null;
  const matcher: Matcher = { kind: "git", actions: ["commit", "push"], branches };
  return [{ effect: "deny", matcher, doubts: ["that nothing else may reach the main branch is a guess"] }];
}

/** "Create PRs as drafts", "all commits must be signed off": the command is fine with a flag. */
function wantedFlag(slots: Slots): Draft[] | null {
  const { acts, targets } = slots.parts.main;
  if (slots.force === "never" || slots.force === "ask" || slots.weak || slots.left.length > 2 || slots.parts.before.acts.length > 0)
    return null;
  const nouns = targets.flatMap((each) => (each.kind === "noun" ? [each.noun] : []));
  const wanted = WANTED_FLAGS.find(([noun]) => nouns.includes(noun));
  if (wanted === undefined || !(slots.imperative || slots.force === "must") || !acts.every((act) => wanted[1].test(act.verb))) return null;
  const [, , command, flags] = wanted;
  const doubts = slots.force === "must" && !slots.soft ? [] : ["that it is always wanted is a guess"];
  return [
    { effect: "deny", matcher: commandMatcher(command), exception: any(flags.map((flag) => commandMatcher([...command, flag]))), doubts },
  ];
}

/** "Never run `x` without `--flag`", "always pass `--flag` to `x`": the command is fine with it. */
function neverWithout(slots: Slots): Draft[] | null {
  const { main } = slots.parts;
  const commands = spansOf(main.targets).filter(
    (span) => (span.type === "command" && !span.open) || (span.type === "name" && span.code && /^[a-z][\w-]*$/.test(span.text)),
  );
  const { wanted, beside } = flagsWanted(slots);
  const [flag] = wanted;
  if (flag === undefined || wanted.length > 1 || commands.length === 0 || beside !== commands.length) return null;
  const [name = ""] = flag.text.split(/[= ]/);
  const wordsOf = (span: Span): readonly string[] => (span.type === "command" ? span.words : [span.text]);
  return commands.map((command) => ({
    effect: "deny",
    matcher: commandMatcher(wordsOf(command)),
    exception: commandMatcher([...wordsOf(command), name]),
    doubts: slots.force === "never" && command.sure ? [] : ["that it is always wanted is a guess"],
  }));
}

/** The flags that must be there, and how many other things the sentence names. */
function flagsWanted({ force, left, parts: { main, means, without } }: Slots): {
  readonly wanted: readonly Span[];
  readonly beside: number;
} {
  // "**`slow`** (`-m slow`)" tells how it is named there.
  const flagsOf = (targets: readonly Target[]): Span[] =>
    spansOf(targets.filter(({ aside }) => !aside)).filter((span) => span.type === "flag");
  const beside = main.targets.length;
  if (force === "never" && without.acts.length === 0 && without.targets.length === 1) return { wanted: flagsOf(without.targets), beside };
  // "`ansible-playbook` only with `--check`"
  if (force === "only" && left.length === 0) return { wanted: flagsOf(means.targets), beside };
  const wanted = force === "must" && main.acts.every(({ verb }) => verb === "add") ? flagsOf(main.targets) : [];
  return { wanted, beside: beside - wanted.length };
}

const WANTED_FLAGS: readonly (readonly [noun: string, acts: RegExp, command: readonly string[], flags: readonly string[]])[] = [
  ["draftpr", /^(?:create|open|use|run|add)$/, ["gh", "pr", "create"], ["--draft"]],
  ["signoff", /^(?:commit|use|run|add|create)$/, ["git", "commit"], ["--signoff"]],
];

/** "If gofumpt is not available, use goimports"; "`headRef` reads via `x`, not `y`" tells. */
function replacesNothing({ force, left, condition, parts: { main } }: Slots): boolean {
  if (force === "never" || force === "ask" || left.length > 3 || condition.some((each) => each.kind === "when")) return true;
  return force === null && main.acts.some((act) => act.form === "s");
}

/** "Use X instead of Y", "X, not Y". */
function replacement(slots: Slots): Draft[] | null {
  const worse = spansOf(slots.parts.rejected.targets);
  if (slots.parts.rejected.targets.length === 0) return null;
  if (replacesNothing(slots)) return [];
  const kinds = kindsInstead(slots);
  if (kinds !== null) return kinds;
  const ways = spansOf(slots.parts.main.targets).concat(spansOf(slots.parts.means.targets));
  const [better] = ways.slice(-1);
  if (better === undefined && needsNoOther(slots, worse)) return worse.flatMap((each) => denied(each) ?? []);
  if (
    better === undefined ||
    worse.length < slots.parts.rejected.targets.length ||
    (spansOf(slots.parts.means.targets).length === 0 &&
      !worse.every((each) => bothCode(each, better)) &&
      !slots.parts.main.acts.every((act) => /^(?:use|run|add|install|start|test|build|lint|format|stage)$/.test(act.verb)))
  )
    return [];
  const drafts = worse.map(
    (each) =>
      replaceDraft(each, better) ?? (slots.barred || bothCode(each, better) || isLibrary(each.text, each.code) ? denied(each) : null),
  );
  // "Lint and format are `a` + `b`, not `c` or `d`"
  const pairs = ways.length > 1 && worse.length > 1 ? ["which of them takes its place is a guess"] : [];
  const whole = drafts.filter((each) => each !== null);
  return whole.length < drafts.length ? [] : whole.map((each) => ({ ...each, doubts: [...each.doubts, ...pairs] }));
}

/** "… instead of inline suppressions", "… instead of `old.py`"; null where something else is rejected. */
function kindsInstead({ soft, parts: { rejected } }: Slots): Draft[] | null {
  const kinds = soft ? [] : rejected.targets.flatMap((each) => otherWay(each) ?? []);
  return kinds.length > 0 && kinds.length === rejected.targets.length ? kinds : null;
}

function otherWay(target: Target): Draft | null {
  const script =
    target.kind === "span" && target.span.type === "path" && target.span.code && /^[\w./-]+\.(?:sh|py|rb|pl|ps1)$/.test(target.span.text);
  const meaning = script || target.kind === "noun" ? meaningOf(script ? "run" : "use", target, []) : null;
  return meaning === null ? null : { effect: "deny", ...meaning, doubts: [...meaning.doubts, "that it is never wanted is a guess"] };
}

/** "Stage by name, not `git add .`", "use our own client, not axios": what is rejected says enough. */
function needsNoOther({ parts: { main } }: Slots, worse: readonly Span[]): boolean {
  const whole = ({ type, sure, words: [program = "", ...rest] }: Span): boolean =>
    type === "command" && sure && (rest.length > 0 || /^rm(?:dir)?$/.test(program));
  return main.acts.some((act) => act.verb === "stage") || worse.every((each) => whole(each) || isLibrary(each.text, each.code));
}

/** "Use `logger.info` instead of `console.log`": a word of code for another. */
function bothCode(worse: Span, better: Span): boolean {
  return worse.code && better.code && worse.type === "name" && better.type === "name";
}

function denies(target: Target): Draft[] {
  const meaning = meaningOf("use", target, []);
  return meaning === null ? [] : [{ effect: "deny", ...meaning }];
}

const denied = (span: Span): Draft | null => denies({ kind: "span", span })[0] ?? null;

/** "For installs and all Python commands" */
const FOR_ALL = /^for\b.*\b(?:installs?|packages?|dependenc\w+|commands?|everything|python)\b/i;
const isForAll = (text: string): boolean => FOR_ALL.test(text) && !text.split(" ").some((each) => MANAGERS[each] !== undefined);

/** "Always use pnpm", "use pnpm as the package manager", "use `uv run pytest` to run tests". */
function manager(slots: Slots): Draft[] | null {
  const forced = slots.force === "must" || slots.force === "only";
  if (!forced && !slots.condition.every(({ text }) => isForAll(text))) return null;
  const used = slots.parts.main.acts[0]?.verb === "use" && (forced || slots.imperative);
  const program = isAboutManager(slots, used) ? programUsed(slots) : null;
  const made = program === null ? null : onlyManager(program);
  return made === null ? null : [{ effect: "rewrite", ...made, doubts: used && forced ? [] : ["that no other is wanted is a guess"] }];
}

function isAboutManager({ force, parts: { main } }: Slots, used: boolean): boolean {
  // "Package manager: pnpm"
  if (main.targets.length === 2) return isNoun(main.targets, "manager");
  return main.targets.length === 1 && (used || (force === "only" && main.acts.length === 0));
}

/** The one program that the sentence says to use; null: none, several, or one with arguments. */
function programUsed({ left, parts: { main } }: Slots): string | null {
  const [span, another] = spansOf(main.targets);
  if (span === undefined || another !== undefined || span.words.length > 1 || left.length > 2) return null;
  return main.acts.every((act) => act.verb === "use" || act.verb === "run") ? (span.words[0] ?? null) : null;
}
