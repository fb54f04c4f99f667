// Days, weeks, months and years as spans, reckoned from a day that is given. Weeks begin on Monday.

import { daysBefore } from "../../base/index.ts";

/** Both ends included. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

export const MONTHS = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];
export const WEEKDAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
export const NUMBERS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

export const MONTH = `(${MONTHS.join("|")}|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)`;
export const WEEKDAY = `(${WEEKDAYS.join("|")})`;
export const COUNT = `(\\d{1,3}|an?|${NUMBERS.join("|")}|a couple of|a few)`;

export const HAN_COUNT = "[\\d一二两三四五六七八九十]{1,3}";
export const HAN_MONTH = "(\\d{1,2}|十[一二]?|[一二三四五六七八九])";
export const HAN_MEASURE = "[天周月年]|星期|礼拜";

export function measureOf(name: string | undefined): string {
  return MEASURES[name ?? ""] ?? "day";
}

const MEASURES: Readonly<Record<string, string>> = { 天: "day", 周: "week", 星期: "week", 礼拜: "week", 月: "month", 年: "year" };

const NTHS = ["first", "second", "third", "fourth"];
export const NTH = `(${[...NTHS, "1st", "2nd", "3rd", "4th", "last"].join("|")})`;
export const LAST = 0;

export function nthOf(which: string | undefined): number {
  const name = (which ?? "").toLowerCase();
  return name === "last" ? LAST : /^\d/.test(name) ? Number(name[0]) : NTHS.indexOf(name) + 1;
}

/** A way in which a text names a day or a span of days. */
export interface Reader {
  readonly pattern: RegExp;
  read(match: RegExpExecArray, today: string): Days | null;
}

export function isDay(text: string | undefined): text is string {
  if (text === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

export function exactly(day: string | null): Days | null {
  return day === null ? null : { from: day, to: day };
}

export function dayOf(
  year: string | number | undefined,
  month: string | number | undefined,
  date: string | number | undefined,
): string | null {
  const day = `${year ?? ""}-${String(month ?? "").padStart(2, "0")}-${String(date ?? "").padStart(2, "0")}`;
  return isDay(day) ? day : null;
}

export function monthOf(year: string | undefined, month: string | undefined): Days | null {
  const from = dayOf(year, month, 1);
  return from === null ? null : { from, to: daysBefore(shiftMonths(from, 1), 1) };
}

export function namedDay(today: string, year: string | undefined, month: string | undefined, date: string | undefined): Days | null {
  return exactly(
    year === undefined ? latest(today, (guess) => dayOf(guess, monthNumber(month), date)) : dayOf(year, monthNumber(month), date),
  );
}

/** A date without a year is the last one that has been. */
export function latest(today: string, make: (year: number) => string | null): string | null {
  const year = Number(today.slice(0, 4));
  const here = make(year);
  return here !== null && here <= today ? here : (make(year - 1) ?? here);
}

/** A date without a month is the last one that has been. */
export function latestDate(today: string, date: string | undefined): string | null {
  const [here, before] = [today.slice(0, 7), shiftMonths(`${today.slice(0, 7)}-01`, -1).slice(0, 7)].map((month) =>
    dayOf(...(month.split("-") as [string, string]), date),
  );
  return here !== null && here !== undefined && here <= today ? here : (before ?? null);
}

/** A month without a year is the last one that has begun. */
export function latestMonth(today: string, month: number): Days | null {
  const year = Number(today.slice(0, 4)) - (month > Number(today.slice(5, 7)) ? 1 : 0);
  return monthOf(String(year), String(month));
}

export function lately(today: string, count: number, what: string): Days {
  const days = { day: 1, week: 7, month: 31, year: 366 }[what] ?? 1;
  return { from: daysBefore(today, count * days), to: today };
}

export function monthNumber(name: string | undefined): number {
  return MONTHS.findIndex((month) => month.startsWith((name ?? "?").toLowerCase().slice(0, 3))) + 1;
}

export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}

/** Weeks begin on Monday. */
export function weekOf(today: string, back: number): Days {
  const monday = daysBefore(today, ((weekdayOf(today) + 6) % 7) + 7 * back);
  return { from: monday, to: daysBefore(monday, -6) };
}

export function monthsBack(today: string, back: number): Days {
  return monthsFrom(today, -back);
}

/** The whole month that is so many after this one. */
export function monthsFrom(day: string, by: number): Days {
  const from = shiftMonths(`${day.slice(0, 7)}-01`, by);
  return { from, to: daysBefore(shiftMonths(from, 1), 1) };
}

function shiftMonths(first: string, by: number): string {
  const [year = 0, month = 1] = first.split("-").map(Number);
  const count = year * 12 + month - 1 + by;
  return `${String(Math.floor(count / 12)).padStart(4, "0")}-${String((count % 12) + 1).padStart(2, "0")}-01`;
}

export function yearOf(year: number): Days {
  return { from: `${String(year).padStart(4, "0")}-01-01`, to: `${String(year).padStart(4, "0")}-12-31` };
}

export function countOf(text: string | undefined): number {
  const word = (text ?? "").toLowerCase();
  if (/^\d+$/.test(word)) return Number(word);
  if (/^an?$/.test(word)) return 1;
  if (word === "a couple of") return 2;
  if (word === "a few") return 3;
  const english = NUMBERS.indexOf(word);
  if (english !== -1) return english;
  if (word === "两") return 2;
  if (word === "几") return 3;
  const [tens, ones] = word.includes("十") ? word.split("十") : [null, word];
  const digit = (each: string | undefined) => Math.max(0, "零一二三四五六七八九".indexOf(each ?? ""));
  return tens === null ? digit(ones) : (tens === "" ? 1 : digit(tens)) * 10 + (ones === "" ? 0 : digit(ones));
}

/** "Two weeks ago" is seldom meant to the day: the larger the measure, the wider the span. */
export function ago(today: string, count: number, what: string): Days {
  if (what === "day") return { from: daysBefore(today, count), to: daysBefore(today, count) };
  if (what === "week") return { from: daysBefore(today, count * 7 + 3), to: daysBefore(today, count * 7 - 3) };
  if (what === "month") return monthsBack(today, count);
  return yearOf(Math.max(0, Number(today.slice(0, 4)) - count));
}

/** The first, second or last ten days of a month. */
export function thirdOf(month: Days | null, third: 0 | 1 | 2): Days | null {
  if (month === null) return null;
  const from = daysBefore(month.from, -10 * third);
  return { from, to: third === 2 ? month.to : daysBefore(from, -9) };
}

/** A part of a year that begins with this month, the last one that has begun. */
export function latestPart(
  today: string,
  year: number | null,
  { month, length }: { readonly month: number; readonly length: number },
): Days {
  const begun = Number(today.slice(0, 4)) - (month > Number(today.slice(5, 7)) ? 1 : 0);
  const from = `${year ?? begun}-${String(month).padStart(2, "0")}-01`;
  return { from, to: daysBefore(shiftMonths(from, length), 1) };
}

/** The last day of this name that has been before today. */
export function lastNamed(today: string, weekday: string | undefined): string {
  return daysBefore(today, ((weekdayOf(today) - WEEKDAYS.indexOf((weekday ?? "").toLowerCase()) + 6) % 7) + 1);
}

/** A day of a week by its Chinese name. */
export function dayIn(week: Days, name: string | undefined): string {
  return daysBefore(week.from, -"一二三四五六日".indexOf(name === "天" ? "日" : (name ?? "")));
}

export function quarterOf(today: string, quarter: number, year: string | undefined): Days {
  return latestPart(today, year === undefined ? null : Number(year), { month: quarter * 3 - 2, length: 3 });
}

/** The last Saturday and Sunday that have begun. */
export function latestWeekend(today: string): Days {
  const saturday = daysBefore(today, (weekdayOf(today) + 1) % 7);
  return { from: saturday, to: daysBefore(saturday, -1) };
}

/** From one day of a month to another one of it. */
export function within(
  today: string,
  { year, month, first, last }: Record<"year" | "month" | "first" | "last", string | undefined>,
): Days | null {
  const from = year === undefined ? latest(today, (guess) => dayOf(guess, month, first)) : dayOf(year, month, first);
  const to = from === null ? null : dayOf(from.slice(0, 4), month, last);
  return from === null || to === null || to < from ? null : { from, to };
}

/** A year by its number or from this one. */
export function yearFrom(today: string, which: string | undefined): string {
  const number = /\d{4}/.exec(which ?? "")?.[0];
  const back = /^last|去年/i.test(which ?? "") ? 1 : /前年/.test(which ?? "") ? 2 : 0;
  return number ?? String(Number(today.slice(0, 4)) - back);
}
