// One clause to drafts: its sentences in order, each with the headings, leads and labels that hold for it.

import { type Draft, spansOf } from "./around.ts";
import { any, commandMatcher } from "../match/patterns.ts";
import type { Matcher } from "../match/rule.ts";
import { FILE_KINDS } from "../kinds/fileKinds.ts";
import type { Clause } from "../grammar/clauses.ts";
import { PATH_ACTS } from "./acts.ts";
import { RARE } from "./meanings.ts";
import { asksFor, type Reason, reasonOf } from "../explain/whyAdvice.ts";
import { draftsOf } from "./forms.ts";
import { deletesAnything, isLimitedText, namesFiles, namesReplies, withDoubts } from "./doubts.ts";
import { draftsOfCells, likely } from "./likely.ts";
import { type Lead, leadsOf, makesException, pointsDown, withLead } from "../grammar/leads.ts";
import { branchPrefix, topicOf } from "./messages.ts";
import { isQuestion, namesPart, type Piece, piecesOf } from "../grammar/pieces.ts";
import { conditionOf, emptySlots, type Slots, type Target } from "../grammar/slots.ts";
import { type Span, spanOf } from "../grammar/spans.ts";
import { tableText } from "../grammar/tables.ts";
import { withGit } from "../grammar/gitWords.ts";
import { readTokens, type Token } from "../grammar/tokens.ts";

export interface ClauseReading {
  readonly drafts: readonly Draft[];
  /** Why nothing is held; of no account where something is. */
  readonly reason: Reason;
  /** It tells somebody to do or leave something. */
  readonly directive: boolean;
}

/** What is said later than this is about something else. */
const NEAR = 2;

/** Longer sentences are stories. */
const MOST_TOKENS = 70;

/** What is said in longer texts belongs to a story. */
const LONGEST = 900;
const MOST_LIKELY = 12;

export function readClause(clause: Clause): ClauseReading {
  const text = clause.kind === "row" ? tableText(clause) : clause.text;
  const { leads, example } = leadsOf(clause);
  if (text === null) {
    const drafts = example ? [] : unique(draftsOfCells(clause, (cell) => readClause(cell).drafts));
    return { drafts, reason: "no tool signal", directive: drafts.length > 0 };
  }
  if (example) return { drafts: [], reason: "no tool signal", directive: false };
  const { language, sentences } = readTokens(withGit(text, clause));
  const pieces = piecesOf(sentences, language.verbLast);
  const directive =
    pieces.some((each) => each.slots.force !== null || each.slots.imperative || asksFor(each)) ||
    leads.some((lead) => lead.closed && lead.slots.force !== null);
  const commands = sentences.flatMap(({ tokens }) => tokens.flatMap((each) => (each.span?.type === "command" ? [each.span] : [])));
  const context: Context = { clause, leads, pieces, commands, verbLast: language.verbLast };
  const drafts = pieces.flatMap((_, at) => readPiece(context, at));
  return { drafts: unique(drafts), reason: reasonOf(pieces), directive: directive || drafts.length > 0 };
}

interface Context {
  readonly clause: Clause;
  readonly leads: readonly Lead[];
  readonly pieces: readonly Piece[];
  /** All commands of the clause. */
  readonly commands: readonly Span[];
  readonly verbLast: boolean;
}

function readPiece(context: Context, at: number): Draft[] {
  const { clause, pieces, commands } = context;
  const piece = pieces[at] as Piece;
  if (isNoRule(piece)) return [];
  const { slots, about, apart } = inContext(context, at);
  const last = at === pieces.length - 1 && opensBlock(clause.text.replaceAll("**", "").trimEnd());
  if (last && opensList(slots, clause)) return [];
  const checks = namesChecks(slots);
  const whole = last ? withCode(slots, clause.code) : slots;
  const found = draftsOf(whole, {
    named: isOwnBan(pieces, at) ? [] : namedBefore(pieces, at),
    paths: pathsBefore(pieces[at - 1]),
    kinds: kindsBefore(pieces[at - 1]),
    better: betterNear(pieces, at),
    commands,
  });
  // "Mocha (not Jest)"
  const ofMessages = found.some(({ matcher }) => matcher.kind === "message");
  if (at > 0 && piece.sentence.aside && onlyTells(whole) && !ofMessages) return likelyAside(context, at, whole);
  // "No emoji in replies" is no word about files.
  const spoken = found.some(({ matcher }) => matcher.kind === "reply") && namesReplies(clause.text);
  const kept = found.filter(
    ({ effect, matcher }) => effect !== "deny" || (!spoken && (!deletesAnything(matcher) || namesFiles(clause.text))),
  );
  const own = last ? kept.map((each) => fromBlock(each, checks, clause)) : kept;
  const doubted = own
    .map((each) => withDoubts(each, { clause, pieces, at, slots: whole, about: about !== null, apart }))
    .filter((each) => !isLimitedText(each));
  if (doubted.length === 0) return likelyIn(context, at, whole);
  return withLater(doubted, pieces.slice(at + 1, at + 1 + NEAR), whole);
}

function likelyAside(context: Context, at: number, slots: Slots): Draft[] {
  return context.pieces[at]?.tokens[0]?.sense?.cls === "not" ? likelyIn(context, at, slots) : [];
}

/** What the sentences after it leave of a reading. */
function withLater(drafts: readonly Draft[], later: readonly Piece[], slots: Slots): Draft[] {
  if (!later.some((each) => takesBack(each, slots))) return [...drafts];
  if (slots.condition.some((each) => each.kind === "when")) return [];
  const fine = permitted(later);
  return drafts.map((each) => ({
    ...each,
    ...(fine === null ? {} : { exception: fine }),
    doubts: [...each.doubts, "a later sentence may make an exception"],
  }));
}

/** What the sentence may mean where the closed grammar found nothing, or nothing that stays. */
function likelyIn({ clause: { text }, pieces, verbLast }: Context, at: number, slots: Slots): Draft[] {
  const piece = pieces[at];
  if (piece === undefined || pieces.length > MOST_LIKELY || text.length > LONGEST) return [];
  const named = namedBefore(pieces, at).filter(({ code, type }) => code && type === "name");
  return likely({ slots, tokens: piece.tokens, text, verbLast, aside: piece.sentence.aside, named });
}

/** "Run:", "always run these commands before committing." */
function opensBlock(text: string): boolean {
  return /[:：]$/.test(text) || /\b(?:these|the following) commands?\b|(?:以下|下列)命令/i.test(text);
}

/** "Never stage:", "before making changes, read:" and a list: what is meant are the items. */
function opensList({ force, branches, parts: { main, means, before } }: Slots, { items, text }: Clause): boolean {
  const ordered = force !== "ask" && before.acts.length > 0;
  // "these dependencies:"
  const down = /\b(?:these|the following)\b[^`]{0,40}$/i.test(text);
  const named = main.targets.filter((each) => !(ordered ? each.kind === "it" : pointsDown(each) || (down && each.kind === "noun")));
  return items.length > 0 && (ordered || force === "never") && named.length + means.targets.length + branches.length === 0;
}

/** A story, a question, or "❌ `git commit` → `git push`": the steps of something. */
function isNoRule(piece: Piece): boolean {
  const { slots, sentence } = piece;
  // "(e.g. `fetchUser` instead of `get`)"
  if (sentence.tokens[0]?.sense?.cls === "such") return true;
  return sentence.tokens.length > MOST_TOKENS || isQuestion(piece) || (slots.marked && /[→⇒]/.test(sentence.end));
}

interface InContext {
  readonly slots: Slots;
  readonly about: Target | null;
  readonly apart: boolean;
}

/** A sentence with what its labels, headings, leads and the sentence before give it. */
function inContext({ leads, pieces }: Context, at: number): InContext {
  const piece = pieces[at] as Piece;
  const before = pieces[at - 1];
  let { slots } = piece;
  // "Touching `contracts/`? Run …": the question is a condition.
  if (before !== undefined && isQuestion(before)) slots.condition.push(conditionOf(before.sentence.tokens, "when"));
  for (const label of piece.labels) slots = withLabel(slots, label);
  const near = nearestOf(leads);
  const way = at > 0 && (slots.imperative || explains(pieces, at));
  const outer = near.some(({ slots: own }) => tellsOf(own)) ? near : leads;
  for (const lead of outer.toReversed()) if (!(way && lead.slots.force === "never")) slots = withLead(slots, lead);
  const about = namesPart(before) ? null : topicOf(slots, leads, pieces.slice(0, at));
  if (about !== null) slots.parts.main.targets.push(about);
  hardcoded(slots, pieces.slice(0, at));
  slots.parts.main.targets.push(...(subjectOf(before, slots) ?? openingCommand(pieces, at, slots) ?? []));
  return { slots, about, apart: near.some(({ closed }) => !closed) && !near.some((lead) => waits(lead.slots)) };
}

/** All sentences of the line that opens the list. */
function nearestOf(leads: readonly Lead[]): readonly Lead[] {
  const nearest = leads.findLast((lead) => !lead.heading)?.text;
  return leads.filter((lead) => !lead.heading && lead.text === nearest);
}

/** Under "Never edit": "`a`" and below it "source: `b`"; under "Before commits": "This runs:" and a list. */
function tellsOf({ force, parts: { main } }: Slots): boolean {
  return force === null && (main.targets.some((each) => each.kind === "span") || main.acts.some(({ form }) => form === "s"));
}

const waits = ({ parts: { before } }: Slots): boolean => before.acts.length + before.targets.length > 0;

/**
 * Below "Never edit": "`x` — generated by `make y`": what was named is meant, and the rest says why. A sentence that says
 * something begins such a rest: "`x` is built from `y`. Its parts: `z`".
 */
function explains(pieces: readonly Piece[], at: number): boolean {
  const named = pieces.findIndex(({ slots }) => slots.parts.main.targets.some((each) => each.kind === "span"));
  return named !== -1 && named < at && pieces.slice(named, at + 1).some(says);
}

function says({ slots: { left, condition, parts } }: Piece): boolean {
  return left.length + condition.length + parts.main.acts.length + parts.means.targets.length > 0;
}

/**
 * In brackets: "`make check` (runs `tox`)" tells what a command does, "batch 1 (no dependencies)" describes, and
 * "the seed file (don't commit)" is about what was before.
 */
function onlyTells({ parts: { main }, branches, consent }: Slots): boolean {
  if (main.acts.length === 0) return main.targets.every((each) => each.kind === "noun");
  return main.acts[0]?.form === "s" || (main.targets.length + branches.length === 0 && consent === null);
}

/** "It is kept only so that others work", "the server can run over HTTP": what something else is or can do. */
function tellsOfOthers(tokens: readonly Token[], { force, ahead, parts: { main } }: Slots): boolean {
  if (force === "only") return ahead > 1 && main.targets.length === 0;
  const subject = tokens.find(({ sense }) => sense?.cls !== "filler");
  const other = subject?.kind === "unknown" || subject?.sense?.cls === "noun";
  return force === "permit" && other && main.targets.every(({ kind }) => kind === "noun");
}

function takesBack({ tokens, slots }: Piece, { parts }: Slots): boolean {
  // "Never use `git add .`, only add what belongs to it": another act is the way to go.
  const { main, place } = slots.parts;
  const way = slots.force === "only" && slots.left.length + slots.condition.length + place.targets.length === 0 && main.acts.length > 0;
  if (way && !main.acts.some((act) => parts.main.acts.some(({ verb }) => verb === act.verb))) return false;
  if (tellsOfOthers(tokens, slots)) return false;
  return makesException(tokens, slots) && draftsOf(slots, { named: [], paths: [], kinds: [], better: null, commands: [] }).length === 0;
}

/** "Run the tests before committing:" and a block of commands: where the words name a kind of check, one of them may be enough. */
function fromBlock(draft: Draft, checks: boolean, { code }: Clause): Draft {
  if (draft.order === undefined || code.length === 0) return draft;
  return {
    ...draft,
    order: { ...draft.order, of: checks ? "any" : draft.order.of },
    doubts: [...draft.doubts, "its commands come from the block below"],
  };
}

function namesChecks({ parts: { main } }: Slots): boolean {
  return main.acts.some(({ verb }) => verb === "test") || main.targets.some((each) => each.kind === "noun");
}

const targetsOf = ({ slots }: Piece): readonly Target[] => slots.parts.main.targets;

/** "`dist/` is generated — never edit", "`make deploy`: ask first": a sentence that only names things is what the next one is about. */
function subjectOf(before: Piece | undefined, { force, parts, left, condition }: Slots): readonly Target[] | null {
  if (before === undefined || (force !== "never" && force !== "ask") || parts.main.targets.length + left.length + condition.length > 0)
    return null;
  const { slots } = before;
  const { acts, targets } = slots.parts.main;
  const named =
    targets.length > 0 && targets.every((each) => each.kind === "span") && acts.length + slots.left.length + slots.condition.length === 0;
  const more = Object.entries(slots.parts).some(([role, part]) => !/^(?:main|means)$/.test(role) && part.targets.length > 0);
  if (!named || more || slots.force !== null || slots.weak) return null;
  const paths = targets.every((each) => each.kind === "span" && each.span.type === "path");
  return parts.main.acts.every(({ verb }) => (paths ? verb in PATH_ACTS || verb === "commit" : verb === "run" || verb === "use"))
    ? targets
    : null;
}

/** "API keys come from the environment, never hardcode them": what was named before is meant. */
function hardcoded({ left, parts: { main } }: Slots, earlier: readonly Piece[]): void {
  if (left.length > 0 || !main.acts.some(({ verb }) => verb === "hardcode") || main.targets.some((each) => each.kind !== "it")) return;
  const secrets = earlier.flatMap(({ slots }) => slots.parts.main.targets).find((each) => each.kind === "noun" && each.noun === "secrets");
  if (secrets !== undefined) main.targets.splice(0, main.targets.length, secrets);
}

const SEVERAL = /^(?:these|those|them|they)$/i;

/** "`make check`: all that CI does — run this before every commit": the command that it begins with. */
function openingCommand(pieces: readonly Piece[], at: number, { force, parts }: Slots): readonly Target[] | null {
  const first = pieces[0]?.sentence.tokens[0]?.span;
  // "If the schema changed: `make check` - must pass"
  if (pieces[0]?.labels.some(({ condition }) => condition.length > 0)) return null;
  if (at === 0 || force === "never" || force === "ask" || first?.type !== "command" || !first.sure) return null;
  const { main, before } = parts;
  if (before.acts.length + before.targets.length === 0 || !main.acts.every(({ verb }) => verb === "run")) return null;
  // "Run these before opening a pull request": more than the one.
  if (main.targets.some((each) => each.kind !== "it" || SEVERAL.test(each.text))) return null;
  main.targets.length = 0;
  return [{ kind: "span", span: first }];
}

/** A label's unknown words are no matter; its force, topic, condition and session are. */
function withLabel(slots: Slots, label: Slots): Slots {
  // "Never edit them: `a`, `b`": they are what follows.
  const named = label.parts.main.targets.filter((each) => each.kind !== "it");
  slots.left.push(...label.parts.main.targets.flatMap((each) => (each.kind === "it" && !pointsDown(each) ? [each.text] : [])));
  const known: Slots = { ...label, left: [], parts: { ...label.parts, main: { ...label.parts.main, targets: named } } };
  slots.condition.push(...label.condition);
  // "Coverage < 90 %: do not merge"
  if (label.left.some((each) => /[<>≤≥]/.test(each))) slots.condition.push({ kind: "when", text: label.left.join(" "), paths: [] });
  slots.session ??= label.session;
  // 요구사항 확인: what a label says to look at, not whom to ask.
  const looks = label.force === "ask" && label.parts.main.targets.length > 0 && slots.parts.main.acts.length > 0;
  if (slots.force === null && label.force !== null && label.left.length === 0 && !looks)
    Object.assign(withLead(slots, { slots: known, closed: true, heading: false, text: "" }), { labelled: true });
  else if (slots.parts.before.acts.length === 0 && label.parts.before.acts.length > 0) {
    withLead(slots, { slots: { ...emptySlots(), parts: label.parts }, closed: true, heading: false, text: "" });
    slots.left.push(...label.left);
  }
  const topic = label.parts.main.targets.filter(
    (each) => each.kind === "noun" && /^(?:message|prtitle|branchname|manager)$/.test(each.noun),
  );
  // "Branches: `feat/*`, `fix/*`"
  if (namesBranches(slots, label)) topic.push({ kind: "noun", noun: "branchname", text: "branches" });
  slots.parts.main.targets.push(...topic);
  // "Commits: Conventional Commits"
  const { acts, targets } = slots.parts.main;
  const convention = targets.some((each) => each.kind === "noun" && each.noun === "conventional");
  if (convention && acts.length === 0 && label.parts.main.acts.some(({ verb }) => verb === "commit"))
    targets.push({ kind: "noun", noun: "message", text: "commits" });
  return slots;
}

function namesBranches({ force, parts: { main } }: Slots, { parts }: Slots): boolean {
  const forms = main.targets.filter((each) => each.kind === "span" && branchPrefix(each.span.text) !== null);
  const listed = force === null && main.acts.length === 0 && forms.length > 1 && forms.length === main.targets.length;
  return listed && parts.main.targets.some((each) => each.kind === "noun" && each.noun === "newbranch");
}

/** "Before you commit run:" and a block of commands. */
function withCode(slots: Slots, code: readonly string[]): Slots {
  const lines = code
    .map((line) => (line.split(" #")[0] as string).trim().replace(/^cd [\w./-]+ && /, ""))
    .filter((line) => line !== "" && !/^(?:#|cd |source |export |\. )/.test(line));
  const spans = lines.map((line) => spanOf(line, { code: true }));
  if (
    spans.length === 0 ||
    spans.length > 8 ||
    spans.some((span) => span.type !== "command") ||
    slots.parts.main.targets.some((each) => each.kind === "span")
  )
    return slots;
  slots.parts.main.targets.splice(0, slots.parts.main.targets.length, ...spans.map((span) => ({ kind: "span", span }) as const));
  return slots;
}

/** "Never commit to `main`, never force-push": an act that is forbidden as such, after a ban that is whole. */
function isOwnBan(pieces: readonly Piece[], at: number): boolean {
  const isBan = (slots: Slots | undefined): slots is Slots => slots?.force === "never" && slots.parts.main.acts.length > 0;
  const [before, own] = [pieces[at - 1]?.slots, pieces[at]?.slots];
  return isBan(before) && isBan(own) && own.parts.main.targets.length === 0 && own.parts.main.acts.every(({ verb }) => RARE.has(verb));
}

const spansIn = (piece: Piece): Span[] => spansOf(targetsOf(piece));

const pathsBefore = (before: Piece | undefined): Span[] =>
  before?.tokens.flatMap(({ span }) => (span?.type === "path" ? [span] : [])) ?? [];

/** "Migrations are made by a tool; never edit them". */
const kindsBefore = (before: Piece | undefined): Target[] =>
  before === undefined || before.slots.left.length > 3
    ? []
    : targetsOf(before).filter((each) => each.kind === "noun" && each.noun in FILE_KINDS);

function namedBefore(pieces: readonly Piece[], at: number): Span[] {
  const near =
    pieces
      .slice(Math.max(0, at - 2), at)
      .reverse()
      .map(spansIn)
      .find((each) => each.length > 0) ?? [];
  // "`gen/`: made for `zsh`. Don't edit": what opens the clause is what can be edited.
  const first = pieces[0] === undefined || at === 0 ? [] : spansIn(pieces[0]);
  const isPath = ({ type }: Span): boolean => type === "path";
  return near.some(isPath) || !first.every(isPath) || near === first ? near : [...near, ...first];
}

/** "Do not run `x`. Use `y`." and the other way round. */
function betterNear(pieces: readonly Piece[], at: number): Span | null {
  const near = [pieces[at + 1], pieces[at - 1]].filter((each) => each?.sentence.aside === false);
  return near.map((each) => betterIn(each?.slots)).find((each) => each !== null) ?? null;
}

function betterIn(next: Slots | undefined): Span | null {
  if (next === undefined || next.force === "never" || next.force === "ask" || next.condition.length > 0 || next.weak) return null;
  const { acts, targets } = next.parts.main;
  const spans = targets.filter((each) => each.kind === "span");
  const [target] = spans;
  if (
    !acts.some((act) => act.verb === "use" || act.verb === "run") ||
    spans.length !== 1 ||
    target?.kind !== "span" ||
    target.span.type !== "command"
  )
    return null;
  return target.span;
}

/** "`cargo test --doc` is fine." */
function permitted(later: readonly Piece[]): Matcher | null {
  const commands = later
    .flatMap(({ slots }) => (slots.force === "permit" ? slots.parts.main.targets : []))
    .flatMap((each) => (each.kind === "span" && each.span.type === "command" ? [commandMatcher(each.span.words)] : []));
  return commands.length === 0 ? null : any(commands);
}

function unique(drafts: readonly Draft[]): readonly Draft[] {
  if (drafts.length < 2) return drafts;
  const seen = new Set<string>();
  return drafts.filter((draft) => {
    const key = JSON.stringify([draft.effect, draft.matcher, draft.order, draft.replacement, draft.session]);
    return !seen.has(key) && seen.add(key) !== undefined;
  });
}
