// Feasts and seasons as days. They are spoken of long before and after: a question is about their days only where it asks for
// nothing else ("what did we do at Halloween"), and their names are looked for like other words.

import { daysBefore } from "../../base/index.ts";
import { type Days, dayOf, latest, latestPart, type Reader, yearFrom } from "./calendar.ts";
import { READERS } from "./dayReaders.ts";

const YEAR = "(\\d{4}|last year|this year)";

/** The days of a feast in a year. */
type InYear = (year: number) => Days | null;

function on(month: number, first: number, last = first): InYear {
  return (year) => spanned(dayOf(year, month, first), last - first);
}

/** So many days from the one of the Chinese calendar. */
function lunar(month: number, date: number, [start, end] = [0, 0]): InYear {
  return (year) => {
    const calendar = new Intl.DateTimeFormat("en-u-ca-chinese", { timeZone: "UTC", month: "numeric", day: "numeric", year: "numeric" });
    for (let day = `${year}-01-20`; day.startsWith(String(year)); day = daysBefore(day, -1))
      if (calendar.format(new Date(`${day}T00:00:00Z`)).startsWith(`${month}/${date}/`))
        return spanned(daysBefore(day, -start), end - start);
    return null;
  };
}

/** Easter Sunday of the western churches (after Meeus), and the days around it. */
function easter(start: number, end: number): InYear {
  return (year) => {
    const [golden, century] = [year % 19, Math.floor(year / 100)];
    const moon = (19 * golden + century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25) + 15) % 30;
    const full = moon - Math.floor(moon / 28) * (1 - Math.floor(29 / (moon + 1)) * Math.floor((21 - golden) / 11));
    const weekday = (year + Math.floor(year / 4) + full + 2 - century + Math.floor(century / 4)) % 7;
    return spanned(daysBefore(`${year}-03-28`, -(full - weekday) - start), end - start);
  };
}

/** The first, second … Sunday (0) to Saturday (6) of a month, and the days after it. */
function nthWeekday(month: number, weekday: number, { nth, more = 0 }: { readonly nth: number; readonly more?: number }): InYear {
  return (year) => {
    const earliest = dayOf(year, month, 7 * (nth - 1) + 1);
    if (earliest === null) return null;
    const ahead = (weekday - new Date(`${earliest}T00:00:00Z`).getUTCDay() + 7) % 7;
    return spanned(daysBefore(earliest, -ahead), more);
  };
}

function spanned(from: string | null, more: number): Days | null {
  return from === null ? null : { from, to: daysBefore(from, -more) };
}

/** How feasts are called, and when they are. */
const NAMED: readonly (readonly [names: string, days: InYear])[] = [
  ["new year'?s eve|跨年夜?", on(12, 31)],
  ["new year'?s day|元旦", on(1, 1)],
  ["除夕|年三十", lunar(1, 1, [-1, -1])],
  ["春节|大年初一|过年", lunar(1, 1, [0, 6])],
  ["元宵节?", lunar(1, 15)],
  ["valentine'?s(?: day)?|情人节", on(2, 14)],
  ["(?:st\\.? |saint )patrick'?s day", on(3, 17)],
  ["妇女节", on(3, 8)],
  ["good friday", easter(-2, -2)],
  ["easter monday", easter(1, 1)],
  ["easter(?: sunday| weekend)?|复活节", easter(-2, 1)],
  ["清明节?", on(4, 4, 6)],
  ["劳动节|五一", on(5, 1, 5)],
  ["儿童节|六一", on(6, 1)],
  ["端午节?", lunar(5, 5)],
  ["七夕", lunar(7, 7)],
  ["中秋节?", lunar(8, 15)],
  ["重阳节?", lunar(9, 9)],
  ["国庆(?:节|假期)?|十一假期", on(10, 1, 7)],
  ["halloween|万圣节", on(10, 31)],
  ["mother'?s day|母亲节", nthWeekday(5, 0, { nth: 2 })],
  ["labor day", nthWeekday(9, 1, { nth: 1 })],
  ["thanksgiving(?: weekend)?|感恩节", nthWeekday(11, 4, { nth: 4, more: 3 })],
  ["between christmas and new year(?:'?s(?: eve| day)?)?|圣诞到元旦", on(12, 24, 31)],
  ["christmas eve|平安夜|圣诞前夜", on(12, 24)],
  ["christmas(?: day)?|圣诞节?", on(12, 24, 26)],
];

function feastReader([names, days]: (typeof NAMED)[number]): Reader {
  const isHan = (name: string) => /\p{Script=Han}/u.test(name);
  const [han, latin] = [names.split("|").filter(isHan), names.split("|").filter((name) => !isHan(name))];
  const forms = [
    ...(latin.length === 0 ? [] : [`\\b(last |this )?(?:${latin.join("|")})(?: (?:of |in )?${YEAR})?\\b`]),
    ...(han.length === 0 ? [] : [`(去年|今年|前年|\\d{4}年)?的?(?:${han.join("|")})`]),
  ];
  return {
    pattern: new RegExp(forms.join("|"), "gi"),
    read: ([, ...named], today) => {
      const which = named.find((each) => each !== undefined && /\d{4}|year|年/.test(each));
      const from = which === undefined ? latest(today, (year) => days(year)?.from ?? null) : null;
      return days(Number(from?.slice(0, 4) ?? yearFrom(today, which)));
    },
  };
}

const SEASONS: readonly (readonly [names: RegExp, month: number])[] = [
  [/spring|春/i, 3],
  [/summer|夏/i, 6],
  [/autumn|fall|秋/i, 9],
  [/winter|冬/i, 12],
];
/** "Fall" and "spring" are other things as well: behind "in", "last" or "this" they are seasons. */
const LED_BY = "(?:(last|this) |(?:in|during|over) (?:the )?|the )";
const SEASON = new RegExp(`\\b${LED_BY}(spring|summer|autumn|fall|winter)\\b(?: (?:of )?${YEAR})?`, "gi");
const HAN_SEASON = /(去年|今年|前年|\d{4}年)?的?([春夏秋冬])[天季]/g;

/** The last one that has begun; "last summer" in summer is the one of the year before. */
function readSeason([whole, which, name, year]: RegExpExecArray, today: string): Days | null {
  const month = SEASONS.find(([names]) => names.test(name ?? ""))?.[1] ?? 1;
  const named = year ?? (/年/.test(which ?? "") ? which : undefined);
  if (named === undefined && /^the /i.test(whole)) return null;
  const at = named === undefined ? null : Number(yearFrom(today, named));
  const span = latestPart(today, at, { month, length: 3 });
  const isNow = at === null && /^last/i.test(which ?? "") && span.to >= today;
  return isNow ? latestPart(today, Number(span.from.slice(0, 4)) - 1, { month, length: 3 }) : span;
}

/** Before the other readers: 今年情人节 is one day, not a year. */
export const FEASTS: readonly Reader[] = [
  ...NAMED.map(feastReader),
  { pattern: SEASON, read: readSeason },
  { pattern: HAN_SEASON, read: readSeason },
  ...READERS,
];
