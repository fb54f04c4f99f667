// Whether a newer note takes the place of an older one. Precision first: a mark on what is still true hides a fact. So what
// happened is never replaced, nor one of several things that can be true at once; the older note must be about the same thing,
// and the newer one must say another value in the same place, tell of a change, or deny what the older one said.

import { type Clause, HAN, type Note } from "./note.ts";

/** A longer text is about more than one thing. */
const LONGEST = 20;

export function isAboutOneThing({ tokens, isHan }: Note): boolean {
  return isBetween(tokens.length, 1, isHan ? 2 * LONGEST : LONGEST);
}

/** Both are notes on one thing; `newer` takes the place of `older`. */
export function replaces(newer: Note, older: Note): boolean {
  if (older.isHan !== newer.isHan || older.isEvent || !isAboutOneThing(older) || !isAboutOneThing(newer)) return false;
  const shared = older.tokens.filter((token) => newer.tokens.includes(token));
  if (shared.length === 0) return false;
  if (denies(newer, older, shared.length)) return true;
  if (newer.adds) return false;
  if ((newer.changes || newer.renewed.size > 0) && tellsChange(newer, older, shared)) return true;
  return [newer, ...newer.clauses].some((clause) => saysOtherwise(newer, older, clause));
}

/** One says that it is so, the other that it is not. */
function denies(newer: Note, older: Note, shared: number): boolean {
  const share = shared / older.tokens.length;
  return newer.denies !== older.denies && shared >= (older.isHan ? 3 : 2) && share >= 0.6;
}

/** It tells of a change of what the older one is about, and the old value is gone or said to have ended. */
function tellsChange(newer: Note, older: Note, shared: readonly string[]): boolean {
  const { tokens } = older;
  if (tokens.length <= (older.isHan ? 8 : 4) && newer.renewed.has(tokens[0] ?? "")) return true;
  if (!isEnough(older, shared.length) || (older.isOneOfMany && !newer.ends)) return false;
  const isGone = newer.ends || shared.length < tokens.length;
  return isGone && (older.isOfSelf || (older.isRole && shared.length > 0.6 * tokens.length) || namesSubject(newer, older));
}

/** Characters are in many words: of them more have to be the same. */
function isEnough({ tokens, isHan }: Note, shared: number): boolean {
  const share = shared / tokens.length;
  return isHan ? shared >= 3 && share >= 0.5 : share >= (shared >= 2 ? 0.4 : 0.5);
}

function namesSubject(newer: Note, older: Note): boolean {
  return older.isHan ? blocksOf(older.tokens, newer.tokens, 2)[0]?.a === 0 : newer.tokens.includes(older.tokens[0] ?? "");
}

/** The same words around one place, in which another value is. */
function saysOtherwise(newer: Note, older: Note, clause: Clause): boolean {
  const gaps = clause.isEvent ? [] : gapsAround(older, clause);
  const [gap, ...more] = gaps.filter(({ had }) => had > 0);
  const most = older.isHan ? 8 : 5;
  if (gap === undefined || more.length > 0 || !isBetween(gap.had, 1, most) || !isBetween(gap.has, 1, most)) return false;
  // "The guest network": a word more before the value makes it another thing.
  if (gaps.slice(0, gaps.indexOf(gap)).some(({ has }) => has > 0) && !newer.changes) return false;
  const values = [...older.tokens.slice(gap.at, gap.at + gap.had), ...clause.tokens.slice(gap.to, gap.to + gap.has)];
  const isNumber = values.every((each) => /^\d/.test(each));
  if ((older.isOneOfMany || newer.isOneOfMany) && !isNumber) return false;
  if (isOtherThing(newer, older, gap, values)) return false;
  return (gap !== gaps[0] && gap.at >= older.subject) || isValueInSubject(newer, older, isNumber);
}

/** One person does several things, web-1 and web-2 do the same; and 音乐老师是方老师 is another subject with a value of its own. */
function isOtherThing(newer: Note, older: Note, gap: Gap, values: readonly string[]): boolean {
  if (gap.at === 0 && values.some((each) => /[a-z]-?\d/.test(each))) return true;
  if (gap.at > 0 && older.namesDoer && !newer.changes) return true;
  return gap.at < older.subject && gap.at + gap.had > older.subject;
}

/** Whose name is where the subject is may be the value: "Chen leads the team", "I have 28 days". */
function isValueInSubject(newer: Note, older: Note, isNumber: boolean): boolean {
  return older.isRole || (older.isOfSelf && isNumber) || (newer.changes && namesSubject(newer, older));
}

/** What is between the words that both have; nothing where these are too few. */
function gapsAround({ tokens, isHan }: Note, clause: Clause): Gap[] {
  const blocks = blocksOf(tokens, clause.tokens, isHan ? 2 : 1);
  const shared = blocks.reduce((sum, { length }) => sum + length, 0);
  const fewest = isHan ? Math.min(3, tokens.length - 1) : 2;
  if (shared < fewest || shared < (isHan ? 0.4 : 0.5) * Math.min(tokens.length, clause.tokens.length)) return [];
  // A short word inside is part of the value: 周二下午四点.
  const isAnchor = ({ a, length }: Block) => !isHan || a === 0 || length > 2 || a + length === tokens.length;
  return gapsOf(blocks.filter(isAnchor), tokens.length, clause.tokens.length);
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

function isBetween(value: number, least: number, most: number): boolean {
  return value >= least && value <= most;
}
