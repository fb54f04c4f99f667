// Prohibitions and questions: what is denied or asked about, and what makes that less than certain.

import { type Around, type Draft, spansOf } from "./around.ts";
import { READ_ASKED, WRITTEN } from "../acts/meaning.ts";
import { isNoun, type Slots, type Target } from "../grammar/slots.ts";
import { any, commandMatcher } from "../match/patterns.ts";
import type { Matcher } from "../match/rule.ts";
import { branchNames, meaningOf } from "../acts/acts.ts";
import { type Meaning } from "../acts/meaning.ts";
import { ALONE, meaningsOf } from "./meanings.ts";
import { replaceDraft } from "./replacing.ts";

type Effect = "ask" | "deny";

/** null: the sentence neither forbids nor asks. */
export function held(slots: Slots, around: Around): Draft[] | null {
  const asks = isQuestion(slots);
  if (slots.force !== "never" && !asks) return null;
  // 部署前需要确认: what comes after is what is asked about.
  const { main, before } = slots.parts;
  if (asks && main.acts.length + main.targets.length === 0) {
    main.acts.push(...before.acts);
    main.targets.push(...before.targets);
    slots.gated = true;
  }
  // 数据在 `data/` 目录，只读
  if (slots.post && main.targets.length === 0) main.targets.push(...slots.parts.place.targets);
  if (meansAnother(slots)) return [];
  const effect = asks || slots.auto ? "ask" : "deny";
  const meanings = nominal(slots) ?? meaningsOf(slots, around, effect === "ask");
  if (meanings.length === 0) return [];
  const exception = exceptionOf(slots);
  const doubts = limitsOf(slots);
  const limits: Limits = { exception, doubts, many: slots.numbers.length > 0 };
  const drafts = meanings.map((each) => draftOf(plainly(slots) ? inCode(each) : each, effect, limits));
  if (effect === "ask") return drafts;
  drafts.push(...secretsInText(slots));
  return insteadOf(slots, around, drafts) ?? [...(exception === "unclear" ? [] : checksOf(slots, meanings, doubts)), ...drafts];
}

/** "No commits, pushes, branches or tags": acts by their names, and what is not made. */
function nominal({ no, left, branches, parts: { main } }: Slots): Meaning[] | null {
  const acts = main.acts.length > 0 && main.acts.every(({ form, verb }) => form === "s" && ALONE.has(verb));
  if (!no || !acts || left.length + branches.length > 0 || main.targets.some((each) => each.kind !== "noun")) return null;
  const found = [...main.acts.map(({ verb }) => meaningOf(verb, null, [])), ...main.targets.map((each) => meaningOf("create", each, []))];
  const known = found.filter((each) => each !== null);
  return known.length < found.length ? null : known;
}

/** "Never commit secrets": they get there as new text as often as in files of their own. */
function secretsInText({ parts: { main }, left }: Slots): Draft[] {
  const named = isNoun(main.targets, "secrets");
  if (!named || left.length > 2 || !main.acts.some(({ verb }) => /^(?:commit|stage|push|add)$/.test(verb))) return [];
  const meaning = meaningOf("hardcode", { kind: "noun", noun: "secrets", text: "secrets" }, []);
  return meaning === null ? [] : [{ effect: "deny", ...meaning }];
}

/** "Commit and push without asking" permits. */
function isQuestion({ force, consent }: Slots): boolean {
  if (force === "ask") return true;
  return force === "only" ? consent !== null : force !== null && force !== "must" && consent === "lacking";
}

/** Too many words between the force, its act and its things: what was found is not what is meant. */
function meansAnother(slots: Slots): boolean {
  const { gap, reach, force, post, governs, branches, parts } = slots;
  const { main } = parts;
  // "Never skip the commit, push, or deploy"
  const [skipped, another] = main.acts;
  if (force === "never" && skipped?.verb === "skip" && another !== undefined && (main.targets.length === 0 || another.form === "ing"))
    return true;
  if (gap > (main.acts.length > 0 ? 1 : 0) || reach > 3) return true;
  if (isProgramAmongWords(slots)) return true;
  // "Work on a branch, never on main"
  return main.acts.length === 0 && force === "never" && !post && !governs && branches.length === 0;
}

/** "No new files inside k8s, tofu and images": a program without an act, beside words that nobody read. */
function isProgramAmongWords({ post, left, parts: { main } }: Slots): boolean {
  if (post || left.length < 2 || main.acts.length > 0) return false;
  const spans = spansOf(main.targets);
  return spans.length > 0 && spans.every(({ type, code }) => type === "command" && !code);
}

/** What a sentence says beside its act and its things, and nobody read. */
function limitsOf(slots: Slots): string[] {
  const unread = unreadOf(slots);
  // "Never run `x` on them"
  const { targets } = slots.parts.main;
  const named = targets.findIndex((each) => each.kind === "span");
  const whom = targets.flatMap((each, at) => (each.kind === "it" && named !== -1 && at > named ? [each.text] : []));
  return [
    ...whom.map((text) => `what "${text}" means is a guess`),
    // "Never edit those generated files"
    ...(targets.some((each, at) => each.kind === "it" && targets[at + 1]?.kind === "noun") ? ["which of them are meant is a guess"] : []),
    ...(asksToMerge(slots) ? ["which merge is meant is a guess"] : []),
    ...(slots.subject ? ["it may be about what something else does"] : []),
    ...(slots.turned ? ["which act is forbidden is a guess"] : []),
    ...(slots.bare ? [BARE] : []),
    ...(unread.length > 0 ? [`what ${unread.join(", ")} has to do with it was not understood`] : []),
  ];
}

/** What a document tells of code is no code. */
const PROSE: Matcher = { kind: "path", access: ["change", "create"], globs: ["*.md", "*.mdx", "*.rst", "*.txt"] };

/** "Never use `x()`" is whole: it holds in all code. */
const inCode = (meaning: Meaning): Meaning =>
  isCode(meaning.matcher) && !isBareCall(meaning.matcher) && meaning.doubts.includes(WRITTEN)
    ? { ...meaning, exception: PROSE, doubts: meaning.doubts.filter((each) => each !== WRITTEN) }
    : meaning;

const BARE = "what else a call of it needs is not said";

/** "Get approval before merging": a pull request, most likely, and not every `git merge`. */
function asksToMerge({ force, branches, parts: { main } }: Slots): boolean {
  return force === "ask" && main.acts.length === 1 && main.acts[0]?.verb === "merge" && main.targets.length + branches.length === 0;
}

interface Limits {
  readonly exception: Matcher | null | "unclear";
  readonly doubts: readonly string[];
  /** A number is next to it: "never merge one branch into both". */
  readonly many: boolean;
}

function draftOf({ matcher, exception: fine, doubts: own, reading, stopped }: Meaning, effect: Effect, limits: Limits): Draft {
  const { doubts, many } = limits;
  const exception = limits.exception ?? fine ?? null;
  return {
    effect,
    matcher,
    ...(stopped === undefined ? {} : { stopped }),
    ...(reading === undefined ? {} : { reading: effect === "deny" ? reading : reading.replace(/^denies/, "asks before") }),
    ...(exception === null || exception === "unclear" ? {} : { exception }),
    doubts: [
      ...own,
      ...doubts,
      ...(exception === "unclear" ? ["its exception was not understood"] : []),
      ...(many ? ["what its number limits was not understood"] : []),
      ...(effect === "ask" && onlyReads(matcher) ? [READ_ASKED] : []),
    ],
  };
}

/** New text is looked at after the call, which stops nobody; to stop it needs a person's approval. */
function checksOf(slots: Slots, meanings: readonly Meaning[], doubts: readonly string[]): Draft[] {
  if (!plainly(slots) || doubts.length > 0) return [];
  return meanings.flatMap(({ matcher }) => (isBareCall(matcher) ? [{ effect: "check", matcher, doubts: [] }] : []));
}

/** "Do not run `x`. Use `y`.": the way to go takes its place, or is named. */
function insteadOf({ parts: { main } }: Slots, { commands, better }: Around, drafts: readonly Draft[]): Draft[] | null {
  const [only] = spansOf(main.targets);
  const [draft, another] = drafts;
  const wrapper = only?.words.length === 1 ? commands.find((each) => each.words.indexOf(only.words[0] as string) > 0) : undefined;
  const plain = main.targets.length === 1 && only?.type === "command";
  const ways = another !== undefined ? [] : [wrapper, plain ? better : null];
  for (const way of ways) {
    const made = way === undefined || way === null || only === undefined ? null : replaceDraft(only, way);
    if (made !== null) return [{ ...made, doubts: (draft?.doubts ?? []).filter((each) => each !== BARE) }];
  }
  if (better === null) return null;
  const way = commandMatcher(better.words);
  const wide = ({ matcher, exception }: Draft): boolean => matcher.kind === "package" && exception === undefined;
  return drafts.map((each) => ({ ...each, ...(wide(each) ? { exception: way } : {}), instead: better.words.join(" ") }));
}

/** Things that a sentence names and that none of its acts can be done to: they limit it in a way that nobody read. */
function unreadOf({ parts: { main, means }, branches: said }: Slots): string[] {
  const branches = [...said, ...branchNames(main.targets)];
  const verbs = main.acts.map((act) => act.verb);
  const isRead = (target: Target): boolean => verbs.some((verb) => meaningOf(verb, target, branches) !== null);
  const named = spansOf(main.targets).length > 0;
  const nouns = main.targets.filter((each) => each.kind === "noun" && !NO_LIMIT.test(each.noun) && verbs.length > 0 && !isRead(each));
  // "Never edit `dist/` or `Frobnicator`"
  // "Never import `x` or stage"
  const several = spansOf(main.targets).length > 1 || (named && verbs.length > 1);
  const apart = several && verbs.length > 0 ? main.targets.filter((each) => isLost(each) && !isRead(each)) : [];
  const ways = named ? means.targets.filter((each) => !(each.kind === "span" && each.span.type === "flag")) : [];
  return [...nouns, ...apart, ...ways].map((each) => (each.kind === "span" ? each.span.text : each.text));
}

const isLost = (target: Target): boolean => target.kind === "span" && target.aside !== true && !/^(?:flag|quote)$/.test(target.span.type);

/** Words for what a sentence is about anyway. */
const NO_LIMIT = /^(?:project|changes|tool|newbranch|document|manager|remarks)$/;

function onlyReads(matcher: Matcher): boolean {
  return matcher.kind === "path" && matcher.access.every((each) => each === "read");
}

/** "Never use `x()`": a rule about what is written has a force and an act of its own, and no place. */
function plainly({ led, parts: { main, place } }: Slots): boolean {
  return !led && main.acts.length > 0 && place.targets.length === 0 && main.acts.every(({ verb }) => /^(?:use|import)$/.test(verb));
}

/** `new Date()`, `process.env`, `@ts-ignore`; a single word (`draw_clear`, `WebFetch`) may as well name a tool or a setting. */
function isCode(matcher: Matcher): boolean {
  return matcher.kind === "text" && matcher.tokens.every((each) => !/^\w+$/.test(each));
}

/** `print()`: a name that other things have too, so that a person decides whether it is denied. */
function isBareCall(matcher: Matcher): boolean {
  return matcher.kind === "text" && matcher.tokens.some((each) => /^[a-z]+\(\)?$/.test(each));
}

function exceptionOf(slots: Slots): Matcher | null | "unclear" {
  const { targets, acts } = slots.parts.except;
  if (targets.length + acts.length === 0) return null;
  const verbs = slots.parts.main.acts.map((act) => act.verb);
  const found = targets.flatMap((target) => verbs.flatMap((verb) => meaningOf(verb, target, []) ?? []));
  return found.length === 0 || found.length < targets.length || acts.length > 0 ? "unclear" : any(found.map((each) => each.matcher));
}
