// Feasts and seasons as days. They are spoken of long before and after: a question is about their days only where it asks for
// nothing else ("what did we do at Halloween"), and their names are looked for like other words.

import { type Days, dayOf, latest, latestPart, type Reader, yearFrom } from "./calendar.ts";
import { READERS } from "./dayReaders.ts";

const YEAR = "(\\d{4}|last year|this year)";

/** Feasts that have the same day in every year: how they are called, the month, and their first and last day in it. */
const NAMED: readonly (readonly [names: string, month: number, first: number, last: number])[] = [
  ["new year'?s eve|跨年夜?", 12, 31, 31],
  ["new year'?s day|元旦", 1, 1, 1],
  ["valentine'?s(?: day)?|情人节", 2, 14, 14],
  ["(?:st\\.? |saint )patrick'?s day", 3, 17, 17],
  ["妇女节", 3, 8, 8],
  ["劳动节|五一", 5, 1, 5],
  ["儿童节|六一", 6, 1, 1],
  ["国庆(?:节|假期)?|十一假期", 10, 1, 7],
  ["halloween|万圣节", 10, 31, 31],
  ["between christmas and new year(?:'?s(?: eve| day)?)?|圣诞到元旦", 12, 24, 31],
  ["christmas eve|平安夜|圣诞前夜", 12, 24, 24],
  ["christmas(?: day)?|圣诞节?", 12, 24, 26],
];

function feastReader([names, month, first, last]: (typeof NAMED)[number]): Reader {
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
      const day = (year: number, date: number) => dayOf(year, month, date);
      const from = which === undefined ? latest(today, (year) => day(year, first)) : day(Number(yearFrom(today, which)), first);
      return from === null ? null : { from, to: day(Number(from.slice(0, 4)), last) ?? from };
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
