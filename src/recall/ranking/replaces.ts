// Whether a newer note takes the place of an older one. Precision first: a mark on what is still true hides a fact. So what
// happened is never replaced, nor one of several things that can be true at once; the older note must be about the same thing,
// and the newer one must say another value in the same place, tell of a change, or deny what the older one said.

import { hasOtherValue, haveNoValues, isOnSame } from "./about.ts";
import { type Clause, HAN, type Note } from "./note.ts";

/** A longer text is about more than one thing. */
const LONGEST = 20;

export function isAboutOneThing({ tokens, isHan }: Note): boolean {
  return isBetween(tokens.length, 1, isHan ? 2 * LONGEST : LONGEST);
}

/** Both are notes on one thing; `newer` takes the place of `older`. */
export function replaces(newer: Note, older: Note): boolean {
  if (older.isHan !== newer.isHan || !isAboutOneThing(older) || !isAboutOneThing(newer) || older.asks || newer.isTentative) return false;
  return !older.isEvent && takesPlace(newer, older);
}

function takesPlace(newer: Note, older: Note): boolean {
  const shared = commonTo(older, newer.tokens);
  if (shared.length === 0) return false;
  if (denies(newer, older)) return true;
  if (addsTo(newer, older)) return false;
  const isChanged = newer.changes || newer.ended.size > 0 || isRenewed(newer, older);
  const onSame = isOnSame(newer, older);
  if (isChanged && namesWhatEnded(newer, older)) return true;
  if (onSame === false) return false;
  if (isChanged && ((onSame === true && givesOther(newer, older)) || tellsChange(newer, older, shared))) return true;
  return [newer, ...newer.clauses].some((clause) => saysOtherwise(newer, older, clause));
}

function addsTo(newer: Note, older: Note): boolean {
  return newer.clauses.some(({ adds, tokens }) => adds && commonTo(older, tokens).length > 0);
}

/** Another value of the same kind, another thing in its place, or a new one. */
function givesOther(newer: Note, older: Note): boolean {
  return hasOtherValue(newer, older) || (TAKES_PLACE.test(newer.text) && haveNoValues(newer, older));
}

const TAKES_PLACE = /[换改转搬迁][成为到用去来]|换了|\b(?:switched|moved|changed)\b.{0,60} to\b/iu;

/** Of Chinese no single characters: they are in many words. */
function commonTo({ tokens, isHan }: Note, others: readonly string[]): readonly string[] {
  if (!isHan) return tokens.filter((token) => others.includes(token));
  return blocksOf(tokens, others, 2).flatMap(({ a, length }) => tokens.slice(a, a + length));
}

function isRenewed(newer: Note, older: Note): boolean {
  return newer.renewed.size > 0 && !older.tokens.includes("新") && ![...older.renewed].some((each) => newer.renewed.has(each));
}

/** One says that it is so, the other that it is not. */
function deniesOf(one: Note, other: Note): boolean {
  return one.clauses.some((clause) => clause.denies && commonTo(other, clause.tokens).length > 0);
}

function denies(newer: Note, older: Note): boolean {
  const shared = older.tokens.filter((token) => newer.tokens.includes(token)).length;
  return deniesOf(newer, older) !== deniesOf(older, newer) && shared >= (older.isHan ? 3 : 2) && shared >= 0.6 * older.tokens.length;
}

/** It tells of a change of what the older one is about, and the old value is gone or said to have ended. */
function tellsChange(newer: Note, older: Note, shared: readonly string[]): boolean {
  if (newer.ends ? older.denies : older.isOneOfMany) return false;
  if (!isEnough(newer, older, shared)) return false;
  const share = shared.length / older.tokens.length;
  return (newer.ends || share < 1) && namesSubject(newer, older);
}

/** "Our new vet", "sold the Skoda", "moved to Porto": what was so is told by one word of the older note. */
function namesWhatEnded(newer: Note, older: Note): boolean {
  const { tokens, subject, isHan } = older;
  return (
    tokens.some((token, at) => at >= Math.max(1, subject) && newer.ended.has(token)) ||
    (isHan && newer.clauses.some((clause) => clause.ends && beginsWithValue(clause, older))) ||
    (older.place >= 0 && older.place === newer.toPlace && startsAlike(newer, older))
  );
}

/** 瑞鹏关门了: of whom or what it tells the end is what the older one says of its subject. */
function beginsWithValue({ tokens: told }: Clause, { tokens, subject }: Note): boolean {
  return blocksOf(tokens.slice(Math.max(2, subject)), told, 2).some(({ b }) => b <= 2);
}

/** Characters are in many words: of them more have to be the same. Numbers and days are what changes. */
function isEnough({ ends }: Note, { tokens, lasting, isHan }: Note, shared: readonly string[]): boolean {
  const same = shared.filter((token) => lasting.includes(token)).length;
  const share = same / Math.max(1, lasting.length);
  if (isHan) return same >= 3 ? share >= 0.5 : ends && same === 2 && share === 1;
  return share >= (same < 2 ? 0.5 : ends && shared[0] === tokens[0] ? 0.3 : 0.4);
}

function startsAlike(newer: Note, older: Note): boolean {
  return commonTo(older, newer.tokens)[0] === older.tokens[0];
}

function namesSubject(newer: Note, { tokens, subject, isHan }: Note): boolean {
  if (isHan) return blocksOf(tokens, newer.tokens, 2)[0]?.a === 0;
  return newer.tokens.includes(tokens[Math.max(0, subject - 1)] ?? "");
}

/** The same words around one place, in which another value is. */
function saysOtherwise(newer: Note, older: Note, clause: Clause): boolean {
  const gaps = clause.isEvent ? [] : gapsAround(older, clause);
  const [gap, ...more] = gaps.filter(({ had }) => had > 0);
  const most = older.isHan ? 8 : 5;
  if (gap === undefined || more.length > 0 || !isBetween(gap.had, 1, most) || !isBetween(gap.has, 1, most)) return false;
  // "The guest network": a word more before the value makes it another thing.
  if (gaps.some(({ has }, at) => has > 0 && (at < gaps.indexOf(gap) || (gap.at === 0 && at > 0))) && !newer.changes) return false;
  const values = [...older.tokens.slice(gap.at, gap.at + gap.had), ...clause.tokens.slice(gap.to, gap.to + gap.has)];
  const isNumber = values.every((each) => /^\d/.test(each));
  if ((older.isOneOfMany || newer.isOneOfMany) && !isNumber) return false;
  if (isOtherThing(newer, older, gap)) return false;
  // Whose name is where the subject is may be the value: "Chen leads the team".
  return (gap !== gaps[0] && gap.at >= older.subject) || older.isRole;
}

/** One person does several things; and 音乐老师是方老师 is another subject with a value of its own. */
function isOtherThing(newer: Note, older: Note, gap: Gap): boolean {
  if (gap.at > 0 && older.namesDoer && !newer.changes) return true;
  return gap.at < older.subject && gap.at + gap.had > older.subject;
}

/** What is between the words that both have; nothing where these are too few. */
function gapsAround({ tokens, isHan }: Note, clause: Clause): Gap[] {
  const blocks = blocksOf(tokens, clause.tokens, isHan ? 2 : 1);
  const shared = blocks.reduce((sum, { length }) => sum + length, 0);
  const fewest = isHan ? Math.min(3, tokens.length - 1) : 2;
  if (shared < fewest || shared < (isHan ? 0.4 : 0.5) * Math.min(tokens.length, clause.tokens.length)) return [];
  return gapsOf(blocks, tokens.length, clause.tokens.length);
}

interface Block {
  readonly a: number;
  readonly b: number;
  readonly length: number;
}

/** Where it begins in both, and how many tokens of each are in it. */
interface Gap {
  readonly at: number;
  readonly to: number;
  readonly had: number;
  readonly has: number;
}

/** Runs that both have, in order: the longest first, then what is left and right of it. */
function blocksOf(a: readonly string[], b: readonly string[], least: number, from: Block = { a: 0, b: 0, length: 0 }): Block[] {
  let best: Block = { a: 0, b: 0, length: 0 };
  for (let at = 0; at < a.length; at++)
    for (let other = 0; other < b.length; other++) {
      let length = 0;
      while (at + length < a.length && a[at + length] === b[other + length]) length++;
      if (length > best.length) best = { a: at, b: other, length };
    }
  // One character is in many words; a number or a name is itself.
  if (best.length === 0 || (best.length < least && HAN.test(a[best.a] ?? ""))) return [];
  const [endA, endB] = [best.a + best.length, best.b + best.length];
  return [
    ...blocksOf(a.slice(0, best.a), b.slice(0, best.b), least, from),
    { a: from.a + best.a, b: from.b + best.b, length: best.length },
    ...blocksOf(a.slice(endA), b.slice(endB), least, { a: from.a + endA, b: from.b + endB, length: 0 }),
  ];
}

/** How many tokens are between the blocks, before the first and behind the last. */
function gapsOf(blocks: readonly Block[], a: number, b: number): Gap[] {
  let [atA, atB] = [0, 0];
  return [...blocks, { a, b, length: 0 }].map((block) => {
    const gap = { at: atA, to: atB, had: block.a - atA, has: block.b - atB };
    [atA, atB] = [block.a + block.length, block.b + block.length];
    return gap;
  });
}

/** Nothing in the newer one tells of a change; but both say how something is, and not of two things. Who asks for it says whether it is the same. */
export function mayBeInPlaceOf(newer: Note, older: Note, asked: ReadonlySet<string>): boolean {
  const isGiven = hasOtherValue(newer, older);
  // "Scheduled the call for 3 May" is an act, and the call was moved all the same.
  const isState =
    (!older.isEvent || (newer.changes && isGiven)) &&
    !older.isTentative &&
    (isGiven || (!older.isOneOfMany && (newer.changes || !newer.isEvent)));
  // "The guest wifi password is" another thing; who did it, or the value, is in front of "is" too.
  const subject = newer.tokens.slice(0, newer.subject);
  const isOther = subject.some((token) => asked.has(token)) && subject.some((token) => !older.tokens.includes(token));
  const saysMore = newer.tokens.some((token) => !older.tokens.includes(token));
  return isState && saysMore && !isOther && !addsTo(newer, older);
}

/** Where both have something of their own between what they have in common: in front of more of it (主库内存, 从库内存), or instead of a word of the question. */
export function contrasts(newer: Note, older: Note, asked: ReadonlySet<string>): { readonly inFront: boolean; readonly instead: boolean } {
  const gapsIn = (of: (note: Note) => readonly string[], most: number) => {
    const [was, is] = [of(older), of(newer)];
    const blocks = blocksOf(was, is, 2);
    return gapsOf(blocks, was.length, is.length).flatMap(({ at, to, had, has }, index) => {
      // What is elsewhere in the other note is the same in another order.
      const lost = was.slice(at, at + had).filter((token) => !is.includes(token));
      const isApart = lost.length > 0 && is.slice(to, to + has).some((token) => !was.includes(token));
      return isApart ? [{ lost, inFront: index < Math.min(most, blocks.length) }] : [];
    });
  };
  const gaps = gapsIn(({ lasting }) => lasting, Number.POSITIVE_INFINITY);
  // A number inside is a value; one at the beginning names the thing: 一楼会议室.
  const all = [...gaps, ...gapsIn(({ tokens }) => tokens, 1)];
  return { inFront: all.some(({ inFront }) => inFront), instead: gaps.some(({ lost }) => lost.some((token) => asked.has(token))) };
}

function isBetween(value: number, least: number, most: number): boolean {
  return value >= least && value <= most;
}
