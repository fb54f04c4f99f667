// The sentences around one: what those before it name, what the next one says to use, and what those after it take back.

import { any, commandMatcher } from "../match/patterns.ts";
import type { Matcher } from "../match/rule.ts";
import { FILE_KINDS } from "../kinds/fileKinds.ts";
import { makesException } from "../grammar/leads.ts";
import type { Piece } from "../grammar/clausePieces.ts";
import type { Slots, Target } from "../grammar/slots.ts";
import { BRANCH_NAME, type Span } from "../tokens/spans.ts";
import type { Token } from "../tokens/sentenceTokens.ts";
import { type Draft, spansOf } from "../forms/around.ts";
import { draftsOf } from "../forms/forms.ts";
import { PATH_ACTS } from "../acts/meaning.ts";
import { RARE } from "../forms/meanings.ts";

const targetsOf = ({ slots }: Piece): readonly Target[] => slots.parts.main.targets;

const spansIn = (piece: Piece): Span[] => spansOf(targetsOf(piece));

/** "Migrations are made by a tool; never edit them". */
export const kindsBefore = (before: Piece | undefined): Target[] =>
  before === undefined || before.slots.left.length > 3
    ? []
    : targetsOf(before).filter((each) => each.kind === "noun" && each.noun in FILE_KINDS);

export function namedBefore(pieces: readonly Piece[], at: number): Span[] {
  // "Only `x` creates tags; don't do it by hand": `x` is the one who may.
  if (pieces[at - 1]?.slots.force === "only") return [];
  const near =
    pieces
      .slice(Math.max(0, at - 2), at)
      .filter((each) => !isOtherWay(each, pieces[at]))
      .reverse()
      .map(spansIn)
      .find((each) => each.length > 0) ?? [];
  // "`gen/`: made for `zsh`. Don't edit": what opens the clause is what can be edited.
  const first = pieces[0] === undefined || at === 0 ? [] : spansIn(pieces[0]);
  const isPath = ({ type }: Span): boolean => type === "path";
  if (near.length + first.length === 0) return toldIn(pieces[at - 1]).filter(isPath);
  return near.some(isPath) || !first.every(isPath) || near === first ? near : [...near, ...first];
}

/** "`a` is generated. Edit `b` and run `x`. Never edit either by hand": what is to be edited is not what is forbidden. */
function isOtherWay({ slots }: Piece, own: Piece | undefined): boolean {
  const acts = own?.slots.force === "never" && slots.imperative && slots.force === null ? slots.parts.main.acts : [];
  return acts.some(({ verb }) => own?.slots.parts.main.acts.some((each) => each.verb === verb));
}

/** 合同在 `docs/a/`，别删: where something is told to be. */
function toldIn(before: Piece | undefined): Span[] {
  return before === undefined || before.slots.force !== null ? [] : spansOf(before.slots.parts.place.targets);
}

/** "`gen/` is made by `x`. Do not edit it": a sentence that only tells of files is followed by what is not done to them. */
export function isSubject(pieces: readonly Piece[], at: number): boolean {
  const isPath = ({ type, text }: Span): boolean => type === "path" || BRANCH_NAME.test(text);
  const near = pieces.slice(Math.max(0, at - NEAR), at).findLast((each) => spansIn(each).some(isPath));
  if (near === undefined) return false;
  const { force, imperative, weak, condition, parts } = near.slots;
  const tells = force === null && !imperative && !weak && parts.main.acts.every(({ form }) => form === "ed");
  const named = namedBefore(pieces, at).filter(isPath);
  return tells && condition.every(({ kind }) => kind === "tail") && named.every(({ code, text }) => code && !text.startsWith("*."));
}

/** "`gen/` - made by a tool (do not edit)": brackets that say of what opens the clause what is not done to it. */
export function isAboutFirst(pieces: readonly Piece[], at: number): boolean {
  const [own, first] = [pieces[at]?.slots, pieces[0]];
  const bans = own?.force === "never" && own.parts.main.acts.length > 0 && own.parts.main.acts.every(({ verb }) => verb in PATH_ACTS);
  const before = pieces.slice(0, at);
  const plain = before.every(
    ({ slots: { left, force, parts } }) => left.length < 5 && force === null && parts.main.acts.every(({ form }) => form === "ed"),
  );
  return bans && plain && first !== undefined && first.sentence.tokens[0]?.span?.type === "path" && isSubject(pieces, at);
}

/** "Never commit to `main`, never force-push": an act that is forbidden as such, after a ban that is whole. */
export function isOwnBan(pieces: readonly Piece[], at: number): boolean {
  const isBan = (slots: Slots | undefined): slots is Slots => slots?.force === "never" && slots.parts.main.acts.length > 0;
  const [before, own] = [pieces[at - 1]?.slots, pieces[at]?.slots];
  // "Only edit `src/`, the rest is by others, don't touch it"
  if (
    before?.force === "only" &&
    before.parts.main.targets.length > 0 &&
    own?.force === "never" &&
    pieces[at - 1]?.sentence === pieces[at]?.sentence
  )
    return true;
  return isBan(before) && isBan(own) && own.parts.main.targets.length === 0 && own.parts.main.acts.every(({ verb }) => RARE.has(verb));
}

/** "Do not run `x`. Use `y`." and the other way round. */
export function betterNear(pieces: readonly Piece[], at: number): Span | null {
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

/** What is said later than this is about something else. */
const NEAR = 2;

/** What the sentences after it leave of a reading. */
export function withLater(drafts: readonly Draft[], after: readonly Piece[], slots: Slots): Draft[] {
  const later = after.slice(0, NEAR);
  if (!later.some((each) => takesBack(each, slots))) return [...drafts];
  if (slots.condition.some((each) => each.kind === "when")) return [];
  const fine = permitted(later);
  return drafts.map((each) => ({
    ...each,
    ...(fine === null ? {} : { exception: fine }),
    doubts: [...each.doubts, "a later sentence may make an exception"],
  }));
}

function takesBack({ tokens, slots }: Piece, { parts }: Slots): boolean {
  // "Never use `git add .`, only add what belongs to it": another act is the way to go.
  const { main, place } = slots.parts;
  const way = slots.force === "only" && slots.left.length + slots.condition.length + place.targets.length === 0;
  if (way && main.acts.length === 0 && areOtherCommands(main.targets, parts.main.targets)) return false;
  if (way && main.acts.length > 0 && !main.acts.some((act) => parts.main.acts.some(({ verb }) => verb === act.verb))) return false;
  if (slots.force === "only" && isUseOf(main.targets, parts.main.targets)) return true;
  if (tellsOfOthers(tokens, slots)) return false;
  return makesException(tokens, slots) && draftsOf(slots, { named: [], sure: false, kinds: [], better: null, commands: [] }).length === 0;
}

/** "Never run `terraform apply`; only `terraform plan`": not the banned command, and none that is a use of it. */
function areOtherCommands(named: readonly Target[], banned: readonly Target[]): boolean {
  const all = [...named, ...banned].every((each) => each.kind === "span" && each.span.type === "command" && each.span.sure);
  return all && named.length > 0 && !isUseOf(named, banned);
}

/** "Never `git push`, only `git push --dry-run`" */
function isUseOf(named: readonly Target[], banned: readonly Target[]): boolean {
  const covers = (ban: Span, { words }: Span): boolean => ban.type === "command" && ban.words.every((word, at) => words[at] === word);
  return spansOf(named).some((each) => spansOf(banned).some((ban) => covers(ban, each)));
}

/** "It is kept only so that others work", "the server can run over HTTP": what something else is or can do. */
function tellsOfOthers(tokens: readonly Token[], { force, ahead, parts: { main } }: Slots): boolean {
  if (force === "only") return ahead > 1 && main.targets.length === 0;
  const subject = tokens.find(({ sense }) => sense?.cls !== "filler");
  const other = subject?.kind === "unknown" || subject?.sense?.cls === "noun";
  return force === "permit" && other && main.targets.every(({ kind }) => kind === "noun");
}

/** "`cargo test --doc` is fine." */
function permitted(later: readonly Piece[]): Matcher | null {
  const commands = later
    .flatMap(({ slots }) => (slots.force === "permit" ? slots.parts.main.targets : []))
    .flatMap((each) => (each.kind === "span" && each.span.type === "command" ? [commandMatcher(each.span.words)] : []));
  return commands.length === 0 ? null : any(commands);
}
