// One clause to drafts: its sentences in order, each with the headings, leads and labels that hold for it.

import { asksFor, type Reason, reasonOf } from "../explain/whyAdvice.ts";
import type { Around, Draft } from "../forms/around.ts";
import { draftsOf } from "../forms/forms.ts";
import { BESIDE, inParts, orderAlone, type SentencePart } from "./inParts.ts";
import { likely } from "./likely.ts";
import type { Clause } from "../grammar/clauses.ts";
import { withGit } from "../grammar/gitWords.ts";
import { type Lead, leadsOf } from "../grammar/leads.ts";
import { isQuestion, type Piece, piecesOf } from "../grammar/clausePieces.ts";
import { respelled, withCommas } from "../grammar/respelled.ts";
import type { Slots } from "../grammar/slots.ts";
import type { Span } from "../tokens/spans.ts";
import { tableText } from "../grammar/tables.ts";
import { readTokens } from "../tokens/sentenceTokens.ts";
import { fromBlock, namesChecks, opensBlock, opensList, withCode } from "./blockBelow.ts";
import { createsAnything, deletesAnything, isElsewhere, isLimitedText, namesFiles, namesReplies, withDoubts } from "./doubts.ts";
import { onChanged } from "./afterChanges.ts";
import { inContext } from "./inContext.ts";
import { betterNear, isAboutFirst, isOwnBan, isSubject, kindsBefore, namedBefore, withLater } from "./neighbours.ts";

export interface ClauseReading {
  readonly drafts: readonly Draft[];
  /** Why nothing is held; of no account where something is. */
  readonly reason: Reason;
  /** It tells somebody to do or leave something. */
  readonly directive: boolean;
}

/** Longer sentences are stories. */
const MOST_TOKENS = 70;

/** What is said in longer texts belongs to a story. */
const LONGEST = 900;

const MOST_LIKELY = 12;

export function readClause(clause: Clause): ClauseReading {
  const text = clause.kind === "row" ? tableText(clause) : clause.text;
  const { leads, example } = leadsOf(clause);
  if (text === null || example) return { drafts: [], reason: "no tool signal", directive: false };
  const { language, sentences } = readTokens(withGit(respelled(text), clause));
  const pieces = piecesOf(sentences, language.verbLast);
  const directive =
    pieces.some((each) => each.slots.force !== null || each.slots.imperative || asksFor(each)) ||
    leads.some((lead) => lead.closed && lead.slots.force !== null);
  const commands = sentences.flatMap(({ tokens }) => tokens.flatMap((each) => (each.span?.type === "command" ? [each.span] : [])));
  const context: Context = { clause, leads, pieces, commands, verbLast: language.verbLast };
  const drafts = pieces.flatMap((piece, at) => readPiece(context, at).filter(({ order }) => !isTrigger(piece, order)));
  const spaced = drafts.length === 0 && language.name === "zh" ? withCommas(text) : text;
  if (spaced !== text && clause.kind !== "row") return guessedCommas(readClause({ ...clause, text: spaced }));
  return { drafts: unique(drafts), reason: reasonOf(pieces), directive: directive || drafts.length > 0 };
}

const guessedCommas = (reading: ClauseReading): ClauseReading => ({
  ...reading,
  drafts: reading.drafts.map((each) => ({ ...each, doubts: [...each.doubts, "where its parts end is a guess"] })),
});

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
  const { slots, about, apart } = inContext(context.leads, pieces, at);
  const last = at === pieces.length - 1 && opensBlock(clause.text.replaceAll("**", "").trimEnd());
  if (last && opensList(slots, clause)) return [];
  const checks = namesChecks(slots);
  const whole = last ? withCode(slots, clause.code) : slots;
  const found = draftsOf(whole, {
    named: isOwnBan(pieces, at) ? [] : namedBefore(pieces, at),
    sure: isSubject(pieces, at),
    kinds: kindsBefore(pieces[at - 1]),
    better: betterNear(pieces, at),
    commands,
  });
  // "Mocha (not Jest)"
  const ofMessages = found.some(({ matcher }) => matcher.kind === "message");
  if (at > 0 && piece.sentence.aside && onlyTells(whole) && !ofMessages && !isAboutFirst(pieces, at)) return [];
  // "No emoji in replies" is no word about files.
  const spoken = found.some(({ matcher }) => matcher.kind === "reply") && namesReplies(clause.text);
  const kept = found.filter(
    ({ effect, matcher }) =>
      effect !== "deny" ||
      (!spoken &&
        (!deletesAnything(matcher) || namesFiles(clause.text)) &&
        (!createsAnything(matcher) || NEW.test(clause.text)) &&
        !isElsewhere(matcher, clause.text)),
  );
  const own = last
    ? kept.map((each) => fromBlock(each, { checks, own: !whole.queued && !piece.sentence.aside && standsAlone(pieces[at - 1]) }, clause))
    : kept;
  const doubted = own
    .map((each) => onMain(onChanged(each, piece.tokens), piece))
    .map((each) => withDoubts(each, { clause, pieces, at, slots: whole, about: about !== null, apart }))
    .filter((each) => !isLimitedText(each));
  if (doubted.length === 0) return likelyIn(context, at, whole);
  return withLater(doubted, pieces.slice(at + 1), whole);
}

const DIRECT = /^(?:direct|directly|directo|directamente|diretamente|direkt|directement)$|直接|直推/i;

/** "No direct pushes": those to the main branch. */
function onMain(draft: Draft, { tokens }: Piece): Draft {
  const { effect, matcher, doubts } = draft;
  const every = matcher.kind === "git" && matcher.actions.join() === "push" && matcher.branches === undefined && matcher.force !== true;
  if (!every || effect !== "deny" || !tokens.some(({ text }) => DIRECT.test(text))) return draft;
  return { ...draft, matcher: { ...matcher, branches: ["main", "master"] }, doubts: [...doubts, "which branch is meant is a guess"] };
}

const NEW = /\bnew\b|新|neue|nuev|nouv|nov[oa]/i;

/** Below "before you change a file, read its guide": "`*.go` → go-guide" says for which files. */
const isTrigger = ({ sentence }: Piece, order: Draft["order"]): boolean =>
  /^[→⇒]$/.test(sentence.end) && order?.needs.every(({ kind }) => kind === "read") === true;

/** "Formatting - run before each commit:" is as much a title. */
const standsAlone = (before: Piece | undefined): boolean => before === undefined || /^[.!。！]$/.test(before.sentence.end);

/** What the sentence may mean where the closed grammar found nothing, or nothing that stays. */
function likelyIn({ clause: { text, heading, leads }, pieces, verbLast }: Context, at: number, slots: Slots): Draft[] {
  const piece = pieces[at];
  if (piece === undefined || pieces.length > MOST_LIKELY || text.length > LONGEST) return [];
  const named = namedBefore(pieces, at).filter(({ code, type }) => code && type === "name");
  const above = [...heading.slice(-1), ...leads].join(" ");
  const sight = { slots, tokens: piece.tokens, text, above, verbLast, aside: piece.sentence.aside, named };
  const found = likely(sight);
  if (found.length > 0 || piece.sentence.aside) return found;
  const alone = orderAlone(piece.tokens, verbLast);
  const ordered = alone === null ? [] : draftsOf(alone, NOTHING_AROUND).filter(({ order }) => order !== undefined);
  if (ordered.length > 0) return ordered.map((each) => ({ ...each, doubts: [...each.doubts, BESIDE] }));
  const inPart = (part: SentencePart): readonly Draft[] => {
    const read = part.slots.left.length > 0 ? [] : draftsOf(part.slots, { ...NOTHING_AROUND, named: part.named });
    return read.length > 0 || part.slots.force === "only" ? read : likely({ ...sight, ...part, named: [], aside: false });
  };
  return inParts(piece.tokens, verbLast, inPart).filter(
    ({ matcher }) => !deletesAnything(matcher) && (!createsAnything(matcher) || NEW.test(text)),
  );
}

const NOTHING_AROUND: Around = { named: [], sure: false, kinds: [], better: null, commands: [] };

/** A story, a question, or "❌ `git commit` → `git push`": the steps of something. */
function isNoRule(piece: Piece): boolean {
  const { slots, sentence } = piece;
  // "(e.g. `fetchUser` instead of `get`)"
  if (sentence.tokens[0]?.sense?.cls === "such") return true;
  return sentence.tokens.length > MOST_TOKENS || isQuestion(piece) || (slots.marked && /[→⇒]/.test(sentence.end));
}

/**
 * In brackets: "`make check` (runs `tox`)" tells what a command does, "batch 1 (no dependencies)" describes, and
 * "the seed file (don't commit)" is about what was before.
 */
function onlyTells({ parts: { main }, branches, consent }: Slots): boolean {
  if (main.acts.length === 0) return main.targets.every((each) => each.kind === "noun");
  return main.acts[0]?.form === "s" || (main.targets.length + branches.length === 0 && consent === null);
}

/** Each once; "Never amend. Only amend if the user says so": what may be asked about is not denied. */
function unique(drafts: readonly Draft[]): readonly Draft[] {
  if (drafts.length < 2) return drafts;
  const seen = new Set<string>();
  const about = ({ matcher, session }: Draft): string => JSON.stringify([matcher, session]);
  const asked = new Set(drafts.filter(({ effect, doubts }) => effect === "ask" && doubts.length === 0).map(about));
  return drafts.filter((draft) => {
    if (draft.effect === "deny" && asked.has(about(draft))) return false;
    const key = JSON.stringify([draft.effect, draft.matcher, draft.order, draft.replacement, draft.session]);
    return !seen.has(key) && seen.add(key) !== undefined;
  });
}
