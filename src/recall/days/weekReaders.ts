// Ways to name a week, a weekend or a part of one: 这周二, "Monday to Wednesday last week", "the first weekend of May".

import { daysBefore } from "../../base/index.ts";
import {
  countOf,
  dayIn,
  type Days,
  HAN_MONTH,
  lastNamed,
  LAST,
  latestMonth,
  MONTH,
  monthNumber,
  monthOf,
  monthsBack,
  NTH,
  nthOf,
  type Reader,
  WEEKDAY,
  weekOf,
} from "./calendar.ts";

const HAN_WEEKDAY = "(?:周|星期|礼拜)([一二三四五六日天])";
/** 上周, 上上周, 这周, 本周 with the name of a day. */
const HAN_DAY_OF_WEEK = `(上{1,2}|[这本])个?${HAN_WEEKDAY}`;
const HAN_NTH = "(第[一二三四1-4]|头一|最后一)个?";

function weekNamed(today: string, which: string | undefined): Days {
  return weekOf(today, which?.startsWith("上") ? which.length : which?.toLowerCase() === "last" ? 1 : 0);
}

const nthOfHan = (which: string | undefined): number => (which?.startsWith("第") ? countOf(which[1]) : which === "头一" ? 1 : LAST);

/** A month's Saturday of this number and the day after it. */
function weekendIn(month: Days | null, nth: number): Days | null {
  if (month === null) return null;
  const saturday = nth === LAST ? lastNamed(daysBefore(month.to, -1), "saturday") : lastNamed(daysBefore(month.from, -7 * nth), "saturday");
  return { from: saturday, to: daysBefore(saturday, -1) };
}

/** The first week is the month's first seven days, the last one its last. */
function weekIn({ from, to }: Days, nth: number): Days {
  if (nth === LAST) return { from: daysBefore(to, 6), to };
  const first = daysBefore(from, -7 * (nth - 1));
  return { from: first, to: daysBefore(first, -6) };
}

export const WEEKS: readonly Reader[] = [
  {
    pattern: new RegExp(`${HAN_DAY_OF_WEEK}[到至~—-]${HAN_WEEKDAY}`, "g"),
    read: ([, which, first, last], today) => {
      const week = weekNamed(today, which);
      return { from: dayIn(week, first), to: dayIn(week, last) };
    },
  },
  {
    pattern: new RegExp(HAN_DAY_OF_WEEK, "g"),
    read([, which, name], today) {
      const day = dayIn(weekNamed(today, which), name);
      return { from: day, to: day };
    },
  },
  {
    pattern: new RegExp(`\\b${WEEKDAY} ?(?:to|until|till|through|[-–]) ?${WEEKDAY},?(?: of)? (last|this) week\\b`, "gi"),
    read([, first, last, which], today) {
      const behind = daysBefore(weekNamed(today, which).to, -1);
      return { from: lastNamed(behind, first), to: lastNamed(behind, last) };
    },
  },
  {
    pattern: new RegExp(`\\b(?:the )?${NTH} weekend (?:of|in) ${MONTH}\\b(?:,? (\\d{4}))?`, "gi"),
    read: ([, which, name, year], today) =>
      weekendIn(year === undefined ? latestMonth(today, monthNumber(name)) : monthOf(year, String(monthNumber(name))), nthOf(which)),
  },
  {
    pattern: new RegExp(`(?<![\\d年])${HAN_MONTH}月份?的?${HAN_NTH}周末`, "g"),
    read: ([, month, which], today) => weekendIn(latestMonth(today, countOf(month)), nthOfHan(which)),
  },
  {
    pattern: new RegExp(`\\b(?:the )?${NTH} week of (last|this) month\\b|\\b(last|this) month's ${NTH} week\\b`, "gi"),
    read: ([, which, of, month, named], today) => weekIn(monthsBack(today, /last/i.test(of ?? month ?? "") ? 1 : 0), nthOf(which ?? named)),
  },
  {
    pattern: new RegExp(`(上个?|这个|本)月的?${HAN_NTH}(?:周|星期|礼拜)(?!末)`, "g"),
    read: ([, of, which], today) => weekIn(monthsBack(today, of?.startsWith("上") ? 1 : 0), nthOfHan(which)),
  },
];
