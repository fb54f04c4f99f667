// One clause to drafts: its sentences in order, each with the headings, leads and labels that hold for it.

import type { Draft, Reason } from "../compile/draft.ts";
import { any, commandMatcher } from "../match/patterns.ts";
import type { Matcher } from "../match/rule.ts";
import type { Clause } from "./clauses.ts";
import { PATH_ACTS } from "./acts.ts";
import { draftsOf } from "./forms.ts";
import { type Lead, leadsOf, makesException, pointsDown, withLead } from "./leads.ts";
import { isTemplate } from "./messages.ts";
import { conditionOf, emptySlots, readSlots, type Slots, type Target } from "./slots.ts";
import { type Span, spanOf } from "./spans.ts";
import { tableText } from "./tables.ts";
import { readTokens, type Sentence } from "./tokens.ts";

export interface ClauseReading {
  readonly drafts: readonly Draft[];
  /** Why nothing is held; of no account where something is. */
  readonly reason: Reason;
  /** It tells somebody to do or leave something. */
  readonly directive: boolean;
}

/** Longer sentences are stories. */
const MOST_TOKENS = 70;
/** Paragraphs of more parts tell a story, and what they forbid holds inside of it. */
const MOST_PARTS = 7;

const REPLIES = /repl|answer|response|message|respuesta|resposta|réponse|antwort|回复|回答|消息|返信|返答|응답|답변/i;

/** Words for files: what is deleted without one may be something of the product. */
const FILES = /\b(?:files?|folders?|director\w+|archivos?|arquivos?|fichiers?|dateien|datei)\b|文件|[档檔]案|目[录錄]|ファイル|파일/i;

interface Piece {
  readonly slots: Slots;
  readonly sentence: Sentence;
  /** What stood before a colon: a label, or words that hold for what follows. */
  readonly labels: readonly Slots[];
}

export function readClause(clause: Clause): ClauseReading {
  const text = clause.kind === "row" ? tableText(clause) : clause.text;
  if (text === null) return { drafts: [], reason: "no tool signal", directive: false };
  const { leads, example } = leadsOf(clause);
  const { language, sentences } = readTokens(text);
  const pieces = piecesOf(sentences, language.verbLast);
  const directive =
    pieces.some(({ slots }) => slots.force !== null || slots.imperative) || leads.some((lead) => lead.closed && lead.slots.force !== null);
  if (example) return { drafts: [], reason: "no tool signal", directive: false };
  const drafts: Draft[] = [];
  const commands = sentences.flatMap(({ tokens }) => tokens.flatMap((each) => (each.span?.type === "command" ? [each.span] : [])));
  pieces.forEach((piece, at) => {
    // "❌ `git commit` → `git push`": the steps of something.
    if (piece.sentence.tokens.length > MOST_TOKENS || isQuestion(piece) || (piece.slots.marked && /[→⇒]/.test(piece.sentence.end))) return;
    let { slots } = piece;
    // "Touching `contracts/`? Run …": the question is a condition.
    const before = pieces[at - 1];
    if (before !== undefined && isQuestion(before)) slots.condition.push(conditionOf(before.sentence.tokens, "when"));
    for (const label of piece.labels) slots = withLabel(slots, label);
    const way = at > 0 && slots.imperative;
    for (const lead of leads.toReversed()) if (!(way && lead.slots.force === "never")) slots = withLead(slots, lead);
    const about = namesPart(before) ? null : topicOf(slots, leads);
    if (about !== null) slots.parts.main.targets.push(about);
    const subject = subjectOf(before, slots);
    if (subject !== null) slots.parts.main.targets.push(...subject);
    const last = at === pieces.length - 1 && /[:：]$/.test(clause.text.replaceAll("**", "").trimEnd());
    const checks = namesChecks(slots);
    if (last) slots = withCode(slots, clause.code);
    const found = draftsOf(slots, { named: namedBefore(pieces, at), better: betterNear(pieces, at), commands });
    const taken =
      found.length > 0 &&
      pieces
        .slice(at + 1)
        .some(
          (later) =>
            makesException(later.sentence, later.slots) && draftsOf(later.slots, { named: [], better: null, commands: [] }).length === 0,
        );
    if (last && clause.code.length > 0) found.forEach((each, n) => (found[n] = fromBlock(each, checks)));
    // "`make check` (runs `tox`)" tells what a command does.
    if (at > 0 && piece.sentence.aside && slots.parts.main.acts[0]?.form === "s") return;
    if (at > 0 && piece.sentence.aside && slots.parts.main.targets.every(isLoose)) {
      // "Batch 1 (no dependencies)" describes.
      if (slots.parts.main.acts.length === 0 && slots.parts.main.targets.every((each) => each.kind === "noun")) return;
      found.forEach((each, n) => (found[n] = { ...each, doubts: [...each.doubts, "it stands in brackets"] }));
    }
    if (about !== null)
      found.forEach(
        (each, n) => (found[n] = { ...each, doubts: [...each.doubts, "that it is about commits is said by the heading alone"] }),
      );
    // "It is retired — no live caller": a comment or a cast that silences a checker has no such reading.
    if (slots.no && pieces.slice(0, at).some((each) => each.slots.left.length > 0) && !isListed(pieces, piece))
      found.forEach((each, n) => {
        if (each.matcher.kind !== "text") found[n] = { ...each, doubts: [...each.doubts, "it may only tell how things are"] };
      });
    // "**Terraform**: run `make fmt` before you push."
    if (namesTopic(pieces, at))
      found.forEach((each, n) => {
        if (each.order !== undefined) found[n] = { ...each, doubts: [...each.doubts, "it may be about what its label names only"] };
      });
    // Under "Zero tolerance", "ESLint: zero warnings": what is forbidden stands behind the colon.
    const next = pieces[at + 1];
    if (slots.led && /^[:：]$/.test(piece.sentence.end) && next !== undefined && next.slots.left.length > 0)
      found.forEach((each, n) => (found[n] = { ...each, doubts: [...each.doubts, "what follows its colon was not understood"] }));
    if (pieces.length > MOST_PARTS)
      found.forEach((each, n) => (found[n] = { ...each, doubts: [...each.doubts, "it stands in a long paragraph"] }));
    if (!FILES.test(clause.text))
      found.forEach((each, n) => {
        if (each.matcher.kind === "path" && each.matcher.globs.includes("**") && each.matcher.access.join() === "delete")
          found[n] = { ...each, doubts: [...each.doubts, "what is deleted is not said"] };
      });
    // "No emoji; use icons" may be about a page.
    if (!REPLIES.test(clause.text))
      found.forEach((each, n) => {
        if (each.matcher.kind === "reply" && slots.force === "never")
          found[n] = { ...each, doubts: [...each.doubts, "that it is about answers is a guess"] };
      });
    if (taken && slots.condition.some((each) => each.kind === "when")) return;
    const fine = taken ? permitted(pieces.slice(at + 1)) : null;
    drafts.push(
      ...found.map((each) =>
        taken
          ? { ...each, ...(fine === null ? {} : { exception: fine }), doubts: [...each.doubts, "a later sentence may make an exception"] }
          : each,
      ),
    );
  });
  return { drafts: unique(drafts), reason: reasonOf(pieces), directive: directive || drafts.length > 0 };
}

/** "Run the tests before committing:" and a block of commands: where the words name a kind of check, one of them may be enough. */
function fromBlock(draft: Draft, checks: boolean): Draft {
  if (draft.order === undefined) return draft;
  return {
    ...draft,
    order: { ...draft.order, of: checks ? "any" : draft.order.of },
    doubts: [...draft.doubts, "its commands come from the block below"],
  };
}

function namesChecks({ parts: { main } }: Slots): boolean {
  return main.acts.some(({ verb }) => verb === "test") || main.targets.some((each) => each.kind === "noun");
}

/** "State is off limits: no `x`, no `y`": the sentence says what stood before its colon. */
function isListed(pieces: readonly Piece[], { sentence }: Piece): boolean {
  const first = pieces.findIndex((each) => each.sentence === sentence);
  return pieces[first]?.labels.length !== 0 || /^[:：]$/.test(pieces[first - 1]?.sentence.end ?? "");
}

/** What stood before a colon at the beginning of a clause: a label that was not understood, or a name. */
function namesTopic([first]: readonly Piece[], at: number): boolean {
  if (first === undefined) return false;
  return first.labels.some(({ left }) => left.length > 0) || (at > 0 && namesPart(first) && first.slots.parts.main.acts.length === 0);
}

/** "`type`: in English": what follows is said of one part of a message. */
function namesPart(before: Piece | undefined): boolean {
  return /^[:：]$/.test(before?.sentence.end ?? "") && before?.slots.parts.main.targets.some((each) => each.kind === "span") === true;
}

/** Under "Commit messages" or "Pull requests": what speaks of form or language speaks of these. */
function topicOf({ parts: { main, place } }: Slots, leads: readonly Lead[]): Target | null {
  const isNoun = (targets: readonly Target[], names: RegExp): boolean =>
    targets.some((each) => each.kind === "noun" && names.test(each.noun));
  if (isNoun([...main.targets, ...place.targets], /^(?:message|prtitle|pr|branchname)$/)) return null;
  const convention = isNoun(main.targets, /^(?:conventional|attribution)$/);
  const form =
    convention ||
    isNoun(main.targets, /^(?:english|chinese|japanese|korean)$/) ||
    main.targets.some((each) => each.kind === "span" && isTemplate(each.span.text)) ||
    (isNoun(main.targets, /^chars$/) && isNoun(main.targets, /^subject$/));
  const nearest = leads.findLast(({ slots }) => isNoun(slots.parts.main.targets, /^(?:message|pr)$/))?.slots.parts.main;
  if (!form || nearest === undefined) return null;
  if (isNoun(nearest.targets, /^message$/)) return convention ? null : { kind: "noun", noun: "message", text: "commit messages" };
  return [...nearest.acts, ...main.acts].some(({ verb }) => verb === "commit")
    ? null
    : { kind: "noun", noun: "prtitle", text: "pull requests" };
}

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

/** Named by kind, or a word of code: in brackets it may belong to what the sentence around it says. */
function isLoose(target: Target): boolean {
  return target.kind !== "span" || target.span.type === "name";
}

function isQuestion({ sentence }: Piece): boolean {
  return sentence.end === "?" || sentence.end === "？";
}

function piecesOf(sentences: readonly Sentence[], verbLast: boolean): Piece[] {
  const pieces: Piece[] = [];
  let labels: Slots[] = [];
  sentences.forEach((sentence, index) => {
    let overall = false;
    let leading: Slots["leading"] = [];
    for (let at = 0; at < sentence.tokens.length;) {
      const { slots, next } = readSlots(sentence.tokens, at, verbLast);
      // 未经允许，不提交、不推送: both want consent.
      if (overall && slots.force === "never") slots.consent ??= "lacking";
      overall ||= slots.overall;
      // "During a review, …, never run `x`": what opens the sentence holds for all of it.
      if (leading.length > 0 && slots.condition.length === 0) slots.condition.push(...leading);
      else leading = slots.leading.filter((each) => each.kind === "when");
      const colon = /^[:：]$/.test(sentence.end) && next >= sentence.tokens.length && index < sentences.length - 1;
      if (colon && slots.parts.main.targets.every((each) => pointsDown(each) || (each.kind === "noun" && each.noun !== "conventional")))
        labels = [...labels, slots];
      else {
        // "No new dependencies, ask first": the question is about what was forbidden.
        const before = pieces.at(-1);
        if (before?.sentence === sentence && before.slots.force === "never" && slots.force === "ask" && isBare(slots))
          before.slots.consent ??= "lacking";
        pieces.push({ slots, sentence, labels });
        labels = [];
      }
      at = Math.max(next, at + 1);
    }
  });
  if (labels.length > 0) pieces.push(...labels.map((slots) => ({ slots, sentence: { tokens: [], end: ":", aside: false }, labels: [] })));
  return pieces;
}

function isBare({ parts }: Slots): boolean {
  return parts.main.acts.length + parts.main.targets.length + parts.before.acts.length + parts.before.targets.length === 0;
}

/** A label's unknown words are no matter; its force, topic, condition and session are. */
function withLabel(slots: Slots, label: Slots): Slots {
  const known: Slots = { ...label, left: [] };
  slots.condition.push(...label.condition);
  slots.session ??= label.session;
  // 요구사항 확인: what a label says to look at, not whom to ask.
  const looks = label.force === "ask" && label.parts.main.targets.length > 0 && slots.parts.main.acts.length > 0;
  if (slots.force === null && label.force !== null && label.left.length === 0 && !looks)
    Object.assign(withLead(slots, { slots: known, closed: true, heading: false }), { labelled: true });
  else if (slots.parts.before.acts.length === 0 && label.parts.before.acts.length > 0) {
    withLead(slots, { slots: { ...emptySlots(), parts: label.parts }, closed: true, heading: false });
    slots.left.push(...label.left);
  }
  const topic = label.parts.main.targets.filter((each) => each.kind === "noun" && /^(?:message|prtitle|branchname)$/.test(each.noun));
  slots.parts.main.targets.push(...topic);
  return slots;
}

/** "Before you commit run:" and a block of commands. */
function withCode(slots: Slots, code: readonly string[]): Slots {
  const lines = code
    .map((line) => (line.split(" #")[0] as string).trim())
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

function namedBefore(pieces: readonly Piece[], at: number): Span[] {
  for (let before = at - 1; before >= 0 && before >= at - 2; before--) {
    const spans = (pieces[before] as Piece).slots.parts.main.targets.flatMap((each) => (each.kind === "span" ? [each.span] : []));
    if (spans.length > 0) return spans;
  }
  return [];
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

function unique(drafts: readonly Draft[]): Draft[] {
  const seen = new Set<string>();
  return drafts.filter((draft) => {
    const key = JSON.stringify([draft.effect, draft.matcher, draft.order, draft.replacement, draft.session]);
    return !seen.has(key) && seen.add(key) !== undefined;
  });
}

function reasonOf(pieces: readonly Piece[]): Reason {
  const acts = pieces.flatMap(({ slots }) => slots.parts.main.acts);
  const targets = pieces.flatMap(({ slots }) => slots.parts.main.targets);
  if (acts.length === 0) return "no tool signal";
  return targets.length === 0
    ? "target not named"
    : targets.every((each) => each.kind === "span" && each.span.type === "name")
      ? "code style"
      : "needs judgement";
}
