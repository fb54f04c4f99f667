// Ways to name a span that people use in speech: by counting back, by the half or the edge of a year, by the same time before.

import { daysBefore, either } from "../../base/index.ts";
import {
  ago,
  COUNT,
  countOf,
  dayIn,
  dayOf,
  type Days,
  exactly,
  HAN_COUNT,
  lastNamed,
  LAST,
  lately,
  latest,
  latestMonth,
  latestPart,
  MONTH,
  monthNumber,
  monthOf,
  monthsBack,
  NTH,
  nthOf,
  quarterOf,
  type Reader,
  WEEKDAY,
  weekOf,
  yearFrom,
} from "./calendar.ts";

const YEAR = "(the year|this year|last year|\\d{4})";
const QUARTERS = 4;
const HAN_YEAR = "(去年|今年|前年|\\d{4}年)";

/** Months of a year that begin with this one. */
function part(today: string, year: string | undefined, [month, length]: readonly [month: number, length: number]): Days {
  const isNamed = year !== undefined && !/^the year$/i.test(year);
  return latestPart(today, isNamed ? Number(yearFrom(today, year)) : null, { month, length });
}

/** Its first and its last two months; in the middle those around June. */
const EDGES: readonly (readonly [RegExp, readonly [number, number]])[] = [
  [/^(?:early|beginning|start|年?初)/i, [1, 2]],
  [/^(?:mid|年?中)/i, [5, 3]],
  [/./, [11, 2]],
];

function edgeOf(today: string, year: string | undefined, which: string | undefined): Days {
  return part(today, year, EDGES.find(([names]) => names.test(which ?? ""))?.[1] ?? [1, 12]);
}

function monthNamed(today: string, name: string | undefined, year: string | undefined): Days | null {
  return year === undefined ? latestMonth(today, monthNumber(name)) : monthOf(year, String(monthNumber(name)));
}

function daysOf(month: Days | null, nth: number, count: number): Days | null {
  if (month === null || count < 1) return null;
  return nth === LAST
    ? { from: daysBefore(month.to, count - 1), to: month.to }
    : { from: month.from, to: daysBefore(month.from, 1 - count) };
}

const halfOf = (which: string | undefined): readonly [number, number] => (/^(?:first|1|上)/i.test(which ?? "") ? [1, 6] : [7, 6]);

/** The week of 4 January is the first of its year. Without a year, the last one that has begun. */
function calendarWeek(today: string, number: string | undefined, year: string | undefined): Days | null {
  const inYear = (each: number) => daysBefore(weekOf(`${each}-01-04`, 0).from, -7 * (Number(number) - 1));
  const from = year === undefined ? latest(today, inYear) : inYear(Number(year));
  return from === null || Number(number) < 1 || Number(number) > WEEKS ? null : weekOf(from, 0);
}

const WEEKS = 53;
/** "Week 3 of the course" is no week of the year. */
const WEEK_NUMBER = "(\\d{1,2})(?!\\d| of (?:the|my|our))";

const SAME_DAY = either`(?:a|one) year ago today\b, (?:this|the same) day last year\b, today last year\b, 去年的?今天, 一年前的?今天`;

export const SPOKEN: readonly Reader[] = [
  { pattern: /(?<!\d)(\d{4})-?W(\d{2})(?!\d)/g, read: ([, year, number], today) => calendarWeek(today, number, year) },
  {
    pattern: new RegExp(SAME_DAY, "gi"),
    read: (_, today) => exactly(latest(daysBefore(today, 1), (year) => dayOf(year, today.slice(5, 7), today.slice(8)))),
  },
  {
    pattern: new RegExp(`(${HAN_COUNT})个?(?:周|星期|礼拜)之?前的?(?:周|星期|礼拜)([一二三四五六日天])`, "g"),
    read: ([, count, name], today) => exactly(dayIn(weekOf(today, countOf(count)), name)),
  },
  {
    pattern: new RegExp(`\\b${WEEKDAY},? ${COUNT} weeks? ago\\b`, "gi"),
    read: ([, name, count], today) => exactly(lastNamed(daysBefore(weekOf(today, countOf(count)).to, -1), name)),
  },
  {
    pattern: new RegExp(`\\b(?:calendar week|CW|(?:in|during|of) week) ?${WEEK_NUMBER}(?:,? (?:of )?(\\d{4}))?\\b`, "gi"),
    read: ([, number, year], today) => calendarWeek(today, number, year),
  },
  { pattern: /(?:(\d{4})年的?)?第(\d{1,2})周/g, read: ([, year, number], today) => calendarWeek(today, number, year) },
  {
    pattern: /\b(?:on )?the (\d{1,2})(?:st|nd|rd|th) of last month\b/gi,
    read: ([, date], today) => exactly(dayOf(...(monthsBack(today, 1).from.split("-").slice(0, 2) as [string, string]), date)),
  },
  {
    pattern: new RegExp(`\\b(?:the )?${WEEKDAY} before last\\b`, "gi"),
    read: ([, name], today) => exactly(daysBefore(lastNamed(today, name), 7)),
  },
  {
    pattern: new RegExp(`\\b${COUNT} ${WEEKDAY}s ago\\b`, "gi"),
    read: ([, count, name], today) => exactly(daysBefore(lastNamed(today, name), 7 * (Math.max(1, countOf(count)) - 1))),
  },
  {
    pattern: new RegExp(`\\b${WEEKDAY}(?: of)? (last|this) week\\b`, "gi"),
    read: ([, name, which], today) => exactly(lastNamed(daysBefore(weekOf(today, which?.toLowerCase() === "last" ? 1 : 0).to, -1), name)),
  },
  { pattern: /\b(?:a )?fortnight ago\b/gi, read: (_, today) => ago(today, 2, "week") },
  { pattern: /\b(?:the )?(?:last|past) fortnight\b/gi, read: (_, today) => lately(today, 2, "week") },
  { pattern: /\bthe other day\b|前些天|前阵子/gi, read: (_, today) => ({ from: daysBefore(today, 7), to: daysBefore(today, 1) }) },
  { pattern: /半个月(?:以)?前/g, read: (_, today) => ({ from: daysBefore(today, 18), to: daysBefore(today, 12) }) },
  { pattern: /\bhalf a year ago\b|半年(?:以)?前/gi, read: (_, today) => ago(today, 6, "month") },
  {
    pattern: /\b(?:(?:around|about) )?(?:this|the same) time last year\b|去年(?:的)?这个?时候|去年同期/gi,
    read: (_, today) => ({ from: daysBefore(today, 372), to: daysBefore(today, 358) }),
  },
  {
    pattern: new RegExp(`\\b(?:the )?${NTH} quarter of ${YEAR}|\\b(?:the )?(?!last)${NTH} quarter\\b`, "gi"),
    read: ([, which, year, alone], today) =>
      quarterOf(today, nthOf(which ?? alone) || QUARTERS, year === undefined ? undefined : yearFrom(today, year)),
  },
  {
    pattern: new RegExp(`\\b(?:the )?(first|last) ${COUNT} days of ${MONTH}\\b(?:,? (\\d{4}))?`, "gi"),
    read: ([, which, count, name, year], today) => daysOf(monthNamed(today, name, year), nthOf(which), countOf(count)),
  },
  {
    pattern: new RegExp(`\\b(?:on )?the ${NTH} ${WEEKDAY} (?:of|in) ${MONTH}\\b(?:,? (\\d{4}))?`, "gi"),
    read: ([, which, weekday, name, year], today) => {
      const month = monthNamed(today, name, year);
      const nth = nthOf(which);
      // Counted from the day before the month, or back from the day after it.
      const day =
        month === null
          ? null
          : nth === LAST
            ? lastNamed(daysBefore(month.to, -1), weekday)
            : lastNamed(daysBefore(month.from, -7 * nth), weekday);
      return exactly(day);
    },
  },
  { pattern: /\b(?:this|the) past (day|week|month|year)\b/gi, read: ([, what], today) => lately(today, 1, (what ?? "").toLowerCase()) },
  {
    pattern: /\b(?:the )?weekend before last\b|上上周末/gi,
    read: (_, today) => ({ from: daysBefore(weekOf(today, 2).to, 1), to: weekOf(today, 2).to }),
  },
  {
    pattern: /(?<!\d)前([\d两二三几])天(?!前)/g,
    read: ([, count], today) => ({ from: daysBefore(today, countOf(count)), to: daysBefore(today, 1) }),
  },
  {
    pattern: new RegExp(`\\b(?:the )?(first|second) half of ${YEAR}`, "gi"),
    read: ([, which, year], today) => part(today, year, halfOf(which)),
  },
  {
    pattern: /(?<=\b(?:in|during|for) )H([12])\b(?: (?:of )?(\d{4}))?/g,
    read: ([, which, year], today) => part(today, year, halfOf(which)),
  },
  { pattern: new RegExp(`${HAN_YEAR}?的?([上下])半年`, "g"), read: ([, year, which], today) => part(today, year, halfOf(which)) },
  {
    pattern: new RegExp(`\\b(early|late|mid|(?:beginning|start|middle|end) of)[ -]${YEAR}`, "gi"),
    read: ([, which, year], today) => edgeOf(today, year, which),
  },
  { pattern: new RegExp(`${HAN_YEAR}?(年?[初中底末])(?<=年.)`, "g"), read: ([, year, which], today) => edgeOf(today, year, which) },
];
