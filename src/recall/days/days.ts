// Days as people write them: "8 May 2023", "last Tuesday", "two weeks ago", 昨天, 上周三. Resolved against a day that is given.

import { daysBefore, either, simplified } from "../../base/index.ts";
import { COUNT, countOf, type Days, HAN_COUNT, HAN_MEASURE, isDay, measureOf, MONTHS, monthsFrom, WEEKDAYS, weekOf } from "./calendar.ts";
import { READERS } from "./dayReaders.ts";

export { type Days, isDay } from "./calendar.ts";
export { FEASTS } from "./feasts.ts";

/** Against which texts are read that have no day of their own; they name theirs, or none. */
export const NO_DAY = "2999-12-31";

/** Every day or span of days that a text names. Texts that only look like a date (31 February) name none. */
export function readDays(text: string, today: string): Days[] {
  return takeDays(text, today).days;
}

export interface Taken {
  readonly days: Days[];
  /** The text without the words that named them. */
  readonly rest: string;
  /** Those words. */
  readonly words: string;
}

/** `readers`: with FEASTS also the days of feasts and seasons, which people speak of long before and after. */
export function takeDays(text: string, today: string, readers = READERS): Taken {
  if (!isDay(today) || !mayNameDay(text)) return { days: [], rest: text, words: "" };
  const plain = simplified(text.slice(0, 20_000).normalize("NFKC")).replace(BESIDE_DIGITS, "");
  const found: Named[] = [];
  for (const { pattern, read } of readers) {
    for (const match of plain.matchAll(pattern)) {
      const [from, to] = [match.index, match.index + match[0].length];
      // The more exact readers are first; what they took is not read again.
      if (found.some((other) => from < other.to && other.from < to)) continue;
      const days = read(match, today);
      if (days !== null) found.push({ from, to, days });
    }
  }
  const named = joined(
    plain,
    found.sort((a, b) => a.from - b.from),
  ).map((each) => withContext(plain, each, today));
  return {
    days: named.map(({ days }) => days),
    rest: named.reduceRight((left, { from, to }) => `${left.slice(0, from)} ${left.slice(to)}`, plain),
    words: named.map(({ from, to }) => plain.slice(from, to)).join(" "),
  };
}

/** "8 月 3 号" is 8月3号. */
const BESIDE_DIGITS = /(?<=\d) +(?=[一-鿿])|(?<=[一-鿿]) +(?=\d)/g;

/** One of these is in whatever any reader takes. Most questions have none: a process that asks once need not compile a hundred patterns. */
const NAMES = either`day, night, morning, tomorrow, week, month, year, quarter, spring, summer, autumn, fall, winter, christmas, easter,
  halloween, thanksgiving, valentine`;
const MAY_NAME = new RegExp(`[^\\x00-\\x7f]|\\d|${NAMES}|${MONTHS.map((month) => month.slice(0, 3)).join("|")}`, "i");

/** false: it surely names none. */
export function mayNameDay(text: string): boolean {
  return MAY_NAME.test(text);
}

/** A span, and where in the text it is named. */
interface Named {
  readonly from: number;
  readonly to: number;
  readonly days: Days;
}

const JOINS = /^ ?(?:to|until|till|through|[-–—~到至]) ?$/;

/** "From 3 March to 5 April" is one span; "3 March and 5 April" is one only behind "between". */
function joined(text: string, found: readonly Named[]): Named[] {
  const made: Named[] = [];
  for (const each of found) {
    const last = made.at(-1);
    const between = last === undefined ? "" : text.slice(last.to, each.from);
    const isRange =
      last !== undefined &&
      last.days.from <= each.days.to &&
      (JOINS.test(between) || (/^ and $/.test(between) && /\bbetween $/i.test(text.slice(0, last.from))));
    if (isRange) made[made.length - 1] = { from: last.from, to: each.to, days: { from: last.days.from, to: each.days.to } };
    else made.push(each);
  }
  return made;
}

const BESIDE = new RegExp(
  `\\b(?:weekend|weeks?|days?|months?|years?|hours?|shortly|recently|just|right|${WEEKDAYS.join("|")}) (?:before|after) $`,
  "i",
);

/** What the words before and behind a span make of it: "the week of 12 October", "since Tuesday", 10月12日那周. */
const CONTEXTS: readonly {
  readonly before?: RegExp;
  readonly behind?: RegExp;
  read(days: Days, today: string, named: RegExpExecArray): Days;
}[] = [
  {
    before: new RegExp(`\\b${COUNT} (day|week|month|year)s? (before|after) (?:the )?$`, "i"),
    read: (days, _, [, count, what, way]) => countedFrom(days, { count: countOf(count), what, isBefore: way?.toLowerCase() === "before" }),
  },
  {
    behind: new RegExp(`^的?([前后])(${HAN_COUNT})个?(${HAN_MEASURE})`),
    read: (days, _, [, way, count, what]) => countedFrom(days, { count: countOf(count), what: measureOf(what), isBefore: way === "前" }),
  },
  { before: /\b(?:the )?week (?:of|beginning|starting) (?:the )?$/i, read: ({ from }) => weekOf(from, 0) },
  {
    before: /\b(?:the )?weekend of (?:the )?$/i,
    read: ({ from }) => ({ from: daysBefore(weekOf(from, 0).to, 1), to: weekOf(from, 0).to }),
  },
  { behind: /^(?:的?那一?|当)(?:周|个?星期)/, read: ({ from }) => weekOf(from, 0) },
  { before: /\b(?:the )?(?:week|days) before (?:the )?$/i, read: (days) => weekBeside(days, -1) },
  { before: /\b(?:the )?(?:week|days) after (?:the )?$/i, read: (days) => weekBeside(days, 1) },
  { before: /\b(?:the )?day before (?:the )?$/i, read: ({ from }) => ({ from: daysBefore(from, 1), to: daysBefore(from, 1) }) },
  { before: /\b(?:the )?day after (?:the )?$/i, read: ({ to }) => ({ from: daysBefore(to, -1), to: daysBefore(to, -1) }) },
  { behind: /^的?前一?个?(?:周|星期)/, read: (days) => weekBeside(days, -1) },
  { behind: /^的?后一?个?(?:周|星期)/, read: (days) => weekBeside(days, 1) },
  { behind: /^期间/, read: (days) => days },
  { before: /\b(?:around|circa) (?:the )?$/i, read: around },
  { behind: /^(?:前后|左右|附近)/, read: around },
  { before: /\bsince (?:the )?$/i, read: ({ from, to }, today) => ({ from, to: to > today ? to : today }) },
  // "The Monday before 24 July" is told on that day or near it, and so is "two weeks before".
  { before: BESIDE, read: (days) => days },
  { before: /\bbefore (?:the )?$/i, read: earlier },
  { behind: /^(?:之前|以前)/, read: earlier },
  { before: /\bafter (?:the )?$/i, read: later },
  { behind: /^(?:之后|以后)/, read: later },
  { before: /\b(?:until|till) (?:the )?$/i, read: ({ to }) => ({ from: FIRST_DAY, to }) },
  { behind: /^(?:以来|至今)/, read: ({ from, to }, today) => ({ from, to: to > today ? to : today }) },
];

const FIRST_DAY = "0000-01-01";

/** What came before a single day may be told on it. */
function earlier({ from, to }: Days): Days {
  return { from: FIRST_DAY, to: from === to ? to : daysBefore(from, 1) };
}

/** What is after a day that has not come yet is not noted: that day itself is asked about. */
function later({ from, to }: Days, today: string): Days {
  return to < today ? { from: daysBefore(to, -1), to: today } : { from, to };
}

function around({ from, to }: Days): Days {
  return { from: daysBefore(from, 3), to: daysBefore(to, -3) };
}

/** A feast is meant by its middle, Christmas by the 25th. */
function edgeOf({ from, to }: Days, way: -1 | 1): string {
  const isFeast = from < to && to <= daysBefore(from, -2);
  return isFeast ? daysBefore(from, -1) : way < 0 ? from : to;
}

/** "Ten days before 1 May": one day; of months and years the whole one. */
function countedFrom(
  days: Days,
  { count, what, isBefore }: { readonly count: number; readonly what: string | undefined; readonly isBefore: boolean },
): Days {
  const [edge, way] = [edgeOf(days, isBefore ? -1 : 1), isBefore ? 1 : -1];
  const months = { month: 1, year: 12 }[(what ?? "").toLowerCase()];
  if (months !== undefined) return monthsFrom(edge, -way * months * count);
  const day = daysBefore(edge, way * count * (/^week/i.test(what ?? "") ? 7 : 1));
  return { from: day, to: day };
}

/** Seven days before or after; a single day counts too: what came before it may be told on it. */
function weekBeside({ from, to }: Days, way: -1 | 1): Days {
  const middle = edgeOf({ from, to }, way);
  const next = from === to ? 0 : 1;
  return way < 0
    ? { from: daysBefore(middle, 7), to: daysBefore(middle, next) }
    : { from: daysBefore(middle, -next), to: daysBefore(middle, -7) };
}

function withContext(text: string, named: Named, today: string): Named {
  const { from, to, days } = named;
  for (const { before, behind, read } of CONTEXTS) {
    const match = before?.exec(text.slice(Math.max(0, from - 32), from)) ?? behind?.exec(text.slice(to)) ?? null;
    if (match === null) continue;
    const length = match[0].length;
    const here = { ...named, days: read(days, today, match) };
    return before === undefined ? { ...here, to: to + length } : { ...here, from: from - length };
  }
  return named;
}

/** Wider by its own length on both sides, by three days at least: "last Friday" is sometimes Thursday. */
export function widened({ from, to }: Days): Days {
  const length = Math.round((Date.parse(to) - Date.parse(from)) / DAY) + 1;
  const by = Math.max(3, Math.min(length, 366));
  return { from: daysBefore(from, by), to: daysBefore(to, -by) };
}

const DAY = 24 * 3600 * 1000;

/** The day as words, so that "in May 2023" finds it like any other text. What is no ISO day stays as it is. */
export function dayWords(day: string): string {
  if (!isDay(day)) return day;
  const [year, month, date] = day.split("-").map(Number);
  return `${date ?? ""} ${MONTHS[(month ?? 1) - 1] ?? ""} ${year ?? ""}`;
}

/** As people write it: 2 April 2026, or 2026年4月2日 beside Chinese. */
export function shownDay(day: string, { isChinese = false } = {}): string {
  if (!isDay(day)) return day;
  const [year, month = 1, date] = day.split("-").map(Number);
  const name = MONTHS[month - 1] ?? "";
  return isChinese ? `${year}年${month}月${date}日` : `${date} ${name.charAt(0).toUpperCase()}${name.slice(1)} ${year}`;
}

/** Whether a text speaks of time at all. */
export function speaksOfTime(text: string): boolean {
  return TIME.test(simplified(text));
}

const TIME = new RegExp(
  `\\b(?:yesterday|today|tonight|tomorrow|last|next|ago|week|weekend|month|year|recently|since|${WEEKDAYS.join("|")}|${MONTHS.join("|")}|20\\d\\d)s?\\b|[昨今明前]天|[上下]周|[上下]个?月|[去今明]年|\\d[年月日号]|最近|星期`,
  "i",
);
