// What is true now: of two dated notes on the same thing the newer one comes first, and the older one is marked: with the day
// until which it held, where the newer one tells of a change; else with the day of the newer one, which may say otherwise. And
// what only repeats a source (an answer of ours, a digest, the question itself) comes behind it. Found among the best of a
// search, by their words and days; nothing is stored.

import { mayNameDay, NO_DAY, readDays } from "../days/days.ts";
import { isPiece } from "../reading/wordPieces.ts";
import { isPerson } from "../reading/speakers.ts";
import { readWords } from "../reading/tokeniser.ts";
import type { Unit } from "../units/units.ts";
import { endedIn, tellsOfChange } from "./changes.ts";

export interface Judged {
  readonly unit: Unit;
  readonly document: string;
  /** It is in a session, and not in a document. */
  readonly isSession: boolean;
  readonly score: number;
  /** Found through the best hit, which it tells a change of, and not by the question. */
  readonly isLinked?: true;
}

/** What something newer says of a note. */
export interface Mark {
  /** It says otherwise, since this day; null: since a day that nobody wrote down. */
  readonly until?: string | null;
  /** It is of this day and about the same; whether it says otherwise is not certain. */
  readonly newer?: string;
}

/** Further down the order says little. */
const LOOKED_AT = 24;
/** What is further down has a word of the question, and seldom answers it. */
const BEST = 4;
const NEXT = 7;
/** Of the question's words, so many are in two notes on the same thing; and of the older note's. */
const OF_QUESTION = 1 / 3;
const OF_OLDER = 1 / 4;
/** Where nothing tells of a change, the newer one comes first if it answers nearly as well. */
const NEARLY = 0.75;
const ENOUGH = 0.35;
/** Of the older note's words, where they have one word of the question in common. */
const OF_OLDER_ALONE = 1 / 2;
const ALIKE = 1 / 3;
/** A longer text is about more than one thing; Chinese says as much in a third of the characters. */
const LONGEST = 300;

interface Known {
  readonly each: Judged;
  /** Its terms; of Chinese no single characters, which are in many words. */
  readonly words: ReadonlySet<string>;
  /** The same, but of Chinese the characters: a word may be said by one of them (保留, 只留). */
  readonly said: ReadonlySet<string>;
  readonly day: string | null;
  readonly changes: boolean;
  /** What it names in telling that something ended. */
  readonly ended: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
}

interface Question {
  /** Its words, each with its forms. */
  readonly words: readonly (readonly string[])[];
  /** It asks how something is, and not what happened. */
  readonly asksState: boolean;
}

/** The same in a better order, each with its mark. `isFixed`: days were asked for, and decide. */
export function currentFirst<T extends Judged>(
  ordered: readonly T[],
  { words, isFixed, asksState }: Question & { readonly isFixed: boolean },
): (T & Mark)[] {
  const head = ordered.slice(0, LOOKED_AT).map((each, rank) => ({ ...readUnit(each), each, rank, mark: { shared: 0 } as Marked }));
  const question = { words: words.filter((forms) => head.some((note) => holds(note, forms))), asksState, head };
  for (let at = 0; at < head.length; at++) {
    // Three notes may each take the place of another one in a circle: whoever gave this place up does not get it again.
    const left = new Set<Judged>();
    for (let other = at + 1; other < head.length; other++) {
      const [first, second] = [head[at] as (typeof head)[number], head[other] as (typeof head)[number]];
      const verdict = judge(first, second, question);
      if (verdict !== null) verdict.older.mark = marked(verdict.older.mark, verdict);
      const isBehind = verdict === null ? isEcho(first, second, question) : verdict.older === first && comesFirst(verdict);
      if (isBehind && !isFixed && !left.has(second.each)) {
        left.add(first.each);
        head.splice(other, 1);
        head.splice(at, 0, second);
        other = at; // What now is here is compared with all behind it.
      }
    }
  }
  return [...head.map(({ each, mark: { shared, ...mark } }) => ({ ...each, ...mark })), ...ordered.slice(LOOKED_AT)];
}

/** While notes are compared: how many words it has in common with the one that is named. */
type Marked = Mark & { readonly shared: number };

interface Ranked extends Known {
  /** Its place before anything is moved. */
  readonly rank: number;
  mark: Marked;
}

interface Verdict<T extends Known> {
  readonly older: T;
  readonly newer: T;
  readonly isCertain: boolean;
}

function judge(a: Ranked, b: Ranked, question: Question & { readonly head: readonly Ranked[] }): Verdict<Ranked> | null {
  const order = orderOf(a, b);
  if (order === 0 || a.rank > NEXT || b.rank > NEXT) return null;
  const [older, newer] = order < 0 ? [a, b] : [b, a];
  if (older.rank > BEST) return null;
  if (namesWhatEnded(older, newer)) return { older, newer, isCertain: true };
  if (takesPlace(older, newer)) return { older, newer, isCertain: !contrasts(older, newer) };
  if (older.rank === 0 && newer.each.isLinked === true) return { older, newer, isCertain: false };
  if (!isOnSame(older, newer, question)) return null;
  // What it changes is what answers the question best, and not all that has a word of it.
  const askedIn = (note: Known) => question.words.filter((forms) => holds(note, forms)).length;
  const isAnswer = !question.head.some((each) => each.rank <= BEST && orderOf(each, newer) < 0 && askedIn(each) > askedIn(older));
  return { older, newer, isCertain: newer.changes && isAnswer && !contrasts(older, newer) };
}

function isOnSame(older: Known, newer: Known, { words, asksState }: Question): boolean {
  // Without a day the order of two lines says little.
  if (older.day === null || newer.day === null || !(newer.changes || asksState)) return false;
  const asked = words.filter((forms) => holds(older, forms) && holds(newer, forms)).length;
  if (asked === 0 || asked < OF_QUESTION * words.length) return false;
  const shared = sharedBy(older, newer);
  const isSaidAgain = shared === newer.said.size || (shared === older.said.size && !newer.changes);
  const least = newer.changes || asked > 1 ? OF_OLDER : OF_OLDER_ALONE;
  return !isSaidAgain && shared >= least * older.said.size;
}

/** The same word behind another one: the staging timeout, the production timeout. */
function contrasts(older: Known, newer: Known): boolean {
  const [was, is] = [[...older.words], [...newer.words]];
  const shared = was.find((word) => newer.words.has(word)) ?? "";
  const [before, after] = [was[was.indexOf(shared) - 1], is[is.indexOf(shared) - 1]];
  return before !== undefined && after !== undefined && before !== after && !older.words.has(after);
}

/** "Cancelled Sentry": a name in what the older one says is no more. */
function namesWhatEnded(older: Known, newer: Known): boolean {
  return newer.changes && [...older.names].some((word) => newer.ended.has(word));
}

/** Words with a capital, or in Latin letters among Chinese, but for the first word. */
function namesIn(text: string): readonly string[] {
  const isHan = /\p{Script=Han}/u.test(text);
  const words = isHan
    ? text.match(/[\p{Script=Latin}\d]+/gu)
    : text
        .match(/[\p{L}\p{N}]+/gu)
        ?.slice(1)
        .filter((word) => /^\p{Lu}/u.test(word));
  return readWords(words?.join(" ") ?? "").terms;
}

function comesFirst({ older, newer }: Verdict<Known>): boolean {
  if (!newer.changes) return newer.each.score >= NEARLY * older.each.score;
  const isAlike = sharedBy(older, newer) >= ALIKE * Math.min(older.said.size, newer.said.size);
  return isAlike || newer.each.score >= ENOUGH * older.each.score;
}

/** Of several newer ones the one most like it counts; of those as like, the first that tells of a change. */
function marked(known: Marked, { older, newer, isCertain }: Verdict<Known>): Marked {
  const { day } = newer;
  const shared = sharedBy(older, newer) + (isCertain ? 0.5 : 0);
  const isLess = shared < known.shared || (shared === known.shared && (!isCertain || (day ?? "") >= (known.until ?? "")));
  if (isLess || (day === null && !isCertain)) return known;
  return isCertain ? { until: day, shared } : { newer: day as string, shared };
}

function holds({ words }: Known, forms: readonly string[]): boolean {
  return forms.some((form) => words.has(form));
}

function sharedBy(a: Known, b: Known): number {
  let count = 0;
  for (const word of a.said) if (b.said.has(word)) count++;
  return count;
}

export interface Superseded {
  readonly older: Unit;
  readonly newer: Unit;
  /** The newer one's day; null: nobody wrote it down. */
  readonly since: string | null;
}

/** Among the units of one document, each with the first one below it that tells of a change of most that it says. */
export function supersededIn(units: readonly Unit[]): Superseded[] {
  const read = units.map((unit) => readUnit({ unit, document: "", isSession: false, score: 0 }));
  return read.flatMap((older): Superseded[] => {
    const newer = read.find(
      (other) => other !== older && orderOf(older, other) < 0 && takesPlace(older, other) && !contrasts(older, other),
    );
    return newer === undefined ? [] : [{ older: older.each.unit, newer: newer.each.unit, since: newer.day }];
  });
}

/** It tells of a change of what the older one says, without a question that names what both are about. */
function takesPlace(older: Known, newer: Known): boolean {
  return newer.changes && sharedBy(older, newer) >= Math.max(2, OF_ALONE * older.said.size);
}

const OF_ALONE = 0.6;

/** Those of `others` that tell of a change of what this unit says, in no order. */
export function updatesOf<T extends Judged>(one: Judged, others: readonly T[]): T[] {
  const older = readUnit(one);
  return others.filter((each) => {
    const newer = readUnit(each);
    return (
      orderOf(older, newer) < 0 && newer.changes && (namesWhatEnded(older, newer) || sharedBy(older, newer) >= OF_OLDER * older.said.size)
    );
  });
}

/** The words by which a note on the same thing would be found; none where the text is about more than one thing. */
export function subjectOf(unit: Unit): readonly string[] {
  const { words } = readUnit({ unit, document: "", isSession: false, score: 0 });
  return words.size > SUBJECT ? [] : [...words];
}

const SUBJECT = 16;

/** Notes, and what the person told an assistant, which only says it again. In talk between people few words are a note. */
function mayUpdate({ speaker }: Unit): boolean {
  return speaker === undefined || isPerson(speaker);
}

/** By their days; without them, a line that tells of a change is newer than others of its document (of two such lines the later one is),
 * and than what has no day at all. */
function orderOf(a: Known, b: Known): number {
  if (!mayUpdate(a.each.unit) || !mayUpdate(b.each.unit)) return 0;
  if (a.day !== null && b.day !== null && a.day !== b.day) return a.day < b.day ? -1 : 1;
  return Number(isLater(a, b)) - Number(isLater(b, a));
}

function isLater(a: Known, b: Known): boolean {
  if (!a.changes) return false;
  if (a.day !== b.day) return b.day === null;
  return a.each.document === b.each.document && (!b.changes || lineOf(a) > lineOf(b));
}

const lineOf = ({ each }: Known): number => each.unit.lines?.[0] ?? 0;

function isEcho(first: Known, second: Known, question: Question): boolean {
  return (repeats(first, second) || isQuestion(first, question)) && !isQuestion(second, question);
}

/** A session's text, or a day's, that says nearly all that a source says. */
function repeats(echo: Known, source: Known): boolean {
  const isEcho =
    (echo.each.isSession && !source.each.isSession) || (!source.each.isSession && source.day === null && echo.each.unit.day !== undefined);
  const shared = isEcho ? sharedBy(source, echo) : 0;
  return shared >= 2 && shared >= 0.6 * source.said.size;
}

/** What was asked before in the same words answers nothing. */
function isQuestion({ each, words }: Known, question: Question): boolean {
  if (!each.isSession || each.unit.speaker !== "you") return false;
  const asked = new Set(question.words.flat());
  const fresh = [...words].filter((word) => !asked.has(word)).length;
  return fresh <= (/[?？]\s*$/.test(each.unit.text) ? 2 : 0);
}

function readUnit<T extends Judged>(each: T): Known & { readonly each: T } {
  const { unit } = each;
  const isLong = unit.text.length > LONGEST || (unit.text.match(/\p{Script=Han}/gu)?.length ?? 0) > LONGEST / 3;
  const text = isLong ? "" : unit.text.replace(/^#{1,6} .*$/gm, "");
  // They tell when and that, not what.
  const about = text.replace(/\d{4}-\d{2}-\d{2}|现在|目前|如今|已经/gu, " ");
  const words = new Set(readWords(about).terms.filter((term) => !isPiece(term) && !HAN.test(term)));
  const said = new Set([...words].flatMap((word) => (PAIR.test(word) ? [...word] : [word])));
  const ended = new Set(readWords(endedIn(text)).terms);
  const names = new Set(namesIn(about));
  return { each, words, said, ended, names, day: unit.day ?? writtenDay(unit.text), changes: tellsOfChange(text) };
}

const HAN = /^\p{Script=Han}$/u;
const PAIR = /^\p{Script=Han}{2,}$/u;

/** A line that begins or ends with its day says when it was noted. */
function writtenDay(text: string): string | null {
  // A day takes more than its year.
  if (!/\d{4}/.test(text) || !mayNameDay(text.replace(/\d{4}/, " "))) return null;
  const [first] = readDays(text, NO_DAY);
  // "Yesterday" says nothing where nobody knows the day on which it was said.
  return first !== undefined && first.from === first.to && text.includes(first.from.slice(0, 4)) ? first.from : null;
}
