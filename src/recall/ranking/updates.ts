// What is true now: of two notes on the same thing with another value, the newer one comes first and the older one is marked
// with the day until which it held. And what only repeats a source (an answer of ours, a digest, the question itself)
// comes behind it. Found among the best of a search, by their words and days; nothing is stored.

import { mayNameDay, NO_DAY, readDays } from "../days/days.ts";
import { isPiece } from "../reading/pieces.ts";
import { isPerson } from "../reading/speakers.ts";
import { readWords } from "../reading/words.ts";
import type { Unit } from "../units/units.ts";
import { hasOtherValue, isOnSame } from "./about.ts";
import { CHANGE_OF, HAN, LONGEST_TEXT, type Note, readNote, STEM } from "./note.ts";
import { contrasts, isAboutOneThing, mayBeInPlaceOf, replaces } from "./replaces.ts";

export interface Judged {
  readonly unit: Unit;
  readonly document: string;
  /** It is in a session, and not in a document. */
  readonly isSession: boolean;
  readonly score: number;
}

/** Further down the order says little. */
const LOOKED_AT = 24;
const FEW = 3;

interface Read extends Note {
  /** Its terms; of Chinese no single characters, which are in many words. */
  readonly words: ReadonlySet<string>;
  /** The same, but of Chinese the characters: a word may be said by one of them (保留, 只留). */
  readonly said: readonly string[];
  readonly day: string | null;
}

/** The same in a better order, each with the day on which something newer took its place. `isFixed`: days were asked for, and decide. */
export function currentFirst<T extends Judged>(
  ordered: readonly T[],
  { asked, isFixed, asksState }: { readonly asked: ReadonlySet<string>; readonly isFixed: boolean; readonly asksState: boolean },
): (T & { readonly until?: string | null })[] {
  const head = ordered
    .slice(0, LOOKED_AT)
    .map((each, rank) => ({ each, rank, read: readUnit(each.unit), until: undefined as Ranked["until"] }));
  const named = [...asked].filter((word) => head.filter(({ read }) => read.words.has(word)).length <= FEW);
  const question = { asked, asksState, named };
  for (let at = 0; at < head.length; at++) {
    // Three notes may each take the place of another one in a circle: whoever gave this place up does not get it again.
    const left = new Set<Judged>();
    for (let other = at + 1; other < head.length; other++) {
      const [first, second] = [head[at] as (typeof head)[number], head[other] as (typeof head)[number]];
      const verdict = compare(first, second, question);
      if (verdict === "second is newer") first.until = laterOf(first.until, second.read.day);
      if (verdict === "first is newer") second.until = laterOf(second.until, first.read.day);
      const isEcho = verdict === null && (repeats(first, second) || isQuestion(first, asked)) && !isQuestion(second, asked);
      if (!isFixed && !left.has(second.each) && (verdict === "second is newer" || verdict === "second answers later" || isEcho)) {
        left.add(first.each);
        head.splice(other, 1);
        head.splice(at, 0, second);
        other = at; // What now is here is compared with all behind it.
      }
    }
  }
  return [...head.map(({ each, until }) => (until === undefined ? each : { ...each, until })), ...ordered.slice(LOOKED_AT)];
}

interface Known {
  readonly each: Judged;
  readonly read: Read;
}

interface Ranked extends Known {
  /** Its place before anything is moved. */
  readonly rank: number;
  /** Since when something newer is known to say otherwise. */
  until: string | null | undefined;
}

interface Question {
  readonly asked: ReadonlySet<string>;
  readonly asksState: boolean;
  /** Those of its words that few of the hits have: they say what it is about. */
  readonly named: readonly string[];
}

/** What the notes say of each other; where that is nothing, what the question says of both. */
function compare(first: Ranked, second: Ranked, question: Question): "first is newer" | "second is newer" | "second answers later" | null {
  const verdict = judge(first, second);
  if (verdict !== null || !question.asksState) return verdict;
  if (second.until === undefined && answersLater(second, first, question) === "otherwise") return "first is newer";
  const later = first.until === undefined ? answersLater(first, second, question) : null;
  return later === "otherwise" ? "second is newer" : later === "later" ? "second answers later" : null;
}

/**
 * Who asks how something is wants the newer of two short notes that have the same words of the question: in its place, if
 * these are enough to say what both are about. In talk the order says more.
 */
function answersLater(first: Ranked, second: Ranked, { asked, named }: Question): "later" | "otherwise" | null {
  const [older, newer] = [first.read, second.read];
  // A character says too little.
  if (!mayFollow(first, second) || ![...asked].some((word) => newer.words.has(word))) return null;
  const tokens = tokensAsked(asked);
  const areBest = first.rank <= 1 && second.rank <= 2;
  if (tellsOfBoth(newer, older, tokens) || (areBest && changesNamed(newer, older, named))) return "otherwise";
  const common = older.said.filter((word) => asked.has(word));
  const known = common.filter((word) => newer.said.includes(word)).length;
  if (known < Math.max(0.5 * common.length, 1)) return null;
  const isAll = known === common.length;
  const { inFront: isOther, instead } = contrasts(newer, older, tokens);
  const isCue = tellsOfChange(newer);
  // It has not all of them: then it should tell of a change, or answer about as well.
  if (!isAll && !isCue && (isOther || second.each.score < NEARLY * first.each.score)) return null;
  const isEnough = !isOther && areEnough(newer, older, { known, share: known / common.length, instead });
  return isEnough && mayBeInPlaceOf(newer, older, tokens) ? "otherwise" : "later";
}

/** Not all of them are enough with another value of one kind, or with a change of what several of them name. */
function areEnough(
  newer: Note,
  older: Note,
  { known, share, instead }: { readonly known: number; readonly share: number; readonly instead: boolean },
): boolean {
  const isGiven = hasOtherValue(newer, older);
  if (share === 1) return known >= (older.isHan && !isGiven ? 3 : 2);
  if (!isGiven) return tellsOfChange(newer) && known >= (older.isHan ? 4 : 2);
  return tellsOfChange(newer) || (share > 0.5 && !instead);
}

/** It tells of a change of something that the question names, in clauses of its own, and not of another thing in the same words. */
function changesNamed(newer: Read, older: Read, named: readonly string[]): boolean {
  if (!CHANGE_OF.test(newer.text) || newer.adds || older.isEvent) return false;
  if (!named.some((word) => newer.words.has(word) && older.words.has(word))) return false;
  const isIn = (note: Note) => (token: string) => note.tokens.includes(token);
  const isAlike = newer.clauses.some(({ lasting }) => lasting.filter(isIn(older)).length >= 0.5 * lasting.length);
  const isKept = older.subject === 0 || older.tokens.slice(0, older.subject).some(isIn(newer));
  return !isAlike || (isKept && isOnSame(newer, older) !== false);
}

/** "Killed Redux; state is Zustand": one clause is on the older value, another one on what is asked for. */
function tellsOfBoth(newer: Note, older: Note, asked: ReadonlySet<string>): boolean {
  const said = older.tokens.filter((token, at) => at >= Math.min(1, older.subject) && !asked.has(token) && isName(token, older));
  const [onValue, onSubject] = [said, [...asked].filter((token) => older.tokens.includes(token))].map((words) =>
    newer.clauses.filter(({ tokens }) => words.some((word) => tokens.includes(word))),
  );
  return onValue?.some((clause) => !onSubject?.includes(clause)) === true && onSubject?.some(({ isEvent }) => !isEvent) === true;
}

/** Written with a capital, or with a sign or number inside. */
function isName(token: string, { text }: Note): boolean {
  const at = text.toLowerCase().indexOf(token);
  return /\p{Lu}/u.test(text[at] ?? "") || /[\d@]/.test(token);
}

function tellsOfChange({ changes, renewed }: Note): boolean {
  return changes || renewed.size > 0;
}

function mayFollow(first: Ranked, second: Ranked): boolean {
  if (first.rank > BEST || second.rank > NEXT) return false;
  if (first.read.isHan !== second.read.isHan || second.read.isTentative || orderOf(first, second) >= 0) return false;
  return [first, second].every(({ each, read }) => mayUpdate(each.unit) && isAboutOneThing(read));
}

const NEARLY = 0.35;
/** What is further down has a word of the question, and seldom answers it. */
const BEST = 2;
const NEXT = 7;

/** The words of the question as a note has them. */
function tokensAsked(asked: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...asked].flatMap((term) => (HAN.test(term[0] ?? "") ? [...term] : [term.slice(0, STEM)])));
}

/** The first day on which it no longer held is not known where several follow: the nearest to it counts. */
function laterOf(known: string | null | undefined, day: string | null): string | null {
  return known === undefined || known === null || (day !== null && day < known) ? day : known;
}

export interface Superseded {
  readonly older: Unit;
  readonly newer: Unit;
  /** The newer one's day; null: nobody wrote it down. */
  readonly since: string | null;
}

/** Among the units of one document, each with the first one below it that says otherwise. */
export function supersededIn(units: readonly Unit[]): Superseded[] {
  const read = units.map((unit) => ({ each: { unit, document: "", isSession: false, score: 0 }, read: readUnit(unit) }));
  return read.flatMap((older): Superseded[] => {
    const newer = read.find((other) => other !== older && judge(older, other) === "second is newer");
    return newer === undefined ? [] : [{ older: older.each.unit, newer: newer.each.unit, since: newer.read.day }];
  });
}

/** Those of `others` that bring a newer value for what this unit says, in no order. */
export function updatesOf<T extends Judged>(one: Judged, others: readonly T[]): T[] {
  const first = { each: one, read: readUnit(one.unit) };
  return others.filter((each) => judge(first, { each, read: readUnit(each.unit) }) === "second is newer");
}

/** The words by which a note on the same thing would be found; none where the text is about more than one thing. */
export function subjectOf(unit: Unit): readonly string[] {
  const { words } = readUnit(unit);
  return words.size > SUBJECT ? [] : [...words];
}

const SUBJECT = 16;

function judge(a: Known, b: Known): "first is newer" | "second is newer" | null {
  const order = orderOf(a, b);
  if (order === 0 || !mayUpdate(a.each.unit) || !mayUpdate(b.each.unit)) return null;
  const [older, newer] = order < 0 ? [a, b] : [b, a];
  if (!replaces(newer.read, older.read)) return null;
  return newer === b ? "second is newer" : "first is newer";
}

/** Notes, and what the person told an assistant, which only says it again. In talk between people few words are a note. */
function mayUpdate({ speaker }: Unit): boolean {
  return speaker === undefined || isPerson(speaker);
}

/** By their days; without them, a line that tells of a change is newer than what is above it, or has no day at all. */
function orderOf(a: Known, b: Known): number {
  if (a.read.day !== null && b.read.day !== null && a.read.day !== b.read.day) return a.read.day < b.read.day ? -1 : 1;
  const [changesA, changesB] = [a.read.changes, b.read.changes];
  if (a.read.day !== null && b.read.day === null) return changesA ? 1 : 0;
  if (b.read.day !== null && a.read.day === null) return changesB ? -1 : 0;
  if (a.each.document !== b.each.document || changesA === changesB) return 0;
  return changesB ? -1 : 1;
}

/** A session's text, or a day's, that says nearly all that a source says. */
function repeats(echo: Known, source: Known): boolean {
  const isEcho =
    (echo.each.isSession && !source.each.isSession) ||
    (!source.each.isSession && source.read.day === null && echo.each.unit.day !== undefined);
  if (!isEcho || source.read.words.size === 0) return false;
  const shared = [...source.read.words].filter((word) => echo.read.words.has(word)).length;
  return shared >= 2 && shared >= 0.6 * source.read.words.size;
}

/** What was asked before in the same words answers nothing. */
function isQuestion({ each, read }: Known, asked: ReadonlySet<string>): boolean {
  if (!each.isSession || each.unit.speaker !== "you") return false;
  const fresh = [...read.words].filter((word) => !asked.has(word)).length;
  return fresh <= (/[?？]\s*$/.test(each.unit.text) ? 2 : 0);
}

function readUnit(unit: Unit): Read {
  const note = readNote(unit.text);
  const text = unit.text.length > LONGEST_TEXT ? "" : unit.text.replace(/^#{1,6} .*$/gm, "");
  const words = readWords(text).terms.filter((term) => !isPiece(term) && !HAN.test(term));
  return { ...note, words: new Set(words), said: [...new Set(note.isHan ? note.tokens : words)], day: unit.day ?? writtenDay(unit.text) };
}

/** A line that begins or ends with its day says when it was noted. */
function writtenDay(text: string): string | null {
  // A day takes more than its year.
  if (!/\d{4}/.test(text) || !mayNameDay(text.replace(/\d{4}/, " "))) return null;
  const [first] = readDays(text, NO_DAY);
  // "Yesterday" says nothing where nobody knows the day on which it was said.
  return first !== undefined && first.from === first.to && text.includes(first.from.slice(0, 4)) ? first.from : null;
}
