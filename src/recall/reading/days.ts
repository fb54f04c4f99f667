// Days as people write them: "8 May 2023", "last Tuesday", "two weeks ago", 昨天, 上周三. Resolved against a day that is given.

import { daysBefore, simplified } from "../../base/index.ts";

/** Both ends included. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** Against which texts are read that have no day of their own; they name theirs, or none. */
export const NO_DAY = "2999-12-31";

const MONTHS = ["january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"];
const WEEKDAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const NUMBERS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
const MONTH = `(${MONTHS.join("|")}|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)`;
const WEEKDAY = `(${WEEKDAYS.join("|")})`;
const COUNT = `(\\d{1,3}|an?|${NUMBERS.join("|")}|a couple of|a few)`;

const MEASURES: Readonly<Record<string, string>> = { 天: "day", 周: "week", 星期: "week", 月: "month", 年: "year" };

interface Reader {
  readonly pattern: RegExp;
  read(match: RegExpExecArray, today: string): Days | null;
}

const READERS: readonly Reader[] = [
  { pattern: /(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)/g, read: ([, y, m, d]) => exactly(dayOf(y, m, d)) },
  {
    pattern: /(?<![\d/.])(\d{4})(?:\/(\d{1,2})\/(\d{1,2})|\.(\d{1,2})\.(\d{1,2}))(?![\d/])/g,
    read: ([, y, m, d, dottedMonth, dottedDay]) => exactly(dayOf(y, m ?? dottedMonth, d ?? dottedDay)),
  },
  { pattern: /(?<![\d-])(\d{4})-(\d{2})(?![\d-])/g, read: ([, y, m]) => monthOf(y, m) },
  { pattern: /(\d{4})年(\d{1,2})月(\d{1,2})[日号]/g, read: ([, y, m, d]) => exactly(dayOf(y, m, d)) },
  { pattern: /(\d{4})年(\d{1,2})月(?!\d)/g, read: ([, y, m]) => monthOf(y, m) },
  { pattern: /(?<![年\d])(\d{1,2})月(\d{1,2})[日号]/g, read: ([, m, d], today) => exactly(latest(today, (year) => dayOf(year, m, d))) },
  {
    pattern: new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?(?: of)? ${MONTH}\\b,?(?: (\\d{4}))?`, "gi"),
    read: ([, d, m, y], today) => namedDay(today, y, m, d),
  },
  {
    pattern: new RegExp(`\\b${MONTH} (\\d{1,2})(?:st|nd|rd|th)?\\b(?!:)(?:,? (\\d{4}))?`, "gi"),
    read: ([, m, d, y], today) => namedDay(today, y, m, d),
  },
  { pattern: new RegExp(`\\b${MONTH},? (\\d{4})\\b`, "gi"), read: ([, m, y]) => monthOf(y, String(monthNumber(m))) },
  { pattern: /\b(?:the )?day before yesterday\b|前天/gi, read: (_, today) => exactly(daysBefore(today, 2)) },
  { pattern: /\byesterday\b|\blast night\b|昨[天晚日]/gi, read: (_, today) => exactly(daysBefore(today, 1)) },
  { pattern: /\btoday\b|\btonight\b|\bthis morning\b|今[天晚日]/gi, read: (_, today) => exactly(today) },
  { pattern: /\btomorrow\b|明[天日]/gi, read: (_, today) => exactly(daysBefore(today, -1)) },
  {
    pattern: new RegExp(`\\blast ${WEEKDAY}\\b`, "gi"),
    read: ([, name], today) => exactly(daysBefore(today, ((weekdayOf(today) - WEEKDAYS.indexOf((name ?? "").toLowerCase()) + 6) % 7) + 1)),
  },
  {
    pattern: /上(?:周|星期|礼拜)([一二三四五六日天])/g,
    read: ([, name], today) =>
      exactly(daysBefore(weekOf(today, 1).from, -(("一二三四五六日".indexOf(name === "天" ? "日" : (name ?? "")) + 7) % 7))),
  },
  { pattern: /\blast week(?!end)\b|上(?:周|个?星期|个?礼拜)(?![一二三四五六日天末])/gi, read: (_, today) => weekOf(today, 1) },
  { pattern: /\blast weekend\b|上周末/gi, read: (_, today) => ({ from: daysBefore(weekOf(today, 1).to, 1), to: weekOf(today, 1).to }) },
  { pattern: /\bthis week\b|这周|本周/gi, read: (_, today) => weekOf(today, 0) },
  { pattern: /\blast month\b|上个?月/gi, read: (_, today) => monthsBack(today, 1) },
  { pattern: /\bthis month\b|这个月|本月/gi, read: (_, today) => monthsBack(today, 0) },
  { pattern: /\blast year\b|去年/gi, read: (_, today) => yearOf(Number(today.slice(0, 4)) - 1) },
  { pattern: /\bthis year\b|今年/gi, read: (_, today) => yearOf(Number(today.slice(0, 4))) },
  {
    pattern: new RegExp(
      `\\b(?:in |over |during )?the (?:last|past) ${COUNT} (day|week|month|year)s\\b|\\b(?:last|past) (\\d{1,3}) (day|week|month|year)s\\b`,
      "gi",
    ),
    read: ([, n, what, other, otherWhat], today) => lately(today, countOf(n ?? other), (what ?? otherWhat ?? "").toLowerCase()),
  },
  {
    pattern: /(?:最近|过去)(?:的)?([\d一二两三四五六七八九十]{1,3})个?(天|周|星期|月|年)/g,
    read: ([, n, what], today) => lately(today, countOf(n), MEASURES[what ?? ""] ?? "day"),
  },
  {
    pattern: new RegExp(`\\b(?:on|this|since) ${WEEKDAY}\\b`, "gi"),
    read: ([, name], today) => exactly(daysBefore(today, (weekdayOf(today) - WEEKDAYS.indexOf((name ?? "").toLowerCase()) + 7) % 7)),
  },
  {
    pattern: /(?<![上下本这])(?:周|星期|礼拜)([一二三四五六日天])/g,
    read: ([, name], today) =>
      exactly(daysBefore(today, (weekdayOf(today) - ("一二三四五六日".indexOf(name === "天" ? "日" : (name ?? "")) + 1) + 14) % 7)),
  },
  { pattern: new RegExp(`\\b(?:in|during|of) ${MONTH}\\b(?! \\d)`, "gi"), read: ([, m], today) => latestMonth(today, monthNumber(m)) },
  {
    pattern: /(?<![\d年])(\d{1,2}|十[一二]?|[一二三四五六七八九])月份?(?![\d一二三四五六七八九十])/g,
    read: ([, m], today) => latestMonth(today, countOf(m)),
  },
  { pattern: /\b(?:in|during|of) ((?:19|20)\d{2})\b|(?<!\d)((?:19|20)\d{2})年/g, read: ([, y, other]) => yearOf(Number(y ?? other)) },
  {
    pattern: new RegExp(`\\b${COUNT} (day|week|month|year)s? ago\\b`, "gi"),
    read: ([, n, what], today) => ago(today, countOf(n), (what ?? "").toLowerCase()),
  },
  {
    pattern: /([\d一二两三四五六七八九十]{1,3})\s*(?:个)?(天|周|星期|月|年)(?:以)?前/g,
    read: ([, n, what], today) => ago(today, countOf(n), MEASURES[what ?? ""] ?? "day"),
  },
];

/** Every day or span of days that a text names. Texts that only look like a date (31 February) name none. */
export function readDays(text: string, today: string): Days[] {
  return takeDays(text, today).days;
}

/** The same, and the text without the words that named them. */
export function takeDays(text: string, today: string): { readonly days: Days[]; readonly rest: string } {
  if (!isDay(today)) return { days: [], rest: text };
  const plain = simplified(text.slice(0, 20_000).normalize("NFKC"));
  const taken: [number, number][] = [];
  const days: Days[] = [];
  for (const { pattern, read } of READERS) {
    for (const match of plain.matchAll(pattern)) {
      const [from, to] = [match.index, match.index + match[0].length];
      // The more exact readers stand first; what they took is not read again.
      if (taken.some(([a, b]) => from < b && a < to)) continue;
      const span = read(match, today);
      if (span === null) continue;
      taken.push([from, to]);
      days.push(span);
    }
  }
  taken.sort(([a], [b]) => b - a);
  return { days, rest: taken.reduce((left, [from, to]) => `${left.slice(0, from)} ${left.slice(to)}`, plain) };
}

/** Wider by its own length on both sides, by three days at least: "last Friday" is sometimes Thursday. */
export function widened({ from, to }: Days): Days {
  const length = Math.round((Date.parse(to) - Date.parse(from)) / DAY) + 1;
  const by = Math.max(3, Math.min(length, 366));
  return { from: daysBefore(from, by), to: daysBefore(to, -by) };
}

const DAY = 24 * 3600 * 1000;

export function isDay(text: string | undefined): text is string {
  if (text === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

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

function exactly(day: string | null): Days | null {
  return day === null ? null : { from: day, to: day };
}

function dayOf(year: string | number | undefined, month: string | number | undefined, date: string | number | undefined): string | null {
  const day = `${year ?? ""}-${String(month ?? "").padStart(2, "0")}-${String(date ?? "").padStart(2, "0")}`;
  return isDay(day) ? day : null;
}

function monthOf(year: string | undefined, month: string | undefined): Days | null {
  const from = dayOf(year, month, 1);
  return from === null ? null : { from, to: daysBefore(shiftMonths(from, 1), 1) };
}

function namedDay(today: string, year: string | undefined, month: string | undefined, date: string | undefined): Days | null {
  return exactly(
    year === undefined ? latest(today, (guess) => dayOf(guess, monthNumber(month), date)) : dayOf(year, monthNumber(month), date),
  );
}

/** A date without a year is the last one that has been. */
function latest(today: string, make: (year: number) => string | null): string | null {
  const year = Number(today.slice(0, 4));
  const here = make(year);
  return here !== null && here <= today ? here : (make(year - 1) ?? here);
}

/** A month without a year is the last one that has begun. */
function latestMonth(today: string, month: number): Days | null {
  const year = Number(today.slice(0, 4)) - (month > Number(today.slice(5, 7)) ? 1 : 0);
  return monthOf(String(year), String(month));
}

function lately(today: string, count: number, what: string): Days {
  const days = { day: 1, week: 7, month: 31, year: 366 }[what] ?? 1;
  return { from: daysBefore(today, count * days), to: today };
}

function monthNumber(name: string | undefined): number {
  return MONTHS.findIndex((month) => month.startsWith((name ?? "?").toLowerCase().slice(0, 3))) + 1;
}

function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}

/** Weeks begin on Monday. */
function weekOf(today: string, back: number): Days {
  const monday = daysBefore(today, ((weekdayOf(today) + 6) % 7) + 7 * back);
  return { from: monday, to: daysBefore(monday, -6) };
}

function monthsBack(today: string, back: number): Days {
  const from = shiftMonths(`${today.slice(0, 7)}-01`, -back);
  return { from, to: daysBefore(shiftMonths(from, 1), 1) };
}

function shiftMonths(first: string, by: number): string {
  const [year = 0, month = 1] = first.split("-").map(Number);
  const count = year * 12 + month - 1 + by;
  return `${String(Math.floor(count / 12)).padStart(4, "0")}-${String((count % 12) + 1).padStart(2, "0")}-01`;
}

function yearOf(year: number): Days {
  return { from: `${String(year).padStart(4, "0")}-01-01`, to: `${String(year).padStart(4, "0")}-12-31` };
}

function countOf(text: string | undefined): number {
  const word = (text ?? "").toLowerCase();
  if (/^\d+$/.test(word)) return Number(word);
  if (/^an?$/.test(word)) return 1;
  if (word === "a couple of") return 2;
  if (word === "a few") return 3;
  const english = NUMBERS.indexOf(word);
  if (english !== -1) return english;
  if (word === "两") return 2;
  const [tens, ones] = word.includes("十") ? word.split("十") : [null, word];
  const digit = (each: string | undefined) => Math.max(0, "零一二三四五六七八九".indexOf(each ?? ""));
  return tens === null ? digit(ones) : (tens === "" ? 1 : digit(tens)) * 10 + (ones === "" ? 0 : digit(ones));
}

/** "Two weeks ago" is seldom meant to the day: the larger the measure, the wider the span. */
function ago(today: string, count: number, what: string): Days {
  if (what === "day") return { from: daysBefore(today, count), to: daysBefore(today, count) };
  if (what === "week") return { from: daysBefore(today, count * 7 + 3), to: daysBefore(today, count * 7 - 3) };
  if (what === "month") return monthsBack(today, count);
  return yearOf(Math.max(0, Number(today.slice(0, 4)) - count));
}
