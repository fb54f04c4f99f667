// The ways in which a text names a day or a span of days, in two languages. The more exact ones are first.

import { daysBefore } from "../../base/index.ts";
import {
  type Days,
  MONTH,
  WEEKDAYS,
  ago,
  COUNT,
  countOf,
  dayOf,
  exactly,
  HAN_COUNT,
  HAN_MEASURE,
  HAN_MONTH,
  lastNamed,
  lately,
  latest,
  latestDate,
  latestMonth,
  LAST,
  latestWeekend,
  measureOf,
  monthNumber,
  monthOf,
  monthsBack,
  namedDay,
  NTH,
  nthOf,
  quarterOf,
  type Reader,
  thirdOf,
  WEEKDAY,
  weekdayOf,
  weekOf,
  within,
  yearFrom,
  yearOf,
} from "./calendar.ts";
import { SPOKEN } from "./spokenDays.ts";
import { WEEKS } from "./weekReaders.ts";

const TH = "(?:st|nd|rd|th)?";
const TO = "(?:and|to|until|through|[-–])(?: the)?";

const HAN_DAY = "(\\d{1,2}|[一二三]?十[一二三四五六七八九]?|[一二三四五六七八九])";

export const READERS: readonly Reader[] = [
  ...WEEKS,
  ...SPOKEN,
  {
    pattern: new RegExp(`\\b(\\d{1,2})${TH} ?${TO} ?(\\d{1,2})${TH}(?: of)? ${MONTH}\\b,?(?: (\\d{4}))?`, "gi"),
    read: ([, first, last, m, year], today) => within(today, { year, month: String(monthNumber(m)), first, last }),
  },
  {
    pattern: new RegExp(`\\b${MONTH} (\\d{1,2})${TH} ?${TO} ?(\\d{1,2})${TH}\\b(?!:)(?:,? (\\d{4}))?`, "gi"),
    read: ([, m, first, last, year], today) => within(today, { year, month: String(monthNumber(m)), first, last }),
  },
  {
    pattern: new RegExp(`(?:(\\d{4})年)?${HAN_MONTH}月${HAN_DAY}[日号]?[到至~—-]${HAN_DAY}[日号]`, "g"),
    read: ([, year, month, first, last], today) =>
      within(today, { year, month: String(countOf(month)), first: String(countOf(first)), last: String(countOf(last)) }),
  },
  {
    pattern: new RegExp(
      `\\b(early|mid|late|(?:beginning|start|middle|end) of)[ -](?:in )?${MONTH}\\b(?! \\d{1,2}\\b)(?:,? (\\d{4}))?`,
      "gi",
    ),
    read: ([, part, m, y], today) =>
      thirdOf(y === undefined ? latestMonth(today, monthNumber(m)) : monthOf(y, String(monthNumber(m))), partOf(part)),
  },
  {
    pattern: new RegExp(`\\b${NTH} (week|half|(?:few )?days) of ${MONTH}\\b(?:,? (\\d{4}))?`, "gi"),
    read: ([, which, part, m, y], today) =>
      partOfMonth(y === undefined ? latestMonth(today, monthNumber(m)) : monthOf(y, String(monthNumber(m))), nthOf(which), part),
  },
  {
    pattern: new RegExp(`\\b(first|last) (two|three) weeks of ${MONTH}\\b(?:,? (\\d{4}))?`, "gi"),
    read: ([, which, count, m, y], today) =>
      weeksOfMonth(y === undefined ? latestMonth(today, monthNumber(m)) : monthOf(y, String(monthNumber(m))), nthOf(which), countOf(count)),
  },
  {
    pattern: new RegExp(`(?<![\\d年])${HAN_MONTH}月份?的?(前|最后|后)([两二三])周`, "g"),
    read: ([, m, which, count], today) => weeksOfMonth(latestMonth(today, countOf(m)), which === "前" ? 1 : LAST, countOf(count)),
  },
  {
    pattern: new RegExp(`(?<![\\d年])${HAN_MONTH}月份?的?(第[一二三四1-4]周|最后一周|[上下]半月)`, "g"),
    read: ([, m, part], today) => {
      const which = part?.startsWith("上") ? 1 : part?.startsWith("下") ? 2 : part?.startsWith("第") ? countOf(part[1]) : LAST;
      return partOfMonth(latestMonth(today, countOf(m)), which, part?.endsWith("半月") ? "half" : "week");
    },
  },
  {
    pattern: /\b(early|late|(?:beginning|start|middle|end) of) (last|this|the) month\b/gi,
    read: ([, part, which], today) => thirdOf(monthsBack(today, which?.toLowerCase() === "last" ? 1 : 0), partOf(part)),
  },
  {
    pattern: new RegExp(`(?:(去年|今年|前年|\\d{4}年)的?)?(?<!\\d)${HAN_MONTH}月份?(初|上旬|中旬|底|末|下旬)`, "g"),
    read: ([, year, m, part], today) =>
      thirdOf(year === undefined ? latestMonth(today, countOf(m)) : monthOf(yearFrom(today, year), String(countOf(m))), partOf(part)),
  },
  {
    pattern: /(上个?|这个|本|(?<![\d年一二三四五六七八九十个每]))月(初|上旬|中旬|底|末|下旬)/g,
    read: ([, which, part], today) => thirdOf(monthsBack(today, which?.startsWith("上") ? 1 : 0), partOf(part)),
  },
  { pattern: /(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)/g, read: ([, y, m, d]) => exactly(dayOf(y, m, d)) },
  {
    pattern: /(?<![\d/.])(\d{4})(?:\/(\d{1,2})\/(\d{1,2})|\.(\d{1,2})\.(\d{1,2}))(?![\d/])/g,
    read: ([, y, m, d, dottedMonth, dottedDay]) => exactly(dayOf(y, m ?? dottedMonth, d ?? dottedDay)),
  },
  {
    pattern: /(?<![\d./])(\d{1,2})(?:\.(\d{1,2})\.|\/(\d{1,2})\/)(\d{4})(?![\d/])/g,
    read: ([, first, dotted, slashed, y], today) =>
      exactly(dotted === undefined ? slashedDay(today, [dayOf(y, slashed, first), dayOf(y, first, slashed)]) : dayOf(y, dotted, first)),
  },
  { pattern: /(?<![\d-])(\d{4})-(\d{2})(?![\d-])/g, read: ([, y, m]) => monthOf(y, m) },
  { pattern: /(\d{4})年(\d{1,2})月(\d{1,2})[日号]/g, read: ([, y, m, d]) => exactly(dayOf(y, m, d)) },
  { pattern: /(\d{4})年(\d{1,2})月(?!\d)/g, read: ([, y, m]) => monthOf(y, m) },
  {
    pattern: new RegExp(`(去年|今年|前年)?(?<!\\d年?)${HAN_MONTH}月${HAN_DAY}[日号]`, "g"),
    read: ([, which, m, d], today) => {
      const day = (year: number) => dayOf(year, countOf(m), countOf(d));
      return exactly(which === undefined ? latest(today, day) : day(Number(yearFrom(today, which))));
    },
  },
  {
    pattern: new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?(?: of)? ${MONTH}\\b,?(?: (\\d{4}))?`, "gi"),
    read: ([, d, m, y], today) => namedDay(today, y, m, d),
  },
  {
    pattern: new RegExp(`\\b${MONTH} (\\d{1,2})(?:st|nd|rd|th)?\\b(?!:)(?:,? (\\d{4}))?`, "gi"),
    read: ([, m, d, y], today) => namedDay(today, y, m, d),
  },
  {
    pattern: new RegExp(`\\b${MONTH} (last|this) year\\b`, "gi"),
    read: ([, m, which], today) =>
      monthOf(String(Number(today.slice(0, 4)) - (which?.toLowerCase() === "last" ? 1 : 0)), String(monthNumber(m))),
  },
  {
    pattern: new RegExp(`(去年|今年|前年)${HAN_MONTH}月(?!\\d)`, "g"),
    read: ([, which, m], today) => monthOf(yearFrom(today, which), String(countOf(m))),
  },
  { pattern: new RegExp(`\\b${MONTH},? (\\d{4})\\b`, "gi"), read: ([, m, y]) => monthOf(y, String(monthNumber(m))) },
  { pattern: /大前天/g, read: (_, today) => exactly(daysBefore(today, 3)) },
  { pattern: /\b(?:the )?(?:day before yesterday|night before last)\b|前天/gi, read: (_, today) => exactly(daysBefore(today, 2)) },
  { pattern: /\byesterday\b|\blast night\b|昨[天晚日]/gi, read: (_, today) => exactly(daysBefore(today, 1)) },
  { pattern: /\btoday\b|\btonight\b|\bthis morning\b|今[天晚日]/gi, read: (_, today) => exactly(today) },
  { pattern: /\btomorrow\b|明[天日]/gi, read: (_, today) => exactly(daysBefore(today, -1)) },
  {
    pattern: new RegExp(`\\b(?:on|(?:morning|afternoon|evening|night) of) (?:${WEEKDAY} )?the (\\d{1,2})(?:st|nd|rd|th)\\b`, "gi"),
    read: ([, , date], today) => exactly(latestDate(today, date)),
  },
  { pattern: new RegExp(`\\blast ${WEEKDAY}\\b`, "gi"), read: ([, name], today) => exactly(lastNamed(today, name)) },
  { pattern: /\b(?:the )?week before last\b|上上个?(?:周|星期|礼拜)/gi, read: (_, today) => weekOf(today, 2) },
  { pattern: /\blast week(?!end)\b|上(?:周|个?星期|个?礼拜)(?![一二三四五六日天末])/gi, read: (_, today) => weekOf(today, 1) },
  { pattern: /\blast weekend\b|上周末/gi, read: (_, today) => ({ from: daysBefore(weekOf(today, 1).to, 1), to: weekOf(today, 1).to }) },
  { pattern: /\b(?:over|on|at|during|this|past) (?:the |past )?weekend\b(?! of\b)|周末/gi, read: (_, today) => latestWeekend(today) },
  { pattern: /\b(?:earlier |later )?this week\b|[这本]周(?![一二三四五六日天末])/gi, read: (_, today) => weekOf(today, 0) },
  { pattern: /\b(?:the )?month before last\b|上上个?月/gi, read: (_, today) => monthsBack(today, 2) },
  { pattern: /\blast month\b|上个?月/gi, read: (_, today) => monthsBack(today, 1) },
  { pattern: /\b(?:earlier |later )?this month\b|这个月|本月/gi, read: (_, today) => monthsBack(today, 0) },
  { pattern: /\bQ([1-4])\b(?: (?:of )?(\d{4}))?/gi, read: ([, n, year], today) => quarterOf(today, Number(n), year) },
  { pattern: /(?:(\d{4})年)?第?([一二三四1-4])季度/g, read: ([, year, n], today) => quarterOf(today, countOf(n), year) },
  { pattern: /\blast quarter\b|上个?季度/gi, read: (_, today) => quarterOf(today, ...quarterBefore(today)) },
  { pattern: /前年/g, read: (_, today) => yearOf(Number(today.slice(0, 4)) - 2) },
  { pattern: /\blast year\b|去年/gi, read: (_, today) => yearOf(Number(today.slice(0, 4)) - 1) },
  { pattern: /\b(?:earlier |later )?this year\b|今年/gi, read: (_, today) => yearOf(Number(today.slice(0, 4))) },
  {
    pattern: new RegExp(
      `\\b(?:in |over |during )?the (?:last|past) ${COUNT} (day|week|month|year)s\\b|\\b(?:last|past) (\\d{1,3}) (day|week|month|year)s\\b`,
      "gi",
    ),
    read: ([, n, what, other, otherWhat], today) => lately(today, countOf(n ?? other), (what ?? otherWhat ?? "").toLowerCase()),
  },
  {
    pattern: /(?:最近|过去|这|近)的?([\d一二两三四五六七八九十几]{1,3})个?(天|周|星期|礼拜|月|年)/g,
    read: ([, n, what], today) => lately(today, countOf(n), measureOf(what)),
  },
  {
    pattern: new RegExp(`\\b(?:on|this) ${WEEKDAY}\\b|(?<=\\bsince )${WEEKDAY}\\b`, "gi"),
    read: ([, on, since], today) =>
      exactly(daysBefore(today, (weekdayOf(today) - WEEKDAYS.indexOf((on ?? since ?? "").toLowerCase()) + 7) % 7)),
  },
  {
    pattern: /(?<![上下本这])(?:周|星期|礼拜)([一二三四五六日天])/g,
    read: ([, name], today) =>
      exactly(daysBefore(today, (weekdayOf(today) - ("一二三四五六日".indexOf(name === "天" ? "日" : (name ?? "")) + 1) + 14) % 7)),
  },
  {
    pattern: new RegExp(`(?:\\b(?:in|during|of) |(?<=\\b(?:before|after|until|till|since) ))${MONTH}\\b(?! \\d)|\\blast ${MONTH}\\b`, "gi"),
    read: ([, m, last], today) => latestMonth(last === undefined ? today : monthsBack(today, 1).to, monthNumber(m ?? last)),
  },
  {
    pattern: new RegExp(`(?<![\\d年])${HAN_MONTH}月份?(?![\\d一二三四五六七八九十])`, "g"),
    read: ([, m], today) => latestMonth(today, countOf(m)),
  },
  {
    pattern: /\b(?:in|during|of) ((?:1[5-9]|20)\d{2})\b|(?<!\d)((?:1[5-9]|20)\d{2})年/g,
    read: ([, y, other]) => yearOf(Number(y ?? other)),
  },
  {
    pattern: new RegExp(`\\b${COUNT} (day|week|month|year)s? (?:ago|back)\\b`, "gi"),
    read: ([, n, what], today) => ago(today, countOf(n), (what ?? "").toLowerCase()),
  },
  {
    pattern: new RegExp(`(${HAN_COUNT})\\s*个?(${HAN_MEASURE})(?:以|之)?前`, "g"),
    read: ([, n, what], today) => ago(today, countOf(n), measureOf(what)),
  },
];

/** The day or the month may be first: it is told where only one of them has been. */
function slashedDay(today: string, either: readonly (string | null)[]): string | null {
  const been = [...new Set(either)].filter((day) => day !== null && day <= today);
  return been.length === 1 ? (been[0] ?? null) : null;
}

/** Its first or last days, the week or the half of this number; from its end where that is LAST. */
function partOfMonth(month: Days | null, which: number, part: string | undefined): Days | null {
  if (month === null) return null;
  const length = /half/i.test(part ?? "") ? 15 : 7;
  if (which === LAST) return { from: daysBefore(month.to, length - 1), to: month.to };
  const from = daysBefore(month.from, -length * (which - 1));
  return { from, to: length === 15 && which > 1 ? month.to : daysBefore(from, 1 - length) };
}

function weeksOfMonth(month: Days | null, which: number, count: number): Days | null {
  if (month === null) return null;
  return which === LAST
    ? { from: daysBefore(month.to, 7 * count - 1), to: month.to }
    : { from: month.from, to: daysBefore(month.from, 1 - 7 * count) };
}

/** Words for a third of a month: its beginning, its middle, its end. */
function partOf(part: string | undefined): 0 | 1 | 2 {
  if (/^(?:early|beginning|start|初|上)/i.test(part ?? "")) return 0;
  return /^(?:mid|中)/i.test(part ?? "") ? 1 : 2;
}

function quarterBefore(today: string): [quarter: number, year: string] {
  const [year = 0, month = 1] = today.split("-").map(Number);
  const now = Math.ceil(month / 3);
  return now === 1 ? [4, String(year - 1)] : [now - 1, String(year)];
}
